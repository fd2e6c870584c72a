//! A bot that is an external program.

use std::fmt::Write as _;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

use mazzo_bots::{Bot, Budget, Moment, Notes};
use mazzo_core::{FastRng, Outcome, Seat, Visible, Windows};
use serde::Serialize;

use super::line::{InputLine, MAX_LINE, Message, PROTOCOL, Reply, quoted};
use super::program::{Program, Received};

/// Lines that are skipped for one decision, mostly late answers. A program that writes more floods the table.
const MAX_SKIPPED: u32 = 256;
/// Upper bound of a time limit, against overflow of a deadline.
const MAX_MILLIS: u64 = 24 * 60 * 60 * 1000;
/// Maximum length of a name in characters.
const MAX_NAME: usize = 40;
/// Grace period of a working program, for example to save what it has learned.
const EXIT_GRACE: Duration = Duration::from_millis(300);
/// Grace period after the output ended, to learn the exit status.
const STATUS_GRACE: Duration = Duration::from_millis(50);

/// Limits of an external program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Time for each decision; a smaller budget takes precedence.
    pub millis: u64,
    /// After this many time-outs in a row it is stopped until the next game.
    pub timeouts: u32,
    /// Maximum number of starts: one, plus restarts for the next game after it ended or was stopped.
    pub starts: u32,
    /// Whether its standard error is discarded and not inherited.
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
    /// It is empty.
    #[error("the command for the bot is empty")]
    Empty,
    /// It has an unclosed quote.
    #[error("the command for the bot, {0}, has a quote that is not closed")]
    Unclosed(String),
}

enum State {
    /// Not started yet.
    Waiting,
    Running(Program),
    /// Why it does not run.
    Stopped(String),
}

/// A bot that is an external program: it receives what its seat sees, and answers questions, a line of JSON each.
///
/// The caller always gets a legal action within the time limit. If the program is gone, late, or its answer is not a legal action,
/// the action is a pass if that is legal, else an action that waits ([`Windows::is_idle`]), else the first legal one; and
/// [`Notes::fault`] holds the reason.
///
/// One program plays many games in sequence. Each starts with a `hello`. The program is stopped on drop.
pub struct PipeBot<G> {
    words: Vec<String>,
    limits: Limits,
    names: Option<Vec<String>>,
    state: State,
    starts: u32,
    /// Time-outs since its last answer in time.
    timeouts: u32,
    /// Whether its last answer was valid.
    is_healthy: bool,
    /// Id of the last question. It increases over games, so that late answers are recognized.
    asked: u64,
    /// Whether the `hello` of this game was sent.
    greeted: bool,
    name: Option<String>,
    game: PhantomData<fn() -> G>,
}

/// The words of a command line, taken apart as a shell would.
pub fn words(command: &str) -> Result<Vec<String>, BadCommand> {
    let words = shlex::split(command).ok_or_else(|| BadCommand::Unclosed(quoted(command)))?;
    if words.is_empty() { Err(BadCommand::Empty) } else { Ok(words) }
}

impl<G: Visible> PipeBot<G> {
    /// A bot for this command line, which is split like a shell does and run without one. The program starts with the first game.
    pub fn new(command: &str, limits: Limits) -> Result<Self, BadCommand> {
        Ok(Self {
            words: words(command)?,
            limits,
            names: None,
            state: State::Waiting,
            starts: 0,
            timeouts: 0,
            is_healthy: true,
            asked: 0,
            greeted: false,
            name: None,
            game: PhantomData,
        })
    }

    /// Sends the names of the players, by seat, with the next `hello`.
    #[must_use]
    pub fn with_names(mut self, names: Vec<String>) -> Self {
        self.names = Some(names);
        self
    }

    /// The name that the program gave itself, if any.
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

    /// Stops the program until the next game.
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

    /// The lines about new facts, after a `hello` if this game has had none.
    fn updates(&mut self, view: &G::View, seen: &[G::Seen]) -> Result<String, serde_json::Error> {
        let mut text = String::new();
        if !self.greeted {
            let (setup, viewer) = G::viewed(view);
            write_line(
                &mut text,
                &Message::<_, (), ()>::Hello {
                    protocol: PROTOCOL.to_owned(),
                    game: G::NAME.to_owned(),
                    players: setup.seats,
                    seat: viewer.seat().unwrap_or(Seat::new(0)), // a viewer who acts has a seat
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
        if !program.send(text) {
            return Err(self.stop(Duration::ZERO, "the program does not read its input"));
        }
        for _ in 0..MAX_SKIPPED {
            let State::Running(program) = &self.state else { break };
            match program.receive(deadline.saturating_duration_since(Instant::now())) {
                Received::InputLine(InputLine::Text(text)) if text.trim().is_empty() => {}
                Received::InputLine(InputLine::Text(text)) => match serde_json::from_str(&text) {
                    Ok(Reply::Answer { id, .. }) if id < self.asked => {} // too late
                    Ok(Reply::Answer { id, action, odds }) if id == self.asked => {
                        self.timeouts = 0;
                        return check_action(moment, &action, odds);
                    }
                    Ok(Reply::Answer { id, .. }) => {
                        return Err(format!("question {id} was not asked yet"));
                    }
                    Ok(Reply::Hello { hello }) if self.name.is_none() => {
                        let clean = hello.chars().filter(|c| !c.is_control());
                        self.name = Some(clean.take(MAX_NAME).collect());
                    }
                    Ok(Reply::Hello { .. }) | Err(_) => {
                        return Err(format!("the program wrote {}, which is not an answer", quoted(&text)));
                    }
                },
                Received::InputLine(InputLine::NotText) => {
                    return Err("the program wrote text that is not UTF-8".to_owned());
                }
                Received::InputLine(InputLine::TooLong) => {
                    let why = format!("the program wrote a line of more than {MAX_LINE} bytes");
                    return Err(self.stop(Duration::ZERO, &why));
                }
                Received::Silence => return Err(self.time_out(millis)),
                Received::End => return Err(self.stop(STATUS_GRACE, "the program has ended")),
            }
        }
        Err(self.stop(Duration::ZERO, "the program writes too many lines"))
    }

    /// All lines for a decision, as one text.
    fn question(&mut self, moment: Moment<'_, G>, ms: u64) -> Result<String, serde_json::Error> {
        let mut text = self.updates(moment.view, moment.seen)?;
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
        let most = self.limits.millis.min(MAX_MILLIS);
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
    let _ = writeln!(text, "{line}"); // writing to a string cannot fail
    Ok(())
}

/// Checks that the answer is a legal action.
fn check_action<G: Visible>(
    moment: Moment<'_, G>,
    text: &str,
    odds: Option<f64>,
) -> Result<(G::Action, Option<f64>), String> {
    let Ok(action) = text.parse::<G::Action>() else {
        return Err(format!("{} is not an action", quoted(text)));
    };
    if !moment.legal.contains(&action) {
        return Err(format!("{} is not legal now", quoted(text)));
    }
    match odds {
        Some(odds) if !(0.0..=1.0).contains(&odds) => Err(format!("odds of {odds} are not from 0 to 1")),
        Some(_) | None => Ok((action, odds)),
    }
}

/// The action for a program that gives none.
fn fallback_action<G: Windows>(legal: &[G::Action]) -> G::Action {
    let find = |waits: fn(G::Action) -> bool| legal.iter().copied().find(|&action| waits(action));
    find(G::is_pass).or_else(|| find(G::is_idle)).unwrap_or_else(|| legal[0])
}

impl<G: Visible + Windows> Bot<G> for PipeBot<G> {
    fn begin(&mut self) {
        self.greeted = false;
        if matches!(self.state, State::Stopped(_)) && self.starts < self.limits.starts {
            self.state = State::Waiting;
        }
        // The program can start up during the deal.
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
        self.is_healthy = answer.is_ok();
        match answer {
            Ok((action, odds)) => {
                notes.odds = odds;
                action
            }
            Err(fault) => {
                notes.fault = Some(fault);
                fallback_action::<G>(moment.legal)
            }
        }
    }

    fn end(&mut self, view: &G::View, seen: &[G::Seen], outcome: Outcome) {
        if !matches!(self.state, State::Running(_)) {
            return;
        }
        let Ok(mut text) = self.updates(view, seen) else { return };
        let end = Message::<(), (), _>::End { winners: outcome.winners, view };
        if write_line(&mut text, &end).is_ok()
            && let State::Running(program) = &self.state
        {
            // A full queue shows at the next question.
            program.send(text);
        }
    }
}

impl<G> Drop for PipeBot<G> {
    fn drop(&mut self) {
        if let State::Running(program) = &mut self.state {
            program.stop(if self.is_healthy { EXIT_GRACE } else { Duration::ZERO });
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
