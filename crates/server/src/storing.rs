//! Storing what happened at one table.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use mazzo_store::{Answer, Append, CommandId, Kept, Log, TableId, Trouble};
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
    No(Trouble),
    /// Nobody can tell, or somebody else owns the table: what is here may not be what is stored.
    Lost,
}

/// No two commands of a run have the same name, whoever sends them: a table that is opened, or read again, gets another
/// [`Storing`], and a name that the log knows already would be stored by nobody.
fn next_command() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The end of one table's log.
pub(crate) struct Storing {
    log: Arc<dyn Log>,
    table: TableId,
    version: u64,
    epoch: u64,
    /// Names of commands begin with this run of the server.
    run: u64,
    metrics: Arc<Metrics>,
}

impl Storing {
    pub(crate) fn new(
        log: Arc<dyn Log>,
        table: TableId,
        (version, epoch): (u64, u64),
        run: u64,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self { log, table, version, epoch, run, metrics }
    }

    /// Stores an event, and a record with it. After the last one the table is over.
    pub(crate) async fn append(&mut self, event: Vec<u8>, last: bool, keep: Option<Kept>) -> Stored {
        let command = CommandId((u128::from(self.run) << 64) | u128::from(next_command()));
        let append = Append {
            table: self.table,
            expected: self.version,
            command,
            epoch: self.epoch,
            batch: Arc::new([event]),
            last,
            keep,
        };
        let began = Instant::now();
        let answer = self.insist(append).await;
        self.metrics.stored(began.elapsed());
        match answer {
            Answer::Stored { version } => {
                self.version = version;
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
