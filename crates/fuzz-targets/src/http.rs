//! Bodies of HTTP requests and responses.

use mazzo_bots::PlayableGame;
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::{
    Lobby, MAX_NAME, Millis, NewTable, Opened, Problem, RecordInfo, Records, TableInfo, clean,
};
use mazzo_room::{Opening, PersonId, Room, Secret, TableId};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Parses a body as every type: the server opens the requested table, a client reads responses.
pub fn http(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let wanted = serde_json::from_slice::<NewTable>(bytes).ok();
    if let Some(wanted) = &wanted {
        for kind in GameKind::ALL {
            with_game!(kind, Table => open::<Table>(wanted));
        }
    }
    for name in text.lines() {
        check_clean(name);
    }
    let responses = [
        response::<Lobby>(text),
        response::<Opened>(text),
        response::<Problem>(text),
        response::<RecordInfo>(text),
        response::<Records>(text),
        response::<TableInfo>(text),
    ];
    wanted.is_some() || responses.contains(&true)
}

/// Opens the table, if its settings are possible.
fn open<G: PlayableGame>(wanted: &NewTable) {
    let Ok(settings) = wanted.settings::<G::Rules>() else { return };
    let written = serde_json::to_string(&settings).expect("settings serialize");
    assert_eq!(serde_json::from_str(&written).ok(), Some(settings), "{written}");
    if !Room::<G>::can_be(&settings) {
        return;
    }
    let opening =
        Opening { table: TableId(1), host: PersonId(1), settings, secret: Secret([7; 32]), promises: true };
    let snapshot = Room::<G>::new(&opening, Millis(0)).snapshot(PersonId(1));
    assert_eq!(snapshot.room.chairs.len(), usize::from(settings.seats));
}

/// A cleaned name is short, and cleaning is idempotent.
fn check_clean(name: &str) {
    if let Ok(once) = clean(name, MAX_NAME) {
        assert!(once.chars().count() <= MAX_NAME, "{once:?}");
        assert_eq!(clean(&once, MAX_NAME).as_ref(), Ok(&once), "cleaning is idempotent");
    }
}

fn response<T: Serialize + DeserializeOwned>(text: &str) -> bool {
    let Ok(read) = serde_json::from_str::<T>(text) else { return false };
    let written = serde_json::to_string(&read).expect("a response serializes");
    // Equality is not required: a fraction among house rules may lose its last digit.
    assert!(serde_json::from_str::<T>(&written).is_ok(), "{written}");
    true
}
