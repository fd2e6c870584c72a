//! The other side: one of our bots as somebody else's program.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use mazzo_bots::{Bot, Budget, Moment, Notes, Played};
use mazzo_core::{ActionList, Dealer, FastRng, Game, Seat, Setup, Viewer, seed_for};
use mazzo_games::{GameKind, with_game};
use rand_core::SeedableRng as _;
use serde_json::Value;

use crate::line::{Line, MAX_LINE, Message, PROTOCOL, Reply, quoted, read_line};

/// Facts between two decisions of a seat. A whole game has fewer.
const MAX_SEEN: usize = 1 << 20;
/// Of the time that the table gives, what the bot may think: the rest is for the way.
const SHARE: f64 = 0.8;

/// Makes the bot that sits down at a table.
pub trait Maker<G: Game> {
    /// A bot for this seat, or a sentence that says why there is none.
    fn make(&mut self, setup: &Setup<G::Rules>, seat: Seat) -> Result<Box<dyn Bot<G>>, String>;
}

impl<G: Game, F: FnMut(&Setup<G::Rules>, Seat) -> Box<dyn Bot<G>>> Maker<G> for F {
    fn make(&mut self, setup: &Setup<G::Rules>, seat: Seat) -> Result<Box<dyn Bot<G>>, String> {
        Ok(self(setup, seat))
    }
}

/// Makes bots for tables of any game.
pub trait AnyMaker {
    /// A bot for this seat, or a sentence that says why there is none.
    fn make<G: Played>(&mut self, setup: &Setup<G::Rules>, seat: Seat) -> Result<Box<dyn Bot<G>>, String>;
}

/// An [`AnyMaker`] at a table of one game.
struct AtTable<'a, M>(&'a mut M);

impl<G: Played, M: AnyMaker> Maker<G> for AtTable<'_, M> {
    fn make(&mut self, setup: &Setup<G::Rules>, seat: Seat) -> Result<Box<dyn Bot<G>>, String> {
        self.0.make(setup, seat)
    }
}

/// How a bot that is served thinks, and what it is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// The name that it tells the table.
    pub name: String,
    /// So many worlds; none for as long as the table says, less what the way takes.
    pub worlds: Option<u32>,
    /// What its luck is made from.
    pub seed: u64,
}

/// A line that cannot be answered.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct ServeError {
    /// Counted from 1.
    pub line: u64,
    /// What is wrong with it.
    pub why: Why,
}

/// Why a line cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum Why {
    /// It could not be read.
    #[error("cannot be read: {0}")]
    Read(io::Error),
    /// The answer could not be written.
    #[error("the answer cannot be written: {0}")]
    Write(io::Error),
    /// It is too long.
    #[error("is longer than {MAX_LINE} bytes")]
    TooLong,
    /// It is not UTF-8.
    #[error("is not UTF-8")]
    NotText,
    /// It is no message of the protocol.
    #[error("is no message of this protocol: {0}")]
    NoMessage(serde_json::Error),
    /// It belongs to another protocol.
    #[error("the protocol is {0}, and not '{PROTOCOL}'")]
    Protocol(String),
    /// There is no such game.
    #[error("{0}")]
    Game(String),
    /// Another game is played here.
    #[error("the game is {0}, and not '{1}'")]
    OtherGame(String, &'static str),
    /// So many cannot play it.
    #[error("{0} players, seat {1}: there is no such seat in this game")]
    Seat(u8, Seat),
    /// House rules that do not exist.
    #[error("the rules: {0}")]
    Rules(serde_json::Error),
    /// There is no bot for this game.
    #[error("{0}")]
    NoBot(String),
    /// A message before the first `hello`.
    #[error("comes before the first 'hello'")]
    NoHello,
    /// A question before a view.
    #[error("asks for an action without a 'view' before it")]
    NoView,
    /// A view that no table gives.
    #[error("no table looks like this view")]
    Unsound,
    /// A view of another table or seat.
    #[error("the view is not that of the table and the seat in the 'hello'")]
    OtherView,
    /// A fact about a table that is not this one.
    #[error("nobody at this table can have seen this")]
    UnsoundSeen,
    /// Too many facts.
    #[error("is a fact too many: {MAX_SEEN} since the last question")]
    TooManySeen,
    /// An end that is none.
    #[error("the game is not over by this view")]
    NotOver,
    /// The seat is not to act.
    #[error("asks for an action, but by the view the seat is not to act")]
    NotToAct,
    /// The legal actions are not those of the view.
    #[error("the legal actions are not those of the view")]
    OtherLegal,
}

/// A message about a game whose name is not known yet.
type AnyMessage = Message<Value, Value, Value>;
/// A message about a game.
type GameMessage<G> = Message<Value, <G as Game>::Seen, <G as Game>::View>;

/// What is known of a table before its game is.
struct Greeting {
    game: String,
    players: u8,
    seat: Seat,
    rules: Value,
}

struct Lines<I, O> {
    input: I,
    output: O,
    line: u64,
}

impl<I: BufRead, O: Write> Lines<I, O> {
    fn error(&self, why: Why) -> ServeError {
        ServeError { line: self.line, why }
    }

    /// The next line that is not blank; none at the end.
    fn next<M: serde::de::DeserializeOwned>(&mut self) -> Result<Option<M>, ServeError> {
        loop {
            self.line += 1;
            match read_line(&mut self.input).map_err(|e| self.error(Why::Read(e)))? {
                None => return Ok(None),
                Some(Line::TooLong) => return Err(self.error(Why::TooLong)),
                Some(Line::NotText) => return Err(self.error(Why::NotText)),
                Some(Line::Text(text)) if text.trim().is_empty() => {}
                Some(Line::Text(text)) => {
                    return serde_json::from_str(&text).map(Some).map_err(|e| self.error(Why::NoMessage(e)));
                }
            }
        }
    }

    fn say(&mut self, reply: &Reply) -> Result<(), ServeError> {
        let text = serde_json::to_string(reply).map_err(io::Error::from);
        text.and_then(|text| writeln!(self.output, "{text}"))
            .and_then(|()| self.output.flush())
            .map_err(|e| self.error(Why::Write(e)))
    }

    /// What a `hello` says, if it is one that we understand.
    fn greeting<S, V>(&self, message: Message<Value, S, V>) -> Result<Greeting, ServeError> {
        match message {
            Message::Hello { protocol, .. } if protocol != PROTOCOL => {
                Err(self.error(Why::Protocol(quoted(&protocol))))
            }
            Message::Hello { game, players, seat, rules, .. } => Ok(Greeting { game, players, seat, rules }),
            Message::Seen { .. } | Message::View { .. } | Message::Act { .. } | Message::End { .. } => {
                Err(self.error(Why::NoHello))
            }
        }
    }
}

/// Answers a table of any game, until the input ends.
pub fn serve(
    input: impl BufRead,
    output: impl Write,
    thinking: &Thinking,
    maker: &mut impl AnyMaker,
) -> Result<(), ServeError> {
    let mut lines = Lines { input, output, line: 0 };
    let Some(first) = lines.next::<AnyMessage>()? else { return Ok(()) };
    let mut next = Some(lines.greeting(first)?);
    lines.say(&Reply::Hello { hello: thinking.name.clone() })?;
    while let Some(greeting) = next {
        let kind: GameKind = greeting.game.parse().map_err(|e| lines.error(Why::Game(e)))?;
        let maker = &mut AtTable(maker);
        next = with_game!(kind, Table => table::<Table, _, _, _>(&mut lines, &greeting, thinking, maker)?);
    }
    Ok(())
}

/// Answers a table of one game, until the input ends.
pub fn serve_game<G: Game>(
    input: impl BufRead,
    output: impl Write,
    thinking: &Thinking,
    maker: &mut impl Maker<G>,
) -> Result<(), ServeError> {
    let mut lines = Lines { input, output, line: 0 };
    let Some(first) = lines.next::<AnyMessage>()? else { return Ok(()) };
    let mut next = Some(lines.greeting(first)?);
    lines.say(&Reply::Hello { hello: thinking.name.clone() })?;
    while let Some(greeting) = next {
        if greeting.game != G::NAME {
            return Err(lines.error(Why::OtherGame(quoted(&greeting.game), G::NAME)));
        }
        next = table(&mut lines, &greeting, thinking, maker)?;
    }
    Ok(())
}

/// Plays one game; gives back the greeting of the next, if there is one.
fn table<G: Game, M: Maker<G>, I: BufRead, O: Write>(
    lines: &mut Lines<I, O>,
    greeting: &Greeting,
    thinking: &Thinking,
    maker: &mut M,
) -> Result<Option<Greeting>, ServeError> {
    let Greeting { players, seat, .. } = *greeting;
    if !G::SEATS.contains(&players) || seat.index() >= usize::from(players) {
        return Err(lines.error(Why::Seat(players, seat)));
    }
    let rules = serde_json::from_value(greeting.rules.clone()).map_err(|e| lines.error(Why::Rules(e)))?;
    let setup = Setup { seats: players, rules };
    let mut bot = maker.make(&setup, seat).map_err(|e| lines.error(Why::NoBot(e)))?;
    let mut chance = FastRng::seed_from_u64(seed_for(thinking.seed, lines.line));
    let mut notes = Notes::default();
    let mut seen_since: Vec<G::Seen> = Vec::new();
    let mut last_view: Option<G::View> = None;
    bot.begin();
    while let Some(message) = lines.next::<GameMessage<G>>()? {
        match message {
            hello @ Message::Hello { .. } => return lines.greeting(hello).map(Some),
            Message::Seen { seen } => {
                if !G::sound_seen(seen, players) {
                    return Err(lines.error(Why::UnsoundSeen));
                }
                if seen_since.len() >= MAX_SEEN {
                    return Err(lines.error(Why::TooManySeen));
                }
                seen_since.push(seen);
            }
            Message::View { view } => {
                expected::<G>(&view, setup, seat).map_err(|why| lines.error(why))?;
                last_view = Some(view);
            }
            Message::Act { id, legal, ms } => {
                let start = Instant::now();
                let view = last_view.take().ok_or_else(|| lines.error(Why::NoView))?;
                let legal = choices::<G>(&view, seat, &legal).map_err(|why| lines.error(why))?;
                let clock = || start.elapsed().as_secs_f64() * 1000.0;
                let budget = match thinking.worlds {
                    Some(worlds) => Budget::Worlds(worlds),
                    // A table that gives an hour or more gives as much as anybody could want.
                    None => Budget::Millis(SHARE * f64::from(u32::try_from(ms).unwrap_or(u32::MAX)), &clock),
                };
                let moment = Moment { view: &view, legal: &legal, seen: &seen_since };
                notes.clear();
                let action = bot.act(moment, &mut chance, budget, &mut notes);
                lines.say(&Reply::Answer { id, action: action.to_string(), odds: notes.odds })?;
                seen_since.clear();
            }
            Message::End { winners: _, view } => {
                expected::<G>(&view, setup, seat).map_err(|why| lines.error(why))?;
                let world = G::determinize(&view, &mut Dealer::<FastRng>::new(0));
                let outcome = world.outcome().ok_or_else(|| lines.error(Why::NotOver))?;
                bot.end(&view, &seen_since, outcome);
                seen_since.clear();
                last_view = None;
            }
        }
    }
    Ok(None)
}

/// Whether a view is sound, and the one that is to be expected here.
fn expected<G: Game>(view: &G::View, setup: Setup<G::Rules>, seat: Seat) -> Result<(), Why> {
    if !G::sound(view) {
        Err(Why::Unsound)
    } else if G::viewed(view) != (setup, Viewer::Seat(seat)) {
        Err(Why::OtherView)
    } else {
        Ok(())
    }
}

/// What the seat may do by the view, which must be what the table says that it may.
fn choices<G: Game>(view: &G::View, seat: Seat, said: &[String]) -> Result<ActionList<G::Action>, Why> {
    let world = G::determinize(view, &mut Dealer::<FastRng>::new(0));
    let mut legal = ActionList::new();
    world.legal(seat, &mut legal);
    if legal.is_empty() {
        return Err(Why::NotToAct);
    }
    let same = said.len() == legal.len()
        && said.iter().all(|text| text.parse().is_ok_and(|action| legal.contains(&action)));
    if same { Ok(legal) } else { Err(Why::OtherLegal) }
}
