//! The log in memory, and its faults.

#[path = "conformance/mod.rs"]
mod conformance;

use std::sync::mpsc::channel;

use conformance::{append, events, send, start, wait};
use mazzo_store::{Answer, Fault, Log, Memory, Odds, StoreError, TableKey};

#[test]
fn it_conforms() {
    conformance::check(&mut || Box::new(Memory::default()));
}

#[test]
fn a_lost_answer_is_stored_and_a_lost_append_is_not() {
    let mut faults = [Fault::LoseAnswer, Fault::LoseAppend, Fault::Unavailable].into_iter();
    let log = Memory::with_faults(move |_| faults.next().unwrap_or(Fault::None));
    assert_eq!(send(&log, append(1, 0, 1, &["a"])), Answer::Unknown);
    assert_eq!(events(&log, 1), ["a"]);
    assert_eq!(send(&log, append(1, 1, 2, &["b"])), Answer::Unknown);
    assert_eq!(send(&log, append(1, 1, 3, &["c"])), Answer::Unavailable(StoreError::Injected));
    assert_eq!(events(&log, 1), ["a"]);
    assert_eq!(send(&log, append(1, 0, 1, &["a"])), Answer::Stored { version: 1 }, "retry");
    assert_eq!(send(&log, append(1, 1, 2, &["b"])), Answer::Stored { version: 2 }, "retry");
}

#[test]
fn held_answers_are_released_in_order() {
    let log = Memory::with_faults(|_| Fault::Hold);
    let (sender, answers) = channel();
    for table in 0..3 {
        let sender = sender.clone();
        let tell = move |answer| sender.send((table, answer)).expect("the test listens");
        log.append(append(table, 0, 1, &["a"]), Box::new(tell));
    }
    assert!(answers.try_recv().is_err());
    assert_eq!(events(&log, 2), ["a"], "not stored yet");
    assert_eq!(log.release(), 3);
    let got: Vec<_> = answers.try_iter().collect();
    assert_eq!(got, [0, 1, 2].map(|table| (table, Answer::Stored { version: 1 })));
    let lost = start(&log, append(9, 0, 1, &["a"]));
    assert_eq!(log.forget(), 1);
    assert!(lost.try_recv().is_err(), "a dropped answer arrived");
    assert_eq!(log.clone().release(), 0);
    log.set_faults(|_| Fault::None);
    assert_eq!(wait(&start(&log, append(9, 0, 1, &["a"]))), Answer::Stored { version: 1 });
}

#[test]
fn an_answer_may_lead_to_the_next_append() {
    let log = Memory::default();
    let again = log.clone();
    let next = move |_| again.append(append(1, 1, 2, &["b"]), Box::new(drop));
    log.append(append(1, 0, 1, &["a"]), Box::new(next));
    assert_eq!(events(&log, 1), ["a", "b"]);
}

/// A sender that retries until an append is stored has each command exactly once.
#[test]
fn a_command_that_is_retried_until_stored_counts_once() {
    let odds = Odds { lose_answer: 200, lose_append: 200, unavailable: 200, hold: 200 };
    for seed in 0..50 {
        let trial = || {
            let log = Memory::with_faults(odds.plan(seed));
            let mut answers = Vec::new();
            for round in 0..40_u64 {
                loop {
                    let answer = start(&log, append(1, round, round.into(), &[&round.to_string()]));
                    log.release();
                    answers.push(wait(&answer));
                    if answers.last() == Some(&Answer::Stored { version: round + 1 }) {
                        break;
                    }
                }
            }
            assert_eq!(log.read(TableKey(1)).unwrap().len(), 40, "seed {seed}");
            answers
        };
        let answers = trial();
        assert!(
            answers.len() > 50 && answers.contains(&Answer::Unknown),
            "seed {seed}: no faults were injected"
        );
        assert_eq!(answers, trial(), "seed {seed} twice");
    }
}
