//! Bots in any language, over standard input and output: one JSON object a line.
//!
//! [`PipeBot`] is a bot that is somebody else's program: it starts the program, tells it what its seat sees and asks it
//! what to do. [`serve()`] is the other side: it lets one of our bots be such a program. The lines are described in
//! `docs/bots.md`, with an example of each.
//!
//! Architecture invariant: a program can do no harm. Every queue, line and wait is bounded; whatever it does or fails to
//! do, its seat acts within the time limit, and what went wrong is a sentence in the notes.

mod bot;
mod line;
mod program;
mod serve;

pub use bot::{BadCommand, Limits, PipeBot, words};
pub use line::{MAX_LINE, PROTOCOL};
pub use serve::{AnyMaker, Maker, ServeError, Thinking, Why, serve, serve_game};
