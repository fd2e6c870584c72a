//! The games of the page.

use std::path::{Path, PathBuf};

use crate::registry;
use crate::web::{self, Web};

/// A game, and its names in the page.
pub(crate) struct Game {
    /// Its name in paths.
    pub(crate) name: String,
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// What the start page shows of it.
    pub(crate) web: Web,
    /// The function of the page that shows its table.
    pub(crate) gate: String,
    /// The export that opens its table in the worker.
    pub(crate) opens: String,
}

impl Game {
    /// A text in its folder, or nothing.
    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.join(name)).unwrap_or_default()
    }

    /// Its name for people.
    pub(crate) fn title(&self) -> String {
        let mut letters = self.name.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    }
}

/// Whether the page has the example games, which are optional in the registry.
pub(crate) fn has_examples() -> bool {
    std::env::var_os("CARGO_FEATURE_EXAMPLE_GAMES").is_some()
}

/// The games of the page, in the order of the registry. The first is in the module that is cached.
pub(crate) fn all(root: &Path) -> Vec<Game> {
    let games = registry::read(&root.join("crates")).into_iter();
    let game = |game: registry::Entry| {
        let folder = root.join("games").join(&game.folder);
        Game {
            web: web::read(&folder),
            gate: format!("mazzo_web::games::table_of_{}", game.module()),
            opens: format!("worker_open_{}", game.module()),
            name: game.folder,
            folder,
        }
    };
    games.filter(|game| has_examples() || !game.is_optional).map(game).collect()
}
