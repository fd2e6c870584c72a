//! Steps: numbered updates that go out to clients.

use mazzo_bots::PlayableGame;
use mazzo_core::{Seat, Setup, Viewer, Visible};
use mazzo_protocol::{Clock, Frame, PublicRoom, Reveal, Said};

use crate::fact::PersonId;

/// One numbered step, with what each viewer may see. Every table keeps some of them, so it is small.
#[derive(Clone, Debug)]
pub struct Step<G: PlayableGame> {
    pub(crate) n: u64,
    pub(crate) seen: SeenByAll<G>,
    pub(crate) clock: Option<Clock>,
    rare: Option<Box<Rare<G::Rules>>>,
}

/// Parts that few steps have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rare<R> {
    pub(crate) room: Option<PublicRoom<R>>,
    /// The setup, if a game begins.
    pub(crate) begin: Option<Setup<R>>,
    pub(crate) said: Option<Said>,
    pub(crate) reveal: Option<Reveal>,
    pub(crate) reseated: Vec<PersonId>,
}

impl<G: PlayableGame> Step<G> {
    pub(crate) const fn new(n: u64) -> Self {
        let seen = SeenByAll { facts: Vec::new(), last_event: 0, is_wanted: true };
        Self { n, seen, clock: None, rare: None }
    }

    /// A step for replaying a log: it collects nothing.
    pub(crate) const fn unseen() -> Self {
        let mut step = Self::new(0);
        step.seen.is_wanted = false;
        step
    }

    /// The parts that few steps have.
    pub(crate) fn rare(&mut self) -> &mut Rare<G::Rules> {
        self.rare.get_or_insert_default()
    }

    /// Its number.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// True if the public state of the room has changed.
    pub fn is_about_room(&self) -> bool {
        self.rare.as_ref().is_some_and(|rare| rare.room.is_some())
    }

    /// People whose seat or role has changed: they need a snapshot instead of this frame.
    pub fn reseated(&self) -> &[PersonId] {
        self.rare.as_ref().map_or(&[], |rare| &rare.reseated)
    }

    /// True if all seats and the public get the same frame.
    pub fn is_alike_for_all(&self, seats: u8) -> bool {
        let is_begin = self.rare.as_ref().is_some_and(|rare| rare.begin.is_some());
        !is_begin && self.seen.is_alike_for_all(seats)
    }

    /// The frame for a seat, or for a watcher.
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

/// Set of viewers: one bit a seat, and one for the public.
#[derive(Clone, Copy, Debug)]
struct ViewerSet(u32);

impl ViewerSet {
    fn of(viewer: Viewer) -> Self {
        Self(1 << viewer.seat().map_or(Seat::LIMIT.into(), Seat::index))
    }
}

/// The events of a step as each viewer sees them. Most look the same to all, so each distinct version is stored once, with its
/// viewers.
#[derive(Clone, Debug)]
pub(crate) struct SeenByAll<G: Visible> {
    facts: Vec<(ViewerSet, G::Seen)>,
    /// Index of the first version of the last event.
    last_event: u32,
    /// False while a server reads its log, when there are no viewers.
    is_wanted: bool,
}

impl<G: Visible> SeenByAll<G> {
    pub(crate) const fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Number of stored versions of events.
    pub(crate) const fn len(&self) -> usize {
        self.facts.len()
    }

    /// Frees spare capacity; nothing more will be added.
    pub(crate) fn fit(&mut self) {
        self.facts.shrink_to_fit();
    }

    /// Starts the next event; [`SeenByAll::add`] adds its versions.
    pub(crate) const fn begin_fact(&mut self) {
        self.last_event = self.facts.len() as u32;
    }

    pub(crate) fn add(&mut self, viewer: Viewer, what: G::Seen) {
        if !self.is_wanted {
            return;
        }
        let viewers = ViewerSet::of(viewer);
        match self.facts[self.last_event as usize..].iter_mut().find(|(_, seen)| *seen == what) {
            Some((others, _)) => others.0 |= viewers.0,
            None => self.facts.push((viewers, what)),
        }
    }

    fn is_alike_for_all(&self, seats: u8) -> bool {
        let all_viewers = ((1_u32 << seats) - 1) | ViewerSet::of(Viewer::Public).0;
        self.facts.iter().all(|(viewers, _)| viewers.0 & all_viewers == all_viewers)
    }

    fn by(&self, viewer: Viewer) -> Vec<G::Seen> {
        let viewers = ViewerSet::of(viewer);
        self.facts.iter().filter(|(others, _)| others.0 & viewers.0 != 0).map(|&(_, seen)| seen).collect()
    }
}
