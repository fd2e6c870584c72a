//! Tables that are kept and not played: they cannot be read, or break down again and again.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use mazzo_protocol::Millis;
use mazzo_room::TableId;
use mazzo_store::{Event, StoreError};
use parking_lot::Mutex;
use tokio::time::Instant;

use super::Hub;

/// A table that breaks down this often ...
const STRIKES: usize = 3;
/// ... within this time is not played on.
const FORGIVEN: Duration = Duration::from_mins(10);
/// How long a table rests that has broken down once; twice as long after each next time.
const REST: Duration = Duration::from_secs(1);

/// A table in quarantine.
#[derive(Clone, Debug)]
pub(crate) struct Quarantined {
    pub(crate) reason: String,
    pub(crate) events: u64,
    pub(crate) bytes: u64,
    /// Since when this server knows of it.
    pub(crate) since: Millis,
}

/// What is known of tables that went wrong.
#[derive(Default)]
pub(super) struct Quarantine {
    tables: Mutex<BTreeMap<TableId, Quarantined>>,
    strikes: Mutex<BTreeMap<TableId, Vec<Instant>>>,
}

/// The beginning of a table's name: enough to find it in a list, not enough to sit down at it. Logs get no more.
pub(crate) fn short(table: TableId) -> String {
    format!("{:08x}", (table.0 >> 96) as u32)
}

/// What a panic said.
pub(super) fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "nothing".to_owned())
}

impl Hub {
    /// Sets a table aside: it stays in the log, and nobody plays at it.
    pub(super) fn set_aside(&self, table: TableId, reason: String, (events, bytes): (u64, u64)) {
        tracing::error!(table = short(table), %reason, events, bytes, "table quarantined");
        self.forget(table);
        let since = self.clock.now();
        self.quarantine.tables.lock().insert(table, Quarantined { reason, events, bytes, since });
    }

    /// All tables in quarantine.
    pub(crate) fn quarantined(&self) -> Vec<(TableId, Quarantined)> {
        self.quarantine.tables.lock().iter().map(|(table, of)| (*table, of.clone())).collect()
    }

    pub(crate) fn is_quarantined(&self, table: TableId) -> bool {
        self.quarantine.tables.lock().contains_key(&table)
    }

    /// What is stored of a table in quarantine. None if it is not in quarantine. Waits for the disk.
    pub(crate) fn export(&self, table: TableId) -> Result<Option<(Quarantined, Vec<Event>)>, StoreError> {
        let Some(of) = self.quarantine.tables.lock().get(&table).cloned() else { return Ok(None) };
        Ok(Some((of, self.log.read(mazzo_store::TableKey(table.0))?)))
    }

    /// Deletes a table in quarantine. Says whether there was one. Waits for the disk.
    pub(crate) fn delete_quarantined(&self, table: TableId) -> Result<bool, StoreError> {
        if !self.is_quarantined(table) {
            return Ok(false);
        }
        self.log.delete(mazzo_store::TableKey(table.0))?;
        tracing::info!(table = short(table), "quarantined table deleted");
        Ok(self.quarantine.tables.lock().remove(&table).is_some())
    }

    /// The actor of a table has panicked, a flaw of ours: what is stored is sound, and the table goes on from there after a
    /// rest. Should it happen again and again, the table is set aside.
    pub(super) async fn broke_down(self: &Arc<Self>, table: TableId, panic: String) {
        let strikes = {
            let (now, mut strikes) = (Instant::now(), self.quarantine.strikes.lock());
            // Tables that have been well for long are forgotten, so that the list stays short.
            strikes.retain(|_, times| {
                times.retain(|time| now.duration_since(*time) < FORGIVEN);
                !times.is_empty()
            });
            let times = strikes.entry(table).or_default();
            times.push(now);
            times.len()
        };
        if strikes < STRIKES {
            tracing::error!(table = short(table), %panic, strikes, "table actor panicked, restarting from the log");
            self.rest(REST * 2_u32.pow(strikes as u32 - 1)).await;
            return self.reread(table).await;
        }
        let hub = Arc::clone(self);
        let read = tokio::task::spawn_blocking(move || hub.log.read(mazzo_store::TableKey(table.0))).await;
        let events = read.ok().and_then(Result::ok).unwrap_or_default();
        let size = (events.len() as u64, events.iter().map(|event| event.data.len() as u64).sum());
        let minutes = FORGIVEN.as_secs() / 60;
        self.set_aside(table, format!("it panicked {STRIKES} times within {minutes} minutes: {panic}"), size);
    }

    /// Waits, unless the server stops.
    pub(super) async fn rest(&self, time: Duration) {
        const STEP: Duration = Duration::from_millis(100);
        let until = Instant::now() + time;
        while !self.is_stopping() && Instant::now() < until {
            tokio::time::sleep(STEP.min(until.duration_since(Instant::now()))).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use mazzo_protocol::{Command, NewTable};
    use mazzo_room::PersonId;
    use mazzo_store::{Fault, Memory};
    use tokio::time::sleep;

    use super::*;
    use crate::tests::{Guest, config, open, until};

    const MOMENT: Duration = Duration::from_millis(200);

    struct Broken {
        log: Memory,
        hub: Arc<Hub>,
        table: TableId,
    }

    impl Broken {
        async fn new() -> Self {
            let log = Memory::default();
            let hub = Hub::new(config(), Arc::new(log.clone()));
            let table = open(&hub, PersonId(1), NewTable::new("diciassette", 2)).await;
            Self { log, hub, table }
        }

        fn is_back(&self) -> bool {
            self.hub.find(self.table).is_some_and(|table| !table.mail.is_closed())
        }

        /// Its actor panics while it stores what somebody does.
        async fn strike(&self) {
            let mut guest = Guest::join(&self.hub, self.table, PersonId(1)).await;
            let (met, bad) = (Arc::new(AtomicBool::new(false)), self.table.0);
            let seen = Arc::clone(&met);
            self.log.set_faults(move |append| {
                let is_it = append.table.0 == bad;
                assert!(!is_it || seen.swap(true, Ordering::Relaxed), "this panic is part of the test");
                Fault::None
            });
            guest.send(Command::Sit { seat: None, name: "Ada".to_owned() }).await;
            until("it panics", || met.load(Ordering::Relaxed) && !self.is_back()).await;
        }

        /// It is back after that time, and not before.
        async fn comes_back_after(&self, rest: Duration) {
            sleep(rest.saturating_sub(MOMENT)).await;
            assert!(self.hub.find(self.table).is_some() && !self.is_back(), "it rests, and is still listed");
            sleep(2 * MOMENT).await;
            until("it is back", || self.is_back()).await;
            assert_eq!(self.hub.quarantined().len(), 0);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_that_breaks_down_comes_back_and_the_third_time_is_set_aside() {
        let broken = Broken::new().await;
        let good = open(&broken.hub, PersonId(2), NewTable::new("diciassette", 2)).await;
        let mut bea = Guest::join(&broken.hub, good, PersonId(2)).await;
        broken.strike().await;
        bea.does(Command::Sit { seat: None, name: "Bea".to_owned() }).await;
        broken.comes_back_after(REST).await;
        broken.strike().await;
        broken.comes_back_after(2 * REST).await;
        broken.strike().await;
        let Broken { hub, table, .. } = &broken;
        until("it is set aside", || !hub.quarantined().is_empty()).await;
        let [(name, aside)] = hub.quarantined().try_into().expect("one table");
        assert_eq!(name, *table);
        assert_eq!(aside.reason, "it panicked 3 times within 10 minutes: this panic is part of the test");
        assert_eq!(aside.events, 1, "that it was opened, and nothing else, is stored");
        assert!(hub.find(*table).is_none());
        bea.does(Command::Sit { seat: None, name: "Bea again".to_owned() }).await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_long_ago_is_forgiven() {
        let broken = Broken::new().await;
        broken.strike().await;
        broken.comes_back_after(REST).await;
        broken.strike().await;
        broken.comes_back_after(2 * REST).await;
        sleep(FORGIVEN).await;
        broken.strike().await;
        broken.comes_back_after(REST).await;
    }
}
