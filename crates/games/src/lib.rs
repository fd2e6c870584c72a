//! The registry of games: the only list of them.
//!
//! All other code is generic over [`mazzo_core::Game`]. Where a game is given by name, [`with_game!`] is the one `match`.

#[doc(hidden)]
pub use {mazzo_diciassette, mazzo_uno};

use std::fmt;
use std::str::FromStr;

/// The games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameKind {
    /// 17.
    Diciassette,
    /// Uno.
    Uno,
}

/// Runs code with the table type of a [`GameKind`]: `with_game!(kind, Table => simulate::<Table>(setup))`.
#[macro_export]
macro_rules! with_game {
    ($kind:expr, $Table:ident => $body:expr) => {
        match $kind {
            $crate::GameKind::Diciassette => {
                type $Table = $crate::mazzo_diciassette::Table;
                $body
            }
            $crate::GameKind::Uno => {
                type $Table = $crate::mazzo_uno::Table;
                $body
            }
        }
    };
}

impl GameKind {
    /// Every game.
    pub const ALL: [Self; 2] = [Self::Diciassette, Self::Uno];

    /// Its name in records and commands.
    pub fn name(self) -> &'static str {
        with_game!(self, Table => <Table as mazzo_core::Game>::NAME)
    }

    /// The measured effect of each house rule as JSON, written by `mazzo study --out`. Numbers only: the lobby makes the sentences.
    pub const fn study(self) -> &'static str {
        match self {
            Self::Diciassette => include_str!("../study/diciassette.json"),
            Self::Uno => include_str!("../study/uno.json"),
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for GameKind {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|kind| kind.name()).collect();
            format!(
                "unknown game '{}'; known games: {}",
                text.chars().take(40).collect::<String>(),
                known.join(", ")
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use mazzo_core::{Game, Options};

    use super::GameKind;

    /// When this fails: `mazzo study GAME --out crates/games/study/GAME.json`.
    #[test]
    fn every_house_rule_was_measured() {
        fn options<G: Game>() -> Vec<&'static str> {
            G::Rules::KEYS.iter().map(|key| key.name).collect()
        }
        for kind in GameKind::ALL {
            let study = kind.study();
            assert!(study.contains(&format!("\"game\": \"{kind}\"")), "{kind}");
            for option in with_game!(kind, Table => options::<Table>()) {
                assert!(study.contains(&format!("\"option\": \"{option}\"")), "{option} of {kind}");
            }
        }
    }

    #[test]
    fn game_names_round_trip() {
        for kind in GameKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        assert!("bridge".parse::<GameKind>().unwrap_err().contains("diciassette, uno"));
    }
}
