//! One game at a table.

use mazzo_bots::PlayableGame;
use mazzo_core::{CardSet, Chance as _, Seat, SeatSet, Setup, Viewer, any_luck, any_sink};
use mazzo_protocol::Millis;
use mazzo_record::Recorder;
use mazzo_record::fair::FairDealer;

use crate::game_facts::{Did, GameFacts, Luck, Noted, Unfit};
use crate::seat_bot::SeatBot;
use crate::step::SeenByAll;

/// Seats that a table can have.
pub(crate) const SEATS: usize = Seat::LIMIT as usize;

/// A game, running or finished.
#[derive(Debug)]
pub(crate) struct Play<G: PlayableGame> {
    pub(crate) table: G,
    pub(crate) dealer: FairDealer,
    /// The cards of each pile before its shuffle. With the secret they give the order of every card.
    pub(crate) piles: Vec<CardSet>,
    /// Cards drawn from the last pile.
    drawn: u8,
    /// Seed of the bots' reaction times in this game.
    pub(crate) pace: u64,
    /// The number of the open decision; 0 before the deal.
    pub(crate) decision: u32,
    /// Start of the open decision.
    pub(crate) since: Millis,
    /// The round, and the end of the pause for looking at the result of the last one.
    round: u16,
    pub(crate) looked: Millis,
    /// Sealed answers in the open window.
    pub(crate) answers: [Option<G::Action>; SEATS],
    /// Actions that people want to take if their turn comes when the window closes.
    pub(crate) premoves: [Option<G::Action>; SEATS],
    /// The awaited seats, once published. The list then stays: if it got shorter, it would reveal who answers when.
    pub(crate) told: Option<SeatSet>,
    /// The moves, as the record will write them.
    pub(crate) moves: Recorder,
    /// The bots that sit or stand in, by seat.
    pub(crate) seat_bots: Vec<Option<SeatBot<G>>>,
}

/// The events of the deal of a game.
pub(crate) fn deal<G: PlayableGame>(setup: Setup<G::Rules>, dealer: &FairDealer) -> GameFacts {
    let (mut luck, mut noted) = (Luck::of(dealer), Noted::new());
    let mut table = G::empty(setup);
    table.deal(&mut any_luck(&mut luck), &mut any_sink(&mut noted.sink::<G>()));
    noted.finish(&luck)
}

/// Evaluates a decision on a copy of the table: the game itself changes only after the decision is stored.
struct Deciding<'a, G: PlayableGame> {
    table: G,
    luck: Luck<'a>,
    noted: Noted,
}

impl<G: PlayableGame> Deciding<'_, G> {
    /// Applies the action if the rules permit it.
    fn apply(&mut self, seat: Seat, action: G::Action) -> bool {
        let is_permitted = self.table.permit(seat, action).is_ok();
        if is_permitted {
            self.apply_permitted(seat, action);
        }
        is_permitted
    }

    fn apply_permitted(&mut self, seat: Seat, action: G::Action) {
        self.noted.act::<G>(seat, action);
        let sink = &mut self.noted.sink::<G>();
        self.table.apply(seat, action, &mut any_luck(&mut self.luck), &mut any_sink(sink));
    }

    fn finish(self) -> GameFacts {
        self.noted.finish(&self.luck)
    }
}

impl<G: PlayableGame> Play<G> {
    /// A game before its deal.
    pub(crate) fn begin(setup: Setup<G::Rules>, dealer: FairDealer, pace: u64, now: Millis) -> Self {
        Self {
            table: G::empty(setup),
            dealer,
            piles: Vec::new(),
            drawn: 0,
            pace,
            decision: 0,
            since: now,
            round: 0,
            looked: now,
            answers: [None; SEATS],
            premoves: [None; SEATS],
            told: None,
            moves: Recorder::default(),
            seat_bots: (0..setup.seats).map(|_| None).collect(),
        }
    }

    fn deciding(&self) -> Deciding<'_, G> {
        Deciding { table: self.table, luck: Luck::of(&self.dealer), noted: Noted::new() }
    }

    /// The events of that action by that seat on its turn.
    pub(crate) fn decide_move(&self, seat: Seat, action: Option<G::Action>) -> GameFacts {
        let mut deciding = self.deciding();
        if let Some(action) = action {
            deciding.apply(seat, action);
        }
        deciding.finish()
    }

    /// The same for an action that the rules are known to permit.
    pub(crate) fn decide_permitted(&self, seat: Seat, action: G::Action) -> GameFacts {
        let mut deciding = self.deciding();
        deciding.apply_permitted(seat, action);
        deciding.finish()
    }

    /// The events of closing the window now: every answer, then the premove of the next player. A call cancels the premove: its
    /// card may be meant for a row that is gone.
    pub(crate) fn decide_close(&self, bots: &[(u8, u16)]) -> GameFacts {
        let mut deciding = self.deciding();
        let window = self.table.window();
        let mut is_quiet = true;
        for seat in self.table.to_act() {
            let table = &deciding.table;
            if table.window() != window || !table.to_act().has(seat) {
                break; // an answer has ended the window for all
            }
            let bot = bots.iter().find(|(bot, _)| usize::from(*bot) == seat.index());
            let answer = self.answers[seat.index()].or_else(|| bot.and_then(|(_, code)| G::decode(*code)));
            let pass = table.default_action(seat);
            let answer = answer.unwrap_or(pass);
            if deciding.apply(seat, answer) {
                is_quiet &= !G::interrupts(answer);
            } else {
                deciding.apply(seat, pass);
            }
        }
        if is_quiet
            && deciding.table.window().is_none()
            && let Some(seat) = deciding.table.to_act().first()
            && let Some(action) = self.premoves[seat.index()]
        {
            deciding.apply(seat, action);
        }
        deciding.finish()
    }

    /// Applies stored events without evaluating the rules again.
    pub(crate) fn take_in(&mut self, game: &GameFacts, seen: &mut SeenByAll<G>) -> Result<(), Unfit> {
        for did in game.read::<G>() {
            match did? {
                Did::Act(seat, action) => self.moves.note(&self.table, seat, action),
                Did::Event(event) => {
                    self.show(event, seen);
                    self.table.evolve(event);
                }
                Did::Shuffled(pile) => {
                    self.dealer.shuffle(pile);
                    self.piles.reserve_exact(1); // keeps spare capacity low: a server has many tables
                    self.piles.push(pile);
                    self.drawn = 0;
                }
                Did::Drawn(more) => {
                    let left = self.piles.last().map_or(0, |pile| pile.len()) - self.drawn;
                    if more > left {
                        return Err(Unfit("more cards drawn than the pile has"));
                    }
                    self.drawn += more;
                    for _ in 0..more {
                        self.dealer.draw();
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds an event to the step as each viewer sees it, and passes it to bots that remember.
    fn show(&mut self, event: G::Event, seen: &mut SeenByAll<G>) {
        seen.begin_fact();
        for viewer in Viewer::all(self.table.seats()) {
            let bot = viewer.seat().and_then(|seat| self.seat_bots[seat.index()].as_mut());
            let bot = bot.filter(|bot| bot.remembers());
            if !seen.is_wanted() && bot.is_none() {
                continue;
            }
            let what = self.table.redact(event, viewer);
            seen.add(viewer, what);
            if let Some(bot) = bot {
                bot.hear(what);
            }
        }
    }

    /// The start of a person's time to decide. People may act before the pause ends, and bots do.
    pub(crate) fn asked_since(&self) -> Millis {
        self.since.max(self.looked)
    }

    /// Begins the next decision. After a round, people get `look_ms` to look at its result.
    pub(crate) fn next(&mut self, now: Millis, look_ms: u64) {
        self.since = now;
        if self.table.round() != self.round {
            self.round = self.table.round();
            if self.decision > 0 {
                self.looked = now.plus(look_ms);
            }
        }
        self.decision += 1;
        self.told = None;
        self.answers = [None; SEATS];
        self.premoves = [None; SEATS];
    }

    /// Seats that have to decide and have not.
    pub(crate) fn undecided(&self) -> SeatSet {
        let answered = self.table.to_act().iter().filter(|seat| self.answers[seat.index()].is_some());
        self.table.to_act().minus(answered.collect())
    }
}
