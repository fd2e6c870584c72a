//! A table without a server, in the worker. The worker script calls the exports, and supplies the time and the timers.

#![expect(unreachable_pub, reason = "wasm-bindgen exports them")]

use std::cell::RefCell;

use mazzo_bots::PlayableGame;
use mazzo_core::Options;
use mazzo_protocol::{Level, Millis, Pace, Settings, from_json};
use mazzo_room::solo::SoloTable;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::at::float;

/// The table that the page asks for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Wish {
    pub(crate) game: String,
    pub(crate) seats: u8,
    pub(crate) level: Level,
    pub(crate) name: String,
    /// The seed of a lesson, whose deal is always the same.
    pub(crate) seed: Option<u8>,
}

/// A table of any game. Only [`open`] is generic over the game, so a worker needs just the part of the module with its own game.
trait AnyTable {
    fn say(&mut self, now: Millis, text: &str);
    fn wake(&mut self, now: Millis);
    fn hear(&mut self) -> Option<String>;
    fn next_alarm(&self) -> Option<Millis>;
    fn save(&self) -> String;
    fn record(&self) -> Option<String>;
}

impl<G: PlayableGame> AnyTable for SoloTable<G> {
    fn say(&mut self, now: Millis, text: &str) {
        Self::say(self, now, text);
    }

    fn wake(&mut self, now: Millis) {
        Self::wake(self, now);
    }

    fn hear(&mut self) -> Option<String> {
        Self::hear(self)
    }

    fn next_alarm(&self) -> Option<Millis> {
        Self::next_alarm(self)
    }

    fn save(&self) -> String {
        Self::save(self)
    }

    fn record(&self) -> Option<String> {
        serde_json::to_string(&Self::record(self)?).ok()
    }
}

thread_local! {
    static TABLE: RefCell<Option<Box<dyn AnyTable>>> = const { RefCell::new(None) };
}

/// The settings of the table.
pub(crate) const fn settings<R>(wish: &Wish, rules: R) -> Settings<R> {
    Settings {
        seats: wish.seats,
        rules,
        pace: Pace::Relaxed,
        listed: false,
        watched: false,
        free_chat: false,
        approve: false,
        stand_in: wish.level,
    }
}

fn rules<R: Options>(wish: &Wish) -> R {
    let mut rules = R::default();
    if wish.seed.is_some() {
        // A lesson is short: later rounds teach nothing new.
        let _ = rules.set_text("target", "100"); // if the game has this rule
    }
    rules
}

/// Restores the saved table if it can be read and its game is not over, or else opens a new one.
fn restore_or_open<G: PlayableGame>(
    wish: &Wish,
    saved: Option<&str>,
    seed: [u8; 32],
    now: Millis,
) -> Option<SoloTable<G>> {
    let restored = saved.and_then(|text| SoloTable::<G>::restore(text, now).ok());
    let restored = restored.filter(|table| {
        matches!(table.phase(), mazzo_protocol::Phase::Playing | mazzo_protocol::Phase::Paused)
    });
    restored.or_else(|| {
        let bots = vec![wish.level; usize::from(wish.seats) - 1];
        SoloTable::open(settings(wish, rules(wish)), &wish.name, &bots, seed, now).ok()
    })
}

fn seed(wish: &Wish) -> [u8; 32] {
    if let Some(seed) = wish.seed {
        return [seed; 32];
    }
    let mut seed = [0; 32];
    // Without a random number generator the clock is good enough: there is only one person at the table.
    if getrandom::fill(&mut seed).is_err() {
        let now = js_sys::Date::now().to_bits().to_le_bytes();
        seed[..now.len()].copy_from_slice(&now);
    }
    seed
}

#[expect(clippy::cast_sign_loss, reason = "the time is after 1970")]
fn millis(now: f64) -> Millis {
    Millis(now.max(0.0) as u64)
}

/// Opens a table of this game, or restores a saved one.
pub(crate) fn open<G: PlayableGame>(wish: &str, saved: Option<&str>, now: f64) {
    let Some(wish) = from_json::<Wish>(wish) else { return };
    let table = restore_or_open::<G>(&wish, saved, seed(&wish), millis(now));
    TABLE.set(table.map(|table| Box::new(table) as Box<dyn AnyTable>));
}

fn with_table<T>(action: impl FnOnce(&mut (dyn AnyTable + 'static)) -> T) -> Option<T> {
    TABLE.with_borrow_mut(|table| table.as_deref_mut().map(action))
}

/// Passes a message of the client to the table. Without a table it is ignored.
#[wasm_bindgen]
pub fn worker_say(text: &str, now: f64) {
    with_table(|table| table.say(millis(now), text));
}

/// Runs the timers that are due.
#[wasm_bindgen]
pub fn worker_wake(now: f64) {
    with_table(|table| table.wake(millis(now)));
}

/// The next message for the client.
#[wasm_bindgen]
pub fn worker_hear() -> Option<String> {
    with_table(AnyTable::hear).flatten()
}

/// The time of the next timer.
#[wasm_bindgen]
pub fn worker_alarm() -> Option<f64> {
    with_table(|table| table.next_alarm().map(float)).flatten()
}

/// The table as text, to be saved.
#[wasm_bindgen]
pub fn worker_save() -> Option<String> {
    with_table(|table| table.save())
}

/// The record of the finished game.
#[wasm_bindgen]
pub fn worker_record() -> Option<String> {
    with_table(|table| table.record()).flatten()
}
