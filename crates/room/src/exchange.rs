//! The exchange of words before a deal: every person's client seals words, and opens them once all seals are there
//! (`docs/fair.md`).
//!
//! Seals and words belong to people, not to seats, so a change of seat loses nothing. Every wait has a timeout: a client that
//! does not seal in time has no words in the deal. A client that sealed and does not open is left out, and the others restart
//! with fresh words.

use mazzo_bots::PlayableGame;
use mazzo_protocol::{MAX_WORDS, Millis, Phase, Refusal, clean};
use mazzo_record::fair::{Commitment, MAX_TEXT, Seal};
use serde::{Deserialize, Serialize};

use crate::chair::Chair;
use crate::fact::{Fact, PersonId};
use crate::room::Room;

/// How long the table waits for the seals of connected people. Clients seal as soon as they sit, so only a client that has just
/// connected needs it.
const SEAL_MS: u64 = 3_000;
/// How long the table waits for sealed words: enough for a client to reconnect.
const OPEN_MS: u64 = 8_000;
/// Most seals kept. People between two seats have one too.
const MAX_SEALS: usize = 32;

/// State of an exchange. It is empty until the first person seals.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Exchange {
    /// Failed exchanges of this deal.
    pub(crate) attempt: u8,
    /// All seals are in; people open their words.
    pub(crate) is_opening: bool,
    /// Start of the wait for seals or words.
    pub(crate) since: Millis,
    pub(crate) seals: Vec<(PersonId, Seal)>,
    pub(crate) opened: Vec<(PersonId, String)>,
    /// People who did not open their words.
    pub(crate) left_out: Vec<PersonId>,
}

impl Exchange {
    pub(crate) fn seal_of(&self, person: PersonId) -> Option<Seal> {
        self.seals.iter().find(|(other, _)| *other == person).map(|&(_, seal)| seal)
    }

    pub(crate) fn words_of(&self, person: PersonId) -> Option<&str> {
        self.opened.iter().find(|(other, _)| *other == person).map(|(_, words)| words.as_str())
    }

    /// Keeps a seal. Beyond [`MAX_SEALS`] it drops the oldest one of a person without a seat: a seated person's seal was
    /// confirmed, and their client relies on it.
    pub(crate) fn seal(&mut self, person: PersonId, seal: Seal, is_seated: impl Fn(PersonId) -> bool) {
        self.seals.retain(|(other, _)| *other != person);
        if self.seals.len() >= MAX_SEALS
            && let Some(oldest) = self.seals.iter().position(|&(other, _)| !is_seated(other))
        {
            self.seals.remove(oldest);
        }
        self.seals.push((person, seal));
    }

    /// Restarts the exchange without the people who did not open their words.
    pub(crate) fn begin_anew(&mut self, left_out: &[PersonId], now: Millis) {
        self.attempt = self.attempt.saturating_add(1);
        self.left_out.extend_from_slice(left_out);
        (self.is_opening, self.since) = (false, now);
        self.seals.clear();
        self.opened.clear();
    }
}

impl<G: PlayableGame> Room<G> {
    /// A person seals words.
    pub(crate) fn seal_words(
        &self,
        person: PersonId,
        (commitment, attempt): (&str, u8),
        seal: &str,
    ) -> Result<Vec<Fact<G::Rules>>, Refusal> {
        self.own_seat(person)?;
        self.check_attempt(person, commitment, attempt)?;
        let seal = Seal::try_from(seal.to_owned()).map_err(|_| Refusal::BadText)?;
        match self.exchange.seal_of(person) {
            Some(known) if known == seal => return Ok(Vec::new()),
            Some(_) => return Err(Refusal::Stale), // another device of the same person was first
            None => {}
        }
        if self.exchange.is_opening {
            return Err(Refusal::NotNow);
        }
        let mut facts = vec![Fact::Sealed { person, seal: seal.to_string() }];
        if self.phase == Phase::Dealing && self.unsealed().all(|other| other == person) {
            facts.push(Fact::Opening);
        }
        Ok(facts)
    }

    /// A person opens their words.
    pub(crate) fn open_words(
        &self,
        person: PersonId,
        (commitment, attempt): (&str, u8),
        words: &str,
    ) -> Result<Vec<Fact<G::Rules>>, Refusal> {
        self.own_seat(person)?;
        self.check_attempt(person, commitment, attempt)?;
        let (Some(seal), true) = (self.exchange.seal_of(person), self.exchange.is_opening) else {
            return Err(Refusal::NotNow);
        };
        if let Some(opened) = self.exchange.words_of(person) {
            return if opened == words { Ok(Vec::new()) } else { Err(Refusal::Stale) };
        }
        let is_clean = clean(words, MAX_WORDS).is_ok_and(|clean| clean == words) && words.len() <= MAX_TEXT;
        let promised = Commitment::try_from(self.commitment.clone());
        let fits = promised.is_ok_and(|promised| seal.fits(promised, attempt, words));
        if !is_clean || !fits {
            return Err(Refusal::BadText);
        }
        let mut facts = vec![Fact::Opened { person, words: words.to_owned() }];
        if self.unopened().all(|other| other == person) {
            facts.push(Fact::Began);
        }
        Ok(facts)
    }

    fn check_attempt(&self, person: PersonId, commitment: &str, attempt: u8) -> Result<(), Refusal> {
        if !self.promises || !matches!(self.phase, Phase::Gathering | Phase::Dealing) {
            return Err(Refusal::NotNow);
        }
        let is_current = commitment == self.commitment && attempt == self.exchange.attempt;
        if !is_current || self.exchange.left_out.contains(&person) {
            return Err(Refusal::Stale);
        }
        Ok(())
    }

    /// The facts that begin a game when all are ready: the exchange, or the game at once if the table does not commit to its
    /// deals.
    pub(crate) fn begin_exchange(&self) -> Vec<Fact<G::Rules>> {
        if !self.promises {
            return vec![Fact::Began];
        }
        let mut facts = vec![Fact::Dealing];
        if self.unsealed().next().is_none() {
            facts.push(self.after_seals());
        }
        facts
    }

    /// The next fact when the table waits for no more seals.
    fn after_seals(&self) -> Fact<G::Rules> {
        if self.unopened().next().is_some() { Fact::Opening } else { Fact::Began }
    }

    /// Seated people who are connected and have not sealed.
    fn unsealed(&self) -> impl Iterator<Item = PersonId> {
        let there = self.chairs.iter().filter_map(Chair::person);
        let there = there.filter(|person| person.offline_since.is_none()).map(|person| person.id);
        there.filter(|&person| {
            self.exchange.seal_of(person).is_none() && !self.exchange.left_out.contains(&person)
        })
    }

    /// Seated people who have sealed words and not opened them.
    fn unopened(&self) -> impl Iterator<Item = PersonId> {
        let seated = self.chairs.iter().filter_map(Chair::person).map(|person| person.id);
        seated.filter(|&person| {
            self.exchange.seal_of(person).is_some() && self.exchange.words_of(person).is_none()
        })
    }

    /// The time at which the wait ends.
    pub(crate) fn exchange_alarm(&self) -> Millis {
        let Exchange { is_opening, since, .. } = self.exchange;
        if is_opening {
            return if self.unopened().next().is_some() { since.plus(OPEN_MS) } else { since };
        }
        if self.unsealed().next().is_some() { since.plus(SEAL_MS) } else { since }
    }

    /// The facts that are due by now.
    pub(crate) fn hurry_exchange(&self, now: Millis) -> Vec<Fact<G::Rules>> {
        if self.exchange_alarm() > now {
            return Vec::new();
        }
        if !self.exchange.is_opening {
            return vec![self.after_seals()];
        }
        let left_out: Vec<PersonId> = self.unopened().collect();
        vec![if left_out.is_empty() { Fact::Began } else { Fact::Anew { left_out } }]
    }

    /// The public state of the exchange.
    pub(crate) fn public_exchange(&self) -> Option<mazzo_protocol::Exchange> {
        let Exchange { attempt, is_opening, left_out, .. } = &self.exchange;
        (self.phase == Phase::Dealing).then(|| {
            let seal = |chair: &Chair| Some(self.exchange.seal_of(chair.person()?.id)?.to_string());
            let is_out = |chair: &Chair| chair.person().is_some_and(|person| left_out.contains(&person.id));
            let seats = (0..).zip(&self.chairs);
            mazzo_protocol::Exchange {
                attempt: *attempt,
                opening: *is_opening,
                seals: if *is_opening { self.chairs.iter().map(seal).collect() } else { Vec::new() },
                left_out: seats.filter(|(_, chair)| is_out(chair)).map(|(seat, _)| seat).collect(),
            }
        })
    }

    /// Ends the exchange and moves its words into the deal. Returns its part of the proof; none for a table that does not commit
    /// to its deals, or that began without an exchange in version 0.1.
    pub(crate) fn close_exchange(&mut self) -> Option<mazzo_record::fair::Exchange> {
        let exchange = std::mem::take(&mut self.exchange);
        if self.phase != Phase::Dealing {
            return None;
        }
        let seals = self.chairs.iter_mut().map(|chair| {
            let person = chair.person().map(|person| person.id);
            let words = person.and_then(|person| exchange.words_of(person));
            words.unwrap_or_default().clone_into(&mut chair.words);
            person.filter(|_| words.is_some()).and_then(|person| exchange.seal_of(person))
        });
        Some(mazzo_record::fair::Exchange { attempt: exchange.attempt, seals: seals.collect() })
    }
}
