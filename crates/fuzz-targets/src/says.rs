//! Messages of a client.

use mazzo_core::Game;
use mazzo_games::{GameKind, with_game};
use mazzo_wire::Says;

/// Parses a message of a client, with the readers of server and page.
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
    let by_server = serde_json::from_str::<Says<G::Rules>>(text).ok();
    let by_page = mazzo_wire::read::<Says<G::Rules>>(text).ok();
    if let (Some(server), Some(page)) = (&by_server, &by_page) {
        assert_eq!(server, page, "both readers agree");
    }
    for says in [&by_server, &by_page].into_iter().flatten() {
        // Both writers, both readers.
        let written = serde_json::to_string(says).expect("a message serializes");
        for text in [&written, &mazzo_wire::write(says)] {
            assert_eq!(serde_json::from_str::<Says<G::Rules>>(text).ok().as_ref(), Some(says), "{text}");
            assert_eq!(mazzo_wire::read::<Says<G::Rules>>(text).ok().as_ref(), Some(says), "{text}");
        }
    }
    by_server.is_some()
}
