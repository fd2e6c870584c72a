//! All tables of the server.

mod listing;
mod quarantine;
mod restore;

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use futures_util::FutureExt as _;

use mazzo_bots::Played;
use mazzo_games::{GameKind, with_game};
use mazzo_room::{Opening, PersonId, Room, Secret, TableId};
use mazzo_store::{Log, Trouble};
use mazzo_wire::{Lobby, NewTable, Pace, Phase, TableInfo};
use tokio::sync::mpsc::{self, Sender};
use tokio_util::task::TaskTracker;

use crate::clock::Clock;
use crate::config::{Config, MAILBOX};
use crate::mail::Mail;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::random;
use crate::storing::{End, Stored, Storing};
use crate::table::Actor;

pub(crate) use listing::Listing;
pub(crate) use quarantine::{Quarantined, short};

/// Tables in one answer of the lobby.
const LOBBY: usize = 100;

/// A table from outside: where to write to its actor, and what the lobby knows.
#[derive(Clone)]
pub(crate) struct Handle {
    pub(crate) mail: Sender<Mail>,
    pub(crate) listing: Arc<Listing>,
}

/// All tables of the server.
pub(crate) struct Hub {
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) log: Arc<dyn Log>,
    pub(crate) metrics: Arc<Metrics>,
    tables: RwLock<BTreeMap<TableId, Handle>>,
    quarantine: quarantine::Quarantine,
    /// Names of commands to the log begin with this. It is random, since a clock may tell the same time twice.
    names: u64,
    actors: TaskTracker,
    is_stopping: AtomicBool,
}

/// What a start found in the log.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Restored {
    pub(crate) tables: usize,
    pub(crate) events: usize,
    pub(crate) quarantined: usize,
}

impl Hub {
    pub(crate) fn new(config: Config, log: Arc<dyn Log>) -> Arc<Self> {
        Arc::new(Self {
            config,
            clock: Clock::new(),
            log,
            metrics: Arc::new(Metrics::new()),
            tables: RwLock::default(),
            quarantine: quarantine::Quarantine::default(),
            names: u64::from_le_bytes(random::bytes()),
            actors: TaskTracker::new(),
            is_stopping: AtomicBool::new(false),
        })
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

    fn start<G: Played>(
        self: &Arc<Self>,
        table: TableId,
        room: Room<G>,
        opened: mazzo_wire::Millis,
        end: End,
    ) {
        let (mail, inbox) = mpsc::channel(MAILBOX);
        let listing = Arc::new(Listing::new(table, &room, opened));
        let of = mazzo_store::TableId(table.0);
        let storing = Storing::new(Arc::clone(&self.log), of, end, self.names, Arc::clone(&self.metrics));
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
            if let Err(panic) = AssertUnwindSafe(actor.run()).catch_unwind().await {
                hub.broke_down(table, quarantine::words(&*panic)).await;
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
        let first = mazzo_journal::opening::<G>(now, &opening);
        let end = End { version: 0, epoch: 0, chain: first.chain };
        let mut storing = Storing::new(Arc::clone(&self.log), of, end, self.names, Arc::clone(&self.metrics));
        match storing.append(first, false, None).await {
            Stored::Yes => {}
            Stored::No(trouble) => return Err(Problem::Storage(trouble)),
            Stored::Lost => return Err(Problem::Storage(Trouble::Busy)),
        }
        self.start(table, Room::<G>::new(&opening, now), now, storing.end());
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
