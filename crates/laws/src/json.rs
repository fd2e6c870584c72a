//! JSON: views and redacted facts survive the round trip, and corrupted input is refused or harmless.

use mazzo_core::{
    ActionList, Chance as _, Dealer, FastRng, Statistics, Viewer, Visible, Windows, below, seed_for,
};
use rand_core::{Rng as _, SeedableRng as _};
use serde_json::Value;

use crate::case::Case;
use crate::kit::{Broken, PlayedGame, Verdict, require, run};

/// One in this many moves, a view is corrupted.
const SPOT_CHECK: u32 = 8;
/// The number of corruptions of that view.
const TRIES: u32 = 6;
/// The number of moves that a world from a corrupted view is played on.
const PLAYED_ON: u32 = 40;

/// Plays a random game and checks the JSON round trip of everything that any viewer sees.
pub fn json<G: Visible + Windows + Statistics>(seed: u64) -> Result<PlayedGame, Broken> {
    let mut before = G::empty(Case::<G>::random(seed).setup);
    run::<G>(seed, |table, _, facts| {
        for &fact in facts {
            for who in Viewer::all(table.seats()) {
                let look = before.redact(fact, who);
                let text = written(&look)?;
                let read = serde_json::from_str::<G::Seen>(&text);
                require("json", read.as_ref().is_ok_and(|read| *read == look), || {
                    format!("{look:?} is written {text} and read {read:?}")
                })?;
                require("json", G::sound_seen(look, table.seats()), || format!("{look:?} is not sound"))?;
            }
            before.evolve(fact);
        }
        for who in Viewer::all(table.seats()) {
            let view = table.view(who);
            let text = written(&view)?;
            let read = serde_json::from_str::<G::View>(&text);
            require("json", read.as_ref().is_ok_and(|read| *read == view), || {
                format!("{view:?} is written {text} and read {read:?}")
            })?;
            require("json", G::sound(&view), || format!("{view:?} is not sound"))?;
            let (setup, viewer) = G::viewed(&view);
            require(
                "json",
                setup.seats == table.seats() && setup.rules == table.rules() && viewer == who,
                || format!("{setup:?} as {viewer:?} is not the table as {who:?}"),
            )?;
        }
        Ok(())
    })
}

fn written(seen: &impl serde::Serialize) -> Result<String, (&'static str, String)> {
    serde_json::to_string(seen).map_err(|e| ("json", e.to_string()))
}

/// Counts of what happened to corrupted views.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Corrupted {
    /// JSON that is not a view.
    pub unreadable: u32,
    /// Views that no table can produce.
    pub unsound: u32,
    /// Sound views, which were played on.
    pub sound: u32,
}

/// Plays a random game and corrupts its views. A corrupted view that parses and is sound must still determinize, and the
/// resulting world must be playable.
pub fn corrupted<G: Visible + Windows + Statistics>(seed: u64) -> Result<Corrupted, Broken> {
    let mut rng = FastRng::seed_from_u64(seed_for(seed, 7));
    let mut found = Corrupted::default();
    run::<G>(seed, |table, _, _| {
        if below(&mut rng, SPOT_CHECK) != 0 {
            return Ok(());
        }
        let who = below(&mut rng, u32::from(table.seats()) + 1) as usize;
        let Some(who) = Viewer::all(table.seats()).nth(who) else { return Ok(()) };
        let real = serde_json::to_value(table.view(who)).map_err(|e| ("corruption", e.to_string()))?;
        for _ in 0..TRIES {
            let mut value = real.clone();
            for _ in 0..=below(&mut rng, 2) {
                tamper(&mut value, &mut rng);
            }
            match serde_json::from_value::<G::View>(value) {
                Err(_) => found.unreadable += 1,
                Ok(view) if !G::sound(&view) => found.unsound += 1,
                Ok(view) => {
                    found.sound += 1;
                    play_on::<G>(&view, &mut rng)?;
                }
            }
        }
        Ok(())
    })?;
    Ok(found)
}

fn play_on<G: Visible + Windows>(view: &G::View, rng: &mut FastRng) -> Verdict {
    let name = "corruption";
    let mut chance = Dealer::<FastRng>::new(rng.next_u64());
    let mut world = G::determinize(view, &mut chance);
    let (_, who) = G::viewed(view);
    require(name, world.view(who) == *view, || format!("{view:?} is not the view of {world:?}"))?;
    chance.shuffle(world.undrawn());
    for _ in 0..PLAYED_ON {
        require(name, world.check().is_ok(), || format!("{:?} from {view:?}", world.check()))?;
        let Some(seat) = world.to_act().first() else { break };
        let mut legal = ActionList::<G::Action>::new();
        world.legal(seat, &mut legal);
        require(name, legal.contains(&world.default_action(seat)), || format!("no default from {view:?}"))?;
        let pick = below(rng, legal.len() as u32) as usize;
        world.apply(seat, legal[pick], &mut chance, &mut ());
    }
    require(name, world.to_act().is_empty() == world.outcome().is_some(), || format!("stuck after {view:?}"))
}

/// Changes one random place of a JSON value, in a way that people or programs do by mistake.
pub fn tamper(value: &mut Value, rng: &mut FastRng) {
    let mut pick = |n: usize| below(rng, n.max(1) as u32) as usize;
    match value {
        Value::Object(map) => {
            let at = pick(map.len());
            if let Some(inner) = map.values_mut().nth(at) {
                tamper(inner, rng);
            }
        }
        Value::Array(list) => {
            let (at, other) = (pick(list.len()), pick(list.len()));
            match pick(5) {
                0 if !list.is_empty() => drop(list.remove(at)),
                1 if !list.is_empty() => list.push(list[at].clone()),
                2 if !list.is_empty() => list.swap(at, other),
                3 => list.push(Value::from(pick(7))),
                _ => {
                    if let Some(inner) = list.get_mut(at) {
                        tamper(inner, rng);
                    }
                }
            }
        }
        Value::Number(number) => {
            let near = number.as_i64().unwrap_or(0);
            *value = match pick(6) {
                0 => Value::from(near + 1),
                1 => Value::from(near - 1),
                2 => Value::from(pick(16)),
                3 => Value::from([127, 255, 65_535, i64::from(u32::MAX), -1][pick(5)]),
                4 => Value::Null,
                _ => Value::from(pick(300)),
            };
        }
        Value::Bool(on) => *on = !*on,
        Value::String(text) => {
            const WORDS: [&str; 24] = [
                "11", "55", "3", "R", "X", "T", "!", "r5", "g0", "W", "W+", "yS", "b7", "r", "y", "up",
                "down", "turn", "window", "over", "drawn", "public", "jump", "reset",
            ];
            WORDS[pick(WORDS.len())].clone_into(text);
        }
        Value::Null => {
            *value = match pick(4) {
                0 => Value::Bool(true),
                1 => Value::from("r5"),
                2 => serde_json::json!({ "name": "catch", "of": pick(3), "uno": false }),
                _ => Value::from(pick(6)),
            };
        }
    }
}
