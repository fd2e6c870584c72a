//! Storing what happened at one table.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use mazzo_room::journal::{Chain, Sealed};
use mazzo_store::{Answer, Append, IdempotencyKey, Kept, Log, StoreError, TableKey};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};

use crate::metrics::Metrics;

/// How often an append is sent again of which nobody can tell whether it is stored.
const TRIES: u32 = 8;
/// Before the first time; twice as long before each next one.
const PAUSE_MS: u64 = 20;

/// What became of it.
#[derive(Debug)]
pub(crate) enum Stored {
    /// It is stored.
    Yes,
    /// It is not, and why.
    No(StoreError),
    /// Nobody can tell, or somebody else owns the table: what is here may not be what is stored.
    Lost,
}

/// No two commands of a run have the same name, whoever sends them: a table that is opened, or read again, gets another
/// [`Storing`], and a name that the log knows already would be stored by nobody. All of a run begin with the same number.
pub(crate) fn next_command(run: u64) -> IdempotencyKey {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    IdempotencyKey((u128::from(run) << 64) | u128::from(NEXT.fetch_add(1, Ordering::Relaxed)))
}

/// Where a table's log ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    /// Events that it has had.
    pub(crate) version: u64,
    /// As whose owner the next one is stored.
    pub(crate) epoch: u64,
    /// What the next one chains to.
    pub(crate) chain: Chain,
}

/// The end of one table's log.
pub(crate) struct Storing {
    log: Arc<dyn Log>,
    table: TableKey,
    end: End,
    /// Events since the table's last checkpoint, or since this server knows the table.
    since_checkpoint: u64,
    /// Names of commands begin with this number of the run.
    names: u64,
    metrics: Arc<Metrics>,
}

impl Storing {
    pub(crate) fn new(
        log: Arc<dyn Log>,
        table: TableKey,
        end: End,
        names: u64,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self { log, table, end, since_checkpoint: 0, names, metrics }
    }

    /// Where the log ends.
    pub(crate) const fn end(&self) -> End {
        self.end
    }

    /// How long the table's log is, as far as this server has written it.
    pub(crate) const fn since_checkpoint(&self) -> u64 {
        self.since_checkpoint
    }

    /// Stores an event, and a record with it. After the last one the table is over.
    pub(crate) async fn append(&mut self, event: Sealed, last: bool, keep: Option<Kept>) -> Stored {
        self.store(Arc::new([event.bytes]), event.chain, (last, false), keep).await
    }

    /// Stores two events in the place of all that are stored: a table as it is, and what happened next.
    pub(crate) async fn replace(&mut self, first: Sealed, next: Sealed) -> Stored {
        self.store(Arc::new([first.bytes, next.bytes]), next.chain, (false, true), None).await
    }

    async fn store(
        &mut self,
        batch: Arc<[Vec<u8>]>,
        chain: Chain,
        (last, replace): (bool, bool),
        keep: Option<Kept>,
    ) -> Stored {
        let append = Append {
            table: self.table,
            expected: self.end.version,
            command: next_command(self.names),
            epoch: self.end.epoch,
            batch,
            last,
            keep,
            replace,
        };
        let began = Instant::now();
        let answer = self.insist(append).await;
        self.metrics.stored(began.elapsed());
        match answer {
            Answer::Stored { version } => {
                (self.end.version, self.end.chain) = (version, chain);
                self.since_checkpoint = if replace { 1 } else { self.since_checkpoint + 1 };
                Stored::Yes
            }
            Answer::Unavailable(trouble) => Stored::No(trouble),
            Answer::Conflict { .. } | Answer::Unknown => Stored::Lost,
        }
    }

    /// Sends it until somebody can tell what became of it. It counts once.
    async fn insist(&self, append: Append) -> Answer {
        let mut pause = Duration::from_millis(PAUSE_MS);
        for _ in 1..TRIES {
            match self.send(append.clone()).await {
                Answer::Unknown => sleep(pause).await,
                answer @ (Answer::Stored { .. } | Answer::Conflict { .. } | Answer::Unavailable(_)) => {
                    return answer;
                }
            }
            pause *= 2;
        }
        self.send(append).await
    }

    async fn send(&self, append: Append) -> Answer {
        let (tell, told) = oneshot::channel();
        // Nobody listens any more only if the server is being torn down.
        self.log.append(append, Box::new(|answer| drop(tell.send(answer))));
        told.await.unwrap_or(Answer::Unknown)
    }
}
