//! What happens in a game, told to somebody at the table, in their language.
//!
//! A [`Teller`] turns what is seen into short [`Line`]s for a log; a line says how it is to be set ([`Manner`]), which words of it
//! matter ([`Tint`]), and from which clause of the rules it follows, so that a front end can answer 'why?' with the page of the
//! rules opened there ([`section`]). Beside that: names of actions, cards, house rules, levels; why something was refused; what
//! people say to each other. All of it for both games by one trait, [`Spoken`]. How long facts are shown, when a round has a
//! result and what a viewer is asked is in [`Presented`].
//!
//! Architecture invariant: no sentence stands here, but in `mazzo-text`; nothing is told that the viewer has not seen; no clock,
//! no file, so that it runs in a browser.

mod clause;
pub mod diciassette;
mod house;
mod line;
mod present;
mod refusal;
mod spoken;
mod talk;
pub mod uno;
mod verdict;

pub use clause::{Clause, section};
pub use house::{House, house_rules, level, level_about, pace, pace_about, value};
pub use line::{Line, Manner, Piece, Tint};
pub use present::{Asked, DRAW_MS, MOVE_MS, Presented, Prompt, TURN_MS};
pub use refusal::{illegal, problem, refusal};
pub use spoken::{Around, Spoken, Teller, action, percent};
pub use talk::{is_emote, listed, names, phrase, said};
pub use verdict::{verdict, wrong};
