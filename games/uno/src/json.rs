//! JSON of views and redacted facts, for clients and for bots in other languages.
//!
//! A face is its name in the notation, a colour its letter, a bag of faces a list of names. Values by seat are a list with one
//! entry per seat.

use mazzo_core::rules_form;

use crate::rules::Rules;

rules_form!(Rules);

/// The seat that a phase waits for, as an object with one field.
pub(crate) mod waiting {
    use mazzo_core::Seat;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Waiting {
        seat: Seat,
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
    pub(crate) fn serialize<S: Serializer>(seat: &Seat, to: S) -> Result<S::Ok, S::Error> {
        Waiting { seat: *seat }.serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
        Waiting::deserialize(from).map(|Waiting { seat }| seat)
    }
}
