//! Arguments of the commands that talk to the network.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use mazzo_games::GameKind;
use mazzo_server::{PublicUrl, TrustedProxy};
use serde::Deserialize;

/// Serve tables to people: a page, sockets, and everything stored in one folder.
///
/// Without arguments it listens on this machine alone. Every flag can stand in the configuration file or in the environment as
/// well; a flag goes before the environment, the environment before the file. Ctrl-C stops: people are asked to come back, and
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
    /// Where to listen; port 0 is any free one [default: 127.0.0.1:1717]
    #[arg(long, value_name = "ADDRESS:PORT", env = "MAZZO_LISTEN")]
    pub(crate) listen: Option<SocketAddr>,

    /// The folder where everything is stored [default: mazzo-data]
    #[arg(long, value_name = "DIR", env = "MAZZO_DATA")]
    pub(crate) data: Option<PathBuf>,

    /// Under which address people reach it, if a proxy stands before it
    #[arg(long, value_name = "URL", env = "MAZZO_PUBLIC_URL")]
    pub(crate) public_url: Option<PublicUrl>,

    /// A file with all of this
    #[arg(long, value_name = "FILE.toml", env = "MAZZO_CONFIG")]
    pub(crate) config: Option<PathBuf>,

    /// What opens the page /admin; without it there is none. Better in the environment, where no list of processes shows it
    #[arg(long, value_name = "TOKEN", env = "MAZZO_ADMIN_TOKEN", hide_env_values = true)]
    pub(crate) admin_token: Option<String>,

    /// A proxy on this machine stands before it and says whom it speaks for in X-Forwarded-For
    #[arg(long, env = "MAZZO_BEHIND_PROXY")]
    pub(crate) behind_proxy: bool,

    /// A proxy elsewhere, or a network of them, whose X-Forwarded-For is believed; may be given several times
    #[arg(long, value_name = "ADDRESS[/BITS]", env = "MAZZO_TRUSTED_PROXY", value_delimiter = ',')]
    pub(crate) trusted_proxy: Vec<TrustedProxy>,

    /// Delete records of finished games after so many days; 0 keeps them [default: 365]
    #[arg(long, value_name = "DAYS", env = "MAZZO_KEEP_RECORDS_DAYS")]
    pub(crate) keep_records_days: Option<u32>,

    /// Keep so many records of each host, the newest; 0 keeps all [default: 1000]
    #[arg(long, value_name = "N", env = "MAZZO_KEEP_RECORDS_PER_HOST")]
    pub(crate) keep_records_per_host: Option<u32>,

    /// How large the data folder may become, such as 500MB; no new tables open above nine tenths of it; 0 is no quota
    /// [default: 10GB]
    #[arg(long, value_name = "SIZE", env = "MAZZO_DATA_QUOTA")]
    pub(crate) data_quota: Option<ByteSize>,

    /// What is logged: error, warn, info, debug, or a filter such as `mazzo_server=debug` [default: info]
    #[arg(long, value_name = "FILTER", env = "MAZZO_LOG")]
    pub(crate) log: Option<String>,

    /// How it is logged [default: text]
    #[arg(long, value_name = "FORMAT", env = "MAZZO_LOG_FORMAT")]
    pub(crate) log_format: Option<LogFormat>,

    /// For measurements: no limits, and tables that close their windows as soon as everybody has answered
    #[arg(long)]
    pub(crate) load_test: bool,

    /// For who works on the page: read it from this folder every time, instead of from this program. `cargo xtask page` keeps
    /// the folder up to date
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
        bytes.map(Self).ok_or_else(|| format!("'{text}' is no size; it looks like 500MB or 10GB"))
    }
}

impl<'de> Deserialize<'de> for ByteSize {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Bytes(u64),
            Text(String),
        }
        match Written::deserialize(from)? {
            Written::Bytes(bytes) => Ok(Self(bytes)),
            Written::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

/// Copy everything that a server has stored into one file, also while the server runs.
///
/// Everything that was confirmed before the time that is printed at the end is in the file. Keep it as safe as the data folder: it
/// holds hidden cards and the keys of the identities.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:\n  mazzo backup --data /var/lib/mazzo /backup/\n  \
    mazzo backup monday.db")]
pub(crate) struct Backup {
    /// The new file, or a folder for one that is named after the time [default: this folder]
    pub(crate) file: Option<PathBuf>,

    /// The folder where the server stores everything
    #[arg(long, value_name = "DIR", env = "MAZZO_DATA", default_value = "mazzo-data")]
    pub(crate) data: PathBuf,
}

/// Put a backup in place of what a server has stored, also while the server runs.
///
/// A server that runs asks all clients to come back, and goes on with the backup within seconds. What it had before stays in the
/// folder as before-restore.db until the next restore.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Example: mazzo restore /backup/monday.db --data /var/lib/mazzo")]
pub(crate) struct Restore {
    /// The backup
    pub(crate) file: PathBuf,

    /// The folder where the server stores everything; its last part is made if it is missing
    #[arg(long, value_name = "DIR", env = "MAZZO_DATA", default_value = "mazzo-data")]
    pub(crate) data: PathBuf,

    /// Without a question
    #[arg(long)]
    pub(crate) yes: bool,
}

/// The keys that sign people's cookies: the newest signs, older ones verify until they are retired.
///
/// The server must not run: while it does, the admin page does the same.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Example: mazzo keys rotate --data /var/lib/mazzo")]
pub(crate) struct Keys {
    #[command(subcommand)]
    pub(crate) what: KeysCommand,

    /// The folder where everything is stored
    #[arg(long, value_name = "DIR", env = "MAZZO_DATA", default_value = "mazzo-data", global = true)]
    pub(crate) data: PathBuf,
}

#[derive(Subcommand, Debug)]
pub(crate) enum KeysCommand {
    /// List the keys by id, never the keys themselves
    List,
    /// Add a key, which signs from now on; nobody is logged out
    Rotate,
    /// Take a key away, such as one that has leaked; people whose cookie it signed become new visitors
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

/// Let very many programs play on a server, and say how it bears that.
///
/// Every seat is a real client with a socket of its own. The server has to be started with --load-test, but for --hostile. Ctrl-C
/// stops.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Example, the server on one core and the load on another:\n  \
    taskset -c 0 mazzo serve --load-test --data /tmp/load\n  \
    taskset -c 1 mazzo load --tables 1000 --pace max --secs 20 http://127.0.0.1:1717\n\
    \nHonest people beside an attack, on a server with its usual limits:\n  \
    mazzo serve --trusted-proxy 127.0.0.1 --data /tmp/load\n  \
    mazzo load --tables 500 --secs 60 --hostile 60 http://127.0.0.1:1717")]
pub(crate) struct Load {
    /// Where the server is
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:1717")]
    pub(crate) url: PublicUrl,

    /// Which game
    #[arg(long, value_name = "GAME", default_value_t = GameKind::largest())]
    pub(crate) game: GameKind,

    /// How many tables
    #[arg(short, long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) tables: u32,

    /// How many sit at each
    #[arg(short, long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=10))]
    pub(crate) players: u8,

    /// How fast they play
    #[arg(long, value_name = "PACE", value_enum, default_value_t)]
    pub(crate) pace: LoadPace,

    /// For how many seconds, once everybody sits
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) secs: u64,

    /// Where all luck comes from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Beside them, tables where one person plays with expert bots; what happens there is not counted
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) expert_tables: u32,

    /// Then attack the server for so many seconds, from one address and from one IPv6 network, while these people play on. The server
    /// has to run with its usual limits and --trusted-proxy 127.0.0.1
    #[arg(long, value_name = "SECS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) hostile: Option<u64>,

    /// The number of the server's process, to measure its share of a core and its memory too (Linux)
    #[arg(long, value_name = "PID")]
    pub(crate) server_pid: Option<u32>,

    /// Print one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default)]
pub(crate) enum LoadPace {
    /// A move every two seconds at a table, and answers in every window
    #[default]
    Human,
    /// As fast as the server answers
    Max,
}
