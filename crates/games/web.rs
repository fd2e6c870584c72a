//! Reads what the start page shows of a game, from its `web.toml`, for the build scripts of the page and of its files.

use std::path::Path;

/// Symbols of a game's sprites.
pub(crate) struct Web {
    /// Two cards, beside its name.
    pub(crate) cards: [String; 2],
    /// One card, in lists.
    #[allow(dead_code, reason = "for the page only")]
    pub(crate) face: String,
    /// One card, on the invitation to a table.
    #[allow(dead_code, reason = "for the page only")]
    pub(crate) invitation: String,
    /// Cards in the picture on top of the start page.
    spread: Vec<String>,
}

/// Reads the file in the folder of a game.
pub(crate) fn read(folder: &Path) -> Web {
    let path = folder.join("web.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let quoted = |key: &str| -> Vec<String> {
        let line = text.lines().find(|line| line.split([' ', '=']).next() == Some(key));
        line.unwrap_or_default().split('"').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let cards = quoted("cards").try_into().unwrap_or_else(|_| panic!("{}: two cards", path.display()));
    let one = |key: &str| quoted(key).pop().unwrap_or_else(|| panic!("{}: no {key}", path.display()));
    Web { cards, face: one("face"), invitation: one("invitation"), spread: quoted("spread") }
}

/// The picture on top of the start page: the cards of the first game in the middle, those of each next game around them.
pub(crate) fn spread<'a>(games: impl Iterator<Item = &'a Web>) -> Vec<String> {
    games.fold(Vec::new(), |within, game| {
        let (left, right) = game.spread.split_at(game.spread.len() / 2);
        [left, &within, right].concat()
    })
}
