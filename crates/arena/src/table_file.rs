//! Exports all games for other programs: `games.csv` and `games.parquet`, one row for each seat of a game.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::error::Error;
use crate::game_row::GameRow;
use crate::log::write_with;
use crate::plan::Plan;
use crate::stats::ordered;

/// The number of games in a row group.
const GAMES_PER_GROUP: usize = 1 << 16;

const SCHEMA: &str = "message games {
    REQUIRED INT64 game; REQUIRED INT64 deal; REQUIRED INT32 lineup; REQUIRED INT32 rotation;
    REQUIRED INT32 seat; REQUIRED BYTE_ARRAY bot (UTF8); REQUIRED BOOLEAN lead; REQUIRED INT32 offset;
    REQUIRED DOUBLE won; REQUIRED INT32 points; REQUIRED INT64 rounds; REQUIRED INT64 moves;
    REQUIRED INT64 right; REQUIRED INT64 wrong; REQUIRED INT64 decisions; REQUIRED INT64 faults;
    REQUIRED BOOLEAN comeback;
}";

const COLUMNS: &str = "game,deal,lineup,rotation,seat,bot,lead,offset,won,points,rounds,moves,right,wrong,decisions,faults,comeback";

/// One row of the table.
struct TableRow<'a> {
    game: u64,
    deal: u64,
    lineup: u32,
    rotation: u8,
    seat: u8,
    bot: &'a str,
    lead: bool,
    offset: u8,
    won: f64,
    points: i32,
    rounds: u32,
    moves: u32,
    right: u32,
    wrong: u32,
    decisions: u32,
    faults: u32,
    comeback: bool,
}

fn lines<'a>(plan: &'a Plan, row: &'a GameRow) -> impl Iterator<Item = TableRow<'a>> {
    let game = plan.index(row.deal, row.lineup, row.rotation);
    let share = 1.0 / f64::from(row.winners.count_ones().max(1));
    row.seats.iter().zip(0_u8..).map(move |(sitting, seat)| TableRow {
        game,
        deal: row.deal,
        lineup: row.lineup,
        rotation: row.rotation,
        seat,
        bot: &plan.bots()[usize::from(sitting.bot)],
        lead: seat == row.lead,
        offset: (seat + plan.seats() - row.lead) % plan.seats(),
        won: if row.winners >> seat & 1 == 1 { share } else { 0.0 },
        points: sitting.points,
        rounds: row.rounds,
        moves: row.moves,
        right: sitting.right,
        wrong: sitting.wrong,
        decisions: sitting.decisions,
        faults: sitting.faults,
        comeback: row.comeback,
    })
}

/// Writes `games.csv`: a header, then a line for each seat of each game, in the order of games.
pub fn write_csv(path: &Path, plan: &Plan, rows: &[GameRow]) -> Result<(), Error> {
    write_with(path, |file| csv(file, plan, rows).map_err(Error::io(path)))
}

fn csv(out: &mut impl Write, plan: &Plan, rows: &[GameRow]) -> io::Result<()> {
    writeln!(out, "{COLUMNS}")?;
    for line in ordered(plan, rows).into_iter().flat_map(|row| lines(plan, row)) {
        let TableRow { game, deal, lineup, rotation, seat, lead, offset, won, points, .. } = line;
        let TableRow { rounds, moves, right, wrong, decisions, faults, comeback, .. } = line;
        let bot = quoted(line.bot);
        write!(out, "{game},{deal},{lineup},{rotation},{seat},{bot},{lead},{offset},{won},{points},")?;
        writeln!(out, "{rounds},{moves},{right},{wrong},{decisions},{faults},{comeback}")?;
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
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut writer = SerializedFileWriter::new(out, schema, Arc::new(properties))?;
    for games in ordered(plan, rows).chunks(GAMES_PER_GROUP) {
        let lines: Vec<TableRow<'_>> = games.iter().flat_map(|row| lines(plan, row)).collect();
        let mut group = writer.next_row_group()?;
        columns(&mut group, &lines)?;
        group.close()?;
    }
    writer.close().map(drop)
}

/// The columns, in the order of the schema.
fn columns<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    lines: &[TableRow<'_>],
) -> Result<(), ParquetError> {
    column::<Int64Type, _>(group, lines, |line| line.game.cast_signed())?;
    column::<Int64Type, _>(group, lines, |line| line.deal.cast_signed())?;
    column::<Int32Type, _>(group, lines, |line| line.lineup.cast_signed())?;
    column::<Int32Type, _>(group, lines, |line| line.rotation.into())?;
    column::<Int32Type, _>(group, lines, |line| line.seat.into())?;
    column::<ByteArrayType, _>(group, lines, |line| ByteArray::from(line.bot))?;
    column::<BoolType, _>(group, lines, |line| line.lead)?;
    column::<Int32Type, _>(group, lines, |line| line.offset.into())?;
    column::<DoubleType, _>(group, lines, |line| line.won)?;
    column::<Int32Type, _>(group, lines, |line| line.points)?;
    column::<Int64Type, _>(group, lines, |line| line.rounds.into())?;
    column::<Int64Type, _>(group, lines, |line| line.moves.into())?;
    column::<Int64Type, _>(group, lines, |line| line.right.into())?;
    column::<Int64Type, _>(group, lines, |line| line.wrong.into())?;
    column::<Int64Type, _>(group, lines, |line| line.decisions.into())?;
    column::<Int64Type, _>(group, lines, |line| line.faults.into())?;
    column::<BoolType, _>(group, lines, |line| line.comeback)
}

fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    lines: &[TableRow<'_>],
    value: impl Fn(&TableRow<'_>) -> T::T,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = lines.iter().map(value).collect();
    let wanted = || ParquetError::General("the schema has fewer columns".to_owned());
    let mut column = group.next_column()?.ok_or_else(wanted)?;
    column.typed::<T>().write_batch(&values, None, None)?;
    column.close()
}
