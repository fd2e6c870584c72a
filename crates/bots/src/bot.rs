//! The interface of a bot.

use mazzo_core::{FastRng, Visible};

/// The information of a seat at the moment when it must act.
#[derive(Debug)]
pub struct Moment<'a, G: Visible> {
    /// The view of the seat.
    pub view: &'a G::View,
    /// The legal actions: at least one.
    pub legal: &'a [G::Action],
    /// The redacted facts since its last action, or since the start of the game. Empty for a bot whose [`Bot::remembers`] is
    /// false.
    pub seen: &'a [G::Seen],
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived impl would require G: Clone")]
impl<G: Visible> Clone for Moment<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Visible> Copy for Moment<'_, G> {}

/// The thinking budget of a decision.
#[derive(Clone, Copy)]
pub enum Budget<'a> {
    /// A number of worlds: deterministic for a given seed.
    Worlds(u32),
    /// Milliseconds on this clock, which starts at 0. The caller passes the clock in.
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

/// A bot's reasons for its action.
#[derive(Clone, PartialEq, Debug)]
pub struct Notes<A> {
    /// The estimated probability that the claim that can be made now is correct ([`mazzo_core::Statistics::truth`]). `None` if no claim can be made.
    pub odds: Option<f64>,
    /// The value of each action, as the probability of winning the game, if the bot compared them.
    pub values: Vec<(A, f64)>,
    /// The error of an external bot program.
    pub fault: Option<String>,
    /// Only the action is needed: values need not be on any scale.
    pub brief: bool,
}

impl<A> Default for Notes<A> {
    fn default() -> Self {
        Self { odds: None, values: Vec::new(), fault: None, brief: false }
    }
}

impl<A> Notes<A> {
    /// Resets the notes and keeps the allocation.
    pub fn clear(&mut self) {
        self.odds = None;
        self.values.clear();
        self.fault = None;
    }
}

/// A player.
pub trait Bot<G: Visible>: Send {
    /// Starts a new game: resets the memory.
    fn begin(&mut self) {}

    /// True if the bot needs the redacted facts since its last action.
    fn remembers(&self) -> bool {
        false
    }

    /// Chooses one of the legal actions. `notes` are empty.
    fn act(
        &mut self,
        moment: Moment<'_, G>,
        chance: &mut FastRng,
        budget: Budget<'_>,
        notes: &mut Notes<G::Action>,
    ) -> G::Action;

    /// The game is over, won by these seats. Most bots ignore it.
    fn end(&mut self, view: &G::View, seen: &[G::Seen], outcome: mazzo_core::Outcome) {
        let _ = (view, seen, outcome);
    }
}
