//! Messages of a client.

use mazzo_core::Game;
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::Says;

/// Parses a message of a client, as the server does.
pub fn says(bytes: &[u8]) -> bool {
    // A server closes the socket on invalid UTF-8.
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut is_read = false;
    for kind in GameKind::ALL {
        is_read |= with_game!(kind, Table => read::<Table>(text));
    }
    is_read
}

fn read<G: Game>(text: &str) -> bool {
    let Ok(says) = serde_json::from_str::<Says<G::Rules>>(text) else { return false };
    let written = serde_json::to_string(&says).expect("a message serializes");
    assert_eq!(serde_json::from_str::<Says<G::Rules>>(&written).ok(), Some(says), "{written}");
    true
}
