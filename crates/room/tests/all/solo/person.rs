//! A simulated person who plays any legal action through a session, like any front end.

use mazzo_bots::PlayableGame;
use mazzo_client::{Heard, Session};
use mazzo_core::{ActionList, Dealer, FastRng, Seat, Viewer};
use mazzo_protocol::{Command, CommandId, Millis, Phase, Refusal};
use mazzo_room::solo::SoloTable;
use rand_core::{Rng as _, SeedableRng as _};

/// Most steps of a game: every game ends.
const MAX_STEPS: usize = 40_000;

/// A solo table makes no commitment, so it needs no words.
fn no_words() -> [u8; 16] {
    panic!("words for a table without a commitment");
}

pub(crate) struct Person<G: PlayableGame> {
    pub(crate) session: Session<G>,
    pub(crate) now: Millis,
    pub(crate) refused: Vec<(CommandId, Refusal)>,
    done: Vec<CommandId>,
    luck: FastRng,
    /// Decision and view when this person last acted.
    pub(crate) looked: Option<(u32, G::View)>,
    acted: (u32, u32),
}

impl<G: PlayableGame> Person<G> {
    pub(crate) fn new(seed: u64, now: Millis) -> Self {
        Self {
            session: Session::new(1, no_words),
            now,
            refused: Vec::new(),
            done: Vec::new(),
            luck: FastRng::seed_from_u64(seed),
            looked: None,
            acted: (0, 0),
        }
    }

    /// A copy with the same random choices and a new session.
    pub(crate) fn again(&self) -> Self {
        Self {
            session: Session::new(1_000_000, no_words),
            now: self.now,
            refused: Vec::new(),
            done: Vec::new(),
            luck: self.luck.clone(),
            looked: None,
            acted: self.acted,
        }
    }

    pub(crate) fn heard_done(&self, id: CommandId) -> bool {
        self.done.contains(&id)
    }

    /// Reads all waiting messages.
    pub(crate) fn listen(&mut self, solo: &mut SoloTable<G>) {
        while let Some(told) = solo.hear() {
            let (heard, send) = self.session.hear(&told);
            assert!(send.is_empty(), "unexpected {send:?} in answer to {told}");
            match heard {
                Heard::Refused(id, why) => self.refused.push((id, why)),
                Heard::Done(id) => self.done.push(id),
                Heard::Nonsense => panic!("{told}"),
                Heard::Table
                | Heard::Step { .. }
                | Heard::Mine
                | Heard::Nothing
                | Heard::Notice(_)
                | Heard::Bye(..) => {}
            }
        }
    }

    pub(crate) fn ask(&mut self, solo: &mut SoloTable<G>, command: Command<G::Rules>) -> CommandId {
        let (id, text) = self.session.ask(command);
        solo.say(self.now, &text);
        self.listen(solo);
        id
    }

    /// The open decision and its legal actions; none if this person has already acted on it.
    fn legal(&self) -> Option<(u32, Vec<G::Action>)> {
        let table = self.session.table().filter(|table| table.room.phase == Phase::Playing)?;
        let decision = table.clock.decision;
        let view = table.view.as_ref().filter(|_| self.acted != (table.room.game, decision))?;
        let (_, Viewer::Seat(me)) = G::viewed(view) else { panic!("the person sits") };
        assert_eq!(Some(me), table.mine.seat.map(Seat::new));
        let world = G::determinize(view, &mut Dealer::<FastRng>::new(1));
        let mut legal = ActionList::new();
        world.legal(me, &mut legal);
        (!legal.is_empty()).then(|| (decision, legal.to_vec()))
    }

    /// Acts if there is something to decide, else runs the next timer. Returns true if it acted.
    pub(crate) fn step(&mut self, solo: &mut SoloTable<G>) -> bool {
        self.listen(solo);
        if let Some((decision, legal)) = self.legal() {
            let table = self.session.table().expect("told");
            self.acted = (table.room.game, decision);
            self.looked = table.view.clone().map(|view| (decision, view));
            let active: Vec<_> = legal.iter().copied().filter(|&action| !G::is_idle(action)).collect();
            let choice =
                if active.is_empty() || self.luck.next_u64().is_multiple_of(3) { &legal } else { &active };
            let action = choice[self.luck.next_u64() as usize % choice.len()];
            self.now = self.now.plus(40);
            let id = self.ask(solo, Command::Act { decision, action: action.to_string() });
            // Every action of this person is legal, so none may be refused.
            let is_refused = self.refused.iter().any(|(refused, _)| *refused == id);
            assert!(!is_refused, "{action} at {decision}: {:?}", self.refused);
            return true;
        }
        let Some(alarm) = solo.next_alarm() else { return false };
        self.now = self.now.max(alarm);
        solo.wake(self.now);
        self.listen(solo);
        false
    }

    /// Plays until the game is over, and calls `look` after every step.
    pub(crate) fn play(&mut self, solo: &mut SoloTable<G>, mut look: impl FnMut(&SoloTable<G>, &Self)) {
        self.acted = (0, 0);
        for _ in 0..MAX_STEPS {
            self.step(solo);
            look(solo, self);
            if solo.phase() != Phase::Playing {
                return;
            }
        }
        panic!("the game does not end");
    }
}
