//! The state of one table.

use std::collections::VecDeque;
use std::sync::Arc;

use mazzo_bots::PlayableGame;
use mazzo_core::{ActionList, Chance as _, Seat, SeatSet, Setup, Viewer};
use mazzo_protocol::{Clock, Frame, Level, Millis, Mine, Phase, PublicRoom, Reveal, Settings, Snapshot};
use mazzo_record::{Record, RecordingDealer, SeatInfo};

use crate::chair::{Chair, Sitter};
use crate::exchange::Exchange;
use crate::fact::{Opening, PersonId, Secret, TableId};
use crate::guests::Knocks;
use crate::luck;
use crate::play::Play;
use crate::recent::Recent;
use crate::step::Step;

/// Time for the decision of a bot that looks ahead, the same for all cards. The decision is published at the end of it: the time
/// that the bot took would reveal how hard the decision was.
pub const DEEP_THOUGHT_MS: u64 = 300;
/// Most steps kept for reconnecting clients; a client that has missed more gets a snapshot.
const MAX_KEPT_STEPS: usize = 8;
/// Most events in these steps: a snapshot is smaller than many events, so a deal is not kept for long.
const MAX_KEPT_FACTS: usize = 20;

/// A table, the people around it and its game.
#[derive(Debug)]
pub struct Room<G: PlayableGame> {
    pub(crate) table: TableId,
    pub(crate) settings: Settings<G::Rules>,
    pub(crate) host: PersonId,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) phase: Phase,
    pub(crate) sent_away: Vec<PersonId>,
    /// People who have sat here, the newest last: they need neither the new link nor approval.
    pub(crate) guests: Vec<PersonId>,
    /// The key of the current link; empty for the first link.
    pub(crate) link: String,
    /// People who wait for the host; not stored.
    pub(crate) knocks: Knocks,
    /// Muted people, at any seat, and the names that they have to keep.
    pub(crate) muted: Vec<(PersonId, String)>,
    pub(crate) games: u32,
    pub(crate) secret: Secret,
    /// True if the table commits to its deals.
    pub(crate) promises: bool,
    /// The commitment to the secret; empty if the table does not commit.
    pub(crate) commitment: String,
    /// The exchange of words for the next deal.
    pub(crate) exchange: Exchange,
    /// The exchange of words for the last deal.
    pub(crate) dealt: Option<mazzo_record::fair::Exchange>,
    pub(crate) play: Option<Play<G>>,
    /// True if the record of the last game is stored.
    pub(crate) is_kept: bool,
    pub(crate) recent: Recent,
    /// Time of the last change: while a server runs, time never goes back at a table.
    pub(crate) now: Millis,
    /// Number of connections of each connected person; not stored.
    pub(crate) present: Vec<(PersonId, u32)>,
    /// Since when no seated person is connected, or no person at all at a table without seated people; not stored.
    pub(crate) deserted_since: Option<Millis>,
    /// Since when the host is not connected, seated or not; not stored.
    pub(crate) host_gone_since: Option<Millis>,
    pub(crate) n: u64,
    pub(crate) steps: Vec<Arc<Step<G>>>,
    kept: VecDeque<Arc<Step<G>>>,
    /// Number of events in these steps.
    kept_facts: usize,
}

impl<G: PlayableGame> Room<G> {
    /// A new table.
    pub fn new(opening: &Opening<G::Rules>, now: Millis) -> Self {
        let Opening { table, host, settings, secret, promises } = *opening;
        Self {
            table,
            settings,
            host,
            chairs: vec![Chair::default(); settings.seats.into()],
            phase: Phase::Gathering,
            sent_away: Vec::new(),
            guests: Vec::new(),
            link: String::new(),
            knocks: Knocks::default(),
            muted: Vec::new(),
            games: 0,
            secret,
            promises,
            commitment: if promises { luck::commitment(secret, table, 1) } else { String::new() },
            exchange: Exchange::default(),
            dealt: None,
            play: None,
            is_kept: false,
            recent: Recent::default(),
            now,
            present: Vec::new(),
            deserted_since: Some(now),
            host_gone_since: Some(now),
            n: 0,
            steps: Vec::new(),
            kept: VecDeque::new(),
            kept_facts: 0,
        }
    }

    /// True if the game allows these settings.
    pub fn can_be(settings: &Settings<G::Rules>) -> bool {
        G::SEATS.contains(&settings.seats)
    }

    /// Prepares a room that was folded from the log after a restart. There are no connections yet, and the open decision starts
    /// with its full time, since the downtime is not the player's fault. Time starts from `now` even if that goes back: the
    /// machine's clock may have been wrong before.
    pub fn wake(&mut self, now: Millis) {
        self.now = now;
        self.present.clear();
        self.knocks = Knocks::default();
        (self.deserted_since, self.host_gone_since) = (Some(now), Some(now));
        for chair in &mut self.chairs {
            if let Some(person) = chair.person_mut() {
                person.offline_since = Some(self.now);
            }
        }
        if let Some(play) = &mut self.play {
            (play.since, play.looked) = (self.now, self.now);
            play.told = None;
        }
        self.exchange.since = now;
        self.steps.clear();
        self.kept.clear();
        self.kept_facts = 0;
    }

    /// The seat of a person.
    pub fn seat_of(&self, person: PersonId) -> Option<u8> {
        let sits = |chair: &Chair| chair.person().is_some_and(|sitter| sitter.id == person);
        self.chairs.iter().position(sits).map(|seat| seat as u8)
    }

    /// The person in a seat.
    pub fn person_at(&self, seat: u8) -> Option<PersonId> {
        self.chairs.get(usize::from(seat)).and_then(Chair::person).map(|person| person.id)
    }

    /// Every person with a seat.
    pub fn seated(&self) -> impl Iterator<Item = (u8, PersonId)> {
        (0..).zip(&self.chairs).filter_map(|(seat, chair)| Some((seat, chair.person()?.id)))
    }

    /// True if the person may watch the table.
    pub fn lets_in(&self, person: PersonId) -> bool {
        let is_known = self.seat_of(person).is_some() || self.host == person;
        let may_come = self.settings.watched || self.phase == Phase::Gathering;
        is_known || (may_come && !self.sent_away.contains(&person))
    }

    /// The phase of the table.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The settings.
    pub const fn settings(&self) -> &Settings<G::Rules> {
        &self.settings
    }

    /// The host.
    pub const fn host(&self) -> PersonId {
        self.host
    }

    /// The number of the game at this table, from 1.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// The number of the last step.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// The number of the open decision, over the game.
    pub fn decision(&self) -> u32 {
        self.play.as_ref().map_or(0, |play| play.decision)
    }

    /// True if a bot plays here that looks ahead.
    pub fn has_deep_bots(&self) -> bool {
        let is_deep = |chair: &Chair| chair.bot(self.settings.stand_in) == Some(Level::Expert);
        self.phase == Phase::Playing
            && (self.settings.stand_in == Level::Expert || self.chairs.iter().any(is_deep))
    }

    /// Number of seats where a bot looks ahead, or would if its person left.
    pub fn expert_seats(&self) -> u32 {
        let is_expert = |chair: &&Chair| chair.sitter == Sitter::Bot(Level::Expert);
        let all = self.settings.stand_in == Level::Expert;
        self.chairs.iter().filter(|chair| all || is_expert(chair)).count() as u32
    }

    /// Number of connected people, seated or not.
    pub fn present(&self) -> usize {
        self.present.len()
    }

    /// The steps since the last call, for all connections.
    pub fn take_steps(&mut self) -> Vec<Arc<Step<G>>> {
        std::mem::take(&mut self.steps)
    }

    pub(crate) fn push(&mut self, mut step: Step<G>) {
        step.seen.fit();
        let step = Arc::new(step);
        self.kept_facts += step.seen.len();
        self.kept.push_back(Arc::clone(&step));
        self.steps.push(step);
        while self.kept.len() > MAX_KEPT_STEPS || self.kept_facts > MAX_KEPT_FACTS {
            self.kept_facts -= self.kept.pop_front().map_or(self.kept_facts, |step| step.seen.len());
        }
    }

    /// The frames after number `n` for a reconnecting client, if they are still kept and the person's seat has not changed since.
    pub fn resume(&self, person: PersonId, n: u64) -> Option<Vec<Frame<G>>> {
        let first = self.kept.front().map_or(self.n + 1, |step| step.n);
        if n > self.n || n + 1 < first {
            return None;
        }
        let missed = || self.kept.iter().filter(|step| step.n > n);
        if missed().any(|step| step.reseated().contains(&person)) {
            return None;
        }
        let seat = self.seat_of(person);
        Some(missed().map(|step| step.frame(seat)).collect())
    }

    /// The full state that a person may see.
    pub fn snapshot(&self, person: PersonId) -> Snapshot<G> {
        Snapshot {
            n: self.n,
            now: self.now,
            room: self.public(),
            view: self.view(person),
            clock: self.clock(),
            mine: self.mine(person),
            reveal: self.reveal(),
        }
    }

    /// The view of the table for that person, once there was a game.
    pub fn view(&self, person: PersonId) -> Option<G::View> {
        let play = self.play.as_ref()?;
        // The last game may have had fewer seats than the table has now.
        let seat = self.seat_of(person).filter(|&seat| seat < play.table.seats());
        // The sitter may have come after that game: the hand belongs to the person who played it.
        let seat = seat.filter(|&seat| !self.chairs[usize::from(seat)].is_new);
        Some(play.table.view(seat.map_or(Viewer::Public, |seat| Viewer::Seat(Seat::new(seat)))))
    }

    /// The legal actions of a person, in notation, and the number of the decision; none if they have nothing to decide. They
    /// follow from the person's view alone.
    pub fn legal(&self, person: PersonId) -> Option<(u32, Vec<String>)> {
        let play = self.play.as_ref().filter(|_| self.phase == Phase::Playing)?;
        let seat = Seat::new(self.seat_of(person).filter(|&seat| seat < play.table.seats())?);
        let mut legal = ActionList::new();
        play.table.legal(seat, &mut legal);
        let actions: Vec<String> = legal.iter().map(ToString::to_string).collect();
        (!actions.is_empty()).then_some((play.decision, actions))
    }

    /// The private state of a person.
    pub fn mine(&self, person: PersonId) -> Mine {
        let seat = self.seat_of(person);
        let text = |action: Option<G::Action>| action.map(|action| action.to_string());
        let own = seat.and_then(|seat| self.play.as_ref().map(|play| (play, usize::from(seat))));
        let sitter = seat.and_then(|seat| self.chairs[usize::from(seat)].person());
        Mine {
            seat,
            answer: own.and_then(|(play, seat)| text(play.answers[seat])),
            premove: own.and_then(|(play, seat)| text(play.premoves[seat])),
            auto_pass: sitter.is_some_and(|sitter| sitter.auto_pass),
            host: self.host == person,
            knocking: self.knocks.has(person),
            knocks: if self.host == person { self.knocks.public() } else { Vec::new() },
        }
    }

    /// The public state of the room.
    pub fn public(&self) -> PublicRoom<G::Rules> {
        PublicRoom {
            settings: self.settings,
            phase: self.phase,
            host: self.seat_of(self.host),
            chairs: self.chairs.iter().map(Chair::public).collect(),
            game: self.games,
            commitment: self.commitment.clone(),
            key: self.link.clone(),
            exchange: self.public_exchange(),
        }
    }

    /// The open decision and its deadline.
    pub fn clock(&self) -> Clock {
        let Some(play) = &self.play else { return Clock::default() };
        let window = play.table.window().is_some();
        let waiting = play.told.into_iter().flatten().map(|seat| seat.index() as u8).collect();
        Clock { decision: play.decision, window, until: self.deadline(), waiting }
    }

    /// Seats of people who have to decide and have not.
    pub(crate) fn awaited(&self) -> SeatSet {
        let Some(play) = &self.play else { return SeatSet::EMPTY };
        let is_person = |seat: &Seat| self.chairs[seat.index()].bot(self.settings.stand_in).is_none();
        let has_to = |seat: &Seat| {
            let passes = self.chairs[seat.index()].person().is_some_and(|person| person.auto_pass);
            !(passes && play.table.window().is_some())
        };
        play.undecided().iter().filter(is_person).filter(has_to).collect()
    }

    /// The proof of the deal, once the game is over.
    pub fn reveal(&self) -> Option<Reveal> {
        let is_over = self.play.as_ref().is_some_and(|play| play.table.outcome().is_some());
        (is_over && self.phase == Phase::Over).then(|| self.proof())
    }

    pub(crate) fn proof(&self) -> Reveal {
        Reveal { id: self.game_id(), secret: self.secret.into(), words: self.words() }
    }

    /// Failed exchanges of words for the last deal.
    pub(crate) fn dealt_attempt(&self) -> u8 {
        self.dealt.as_ref().map_or(0, |dealt| dealt.attempt)
    }

    pub(crate) fn words(&self) -> Vec<String> {
        self.chairs.iter().map(|chair| chair.words.clone()).collect()
    }

    pub(crate) fn setup(&self) -> Setup<G::Rules> {
        Setup { seats: self.settings.seats, rules: self.settings.rules }
    }

    /// True if a finished game's record is not stored yet; [`Fact::Kept`](crate::Fact::Kept) stores it.
    pub fn wants_keeping(&self) -> bool {
        self.phase == Phase::Over && !self.is_kept
    }

    /// The id of the last game. It cannot be guessed, and does not reveal the id of the table.
    pub fn game_id(&self) -> String {
        luck::game_id(self.table, self.games).as_str().to_owned()
    }

    /// The record of a finished game; none while a game runs.
    pub fn record(&self) -> Option<Record> {
        // After `Fact::Again` the secret is that of the next game.
        let play = self.play.as_ref().filter(|_| self.phase == Phase::Over)?;
        let mut chance =
            RecordingDealer::new(luck::dealer::<G>(self.secret, self.dealt_attempt(), &self.words()));
        play.piles.iter().for_each(|&pile| chance.shuffle(pile));
        let seats = self.chairs.iter().map(|chair| match &chair.sitter {
            Sitter::Person(person) => SeatInfo { name: person.name.clone(), ..SeatInfo::default() },
            Sitter::Bot(level) => {
                SeatInfo { bot: Some(format!("{level:?}").to_ascii_lowercase()), ..SeatInfo::default() }
            }
            Sitter::Nobody => SeatInfo::default(),
        });
        let mut record = play.moves.clone().finish(&play.table, &chance, seats.collect());
        if self.promises {
            let game = (self.table, self.games);
            luck::proof(self.secret, game, self.dealt.clone(), &self.words()).write(&mut record);
        }
        Some(record)
    }
}
