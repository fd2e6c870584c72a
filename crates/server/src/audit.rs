//! What the operator did, in the log and in a bounded list that the admin page shows.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use mazzo_store::{Log, StoreError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The setting that holds the list.
const SETTING: &str = "audit";
/// Lines that are kept: some months of a busy operator, in some 50 KB.
const MAX_LINES: usize = 500;
/// Digits of a table or record that a line shows. The whole name would let its reader in.
const SHOWN: usize = 8;

/// One thing that the operator did. No address and no token is in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AuditLine {
    /// When, in milliseconds since 1970.
    pub(crate) at_ms: u64,
    /// What.
    pub(crate) action: String,
    /// To what: the first digits of a table or record, or the id of a key.
    pub(crate) target: String,
}

/// The first digits of a name.
pub(crate) fn short(name: u128) -> String {
    format!("{name:032x}").chars().take(SHOWN).collect()
}

/// Writes one line after the other.
#[derive(Default)]
pub(crate) struct Audit(Mutex<()>);

impl Audit {
    /// Notes an action, before it is done: what cannot be noted is not done.
    pub(crate) fn note(
        &self,
        log: &dyn Log,
        at_ms: u64,
        action: &str,
        target: String,
    ) -> Result<(), StoreError> {
        let _one_at_a_time = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tracing::info!(action, target, "admin action");
        let mut lines = read(log)?;
        lines.push_back(AuditLine { at_ms, action: action.to_owned(), target });
        let too_many = lines.len().saturating_sub(MAX_LINES);
        lines.drain(..too_many);
        let written = serde_json::to_vec(&lines)
            .unwrap_or_else(|error| unreachable!("the list can be written: {error}"));
        log.put(SETTING, &written)
    }
}

/// The list, the newest line last. One that cannot be read begins anew: it must not keep the operator from acting.
pub(crate) fn read(log: &dyn Log) -> Result<VecDeque<AuditLine>, StoreError> {
    let stored = log.get(SETTING)?.unwrap_or_else(|| b"[]".to_vec());
    Ok(serde_json::from_slice(&stored).unwrap_or_else(|error| {
        tracing::error!(%error, "the audit list is damaged and begins anew");
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
