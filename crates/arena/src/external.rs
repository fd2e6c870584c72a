//! Bots in any language, over standard input and output: one JSON object a line.
//!
//! [`PipeBot`] runs an external program as a bot: it sends the program what its seat sees, and asks for actions. [`serve()`] is the
//! other side: it exposes one of our bots as such a program. `docs/bots.md` describes the lines, with an example of each.
//!
//! Architecture invariant: a program cannot harm the table. Every queue, line and wait is bounded. Whatever the program does, its seat
//! acts within the time limit, and the fault is a sentence in the notes.

mod bot;
mod line;
mod program;
mod serve;

pub use bot::{BadCommand, Limits, PipeBot, words};
pub use line::{MAX_LINE, PROTOCOL};
pub use serve::{LineProblem, ServeError, Served, serve};
