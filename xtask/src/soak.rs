//! `cargo xtask soak`: plays many random games.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{anyhow, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use mazzo_core::{Dealer, FastRng, Statistics, Windows, seed_for};
use mazzo_games::{GameKind, with_game};
use mazzo_laws::Case;
use mazzo_record::{Reader, Recorder, RecordingDealer, SeatInfo, Writer};

#[derive(Args)]
pub(crate) struct Soak {
    /// Play only this game
    #[arg(long)]
    game: Option<GameKind>,

    /// Number of games of each kind
    #[arg(long, default_value_t = 1_000_000)]
    games: u64,

    /// One in this many games is written as a record, refereed and read back
    #[arg(long, default_value_t = 100)]
    sample: u64,

    /// Seed of the first game
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Store the records of the sample in this folder
    #[arg(long)]
    keep: Option<PathBuf>,
}

pub(crate) fn run(wanted: &Soak) -> anyhow::Result<()> {
    for kind in GameKind::ALL.into_iter().filter(|kind| wanted.game.is_none_or(|game| game == *kind)) {
        with_game!(kind, Table => soak::<Table>(wanted))?;
    }
    Ok(())
}

#[derive(Default)]
struct Totals {
    moves: u64,
    facts: u64,
    counts: [u64; 16],
    seats: BTreeMap<u8, u64>,
    records: u64,
}

fn soak<G: Windows + Statistics>(wanted: &Soak) -> anyhow::Result<()> {
    let bar = ProgressBar::new(wanted.games);
    bar.set_style(ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} {per_sec} {eta}")?);
    bar.set_message(G::NAME);
    let next = AtomicU64::new(0);
    let all = Mutex::new(Totals::default());
    let writer = wanted.keep.as_ref().map(|folder| {
        std::fs::create_dir_all(folder)?;
        Writer::create(&folder.join(format!("{}.jsonl.zst", G::NAME))).map(Mutex::new)
    });
    let writer = writer.transpose()?;
    let work = || -> anyhow::Result<()> {
        let mut own = Totals::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= wanted.games {
                break;
            }
            let seed = wanted.seed + index;
            let played = mazzo_laws::soak::<G>(seed)?;
            own.moves += u64::from(played.moves);
            own.facts += u64::from(played.facts);
            own.counts.iter_mut().zip(played.counts).for_each(|(sum, n)| *sum += u64::from(n));
            *own.seats.entry(Case::<G>::random(seed).setup.seats).or_default() += 1;
            if index.is_multiple_of(wanted.sample.max(1)) {
                let line = read_back::<G>(seed).map_err(|e| anyhow!("{}, seed {seed}: {e}", G::NAME))?;
                own.records += 1;
                if let Some(writer) = &writer {
                    writer.lock().map_err(|_| anyhow!("another thread failed"))?.write(&line)?;
                }
            }
            if index.is_multiple_of(1000) {
                bar.set_position(index);
            }
        }
        let mut all = all.lock().map_err(|_| anyhow!("another thread failed"))?;
        all.moves += own.moves;
        all.facts += own.facts;
        all.records += own.records;
        all.counts.iter_mut().zip(own.counts).for_each(|(sum, n)| *sum += n);
        own.seats.into_iter().for_each(|(seats, n)| *all.seats.entry(seats).or_default() += n);
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| anyhow!("a game panicked"))?)
    })?;
    if let Some(writer) = writer {
        writer.into_inner().map_err(|_| anyhow!("a thread failed"))?.finish()?;
    }
    bar.finish_and_clear();
    let all = all.into_inner().map_err(|_| anyhow!("a thread failed"))?;
    println!(
        "{}: {} games ended and passed every check, {} moves, {} facts; {} records read back to the identical log",
        G::NAME,
        wanted.games,
        all.moves,
        all.facts,
        all.records
    );
    println!("  games by seats: {:?}", all.seats);
    let counts: Vec<String> =
        G::COUNTERS.iter().zip(all.counts).map(|(name, count)| format!("{name} {count}")).collect();
    println!("  {}", counts.join(", "));
    Ok(())
}

/// Plays a game, writes its record, referees it and reads it back to the identical log. Returns the line.
fn read_back<G: Windows>(seed: u64) -> anyhow::Result<Vec<u8>> {
    let mut case = Case::<G>::random(seed);
    let mut chance = RecordingDealer::new(Dealer::<FastRng>::new(seed_for(seed, 1)));
    let mut recorder = Recorder::default();
    let mut log = Vec::new();
    let mut table = G::new(case.setup, &mut chance, &mut log);
    while table.outcome().is_none() {
        for (seat, action) in case.choose_all(&table) {
            recorder.note(&table, seat, action);
            table.apply(seat, action, &mut chance, &mut log);
        }
    }
    let seats = vec![SeatInfo::default(); usize::from(case.setup.seats)];
    let mut line = serde_json::to_vec(&recorder.finish(&table, &chance, seats))?;
    line.push(b'\n');

    let read = Reader::new(Cursor::new(line.clone()))?.next().ok_or_else(|| anyhow!("no record"))??;
    mazzo_games::check(&read.record, read.line)?;
    let mut again: Vec<G::Event> = Vec::new();
    let end = mazzo_record::replay::<G>(&read.record, read.line, |step| again.extend(step.facts))?;
    ensure!(log == again, "the log differs after reading back");
    ensure!(end == table, "the table differs after reading back");
    Ok(line)
}
