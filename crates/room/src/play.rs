//! A game at a table.

use mazzo_bots::Played;
use mazzo_core::{Seat, SeatSet, Setup, Viewer, any_luck, any_sink};
use mazzo_fair::FairDealer;
use mazzo_wire::Millis;

use crate::house::House;
use crate::step::SeenByAll;

/// Seats that a table can have.
pub(crate) const SEATS: usize = Seat::LIMIT as usize;

/// Actions that there is room for, whenever there is none left.
const MORE: usize = 64;

/// A game that is being played, or was.
#[derive(Debug)]
pub(crate) struct Play<G: Played> {
    pub(crate) table: G,
    pub(crate) dealer: FairDealer,
    /// How fast bots are in this game follows from it.
    pub(crate) pace: u64,
    /// The number of the decision that is being waited for.
    pub(crate) decision: u32,
    /// Since when.
    pub(crate) since: Millis,
    /// The round, and until when people look at what came of the last one.
    round: u16,
    pub(crate) looked: Millis,
    /// Sealed answers in the open window.
    pub(crate) answers: [Option<G::Action>; SEATS],
    /// What people do if their turn comes when the window closes.
    pub(crate) premoves: [Option<G::Action>; SEATS],
    /// Who is waited for, once everybody was told. The list then stays: if it got shorter, it would tell who answers when.
    pub(crate) told: Option<SeatSet>,
    /// Every action that was applied, passes too: seat, action as a number.
    pub(crate) applied: Vec<(u8, u16)>,
    /// The bots that sit or stand in, by seat.
    pub(crate) houses: Vec<Option<House<G>>>,
}

impl<G: Played> Play<G> {
    /// A game that begins.
    pub(crate) fn begin(
        setup: Setup<G::Rules>,
        mut dealer: FairDealer,
        pace: u64,
        now: Millis,
        seen: &mut SeenByAll<G>,
    ) -> Self {
        let before = G::empty(setup);
        let mut table = before;
        let mut facts = Vec::new();
        table.deal(&mut any_luck(&mut dealer), &mut any_sink(&mut facts));
        let mut play = Self {
            table,
            dealer,
            pace,
            decision: 1,
            since: now,
            round: table.round(),
            looked: now,
            answers: [None; SEATS],
            premoves: [None; SEATS],
            told: None,
            applied: Vec::new(),
            houses: (0..setup.seats).map(|_| None).collect(),
        };
        play.show(before, &facts, seen);
        play
    }

    fn show(&mut self, before: G, facts: &[G::Event], seen: &mut SeenByAll<G>) {
        let mut table = before;
        for &fact in facts {
            seen.begin_fact();
            for viewer in Viewer::all(table.seats()) {
                let house = viewer.seat().and_then(|seat| self.houses[seat.index()].as_mut());
                let house = house.filter(|house| house.remembers());
                if !seen.is_wanted() && house.is_none() {
                    continue;
                }
                let what = table.redact(fact, viewer);
                seen.add(viewer, what);
                if let Some(house) = house {
                    house.hear(what);
                }
            }
            table.evolve(fact);
        }
    }

    fn note(&mut self, seat: Seat, action: G::Action) {
        if self.applied.len() == self.applied.capacity() {
            self.applied.reserve_exact(MORE); // twice as much would mostly be wasted: this list is the longest of a table
        }
        self.applied.push((seat.index() as u8, G::encode(action)));
    }

    /// Whether anybody wants to know the facts: people, or a bot that remembers.
    fn is_watched(&self, seen: &SeenByAll<G>) -> bool {
        seen.is_wanted() || self.houses.iter().flatten().any(House::remembers)
    }

    /// Does it, if the rules let that seat: what is stored was permitted when it was decided.
    pub(crate) fn apply(&mut self, seat: Seat, action: G::Action, seen: &mut SeenByAll<G>) -> bool {
        if self.table.permit(seat, action).is_err() {
            return false;
        }
        self.note(seat, action);
        if self.is_watched(seen) {
            let before = self.table;
            let mut facts = Vec::new();
            self.table.apply(seat, action, &mut any_luck(&mut self.dealer), &mut any_sink(&mut facts));
            self.show(before, &facts, seen);
        } else {
            self.table.apply(seat, action, &mut any_luck(&mut self.dealer), &mut any_sink(&mut ()));
        }
        true
    }

    /// Closes the window: everybody's answer, then what the next player had put down in advance, if nobody has called: after a
    /// call the card may be meant for a row that is not there any more.
    pub(crate) fn close(&mut self, bots: &[(u8, u16)], seen: &mut SeenByAll<G>) {
        let window = self.table.window();
        let mut is_quiet = true;
        for seat in self.table.to_act() {
            if self.table.window() != window || !self.table.to_act().has(seat) {
                break; // an answer has ended it for all
            }
            let bot = bots.iter().find(|(bot, _)| usize::from(*bot) == seat.index());
            let answer = self.answers[seat.index()].or_else(|| bot.and_then(|(_, code)| G::decode(*code)));
            let answer = answer.unwrap_or_else(|| self.table.default_action(seat));
            if self.apply(seat, answer, seen) {
                is_quiet &= !G::interrupts(answer);
            } else {
                self.apply(seat, self.table.default_action(seat), seen);
            }
        }
        self.answers = [None; SEATS];
        let premoves = std::mem::replace(&mut self.premoves, [None; SEATS]);
        if is_quiet
            && self.table.window().is_none()
            && let Some(seat) = self.table.to_act().first()
            && let Some(action) = premoves[seat.index()]
        {
            self.apply(seat, action, seen);
        }
    }

    /// Since when people have time to decide. Who has seen enough may be faster, and bots are.
    pub(crate) fn asked_since(&self) -> Millis {
        self.since.max(self.looked)
    }

    /// The next decision begins; a round that is over is looked at for so long.
    pub(crate) fn next(&mut self, now: Millis, look_ms: u64) {
        self.decision += 1;
        self.since = now;
        if self.table.round() != self.round {
            (self.round, self.looked) = (self.table.round(), now.plus(look_ms));
        }
        self.told = None;
        self.answers = [None; SEATS];
        self.premoves = [None; SEATS];
    }

    /// Who has to decide something and has not.
    pub(crate) fn undecided(&self) -> SeatSet {
        let answered = self.table.to_act().iter().filter(|seat| self.answers[seat.index()].is_some());
        self.table.to_act().minus(answered.collect())
    }
}
