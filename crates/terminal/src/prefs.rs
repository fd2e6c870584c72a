//! What is remembered from one time to the next.

use std::fs;
use std::io::Write as _;
#[cfg(test)]
use std::path::Path;
use std::path::PathBuf;

use etcetera::{AppStrategy as _, AppStrategyArgs};
use mazzo_text::Lang;
use mazzo_wire::{Level, Pace};
use serde::{Deserialize, Serialize};

/// What somebody chose last time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Prefs {
    /// Which game, by its name.
    pub(crate) game: String,
    /// How many play Diciassette, and how many Uno.
    pub(crate) players: [u8; 2],
    /// How strong the bots are.
    pub(crate) level: Level,
    /// How much time there is.
    pub(crate) pace: Pace,
    /// The language by its letters; empty for that of the system.
    pub(crate) lang: String,
    /// What somebody is called.
    pub(crate) name: String,
    /// Whether there are hints.
    pub(crate) hints: bool,
    /// House rules of Diciassette and of Uno, as they are written in flags.
    pub(crate) rules: [String; 2],
}

impl Default for Prefs {
    fn default() -> Self {
        Self {
            game: "diciassette".to_owned(),
            players: [4, 4],
            level: Level::Medium,
            pace: Pace::Relaxed,
            lang: String::new(),
            name: String::new(),
            hints: true,
            rules: [String::new(), String::new()],
        }
    }
}

impl Prefs {
    /// The language that was chosen.
    pub(crate) fn language(&self) -> Option<Lang> {
        self.lang.parse().ok()
    }
}

/// Where things are remembered.
#[derive(Clone, Debug)]
pub(crate) struct Home(PathBuf);

/// Whom a server knows somebody as.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Known {
    server: String,
    cookie: String,
}

/// Servers that are remembered, the last ones.
const MOST_SERVERS: usize = 50;

impl Home {
    /// The folder of this program; `MAZZO_HOME` puts it elsewhere. None if the system has no place for such things.
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

    /// That folder.
    #[cfg(test)]
    pub(crate) fn at(folder: &Path) -> Self {
        Self(folder.to_owned())
    }

    fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.0.join(name)).ok()
    }

    /// Writes it whole or not at all, for nobody else to read.
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

    /// What somebody chose last time. What cannot be read is as if nothing had been chosen.
    pub(crate) fn prefs(&self) -> Prefs {
        self.read("terminal.json").and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Remembers what somebody chose.
    pub(crate) fn keep_prefs(&self, prefs: &Prefs) -> std::io::Result<()> {
        let text = serde_json::to_string_pretty(prefs).map_err(std::io::Error::other)?;
        self.write("terminal.json", &text)
    }

    /// The table that was left in the middle of a game.
    pub(crate) fn table(&self) -> Option<String> {
        self.read("table.json")
    }

    /// Keeps a table.
    pub(crate) fn keep_table(&self, text: &str) -> std::io::Result<()> {
        self.write("table.json", text)
    }

    /// There is none any more.
    pub(crate) fn drop_table(&self) {
        let _ = fs::remove_file(self.0.join("table.json"));
    }

    fn servers(&self) -> Vec<Known> {
        self.read("servers.json").and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// By what a server knows somebody.
    pub(crate) fn cookie(&self, server: &str) -> Option<String> {
        self.servers().into_iter().find(|known| known.server == server).map(|known| known.cookie)
    }

    /// Remembers by what a server knows somebody.
    pub(crate) fn keep_cookie(&self, server: &str, cookie: &str) -> std::io::Result<()> {
        let mut servers = self.servers();
        servers.retain(|known| known.server != server);
        servers.push(Known { server: server.to_owned(), cookie: cookie.to_owned() });
        let first = servers.len().saturating_sub(MOST_SERVERS);
        let text = serde_json::to_string(&servers[first..]).map_err(std::io::Error::other)?;
        self.write("servers.json", &text)
    }

    /// Forgets by what a server knows somebody.
    pub(crate) fn forget_cookie(&self, server: &str) -> std::io::Result<()> {
        let mut servers = self.servers();
        servers.retain(|known| known.server != server);
        let text = serde_json::to_string(&servers).map_err(std::io::Error::other)?;
        self.write("servers.json", &text)
    }

    /// What an earlier visit knew of the deals of a table. One table is remembered: the last.
    pub(crate) fn memory(&self, table: &str) -> Option<String> {
        let text = self.read("deal.json")?;
        text.strip_prefix(table)?.strip_prefix('\n').map(str::to_owned)
    }

    /// Remembers it.
    pub(crate) fn keep_memory(&self, table: &str, memory: &str) -> std::io::Result<()> {
        self.write("deal.json", &format!("{table}\n{memory}"))
    }

    /// Keeps the record of a game; says where.
    pub(crate) fn keep_record(&self, name: &str, text: &str) -> std::io::Result<PathBuf> {
        let folder = Self(self.0.join("records"));
        folder.write(name, text)?;
        Ok(folder.0.join(name))
    }
}

#[cfg(test)]
mod tests {
    use super::{Home, Prefs};

    #[test]
    fn what_was_chosen_is_there_the_next_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(&folder.path().join("mazzo"));
        assert_eq!(home.prefs(), Prefs::default());
        let prefs = Prefs { name: "Ada".to_owned(), lang: "it".to_owned(), ..Prefs::default() };
        home.keep_prefs(&prefs).expect("it is written");
        assert_eq!(home.prefs(), prefs);
        home.keep_table("nonsense").expect("it is written");
        assert_eq!(home.table().as_deref(), Some("nonsense"));
        home.drop_table();
        assert_eq!(home.table(), None);
    }

    #[test]
    fn a_server_knows_the_same_person_again_and_nobody_else_reads_how() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        home.keep_cookie("http://a", "mazzo=1").expect("it is written");
        home.keep_cookie("http://b", "mazzo=2").expect("it is written");
        home.keep_cookie("http://a", "mazzo=3").expect("it is written");
        assert_eq!(home.cookie("http://a").as_deref(), Some("mazzo=3"));
        assert_eq!(home.cookie("http://c"), None);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(folder.path().join("servers.json"))
                .expect("it is there")
                .permissions()
                .mode();
            assert_eq!(mode & 0o077, 0);
        }
    }
}
