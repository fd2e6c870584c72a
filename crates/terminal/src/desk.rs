//! The screen of a table: its state, and the effects of keys.
//!
//! No clock and no I/O: time and keys are passed in, and side effects come out as [`Deed`]s.

mod draw;
mod gather;
mod keys;
mod pane;

use std::collections::VecDeque;

use mazzo_bots::{Advice, Moment, Row, Thought};
use mazzo_client::{Choices, Cue, Judged, Manner, Output, Presenter, Session, system_entropy};
use mazzo_core::Seat;
use mazzo_narration::{Around, Line};
use mazzo_protocol::{Command, Folded, Millis, Phase};
use mazzo_text::{Lang, msg};

use crate::shown::{Look, Offer, Shown};
use crate::theme::Theme;

pub(crate) use draw::title;
pub(crate) use mazzo_client::Now;

/// Maximum number of facts kept for advice.
const MOST_SEEN: usize = 20_000;
/// Display time of a notice.
const NOTICE_MS: u64 = 6_000;

/// A key press, or the target of a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Press {
    /// A key.
    Key(char),
    /// A card in hand.
    Card(usize),
    /// An item of a list.
    Item(usize),
    /// Same as Escape.
    Back,
}

/// A side effect that the event loop carries out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// Send this message to the table.
    Say(String),
    /// Take the last decision back.
    Undo,
    /// Save the record of the game.
    KeepRecord,
    /// Fetch the record of a game, to verify its deal.
    Judge(String),
    /// Store this for the next visit to the table.
    Remember(String),
    /// Save the evidence of a dishonest deal.
    KeepEvidence,
    /// Run `search` on the decision with this index in the review.
    LookDeeper(usize),
    /// Leave the table.
    Leave,
}

/// The state of the connection to the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// The table is local.
    Here,
    /// Connected to a server.
    Good,
    /// Disconnected: the reason, and the number of the reconnection attempt.
    Lost(String, u32),
    /// Closed for good: the reason.
    Gone(String),
}

/// A pane over the table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Pane<A> {
    Help,
    /// The log, scrolled up by this many lines from its end.
    Log(usize),
    /// The rules, scrolled by this many lines from the start of a section.
    Rules {
        section: usize,
        scroll: usize,
    },
    Phrases,
    /// A choice of actions; `is_ahead` marks a premove.
    Choose {
        actions: Vec<A>,
        at: usize,
        is_ahead: bool,
    },
    /// The confirmation to leave.
    Leave,
    /// The deal was dishonest.
    Alarm,
    /// The review, at this decision.
    Review(usize),
    Write(String),
}

/// A past decision, for the review.
#[derive(Clone, Debug)]
pub(crate) struct Decided<G: Shown> {
    pub(crate) view: G::View,
    pub(crate) played: G::Action,
    pub(crate) legal: Vec<G::Action>,
    pub(crate) advice: Advice<G::Action>,
    /// The result of `search`, once the player has opened this decision and the search has finished.
    pub(crate) thought: Option<Thought<G::Action>>,
    pub(crate) round: u16,
    /// The number of facts seen before the decision. None after a new snapshot, which discards the facts.
    seen: Option<usize>,
    /// The length of the log before the decision.
    log: usize,
}

impl<G: Shown> Decided<G> {
    /// True if `search` can still run on this decision.
    pub(crate) fn wants_thought(&self) -> bool {
        self.thought.is_none() && self.seen.is_some()
    }

    /// The values of all actions, best first.
    pub(crate) fn rows(&self) -> Vec<Row<G::Action>> {
        if let Some(thought) = &self.thought {
            return thought.rows.clone();
        }
        let row = |&(action, counter): &(G::Action, f64)| Row { action, counter, search: None };
        let mut rows: Vec<_> = self.advice.values.iter().map(row).collect();
        rows.sort_by(|a, b| b.counter.total_cmp(&a.counter));
        rows
    }
}

/// A decision for `search`: only the information that the seat had.
#[derive(Clone, Debug)]
pub(crate) struct Question<G: Shown> {
    at: usize,
    game: u32,
    view: G::View,
    legal: Vec<G::Action>,
    seen: Vec<G::Seen>,
}

impl<G: Shown> Question<G> {
    pub(crate) fn moment(&self) -> Moment<'_, G> {
        Moment { view: &self.view, legal: &self.legal, seen: &self.seen }
    }
}

/// The screen of a table.
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub(crate) struct Desk<G: Shown> {
    pub(crate) lang: Lang,
    pub(crate) theme: Theme,
    pub(crate) hints: bool,
    /// Undo is available only in local games.
    pub(crate) can_undo: bool,
    /// The link of the table, to invite players.
    pub(crate) link: Option<String>,
    pub(crate) line: Reach,
    name: String,
    /// The view, the log and the choices on screen.
    pub(crate) presenter: Presenter<G>,
    /// The names of the players, by seat.
    pub(crate) names: Vec<String>,
    /// The alarm about a dishonest deal has been shown.
    is_alarmed: bool,
    /// The decision that the keys are set up for.
    decision: Option<(u32, u32)>,
    pub(crate) chosen: usize,
    pub(crate) is_armed: bool,
    pub(crate) pane: Option<Pane<G::Action>>,
    pub(crate) chair: usize,
    pub(crate) notice: Option<(String, Millis)>,
    pub(crate) advice: Option<Advice<G::Action>>,
    pub(crate) wants_advice: bool,
    seen: Vec<G::Seen>,
    decided: Vec<Decided<G>>,
    game: u32,
    /// The screen has already taken a seat automatically.
    has_sat: bool,
    pub(crate) deeds: VecDeque<Deed>,
}

impl<G: Shown> Desk<G> {
    /// A screen before the first snapshot. `first` is the number of the first command.
    pub(crate) fn new(lang: Lang, theme: Theme, name: &str, hints: bool, line: Reach, first: u64) -> Self {
        let session = Session::new(first, system_entropy).checked();
        // At a server other players wait, so the result of a round goes away after a while.
        let is_alone = line == Reach::Here;
        let manner = Manner {
            lang,
            in_words: false,
            is_animated: false,
            follows_pace: true,
            waits_at_result: is_alone,
            logs_talk: true,
            announces_summary: false,
        };
        Self {
            lang,
            theme,
            hints,
            can_undo: is_alone,
            link: None,
            line,
            name: name.to_owned(),
            presenter: Presenter::new(session, manner),
            names: Vec::new(),
            is_alarmed: false,
            decision: None,
            chosen: 0,
            is_armed: false,
            pane: None,
            chair: 0,
            notice: None,
            advice: None,
            wants_advice: false,
            seen: Vec::new(),
            decided: Vec::new(),
            game: 0,
            has_sat: false,
            deeds: VecDeque::new(),
        }
    }

    /// The latest known state of the table.
    pub(crate) const fn table(&self) -> Option<&Folded<G>> {
        self.presenter.known()
    }

    /// The view on screen, which may lag behind [`Desk::table`].
    pub(crate) const fn shown(&self) -> Option<&G::View> {
        self.presenter.view()
    }

    /// The log of the game.
    pub(crate) fn log(&self) -> &[Line] {
        self.presenter.log()
    }

    /// The legal actions.
    pub(crate) const fn choices(&self) -> &Choices<G> {
        self.presenter.choices()
    }

    /// The pause at the end of a round: the line of the log with which its result begins.
    pub(crate) const fn result_pause(&self) -> Option<usize> {
        self.presenter.result_pause()
    }

    /// Shows a notice for a few seconds.
    pub(crate) fn notify(&mut self, now: Now, text: String) {
        self.notice = Some((text, now.here.plus(NOTICE_MS)));
    }

    pub(crate) fn around(&self) -> Around<'_> {
        Around { lang: self.lang, names: &self.names, in_words: false }
    }

    pub(crate) fn phase(&self) -> Option<Phase> {
        self.table().map(|table| table.room.phase)
    }

    pub(crate) fn me(&self) -> Option<Seat> {
        self.table().and_then(|table| table.mine.seat).map(Seat::new)
    }

    /// True if the screen shows the latest known state.
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.presenter.is_up_to_date()
    }

    /// True if a local table should pause: the player reads a pane, or the screen lags behind the table.
    pub(crate) fn wants_pause(&self) -> bool {
        let is_reading = !matches!(self.pane, None | Some(Pane::Choose { .. }));
        is_reading || !self.is_up_to_date()
    }

    /// Handles a message from the table.
    pub(crate) fn hear(&mut self, now: Now, told: &[u8]) {
        self.presenter.hear(now, told);
        self.watch_fairness();
        self.take_outputs(now);
        self.tick(now);
    }

    /// Handles the outputs of the presenter.
    fn take_outputs(&mut self, now: Now) {
        while let Some(output) = self.presenter.output() {
            match output {
                Output::Send(text) => self.deeds.push_back(Deed::Say(text)),
                Output::Remember(memory) => self.deeds.push_back(Deed::Remember(memory)),
                Output::Judge(id) => self.deeds.push_back(Deed::Judge(id)),
                Output::Refused { why, was_action } => {
                    if was_action {
                        self.decided.pop();
                    }
                    self.notify(now, mazzo_narration::refusal(self.lang, &why));
                    self.decision = None;
                }
                Output::Said(_) => {}
                Output::Notice(text) => {
                    let clean: String = text.chars().filter(|c| !c.is_control()).collect();
                    self.notify(now, clean);
                }
                Output::Bye(why, again) => {
                    let text = crate::net::bye(self.lang, why);
                    match again {
                        Some(_) => self.notify(now, text),
                        None => self.line = Reach::Gone(text),
                    }
                }
                Output::Nonsense => self.notify(now, msg::net_no_server(self.lang)),
            }
        }
    }

    /// Raises the alarm once if the deal was dishonest.
    fn watch_fairness(&mut self) {
        if matches!(self.fairness(), Some(Judged::Wrong(_))) {
            if !std::mem::replace(&mut self.is_alarmed, true) {
                self.pane = Some(Pane::Alarm);
            }
        } else {
            self.is_alarmed = false;
        }
    }

    /// Verifies the deal with the fetched record.
    pub(crate) fn judge(&mut self, now: Now, record: Option<&str>) {
        self.presenter.judge(record.and_then(|record| serde_json::from_str(record).ok()));
        self.watch_fairness();
        self.take_outputs(now);
    }

    /// The verdict on the deal, once there is one.
    pub(crate) fn fairness(&self) -> Option<Judged> {
        self.presenter.verdict()
    }

    /// Handles an undo: removes the last decision from the review, and its lines from the log.
    pub(crate) fn taken_back(&mut self, now: Now) {
        if let Some(decided) = self.decided.pop() {
            self.presenter.take_back_log(decided.log);
        }
        self.notify(now, msg::t_taken_back(self.lang));
    }

    /// Handles a step of the presentation.
    fn follow(&mut self, cue: &Cue<G>) {
        match cue {
            Cue::Restart => {
                self.seen.clear();
                self.decided.iter_mut().for_each(|decided| decided.seen = None);
                self.decision = None;
                self.sit_down();
            }
            Cue::Begin => {
                self.seen.clear();
                self.decided.clear();
            }
            Cue::Fact { seen, .. } => {
                if self.seen.len() < MOST_SEEN {
                    self.seen.push(*seen);
                }
            }
            Cue::Settle => {}
        }
    }

    /// Takes a free seat automatically at a gathering table, once.
    fn sit_down(&mut self) {
        let Some(table) = self.table() else { return };
        let is_free = table.room.chairs.iter().any(|chair| chair.sitter == mazzo_protocol::Sitter::Nobody);
        let can_sit = table.mine.seat.is_none() && table.room.phase == Phase::Gathering && is_free;
        if can_sit && !std::mem::replace(&mut self.has_sat, true) {
            let name = self.name.clone();
            self.ask(Command::Sit { seat: None, name });
        }
    }

    /// Advances the presentation to `now`.
    pub(crate) fn tick(&mut self, now: Now) {
        if self.notice.as_ref().is_some_and(|(_, until)| *until <= now.here) {
            self.notice = None;
        }
        while let Some(cue) = self.presenter.advance(now) {
            self.follow(&cue);
        }
        self.refresh();
        self.take_outputs(now);
    }

    /// Skips to the end of the round, or past its result.
    pub(crate) fn hurry(&mut self, now: Now) {
        for cue in self.presenter.hurry(now) {
            self.follow(&cue);
        }
        self.refresh();
        self.take_outputs(now);
    }

    /// The time at which the screen next changes without input.
    pub(crate) fn next_tick(&self, now: Now) -> Option<Millis> {
        let notice = self.notice.as_ref().map(|(_, until)| *until);
        // The countdown moves in whole steps.
        let count =
            self.remaining(now).map(|(left, _)| now.here.plus(1 + (left.saturating_sub(1)) % STEP_MS));
        self.presenter.next_at().into_iter().chain(notice).chain(count).min()
    }

    /// Milliseconds left for the open decision, and its time limit; none without a limit.
    pub(crate) fn remaining(&self, now: Now) -> Option<(u64, u64)> {
        let table = self.table().filter(|table| table.room.phase == Phase::Playing)?;
        let left = self.presenter.until_ms(now, table.clock.until?);
        let pace = self.presenter.pace();
        let whole = if table.clock.window { pace.close_ms() } else { pace.turn_ms()? };
        Some((u64::try_from(left).unwrap_or(0).min(whole), whole))
    }

    /// Updates names, selection and advice after a change of the table.
    fn refresh(&mut self) {
        if let Some(table) = self.presenter.known() {
            self.game = table.room.game;
            self.names = mazzo_narration::names(self.lang, &table.room.chairs);
        }
        let decision = self.presenter.decision();
        if decision == self.decision {
            return;
        }
        (self.decision, self.advice) = (decision, None);
        if decision.is_none() {
            return;
        }
        self.is_armed = false;
        self.choose_playable();
        if matches!(self.pane, Some(Pane::Choose { .. })) {
            self.pane = None;
        }
        if self.hints && self.wants_advice {
            self.advice = self.think();
        }
    }

    /// Advice of `counter`.
    fn think(&self) -> Option<Advice<G::Action>> {
        let view = self.shown()?;
        let legal = &self.choices().now;
        (!legal.is_empty()).then(|| Advice::by_counter::<G>(Moment { view, legal, seen: &self.seen }))
    }

    /// Sends a command to the table.
    pub(crate) fn ask(&mut self, command: Command<G::Rules>) {
        self.presenter.ask(command);
    }

    /// Carries out an action and records the decision for the review.
    pub(crate) fn act(&mut self, now: Now, action: G::Action) {
        let decided = self.shown().cloned().zip(self.think()).map(|(view, advice)| Decided {
            round: G::round_of(&view),
            view,
            played: action,
            legal: self.choices().now.clone(),
            advice,
            thought: None,
            seen: Some(self.seen.len()),
            log: self.log().len(),
        });
        let is_window = self.table().is_some_and(|table| table.clock.window);
        self.pane = None;
        if !self.presenter.act(now, action) {
            return;
        }
        if let Some(decided) = decided {
            // A changed answer in the same window replaces the decision.
            if is_window && self.decided.last().is_some_and(|last| last.view == decided.view) {
                self.decided.pop();
            }
            self.decided.push(decided);
        }
    }

    pub(crate) fn act_ahead(&mut self, action: Option<G::Action>) {
        self.presenter.act_ahead(action);
        self.pane = None;
    }

    /// The player's answer in the open window, and the premove.
    pub(crate) fn sealed(&self) -> (Option<G::Action>, Option<G::Action>) {
        (self.presenter.answer(), self.presenter.premove())
    }

    /// What may be done, and what was answered already.
    fn offer(&self) -> Offer<'_, G::Action> {
        let (answer, premove) = self.sealed();
        Offer { now: &self.choices().now, ahead: &self.choices().ahead, answer, premove }
    }

    /// The parameters for drawing a game.
    fn look<'a>(&'a self, view: &'a G::View, is_large: bool) -> Look<'a, G> {
        Look {
            lang: self.lang,
            names: &self.names,
            view,
            chosen: self.chosen,
            is_armed: self.is_armed,
            is_large,
        }
    }

    /// Opens the review, or moves to another decision in it.
    pub(crate) fn review(&mut self, at: usize) {
        let at = at.min(self.decided.len().saturating_sub(1));
        self.pane = Some(Pane::Review(at));
        if self.decided.get(at).is_some_and(Decided::wants_thought) {
            self.deeds.push_back(Deed::LookDeeper(at));
        }
    }

    /// The question for `search` about a decision.
    pub(crate) fn question(&self, at: usize) -> Option<Question<G>> {
        let decided = self.decided.get(at)?;
        let seen = self.seen.get(..decided.seen?)?.to_vec();
        Some(Question { at, game: self.game, view: decided.view.clone(), legal: decided.legal.clone(), seen })
    }

    /// Stores the result of `search`.
    pub(crate) fn thought_over(&mut self, question: &Question<G>, thought: Thought<G::Action>) {
        // A new game may have started.
        let is_same = |decided: &&mut Decided<G>| question.game == self.game && decided.view == question.view;
        if let Some(decided) = self.decided.get_mut(question.at).filter(is_same) {
            decided.thought = Some(thought);
        }
        // The player may have moved to another decision, which now gets its turn.
        if let Some(Pane::Review(at)) = self.pane
            && at != question.at
        {
            self.review(at);
        }
    }
}

/// Step of the countdown.
pub(crate) const STEP_MS: u64 = 250;
