//! The implementations of [`Windows`] and [`Statistics`].

use mazzo_core::{Seat, Statistics, Windows};

use crate::action::Action;
use crate::card::{Face, Side};
use crate::event::{Event, Public, Reason};
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
        action == Action::Pass
    }

    fn rank(&self, seat: Seat, _: Action) -> u8 {
        let board = &self.board;
        board.last.map_or(0, |last| last.distance(seat, board.seats, board.clockwise))
    }

    fn interrupts(action: Action) -> bool {
        action == Action::Call
    }

    fn gesture(action: Action) -> u16 {
        match action {
            Action::Play(face, Side::Up) => 100 + face as u16,
            Action::Play(face, Side::Down) => 200 + face.back().index() as u16,
            Action::Call | Action::Pass => 0,
        }
    }
}

impl Statistics for Table {
    const COUNTERS: &'static [&'static str] = &["calls_right", "calls_wrong", "traps", "reshuffles"];

    #[inline]
    fn counter(event: Event) -> Option<usize> {
        match event {
            // D19, D20: the sum decides who was right.
            Event::Public(Public::Added { total }) => Some(usize::from(total < crate::LIMIT)),
            Event::Public(Public::Penalised { why: Reason::Trap, .. }) => Some(2),
            Event::Shuffled { again: true, .. } => Some(3),
            Event::Public(_)
            | Event::Shuffled { .. }
            | Event::Drew { .. }
            | Event::Played { .. }
            | Event::Trashed
            | Event::Answered { .. }
            | Event::Turned { .. }
            | Event::Discarded => None,
        }
    }

    fn truth(&self) -> Option<bool> {
        let total: u8 = self.row().iter().map(|laid| Face::of(laid.card).value()).sum();
        self.window().map(|_| total >= crate::LIMIT)
    }

    fn claims(action: Action) -> bool {
        action == Action::Call
    }
}
