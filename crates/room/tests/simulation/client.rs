//! A client as the page and the terminal are: it folds frames, asks for what it misses and sends again what was not
//! acknowledged.

use std::rc::Rc;

use mazzo_bots::Played;
use mazzo_core::{ActionList, Dealer, FastRng, Seat, any_luck, any_sink, close_window, seed_for};
use mazzo_room::PersonId;
use mazzo_wire::{Ask, Command, CommandId, Folded, Frame, Mine, Phase, Snapshot};
use rand_core::Rng as _;

use crate::words;

/// What a server says to one connection, with the number of its life. Copies of it share what is large.
#[derive(Clone, Debug)]
pub(crate) enum Told<G: Played> {
    Snapshot(u64, Rc<Snapshot<G>>),
    Frame(u64, Rc<Frame<G>>),
    /// Every few seconds the number of the last frame, since nothing else shows that the last one was lost.
    Beat(u64, u64),
    /// With the life and the number at which that was true: this network, unlike a socket, lets things overtake each other.
    Ack(CommandId, (u64, u64), Mine),
    Refused(CommandId),
}

/// What a client says.
#[derive(Clone, Debug)]
pub(crate) enum Says<G: Played> {
    Hello { epoch: u64, n: u64 },
    Ask(Ask<G::Rules>),
}

pub(crate) struct Client<G: Played> {
    pub(crate) person: PersonId,
    /// The number of its connection, if it has one.
    pub(crate) link: Option<u64>,
    pub(crate) epoch: u64,
    pub(crate) folded: Option<Folded<G>>,
    /// Sent, and not acknowledged.
    pub(crate) pending: Vec<Ask<G::Rules>>,
    /// Commands that the server has acknowledged and must never forget.
    pub(crate) acknowledged: Vec<CommandId>,
    next_id: u64,
    /// It has missed something and waits for a snapshot.
    lost: bool,
    /// The decision that it has acted on.
    acted: (u32, u32),
    /// The game before the deal that it has sealed words for, and the exchange.
    sealed: (u32, u8),
    /// It only watches.
    pub(crate) watches: bool,
    /// How many games it wants to play.
    games: u32,
}

/// Whether a command that is carried out is stored: words are only heard, and who has left cannot leave again.
const fn is_stored<R>(ask: &Ask<R>) -> bool {
    !matches!(
        ask.command,
        Command::Phrase { .. }
            | Command::Chat { .. }
            | Command::Stand
            | Command::Seal { .. }
            | Command::Open { .. }
    )
}

/// Something to do if one's turn comes when everybody lets the window pass.
fn after_window<G: Played>(mut world: G, me: Seat, luck: &mut FastRng) -> Option<G::Action> {
    let mut chance = Dealer::<FastRng>::new(luck.next_u64());
    close_window(&mut world, &mut any_luck(&mut chance), &mut any_sink(&mut ()));
    let mut legal = ActionList::new();
    world.legal(me, &mut legal);
    legal.get(luck.next_u64() as usize % legal.len().max(1)).copied()
}

impl<G: Played> Client<G> {
    pub(crate) fn new(person: u128, watches: bool, games: u32) -> Self {
        Self {
            person: PersonId(person),
            link: None,
            epoch: 0,
            folded: None,
            pending: Vec::new(),
            acknowledged: Vec::new(),
            next_id: 1,
            lost: false,
            acted: (0, 0),
            sealed: (u32::MAX, 0),
            watches,
            games,
        }
    }

    /// For a failure: what it is at.
    pub(crate) fn state(&self) -> String {
        let folded = self.folded.as_ref().map(|folded| (folded.n, &folded.clock, &folded.mine));
        format!(
            "{folded:?} acted {:?} pending {:?} lost {} link {:?}",
            self.acted, self.pending, self.lost, self.link
        )
    }

    /// What it says when it has just connected, or has missed something: then it wants a snapshot.
    pub(crate) fn hello(&self) -> Says<G> {
        if self.lost {
            return Says::Hello { epoch: 0, n: 0 };
        }
        Says::Hello { epoch: self.epoch, n: self.folded.as_ref().map_or(0, |folded| folded.n) }
    }

    /// Takes in what it is told. True if it has to ask for a snapshot.
    pub(crate) fn hear(&mut self, told: Told<G>) -> bool {
        match told {
            Told::Snapshot(epoch, snapshot) => {
                // An older one that was delayed says nothing new.
                if epoch > self.epoch || self.folded.as_ref().is_none_or(|folded| snapshot.n >= folded.n) {
                    (self.epoch, self.folded) = (epoch, Some(Rc::unwrap_or_clone(snapshot).into()));
                    self.lost = false;
                }
                false
            }
            Told::Frame(epoch, frame) => {
                let misses = match &mut self.folded {
                    Some(folded) if epoch == self.epoch => folded.take(Rc::unwrap_or_clone(frame)).is_err(),
                    Some(_) | None => epoch >= self.epoch,
                };
                let is_news = misses && !self.lost;
                self.lost |= misses;
                is_news
            }
            Told::Beat(epoch, n) => {
                let knows = self.epoch == epoch && self.folded.as_ref().is_some_and(|folded| folded.n >= n);
                let is_news = !knows && !self.lost && epoch >= self.epoch;
                self.lost |= is_news;
                is_news
            }
            Told::Ack(id, (epoch, n), mine) => {
                let acknowledged = self.pending.extract_if(.., |ask| ask.id == id);
                self.acknowledged.extend(acknowledged.filter(is_stored).map(|ask| ask.id));
                if let Some(folded) =
                    self.folded.as_mut().filter(|folded| (epoch, n) >= (self.epoch, folded.n))
                {
                    folded.mine = mine;
                }
                false
            }
            Told::Refused(id) => {
                self.pending.retain(|ask| ask.id != id);
                self.acted = (0, 0); // it may try something else
                false
            }
        }
    }

    fn ask(&mut self, command: Command<G::Rules>) -> Says<G> {
        let ask = Ask { id: CommandId(self.next_id), command };
        self.next_id += 1;
        self.pending.push(ask.clone());
        Says::Ask(ask)
    }

    /// What it does when it looks at the table.
    pub(crate) fn think(&mut self, luck: &mut FastRng) -> Option<Says<G>> {
        if self.lost || self.folded.is_none() {
            return Some(self.hello()); // the answer may have been lost too
        }
        if let Some(ask) = self.pending.first() {
            return Some(Says::Ask(ask.clone())); // not acknowledged: once more
        }
        let folded = self.folded.as_ref()?;
        let chance = luck.next_u64() % 100;
        let seat = folded.mine.seat;
        match (folded.room.phase, seat) {
            (Phase::Closed, _) => None,
            (_, None) if self.watches => None,
            (Phase::Gathering | Phase::Over, None) => {
                Some(self.ask(Command::Sit { seat: None, name: "Ada".to_owned() }))
            }
            (Phase::Gathering, Some(_)) if chance < 40 && self.sealed != (folded.room.game, 0) => self.seal(),
            // A few never open their words: the others begin anew without them.
            (Phase::Dealing, Some(_)) if chance < 5 => None,
            (Phase::Dealing, Some(_)) => match &folded.room.exchange {
                Some(exchange) if exchange.opening => {
                    let command = words::open(&folded.room, &self.words());
                    Some(self.ask(command))
                }
                Some(exchange) if self.sealed != (folded.room.game, exchange.attempt) => self.seal(),
                Some(_) | None => None,
            },
            (Phase::Gathering, Some(_)) if chance < 30 && folded.mine.host => Some(self.ask(Command::Start)),
            (Phase::Gathering, Some(seat)) if !folded.room.chairs[usize::from(seat)].ready => {
                Some(self.ask(Command::Ready { on: true }))
            }
            (Phase::Over, Some(_)) if folded.room.game < self.games => Some(self.ask(Command::Again)),
            (Phase::Gathering | Phase::Over, Some(_)) | (_, None) => None,
            (Phase::Playing | Phase::Paused, Some(seat)) => self.play(seat, chance, luck),
        }
    }

    fn words(&self) -> String {
        format!("words of {}", self.person.0)
    }

    fn seal(&mut self) -> Option<Says<G>> {
        let room = &self.folded.as_ref()?.room;
        let attempt = room.exchange.as_ref().map_or(0, |exchange| exchange.attempt);
        let command = words::seal(room, &self.words());
        self.sealed = (room.game, attempt);
        Some(self.ask(command))
    }

    fn play(&mut self, seat: u8, chance: u64, luck: &mut FastRng) -> Option<Says<G>> {
        let folded = self.folded.as_ref()?;
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
        // Who drew as often as they played would never come to an end.
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
