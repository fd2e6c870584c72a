//! Messages of a server.

use mazzo_client::Session;
use mazzo_core::Game;
use mazzo_games::{GameKind, with_game};
use mazzo_wire::{Says, Told};

/// Lines of server messages: a client parses and folds all of them.
pub fn told(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut is_read = false;
    for kind in GameKind::ALL {
        is_read |= with_game!(kind, Table => hear::<Table>(text));
    }
    is_read
}

fn hear<G: Game>(text: &str) -> bool {
    // Fixed words for the deal, so that an input is reproducible.
    let mut session = Session::<G>::new(1, || [7; 16]);
    let mut is_read = false;
    for line in text.lines() {
        is_read |= read::<G>(line);
        let (_, answers) = session.hear(line);
        for answer in answers {
            let says = serde_json::from_str::<Says<G::Rules>>(&answer);
            assert!(says.is_ok(), "a server understands the client: {answer}");
        }
    }
    // Verdict and evidence must not panic on any input.
    std::hint::black_box((session.verdict(), session.evidence()));
    is_read
}

fn read<G: Game>(line: &str) -> bool {
    let by_client = mazzo_wire::read::<Told<G>>(line).ok();
    let by_serde = serde_json::from_str::<Told<G>>(line).ok();
    if let (Some(client), Some(serde)) = (&by_client, &by_serde) {
        assert_eq!(client, serde, "both readers agree");
    }
    for told in [&by_client, &by_serde].into_iter().flatten() {
        let written = serde_json::to_string(told).expect("a message serializes");
        assert_eq!(mazzo_wire::read::<Told<G>>(&written).ok().as_ref(), Some(told), "{written}");
    }
    by_client.is_some()
}
