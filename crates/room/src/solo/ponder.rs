//! Bots that look ahead, elsewhere.

use mazzo_bots::Played;

use crate::deliberate::{Deliberated, Deliberation};

/// A decision that takes a while: it can be sent to a thread.
#[derive(Debug)]
pub struct Ponder<G: Played> {
    pub(super) deliberation: Box<Deliberation<G>>,
    pub(super) life: u32,
}

/// The decision.
#[derive(Debug)]
pub struct Pondered<G: Played> {
    pub(super) deliberated: Deliberated<G>,
    pub(super) life: u32,
}

impl<G: Played> Ponder<G> {
    /// Thinks, for as long as it takes.
    pub fn think(self) -> Pondered<G> {
        Pondered { deliberated: self.deliberation.think(&|| false), life: self.life }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ponder, Pondered};

    #[test]
    fn thoughts_can_be_sent_to_a_thread_and_back() {
        fn is_sent<T: Send + 'static>() {}
        is_sent::<Ponder<mazzo_uno::Table>>();
        is_sent::<Pondered<mazzo_diciassette::Table>>();
    }
}
