//! Texts about a game for a viewer, in the viewer's language.
//!
//! A [`Teller`] turns redacted facts into short [`Line`]s for a log. A line has a layout ([`Manner`]), emphasis ([`Tint`]) and the
//! clause of the rules that it follows from, so that a front end can open the rules at that [`section`]. The crate also names
//! actions, cards, house rules and levels, explains refusals, and renders chat.
//!
//! Each game implements four traits in its own folder: [`Spoken`] for the narration, [`Replayed`] for records with all cards open,
//! [`Hinted`] for the explanation of a decision, and [`Presented`] for timing, round results and prompts.
//!
//! Architecture invariant: the sentences are in `mazzo-text`; a text contains nothing that the viewer has not seen; no clock and
//! no files, so that the crate runs in a browser.

mod clause;
mod hinted;
mod house_rule;
mod line;
mod present;
mod refusal;
mod replayed;
mod spoken;
mod talk;
mod verdict;

pub use clause::{Clause, section};
pub use hinted::{Hinted, unbroken};
pub use house_rule::{HouseRule, house_rules, level, level_about, pace, pace_about, value};
pub use line::{Line, Manner, Piece, Tint, pieces, tinted};
pub use present::{Asked, DRAW_MS, MOVE_MS, Presented, Prompt, TURN_MS};
pub use refusal::{illegal, problem, refusal};
pub use replayed::Replayed;
pub use spoken::{Around, Spoken, Teller, action, percent};
pub use talk::{is_emote, listed, names, phrase, round, said, winners};
pub use verdict::{verdict, wrong};
