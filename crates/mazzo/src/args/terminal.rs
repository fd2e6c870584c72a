//! Flags of `mazzo play` and `mazzo join`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use mazzo_games::GameKind;

use super::games;

/// Play in this terminal, against bots and without a network.
///
/// Without a game, a first screen asks for it, and remembers what was chosen. A game that is left waits for the next time.
#[derive(ClapArgs, Debug)]
#[command(after_help = games::examples("Example: mazzo play FIRST --players 2 --level hard\n\
    \nHouse rules are those of `mazzo simulate --help`. Keys are shown on the screen; ? says what they do."))]
pub(crate) struct Play {
    #[arg(help = format!("{} [default: choose on the first screen]", games::names()))]
    pub(crate) game: Option<GameKind>,

    #[arg(help = format!("How many sit at the table, you included: {} [default: as last time, or 4]", games::seats()))]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=10))]
    pub(crate) players: Option<u8>,

    /// How strong the bots are [default: as last time, or medium]
    #[arg(short, long, value_name = "LEVEL")]
    pub(crate) level: Option<Level>,

    /// House rules, as key=value,key=value [default: as last time]
    #[arg(short, long, value_name = "RULES", requires = "game")]
    pub(crate) rules: Option<String>,

    /// How much time there is, and how fast things are shown [default: as last time, or relaxed]
    #[arg(long, value_name = "PACE")]
    pub(crate) pace: Option<Pace>,

    #[command(flatten)]
    pub(crate) look: Look,

    /// Let time pass so many times as fast, for tests
    #[arg(long, value_name = "N", default_value_t = 1, hide = true, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) hurry: u32,
}

/// Join a table at a server in this terminal, by its link; or see which tables a server has.
///
/// Whoever does not find a free seat watches. A line that breaks is taken up again, and the seat is still yours.
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Examples:\n  mazzo join http://127.0.0.1:1717/t/e3f7170174afbe25198ef86ad189a15a\n  mazzo join http://127.0.0.1:1717"
)]
pub(crate) struct Join {
    /// The link to a table, or where a server is
    #[arg(value_name = "LINK|URL")]
    pub(crate) link: String,

    /// A one-time code from another device, whose seats and games are yours here from now on: `mazzo me code`, or the settings
    /// of the page
    #[arg(long, value_name = "CODE")]
    pub(crate) code: Option<String>,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// Your identity at a server: take it to another device, take your games along, or leave for good.
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
        /// Where the server is
        url: String,
    },
    /// Write all your finished games to a file, a record a line
    Export {
        /// Where the server is
        url: String,
        /// The file [default: standard output]
        file: Option<PathBuf>,
    },
    /// Forget who you are at a server; your seats and games stay there
    Forget {
        /// Where the server is
        url: String,
        /// Without a question
        #[arg(long)]
        yes: bool,
    },
    /// Erase your name and your games at a server, then forget it
    Erase {
        /// Where the server is
        url: String,
        /// Without a question
        #[arg(long)]
        yes: bool,
    },
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Look {
    /// What the others call you [default: as last time]
    #[arg(short, long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Without hints
    #[arg(long)]
    pub(crate) no_hints: bool,

    /// Draw with plain letters, for a terminal that has no others
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Level {
    /// Misjudges most things and forgets most cards
    Easy,
    /// Misjudges and forgets some
    Medium,
    /// Judges exactly and forgets nothing
    Hard,
    /// Looks ahead
    Expert,
}

impl From<Level> for mazzo_wire::Level {
    fn from(level: Level) -> Self {
        match level {
            Level::Easy => Self::Easy,
            Level::Medium => Self::Medium,
            Level::Hard => Self::Hard,
            Level::Expert => Self::Expert,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Pace {
    /// No clock on a turn
    Relaxed,
    /// Half a minute for a turn
    Normal,
    /// For people who know the game
    Fast,
    /// For tests: nothing is shown step by step
    #[value(hide = true)]
    Instant,
}

impl From<Pace> for mazzo_wire::Pace {
    fn from(pace: Pace) -> Self {
        match pace {
            Pace::Relaxed => Self::Relaxed,
            Pace::Normal => Self::Normal,
            Pace::Fast => Self::Fast,
            Pace::Instant => Self::Instant,
        }
    }
}
