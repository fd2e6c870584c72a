//! Calls and plays by expected tokens, from exact odds.

use std::cell::{OnceCell, RefCell};

use arrayvec::ArrayVec;
use mazzo_bots::{BotStyle, Moment, Notes, logistic, misjudge};
use mazzo_core::{FastRng, Seat};
use rand_core::SeedableRng as _;

use super::equity::equity;
use super::odds::{Habits, Hidden, Look, NO_HABIT, context};
use crate::{Action, Back, Board, Face, LIMIT, Phase, Side, View};

/// The parameters of `counter`, tuned by playing variants against each other.
#[derive(Clone, Copy, Debug)]
pub struct CounterParams {
    /// The weight of each plain face to be played face down, by how full the row looks.
    pub habits: Habits,
    /// Correction of the odds, since nobody has called so far and the players know their own hidden cards: a factor and a term
    /// in log-odds, by number of seats from two on.
    pub doubt: [[f64; 2]; 5],
    /// The public odds at which another player calls half of the time.
    pub call_at: f64,
    /// Steepness of the callers' response to the odds.
    pub sharp: f64,
    /// Value of leaving a full row to the next player.
    pub pressure: f64,
    /// The expected sum from which `pressure` applies.
    pub press_from: f64,
    /// Additional pressure of an x2.
    pub doubled: f64,
    /// Value of getting rid of a number card, per point.
    pub rid: f64,
    /// Cost of giving up a Reverse, x2, Trash, Trap.
    pub part: [f64; 4],
    /// Value of passing when other players have to play on a row that may be full.
    pub wait: f64,
    /// Cost of playing a card face up.
    pub show: f64,
    /// Bonus for a call on a long row, times the square of the excess length, so that a round ends.
    pub impatience: f64,
}

impl CounterParams {
    /// Corrects the probability of a full row by `doubt`. Certainty stays certain.
    fn doubted(&self, likelihood: f64, seats: u8) -> f64 {
        if likelihood <= 1e-9 || likelihood >= 1.0 - 1e-9 {
            return likelihood;
        }
        let log_odds = (likelihood / (1.0 - likelihood)).ln();
        let [factor, added] = self.doubt[usize::from(seats.clamp(2, 6) - 2)];
        logistic(factor * log_odds + added)
    }
}

/// Error of a win probability for a bot that errs by 1 in log-odds.
const FUTURE: f64 = 0.03;
/// Rough cost of a call that is certainly wrong.
const WRONG: f64 = 0.2;
/// Usual maximum length of a row.
const USUAL_ROW: usize = 9;

impl CounterParams {
    /// The best known parameters.
    pub const BEST: Self = Self {
        habits: [
            [1.58, 1.63, 1.7, 1.73, 1.8, 1.58, 0.17, 0.03, 0.71],
            [1.55, 1.64, 1.65, 1.62, 1.66, 1.55, 0.28, 0.04, 0.83],
            [1.47, 1.6, 1.52, 1.51, 1.41, 1.42, 0.48, 0.16, 0.93],
            [1.41, 1.46, 1.34, 1.32, 1.2, 1.42, 0.64, 0.28, 1.07],
            [1.26, 1.24, 1.14, 0.94, 0.98, 1.25, 0.86, 0.52, 1.35],
            [1.02, 0.96, 0.82, 0.77, 0.73, 1.09, 1.11, 0.82, 1.49],
            [0.84, 0.74, 0.61, 0.57, 0.6, 1.0, 1.29, 1.0, 1.5],
            [0.75, 0.74, 0.74, 0.77, 0.8, 0.95, 1.2, 1.05, 1.2],
        ],
        doubt: [[0.695, -0.7], [0.69, -0.75], [0.705, -0.775], [0.745, -0.72], [0.79, -0.65]],
        call_at: 0.51,
        sharp: 4.2,
        pressure: 0.25,
        press_from: 13.5,
        doubled: 0.05,
        rid: 0.0015,
        part: [0.002, 0.038, 0.035, 0.03],
        wait: 0.048,
        show: 0.04,
        impatience: 0.002,
    };
}

/// The probability for the viewer that the row is full.
pub(crate) fn full(view: &View, params: &CounterParams) -> f64 {
    let own = Look::own(view, &params.habits, &BotStyle::EXACT, &mut FastRng::seed_from_u64(0));
    let hidden = own.hidden(own.hiders.len(), &NO_HABIT);
    params.doubted(hidden.at_least(LIMIT.saturating_sub(own.known)), view.board.seats)
}

/// The state of `counter` during one decision.
struct Thinker<'a> {
    view: &'a View,
    params: &'a CounterParams,
    style: &'a BotStyle,
    me: Seat,
    own: Look,
    public: Look,
    /// The distributions with one hidden card less, as many, and one more than now; computed on demand.
    own_hidden: [OnceCell<Hidden>; 3],
    public_hidden: [OnceCell<Hidden>; 3],
    own_traps: ArrayVec<Seat, 5>,
    /// Cache of the values of calls.
    settled: RefCell<ArrayVec<(Ending, [f64; 2]), 24>>,
    error: f64,
    now: f64,
}

/// Cache key of a call: the caller, the last player, and the owners of the Traps in the row.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ending {
    caller: Seat,
    last: Seat,
    trappers: ArrayVec<Seat, 5>,
}

/// The row at the time of a call.
struct Called<'a> {
    hidden: &'a Hidden,
    hiders: &'a [Seat],
    known: u8,
    own_traps: &'a [Seat],
}

/// The decision of `counter`.
pub(crate) fn counter(
    moment: Moment<'_, crate::Table>,
    params: &CounterParams,
    style: &BotStyle,
    chance: &mut FastRng,
    notes: &mut Notes<Action>,
) -> Action {
    let Some(me) = moment.view.viewer.seat() else { return moment.legal[0] };
    let thinker = Thinker::new(moment.view, me, params, style, chance);
    match moment.view.board.phase {
        Phase::Window => thinker.answer(moment.legal, notes),
        Phase::Turn { .. } | Phase::Dealing | Phase::Over => {
            for &action in moment.legal {
                // Noise: a weaker bot misjudges the value of each play.
                let value = thinker.play(action) + FUTURE * style.error(chance);
                notes.values.push((action, value));
            }
        }
    }
    best(&notes.values).unwrap_or(moment.legal[0])
}

fn best(values: &[(Action, f64)]) -> Option<Action> {
    let better = |a: (Action, f64), b: &(Action, f64)| if b.1 > a.1 { *b } else { a };
    let (first, rest) = values.split_first()?;
    Some(rest.iter().fold(*first, better).0)
}

impl<'a> Thinker<'a> {
    fn new(
        view: &'a View,
        me: Seat,
        params: &'a CounterParams,
        style: &'a BotStyle,
        chance: &mut FastRng,
    ) -> Self {
        let is_own_trap = |laid: &&crate::SeenLaid| {
            laid.seat == me && laid.side == Side::Down && laid.face == Some(Face::Trap)
        };
        Self {
            view,
            params,
            style,
            me,
            own: Look::own(view, &params.habits, style, chance),
            public: Look::public(view, &params.habits),
            own_hidden: Default::default(),
            public_hidden: Default::default(),
            own_traps: view.row.iter().filter(is_own_trap).map(|_| me).take(5).collect(),
            settled: RefCell::default(),
            error: style.error(chance),
            now: equity(&view.board, me),
        }
    }

    /// The distribution of `count` hidden cards for this seat; at most one more or less than in the row.
    fn hidden(&self, count: usize) -> &Hidden {
        let at = count + 1 - self.own.hiders.len();
        self.own_hidden[at].get_or_init(|| self.own.hidden(count, &NO_HABIT))
    }

    /// The distribution of `count` hidden cards from public information.
    fn public_hidden(&self, count: usize) -> &Hidden {
        let at = count + 1 - self.public.hiders.len();
        let next = &self.params.habits[context(&self.view.row)];
        self.public_hidden[at].get_or_init(|| self.public.hidden(count, next))
    }

    /// The probability as this bot judges it.
    fn judge(&self, likelihood: f64) -> f64 {
        misjudge(self.params.doubted(likelihood, self.view.board.seats), self.error)
    }

    /// Values a call and a pass.
    fn answer(&self, legal: &[Action], notes: &mut Notes<Action>) {
        let hidden = self.hidden(self.own.hiders.len());
        let odds = self.judge(hidden.at_least(LIMIT.saturating_sub(self.own.known)));
        notes.odds = Some(odds);
        if odds <= 0.0 && self.view.row.len() <= USUAL_ROW {
            // Fast path for most windows: a call cannot be right.
            let values = legal
                .iter()
                .map(|&action| (action, self.now - if action == Action::Call { WRONG } else { 0.0 }));
            return notes.values.extend(values);
        }
        let board = &self.view.board;
        let Some(last) = board.last else { return };
        let called =
            Called { hidden, hiders: &self.own.hiders, known: self.own.known, own_traps: &self.own_traps };
        let long = self.view.row.len().saturating_sub(USUAL_ROW) as f64;
        let call = self.called(board, self.me, last, &called) - self.style.temper.call_margin()
            + self.params.impatience.max(0.001) * long * long;
        let next = board.next(last);
        let pass = if next == self.me {
            let values = self.view.hand.into_iter().flat_map(|card| {
                [Side::Up, Side::Down].map(|side| self.play(Action::Play(Face::of(card), side)))
            });
            values.fold(f64::NEG_INFINITY, f64::max).max(-1.0)
        } else {
            self.now + self.params.wait * odds
        };
        for &action in legal {
            notes.values.push((action, if action == Action::Call { call } else { pass }));
        }
    }

    /// The expected value for this seat of a call by `caller`, over the hidden cards.
    fn called(&self, board: &Board, caller: Seat, last: Seat, row: &Called<'_>) -> f64 {
        let need = LIMIT.saturating_sub(row.known);
        let mut value = 0.0;
        for traps in 0..3 {
            let weight = row.hidden.traps(traps);
            if weight < 1e-4 {
                continue;
            }
            let reached = self.judge(row.hidden.with_traps(traps, need) / weight);
            // Any hidden card may be the Trap. An approximation: only the first and the last are considered.
            let hiders = row.hiders;
            let ways = if traps == 1 && hiders.len() > 1 { 2 } else { 1 };
            for way in 0..ways {
                let mut trappers: ArrayVec<Seat, 5> = row.own_traps.iter().copied().collect();
                let from = if way == 0 { 0 } else { hiders.len() - 1 };
                for &hider in hiders[from..].iter().take(traps) {
                    let _ = trappers.try_push(hider);
                }
                let [under, over] = self.settle(board, Ending { caller, last, trappers });
                value += weight / f64::from(ways) * (reached * over + (1.0 - reached) * under);
            }
        }
        value
    }

    /// The value of a call for this seat if the row is under 17, and if it is 17 or more.
    fn settle(&self, board: &Board, ending: Ending) -> [f64; 2] {
        let mut settled = self.settled.borrow_mut();
        if let Some((_, values)) = settled.iter().find(|(known, _)| *known == ending) {
            return *values;
        }
        let values = [false, true].map(|reached| {
            let tokens = board.tokens(ending.caller, ending.last, reached, &ending.trappers);
            equity(&board.after(&tokens), self.me)
        });
        let _ = settled.try_push((ending, values));
        values
    }

    /// The value of playing a card.
    fn play(&self, action: Action) -> f64 {
        let Action::Play(face, side) = action else { return self.now };
        let (view, params) = (self.view, self.params);
        let mut board = view.board;
        let (mut known, mut public_known) = (self.own.known, self.public.known);
        let (mut hiders, mut public_hidden) = (self.own.hiders.clone(), self.public.hiders.len());
        let mut own_traps = self.own_traps.clone();
        let is_hidden = side == Side::Down && face.back() == Back::PLAIN;
        known += face.value();
        if is_hidden {
            public_hidden += 1;
        } else {
            public_known += face.value();
        }
        if is_hidden && face == Face::Trap {
            let _ = own_traps.try_push(self.me);
        }
        if side == Side::Up && face == Face::Reverse {
            board.clockwise = !board.clockwise;
        }
        if side == Side::Up
            && face == Face::Trash
            && let Some(laid) = view.row.last()
        {
            let value = laid.face.or(laid.back.face()).map_or(0, Face::value);
            known -= value;
            if laid.face.is_none() && laid.back == Back::PLAIN {
                hiders.pop();
            }
            if laid.side == Side::Down && laid.back == Back::PLAIN {
                public_hidden -= 1;
            } else {
                public_known -= value;
            }
            if laid.seat == self.me && laid.side == Side::Down && laid.face == Some(Face::Trap) {
                own_traps.pop();
            }
        }

        let need = LIMIT.saturating_sub(public_known);
        let public_odds = params.doubted(self.public_hidden(public_hidden).at_least(need), board.seats);
        let call = logistic(params.sharp * (public_odds - params.call_at));
        let hidden = self.hidden(hiders.len());
        let next = board.next(self.me);
        board.last = Some(self.me);
        let row = Called { hidden, hiders: &hiders, known, own_traps: &own_traps };
        let called = self.called(&board, next, self.me, &row);

        let sum = f64::from(known) + hidden.mean();
        let span = f64::from(LIMIT) - params.press_from;
        let press = ((sum - params.press_from) / span).clamp(0.0, 1.0);
        let doubled = if side == Side::Up && face == Face::X2 { params.doubled } else { 0.0 };
        let others = f64::from(board.seats - 1);
        let go_on = self.now + (params.pressure * press * press + doubled * press) / others;
        let rid = match face.special() {
            Some(special) => -params.part[special as usize],
            None => params.rid * f64::from(face.value()),
        };
        let preference = if is_hidden { self.style.temper.bluff_bonus() } else { -params.show };
        call * called + (1.0 - call) * go_on + rid + preference
    }
}
