//! Deals that can be checked: a promise before the game, a proof after it (`docs/fair.md`).
//!
//! Before the deal the house shows the [`Commitment`] of a [`Secret`], then every seat adds [`Words`] of its own, and every
//! shuffle follows from both: [`Secret::dealer`]. After the game the secret is shown, and [`verify()`] derives every shuffle again.
//!
//! Architecture invariant: no input or output, no clock, no randomness of its own, and all of it runs in a browser.

mod dealer;
mod hex;
mod proof;
mod secret;
mod verify;
mod words;

pub use dealer::{FairDealer, FairRng, FairStreams};
pub use proof::{Proof, SCHEME};
pub use secret::{Commitment, GameId, Secret};
pub use verify::{Doubt, Verified, verify};
pub use words::{BadText, MAX_TEXT, Words};
