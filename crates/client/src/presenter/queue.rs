//! Items that are known and not shown yet.

use std::collections::VecDeque;

use mazzo_core::Visible;

use super::Settled;

/// An item that waits to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Waiting<G: Visible> {
    /// The view and state of a snapshot, and whether it is of the game that was shown before.
    Restart(Option<G::View>, Box<Settled<G>>, bool),
    /// A game begins with this view and state.
    Begin(Box<G::View>, Box<Settled<G>>),
    /// An event.
    Fact(G::Seen),
    /// The state after all events of a step.
    Settle(Box<Settled<G>>),
}

/// Items that are known and not shown yet, in order.
#[derive(Clone, Debug)]
pub(super) struct Queue<G: Visible> {
    waiting: VecDeque<Waiting<G>>,
    facts: usize,
}

impl<G: Visible> Default for Queue<G> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), facts: 0 }
    }
}

impl<G: Visible> Queue<G> {
    pub(super) fn push(&mut self, next: Waiting<G>) {
        // Of two in a row only the later one counts.
        if matches!((&next, self.waiting.back()), (Waiting::Settle(_), Some(Waiting::Settle(_)))) {
            self.waiting.pop_back();
        }
        self.facts += usize::from(matches!(next, Waiting::Fact(_)));
        self.waiting.push_back(next);
    }

    /// Replaces everything that waits by a snapshot.
    pub(super) fn restart(&mut self, view: Option<G::View>, settled: Settled<G>, is_same_game: bool) {
        (self.waiting, self.facts) = (VecDeque::new(), 0);
        self.waiting.push_back(Waiting::Restart(view, Box::new(settled), is_same_game));
    }

    pub(super) fn pop(&mut self) -> Option<Waiting<G>> {
        let next = self.waiting.pop_front();
        self.facts -= usize::from(matches!(next, Some(Waiting::Fact(_))));
        next
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The number of events that wait.
    pub(super) const fn facts(&self) -> usize {
        self.facts
    }

    /// True if all events of a step are shown, and its final state is next.
    pub(super) fn is_step_over(&self) -> bool {
        matches!(self.waiting.front(), Some(Waiting::Settle(_)))
    }

    /// The next item, if it is an event.
    pub(super) fn next_fact(&self) -> Option<G::Seen> {
        match self.waiting.front() {
            Some(Waiting::Fact(seen)) => Some(*seen),
            Some(Waiting::Restart(..) | Waiting::Begin(..) | Waiting::Settle(_)) | None => None,
        }
    }
}
