//! Rows as lines of JSON in Zstandard frames, one for each flush: `zstdcat` reads them.

use std::io::{self, Read as _};

use serde::Serialize;

use crate::game_row::{GameRow, SeatRow};
use crate::plan::{Plan, Shard};

/// The start of a frame.
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// Maximum size of an unpacked frame; larger ones are not ours.
const MAX_FRAME: u64 = 1 << 28;
/// Maximum window of a frame; larger ones are not ours.
const MAX_WINDOW_LOG: u32 = 27;
const LEVEL: i32 = 6;

/// A row without field names, which would be most of the file. Reading it needs nothing: an array of the fields in their order is
/// also a row.
fn pack(row: &GameRow) -> impl Serialize + '_ {
    let seat = |seat: &SeatRow| {
        let claims: Vec<_> = seat.claims.iter().map(|claim| (claim.said, claim.times, claim.held)).collect();
        (seat.bot, seat.points, seat.right, seat.wrong, seat.decisions, seat.faults, claims)
    };
    let GameRow { deal, lineup, rotation, lead, winners, rounds, moves, comeback, .. } = *row;
    let seats: Vec<_> = row.seats.iter().map(seat).collect();
    (deal, lineup, rotation, lead, winners, rounds, moves, comeback, &row.counts, seats)
}

/// A frame with these rows. Its checksum detects damage.
pub(super) fn frame(rows: &[GameRow]) -> io::Result<Vec<u8>> {
    let mut lines = vec![];
    for row in rows {
        serde_json::to_writer(&mut lines, &pack(row))?;
        lines.push(b'\n');
    }
    if lines.len() as u64 > MAX_FRAME {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the deal is too large"));
    }
    let mut encoder = zstd::Encoder::new(vec![], LEVEL)?;
    encoder.include_checksum(true)?;
    encoder.set_pledged_src_size(Some(lines.len() as u64))?;
    io::Write::write_all(&mut encoder, &lines)?;
    encoder.finish()
}

/// The content of a log.
pub(super) struct Contents {
    /// Its rows.
    pub(super) rows: Vec<GameRow>,
    /// The ranges of its valid frames, in order.
    pub(super) good: Vec<std::ops::Range<usize>>,
}

/// Reads every valid frame. Bytes between or after them are skipped: their deals will be played again.
pub(super) fn read(bytes: &[u8], plan: &Plan, shard: Shard) -> Contents {
    let mut contents = Contents { rows: vec![], good: vec![] };
    let mut at = 0;
    while let Some(found) = bytes[at..].windows(4).position(|four| four == MAGIC) {
        at += found;
        match first_frame(&bytes[at..], plan, shard) {
            Some((rows, length)) => {
                contents.rows.extend(rows);
                contents.good.push(at..at + length);
                at += length;
            }
            None => at += MAGIC.len(),
        }
    }
    contents
}

/// The rows of the frame at the start, and its length; `None` if it is invalid.
fn first_frame(bytes: &[u8], plan: &Plan, shard: Shard) -> Option<(Vec<GameRow>, usize)> {
    let mut decoder = zstd::Decoder::with_buffer(bytes).ok()?.single_frame();
    decoder.window_log_max(MAX_WINDOW_LOG).ok()?;
    let mut lines = vec![];
    let size = (&mut decoder).take(MAX_FRAME + 1).read_to_end(&mut lines).ok()?;
    if size as u64 > MAX_FRAME || decoder.finish_frame().is_err() {
        return None;
    }
    let length = bytes.len() - decoder.into_inner().len();
    let mut rows = vec![];
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        let row: GameRow = serde_json::from_slice(line.strip_suffix(b"\n")?).ok()?;
        if !plan.fits(&row) || !shard.owns(row.deal) {
            return None;
        }
        rows.push(row);
    }
    let whole = rows.chunk_by(|one, next| one.deal == next.deal).all(|deal| plan.is_whole_deal(deal));
    whole.then_some((rows, length))
}
