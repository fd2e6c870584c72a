//! Decisions of bots that look ahead, taken out of the room so that another thread can make them.

use mazzo_bots::Played;
use mazzo_core::Seat;
use mazzo_wire::Millis;

use crate::house::House;

/// What is to be decided, and by which bots. It can be sent to a thread.
#[derive(Debug)]
pub struct Deliberation<G: Played> {
    pub(crate) now: Millis,
    pub(crate) table: G,
    /// Seat, bot, and where its luck comes from.
    pub(crate) bots: Vec<(Seat, House<G>, u64)>,
}

/// What was decided: goes back into the room.
#[derive(Debug)]
pub struct Deliberated<G: Played> {
    pub(crate) now: Millis,
    /// Seat, bot, and its action as a number.
    pub(crate) decided: Vec<(Seat, House<G>, u16)>,
}

impl<G: Played> Deliberation<G> {
    /// Decides. From the moment `is_out_of_time` says so, what is not decided yet is decided as `hard` would.
    pub fn think(self, is_out_of_time: &dyn Fn() -> bool) -> Deliberated<G> {
        let Self { now, table, bots } = self;
        let decide = |(seat, mut bot, luck): (Seat, House<G>, u64)| {
            let action = bot.act(&table, seat, luck, is_out_of_time);
            (seat, bot, G::encode(action))
        };
        Deliberated { now, decided: bots.into_iter().map(decide).collect() }
    }

    /// When it was due.
    pub fn now(&self) -> Millis {
        self.now
    }
}

impl<G: Played> Deliberated<G> {
    /// The decision is lost, such as by a panic: the room decides without looking ahead.
    pub fn lost(now: Millis) -> Self {
        Self { now, decided: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Deliberated, Deliberation};

    #[test]
    fn deliberations_can_be_sent_to_a_thread_and_back() {
        fn is_sent<T: Send + 'static>() {}
        is_sent::<Deliberation<mazzo_uno::Table>>();
        is_sent::<Deliberated<mazzo_diciassette::Table>>();
    }
}
