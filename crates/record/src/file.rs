//! Reads and writes files of records, one line at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, Read, Write};
use std::path::Path;

use crate::flaw::{Flaw, Place, Problem, shorten};
use crate::shape::Record;

/// The longest line, or single record, that is read. The longest record seen, of a match to 500, has a fortieth of this length.
/// A parsed line can take forty times its length in memory.
pub const MAX_LINE: usize = 4 << 20;

const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// Some editors write it at the start of a file.
const BYTE_ORDER_MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];
/// Limit of the zstd window: 16 MiB, twice what the ordinary levels of zstd use.
const WINDOW_LOG: u32 = 24;
/// Limit of the reason in characters, since it may quote the file.
const MAX_REASON: usize = 120;

/// A record and the line where it starts.
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
    /// True after the first line that is not blank.
    begun: bool,
    /// A result that was read while looking for the end of the first record, and does not belong to it.
    ahead: Option<Result<Numbered, Flaw>>,
    done: bool,
}

enum LineRead {
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
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
            }
            Self::new(file)
        }
    }

    /// Reads from any source.
    pub fn new(mut input: impl Read + 'static) -> io::Result<Self> {
        // A pipe may return fewer bytes than the magic number has.
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

    /// The next line, or `TooLong` if it exceeds the limit; the rest of such a line is skipped.
    fn next_line(&mut self) -> io::Result<LineRead> {
        let mut line = Vec::new();
        let read = (&mut self.input).take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(LineRead::End);
        }
        self.line += 1;
        if line.ends_with(b"\n") || line.len() <= MAX_LINE {
            return Ok(LineRead::Whole(line));
        }
        loop {
            let buffer = self.input.fill_buf()?;
            let (used, over) = match buffer.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (buffer.len(), buffer.is_empty()),
            };
            self.input.consume(used);
            if over {
                return Ok(LineRead::TooLong);
            }
        }
    }

    /// Continues after a first line that ends early. Either that line was cut off and the next one is a record of its own, or the
    /// rest of the file belongs to the same record.
    fn read_multi_line(&mut self, mut text: Vec<u8>, cut: Flaw) -> Result<Numbered, Flaw> {
        let first = self.line;
        match self.next_line().map_err(|e| io_flaw(first + 1, &e))? {
            LineRead::End => return Err(cut),
            LineRead::TooLong => {
                self.ahead = Some(Err(too_long(self.line)));
                return Err(cut);
            }
            LineRead::Whole(next) => {
                if let Ok(record) = serde_json::from_slice(&next) {
                    self.ahead = Some(Ok(Numbered { line: self.line, record }));
                    return Err(cut);
                }
                text.extend(next);
            }
        }
        self.done = true;
        let room = (MAX_LINE + 1).saturating_sub(text.len()) as u64;
        (&mut self.input).take(room).read_to_end(&mut text).map_err(|e| io_flaw(first, &e))?;
        if text.len() > MAX_LINE {
            return Err(too_long(first));
        }
        match serde_json::from_slice(&text) {
            Ok(record) => Ok(Numbered { line: first, record }),
            Err(error) => Err(json_flaw(first + (error.line() as u64).saturating_sub(1), &error)),
        }
    }

    fn read(&mut self) -> Result<Option<Numbered>, Flaw> {
        loop {
            let text = match self.next_line().map_err(|e| io_flaw(self.line + 1, &e))? {
                LineRead::End => return Ok(None),
                LineRead::TooLong => return Err(too_long(self.line)),
                LineRead::Whole(text) if text.trim_ascii().is_empty() => continue,
                LineRead::Whole(text) => text,
            };
            let first = !std::mem::replace(&mut self.begun, true);
            return match serde_json::from_slice(&text) {
                Ok(record) => Ok(Some(Numbered { line: self.line, record })),
                Err(error) => {
                    let flaw = json_flaw(self.line, &error);
                    let ends_early = error.is_eof() && text.ends_with(b"\n") && first;
                    if ends_early { self.read_multi_line(text, flaw).map(Some) } else { Err(flaw) }
                }
            };
        }
    }
}

fn at(line: u64, problem: Problem) -> Flaw {
    Flaw::new(Place { line, number: None }, problem)
}

fn io_flaw(line: u64, error: &io::Error) -> Flaw {
    at(line, Problem::Io(error.to_string()))
}

fn too_long(line: u64) -> Flaw {
    at(line, Problem::TooLong { limit: MAX_LINE })
}

/// Strips the line number of the parser from the reason: `line` is the one in the file.
fn json_flaw(line: u64, error: &serde_json::Error) -> Flaw {
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
        // A failed read ends the iteration; a bad line does not.
        self.done |= matches!(&next, Err(flaw) if matches!(flaw.problem, Problem::Io(_)));
        next.transpose()
    }
}

/// Writes lines, compressed if the file name ends in `.zst`.
pub struct Writer {
    output: Output,
}

enum Output {
    Plain(BufWriter<File>),
    Compressed(zstd::Encoder<'static, BufWriter<File>>),
}

impl Writer {
    /// Creates or truncates the file.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = BufWriter::with_capacity(1 << 16, File::create(path)?);
        let compressed = path.extension().is_some_and(|ending| ending == "zst");
        let output =
            if compressed { Output::Compressed(zstd::Encoder::new(file, 3)?) } else { Output::Plain(file) };
        Ok(Self { output })
    }

    /// Writes complete lines.
    pub fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        match &mut self.output {
            Output::Plain(file) => file.write_all(lines),
            Output::Compressed(file) => file.write_all(lines),
        }
    }

    /// Finishes the file and syncs it to disk.
    pub fn finish(self) -> io::Result<()> {
        let mut file = match self.output {
            Output::Plain(file) => file,
            Output::Compressed(encoder) => encoder.finish()?,
        };
        file.flush()?;
        // Pipes and devices cannot be synced.
        if file.get_ref().metadata()?.is_file() { file.get_ref().sync_all() } else { Ok(()) }
    }
}
