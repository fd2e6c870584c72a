//! Finished games of this browser. The server lists them too, as long as the identity is the same.

use mazzo_protocol::{Chair, Level, RecordInfo, Records, Sitter};
use mazzo_text::Lang;

use crate::browser;

const KEY: &str = "mazzo.games";
/// Games to keep in the list.
const MAX_GAMES: usize = 8;

fn stored() -> Vec<RecordInfo> {
    browser::stored_json::<Records>(KEY).map(|kept| kept.records).unwrap_or_default()
}

fn store(records: Vec<RecordInfo>) {
    browser::store_json(KEY, &Records { records, before: None });
}

/// Merges two lists: each game once, newest first.
fn merged(mut games: Vec<RecordInfo>, more: Vec<RecordInfo>) -> Vec<RecordInfo> {
    for game in more {
        if games.iter().all(|other| other.record != game.record) {
            games.push(game);
        }
    }
    mazzo_core::sort_by(&mut games, |one, other| one.ended_ms > other.ended_ms);
    games.truncate(MAX_GAMES);
    games
}

/// Merges the server's list with the games stored in this browser, newest first.
pub(crate) fn with(listed: Vec<RecordInfo>) -> Vec<RecordInfo> {
    merged(listed, stored())
}

/// The names of the players. A bot has the same name as at the table.
pub(crate) fn names(lang: Lang, game: &RecordInfo) -> Vec<String> {
    let chair = |name: &String| {
        let sitter = if name.is_empty() {
            Sitter::Bot { level: Level::Medium }
        } else {
            Sitter::Person { name: name.clone(), online: true, away: false }
        };
        Chair { sitter, ..Chair::default() }
    };
    mazzo_narration::names(lang, &game.players.iter().map(chair).collect::<Vec<_>>())
}

/// Adds a finished game.
pub(crate) fn remember(game: &RecordInfo) {
    store(merged(vec![game.clone()], stored()));
}

/// Clears the list: this browser has a new identity.
pub(crate) fn forget_all() {
    store(Vec::new());
}

/// Removes a game whose record no longer exists.
pub(crate) fn forget(record: &str) {
    let games = stored();
    if games.iter().any(|game| game.record == record) {
        store(games.into_iter().filter(|game| game.record != record).collect());
    }
}

#[cfg(test)]
mod tests {
    use mazzo_protocol::RecordInfo;

    use super::{MAX_GAMES, merged, names};

    fn game(ended_ms: u64) -> RecordInfo {
        let (record, game) = (format!("{ended_ms:032x}"), String::new());
        RecordInfo { record, game, ended_ms, players: Vec::new(), winners: Vec::new() }
    }

    fn ends(games: &[RecordInfo]) -> Vec<u64> {
        games.iter().map(|game| game.ended_ms).collect()
    }

    #[test]
    fn bots_have_the_same_names_as_at_the_table() {
        let players = ["", "Ada", "", "Dino"].map(str::to_owned).to_vec();
        let names = names(mazzo_text::Lang::It, &RecordInfo { players, ..game(1) });
        assert_eq!(names, ["Bruno", "Ada", "Elsa", "Dino"]);
    }

    #[test]
    fn merging_removes_duplicates_sorts_and_truncates() {
        let games = merged(vec![game(5), game(2)], vec![game(9), game(5), game(3)]);
        assert_eq!(ends(&games), [9, 5, 3, 2]);
        assert_eq!(merged(Vec::new(), (0..40).map(game).collect()).len(), MAX_GAMES);
    }
}
