//! Where on the page somebody is: the address says it.

use mazzo_games::GameKind;

/// What the page shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The start.
    Start,
    /// A table to be opened.
    New,
    /// The tables that are listed.
    Tables,
    /// A table on the server, by its name.
    Table(String),
    /// A table without a server.
    Play(GameKind),
    /// A first game that teaches.
    Learn(GameKind),
    /// A finished game, by its name; the last one in this browser is `last`.
    Record(String),
    /// An identity comes from another device.
    Move,
    /// Nothing that there is.
    Nowhere,
}

/// Digits in the name of a table or a record.
const DIGITS: usize = 32;

fn name(text: &str) -> Option<String> {
    let is_name = text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_name.then(|| text.to_ascii_lowercase())
}

/// Digits in the key of a link.
const KEY_DIGITS: usize = 16;

/// The name of a table, with the key of its link if the host has made a new one.
fn table_name(text: &str) -> Option<String> {
    let Some((table, key)) = text.split_once('-') else { return name(text) };
    let is_key = key.len() == KEY_DIGITS && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    name(table).filter(|_| is_key).map(|table| format!("{table}-{}", key.to_ascii_lowercase()))
}

impl Place {
    /// The place at this path.
    pub(crate) fn at(path: &str) -> Self {
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let found = match (parts.next(), parts.next(), parts.next()) {
            (None, None, None) => Some(Self::Start),
            (Some("new"), None, None) => Some(Self::New),
            (Some("tables"), None, None) => Some(Self::Tables),
            (Some("move"), None, None) => Some(Self::Move),
            (Some("t"), Some(table), None) => table_name(table).map(Self::Table),
            (Some("r"), Some("last"), None) => Some(Self::Record("last".to_owned())),
            (Some("r"), Some(record), None) => name(record).map(Self::Record),
            (Some("play"), Some(game), None) => game.parse().ok().map(Self::Play),
            (Some("learn"), Some(game), None) => game.parse().ok().map(Self::Learn),
            _ => None,
        };
        found.unwrap_or(Self::Nowhere)
    }

    /// Its path.
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

    /// The table that somebody means who writes or pastes its link, or its name alone.
    pub(crate) fn invited(text: &str) -> Option<Self> {
        let text = text.trim();
        let last = text.split(['?', '#']).next()?.trim_end_matches('/').rsplit('/').next()?;
        table_name(last).map(Self::Table)
    }
}

#[cfg(test)]
mod tests {
    use mazzo_games::GameKind;

    use super::Place;

    const NAME: &str = "e3f7170174afbe25198ef86ad189a15a";

    #[test]
    fn a_path_leads_to_its_place_and_back() {
        let places = [
            Place::Start,
            Place::New,
            Place::Tables,
            Place::Move,
            Place::Table(NAME.to_owned()),
            Place::Table(format!("{NAME}-0123456789abcdef")),
            Place::Play(GameKind::Uno),
            Place::Learn(GameKind::Diciassette),
            Place::Record(NAME.to_owned()),
        ];
        for place in places {
            assert_eq!(Place::at(&place.path()), place);
        }
        for nowhere in [
            "/t/",
            "/t/123",
            "/play/bridge",
            "/x",
            "/new/x",
            "/t/../../etc/passwd",
            "/t/e3f7170174afbe25198ef86ad189a15a-12",
        ] {
            assert_eq!(Place::at(nowhere), Place::Nowhere, "{nowhere}");
        }
    }

    #[test]
    fn a_link_is_understood_as_people_paste_it() {
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
