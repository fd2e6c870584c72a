//! What every game at a Mazzo table must obey, as one kit.
//!
//! [`obey`] plays a random game, with a random number of seats and random house rules, and holds it to every
//! law at every step. A broken law comes with the seed that breaks it again.
//!
//! | law | says |
//! |---|---|
//! | choices | legal is exactly what is permitted; someone can act exactly while the game is not over; the default is legal; numbers and texts of actions lead back to them |
//! | soundness | `check` holds after every fact |
//! | folding | the facts alone rebuild the table |
//! | codes | a fact is the same after a way through the bytes of a log, which say where it ends |
//! | seeing commutes | absorbing what is seen of a fact gives the view of the table after it, for everybody |
//! | sealing | all answers to a window look the same to others, and change nothing that they see |
//! | guessing | every view is sound; a world made up from it gives it again, and the same choices |
//! | non-interference | two worlds that look the same go on looking the same until the rules open something |
//! | referee | a second, slow reading of the rules comes to the same table and the same views |
//! | ending | every game ends |
//! | json | what is seen is the same after a way through JSON; every view is sound ([`json()`], by itself) |
//! | corruption | a view from a JSON that was tampered with is refused, or good to play on ([`corrupted`], by itself) |
//!
//! Architecture invariant: the kit knows no game; games' tests call it with their type.

mod case;
mod interference;
mod json;
mod kit;
mod positions;
mod scene;
mod short;

pub use case::Case;
pub use json::{Corrupted, corrupted, json, tamper};
pub use kit::{Broken, Played, digest, obey, soak};
pub use positions::{explains, positions};
pub use scene::{Scene, order};
pub use short::short_rules;
