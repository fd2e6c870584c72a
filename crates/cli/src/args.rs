//! The command line.

mod games;
mod serve;
mod terminal;

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use mazzo_games::GameKind;
use mazzo_text::Lang;

pub(crate) use serve::{Backup, ByteSize, Keys, KeysCommand, Load, LoadPace, LogFormat, Restore, Serve};
pub(crate) use terminal::{Join, Look, Me, MeCommand, Play};

/// Card games of bluff: a table server, strong bots, a simulator, and tools for records.
#[derive(Parser, Debug)]
#[command(name = "mazzo", version, propagate_version = true, arg_required_else_help = true)]
#[command(
    after_help = games::examples("Try it:\n  mazzo play\n  mazzo serve\n  mazzo rules FIRST\n  mazzo simulate LAST --players 2 --games 100000\n  \
                        mazzo simulate FIRST --players 2 --games 3 --record games.jsonl\n  mazzo replay games.jsonl\n  \
                        mazzo arena FIRST --bots counter,plain,random --players 2")
)]
pub(crate) struct Args {
    /// Language of the output: en, it, es, de [default: that of the system]
    #[arg(long, global = true, value_name = "LANG")]
    lang: Option<Lang>,

    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) color: Colour,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default)]
pub(crate) enum Colour {
    /// On a terminal that shows them, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colour {
    /// Applies the choice to all output.
    pub(crate) fn write_global(self) {
        let choice = match self {
            Self::Auto => return,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

impl Args {
    /// The requested language, or that of the system, or English.
    pub(crate) fn language(&self) -> Lang {
        self.lang.unwrap_or_else(Self::system_language)
    }

    /// The requested language, if any.
    pub(crate) const fn asked_language(&self) -> Option<Lang> {
        self.lang
    }

    /// The language of the system, or English.
    pub(crate) fn system_language() -> Lang {
        sys_locale::get_locales().find_map(|locale| Lang::from_locale(&locale)).unwrap_or_default()
    }
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Play(Play),
    Join(Join),
    Me(Me),
    Serve(Serve),
    Backup(Backup),
    Restore(Restore),
    Keys(Keys),
    Simulate(Simulate),
    Arena(Arena),
    Study(Study),
    Bot(BotCommand),
    Check(Check),
    Verify(Verify),
    Replay(Replay),
    Hint(Hint),
    Rules(Rules),
    Load(Load),
    #[command(hide = true)]
    Completions(Completions),
    #[command(hide = true)]
    Man(Man),
}

/// Play many games and report statistics.
///
/// The same seed gives the same games on any number of threads. Ctrl-C stops and reports the games so far.
#[derive(ClapArgs, Debug)]
#[command(after_help = games::house_rules()
    + &games::examples("\n\nExample: mazzo simulate LAST --players 2 --games 1M --seed 7"))]
pub(crate) struct Simulate {
    #[arg(help = games::names())]
    pub(crate) game: GameKind,

    #[arg(help = format!("Number of players: {} [default: 4, or the nearest possible]", games::seats()))]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=99))]
    pub(crate) players: Option<u8>,

    /// Number of games; 10k and 1M are understood
    #[arg(short, long, value_name = "N", default_value = "100k", value_parser = count)]
    pub(crate) games: u64,

    /// Seed of all randomness [default: a new one, printed]
    #[arg(short, long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// House rules, as key=value,key=value
    #[arg(short, long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub(crate) rules: String,

    /// The bots: one for all seats or one a seat, separated by commas. There are: random, plain, counter, search and, for people, easy,
    /// medium, hard, expert; search:20ms sets the thinking time, counter:bold the temper
    #[arg(short, long, value_name = "BOTS", default_value = "random", value_delimiter = ',')]
    pub(crate) bots: Vec<mazzo_bots::Spec>,

    /// Number of threads [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// Write every game as a record to this file; a name that ends in .zst is compressed
    #[arg(long, value_name = "FILE.jsonl[.zst]")]
    pub(crate) record: Option<PathBuf>,

    /// Deal with a commitment, and write the proof of the deal into every record; see `mazzo verify`
    #[arg(long, requires = "record")]
    pub(crate) fair: bool,

    /// Overwrite the file of --record
    #[arg(long)]
    pub(crate) force: bool,

    /// Print one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Let bots play each other over the same deals, and report their strength with error bars.
///
/// Every deal is played until each bot has held each seat: with more bots than seats, in every combination. The same seed gives the
/// same result on any number of threads. With --report an interrupted arena resumes.
#[derive(ClapArgs, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = games::examples("Bots: random, plain, counter, search; easy, medium, hard, expert.\n  \
    search:20ms, search:200w     thinking time: milliseconds, or worlds (reproducible)\n  \
    counter:bold                 a temper: cautious, bold, tricky\n  \
    pipe:\"python3 my_bot.py\"    your own program, see docs/bots.md\n\
    \nExamples:\n  mazzo arena FIRST --bots counter,plain,random --players 2 --report out\n  \
    mazzo arena LAST --bots counter,counter:bold --players 2 --sprt 0,10\n  \
    mazzo arena LAST --bots search,counter --players 2 --games 400 --shard 1/2 --report part1\n  \
    mazzo arena merge part1 part2 --report whole"))]
pub(crate) struct Arena {
    #[command(subcommand)]
    pub(crate) merge: Option<ArenaMerge>,

    #[command(flatten)]
    pub(crate) play: Option<ArenaPlay>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum ArenaMerge {
    /// Merge the parts of an arena that were played with --shard
    Merge {
        /// The folders of all parts
        #[arg(required = true, value_name = "DIR")]
        parts: Vec<PathBuf>,

        /// The folder for the merged arena
        #[arg(long, value_name = "DIR")]
        report: PathBuf,
    },
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ArenaPlay {
    #[arg(help = games::names())]
    pub(crate) game: GameKind,

    /// The bots, separated by commas
    #[arg(short, long, value_name = "BOTS", required = true, action = clap::ArgAction::Append)]
    pub(crate) bots: Vec<String>,

    #[arg(help = format!("Number of players: {} [default: 4, or the nearest possible]", games::seats()))]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=99))]
    pub(crate) players: Option<u8>,

    /// Number of games, rounded up to whole deals; 10k and 1M are understood. With --sprt: the maximum
    #[arg(short, long, value_name = "N", value_parser = count)]
    pub(crate) games: Option<u64>,

    /// Sequential test: stop when the first of two bots is stronger by ELO1, or only by ELO0
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,

    /// Seed of all randomness [default: a new one, printed]
    #[arg(short, long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// House rules, as key=value,key=value
    #[arg(short, long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub(crate) rules: String,

    /// Number of threads [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// Store every game here, with a page of plots, CSV and Parquet; an interrupted arena resumes
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,

    /// Play only the I-th of N parts; needs --seed and --report
    #[arg(long, value_name = "I/N", requires = "report", requires = "seed")]
    pub(crate) shard: Option<mazzo_arena::Shard>,

    /// Time limit of an external program for a decision, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=600_000))]
    pub(crate) patience: u32,

    /// Print one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Measure the effect of every house rule: length of the game, advantage of seats, share of luck.
///
/// Plays the default rules, then each house rule changed alone, over the same deals with the same bot in every seat; and again
/// against random, to measure luck. The same seed gives the same numbers on any number of threads.
#[derive(ClapArgs, Debug)]
#[command(after_help = games::examples("Example: mazzo study LAST --games 2k --out study.json"))]
pub(crate) struct Study {
    #[arg(help = games::names())]
    pub(crate) game: GameKind,

    #[arg(help = format!("Number of players: {} [default: 4, or the nearest possible]", games::seats()))]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=99))]
    pub(crate) players: Option<u8>,

    /// Number of games a variant, and half as many for luck; 10k and 1M are understood
    #[arg(short, long, value_name = "N", default_value = "10k", value_parser = count)]
    pub(crate) games: u64,

    /// Seed of all randomness
    #[arg(short, long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Number of threads [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// The bot in all seats
    #[arg(short, long, value_name = "BOT", default_value = "counter")]
    pub(crate) bots: mazzo_bots::Spec,

    /// Write all numbers to this file
    #[arg(long, value_name = "FILE.json")]
    pub(crate) out: Option<PathBuf>,

    /// Play nothing; show the numbers shipped with this version
    #[arg(long, conflicts_with_all = ["players", "games", "seed", "threads", "bots", "out"])]
    pub(crate) shipped: bool,

    /// Print one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Run one of our bots as an external program: JSON lines on standard input and output.
///
/// docs/bots.md describes the protocol. The bot waits for a hello and answers every question.
#[derive(ClapArgs, Debug)]
pub(crate) struct BotCommand {
    /// The bot: random, plain, counter, search, easy, medium, hard, expert, with settings as in the arena. Without a setting, search
    /// uses most of the table's time limit
    #[arg(value_name = "NAME")]
    pub(crate) bot: mazzo_bots::Spec,

    /// Seed of its randomness
    #[arg(short, long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Referee records: check every card and every move.
///
/// Prints each error with its place, then 'N passed, N failed'. The exit status is 1 if a record failed.
#[derive(ClapArgs, Debug)]
pub(crate) struct Check {
    /// Files of records, one object a line or one a file, plain or .zst; - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Print only the last line
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Verify deals: derive every shuffle of a record again, and referee the game.
///
/// Prints a line for every game, then 'N passed, N without proof, N failed'. The exit status is 0 only if every game passed.
#[derive(ClapArgs, Debug)]
#[command(
    after_help = games::examples("Try it:\n  mazzo simulate LAST --games 3 --record games.jsonl --fair\n  mazzo verify games.jsonl\n\
    \ndocs/fair.md explains what it proves and what it does not.")
)]
pub(crate) struct Verify {
    /// Files of records, one object a line or one a file, plain or .zst, or evidence saved by a client; - for standard input
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) files: Vec<PathBuf>,

    /// Print only the last line
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,

    /// Print one JSON object a game instead of a sentence
    #[arg(long)]
    pub(crate) json: bool,
}

/// Narrate a recorded game, move by move.
#[derive(ClapArgs, Debug)]
pub(crate) struct Replay {
    /// A file of records; - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Number of the game in the file, counted from 1
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = ordinal)]
    pub(crate) game: u64,
}

/// Show what the best bots think of a decision in a recorded game, from the player's view.
///
/// The position is the one before a move, as `mazzo replay` numbers them; one more than the last is the next decision of an
/// unfinished game. With --worlds the same seed gives the same page.
#[derive(ClapArgs, Debug)]
#[command(
    after_help = "Passes are not written in records. To look at a decision to call, catch or let it pass, name \
    the move after it\nand the player: mazzo hint game.json --at 12 --seat Ada"
)]
pub(crate) struct Hint {
    /// A file of records; - for standard input
    #[arg(value_name = "RECORD")]
    pub(crate) file: PathBuf,

    /// The move before which the decision is taken
    #[arg(long, value_name = "MOVE", value_parser = move_number)]
    pub(crate) at: usize,

    /// Number of the game in the file, counted from 1
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = ordinal)]
    pub(crate) game: u64,

    /// The deciding player, by seat or by name [default: the player of the move]
    #[arg(long, value_name = "SEAT")]
    pub(crate) seat: Option<String>,

    /// Thinking time of search, in milliseconds [default: 1000]
    #[arg(long, value_name = "MS", conflicts_with = "worlds", value_parser = clap::value_parser!(u32).range(1..=600_000))]
    pub(crate) ms: Option<u32>,

    /// Number of worlds that search samples
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=600_000))]
    pub(crate) worlds: Option<u32>,

    /// Seed of the worlds
    #[arg(short, long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Print one JSON object instead of a page
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show the rules of a game, a page in your language.
#[derive(ClapArgs, Debug)]
pub(crate) struct Rules {
    #[arg(help = games::names())]
    pub(crate) game: GameKind,
}

/// Print the completion script of a shell.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Example: mazzo completions bash > ~/.local/share/bash-completion/completions/mazzo")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Write the man pages, one for every command.
#[derive(ClapArgs, Debug)]
#[command(after_help = "Example: mazzo man ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// An existing folder for the pages
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

/// Upper limit of `--games`, against overflow.
const MAX_GAMES: u64 = 1_000_000_000_000;

/// A number of games: `1000000`, `1_000_000`, `1000k` or `1M`.
fn count(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    let (digits, factor) = match plain.as_bytes().last() {
        Some(b'k' | b'K') => (&plain[..plain.len() - 1], 1_000),
        Some(b'm' | b'M') => (&plain[..plain.len() - 1], 1_000_000),
        _ => (plain.as_str(), 1),
    };
    let number = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(factor));
    number
        .filter(|&n| n <= MAX_GAMES)
        .ok_or_else(|| "expected a whole number such as 1000, 10k or 1M, up to 1000000M".to_owned())
}

/// Parses the number of a game in a file.
fn ordinal(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| "games are counted from 1".to_owned())
}

/// Parses the number of a move in a game.
fn move_number(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| "moves are counted from 1".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Args::command().debug_assert();
    }

    #[test]
    fn numbers_of_games_accept_suffixes_and_underscores() {
        assert_eq!(super::count("1_000"), Ok(1000));
        assert_eq!(super::count("10k"), Ok(10_000));
        assert_eq!(super::count("2M"), Ok(2_000_000));
        for bad in ["", "k", "-1", "1.5", "99999999999M", "ten"] {
            assert!(super::count(bad).is_err(), "{bad}");
        }
    }
}
