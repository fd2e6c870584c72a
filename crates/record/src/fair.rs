//! Verifiable deals: a commitment before the game, a proof after it (`docs/fair.md`).
//!
//! Before the deal the house publishes the [`Commitment`] of a [`Secret`]. Every seat publishes the [`Seal`] of its own [`Words`]
//! and opens them when all seals are published. All shuffles derive from the secret and the words: [`Secret::dealer`]. After the
//! game the house publishes the secret, and [`verify()`] derives every shuffle again. A client remembers what it was shown
//! ([`Memory`]) and compares the record with it ([`judge()`]).
//!
//! Architecture invariant: no input or output, no clock, no randomness of its own; the whole crate runs in a browser.

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
pub use judge::{Breach, Judged, Memory, Progress, Unproven, Watched, WatchedPart, judge};
pub use proof::{Exchange, OLD_SCHEME, Proof, SCHEME};
pub use seal::Seal;
pub use secret::{Commitment, GameId, Secret};
pub use verify::{Verified, VerifyError, verify};
pub use words::{BadText, MAX_TEXT, Words};
