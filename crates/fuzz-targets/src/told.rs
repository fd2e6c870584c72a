//! What a server tells a client.

use mazzo_client::Session;
use mazzo_core::Game;
use mazzo_games::{GameKind, with_game};
use mazzo_wire::{Says, Told};

/// Lines that a server sends, one message each: a client reads and folds all of them.
pub fn told(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut is_read = false;
    for kind in GameKind::ALL {
        is_read |= with_game!(kind, Table => hear::<Table>(text));
    }
    is_read
}

fn hear<G: Game>(text: &str) -> bool {
    // Words for the deal are the same every time, so that an input can be played again.
    let mut session = Session::<G>::new(1, || [7; 16]);
    let mut is_read = false;
    for line in text.lines() {
        is_read |= read::<G>(line);
        let (_, answers) = session.hear(line);
        for answer in answers {
            let says = serde_json::from_str::<Says<G::Rules>>(&answer);
            assert!(says.is_ok(), "a client says what a server understands: {answer}");
        }
    }
    // Whatever was told, there is a verdict on it, and evidence for it.
    std::hint::black_box((session.verdict(), session.evidence()));
    is_read
}

fn read<G: Game>(line: &str) -> bool {
    let by_client = mazzo_wire::read::<Told<G>>(line).ok();
    let by_serde = serde_json::from_str::<Told<G>>(line).ok();
    if let (Some(client), Some(serde)) = (&by_client, &by_serde) {
        assert_eq!(client, serde, "both readers understand the same");
    }
    for told in [&by_client, &by_serde].into_iter().flatten() {
        let written = serde_json::to_string(told).expect("a message can be written");
        assert_eq!(mazzo_wire::read::<Told<G>>(&written).ok().as_ref(), Some(told), "{written}");
    }
    by_client.is_some()
}
