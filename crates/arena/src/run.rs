//! All games of an arena on many threads. The result is the same on any number of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use mazzo_bots::Played;
use mazzo_core::Setup;

use crate::error::Error;
use crate::game_row::GameRow;
use crate::log::Folder;
use crate::plan::{Plan, Shard};
use crate::play::{Bench, Make, Which, play};
use crate::sprt::{Hypotheses, Sprt, Verdict, score};
use crate::stats::sort;

/// Between two writes to the log, at most.
const FLUSH: Duration = Duration::from_secs(2);
/// Deals that wait to be written, at most.
const FLUSH_DEALS: usize = 1024;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Contest<R> {
    /// Seats and house rules.
    pub setup: Setup<R>,
    /// Who sits where.
    pub plan: Plan,
    /// How many deals; with a sequential test, how many at most.
    pub deals: u64,
    /// Which of them are played here.
    pub shard: Shard,
    /// The sequential test that may end it before.
    pub sprt: Option<Hypotheses>,
    /// What all luck follows from.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
}

/// Shared with whoever shows how far it is, or wants it to stop.
#[derive(Debug, Default)]
pub struct Progress {
    /// Games that are done, those of an earlier run among them.
    pub games: AtomicU64,
    /// The sequential test's log-likelihood ratio, in thousandths.
    pub llr: std::sync::atomic::AtomicI64,
    /// Set to stop after the games that are being played.
    pub stop: AtomicBool,
}

/// What was played.
#[derive(Debug, Default)]
pub struct Contested {
    /// The games, in order.
    pub rows: Vec<GameRow>,
    /// The sequential test.
    pub sprt: Option<Sprt>,
    /// What went wrong with other people's programs: which bot, a sentence, how often.
    pub trouble: BTreeMap<(u8, String), u64>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

type Deal = (Vec<GameRow>, Vec<(u8, String)>);

/// Plays what has not been played. `before` are games of an earlier run; all go to the folder, if there is one.
pub fn contest<G: Played>(
    contest: &Contest<G::Rules>,
    make: &Make<'_, G>,
    before: Vec<GameRow>,
    folder: Option<&mut Folder>,
    progress: &Progress,
) -> Result<Contested, Error> {
    let done: BTreeSet<u64> = before.iter().map(|row| row.deal).collect();
    let to_play: Vec<u64> = contest.shard.deals(contest.deals).filter(|deal| !done.contains(deal)).collect();
    progress.games.store(before.len() as u64, Ordering::Relaxed);
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
                let mut bench = Bench::new(contest.plan.bots().len(), make);
                while let Some(&deal) = to_play.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if halt.load(Ordering::Relaxed) || progress.stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let Some(played) = play_deal(contest, deal, &mut bench, progress) else { return };
                    if sender.send(played).is_err() {
                        return; // whoever collects has failed, and says why
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

fn play_deal<G: Played>(
    contest: &Contest<G::Rules>,
    deal: u64,
    bench: &mut Bench<'_, G>,
    progress: &Progress,
) -> Option<Deal> {
    let (mut rows, mut trouble) = (Vec::new(), Vec::new());
    for lineup in 0..contest.plan.lineups() {
        for rotation in 0..contest.plan.rotations() {
            if progress.stop.load(Ordering::Relaxed) {
                return None;
            }
            let which = Which { deal, lineup, rotation };
            rows.push(play(contest.setup, &contest.plan, contest.seed, which, bench, &mut trouble));
            progress.games.fetch_add(1, Ordering::Relaxed);
        }
    }
    Some((rows, trouble))
}

/// Takes in deals as threads finish them.
struct Collector<'a> {
    folder: Option<&'a mut Folder>,
    progress: &'a Progress,
    rows: Vec<GameRow>,
    /// What is not in the folder yet.
    unwritten: Vec<GameRow>,
    trouble: BTreeMap<(u8, String), u64>,
    /// The test, and the scores of deals that came before their turn.
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
        let mut collector = Self {
            folder,
            progress,
            rows: Vec::new(),
            unwritten: Vec::new(),
            trouble: BTreeMap::new(),
            sprt,
        };
        for deal in before.chunk_by(|one, next| one.deal == next.deal) {
            collector.weigh(deal);
        }
        collector.rows = before;
        collector
    }

    /// Feeds the test in the order of deals, whatever order they come in.
    fn weigh(&mut self, deal: &[GameRow]) {
        let Some((sprt, early)) = &mut self.sprt else { return };
        early.insert(deal[0].deal, score(deal.iter()));
        while sprt.verdict() == Verdict::GoOn
            && let Some(score) = early.remove(&sprt.deals())
        {
            sprt.push(score);
        }
        self.progress.llr.store((sprt.llr() * 1000.0) as i64, Ordering::Relaxed);
    }

    fn is_decided(&self) -> bool {
        self.sprt.as_ref().is_some_and(|(sprt, _)| sprt.verdict() != Verdict::GoOn)
    }

    fn collect(&mut self, deals: &Receiver<Deal>) -> Result<(), Error> {
        let mut written = Instant::now();
        while !self.is_decided() {
            let Ok((rows, trouble)) = deals.recv() else { break };
            for sentence in trouble {
                *self.trouble.entry(sentence).or_default() += 1;
            }
            self.weigh(&rows);
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
            // Deals beyond the one that decided are no part of the result: others would have been played elsewhere.
            self.rows.retain(|row| row.deal < sprt.deals());
        }
        sort(&mut self.rows);
        let stopped = !decided && self.progress.stop.load(Ordering::Relaxed);
        Ok(Contested { rows: self.rows, sprt, trouble: self.trouble, stopped })
    }
}
