//! A simulated player.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use mazzo_client::{Heard, Judged, Person, Session, Socket, system_entropy};
use mazzo_core::{ActionList, Dealer, FastRng, Seat, SeatSet, Visible, Windows, seed_for};
use mazzo_protocol::{Command, CommandId, Phase};
use mazzo_record::Record;
use rand_core::{Rng as _, SeedableRng as _};
use tokio::time::{Instant, sleep, sleep_until};

use crate::tally::{Tally, count};

/// Delay before a failed connection or request is retried.
const RETRY_MS: u64 = 150;
/// Attempts to fetch a record that is about to be stored.
const RECORD_TRIES: u32 = 10;
/// Timer value for never.
const NEVER: Duration = Duration::from_secs(1_000_000);

/// Thinking time of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pacing {
    /// No delay, and automatic passes in every window.
    Max,
    /// No delay, windows included.
    Quick,
    /// One to three seconds for a turn, about one for an answer.
    Human,
}

/// A move that not every seat has received.
#[derive(Clone, Copy, Debug)]
struct PendingMove {
    place: (u32, u32),
    sent: Instant,
    received: SeatSet,
}

/// Pending moves of one table, shared by its seats. A move stays until its slowest seat has it, also when the next move has been
/// sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeliveryLog(Arc<Mutex<Vec<PendingMove>>>);

impl DeliveryLog {
    fn lock(&self) -> MutexGuard<'_, Vec<PendingMove>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sent(&self, place: (u32, u32)) {
        self.lock().push(PendingMove { place, sent: Instant::now(), received: SeatSet::EMPTY });
    }

    /// A seat has received the state after these moves. Returns the latencies of moves that are now complete.
    fn delivered(&self, place: (u32, u32), seat: Seat, seats: u8) -> Vec<Duration> {
        let mut moves = self.lock();
        for pending in moves.iter_mut().filter(|pending| place > pending.place) {
            pending.received = pending.received.with(seat);
        }
        let all = SeatSet::all(seats);
        moves.extract_if(.., |done| done.received == all).map(|done| done.sent.elapsed()).collect()
    }

    /// Ages of pending moves above a limit.
    pub(crate) fn overdue(&self, longer: Duration) -> Vec<Duration> {
        self.lock().iter().map(|pending| pending.sent.elapsed()).filter(|waited| *waited > longer).collect()
    }
}

/// An acknowledged command, which must survive.
#[derive(Clone, PartialEq, Debug)]
struct Promise {
    place: (u32, u32),
    action: String,
    /// The action is an answer in a window.
    is_answer: bool,
}

/// An acknowledged action on a turn.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Move {
    /// The game and the decision.
    pub place: (u32, u32),
    /// The seat.
    pub seat: u8,
    /// The action.
    pub action: String,
    /// When the server's answer arrived.
    pub at: SystemTime,
}

/// The acknowledged moves of a table, shared by its players.
pub type Moves = Arc<Mutex<Vec<Move>>>;

/// A simulated player.
pub struct Player<G: Visible + Windows> {
    person: Person,
    table: String,
    session: Session<G>,
    rng: FastRng,
    pacing: Pacing,
    deliveries: DeliveryLog,
    tally: Arc<Tally>,
    /// The last decision that it acted on.
    acted: (u32, u32),
    /// The pending command.
    asked: Option<(CommandId, Promise)>,
    promise: Option<Promise>,
    /// Where it notes its acknowledged actions on a turn, if anywhere.
    moves: Option<Moves>,
    /// The last decision that was counted as delivered.
    known: (u32, u32),
    /// Games to play before it leaves; none plays without end.
    games: Option<u32>,
    /// When set, the player leaves between two games.
    closing: Arc<AtomicBool>,
    has_cards: bool,
    next_act: Instant,
}

impl<G: Visible + Windows> Player<G> {
    /// A player for that table.
    pub fn new(person: Person, table: &str, seed: u64, pacing: Pacing, tally: Arc<Tally>) -> Self {
        let mut rng = FastRng::seed_from_u64(seed_for(seed, 1));
        let first = rng.next_u64() >> 12;
        Self {
            person,
            table: table.to_owned(),
            session: Session::new(first, system_entropy),
            rng,
            pacing,
            deliveries: DeliveryLog::default(),
            tally,
            acted: (0, 0),
            asked: None,
            promise: None,
            moves: None,
            known: (0, 0),
            games: None,
            closing: Arc::default(),
            has_cards: false,
            next_act: Instant::now(),
        }
    }

    pub(crate) fn with(mut self, deliveries: DeliveryLog) -> Self {
        self.deliveries = deliveries;
        self
    }

    /// Leaves after this many games.
    #[must_use]
    pub fn for_games(mut self, games: u32) -> Self {
        self.games = Some(games);
        self
    }

    /// Leaves between two games once `closing` is set.
    #[must_use]
    pub fn until(mut self, closing: Arc<AtomicBool>) -> Self {
        self.closing = closing;
        self
    }

    /// Notes every acknowledged action on a turn.
    #[must_use]
    pub fn noting(mut self, moves: &Moves) -> Self {
        self.moves = Some(Arc::clone(moves));
        self
    }

    /// The client session.
    pub const fn session(&self) -> &Session<G> {
        &self.session
    }

    /// Plays until its games are over or the table is closed. Reconnects when its socket breaks.
    pub async fn play(&mut self) {
        while !self.is_finished() {
            let Ok(socket) = self.person.socket(&self.table, &self.session.hello()).await else {
                let jitter = self.rng.next_u64() % RETRY_MS;
                sleep(Duration::from_millis(RETRY_MS + jitter)).await;
                continue;
            };
            if self.play_on(socket).await {
                return;
            }
            count(&self.tally.broken);
        }
    }

    fn is_finished(&self) -> bool {
        let Some(table) = self.session.table() else { return false };
        // The frame of the last move may arrive before its acknowledgement.
        if self.asked.is_some() {
            return false;
        }
        let is_between = matches!(table.room.phase, Phase::Over | Phase::Gathering);
        let has_played = self.games.is_some_and(|games| table.room.game >= games);
        (table.room.phase == Phase::Over && has_played)
            || (is_between && table.room.game > 0 && self.closing.load(Ordering::Relaxed))
    }

    /// Plays on one socket until it breaks. True if there is nothing to reconnect to.
    async fn play_on(&mut self, mut socket: Socket) -> bool {
        let again: Vec<String> = self.session.again().collect();
        for text in again {
            if !socket.say(text).await {
                return false;
            }
        }
        self.next_act = Instant::now();
        loop {
            if self.is_finished() {
                return true;
            }
            let mut say = Vec::new();
            let acts = tokio::select! {
                biased;
                received = socket.hear() => {
                    let Some(received) = received else { return false };
                    count(&self.tally.frames);
                    self.tally.bytes.fetch_add(received.len() as u64, Ordering::Relaxed);
                    let (heard, send) = self.session.hear(&received);
                    say = send;
                    match heard {
                        Heard::Bye(_, None) => return true,
                        Heard::Bye(_, Some(ms)) => {
                            sleep(Duration::from_millis(ms)).await;
                            return false;
                        }
                        heard @ (Heard::Table
                        | Heard::Step { .. }
                        | Heard::Mine
                        | Heard::Done(_)
                        | Heard::Refused(..)
                        | Heard::Notice(_)
                        | Heard::Nothing
                        | Heard::Nonsense) => {
                            self.hear(&heard);
                            self.act_or_wait()
                        }
                    }
                }
                () = sleep_until(self.next_act) => self.act(),
            };
            for text in say.into_iter().chain(acts) {
                if !socket.say(text).await {
                    return false;
                }
            }
            self.judge().await;
        }
    }

    fn hear(&mut self, heard: &Heard<G>) {
        if !self.has_cards && self.session.table().is_some_and(|table| table.view.is_some()) {
            self.has_cards = true;
            count(&self.tally.seated);
        }
        match heard {
            Heard::Done(id) => {
                if let Some((_, promise)) = self.asked.take_if(|(asked, _)| asked == id) {
                    count(if promise.is_answer { &self.tally.answers } else { &self.tally.moves });
                    let seat = self.session.table().and_then(|table| table.mine.seat);
                    if let (Some(moves), Some(seat), false) = (&self.moves, seat, promise.is_answer) {
                        let (place, action, at) = (promise.place, promise.action.clone(), SystemTime::now());
                        let mut moves = moves.lock().unwrap_or_else(PoisonError::into_inner);
                        moves.push(Move { place, seat, action, at });
                    }
                    self.promise = Some(promise);
                }
            }
            Heard::Refused(..) => {
                count(&self.tally.refused);
                self.asked = None;
                self.acted = (0, 0); // try another action
            }
            Heard::Table | Heard::Step { .. } | Heard::Mine => self.check_promise(),
            Heard::Nothing | Heard::Notice(_) | Heard::Bye(..) => {}
            Heard::Nonsense => self.tally.broken_promise("the server sent a malformed message".to_owned()),
        }
        let Some(table) = self.session.table() else { return };
        let (place, seats) = ((table.room.game, table.clock.decision), table.room.settings.seats);
        if place > self.known {
            self.known = place;
            if table.room.phase == Phase::Over && table.mine.seat == Some(0) {
                count(&self.tally.games);
            }
            if let Some(seat) = table.mine.seat {
                for took in self.deliveries.delivered(place, Seat::new(seat), seats) {
                    self.tally.record_latency(took);
                }
            }
        }
    }

    /// Verifies the deal of a finished game, as every client does. One seat of a table is enough to detect a broken promise, and
    /// leaves the processor to the server.
    async fn judge(&mut self) {
        let is_first = self.session.table().is_some_and(|table| table.mine.seat == Some(0));
        let Some(id) = self.session.to_judge().filter(|_| is_first && self.pacing != Pacing::Max) else {
            return;
        };
        let path = format!("/api/records/{id}");
        // The record is stored right after the end of the game is sent.
        let mut record = None;
        for _ in 0..RECORD_TRIES {
            record = self.person.get::<Record>(&path).await.ok();
            if record.is_some() {
                break;
            }
            sleep(Duration::from_millis(RETRY_MS)).await;
        }
        self.session.judge(record);
        match self.session.verdict() {
            Some(Judged::Verified(_)) => count(&self.tally.verified),
            Some(Judged::Wrong(wrong)) => self.tally.broken_promise(format!("a deal was not fair: {wrong}")),
            Some(Judged::Unproven(_)) | None => {}
        }
    }

    /// Checks that the acknowledged command has survived.
    fn check_promise(&self) {
        let (Some(table), Some(promise)) = (self.session.table(), &self.promise) else { return };
        let place = (table.room.game, table.clock.decision);
        let is_stored_answer = promise.is_answer
            && place == promise.place
            && table.mine.answer.as_ref() == Some(&promise.action);
        let is_kept = place > promise.place || is_stored_answer;
        if !is_kept {
            self.tally.broken_promise(format!(
                "{promise:?} was acknowledged, and the table is at {place:?} with {:?}",
                table.mine
            ));
        }
    }

    /// Acts now, or sets a timer for a human pace.
    fn act_or_wait(&mut self) -> Option<String> {
        match self.pacing {
            Pacing::Max | Pacing::Quick => self.act(),
            Pacing::Human => {
                let table = self.session.table();
                let is_new = table.is_some_and(|table| {
                    table.room.phase != Phase::Playing
                        || (table.room.game, table.clock.decision) != self.acted
                });
                let is_idle = self.next_act > Instant::now() + Duration::from_mins(1);
                if is_new && is_idle {
                    let is_window = table.is_some_and(|table| table.clock.window);
                    let (least, more) = if is_window { (300, 1400) } else { (1000, 2000) };
                    self.next_act =
                        Instant::now() + Duration::from_millis(least + self.rng.next_u64() % more);
                }
                None
            }
        }
    }

    /// The next command for the state of the table.
    fn act(&mut self) -> Option<String> {
        self.next_act = Instant::now() + NEVER;
        let table = self.session.table()?;
        if self.session.is_waiting() {
            return None;
        }
        let seat = table.mine.seat;
        let command = match (table.room.phase, seat) {
            (Phase::Gathering | Phase::Playing | Phase::Over, None) => {
                Command::Sit { seat: None, name: "Load".to_owned() }
            }
            (Phase::Gathering, Some(_)) if self.pacing == Pacing::Max && !table.mine.auto_pass => {
                Command::AutoPass { on: true }
            }
            (Phase::Gathering, Some(seat)) if !table.room.chairs[usize::from(seat)].ready => {
                Command::Ready { on: true }
            }
            (Phase::Over, Some(0)) => Command::Again,
            (Phase::Playing, Some(seat)) => return self.move_at(seat),
            (Phase::Gathering | Phase::Dealing | Phase::Over | Phase::Paused | Phase::Closed, _) => {
                return None;
            }
        };
        Some(self.session.ask(command).1)
    }

    fn move_at(&mut self, seat: u8) -> Option<String> {
        let table = self.session.table()?;
        let (decision, window) = (table.clock.decision, table.clock.window);
        let place = (table.room.game, decision);
        if self.acted == place || (window && table.mine.auto_pass) {
            return None;
        }
        let mut dealer = Dealer::<FastRng>::new(seed_for(1, decision.into()));
        let world = G::determinize(table.view.as_ref()?, &mut dealer);
        let me = Seat::new(seat);
        if !world.to_act().has(me) {
            return None;
        }
        let mut legal = ActionList::new();
        world.legal(me, &mut legal);
        let any = legal[self.rng.next_u64() as usize % legal.len()];
        let is_calm = window && !self.rng.next_u64().is_multiple_of(8);
        let action = if is_calm { world.default_action(me) } else { any }.to_string();
        self.acted = place;
        let promise = Promise { place, action: action.clone(), is_answer: window };
        if !window {
            self.deliveries.sent(place);
        }
        let (id, text) = self.session.ask(Command::Act { decision, action });
        self.asked = Some((id, promise));
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_complete_when_its_last_seat_has_it_also_after_the_next_move() {
        let deliveries = DeliveryLog::default();
        let [ada, bea] = [0, 1].map(Seat::new);
        deliveries.sent((1, 1));
        assert!(deliveries.delivered((1, 2), ada, 2).is_empty());
        deliveries.sent((1, 2));
        assert!(deliveries.delivered((1, 3), ada, 2).is_empty(), "one seat only");
        assert_eq!(deliveries.delivered((1, 2), bea, 2).len(), 1, "the first move is complete");
        assert_eq!(deliveries.overdue(Duration::ZERO).len(), 1);
        assert_eq!(deliveries.delivered((1, 3), bea, 2).len(), 1);
        assert!(deliveries.overdue(Duration::ZERO).is_empty());
    }
}
