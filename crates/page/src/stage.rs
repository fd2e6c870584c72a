//! What happened, shown one thing after the other.
//!
//! A frame tells many facts at once: a window closes, a row is turned up, tokens go round, cards are dealt. People see one after
//! the other, so the view that is drawn follows the one that is known, fact by fact.

use std::collections::VecDeque;

use mazzo_core::Game;
use mazzo_wire::{Clock, Mine, Reveal};

use crate::at::Room;

/// What a step leaves behind, beside the facts.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Rest<G: Game> {
    pub(crate) room: Room,
    pub(crate) rules: G::Rules,
    pub(crate) clock: Clock,
    pub(crate) mine: Mine,
    pub(crate) reveal: Option<Reveal>,
}

/// Something that is shown.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cue<G: Game> {
    /// A game begins with this table, in this room: cards are dealt where they can be seen.
    Begin(Box<G::View>, Box<Room>),
    /// A fact.
    Fact(G::Seen),
    /// The step is over.
    Rest(Box<Rest<G>>),
}

/// How much faster everything goes the more waits to be shown.
const CROWD: usize = 24;

/// What waits to be shown.
#[derive(Clone, Debug)]
pub(crate) struct Stage<G: Game> {
    waiting: VecDeque<Cue<G>>,
}

impl<G: Game> Default for Stage<G> {
    fn default() -> Self {
        Self { waiting: VecDeque::new() }
    }
}

impl<G: Game> Stage<G> {
    /// Puts something at the end.
    pub(crate) fn push(&mut self, cue: Cue<G>) {
        // Of two rests in a row the last one counts.
        if matches!((&cue, self.waiting.back()), (Cue::Rest(_), Some(Cue::Rest(_)))) {
            self.waiting.pop_back();
        }
        self.waiting.push_back(cue);
    }

    /// The next one.
    pub(crate) fn next(&mut self) -> Option<Cue<G>> {
        self.waiting.pop_front()
    }

    /// The fact that comes next, if one does.
    pub(crate) fn peek(&self) -> Option<G::Seen> {
        match self.waiting.front() {
            Some(Cue::Fact(seen)) => Some(*seen),
            Some(Cue::Begin(..) | Cue::Rest(_)) | None => None,
        }
    }

    /// Forgets what waits: the table is known from elsewhere.
    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
    }

    /// How many milliseconds something takes that would take so many if nothing else waited.
    pub(crate) fn pace(&self, ms: u32) -> u32 {
        let facts = self.waiting.iter().filter(|cue| matches!(cue, Cue::Fact(_))).count();
        let crowd = u32::try_from(facts.saturating_sub(CROWD) / 8).unwrap_or(u32::MAX);
        ms / (1 + crowd)
    }
}

#[cfg(test)]
mod tests {
    use mazzo_diciassette::{Public, Seen, Table};

    use super::{Cue, Stage};

    #[test]
    fn what_waits_comes_in_order_and_faster_in_a_crowd() {
        let mut stage = Stage::<Table>::default();
        let fact = |seen| Cue::Fact(seen);
        stage.push(fact(Seen::Sealed));
        stage.push(fact(Seen::Public(Public::Reversed)));
        assert_eq!(stage.pace(240), 240);
        assert_eq!(stage.next(), Some(fact(Seen::Sealed)));
        assert_eq!(stage.next(), Some(fact(Seen::Public(Public::Reversed))));
        assert_eq!(stage.next(), None);
        for _ in 0..100 {
            stage.push(fact(Seen::Sealed));
        }
        assert!(stage.pace(240) < 60);
        stage.clear();
        assert_eq!(stage.next(), None);
    }
}
