//! When the next thing is shown.

use mazzo_wire::{Millis, Pace};

/// How long the result of a round is on show.
const RESULT_MS: u32 = 4_200;
/// Facts that are shown for a shorter time are shown together where nothing moves: cards that are dealt.
const FLICKER_MS: u32 = 100;
/// So many facts may wait before everything goes faster, the more the more wait.
const CROWD: usize = 24;
const CROWD_STEP: usize = 8;

/// The pause at the end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hold {
    /// It has not begun.
    None,
    /// It lasts until then; none if the player ends it.
    Until(Option<Millis>),
    /// It is over, and the result not cleared away yet.
    Past,
}

/// When the next thing is shown.
#[derive(Clone, Debug)]
pub(super) struct Pauses {
    next_at: Millis,
    hold: Hold,
    is_off: bool,
}

impl Default for Pauses {
    fn default() -> Self {
        Self { next_at: Millis(0), hold: Hold::None, is_off: false }
    }
}

/// A pause on a screen on which nothing moves: what changes has to be found, and takes a quarter longer.
pub(super) const fn still(ms: u32) -> u32 {
    if ms < FLICKER_MS { 0 } else { ms * 5 / 4 }
}

impl Pauses {
    /// Milliseconds for a pause at this pace while so many facts wait.
    fn scaled(&self, ms: u32, pace: Option<Pace>, facts: usize) -> u64 {
        if self.is_off {
            return 0;
        }
        let crowd = 1 + facts.saturating_sub(CROWD) / CROWD_STEP;
        let ms = u64::from(ms) / crowd as u64;
        match pace {
            Some(Pace::Relaxed) => ms * 3 / 2,
            Some(Pace::Normal) | None => ms,
            Some(Pace::Fast) => ms / 2,
            Some(Pace::Instant) => 0,
        }
    }

    /// A fact was shown; the next thing comes so much later.
    pub(super) fn after_fact(&mut self, now: Millis, ms: u32, pace: Option<Pace>, facts: usize) {
        self.next_at = now.plus(self.scaled(ms, pace, facts));
    }

    /// Begins the pause at the end of a round. False if there is none at this pace.
    pub(super) fn hold(&mut self, now: Millis, pace: Option<Pace>, facts: usize, waits: bool) -> bool {
        let ms = self.scaled(RESULT_MS, pace, facts);
        if ms == 0 {
            return false;
        }
        self.hold = Hold::Until((!waits).then(|| now.plus(ms)));
        true
    }

    /// Whether the next thing can be shown.
    pub(super) fn is_over(&mut self, now: Millis) -> bool {
        match self.hold {
            Hold::Until(None) => return false,
            Hold::Until(Some(until)) if until > now => return false,
            Hold::Until(Some(_)) => self.hold = Hold::Past,
            Hold::None | Hold::Past => {}
        }
        self.next_at <= now
    }

    /// When the next thing is shown; none if it waits for the player.
    pub(super) const fn next_at(&self) -> Option<Millis> {
        match self.hold {
            Hold::Until(until) => until,
            Hold::None | Hold::Past => Some(self.next_at),
        }
    }

    /// Whether the result of a round is being looked at.
    pub(super) const fn is_held(&self) -> bool {
        matches!(self.hold, Hold::Until(_))
    }

    /// Whether it was looked at, and is not cleared away yet.
    pub(super) const fn was_held(&self) -> bool {
        matches!(self.hold, Hold::Past)
    }

    /// Ends the pause that lasts.
    pub(super) const fn skip(&mut self) {
        self.next_at = Millis(0);
        if self.is_held() {
            self.hold = Hold::Past;
        }
    }

    /// There is nothing to wait for any more.
    pub(super) const fn end(&mut self) {
        (self.next_at, self.hold) = (Millis(0), Hold::None);
    }

    /// Switches pauses off, or on again.
    pub(super) const fn set_off(&mut self, is_off: bool) {
        self.is_off = is_off;
    }
}

#[cfg(test)]
mod tests {
    use mazzo_wire::{Millis, Pace};

    use super::Pauses;

    #[test]
    fn pauses_follow_the_pace_and_shorten_in_a_crowd() {
        let mut pauses = Pauses::default();
        let ms = |pauses: &Pauses, pace, facts| pauses.scaled(240, pace, facts);
        assert_eq!(ms(&pauses, None, 2), 240);
        assert_eq!(ms(&pauses, Some(Pace::Fast), 2), 120);
        assert_eq!(ms(&pauses, Some(Pace::Instant), 2), 0);
        assert!(ms(&pauses, None, 100) < 60);
        pauses.set_off(true);
        assert_eq!(ms(&pauses, None, 2), 0);
    }

    #[test]
    fn the_pause_at_the_end_of_a_round_ends_by_time_or_by_the_player() {
        let mut pauses = Pauses::default();
        assert!(pauses.hold(Millis(10), None, 0, false));
        assert!(pauses.is_held() && !pauses.is_over(Millis(4_209)));
        assert!(pauses.is_over(Millis(4_210)) && pauses.was_held());
        assert!(pauses.hold(Millis(10), None, 0, true));
        assert!(!pauses.is_over(Millis(1 << 40)) && pauses.next_at().is_none());
        pauses.skip();
        assert!(pauses.is_over(Millis(10)));
        assert!(!pauses.hold(Millis(10), Some(Pace::Instant), 0, true));
    }
}
