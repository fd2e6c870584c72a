//! What happens because time passes.

use mazzo_bots::Played;
use mazzo_core::{Seat, seed_for};
use mazzo_wire::{Level, Millis, Phase};

use crate::chair::Chair;
use crate::deliberate::{Deliberated, Deliberation};
use crate::fact::Fact;
use crate::house::House;
use crate::luck;
use crate::play::Play;
use crate::room::Room;
use crate::step::Step;

/// After so long everybody is told who is waited for: sooner it would tell who had to think.
const TELL_MS: u64 = 4_000;
/// After so long without a connection a bot plays for somebody.
const OFFLINE_MS: u64 = 30_000;
/// After so long without a person who plays the game pauses, even if watchers or people who stood up are still connected.
const DESERTED_MS: u64 = 10_000;
/// After so long without the host somebody else is.
const HOSTLESS_MS: u64 = 60_000;
/// After so long with nobody there a table that is not in a game is closed.
const FORGOTTEN_MS: u64 = 60 * 60 * 1000;
/// And one that is.
const ABANDONED_MS: u64 = 7 * 24 * 60 * 60 * 1000;
/// How often in a row somebody may be too late.
pub(crate) const LATE: u8 = 2;
/// How long a bot takes on a turn: from, and how much more at the most. It does not depend on cards. Bots among themselves take
/// as long: a table that people have left must not cost more than one that they play at.
const BOT_MS: (u64, u64) = (700, 1_200);

/// What the open decision needs now.
enum Due {
    Nothing,
    /// Everybody is told who is waited for.
    Waiting,
    /// A bot decides the turn of that seat.
    Turn(Seat),
    /// The window closes; bots answer for those seats.
    Close(Vec<Seat>),
}

/// How bots decide while time passes.
struct Minds<'m> {
    /// What was decided elsewhere.
    decided: &'m [(Seat, u16)],
    /// Whether the others may look ahead.
    look_ahead: bool,
}

impl<G: Played> Room<G> {
    /// When the time for the decision is up, if there is a limit.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        let play = self.play.as_ref().filter(|_| self.phase == Phase::Playing)?;
        let pace = self.settings.pace;
        if play.table.window().is_some() {
            Some(play.asked_since().plus(pace.close_ms()))
        } else {
            Some(play.asked_since().plus(pace.turn_ms()?))
        }
    }

    /// When the open decision is to be looked at next.
    fn decision_alarm(&self, play: &Play<G>) -> Option<Millis> {
        let pace = self.settings.pace;
        if play.table.window().is_some() {
            let floor = play.since.plus(pace.floor_ms());
            if self.awaited().is_empty() {
                return Some(floor);
            }
            let close = self.deadline()?;
            return Some(if play.told.is_some() {
                close
            } else {
                close.min(play.asked_since().plus(TELL_MS))
            });
        }
        let seat = play.table.to_act().first()?;
        if self.chairs[seat.index()].bot(self.settings.stand_in).is_some() {
            return Some(play.since.plus(Self::bot_ms(play)));
        }
        self.deadline()
    }

    /// How long a bot takes now. It follows from the secret, so that it tells nothing about the cards.
    fn bot_ms(play: &Play<G>) -> u64 {
        BOT_MS.0 + seed_for(play.pace, play.decision.into()) % BOT_MS.1
    }

    /// When something will happen by itself.
    pub fn next_alarm(&self) -> Option<Millis> {
        let deserted = |after: u64| self.deserted_since.map(|since| since.plus(after));
        let game = match self.phase {
            Phase::Closed => return None,
            Phase::Playing => {
                let decision = self.play.as_ref().and_then(|play| self.decision_alarm(play));
                let offline = self.offline().map(|(_, since)| since.plus(OFFLINE_MS));
                offline.chain(decision).chain(deserted(DESERTED_MS)).min()
            }
            Phase::Dealing => Some(self.exchange_alarm()),
            Phase::Paused => deserted(ABANDONED_MS),
            Phase::Gathering | Phase::Over => deserted(FORGOTTEN_MS),
        };
        let hostless = self.hostless_since().map(|since| since.plus(HOSTLESS_MS));
        game.into_iter().chain(hostless).min()
    }

    /// Seats whose owners are not there though they play.
    fn offline(&self) -> impl Iterator<Item = (u8, Millis)> {
        let since = |chair: &Chair| {
            chair.person().filter(|person| !person.away).and_then(|person| person.offline_since)
        };
        (0..).zip(&self.chairs).filter_map(move |(seat, chair)| Some((seat, since(chair)?)))
    }

    /// Since when the host is not there, if somebody else could be.
    fn hostless_since(&self) -> Option<Millis> {
        self.host_gone_since.filter(|_| self.next_host(self.host).is_some())
    }

    /// What follows from the time that has passed. It may also tell people who is waited for. Bots that look ahead do so here
    /// and now: a server takes that out with [`Room::deliberation`].
    pub fn alarm(&mut self, now: Millis) -> Vec<Fact<G::Rules>> {
        self.alarm_with(now, &Minds { decided: &[], look_ahead: true })
    }

    /// The decision that is due, if bots that look ahead have a part in it. Its outcome goes to [`Room::alarm_after`], before
    /// anything else happens in this room.
    pub fn deliberation(&mut self, now: Millis) -> Option<Deliberation<G>> {
        let now = self.now.max(now);
        if self.phase != Phase::Playing || self.is_interrupted(now) {
            return None;
        }
        let seats = match self.due(now) {
            Due::Nothing | Due::Waiting => return None,
            Due::Turn(seat) => vec![seat],
            Due::Close(seats) => seats,
        };
        let deep: Vec<Seat> = seats.into_iter().filter(|&seat| self.level(seat) == Level::Expert).collect();
        let bots: Vec<_> = deep
            .into_iter()
            .filter_map(|seat| {
                let luck = self.bot_luck(seat)?;
                let own = self.play.as_mut()?.houses.get_mut(seat.index())?;
                let bot = own.take_if(|house| house.level() == Level::Expert);
                Some((seat, bot.unwrap_or_else(|| House::new(Level::Expert)), luck))
            })
            .collect();
        let table = self.play.as_ref()?.table;
        (!bots.is_empty()).then_some(Deliberation { now, table, bots })
    }

    /// The same as [`Room::alarm`], with what bots decided elsewhere. What they did not decide is decided without looking
    /// ahead.
    pub fn alarm_after(&mut self, deliberated: Deliberated<G>) -> Vec<Fact<G::Rules>> {
        let Deliberated { now, decided } = deliberated;
        let codes: Vec<(Seat, u16)> = decided.iter().map(|&(seat, _, code)| (seat, code)).collect();
        for (seat, bot, _) in decided {
            // A person whose time was up has no bot of their own.
            let sits = self.chairs[seat.index()].bot(self.settings.stand_in) == Some(bot.level());
            if let Some(place) = self.play.as_mut().and_then(|play| play.houses.get_mut(seat.index()))
                && sits
            {
                *place = Some(bot);
            }
        }
        self.alarm_with(now, &Minds { decided: &codes, look_ahead: false })
    }

    /// True if something else comes before the open decision: the table is deserted, or a bot takes over for a person.
    fn is_interrupted(&self, now: Millis) -> bool {
        let is_due = |since: Option<Millis>, after: u64| since.is_some_and(|since| since.plus(after) <= now);
        is_due(self.deserted_since, DESERTED_MS)
            || self.offline().any(|(_, since)| is_due(Some(since), OFFLINE_MS))
    }

    fn alarm_with(&mut self, now: Millis, minds: &Minds<'_>) -> Vec<Fact<G::Rules>> {
        self.now = self.now.max(now);
        let now = self.now;
        let is_due = |since: Option<Millis>, after: u64| since.is_some_and(|since| since.plus(after) <= now);
        let mut facts = Vec::new();
        if is_due(self.hostless_since(), HOSTLESS_MS) {
            facts.extend(self.next_host(self.host));
        }
        match self.phase {
            Phase::Closed => {}
            Phase::Gathering | Phase::Over => {
                if is_due(self.deserted_since, FORGOTTEN_MS) {
                    facts.push(Fact::Gone);
                }
            }
            Phase::Dealing => facts.extend(self.hurry_exchange(now)),
            Phase::Paused => {
                if is_due(self.deserted_since, ABANDONED_MS) {
                    facts.push(Fact::Gone);
                }
            }
            Phase::Playing => {
                if is_due(self.deserted_since, DESERTED_MS) {
                    facts.push(Fact::Paused);
                    return facts;
                }
                let offline = self.offline().filter(|(_, since)| is_due(Some(*since), OFFLINE_MS));
                let away: Vec<_> = offline.map(|(seat, _)| Fact::Away { seat }).collect();
                if !away.is_empty() {
                    facts.extend(away);
                    return facts; // who is waited for has changed
                }
                facts.extend(self.decide(now, minds));
            }
        }
        self.complete(facts)
    }

    /// What time asks of the open decision.
    fn due(&self, now: Millis) -> Due {
        let Some(play) = &self.play else { return Due::Nothing };
        if self.decision_alarm(play).is_none_or(|due| due > now) {
            return Due::Nothing;
        }
        if play.table.window().is_none() {
            return play.table.to_act().first().map_or(Due::Nothing, Due::Turn);
        }
        if self.awaited().is_empty() || self.deadline().is_some_and(|close| close <= now) {
            let is_bot = |seat: &Seat| self.chairs[seat.index()].bot(self.settings.stand_in).is_some();
            return Due::Close(play.undecided().iter().filter(is_bot).collect());
        }
        Due::Waiting
    }

    fn decide(&mut self, now: Millis, minds: &Minds<'_>) -> Vec<Fact<G::Rules>> {
        match self.due(now) {
            Due::Nothing => Vec::new(),
            Due::Waiting => {
                self.tell_waiting();
                Vec::new()
            }
            Due::Turn(seat) => self.decide_turn(seat, minds),
            // The bots' thinking is over long before the window closes.
            Due::Close(seats) => {
                let answer = |seat: Seat| Some((seat.index() as u8, self.think(seat, minds)?));
                vec![Fact::Closed { bots: seats.into_iter().filter_map(answer).collect() }]
            }
        }
    }

    fn decide_turn(&mut self, seat: Seat, minds: &Minds<'_>) -> Vec<Fact<G::Rules>> {
        let chair = &self.chairs[seat.index()];
        let late = chair.bot(self.settings.stand_in).is_none();
        let is_last_time = chair.person().is_some_and(|person| person.late + 1 >= LATE);
        let place = seat.index() as u8;
        let Some(code) = self.think(seat, minds) else { return Vec::new() };
        let mut facts = vec![Fact::Moved { seat: place, code, late }];
        if late && is_last_time {
            facts.push(Fact::Away { seat: place });
        }
        facts
    }

    /// The level at which a bot decides for that seat.
    fn level(&self, seat: Seat) -> Level {
        self.chairs[seat.index()].bot(self.settings.stand_in).unwrap_or(self.settings.stand_in)
    }

    fn bot_luck(&self, seat: Seat) -> Option<u64> {
        let decision = self.play.as_ref()?.decision;
        Some(luck::other_luck(self.secret, "bot", self.games, decision, seat.index() as u8))
    }

    /// What a bot does in that seat.
    fn think(&mut self, seat: Seat, minds: &Minds<'_>) -> Option<u16> {
        if let Some((_, code)) = minds.decided.iter().find(|(other, _)| *other == seat) {
            return Some(*code);
        }
        let (level, luck) = (self.level(seat), self.bot_luck(seat)?);
        let play = self.play.as_mut()?;
        let house = &mut play.houses[seat.index()];
        let is_out_of_time = || !minds.look_ahead;
        // A person whose time is up has no bot that has watched the game: a new one decides once from what the seat sees.
        let action = match house {
            Some(house) if house.level() == level => house.act(&play.table, seat, luck, &is_out_of_time),
            Some(_) | None => House::new(level).act(&play.table, seat, luck, &is_out_of_time),
        };
        Some(G::encode(action))
    }

    fn tell_waiting(&mut self) {
        let awaited = self.awaited();
        if let Some(play) = &mut self.play {
            play.told = Some(awaited);
        }
        self.n += 1;
        let mut step = Step::new(self.n);
        step.clock = Some(self.clock());
        self.push(step);
    }
}
