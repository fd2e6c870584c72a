//! Narration of records, with all cards open.

use mazzo_core::{Seat, Viewer, Visible};
use mazzo_text::Lang;

use crate::{Around, Line, Spoken};

/// A game whose records can be narrated fact by fact, with all cards open.
pub trait Replayed: Spoken {
    /// State that is carried from one fact to the next.
    type Account: Default;

    /// The legend of the symbols, shown once before the first line, if the game needs one.
    fn legend(_lang: Lang) -> Option<Line> {
        None
    }

    /// Narrates a fact; `before` is the table before it, `width` the columns of a line.
    fn replay_fact(
        account: &mut Self::Account,
        around: Around<'_>,
        width: usize,
        before: &Self,
        fact: Self::Event,
        out: &mut Vec<Line>,
    );

    /// Narrates the end of a move, after its last fact; `table` is the table after the move.
    fn replay_rest(
        _account: &mut Self::Account,
        _around: Around<'_>,
        _width: usize,
        _table: &Self,
        _out: &mut Vec<Line>,
    ) {
    }

    /// The fact as the acting seat saw it, with the public view before it: a record has no secrets.
    fn seen_by(before: &Self, fact: Self::Event, actor: Option<Seat>) -> (Self::View, Self::Seen) {
        let viewer = actor.map_or(Viewer::Public, Viewer::Seat);
        (Visible::view(before, Viewer::Public), before.redact(fact, viewer))
    }
}
