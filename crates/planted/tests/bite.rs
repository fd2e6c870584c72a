//! Every planted bug must be caught, and a game without one must not.

use std::panic::catch_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

use mazzo_planted::{BUGS, Law};

/// Games that a bug may hide in before it counts as not caught.
const GAMES: u64 = 120;
/// Games without a bug. The games' own tests play many more.
const CONTROL_GAMES: u64 = 30;

/// The first seed at which the kit objects, and what it says. A panic is an objection too.
fn objection(law: Law, games: u64) -> Option<(u64, String)> {
    (0..games).find_map(|seed| match catch_unwind(|| law(seed)) {
        Ok(Ok(_)) => None,
        Ok(Err(broken)) => Some((seed, broken.to_string())),
        Err(_) => Some((seed, "it panics".to_owned())),
    })
}

fn is_control(name: &str) -> bool {
    name.ends_with("/no_bug_at_all")
}

#[test]
fn the_kit_catches_every_planted_bug() {
    // What the bugs make the games say on their way down is not of interest.
    std::panic::set_hook(Box::new(|_| ()));
    let next = AtomicUsize::new(0);
    let look = || {
        let mut found = Vec::new();
        while let Some((name, law)) = BUGS.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.push((*name, objection(*law, if is_control(name) { CONTROL_GAMES } else { GAMES })));
        }
        found
    };
    let mut found: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(look)).collect();
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
    assert!(missed.is_empty(), "not as it should be: {missed:?}");
}
