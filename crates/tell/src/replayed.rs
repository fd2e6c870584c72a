//! Recorded games, told with all cards open.

use mazzo_core::{Game, Seat, Viewer};
use mazzo_text::Lang;

use crate::{Around, Line, Spoken};

/// A game whose records can be told fact by fact, with all cards open.
pub trait Replayed: Spoken {
    /// State that is carried from one fact to the next.
    type Account: Default;

    /// What the signs mean, shown once before the first line.
    fn legend(lang: Lang) -> Line;

    /// Tells a fact; `before` is the table before it, `width` the columns of a line.
    fn replay_fact(
        account: &mut Self::Account,
        around: Around<'_>,
        width: usize,
        before: &Self,
        fact: Self::Event,
        out: &mut Vec<Line>,
    );

    /// All facts of a move are told; `table` is the table after it.
    fn replay_rest(
        account: &mut Self::Account,
        around: Around<'_>,
        width: usize,
        table: &Self,
        out: &mut Vec<Line>,
    );

    /// A fact as the seat that did it saw it, with the public view before it: a record has no secrets.
    fn seen_by(before: &Self, fact: Self::Event, actor: Option<Seat>) -> (Self::View, Self::Seen) {
        let viewer = actor.map_or(Viewer::Public, Viewer::Seat);
        (Game::view(before, Viewer::Public), before.redact(fact, viewer))
    }
}
