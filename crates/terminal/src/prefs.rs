//! Files kept between runs: preferences, cookies, an unfinished table, records.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
#[cfg(test)]
use std::path::Path;
use std::path::PathBuf;

use etcetera::{AppStrategy as _, AppStrategyArgs};
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::{Level, Pace};
use mazzo_text::Lang;
use serde::{Deserialize, Deserializer, Serialize};

/// The choices of the start screen, as of the last run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Prefs {
    /// The name of the game.
    pub(crate) game: String,
    /// The number of players of each game, by its name.
    #[serde(deserialize_with = "by_name")]
    pub(crate) players: BTreeMap<String, u8>,
    /// The level of the bots.
    pub(crate) level: Level,
    /// The pace, which sets the time limits.
    pub(crate) pace: Pace,
    /// The language code; empty for the language of the system.
    pub(crate) lang: String,
    /// The name of the player.
    pub(crate) name: String,
    /// Whether hints are on.
    pub(crate) hints: bool,
    /// House rules of each game, by its name, in the syntax of the command line.
    #[serde(deserialize_with = "by_name")]
    pub(crate) rules: BTreeMap<String, String>,
}

impl Default for Prefs {
    fn default() -> Self {
        Self {
            game: GameKind::ALL[0].name().to_owned(),
            players: BTreeMap::new(),
            level: Level::Medium,
            pace: Pace::Relaxed,
            lang: String::new(),
            name: String::new(),
            hints: true,
            rules: BTreeMap::new(),
        }
    }
}

/// Reads values by game. Files of older versions have a list, in the order of the registry.
fn by_name<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, T>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Kept<T> {
        List(Vec<T>),
        Map(BTreeMap<String, T>),
    }
    Ok(match Kept::deserialize(from)? {
        Kept::List(list) => GameKind::ALL.iter().map(|kind| kind.name().to_owned()).zip(list).collect(),
        Kept::Map(map) => map,
    })
}

/// The number of players at the first table of a game, if it has room for them.
const DEFAULT_PLAYERS: u8 = 4;

impl Prefs {
    /// The number of players of a game.
    pub(crate) fn players(&self, kind: GameKind) -> u8 {
        let seats = with_game!(kind, Table => <Table as mazzo_core::Game>::SEATS);
        let default = DEFAULT_PLAYERS.clamp(*seats.start(), *seats.end());
        self.players.get(kind.name()).copied().unwrap_or(default)
    }

    /// The house rules of a game.
    pub(crate) fn rules(&self, kind: GameKind) -> &str {
        self.rules.get(kind.name()).map_or("", String::as_str)
    }

    /// The chosen language, if there is one.
    pub(crate) fn language(&self) -> Option<Lang> {
        self.lang.parse().ok()
    }
}

/// The folder of the kept files.
#[derive(Clone, Debug)]
pub(crate) struct Home(PathBuf);

/// The identity of the player at a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Known {
    server: String,
    cookie: String,
}

/// Maximum number of remembered servers; the most recent are kept.
const MOST_SERVERS: usize = 50;

impl Home {
    /// The folder of this program, or `MAZZO_HOME` if that is set. None if the system has no such folder.
    pub(crate) fn find() -> Option<Self> {
        if let Some(folder) = std::env::var_os("MAZZO_HOME").filter(|folder| !folder.is_empty()) {
            return Some(Self(folder.into()));
        }
        let names = AppStrategyArgs {
            top_level_domain: String::new(),
            author: String::new(),
            app_name: "mazzo".to_owned(),
        };
        let places = etcetera::choose_app_strategy(names).ok()?;
        Some(Self(places.state_dir().unwrap_or_else(|| places.data_dir())))
    }

    /// Uses this folder.
    #[cfg(test)]
    pub(crate) fn at(folder: &Path) -> Self {
        Self(folder.to_owned())
    }

    fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.0.join(name)).ok()
    }

    /// Writes a file atomically, readable only by its owner.
    fn write(&self, name: &str, text: &str) -> std::io::Result<()> {
        fs::create_dir_all(&self.0)?;
        let part = self.0.join(format!("{name}.part"));
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&part)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(part, self.0.join(name))
    }

    /// The stored preferences; the defaults if the file is missing or does not parse.
    pub(crate) fn prefs(&self) -> Prefs {
        self.read("terminal.json").and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Stores the preferences.
    pub(crate) fn keep_prefs(&self, prefs: &Prefs) -> std::io::Result<()> {
        let text = serde_json::to_string_pretty(prefs).map_err(std::io::Error::other)?;
        self.write("terminal.json", &text)
    }

    /// The saved table of an unfinished game.
    pub(crate) fn table(&self) -> Option<String> {
        self.read("table.json")
    }

    /// Saves the table of an unfinished game.
    pub(crate) fn keep_table(&self, text: &str) -> std::io::Result<()> {
        self.write("table.json", text)
    }

    /// Deletes the saved table.
    pub(crate) fn drop_table(&self) {
        let _ = fs::remove_file(self.0.join("table.json"));
    }

    fn servers(&self) -> Vec<Known> {
        self.read("servers.json").and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// The cookie for a server.
    pub(crate) fn cookie(&self, server: &str) -> Option<String> {
        self.servers().into_iter().find(|known| known.server == server).map(|known| known.cookie)
    }

    /// Stores the cookie for a server.
    pub(crate) fn keep_cookie(&self, server: &str, cookie: &str) -> std::io::Result<()> {
        let mut servers = self.servers();
        servers.retain(|known| known.server != server);
        servers.push(Known { server: server.to_owned(), cookie: cookie.to_owned() });
        let first = servers.len().saturating_sub(MOST_SERVERS);
        let text = serde_json::to_string(&servers[first..]).map_err(std::io::Error::other)?;
        self.write("servers.json", &text)
    }

    /// Deletes the cookie for a server.
    pub(crate) fn forget_cookie(&self, server: &str) -> std::io::Result<()> {
        let mut servers = self.servers();
        servers.retain(|known| known.server != server);
        let text = serde_json::to_string(&servers).map_err(std::io::Error::other)?;
        self.write("servers.json", &text)
    }

    /// The stored fairness data of a table, from an earlier visit. Only the last table is remembered.
    pub(crate) fn memory(&self, table: &str) -> Option<String> {
        let text = self.read("deal.json")?;
        text.strip_prefix(table)?.strip_prefix('\n').map(str::to_owned)
    }

    /// Stores the fairness data of a table.
    pub(crate) fn keep_memory(&self, table: &str, memory: &str) -> std::io::Result<()> {
        self.write("deal.json", &format!("{table}\n{memory}"))
    }

    /// Saves the record of a game and returns its path.
    pub(crate) fn keep_record(&self, name: &str, text: &str) -> std::io::Result<PathBuf> {
        let folder = Self(self.0.join("records"));
        folder.write(name, text)?;
        Ok(folder.0.join(name))
    }
}

#[cfg(test)]
mod tests {
    use mazzo_games::GameKind;

    use super::{Home, Prefs};

    #[test]
    fn preferences_and_the_saved_table_survive_a_restart() {
        let folder = tempfile::tempdir().expect("create a temporary folder");
        let home = Home::at(&folder.path().join("mazzo"));
        assert_eq!(home.prefs(), Prefs::default());
        let prefs = Prefs { name: "Ada".to_owned(), lang: "it".to_owned(), ..Prefs::default() };
        home.keep_prefs(&prefs).expect("write the file");
        assert_eq!(home.prefs(), prefs);
        home.keep_table("nonsense").expect("write the file");
        assert_eq!(home.table().as_deref(), Some("nonsense"));
        home.drop_table();
        assert_eq!(home.table(), None);
    }

    #[test]
    fn preferences_of_older_versions_are_read() {
        let prefs: Prefs =
            serde_json::from_str(r#"{ "players": [3, 5], "rules": ["", "stacking"], "name": "Ada" }"#)
                .expect("the file parses");
        let kinds = GameKind::ALL;
        assert_eq!((prefs.players(kinds[0]), prefs.rules(kinds[0])), (3, ""));
        assert_eq!((prefs.players(kinds[1]), prefs.rules(kinds[1])), (5, "stacking"));
        assert_eq!(prefs.name, "Ada");
    }

    #[test]
    fn the_last_cookie_of_a_server_is_kept_and_private() {
        let folder = tempfile::tempdir().expect("create a temporary folder");
        let home = Home::at(folder.path());
        home.keep_cookie("http://a", "mazzo=1").expect("write the file");
        home.keep_cookie("http://b", "mazzo=2").expect("write the file");
        home.keep_cookie("http://a", "mazzo=3").expect("write the file");
        assert_eq!(home.cookie("http://a").as_deref(), Some("mazzo=3"));
        assert_eq!(home.cookie("http://c"), None);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(folder.path().join("servers.json"))
                .expect("read the metadata")
                .permissions()
                .mode();
            assert_eq!(mode & 0o077, 0);
        }
    }
}
