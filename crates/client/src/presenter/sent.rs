//! Actions that were sent, until the server acknowledges them.

use mazzo_core::{Game, Windows};
use mazzo_protocol::{CommandId, Millis};

/// A second tap this soon after the first does not undo it.
const DOUBLE_TAP_MS: u64 = 350;

/// An action that was sent.
#[derive(Clone, Debug)]
struct Pending<A> {
    id: CommandId,
    /// None to cancel an action chosen in advance.
    action: Option<A>,
    is_ahead: bool,
}

/// Actions that were sent, until the server acknowledges them.
#[derive(Clone, Debug)]
pub(super) struct Sent<G: Game> {
    pending: Vec<Pending<G::Action>>,
    /// The decision of the last action, and its time.
    acted: Option<(u32, Millis)>,
}

impl<G: Game> Default for Sent<G> {
    fn default() -> Self {
        Self { pending: Vec::new(), acted: None }
    }
}

impl<G: Windows> Sent<G> {
    /// True if an action is a second tap: on a decision that is over and still on the screen, or a pass that would undo the first
    /// tap.
    pub(super) fn is_second_tap(&self, now: Millis, decision: u32, is_open: bool, action: G::Action) -> bool {
        let Some((_, when)) = self.acted.filter(|(acted, _)| *acted == decision) else { return false };
        !is_open || (G::is_pass(action) && now.0.saturating_sub(when.0) < DOUBLE_TAP_MS)
    }

    pub(super) fn act(&mut self, now: Millis, decision: u32, id: CommandId, action: G::Action) {
        self.acted = Some((decision, now));
        self.pending.push(Pending { id, action: Some(action), is_ahead: false });
    }

    pub(super) fn act_ahead(&mut self, id: CommandId, action: Option<G::Action>) {
        self.pending.push(Pending { id, action, is_ahead: true });
    }

    /// Handles an answer. Returns true if it was for an action that was not chosen in advance.
    pub(super) fn answered(&mut self, id: CommandId) -> bool {
        let was_action = self.pending.iter().any(|pending| pending.id == id && !pending.is_ahead);
        self.pending.retain(|pending| pending.id != id);
        was_action
    }

    /// The action that was sent last.
    pub(super) fn last(&self) -> Option<G::Action> {
        self.pending.last()?.action
    }

    /// The action that was sent last, unless it was chosen in advance.
    pub(super) fn answer(&self) -> Option<G::Action> {
        self.pending.last().filter(|pending| !pending.is_ahead)?.action
    }

    /// True if the last message chose an action in advance, or cancelled one.
    pub(super) fn is_ahead(&self) -> bool {
        self.pending.last().is_some_and(|pending| pending.is_ahead)
    }
}

#[cfg(test)]
mod tests {
    use mazzo_diciassette::{Action, Table};
    use mazzo_protocol::{CommandId, Millis};

    use super::Sent;

    #[test]
    fn a_second_tap_is_ignored_and_a_change_of_mind_is_not() {
        let mut sent = Sent::<Table>::default();
        let (call, pass) = (Action::Call, Action::Pass);
        assert!(!sent.is_second_tap(Millis(0), 1, true, pass));
        sent.act(Millis(1_000), 1, CommandId(1), call);
        assert!(sent.is_second_tap(Millis(1_100), 1, true, pass), "it would undo the call");
        assert!(!sent.is_second_tap(Millis(1_400), 1, true, pass), "the player has changed their style");
        assert!(sent.is_second_tap(Millis(9_000), 1, false, call), "the window has closed");
        assert!(!sent.is_second_tap(Millis(1_100), 2, true, pass), "another decision");
    }

    #[test]
    fn the_last_action_counts_until_it_is_answered() {
        let mut sent = Sent::<Table>::default();
        sent.act(Millis(0), 1, CommandId(1), Action::Call);
        assert_eq!((sent.answer(), sent.is_ahead()), (Some(Action::Call), false));
        sent.act_ahead(CommandId(2), None);
        assert_eq!((sent.answer(), sent.is_ahead(), sent.last()), (None, true, None));
        assert!(!sent.answered(CommandId(2)) && sent.answered(CommandId(1)));
        assert_eq!((sent.answer(), sent.is_ahead()), (None, false));
    }
}
