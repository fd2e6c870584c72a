//! Plays games between bots.

use mazzo_bots::{Bot, Budget, Moment, Notes};
use mazzo_core::{
    ActionList, Dealer, FastRng, Game, Options as _, Outcome, SeatSet, Setup, Viewer, Visible, Windows,
};
use rand_core::SeedableRng as _;

/// A finished game, and the faults of its bots.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) outcome: Outcome,
    pub(crate) faults: Vec<String>,
}

fn setup<G: Game>(seats: u8, rules: &str) -> Setup<G::Rules> {
    Setup { seats, rules: G::Rules::parse(rules).expect("rules") }
}

/// Plays a game to its end: this bot against `Random` ones.
pub(crate) fn play_random<G: Visible + Windows>(
    seats: u8,
    rules: &str,
    bot: &mut dyn Bot<G>,
    deal: u64,
) -> Finished {
    let mut others = vec![mazzo_bots::Random; usize::from(seats) - 1];
    let mut bots: Vec<&mut dyn Bot<G>> = vec![bot];
    bots.extend(others.iter_mut().map(|other| other as &mut dyn Bot<G>));
    play(setup::<G>(seats, rules), &mut bots, deal)
}

/// Plays a game to its end. The faults are those of all seats.
fn play<G: Visible + Windows>(setup: Setup<G::Rules>, bots: &mut [&mut dyn Bot<G>], deal: u64) -> Finished {
    let mut dealer = Dealer::<FastRng>::new(deal);
    let mut rng = FastRng::seed_from_u64(deal);
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
    for bot in bots.iter_mut() {
        bot.begin();
    }
    let mut facts = Vec::new();
    let mut table = G::new(setup, &mut dealer, &mut facts);
    let mut faults = Vec::new();
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
        table.apply(seat, action, &mut dealer, &mut facts);
    }
    look(&mut facts, &mut seen);
    let outcome = table.outcome().expect("the game is over");
    for seat in SeatSet::all(setup.seats) {
        bots[seat.index()].end(&table.view(Viewer::Seat(seat)), &seen[seat.index()], outcome);
    }
    Finished { outcome, faults }
}
