//! Timers.

use mazzo_bots::PlayableGame;
use mazzo_core::{Seat, seed_for};
use mazzo_protocol::{Level, Millis, Phase};

use crate::chair::Chair;
use crate::deliberate::{Deliberated, Deliberation};
use crate::fact::Fact;
use crate::luck;
use crate::play::Play;
use crate::room::Room;
use crate::seat_bot::SeatBot;
use crate::step::Step;

/// Delay before the awaited seats are published: sooner it would reveal who had to think.
const PUBLISH_WAITING_MS: u64 = 4_000;
/// Time without a connection after which a bot plays for a person.
const OFFLINE_MS: u64 = 30_000;
/// Time without a playing person after which the game pauses, even if watchers or people who stood up are still connected.
const DESERTED_MS: u64 = 10_000;
/// Time without a host after which another person becomes the host.
const HOSTLESS_MS: u64 = 60_000;
/// Time without people after which a table outside a game closes.
const CLOSE_IDLE_MS: u64 = 60 * 60 * 1000;
/// Time without people after which a paused game closes.
const CLOSE_PAUSED_MS: u64 = 7 * 24 * 60 * 60 * 1000;
/// Number of turns in a row that a person may miss before a bot plays for them.
pub(crate) const LATE: u8 = 2;
/// How long a bot takes for a turn: the minimum, and the random part on top. It does not depend on cards. Bots among themselves
/// take as long: a table that people have left must not cost more than one with players.
const BOT_MS: (u64, u64) = (700, 1_200);

/// The step that is due for the open decision.
enum Due {
    Nothing,
    /// Publish the awaited seats.
    Waiting,
    /// Decide the turn of that seat by a bot.
    Turn(Seat),
    /// Close the window; bots answer for those seats.
    Close(Vec<Seat>),
}

/// Source of the bots' decisions.
struct BotDecisions<'m> {
    /// Decisions made outside the room.
    decided: &'m [(Seat, u16)],
    /// True if the other bots may look ahead.
    look_ahead: bool,
}

impl<G: PlayableGame> Room<G> {
    /// The deadline of the open decision, if there is one.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        let play = self.play.as_ref().filter(|_| self.phase == Phase::Playing)?;
        let pace = self.settings.pace;
        if play.table.window().is_some() {
            Some(play.asked_since().plus(pace.close_ms()))
        } else {
            Some(play.asked_since().plus(pace.turn_ms()?))
        }
    }

    /// Time of the next timer of the open decision.
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
                close.min(play.asked_since().plus(PUBLISH_WAITING_MS))
            });
        }
        let seat = play.table.to_act().first()?;
        if self.chairs[seat.index()].bot(self.settings.stand_in).is_some() {
            return Some(play.since.plus(Self::bot_ms(play)));
        }
        self.deadline()
    }

    /// The reaction time of a bot now. It is derived from the secret, so it reveals nothing about the cards.
    fn bot_ms(play: &Play<G>) -> u64 {
        BOT_MS.0 + seed_for(play.pace, play.decision.into()) % BOT_MS.1
    }

    /// Time of the next timer.
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
            Phase::Paused => deserted(CLOSE_PAUSED_MS),
            Phase::Gathering | Phase::Over => deserted(CLOSE_IDLE_MS),
        };
        let hostless = self.hostless_since().map(|since| since.plus(HOSTLESS_MS));
        game.into_iter().chain(hostless).min()
    }

    /// Seats of people who play and are not connected.
    fn offline(&self) -> impl Iterator<Item = (u8, Millis)> {
        let since = |chair: &Chair| {
            chair.person().filter(|person| !person.away).and_then(|person| person.offline_since)
        };
        (0..).zip(&self.chairs).filter_map(move |(seat, chair)| Some((seat, since(chair)?)))
    }

    /// Since when the host is not connected, if another person could take over.
    fn hostless_since(&self) -> Option<Millis> {
        self.host_gone_since.filter(|_| self.next_host(self.host).is_some())
    }

    /// Runs the timers that are due and returns the facts to store. It may also publish the awaited seats. Bots that look ahead
    /// do so within this call; a server uses [`Room::deliberation`] instead.
    pub fn alarm(&mut self, now: Millis) -> Vec<Fact<G::Rules>> {
        self.alarm_with(now, &BotDecisions { decided: &[], look_ahead: true })
    }

    /// The decision that is due, if it needs bots that look ahead. Its result goes to [`Room::alarm_after`], before any other
    /// change of this room.
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
                let own = self.play.as_mut()?.seat_bots.get_mut(seat.index())?;
                let bot = own.take_if(|bot| bot.level() == Level::Expert);
                Some((seat, bot.unwrap_or_else(|| SeatBot::new(Level::Expert)), luck))
            })
            .collect();
        let table = self.play.as_ref()?.table;
        (!bots.is_empty()).then_some(Deliberation { now, table, bots })
    }

    /// Like [`Room::alarm`], with decisions that bots made outside the room. Bots without such a decision do not look ahead.
    pub fn alarm_after(&mut self, deliberated: Deliberated<G>) -> Vec<Fact<G::Rules>> {
        let Deliberated { now, decided } = deliberated;
        let codes: Vec<(Seat, u16)> = decided.iter().map(|&(seat, _, code)| (seat, code)).collect();
        for (seat, bot, _) in decided {
            // A person whose time was up has no bot of their own.
            let sits = self.chairs[seat.index()].bot(self.settings.stand_in) == Some(bot.level());
            if let Some(place) = self.play.as_mut().and_then(|play| play.seat_bots.get_mut(seat.index()))
                && sits
            {
                *place = Some(bot);
            }
        }
        self.alarm_with(now, &BotDecisions { decided: &codes, look_ahead: false })
    }

    /// True if something else comes before the open decision: the table is deserted, or a bot takes over for a person.
    fn is_interrupted(&self, now: Millis) -> bool {
        let is_due = |since: Option<Millis>, after: u64| since.is_some_and(|since| since.plus(after) <= now);
        is_due(self.deserted_since, DESERTED_MS)
            || self.offline().any(|(_, since)| is_due(Some(since), OFFLINE_MS))
    }

    fn alarm_with(&mut self, now: Millis, decisions: &BotDecisions<'_>) -> Vec<Fact<G::Rules>> {
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
                if is_due(self.deserted_since, CLOSE_IDLE_MS) {
                    facts.push(Fact::Gone);
                }
            }
            Phase::Dealing => facts.extend(self.hurry_exchange(now)),
            Phase::Paused => {
                if is_due(self.deserted_since, CLOSE_PAUSED_MS) {
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
                    return facts; // the awaited seats have changed
                }
                facts.extend(self.decide(now, decisions));
            }
        }
        self.complete(facts)
    }

    /// The step that is due for the open decision.
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

    fn decide(&mut self, now: Millis, decisions: &BotDecisions<'_>) -> Vec<Fact<G::Rules>> {
        match self.due(now) {
            Due::Nothing => Vec::new(),
            Due::Waiting => {
                self.publish_waiting();
                Vec::new()
            }
            Due::Turn(seat) => self.decide_turn(seat, decisions),
            // Bots take less time than a window stays open.
            Due::Close(seats) => {
                let answer = |seat: Seat| Some((seat.index() as u8, self.think(seat, decisions)?));
                vec![Fact::Closed { bots: seats.into_iter().filter_map(answer).collect() }]
            }
        }
    }

    fn decide_turn(&mut self, seat: Seat, decisions: &BotDecisions<'_>) -> Vec<Fact<G::Rules>> {
        let chair = &self.chairs[seat.index()];
        let late = chair.bot(self.settings.stand_in).is_none();
        let is_last_time = chair.person().is_some_and(|person| person.late + 1 >= LATE);
        let place = seat.index() as u8;
        let Some(code) = self.think(seat, decisions) else { return Vec::new() };
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

    /// The decision of a bot for that seat.
    fn think(&mut self, seat: Seat, decisions: &BotDecisions<'_>) -> Option<u16> {
        if let Some((_, code)) = decisions.decided.iter().find(|(other, _)| *other == seat) {
            return Some(*code);
        }
        let (level, luck) = (self.level(seat), self.bot_luck(seat)?);
        let play = self.play.as_mut()?;
        let bot = &mut play.seat_bots[seat.index()];
        let is_out_of_time = || !decisions.look_ahead;
        // A person whose time is up has no bot that has watched the game: a new one decides once from the view of the seat.
        let action = match bot {
            Some(bot) if bot.level() == level => bot.act(&play.table, seat, luck, &is_out_of_time),
            Some(_) | None => SeatBot::new(level).act(&play.table, seat, luck, &is_out_of_time),
        };
        Some(G::encode(action))
    }

    fn publish_waiting(&mut self) {
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
