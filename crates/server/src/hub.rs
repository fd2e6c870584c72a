//! All tables of the server.

mod listing;
mod quarantine;
mod restore;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::join_all;

use mazzo_bots::PlayableGame;
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::{Level, Lobby, NewTable, Pace, Phase, TableInfo};
use mazzo_room::{Opening, PersonId, Room, Secret, TableId, journal};
use mazzo_store::{Log, StoreError};
use parking_lot::{Mutex, RwLock};
use tokio::sync::mpsc::{self, Sender};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};
use tokio_util::task::TaskTracker;

use crate::address::Address;
use crate::clock::ServerClock;
use crate::config::{Config, MAILBOX};
use crate::limits::TablePass;
pub(crate) use crate::mail::Erased;
use crate::mail::Mail;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::random;
use crate::storing::{End, Stored, Storing};
use crate::table::Actor;
use crate::thinking::ThinkingPool;

pub(crate) use listing::Listing;
pub(crate) use quarantine::{Quarantined, short};

/// Tables in one answer of the lobby.
const LOBBY: usize = 100;

/// A table from outside: where to write to its actor, and what the lobby knows.
#[derive(Clone)]
pub(crate) struct Handle {
    pub(crate) mail: Sender<Mail>,
    pub(crate) listing: Arc<Listing>,
    /// Counts the table for the address that opened it; none after a restart.
    pass: Option<Arc<TablePass>>,
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
            Ok(Err(_)) | Err(_) => Err(Problem::Storage(StoreError::Busy)),
        }
    }
}

/// All tables of the server.
pub(crate) struct Hub {
    pub(crate) config: Config,
    pub(crate) clock: ServerClock,
    pub(crate) log: Arc<dyn Log>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) thinking: ThinkingPool,
    tables: RwLock<BTreeMap<TableId, Handle>>,
    quarantine: quarantine::Quarantine,
    /// Names of commands to the log begin with this. It is random, since a clock may tell the same time twice.
    names: u64,
    /// Hosts of tables that are being stored, so that they count before they are there.
    opening: Mutex<Vec<PersonId>>,
    lobby: Mutex<Option<(Instant, Lobby)>>,
    /// The data folder is nearly full: no new tables.
    pub(crate) is_data_full: AtomicBool,
    actors: TaskTracker,
    is_stopping: AtomicBool,
}

/// How long the list of tables is the same for everybody: to make it looks at every table.
const LOBBY_FRESH: Duration = Duration::from_secs(1);
/// How long tables may take to stop. Each has one event on its way at most.
pub(crate) const STOP: Duration = Duration::from_secs(15);

/// A table that is being opened. Dropped, it is not any more.
struct Reserved {
    hub: Arc<Hub>,
    host: PersonId,
}

impl Drop for Reserved {
    fn drop(&mut self) {
        let mut opening = self.hub.opening.lock();
        if let Some(at) = opening.iter().position(|host| *host == self.host) {
            opening.swap_remove(at);
        }
    }
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
            clock: ServerClock::new(),
            log,
            metrics: Arc::new(Metrics::new()),
            thinking: ThinkingPool::new(),
            tables: RwLock::default(),
            quarantine: quarantine::Quarantine::default(),
            names: u64::from_le_bytes(random::bytes()),
            opening: Mutex::default(),
            lobby: Mutex::default(),
            is_data_full: AtomicBool::new(false),
            actors: TaskTracker::new(),
            is_stopping: AtomicBool::new(false),
        })
    }

    /// Deletes the events of a table that is closed. Its records stay.
    pub(crate) async fn delete_closed_table(self: &Arc<Self>, table: TableId) {
        self.forget(table);
        let log = Arc::clone(&self.log);
        let deleted = tokio::task::spawn_blocking(move || log.delete(mazzo_store::TableKey(table.0))).await;
        if let Ok(Err(error)) = deleted {
            tracing::warn!(table = short(table), %error, "closed table not deleted, the next start tries again");
        }
    }

    fn start<G: PlayableGame>(
        self: &Arc<Self>,
        table: TableId,
        room: Room<G>,
        opened: mazzo_protocol::Millis,
        end: End,
        pass: Option<Arc<TablePass>>,
    ) {
        let pass = pass.or_else(|| self.find(table)?.pass); // a table that is read again is still counted
        let (mail, inbox) = mpsc::channel(MAILBOX);
        let listing = Arc::new(Listing::new(table, &room, opened));
        let of = mazzo_store::TableKey(table.0);
        let storing = Storing::new(Arc::clone(&self.log), of, end, self.names, Arc::clone(&self.metrics));
        let counted = (Arc::clone(&listing), pass.clone());
        let actor = Actor::new((table, room, opened), storing, inbox, Arc::clone(self), counted);
        let count = {
            let mut tables = self.tables.write();
            tables.insert(table, Handle { mail: mail.clone(), listing, pass });
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
        wanted: NewTable,
        pass: TablePass,
    ) -> Result<TableId, Problem> {
        if self.is_stopping.load(Ordering::Relaxed) {
            return Err(Problem::Stopping);
        }
        let kind: GameKind = wanted.game.parse().map_err(Problem::BadRequest)?;
        if wanted.pace == Pace::Instant && !self.config.allow_instant {
            return Err(Problem::BadRequest("this server has no instant tables".to_owned()));
        }
        if self.is_data_full.load(Ordering::Relaxed) {
            return Err(Problem::DataFull);
        }
        if wanted.stand_in == Level::Expert && !pass.set_expert_seats(wanted.seats.into()) {
            return Err(Problem::TooMuch);
        }
        let reserved = self.reserve(host)?;
        let hub = Arc::clone(self);
        // A task of its own: a client that hangs up meanwhile must not leave a stored table without an actor.
        let opening = self.actors.spawn(async move {
            let opened = with_game!(kind, Table => hub.open_one::<Table>(host, &wanted, pass).await);
            drop(reserved);
            opened
        });
        opening.await.unwrap_or(Err(Problem::Storage(StoreError::Closed)))
    }

    /// Counts a table for its host before it is there.
    fn reserve(self: &Arc<Self>, host: PersonId) -> Result<Reserved, Problem> {
        let mut opening = self.opening.lock();
        let tables = self.tables.read();
        if tables.len() + opening.len() >= self.config.limits.tables as usize {
            return Err(Problem::Full);
        }
        let own = tables.values().filter(|table| table.listing.host() == host).count();
        let own = own + opening.iter().filter(|other| **other == host).count();
        if own >= self.config.limits.tables_per_person as usize {
            return Err(Problem::TooMuch);
        }
        opening.push(host);
        Ok(Reserved { hub: Arc::clone(self), host })
    }

    async fn open_one<G: PlayableGame>(
        self: &Arc<Self>,
        host: PersonId,
        wanted: &NewTable,
        pass: TablePass,
    ) -> Result<TableId, Problem> {
        let settings = wanted.settings().map_err(|why| Problem::BadRequest(why.to_string()))?;
        if !Room::<G>::can_be(&settings) {
            let (least, most) = (G::SEATS.start(), G::SEATS.end());
            return Err(Problem::BadRequest(format!("{} is for {least} to {most} players", G::NAME)));
        }
        let table = TableId(random::name());
        let (now, of) = (self.clock.now(), mazzo_store::TableKey(table.0));
        let opening = Opening { table, host, settings, secret: Secret(random::bytes()), promises: true };
        let first = journal::opening::<G>(now, &opening);
        let end = End { version: 0, epoch: 0, chain: first.chain };
        let mut storing = Storing::new(Arc::clone(&self.log), of, end, self.names, Arc::clone(&self.metrics));
        match storing.append(first, false, None).await {
            Stored::Yes => {}
            Stored::No(trouble) => return Err(Problem::Storage(trouble)),
            Stored::Lost => return Err(Problem::Storage(StoreError::Busy)),
        }
        self.start(table, Room::<G>::new(&opening, now), now, storing.end(), Some(Arc::new(pass)));
        Ok(table)
    }

    pub(crate) fn find(&self, table: TableId) -> Option<Handle> {
        self.tables.read().get(&table).cloned()
    }

    pub(crate) fn forget(&self, table: TableId) {
        let count = {
            let mut tables = self.tables.write();
            tables.remove(&table);
            tables.len()
        };
        self.metrics.tables(count);
    }

    /// The tables that are listed: those that wait for people first, then the newest.
    pub(crate) fn lobby(&self) -> Lobby {
        let mut cached = self.lobby.lock();
        let now = Instant::now();
        match &*cached {
            Some((at, lobby)) if *at + LOBBY_FRESH > now => lobby.clone(),
            Some(_) | None => cached.insert((now, self.make_lobby())).1.clone(),
        }
    }

    fn make_lobby(&self) -> Lobby {
        type Listed = (Option<Address>, TableInfo);
        let of = |table: &Handle| {
            let address = table.pass.as_ref().map(|pass| pass.address());
            Some((address, table.listing.if_listed()?))
        };
        let mut tables: Vec<Listed> = self.tables.read().values().filter_map(of).collect();
        let order = |(_, info): &Listed| (info.phase != Phase::Gathering, std::cmp::Reverse(info.opened_ms));
        tables.sort_by_key(order);
        let listed = tables.len() as u32;
        if tables.len() > LOBBY {
            // Every address gets one table in before any gets its second: one that opens hundreds hides no other.
            let mut counts = BTreeMap::<Address, u32>::new();
            let mut turn = |address: Option<Address>| {
                let Some(address) = address else { return 0 };
                let count = counts.entry(address).or_default();
                *count += 1;
                *count - 1
            };
            let mut turns: Vec<(u32, Listed)> =
                tables.into_iter().map(|table| (turn(table.0), table)).collect();
            turns.sort_by_key(|(turn, _)| *turn);
            turns.truncate(LOBBY);
            tables = turns.into_iter().map(|(_, table)| table).collect();
            tables.sort_by_key(order);
        }
        Lobby { tables: tables.into_iter().map(|(_, info)| info).collect(), listed }
    }

    /// All tables, for whoever runs the server.
    pub(crate) fn all(&self) -> Vec<(TableInfo, Vec<Option<String>>)> {
        self.tables.read().values().map(|table| table.listing.info_with_names()).collect()
    }

    fn mailboxes(&self) -> Vec<Sender<Mail>> {
        self.tables.read().values().map(|table| table.mail.clone()).collect()
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
            self.tables.read().values().filter(|table| table.listing.knows(person)).cloned().collect();
        for table in tables {
            table.erase(Erased::Person(person)).await?;
        }
        Ok(())
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    /// Lets every table store what it is about to, and hang up, within [`STOP`].
    pub(crate) async fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
        let stopping = async {
            let mailboxes = self.mailboxes();
            // All at once: a table that is stuck does not keep the others from being told.
            join_all(mailboxes.iter().map(|mail| mail.send(Mail::Stop))).await;
            self.actors.close();
            self.actors.wait().await;
        };
        if timeout(STOP, stopping).await.is_err() {
            tracing::warn!(
                tables = self.actors.len(),
                "tables did not stop in time; what was confirmed is stored"
            );
        }
    }
}
