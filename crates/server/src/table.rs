//! The actor of a table: the loop around its [`Driver`]. It reads the clock and the mailbox, stores entries, lets bots think and
//! writes to sockets; what happens at the table is decided by the driver.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use mazzo_bots::PlayableGame;
use mazzo_protocol::{Bye, Millis, Phase, Refusal, Told};
use mazzo_room::{
    ConnectionId, Driver, Fact, FinishedGame, Message, Output, Platform, Room, Secret, StoreOutcome, TableId,
    journal,
};
use mazzo_store::Kept;
use tokio::sync::mpsc::Receiver;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use crate::config::BEAT_MS;
use crate::hub::{Hub, Listing, short};
use crate::limits::{TablePass, TokenBucket};
use crate::mail::{Erased, Mail};
use crate::outbound::{ClientSink, frame};
use crate::random;
use crate::storing::{Stored, Storing};

/// How long clients stay away at the least ([`again_after`]) from a table that is read again from the log, or from a server that
/// starts again.
const RESTART_MS: u64 = 500;
/// Messages that are taken between two ticks of the time, so that neither waits for the other for ever.
const MAIL_AT_ONCE: usize = 32;
/// Bytes of what is usually told at once: buffers do not stay larger.
const USUAL_BYTES: usize = 256;

/// Events after which the log of a table without a running game is replaced by a checkpoint.
const COMPACT_AFTER: u64 = 500;
/// No game is longer than this many events. Beyond it, each event costs [`LONG_LOG_COST`] tokens of the table's budget, so that a game
/// without an end cannot fill the disk.
const LONG_LOG: u64 = 20_000;
const LONG_LOG_COST: u32 = 20;

/// The socket of one client.
struct Client {
    id: ConnectionId,
    line: ClientSink,
    /// Encoded messages that are not written yet: all that follows from one input is written at once.
    unwritten: Vec<u8>,
    /// It reads too slowly, or is gone.
    is_lost: bool,
}

impl Client {
    fn flush(&mut self) {
        if self.unwritten.is_empty() {
            return;
        }
        // A client that does not read is not waited for: it comes back and gets a snapshot.
        self.is_lost |= !self.line.write(&self.unwritten);
        self.unwritten.clear();
        self.unwritten.shrink_to(USUAL_BYTES); // a snapshot is long, and comes once
    }

    /// Says why the table hangs up, and does so.
    fn hang_up<G: PlayableGame>(mut self, why: Bye, again_ms: Option<u64>) {
        let again_ms = again_ms.map(again_after);
        encode(&Told::<G>::Bye { why, again_ms }, &mut self.unwritten);
        self.line.note_bye(why);
        self.flush();
    }
}

/// Why an actor ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The table is closed.
    Closed,
    /// The room may not be what is stored.
    Lost,
    /// The server stops.
    Stopped,
}

/// Limits of one table, and its source of secrets.
struct Limits {
    /// Events that the table may still store.
    events: TokenBucket,
    /// Tokens that the next event costs.
    event_cost: u32,
    /// Counts the table for the address that opened it; none after a restart.
    pass: Option<Arc<TablePass>>,
    people: usize,
}

impl Platform for Limits {
    fn secret(&mut self, _game: u32) -> Secret {
        Secret(random::bytes())
    }

    fn wait_ms(&mut self) -> Option<u64> {
        self.events.wait(Instant::now().into_std()).map(|wait| wait.as_millis() as u64)
    }

    fn count_stored(&mut self) {
        for _ in 0..self.event_cost {
            self.events.take(Instant::now().into_std());
        }
    }

    fn may_seat_experts(&mut self, seats: u32) -> bool {
        self.pass.as_ref().is_none_or(|pass| pass.set_expert_seats(seats))
    }

    fn max_connections(&self) -> usize {
        self.people
    }
}

/// The actor of a table.
pub(crate) struct Actor<G: PlayableGame> {
    table: TableId,
    opened: Millis,
    driver: Driver<G, Limits>,
    storing: Storing,
    mail: Receiver<Mail>,
    hub: Arc<Hub>,
    listing: Arc<Listing>,
    clients: Vec<Client>,
    /// The last message that was encoded, for other clients that get the same.
    encoded: Vec<u8>,
    beat_at: Millis,
    /// Who waits for the answer to an erasure.
    erasing: Option<oneshot::Sender<Result<(), Refusal>>>,
    end: Option<End>,
}

fn encode<G: PlayableGame>(told: &Told<G>, to: &mut Vec<u8>) {
    frame(to, |to| told.write_to(to));
}

/// When a client is to come back: after so many milliseconds at the least and twice as many at the most, since all clients of a
/// server would come at the same moment otherwise.
fn again_after(ms: u64) -> u64 {
    let part = u64::from(u16::from_be_bytes(random::bytes()));
    ms + ms * part / u64::from(u16::MAX)
}

impl<G: PlayableGame> Actor<G> {
    pub(crate) fn new(
        (table, room, opened): (TableId, Room<G>, Millis),
        storing: Storing,
        mail: Receiver<Mail>,
        hub: Arc<Hub>,
        (listing, pass): (Arc<Listing>, Option<Arc<TablePass>>),
    ) -> Self {
        let limits = Limits {
            events: TokenBucket::of_events(&hub.config.limits, Instant::now().into_std()),
            event_cost: 1,
            pass,
            people: hub.config.limits.people_per_table as usize,
        };
        let now = hub.clock.now();
        let driver = Driver::new(room, limits, hub.clock.run_id(), now);
        Self {
            table,
            opened,
            driver,
            storing,
            mail,
            hub,
            listing,
            clients: Vec::new(),
            encoded: Vec::new(),
            beat_at: now.plus(BEAT_MS),
            erasing: None,
            end: None,
        }
    }

    /// Lives until the table is closed or the server stops.
    pub(crate) async fn run(mut self) {
        let timer = sleep_until(Instant::now());
        tokio::pin!(timer);
        while self.end.is_none() {
            let wake = self.hub.clock.instant(self.next_wake());
            if timer.deadline() != wake {
                timer.as_mut().reset(wake);
            }
            tokio::select! {
                biased;
                () = &mut timer => {
                    self.tick().await;
                    self.take_waiting().await;
                }
                mail = self.mail.recv() => self.take(mail.unwrap_or(Mail::Stop)).await,
            }
        }
        self.finish().await;
    }

    fn next_wake(&self) -> Millis {
        let wake = self.driver.next_wake().unwrap_or(Millis(u64::MAX));
        // No clients connected: skip the heartbeat.
        if self.driver.has_connections() { wake.min(self.beat_at) } else { wake }
    }

    async fn tick(&mut self) {
        let now = self.hub.clock.now();
        if self.beat_at <= now {
            self.beat_at = now.plus(BEAT_MS);
            self.driver.beat(now);
        }
        self.driver.tick(now);
        self.carry_out().await;
    }

    /// Takes mail that waits: a table whose time is always up would never get to it.
    async fn take_waiting(&mut self) {
        for _ in 0..MAIL_AT_ONCE {
            if self.end.is_some() {
                return;
            }
            let Ok(mail) = self.mail.try_recv() else { return };
            self.take(mail).await;
        }
    }

    async fn take(&mut self, mail: Mail) {
        let now = self.hub.clock.now();
        match mail {
            Mail::Join { newcomer, line } => {
                let id = newcomer.connection;
                self.clients.push(Client { id, line, unwritten: Vec::new(), is_lost: false });
                self.driver.connect(now, newcomer);
            }
            Mail::Text { connection, text } => {
                let message = self.decode(&text);
                self.driver.hear(now, connection, message);
            }
            Mail::TooMuch { connection } => self.driver.hang_up_on_flood(now, connection),
            Mail::Left { connection } => {
                self.clients.retain(|client| client.id != connection);
                self.driver.disconnect(now, connection);
            }
            Mail::Notice(text) => self.driver.notify(now, &text),
            Mail::Erase { who, done } => {
                let person = match who {
                    Erased::Person(person) => Some(person),
                    Erased::Seat(seat) => self.driver.room().person_at(seat),
                };
                self.erasing = Some(done);
                self.driver.erase(now, person);
            }
            // If it cannot be stored, the operator sees that the table is still there.
            Mail::Close => self.driver.decide(now, vec![Fact::Gone]),
            Mail::Stop => self.end = Some(End::Stopped),
        }
        self.carry_out().await;
    }

    /// Decodes a message of a client. Here alone, so that an action is parsed once.
    fn decode(&self, text: &str) -> Message<G::Rules> {
        match serde_json::from_str(text) {
            Ok(says) => Message::Says(says),
            // A newer client may know house rules that this server does not.
            Err(_) => mazzo_protocol::unreadable_settings(text).map_or_else(
                || {
                    self.hub.metrics.nonsense();
                    Message::Nonsense
                },
                Message::UnknownSettings,
            ),
        }
    }

    /// Does what the driver wants, until it wants nothing more.
    async fn carry_out(&mut self) {
        loop {
            while let Some(output) = self.driver.next_output() {
                match output {
                    Output::Tell { to, told } => self.tell(to, &told),
                    Output::TellSame { to } => self.send(to),
                    Output::HangUp { on, why, again_ms } => {
                        let client = self.clients.iter().position(|client| client.id == on);
                        if let Some(at) = client {
                            self.clients.remove(at).hang_up::<G>(why, again_ms);
                        }
                    }
                    Output::Store => self.store().await,
                    Output::Think(deliberation) => {
                        self.flush();
                        let deliberated = self.hub.thinking.think(*deliberation).await;
                        self.driver.thought(self.hub.clock.now(), deliberated);
                    }
                    Output::Erased(result) => {
                        if let Some(done) = self.erasing.take() {
                            let _ = done.send(result); // the asker may have gone
                        }
                    }
                    Output::Closed => self.end = Some(End::Closed),
                    Output::Lost => self.end = Some(End::Lost),
                }
            }
            self.flush();
            if let Some(shown_at) = self.driver.held_until() {
                sleep_until(self.hub.clock.instant(shown_at)).await;
                self.driver.tick(self.hub.clock.now());
                continue;
            }
            // Others may see that somebody is gone.
            let Some(at) = self.clients.iter().position(|client| client.is_lost) else { return };
            let lost = self.clients.remove(at);
            self.driver.disconnect(self.hub.clock.now(), lost.id);
        }
    }

    fn tell(&mut self, to: ConnectionId, told: &Told<G>) {
        if let Told::Done { .. } | Told::Refused { .. } = told {
            self.hub.metrics.asked(matches!(told, Told::Done { .. }));
        }
        self.encoded.clear();
        encode(told, &mut self.encoded);
        self.send(to);
    }

    /// Sends the last message that was encoded.
    fn send(&mut self, to: ConnectionId) {
        if let Some(client) = self.clients.iter_mut().find(|client| client.id == to) {
            client.unwritten.extend_from_slice(&self.encoded);
        }
    }

    /// Writes what was told, and shows to others what the table is like now.
    fn flush(&mut self) {
        if self.driver.take_room_changed() {
            self.update_listing();
        }
        self.encoded.shrink_to(USUAL_BYTES);
        self.clients.iter_mut().for_each(Client::flush);
    }

    fn update_listing(&self) {
        let room = self.driver.room();
        if let Some(pass) = &self.driver.platform().pass {
            pass.set_expert_seats(room.expert_seats());
        }
        self.listing.set(self.table, room, self.opened);
    }

    /// Stores what the driver has decided.
    async fn store(&mut self) {
        self.flush(); // no client waits for the disk that need not
        let Some(write) = self.driver.to_store() else { return };
        let (is_last, is_finished) = (write.entry.facts.contains(&Fact::Gone), write.finished.is_some());
        let room = self.driver.room();
        let is_long = room.phase() == Phase::Gathering && self.storing.since_checkpoint() >= COMPACT_AFTER;
        let compacted = || (is_long && !is_last && !is_finished).then(|| room.checkpoint());
        let stored = if let Some(checkpoint) = write.checkpoint.or_else(compacted) {
            // A game begins, or the log of a gathering is long: the table as it is replaces the events that led to it.
            let first = journal::checkpoint::<G>(self.opened, &checkpoint);
            let next = journal::entry::<G>(first.chain, write.entry);
            self.storing.replace(first, next).await
        } else {
            let event = journal::entry::<G>(self.storing.end().chain, write.entry);
            let keep = write.finished.and_then(|game| self.record(game, write.entry.at));
            self.storing.append(event, is_last, keep).await
        };
        let outcome = match stored {
            Stored::Yes => StoreOutcome::Stored,
            Stored::No(error) => {
                tracing::warn!(table = short(self.table), %error, "write failed");
                StoreOutcome::Unavailable
            }
            Stored::Lost => StoreOutcome::Unknown,
        };
        if is_finished && outcome == StoreOutcome::Stored {
            self.hub.metrics.finished();
        }
        let is_endless = self.storing.since_checkpoint() > LONG_LOG;
        self.driver.platform_mut().event_cost = if is_endless { LONG_LOG_COST } else { 1 };
        self.driver.stored(self.hub.clock.now(), outcome);
    }

    /// The record of a game that is over, as it is kept.
    fn record(&self, game: FinishedGame, ended: Millis) -> Option<Kept> {
        Some(Kept {
            id: crate::identity::from_hex(&game.id)?,
            table: mazzo_store::TableKey(self.table.0),
            host: game.host.0,
            game: G::NAME.to_owned(),
            ended_ms: ended.0,
            json: serde_json::to_string(&game.record)
                .unwrap_or_else(|error| unreachable!("a record serializes: {error}")),
            seated: game.seated.into_iter().map(|(seat, person)| (seat, person.0)).collect(),
        })
    }

    async fn finish(mut self) {
        let end = self.end.unwrap_or(End::Stopped);
        for client in std::mem::take(&mut self.clients) {
            match end {
                End::Closed => client.hang_up::<G>(Bye::Closed, None),
                End::Lost => client.hang_up::<G>(Bye::Trouble, Some(RESTART_MS)),
                End::Stopped => client.hang_up::<G>(Bye::Restart, Some(RESTART_MS)),
            }
        }
        // Clients that come from now on are hung up on at once, and come again when another actor is there.
        self.mail.close();
        while self.mail.try_recv().is_ok() {}
        match end {
            End::Closed => self.hub.delete_closed_table(self.table).await,
            End::Lost => {
                tracing::error!(
                    table = short(self.table),
                    "table may differ from its log, reading the log again"
                );
                self.hub.reread(self.table).await;
            }
            End::Stopped => {}
        }
    }
}
