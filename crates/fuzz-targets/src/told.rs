//! Messages of a server.

use mazzo_client::Session;
use mazzo_core::{Visible, Windows};
use mazzo_games::with_game;
use mazzo_protocol::{Says, Told};

use crate::in_any_game;

/// Lines of server messages: a client parses and folds all of them.
pub fn told(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    in_any_game(|kind| with_game!(kind, Table => hear::<Table>(text)))
}

fn hear<G: Visible + Windows>(text: &str) -> bool {
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

fn read<G: Visible>(line: &str) -> bool {
    let Some(told) = Told::<G>::from_bytes(line.as_bytes()) else { return false };
    let written = told.to_bytes();
    assert_eq!(
        Told::from_bytes(&written).as_ref(),
        Some(&told),
        "it is written as {}",
        String::from_utf8_lossy(&written)
    );
    true
}
