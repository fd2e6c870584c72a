//! Audit trail of the operator's actions: in the log, and in a bounded list for the admin page.

use std::collections::VecDeque;

use mazzo_store::{Log, StoreError};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The store setting that holds the list.
const SETTING: &str = "audit";
/// Lines that are kept: some months of a busy operator, about 50 KB.
const MAX_LINES: usize = 500;
/// Digits of a table or record id in a line. The whole id would grant access.
const SHORT_DIGITS: usize = 8;

/// One action of the operator. It contains no address and no token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AuditLine {
    /// Time in milliseconds since 1970.
    pub(crate) at_ms: u64,
    /// The action.
    pub(crate) action: String,
    /// Its target: the first digits of a table or record, or the id of a key.
    pub(crate) target: String,
}

/// The first digits of an id.
pub(crate) fn short(name: u128) -> String {
    format!("{name:032x}").chars().take(SHORT_DIGITS).collect()
}

/// Serializes writes to the list.
#[derive(Default)]
pub(crate) struct Audit(Mutex<()>);

impl Audit {
    /// Writes an audit line before the action. If that fails, the action is not carried out.
    pub(crate) fn note(
        &self,
        log: &dyn Log,
        at_ms: u64,
        action: &str,
        target: String,
    ) -> Result<(), StoreError> {
        let _one_at_a_time = self.0.lock();
        tracing::info!(action, target, "admin action");
        let mut lines = read(log)?;
        lines.push_back(AuditLine { at_ms, action: action.to_owned(), target });
        let too_many = lines.len().saturating_sub(MAX_LINES);
        lines.drain(..too_many);
        let written =
            serde_json::to_vec(&lines).unwrap_or_else(|error| unreachable!("the list serializes: {error}"));
        log.put(SETTING, &written)
    }
}

/// The list, the newest line last. A damaged list starts empty: it must not block the operator.
pub(crate) fn read(log: &dyn Log) -> Result<VecDeque<AuditLine>, StoreError> {
    let stored = log.get(SETTING)?.unwrap_or_else(|| b"[]".to_vec());
    Ok(serde_json::from_slice(&stored).unwrap_or_else(|error| {
        tracing::error!(%error, "audit list damaged, starting an empty one");
        VecDeque::new()
    }))
}

#[cfg(test)]
mod tests {
    use mazzo_store::Memory;

    use super::{Audit, MAX_LINES, read};

    #[test]
    fn the_newest_lines_are_kept() {
        let (log, audit) = (Memory::default(), Audit::default());
        for at in 0..MAX_LINES as u64 + 3 {
            audit.note(&log, at, "notice", String::new()).expect("a line");
        }
        let lines = read(&log).expect("a list");
        assert_eq!((lines.len(), lines.front().map(|line| line.at_ms)), (MAX_LINES, Some(3)));
    }
}
