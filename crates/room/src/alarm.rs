//! What happens because time passes.

use mazzo_bots::Played;
use mazzo_core::{Seat, seed_for};
use mazzo_wire::{Millis, Phase};

use crate::chair::Chair;
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
/// After so long with nobody there the game pauses.
const DESERTED_MS: u64 = 10_000;
/// After so long without the host somebody else is.
const HOSTLESS_MS: u64 = 60_000;
/// After so long with nobody there a table that is not in a game is closed.
const FORGOTTEN_MS: u64 = 60 * 60 * 1000;
/// And one that is.
const ABANDONED_MS: u64 = 7 * 24 * 60 * 60 * 1000;
/// How often in a row somebody may be too late.
const LATE: u8 = 2;
/// How long a bot takes on a turn: from, and how much more at the most. It does not depend on cards.
const BOT_MS: (u64, u64) = (700, 1_200);

impl<G: Played> Room<G> {
    /// Whether anybody is at the table who is to be waited for.
    fn is_anybody_playing(&self) -> bool {
        self.chairs.iter().any(|chair| chair.bot(self.settings.stand_in).is_none())
    }

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
            let floor = play.since.plus(if self.is_anybody_playing() { pace.floor_ms() } else { 0 });
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
            return Some(play.since.plus(self.bot_ms(play)));
        }
        self.deadline()
    }

    /// How long a bot takes now. It follows from the secret, so that nobody can tell it from the cards.
    fn bot_ms(&self, play: &Play<G>) -> u64 {
        if !self.is_anybody_playing() {
            return 0;
        }
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

    /// What follows from the time that has passed. It may also tell people who is waited for.
    pub fn alarm(&mut self, now: Millis) -> Vec<Fact<G::Rules>> {
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
                facts.extend(self.decide(now));
            }
        }
        facts
    }

    /// What time decides of the open decision.
    fn decide(&mut self, now: Millis) -> Vec<Fact<G::Rules>> {
        let Some(play) = &self.play else { return Vec::new() };
        let due = self.decision_alarm(play);
        if due.is_none_or(|due| due > now) {
            return Vec::new();
        }
        if play.table.window().is_none() {
            return play.table.to_act().first().map(|seat| self.decide_turn(seat)).unwrap_or_default();
        }
        if self.awaited().is_empty() || self.deadline().is_some_and(|close| close <= now) {
            return vec![Fact::Closed { bots: self.bot_answers() }];
        }
        self.tell_waiting();
        Vec::new()
    }

    fn decide_turn(&mut self, seat: Seat) -> Vec<Fact<G::Rules>> {
        let chair = &self.chairs[seat.index()];
        let late = chair.bot(self.settings.stand_in).is_none();
        let is_last_time = chair.person().is_some_and(|person| person.late + 1 >= LATE);
        let place = seat.index() as u8;
        let Some(code) = self.think(seat) else { return Vec::new() };
        let mut facts = vec![Fact::Moved { seat: place, code, late }];
        if late && is_last_time {
            facts.push(Fact::Away { seat: place });
        }
        facts
    }

    /// What the bots answer in the open window; their thinking is over long before it closes.
    fn bot_answers(&mut self) -> Vec<(u8, u16)> {
        let Some(play) = &self.play else { return Vec::new() };
        let is_bot = |seat: &Seat| self.chairs[seat.index()].bot(self.settings.stand_in).is_some();
        let bots: Vec<Seat> = play.undecided().iter().filter(is_bot).collect();
        bots.into_iter().filter_map(|seat| Some((seat.index() as u8, self.think(seat)?))).collect()
    }

    /// What a bot would do in that seat.
    fn think(&mut self, seat: Seat) -> Option<u16> {
        let level = self.chairs[seat.index()].bot(self.settings.stand_in).unwrap_or(self.settings.stand_in);
        let play = self.play.as_mut()?;
        let luck = luck::other_luck(self.secret, "bot", self.games, play.decision, seat.index() as u8);
        let house = &mut play.houses[seat.index()];
        // Somebody whose time is up has no bot that has watched: one looks over their shoulder, once.
        let action = match house {
            Some(house) if house.level() == level => house.act(&play.table, seat, luck),
            Some(_) | None => House::new(level).act(&play.table, seat, luck),
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
