//! Places in the sources that a module names when something fails there: file, line and column. Nobody needs the column to find it,
//! and columns pack badly: without them half a kilobyte less travels.

use wasmparser::{DataKind, Operator, Parser, Payload};

/// A piece of the memory as it is at first: where it lies there, and where in the module.
struct Piece {
    address: usize,
    start: usize,
    length: usize,
}

fn pieces(module: &[u8]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        let Ok(Payload::DataSection(section)) = payload else { continue };
        for data in section.into_iter().flatten() {
            let DataKind::Active { offset_expr, .. } = data.kind else { continue };
            let Ok(Operator::I32Const { value }) = offset_expr.get_operators_reader().read() else {
                continue;
            };
            let length = data.data.len();
            // An address is a number without a sign, whatever a module calls it.
            pieces.push(Piece {
                address: value.cast_unsigned() as usize,
                start: data.range.end - length,
                length,
            });
        }
    }
    pieces
}

/// What lies at an address, if all of it does.
fn at<'a>(module: &'a [u8], pieces: &[Piece], address: usize, length: usize) -> Option<&'a [u8]> {
    let holds = |piece: &&Piece| piece.address <= address && address + length <= piece.address + piece.length;
    let piece = pieces.iter().find(holds)?;
    module.get(piece.start + address - piece.address..)?.get(..length)
}

/// Words of a place: address and length of the name of the file, line, column.
const WORDS: usize = 4;
const WORD: usize = 4;
/// No line is so long, and no name of a file.
const MOST: usize = 400;

/// Sets all columns to nothing. Says how many there were.
pub(crate) fn without_columns(module: &mut [u8]) -> usize {
    let pieces = pieces(module);
    let mut found = Vec::new();
    for piece in &pieces {
        let first = piece.address.next_multiple_of(WORD) - piece.address;
        for offset in (first..piece.length.saturating_sub(WORDS * WORD)).step_by(WORD) {
            let start = piece.start + offset;
            let word = |number: usize| {
                let bytes = &module[start + number * WORD..][..WORD];
                u32::from_le_bytes(bytes.try_into().expect("four bytes")) as usize
            };
            let is_file = |name: &[u8]| name.ends_with(b".rs") && name.contains(&b'/');
            if (1..MOST).contains(&word(3))
                && (1..MOST).contains(&word(1))
                && at(module, &pieces, word(0), word(1)).is_some_and(is_file)
            {
                found.push(start + 3 * WORD);
            }
        }
    }
    for &column in &found {
        module[column..column + WORD].fill(0);
    }
    found.len()
}
