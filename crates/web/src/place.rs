//! Routes: the screens of the page and their paths.

use mazzo_games::GameKind;

/// A screen of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The start page.
    Start,
    /// The form for a new table.
    New,
    /// The list of open tables.
    Tables,
    /// A table on the server, by its name.
    Table(String),
    /// A table in this browser.
    Play(GameKind),
    /// A lesson.
    Learn(GameKind),
    /// A finished game, by its name; the last one in this browser is `last`.
    Record(String),
    /// The form that takes over an identity from another device.
    Move,
    /// An unknown path.
    Nowhere,
}

/// Hexadecimal digits in the name of a table or a record.
const NAME_DIGITS: usize = 32;

fn parse_name(text: &str) -> Option<String> {
    let is_name = text.len() == NAME_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_name.then(|| text.to_ascii_lowercase())
}

/// Hexadecimal digits in the key of a link.
const KEY_DIGITS: usize = 16;

/// The name of a table, followed by the key of its link if the host has made a new link.
fn parse_table_name(text: &str) -> Option<String> {
    let Some((table, key)) = text.split_once('-') else { return parse_name(text) };
    let is_key = key.len() == KEY_DIGITS && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    parse_name(table).filter(|_| is_key).map(|table| format!("{table}-{}", key.to_ascii_lowercase()))
}

impl Place {
    /// Parses a path.
    pub(crate) fn at(path: &str) -> Self {
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let found = match (parts.next(), parts.next(), parts.next()) {
            (None, None, None) => Some(Self::Start),
            (Some("new"), None, None) => Some(Self::New),
            (Some("tables"), None, None) => Some(Self::Tables),
            (Some("move"), None, None) => Some(Self::Move),
            (Some("t"), Some(table), None) => parse_table_name(table).map(Self::Table),
            (Some("r"), Some("last"), None) => Some(Self::Record("last".to_owned())),
            (Some("r"), Some(record), None) => parse_name(record).map(Self::Record),
            (Some("play"), Some(game), None) => game.parse().ok().map(Self::Play),
            (Some("learn"), Some(game), None) => game.parse().ok().map(Self::Learn),
            _ => None,
        };
        found.unwrap_or(Self::Nowhere)
    }

    /// The path of the place.
    pub(crate) fn path(&self) -> String {
        match self {
            Self::Start | Self::Nowhere => "/".to_owned(),
            Self::New => "/new".to_owned(),
            Self::Tables => "/tables".to_owned(),
            Self::Move => "/move".to_owned(),
            Self::Table(table) => format!("/t/{table}"),
            Self::Play(game) => format!("/play/{game}"),
            Self::Learn(game) => format!("/learn/{game}"),
            Self::Record(record) => format!("/r/{record}"),
        }
    }

    /// Parses an invitation as people type or paste it: a link, or the name of a table.
    pub(crate) fn invited(text: &str) -> Option<Self> {
        let text = text.trim();
        let last = text.split(['?', '#']).next()?.trim_end_matches('/').rsplit('/').next()?;
        parse_table_name(last).map(Self::Table)
    }
}

#[cfg(test)]
mod tests {
    use mazzo_games::GameKind;

    use super::Place;

    const NAME: &str = "e3f7170174afbe25198ef86ad189a15a";

    #[test]
    fn places_survive_a_round_trip_through_their_path() {
        let places = [
            Place::Start,
            Place::New,
            Place::Tables,
            Place::Move,
            Place::Table(NAME.to_owned()),
            Place::Table(format!("{NAME}-0123456789abcdef")),
            Place::Play(GameKind::ALL[0]),
            Place::Learn(GameKind::ALL[0]),
            Place::Record(NAME.to_owned()),
        ];
        for place in places {
            assert_eq!(Place::at(&place.path()), place);
        }
        for unknown in [
            "/t/",
            "/t/123",
            "/play/bridge",
            "/x",
            "/new/x",
            "/t/../../etc/passwd",
            "/t/e3f7170174afbe25198ef86ad189a15a-12",
        ] {
            assert_eq!(Place::at(unknown), Place::Nowhere, "{unknown}");
        }
    }

    #[test]
    fn pasted_links_are_parsed() {
        let table = Some(Place::Table(NAME.to_owned()));
        for link in [
            NAME,
            " https://play.example.org/t/E3F7170174AFBE25198EF86AD189A15A \n",
            "/t/e3f7170174afbe25198ef86ad189a15a/?x#y",
        ] {
            assert_eq!(Place::invited(link), table, "{link}");
        }
        assert_eq!(Place::invited("hello"), None);
    }
}
