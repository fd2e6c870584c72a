//! Deletes old records, and enforces the storage quota.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mazzo_protocol::Millis;
use mazzo_store::{Log, StoreError};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::config::Retention;
use crate::hub::Hub;

/// Interval of sweeps. Within it, one address stores some megabytes at most.
const SWEEP_INTERVAL: Duration = Duration::from_mins(1);
/// Records deleted in one transaction: other appends wait for it.
const CHUNK: usize = 200;
/// Pause between two such transactions.
const CHUNK_PAUSE: Duration = Duration::from_millis(50);
/// Percentage of the quota above which the oldest records are deleted and, if that is not enough, no new table opens: the rest is
/// for running games.
const NEARLY_FULL: u64 = 90;
/// Percentage of the quota at which that deletion ends. The difference saves a deletion in every sweep.
const ENOUGH_ROOM: u64 = 85;

/// Sweeps until `stop`. After it returns, the log is no longer used.
pub(crate) async fn watch(hub: Arc<Hub>, stop: CancellationToken) {
    while !stop.is_cancelled() {
        sweep(&hub, &stop).await;
        let _ = timeout(SWEEP_INTERVAL, stop.cancelled()).await;
    }
}

/// Deletes expired records, then enforces the quota.
async fn sweep(hub: &Arc<Hub>, stop: &CancellationToken) {
    let retention = hub.config.retention;
    let deleted = delete_old(hub, retention, stop).await;
    match deleted {
        Ok(0) => {}
        Ok(records) => tracing::info!(records, "deleted expired records"),
        Err(error) => tracing::warn!(%error, "cannot delete expired records"),
    }
    match make_room(hub, retention.data_quota, stop).await {
        Ok(used) => note_used(hub, retention.data_quota, used),
        Err(error) => tracing::warn!(%error, "cannot read the size of the data folder"),
    }
}

async fn delete_old(
    hub: &Arc<Hub>,
    retention: Retention,
    stop: &CancellationToken,
) -> Result<u64, StoreError> {
    let before = oldest_kept(hub.clock.now(), retention.keep_records_days);
    let per_host = retention.keep_records_per_host as usize;
    let mut deleted = 0;
    loop {
        let chunk = on_log(hub, move |log| {
            let old = before.map_or(Ok(0), |before| log.delete_kept_before(before, CHUNK))?;
            let beyond = if per_host == 0 { 0 } else { log.delete_kept_beyond(per_host, CHUNK)? };
            Ok(old + beyond)
        });
        let chunk = chunk.await?;
        deleted += chunk;
        if chunk == 0 || stop.is_cancelled() {
            return Ok(deleted);
        }
        sleep(CHUNK_PAUSE).await;
    }
}

/// Deletes the oldest records while the data folder is nearly full, so that people who keep many do not lock out everybody else.
/// Returns the bytes in use.
async fn make_room(hub: &Arc<Hub>, quota: u64, stop: &CancellationToken) -> Result<u64, StoreError> {
    let mut used = on_log(hub, |log| log.used()).await?;
    if !is_above(NEARLY_FULL, quota, used) {
        return Ok(used);
    }
    let mut records = 0;
    while is_above(ENOUGH_ROOM, quota, used) && !stop.is_cancelled() {
        match on_log(hub, |log| log.delete_oldest_kept(CHUNK)).await {
            Ok(0) => break,
            Ok(deleted) => records += deleted,
            Err(error) => {
                tracing::warn!(%error, "cannot delete the oldest records");
                break;
            }
        }
        used = on_log(hub, |log| log.used()).await?;
        sleep(CHUNK_PAUSE).await;
    }
    if records > 0 {
        tracing::warn!(records, used, quota, "data folder nearly full, deleted the oldest records");
    }
    Ok(used)
}

/// True if more than this percentage of the quota is used.
const fn is_above(percent: u64, quota: u64, used: u64) -> bool {
    quota > 0 && used > quota / 100 * percent
}

/// Records that ended before this time are deleted; none if they are kept for ever.
fn oldest_kept(now: Millis, days: u32) -> Option<u64> {
    const DAY_MS: u64 = 24 * 60 * 60 * 1000;
    (days > 0).then(|| now.0.saturating_sub(u64::from(days) * DAY_MS))
}

fn note_used(hub: &Hub, quota: u64, used: u64) {
    let is_full = is_above(NEARLY_FULL, quota, used);
    let was_full = hub.is_data_full.swap(is_full, Ordering::Relaxed);
    if is_full && !was_full {
        tracing::error!(used, quota, "data folder nearly full, no new tables");
    } else if was_full && !is_full {
        tracing::info!(used, quota, "data folder has room again");
    }
}

/// Runs a log operation on a blocking thread.
async fn on_log<T: Send + 'static>(
    hub: &Hub,
    work: impl FnOnce(&dyn Log) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let log = Arc::clone(&hub.log);
    tokio::task::spawn_blocking(move || work(log.as_ref())).await.unwrap_or(Err(StoreError::Closed))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use mazzo_store::{Answer, Append, IdempotencyKey, Kept, Memory, Options, Sqlite, TableKey, Whose};

    use super::*;
    use crate::config::{Config, Limits};

    const DAY_MS: u64 = 24 * 60 * 60 * 1000;

    fn hub(log: Arc<dyn Log>, retention: Retention) -> Arc<Hub> {
        Hub::new(Config { retention, limits: Limits::NONE, ..Config::default() }, log)
    }

    /// Sends one event of table 1, and a record.
    fn append(log: &dyn Log, expected: u64, event: &str, keep: Option<Kept>) -> Receiver<Answer> {
        let (table, command) = (TableKey(1), IdempotencyKey(expected.into()));
        let batch = vec![event.as_bytes().to_vec()].into();
        let append = Append { table, expected, command, epoch: 1, batch, last: false, keep, replace: false };
        let (sender, answer) = channel();
        log.append(append, Box::new(move |answer| drop(sender.send(answer))));
        answer
    }

    fn left(log: &Memory, host: u128) -> usize {
        log.list_kept(Whose::Host(host), 9999, None).expect("a list").len()
    }

    #[tokio::test(start_paused = true)]
    async fn records_are_deleted_by_age_and_by_count_and_kept_without_a_limit() {
        let (log, run) = (Memory::default(), CancellationToken::new());
        let now = crate::clock::ServerClock::new().now().0;
        for (id, host, days) in (0..500).map(|id| (id, 1, 0)).chain((500..1000).map(|id| (id, 2, 400))) {
            let json = "{}".to_owned();
            let kept = Kept {
                id,
                table: TableKey(1),
                host,
                game: String::new(),
                ended_ms: now - days * DAY_MS,
                json,
                seated: Vec::new(),
            };
            log.keep(kept).expect("a record can be kept");
        }
        let shared = || Arc::new(log.clone()) as Arc<dyn Log>;
        sweep(&hub(shared(), Retention::NONE), &run).await;
        assert_eq!((left(&log, 1), left(&log, 2)), (500, 500));
        sweep(&hub(shared(), Retention { keep_records_days: 365, ..Retention::NONE }), &run).await;
        assert_eq!((left(&log, 1), left(&log, 2)), (500, 0));
        sweep(&hub(shared(), Retention { keep_records_per_host: 7, ..Retention::NONE }), &run).await;
        assert_eq!(left(&log, 1), 7);
    }

    /// One address fills the data folder with records, in the real database. Tables open again, at the cost of the oldest.
    #[tokio::test(start_paused = true)]
    async fn the_oldest_records_make_room_before_new_tables_are_refused() {
        const RECORDS: u64 = 2000;
        let folder = tempfile::tempdir().expect("a folder");
        let log = Arc::new(Sqlite::open(folder.path(), Options::default()).expect("a log"));
        // Not one by one with `keep`, which waits for the disk each time.
        let answers: Vec<_> = (0..RECORDS)
            .map(|number| {
                let kept = Kept {
                    id: u128::from(number),
                    table: TableKey(1),
                    host: 1,
                    game: String::new(),
                    ended_ms: number,
                    json: "x".repeat(1000),
                    seated: Vec::new(),
                };
                append(log.as_ref(), number, "x", Some(kept))
            })
            .collect();
        let last = answers.last().and_then(|answer| answer.recv().ok());
        assert_eq!(last, Some(Answer::Stored { version: RECORDS }));
        let sweep_with = async |data_quota| {
            let hub = hub(Arc::clone(&log) as Arc<dyn Log>, Retention { data_quota, ..Retention::NONE });
            sweep(&hub, &CancellationToken::new()).await;
            hub.is_data_full.load(Ordering::Relaxed)
        };
        let ids = || -> Vec<u128> {
            let kept = log.list_kept(Whose::All, 9999, None).expect("a list");
            kept.into_iter().map(|kept| kept.id).collect()
        };
        let used = log.used().expect("a size");
        assert!(!sweep_with(used / 88 * 100).await);
        assert_eq!(ids().len() as u64, RECORDS, "below nine tenths nothing is deleted");
        let quota = used / 95 * 100;
        assert!(!sweep_with(quota).await, "tables open");
        let left = ids();
        assert!(log.used().expect("a size") <= quota / 100 * ENOUGH_ROOM);
        assert!(left.len() as u64 > RECORDS / 2, "not more than needed: {}", left.len());
        let newest = (RECORDS - left.len() as u64..RECORDS).rev().map(u128::from);
        assert!(left.into_iter().eq(newest), "the newest stay");
        // Running games fill the folder: no record is left, and no table opens.
        let large = "x".repeat(1 << 19);
        for number in RECORDS..RECORDS + 8 {
            let stored = append(log.as_ref(), number, &large, None).recv();
            assert_eq!(stored, Ok(Answer::Stored { version: number + 1 }));
        }
        assert!(sweep_with(1 << 22).await);
        assert_eq!(ids(), [0; 0]);
    }

    #[tokio::test]
    async fn above_nine_tenths_of_the_quota_no_table_opens_until_there_is_room() {
        let hub = hub(Arc::new(Memory::default()), Retention::NONE);
        let is_full = || hub.is_data_full.load(Ordering::Relaxed);
        for (used, full) in [(899, false), (901, true), (2000, true), (900, false)] {
            note_used(&hub, 1000, used);
            assert_eq!(is_full(), full, "{used}");
        }
        note_used(&hub, 0, u64::MAX);
        assert!(!is_full(), "no quota");
    }
}
