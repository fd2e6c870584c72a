//! Messages of a client.

use mazzo_core::Game;
use mazzo_games::with_game;
use mazzo_protocol::Says;

use crate::in_any_game;

/// Parses a message of a client, as the server does.
pub fn says(bytes: &[u8]) -> bool {
    // A server closes the socket on invalid UTF-8.
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    in_any_game(|kind| with_game!(kind, Table => read::<Table>(text)))
}

fn read<G: Game>(text: &str) -> bool {
    let Ok(says) = serde_json::from_str::<Says<G::Rules>>(text) else { return false };
    let written = serde_json::to_string(&says).expect("a message serializes");
    assert_eq!(serde_json::from_str::<Says<G::Rules>>(&written).ok(), Some(says), "{written}");
    true
}
