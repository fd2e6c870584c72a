//! A game at a table.

use mazzo_bots::Played;
use mazzo_core::{Seat, SeatSet, Setup, Viewer};
use mazzo_fair::FairDealer;
use mazzo_wire::Millis;

use crate::house::House;

/// Seats that a table can have.
pub(crate) const SEATS: usize = Seat::LIMIT as usize;

/// A game that is being played, or was.
#[derive(Debug)]
pub(crate) struct Play<G: Played> {
    pub(crate) table: G,
    pub(crate) dealer: FairDealer,
    /// The number of the decision that is being waited for.
    pub(crate) decision: u32,
    /// Since when.
    pub(crate) since: Millis,
    /// Sealed answers in the open window.
    pub(crate) answers: [Option<G::Action>; SEATS],
    /// What people do if their turn comes when the window closes.
    pub(crate) premoves: [Option<G::Action>; SEATS],
    /// Who is waited for, once everybody was told. The list then stays: if it got shorter, it would tell who answers when.
    pub(crate) told: Option<Vec<u8>>,
    /// Every action that was applied, passes too: seat, action as a number.
    pub(crate) applied: Vec<(u8, u16)>,
    /// The bots that sit or stand in, by seat.
    pub(crate) houses: Vec<Option<House<G>>>,
}

/// The facts of a step as everybody sees them: by seat, then the public.
pub(crate) type SeenByAll<G> = Vec<Vec<<G as mazzo_core::Game>::Seen>>;

impl<G: Played> Play<G> {
    /// A game that begins, and what is seen of its deal.
    pub(crate) fn begin(setup: Setup<G::Rules>, mut dealer: FairDealer, now: Millis) -> (Self, SeenByAll<G>) {
        let before = G::empty(setup);
        let mut table = before;
        let mut facts = Vec::new();
        table.deal(&mut dealer, &mut facts);
        let mut play = Self {
            table,
            dealer,
            decision: 1,
            since: now,
            answers: [None; SEATS],
            premoves: [None; SEATS],
            told: None,
            applied: Vec::new(),
            houses: (0..setup.seats).map(|_| None).collect(),
        };
        let mut seen = play.nothing_seen();
        play.show(before, &facts, &mut seen);
        (play, seen)
    }

    pub(crate) fn nothing_seen(&self) -> SeenByAll<G> {
        vec![Vec::new(); usize::from(self.table.seats()) + 1]
    }

    fn show(&mut self, before: G, facts: &[G::Event], seen: &mut SeenByAll<G>) {
        let mut table = before;
        for &fact in facts {
            for (viewer, seen) in Viewer::all(table.seats()).zip(seen.iter_mut()) {
                let what = table.redact(fact, viewer);
                seen.push(what);
                if let Some(house) = viewer.seat().and_then(|seat| self.houses[seat.index()].as_mut()) {
                    house.hear(what);
                }
            }
            table.evolve(fact);
        }
    }

    /// Does it, if the rules let that seat: what is stored was permitted when it was decided.
    pub(crate) fn apply(&mut self, seat: Seat, action: G::Action, seen: &mut SeenByAll<G>) -> bool {
        if self.table.permit(seat, action).is_err() {
            return false;
        }
        let before = self.table;
        let mut facts = Vec::new();
        self.table.apply(seat, action, &mut self.dealer, &mut facts);
        self.applied.push((seat.index() as u8, G::encode(action)));
        self.show(before, &facts, seen);
        true
    }

    /// Closes the window: everybody's answer, then what the next player had put down in advance.
    pub(crate) fn close(&mut self, bots: &[(u8, u16)], seen: &mut SeenByAll<G>) {
        let window = self.table.window();
        for seat in self.table.to_act() {
            if self.table.window() != window || !self.table.to_act().has(seat) {
                break; // an answer has ended it for all
            }
            let bot = bots.iter().find(|(bot, _)| usize::from(*bot) == seat.index());
            let answer = self.answers[seat.index()].or_else(|| bot.and_then(|(_, code)| G::decode(*code)));
            let answer = answer.unwrap_or_else(|| self.table.default_action(seat));
            if !self.apply(seat, answer, seen) {
                self.apply(seat, self.table.default_action(seat), seen);
            }
        }
        self.answers = [None; SEATS];
        let premoves = std::mem::replace(&mut self.premoves, [None; SEATS]);
        if self.table.window().is_none()
            && let Some(seat) = self.table.to_act().first()
            && let Some(action) = premoves[seat.index()]
        {
            self.apply(seat, action, seen);
        }
    }

    /// The next decision begins.
    pub(crate) fn next(&mut self, now: Millis) {
        self.decision += 1;
        self.since = now;
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
