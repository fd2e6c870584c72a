//! Bodies of HTTP requests and answers.

use mazzo_bots::Played;
use mazzo_games::{GameKind, with_game};
use mazzo_room::{Opening, PersonId, Room, Secret, TableId};
use mazzo_wire::{Lobby, MAX_NAME, Millis, NewTable, Opened, Problem, RecordInfo, Records, TableInfo, clean};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads a body as everything that it could be: the server opens the table that is asked for, a client reads answers.
pub fn http(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let wanted = serde_json::from_slice::<NewTable>(bytes).ok();
    if let Some(wanted) = &wanted {
        for kind in GameKind::ALL {
            with_game!(kind, Table => open::<Table>(wanted));
        }
    }
    for name in text.lines() {
        cleaned(name);
    }
    let answers = [
        answer::<Lobby>(text),
        answer::<Opened>(text),
        answer::<Problem>(text),
        answer::<RecordInfo>(text),
        answer::<Records>(text),
        answer::<TableInfo>(text),
    ];
    wanted.is_some() || answers.contains(&true)
}

/// Opens the table, if there can be one.
fn open<G: Played>(wanted: &NewTable) {
    let Ok(settings) = wanted.settings::<G::Rules>() else { return };
    let written = serde_json::to_string(&settings).expect("settings can be written");
    assert_eq!(serde_json::from_str(&written).ok(), Some(settings), "{written}");
    if !Room::<G>::can_be(&settings) {
        return;
    }
    let opening =
        Opening { table: TableId(1), host: PersonId(1), settings, secret: Secret([7; 32]), promises: true };
    let snapshot = Room::<G>::new(&opening, Millis(0)).snapshot(PersonId(1));
    assert_eq!(snapshot.room.chairs.len(), usize::from(settings.seats));
}

/// What comes out of a name is short, and stays as it is when it is cleaned again.
fn cleaned(name: &str) {
    if let Ok(once) = clean(name, MAX_NAME) {
        assert!(once.chars().count() <= MAX_NAME, "{once:?}");
        assert_eq!(clean(&once, MAX_NAME).as_ref(), Ok(&once), "a clean text is clean");
    }
}

fn answer<T: Serialize + DeserializeOwned>(text: &str) -> bool {
    let Ok(read) = serde_json::from_str::<T>(text) else { return false };
    let written = serde_json::to_string(&read).expect("an answer can be written");
    // Not that it is the same: a fraction among house rules may lose its last digit.
    assert!(serde_json::from_str::<T>(&written).is_ok(), "{written}");
    true
}
