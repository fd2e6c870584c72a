//! A simulated person, with the client that the page and the terminal use.

use std::cell::Cell;
use std::collections::BTreeMap;

use mazzo_bots::PlayableGame;
use mazzo_client::{Heard, Session};
use mazzo_core::{ActionList, Dealer, FastRng, Seat, any_luck, any_sink, close_window, seed_for};
use mazzo_protocol::{Command, CommandId, Phase, Told};
use mazzo_room::{ConnectionId, LastFrame, PersonId};
use rand_core::Rng as _;

thread_local! {
    static ENTROPY: Cell<u64> = const { Cell::new(0) };
}

/// Seeds the words of this thread's clients from the seed of the simulated room.
pub(crate) fn seed_entropy(seed: u64) {
    ENTROPY.set(seed);
}

fn entropy() -> [u8; 16] {
    ENTROPY.set(seed_for(ENTROPY.get(), 1));
    std::array::from_fn(|at| seed_for(ENTROPY.get(), at as u64) as u8)
}

pub(crate) struct Client<G: PlayableGame> {
    pub(crate) person: PersonId,
    pub(crate) session: Session<G>,
    /// Its connection, if it has one.
    pub(crate) connection: Option<ConnectionId>,
    /// Commands without an answer; true if the command is stored once it is done.
    unanswered: BTreeMap<CommandId, bool>,
    /// Commands that the server has acknowledged and must never lose.
    pub(crate) acknowledged: Vec<CommandId>,
    /// The game and decision that it last acted on.
    acted: (u32, u32),
    /// It only watches.
    watches: bool,
    /// Number of games that it wants to play.
    games: u32,
}

/// True if the log contains the command once it is done: chat is never stored, and standing up twice changes nothing.
const fn is_stored<R>(command: &Command<R>) -> bool {
    !matches!(command, Command::Phrase { .. } | Command::Chat { .. } | Command::Stand)
}

/// An action for the case that its turn comes after everybody has passed.
fn after_window<G: PlayableGame>(mut world: G, me: Seat, luck: &mut FastRng) -> Option<G::Action> {
    let mut chance = Dealer::<FastRng>::new(luck.next_u64());
    close_window(&mut world, &mut any_luck(&mut chance), &mut any_sink(&mut ()));
    let mut legal = ActionList::new();
    world.legal(me, &mut legal);
    legal.get(luck.next_u64() as usize % legal.len().max(1)).copied()
}

impl<G: PlayableGame> Client<G> {
    pub(crate) fn new(person: u128, watches: bool, games: u32) -> Self {
        Self {
            person: PersonId(person),
            session: Session::new(1, entropy).checked(),
            connection: None,
            unanswered: BTreeMap::new(),
            acknowledged: Vec::new(),
            acted: (0, 0),
            watches,
            games,
        }
    }

    /// Its state, for the message of a failure.
    pub(crate) fn state(&self) -> String {
        let folded = self.session.table().map(|folded| (folded.n, &folded.clock, &folded.mine));
        let waits = self.session.is_waiting();
        format!("{folded:?} acted {:?} waits {waits} connection {:?}", self.acted, self.connection)
    }

    /// The last frame that it has, from the query of its socket's address.
    pub(crate) fn last_frame(&self) -> Option<LastFrame> {
        let hello = self.session.hello();
        let value = |name: &str| {
            let (_, value) =
                hello.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name)?;
            value.parse().ok()
        };
        value("run").zip(value("n")).map(|(run, n)| LastFrame { run, n })
    }

    /// Receives a message, encoded or decoded. Returns the session's result and the messages to send.
    pub(crate) fn hear(&mut self, told: &Told<G>, is_bytes: bool) -> (Heard<G>, Vec<String>) {
        let (heard, send) = if is_bytes {
            self.session.hear(told.to_bytes())
        } else {
            self.session.hear_decoded(told.clone())
        };
        if let Heard::Done(id) = heard
            && self.unanswered.remove(&id) == Some(true)
        {
            self.acknowledged.push(id);
        }
        if let Heard::Refused(id, _) = heard {
            self.unanswered.remove(&id);
            self.acted = (0, 0); // it may try something else
        }
        (heard, send)
    }

    fn ask(&mut self, command: Command<G::Rules>) -> String {
        let is_stored = is_stored(&command);
        let (id, text) = self.session.ask(command);
        self.unanswered.insert(id, is_stored);
        text
    }

    /// The next command of the person.
    pub(crate) fn think(&mut self, luck: &mut FastRng) -> Option<String> {
        if self.session.is_waiting() {
            return None; // the client repeats it on a new connection
        }
        let folded = self.session.table()?;
        let chance = luck.next_u64() % 100;
        match (folded.room.phase, folded.mine.seat) {
            (Phase::Closed, _) => None,
            (_, None) if self.watches => None,
            (Phase::Gathering | Phase::Over, None) => {
                Some(self.ask(Command::Sit { seat: None, name: "Ada".to_owned() }))
            }
            (Phase::Gathering, Some(_)) if chance < 30 && folded.mine.host => Some(self.ask(Command::Start)),
            (Phase::Gathering, Some(seat)) if !folded.room.chairs[usize::from(seat)].ready => {
                Some(self.ask(Command::Ready { on: true }))
            }
            (Phase::Over, Some(_)) if folded.room.game < self.games => Some(self.ask(Command::Again)),
            (Phase::Gathering | Phase::Dealing | Phase::Over, Some(_)) | (_, None) => None,
            (Phase::Playing | Phase::Paused, Some(seat)) => self.play(seat, chance, luck),
        }
    }

    fn play(&mut self, seat: u8, chance: u64, luck: &mut FastRng) -> Option<String> {
        let folded = self.session.table()?;
        let (decision, window) = (folded.clock.decision, folded.clock.window);
        let place = (folded.room.game, decision);
        match chance {
            0 => return Some(self.ask(Command::Stand)),
            1 => return Some(self.ask(Command::Sit { seat: None, name: "Bruno".to_owned() })),
            2 => return Some(self.ask(Command::AutoPass { on: luck.next_u64().is_multiple_of(2) })),
            3 => return Some(self.ask(Command::Phrase { number: 1 })),
            _ => {}
        }
        if self.acted == place {
            return None;
        }
        self.acted = place;
        let world =
            G::determinize(folded.view.as_ref()?, &mut Dealer::<FastRng>::new(seed_for(1, decision.into())));
        let me = Seat::new(seat);
        let mut legal = ActionList::new();
        world.legal(me, &mut legal);
        if !world.to_act().has(me) || legal.is_empty() {
            return None;
        }
        let default = world.default_action(me);
        let mut pick = || legal[luck.next_u64() as usize % legal.len()];
        // A person who drew as often as they played would never finish.
        let picks = [pick(), pick(), pick(), pick()];
        let any = picks.into_iter().find(|&action| !G::is_idle(action)).unwrap_or(picks[0]);
        let action = if window && chance < 70 { default } else { any };
        if window && chance < 10 {
            let early = (chance < 8).then(|| after_window(world, me, luck)).flatten();
            return Some(
                self.ask(Command::Premove { decision, action: early.map(|action| action.to_string()) }),
            );
        }
        Some(self.ask(Command::Act { decision, action: action.to_string() }))
    }
}
