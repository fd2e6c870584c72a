//! The screen of a table: what is known, what is shown of it by now, and what keys do.
//!
//! Nothing here draws, reads a clock or talks to anybody: time and keys are handed in, and what is to be done comes out as
//! [`Deed`]s.

mod draw;
mod gather;
mod keys;
mod pane;

use std::collections::VecDeque;

use mazzo_bots::{Advice, Moment, Row, Thought};
use mazzo_client::{Choices, Cue, Judged, Manner, Output, Presenter, Session, system_entropy};
use mazzo_core::Seat;
use mazzo_tell::{Around, Line};
use mazzo_text::{Lang, msg};
use mazzo_wire::{Command, Folded, Millis, Phase};

use crate::shown::{Look, Shown};
use crate::theme::Theme;

pub(crate) use draw::title;
pub(crate) use mazzo_client::Now;

/// Facts that are kept for advice.
const MOST_SEEN: usize = 20_000;
/// How long a notice stays.
const NOTICE_MS: u64 = 6_000;

/// What somebody pressed: a key, or a place on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Press {
    /// A key.
    Key(char),
    /// A card in hand.
    Card(usize),
    /// Something in a list.
    Item(usize),
    /// The same as the key Escape.
    Back,
}

/// What is to be done about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// Say this to the table.
    Say(String),
    /// Take the last decision back.
    Undo,
    /// Keep the record of the game.
    KeepRecord,
    /// Fetch the record of that game, to judge the deal by it.
    Judge(String),
    /// Keep this for the next visit to the table.
    Remember(String),
    /// Keep the evidence of a deal that was not honest.
    KeepEvidence,
    /// Let `search` look at a decision, too: its place in the review.
    LookDeeper(usize),
    /// Leave.
    Leave,
}

/// How it stands with the line to the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// The table is here.
    Here,
    /// It is at a server, and the line is good.
    Good,
    /// The line is lost; why, and which try this is.
    Lost(String, u32),
    /// There is nothing to come back to; why.
    Gone(String),
}

/// What is open over the table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Pane<A> {
    Help,
    /// The log, from so many lines before its end.
    Log(usize),
    /// The rules: the first line shown; none before it is known where the section begins.
    Rules {
        section: usize,
        scroll: usize,
    },
    Phrases,
    /// Actions to choose from, the chosen one, and whether in advance.
    Choose {
        actions: Vec<A>,
        at: usize,
        is_ahead: bool,
    },
    /// Whether to leave.
    Leave,
    /// The house did something wrong with the deal.
    Alarm,
    /// What could have been done.
    Review(usize),
    Write(String),
}

/// A decision that was made, to be looked at later.
#[derive(Clone, Debug)]
pub(crate) struct Decided<G: Shown> {
    pub(crate) view: G::View,
    pub(crate) played: G::Action,
    pub(crate) legal: Vec<G::Action>,
    pub(crate) advice: Advice<G::Action>,
    /// What `search` thinks as well, once somebody has wanted to know and it has had its time.
    pub(crate) thought: Option<Thought<G::Action>>,
    pub(crate) round: u16,
    /// How much was seen, if that is still known: with a new snapshot it begins anew.
    seen: Option<usize>,
    /// How long the log was.
    log: usize,
}

impl<G: Shown> Decided<G> {
    /// Whether `search` could look at it, and has not.
    pub(crate) fn wants_thought(&self) -> bool {
        self.thought.is_none() && self.seen.is_some()
    }

    /// What is thought of every action, the best first.
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

/// A decision to think over: what a seat saw, and nothing else.
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
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own that somebody can see on the screen"
)]
pub(crate) struct Desk<G: Shown> {
    pub(crate) lang: Lang,
    pub(crate) theme: Theme,
    pub(crate) hints: bool,
    /// Undo is for who plays alone.
    pub(crate) can_undo: bool,
    /// The link for friends.
    pub(crate) link: Option<String>,
    pub(crate) line: Reach,
    name: String,
    /// What is shown, told and offered.
    pub(crate) presenter: Presenter<G>,
    /// The names of the players, by seat.
    pub(crate) names: Vec<String>,
    /// The alarm about a deal that was not honest was shown.
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
    /// Sat down by itself.
    has_sat: bool,
    pub(crate) deeds: VecDeque<Deed>,
}

impl<G: Shown> Desk<G> {
    /// A screen for a table that is not known yet. `first` is the name of the first command.
    pub(crate) fn new(lang: Lang, theme: Theme, name: &str, hints: bool, line: Reach, first: u64) -> Self {
        let session = Session::new(first, system_entropy).checked();
        // Where others wait, the result of a round does not stay for ever.
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

    /// With the link for friends.
    #[must_use]
    pub(crate) fn with_link(mut self, link: &str) -> Self {
        self.link = Some(link.to_owned());
        self
    }

    /// What the table is known to be.
    pub(crate) const fn table(&self) -> Option<&Folded<G>> {
        self.presenter.known()
    }

    /// The table as far as it is shown.
    pub(crate) const fn shown(&self) -> Option<&G::View> {
        self.presenter.view()
    }

    /// The narration.
    pub(crate) fn log(&self) -> &[Line] {
        self.presenter.log()
    }

    /// What can be done.
    pub(crate) const fn choices(&self) -> &Choices<G> {
        self.presenter.choices()
    }

    /// The pause at the end of a round: the line of the log with which its result begins.
    pub(crate) const fn result_pause(&self) -> Option<usize> {
        self.presenter.result_pause()
    }

    /// What to say first on a new line.
    pub(crate) fn hello(&self) -> (String, Vec<String>) {
        self.presenter.hello()
    }

    /// The next thing to be done.
    pub(crate) fn deed(&mut self) -> Option<Deed> {
        self.deeds.pop_front()
    }

    /// The line to the table has changed.
    pub(crate) fn set_line(&mut self, line: Reach) {
        self.line = line;
    }

    /// Whether there is nothing to come back to.
    pub(crate) const fn is_gone(&self) -> bool {
        matches!(self.line, Reach::Gone(_))
    }

    /// Says something to whoever looks.
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

    /// Whether what is shown is what is known.
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.presenter.is_up_to_date()
    }

    /// Whether a table that waits for nobody else should wait: somebody reads, or looks at the end of a round.
    pub(crate) fn wants_pause(&self) -> bool {
        let is_reading = match &self.pane {
            Some(Pane::Choose { .. }) | None => false,
            Some(
                Pane::Help
                | Pane::Log(_)
                | Pane::Rules { .. }
                | Pane::Phrases
                | Pane::Leave
                | Pane::Alarm
                | Pane::Review(_)
                | Pane::Write(_),
            ) => true,
        };
        is_reading || !self.is_up_to_date()
    }

    /// Takes in what was heard.
    pub(crate) fn hear(&mut self, now: Now, told: &[u8]) {
        self.presenter.hear(now, told);
        self.watch_fairness();
        self.take_outputs(now);
        self.tick(now);
    }

    /// Does what the presenter wants to have done.
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
                    self.notify(now, mazzo_tell::refusal(self.lang, &why));
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

    /// Raises the alarm once if the deal was not honest.
    fn watch_fairness(&mut self) {
        if matches!(self.fairness(), Some(Judged::Wrong(_))) {
            if !std::mem::replace(&mut self.is_alarmed, true) {
                self.pane = Some(Pane::Alarm);
            }
        } else {
            self.is_alarmed = false;
        }
    }

    /// Judges the deal by the record that was fetched.
    pub(crate) fn judge(&mut self, now: Now, record: Option<&str>) {
        self.presenter.judge(record.and_then(|record| serde_json::from_str(record).ok()));
        self.watch_fairness();
        self.take_outputs(now);
    }

    /// Whether the deal was fair, once that is known.
    pub(crate) fn fairness(&self) -> Option<Judged> {
        self.presenter.verdict()
    }

    /// What is known of the deal, as a file.
    pub(crate) fn evidence(&self) -> String {
        self.presenter.evidence()
    }

    /// What an earlier visit to this table has kept.
    pub(crate) fn recall(&mut self, memory: &str) {
        self.presenter.recall(memory);
    }

    /// One's decision was taken back: what was thought of it is forgotten.
    pub(crate) fn taken_back(&mut self, now: Now) {
        if let Some(decided) = self.decided.pop() {
            self.presenter.take_back_log(decided.log);
        }
        self.notify(now, msg::t_taken_back(self.lang));
    }

    /// Something was shown.
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

    /// A visitor of a table that gathers sits down, once.
    fn sit_down(&mut self) {
        let Some(table) = self.table() else { return };
        let is_free = table.room.chairs.iter().any(|chair| chair.sitter == mazzo_wire::Sitter::Nobody);
        let is_stranger = table.mine.seat.is_none() && table.room.phase == Phase::Gathering && is_free;
        if is_stranger && !std::mem::replace(&mut self.has_sat, true) {
            let name = self.name.clone();
            self.ask(Command::Sit { seat: None, name });
        }
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, now: Now) {
        if self.notice.as_ref().is_some_and(|(_, until)| *until <= now.here) {
            self.notice = None;
        }
        while let Some(cue) = self.presenter.advance(now) {
            self.follow(&cue);
        }
        self.look_again();
        self.take_outputs(now);
    }

    /// Shows everything up to the end of the round, or goes on after it.
    pub(crate) fn hurry(&mut self, now: Now) {
        for cue in self.presenter.hurry(now) {
            self.follow(&cue);
        }
        self.look_again();
        self.take_outputs(now);
    }

    /// When something will look different by itself.
    pub(crate) fn next_tick(&self, now: Now) -> Option<Millis> {
        let notice = self.notice.as_ref().map(|(_, until)| *until);
        // A countdown moves by whole steps.
        let count =
            self.remaining(now).map(|(left, _)| now.here.plus(1 + (left.saturating_sub(1)) % STEP_MS));
        self.presenter.next_at().into_iter().chain(notice).chain(count).min()
    }

    /// Milliseconds that are left for the open decision, and of how many; nothing if there is no limit.
    pub(crate) fn remaining(&self, now: Now) -> Option<(u64, u64)> {
        let table = self.table().filter(|table| table.room.phase == Phase::Playing)?;
        let left = self.presenter.until_ms(now, table.clock.until?);
        let pace = self.presenter.pace();
        let whole = if table.clock.window { pace.close_ms() } else { pace.turn_ms()? };
        Some((u64::try_from(left).unwrap_or(0).min(whole), whole))
    }

    /// What may be done may have changed.
    fn look_again(&mut self) {
        if let Some(table) = self.presenter.known() {
            self.game = table.room.game;
            self.names = mazzo_tell::names(self.lang, &table.room.chairs);
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
            self.advise();
        }
    }

    /// Asks `counter`.
    pub(crate) fn advise(&mut self) {
        self.advice = self.think();
    }

    fn think(&self) -> Option<Advice<G::Action>> {
        let view = self.shown()?;
        let legal = &self.choices().now;
        (!legal.is_empty()).then(|| Advice::by_odds::<G>(Moment { view, legal, seen: &self.seen }))
    }

    /// Asks the table for something.
    pub(crate) fn ask(&mut self, command: Command<G::Rules>) {
        self.presenter.ask(command);
    }

    /// Acts.
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
            // Another answer in the same window is the same decision.
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

    /// The own answer and the action that was chosen in advance.
    pub(crate) fn sealed(&self) -> (Option<G::Action>, Option<G::Action>) {
        (self.presenter.answer(), self.presenter.premove())
    }

    pub(crate) fn reviewed(&self) -> &[Decided<G>] {
        &self.decided
    }

    /// What a game needs to know to show itself.
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

    /// Opens the review, or goes to another decision in it.
    pub(crate) fn review(&mut self, at: usize) {
        let at = at.min(self.decided.len().saturating_sub(1));
        self.pane = Some(Pane::Review(at));
        if self.decided.get(at).is_some_and(Decided::wants_thought) {
            self.deeds.push_back(Deed::LookDeeper(at));
        }
    }

    /// A decision as it was, for whoever thinks it over.
    pub(crate) fn question(&self, at: usize) -> Option<Question<G>> {
        let decided = self.decided.get(at)?;
        let seen = self.seen.get(..decided.seen?)?.to_vec();
        Some(Question { at, game: self.game, view: decided.view.clone(), legal: decided.legal.clone(), seen })
    }

    /// Somebody has thought it over.
    pub(crate) fn thought_over(&mut self, question: &Question<G>, thought: Thought<G::Action>) {
        // There may be another game by now.
        let is_there =
            |decided: &&mut Decided<G>| question.game == self.game && decided.view == question.view;
        if let Some(decided) = self.decided.get_mut(question.at).filter(is_there) {
            decided.thought = Some(thought);
        }
        // Somebody may have gone on to the next one meanwhile.
        if let Some(Pane::Review(at)) = self.pane
            && at != question.at
        {
            self.review(at);
        }
    }
}

/// A countdown moves by so many milliseconds.
pub(crate) const STEP_MS: u64 = 250;
