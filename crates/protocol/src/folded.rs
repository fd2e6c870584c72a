//! The state that a client builds from its frames.

use mazzo_core::Visible;

use crate::frame::{Clock, Frame, Mine, Reveal, Snapshot};
use crate::public::{Phase, PublicRoom};

/// A frame is missing: the client has to ask for a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("frame {expected} is missing")]
pub struct Gap {
    /// The number of the missing frame.
    pub expected: u64,
}

/// The state of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folded<G: Visible> {
    /// The number of the last step.
    pub n: u64,
    /// The room.
    pub room: PublicRoom<G::Rules>,
    /// The view of the cards.
    pub view: Option<G::View>,
    /// The open decision.
    pub clock: Clock,
    /// The private state.
    pub mine: Mine,
    /// The proof of the last deal.
    pub reveal: Option<Reveal>,
}

impl<G: Visible> From<Snapshot<G>> for Folded<G> {
    fn from(snapshot: Snapshot<G>) -> Self {
        let Snapshot { n, now: _, room, view, clock, mine, reveal } = snapshot;
        Self { n, room, view, clock, mine, reveal }
    }
}

impl<G: Visible> Folded<G> {
    /// Applies a frame. A frame that was applied before is ignored; one that comes too early is a [`Gap`].
    pub fn take(&mut self, frame: Frame<G>) -> Result<(), Gap> {
        if frame.n <= self.n {
            return Ok(());
        }
        if frame.n != self.n + 1 {
            return Err(Gap { expected: self.n + 1 });
        }
        // A frame with seats or cards that the table does not have counts as missing.
        if let Some(view) = frame.begin.as_ref().or(self.view.as_ref()) {
            let seats = G::viewed(view).0.seats;
            if !frame.seen.iter().all(|&seen| G::sound_seen(seen, seats)) {
                return Err(Gap { expected: frame.n });
            }
        }
        self.n = frame.n;
        if let Some(room) = frame.room {
            if room.phase != Phase::Over {
                self.reveal = None; // the next deal has another secret
            }
            self.room = room;
        }
        if frame.begin.is_some() {
            self.view = frame.begin;
        }
        if let Some(view) = &mut self.view {
            frame.seen.into_iter().for_each(|seen| G::absorb(view, seen));
        }
        if let Some(clock) = frame.clock {
            if clock.decision != self.clock.decision {
                (self.mine.answer, self.mine.premove) = (None, None);
            }
            self.clock = clock;
        }
        self.reveal = frame.reveal.or_else(|| self.reveal.take());
        Ok(())
    }
}
