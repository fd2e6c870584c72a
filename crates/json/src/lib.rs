//! JSON that is kept as it is: what a record holds that nobody here knows.
//!
//! It is `serde_json`'s, but for what is sent to a browser: there its table of fields, which are found by their hashes, is three
//! kilobytes that everybody waits for before there are cards. A list does as well for a handful of fields.

#[cfg(any(test, target_family = "wasm"))]
mod small;

#[cfg(not(target_family = "wasm"))]
pub use serde_json::{Map, Value};
#[cfg(target_family = "wasm")]
pub use small::{Map, Value};
