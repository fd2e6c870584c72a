//! Exports all games for other programs: `games.csv` and `games.parquet`, one row for each seat of a game.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{BoolType, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::error::Error;
use crate::game_row::{GameRow, SeatRow};
use crate::log::write_with;
use crate::plan::Plan;
use crate::stats::ordered;
use Values::{Boolean, Double, Int32, Int64, Text};

/// The number of games in a row group.
const GAMES_PER_GROUP: usize = 1 << 16;

/// One seat of a game, which is one row of the table.
struct Line<'a> {
    plan: &'a Plan,
    game: &'a GameRow,
    seat: u8,
    own: &'a SeatRow,
}

/// The values of a column, by its type.
enum Values {
    Int32(fn(&Line<'_>) -> i32),
    /// Numbers without a sign, which Parquet's `INT64` holds.
    Int64(fn(&Line<'_>) -> u64),
    Double(fn(&Line<'_>) -> f64),
    Boolean(fn(&Line<'_>) -> bool),
    Text(for<'a> fn(&Line<'a>) -> &'a str),
}

/// The columns in their order.
const COLUMNS: [(&str, Values); 17] = [
    ("game", Int64(|line| line.plan.index(line.game.deal, line.game.lineup, line.game.rotation))),
    ("deal", Int64(|line| line.game.deal)),
    ("lineup", Int32(|line| line.game.lineup.cast_signed())),
    ("rotation", Int32(|line| line.game.rotation.into())),
    ("seat", Int32(|line| line.seat.into())),
    ("bot", Text(|line| &line.plan.bots()[usize::from(line.own.bot)])),
    ("lead", Boolean(|line| line.seat == line.game.lead)),
    ("offset", Int32(|line| ((line.seat + line.plan.seats() - line.game.lead) % line.plan.seats()).into())),
    ("won", Double(won)),
    ("points", Int32(|line| line.own.points)),
    ("rounds", Int64(|line| line.game.rounds.into())),
    ("moves", Int64(|line| line.game.moves.into())),
    ("right", Int64(|line| line.own.right.into())),
    ("wrong", Int64(|line| line.own.wrong.into())),
    ("decisions", Int64(|line| line.own.decisions.into())),
    ("faults", Int64(|line| line.own.faults.into())),
    ("comeback", Boolean(|line| line.game.comeback)),
];

/// The share of the win.
fn won(line: &Line<'_>) -> f64 {
    let has_won = line.game.winners >> line.seat & 1 == 1;
    if has_won { 1.0 / f64::from(line.game.winners.count_ones()) } else { 0.0 }
}

fn lines<'a>(plan: &'a Plan, game: &'a GameRow) -> impl Iterator<Item = Line<'a>> {
    game.seats.iter().zip(0..).map(move |(own, seat)| Line { plan, game, seat, own })
}

/// Writes `games.csv`: a header, then a line for each seat of each game, in the order of games.
pub fn write_csv(path: &Path, plan: &Plan, rows: &[GameRow]) -> Result<(), Error> {
    write_with(path, |file| csv(file, plan, rows).map_err(Error::io(path)))
}

fn csv(out: &mut impl Write, plan: &Plan, rows: &[GameRow]) -> io::Result<()> {
    writeln!(out, "{}", COLUMNS.map(|(name, _)| name).join(","))?;
    for line in ordered(plan, rows).into_iter().flat_map(|row| lines(plan, row)) {
        let fields = COLUMNS.map(|(_, values)| match values {
            Int32(value) => value(&line).to_string(),
            Int64(value) => value(&line).to_string(),
            Double(value) => value(&line).to_string(),
            Boolean(value) => value(&line).to_string(),
            Text(value) => quoted(value(&line)),
        });
        writeln!(out, "{}", fields.join(","))?;
    }
    Ok(())
}

/// A field of a CSV file (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Writes `games.parquet`: the same table. The same rows give the same bytes.
pub fn write_parquet(path: &Path, plan: &Plan, rows: &[GameRow]) -> Result<(), Error> {
    write_with(path, |file| {
        parquet(file, plan, rows).map_err(|source| Error::Parquet { path: path.to_owned(), source })
    })
}

fn parquet(out: &mut (impl Write + Send), plan: &Plan, rows: &[GameRow]) -> Result<(), ParquetError> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_created_by("mazzo".to_owned())
        .build();
    let column = |(name, values)| match values {
        Int32(_) => format!("REQUIRED INT32 {name};"),
        Int64(_) => format!("REQUIRED INT64 {name};"),
        Double(_) => format!("REQUIRED DOUBLE {name};"),
        Boolean(_) => format!("REQUIRED BOOLEAN {name};"),
        Text(_) => format!("REQUIRED BYTE_ARRAY {name} (UTF8);"),
    };
    let schema = format!("message games {{ {} }}", COLUMNS.map(column).join(" "));
    let mut writer =
        SerializedFileWriter::new(out, Arc::new(parse_message_type(&schema)?), Arc::new(properties))?;
    for games in ordered(plan, rows).chunks(GAMES_PER_GROUP) {
        let lines: Vec<Line<'_>> = games.iter().flat_map(|row| lines(plan, row)).collect();
        let mut group = writer.next_row_group()?;
        for (_, values) in COLUMNS {
            match values {
                Int32(value) => write_column::<Int32Type, _>(&mut group, &lines, value)?,
                Int64(value) => {
                    write_column::<Int64Type, _>(&mut group, &lines, |line| value(line).cast_signed())?;
                }
                Double(value) => write_column::<DoubleType, _>(&mut group, &lines, value)?,
                Boolean(value) => write_column::<BoolType, _>(&mut group, &lines, value)?,
                Text(value) => {
                    write_column::<ByteArrayType, _>(&mut group, &lines, |line| value(line).into())?;
                }
            }
        }
        group.close()?;
    }
    writer.close().map(drop)
}

fn write_column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    lines: &[Line<'_>],
    value: impl Fn(&Line<'_>) -> T::T,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = lines.iter().map(value).collect();
    let wanted = || ParquetError::General("the schema has fewer columns".to_owned());
    let mut column = group.next_column()?.ok_or_else(wanted)?;
    column.typed::<T>().write_batch(&values, None, None)?;
    column.close()
}
