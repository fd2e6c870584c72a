//! Randomly corrupted records never cause a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::kit::{line, pick, play, play_until, read};
use mazzo_core::{FastRng, Options, Setup, below, seed_for};
use mazzo_games::check;
use mazzo_laws::Case;
use mazzo_record::replay;
use rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

type Diciassette = mazzo_diciassette::Table;
type Uno = mazzo_uno::Table;

/// Small games of both kinds, finished or not, as lines.
fn some_lines() -> Vec<Vec<u8>> {
    let rules = Options::parse("target=1,jump_in,seven_zero,stacking").expect("there are such options");
    let mut lines = Vec::new();
    for seed in 0..4 {
        let short = Case::<Uno>::at(seed, Setup { seats: 2 + seed as u8, rules });
        lines.push(line(&play_until(short, |_, _| false).record));
        lines.push(line(&play::<Diciassette>(seed, usize::MAX).record));
        lines.push(line(&play::<Diciassette>(seed, pick(seed, 0, 60)).record));
        lines.push(line(&play::<Uno>(seed, pick(seed, 1, 60)).record));
    }
    lines
}

/// Corrupts some bytes.
fn corrupt_bytes(bytes: &mut Vec<u8>, rng: &mut FastRng) {
    let mut at = |bytes: &[u8]| below(rng, bytes.len().max(1) as u32) as usize;
    let (a, b) = (at(bytes), at(bytes));
    let (from, to) = (a.min(b), a.max(b));
    if bytes.is_empty() {
        return;
    }
    match below(rng, 7) {
        0 => bytes[a] ^= 1 << below(rng, 8),
        1 => bytes[a] = rng.next_u64() as u8,
        2 => bytes.truncate(a),
        3 => drop(bytes.drain(from..to.min(from + 40))),
        4 => bytes.insert(a, b"{}[]\",:0-9\n\\"[below(rng, 12) as usize]),
        5 => bytes.swap(a, b),
        _ => {
            let copy = bytes[from..to.min(from + 40)].to_vec();
            bytes.splice(a..a, copy);
        }
    }
}

/// Corrupts a random place of a value.
fn corrupt_json(json: &mut Value, rng: &mut FastRng) {
    let odd = [
        json!(null),
        json!(-1),
        json!(255),
        json!(65536),
        json!(1e300),
        json!(""),
        json!("0 call"),
        json!([]),
        json!({}),
    ];
    let mut any = |n: usize| below(rng, n.max(1) as u32) as usize;
    match json {
        Value::Object(fields) if !fields.is_empty() => {
            let key = fields.keys().nth(any(fields.len())).cloned().unwrap_or_default();
            match any(6) {
                0 => drop(fields.remove(&key)),
                1 => drop(fields.insert(key, odd[any(odd.len())].clone())),
                _ => corrupt_json(&mut fields[&key], rng),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let (a, b) = (any(items.len()), any(items.len()));
            match any(6) {
                0 => items.swap(a, b),
                1 => drop(items.remove(a)),
                2 => items.insert(a, items[b].clone()),
                3 => items.truncate(a),
                4 => items[a] = odd[any(odd.len())].clone(),
                _ => corrupt_json(&mut items[a], rng),
            }
        }
        Value::String(text) => {
            let mut bytes = std::mem::take(text).into_bytes();
            corrupt_bytes(&mut bytes, rng);
            *text = String::from_utf8_lossy(&bytes).into_owned();
        }
        Value::Number(_) => *json = json!(any(300)),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
            *json = odd[any(odd.len())].clone();
        }
    }
}

/// Reads and referees the bytes, as either game.
fn referee(bytes: Vec<u8>) {
    for numbered in read(bytes).into_iter().flatten() {
        let _ = check(&numbered.record, numbered.line);
        let _ = replay::<Diciassette>(&numbered.record, 1, |_| ());
        let _ = replay::<Uno>(&numbered.record, 1, |_| ());
    }
}

#[test]
fn no_corrupted_record_makes_the_reader_panic() {
    let lines = some_lines();
    for seed in 0..6000 {
        let mut rng = FastRng::seed_from_u64(seed_for(seed, 7));
        let mut bytes = lines[below(&mut rng, lines.len() as u32) as usize].clone();
        let times = 1 + below(&mut rng, 3);
        match below(&mut rng, 8) {
            0..5 => {
                let mut json = serde_json::from_slice(&bytes).unwrap();
                (0..times).for_each(|_| corrupt_json(&mut json, &mut rng));
                bytes = serde_json::to_vec(&json).unwrap();
            }
            5..7 => (0..times).for_each(|_| corrupt_bytes(&mut bytes, &mut rng)),
            _ => {
                bytes = zstd::encode_all(&bytes[..], 1).unwrap();
                (0..times).for_each(|_| corrupt_bytes(&mut bytes, &mut rng));
            }
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| referee(bytes)));
        assert!(outcome.is_ok(), "panic with seed {seed}");
    }
}
