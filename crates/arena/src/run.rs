//! Runs all games of an arena on many threads. The result does not depend on the number of threads.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use mazzo_bots::PlayableGame;
use mazzo_core::{Setup, Statistics};

use crate::error::Error;
use crate::game_row::GameRow;
use crate::log::Folder;
use crate::plan::{Plan, Shard};
use crate::play::{BotPool, GameIndex, Make, play};
use crate::progress::Progress;
use crate::sprt::{Hypotheses, Sprt, Verdict, score};
use crate::stats::sort;

/// Maximum time between two writes to the log.
const FLUSH: Duration = Duration::from_secs(2);
/// Maximum number of deals that wait to be written.
const FLUSH_DEALS: usize = 1024;

/// The parameters of a contest.
#[derive(Clone, Debug)]
pub struct Contest<R> {
    /// Seats and house rules.
    pub setup: Setup<R>,
    /// The seating.
    pub plan: Plan,
    /// The number of deals; with a sequential test, the maximum.
    pub deals: u64,
    /// The part of the deals to play here.
    pub shard: Shard,
    /// The sequential test that may end the contest early.
    pub sprt: Option<Hypotheses>,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

/// The result of a contest.
#[derive(Debug, Default)]
pub struct Contested {
    /// The games, in order.
    pub rows: Vec<GameRow>,
    /// The sequential test.
    pub sprt: Option<Sprt>,
    /// Errors of external programs: the bot and the message, with their number.
    pub bot_errors: BTreeMap<(u8, String), u64>,
    /// True if the contest was stopped before its end.
    pub stopped: bool,
}

type Deal = (Vec<GameRow>, Vec<(u8, String)>);

/// Plays the games that are missing. `before` are games of an earlier run; all are written to the folder, if there is one.
pub fn contest<G: PlayableGame + Statistics>(
    contest: &Contest<G::Rules>,
    make: &Make<'_, G>,
    before: Vec<GameRow>,
    folder: Option<&mut Folder>,
    progress: &Progress,
) -> Result<Contested, Error> {
    let done: BTreeSet<u64> = before.iter().map(|row| row.deal).collect();
    let to_play: Vec<u64> = contest.shard.deals(contest.deals).filter(|deal| !done.contains(deal)).collect();
    progress.games.fetch_add(before.len() as u64, Ordering::Relaxed);
    let next = AtomicUsize::new(0);
    let halt = AtomicBool::new(false);
    let threads = contest.threads.clamp(1, 1024);
    let mut collector = Collector::new(contest, before, folder, progress);
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel::<Deal>(threads * 4);
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, to_play, halt) = (&next, &to_play, &halt);
            scope.spawn(move || {
                let mut pool = BotPool::new(contest.plan.bots().len(), make);
                while let Some(&deal) = to_play.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if halt.load(Ordering::Relaxed) || progress.is_stopped() {
                        return;
                    }
                    let Some(played) = play_deal(contest, deal, &mut pool, progress) else { return };
                    if sender.send(played).is_err() {
                        return; // the collector has failed and reports the error
                    }
                }
            });
        }
        drop(sender);
        let collected = collector.collect(&receiver);
        halt.store(true, Ordering::Relaxed);
        collected
    })?;
    collector.finish()
}

fn play_deal<G: PlayableGame + Statistics>(
    contest: &Contest<G::Rules>,
    deal: u64,
    pool: &mut BotPool<'_, G>,
    progress: &Progress,
) -> Option<Deal> {
    let (mut rows, mut bot_errors) = (Vec::new(), Vec::new());
    for lineup in 0..contest.plan.lineups() {
        for rotation in 0..contest.plan.rotations() {
            if progress.is_stopped() {
                return None;
            }
            let which = GameIndex { deal, lineup, rotation };
            rows.push(play(contest.setup, &contest.plan, contest.seed, which, pool, &mut bot_errors));
            progress.games.fetch_add(1, Ordering::Relaxed);
        }
    }
    Some((rows, bot_errors))
}

/// Collects deals as threads finish them.
struct Collector<'a> {
    folder: Option<&'a mut Folder>,
    progress: &'a Progress,
    rows: Vec<GameRow>,
    /// The rows that are not written yet.
    unwritten: Vec<GameRow>,
    bot_errors: BTreeMap<(u8, String), u64>,
    /// The test, and the scores of deals that finished out of order.
    sprt: Option<(Sprt, BTreeMap<u64, f64>)>,
}

impl<'a> Collector<'a> {
    fn new<R>(
        contest: &Contest<R>,
        before: Vec<GameRow>,
        folder: Option<&'a mut Folder>,
        progress: &'a Progress,
    ) -> Self {
        let sprt = contest.sprt.map(|hypotheses| (Sprt::new(hypotheses), BTreeMap::new()));
        let (rows, unwritten, bot_errors) = (Vec::new(), Vec::new(), BTreeMap::new());
        let mut collector = Self { folder, progress, rows, unwritten, bot_errors, sprt };
        for deal in before.chunk_by(|one, next| one.deal == next.deal) {
            collector.feed_test(deal);
        }
        collector.rows = before;
        collector
    }

    /// Feeds the test in the order of deals.
    fn feed_test(&mut self, deal: &[GameRow]) {
        let Some((sprt, early)) = &mut self.sprt else { return };
        early.insert(deal[0].deal, score(deal.iter()));
        while sprt.verdict() == Verdict::GoOn
            && let Some(score) = early.remove(&sprt.deals())
        {
            sprt.push(score);
        }
    }

    fn is_decided(&self) -> bool {
        self.sprt.as_ref().is_some_and(|(sprt, _)| sprt.verdict() != Verdict::GoOn)
    }

    fn collect(&mut self, deals: &Receiver<Deal>) -> Result<(), Error> {
        let mut written = Instant::now();
        while !self.is_decided() {
            let Ok((rows, bot_errors)) = deals.recv() else { break };
            for sentence in bot_errors {
                *self.bot_errors.entry(sentence).or_default() += 1;
            }
            self.feed_test(&rows);
            self.unwritten.extend(rows);
            if self.unwritten.len() >= FLUSH_DEALS || written.elapsed() >= FLUSH {
                self.write()?;
                written = Instant::now();
            }
        }
        self.write()
    }

    fn write(&mut self) -> Result<(), Error> {
        if let Some(folder) = &mut self.folder {
            folder.append(&self.unwritten)?;
        }
        self.rows.append(&mut self.unwritten);
        Ok(())
    }

    fn finish(mut self) -> Result<Contested, Error> {
        if let Some(folder) = &mut self.folder {
            folder.sync()?;
        }
        let decided = self.is_decided();
        let sprt = self.sprt.map(|(sprt, _)| sprt);
        if decided && let Some(sprt) = &sprt {
            // Drop deals after the one that decided: which of them were played depends on timing.
            self.rows.retain(|row| row.deal < sprt.deals());
        }
        sort(&mut self.rows);
        let stopped = !decided && self.progress.is_stopped();
        Ok(Contested { rows: self.rows, sprt, bot_errors: self.bot_errors, stopped })
    }
}
