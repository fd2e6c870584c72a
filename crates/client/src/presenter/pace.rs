//! Pauses between the items on a screen.

use mazzo_protocol::{Millis, Pace};

/// How long the result of a round stays on the screen.
const RESULT_MS: u32 = 4_200;
/// Without animation, events with a shorter pause are shown together, such as dealt cards.
const FLICKER_MS: u32 = 100;
/// Events that may wait at normal speed. Every [`CROWD_STEP`] more events shorten the pauses further.
const CROWD: usize = 24;
const CROWD_STEP: usize = 8;

/// The pause at the end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hold {
    /// It has not begun.
    None,
    /// It lasts until then; none if the player ends it.
    Until(Option<Millis>),
    /// It is over, but the result is still on the screen.
    Past,
}

/// The time of the next item.
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

/// The pause without animation: a quarter longer, since the viewer has to find the change.
pub(super) const fn still(ms: u32) -> u32 {
    if ms < FLICKER_MS { 0 } else { ms * 5 / 4 }
}

impl Pauses {
    /// Milliseconds of a pause at this pace, while so many events wait.
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

    /// Schedules the next item after an event.
    pub(super) fn after_fact(&mut self, now: Millis, ms: u32, pace: Option<Pace>, facts: usize) {
        self.next_at = now.plus(self.scaled(ms, pace, facts));
    }

    /// Begins the pause at the end of a round. Returns false if there is none at this pace.
    pub(super) fn hold(&mut self, now: Millis, pace: Option<Pace>, facts: usize, waits: bool) -> bool {
        let ms = self.scaled(RESULT_MS, pace, facts);
        if ms == 0 {
            return false;
        }
        self.hold = Hold::Until((!waits).then(|| now.plus(ms)));
        true
    }

    /// True if the next item may be shown.
    pub(super) fn is_over(&mut self, now: Millis) -> bool {
        match self.hold {
            Hold::Until(None) => return false,
            Hold::Until(Some(until)) if until > now => return false,
            Hold::Until(Some(_)) => self.hold = Hold::Past,
            Hold::None | Hold::Past => {}
        }
        self.next_at <= now
    }

    /// The time of the next item; none if it waits for the player.
    pub(super) const fn next_at(&self) -> Option<Millis> {
        match self.hold {
            Hold::Until(until) => until,
            Hold::None | Hold::Past => Some(self.next_at),
        }
    }

    /// True during the pause at the end of a round.
    pub(super) const fn is_held(&self) -> bool {
        matches!(self.hold, Hold::Until(_))
    }

    /// True after that pause, until the result is cleared.
    pub(super) const fn was_held(&self) -> bool {
        matches!(self.hold, Hold::Past)
    }

    /// Ends the current pause.
    pub(super) const fn skip(&mut self) {
        self.next_at = Millis(0);
        if self.is_held() {
            self.hold = Hold::Past;
        }
    }

    /// Ends all pauses.
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
    use mazzo_protocol::{Millis, Pace};

    use super::Pauses;

    #[test]
    fn pauses_follow_the_pace_and_shorten_under_load() {
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
