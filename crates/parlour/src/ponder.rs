//! Bots that look ahead, elsewhere.

use mazzo_bots::Played;
use mazzo_room::{Fact, Room};
use mazzo_wire::Millis;

/// A decision that takes a while: it can be sent to a thread.
///
/// It takes the room along, whose bots remember what they have seen. A page, where nothing is shared, has its whole
/// [`Parlour`](crate::Parlour) in a worker instead, and need not take anything out.
#[derive(Debug)]
pub struct Ponder<G: Played> {
    pub(crate) room: Box<Room<G>>,
    pub(crate) now: Millis,
    pub(crate) life: u32,
}

/// What came of it.
#[derive(Debug)]
pub struct Pondered<G: Played> {
    pub(crate) room: Box<Room<G>>,
    pub(crate) facts: Vec<Fact<G::Rules>>,
    /// When it began.
    pub(crate) at: Millis,
    pub(crate) life: u32,
}

impl<G: Played> Ponder<G> {
    /// Thinks.
    pub fn think(mut self) -> Pondered<G> {
        let facts = self.room.alarm(self.now);
        Pondered { room: self.room, facts, at: self.now, life: self.life }
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
