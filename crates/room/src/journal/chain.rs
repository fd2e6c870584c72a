//! The envelope of an event.

use crate::TableId;
use sha2::{Digest as _, Sha256};

use super::read::Unreadable;

/// The event format that this version writes. Formats below 2 had no envelope; see `legacy`.
pub const FORMAT: u8 = 2;
/// Length of a checksum in bytes: it detects accidents, not tampering by somebody who can write to the database.
const CHECKSUM: usize = 8;
/// Bytes of the header that the checksum covers: format, kind, version of the rules.
const LABEL: usize = 4;
/// Bytes before the body.
pub(crate) const HEADER: usize = LABEL + CHECKSUM;

/// The kind of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EventKind {
    /// The opening of the table.
    Opening,
    /// Facts that were stored together.
    Entry,
    /// The state of the table, in place of the events before it.
    Checkpoint,
}

impl EventKind {
    /// By their numbers in the envelope.
    const ALL: [Self; 3] = [Self::Opening, Self::Entry, Self::Checkpoint];
}

/// The end of a table's log: the checksum that the next event chains to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain([u8; CHECKSUM]);

impl Chain {
    /// The start value, before the first event of a table.
    pub fn of(table: TableId) -> Self {
        Self::truncate(Sha256::new().chain_update(b"mazzo log").chain_update(table.0.to_be_bytes()))
    }

    fn truncate(hash: Sha256) -> Self {
        let mut bytes = [0; CHECKSUM];
        bytes.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
        Self(bytes)
    }

    fn next(self, label: &[u8], body: &[u8]) -> Self {
        Self::truncate(Sha256::new().chain_update(self.0).chain_update(label).chain_update(body))
    }

    /// Writes the envelope into `event`, which has space for it at its start, and returns the new end of the log.
    pub(crate) fn seal(self, event: &mut [u8], kind: EventKind, rules: u16) -> Self {
        let (header, body) = event.split_at_mut(HEADER);
        let [low, high] = rules.to_le_bytes();
        header[..LABEL].copy_from_slice(&[FORMAT, kind as u8, low, high]);
        let next = self.next(&header[..LABEL], body);
        header[LABEL..].copy_from_slice(&next.0);
        next
    }
}

/// The decoded envelope of an event.
pub(crate) struct Envelope<'a> {
    pub(crate) kind: EventKind,
    pub(crate) rules: u16,
    pub(crate) body: &'a [u8],
    checksum: Chain,
    label: &'a [u8],
}

impl<'a> Envelope<'a> {
    /// Reads the envelope of event number `at`.
    pub(crate) fn read(event: &'a [u8], at: u64) -> Result<Self, Unreadable> {
        let cut = Unreadable::Cut { at };
        let &format = event.first().ok_or(cut.clone())?;
        if format != FORMAT {
            return Err(Unreadable::Format { at, found: format });
        }
        let (header, body) = event.split_at_checked(HEADER).ok_or(cut)?;
        let (label, checksum) = header.split_at(LABEL);
        let kind = *EventKind::ALL.get(usize::from(label[1])).ok_or(Unreadable::Kind { at })?;
        let rules = u16::from_le_bytes([label[2], label[3]]);
        let mut bytes = [0; CHECKSUM];
        bytes.copy_from_slice(checksum);
        Ok(Self { kind, rules, body, checksum: Chain(bytes), label })
    }

    /// Checks that the event follows the log that ends with `chain`, and returns the new end of the log.
    pub(crate) fn follows(&self, chain: Chain, at: u64) -> Result<Chain, Unreadable> {
        if chain.next(self.label, self.body) == self.checksum {
            Ok(self.checksum)
        } else {
            Err(Unreadable::Checksum { at })
        }
    }
}
