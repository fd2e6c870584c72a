//! Rooms under a simulated clock, over sockets that delay and break, with a disk that fails and a server that crashes at any
//! moment. Server and clients are the shipped code: `Driver` and `Session`. A failure prints its seed; `SEED=n cargo test -p
//! mazzo-room simulation::one_room` runs it again.

pub(crate) mod client;
pub(crate) mod world;

use crate::seeds;
use world::{Totals, World};

/// Rooms of both games together; `ROOMS=1000000` runs more.
const ROOMS: u64 = 20_000;

fn run(seed: u64) -> Result<Totals, String> {
    match seed % 2 {
        0 => World::<mazzo_diciassette::Table>::new(seed).run(),
        _ => World::<mazzo_uno::Table>::new(seed).run(),
    }
}

#[test]
fn rooms_with_faults_lose_nothing_and_all_games_end() {
    let rooms = seeds::asked("ROOMS", ROOMS);
    let totals = seeds::play_all(rooms, run, Totals::add);
    // A simulation without faults proves nothing.
    assert!(totals.games >= rooms, "every room plays a game to its end");
    for (what, count) in [
        ("restarts", totals.restarts),
        ("lost", totals.lost),
        ("doubled", totals.doubled),
        ("resumed", totals.resumed),
        ("snapshots", totals.snapshots),
        ("broken", totals.broken),
        ("unavailable", totals.unavailable),
        ("unknown", totals.unknown),
        ("waited", totals.waited),
        ("restarted exchanges", totals.anew),
        ("fair", totals.fair),
        ("compared", totals.compared),
        ("windows", totals.windows),
        ("repeated", totals.repeated),
        ("late", totals.late),
    ] {
        assert!(count > rooms / 100, "too few {what}: {count}");
    }
}

#[test]
fn one_room() {
    seeds::play(seeds::asked("SEED", 4), run);
}
