//! A reader's memory is bounded for every file. This is a test binary of its own, since it measures its process.

use std::io::{Cursor, Read};
use std::sync::{Mutex, MutexGuard, PoisonError};

use mazzo_record::{Flaw, MAX_LINE, Problem, Reader};

/// A record that parses; it need not be valid.
const RECORD: &str = r#"{"format":"mazzo/1","game":"uno","seats":[],"shuffles":[],"moves":[]}"#;
const GIB: u64 = 1 << 30;
/// Limit of the peak memory of the process, code included.
const ALLOWED: u64 = 64 << 20;

/// Runs the tests one after another, since they share the memory of one process.
fn exclusive() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The peak memory of this process, where the system reports it.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|n| n << 10)
}

/// The records before and after are read, and the line between is too long.
#[track_caller]
fn assert_only_the_middle_is_lost(input: impl Read + 'static) {
    let all: Vec<_> = Reader::new(input).expect("it can be read").collect();
    let lines: Vec<Result<u64, Flaw>> =
        all.into_iter().map(|next| next.map(|numbered| numbered.line)).collect();
    let [Ok(1), Err(flaw), Ok(3)] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((flaw.place.line, &flaw.problem), (2, &Problem::TooLong { limit: MAX_LINE }));
    assert_peak_memory();
}

#[track_caller]
fn assert_peak_memory() {
    // Systems other than Linux do not report the peak; there the test only checks that nothing failed.
    let used = peak().unwrap_or(0);
    assert!(used < ALLOWED, "{} MiB were used", used >> 20);
}

/// A line that is generated while it is read.
fn long_line() -> impl Read {
    Cursor::new(format!("{RECORD}\n{{\"moves\":[\"")).chain(std::io::repeat(b'x').take(GIB))
}

#[test]
fn a_line_of_a_gibibyte_is_skipped_and_not_held() {
    let _turn = exclusive();
    assert_only_the_middle_is_lost(long_line().chain(Cursor::new(format!("\n{RECORD}\n"))));
}

/// A zstd frame of run-length blocks: four bytes expand to 128 KiB.
fn bomb(bytes: u64) -> Vec<u8> {
    const BLOCK: u32 = 1 << 17;
    let window_of_a_mebibyte = 10 << 3;
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x00, window_of_a_mebibyte];
    let blocks = bytes / u64::from(BLOCK);
    for number in 1..=blocks {
        let is_last = u32::from(number == blocks);
        let [a, b, c, _] = (is_last | 1 << 1 | BLOCK << 3).to_le_bytes();
        frame.extend([a, b, c, b'x']);
    }
    frame
}

#[test]
fn a_small_file_that_unpacks_to_a_gibibyte_is_skipped_and_not_held() {
    let _turn = exclusive();
    let pack = |text: String| zstd::encode_all(text.as_bytes(), 3).expect("encoding in memory cannot fail");
    let file = [pack(format!("{RECORD}\n")), bomb(GIB), pack(format!("\n{RECORD}\n"))].concat();
    assert!(file.len() < 40_000);
    assert_only_the_middle_is_lost(Cursor::new(file));
}

/// All of it could be one record over many lines.
#[test]
fn a_gibibyte_of_short_lines_after_the_start_of_a_record_is_not_held() {
    let _turn = exclusive();
    let file = Cursor::new("{\n").chain(std::io::repeat(b'\n').take(GIB));
    let all: Vec<_> = Reader::new(file).expect("it can be read").collect();
    let [Err(flaw)] = &all[..] else { panic!("{all:?}") };
    assert_eq!(flaw.problem, Problem::TooLong { limit: MAX_LINE });
    assert_peak_memory();
}
