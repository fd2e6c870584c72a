//! A bot that is somebody else's program.

use std::fmt::Write as _;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

use mazzo_bots::{Bot, Budget, Moment, Notes};
use mazzo_core::{FastRng, Game, Outcome, Seat};
use serde::Serialize;

use crate::line::{Line, MAX_LINE, Message, PROTOCOL, Reply, quoted};
use crate::program::{Heard, Program};

/// Lines to skip for one decision, answers to former ones above all. A program that writes more never stops.
const SKIPPED: u32 = 256;
/// Nobody waits for longer, in milliseconds; clocks end somewhere.
const DAY: u64 = 24 * 60 * 60 * 1000;
/// A name is no longer, in characters.
const NAME: usize = 40;
/// A program that did well has so long to end by itself, perhaps to save what it has learned.
const FAREWELL: Duration = Duration::from_millis(300);
/// A program whose output ended has so long to end altogether, so that it can be told how it ended.
const LAST_BREATH: Duration = Duration::from_millis(50);

/// What somebody else's program may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// For each decision; less if the budget is less.
    pub millis: u64,
    /// So many time-outs in a row, and it is stopped until the next game.
    pub timeouts: u32,
    /// How often it is started, all in all: once, and again for the next game after it has ended or was stopped.
    pub starts: u32,
    /// Whether its standard error goes nowhere, and not to ours.
    pub quiet: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { millis: 1000, timeouts: 3, starts: 4, quiet: false }
    }
}

/// A command line that names no program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadCommand {
    /// There is nothing in it.
    #[error("the command for the bot is empty")]
    Empty,
    /// It cannot be taken apart.
    #[error("the command for the bot, {0}, has a quote that is not closed")]
    Unclosed(String),
}

enum State {
    /// To be started.
    Waiting,
    Running(Program),
    /// Why it does not run.
    Stopped(String),
}

/// A bot that is somebody else's program, told what its seat sees and asked what to do, a line of JSON each.
///
/// Whatever the program does, the caller gets a legal action within the time limit. Where the program's own is late, no
/// action, or not legal, or there is no program any more, it is a pass if that is legal, else an action that waits
/// ([`Game::is_idle`]), else the first that is legal; and [`Notes::fault`] says in a sentence what went wrong.
///
/// One program plays many games, one after the other; it is told of each with a `hello`. It is stopped when this is
/// dropped.
pub struct PipeBot<G> {
    words: Vec<String>,
    limits: Limits,
    names: Option<Vec<String>>,
    state: State,
    starts: u32,
    /// Time-outs since its last answer in time.
    timeouts: u32,
    /// Whether its last answer was a good one.
    does_well: bool,
    /// The number of the last question. It counts on over games, so that an answer to a former one is known as such.
    asked: u64,
    /// Whether the program was told of this game.
    greeted: bool,
    name: Option<String>,
    game: PhantomData<fn() -> G>,
}

/// The words of a command line, taken apart as a shell would.
pub fn words(command: &str) -> Result<Vec<String>, BadCommand> {
    let words = shlex::split(command).ok_or_else(|| BadCommand::Unclosed(quoted(command)))?;
    if words.is_empty() { Err(BadCommand::Empty) } else { Ok(words) }
}

impl<G: Game> PipeBot<G> {
    /// A bot that is the program of this command line, which is taken apart as a shell would, and run without one. The
    /// program is started with the first game.
    pub fn new(command: &str, limits: Limits) -> Result<Self, BadCommand> {
        Ok(Self {
            words: words(command)?,
            limits,
            names: None,
            state: State::Waiting,
            starts: 0,
            timeouts: 0,
            does_well: true,
            asked: 0,
            greeted: false,
            name: None,
            game: PhantomData,
        })
    }

    /// Tells the program the names of the players, by seat, with the next `hello`.
    #[must_use]
    pub fn with_names(mut self, names: Vec<String>) -> Self {
        self.names = Some(names);
        self
    }

    /// What the program says that it is called, once it has.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn start(&mut self) {
        self.starts += 1;
        self.timeouts = 0;
        self.greeted = false;
        self.name = None;
        self.state = match Program::start(&self.words, self.limits.quiet) {
            Ok(program) => State::Running(program),
            Err(e) => State::Stopped(format!("{} cannot be started: {e}", quoted(&self.words.join(" ")))),
        };
    }

    /// Until the next game there is no program.
    fn stop(&mut self, grace: Duration, why: &str) -> String {
        let status = match &mut self.state {
            State::Running(program) => program.stop(grace),
            State::Waiting | State::Stopped(_) => None,
        };
        let why = match status {
            Some(status) => format!("{why} ({status})"),
            None => why.to_owned(),
        };
        self.state = State::Stopped(why.clone());
        why
    }

    /// The lines about what happened, with a greeting before them if there was none in this game.
    fn news(&mut self, view: &G::View, seen: &[G::Seen]) -> Result<String, serde_json::Error> {
        let mut text = String::new();
        if !self.greeted {
            let (setup, viewer) = G::viewed(view);
            write_line(
                &mut text,
                &Message::<_, (), ()>::Hello {
                    protocol: PROTOCOL.to_owned(),
                    game: G::NAME.to_owned(),
                    players: setup.seats,
                    seat: viewer.seat().unwrap_or(Seat::new(0)), // who acts has a seat
                    rules: setup.rules,
                    names: self.names.clone(),
                },
            )?;
            self.greeted = true;
        }
        for seen in seen {
            write_line(&mut text, &Message::<(), _, ()>::Seen { seen })?;
        }
        Ok(text)
    }

    fn ask(&mut self, moment: Moment<'_, G>, millis: u64) -> Result<(G::Action, Option<f64>), String> {
        let deadline = Instant::now() + Duration::from_millis(millis);
        if matches!(self.state, State::Waiting) {
            self.start();
        }
        if let State::Stopped(why) = &self.state {
            return Err(why.clone());
        }
        let text = self.question(moment, millis).map_err(|e| e.to_string())?;
        let State::Running(program) = &self.state else { return Err("there is no program".to_owned()) };
        if !program.tell(text) {
            return Err(self.stop(Duration::ZERO, "the program does not read what it is told"));
        }
        for _ in 0..SKIPPED {
            let State::Running(program) = &self.state else { break };
            match program.hear(deadline.saturating_duration_since(Instant::now())) {
                Heard::Line(Line::Text(text)) if text.trim().is_empty() => {}
                Heard::Line(Line::Text(text)) => match serde_json::from_str(&text) {
                    Ok(Reply::Answer { id, .. }) if id < self.asked => {} // too late
                    Ok(Reply::Answer { id, action, odds }) if id == self.asked => {
                        self.timeouts = 0;
                        return judge(moment, &action, odds);
                    }
                    Ok(Reply::Answer { id, .. }) => {
                        return Err(format!("nobody has asked question {id} yet"));
                    }
                    Ok(Reply::Hello { hello }) if self.name.is_none() => {
                        let clean = hello.chars().filter(|c| !c.is_control());
                        self.name = Some(clean.take(NAME).collect());
                    }
                    Ok(Reply::Hello { .. }) | Err(_) => {
                        return Err(format!("the program wrote {}, which is no answer", quoted(&text)));
                    }
                },
                Heard::Line(Line::NotText) => {
                    return Err("the program wrote something that is not UTF-8".to_owned());
                }
                Heard::Line(Line::TooLong) => {
                    let why = format!("the program wrote a line of more than {MAX_LINE} bytes");
                    return Err(self.stop(Duration::ZERO, &why));
                }
                Heard::Silence => return Err(self.time_out(millis)),
                Heard::End => return Err(self.stop(LAST_BREATH, "the program has ended")),
            }
        }
        Err(self.stop(Duration::ZERO, "the program floods the table"))
    }

    /// All that is told for a decision, as one text.
    fn question(&mut self, moment: Moment<'_, G>, ms: u64) -> Result<String, serde_json::Error> {
        let mut text = self.news(moment.view, moment.seen)?;
        self.asked += 1;
        write_line(&mut text, &Message::<(), (), _>::View { view: moment.view })?;
        let legal = moment.legal.iter().map(ToString::to_string).collect();
        write_line(&mut text, &Message::<(), (), ()>::Act { id: self.asked, legal, ms })?;
        Ok(text)
    }

    fn time_out(&mut self, millis: u64) -> String {
        self.timeouts += 1;
        let why = format!("no answer within {millis} ms");
        if self.timeouts < self.limits.timeouts {
            return why;
        }
        self.stop(
            Duration::ZERO,
            &format!("the program was stopped after {} time-outs in a row", self.timeouts),
        );
        why
    }

    fn millis(&self, budget: Budget<'_>) -> u64 {
        let most = self.limits.millis.min(DAY);
        match budget {
            Budget::Worlds(_) => most,
            Budget::Millis(millis, clock) => {
                let left = Duration::try_from_secs_f64((millis - clock()).max(0.0) / 1000.0);
                left.map_or(most, |left| most.min(left.as_millis() as u64))
            }
        }
    }
}

fn write_line(text: &mut String, message: &impl Serialize) -> Result<(), serde_json::Error> {
    let line = serde_json::to_string(message)?;
    let _ = writeln!(text, "{line}"); // a string takes it
    Ok(())
}

/// Takes what the program does, if it may.
fn judge<G: Game>(
    moment: Moment<'_, G>,
    text: &str,
    odds: Option<f64>,
) -> Result<(G::Action, Option<f64>), String> {
    let Ok(action) = text.parse::<G::Action>() else {
        return Err(format!("{} is no action", quoted(text)));
    };
    if !moment.legal.contains(&action) {
        return Err(format!("{} is not legal now", quoted(text)));
    }
    match odds {
        Some(odds) if !(0.0..=1.0).contains(&odds) => Err(format!("odds of {odds} are not from 0 to 1")),
        Some(_) | None => Ok((action, odds)),
    }
}

/// What is done for a program that does nothing.
fn stand_in<G: Game>(legal: &[G::Action]) -> G::Action {
    let find = |waits: fn(G::Action) -> bool| legal.iter().copied().find(|&action| waits(action));
    find(G::is_pass).or_else(|| find(G::is_idle)).unwrap_or_else(|| legal[0])
}

impl<G: Game> Bot<G> for PipeBot<G> {
    fn begin(&mut self) {
        self.greeted = false;
        if matches!(self.state, State::Stopped(_)) && self.starts < self.limits.starts {
            self.state = State::Waiting;
        }
        // It can warm up while cards are dealt.
        if matches!(self.state, State::Waiting) {
            self.start();
        }
    }

    fn remembers(&self) -> bool {
        true
    }

    fn act(
        &mut self,
        moment: Moment<'_, G>,
        _: &mut FastRng,
        budget: Budget<'_>,
        notes: &mut Notes<G::Action>,
    ) -> G::Action {
        let answer = self.ask(moment, self.millis(budget));
        self.does_well = answer.is_ok();
        match answer {
            Ok((action, odds)) => {
                notes.odds = odds;
                action
            }
            Err(fault) => {
                notes.fault = Some(fault);
                stand_in::<G>(moment.legal)
            }
        }
    }

    fn end(&mut self, view: &G::View, seen: &[G::Seen], outcome: Outcome) {
        if !matches!(self.state, State::Running(_)) {
            return;
        }
        let Ok(mut text) = self.news(view, seen) else { return };
        let end = Message::<(), (), _>::End { winners: outcome.winners, view };
        if write_line(&mut text, &end).is_ok()
            && let State::Running(program) = &self.state
        {
            // If it does not read, the next question will find out.
            program.tell(text);
        }
    }
}

impl<G> Drop for PipeBot<G> {
    fn drop(&mut self) {
        if let State::Running(program) = &mut self.state {
            program.stop(if self.does_well { FAREWELL } else { Duration::ZERO });
        }
    }
}

impl<G> std::fmt::Debug for PipeBot<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PipeBot")
            .field("words", &self.words)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
