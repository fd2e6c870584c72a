//! Taking in what was stored.

use mazzo_bots::Played;
use mazzo_core::Seat;
use mazzo_wire::{Millis, Phase, Said};

use crate::chair::{Chair, Person, Sitter};
use crate::fact::{Entry, Fact, PersonId};
use crate::house::House;
use crate::luck;
use crate::play::Play;
use crate::room::Room;
use crate::step::Step;

impl<G: Played> Room<G> {
    /// Takes in an entry that is stored. What people see of it is in [`Room::take_steps`].
    pub fn fold(&mut self, entry: &Entry<G::Rules>) {
        self.now = self.now.max(entry.at);
        if let Some(by) = entry.by {
            self.remember(by);
        }
        let (before, clock_before) = (self.public(), self.clock());
        let mut step = Step::new(self.n + 1);
        let mut is_seen = false;
        for fact in &entry.facts {
            is_seen |= self.take(fact, &mut step);
        }
        let (after, clock) = (self.public(), self.clock());
        is_seen |= after != before || clock != clock_before;
        step.room = (after != before).then_some(after);
        step.clock = (clock != clock_before).then_some(clock);
        if is_seen {
            self.n += 1;
            self.push(step);
        }
    }

    /// Somebody said something: it is heard by who is there, and not stored.
    pub fn utter(&mut self, said: Said) {
        self.n += 1;
        let mut step = Step::new(self.n);
        step.said = Some(said);
        self.push(step);
    }

    fn chair(&mut self, seat: u8) -> Option<&mut Chair> {
        self.chairs.get_mut(usize::from(seat))
    }

    fn for_chair(&mut self, seat: u8, change: impl FnOnce(&mut Chair)) {
        if let Some(chair) = self.chair(seat) {
            change(chair);
        }
    }

    fn for_person(&mut self, seat: u8, change: impl FnOnce(&mut Person)) {
        if let Some(person) = self.chair(seat).and_then(Chair::person_mut) {
            change(person);
        }
    }

    /// Whether people see something of it beyond what everybody knows of the room.
    fn take(&mut self, fact: &Fact<G::Rules>, step: &mut Step<G>) -> bool {
        match fact {
            Fact::Sat { seat, person, name } => self.seat_person(*seat, *person, name, step),
            Fact::Named { seat, name } => self.for_person(*seat, |person| person.name.clone_from(name)),
            Fact::Emptied { seat } => {
                step.reseated.extend(self.person_at(*seat));
                self.for_chair(*seat, |chair| *chair = Chair::default());
            }
            Fact::BotSat { seat, level } => {
                step.reseated.extend(self.person_at(*seat));
                if let Some(chair) = self.chair(*seat) {
                    *chair = Chair {
                        sitter: Sitter::Bot(*level),
                        words: std::mem::take(&mut chair.words),
                        ..Chair::default()
                    };
                }
                self.stand_in(*seat);
            }
            Fact::SentAway { person } => self.sent_away.push(*person),
            Fact::Host { person } => {
                step.reseated.extend([self.host, *person]);
                self.host = *person;
            }
            Fact::Set { settings } => {
                self.settings = *settings;
                self.chairs.resize(settings.seats.into(), Chair::default());
                self.chairs.iter_mut().for_each(|chair| chair.ready = false);
            }
            Fact::Ready { seat, on } => self.for_chair(*seat, |chair| chair.ready = *on),
            Fact::Words { seat, words } => self.for_chair(*seat, |chair| chair.words.clone_from(words)),
            Fact::Muted { seat, on } => self.for_chair(*seat, |chair| chair.muted = *on),
            Fact::AutoPass { seat, on } => self.for_person(*seat, |person| person.auto_pass = *on),
            Fact::Began => return self.begin(step),
            Fact::Answered { seat, code } => {
                if let Some(play) = &mut self.play {
                    play.answers[usize::from(*seat)] = G::decode(*code);
                }
                self.punctual(*seat);
            }
            Fact::Premoved { seat, code } => {
                if let Some(play) = &mut self.play {
                    play.premoves[usize::from(*seat)] = code.and_then(G::decode);
                }
                self.punctual(*seat);
            }
            Fact::Closed { bots } => return self.advance(step, |play, seen| play.close(bots, seen)),
            Fact::Moved { seat, code, late } => {
                if *late {
                    self.for_person(*seat, |person| person.late = person.late.saturating_add(1));
                } else {
                    self.punctual(*seat);
                }
                let (seat, code) = (Seat::new(*seat), *code);
                return self.advance(step, |play, seen| {
                    if let Some(action) = G::decode(code) {
                        play.apply(seat, action, seen);
                    }
                });
            }
            Fact::Away { seat } => {
                self.for_person(*seat, |person| person.away = true);
                self.stand_in(*seat);
            }
            Fact::Back { seat } => {
                self.for_person(*seat, |person| (person.away, person.late) = (false, 0));
                if let Some(play) = &mut self.play {
                    play.houses[usize::from(*seat)] = None;
                }
            }
            Fact::Paused => self.phase = Phase::Paused,
            Fact::Resumed => {
                self.phase = Phase::Playing;
                self.restart_clock();
            }
            Fact::Again { secret } => {
                self.phase = Phase::Gathering;
                self.secret = *secret;
                self.commitment = luck::commitment(*secret, self.table, self.games + 1);
                for chair in &mut self.chairs {
                    (chair.ready, chair.words) = (false, String::new());
                }
            }
            Fact::Gone => self.phase = Phase::Closed,
        }
        false
    }

    fn seat_person(&mut self, seat: u8, person: PersonId, name: &str, step: &mut Step<G>) {
        let is_there = self.present.contains_key(&person);
        let offline_since = if is_there { None } else { Some(self.now) };
        if let Some(chair) = self.chair(seat) {
            *chair = Chair {
                sitter: Sitter::Person(Person {
                    id: person,
                    name: name.to_owned(),
                    away: false,
                    auto_pass: false,
                    late: 0,
                    offline_since,
                }),
                ..Chair::default()
            };
            step.reseated.push(person);
        }
    }

    /// Somebody did something in time.
    fn punctual(&mut self, seat: u8) {
        self.for_person(seat, |person| person.late = 0);
    }

    /// A bot for that seat, which knows what can be seen from now on.
    fn stand_in(&mut self, seat: u8) {
        let level = self.chairs.get(usize::from(seat)).and_then(|chair| chair.bot(self.settings.stand_in));
        if let (Some(play), Some(level)) = (&mut self.play, level) {
            play.houses[usize::from(seat)] = Some(House::new(level));
        }
    }

    /// Whoever is to decide gets the whole time.
    fn restart_clock(&mut self) {
        let now = self.now;
        if let Some(play) = &mut self.play {
            (play.since, play.told) = (now, None);
        }
    }

    fn begin(&mut self, step: &mut Step<G>) -> bool {
        self.games += 1;
        self.phase = Phase::Playing;
        let dealer = luck::dealer::<G>(self.secret, &self.words());
        let (play, seen) = Play::begin(self.setup(), dealer, self.now);
        step.begin = Some(G::empty(self.setup()));
        step.seen = seen;
        self.play = Some(play);
        for seat in 0..self.settings.seats {
            self.stand_in(seat);
        }
        true
    }

    /// A decision was made: the next one begins, or the game is over.
    fn advance(
        &mut self,
        step: &mut Step<G>,
        make: impl FnOnce(&mut Play<G>, &mut Vec<Vec<G::Seen>>),
    ) -> bool {
        let now: Millis = self.now;
        let Some(play) = &mut self.play else { return false };
        if step.seen.is_empty() {
            step.seen = play.nothing_seen();
        }
        make(play, &mut step.seen);
        play.next(now);
        if play.table.outcome().is_some() {
            self.phase = Phase::Over;
            self.chairs.iter_mut().for_each(|chair| chair.ready = false);
            step.reveal = Some(self.proof());
        }
        true
    }
}
