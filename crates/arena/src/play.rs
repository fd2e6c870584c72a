//! One game of an arena.

use mazzo_bots::Played;
use mazzo_core::{Dealer, FastRng, Seat, SeatSet, Setup, Sink, seed_for};
use mazzo_sim::{Entrant, Seated, Tally, playout};

use crate::game_row::{Claim, GameRow, SeatRow};
use crate::plan::Plan;

/// Makes a bot, by its place in the list.
pub type Make<'a, G> = dyn Fn(usize) -> Entrant<G> + Sync + 'a;

/// Bots that wait for their next game: a program that somebody else wrote is started once, not for every game.
pub(crate) struct Bench<'a, G: Played> {
    make: &'a Make<'a, G>,
    waiting: Vec<Vec<Entrant<G>>>,
    /// Room for the rounds of a game.
    rounds: Rounds<G>,
}

impl<'a, G: Played> Bench<'a, G> {
    pub(crate) fn new(bots: usize, make: &'a Make<'a, G>) -> Self {
        Self { make, waiting: (0..bots).map(|_| Vec::new()).collect(), rounds: Rounds(Vec::new()) }
    }

    fn take(&mut self, bot: u8) -> Entrant<G> {
        self.waiting[usize::from(bot)].pop().unwrap_or_else(|| (self.make)(bot.into()))
    }
}

/// How likely something is, in hundredths, from 0 to 100.
const HUNDREDTHS: usize = 101;

/// Chances that differ by less are the same, computed in another order.
const EQUAL: f64 = 1e-9;

/// Which game of an arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Which {
    pub(crate) deal: u64,
    pub(crate) lineup: u32,
    pub(crate) rotation: u8,
}

/// Counts what the game counts.
struct Counts<G> {
    counts: Vec<u32>,
    game: std::marker::PhantomData<G>,
}

impl<G: Played> Sink<G::Event> for Counts<G> {
    fn emit(&mut self, event: G::Event) {
        if let Some(count) = G::counter(event).and_then(|counter| self.counts.get_mut(counter)) {
            *count += 1;
        }
    }
}

/// The table as each round began. Who was in front is asked of one of them alone, when it is known which was half time: to ask
/// it of all costs more than a quick bot's whole game may.
struct Rounds<G>(Vec<G>);

impl<G: Played> Rounds<G> {
    fn watch(&mut self, table: &G) {
        if self.0.last().is_none_or(|last| last.round() != table.round()) {
            self.0.push(*table);
        }
    }

    /// Whether none of the winners was in front at half time.
    fn is_comeback(&self, winners: SeatSet) -> bool {
        self.0.get(self.0.len() / 2).is_some_and(|half| leaders(half).and(winners).is_empty())
    }
}

fn leaders<G: Played>(table: &G) -> SeatSet {
    let (mut best, mut leaders) = (0.0, SeatSet::EMPTY);
    for seat in SeatSet::all(table.seats()) {
        let equity = table.equity(seat);
        if equity > best + EQUAL {
            (best, leaders) = (equity, SeatSet::EMPTY);
        }
        if equity > best - EQUAL {
            leaders = leaders.with(seat);
        }
    }
    leaders
}

/// Plays one game. What went wrong with other people's programs is told to `trouble`, with the bot's place.
pub(crate) fn play<G: Played>(
    setup: Setup<G::Rules>,
    plan: &Plan,
    seed: u64,
    which: Which,
    bench: &mut Bench<'_, G>,
    trouble: &mut Vec<(u8, String)>,
) -> GameRow {
    let Which { deal, lineup, rotation } = which;
    let table = plan.table(lineup, rotation);
    // The same shuffles for every lineup and rotation; the bots' own luck is another's each time.
    let deal_seed = seed_for(seed, deal);
    let mut dealer = Dealer::<FastRng>::new(seed_for(deal_seed, 0));
    let luck = seed_for(deal_seed, 1 + (u64::from(lineup) << 8 | u64::from(rotation)));
    let mut players = Seated::with(table.iter().map(|&bot| bench.take(bot)), luck);
    let mut counts = Counts::<G> { counts: vec![0; G::COUNTERS.len()], game: std::marker::PhantomData };
    bench.rounds.0.clear();
    let watch = |table: &G, _, _| bench.rounds.watch(table);
    let (end, length) = playout(setup, &mut players, &mut dealer, &mut counts, watch);

    let winners = length.outcome.map_or(SeatSet::EMPTY, |outcome| outcome.winners);
    let mut row = GameRow {
        deal,
        lineup,
        rotation,
        lead: end.lead().index() as u8,
        winners: winners.iter().fold(0, |bits, seat| bits | 1 << seat.index()),
        rounds: length.outcome.map_or(0, |outcome| outcome.rounds).into(),
        moves: length.moves,
        comeback: bench.rounds.is_comeback(winners),
        counts: counts.counts,
        seats: Vec::with_capacity(table.len()),
    };
    for (seat, (tally, entrant)) in (0..).zip(players.leave()) {
        let place = table[usize::from(seat)];
        trouble.extend(tally.faults.iter().map(|fault| (place, fault.clone())));
        row.seats.push(seat_row(place, end.points(Seat::new(seat)), &tally));
        bench.waiting[usize::from(place)].push(entrant);
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

/// What was said, by how likely. Counted and not sorted: a bot that decides quickly says much in little time.
fn claims(said: &[(u8, bool)]) -> Vec<Claim> {
    if said.is_empty() {
        return Vec::new();
    }
    // How often each was said, and how often it was so in the upper half. Most are never said: one bit for each that is, so
    // that the others need not be looked at.
    let mut counts = [0_u64; HUNDREDTHS];
    let mut heard = [0_u64; HUNDREDTHS.div_ceil(64)];
    for &(said, held) in said {
        let said = usize::from(said).min(HUNDREDTHS - 1);
        counts[said] += 1 | u64::from(held) << 32;
        heard[said / 64] |= 1 << (said % 64);
    }
    let different: u32 = heard.iter().map(|bits| bits.count_ones()).sum();
    let mut claims = Vec::with_capacity(different as usize);
    for (from, mut bits) in (0..).step_by(64).zip(heard) {
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
    fn claims_are_counted_by_how_likely() {
        let said = [(100, true), (63, false), (7, true), (64, true), (7, false), (7, true), (0, false)];
        let claim = |said, times, held| Claim { said, times, held };
        let counted = [claim(0, 1, 0), claim(7, 3, 2), claim(63, 1, 0), claim(64, 1, 1), claim(100, 1, 1)];
        assert_eq!(claims(&said), counted);
        assert_eq!(claims(&[]), []);
    }
}
