//! Runs a test over many seeds, on all cores.

use std::any::Any;
use std::fmt;
use std::panic::{UnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number in an environment variable, or `usual`.
pub(crate) fn asked(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// Runs one seed. A broken law returns an error or panics; both fail the test and name the seed.
pub(crate) fn play<T>(seed: u64, run: impl FnOnce(u64) -> Result<T, String> + UnwindSafe) -> T {
    let why = |panic: Box<dyn Any + Send>| panic.downcast_ref::<String>().cloned().unwrap_or_default();
    let played = catch_unwind(|| run(seed)).map_err(why).flatten();
    played.unwrap_or_else(|why| panic!("SEED={seed}: {why}"))
}

/// Runs the seeds below `end` and adds up their totals.
pub(crate) fn play_all<T: Default + Send + fmt::Debug>(
    end: u64,
    run: fn(u64) -> Result<T, String>,
    add: impl Fn(&mut T, &T) + Sync,
) -> T {
    let next = AtomicU64::new(0);
    let work = || {
        let mut total = T::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return total;
            }
            add(&mut total, &play(seed, run));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let total = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut total = T::default();
        for worker in workers {
            add(&mut total, &worker.join().expect("a seed failed; see the message above"));
        }
        total
    });
    eprintln!("{end} seeds: {total:?}");
    total
}
