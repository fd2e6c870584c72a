//! What goes out to people.

use mazzo_bots::Played;
use mazzo_core::{Game, Seat, Setup, Viewer};
use mazzo_wire::{Clock, Frame, PublicRoom, Reveal, Said};

use crate::fact::PersonId;

/// One numbered step, as everybody sees it. Every table keeps some of them, so it is small.
#[derive(Clone, Debug)]
pub struct Step<G: Played> {
    pub(crate) n: u64,
    pub(crate) seen: SeenByAll<G>,
    pub(crate) clock: Option<Clock>,
    rare: Option<Box<Rare<G::Rules>>>,
}

/// What few steps have.
#[derive(Clone, Debug)]
pub(crate) struct Rare<R> {
    pub(crate) room: Option<PublicRoom<R>>,
    /// What is played, if a game begins.
    pub(crate) begin: Option<Setup<R>>,
    pub(crate) said: Option<Said>,
    pub(crate) reveal: Option<Reveal>,
    pub(crate) reseated: Vec<PersonId>,
}

impl<R> Default for Rare<R> {
    fn default() -> Self {
        Self { room: None, begin: None, said: None, reveal: None, reseated: Vec::new() }
    }
}

impl<G: Played> Step<G> {
    pub(crate) const fn new(n: u64) -> Self {
        let seen = SeenByAll { facts: Vec::new(), same: 0, is_wanted: true };
        Self { n, seen, clock: None, rare: None }
    }

    /// A step that goes out to nobody.
    pub(crate) const fn unseen() -> Self {
        let mut step = Self::new(0);
        step.seen.is_wanted = false;
        step
    }

    /// For what few steps have.
    pub(crate) fn rare(&mut self) -> &mut Rare<G::Rules> {
        self.rare.get_or_insert_default()
    }

    /// Its number.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// Whether what everybody knows of the room has changed.
    pub fn is_about_room(&self) -> bool {
        self.rare.as_ref().is_some_and(|rare| rare.room.is_some())
    }

    /// Who sees the table from elsewhere now, and needs a snapshot instead of this frame.
    pub fn reseated(&self) -> &[PersonId] {
        self.rare.as_ref().map_or(&[], |rare| &rare.reseated)
    }

    /// Whether so many seats and the public see the very same of it.
    pub fn is_alike_for_all(&self, seats: u8) -> bool {
        let is_begin = self.rare.as_ref().is_some_and(|rare| rare.begin.is_some());
        !is_begin && self.seen.is_alike_for_all(seats)
    }

    /// The step as somebody in that seat sees it, or somebody who only watches.
    pub fn frame(&self, seat: Option<u8>) -> Frame<G> {
        let viewer = seat.map_or(Viewer::Public, |seat| Viewer::Seat(Seat::new(seat)));
        let mut frame =
            Frame { seen: self.seen.by(viewer), clock: self.clock.clone(), ..Frame::empty(self.n) };
        if let Some(rare) = &self.rare {
            frame.room.clone_from(&rare.room);
            frame.begin = rare.begin.map(|setup| G::empty(setup).view(viewer));
            frame.said.clone_from(&rare.said);
            frame.reveal.clone_from(&rare.reveal);
        }
        frame
    }
}

/// Whose eyes: a bit a seat, and one for the public.
#[derive(Clone, Copy, Debug)]
struct Eyes(u32);

impl Eyes {
    fn of(viewer: Viewer) -> Self {
        Self(1 << viewer.seat().map_or(Seat::LIMIT.into(), Seat::index))
    }
}

/// The facts of a step as everybody sees them. Most look the same to all, so each is there once for every way it looks.
#[derive(Clone, Debug)]
pub(crate) struct SeenByAll<G: Game> {
    facts: Vec<(Eyes, G::Seen)>,
    /// Where the ways to see the last fact begin.
    same: u32,
    /// Nobody looks while a server reads what it has stored.
    is_wanted: bool,
}

impl<G: Game> SeenByAll<G> {
    pub(crate) const fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// How often it shows anything.
    pub(crate) const fn len(&self) -> usize {
        self.facts.len()
    }

    /// Nothing more is to come: it takes no more room than it needs.
    pub(crate) fn fit(&mut self) {
        self.facts.shrink_to_fit();
    }

    /// What is added from now on is the next fact.
    pub(crate) const fn begin_fact(&mut self) {
        self.same = self.facts.len() as u32;
    }

    pub(crate) fn add(&mut self, viewer: Viewer, what: G::Seen) {
        if !self.is_wanted {
            return;
        }
        let eyes = Eyes::of(viewer);
        match self.facts[self.same as usize..].iter_mut().find(|(_, seen)| *seen == what) {
            Some((others, _)) => others.0 |= eyes.0,
            None => self.facts.push((eyes, what)),
        }
    }

    fn is_alike_for_all(&self, seats: u8) -> bool {
        let everybody = ((1_u32 << seats) - 1) | Eyes::of(Viewer::Public).0;
        self.facts.iter().all(|(eyes, _)| eyes.0 & everybody == everybody)
    }

    fn by(&self, viewer: Viewer) -> Vec<G::Seen> {
        let eyes = Eyes::of(viewer);
        self.facts.iter().filter(|(others, _)| others.0 & eyes.0 != 0).map(|&(_, seen)| seen).collect()
    }
}
