//! The schema of the database and its migrations.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::error::{AtPath as _, StoreError};

/// Step *n* migrates a database from version *n* to *n* + 1. Released steps are never changed.
pub(super) const STEPS: &[&str] = &[V1, V2, V3, SEATED];

/// `place` stands for the 16 bytes of a table's id in every event. `command` is stored with the last event of its batch, whose
/// `version` gives the answer. It has no index: see `CachedTable`.
const V1: &str = "
CREATE TABLE tables (
    place   INTEGER PRIMARY KEY,
    id      BLOB NOT NULL UNIQUE,
    epoch   INTEGER NOT NULL,
    open    INTEGER NOT NULL
) STRICT;
CREATE INDEX tables_open ON tables (place) WHERE open = 1;

CREATE TABLE events (
    seq     INTEGER PRIMARY KEY,
    place   INTEGER NOT NULL,
    version INTEGER NOT NULL,
    command BLOB,
    data    BLOB NOT NULL,
    UNIQUE (place, version)
) STRICT;

CREATE TABLE kept (
    id       BLOB PRIMARY KEY,
    table_id BLOB NOT NULL,
    host     BLOB NOT NULL,
    game     TEXT NOT NULL,
    ended_ms INTEGER NOT NULL,
    json     TEXT NOT NULL
) STRICT;
CREATE INDEX kept_of_host ON kept (host, ended_ms, id);
CREATE INDEX kept_of_table ON kept (table_id, ended_ms, id);

CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT;
";

/// `events` is append-only and has no index: one on `(place, version)` costs a page for nearly every event, since every table
/// writes at another position of it. Instead `before` links each event to the previous one of its table by `seq`. The writer
/// remembers the last event of each table, which it reads once when it starts.
const V2: &str = "
CREATE TABLE chained (
    seq     INTEGER PRIMARY KEY,
    place   INTEGER NOT NULL,
    version INTEGER NOT NULL,
    before  INTEGER,
    command BLOB,
    data    BLOB NOT NULL
) STRICT;
INSERT INTO chained
    SELECT seq, place, version, lag(seq) OVER (PARTITION BY place ORDER BY version), command, data
    FROM events ORDER BY seq;
DROP TABLE events;
ALTER TABLE chained RENAME TO events;
";

/// No change of the schema. The content of `events` has another format, and a table's first event need not have version 0: earlier
/// programs must refuse such a database instead of misreading it.
const V3: &str = "";

/// The person in each seat, separate from the records: people find and erase their games by it, and no record contains it. The
/// trigger deletes it with the record.
const SEATED: &str = "
CREATE TABLE seated (
    record BLOB NOT NULL,
    seat   INTEGER NOT NULL,
    person BLOB NOT NULL,
    PRIMARY KEY (record, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seated_of_person ON seated (person, record);
CREATE TRIGGER seated_with_kept AFTER DELETE ON kept BEGIN
    DELETE FROM seated WHERE record = old.id;
END;
";

/// Checks that a database is one of ours, of this version or an older one.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    match version_of(connection, path, STEPS)? {
        0 => Err(StoreError::damaged(path, "no tables of this server")),
        _ => connection.query_row("SELECT count(*) FROM tables, settings LIMIT 1", [], |_| Ok(())).at(path),
    }
}

/// The number of steps applied to a database.
fn version_of(connection: &Connection, path: &Path, steps: &[&str]) -> Result<usize, StoreError> {
    let found: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).at(path)?;
    let Ok(found) = u32::try_from(found) else {
        return Err(StoreError::damaged(path, "negative version"));
    };
    let known = steps.len() as u32;
    if found > known {
        return Err(StoreError::Newer { path: path.to_path_buf(), found, known });
    }
    Ok(found as usize)
}

/// Migrates a database to the last step in one transaction.
pub(super) fn migrate(connection: &mut Connection, path: &Path, steps: &[&str]) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).at(path)?;
    let (known, found) = (steps.len(), version_of(&transaction, path, steps)?);
    if found == known {
        return Ok(());
    }
    let foreign: bool = transaction
        .query_row("SELECT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| row.get(0))
        .at(path)?;
    if found == 0 && foreign {
        return Err(StoreError::damaged(path, "tables of another program"));
    }
    for step in &steps[found..] {
        transaction.execute_batch(step).at(path)?;
    }
    transaction.pragma_update(None, "user_version", known as u32).at(path)?;
    transaction.commit().at(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(connection: &Connection) -> u32 {
        connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn an_empty_database_gets_every_step_and_none_twice() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, Path::new("x"), STEPS).unwrap();
        assert_eq!(version(&connection) as usize, STEPS.len());
        migrate(&mut connection, Path::new("x"), STEPS).unwrap();
    }

    #[test]
    fn an_older_database_gets_the_missing_steps_and_keeps_its_content() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, Path::new("x"), &STEPS[..1]).unwrap();
        connection.execute("INSERT INTO settings VALUES ('key', x'17')", []).unwrap();
        let next = [V1, "ALTER TABLE settings ADD COLUMN since INTEGER NOT NULL DEFAULT 7"];
        migrate(&mut connection, Path::new("x"), &next).unwrap();
        assert_eq!(version(&connection), 2);
        let read: (Vec<u8>, i64) = connection
            .query_row("SELECT value, since FROM settings", [], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap();
        assert_eq!(read, (vec![0x17], 7));
    }

    #[test]
    fn events_of_the_first_format_are_linked_in_order() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, Path::new("x"), &STEPS[..1]).unwrap();
        for (place, version) in [(1, 0), (2, 0), (2, 1), (1, 1), (1, 2)] {
            connection
                .execute("INSERT INTO events (place, version, data) VALUES (?1, ?2, x'17')", [place, version])
                .unwrap();
        }
        migrate(&mut connection, Path::new("x"), STEPS).unwrap();
        let before: Vec<Option<i64>> = connection
            .prepare("SELECT before FROM events ORDER BY seq")
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        assert_eq!(before, [None, None, Some(2), Some(1), Some(4)]);
    }

    #[test]
    fn a_failed_step_leaves_the_database_unchanged() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, Path::new("x"), STEPS).unwrap();
        let broken =
            [V1, V2, V3, SEATED, "CREATE TABLE more (a) STRICT", "CREATE TABLE fine (a INTEGER) STRICT"];
        migrate(&mut connection, Path::new("x"), &broken).unwrap_err();
        assert_eq!(version(&connection) as usize, STEPS.len());
        migrate(&mut connection, Path::new("x"), STEPS).unwrap();
    }

    #[test]
    fn a_newer_database_is_refused_with_a_message() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "user_version", 9).unwrap();
        let error = migrate(&mut connection, Path::new("mazzo.db"), STEPS).unwrap_err();
        assert_eq!(
            error.to_string(),
            "mazzo.db: written by a newer version (format 9, this one knows up to 4); update this server"
        );
    }

    #[test]
    fn a_foreign_database_is_not_changed() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
        let error = migrate(&mut connection, Path::new("mazzo.db"), STEPS).unwrap_err();
        assert_eq!(error, StoreError::damaged(Path::new("mazzo.db"), "tables of another program"));
        assert_eq!(version(&connection), 0);
    }
}
