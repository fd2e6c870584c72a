//! The registry of games: the only list of them.
//!
//! A game is a crate in `games/`, and is registered by one line of this crate's `Cargo.toml`. All other code is generic over
//! [`mazzo_core::Game`]. Where a game is given by name, [`with_game!`] turns it into a type. Menus, commands, tools and tests iterate
//! over [`GameKind::ALL`].
//!
//! A game's crate has a `Table`, which is the game to the rest of the program. Texts, planted bugs and study results are found in
//! its folder by the build scripts.

// First, since it defines a macro.
include!(concat!(env!("OUT_DIR"), "/games.rs"));

mod record;

use std::fmt;
use std::str::FromStr;

pub use record::{check, verify};

impl GameKind {
    /// Its name in records and commands.
    pub fn name(self) -> &'static str {
        with_game!(self, Table => <Table as mazzo_core::Game>::NAME)
    }

    /// The game with the most seats.
    pub fn largest() -> Self {
        let seats = |kind: &Self| with_game!(*kind, Table => *<Table as mazzo_core::Game>::SEATS.end());
        Self::ALL.into_iter().max_by_key(seats).unwrap_or(Self::ALL[0])
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

    /// When this fails: `mazzo study GAME --out games/GAME/study.json`.
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
        let refused = "bridge".parse::<GameKind>().unwrap_err();
        assert!(GameKind::ALL.iter().all(|kind| refused.contains(kind.name())), "{refused}");
    }
}
