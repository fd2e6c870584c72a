//! The table, driven.

use std::collections::VecDeque;

use mazzo_bots::Played;
use mazzo_record::Record;
use mazzo_room::{DEEP_THOUGHT_MS, Entry, Fact, Opening, PersonId, Room, Secret, TableId};
use mazzo_wire::{
    Ask, Bye, CommandId, Level, Millis, Mine, Pace, Phase, Refusal, Says, Settings, Told, clean_name,
};
use sha2::{Digest as _, Sha256};

use crate::ponder::{Ponder, Pondered};
use crate::saved;

/// The one person at the table.
pub(crate) const PERSON: PersonId = PersonId(1);
/// Where that person sits.
const SEAT: u8 = 0;
/// What may be said while a bot thinks; nobody has fingers for more.
const MOST_UNHEARD: usize = 64;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Trouble {
    /// No table is like that.
    #[error("no table of this game is like that")]
    BadSettings,
    /// Nobody is called that.
    #[error("a name that is empty or too long")]
    BadName,
    /// There is one bot for every seat but one's own.
    #[error("there has to be one bot for every seat but one")]
    BadBots,
    /// There is nothing to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// The text is no table that was kept.
    #[error("this is no table that was kept")]
    NotSaved,
    /// It is one, of another game.
    #[error("this is a table of another game")]
    OtherGame,
    /// It was kept by a version that kept tables in another way.
    #[error("this table was kept by another version")]
    OtherVersion,
}

/// A table with one person and bots.
#[derive(Debug)]
pub struct Parlour<G: Played> {
    /// Where all secrets of this table come from.
    pub(crate) seed: Secret,
    pub(crate) opening: Opening<G::Rules>,
    pub(crate) opened: Millis,
    pub(crate) log: Vec<Entry<G::Rules>>,
    /// None while a bot thinks elsewhere.
    room: Option<Box<Room<G>>>,
    /// How often the room was made anew: what was thought in an earlier one does not count.
    life: u32,
    /// What bots have decided, and when it is shown.
    held: Option<(Millis, Vec<Fact<G::Rules>>)>,
    /// What was said while a bot thought.
    unheard: VecDeque<String>,
    /// What the person has not heard yet.
    told: VecDeque<String>,
    /// What the person was last told of what only they know, and at which decision.
    mine: (u32, Mine),
    wants_snapshot: bool,
    /// How much later it is at the table than outside: a clock outside may have been set back since the table was kept, and
    /// time never goes back at a table.
    shift: u64,
    now: Millis,
}

fn derive(seed: Secret, what: &[u8], number: u32) -> [u8; 32] {
    let hash = Sha256::new()
        .chain_update(b"mazzo parlour ")
        .chain_update(what)
        .chain_update(seed.0)
        .chain_update(number.to_be_bytes());
    hash.finalize().into()
}

/// The secret of the game with that number.
fn secret(seed: Secret, game: u32) -> Secret {
    Secret(derive(seed, b"secret ", game))
}

impl<G: Played> Parlour<G> {
    /// Opens a table and begins a game. The person sits in seat 0, the bots in the others, in order.
    pub fn open(
        settings: Settings<G::Rules>,
        name: &str,
        bots: &[Level],
        seed: [u8; 32],
        now: Millis,
    ) -> Result<Self, Trouble> {
        if !Room::<G>::can_be(&settings) {
            return Err(Trouble::BadSettings);
        }
        if bots.len() + 1 != usize::from(settings.seats) {
            return Err(Trouble::BadBots);
        }
        let name = clean_name(name, &std::iter::empty()).map_err(|_| Trouble::BadName)?;
        let seed = Secret(seed);
        let table =
            derive(seed, b"table ", 0).iter().take(16).fold(0, |id, &byte| id << 8 | u128::from(byte));
        let secret = secret(seed, 1);
        let opening = Opening { table: TableId(table), host: PERSON, settings, secret, promises: false };
        let mut parlour = Self::empty(seed, opening, now);
        parlour.sit_down(Room::new(&opening, now));
        let mut facts = vec![Fact::Sat { seat: SEAT, person: PERSON, name }];
        facts.extend((SEAT + 1..).zip(bots).map(|(seat, &level)| Fact::BotSat { seat, level }));
        parlour.commit(None, facts);
        // Apart, so that the deal is seen and not only what came of it.
        parlour.commit(None, vec![Fact::Began]);
        Ok(parlour)
    }

    /// A table that was kept, nobody at it yet.
    pub(crate) fn empty(seed: Secret, opening: Opening<G::Rules>, opened: Millis) -> Self {
        Self {
            seed,
            opening,
            opened,
            log: Vec::new(),
            room: None,
            life: 0,
            held: None,
            unheard: VecDeque::new(),
            told: VecDeque::new(),
            mine: (0, Mine::default()),
            wants_snapshot: false,
            shift: 0,
            now: opened,
        }
    }

    /// The person comes to the table, which is as the log says, and is told all of it.
    pub(crate) fn come_back(&mut self, mut room: Room<G>, now: Millis) {
        let last = self.log.last().map_or(self.opened, |entry| entry.at).max(self.opened);
        self.shift = self.shift.max(last.0.saturating_sub(now.0));
        self.advance(now);
        room.wake(self.now);
        self.sit_down(room);
    }

    fn sit_down(&mut self, mut room: Room<G>) {
        self.life += 1;
        (self.held, self.wants_snapshot) = (None, true);
        self.unheard.clear();
        let facts = room.connect(PERSON, self.now);
        self.room = Some(Box::new(room));
        if facts.is_empty() {
            self.publish();
        } else {
            self.commit(None, facts);
        }
    }

    fn advance(&mut self, now: Millis) {
        self.now = self.now.max(now.plus(self.shift));
    }

    /// When something will happen by itself: then [`Parlour::wake`] it. None while it waits for the person, or for a bot that
    /// thinks elsewhere.
    pub fn next_alarm(&self) -> Option<Millis> {
        let room = self.room.as_ref()?;
        let alarm = self.held.as_ref().map_or_else(|| room.next_alarm(), |(at, _)| Some(*at));
        alarm.map(|alarm| Millis(alarm.0.saturating_sub(self.shift)))
    }

    fn is_due(&self) -> bool {
        self.held.is_none()
            && self.room.as_ref().and_then(|room| room.next_alarm()).is_some_and(|alarm| alarm <= self.now)
    }

    /// Lets happen what the time brings. Bots think here and now.
    pub fn wake(&mut self, now: Millis) {
        self.advance(now);
        self.show_held();
        if !self.is_due() {
            return;
        }
        let Some(room) = &mut self.room else { return };
        let is_deep = room.has_deep_bots();
        let facts = room.alarm(self.now);
        self.publish();
        self.decide(facts, self.now, is_deep);
    }

    /// A bot that looks ahead, if one has to decide now: let it think elsewhere ([`Ponder::think`]) and hand in what came of it
    /// ([`Parlour::decided`]). What is said meanwhile is heard then. None if nothing is due, or nobody looks ahead: then
    /// [`Parlour::wake`] it.
    pub fn ponder(&mut self, now: Millis) -> Option<Ponder<G>> {
        self.advance(now);
        if !self.is_due() {
            return None;
        }
        let room = self.room.take_if(|room| room.has_deep_bots())?;
        Some(Ponder { room, now: self.now, life: self.life })
    }

    /// Whether a bot thinks elsewhere.
    pub const fn is_pondering(&self) -> bool {
        self.room.is_none()
    }

    /// Takes in what a bot has decided elsewhere. Nothing happens if the table has been taken back since.
    pub fn decided(&mut self, now: Millis, pondered: Pondered<G>) {
        self.advance(now);
        let Pondered { room, facts, at, life } = pondered;
        if life != self.life || self.room.is_some() {
            return;
        }
        self.room = Some(room);
        self.publish();
        self.decide(facts, at, true);
        self.show_held();
    }

    /// Facts that bots or the time have brought; `at` is when they began to think.
    fn decide(&mut self, facts: Vec<Fact<G::Rules>>, at: Millis, is_deep: bool) {
        let is_instant = self.room.as_ref().is_some_and(|room| room.settings().pace == Pace::Instant);
        if is_deep && !is_instant && !facts.is_empty() {
            self.held = Some((at.plus(DEEP_THOUGHT_MS), facts));
        } else {
            self.commit(None, facts);
            self.catch_up();
        }
    }

    /// Shows what bots have decided once it is time.
    fn show_held(&mut self) {
        if let Some((_, facts)) = self.held.take_if(|(at, _)| *at <= self.now) {
            self.commit(None, facts);
            self.catch_up();
        }
    }

    /// Hears what was said while a bot thought.
    fn catch_up(&mut self) {
        while let Some(text) = self.unheard.pop_front() {
            self.take(&text);
        }
    }

    /// The person says something: what a `Session` sends.
    pub fn say(&mut self, now: Millis, text: &str) {
        self.advance(now);
        if self.room.is_some() && self.held.is_none() {
            self.take(text);
        } else if self.unheard.len() < MOST_UNHEARD {
            self.unheard.push_back(text.to_owned());
        } else if let Ok(Says::Ask(ask)) = serde_json::from_str::<Says<G::Rules>>(text) {
            self.tell(&Told::Refused { id: ask.id, why: Refusal::Unavailable });
        }
    }

    fn take(&mut self, text: &str) {
        match serde_json::from_str::<Says<G::Rules>>(text) {
            Ok(Says::Beat) => {}
            Ok(Says::Sync) => self.wants_snapshot = true,
            Ok(Says::Ask(ask)) => {
                let told = match self.ask(&ask) {
                    Ok(()) => Told::Done { id: ask.id, mine: self.news() },
                    Err(why) => Told::Refused { id: ask.id, why },
                };
                self.tell(&told);
                if self.phase() == Phase::Closed {
                    self.tell(&Told::Bye { why: Bye::Closed, again_ms: None });
                }
            }
            Err(_) => self.tell(&Told::Bye { why: Bye::Nonsense, again_ms: None }),
        }
        self.publish();
    }

    fn ask(&mut self, ask: &Ask<G::Rules>) -> Result<(), Refusal> {
        let room = self.room.as_mut().ok_or(Refusal::Unavailable)?;
        let asked = room.ask(PERSON, ask, secret(self.seed, room.games() + 1))?;
        if let Some(said) = asked.said {
            room.utter((PERSON, ask.id), said);
            self.publish(); // before anything is told that has its number
        }
        self.commit(Some((PERSON, ask.id)), asked.facts);
        Ok(())
    }

    fn commit(&mut self, by: Option<(PersonId, CommandId)>, facts: Vec<Fact<G::Rules>>) {
        if facts.is_empty() {
            return;
        }
        let facts = self.room.as_ref().map_or_else(Vec::new, |room| room.complete(facts));
        self.fold(Entry { at: self.now, by, facts });
        if self.room.as_ref().is_some_and(|room| room.wants_keeping()) {
            self.fold(Entry { at: self.now, by: None, facts: vec![Fact::Kept] });
        }
        self.publish();
    }

    fn fold(&mut self, entry: Entry<G::Rules>) {
        if let Some(room) = &mut self.room {
            room.fold(&entry);
            self.log.push(entry);
        }
    }

    /// What the person will hear next: what a `Session` is to be told.
    pub fn hear(&mut self) -> Option<String> {
        self.told.pop_front()
    }

    fn tell(&mut self, told: &Told<G>) {
        self.told.push_back(serde_json::to_string(told).expect("a message is valid JSON"));
    }

    /// Tells what has happened.
    fn publish(&mut self) {
        let Some(room) = &mut self.room else { return };
        let seat = room.seat_of(PERSON);
        let mut frames = Vec::new();
        for step in room.take_steps() {
            self.wants_snapshot |= step.reseated().contains(&PERSON);
            if !self.wants_snapshot {
                frames.push(Told::Frame(Box::new(step.frame(seat))));
            }
        }
        if std::mem::take(&mut self.wants_snapshot) {
            let mut snapshot = room.snapshot(PERSON);
            snapshot.now = self.now;
            self.mine = (room.decision(), snapshot.mine.clone());
            frames.push(Told::Snapshot { run: self.life.into(), snapshot: Box::new(snapshot) });
        }
        for told in &frames {
            self.tell(told);
        }
    }

    /// What only the person knows, if they were not told so before. A client forgets its answers when the next decision begins.
    fn news(&mut self) -> Option<Mine> {
        let room = self.room.as_ref()?;
        let (decision, mine) = (room.decision(), room.mine(PERSON));
        if self.mine.0 != decision {
            self.mine.0 = decision;
            (self.mine.1.answer, self.mine.1.premove) = (None, None);
        }
        if self.mine.1 == mine {
            return None;
        }
        self.mine.1 = mine.clone();
        Some(mine)
    }

    /// Where the table is in its life.
    pub fn phase(&self) -> Phase {
        self.room.as_ref().map_or(Phase::Playing, |room| room.phase())
    }

    /// The record of the game that is over; of one that is not, nobody gets any.
    pub fn record(&self) -> Option<Record> {
        self.room.as_ref()?.record()
    }

    /// The table as a text, at any time: [`Parlour::restore`] makes it again. What bots think just now is thought again then.
    pub fn save(&self) -> String {
        saved::write(self)
    }

    /// A table that was kept. The person is told all of it; whoever was thinking gets their whole time again.
    pub fn restore(text: &str, now: Millis) -> Result<Self, Trouble> {
        let (mut parlour, room) = saved::read(text)?;
        parlour.come_back(room, now);
        Ok(parlour)
    }

    /// Where the log is cut to get back to the person's last decision in this game.
    fn last_decision(&self) -> Option<usize> {
        let begun = self.log.iter().rposition(|entry| entry.facts.contains(&Fact::Began))?;
        let is_act = |fact: &Fact<G::Rules>| {
            matches!(fact, Fact::Answered { .. } | Fact::Premoved { .. } | Fact::Moved { .. })
        };
        let acted = |entry: &Entry<G::Rules>| entry.by.is_some() && entry.facts.iter().any(is_act);
        let mut cut = (begun + 1..self.log.len()).rev().find(|&at| acted(&self.log[at]))?;
        // Whoever has thought better of it in the same window takes all of that back.
        let decides = |fact: &Fact<G::Rules>| matches!(fact, Fact::Moved { .. } | Fact::Closed { .. });
        for at in (begun + 1..cut).rev() {
            if self.log[at].facts.iter().any(decides) {
                break;
            }
            if acted(&self.log[at]) {
                cut = at;
            }
        }
        Some(cut)
    }

    /// Whether there is a decision to take back.
    pub fn can_undo(&self) -> bool {
        self.last_decision().is_some()
    }

    /// Back to the person's last decision in this game, as if it had not been made. Bots that meet the same again do the same
    /// again.
    pub fn undo(&mut self, now: Millis) -> Result<(), Trouble> {
        let cut = self.last_decision().ok_or(Trouble::NothingToUndo)?;
        // How one likes to play is no decision.
        let is_habit = |fact: &&Fact<G::Rules>| matches!(fact, Fact::AutoPass { .. });
        let habit = self.log[cut..].iter().flat_map(|entry| &entry.facts).rfind(is_habit).cloned();
        self.log.truncate(cut);
        let room = saved::fold(&self.opening, self.opened, &self.log);
        self.come_back(room, now);
        if let Some(habit) = habit {
            self.commit(None, vec![habit]);
            self.wants_snapshot = true;
            self.publish();
        }
        Ok(())
    }
}
