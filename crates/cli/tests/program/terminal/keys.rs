//! Plays in a terminal by reading the screen.

use std::time::{Duration, Instant};

use super::pty::Pty;

/// Deadline of a game on a busy machine.
const DEADLINE: Duration = Duration::from_mins(4);

/// Plays by reading the screen until it shows these words.
pub(crate) fn play_until(pty: &mut Pty, words: &str) {
    let end = Instant::now() + DEADLINE;
    let mut turn = 0_u32;
    loop {
        let screen = pty.screen();
        // A key that was meant for the screen before may have asked for another game already.
        if screen.contains(words) || screen.contains("Take a seat, and say") && turn > 20 {
            return;
        }
        assert!(Instant::now() < end, "the game does not end:\n{screen}");
        turn = turn.wrapping_add(1);
        let has = |text: &str| screen.contains(text);
        let key = if has("─ Choose ─") || has("go on") {
            "\r"
        } else if has(" U  Play ") {
            // Now and then face down, and not always the first card.
            ["\x1b[C", "d", "u"][turn as usize % 3]
        } else if has(" Space  Let it go") && !has("Your answer is sealed") {
            if turn.is_multiple_of(11) && has(" C  Call 17") { "c" } else { " " }
        } else if has(" A  Accept") {
            "a"
        } else if has(" Enter  Name a colour") || has(" Enter  Play ") {
            if has(" U  say UNO with it") && !has("say UNO with it *") { "u" } else { "\r" }
        } else if has(" K  Keep it") {
            "k"
        } else if has(" D  Draw") {
            if turn.is_multiple_of(4) { "d" } else { "\x1b[C" }
        } else if has(" P  Pass") {
            "p"
        } else if has(" C  Call 17") {
            "c"
        } else if has("Your turn") && has(" Enter  ") {
            "\r" // the first button of a game without keys of its own
        } else {
            ""
        };
        if key.is_empty() {
            pty.wait_for_change(&screen, Duration::from_millis(50));
        } else {
            pty.type_keys(key);
            pty.wait_for_change(&screen, Duration::from_millis(400));
        }
    }
}
