//! A table without a server, in the worker. The worker script supplies the time and the timers.

use std::cell::RefCell;

use mazzo_bots::PlayableGame;
use mazzo_core::Options;
use mazzo_protocol::{Level, Millis, Pace, Settings, from_json};
use mazzo_room::solo::SoloTable;
use serde::{Deserialize, Serialize};

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

/// Passes a message of the client to the table.
pub(crate) fn say(text: &str, now: f64) -> Option<()> {
    with_table(|table| table.say(millis(now), text))
}

/// Runs the timers that are due.
pub(crate) fn wake(now: f64) -> Option<()> {
    with_table(|table| table.wake(millis(now)))
}

/// The next message for the client.
pub(crate) fn hear() -> Option<String> {
    with_table(AnyTable::hear).flatten()
}

/// The time of the next timer.
pub(crate) fn alarm() -> Option<f64> {
    with_table(|table| table.next_alarm().map(float)).flatten()
}

/// The table as text, to be saved.
pub(crate) fn save() -> Option<String> {
    with_table(|table| table.save())
}

/// The record of the finished game.
pub(crate) fn record() -> Option<String> {
    with_table(|table| table.record()).flatten()
}

#[cfg(test)]
mod tests {
    use mazzo_games::{GameKind, with_game};
    use mazzo_protocol::Level;

    use super::{Wish, alarm, hear, open, save, wake};

    fn wish(game: GameKind, seats: u8) -> String {
        let wish = Wish {
            game: game.name().to_owned(),
            seats,
            level: Level::Easy,
            name: "Ada".to_owned(),
            seed: Some(17),
        };
        serde_json::to_string(&wish).unwrap()
    }

    #[test]
    fn a_saved_table_is_restored_and_an_unreadable_one_is_replaced() {
        for game in GameKind::ALL {
            let open = with_game!(game, Table => open::<Table> as fn(&str, Option<&str>, f64));
            let seats = with_game!(game, Table => *<Table as mazzo_core::Game>::SEATS.start());
            open(&wish(game, seats), None, 1000.0);
            let first = hear().expect("a snapshot");
            assert!(first.contains("\"snapshot\""), "{first}");
            if let Some(at) = alarm() {
                wake(at);
            }
            let text = save().expect("a table");
            open(&wish(game, seats), Some(&text), 5000.0);
            let again = hear().expect("a snapshot");
            assert!(again.contains("\"phase\":\"playing\""), "{again}");
            assert_eq!(save().map(|text| text.len() >= 100), Some(true));
            open(&wish(game, seats), Some("nonsense"), 9000.0);
            assert!(hear().is_some(), "an unreadable save leads to a new table");
        }
    }
}
