//! A small table for bots.

use mazzo_bots::{Bot, Budget, Moment, Notes};
use mazzo_core::{ActionList, Dealer, FastRng, Game, Options as _, Outcome, SeatSet, Setup, Viewer};
use rand_core::SeedableRng as _;

/// A game that was played to the end, and what the bots failed to do.
#[derive(Debug)]
pub struct Finished {
    pub outcome: Outcome,
    pub faults: Vec<String>,
    /// Decisions of seat 0.
    pub decisions: usize,
}

pub fn setup<G: Game>(seats: u8, rules: &str) -> Setup<G::Rules> {
    Setup { seats, rules: G::Rules::parse(rules).expect("rules") }
}

/// Plays a game to its end; the faults are those of all seats.
pub fn play<G: Game>(setup: Setup<G::Rules>, bots: &mut [Box<dyn Bot<G>>], seed: u64) -> Finished {
    let mut dealer = Dealer::<FastRng>::new(seed);
    let mut rng = FastRng::seed_from_u64(seed);
    let mut seen: Vec<Vec<G::Seen>> = vec![Vec::new(); bots.len()];
    let mut before = G::empty(setup);
    let mut look = |facts: &mut Vec<G::Event>, seen: &mut Vec<Vec<G::Seen>>| {
        for fact in facts.drain(..) {
            for seat in SeatSet::all(setup.seats) {
                seen[seat.index()].push(before.redact(fact, Viewer::Seat(seat)));
            }
            before.evolve(fact);
        }
    };
    bots.iter_mut().for_each(|bot| bot.begin());
    let mut facts = Vec::new();
    let mut table = G::new(setup, &mut dealer, &mut facts);
    let (mut faults, mut decisions) = (Vec::new(), 0);
    while let Some(seat) = table.to_act().first() {
        look(&mut facts, &mut seen);
        let mut legal = ActionList::new();
        table.legal(seat, &mut legal);
        let view = table.view(Viewer::Seat(seat));
        let since = std::mem::take(&mut seen[seat.index()]);
        let mut notes = Notes::default();
        let moment = Moment { view: &view, legal: &legal, seen: &since };
        let action = bots[seat.index()].act(moment, &mut rng, Budget::Worlds(1), &mut notes);
        assert!(legal.contains(&action), "{action:?} is not legal");
        faults.extend(notes.fault);
        decisions += usize::from(seat.index() == 0);
        table.apply(seat, action, &mut dealer, &mut facts);
    }
    look(&mut facts, &mut seen);
    let outcome = table.outcome().expect("nobody can act, so it is over");
    for seat in SeatSet::all(setup.seats) {
        bots[seat.index()].end(&table.view(Viewer::Seat(seat)), &seen[seat.index()], outcome);
    }
    Finished { outcome, faults, decisions }
}
