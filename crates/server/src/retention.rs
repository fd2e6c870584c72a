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
/// Tenths of the quota above which no new table opens: the rest is for running games.
const NEW_TABLES_BELOW: u64 = 9;

/// Sweeps until `stop`. After it returns, the log is no longer used.
pub(crate) async fn watch(hub: Arc<Hub>, stop: CancellationToken) {
    while !stop.is_cancelled() {
        sweep(&hub, &stop).await;
        let _ = timeout(SWEEP_INTERVAL, stop.cancelled()).await;
    }
}

/// Deletes expired records, then compares the stored size with the quota.
async fn sweep(hub: &Arc<Hub>, stop: &CancellationToken) {
    let retention = hub.config.retention;
    let deleted = delete_old(hub, retention, stop).await;
    match deleted {
        Ok(0) => {}
        Ok(records) => tracing::info!(records, "deleted expired records"),
        Err(error) => tracing::warn!(%error, "cannot delete expired records"),
    }
    match on_log(hub, |log| log.used()).await {
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

/// Records that ended before this time are deleted; none if they are kept for ever.
fn oldest_kept(now: Millis, days: u32) -> Option<u64> {
    const DAY_MS: u64 = 24 * 60 * 60 * 1000;
    (days > 0).then(|| now.0.saturating_sub(u64::from(days) * DAY_MS))
}

fn note_used(hub: &Hub, quota: u64, used: u64) {
    let is_full = quota > 0 && used > quota / 10 * NEW_TABLES_BELOW;
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
    use mazzo_store::{Kept, Memory, TableKey, Whose};

    use super::*;
    use crate::config::{Config, Limits};

    const DAY_MS: u64 = 24 * 60 * 60 * 1000;

    fn hub(log: Memory, retention: Retention) -> Arc<Hub> {
        Hub::new(Config { retention, limits: Limits::NONE, ..Config::default() }, Arc::new(log))
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
        sweep(&hub(log.clone(), Retention::NONE), &run).await;
        assert_eq!((left(&log, 1), left(&log, 2)), (500, 500));
        sweep(&hub(log.clone(), Retention { keep_records_days: 365, ..Retention::NONE }), &run).await;
        assert_eq!((left(&log, 1), left(&log, 2)), (500, 0));
        sweep(&hub(log.clone(), Retention { keep_records_per_host: 7, ..Retention::NONE }), &run).await;
        assert_eq!(left(&log, 1), 7);
    }

    #[tokio::test]
    async fn above_nine_tenths_of_the_quota_no_table_opens_until_there_is_room() {
        let hub = hub(Memory::default(), Retention::NONE);
        let is_full = || hub.is_data_full.load(Ordering::Relaxed);
        for (used, full) in [(899, false), (901, true), (2000, true), (900, false)] {
            note_used(&hub, 1000, used);
            assert_eq!(is_full(), full, "{used}");
        }
        note_used(&hub, 0, u64::MAX);
        assert!(!is_full(), "no quota");
    }
}
