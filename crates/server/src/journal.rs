//! Serializes records.

use mazzo_record::Record;

/// A record as JSON.
pub(crate) fn text(record: &Record) -> String {
    serde_json::to_string(record).unwrap_or_else(|error| unreachable!("a record serializes: {error}"))
}
