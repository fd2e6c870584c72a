//! Plays one game of an arena.

use crate::simulation::{self, Entrant, Seated, Tally, playout};
use mazzo_bots::PlayableGame;
use mazzo_core::{Dealer, FastRng, Seat, SeatSet, Setup, Statistics, seed_for};

use crate::game_row::{Claim, GameRow, SeatRow};
use crate::plan::Plan;

/// Creates a bot by its index in the list.
pub type Make<'a, G> = dyn Fn(usize) -> Entrant<G> + Sync + 'a;

/// Pool of bots between games, so that an external program is started once and not for every game.
pub(crate) struct BotPool<'a, G: PlayableGame> {
    make: &'a Make<'a, G>,
    idle: Vec<Vec<Entrant<G>>>,
    /// Buffer for the rounds of a game.
    rounds: Rounds<G>,
}

impl<'a, G: PlayableGame> BotPool<'a, G> {
    pub(crate) fn new(bots: usize, make: &'a Make<'a, G>) -> Self {
        Self { make, idle: (0..bots).map(|_| Vec::new()).collect(), rounds: Rounds(Vec::new()) }
    }

    fn take(&mut self, bot: u8) -> Entrant<G> {
        self.idle[usize::from(bot)].pop().unwrap_or_else(|| (self.make)(bot.into()))
    }
}

/// The number of probabilities in hundredths, from 0 to 100.
const HUNDREDTHS: usize = 101;

/// Tolerance for equities that differ only by rounding.
const EQUITY_TOLERANCE: f64 = 1e-9;

/// Identifies a game of an arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameIndex {
    pub(crate) deal: u64,
    pub(crate) lineup: u32,
    pub(crate) rotation: u8,
}

/// The table at the start of each round. The leaders are computed for one of them only, once half time is known: computing them
/// for all costs more than a whole game of a quick bot.
struct Rounds<G>(Vec<G>);

impl<G: PlayableGame> Rounds<G> {
    fn watch(&mut self, table: &G) {
        if self.0.last().is_none_or(|last| last.round() != table.round()) {
            self.0.push(*table);
        }
    }

    /// True if no winner was in the lead at half time.
    fn is_comeback(&self, winners: SeatSet) -> bool {
        self.0.get(self.0.len() / 2).is_some_and(|half| leaders(half).and(winners).is_empty())
    }
}

fn leaders<G: PlayableGame>(table: &G) -> SeatSet {
    let (mut best, mut leaders) = (0.0, SeatSet::EMPTY);
    for seat in SeatSet::all(table.seats()) {
        let equity = table.equity(seat);
        if equity > best + EQUITY_TOLERANCE {
            (best, leaders) = (equity, SeatSet::EMPTY);
        }
        if equity > best - EQUITY_TOLERANCE {
            leaders = leaders.with(seat);
        }
    }
    leaders
}

/// Plays one game. Errors of external programs are added to `bot_errors`, with the index of the bot.
pub(crate) fn play<G: PlayableGame + Statistics>(
    setup: Setup<G::Rules>,
    plan: &Plan,
    seed: u64,
    which: GameIndex,
    pool: &mut BotPool<'_, G>,
    bot_errors: &mut Vec<(u8, String)>,
) -> GameRow {
    let GameIndex { deal, lineup, rotation } = which;
    let table = plan.table(lineup, rotation);
    // All lineups and rotations have the same shuffles; the bots' own random numbers differ.
    let deal_seed = seed_for(seed, deal);
    let mut dealer = Dealer::<FastRng>::new(seed_for(deal_seed, 0));
    let players_seed = seed_for(deal_seed, 1 + (u64::from(lineup) << 8 | u64::from(rotation)));
    let mut players = Seated::with(table.iter().map(|&bot| pool.take(bot)), players_seed);
    let mut sums = simulation::Stats::default();
    pool.rounds.0.clear();
    let watch = |table: &G, _, _| pool.rounds.watch(table);
    let (end, length) = playout(setup, &mut players, &mut dealer, &mut sums.counting::<G>(), watch);

    let winners = length.outcome.map_or(SeatSet::EMPTY, |outcome| outcome.winners);
    let mut row = GameRow {
        deal,
        lineup,
        rotation,
        lead: end.lead().index() as u8,
        winners: winners.iter().fold(0, |bits, seat| bits | 1 << seat.index()),
        rounds: length.outcome.map_or(0, |outcome| outcome.rounds).into(),
        moves: length.moves,
        comeback: pool.rounds.is_comeback(winners),
        counts: sums.counts.iter().take(G::COUNTERS.len()).map(|&count| count as u32).collect(),
        seats: Vec::with_capacity(table.len()),
    };
    for (seat, (tally, entrant)) in (0..).zip(players.leave()) {
        let place = table[usize::from(seat)];
        bot_errors.extend(tally.faults.iter().map(|fault| (place, fault.clone())));
        row.seats.push(seat_row(place, end.points(Seat::new(seat)), &tally));
        pool.idle[usize::from(place)].push(entrant);
    }
    row
}

fn seat_row(bot: u8, points: i32, tally: &Tally) -> SeatRow {
    SeatRow {
        bot,
        points,
        right: tally.right,
        wrong: tally.wrong,
        decisions: tally.decisions,
        faults: tally.faults.len() as u32,
        claims: claims(&tally.said),
    }
}

/// Groups stated probabilities by value. Counts instead of sorting: quick bots state many.
fn claims(said: &[(u8, bool)]) -> Vec<Claim> {
    if said.is_empty() {
        return Vec::new();
    }
    // The count of each value, with the count of true ones in the upper half. Most values never occur: a bit set marks those that
    // do, so that the others are skipped.
    let mut counts = [0_u64; HUNDREDTHS];
    let mut present = [0_u64; HUNDREDTHS.div_ceil(64)];
    for &(said, held) in said {
        let said = usize::from(said).min(HUNDREDTHS - 1);
        counts[said] += 1 | u64::from(held) << 32;
        present[said / 64] |= 1 << (said % 64);
    }
    let different: u32 = present.iter().map(|bits| bits.count_ones()).sum();
    let mut claims = Vec::with_capacity(different as usize);
    for (from, mut bits) in (0..).step_by(64).zip(present) {
        while bits != 0 {
            let said = from + bits.trailing_zeros() as u8;
            let count = counts[usize::from(said)];
            claims.push(Claim { said, times: count as u32, held: (count >> 32) as u32 });
            bits &= bits - 1;
        }
    }
    claims
}

#[cfg(test)]
mod tests {
    use super::{Claim, claims};

    #[test]
    fn claims_are_grouped_by_probability() {
        let said = [(100, true), (63, false), (7, true), (64, true), (7, false), (7, true), (0, false)];
        let claim = |said, times, held| Claim { said, times, held };
        let counted = [claim(0, 1, 0), claim(7, 3, 2), claim(63, 1, 0), claim(64, 1, 1), claim(100, 1, 1)];
        assert_eq!(claims(&said), counted);
        assert_eq!(claims(&[]), []);
    }
}
