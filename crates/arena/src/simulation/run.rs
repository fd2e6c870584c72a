//! Many games on many threads.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use mazzo_bots::{PlayableGame, Rung, Spec};
use mazzo_core::{Chance, Dealer, FastRng, Seat, Setup, Sink, Statistics, Streams, seed_for};
use mazzo_record::fair::{Exchange, GameId, Proof, Seal, Secret, Words};
use mazzo_record::{Record, Recorder, RecordingDealer, SeatInfo, Writer};
use rand_core::{Rng, SeedableRng as _};

use super::players::{Randoms, Seated};
use super::playout::{Played, playout};
use super::stats::Stats;
use crate::error::Error;
use crate::progress::Progress;

/// The number of games that a thread takes at a time.
const CHUNK: u64 = 256;
/// Names for the seats in records.
const NAMES: [&str; 10] = ["Ada", "Bruno", "Carla", "Dario", "Gaia", "Fabio", "Marta", "Hugo", "Nina", "Jan"];

/// The parameters of a simulation.
#[derive(Clone, Debug)]
pub struct Job<R> {
    /// Seats and house rules.
    pub setup: Setup<R>,
    /// One bot for each seat.
    pub bots: Vec<Spec>,
    /// The number of games.
    pub games: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The file for records.
    pub record: Option<PathBuf>,
    /// Adds a proof of the deal to each record. The secrets derive from the seed, so the proof is only good for trying the scheme.
    pub fair: bool,
}

type Lines = (u64, Vec<u8>);

/// Runs a simulation.
pub fn simulate<G: PlayableGame + Statistics>(
    job: &Job<G::Rules>,
    progress: &Progress,
) -> Result<Stats, Error> {
    let chunks = job.games.div_ceil(CHUNK);
    let next = AtomicU64::new(0);
    let threads = job.threads.clamp(1, 1024);
    // Created first, so that an error is reported before the first game.
    let create = |path| Writer::create(path).map(|writer| (path, writer)).map_err(Error::io(path));
    let writer = job.record.as_deref().map(create).transpose()?;
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel::<Lines>(threads * 2);
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let sender = writer.is_some().then(|| sender.clone());
                let next = &next;
                scope.spawn(move || work::<G>(job, progress, next, chunks, sender.as_ref()))
            })
            .collect();
        drop(sender);
        let written = writer.map_or(Ok(()), |(path, writer)| {
            write_in_order(writer, receiver).map_err(|source| {
                progress.stop.store(true, Ordering::Relaxed);
                Error::io(path)(source)
            })
        });
        let mut stats = Stats::default();
        for worker in workers {
            match worker.join() {
                Ok(part) => stats.merge(&part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        written.map(|()| stats)
    })
}

/// Writes chunks in the order of the games; threads finish them in any order.
fn write_in_order(mut writer: Writer, chunks: Receiver<Lines>) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (chunk, lines) in chunks {
        waiting.insert(chunk, lines);
        while let Some(lines) = waiting.remove(&next) {
            writer.write(&lines)?;
            next += 1;
        }
    }
    // After a stop, some chunks in between may be missing.
    waiting.values().try_for_each(|lines| writer.write(lines))?;
    writer.finish()
}

fn work<G: PlayableGame + Statistics>(
    job: &Job<G::Rules>,
    progress: &Progress,
    next: &AtomicU64,
    chunks: u64,
    sender: Option<&SyncSender<Lines>>,
) -> Stats {
    let mut stats = Stats::default();
    loop {
        let chunk = next.fetch_add(1, Ordering::Relaxed);
        if chunk >= chunks || progress.is_stopped() {
            return stats;
        }
        let mut lines = Vec::new();
        for game in chunk * CHUNK..job.games.min((chunk + 1) * CHUNK) {
            if progress.is_stopped() {
                break;
            }
            one_game::<G>(job, game, &mut stats, sender.is_some().then_some(&mut lines));
            progress.games.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(sender) = sender
            && sender.send((chunk, lines)).is_err()
        {
            return stats; // the writer has failed and reports the error
        }
    }
}

#[inline]
fn one_game<G: PlayableGame + Statistics>(
    job: &Job<G::Rules>,
    game: u64,
    stats: &mut Stats,
    lines: Option<&mut Vec<u8>>,
) {
    let seed = seed_for(job.seed, game);
    let mut dealer = Dealer::<FastRng>::new(seed_for(seed, 0));
    let Some(lines) = lines else {
        let mut sink = stats.counting::<G>();
        let (_, length) = play::<G, _, _>(job, seed, &mut dealer, &mut sink, |_, _, _| ());
        return stats.add(&length);
    };
    let record = match job.fair.then(|| promise(job, game)).flatten() {
        None => recorded::<G, _, _>(job, seed, dealer, stats),
        Some((secret, proof)) => {
            let mut record = recorded::<G, _, _>(job, seed, secret.dealer::<G>(&proof.words), stats);
            proof.shown(secret).write(&mut record);
            record
        }
    };
    // A record has only strings and numbers: serializing it to memory cannot fail.
    if serde_json::to_writer(&mut *lines, &record).is_ok() {
        lines.push(b'\n');
    }
}

/// Plays and records a game. Not inlined: the code of a game without a record must stay small.
#[inline(never)]
fn recorded<G: PlayableGame + Statistics, R: Rng + Clone, S: Streams<R> + Clone>(
    job: &Job<G::Rules>,
    seed: u64,
    dealer: Dealer<R, S>,
    stats: &mut Stats,
) -> Record {
    let mut chance = RecordingDealer::new(dealer);
    let mut recorder = Recorder::default();
    let note = |table: &G, seat, action| recorder.note(table, seat, action);
    let (table, length) = play::<G, _, _>(job, seed, &mut chance, &mut stats.counting::<G>(), note);
    stats.add(&length);
    recorder.finish(&table, &chance, seats(&job.bots))
}

/// The secret and the proof of a game; the words of a seat are its name.
fn promise<R>(job: &Job<R>, game: u64) -> Option<(Secret, Proof)> {
    let mut bytes = [0; 32];
    FastRng::seed_from_u64(seed_for(seed_for(job.seed, game), 2)).fill_bytes(&mut bytes);
    let secret = Secret::new(bytes);
    // Names and numbers are below the length limit.
    let words = Words::new(seats(&job.bots).into_iter().map(|seat| seat.name).collect()).ok()?;
    let id = GameId::new(format!("simulated {} {game}", job.seed)).ok()?;
    let commitment = secret.commitment(&id);
    let seal = |words: &String| Seal::new(commitment, 0, words).ok();
    let seals = words.by_seat().iter().map(|words| seal(words).filter(|_| !words.is_empty())).collect();
    let proof = Proof::promise(&secret, id, Some(Exchange { attempt: 0, seals }), words);
    Some((secret, proof))
}

/// Plays one game of a job, on the fast path if all players are random.
#[inline]
fn play<G: PlayableGame + Statistics, C: Chance, S: Sink<G::Event>>(
    job: &Job<G::Rules>,
    seed: u64,
    chance: &mut C,
    sink: &mut S,
    watch: impl FnMut(&G, Seat, G::Action),
) -> (G, Played) {
    let players_seed = seed_for(seed, 1);
    if job.bots.iter().all(|bot| bot.rung == Rung::Random) {
        return playout(job.setup, &mut Randoms::new(players_seed), chance, sink, watch);
    }
    playout(job.setup, &mut Seated::new(&job.bots, players_seed), chance, sink, watch)
}

fn seats(bots: &[Spec]) -> Vec<SeatInfo> {
    let info = |(bot, name): (&Spec, &&str)| SeatInfo {
        name: (*name).to_owned(),
        bot: Some(bot.to_string()),
        ..SeatInfo::default()
    };
    bots.iter().zip(&NAMES).map(info).collect()
}
