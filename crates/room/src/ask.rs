//! Commands of people, and the facts that follow from them.

use mazzo_bots::PlayableGame;
use mazzo_core::Seat;
use mazzo_protocol::{
    Ask, BadName, Command, MAX_TEXT, Pace, Phase, Refusal, Said, Settings, Utterance, clean, clean_name,
};

use crate::chair::{Chair, Sitter};
use crate::fact::{Fact, PersonId, Secret};
use crate::guests::Knock;
use crate::luck;
use crate::room::Room;

/// Number of phrases and emotes.
pub const PHRASES: u8 = 24;

/// The result of a command.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked<R> {
    /// Facts to store; empty if the command was carried out before, or changes nothing.
    pub facts: Vec<Fact<R>>,
    /// Chat to send without storing it.
    pub said: Option<Said>,
    /// A newcomer who has to wait for the host, not stored either: see [`Room::knock`].
    pub knock: Option<Knock>,
}

impl<R> From<Vec<Fact<R>>> for Asked<R> {
    fn from(facts: Vec<Fact<R>>) -> Self {
        Self { facts, said: None, knock: None }
    }
}

impl<G: PlayableGame> Room<G> {
    /// Evaluates a command of a person. `secret` is a fresh one, in case the command needs it for another game or link.
    pub fn ask(
        &self,
        person: PersonId,
        ask: &Ask<G::Rules>,
        secret: Secret,
    ) -> Result<Asked<G::Rules>, Refusal> {
        let Asked { mut facts, said, knock } = self.evaluate(person, ask, secret)?;
        facts.retain(|fact| self.changes(fact));
        Ok(Asked { facts: self.complete(facts), said, knock })
    }

    fn evaluate(
        &self,
        person: PersonId,
        ask: &Ask<G::Rules>,
        secret: Secret,
    ) -> Result<Asked<G::Rules>, Refusal> {
        if self.recent.has(person, ask.id) {
            return Ok(Vec::new().into());
        }
        if self.phase == Phase::Closed {
            return Err(Refusal::Closed);
        }
        match &ask.command {
            Command::Sit { seat, name } => self.sit(person, *seat, name),
            Command::Stand => self.stand(person).map(Into::into),
            Command::Seal { commitment, attempt, seal } => {
                self.seal_words(person, (commitment, *attempt), seal).map(Into::into)
            }
            Command::Open { commitment, attempt, words } => {
                self.open_words(person, (commitment, *attempt), words).map(Into::into)
            }
            Command::Ready { on } => self.be_ready(person, *on).map(Into::into),
            Command::Start => self.start(person).map(Into::into),
            Command::Act { decision, action } => self.act(person, *decision, action).map(Into::into),
            Command::Premove { decision, action } => {
                self.premove(person, *decision, action.as_deref()).map(Into::into)
            }
            Command::AutoPass { on } => {
                let seat = self.own_seat(person)?;
                Ok(vec![Fact::AutoPass { seat, on: *on }].into())
            }
            Command::Phrase { number } => {
                let number = if *number < PHRASES { *number } else { return Err(Refusal::BadText) };
                self.say(person, Utterance::Phrase(number))
            }
            Command::Chat { text } => {
                let text = clean(text, MAX_TEXT).map_err(|_| Refusal::BadText)?;
                if self.settings.free_chat {
                    self.say(person, Utterance::Text(text))
                } else {
                    Err(Refusal::NoChat)
                }
            }
            Command::Again => self.again(person, secret).map(Into::into),
            Command::Set { settings } => self.set(person, settings).map(Into::into),
            Command::Bot { seat, level } => {
                let chair = self.chair_for_host(person, *seat)?;
                match (&chair.sitter, level) {
                    (_, _) if self.phase != Phase::Gathering => Err(Refusal::NotNow),
                    (Sitter::Person(_), _) => Err(Refusal::Taken),
                    (_, Some(level)) => Ok(vec![Fact::BotSat { seat: *seat, level: *level }].into()),
                    (_, None) => Ok(vec![Fact::Emptied { seat: *seat }].into()),
                }
            }
            Command::Kick { seat } => self.kick(person, *seat).map(Into::into),
            Command::NewLink => {
                self.check_host(person)?;
                let key = luck::other_luck(secret, "link", self.games, 0, 0);
                Ok(vec![Fact::Link { key: format!("{key:016x}") }].into())
            }
            Command::Approve { on } => {
                self.check_host(person)?;
                let changes = self.settings.approve != *on;
                Ok(changes.then_some(Fact::Approving { on: *on }).into_iter().collect::<Vec<_>>().into())
            }
            Command::Admit { guest, on } => self.admit(person, *guest, *on).map(Into::into),
            Command::Mute { seat, on } => {
                self.chair_for_host(person, *seat)?;
                Ok(vec![Fact::Muted { seat: *seat, on: *on }].into())
            }
            Command::Close => {
                self.check_host(person)?;
                Ok(vec![Fact::Gone].into())
            }
        }
    }

    /// True if a fact changes anything. Others are not stored, or a client could fill the log by repeating itself.
    fn changes(&self, fact: &Fact<G::Rules>) -> bool {
        let chair = |seat: u8| self.chairs.get(usize::from(seat));
        let person = |seat: u8| chair(seat).and_then(Chair::person);
        let play = self.play.as_ref();
        match fact {
            Fact::Named { seat, name } => person(*seat).is_none_or(|person| person.name != *name),
            Fact::Emptied { seat } => chair(*seat).is_none_or(|chair| !chair.is_empty()),
            Fact::BotSat { seat, level } => {
                let is_same = |chair: &Chair| matches!(chair.sitter, Sitter::Bot(other) if other == *level);
                !chair(*seat).is_some_and(is_same)
            }
            Fact::Host { person } => *person != self.host,
            Fact::Set { settings } => *settings != self.settings,
            Fact::Ready { seat, on } => chair(*seat).is_none_or(|chair| chair.ready != *on),
            Fact::Words { seat, words } => chair(*seat).is_none_or(|chair| chair.words != *words),
            Fact::Muted { seat, on } => chair(*seat).is_none_or(|chair| chair.muted != *on),
            Fact::AutoPass { seat, on } => person(*seat).is_none_or(|person| person.auto_pass != *on),
            Fact::Answered { seat, code } => {
                let known = play.and_then(|play| play.answers[usize::from(*seat)]);
                known.map(G::encode) != Some(*code)
            }
            Fact::Premoved { seat, code } => {
                let known = play.and_then(|play| play.premoves[usize::from(*seat)]);
                known.map(G::encode) != *code
            }
            Fact::Approving { on } => self.settings.approve != *on,
            Fact::Sat { .. }
            | Fact::SentAway { .. }
            | Fact::Link { .. }
            | Fact::Sealed { .. }
            | Fact::Dealing
            | Fact::Opening
            | Fact::Opened { .. }
            | Fact::Anew { .. }
            | Fact::Began
            | Fact::Closed { .. }
            | Fact::Moved { .. }
            | Fact::Emitted { .. }
            | Fact::Away { .. }
            | Fact::Back { .. }
            | Fact::Paused
            | Fact::Resumed
            | Fact::Kept
            | Fact::Again { .. }
            | Fact::Gone => true,
        }
    }

    pub(crate) fn own_seat(&self, person: PersonId) -> Result<u8, Refusal> {
        self.seat_of(person).ok_or(Refusal::NotSeated)
    }

    fn check_host(&self, person: PersonId) -> Result<(), Refusal> {
        if person == self.host { Ok(()) } else { Err(Refusal::NotHost) }
    }

    /// The chair that a host's command is about.
    fn chair_for_host(&self, person: PersonId, seat: u8) -> Result<&Chair, Refusal> {
        self.check_host(person)?;
        self.chairs.get(usize::from(seat)).ok_or(Refusal::NoSuchSeat)
    }

    fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Playing | Phase::Paused)
    }

    /// The name under which a person sits down.
    fn name_for(&self, person: PersonId, name: &str) -> Result<String, Refusal> {
        let others = self.chairs.iter().filter_map(Chair::person).filter(|other| other.id != person);
        clean_name(name, &others.map(|other| other.name.as_str())).map_err(|why| match why {
            BadName::Text => Refusal::BadText,
            BadName::Lookalike => Refusal::Lookalike,
        })
    }

    fn sit(&self, person: PersonId, seat: Option<u8>, name: &str) -> Result<Asked<G::Rules>, Refusal> {
        if self.sent_away.contains(&person) {
            return Err(Refusal::SentAway);
        }
        let own = self.seat_of(person);
        // Everybody reads names, so a muted person keeps theirs.
        let muted = self.muted.iter().find(|(muted, _)| *muted == person).map(|(_, name)| name.as_str());
        let name = self.name_for(person, muted.unwrap_or(name))?;
        if seat.is_some_and(|seat| usize::from(seat) >= self.chairs.len()) {
            return Err(Refusal::NoSuchSeat);
        }
        let is_free = |seat: u8| self.chairs.get(usize::from(seat)).is_some_and(Chair::is_empty);
        if let Some(own) = own {
            // A seated person gets the new name, and before the game the new seat.
            let moves = seat.filter(|&seat| seat != own && self.phase == Phase::Gathering);
            let mut facts = Vec::new();
            match moves {
                Some(seat) if is_free(seat) => {
                    facts.extend([Fact::Emptied { seat: own }, Fact::Sat { seat, person, name }]);
                }
                Some(_) => return Err(Refusal::Taken),
                None => facts.push(Fact::Named { seat: own, name }),
            }
            facts.extend(self.come_back(own));
            return Ok(facts.into());
        }
        if self.is_running() || self.phase == Phase::Dealing {
            return Err(Refusal::NotNow);
        }
        let seat = match seat {
            Some(seat) if is_free(seat) => seat,
            Some(_) => return Err(Refusal::Taken),
            None => (0..self.settings.seats).find(|&seat| is_free(seat)).ok_or(Refusal::Full)?,
        };
        if self.settings.approve && person != self.host && !self.guests.contains(&person) {
            if self.knocks.is_full_for(person) {
                return Err(Refusal::Full);
            }
            return Ok(Asked { facts: Vec::new(), said: None, knock: Some(Knock { person, name }) });
        }
        Ok(vec![Fact::Sat { seat, person, name }].into())
    }

    /// The host admits or declines a newcomer.
    fn admit(&self, host: PersonId, guest: u32, on: bool) -> Result<Vec<Fact<G::Rules>>, Refusal> {
        self.check_host(host)?;
        let knock = self.knocks.get(guest).ok_or(Refusal::NotNow)?;
        let person = knock.person;
        if !on {
            return Ok(vec![Fact::SentAway { person }]);
        }
        if self.is_running() || self.phase == Phase::Dealing {
            return Err(Refusal::NotNow);
        }
        let name = self.name_for(person, &knock.name)?;
        let is_free = |seat: &u8| self.chairs[usize::from(*seat)].is_empty();
        let seat = (0..self.settings.seats).find(is_free).ok_or(Refusal::Full)?;
        Ok(vec![Fact::Sat { seat, person, name }])
    }

    /// The facts that follow when the owner of a seat is back.
    pub(crate) fn come_back(&self, seat: u8) -> Vec<Fact<G::Rules>> {
        let mut facts = Vec::new();
        if self.phase == Phase::Paused {
            facts.push(Fact::Resumed);
        }
        if self.chairs[usize::from(seat)].person().is_some_and(|person| person.away) {
            facts.push(Fact::Back { seat });
        }
        facts
    }

    fn stand(&self, person: PersonId) -> Result<Vec<Fact<G::Rules>>, Refusal> {
        let seat = self.own_seat(person)?;
        if self.phase == Phase::Dealing {
            return Err(Refusal::NotNow); // the seals of all seats are public already, and the exchange takes a moment only
        }
        let mut facts = Vec::new();
        if self.is_running() {
            if self.chairs[usize::from(seat)].person().is_some_and(|person| !person.away) {
                facts.push(Fact::Away { seat });
            }
        } else {
            facts.push(Fact::Emptied { seat });
        }
        facts.extend(self.next_host(person));
        Ok(facts)
    }

    /// Makes the next connected person the host, if the leaving person was.
    pub(crate) fn next_host(&self, leaving: PersonId) -> Option<Fact<G::Rules>> {
        if leaving != self.host {
            return None;
        }
        let there = |person: &&crate::chair::Person| person.id != leaving && person.offline_since.is_none();
        let next = self.chairs.iter().filter_map(Chair::person).find(there)?;
        Some(Fact::Host { person: next.id })
    }

    /// The facts that erase a person: their seat becomes empty, or a bot's in a running game, and the table gets another host.
    /// Without another person it closes.
    pub fn erase(&self, person: PersonId) -> Vec<Fact<G::Rules>> {
        let seat = self.seat_of(person);
        if self.phase == Phase::Closed || (seat.is_none() && self.host != person) {
            return Vec::new();
        }
        let others = || self.chairs.iter().filter_map(Chair::person).filter(|other| other.id != person);
        if others().next().is_none() {
            return vec![Fact::Gone];
        }
        let mut facts = Vec::new();
        if let Some(seat) = seat {
            facts.push(if self.is_running() {
                Fact::BotSat { seat, level: self.settings.stand_in }
            } else {
                Fact::Emptied { seat }
            });
        }
        if self.host == person {
            let online = others().find(|other| other.offline_since.is_none());
            facts.extend(online.or_else(|| others().next()).map(|next| Fact::Host { person: next.id }));
        }
        facts
    }

    fn be_ready(&self, person: PersonId, on: bool) -> Result<Vec<Fact<G::Rules>>, Refusal> {
        let seat = self.own_seat(person)?;
        if self.phase != Phase::Gathering {
            return Err(Refusal::NotNow);
        }
        let mut facts = self.come_back(seat);
        facts.push(Fact::Ready { seat, on });
        let is_ready = |(place, chair): (usize, &Chair)| match chair.sitter {
            Sitter::Nobody => false,
            Sitter::Bot(_) => true,
            Sitter::Person(_) => chair.ready || place == usize::from(seat),
        };
        if on && self.chairs.iter().enumerate().all(is_ready) {
            facts.extend(self.begin_exchange());
        }
        Ok(facts)
    }

    /// The host begins the game; bots take the empty seats. The command brings back a seated host; otherwise a seated person has
    /// to be connected, so that no game starts with bots alone.
    fn start(&self, person: PersonId) -> Result<Vec<Fact<G::Rules>>, Refusal> {
        self.check_host(person)?;
        let own = self.seat_of(person);
        let plays = |chair: &Chair| {
            chair.person().is_some_and(|person| !person.away && person.offline_since.is_none())
        };
        if self.phase != Phase::Gathering || (own.is_none() && !self.chairs.iter().any(plays)) {
            return Err(Refusal::NotNow);
        }
        let empty = (0..).zip(&self.chairs).filter(|(_, chair)| chair.is_empty());
        let mut facts: Vec<_> = own.map(|seat| self.come_back(seat)).unwrap_or_default();
        facts.extend(empty.map(|(seat, _)| Fact::BotSat { seat, level: self.settings.stand_in }));
        facts.extend(self.begin_exchange());
        Ok(facts)
    }

    fn act(&self, person: PersonId, decision: u32, action: &str) -> Result<Vec<Fact<G::Rules>>, Refusal> {
        let seat = self.own_seat(person)?;
        let play = self.play.as_ref().filter(|_| self.is_running()).ok_or(Refusal::NotNow)?;
        if play.decision != decision {
            return Err(Refusal::Stale);
        }
        let action: G::Action = action.parse().map_err(|_| Refusal::NoAction)?;
        let permitted = play.table.permit(Seat::new(seat), action);
        permitted.map_err(|why| Refusal::Illegal { reason: G::reason(why).to_owned() })?;
        let mut facts = self.come_back(seat);
        let code = G::encode(action);
        if play.table.window().is_some() {
            facts.push(Fact::Answered { seat, code });
        } else {
            // The action is parsed and permitted already, so its events are computed here.
            let game = play.decide_permitted(Seat::new(seat), action);
            facts.extend([Fact::Moved { seat, code, late: false }, Fact::Emitted { game }]);
        }
        Ok(facts)
    }

    fn premove(
        &self,
        person: PersonId,
        decision: u32,
        action: Option<&str>,
    ) -> Result<Vec<Fact<G::Rules>>, Refusal> {
        let seat = self.own_seat(person)?;
        let play = self.play.as_ref().filter(|_| self.is_running()).ok_or(Refusal::NotNow)?;
        if play.decision != decision || play.table.window().is_none() {
            return Err(Refusal::Stale);
        }
        let action: Option<G::Action> = action.map(str::parse).transpose().map_err(|_| Refusal::NoAction)?;
        Ok(vec![Fact::Premoved { seat, code: action.map(G::encode) }])
    }

    fn say(&self, person: PersonId, what: Utterance) -> Result<Asked<G::Rules>, Refusal> {
        let seat = self.own_seat(person)?;
        if self.chairs[usize::from(seat)].muted {
            return Err(Refusal::NoChat);
        }
        Ok(Asked { facts: Vec::new(), said: Some(Said { seat, what }), knock: None })
    }

    fn again(&self, person: PersonId, secret: Secret) -> Result<Vec<Fact<G::Rules>>, Refusal> {
        let seat = self.own_seat(person)?;
        if self.phase != Phase::Over {
            return Err(Refusal::NotNow);
        }
        let mut facts = self.come_back(seat);
        facts.push(Fact::Again { secret });
        Ok(facts)
    }

    fn set(&self, person: PersonId, settings: &Settings<G::Rules>) -> Result<Vec<Fact<G::Rules>>, Refusal> {
        self.check_host(person)?;
        if self.phase != Phase::Gathering {
            return Err(Refusal::NotNow);
        }
        let would_unseat =
            self.chairs.iter().skip(settings.seats.into()).any(|chair| chair.person().is_some());
        let turns_instant = settings.pace == Pace::Instant && self.settings.pace != Pace::Instant;
        if !Self::can_be(settings) || would_unseat || turns_instant {
            return Err(Refusal::BadSettings);
        }
        Ok(vec![Fact::Set { settings: *settings }])
    }

    fn kick(&self, host: PersonId, seat: u8) -> Result<Vec<Fact<G::Rules>>, Refusal> {
        let person = self.chair_for_host(host, seat)?.person().ok_or(Refusal::NoSuchSeat)?.id;
        if person == host || self.phase == Phase::Dealing {
            return Err(Refusal::NotNow);
        }
        let chair = if self.is_running() {
            Fact::BotSat { seat, level: self.settings.stand_in }
        } else {
            Fact::Emptied { seat }
        };
        Ok(vec![Fact::SentAway { person }, chair])
    }
}
