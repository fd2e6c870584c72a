//! Statistics over many games.

use crate::Game;

/// The statistics of a game: events to count, and claims of players to compare with the truth.
///
/// By default there are none. Simulator and arena ask for this trait. It may read hidden state, so no player and no bot does.
/// Its law, which holds in every game that the crate `mazzo-laws` plays: an index of [`Statistics::counter`] is one of
/// [`Statistics::COUNTERS`].
pub trait Statistics: Game {
    /// Names of the statistics to count over many games; see [`Statistics::counter`].
    const COUNTERS: &'static [&'static str] = &[];

    /// The index into [`Statistics::COUNTERS`] that this fact increments.
    fn counter(_event: Self::Event) -> Option<usize> {
        None
    }
    /// True if the claim that can be made now is correct, such as that a card which may be challenged was a bluff. `None` while no
    /// claim can be made. It reads hidden state, and serves to measure how well players guess.
    fn truth(&self) -> Option<bool> {
        None
    }
    /// True if this action makes the claim: a call, a challenge.
    fn claims(_action: Self::Action) -> bool {
        false
    }
}
