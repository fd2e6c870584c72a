//! Play at a server: the lobby, new tables, and joining a table.

use std::io;

use mazzo_client::{NetError, Person};
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::{Lobby as Tables, NewTable, TableInfo};
use mazzo_text::{Lang, msg};
use serde_json::Value;

use crate::clock::Clock;
use crate::desk::Reach;
use crate::link::Link;
use crate::lobby::{Lobby, Wish};
use crate::net::{Remote, trouble};
use crate::prefs::Home;
use crate::run::{Ended, choose, sit};
use crate::shown::Shown;
use crate::start::{Chosen, Start};
use crate::tty::{Input, pressed};
use crate::{App, TerminalError};

/// The address of a server, or of one of its tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    /// The URL of the server, without a trailing slash.
    pub(crate) server: String,
    /// The name of the table, if the link has one.
    pub(crate) table: Option<String>,
}

impl Address {
    /// The same as [`Address::read`], with a sentence about a bad link.
    pub(crate) fn parse(link: &str, lang: Lang) -> Result<Self, TerminalError> {
        Self::read(link).ok_or_else(|| {
            let shown: String = link.chars().filter(|c| !c.is_control()).take(60).collect();
            TerminalError::Sentence(msg::t_bad_link(lang, &shown))
        })
    }

    /// Parses a link: `http://host/t/…`, or a server alone. None if it is neither.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
        let rest = rest.trim_end_matches('/');
        if !["http", "https"].contains(&scheme) || rest.is_empty() {
            return None;
        }
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let is_host = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        if host.is_empty() || !host.chars().all(is_host) {
            return None;
        }
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let table = match path.strip_prefix("t/") {
            Some(table) if is_table(table) => Some(table.to_owned()),
            None if path.is_empty() => None,
            Some(_) | None => return None,
        };
        Some(Self { server: format!("{scheme}://{host}"), table })
    }
}

/// True for the name of a table: 32 hex digits, and after a new link a dash and a key of 16 more.
fn is_table(name: &str) -> bool {
    let is_hex = |text: &str, digits| text.len() == digits && text.chars().all(|c| c.is_ascii_hexdigit());
    name.split_once('-').map_or(is_hex(name, 32), |(table, key)| is_hex(table, 32) && is_hex(key, 16))
}

/// A player's identity at a server, with a runtime for requests.
pub(crate) struct Guest {
    runtime: tokio::runtime::Runtime,
    person: Person,
    server: String,
}

impl Guest {
    /// Signs in: with the one-time code, with the stored cookie, or as a new person.
    pub(crate) fn arrive(
        server: &str,
        home: Option<&Home>,
        code: Option<&str>,
    ) -> io::Result<Result<Self, NetError>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let known = home.and_then(|home| home.cookie(server));
        let known = known.and_then(|cookie| Person::known(server, &cookie).ok());
        // A visit renews the cookie. If the server no longer knows it, it issues a new identity.
        let person = match (code, known) {
            (Some(code), _) => runtime.block_on(Person::moved(server, code)),
            (None, Some(person)) => runtime.block_on(person.renewed()),
            (None, None) => runtime.block_on(Person::new(server)),
        };
        let guest = person.map(|person| Self { runtime, person, server: server.to_owned() });
        if let (Ok(guest), Some(home)) = (&guest, home) {
            home.keep_cookie(server, guest.person.cookie())?;
        }
        Ok(guest)
    }

    fn table(&self, table: &str) -> Result<TableInfo, NetError> {
        self.runtime.block_on(self.person.get(&format!("/api/tables/{table}")))
    }

    fn tables(&self) -> Result<Tables, NetError> {
        self.runtime.block_on(self.person.get("/api/tables"))
    }

    fn open(&self, start: &Start) -> Result<String, NetError> {
        let (seats, rules) = start.setup();
        let mut wanted = NewTable::new(start.kind().name(), seats);
        wanted.rules = rules_as_json(start.kind(), rules);
        wanted.pace = start.prefs.pace;
        wanted.stand_in = start.prefs.level;
        wanted.listed = true;
        self.runtime.block_on(self.person.open(&wanted)).map(|opened| opened.table)
    }
}

fn rules_as_json(kind: GameKind, text: &str) -> serde_json::Map<String, Value> {
    use mazzo_core::Options;
    fn all<R: Options + serde::Serialize>(text: &str) -> Value {
        serde_json::to_value(R::parse(text).unwrap_or_default()).unwrap_or(Value::Null)
    }
    let value = with_game!(kind, Table => all::<<Table as mazzo_core::Game>::Rules>(text));
    value.as_object().cloned().unwrap_or_default()
}

/// Runs the lobby until the player leaves it.
pub(crate) fn visit(app: &mut App, guest: &Guest) -> Result<Ended, TerminalError> {
    let mut lobby = Lobby::new(guest.server.clone(), Vec::new(), app.start.lang, app.start.theme);
    let reload = |lobby: &mut Lobby| match guest.tables() {
        Ok(found) => (lobby.tables, lobby.notice) = (found.tables, None),
        Err(error) => lobby.notice = Some(trouble(lobby.lang, &error).0),
    };
    reload(&mut lobby);
    loop {
        let hits = app.tty.draw(|buffer| lobby.draw(buffer))?;
        let wish = match app.tty.next(None) {
            Some(Input::Key(key)) => lobby.key(key),
            Some(Input::Click(at)) => pressed(&hits, at).and_then(|press| lobby.press(press)),
            Some(Input::Resize | Input::Poke) => None,
            Some(Input::End) | None => return Ok(Ended::Quit),
        };
        let table = match wish {
            Some(Wish::Leave) => return Ok(Ended::Left),
            Some(Wish::Again) => {
                reload(&mut lobby);
                continue;
            }
            Some(Wish::Join(table)) => table,
            Some(Wish::Open) => {
                app.start.is_online = true;
                if choose(app)? == Chosen::Leave {
                    continue;
                }
                app.keep_prefs()?;
                match guest.open(&app.start) {
                    Ok(table) => table,
                    Err(error) => {
                        lobby.notice = Some(trouble(lobby.lang, &error).0);
                        continue;
                    }
                }
            }
            None => continue,
        };
        match join(app, guest, &table) {
            Ok(Ended::Quit) => return Ok(Ended::Quit),
            Ok(Ended::Left) => reload(&mut lobby),
            Err(TerminalError::Sentence(sentence)) => lobby.notice = Some(sentence),
            Err(trouble @ TerminalError::Io(_)) => return Err(trouble),
        }
    }
}

/// Joins a table of a server and runs it until the player leaves.
pub(crate) fn join(app: &mut App, guest: &Guest, table: &str) -> Result<Ended, TerminalError> {
    let lang = app.start.lang;
    let info = guest.table(table).map_err(|error| TerminalError::Sentence(trouble(lang, &error).0))?;
    let kind = info.game.parse::<GameKind>();
    let kind = kind.map_err(|_| TerminalError::Sentence(msg::net_no_server(lang)))?;
    Ok(with_game!(kind, Table => join_game::<Table>(app, guest, table))?)
}

fn join_game<G: Shown>(app: &mut App, guest: &Guest, table: &str) -> io::Result<Ended> {
    let mut clock = Clock::new(1);
    let mut desk = app.start.desk::<G>(Reach::Good)?;
    desk.link = Some(format!("{}/t/{table}", guest.server));
    if let Some(memory) = app.home.as_ref().and_then(|home| home.memory(table)) {
        desk.presenter.recall(&memory);
    }
    let remote = Remote::new(&guest.person, table.to_owned(), app.start.lang, app.tty.poke())?;
    sit(app, &mut desk, &mut Link::There(remote), &mut clock)
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn a_link_names_a_server_or_a_table() {
        let name = "e3f7170174afbe25198ef86ad189a15a";
        let read = |text: &str| Address::read(text).map(|address| (address.server, address.table));
        assert_eq!(
            read(&format!("http://127.0.0.1:1717/t/{name}")),
            Some(("http://127.0.0.1:1717".to_owned(), Some(name.to_owned())))
        );
        let with_key = format!("{name}-0123456789abcdef");
        assert_eq!(
            read(&format!("http://127.0.0.1:1717/t/{with_key}")),
            Some(("http://127.0.0.1:1717".to_owned(), Some(with_key)))
        );
        assert_eq!(read("bar.example:1717/"), Some(("http://bar.example:1717".to_owned(), None)));
        assert_eq!(read("https://bar.example"), Some(("https://bar.example".to_owned(), None)));
        for bad in [
            "",
            "http://",
            "ftp://x",
            "http://x/t/short",
            "http://x/t/e3f7170174afbe25198ef86ad189a15a-1",
            "http://x/elsewhere",
            "http://a b",
            "x;y",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
