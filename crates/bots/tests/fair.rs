//! Bots act the same in all worlds with the same view, and are deterministic for a given seed.

use mazzo_bots::{Budget, Moment, Notes, PlayableGame, Spec};
use mazzo_core::{ActionList, Dealer, FastRng, Setup, Viewer, below, seed_for};
use mazzo_games::{GameKind, with_game};
use rand_core::SeedableRng;

const BOTS: [&str; 7] = ["random", "plain", "counter", "counter:tricky", "easy", "medium", "search:8w"];

/// The action of a bot in a seat.
fn decide<G: PlayableGame>(
    bot: &str,
    view: &G::View,
    legal: &[G::Action],
    seed: u64,
) -> (G::Action, Notes<G::Action>) {
    let mut notes = Notes::default();
    let spec: Spec = bot.parse().expect("a built-in bot");
    let mut rng = FastRng::seed_from_u64(seed);
    let moment = Moment { view, legal, seen: &[] };
    let action = spec.make::<G>().act(moment, &mut rng, Budget::Worlds(8), &mut notes);
    (action, notes)
}

fn check<G: PlayableGame>(games: u64) {
    for game in 0..games {
        let mut rng = FastRng::seed_from_u64(game);
        let case = mazzo_laws::Case::<G>::random(game);
        let setup = Setup { seats: case.setup.seats, rules: case.setup.rules };
        let mut dealer = Dealer::<FastRng>::new(game);
        let mut table = G::new(setup, &mut dealer, &mut ());
        for step in 0..120 {
            let Some(seat) = table.to_act().first() else { break };
            let mut legal = ActionList::new();
            table.legal(seat, &mut legal);
            let bot = BOTS[below(&mut rng, BOTS.len() as u32) as usize];
            let view = table.view(Viewer::Seat(seat));
            let seed = seed_for(game, step);
            let (action, notes) = decide::<G>(bot, &view, &legal, seed);
            assert!(legal.contains(&action), "game {game}, step {step}: {bot} wants {action} of {legal:?}");
            assert!(notes.odds.is_none_or(|odds| (0.0..=1.0).contains(&odds)), "{bot} says {notes:?}");
            assert!(notes.values.iter().all(|(_, value)| value.is_finite()), "{bot} says {notes:?}");

            let world = G::determinize(&view, &mut Dealer::<FastRng>::new(seed_for(seed, 9)));
            let mut legal_there = ActionList::new();
            world.legal(seat, &mut legal_there);
            let there = decide::<G>(bot, &world.view(Viewer::Seat(seat)), &legal_there, seed);
            assert_eq!((action, notes), there, "game {game}, step {step}: {bot} uses hidden information");
            table.apply(seat, action, &mut dealer, &mut ());
        }
    }
}

#[test]
fn the_bots_of_every_game_act_the_same_in_worlds_with_the_same_view() {
    for kind in GameKind::ALL {
        with_game!(kind, Table => check::<Table>(60));
    }
}

/// Time is passed in as a number: here it advances by one with every reading.
#[test]
fn search_stops_at_its_time_limit() {
    fn used<G: PlayableGame>(seed: u64) -> Option<f64> {
        let mut dealer = Dealer::<FastRng>::new(seed);
        let mut table = G::new(Setup { seats: 3, rules: G::Rules::default() }, &mut dealer, &mut ());
        let time = std::cell::Cell::new(0.0);
        for _ in 0..20 {
            let seat = table.to_act().first()?;
            let mut legal = ActionList::new();
            table.legal(seat, &mut legal);
            let view = table.view(Viewer::Seat(seat));
            let moment = Moment { view: &view, legal: &legal, seen: &[] };
            let clock = || {
                time.set(time.get() + 1.0);
                time.get()
            };
            let mut bot = Spec::new(mazzo_bots::Rung::Search).make::<G>();
            let mut rng = FastRng::seed_from_u64(seed);
            let action = bot.act(moment, &mut rng, Budget::Millis(30.0, &clock), &mut Notes::default());
            if time.get() > 0.0 {
                return Some(time.get());
            }
            table.apply(seat, action, &mut dealer, &mut ());
        }
        None
    }
    let each =
        |kind: GameKind| (0..10).filter_map(move |seed| with_game!(kind, Table => used::<Table>(seed)));
    let times: Vec<f64> = GameKind::ALL.into_iter().flat_map(each).collect();
    assert!(times.len() > 10 && times.iter().all(|&time| (time - 30.0).abs() < 0.5), "{times:?}");
}
