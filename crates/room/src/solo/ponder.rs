//! Bots that look ahead, run outside the table.

use mazzo_bots::PlayableGame;

use crate::deliberate::{Deliberated, Deliberation};

/// A decision that takes a while. It can be sent to another thread.
#[derive(Debug)]
pub struct Ponder<G: PlayableGame> {
    pub(super) deliberation: Box<Deliberation<G>>,
    pub(super) life: u32,
}

/// The decision.
#[derive(Debug)]
pub struct Pondered<G: PlayableGame> {
    pub(super) deliberated: Deliberated<G>,
    pub(super) life: u32,
}

impl<G: PlayableGame> Ponder<G> {
    /// Runs the bots without a time limit.
    pub fn think(self) -> Pondered<G> {
        Pondered { deliberated: self.deliberation.think(&|| false), life: self.life }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ponder, Pondered};

    #[test]
    fn decisions_can_be_sent_to_a_thread_and_back() {
        fn assert_sendable<T: Send + 'static>() {}
        assert_sendable::<Ponder<mazzo_uno::Table>>();
        assert_sendable::<Pondered<mazzo_diciassette::Table>>();
    }
}
