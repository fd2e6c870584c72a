//! What happens in a game, told to somebody at the table, in their language.
//!
//! A [`Teller`] turns what is seen into short [`Line`]s for a log; a line says how it is to be set ([`Manner`]), which words of it
//! matter ([`Tint`]), and from which clause of the rules it follows, so that a front end can answer 'why?' with the page of the
//! rules opened there ([`section`]). Beside that: names of actions, cards, house rules, levels; why something was refused; what
//! people say to each other. What a game has to bring for it is in four traits: [`Spoken`], [`Replayed`] for recorded games with all
//! cards open, [`Hinted`] for the explanation of a decision, and [`Presented`]: how long facts are shown, when a round has a result
//! and what a viewer is asked. Each game implements them in its own folder.
//!
//! Architecture invariant: no sentence stands here, but in `mazzo-text`; nothing is told that the viewer has not seen; no clock,
//! no file, so that it runs in a browser.

mod clause;
mod hinted;
mod house;
mod line;
mod present;
mod refusal;
mod replayed;
mod spoken;
mod talk;
mod verdict;

pub use clause::{Clause, section};
pub use hinted::{Hinted, unbroken};
pub use house::{House, house_rules, level, level_about, pace, pace_about, value};
pub use line::{Line, Manner, Piece, Tint, pieces, tinted};
pub use present::{Asked, DRAW_MS, MOVE_MS, Presented, Prompt, TURN_MS};
pub use refusal::{illegal, problem, refusal};
pub use replayed::Replayed;
pub use spoken::{Around, Spoken, Teller, action, percent};
pub use talk::{is_emote, listed, names, phrase, round, said, winners};
pub use verdict::{verdict, wrong};
