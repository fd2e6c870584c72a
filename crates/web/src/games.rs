//! The games of the registry. Their modules are in their folders (`games/<game>/web.rs`) and are compiled as a part of the page.

use mazzo_games::GameKind;
use mazzo_text::{Lang, msg};
use mazzo_view::AnyView;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::connection::Endpoint;
use crate::frame::sit;
use crate::table::Table;
use crate::{log_panics, worker};

/// What the start page shows of a game, from its `web.toml`.
pub(crate) struct Web {
    /// Two cards, beside its name.
    pub(crate) cards: [&'static str; 2],
    /// One card, in lists.
    pub(crate) face: &'static str,
    /// One card, on the invitation to a table.
    pub(crate) invitation: &'static str,
    /// The game in a sentence.
    pub(crate) about: fn(Lang) -> String,
}

include!(concat!(env!("OUT_DIR"), "/drawings.rs"));
