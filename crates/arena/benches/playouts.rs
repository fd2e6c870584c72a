//! Time of a random game with four seats, with facts produced and counted.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mazzo_arena::Progress;
use mazzo_arena::simulation::{Job, simulate};
use mazzo_bots::{PlayableGame, Rung, Spec};
use mazzo_core::{Setup, Statistics};
use mazzo_games::{GameKind, with_game};

fn playouts<G: PlayableGame + Statistics>(criterion: &mut Criterion) {
    let setup = Setup { seats: 4, rules: G::Rules::default() };
    let job = Job {
        setup,
        bots: vec![Spec::new(Rung::Random); 4],
        games: 200,
        seed: 1,
        threads: 1,
        record: None,
        fair: false,
    };
    let moves = simulate::<G>(&job, &Progress::default()).map_or(0, |stats| stats.moves.sum());
    let mut group = criterion.benchmark_group("moves");
    group.throughput(Throughput::Elements(moves));
    group.bench_function(G::NAME, |bencher| bencher.iter(|| simulate::<G>(&job, &Progress::default())));
    group.finish();
}

fn every_game(criterion: &mut Criterion) {
    for kind in GameKind::ALL {
        with_game!(kind, Table => playouts::<Table>(criterion));
    }
}

criterion_group!(benches, every_game);
criterion_main!(benches);
