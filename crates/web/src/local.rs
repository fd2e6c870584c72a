//! A table in this browser: one person against bots, also offline.

use mazzo_games::{GameKind, with_game};
use mazzo_protocol::{Chair, Phase, Sitter};
use mazzo_text::msg;
use mazzo_view::{AnyView, untrack};

use crate::app::app;
use crate::at::Room;
use crate::browser;
use crate::connection::Endpoint;
use crate::games::at_table;
use crate::place::Place;
use crate::words::lang;
use crate::worker::{self, Wish};

/// The storage key that marks an unfinished game.
fn storage_key(game: &str) -> String {
    format!("mazzo.unfinished.{game}")
}

/// Stores whether this browser has an unfinished game.
pub(crate) fn note(game: &str, is_unfinished: bool) {
    if is_unfinished {
        browser::store(&storage_key(game), "1");
    } else {
        browser::forget(&storage_key(game));
    }
}

/// Whether this browser has an unfinished game.
pub(crate) fn is_unfinished(game: &str) -> bool {
    browser::stored(&storage_key(game)).is_some()
}

/// The connection to a worker for a table of this game. A lesson has a fixed deal and three seats.
pub(crate) fn to(game: GameKind, is_fresh: bool, lesson: Option<u8>) -> Endpoint {
    let name = app().prefs.with_untracked(|prefs| prefs.name.trim().to_owned());
    let name = if name.is_empty() { untrack(|| msg::page_you_name(lang())) } else { name };
    let (seats, level) = app().prefs.with_untracked(|prefs| (prefs.local_seats, prefs.local_level));
    let most = with_game!(game, Table => *<Table as mazzo_core::Game>::SEATS.end());
    let (seats, level) =
        if lesson.is_some() { (3, mazzo_protocol::Level::Easy) } else { (seats.clamp(2, most), level) };
    Endpoint::Worker {
        game: game.name(),
        wish: Wish { game: game.name().to_owned(), seats, level, name, seed: lesson },
        is_fresh,
    }
}

/// The room to show until the worker sends its own.
pub(crate) fn room(wish: &Wish) -> Room {
    let person = Sitter::Person { name: wish.name.clone(), online: true, away: false };
    let bots = (1..wish.seats).map(|_| Sitter::Bot { level: wish.level });
    let chairs = std::iter::once(person).chain(bots).map(|sitter| Chair { sitter, ..Chair::default() });
    Room {
        settings: worker::settings(wish, ()),
        phase: Phase::Playing,
        host: Some(0),
        chairs: chairs.collect(),
        game: 0,
        commitment: String::new(),
        key: String::new(),
        exchange: None,
    }
}

/// A table in this browser. Continues an unfinished game, unless the address asks for a new one.
pub(crate) fn play(game: GameKind) -> AnyView {
    let is_fresh = browser::window().location().search().unwrap_or_default() == "?new";
    if is_fresh {
        browser::set_address(&Place::Play(game).path()); // a reload continues this game
    }
    at_table(game, to(game, is_fresh, None))
}
