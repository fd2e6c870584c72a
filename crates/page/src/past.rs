//! Games that were played to their end from this browser. The server lists them too, for as long as the identity is the same.

use mazzo_text::Lang;
use mazzo_wire::{Chair, Level, RecordInfo, Records, Sitter};

use crate::browser;

const KEY: &str = "mazzo.games";
/// Games that are remembered.
const MOST: usize = 8;

fn remembered() -> Vec<RecordInfo> {
    browser::stored_json::<Records>(KEY).map(|kept| kept.records).unwrap_or_default()
}

fn keep(records: Vec<RecordInfo>) {
    browser::store_json(KEY, &Records { records, before: None });
}

/// Both lists as one: each game once, the newest first.
fn merged(mut games: Vec<RecordInfo>, more: Vec<RecordInfo>) -> Vec<RecordInfo> {
    for game in more {
        if games.iter().all(|other| other.record != game.record) {
            games.push(game);
        }
    }
    mazzo_core::sort_by(&mut games, |one, other| one.ended_ms > other.ended_ms);
    games.truncate(MOST);
    games
}

/// The games that this browser remembers and those that the server lists, the newest first.
pub(crate) fn with(listed: Vec<RecordInfo>) -> Vec<RecordInfo> {
    merged(listed, remembered())
}

/// What the players of a game are called. A bot has the name that it had at the table.
pub(crate) fn names(lang: Lang, game: &RecordInfo) -> Vec<String> {
    let chair = |name: &String| {
        let sitter = if name.is_empty() {
            Sitter::Bot { level: Level::Medium }
        } else {
            Sitter::Person { name: name.clone(), online: true, away: false }
        };
        Chair { sitter, ..Chair::default() }
    };
    mazzo_tell::names(lang, &game.players.iter().map(chair).collect::<Vec<_>>())
}

/// A game has ended.
pub(crate) fn remember(game: &RecordInfo) {
    keep(merged(vec![game.clone()], remembered()));
}

/// This browser is another person's from now on.
pub(crate) fn forget_all() {
    keep(Vec::new());
}

/// A game is not to be had any more.
pub(crate) fn forget(record: &str) {
    let games = remembered();
    if games.iter().any(|game| game.record == record) {
        keep(games.into_iter().filter(|game| game.record != record).collect());
    }
}

#[cfg(test)]
mod tests {
    use mazzo_wire::RecordInfo;

    use super::{MOST, merged, names};

    fn game(ended_ms: u64) -> RecordInfo {
        let (record, game) = (format!("{ended_ms:032x}"), "uno".to_owned());
        RecordInfo { record, game, ended_ms, players: Vec::new(), winners: Vec::new() }
    }

    fn ends(games: &[RecordInfo]) -> Vec<u64> {
        games.iter().map(|game| game.ended_ms).collect()
    }

    #[test]
    fn bots_have_the_names_that_they_had_at_the_table() {
        let players = ["", "Ada", "", "Dino"].map(str::to_owned).to_vec();
        let names = names(mazzo_text::Lang::It, &RecordInfo { players, ..game(1) });
        assert_eq!(names, ["Bruno", "Ada", "Elsa", "Dino"]);
    }

    #[test]
    fn each_game_once_the_newest_first_and_not_too_many() {
        let games = merged(vec![game(5), game(2)], vec![game(9), game(5), game(3)]);
        assert_eq!(ends(&games), [9, 5, 3, 2]);
        assert_eq!(merged(Vec::new(), (0..40).map(game).collect()).len(), MOST);
    }
}
