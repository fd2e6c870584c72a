//! Arguments of `mazzo play`, `mazzo join` and `mazzo me`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use mazzo_games::GameKind;

use super::games;

/// Play in this terminal, against bots and without a network.
///
/// Without a game, the first screen asks for it and remembers the choice. An unfinished game can be continued next time.
#[derive(ClapArgs, Debug)]
#[command(after_help = games::examples("Example: mazzo play FIRST --players 2 --level hard\n\
    \nFor house rules see `mazzo simulate --help`. The screen shows the keys; ? explains them."))]
pub(crate) struct Play {
    #[arg(help = format!("{} [default: choose on the first screen]", games::names()))]
    pub(crate) game: Option<GameKind>,

    #[arg(help = format!("Number of players, you included: {} [default: as last time, or 4]", games::seats()))]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=10))]
    pub(crate) players: Option<u8>,

    /// Strength of the bots [default: as last time, or medium]
    #[arg(short, long, value_name = "LEVEL")]
    pub(crate) level: Option<LevelArg>,

    /// House rules, as key=value,key=value [default: as last time]
    #[arg(short, long, value_name = "RULES", requires = "game")]
    pub(crate) rules: Option<String>,

    /// Time for decisions, and speed of the display [default: as last time, or relaxed]
    #[arg(long, value_name = "PACE")]
    pub(crate) pace: Option<PaceArg>,

    #[command(flatten)]
    pub(crate) look: Look,

    /// Speed up time by this factor, for tests
    #[arg(long, value_name = "N", default_value_t = 1, hide = true, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) hurry: u32,
}

/// Join a table of a server in this terminal, by its link; or list the tables of a server.
///
/// Without a free seat you watch. A lost connection is restored, and you keep your seat.
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  mazzo join http://127.0.0.1:1717/t/e3f7170174afbe25198ef86ad189a15a\n  mazzo join http://127.0.0.1:1717"
)]
pub(crate) struct Join {
    /// The link of a table, or the URL of a server
    #[arg(value_name = "LINK|URL")]
    pub(crate) link: String,

    /// A one-time code from another device, which moves its identity here: from `mazzo me code`, or from the settings of the page
    #[arg(long, value_name = "CODE")]
    pub(crate) code: Option<String>,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// Manage your identity at a server: move it to another device, export your games, or erase it.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:\n  mazzo me code http://127.0.0.1:1717\n  \
    mazzo me export http://127.0.0.1:1717 games.jsonl\n  mazzo me erase http://127.0.0.1:1717")]
pub(crate) struct Me {
    #[command(subcommand)]
    pub(crate) what: MeCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum MeCommand {
    /// Print a one-time code for another device; it works once, for five minutes
    Code {
        /// URL of the server
        url: String,
    },
    /// Write all your finished games to a file, a record a line
    Export {
        /// URL of the server
        url: String,
        /// The file [default: standard output]
        file: Option<PathBuf>,
    },
    /// Delete your identity on this device; your seats and games stay at the server
    Forget {
        /// URL of the server
        url: String,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Erase your name and your games at a server, then delete the identity
    Erase {
        /// URL of the server
        url: String,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Look {
    /// Your name at the table [default: as last time]
    #[arg(short, long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Disable hints
    #[arg(long)]
    pub(crate) no_hints: bool,

    /// Draw with ASCII only
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum LevelArg {
    /// Misjudges most things and forgets most cards
    Easy,
    /// Misjudges and forgets some
    Medium,
    /// Judges exactly and forgets nothing
    Hard,
    /// Looks ahead
    Expert,
}

impl From<LevelArg> for mazzo_protocol::Level {
    fn from(level: LevelArg) -> Self {
        match level {
            LevelArg::Easy => Self::Easy,
            LevelArg::Medium => Self::Medium,
            LevelArg::Hard => Self::Hard,
            LevelArg::Expert => Self::Expert,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum PaceArg {
    /// No clock on a turn
    Relaxed,
    /// Half a minute for a turn
    Normal,
    /// For people who know the game
    Fast,
    /// For tests: no pauses
    #[value(hide = true)]
    Instant,
}

impl From<PaceArg> for mazzo_protocol::Pace {
    fn from(pace: PaceArg) -> Self {
        match pace {
            PaceArg::Relaxed => Self::Relaxed,
            PaceArg::Normal => Self::Normal,
            PaceArg::Fast => Self::Fast,
            PaceArg::Instant => Self::Instant,
        }
    }
}
