//! Decisions of bots that look ahead. Another thread can make them outside the room.

use mazzo_bots::PlayableGame;
use mazzo_core::Seat;
use mazzo_protocol::Millis;

use crate::seat_bot::SeatBot;

/// A decision to be made, with the bots that make it. It can be sent to another thread.
#[derive(Debug)]
pub struct Deliberation<G: PlayableGame> {
    pub(crate) now: Millis,
    pub(crate) table: G,
    /// Seat, bot, and the seed of its luck.
    pub(crate) bots: Vec<(Seat, SeatBot<G>, u64)>,
}

/// The decision, to be passed back to the room.
#[derive(Debug)]
pub struct Deliberated<G: PlayableGame> {
    pub(crate) now: Millis,
    /// Seat, bot, and the code of its action.
    pub(crate) decided: Vec<(Seat, SeatBot<G>, u16)>,
}

impl<G: PlayableGame> Deliberation<G> {
    /// Runs the bots. As soon as `is_out_of_time` returns true, the remaining ones decide as `hard` does.
    pub fn think(self, is_out_of_time: &dyn Fn() -> bool) -> Deliberated<G> {
        let Self { now, table, bots } = self;
        let decide = |(seat, mut bot, luck): (Seat, SeatBot<G>, u64)| {
            let action = bot.act(&table, seat, luck, is_out_of_time);
            (seat, bot, G::encode(action))
        };
        Deliberated { now, decided: bots.into_iter().map(decide).collect() }
    }

    /// The time at which it was due.
    pub fn now(&self) -> Millis {
        self.now
    }
}

impl<G: PlayableGame> Deliberated<G> {
    /// A decision that was lost, for example by a panic: the room then decides without looking ahead.
    pub fn lost(now: Millis) -> Self {
        Self { now, decided: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Deliberated, Deliberation};

    #[test]
    fn deliberations_can_be_sent_to_a_thread_and_back() {
        fn assert_sendable<T: Send + 'static>() {}
        assert_sendable::<Deliberation<mazzo_uno::Table>>();
        assert_sendable::<Deliberated<mazzo_diciassette::Table>>();
    }
}
