//! Backups of an idle log, and restores.

#[path = "common/mod.rs"]
mod common;

use std::fs;
use std::path::Path;

use common::Scratch;
use mazzo_store::{Log as _, Options, Sqlite, StoreError, backup, restore};

fn nothing(_: u64, _: u64) {}

fn make(scratch: &Scratch, name: &str) -> std::path::PathBuf {
    let file = scratch.path().join(name);
    backup::make(scratch.path(), &file, &mut nothing).expect("a backup is made");
    file
}

fn value(log: &Sqlite) -> Vec<u8> {
    log.get("what").expect("it can be read").expect("it is there")
}

#[test]
fn a_restored_folder_has_the_backup_and_keeps_the_previous_database() {
    let scratch = Scratch::new();
    let log = scratch.open();
    log.put("what", b"then").unwrap();
    let file = make(&scratch, "then.db");
    log.put("what", b"now").unwrap();
    restore::stage(scratch.path(), &file).expect("also while it is used");
    assert!(restore::is_staged(scratch.path()));
    assert_eq!(value(&log), b"now", "the open log is not affected");
    drop(log);
    assert_eq!(value(&scratch.open()), b"then");
    assert!(!restore::is_staged(scratch.path()));
    let other = Scratch::new();
    fs::copy(scratch.path().join("before-restore.db"), other.path().join("mazzo.db")).unwrap();
    assert_eq!(value(&other.open()), b"now");
}

/// A power failure may happen between any two renames.
#[test]
fn an_interrupted_restore_is_completed_at_the_next_start() {
    for renamed in [&[][..], &[""], &["", "-wal"], &["", "-wal", "-shm"]] {
        let scratch = Scratch::new();
        let log = scratch.open();
        log.put("what", b"then").unwrap();
        let file = make(&scratch, "then.db");
        log.put("what", b"now").unwrap();
        // The state after a kill: the write-ahead log exists.
        let killed = Scratch::new();
        for name in ["mazzo.db", "mazzo.db-wal", "mazzo.db-shm"] {
            fs::copy(scratch.path().join(name), killed.path().join(name)).unwrap();
        }
        restore::stage(killed.path(), &file).unwrap();
        for end in renamed {
            let (from, to) = (format!("mazzo.db{end}"), format!("before-restore.db{end}"));
            fs::rename(killed.path().join(from), killed.path().join(to)).unwrap();
        }
        assert_eq!(value(&killed.open()), b"then", "{renamed:?}");
        for end in ["", "-wal"] {
            let (from, to) = (format!("before-restore.db{end}"), format!("mazzo.db{end}"));
            fs::rename(killed.path().join(from), killed.path().join(to)).unwrap();
        }
        let _ = fs::remove_file(killed.path().join("mazzo.db-shm"));
        assert_eq!(value(&killed.open()), b"now", "data lost: {renamed:?}");
    }
}

#[test]
fn a_backup_is_one_file_that_only_its_owner_can_read() {
    let scratch = Scratch::new();
    let _log = scratch.open();
    let folder = Scratch::new();
    let file = folder.path().join("copy.db");
    backup::make(scratch.path(), &file, &mut nothing).unwrap();
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["copy.db"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn existing_files_and_missing_databases_are_refused() {
    let scratch = Scratch::new();
    let file = scratch.path().join("copy.db");
    let refused = |from: &Path| backup::make(from, &file, &mut nothing).unwrap_err();
    assert_eq!(refused(scratch.path()), StoreError::NoDatabase(scratch.path().to_path_buf()));
    drop(scratch.open());
    fs::write(&file, "mine").unwrap();
    assert_eq!(refused(scratch.path()), StoreError::Exists(file.clone()));
    assert_eq!(fs::read(&file).unwrap(), b"mine");
}

#[test]
fn an_invalid_backup_is_refused_and_the_folder_is_unchanged() {
    let scratch = Scratch::new();
    let log = scratch.open();
    log.put("what", &vec![7; 40_000]).unwrap();
    let file = make(&scratch, "copy.db");
    let refused = |bytes: &[u8]| {
        let file = scratch.path().join("bad.db");
        fs::write(&file, bytes).unwrap();
        let error = restore::stage(scratch.path(), &file).unwrap_err();
        assert!(!restore::is_staged(scratch.path()));
        assert!(!scratch.path().join("mazzo.restore.part").exists());
        error.to_string()
    };
    let sound = fs::read(&file).unwrap();
    assert!(refused(b"a shopping list that is long enough to be taken for something").contains("damaged"));
    assert!(refused(b"").contains("no tables of this server"));
    assert!(refused(&sound[..sound.len() / 2 / 4096 * 4096]).contains("damaged"));
    let mut newer = sound;
    newer[60..64].copy_from_slice(&99_u32.to_be_bytes()); // `user_version` in the database header
    assert!(refused(&newer).contains("written by a newer version"));
    let missing = restore::stage(scratch.path(), Path::new("/no/such/file")).unwrap_err();
    assert!(missing.to_string().starts_with("/no/such/file: "), "{missing}");
    drop(log);
    assert_eq!(value(&Sqlite::open(scratch.path(), Options::default()).unwrap()), vec![7; 40_000]);
}

#[test]
fn a_staged_backup_can_be_removed() {
    let scratch = Scratch::new();
    scratch.open().put("what", b"now").unwrap();
    let file = make(&scratch, "copy.db");
    restore::stage(scratch.path(), &file).unwrap();
    restore::unstage(scratch.path()).unwrap();
    assert!(!restore::is_staged(scratch.path()));
    assert_eq!(value(&scratch.open()), b"now");
}
