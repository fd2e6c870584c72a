//! Bringing tables back from the log, each by itself: one that cannot be read harms no other.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use mazzo_bots::PlayableGame;
use mazzo_games::with_game;
use mazzo_room::TableId;
use mazzo_room::journal::{self, Reader, Restored as Read, Unreadable};
use mazzo_store::{Answer, Append, Event, Found, StoreError};

use super::quarantine::{short, words};
use super::{Hub, Restored};
use crate::storing::{End, next_command};

/// After so long a table that cannot be read just now is tried again; twice as long after each next time, up to the second.
const RETRY: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(30));

/// A table while it is read, whichever game it plays.
trait Reading {
    fn take(&mut self, event: &[u8]) -> Result<(), Unreadable>;
    /// Starts the table. `at` is its version and its epoch.
    fn start(self: Box<Self>, hub: &Arc<Hub>, table: TableId, at: (u64, u64)) -> Result<(), String>;
}

impl<G: PlayableGame> Reading for Reader<G> {
    fn take(&mut self, event: &[u8]) -> Result<(), Unreadable> {
        Self::take(self, event)
    }

    fn start(self: Box<Self>, hub: &Arc<Hub>, table: TableId, at: (u64, u64)) -> Result<(), String> {
        let Read { mut room, opened, chain, migrated } = (*self).finish().map_err(|why| why.to_string())?;
        let (mut version, epoch) = at;
        if let Some(events) = migrated {
            version = hub.migrate(table, at, events)?;
        }
        room.wake(hub.clock.now());
        hub.start(table, room, opened, End { version, epoch, chain }, None);
        Ok(())
    }
}

/// What was found of a table.
struct Finding {
    table: TableId,
    epoch: u64,
    events: u64,
    bytes: u64,
    /// The version of the next event, once there was one.
    next: Option<u64>,
    reading: Result<Option<Box<dyn Reading>>, Unreadable>,
}

impl Finding {
    const fn new(table: TableId, epoch: u64) -> Self {
        Self { table, epoch, events: 0, bytes: 0, next: None, reading: Ok(None) }
    }

    fn take(&mut self, version: u64, data: &[u8]) {
        let at = self.events;
        self.events += 1;
        self.bytes += data.len() as u64;
        let Ok(reading) = &mut self.reading else { return };
        let expected = self.next.replace(version + 1).unwrap_or(version);
        let taken = if expected == version {
            let table = self.table;
            guard(at, || {
                #[cfg(test)]
                assert_ne!(tests::PANICS.get(), Some((table, at)), "a flaw in the rules");
                if let Some(reading) = reading {
                    return reading.take(data);
                }
                *reading = Some(begin(table, data)?);
                Ok(())
            })
        } else {
            Err(Unreadable::Gap { expected, found: version })
        };
        if let Err(why) = taken {
            self.reading = Err(why);
        }
    }

    /// Starts the table, or sets it aside. Says whether it started.
    fn finish(self, hub: &Arc<Hub>) -> bool {
        let Self { table, epoch, events, bytes, next, reading } = self;
        let started = match (reading, next) {
            (Ok(Some(reading)), Some(version)) => {
                let start = || reading.start(hub, table, (version, epoch));
                catch_unwind(AssertUnwindSafe(start)).unwrap_or_else(|panic| {
                    Err(Unreadable::Panicked { at: events, why: words(&*panic) }.to_string())
                })
            }
            (Ok(_), _) => Err(Unreadable::Empty.to_string()),
            (Err(why), _) => Err(why.to_string()),
        };
        match started {
            Ok(()) => true,
            // It stays in the log: a later version may read it.
            Err(reason) => {
                hub.set_aside(table, reason, (events, bytes));
                false
            }
        }
    }
}

fn begin(table: TableId, first: &[u8]) -> Result<Box<dyn Reading>, Unreadable> {
    let kind = journal::game(first)?.parse().map_err(Unreadable::Game)?;
    Ok(with_game!(kind, Table => Box::new(Reader::<Table>::begin(table, first)?)))
}

/// A panic is a flaw of ours, and the trouble of this table alone.
fn guard<T>(at: u64, work: impl FnOnce() -> Result<T, Unreadable>) -> Result<T, Unreadable> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| Err(Unreadable::Panicked { at, why: words(&*panic) }))
}

impl Hub {
    /// Brings every table back that was not over, and sets aside what cannot be read.
    pub(crate) fn restore(self: &Arc<Self>) -> Result<Restored, StoreError> {
        if let Err(trouble) = self.log.sweep() {
            tracing::warn!(%trouble, "closed tables cannot be swept away");
        }
        let mut found = BTreeMap::new();
        let mut visit = |event: Found<'_>| match event {
            Found::Table { table, epoch } => {
                let table = TableId(table.0);
                found.insert(table, Finding::new(table, epoch));
            }
            Found::Event { table, version, data } => {
                if let Some(finding) = found.get_mut(&TableId(table.0)) {
                    finding.take(version, data);
                }
            }
        };
        self.log.read_open(&mut visit)?;
        let mut restored = Restored::default();
        for finding in found.into_values() {
            let events = finding.events as usize;
            if finding.finish(self) {
                restored.tables += 1;
                restored.events += events;
            } else {
                restored.quarantined += 1;
            }
        }
        Ok(restored)
    }

    fn bring_back(self: &Arc<Self>, table: TableId, epoch: u64, events: Vec<Event>) {
        let mut finding = Finding::new(table, epoch);
        for Event { version, data } in events {
            finding.take(version, &data);
        }
        finding.finish(self);
    }

    /// The actor of a table has lost track of what is stored: another one begins from there. Until then the table is still listed,
    /// so that nobody who comes back is told that it is gone: they are hung up on, and come again. A disk that is busy or full is
    /// waited for.
    pub(crate) async fn reread(self: &Arc<Self>, table: TableId) {
        let mut pause = RETRY.0;
        while !self.is_stopping() {
            let hub = Arc::clone(self);
            let reread = tokio::task::spawn_blocking(move || {
                let of = mazzo_store::TableKey(table.0);
                let epoch = hub.log.take_over(of)?;
                hub.bring_back(table, epoch, hub.log.read(of)?);
                Ok::<_, StoreError>(())
            });
            match reread.await {
                Ok(Ok(())) => return,
                Ok(Err(StoreError::NoTable)) => return self.forget(table), // somebody has deleted it
                Ok(Err(trouble)) => {
                    tracing::warn!(table = short(table), %trouble, "table cannot be read, trying again");
                }
                Err(_) => tracing::error!(table = short(table), "reading a table panicked, trying again"),
            }
            self.rest(pause).await;
            pause = (pause * 2).min(RETRY.1);
        }
    }

    /// Stores a table of an earlier format in today's, in one step. Says how many events it has had then.
    fn migrate(
        &self,
        table: TableId,
        (version, epoch): (u64, u64),
        events: Vec<Vec<u8>>,
    ) -> Result<u64, String> {
        let append = Append {
            table: mazzo_store::TableKey(table.0),
            expected: version,
            command: next_command(self.names),
            epoch,
            batch: events.into(),
            last: false,
            keep: None,
            replace: true,
        };
        let (tell, told) = mpsc::channel();
        self.log.append(append, Box::new(move |answer| drop(tell.send(answer))));
        match told.recv() {
            Ok(Answer::Stored { version }) => Ok(version),
            Ok(Answer::Unavailable(trouble)) => Err(format!("it could not be migrated: {trouble}")),
            Ok(Answer::Conflict { .. } | Answer::Unknown) | Err(_) => {
                Err("it could not be migrated; start the server again".to_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::Ordering;

    use mazzo_protocol::{Command, NewTable};
    use mazzo_room::PersonId;
    use mazzo_store::{Faulty, Memory};
    use tokio::time::{Instant, sleep, sleep_until};

    use super::*;
    use crate::testing::{Guest, config, open, until};

    type Log = Faulty<Memory>;

    thread_local! {
        /// Reading this event of this table panics. No stored event makes the rules panic, as far as is known.
        pub(super) static PANICS: Cell<Option<(TableId, u64)>> = const { Cell::new(None) };
    }

    /// Somebody else takes the table over, and its actor notices.
    async fn loses_track(log: &Log, hub: &Hub, table: TableId) {
        let mut ada = Guest::join(hub, table, PersonId(1)).await;
        mazzo_store::Log::take_over(&log.log, mazzo_store::TableKey(table.0)).expect("another owner");
        let refused = ada.ask(Command::Sit { seat: None, name: "Ada".to_owned() }).await;
        assert_eq!(refused, Err("unavailable".to_owned()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_that_cannot_be_read_for_a_while_stays_listed_and_is_tried_again_more_and_more_seldom() {
        let log = Arc::new(Log::default());
        let hub = Hub::new(config(), Arc::clone(&log) as Arc<dyn mazzo_store::Log>);
        let table = open(&hub, PersonId(1), NewTable::new("diciassette", 2)).await;
        log.failing_takeovers.store(10, Ordering::Relaxed);
        loses_track(&log, &hub, table).await;
        let (mut pause, mut next) = (RETRY.0, Instant::now());
        for tried in 1..=10 {
            until("it is tried", || log.takeovers.load(Ordering::Relaxed) == tried).await;
            next += pause;
            sleep_until(next - Duration::from_millis(10)).await;
            assert_eq!(log.takeovers.load(Ordering::Relaxed), tried, "not before {pause:?} have passed");
            let handle = hub.find(table).expect("it is listed all the time");
            assert!(handle.mail.is_closed(), "and nobody plays");
            sleep_until(next + Duration::from_millis(10)).await;
            pause = (pause * 2).min(RETRY.1);
        }
        assert_eq!(pause, RETRY.1, "no pause is longer than that");
        until("it is back", || hub.find(table).is_some_and(|handle| !handle.mail.is_closed())).await;
        let mut ada = Guest::join(&hub, table, PersonId(1)).await;
        ada.does(Command::Sit { seat: None, name: "Ada".to_owned() }).await;
        assert!(hub.quarantined().is_empty());
    }

    /// A table whose reading panics: at an event, or when it is to start.
    struct Panics {
        at_start: bool,
    }

    impl Reading for Panics {
        fn take(&mut self, _: &[u8]) -> Result<(), Unreadable> {
            assert!(self.at_start, "a flaw in the rules");
            Ok(())
        }

        fn start(self: Box<Self>, _: &Arc<Hub>, _: TableId, _: (u64, u64)) -> Result<(), String> {
            panic!("a flaw in the room")
        }
    }

    /// No stored event makes the rules panic, as far as is known; so the reading is replaced by one that does.
    #[tokio::test(start_paused = true)]
    async fn a_panic_while_a_table_is_read_or_started_sets_aside_that_table_alone() {
        let log = Arc::new(Log::default());
        let hub = Hub::new(config(), Arc::clone(&log) as Arc<dyn mazzo_store::Log>);
        for (number, at_start, why) in [(1, false, "a flaw in the rules"), (2, true, "a flaw in the room")] {
            let mut finding = Finding::new(TableId(number), 0);
            finding.reading = Ok(Some(Box::new(Panics { at_start })));
            finding.take(0, b"an event");
            assert!(!finding.finish(&hub), "it does not start");
            let set_aside = hub.quarantined();
            let (_, entry) =
                set_aside.iter().find(|(table, _)| *table == TableId(number)).expect("it is there");
            assert!(entry.reason.starts_with("reading it panicked at event"), "{}", entry.reason);
            assert!(entry.reason.contains(why), "{}", entry.reason);
        }
        let table = open(&hub, PersonId(1), NewTable::new("diciassette", 2)).await;
        let mut ada = Guest::join(&hub, table, PersonId(1)).await;
        ada.does(Command::Sit { seat: None, name: "Ada".to_owned() }).await;
    }

    /// In the order in which tables are restored, the bad one comes first, between two others, and last.
    #[tokio::test(start_paused = true)]
    async fn a_start_restores_all_tables_but_the_one_whose_reading_panics() {
        let log = Arc::new(Log::default());
        let start = || Hub::new(config(), Arc::clone(&log) as Arc<dyn mazzo_store::Log>);
        let hub = start();
        let mut tables = Vec::new();
        for _ in 0..3 {
            let table = open(&hub, PersonId(1), NewTable::new("diciassette", 2)).await;
            let mut ada = Guest::join(&hub, table, PersonId(1)).await;
            ada.does(Command::Sit { seat: None, name: "Ada".to_owned() }).await;
            tables.push(table);
        }
        hub.stop().await;
        tables.sort_unstable();
        for bad in [Some(tables[0]), Some(tables[1]), Some(tables[2]), None] {
            PANICS.set(bad.map(|table| (table, 1)));
            let hub = start();
            let Restored { tables: good, quarantined, .. } = hub.restore().expect("a start");
            assert_eq!((good, quarantined), if bad.is_some() { (2, 1) } else { (3, 0) });
            let set_aside = hub.quarantined();
            assert_eq!(set_aside.first().map(|(table, _)| *table), bad);
            for (_, entry) in set_aside {
                assert!(entry.reason.contains("a flaw in the rules"), "{}", entry.reason);
            }
            for &table in tables.iter().filter(|table| Some(**table) != bad) {
                let mut ada = Guest::join(&hub, table, PersonId(1)).await;
                ada.does(Command::Sit { seat: None, name: "Ada again".to_owned() }).await;
            }
            hub.stop().await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_that_cannot_be_read_does_not_keep_the_server_from_stopping() {
        let log = Arc::new(Log::default());
        let hub = Hub::new(config(), Arc::clone(&log) as Arc<dyn mazzo_store::Log>);
        let table = open(&hub, PersonId(1), NewTable::new("diciassette", 2)).await;
        log.failing_takeovers.store(u32::MAX, Ordering::Relaxed);
        loses_track(&log, &hub, table).await;
        sleep(Duration::from_mins(1)).await;
        let began = Instant::now();
        hub.stop().await;
        assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    }
}
