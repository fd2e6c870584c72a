//! Applying stored entries.

use mazzo_bots::PlayableGame;
use mazzo_core::Seat;
use mazzo_protocol::{CommandId, Millis, Phase, Said};

use crate::chair::{Chair, Person, Sitter};
use crate::exchange::Exchange;
use crate::fact::{Entry, Fact, PersonId};
use crate::game_facts::{GameFacts, Unfit};
use crate::guests::push_bounded;
use crate::luck;
use crate::play::{self, Play};
use crate::room::Room;
use crate::seat_bot::SeatBot;
use crate::step::Step;

impl<G: PlayableGame> Room<G> {
    /// Applies an entry that this room decided and that is stored. [`Room::take_steps`] returns the steps to send.
    pub fn fold(&mut self, entry: &Entry<G::Rules>) {
        let (phase, clock) = (self.phase, self.clock());
        // Most facts are moves and leave the public state as it was, so it is compared only for the others.
        let room = entry.facts.iter().any(Fact::is_of_room).then(|| self.public());
        let mut step = Step::new(self.n + 1);
        let taken = self.apply_entry(entry, &mut step);
        let mut is_seen =
            taken.unwrap_or_else(|unfit| unreachable!("the room decided this entry itself: {unfit}"));
        if room.is_some() || self.phase != phase {
            let after = self.public();
            if room.as_ref() != Some(&after) {
                step.rare().room = Some(after);
                is_seen = true;
            }
        }
        let after = self.clock();
        step.clock = (clock != after).then_some(after);
        if is_seen || step.clock.is_some() {
            self.n += 1;
            self.push(step);
        }
    }

    /// Applies an entry without building steps: this is how a server that restarts reads its log. [`Room::wake`] comes next.
    pub fn recall(&mut self, entry: &Entry<G::Rules>) -> Result<(), Unfit> {
        self.apply_entry(entry, &mut Step::unseen()).map(drop)
    }

    /// Adds to each decision the events that the game emits because of it. The current rules decide that here, once; events that
    /// are there already stay as they are.
    pub fn complete(&self, facts: Vec<Fact<G::Rules>>) -> Vec<Fact<G::Rules>> {
        let is_decided = facts.iter().any(|fact| matches!(fact, Fact::Emitted { .. }));
        if is_decided || !facts.iter().any(Fact::is_decision) {
            return facts;
        }
        let mut complete = Vec::with_capacity(facts.len() + 1);
        for fact in facts {
            let play = self.play.as_ref();
            let game = if let Fact::Began = fact {
                Some(self.deal(&complete))
            } else if let Fact::Moved { seat, code, .. } = fact {
                play.map(|play| play.decide_move(Seat::new(seat), G::decode(code)))
            } else if let Fact::Closed { bots } = &fact {
                play.map(|play| play.decide_close(bots))
            } else {
                None
            };
            complete.push(fact);
            complete.extend(game.map(|game| Fact::Emitted { game }));
        }
        complete
    }

    /// The events of the deal if the game begins after these facts.
    fn deal(&self, before: &[Fact<G::Rules>]) -> GameFacts {
        let is_exchange = self.phase == Phase::Dealing || before.contains(&Fact::Dealing);
        let (attempt, words) =
            if is_exchange { (self.exchange.attempt, self.words_after(before)) } else { (0, self.words()) };
        play::deal::<G>(self.setup(), &luck::dealer::<G>(self.secret, attempt, &words))
    }

    /// The words of every seat once the exchange is over and these facts have happened.
    fn words_after(&self, before: &[Fact<G::Rules>]) -> Vec<String> {
        let of = |chair: &Chair| {
            let id = chair.person()?.id;
            let just_opened = before.iter().find_map(|fact| {
                if let Fact::Opened { person, words } = fact {
                    (*person == id).then(|| words.clone())
                } else {
                    None
                }
            });
            just_opened.or_else(|| self.exchange.words_of(id).map(str::to_owned))
        };
        self.chairs.iter().map(|chair| of(chair).unwrap_or_default()).collect()
    }

    /// Returns true if viewers need a frame although the public room state did not change.
    fn apply_entry(&mut self, entry: &Entry<G::Rules>, step: &mut Step<G>) -> Result<bool, Unfit> {
        self.now = self.now.max(entry.at);
        if let Some((person, command)) = entry.by {
            self.recent.add(person, command);
        }
        let mut is_seen = false;
        for fact in &entry.facts {
            is_seen |= self.apply_fact(fact, step)?;
        }
        if entry.facts.iter().any(Fact::is_of_room) {
            self.note_presence(); // a present person may have got a seat, or become the host
        }
        Ok(is_seen)
    }

    /// Sends chat to everybody present, without storing it. A repeated command does not send it twice.
    pub fn utter(&mut self, (person, command): (PersonId, CommandId), said: Said) {
        self.recent.add(person, command);
        self.n += 1;
        let mut step = Step::new(self.n);
        step.rare().said = Some(said);
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

    /// Returns true if viewers need a frame although the public room state did not change.
    #[expect(clippy::too_many_lines, reason = "one line or two for each fact, in one place")]
    fn apply_fact(&mut self, fact: &Fact<G::Rules>, step: &mut Step<G>) -> Result<bool, Unfit> {
        match fact {
            Fact::Sat { seat, person, name } => self.seat_person(*seat, *person, name, step),
            Fact::Named { seat, name } => self.for_person(*seat, |person| person.name.clone_from(name)),
            Fact::Emptied { seat } => {
                step.rare().reseated.extend(self.person_at(*seat));
                let words = self.words_to_keep(*seat);
                self.for_chair(*seat, |chair| *chair = Chair { words, ..Chair::default() });
            }
            Fact::BotSat { seat, level } => {
                step.rare().reseated.extend(self.person_at(*seat));
                if let Some(chair) = self.chair(*seat) {
                    *chair = Chair {
                        sitter: Sitter::Bot(*level),
                        words: std::mem::take(&mut chair.words),
                        ..Chair::default()
                    };
                }
                self.stand_in(*seat);
            }
            Fact::SentAway { person } => self.send_away(*person),
            Fact::Link { key } => {
                self.link.clone_from(key);
                self.guests = self.seated().map(|(_, person)| person).collect();
            }
            Fact::Approving { on } => self.settings.approve = *on,
            Fact::Host { person } => {
                step.rare().reseated.extend([self.host, *person]);
                self.host = *person;
            }
            Fact::Set { settings } => {
                self.settings = *settings;
                self.chairs.resize(settings.seats.into(), Chair::default());
                self.chairs.iter_mut().for_each(|chair| chair.ready = false);
            }
            Fact::Ready { seat, on } => self.for_chair(*seat, |chair| chair.ready = *on),
            Fact::Words { seat, words } => self.for_chair(*seat, |chair| chair.words.clone_from(words)),
            Fact::Sealed { person, seal } => {
                if let Ok(seal) = seal.clone().try_into() {
                    let chairs = &self.chairs;
                    let is_seated =
                        |person| chairs.iter().filter_map(Chair::person).any(|at| at.id == person);
                    self.exchange.seal(*person, seal, is_seated);
                }
            }
            Fact::Dealing => (self.phase, self.exchange.since) = (Phase::Dealing, self.now),
            Fact::Opening => (self.exchange.is_opening, self.exchange.since) = (true, self.now),
            Fact::Opened { person, words } => self.exchange.opened.push((*person, words.clone())),
            Fact::Anew { left_out } => self.exchange.begin_anew(left_out, self.now),
            Fact::Muted { seat, on } => self.mute(*seat, *on),
            Fact::AutoPass { seat, on } => self.for_person(*seat, |person| person.auto_pass = *on),
            Fact::Began => {
                self.begin(step);
                return Ok(true);
            }
            Fact::Answered { seat, code } => {
                if let Some(place) =
                    self.play.as_mut().and_then(|play| play.answers.get_mut(usize::from(*seat)))
                {
                    *place = G::decode(*code);
                }
                self.acted_in_time(*seat);
            }
            Fact::Premoved { seat, code } => {
                if let Some(place) =
                    self.play.as_mut().and_then(|play| play.premoves.get_mut(usize::from(*seat)))
                {
                    *place = code.and_then(G::decode);
                }
                self.acted_in_time(*seat);
            }
            Fact::Closed { .. } => {}
            Fact::Moved { seat, late, .. } => {
                if *late {
                    self.for_person(*seat, |person| person.late = person.late.saturating_add(1));
                } else {
                    self.acted_in_time(*seat);
                }
            }
            Fact::Emitted { game } => return self.advance(game, step),
            Fact::Away { seat } => {
                self.for_person(*seat, |person| person.away = true);
                self.stand_in(*seat);
            }
            Fact::Back { seat } => {
                self.for_person(*seat, |person| (person.away, person.late) = (false, 0));
                self.set_bot(*seat, None);
            }
            Fact::Paused => self.phase = Phase::Paused,
            Fact::Resumed => {
                self.phase = Phase::Playing;
                self.restart_clock();
            }
            Fact::Kept => self.is_kept = true,
            Fact::Again { secret } => {
                self.phase = Phase::Gathering;
                self.secret = *secret;
                if self.promises {
                    self.commitment = luck::commitment(*secret, self.table, self.games + 1);
                }
                self.exchange = Exchange::default();
                for chair in &mut self.chairs {
                    (chair.ready, chair.words) = (false, String::new());
                }
            }
            Fact::Gone => self.phase = Phase::Closed,
        }
        Ok(false)
    }

    /// The words to keep when a seat changes hands. After a game they stay: its proof is about the deal as it was.
    fn words_to_keep(&mut self, seat: u8) -> String {
        let is_over = self.phase == Phase::Over;
        let words = self.chair(seat).filter(|_| is_over).map(|chair| std::mem::take(&mut chair.words));
        words.unwrap_or_default()
    }

    fn seat_person(&mut self, seat: u8, person: PersonId, name: &str, step: &mut Step<G>) {
        let is_there = self.present.iter().any(|(other, _)| *other == person);
        let offline_since = if is_there { None } else { Some(self.now) };
        let words = self.words_to_keep(seat);
        let muted = self.muted.iter().any(|(muted, _)| *muted == person);
        self.invite(person);
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
                words,
                muted,
                is_new: true,
                ready: false,
            };
            step.rare().reseated.push(person);
        }
    }

    /// Mutes the person, not the seat: changing seats does not unmute them.
    fn mute(&mut self, seat: u8, on: bool) {
        let person = self.chair(seat).and_then(|chair| chair.person().cloned());
        if let Some(person) = person {
            self.muted.retain(|(other, _)| *other != person.id);
            if on {
                push_bounded(&mut self.muted, (person.id, person.name));
            }
        }
        self.for_chair(seat, |chair| chair.muted = on);
    }

    /// A person acted in time.
    fn acted_in_time(&mut self, seat: u8) {
        self.for_person(seat, |person| person.late = 0);
    }

    /// Creates the bot for that seat, if one plays there. It sees the game from now on.
    fn stand_in(&mut self, seat: u8) {
        let level = self.chairs.get(usize::from(seat)).and_then(|chair| chair.bot(self.settings.stand_in));
        if let Some(level) = level {
            self.set_bot(seat, Some(SeatBot::new(level)));
        }
    }

    /// Does nothing for a seat that the last game did not have.
    fn set_bot(&mut self, seat: u8, bot: Option<SeatBot<G>>) {
        let place = self.play.as_mut().and_then(|play| play.seat_bots.get_mut(usize::from(seat)));
        if let Some(place) = place {
            *place = bot;
        }
    }

    /// Gives the seats to act their full time.
    fn restart_clock(&mut self) {
        let now = self.now;
        if let Some(play) = &mut self.play {
            (play.since, play.told) = (now, None);
        }
    }

    fn begin(&mut self, step: &mut Step<G>) {
        self.games += 1;
        self.is_kept = false;
        self.dealt = self.close_exchange();
        self.phase = Phase::Playing;
        let dealer = luck::dealer::<G>(self.secret, self.dealt_attempt(), &self.words());
        let pace = luck::other_luck(self.secret, "pace", self.games, 0, 0);
        let setup = self.setup();
        step.rare().begin = Some(setup);
        self.play = Some(Play::begin(setup, dealer, pace, self.now));
        self.chairs.iter_mut().for_each(|chair| chair.is_new = false);
    }

    /// After a deal or a decision: the next decision begins, or the game is over.
    fn advance(&mut self, game: &GameFacts, step: &mut Step<G>) -> Result<bool, Unfit> {
        let now: Millis = self.now;
        let play = self.play.as_mut().ok_or(Unfit("events of a game that has not begun"))?;
        play.take_in(game, &mut step.seen)?;
        let is_deal = play.decision == 0;
        play.next(now, self.settings.pace.look_ms());
        if play.table.outcome().is_some() {
            self.phase = Phase::Over;
            self.chairs.iter_mut().for_each(|chair| chair.ready = false);
            self.note_presence(); // outside a game, away people with a connection keep the table open
            step.rare().reveal = Some(self.proof());
        }
        if is_deal {
            for seat in 0..self.settings.seats {
                self.stand_in(seat);
            }
        }
        Ok(true)
    }
}
