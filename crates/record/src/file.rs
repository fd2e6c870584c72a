//! Files of records, a line at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use crate::flaw::{Flaw, Place, Problem};
use crate::shape::Record;

/// The longest line, or single record, that is read. The longest match of ten that was seen is a hundredth of it.
pub const MAX_LINE: usize = 16 << 20;

const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

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
    pub fn new(input: impl Read + 'static) -> io::Result<Self> {
        let mut input = BufReader::with_capacity(1 << 16, input);
        let compressed = input.fill_buf()?.starts_with(&ZSTD_MAGIC);
        let input: Box<dyn BufRead> =
            if compressed { Box::new(BufReader::new(zstd::Decoder::with_buffer(input)?)) } else { Box::new(input) };
        Ok(Self { input, line: 0, done: false })
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

    /// A record that goes on after its first line: the rest of the file belongs to it.
    fn read_on(&mut self, mut text: Vec<u8>) -> io::Result<Option<Vec<u8>>> {
        (&mut self.input).take((MAX_LINE + 1 - text.len()) as u64).read_to_end(&mut text)?;
        Ok((text.len() <= MAX_LINE).then_some(text))
    }

    fn read(&mut self) -> Result<Option<Numbered>, Flaw> {
        loop {
            let failed = |line| move |e: io::Error| Flaw::new(Place { line, number: None }, Problem::Io(e.to_string()));
            let line = self.next_line().map_err(failed(self.line + 1))?;
            let place = Place { line: self.line, number: None };
            let too_long = Flaw::new(place, Problem::TooLong { limit: MAX_LINE });
            let text = match line {
                Line::End => return Ok(None),
                Line::TooLong => return Err(too_long),
                Line::Whole(text) if text.trim_ascii().is_empty() => continue,
                Line::Whole(text) => text,
            };
            let error = match serde_json::from_slice(&text) {
                Ok(record) => return Ok(Some(Numbered { line: self.line, record })),
                Err(error) => error,
            };
            if !(error.is_eof() && text.ends_with(b"\n") && place.line == 1) {
                return Err(Flaw::new(place, Problem::Json(error.to_string())));
            }
            self.done = true;
            let text = self.read_on(text).map_err(failed(place.line))?.ok_or(too_long)?;
            let record = serde_json::from_slice(&text);
            return record.map(|record| Some(Numbered { line: place.line, record })).map_err(|e| {
                let line = place.line + (e.line() as u64).saturating_sub(1);
                Flaw::new(Place { line, number: None }, Problem::Json(e.to_string()))
            });
        }
    }
}

impl Iterator for Reader {
    type Item = Result<Numbered, Flaw>;

    fn next(&mut self) -> Option<Self::Item> {
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
        let output = if compressed { Output::Compressed(zstd::Encoder::new(file, 3)?) } else { Output::Plain(file) };
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
        file.get_ref().sync_all()
    }
}
