//! What a bot is given and what it gives back.

use mazzo_core::{FastRng, Game};

/// What a seat knows at the moment when it has to act.
#[derive(Debug)]
pub struct Moment<'a, G: Game> {
    /// The table as the seat sees it.
    pub view: &'a G::View,
    /// What it may do: at least one action.
    pub legal: &'a [G::Action],
    /// What it has seen since it last acted, or since the first fact of the game. Empty for a bot that
    /// does not [`Bot::remembers`].
    pub seen: &'a [G::Seen],
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one would ask for G: Clone")]
impl<G: Game> Clone for Moment<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Moment<'_, G> {}

/// How long a bot may think.
#[derive(Clone, Copy)]
pub enum Budget<'a> {
    /// So many worlds: the same seed then gives the same action.
    Worlds(u32),
    /// Until so many milliseconds have passed by this clock, which starts at 0. Time is handed in: there is no clock here.
    Millis(f64, &'a dyn Fn() -> f64),
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Worlds(worlds) => write!(f, "Worlds({worlds})"),
            Self::Millis(millis, _) => write!(f, "Millis({millis})"),
        }
    }
}

/// What a bot thought beside what it did.
#[derive(Clone, PartialEq, Debug)]
pub struct Notes<A> {
    /// How likely it is that what is asked is true ([`Game::truth`]).
    /// None where nothing is asked.
    pub odds: Option<f64>,
    /// What each action is worth, as a chance to win the game, where the bot compared them.
    pub values: Vec<(A, f64)>,
    /// What went wrong, for a bot that is somebody else's program.
    pub fault: Option<String>,
    /// Only the action is wanted: values need not be on any scale.
    pub brief: bool,
}

impl<A> Default for Notes<A> {
    fn default() -> Self {
        Self { odds: None, values: Vec::new(), fault: None, brief: false }
    }
}

impl<A> Notes<A> {
    /// A clean page; the room is kept.
    pub fn clear(&mut self) {
        self.odds = None;
        self.values.clear();
        self.fault = None;
    }
}

/// A player.
pub trait Bot<G: Game>: Send {
    /// A new game begins: whatever is remembered is forgotten.
    fn begin(&mut self) {}

    /// Whether it needs to be told what was seen since it last acted.
    fn remembers(&self) -> bool {
        false
    }

    /// What it does: one of the legal actions. `notes` are clean.
    fn act(
        &mut self,
        moment: Moment<'_, G>,
        chance: &mut FastRng,
        budget: Budget<'_>,
        notes: &mut Notes<G::Action>,
    ) -> G::Action;

    /// The game is over, won by these seats. Most have nothing to say about it.
    fn end(&mut self, view: &G::View, seen: &[G::Seen], outcome: mazzo_core::Outcome) {
        let _ = (view, seen, outcome);
    }
}
