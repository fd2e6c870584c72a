//! Statistics of the games of an arena.
//!
//! Everything is summed in integers and divided at the end, so that the result does not depend on the order of rows or on the
//! number of threads or machines.

mod calibration;
mod interval;
mod length;

use std::collections::BTreeMap;

use serde::Serialize;

pub use calibration::{Bin, Calibration};
pub use interval::Estimate;
pub(crate) use length::length;
pub use length::{Bar, Length};

use crate::game_row::{GameRow, SeatRow};
use crate::plan::Plan;
use calibration::Claims;
pub(crate) use interval::{Deals, Observed};

/// A win shared by w seats counts `WHOLE / w` for each: 2520 is divisible by every w up to 10.
pub(crate) const WHOLE: u64 = 2520;

/// Wins by the seat's distance from the lead.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Offset {
    /// The number of times that a seat at this distance was held.
    pub games: u64,
    /// The share of wins.
    pub share: Estimate,
}

/// The statistics of one bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BotStats {
    /// Its name.
    pub name: String,
    /// Seats held, over all games.
    pub games: u64,
    /// The share of wins for each seat held; a win shared by w seats is 1/w for each.
    pub share: Estimate,
    /// Points for each seat held.
    pub points: Estimate,
    /// Elo against the field: 400 times the logarithm to base 10 of its share over the mean share of the others. With two bots this
    /// is the Elo of the score. `None` for a single bot, or if no game was won.
    pub elo: Option<Estimate>,
    /// By the seat's distance from the lead.
    pub offsets: Vec<Offset>,
    /// Number of correct calls or challenges.
    pub right: u64,
    /// Number of wrong ones.
    pub wrong: u64,
    /// The share of correct ones; `None` without any.
    pub accuracy: Option<Estimate>,
    /// The calibration of its stated probabilities.
    pub calibration: Calibration,
    /// Number of decisions.
    pub decisions: u64,
    /// Number of decisions that it failed to make.
    pub faults: u64,
}

/// One bot against another, at tables where both sat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Duel {
    /// The number of games.
    pub games: u64,
    /// The share of games that it won and the other did not.
    pub share: Estimate,
}

/// The statistics of an arena.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stats {
    /// Number of seats of a table.
    pub seats: u8,
    /// Number of deals.
    pub deals: u64,
    /// Number of games.
    pub games: u64,
    /// Games aborted as endless, without a winner.
    pub endless: u64,
    /// The share of wins at equal strength: one over the number of seats.
    pub parity: f64,
    /// By bot, in the order of the plan.
    pub bots: Vec<BotStats>,
    /// All bots together, by the seat's distance from the lead.
    pub offsets: Vec<Offset>,
    /// `cross[a][b]`: a against b; `None` on the diagonal, or if they never met.
    pub cross: Vec<Vec<Option<Duel>>>,
    /// Lengths in moves.
    pub moves: Length,
    /// Lengths in rounds.
    pub rounds: Length,
    /// Games whose winner was behind at half time.
    pub comebacks: u64,
    /// Their share of the games with a winner.
    pub comeback: Estimate,
    /// The sums of the game's counters.
    pub counts: Vec<u64>,
}

/// Sorts rows and removes duplicates.
pub fn sort(rows: &mut Vec<GameRow>) {
    rows.sort_by_key(key);
    rows.dedup_by_key(|row| key(row));
}

fn key(row: &GameRow) -> (u64, u32, u8) {
    (row.deal, row.lineup, row.rotation)
}

/// The rows that fit a plan, sorted and without duplicates.
pub(crate) fn ordered<'a>(plan: &Plan, rows: &'a [GameRow]) -> Vec<&'a GameRow> {
    let mut rows: Vec<&GameRow> = rows.iter().filter(|row| plan.fits(row)).collect();
    rows.sort_by_key(|row| key(row));
    rows.dedup_by_key(|row| key(row));
    rows
}

/// The share of a win for a seat, in parts of [`WHOLE`].
pub(crate) fn parts(row: &GameRow, seat: usize) -> u64 {
    let won = row.winners >> seat & 1 == 1;
    if won { WHOLE / u64::from(row.winners.count_ones()) } else { 0 }
}

/// One kind of observation: the current deal, and all deals before it.
#[derive(Clone, Default)]
struct Series {
    deal: Observed,
    all: Deals,
}

impl Series {
    fn add(&mut self, sum: i64) {
        self.deal.add(sum);
    }

    fn close(&mut self) {
        self.all.push(std::mem::take(&mut self.deal));
    }

    fn offset(&self) -> Offset {
        Offset { games: self.all.times(), share: self.all.share(WHOLE) }
    }
}

#[derive(Clone, Default)]
struct BotSums {
    wins: Series,
    points: Series,
    calls: Series,
    offsets: Vec<Series>,
    duels: Vec<Series>,
    claims: Claims,
    decisions: u64,
    faults: u64,
}

impl BotSums {
    fn seat(&mut self, seat: &SeatRow, offset: usize, parts: u64) {
        self.wins.add(parts.cast_signed());
        self.offsets[offset].add(parts.cast_signed());
        self.points.add(seat.points.into());
        self.calls.deal.sum += i64::from(seat.right);
        self.calls.deal.times += u64::from(seat.right) + u64::from(seat.wrong);
        seat.claims.iter().for_each(|&claim| self.claims.add(claim));
        self.decisions += u64::from(seat.decisions);
        self.faults += u64::from(seat.faults);
    }

    fn close(&mut self) {
        let ratios = [&mut self.wins, &mut self.points, &mut self.calls];
        ratios.into_iter().chain(&mut self.offsets).chain(&mut self.duels).for_each(Series::close);
    }
}

struct Sums {
    bots: Vec<BotSums>,
    /// The bots at the current table, and those of them that have won.
    sat: Vec<bool>,
    won: Vec<bool>,
    offsets: Vec<Series>,
    comebacks: Series,
    moves: BTreeMap<u32, u64>,
    rounds: BTreeMap<u32, u64>,
    counts: Vec<u64>,
    games: u64,
    endless: u64,
}

impl Sums {
    fn new(plan: &Plan) -> Self {
        let (bots, seats) = (plan.bots().len(), usize::from(plan.seats()));
        let offsets = vec![Series::default(); seats];
        let bot =
            BotSums { offsets: offsets.clone(), duels: vec![Series::default(); bots], ..BotSums::default() };
        Self {
            bots: vec![bot; bots],
            sat: vec![false; bots],
            won: vec![false; bots],
            offsets,
            comebacks: Series::default(),
            moves: BTreeMap::new(),
            rounds: BTreeMap::new(),
            counts: vec![],
            games: 0,
            endless: 0,
        }
    }

    fn game(&mut self, row: &GameRow) {
        let seats = row.seats.len();
        self.sat.fill(false);
        self.won.fill(false);
        let (sat, won) = (&mut self.sat, &mut self.won);
        for (seat, sitting) in row.seats.iter().enumerate() {
            let offset = (seat + seats - usize::from(row.lead)) % seats;
            let (bot, parts) = (usize::from(sitting.bot), parts(row, seat));
            self.bots[bot].seat(sitting, offset, parts);
            self.offsets[offset].add(parts.cast_signed());
            sat[bot] = true;
            won[bot] |= parts > 0;
        }
        for (bot, sums) in self.bots.iter_mut().enumerate().filter(|&(bot, _)| sat[bot]) {
            for (other, duel) in sums.duels.iter_mut().enumerate() {
                if other != bot && sat[other] {
                    duel.add((won[bot] && !won[other]).into());
                }
            }
        }
        self.games += 1;
        if row.winners == 0 {
            self.endless += 1;
        } else {
            self.comebacks.add(row.comeback.into());
        }
        *self.moves.entry(row.moves).or_default() += 1;
        *self.rounds.entry(row.rounds).or_default() += 1;
        if row.counts.len() > self.counts.len() {
            self.counts.resize(row.counts.len(), 0);
        }
        self.counts.iter_mut().zip(&row.counts).for_each(|(sum, &count)| *sum += u64::from(count));
    }

    fn close_deal(&mut self) {
        self.bots.iter_mut().for_each(BotSums::close);
        self.offsets.iter_mut().for_each(Series::close);
        self.comebacks.close();
    }
}

impl Stats {
    /// From rows in any order. Rows that do not fit the plan are skipped: they belong to another arena.
    pub fn new(plan: &Plan, rows: &[GameRow]) -> Self {
        let rows = ordered(plan, rows);
        let mut sums = Sums::new(plan);
        let mut deals = 0;
        for deal in rows.chunk_by(|one, next| one.deal == next.deal) {
            for row in deal {
                sums.game(row);
            }
            sums.close_deal();
            deals += 1;
        }
        let shares: Vec<Estimate> = sums.bots.iter().map(|bot| bot.wins.all.share(WHOLE)).collect();
        let bots = plan.bots().iter().zip(&sums.bots).enumerate();
        Self {
            seats: plan.seats(),
            deals,
            games: sums.games,
            endless: sums.endless,
            parity: 1.0 / f64::from(plan.seats()),
            bots: bots.map(|(index, (name, sums))| bot(name, sums, elo(&shares, index))).collect(),
            offsets: sums.offsets.iter().map(Series::offset).collect(),
            cross: sums.bots.iter().map(|bot| bot.duels.iter().map(duel).collect()).collect(),
            moves: length(&sums.moves),
            rounds: length(&sums.rounds),
            comebacks: sums.comebacks.all.sum().unsigned_abs(),
            comeback: sums.comebacks.all.share(1),
            counts: sums.counts,
        }
    }

    /// The bots by their share of wins, best first; ties in the order of the plan.
    pub fn ladder(&self) -> Vec<usize> {
        let mut ladder: Vec<usize> = (0..self.bots.len()).collect();
        ladder.sort_by(|&a, &b| self.bots[b].share.value.total_cmp(&self.bots[a].share.value));
        ladder
    }
}

fn bot(name: &str, sums: &BotSums, elo: Option<Estimate>) -> BotStats {
    let (right, calls) = (sums.calls.all.sum().unsigned_abs(), sums.calls.all.times());
    BotStats {
        name: name.to_owned(),
        games: sums.wins.all.times(),
        share: sums.wins.all.share(WHOLE),
        points: sums.points.all.mean(),
        elo,
        offsets: sums.offsets.iter().map(Series::offset).collect(),
        right,
        wrong: calls - right,
        accuracy: (calls > 0).then(|| sums.calls.all.share(1)),
        calibration: sums.claims.calibration(),
        decisions: sums.decisions,
        faults: sums.faults,
    }
}

fn duel(series: &Series) -> Option<Duel> {
    let games = series.all.times();
    (games > 0).then(|| Duel { games, share: series.all.share(1) })
}

/// The shares of all bots add up to a constant, so the opponents lose what a bot wins. Elo is therefore a monotonic function of the
/// bot's share, and maps the bounds of the share's interval to the bounds of Elo's. A bot without wins has an Elo of minus
/// infinity.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn elo(shares: &[Estimate], bot: usize) -> Option<Estimate> {
    let others = shares.len() - 1;
    let total: f64 = shares.iter().map(|share| share.value).sum();
    let scale = |share: f64| {
        let rest = (total - share) / others as f64;
        if rest <= 0.0 { f64::INFINITY } else { 400.0 * (share / rest).log10() }
    };
    (others > 0 && total > 0.0).then(|| shares[bot].map(scale))
}
