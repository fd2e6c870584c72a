//! Records as texts.

use mazzo_record::Record;

/// A record as everybody reads it.
pub(crate) fn text(record: &Record) -> String {
    serde_json::to_string(record).unwrap_or_else(|error| unreachable!("a record can be written: {error}"))
}
