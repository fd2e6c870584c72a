//! Mazzo in a terminal: offline against bots, or at a table of a server.
//!
//! A screen (start, table, lobby) is a state and a function that draws it. Keys and time change the state, and side effects come
//! out of it as values. A test therefore needs no terminal: it passes keys in and inspects a buffer.
//!
//! Architecture invariant: no rules here. Legal actions come from the engine (`mazzo_client::Choices`), texts from `mazzo-narration`,
//! and a screen does not know whether its table is local (`mazzo_room::solo`) or at a server.

mod canvas;
mod clock;
mod desk;
mod link;
mod lobby;
mod me;
mod net;
mod online;
mod page;
mod picture;
mod prefs;
mod run;
mod shown;
mod start;
#[cfg(test)]
mod tests;
mod theme;
mod thinker;
mod tty;

use std::io::{self, IsTerminal as _};

use mazzo_games::GameKind;
use mazzo_protocol::{Level, Pace};
use mazzo_text::{Lang, msg};

use crate::online::Address;
use crate::prefs::Home;
use crate::run::Ended;
use crate::start::{Chosen, Start};
use crate::theme::{Depth, Theme};
use crate::tty::Tty;

pub use me::{code, erase, export, forget};
pub use picture::picture;

/// Options of the command line. A missing option keeps its value from the last run.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The game, which then starts at once, without the start screen.
    pub game: Option<GameKind>,
    /// The number of players.
    pub players: Option<u8>,
    /// The level of the bots.
    pub level: Option<Level>,
    /// House rules, already validated.
    pub rules: Option<String>,
    /// The pace, which sets the time limits.
    pub pace: Option<Pace>,
    /// The name of the player.
    pub name: Option<String>,
    /// Turns hints off.
    pub no_hints: bool,
    /// Draws with ASCII only.
    pub ascii: bool,
    /// The requested language.
    pub lang: Option<Lang>,
    /// The language of the system.
    pub system: Lang,
    /// Turns colours off.
    pub no_colour: bool,
    /// Factor by which the clock runs faster, for tests.
    pub hurry: u32,
    /// A one-time code from another device.
    pub code: Option<String>,
}

/// An error to print before exiting.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// A sentence in the player's language.
    #[error("{0}")]
    Sentence(String),
    /// An error of the terminal or of a file.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The terminal, the settings of the player, and the folder of the kept files, if there is one.
struct App {
    tty: Tty,
    start: Start,
    home: Option<Home>,
}

impl App {
    fn keep_prefs(&self) -> io::Result<()> {
        self.home.as_ref().map_or(Ok(()), |home| home.keep_prefs(&self.start.prefs))
    }
}

/// Loads the preferences and overrides them with the options of the command line.
fn begin(wanted: &Wanted) -> Result<(Option<Home>, Start), TerminalError> {
    let home = Home::find();
    let mut prefs = home.as_ref().map(Home::prefs).unwrap_or_default();
    let lang = wanted.lang.or_else(|| prefs.language()).unwrap_or(wanted.system);
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(TerminalError::Sentence(msg::t_no_terminal(lang)));
    }
    if let Some(game) = wanted.game {
        game.name().clone_into(&mut prefs.game);
    }
    if let Some(players) = wanted.players {
        prefs.players.insert(prefs.game.clone(), players);
    }
    if let Some(rules) = &wanted.rules {
        prefs.rules.insert(prefs.game.clone(), rules.clone());
    }
    prefs.level = wanted.level.unwrap_or(prefs.level);
    prefs.pace = wanted.pace.unwrap_or(prefs.pace);
    prefs.hints = prefs.hints && !wanted.no_hints;
    if let Some(name) = &wanted.name {
        prefs.name.clone_from(name);
    }
    let mut theme = Theme::of(|name| std::env::var(name).ok());
    theme.ascii |= wanted.ascii;
    if wanted.no_colour {
        theme.depth = Depth::None;
    }
    let has_table = home.as_ref().is_some_and(|home| home.table().is_some());
    Ok((home, Start::new(prefs, lang, theme, has_table)))
}

/// Plays offline, against bots.
pub fn play(wanted: &Wanted) -> Result<(), TerminalError> {
    let (home, start) = begin(wanted)?;
    let mut app = App { tty: Tty::open()?, start, home };
    if wanted.game.is_some() {
        return run::play_here(&mut app, None, wanted.hurry).map(drop);
    }
    loop {
        let chosen = run::choose(&mut app)?;
        app.keep_prefs()?;
        let kept = match chosen {
            Chosen::Leave => return Ok(()),
            Chosen::Play => None,
            Chosen::GoOn => app.home.as_ref().and_then(Home::table),
        };
        match run::play_here(&mut app, kept.as_deref(), wanted.hurry) {
            Ok(Ended::Quit) => return Ok(()),
            Ok(Ended::Left) => {}
            Err(TerminalError::Sentence(sentence)) => app.start.notice = Some(sentence),
            Err(trouble @ TerminalError::Io(_)) => return Err(trouble),
        }
        app.start.has_table = app.home.as_ref().is_some_and(|home| home.table().is_some());
    }
}

/// Opens the lobby of a server, or joins one of its tables.
pub fn join(wanted: &Wanted, link: &str) -> Result<(), TerminalError> {
    let (home, start) = begin(wanted)?;
    let lang = start.lang;
    let address = Address::parse(link, lang)?;
    let guest = online::Guest::arrive(&address.server, home.as_ref(), wanted.code.as_deref())?;
    let guest = guest.map_err(|error| TerminalError::Sentence(net::trouble(lang, &error).0))?;
    let mut app = App { tty: Tty::open()?, start, home };
    app.keep_prefs()?;
    match address.table {
        None => online::visit(&mut app, &guest).map(drop),
        Some(table) => online::join(&mut app, &guest, &table).map(drop),
    }
}
