//! Records of a game that is known by its name only.

use mazzo_record::fair::{Proof, Verified, VerifyError};
use mazzo_record::{Flaw, Record, kind};

use crate::GameKind;

/// Referees a record of any game. `line` is where it starts in its file.
pub fn check(record: &Record, line: u64) -> Result<(), Flaw> {
    with_game!(kind::<GameKind>(record, line)?, Table => mazzo_record::replay::<Table>(record, line, |_| ()).map(drop))
}

/// Derives every shuffle of a record of any game again, and referees the game. `line` is where it starts in its file.
pub fn verify(record: &Record, line: u64) -> Result<Verified, VerifyError> {
    // A record without a proof has none, whatever else is wrong with it.
    Proof::read(record)?;
    with_game!(kind::<GameKind>(record, line)?, Table => mazzo_record::fair::verify::<Table>(record, line))
}
