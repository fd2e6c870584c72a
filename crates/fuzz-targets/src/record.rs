//! Files of records.

use std::io::Cursor;

use mazzo_core::{Viewer, Visible, Windows};
use mazzo_games::with_game;
use mazzo_record::{Numbered, Reader, Record};

/// Records of one input that are checked: more show nothing new.
const MAX_RECORDS: usize = 4;

/// Reads a file of records, plain or compressed, and referees, verifies and replays every one.
pub fn record(bytes: &[u8]) -> bool {
    let Ok(reader) = Reader::new(Cursor::new(bytes.to_vec())) else { return false };
    let mut is_read = false;
    for read in reader.take(MAX_RECORDS) {
        match read {
            Ok(Numbered { line, record }) => {
                is_read = true;
                judge(&record, line);
            }
            Err(flaw) => assert!(!flaw.to_string().is_empty()),
        }
    }
    is_read
}

fn judge(record: &Record, line: u64) {
    let refereed = mazzo_games::check(record, line);
    let verified = mazzo_games::verify(record, line);
    if verified.is_ok() {
        assert!(refereed.is_ok(), "a verified deal implies a legal game: {refereed:?}");
    }
    if let Ok(kind) = mazzo_record::kind(record, line) {
        let is_over = with_game!(kind, Table => follow::<Table>(record, line));
        assert_eq!(is_over.is_ok(), refereed.is_ok());
        if let (Ok(verified), Ok(is_over)) = (&verified, is_over) {
            assert_eq!(verified.over, is_over);
        }
    }
    let written = serde_json::to_vec(record).expect("a record serializes");
    let again: Record = serde_json::from_slice(&written).expect("a record parses");
    assert_eq!(mazzo_games::check(&again, line), refereed, "the verdict survives a round trip");
}

/// Folds the facts of a replay: they alone must give the tables, which must be sound, with a view for every viewer.
fn follow<G: Visible + Windows>(record: &Record, line: u64) -> Result<bool, mazzo_record::Flaw> {
    let mut table: Option<G> = None;
    let end = mazzo_record::replay::<G>(record, line, |step| {
        let mut at = table.unwrap_or(*step.before);
        assert_eq!(at, *step.before, "the facts of a step give the next table");
        for &fact in step.facts {
            for viewer in Viewer::all(at.seats()) {
                std::hint::black_box(at.redact(fact, viewer));
            }
            at.evolve(fact);
        }
        table = Some(at);
    })?;
    assert_eq!(table, Some(end), "the facts give the final table");
    assert_eq!(end.check(), Ok(()), "the table is sound");
    for viewer in Viewer::all(end.seats()) {
        assert!(G::sound(&end.view(viewer)), "every view is sound");
    }
    Ok(end.outcome().is_some())
}
