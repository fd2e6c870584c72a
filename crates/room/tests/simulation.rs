//! Rooms under a simulated clock, over a network that loses, doubles, delays and reorders, with a server that crashes at any
//! moment. A failure prints its seed; `SEED=n cargo test -p mazzo-room --test simulation one_room` plays it again.

mod simulation {
    pub(crate) mod client;
    pub(crate) mod world;
}

use std::sync::atomic::{AtomicU64, Ordering};

use simulation::world::{Totals, World};

/// Rooms of both games in all; `ROOMS=1000000` asks for more.
const ROOMS: u64 = 100_000;

fn run(seed: u64) -> Result<Totals, String> {
    let played = std::panic::catch_unwind(|| match seed % 2 {
        0 => World::<mazzo_diciassette::Table>::new(seed).run(),
        _ => World::<mazzo_uno::Table>::new(seed).run(),
    });
    played.map_err(|panic| panic.downcast_ref::<String>().cloned().unwrap_or_default()).flatten()
}

#[test]
fn rooms_with_faults_lose_nothing_and_all_games_end() {
    let rooms = std::env::var("ROOMS").ok().and_then(|rooms| rooms.parse().ok()).unwrap_or(ROOMS);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(0);
    let work = || {
        let mut totals = Totals::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= rooms {
                return totals;
            }
            match run(seed) {
                Ok(room) => totals.add(&room),
                Err(why) => panic!("SEED={seed}: {why}"),
            }
        }
    };
    let totals = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut totals = Totals::default();
        for worker in workers {
            totals.add(&worker.join().expect("a room broke a law; its seed is above"));
        }
        totals
    });
    eprintln!("{rooms} rooms: {totals:?}");
    // A simulation in which nothing goes wrong proves nothing.
    assert!(totals.games >= rooms, "every room plays a game to its end");
    for (what, count) in [
        ("restarts", totals.restarts),
        ("lost", totals.lost),
        ("doubled", totals.doubled),
        ("resumed", totals.resumed),
        ("snapshots", totals.snapshots),
        ("unavailable", totals.unavailable),
        ("windows", totals.windows),
        ("repeated", totals.repeated),
        ("late", totals.late),
    ] {
        assert!(count > rooms / 100, "{what} happen: {count}");
    }
}

#[test]
fn one_room() {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(4);
    if let Err(why) = run(seed) {
        panic!("SEED={seed}: {why}");
    }
}
