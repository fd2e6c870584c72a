//! The other side: one of our bots as an external program.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use mazzo_bots::{Budget, Moment, Notes, PlayableGame, Spec, Thinks};
use mazzo_core::{ActionList, Dealer, FastRng, Seat, Setup, Viewer, Visible, seed_for};
use mazzo_games::{GameKind, with_game};
use rand_core::SeedableRng as _;
use serde_json::Value;

use super::line::{InputLine, MAX_LINE, Message, PROTOCOL, Reply, quoted, read_line};

/// Maximum number of facts between two decisions of a seat. A whole game has fewer.
const MAX_SEEN: usize = 1 << 20;
/// Share of the table's time limit for thinking. The rest covers transport.
const THINKING_SHARE: f64 = 0.8;

/// A served bot.
#[derive(Clone, PartialEq, Debug)]
pub struct Served {
    /// The name that it sends to the table.
    pub name: String,
    /// The bot. One with a time limit uses that of the table, less the transport.
    pub bot: Spec,
    /// Seed of its randomness.
    pub seed: u64,
}

/// A line that cannot be processed.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct ServeError {
    /// Counted from 1.
    pub line: u64,
    /// The reason.
    pub why: LineProblem,
}

/// Why a line cannot be processed.
#[derive(Debug, thiserror::Error)]
pub enum LineProblem {
    /// Reading failed.
    #[error("cannot be read: {0}")]
    Read(io::Error),
    /// Writing the answer failed.
    #[error("the answer cannot be written: {0}")]
    Write(io::Error),
    /// Too long.
    #[error("is longer than {MAX_LINE} bytes")]
    TooLong,
    /// Not UTF-8.
    #[error("is not UTF-8")]
    NotText,
    /// Not a message of the protocol.
    #[error("not a message of this protocol: {0}")]
    NoMessage(serde_json::Error),
    /// Another protocol.
    #[error("the protocol is {0}, not '{PROTOCOL}'")]
    Protocol(String),
    /// Unknown game.
    #[error("{0}")]
    Game(String),
    /// A number of players or a seat that the game does not have.
    #[error("{0} players, seat {1}: there is no such seat in this game")]
    Seat(u8, Seat),
    /// Unknown house rules.
    #[error("the rules: {0}")]
    Rules(serde_json::Error),
    /// A message before the first `hello`.
    #[error("comes before the first 'hello'")]
    NoHello,
    /// A question before a view.
    #[error("asks for an action without a 'view' before it")]
    NoView,
    /// An inconsistent view.
    #[error("the view is inconsistent")]
    Unsound,
    /// A view of another table or seat.
    #[error("the view does not match the table and the seat of the 'hello'")]
    OtherView,
    /// A fact that is impossible at this table.
    #[error("the fact is impossible at this table")]
    UnsoundSeen,
    /// Too many facts.
    #[error("more than {MAX_SEEN} facts since the last question")]
    TooManySeen,
    /// An `end` before the end of the game.
    #[error("the game is not over in this view")]
    NotOver,
    /// The seat is not to act.
    #[error("asks for an action, but the seat is not to act in the view")]
    NotToAct,
    /// The legal actions are not those of the view.
    #[error("the legal actions do not match the view")]
    OtherLegal,
}

/// A message of a game that is not known yet.
type AnyMessage = Message<Value, Value, Value>;
/// A message of a known game.
type GameMessage<G> = Message<Value, <G as Visible>::Seen, <G as Visible>::View>;

/// The content of a `hello`, before its rules are parsed.
struct Hello {
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
    fn error(&self, why: LineProblem) -> ServeError {
        ServeError { line: self.line, why }
    }

    /// The next non-blank line; none at the end of the input.
    fn next<M: serde::de::DeserializeOwned>(&mut self) -> Result<Option<M>, ServeError> {
        loop {
            self.line += 1;
            match read_line(&mut self.input).map_err(|e| self.error(LineProblem::Read(e)))? {
                None => return Ok(None),
                Some(InputLine::TooLong) => return Err(self.error(LineProblem::TooLong)),
                Some(InputLine::NotText) => return Err(self.error(LineProblem::NotText)),
                Some(InputLine::Text(text)) if text.trim().is_empty() => {}
                Some(InputLine::Text(text)) => {
                    return serde_json::from_str(&text)
                        .map(Some)
                        .map_err(|e| self.error(LineProblem::NoMessage(e)));
                }
            }
        }
    }

    fn send(&mut self, reply: &Reply) -> Result<(), ServeError> {
        let text = serde_json::to_string(reply).map_err(io::Error::from);
        text.and_then(|text| writeln!(self.output, "{text}"))
            .and_then(|()| self.output.flush())
            .map_err(|e| self.error(LineProblem::Write(e)))
    }

    /// The content of a `hello` of this protocol.
    fn hello<S, V>(&self, message: Message<Value, S, V>) -> Result<Hello, ServeError> {
        match message {
            Message::Hello { protocol, .. } if protocol != PROTOCOL => {
                Err(self.error(LineProblem::Protocol(quoted(&protocol))))
            }
            Message::Hello { game, players, seat, rules, .. } => Ok(Hello { game, players, seat, rules }),
            Message::Seen { .. } | Message::View { .. } | Message::Act { .. } | Message::End { .. } => {
                Err(self.error(LineProblem::NoHello))
            }
        }
    }
}

/// Serves tables of any game until the input ends.
pub fn serve(input: impl BufRead, output: impl Write, served: &Served) -> Result<(), ServeError> {
    let mut lines = Lines { input, output, line: 0 };
    let Some(first) = lines.next::<AnyMessage>()? else { return Ok(()) };
    let mut next = Some(lines.hello(first)?);
    lines.send(&Reply::Hello { hello: served.name.clone() })?;
    while let Some(hello) = next {
        let kind: GameKind = hello.game.parse().map_err(|e| lines.error(LineProblem::Game(e)))?;
        next = with_game!(kind, Table => table::<Table, _, _>(&mut lines, &hello, served)?);
    }
    Ok(())
}

/// Plays one game. Returns the `hello` of the next, if there is one.
fn table<G: PlayableGame, I: BufRead, O: Write>(
    lines: &mut Lines<I, O>,
    hello: &Hello,
    served: &Served,
) -> Result<Option<Hello>, ServeError> {
    let Hello { players, seat, .. } = *hello;
    if !G::SEATS.contains(&players) || seat.index() >= usize::from(players) {
        return Err(lines.error(LineProblem::Seat(players, seat)));
    }
    let rules =
        serde_json::from_value(hello.rules.clone()).map_err(|e| lines.error(LineProblem::Rules(e)))?;
    let setup = Setup { seats: players, rules };
    let mut bot = served.bot.make::<G>();
    let mut chance = FastRng::seed_from_u64(seed_for(served.seed, lines.line));
    let mut notes = Notes::default();
    let mut seen_since: Vec<G::Seen> = Vec::new();
    let mut last_view: Option<G::View> = None;
    bot.begin();
    while let Some(message) = lines.next::<GameMessage<G>>()? {
        match message {
            hello @ Message::Hello { .. } => return lines.hello(hello).map(Some),
            Message::Seen { seen } => {
                if !G::sound_seen(seen, players) {
                    return Err(lines.error(LineProblem::UnsoundSeen));
                }
                if seen_since.len() >= MAX_SEEN {
                    return Err(lines.error(LineProblem::TooManySeen));
                }
                seen_since.push(seen);
            }
            Message::View { view } => {
                check_view::<G>(&view, setup, seat).map_err(|why| lines.error(why))?;
                last_view = Some(view);
            }
            Message::Act { id, legal, ms } => {
                let start = Instant::now();
                let view = last_view.take().ok_or_else(|| lines.error(LineProblem::NoView))?;
                let legal = check_legal::<G>(&view, seat, &legal).map_err(|why| lines.error(why))?;
                let clock = || start.elapsed().as_secs_f64() * 1000.0;
                let budget = match served.bot.thinks {
                    Thinks::Worlds(worlds) => Budget::Worlds(worlds),
                    // A time limit beyond `u32` is as good as none.
                    Thinks::Millis(_) => Budget::Millis(
                        THINKING_SHARE * f64::from(u32::try_from(ms).unwrap_or(u32::MAX)),
                        &clock,
                    ),
                };
                let moment = Moment { view: &view, legal: &legal, seen: &seen_since };
                notes.clear();
                let action = bot.act(moment, &mut chance, budget, &mut notes);
                lines.send(&Reply::Answer { id, action: action.to_string(), odds: notes.odds })?;
                seen_since.clear();
            }
            Message::End { winners: _, view } => {
                check_view::<G>(&view, setup, seat).map_err(|why| lines.error(why))?;
                let world = G::determinize(&view, &mut Dealer::<FastRng>::new(0));
                let outcome = world.outcome().ok_or_else(|| lines.error(LineProblem::NotOver))?;
                bot.end(&view, &seen_since, outcome);
                seen_since.clear();
                last_view = None;
            }
        }
    }
    Ok(None)
}

/// Checks that a view is sound, and of this table and seat.
fn check_view<G: Visible>(view: &G::View, setup: Setup<G::Rules>, seat: Seat) -> Result<(), LineProblem> {
    if !G::sound(view) {
        Err(LineProblem::Unsound)
    } else if G::viewed(view) != (setup, Viewer::Seat(seat)) {
        Err(LineProblem::OtherView)
    } else {
        Ok(())
    }
}

/// The legal actions of the view, which must match those of the table.
fn check_legal<G: Visible>(
    view: &G::View,
    seat: Seat,
    said: &[String],
) -> Result<ActionList<G::Action>, LineProblem> {
    let world = G::determinize(view, &mut Dealer::<FastRng>::new(0));
    let mut legal = ActionList::new();
    world.legal(seat, &mut legal);
    if legal.is_empty() {
        return Err(LineProblem::NotToAct);
    }
    let same = said.len() == legal.len()
        && said.iter().all(|text| text.parse().is_ok_and(|action| legal.contains(&action)));
    if same { Ok(legal) } else { Err(LineProblem::OtherLegal) }
}
