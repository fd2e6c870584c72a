//! In the worker: a table without a server. Time and timers are the worker script's.

use std::cell::RefCell;

use mazzo_bots::Played;
use mazzo_core::Options;
use mazzo_room::solo::SoloTable;
use mazzo_wire::{Level, Millis, Pace, Settings};
use serde::{Deserialize, Serialize};

use crate::at::float;

/// Which table is wanted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Wish {
    pub(crate) game: String,
    pub(crate) seats: u8,
    pub(crate) level: Level,
    pub(crate) name: String,
    /// The deal of a lesson is always the same.
    pub(crate) seed: Option<u8>,
}

/// A table, whatever is played there: only who opens it knows, so that a worker can do without the other game.
trait Kept {
    fn say(&mut self, now: Millis, text: &str);
    fn wake(&mut self, now: Millis);
    fn hear(&mut self) -> Option<String>;
    fn next_alarm(&self) -> Option<Millis>;
    fn save(&self) -> String;
    fn record(&self) -> Option<String>;
}

impl<G: Played> Kept for SoloTable<G> {
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
    static TABLE: RefCell<Option<Box<dyn Kept>>> = const { RefCell::new(None) };
}

/// What the table is like.
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
        // A lesson is short: there is nothing to teach in the fourth round that was not in the first.
        let _ = rules.set_text("target", "100"); // only Uno has it
    }
    rules
}

/// The table that was kept, if it is one and not over, or else a new one.
fn begin<G: Played>(wish: &Wish, saved: Option<&str>, seed: [u8; 32], now: Millis) -> Option<SoloTable<G>> {
    let kept = saved.and_then(|text| SoloTable::<G>::restore(text, now).ok());
    let kept =
        kept.filter(|kept| matches!(kept.phase(), mazzo_wire::Phase::Playing | mazzo_wire::Phase::Paused));
    kept.or_else(|| {
        let bots = vec![wish.level; usize::from(wish.seats) - 1];
        SoloTable::open(settings(wish, rules(wish)), &wish.name, &bots, seed, now).ok()
    })
}

fn seed(wish: &Wish) -> [u8; 32] {
    if let Some(seed) = wish.seed {
        return [seed; 32];
    }
    let mut seed = [0; 32];
    // Where there is no luck to be had, the clock is better than nothing: nobody but oneself is dealt to.
    if getrandom::fill(&mut seed).is_err() {
        let now = js_sys::Date::now().to_bits().to_le_bytes();
        seed[..now.len()].copy_from_slice(&now);
    }
    seed
}

#[expect(clippy::cast_sign_loss, reason = "1970 is over")]
fn millis(now: f64) -> Millis {
    Millis(now.max(0.0) as u64)
}

/// Opens a table of this game, or one that was kept.
pub(crate) fn open<G: Played>(wish: &str, saved: Option<&str>, now: f64) {
    let Ok(wish) = serde_json::from_str::<Wish>(wish) else { return };
    let table = begin::<G>(&wish, saved, seed(&wish), millis(now));
    TABLE.set(table.map(|table| Box::new(table) as Box<dyn Kept>));
}

fn with_table<T>(what: impl FnOnce(&mut (dyn Kept + 'static)) -> T) -> Option<T> {
    TABLE.with_borrow_mut(|kept| kept.as_deref_mut().map(what))
}

/// Somebody says something at the table.
pub(crate) fn say(text: &str, now: f64) -> Option<()> {
    with_table(|table| table.say(millis(now), text))
}

/// Time has passed.
pub(crate) fn wake(now: f64) -> Option<()> {
    with_table(|table| table.wake(millis(now)))
}

/// What is to be heard next.
pub(crate) fn hear() -> Option<String> {
    with_table(Kept::hear).flatten()
}

/// When something happens by itself.
pub(crate) fn alarm() -> Option<f64> {
    with_table(|table| table.next_alarm().map(float)).flatten()
}

/// The table as a text, to be kept.
pub(crate) fn save() -> Option<String> {
    with_table(|table| table.save())
}

/// The record of the game that is over.
pub(crate) fn record() -> Option<String> {
    with_table(|table| table.record()).flatten()
}

#[cfg(test)]
mod tests {
    use mazzo_wire::Level;

    use super::{Wish, alarm, hear, open, save, wake};

    fn wish(game: &str) -> String {
        let wish = Wish {
            game: game.to_owned(),
            seats: 3,
            level: Level::Easy,
            name: "Ada".to_owned(),
            seed: Some(17),
        };
        serde_json::to_string(&wish).unwrap()
    }

    #[test]
    fn a_table_that_was_kept_goes_on_where_it_was() {
        let games = [
            ("diciassette", open::<mazzo_diciassette::Table> as fn(&str, Option<&str>, f64)),
            ("uno", open::<mazzo_uno::Table>),
        ];
        for (game, open) in games {
            open(&wish(game), None, 1000.0);
            let first = hear().expect("a snapshot");
            assert!(first.contains("\"snapshot\""), "{first}");
            if let Some(at) = alarm() {
                wake(at);
            }
            let text = save().expect("a table");
            open(&wish(game), Some(&text), 5000.0);
            let again = hear().expect("a snapshot");
            assert!(again.contains("\"phase\":\"playing\""), "{again}");
            assert_eq!(save().map(|text| text.len() >= 100), Some(true));
            open(&wish(game), Some("nonsense"), 9000.0);
            assert!(hear().is_some(), "what cannot be read is dealt anew");
        }
    }
}
