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
}

impl<'a, G: Played> Bench<'a, G> {
    pub(crate) fn new(bots: usize, make: &'a Make<'a, G>) -> Self {
        Self { make, waiting: (0..bots).map(|_| Vec::new()).collect() }
    }

    fn take(&mut self, bot: u8) -> Entrant<G> {
        self.waiting[usize::from(bot)].pop().unwrap_or_else(|| (self.make)(bot.into()))
    }
}

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

/// Who was in front as each round began.
#[derive(Default)]
struct Leaders {
    round: Option<u16>,
    by_round: Vec<SeatSet>,
}

impl Leaders {
    fn watch<G: Played>(&mut self, table: &G) {
        if self.round == Some(table.round()) {
            return;
        }
        self.round = Some(table.round());
        let seats = SeatSet::all(table.seats());
        let best = seats.iter().map(|seat| table.equity(seat)).fold(0.0, f64::max);
        self.by_round.push(seats.iter().filter(|&seat| table.equity(seat) > best - 1e-9).collect());
    }

    /// Whether none of the winners was in front at half time.
    fn is_comeback(&self, winners: SeatSet) -> bool {
        let half = self.by_round.get(self.by_round.len() / 2);
        half.is_some_and(|leaders| leaders.and(winners).is_empty())
    }
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
    let entrants: Vec<Entrant<G>> = table.iter().map(|&bot| bench.take(bot)).collect();
    let mut players = Seated::with(entrants.into_iter(), luck);
    let mut counts = Counts::<G> { counts: vec![0; G::COUNTERS.len()], game: std::marker::PhantomData };
    let mut leaders = Leaders::default();
    let watch = |table: &G, _, _| leaders.watch(table);
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
        comeback: leaders.is_comeback(winners),
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
    let mut said = tally.said.clone();
    said.sort_unstable();
    let claims = said.chunk_by(|one, next| one.0 == next.0).map(|same| Claim {
        said: same[0].0,
        times: same.len() as u32,
        held: same.iter().filter(|(_, held)| *held).count() as u32,
    });
    SeatRow {
        bot,
        points,
        right: tally.right,
        wrong: tally.wrong,
        decisions: tally.decisions,
        faults: tally.faults.len() as u32,
        claims: claims.collect(),
    }
}
