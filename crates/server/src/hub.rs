//! All tables of the server.

mod listing;

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use futures_util::FutureExt as _;

use mazzo_bots::Played;
use mazzo_games::{GameKind, with_game};
use mazzo_room::{Opening, PersonId, Room, Secret, TableId};
use mazzo_store::{Log, Trouble};
use mazzo_wire::{Lobby, NewTable, Pace, Phase, TableInfo};
use tokio::sync::mpsc::{self, Sender};
use tokio::sync::oneshot;
use tokio::time::sleep;
use tokio_util::task::TaskTracker;

use crate::clock::Clock;
use crate::config::{Config, MAILBOX};
use crate::journal;
pub(crate) use crate::mail::Erased;
use crate::mail::Mail;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::random;
use crate::storing::{Stored, Storing};
use crate::table::Actor;

pub(crate) use listing::Listing;

/// How long a table rests that has broken down.
const BROKEN: Duration = Duration::from_secs(1);
/// Tables in one answer of the lobby.
const LOBBY: usize = 100;

/// A table from outside: where to write to its actor, and what the lobby knows.
#[derive(Clone)]
pub(crate) struct Handle {
    pub(crate) mail: Sender<Mail>,
    pub(crate) listing: Arc<Listing>,
}

impl Handle {
    /// Takes a person's name away from the table.
    pub(crate) async fn erase(&self, who: Erased) -> Result<(), Problem> {
        let (done, answer) = oneshot::channel();
        if self.mail.send(Mail::Erase { who, done }).await.is_err() {
            return Ok(()); // the table has just closed
        }
        match answer.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Problem::Storage(Trouble::Busy)),
        }
    }
}

/// All tables of the server.
pub(crate) struct Hub {
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) log: Arc<dyn Log>,
    pub(crate) metrics: Arc<Metrics>,
    tables: RwLock<BTreeMap<TableId, Handle>>,
    actors: TaskTracker,
    is_stopping: AtomicBool,
}

/// What a start found in the log.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Restored {
    pub(crate) tables: usize,
    pub(crate) events: usize,
    pub(crate) unreadable: usize,
}

impl Hub {
    pub(crate) fn new(config: Config, log: Arc<dyn Log>) -> Arc<Self> {
        Arc::new(Self {
            config,
            clock: Clock::new(),
            log,
            metrics: Arc::new(Metrics::new()),
            tables: RwLock::default(),
            actors: TaskTracker::new(),
            is_stopping: AtomicBool::new(false),
        })
    }

    /// Brings every table back that was not over.
    pub(crate) fn restore(self: &Arc<Self>) -> Result<Restored, Trouble> {
        let mut restored = Restored::default();
        let log = Arc::clone(&self.log);
        if let Err(trouble) = log.sweep() {
            tracing::warn!(%trouble, "closed tables cannot be swept away");
        }
        log.read_open(&mut |open| {
            let (table, events) = (TableId(open.table.0), open.events.len());
            match self.bring_back(table, &open.events, open.epoch) {
                Ok(()) => {
                    restored.tables += 1;
                    restored.events += events;
                }
                // It stays in the log: a later version may read it.
                Err(why) => {
                    restored.unreadable += 1;
                    tracing::error!(%why, "a table cannot be brought back");
                }
            }
        })?;
        Ok(restored)
    }

    fn bring_back(
        self: &Arc<Self>,
        table: TableId,
        events: &[Vec<u8>],
        epoch: u64,
    ) -> Result<(), journal::Unreadable> {
        with_game!(journal::game(events)?, Table => {
            let (mut room, opened) = journal::room::<Table>(events)?;
            room.wake(self.clock.now());
            self.start(table, room, opened, (events.len() as u64, epoch));
        });
        Ok(())
    }

    /// A table is closed. Its records stay; what led to them is not needed any more.
    pub(crate) async fn bury(self: &Arc<Self>, table: TableId) {
        self.forget(table);
        let log = Arc::clone(&self.log);
        let deleted = tokio::task::spawn_blocking(move || log.delete(mazzo_store::TableId(table.0))).await;
        if let Ok(Err(trouble)) = deleted {
            tracing::warn!(%trouble, "a closed table is still stored; the next start sweeps it away");
        }
    }

    /// The actor of a table has lost track of what is stored: another one begins from there. Until then the table is still listed,
    /// so that nobody who comes back is told that it is gone: they are hung up on, and come again.
    pub(crate) async fn reread(self: &Arc<Self>, table: TableId) {
        let hub = Arc::clone(self);
        let reread = tokio::task::spawn_blocking(move || {
            let of = mazzo_store::TableId(table.0);
            let epoch = hub.log.take_over(of)?;
            let events = hub.log.read(of, 0)?;
            Ok::<_, Trouble>(hub.bring_back(table, &events, epoch))
        });
        match reread.await {
            Ok(Ok(Ok(()))) => return,
            Ok(Ok(Err(why))) => tracing::error!(%why, "a table cannot be brought back"),
            Ok(Err(trouble)) => tracing::error!(%trouble, "a table cannot be read again"),
            Err(_) => tracing::error!("a table broke down while it was read again"),
        }
        self.forget(table); // it may be there after a restart
    }

    fn start<G: Played>(
        self: &Arc<Self>,
        table: TableId,
        room: Room<G>,
        opened: mazzo_wire::Millis,
        at: (u64, u64),
    ) {
        let (mail, inbox) = mpsc::channel(MAILBOX);
        let listing = Arc::new(Listing::new(table, &room, opened));
        let of = mazzo_store::TableId(table.0);
        let storing =
            Storing::new(Arc::clone(&self.log), of, at, self.clock.run(), Arc::clone(&self.metrics));
        let actor = Actor::new((table, room, opened), storing, inbox, Arc::clone(self), Arc::clone(&listing));
        let count = {
            let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
            tables.insert(table, Handle { mail: mail.clone(), listing });
            tables.len()
        };
        self.metrics.tables(count);
        if self.is_stopping() {
            let _ = mail.try_send(Mail::Stop); // it came too late to be told with the others
        }
        let hub = Arc::clone(self);
        self.actors.spawn(async move {
            if AssertUnwindSafe(actor.run()).catch_unwind().await.is_err() {
                // A flaw of ours: what is stored is sound, and the table goes on from there. Should it always happen again, then
                // at least not all the time.
                tracing::error!("a table broke down, and is read again");
                sleep(BROKEN).await;
                hub.reread(table).await;
            }
        });
    }

    /// Opens a table.
    pub(crate) async fn open(
        self: &Arc<Self>,
        host: PersonId,
        wanted: &NewTable,
    ) -> Result<TableId, Problem> {
        if self.is_stopping.load(Ordering::Relaxed) {
            return Err(Problem::Stopping);
        }
        let kind: GameKind = wanted.game.parse().map_err(Problem::BadRequest)?;
        if wanted.pace == Pace::Instant && !self.config.allow_instant {
            return Err(Problem::BadRequest("this server has no instant tables".to_owned()));
        }
        self.has_room_for(host)?;
        with_game!(kind, Table => self.open_one::<Table>(host, wanted).await)
    }

    fn has_room_for(&self, host: PersonId) -> Result<(), Problem> {
        let tables = self.read();
        if tables.len() >= self.config.limits.tables as usize {
            return Err(Problem::Full);
        }
        let own = tables.values().filter(|table| table.listing.host() == host).count();
        if own >= self.config.limits.tables_per_person as usize {
            return Err(Problem::TooMuch);
        }
        Ok(())
    }

    async fn open_one<G: Played>(
        self: &Arc<Self>,
        host: PersonId,
        wanted: &NewTable,
    ) -> Result<TableId, Problem> {
        let settings = wanted.settings().map_err(|why| Problem::BadRequest(why.to_string()))?;
        if !Room::<G>::can_be(&settings) {
            let (least, most) = (G::SEATS.start(), G::SEATS.end());
            return Err(Problem::BadRequest(format!("{} is for {least} to {most} players", G::NAME)));
        }
        let table = TableId(random::name());
        let (now, of) = (self.clock.now(), mazzo_store::TableId(table.0));
        let opening = Opening { table, host, settings, secret: Secret(random::bytes()), promises: true };
        let at = (0, 0);
        let mut storing =
            Storing::new(Arc::clone(&self.log), of, at, self.clock.run(), Arc::clone(&self.metrics));
        match storing.append(journal::bytes(&journal::birth::<G>(now, opening)), false, None).await {
            Stored::Yes => {}
            Stored::No(trouble) => return Err(Problem::Storage(trouble)),
            Stored::Lost => return Err(Problem::Storage(Trouble::Busy)),
        }
        self.start(table, Room::<G>::new(&opening, now), now, (1, 0));
        Ok(table)
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, BTreeMap<TableId, Handle>> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn find(&self, table: TableId) -> Option<Handle> {
        self.read().get(&table).cloned()
    }

    pub(crate) fn forget(&self, table: TableId) {
        let count = {
            let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
            tables.remove(&table);
            tables.len()
        };
        self.metrics.tables(count);
    }

    /// The tables that are listed: those that wait for people first, then the newest.
    pub(crate) fn lobby(&self) -> Lobby {
        let mut tables: Vec<TableInfo> =
            self.read().values().filter_map(|table| table.listing.if_listed()).collect();
        tables.sort_by_key(|table| (table.phase != Phase::Gathering, std::cmp::Reverse(table.opened_ms)));
        let listed = tables.len() as u32;
        tables.truncate(LOBBY);
        Lobby { tables, listed }
    }

    /// All tables, for whoever runs the server.
    pub(crate) fn all(&self) -> Vec<TableInfo> {
        self.read().values().map(|table| table.listing.info()).collect()
    }

    fn mailboxes(&self) -> Vec<Sender<Mail>> {
        self.read().values().map(|table| table.mail.clone()).collect()
    }

    /// Says something to everybody at every table.
    pub(crate) async fn notify(&self, notice: &str) -> usize {
        let tables = self.mailboxes();
        for mail in &tables {
            let _ = mail.send(Mail::Notice(notice.to_owned())).await; // a table that has just closed
        }
        tables.len()
    }

    /// Takes a person's name away from every open table.
    pub(crate) async fn erase(&self, person: PersonId) -> Result<(), Problem> {
        let tables: Vec<Handle> =
            self.read().values().filter(|table| table.listing.knows(person)).cloned().collect();
        for table in tables {
            table.erase(Erased::Person(person)).await?;
        }
        Ok(())
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    /// Lets every table store what it is about to, and hang up.
    pub(crate) async fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
        for mail in self.mailboxes() {
            let _ = mail.send(Mail::Stop).await; // a table that has just closed
        }
        self.actors.close();
        self.actors.wait().await;
    }
}
