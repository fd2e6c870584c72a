//! Deals that can be checked: a promise before the game, a proof after it (`docs/fair.md`).
//!
//! Before the deal the house shows the [`Commitment`] of a [`Secret`]. Every seat shows the [`Seal`] of [`Words`] of its own, and
//! opens them when all seals are there. Every shuffle follows from the secret and the words: [`Secret::dealer`]. After the game the
//! house shows the secret, and [`verify()`] derives every shuffle again. A client remembers what it was shown on the way
//! ([`Memory`]) and holds the record against it ([`judge()`]).
//!
//! Architecture invariant: no input or output, no clock, no randomness of its own, and all of it runs in a browser.

mod dealer;
mod evidence;
mod hex;
mod judge;
mod proof;
mod seal;
mod secret;
mod verify;
mod words;

pub use dealer::{FairDealer, FairRng, FairStreams};
pub use evidence::{EVIDENCE_FORMAT, Evidence};
pub use judge::{Judged, Memory, Progress, Unproven, Watched, WatchedPart, Wrong, judge};
pub use proof::{Exchange, OLD_SCHEME, Proof, SCHEME};
pub use seal::Seal;
pub use secret::{Commitment, GameId, Secret};
pub use verify::{Doubt, Verified, verify};
pub use words::{BadText, MAX_TEXT, Words};
