//! Chooses plays by the hand that they leave, and challenges by expected cards.

use mazzo_bots::{BotStyle, Moment, Notes, misjudge, unit};
use mazzo_core::{CardSet, FastRng, Seat, SeatSet};

use super::equity::equity;
use super::memory::Memory;
use super::odds::Unseen;
use crate::{Action, Board, Colour, Face, Phase, Play, Symbol, Table, View};

/// The parameters of `counter`, in units of cards, tuned by playing variants against each other.
#[derive(Clone, Copy, Debug)]
pub struct CounterParams {
    /// For each card left that matches the new colour.
    pub follow: f64,
    /// For each card left that matches only by number or symbol.
    pub kin: f64,
    /// For each colour left in the hand.
    pub colours: f64,
    /// For giving up a Wild, a Wild +4.
    pub wild: [f64; 2],
    /// For taking the next player's turn.
    pub hit: f64,
    /// The same if they are nearly out: for each card fewer than four in their hand.
    pub hit_low: f64,
    /// For each card that the next player has to draw.
    pub drawn: f64,
    /// If the next player can play on the colour.
    pub open: f64,
    /// For getting rid of 50 points.
    pub points: f64,
    /// In addition, if a player is nearly out.
    pub points_late: f64,
    /// For reversing, for each card that the next player holds fewer than the previous one.
    pub turn: f64,
    /// For drawing, for keeping the drawn card.
    pub draw: [f64; 2],
    /// Assumed frequency of an unfair Wild +4, relative to a fair one.
    pub bluffs: f64,
    /// Probability of bluffing with a Wild +4.
    pub dares: f64,
    /// Assumed frequency with which an unfair Wild +4 is challenged.
    pub challenged: f64,
    /// Value of a card in another hand, relative to one in its own.
    pub theirs: f64,
    /// For each card by which a swap shortens its hand.
    pub swap: f64,
}

impl CounterParams {
    /// The best known parameters for rounds in which points count.
    pub const BEST: Self = Self {
        follow: 0.21,
        kin: 0.105,
        colours: 0.05,
        wild: [-1.3, -3.7],
        hit: 0.54,
        hit_low: 0.46,
        drawn: 0.3,
        open: -0.26,
        points: 0.23,
        points_late: 1.25,
        turn: 0.25,
        draw: [-1.25, -0.55],
        bluffs: 0.04,
        dares: 0.02,
        challenged: 1.1,
        theirs: 0.47,
        swap: 0.8,
    };

    /// For a round that ends the match, where points have no value.
    pub const LAST_ROUND: Self = Self { points: 0.0, points_late: 0.0, ..Self::BEST };

    /// The same for two players. The opponent chooses the colour, so a hand of few colours empties fastest: it first plays
    /// cards that are alone in their colour. Any playable card is better than a draw.
    pub const LAST_ROUND_OF_TWO: Self = Self {
        follow: 0.17,
        kin: -0.43,
        colours: -0.75,
        wild: [-1.56, -1.3],
        hit: 0.08,
        hit_low: 0.13,
        drawn: 0.0,
        open: -0.24,
        draw: [-4.0, -4.0],
        ..Self::LAST_ROUND
    };
}

/// The parameters of `counter` by situation.
#[derive(Clone, Copy, Debug)]
pub struct CounterParamsBySituation {
    /// While points count.
    pub points: CounterParams,
    /// In a round that ends the match for any winner.
    pub last_round: CounterParams,
    /// In such a round with two players.
    pub last_round_of_two: CounterParams,
}

impl CounterParamsBySituation {
    /// The best known parameters.
    pub const BEST: Self = Self {
        points: CounterParams::BEST,
        last_round: CounterParams::LAST_ROUND,
        last_round_of_two: CounterParams::LAST_ROUND_OF_TWO,
    };

    /// The parameters for the current round. Points have no value if a single point ends the match for every player (U33), as in
    /// a match of one round. In a match to 500 that would need all players at 499, so there all rounds are played for points.
    fn at(&self, board: &Board) -> &CounterParams {
        let scores = &board.scores[..usize::from(board.seats)];
        let is_last = scores.iter().all(|&score| score.saturating_add(1) >= board.rules.target);
        match (is_last, board.seats) {
            (false, _) => &self.points,
            (true, 2) => &self.last_round_of_two,
            (true, _) => &self.last_round,
        }
    }
}

/// Value of a card as a probability of winning: puts action values on the same scale as in the other game.
const CARD: f64 = 0.02;
/// Value of playing the last card, above all others.
const OUT: f64 = 25.0;
/// Bonus for a bluff, once the bot has decided to bluff.
const DARING: f64 = 12.0;
/// A hand is nearly out with fewer cards than this.
const LOW: u8 = 4;

struct Thinker<'a> {
    view: &'a View,
    memory: &'a Memory,
    params: &'a CounterParams,
    style: &'a BotStyle,
    me: Seat,
    unseen: Unseen,
    /// The fewest cards in another hand.
    fewest: u8,
}

/// The decision of `counter`.
pub(crate) fn counter(
    moment: Moment<'_, Table>,
    memory: &Memory,
    params: &CounterParamsBySituation,
    style: &BotStyle,
    chance: &mut FastRng,
    notes: &mut Notes<Action>,
) -> Action {
    let (view, legal) = (moment.view, moment.legal);
    let Some(me) = view.viewer.seat() else { return legal[0] };
    let params = params.at(&view.board);
    let others = SeatSet::all(view.board.seats).without(me);
    let fewest = others.iter().map(|seat| view.counts[seat.index()]).min().unwrap_or(0);
    let unseen = Unseen::of(view, style, chance);
    let thinker = Thinker { view, memory, params, style, me, unseen, fewest };
    let now = if notes.brief { 0.0 } else { equity(&view.board, me) };
    let bluff = matches!(view.board.phase, Phase::Answering(_)).then(|| {
        let odds = misjudge(thinker.bluff_odds(), style.error(chance));
        notes.odds = Some(odds);
        odds
    });
    // Bluffs at random now and then: a player who never bluffs is never challenged.
    let dares = unit(chance) < params.dares;
    let mut best = (legal[0], f64::NEG_INFINITY);
    for &action in legal {
        // Noise: a weaker bot misjudges the value of each action.
        let mut value = thinker.value(action, bluff) + 0.5 * style.error(chance);
        notes.values.push((action, (now + CARD * value).clamp(0.0, 1.0)));
        if dares && thinker.is_bluff(action) {
            value += DARING;
        }
        if value > best.1 {
            best = (action, value);
        }
    }
    best.0
}

/// The number of colours among these cards.
fn colours(cards: CardSet) -> u8 {
    Colour::ALL.into_iter().filter(|colour| !(cards & colour.cards()).is_empty()).count() as u8
}

impl Thinker<'_> {
    fn count(&self, seat: Seat) -> u8 {
        self.view.counts[seat.index()]
    }

    /// True if the action is an unfair Wild +4.
    fn is_bluff(&self, action: Action) -> bool {
        let Action::Play(play) = action else { return false };
        let force = self.view.board.colour;
        play.face == Face::WILD_DRAW_FOUR && force.is_some_and(|c| !(self.view.hand & c.cards()).is_empty())
    }

    /// The probability that the last Wild +4 was unfair, from the unseen cards and the frequency of bluffs.
    fn bluff_odds(&self) -> f64 {
        let board = &self.view.board;
        let Some(colour) = board.colour_before else { return 0.0 };
        let has = self.unseen.holds(self.view, self.memory, board.last, colour);
        let dared = has * self.memory.daring(self.params.bluffs);
        dared / (dared + 1.0 - has).max(1e-9)
    }

    fn value(&self, action: Action, bluff: Option<f64>) -> f64 {
        let (board, params) = (&self.view.board, self.params);
        let due = f64::from(board.due);
        match action {
            Action::Play(play) => self.play(play) + if board.due > 0 { due } else { 0.0 },
            Action::Jump(play) => self.play(play) + 1.0,
            Action::Draw => params.draw[0],
            Action::Keep => params.draw[1],
            Action::Pass => 0.0,
            Action::Colour(colour) => self.colour(self.view.hand, colour),
            Action::Accept => -due - 1.0,
            Action::Challenge => {
                let bluff = bluff.unwrap_or(0.0);
                let reserve = self.style.temper.call_margin() / CARD;
                bluff * due * params.theirs - (1.0 - bluff) * (due + 3.0) - reserve
            }
            Action::Uno => 1.0,
            // The player may say UNO in the same window, so a catch is worth a try only if a wrong one is free.
            Action::Catch(of) if board.owing.has(of) => {
                if board.rules.wrong_catch_draws() {
                    -0.5
                } else {
                    0.5
                }
            }
            Action::Catch(_) => -1.0,
        }
    }

    /// The value of a colour in force for this hand.
    fn colour(&self, hand: CardSet, colour: Colour) -> f64 {
        let next = self.view.board.step(self.me);
        let follow = f64::from((hand & colour.cards()).len());
        let can = self.unseen.holds(self.view, self.memory, next, colour);
        self.params.follow * follow + self.params.open * can
    }

    /// The value of a play, in cards.
    fn play(&self, play: Play) -> f64 {
        let (view, params) = (self.view, self.params);
        let (board, face) = (&view.board, play.face);
        let mut hand = view.hand;
        if let Some(card) = (hand & face.cards()).iter().last() {
            hand.remove(card);
        }
        if hand.is_empty() {
            return OUT;
        }
        let colour = play.colour.or(face.colour()).unwrap_or(Colour::Red);
        let (next, previous) = (board.step(self.me), self.me.next(board.seats, !board.clockwise));
        let mut value = self.colour(hand, colour) + params.colours * f64::from(colours(hand));
        value += params.kin * f64::from(((hand & face.kin()) - colour.cards()).len());
        let nearly_out = f64::from(LOW.saturating_sub(self.count(next)));
        let hit = params.hit + params.hit_low * nearly_out;
        match face.symbol() {
            Symbol::Number(_) => {}
            Symbol::Skip => value += hit,
            Symbol::Reverse if board.seats == 2 => {
                value += if board.rules.reverse_only_turns() { 0.0 } else { hit }
            }
            Symbol::Reverse => {
                value += params.turn * (f64::from(self.count(previous)) - f64::from(self.count(next)));
            }
            Symbol::DrawTwo => value += hit + 2.0 * params.drawn,
            Symbol::Wild => value += params.wild[0],
            Symbol::WildDrawFour => {
                value += params.wild[1] + hit + 4.0 * params.drawn;
                let unfair = board.colour.is_some_and(|force| !(hand & force.cards()).is_empty());
                if unfair && !board.rules.strict() {
                    value -= params.challenged * (4.0 + hit) - self.style.temper.bluff_bonus() / CARD;
                }
            }
        }
        let late = f64::from(LOW.saturating_sub(self.fewest)) / f64::from(LOW);
        value += f64::from(face.points()) / 50.0 * (params.points + params.points_late * late);
        let left = f64::from(hand.len());
        if let Some(with) = play.swap {
            value += params.swap * (left - f64::from(self.count(with)));
        } else if board.rules.seven_zero() && face.symbol() == Symbol::Number(0) {
            value += params.swap * (left - f64::from(self.count(previous)));
        }
        if play.uno { value + 1.0 } else { value }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Rules, Table};
    use mazzo_core::Options as _;

    use super::CounterParamsBySituation;

    #[test]
    fn points_have_a_value_unless_any_win_ends_the_match() {
        let points = |rules: &str, seats: u8, scores: [u16; 2]| {
            let rules = Rules::parse(rules).expect("valid rules");
            let mut board = *Table::empty(rules, seats).board();
            board.scores[..2].copy_from_slice(&scores);
            CounterParamsBySituation::BEST.at(&board).points > 0.0
        };
        assert!(points("", 2, [0, 0]) && points("", 2, [499, 498]) && points("target=50", 2, [49, 0]));
        assert!(points("target=2", 2, [0, 1]) && points("target=2", 3, [1, 1]));
        assert!(!points("target=1", 2, [0, 0]) && !points("target=1", 10, [0, 0]));
        assert!(!points("target=2", 2, [1, 1]));
    }
}
