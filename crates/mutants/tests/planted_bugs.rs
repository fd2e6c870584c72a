//! The laws must catch every planted bug, and must not object to a game without one.

use std::panic::catch_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

use mazzo_mutants::{BUGS, Law};

/// A bug counts as missed if this many games do not reveal it.
const GAMES: u64 = 120;
/// The number of games without a bug. The games' own tests play many more.
const CONTROL_GAMES: u64 = 30;

/// The first seed at which the laws object, and the objection. A panic counts as an objection.
fn objection(law: Law, games: u64) -> Option<(u64, String)> {
    (0..games).find_map(|seed| match catch_unwind(|| law(seed)) {
        Ok(Ok(_)) => None,
        Ok(Err(broken)) => Some((seed, broken.to_string())),
        Err(_) => Some((seed, "panicked".to_owned())),
    })
}

fn is_control(name: &str) -> bool {
    name.ends_with("/no_bug_at_all")
}

#[test]
fn the_laws_catch_every_planted_bug() {
    // Silences the panic messages of the games with bugs.
    std::panic::set_hook(Box::new(|_| ()));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some((name, law)) = BUGS.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.push((*name, objection(*law, if is_control(name) { CONTROL_GAMES } else { GAMES })));
        }
        found
    };
    let mut found: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("objections are caught")).collect()
    });
    let _ = std::panic::take_hook();
    found.sort();
    let mut missed = Vec::new();
    for (name, objection) in found {
        match &objection {
            Some((seed, text)) => {
                let text: String = text.chars().take(160).collect();
                eprintln!("{name}: seed {seed}: {text}");
            }
            None => eprintln!("{name}: no objection"),
        }
        if objection.is_some() == is_control(name) {
            missed.push(name);
        }
    }
    assert!(missed.is_empty(), "bugs not caught, or objections without a bug: {missed:?}");
}
