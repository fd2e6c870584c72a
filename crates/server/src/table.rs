//! The actor of a table: it owns the room, stores what follows, and tells people.

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use arrayvec::ArrayVec;
use mazzo_bots::Played;
use mazzo_core::seed_for;
use mazzo_room::{DEEP_THOUGHT_MS, Entry, Fact, PersonId, Room, Secret, Step, TableId};
use mazzo_store::Kept;
use mazzo_wire::{Ask, Bye, Command, CommandId, Level, Millis, Mine, Phase, Refusal, Says, Told};
use tokio::sync::mpsc::Receiver;
use tokio::time::{Instant, sleep_until};

use crate::config::{BEAT_MS, MISSED_BEATS};
use crate::hub::{Hub, Listing, short};
use crate::journal;
use crate::limits::{TablePass, TokenBucket};
use crate::mail::{Erased, Knows, LinkId, Mail};
use crate::outbound::{ClientSink, frame};
use crate::random;
use crate::storing::{Stored, Storing};

/// How long to wait when nothing can be stored, before what the time brought is tried again.
const RETRY_MS: u64 = 1_000;
/// When clients come back, at the least; [`again_after`] adds as much more at the most. One that sent too much:
const CALM_MS: u64 = 5_000;
/// To a table that is read again from the log.
const REREAD_MS: u64 = 500;
/// To a server that starts again.
const RESTART_MS: u64 = 500;
/// A client that answered too few heartbeats.
const SLOW_MS: u64 = 200;
/// Messages that are taken between two ticks of the time, so that neither waits for the other for ever.
const MAIL_AT_ONCE: usize = 32;

/// Events after which the log of a table without a running game is replaced by a checkpoint.
const COMPACT_AFTER: u64 = 500;
/// A log of so many events is longer than that of any game: what is stored beyond it counts [`LONG_LOG_COST`] times against the
/// table's budget, so that a game that never ends cannot fill the disk.
const LONG_LOG: u64 = 20_000;
const LONG_LOG_COST: u32 = 20;

/// Bytes of what is usually told at once.
const SHORT: usize = 256;

/// Viewers with a frame of their own for one step: ten seats and the public.
const MAX_VIEWERS: usize = 11;

/// One socket of one person.
struct Link {
    id: LinkId,
    person: PersonId,
    /// The key of the link that it came with.
    key: String,
    line: ClientSink,
    /// What is told and not yet written: all that follows from one thing goes out at once.
    out: Vec<u8>,
    /// What it was last told of what only it knows, and at which decision.
    mine: (u32, Mine),
    /// Beats since it last said anything.
    missed: u8,
    /// It sees the table from elsewhere now.
    wants_snapshot: bool,
    /// The game and decision whose legal actions it was last told; none if it does not want to be told.
    legal: Option<(u32, u32)>,
    /// It cannot be told any more.
    is_gone: bool,
}

impl Link {
    fn send(&mut self, message: &[u8]) {
        // After a bye nothing more is told.
        if !self.is_gone {
            self.out.extend_from_slice(message);
        }
    }

    fn tell<G: Played>(&mut self, told: &Told<G>) {
        if !self.is_gone {
            message(told, &mut self.out);
        }
    }

    /// Hangs up, and says why.
    fn bye<G: Played>(&mut self, why: Bye, again_ms: Option<u64>) {
        if !self.is_gone {
            self.tell(&Told::<G>::Bye { why, again_ms });
            self.line.note_bye(why);
            self.is_gone = true;
        }
    }

    fn flush(&mut self) {
        if self.out.is_empty() {
            return;
        }
        // Who does not read is not waited for: they come back, and get a snapshot.
        self.is_gone |= !self.line.write(&self.out);
        self.out.clear();
        self.out.shrink_to(SHORT); // a snapshot is long, and comes once
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.flush(); // such as why it is hung up on
    }
}

/// How the actor's life goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Lives,
    /// The table is closed.
    Closed,
    /// What is here may not be what is stored.
    Lost,
    /// The server stops.
    Stopped,
}

/// The actor of a table.
pub(crate) struct Actor<G: Played> {
    pub(crate) table: TableId,
    pub(crate) room: Room<G>,
    pub(crate) storing: Storing,
    pub(crate) mail: Receiver<Mail>,
    pub(crate) hub: Arc<Hub>,
    pub(crate) listing: Arc<Listing>,
    pub(crate) opened: Millis,
    links: Vec<Link>,
    /// What is being told, once for each way to see it.
    written: Vec<u8>,
    /// The secret of the next game, in case somebody wants one.
    fresh: Secret,
    beat_at: Millis,
    /// Nothing could be stored, or the table stores too much: what the time brings is tried again then.
    retry_at: Option<Millis>,
    /// Events that the table may still store.
    events: TokenBucket,
    /// Counts the table for the address that opened it; none after a restart.
    pass: Option<Arc<TablePass>>,
    /// People who came back while nothing could be stored, so that bots still play for them.
    returning: Vec<PersonId>,
    fate: Fate,
}

fn message<G: Played>(told: &Told<G>, to: &mut Vec<u8>) {
    frame(to, |to| told.write_to(to));
}

/// When a client is to come back: after so many milliseconds at the least and twice as many at the most, since all clients of a
/// server would come at the same moment otherwise.
fn again_after(ms: u64) -> u64 {
    let part = u64::from(u16::from_be_bytes(random::bytes()));
    ms + ms * part / u64::from(u16::MAX)
}

/// Whether a fact has to be stored although the table stores too much.
fn is_urgent<R>(fact: &Fact<R>) -> bool {
    matches!(fact, Fact::Gone)
}

fn fresh_secret() -> Secret {
    Secret(random::bytes())
}

impl<G: Played> Actor<G> {
    pub(crate) fn new(
        (table, room, opened): (TableId, Room<G>, Millis),
        storing: Storing,
        mail: Receiver<Mail>,
        hub: Arc<Hub>,
        (listing, pass): (Arc<Listing>, Option<Arc<TablePass>>),
    ) -> Self {
        let events = TokenBucket::of_events(&hub.config.limits, Instant::now().into_std());
        let beat_at = hub.clock.now().plus(BEAT_MS);
        Self {
            table,
            room,
            storing,
            mail,
            hub,
            listing,
            opened,
            links: Vec::new(),
            written: Vec::new(),
            fresh: fresh_secret(),
            beat_at,
            retry_at: None,
            events,
            pass,
            returning: Vec::new(),
            fate: Fate::Lives,
        }
    }

    /// Lives until the table is closed or the server stops.
    pub(crate) async fn run(mut self) {
        self.keep_record().await;
        self.list();
        let timer = sleep_until(Instant::now());
        tokio::pin!(timer);
        while self.fate == Fate::Lives {
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
            self.flush();
        }
        self.end().await;
    }

    /// Takes mail that waits: a table whose time is always up would never get to it.
    async fn take_waiting(&mut self) {
        for _ in 0..MAIL_AT_ONCE {
            let Ok(mail) = self.mail.try_recv() else { return };
            self.flush();
            if self.fate != Fate::Lives {
                return;
            }
            self.take(mail).await;
        }
    }

    /// Writes what was told. Who cannot be written to is let go of.
    fn flush(&mut self) {
        self.tell_legal();
        self.links.iter_mut().for_each(Link::flush);
        while self.links.iter().any(|link| link.is_gone) {
            self.publish(); // others may see that somebody is gone
            self.links.iter_mut().for_each(Link::flush);
        }
    }

    fn next_wake(&self) -> Millis {
        let alarm = if self.owes() { Millis(0) } else { self.room.next_alarm().unwrap_or(Millis(u64::MAX)) };
        let alarm = self.retry_at.map_or(alarm, |retry| retry.max(alarm));
        // Nobody is there whom the beat of a heart would tell anything.
        if self.links.is_empty() { alarm } else { alarm.min(self.beat_at) }
    }

    async fn end(mut self) {
        for link in &mut self.links {
            let (why, again_ms) = match self.fate {
                Fate::Closed => (Bye::Closed, None),
                Fate::Lost => (Bye::Trouble, Some(again_after(REREAD_MS))),
                Fate::Stopped | Fate::Lives => (Bye::Restart, Some(again_after(RESTART_MS))),
            };
            link.bye::<G>(why, again_ms);
        }
        self.links.clear();
        // Clients that come from now on are hung up on at once, and come again when another actor is there.
        self.mail.close();
        while self.mail.try_recv().is_ok() {}
        match self.fate {
            Fate::Closed => self.hub.bury(self.table).await,
            Fate::Lost => {
                tracing::error!(table = short(self.table), "log may be ahead of the table, reading it again");
                self.hub.reread(self.table).await;
            }
            Fate::Stopped | Fate::Lives => {}
        }
    }

    async fn tick(&mut self) {
        let now = self.hub.clock.now();
        if self.beat_at <= now {
            self.beat(now);
        }
        let is_due = self.owes() || self.room.next_alarm().is_some_and(|alarm| alarm <= now);
        if !is_due || self.retry_at.is_some_and(|retry| retry > now) {
            return;
        }
        self.retry_at = None;
        if let Some(wait) = self.events.wait(Instant::now().into_std()) {
            self.retry_at = Some(now.plus(wait.as_millis() as u64 + 1)); // bots and clocks slow down
            return;
        }
        if self.owes() {
            return self.catch_up().await;
        }
        let facts = if self.room.has_deep_bots() {
            let shown = Instant::now() + std::time::Duration::from_millis(DEEP_THOUGHT_MS);
            let facts = match self.room.deliberation(now) {
                Some(deliberation) => {
                    let deliberated = self.hub.thinking.think(deliberation).await;
                    self.room.alarm_after(deliberated)
                }
                None => self.room.alarm(now),
            };
            if !facts.is_empty() {
                sleep_until(shown).await;
            }
            facts
        } else {
            self.room.alarm(now)
        };
        self.publish();
        let _ = self.commit(None, facts).await; // if not, the alarm still rings
    }

    /// Whether something is still to be stored that could not be.
    fn owes(&self) -> bool {
        self.room.wants_keeping() || !self.returning.is_empty()
    }

    async fn catch_up(&mut self) {
        self.retry_at = Some(self.hub.clock.now().plus(RETRY_MS)); // if it cannot be stored now either
        self.keep_record().await;
        for person in std::mem::take(&mut self.returning) {
            if self.links.iter().any(|link| link.person == person) {
                self.welcome(person).await;
            }
        }
    }

    /// Somebody is there: no bot plays for them any more, and a game that stands still goes on.
    async fn welcome(&mut self, person: PersonId) {
        let facts = self.room.comes_back(person);
        if self.commit(None, facts).await.is_err() {
            self.returning.push(person);
        }
    }

    fn beat(&mut self, now: Millis) {
        self.beat_at = now.plus(BEAT_MS);
        let beat = Told::<G>::Beat { n: self.room.n(), now };
        for link in &mut self.links {
            link.missed += 1;
            if link.missed > MISSED_BEATS {
                link.bye::<G>(Bye::Slow, Some(again_after(SLOW_MS)));
            } else {
                link.tell(&beat);
            }
        }
        self.publish();
    }

    async fn take(&mut self, mail: Mail) {
        match mail {
            Mail::Join { link, person, key, line, knows, legal } => {
                let link = Link {
                    id: link,
                    person,
                    key,
                    line,
                    out: Vec::new(),
                    mine: (0, Mine::default()),
                    missed: 0,
                    wants_snapshot: false,
                    legal: legal.then_some((0, 0)),
                    is_gone: false,
                };
                self.join(link, knows).await;
            }
            Mail::Text { link, text } => self.hear(link, &text).await,
            Mail::TooMuch { link } => {
                for there in self.links.iter_mut().filter(|there| there.id == link) {
                    there.bye::<G>(Bye::TooMuch, Some(again_after(CALM_MS)));
                }
                self.publish();
            }
            Mail::Left { link } => {
                self.links.iter_mut().filter(|there| there.id == link).for_each(|there| there.is_gone = true);
                self.publish();
            }
            Mail::Notice(text) => {
                let notice = Told::<G>::Notice { text };
                self.links.iter_mut().for_each(|link| link.tell(&notice));
                self.publish();
            }
            Mail::Erase { who, done } => {
                let person = match who {
                    Erased::Person(person) => Some(person),
                    Erased::Seat(seat) => self.room.person_at(seat),
                };
                // Words are being exchanged for a deal: seats stay as they are for some seconds, and the asker tries again.
                let erased = if self.room.phase() == Phase::Dealing {
                    Err(Refusal::NotNow)
                } else {
                    let facts = person.map(|person| self.room.erase(person)).unwrap_or_default();
                    self.commit(None, facts).await
                };
                let _ = done.send(erased); // the asker may have gone
            }
            Mail::Close => {
                // If it cannot be stored, whoever asked sees that the table is still there.
                let _ = self.commit(None, vec![Fact::Gone]).await;
            }
            Mail::Stop => self.fate = Fate::Stopped,
        }
    }

    async fn join(&mut self, mut link: Link, knows: Option<Knows>) {
        let person = link.person;
        let why = if self.room.lets_in(person) {
            (!self.makes_room_for(person)).then_some(Bye::TooMuch)
        } else {
            Some(Bye::SentAway)
        };
        if let Some(why) = why {
            return link.bye::<G>(why, None);
        }
        if !self.room.is_invited(person, &link.key) {
            return link.bye::<G>(Bye::OldLink, None);
        }
        self.room.connect(person, self.hub.clock.now());
        self.publish();
        self.welcome(person).await;
        let knows = knows.filter(|knows| knows.run == self.run_of(person));
        match knows.and_then(|knows| self.room.resume(person, knows.n)) {
            Some(frames) => {
                for frame in frames {
                    link.tell(&Told::Frame(Box::new(frame)));
                }
                self.tell_mine(&mut link);
            }
            None => self.tell_all(&mut link),
        }
        self.links.push(link);
        self.list();
    }

    /// Whether one more socket has room at the table. The host and seated people always have: a watcher makes room for them.
    fn makes_room_for(&mut self, person: PersonId) -> bool {
        if self.links.len() < self.hub.config.limits.people_per_table as usize {
            return true;
        }
        let is_watcher = |person| self.room.host() != person && self.room.seat_of(person).is_none();
        if is_watcher(person) {
            return false;
        }
        if let Some(watcher) = self.links.iter_mut().find(|link| !link.is_gone && is_watcher(link.person)) {
            watcher.bye::<G>(Bye::TooMuch, Some(again_after(CALM_MS)));
        }
        true
    }

    async fn hear(&mut self, id: LinkId, said: &str) {
        let Some(at) = self.links.iter().position(|link| link.id == id) else { return };
        let person = self.links[at].person;
        self.links[at].missed = 0;
        match serde_json::from_str::<Says<G::Rules>>(said) {
            Ok(Says::Beat) => {}
            Ok(Says::Sync) => {
                self.links[at].wants_snapshot = true;
            }
            Ok(Says::Ask(ask)) => {
                let done = self.ask(person, &ask).await;
                self.hub.metrics.asked(done.is_ok());
                self.answer(id, person, ask.id, &done);
            }
            Err(_) => {
                // A newer client may know house rules that this server does not.
                if let Some(id) = mazzo_wire::unreadable_settings(said) {
                    self.hub.metrics.asked(false);
                    self.links[at].tell(&Told::<G>::Refused { id, why: Refusal::BadSettings });
                } else {
                    self.hub.metrics.nonsense();
                    self.links[at].bye::<G>(Bye::Nonsense, None);
                }
            }
        }
        self.publish();
    }

    async fn ask(&mut self, person: PersonId, ask: &Ask<G::Rules>) -> Result<(), Refusal> {
        let asked = self.room.ask(person, ask, self.fresh)?;
        let is_over_budget = self.events.wait(Instant::now().into_std()).is_some();
        if is_over_budget && !asked.facts.is_empty() && !asked.facts.iter().any(is_urgent) {
            return Err(Refusal::TooMuch);
        }
        if !self.may_have_experts(&ask.command) {
            return Err(Refusal::TooMuch);
        }
        if let Some(knock) = asked.knock {
            self.room.knock((person, ask.id), knock);
            self.tell_knocks();
        }
        if let Some(said) = asked.said {
            self.room.utter((person, ask.id), said);
            self.publish(); // before anybody is told anything that has its number
        }
        self.commit(Some((person, ask.id)), asked.facts).await
    }

    /// Whether the address that opened the table may have as many bots that look ahead as this command asks for.
    fn may_have_experts(&self, command: &Command<G::Rules>) -> bool {
        let seats = match command {
            Command::Bot { level: Some(Level::Expert), .. } => self.room.expert_seats() + 1,
            Command::Set { settings } if settings.stand_in == Level::Expert => settings.seats.into(),
            Command::Sit { .. }
            | Command::Stand
            | Command::Seal { .. }
            | Command::Open { .. }
            | Command::Ready { .. }
            | Command::Start
            | Command::Act { .. }
            | Command::Premove { .. }
            | Command::AutoPass { .. }
            | Command::Phrase { .. }
            | Command::Chat { .. }
            | Command::Again
            | Command::Set { .. }
            | Command::Bot { .. }
            | Command::Kick { .. }
            | Command::Mute { .. }
            | Command::NewLink
            | Command::Approve { .. }
            | Command::Admit { .. }
            | Command::Close => return true,
        };
        self.pass.as_ref().is_none_or(|pass| pass.set_expert_seats(seats))
    }

    /// Tells who asked what became of it, and their other sockets what only they know.
    fn answer(&mut self, id: LinkId, person: PersonId, command: CommandId, done: &Result<(), Refusal>) {
        let mut links = std::mem::take(&mut self.links);
        for link in links.iter_mut().filter(|link| link.person == person) {
            match done {
                Err(why) if link.id == id => link.tell(&Told::<G>::Refused { id: command, why: why.clone() }),
                Ok(()) if link.id == id => {
                    let mine = self.news(link);
                    link.tell(&Told::<G>::Done { id: command, mine });
                }
                Ok(()) => self.tell_mine(link),
                Err(_) => {}
            }
        }
        self.links = links;
    }

    /// What only that person knows, if they were not told so before. A client forgets its answers when the next decision begins.
    fn news(&self, link: &mut Link) -> Option<Mine> {
        let (decision, mine) = (self.room.decision(), self.room.mine(link.person));
        if link.mine.0 != decision {
            link.mine.0 = decision;
            (link.mine.1.answer, link.mine.1.premove) = (None, None);
        }
        if link.mine.1 == mine {
            return None;
        }
        link.mine.1 = mine.clone();
        Some(mine)
    }

    /// The number of this run as that person is told it. Somebody else who comes back with it, in the same browser, gets a
    /// snapshot: what was known there before is not theirs. It fits into a number of every language.
    fn run_of(&self, person: PersonId) -> u64 {
        seed_for(seed_for(self.hub.clock.run_id(), person.0 as u64), (person.0 >> 64) as u64) >> 11
    }

    /// Tells the clients that asked for it what they may do, once for every decision.
    fn tell_legal(&mut self) {
        let game = self.room.games();
        for link in self.links.iter_mut().filter(|link| link.legal.is_some()) {
            let Some((decision, actions)) = self.room.legal(link.person) else { continue };
            if link.legal.replace((game, decision)) != Some((game, decision)) {
                link.tell(&Told::<G>::Legal { decision, actions });
            }
        }
    }

    fn tell_mine(&self, link: &mut Link) {
        let mine = self.room.mine(link.person);
        link.mine = (self.room.decision(), mine.clone());
        link.tell(&Told::<G>::Mine { n: self.room.n(), now: self.hub.clock.now(), mine });
    }

    fn tell_all(&self, link: &mut Link) {
        let mut snapshot = self.room.snapshot(link.person);
        snapshot.now = self.hub.clock.now();
        link.mine = (self.room.decision(), snapshot.mine.clone());
        link.tell(&Told::Snapshot { run: self.run_of(link.person), snapshot: Box::new(snapshot) });
    }

    /// Stores what follows, and lets people see it.
    async fn commit(
        &mut self,
        by: Option<(PersonId, CommandId)>,
        facts: Vec<Fact<G::Rules>>,
    ) -> Result<(), Refusal> {
        if facts.is_empty() {
            return Ok(());
        }
        // A game whose record is not kept yet is not left behind.
        if self.room.wants_keeping()
            && facts.iter().any(|fact| matches!(fact, Fact::Again { .. } | Fact::Gone))
        {
            self.keep_record().await;
            if self.room.wants_keeping() {
                return Err(Refusal::Unavailable);
            }
        }
        self.store(Entry { at: self.hub.clock.now(), by, facts }, None).await?;
        self.keep_record().await;
        if self.room.phase() == Phase::Closed {
            self.fate = Fate::Closed;
        }
        Ok(())
    }

    async fn store(&mut self, entry: Entry<G::Rules>, keep: Option<Kept>) -> Result<(), Refusal> {
        self.flush(); // nobody waits for the disk who need not
        match self.append(&entry, keep).await {
            Stored::Yes => {}
            Stored::No(trouble) => {
                tracing::warn!(%trouble, "nothing was stored");
                self.retry_at = Some(self.hub.clock.now().plus(RETRY_MS));
                return Err(Refusal::Unavailable);
            }
            Stored::Lost => {
                self.fate = Fate::Lost;
                return Err(Refusal::Unavailable);
            }
        }
        let cost = if self.storing.since_checkpoint() > LONG_LOG { LONG_LOG_COST } else { 1 };
        for _ in 0..cost {
            self.events.take(Instant::now().into_std());
        }
        if entry.facts.iter().any(|fact| matches!(fact, Fact::Again { .. } | Fact::Link { .. })) {
            self.fresh = fresh_secret();
        }
        self.room.fold(&entry);
        if entry.facts.iter().any(|fact| matches!(fact, Fact::SentAway { .. })) {
            self.send_away(); // a newcomer who is turned away changes nothing that others see
        }
        self.publish();
        Ok(())
    }

    /// Stores an entry. When a game begins, or the log of a table without one is long, a checkpoint takes the place of all events.
    async fn append(&mut self, entry: &Entry<G::Rules>, keep: Option<Kept>) -> Stored {
        let is_long =
            self.room.phase() == Phase::Gathering && self.storing.since_checkpoint() >= COMPACT_AFTER;
        let last = entry.facts.contains(&Fact::Gone);
        if (is_long || entry.facts.contains(&Fact::Began)) && keep.is_none() && !last {
            let first = mazzo_journal::checkpoint::<G>(self.opened, &self.room.checkpoint());
            let next = mazzo_journal::entry::<G>(first.chain, entry);
            return self.storing.replace(first, next).await;
        }
        let event = mazzo_journal::entry::<G>(self.storing.end().chain, entry);
        self.storing.append(event, last, keep).await
    }

    /// A game that is over becomes a record, in the same write as the fact that it is one.
    async fn keep_record(&mut self) {
        if !self.room.wants_keeping() {
            return;
        }
        let Some(record) = self.room.record() else { return };
        let now = self.hub.clock.now();
        let Some(id) = crate::identity::from_hex(&self.room.game_id()) else { return };
        let kept = Kept {
            id,
            table: mazzo_store::TableKey(self.table.0),
            host: self.room.host().0,
            game: G::NAME.to_owned(),
            ended_ms: now.0,
            json: journal::text(&record),
            seated: self.room.seated().map(|(seat, person)| (seat, person.0)).collect(),
        };
        let entry = Entry { at: now, by: None, facts: vec![Fact::Kept] };
        if self.store(entry, Some(kept)).await.is_ok() {
            self.hub.metrics.finished();
        }
    }

    /// Tells everybody what has happened, and lets go of those who are gone, until there is nothing left to tell.
    fn publish(&mut self) {
        loop {
            let steps = self.room.take_steps();
            let is_listed = steps.iter().any(|step| step.is_about_room());
            if !steps.is_empty() {
                self.send_away();
            }
            for step in &steps {
                self.tell_step(step);
            }
            let mut links = std::mem::take(&mut self.links);
            for link in &mut links {
                if std::mem::take(&mut link.wants_snapshot) {
                    self.tell_all(link);
                }
            }
            self.links = links;
            let gone: Vec<Link> = self.links.extract_if(.., |link| link.is_gone).collect();
            if steps.is_empty() && gone.is_empty() {
                return self.tell_knocks();
            }
            for link in &gone {
                self.room.disconnect(link.person, self.hub.clock.now());
            }
            if is_listed || !gone.is_empty() {
                self.list();
            }
        }
    }

    /// Tells the host if newcomers wait, or do not any more.
    fn tell_knocks(&mut self) {
        if !self.room.take_knocked() {
            return;
        }
        let mut links = std::mem::take(&mut self.links);
        for link in links.iter_mut().filter(|link| link.person == self.room.host()) {
            if let Some(mine) = self.news(link) {
                link.tell(&Told::<G>::Mine { n: self.room.n(), now: self.hub.clock.now(), mine });
            }
        }
        self.links = links;
    }

    fn tell_step(&mut self, step: &Step<G>) {
        let seats = self.room.settings().seats;
        let is_alike = step.is_alike_for_all(seats);
        // By viewer: a frame that several links share is encoded once.
        let mut written = ArrayVec::<(Option<u8>, Range<usize>), MAX_VIEWERS>::new();
        self.written.clear();
        for link in &mut self.links {
            link.wants_snapshot |= step.reseated().contains(&link.person);
            if link.wants_snapshot {
                continue;
            }
            let seat = if is_alike { None } else { self.room.seat_of(link.person) };
            let known = written.iter().find(|(other, _)| *other == seat).map(|(_, place)| place.clone());
            let place = known.unwrap_or_else(|| {
                let from = self.written.len();
                message(&Told::Frame(Box::new(step.frame(seat))), &mut self.written);
                let place = from..self.written.len();
                let _ = written.try_push((seat, place.clone()));
                place
            });
            link.send(&self.written[place]);
        }
        self.written.shrink_to(SHORT);
    }

    /// Who may not look any more does not get to see what comes next.
    fn send_away(&mut self) {
        for link in &mut self.links {
            if !self.room.lets_in(link.person) {
                link.bye::<G>(Bye::SentAway, None);
            } else if !self.room.is_invited(link.person, &link.key) {
                link.bye::<G>(Bye::OldLink, None);
            }
        }
        self.links.iter_mut().filter(|link| link.is_gone).for_each(|link| link.wants_snapshot = false);
    }

    /// What the lobby knows.
    fn list(&self) {
        if let Some(pass) = &self.pass {
            pass.set_expert_seats(self.room.expert_seats());
        }
        self.listing.set(self.table, &self.room, self.opened);
    }
}
