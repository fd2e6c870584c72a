//! Arguments of `serve`, `backup`, `restore`, `keys` and `load`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use mazzo_games::GameKind;
use mazzo_server::{PublicUrl, TrustedProxy};
use serde::Deserialize;

/// Run a table server: web page, sockets, and all data in one folder.
///
/// Without arguments it listens on this machine only. Every flag can also be set in the environment or in the configuration file; a
/// flag wins over the environment, the environment over the file. Ctrl-C stops the server: clients are asked to reconnect, and
/// nothing is lost.
#[derive(ClapArgs, Debug, Default)]
#[command(
    after_help = "Examples:\n  mazzo serve\n  mazzo serve --listen 0.0.0.0:1717 --data /var/lib/mazzo\n  \
    mazzo serve --public-url https://play.example.org --behind-proxy\n\
    \nA configuration file (--config mazzo.toml), all of it optional:\n\
    \n  listen = \"127.0.0.1:1717\"\
    \n  data = \"/var/lib/mazzo\"\
    \n  public_url = \"https://play.example.org\"\
    \n  admin_token = \"something long that nobody guesses\"\
    \n  behind_proxy = true\
    \n  data_quota = \"10GB\"\
    \n  log = \"info\"\
    \n  log_format = \"json\"\
    \n  [limits]\
    \n  tables_per_person = 10\n\
    \nMore in docs/hosting.md."
)]
pub(crate) struct Serve {
    /// Address to listen on; port 0 picks a free one [default: 127.0.0.1:1717]
    #[arg(long, value_name = "ADDRESS:PORT", env = "MAZZO_LISTEN")]
    pub(crate) listen: Option<SocketAddr>,

    /// The data folder [default: mazzo-data]
    #[arg(long, value_name = "DIR", env = "MAZZO_DATA")]
    pub(crate) data: Option<PathBuf>,

    /// Public address, if the server is behind a proxy
    #[arg(long, value_name = "URL", env = "MAZZO_PUBLIC_URL")]
    pub(crate) public_url: Option<PublicUrl>,

    /// The configuration file
    #[arg(long, value_name = "FILE.toml", env = "MAZZO_CONFIG")]
    pub(crate) config: Option<PathBuf>,

    /// Token of the page /admin; without it there is no such page. Prefer the environment, which process lists do not show
    #[arg(long, value_name = "TOKEN", env = "MAZZO_ADMIN_TOKEN", hide_env_values = true)]
    pub(crate) admin_token: Option<String>,

    /// Trust X-Forwarded-For of a proxy on this machine
    #[arg(long, env = "MAZZO_BEHIND_PROXY")]
    pub(crate) behind_proxy: bool,

    /// Trust X-Forwarded-For of another proxy, or of a network of proxies; may be repeated
    #[arg(long, value_name = "ADDRESS[/BITS]", env = "MAZZO_TRUSTED_PROXY", value_delimiter = ',')]
    pub(crate) trusted_proxy: Vec<TrustedProxy>,

    /// Delete records of finished games after this many days; 0 keeps them [default: 365]
    #[arg(long, value_name = "DAYS", env = "MAZZO_KEEP_RECORDS_DAYS")]
    pub(crate) keep_records_days: Option<u32>,

    /// Number of records kept of each host, the newest; 0 keeps all [default: 1000]
    #[arg(long, value_name = "N", env = "MAZZO_KEEP_RECORDS_PER_HOST")]
    pub(crate) keep_records_per_host: Option<u32>,

    /// Quota of the data folder, such as 500MB; above nine tenths of it no new tables open; 0 is no quota [default: 10GB]
    #[arg(long, value_name = "SIZE", env = "MAZZO_DATA_QUOTA")]
    pub(crate) data_quota: Option<ByteSize>,

    /// Log level: error, warn, info, debug, or a filter such as `mazzo_server=debug` [default: info]
    #[arg(long, value_name = "FILTER", env = "MAZZO_LOG")]
    pub(crate) log: Option<String>,

    /// Log format [default: text]
    #[arg(long, value_name = "FORMAT", env = "MAZZO_LOG_FORMAT")]
    pub(crate) log_format: Option<LogFormat>,

    /// For load tests: no limits, and tables may close windows as soon as all seats have answered
    #[arg(long)]
    pub(crate) load_test: bool,

    /// For work on the page: read it from this folder on every request. `cargo xtask page` keeps the folder up to date
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "target/page/dist")]
    pub(crate) dev: Option<PathBuf>,
}

/// A number of bytes, such as `500MB`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ByteSize(pub(crate) u64);

impl FromStr for ByteSize {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).trim_end();
        let unit = match text[digits.len()..].trim().to_ascii_uppercase().as_str() {
            "" | "B" => 1,
            "K" | "KB" => 1_000,
            "M" | "MB" => 1_000_000,
            "G" | "GB" => 1_000_000_000,
            "T" | "TB" => 1_000_000_000_000,
            _ => 0,
        };
        let bytes =
            digits.parse::<u64>().ok().filter(|_| unit > 0).and_then(|number| number.checked_mul(unit));
        bytes.map(Self).ok_or_else(|| format!("'{text}' is not a size, such as 500MB or 10GB"))
    }
}

impl<'de> Deserialize<'de> for ByteSize {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Value {
            Bytes(u64),
            Text(String),
        }
        match Value::deserialize(from)? {
            Value::Bytes(bytes) => Ok(Self(bytes)),
            Value::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

/// Copy the data of a server into one file, also while the server runs.
///
/// The file contains everything that was acknowledged before the printed time. Keep it as safe as the data folder: it holds hidden
/// cards and the identity keys.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:\n  mazzo backup --data /var/lib/mazzo /backup/\n  \
    mazzo backup monday.db")]
pub(crate) struct Backup {
    /// The new file, or a folder for a file named after the time [default: this folder]
    pub(crate) file: Option<PathBuf>,

    /// The data folder of the server
    #[arg(long, value_name = "DIR", env = "MAZZO_DATA", default_value = "mazzo-data")]
    pub(crate) data: PathBuf,
}

/// Replace the data of a server by a backup, also while the server runs.
///
/// A running server asks all clients to reconnect, and continues with the backup within seconds. Its previous data stays in the
/// folder as before-restore.db until the next restore.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Example: mazzo restore /backup/monday.db --data /var/lib/mazzo")]
pub(crate) struct Restore {
    /// The backup
    pub(crate) file: PathBuf,

    /// The data folder of the server; it is created if its parent exists
    #[arg(long, value_name = "DIR", env = "MAZZO_DATA", default_value = "mazzo-data")]
    pub(crate) data: PathBuf,

    /// Do not ask for confirmation
    #[arg(long)]
    pub(crate) yes: bool,
}

/// Manage the keys that sign identity cookies: the newest signs, older ones verify until they are retired.
///
/// The server must not run. For a running server, use the admin page.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Example: mazzo keys rotate --data /var/lib/mazzo")]
pub(crate) struct Keys {
    #[command(subcommand)]
    pub(crate) what: KeysCommand,

    /// The data folder
    #[arg(long, value_name = "DIR", env = "MAZZO_DATA", default_value = "mazzo-data", global = true)]
    pub(crate) data: PathBuf,
}

#[derive(Subcommand, Debug)]
pub(crate) enum KeysCommand {
    /// List the keys by id, without the key bytes
    List,
    /// Add a key, which signs from now on; nobody is logged out
    Rotate,
    /// Remove a key, for example one that has leaked; people whose cookie it signed become new visitors
    Retire {
        /// Its id
        id: u32,
    },
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormat {
    /// For people
    #[default]
    Text,
    /// For programs, an object a line
    Json,
}

/// Load-test a server with many simulated players.
///
/// Every seat is a real client with its own socket. Except for --hostile, the server must run with --load-test. Ctrl-C stops.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Example, the server on one core and the load on another:\n  \
    taskset -c 0 mazzo serve --load-test --data /tmp/load\n  \
    taskset -c 1 mazzo load --tables 1000 --pace max --secs 20 http://127.0.0.1:1717\n\
    \nHonest players during an attack, on a server with its default limits:\n  \
    mazzo serve --trusted-proxy 127.0.0.1 --data /tmp/load\n  \
    mazzo load --tables 500 --secs 60 --hostile 60 http://127.0.0.1:1717")]
pub(crate) struct Load {
    /// URL of the server
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:1717")]
    pub(crate) url: PublicUrl,

    /// The game
    #[arg(long, value_name = "GAME", default_value_t = GameKind::largest())]
    pub(crate) game: GameKind,

    /// Number of tables
    #[arg(short, long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) tables: u32,

    /// Players at each table
    #[arg(short, long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=10))]
    pub(crate) players: u8,

    /// Pace of the players
    #[arg(long, value_name = "PACE", value_enum, default_value_t)]
    pub(crate) pace: LoadPace,

    /// Measured seconds, from when all games run
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) secs: u64,

    /// Seed of all randomness
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Extra tables with one person and expert bots, which are not measured
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) expert_tables: u32,

    /// Then attack the server for this many seconds, from one address and from one IPv6 network, while the players play on. The server
    /// must run with its default limits and --trusted-proxy 127.0.0.1
    #[arg(long, value_name = "SECS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) hostile: Option<u64>,

    /// Process id of the server, to measure its processor time and memory too (Linux)
    #[arg(long, value_name = "PID")]
    pub(crate) server_pid: Option<u32>,

    /// Print one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default)]
pub(crate) enum LoadPace {
    /// A move every two seconds a table, and answers in every window
    #[default]
    Human,
    /// As fast as the server responds
    Max,
}
