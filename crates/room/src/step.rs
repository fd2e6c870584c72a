//! What goes out to people.

use mazzo_bots::Played;
use mazzo_core::{Seat, Viewer};
use mazzo_wire::{Clock, Frame, PublicRoom, Reveal, Said};

use crate::fact::PersonId;
use crate::play::SeenByAll;

/// One numbered step, as everybody sees it.
#[derive(Clone, Debug)]
pub struct Step<G: Played> {
    pub(crate) n: u64,
    pub(crate) room: Option<PublicRoom<G::Rules>>,
    /// The table before the first fact of a game.
    pub(crate) begin: Option<G>,
    /// By seat, then the public; empty if there is nothing to see.
    pub(crate) seen: SeenByAll<G>,
    pub(crate) clock: Option<Clock>,
    pub(crate) said: Option<Said>,
    pub(crate) reveal: Option<Reveal>,
    pub(crate) reseated: Vec<PersonId>,
}

impl<G: Played> Step<G> {
    pub(crate) const fn new(n: u64) -> Self {
        Self {
            n,
            room: None,
            begin: None,
            seen: Vec::new(),
            clock: None,
            said: None,
            reveal: None,
            reseated: Vec::new(),
        }
    }

    /// Its number.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// Who sees the table from elsewhere now, and needs a snapshot instead of this frame.
    pub fn reseated(&self) -> &[PersonId] {
        &self.reseated
    }

    /// The step as somebody in that seat sees it, or somebody who only watches.
    pub fn frame(&self, seat: Option<u8>) -> Frame<G> {
        let viewer = seat.map_or(Viewer::Public, |seat| Viewer::Seat(Seat::new(seat)));
        let at = seat.map_or(self.seen.len().wrapping_sub(1), usize::from);
        Frame {
            n: self.n,
            room: self.room.clone(),
            begin: self.begin.map(|table| table.view(viewer)),
            seen: self.seen.get(at).cloned().unwrap_or_default(),
            clock: self.clock.clone(),
            said: self.said.clone(),
            reveal: self.reveal.clone(),
        }
    }
}
