//! Files of records, a line at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, Read, Write};
use std::path::Path;

use crate::flaw::{Flaw, Place, Problem, shorten};
use crate::shape::Record;

/// The longest line, or single record, that is read. The longest record
/// that was seen, of a match to 500, is a fortieth of it; what JSON makes of a line can be forty times as large.
pub const MAX_LINE: usize = 4 << 20;

const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// Some editors put it at the start of a file.
const BYTE_ORDER_MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];
/// How much a compressed file may want to have at hand: 16 MiB, twice what the ordinary levels of zstd use.
const WINDOW_LOG: u32 = 24;
/// The longest reason that is shown: it may quote the file.
const MAX_REASON: usize = 120;

/// A record, and the line where it starts.
#[derive(Clone, Debug)]
pub struct Numbered {
    /// Counted from 1.
    pub line: u64,
    /// The record.
    pub record: Record,
}

/// Reads records one by one: one object a line, or one object over several lines; plain or compressed with zstd.
pub struct Reader {
    input: Box<dyn BufRead>,
    line: u64,
    /// A line that is not blank was read.
    begun: bool,
    /// What was read to see how far the first record goes, and does not belong to it.
    ahead: Option<Result<Numbered, Flaw>>,
    done: bool,
}

enum Line {
    End,
    Whole(Vec<u8>),
    TooLong,
}

impl Reader {
    /// Reads a file; `-` is standard input.
    pub fn open(path: &Path) -> io::Result<Self> {
        if path.as_os_str() == "-" {
            Self::new(io::stdin().lock())
        } else {
            let file = File::open(path)?;
            if file.metadata()?.is_dir() {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
            }
            Self::new(file)
        }
    }

    /// Reads anything.
    pub fn new(mut input: impl Read + 'static) -> io::Result<Self> {
        // A pipe may hand over less than the whole number at once.
        let mut start = Vec::new();
        (&mut input).take(ZSTD_MAGIC.len() as u64).read_to_end(&mut start)?;
        let compressed = start == ZSTD_MAGIC;
        if start.starts_with(&BYTE_ORDER_MARK) {
            start.drain(..BYTE_ORDER_MARK.len());
        }
        let input = BufReader::with_capacity(1 << 16, Cursor::new(start).chain(input));
        let input: Box<dyn BufRead> = if compressed {
            let mut decoder = zstd::Decoder::with_buffer(input)?;
            decoder.window_log_max(WINDOW_LOG)?;
            Box::new(BufReader::new(decoder))
        } else {
            Box::new(input)
        };
        Ok(Self { input, line: 0, begun: false, ahead: None, done: false })
    }

    /// The next line, or the news that it is too long to be held; its rest is skipped.
    fn next_line(&mut self) -> io::Result<Line> {
        let mut line = Vec::new();
        let read = (&mut self.input).take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(Line::End);
        }
        self.line += 1;
        if line.ends_with(b"\n") || line.len() <= MAX_LINE {
            return Ok(Line::Whole(line));
        }
        loop {
            let buffer = self.input.fill_buf()?;
            let (used, over) = match buffer.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (buffer.len(), buffer.is_empty()),
            };
            self.input.consume(used);
            if over {
                return Ok(Line::TooLong);
            }
        }
    }

    /// The first line stops short. Either it was cut, and the next one is a record of its own, or the rest of the
    /// file belongs to it.
    fn read_on(&mut self, mut text: Vec<u8>, cut: Flaw) -> Result<Numbered, Flaw> {
        let first = self.line;
        match self.next_line().map_err(|e| failed(first + 1, &e))? {
            Line::End => return Err(cut),
            Line::TooLong => {
                self.ahead = Some(Err(too_long(self.line)));
                return Err(cut);
            }
            Line::Whole(next) => {
                if let Ok(record) = serde_json::from_slice(&next) {
                    self.ahead = Some(Ok(Numbered { line: self.line, record }));
                    return Err(cut);
                }
                text.extend(next);
            }
        }
        self.done = true;
        let room = (MAX_LINE + 1).saturating_sub(text.len()) as u64;
        (&mut self.input).take(room).read_to_end(&mut text).map_err(|e| failed(first, &e))?;
        if text.len() > MAX_LINE {
            return Err(too_long(first));
        }
        match serde_json::from_slice(&text) {
            Ok(record) => Ok(Numbered { line: first, record }),
            Err(error) => Err(no_record(first + (error.line() as u64).saturating_sub(1), &error)),
        }
    }

    fn read(&mut self) -> Result<Option<Numbered>, Flaw> {
        loop {
            let text = match self.next_line().map_err(|e| failed(self.line + 1, &e))? {
                Line::End => return Ok(None),
                Line::TooLong => return Err(too_long(self.line)),
                Line::Whole(text) if text.trim_ascii().is_empty() => continue,
                Line::Whole(text) => text,
            };
            let first = !std::mem::replace(&mut self.begun, true);
            return match serde_json::from_slice(&text) {
                Ok(record) => Ok(Some(Numbered { line: self.line, record })),
                Err(error) => {
                    let flaw = no_record(self.line, &error);
                    let stops_short = error.is_eof() && text.ends_with(b"\n") && first;
                    if stops_short { self.read_on(text, flaw).map(Some) } else { Err(flaw) }
                }
            };
        }
    }
}

fn at(line: u64, problem: Problem) -> Flaw {
    Flaw::new(Place { line, number: None }, problem)
}

fn failed(line: u64, error: &io::Error) -> Flaw {
    at(line, Problem::Io(error.to_string()))
}

fn too_long(line: u64) -> Flaw {
    at(line, Problem::TooLong { limit: MAX_LINE })
}

/// The line within the text is left out of the reason: the place has the one within the file.
fn no_record(line: u64, error: &serde_json::Error) -> Flaw {
    let text = error.to_string();
    let why = shorten(text.rsplit_once(" at line ").map_or(&text, |(why, _)| why), MAX_REASON);
    at(line, Problem::Json(format!("{why} (column {})", error.column())))
}

impl Iterator for Reader {
    type Item = Result<Numbered, Flaw>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(next) = self.ahead.take() {
            return Some(next);
        }
        if self.done {
            return None;
        }
        let next = self.read();
        // After a failed read there is nothing to go on with; after a bad line there is the next one.
        self.done |= matches!(&next, Err(flaw) if matches!(flaw.problem, Problem::Io(_)));
        next.transpose()
    }
}

/// Writes lines, compressed when the file's name ends in `.zst`.
pub struct Writer {
    output: Output,
}

enum Output {
    Plain(BufWriter<File>),
    Compressed(zstd::Encoder<'static, BufWriter<File>>),
}

impl Writer {
    /// Creates the file, or empties it.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = BufWriter::with_capacity(1 << 16, File::create(path)?);
        let compressed = path.extension().is_some_and(|ending| ending == "zst");
        let output =
            if compressed { Output::Compressed(zstd::Encoder::new(file, 3)?) } else { Output::Plain(file) };
        Ok(Self { output })
    }

    /// Writes whole lines.
    pub fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        match &mut self.output {
            Output::Plain(file) => file.write_all(lines),
            Output::Compressed(file) => file.write_all(lines),
        }
    }

    /// Completes the file, on the disk.
    pub fn finish(self) -> io::Result<()> {
        let mut file = match self.output {
            Output::Plain(file) => file,
            Output::Compressed(encoder) => encoder.finish()?,
        };
        file.flush()?;
        // A pipe or a device has nothing to be synced to.
        if file.get_ref().metadata()?.is_file() { file.get_ref().sync_all() } else { Ok(()) }
    }
}
