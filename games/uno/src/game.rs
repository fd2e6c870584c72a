//! The implementations of [`Windows`] and [`Statistics`].

use mazzo_core::{Notation as _, Seat, Statistics, Windows};

use crate::action::Action;
use crate::event::{Event, Public};
use crate::table::{Phase, Table};

impl Windows for Table {
    #[inline]
    fn window(&self) -> Option<u32> {
        (self.board.phase == Phase::Window).then_some(self.board.windows)
    }

    #[inline]
    fn is_pass(action: Action) -> bool {
        action == Action::Pass
    }

    #[inline]
    fn is_idle(action: Action) -> bool {
        matches!(action, Action::Draw | Action::Keep | Action::Pass)
    }

    fn rank(&self, seat: Seat, action: Action) -> u8 {
        // A jump ends its window, so it is written last.
        let board = &self.board;
        if Self::closes(action) { u8::MAX } else { board.last.distance(seat, board.seats, board.clockwise) }
    }

    fn closes(action: Action) -> bool {
        matches!(action, Action::Jump(_))
    }

    fn interrupts(action: Action) -> bool {
        matches!(action, Action::Catch(_) | Action::Jump(_))
    }

    fn gesture(action: Action) -> u16 {
        match action {
            Action::Uno | Action::Catch(_) | Action::Jump(_) | Action::Pass => 0,
            Action::Play(_)
            | Action::Draw
            | Action::Keep
            | Action::Colour(_)
            | Action::Accept
            | Action::Challenge => Self::encode(action) + 1,
        }
    }
}

impl Statistics for Table {
    const COUNTERS: &'static [&'static str] =
        &["challenges_right", "challenges_wrong", "catches", "reshuffles", "void_rounds"];

    #[inline]
    fn counter(event: Event) -> Option<usize> {
        match event {
            Event::Public(Public::Judged { guilty, .. }) => Some(usize::from(!guilty)),
            Event::Public(Public::Caught { .. }) => Some(2),
            Event::Shuffled { again: true } => Some(3),
            Event::Public(Public::Voided) => Some(4),
            Event::Public(_)
            | Event::Shuffled { .. }
            | Event::Cut { .. }
            | Event::Started { .. }
            | Event::Returned
            | Event::Drew { .. }
            | Event::Played { .. }
            | Event::Swapped { .. }
            | Event::Rotated
            | Event::Answered { .. }
            | Event::Shown { .. } => None,
        }
    }

    fn truth(&self) -> Option<bool> {
        matches!(self.board.phase, Phase::Answering(_)).then(|| self.is_bluff())
    }

    fn claims(action: Action) -> bool {
        action == Action::Challenge
    }
}
