//! The laws that every game at a Mazzo table must obey, as one test kit.
//!
//! [`obey`] plays a random game, with a random number of seats and random house rules, and checks every law at every step. A
//! broken law is reported with the seed that reproduces it.
//!
//! | law | says |
//! |---|---|
//! | choices | `legal` lists exactly the actions that `permit` accepts; some seat can act exactly while the game is not over; the default action is legal; codes and texts of actions round-trip |
//! | soundness | `check` holds after every fact |
//! | folding | the facts alone rebuild the table |
//! | codes | a fact survives the round trip through the bytes of a log, and its encoding is self-delimiting |
//! | seeing commutes | absorbing a redacted fact gives the view of the table after the fact, for every viewer |
//! | sealing | all answers to a window look the same to others, and do not change their views |
//! | guessing | every view is sound; a determinized world has the same view and the same legal actions |
//! | non-interference | two worlds that look the same continue to look the same until the rules reveal something |
//! | referee | a second, slow implementation of the rules arrives at the same table and the same views |
//! | ending | every game ends |
//! | json | views and redacted facts survive the round trip through JSON; every view is sound ([`json()`], by itself) |
//! | corruption | a view from corrupted JSON is refused, or its world is playable ([`corrupted`], by itself) |
//!
//! Architecture invariant: the kit knows no game; the games' tests call it with their type.

mod case;
mod interference;
mod json;
mod kit;
mod positions;
mod scene;
mod short;

pub use case::Case;
pub use json::{Corrupted, corrupted, json, tamper};
pub use kit::{Broken, PlayedGame, digest, obey, soak};
pub use positions::{explains, positions};
pub use scene::{Scene, order};
pub use short::short_rules;
