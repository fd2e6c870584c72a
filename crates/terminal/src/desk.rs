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
use mazzo_client::{Choices, Heard, Judged, Session, system_entropy};
use mazzo_core::{Seat, Setup};
use mazzo_tell::{Around, Line, Teller};
use mazzo_text::{Lang, msg};
use mazzo_wire::{Command, CommandId, Folded, Millis, Pace, Phase, Refusal, Said};

use crate::shown::{Look, Shown};
use crate::theme::Theme;

pub(crate) use draw::title;

/// Lines of the log that are kept.
const MOST_LINES: usize = 2_000;
/// Facts that are kept for whoever wants advice.
const MOST_SEEN: usize = 20_000;
/// How long a notice stays.
const NOTICE_MS: u64 = 6_000;
/// How long the end of a round is looked at where others wait, at a normal pace.
const CURTAIN_MS: u64 = 5_000;

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
    session: Session<G>,
    /// The record of the game that is over was asked for, to judge the deal by it.
    is_judging: bool,
    /// The alarm about a deal that was not honest was shown.
    is_alarmed: bool,
    /// The table as far as it is shown.
    pub(crate) shown: Option<G::View>,
    /// What is still to be shown.
    queue: VecDeque<G::Seen>,
    /// When the next of it is.
    next_show: Millis,
    /// The end of a round is being looked at: since this line of the log.
    pub(crate) curtain: Option<usize>,
    curtain_until: Option<Millis>,
    verdict: Option<usize>,
    teller: Teller<G>,
    pub(crate) log: Vec<Line>,
    pub(crate) names: Vec<String>,
    pub(crate) choices: Choices<G>,
    /// The decision that the choices are of.
    decision: (u32, u32),
    pub(crate) chosen: usize,
    pub(crate) is_armed: bool,
    pub(crate) pane: Option<Pane<G::Action>>,
    pub(crate) chair: usize,
    pub(crate) notice: Option<(String, Millis)>,
    pub(crate) advice: Option<Advice<G::Action>>,
    pub(crate) wants_advice: bool,
    seen: Vec<G::Seen>,
    decided: Vec<Decided<G>>,
    /// Asked for, and not answered yet, with what it was.
    asked: Vec<(CommandId, Option<G::Action>)>,
    /// What the table's clock is ahead of ours.
    skew: i64,
    game: u32,
    /// Sat down by itself.
    has_sat: bool,
    pub(crate) deeds: VecDeque<Deed>,
}

/// How late it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Now {
    /// For whoever looks.
    pub(crate) here: Millis,
    /// At the table: alone, one can let it wait.
    pub(crate) table: Millis,
}

impl<G: Shown> Desk<G> {
    /// A screen for a table that is not known yet. `first` is the name of the first command.
    pub(crate) fn new(lang: Lang, theme: Theme, name: &str, hints: bool, line: Reach, first: u64) -> Self {
        Self {
            lang,
            theme,
            hints,
            can_undo: line == Reach::Here,
            link: None,
            line,
            name: name.to_owned(),
            session: Session::new(first, system_entropy).checked(),
            is_judging: false,
            is_alarmed: false,
            shown: None,
            queue: VecDeque::new(),
            next_show: Millis(0),
            curtain: None,
            curtain_until: None,
            verdict: None,
            teller: Teller::default(),
            log: Vec::new(),
            names: Vec::new(),
            choices: Choices::default(),
            decision: (0, 0),
            chosen: 0,
            is_armed: false,
            pane: None,
            chair: 0,
            notice: None,
            advice: None,
            wants_advice: false,
            seen: Vec::new(),
            decided: Vec::new(),
            asked: Vec::new(),
            skew: 0,
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
        self.session.table()
    }

    /// What to say first on a new line.
    pub(crate) fn hello(&self) -> (String, Vec<String>) {
        (self.session.hello(), self.session.again().collect())
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
        self.queue.is_empty() && self.curtain.is_none()
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

    fn pace(&self) -> Pace {
        self.table().map_or(Pace::Normal, |table| table.room.settings.pace)
    }

    /// So long at this table's pace.
    fn paced(&self, ms: u64) -> u64 {
        match self.pace() {
            Pace::Relaxed => ms * 3 / 2,
            Pace::Normal => ms,
            Pace::Fast => ms / 2,
            Pace::Instant => 0,
        }
    }

    /// Takes in what was heard.
    pub(crate) fn hear(&mut self, now: Now, told: &[u8]) {
        let before = self.session.server_now();
        let (heard, send) = self.session.hear(told);
        self.deeds.extend(send.into_iter().map(Deed::Say));
        self.mind_fairness();
        if self.session.server_now() != before {
            self.skew = self.session.server_now().0.cast_signed().saturating_sub(now.table.0.cast_signed());
        }
        match heard {
            Heard::Table => self.begin_anew(),
            Heard::Step { seen, said } => self.step(now, seen, said),
            Heard::Mine => self.look_again(),
            Heard::Done(id) => {
                self.asked.retain(|(asked, _)| *asked != id);
                self.look_again();
            }
            Heard::Refused(id, why) => self.refused(now, id, &why),
            Heard::Nothing => {}
            Heard::Notice(text) => {
                let clean: String = text.chars().filter(|c| !c.is_control()).collect();
                self.notify(now, clean);
            }
            Heard::Bye(why, again) => {
                let text = crate::net::bye(self.lang, why);
                match again {
                    Some(_) => self.notify(now, text),
                    None => self.line = Reach::Gone(text),
                }
            }
            Heard::Nonsense => self.notify(now, msg::net_no_server(self.lang)),
        }
    }

    /// What follows for the fairness of the deal from what was heard: a record is to be fetched, a memory kept, an alarm raised.
    fn mind_fairness(&mut self) {
        if let Some(memory) = self.session.take_memory() {
            self.deeds.push_back(Deed::Remember(memory));
        }
        match self.session.to_judge() {
            Some(id) if !self.is_judging => {
                self.deeds.push_back(Deed::Judge(id.to_owned()));
                self.is_judging = true;
            }
            Some(_) => {}
            None => self.is_judging = false,
        }
        if matches!(self.session.verdict(), Some(Judged::Wrong(_))) {
            if !std::mem::replace(&mut self.is_alarmed, true) {
                self.pane = Some(Pane::Alarm);
            }
        } else {
            self.is_alarmed = false;
        }
    }

    /// Judges the deal by the record that was fetched.
    pub(crate) fn judge(&mut self, record: Option<&str>) {
        self.session.judge(record.and_then(|record| serde_json::from_str(record).ok()));
        self.mind_fairness();
    }

    /// Whether the deal was fair, once that is known.
    pub(crate) fn fairness(&self) -> Option<Judged> {
        self.session.verdict()
    }

    /// What is known of the deal, as a file.
    pub(crate) fn evidence(&self) -> String {
        self.session.evidence()
    }

    /// What an earlier visit to this table has kept.
    pub(crate) fn recall(&mut self, memory: &str) {
        self.session.recall(memory);
    }

    fn refused(&mut self, now: Now, id: CommandId, why: &Refusal) {
        let was_action = self.asked.iter().any(|(asked, action)| *asked == id && action.is_some());
        self.asked.retain(|(asked, _)| *asked != id);
        if was_action {
            self.decided.pop();
        }
        self.notify(now, mazzo_tell::refusal(self.lang, why));
        self.decision = (0, 0);
        self.look_again();
    }

    fn begin_anew(&mut self) {
        let Some(table) = self.session.table() else { return };
        self.names = mazzo_tell::names(self.lang, &table.room.chairs);
        self.shown.clone_from(&table.view);
        self.game = table.room.game;
        self.queue.clear();
        (self.curtain, self.curtain_until, self.verdict) = (None, None, None);
        self.teller = Teller::default();
        self.seen.clear();
        self.decided.iter_mut().for_each(|decided| decided.seen = None);
        self.decision = (0, 0);
        let is_free = table.room.chairs.iter().any(|chair| chair.sitter == mazzo_wire::Sitter::Nobody);
        let is_stranger = table.mine.seat.is_none() && table.room.phase == Phase::Gathering && is_free;
        if is_stranger && !std::mem::replace(&mut self.has_sat, true) {
            self.ask(Command::Sit { seat: None, name: self.name.clone() }, None);
        }
        self.look_again();
    }

    /// One's decision was taken back: what was thought of it is forgotten.
    pub(crate) fn taken_back(&mut self, now: Now) {
        if let Some(decided) = self.decided.pop() {
            self.log.truncate(decided.log);
        }
        self.notify(now, msg::t_taken_back(self.lang));
    }

    fn step(&mut self, now: Now, seen: Vec<G::Seen>, said: Option<Said>) {
        let Some(table) = self.session.table() else { return };
        self.names = mazzo_tell::names(self.lang, &table.room.chairs);
        if table.room.game != self.game {
            self.game = table.room.game;
            self.flush(now);
            if let Some(view) = self.session.table().and_then(|table| table.view.as_ref()) {
                let (setup, viewer): (Setup<G::Rules>, _) = G::viewed(view);
                self.shown = Some(G::empty(setup).view(viewer));
            }
            self.seen.clear();
            self.decided.clear();
            self.log.clear();
        }
        if let Some(said) = said
            && let Some(line) = mazzo_tell::said(self.around(), Seat::new(said.seat), &said.what)
        {
            self.log.push(line);
        }
        let room = MOST_SEEN.saturating_sub(self.seen.len());
        self.seen.extend(seen.iter().take(room));
        self.queue.extend(seen);
        self.tick(now);
        self.look_again();
    }

    /// Shows the next thing.
    fn show_one(&mut self) -> u64 {
        let Some(seen) = self.queue.pop_front() else { return 0 };
        let Some(view) = &mut self.shown else { return 0 };
        let around = Around { lang: self.lang, names: &self.names, in_words: false };
        if G::is_verdict(seen) {
            self.verdict = Some(self.log.len());
        }
        let lines = self.teller.fact(around, view, seen);
        let wait = G::beat_ms(view, seen);
        G::absorb(view, seen);
        self.log.extend(lines);
        if self.queue.is_empty() {
            self.log.extend(self.teller.rest(around));
        }
        if self.log.len() > MOST_LINES {
            let over = self.log.len() - MOST_LINES;
            self.log.drain(..over);
            self.verdict = self.verdict.map(|at| at.saturating_sub(over));
        }
        wait
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, now: Now) {
        if self.notice.as_ref().is_some_and(|(_, until)| *until <= now.here) {
            self.notice = None;
        }
        if self.curtain_until.is_some_and(|until| until <= now.here) {
            (self.curtain, self.curtain_until) = (None, None);
        }
        self.next_show = self.next_show.max(Millis(now.here.0.saturating_sub(1_000)));
        let was_behind = !self.is_up_to_date();
        while self.curtain.is_none() && self.next_show <= now.here {
            let Some(&next) = self.queue.front() else { break };
            if G::is_curtain(next)
                && let Some(verdict) = self.verdict.take()
            {
                self.lift_curtain(now, verdict);
                break;
            }
            let wait = self.show_one();
            let wait = self.paced(wait);
            if wait > 0 {
                self.next_show = now.here.plus(wait);
            }
        }
        if was_behind && self.is_up_to_date() {
            self.look_again();
        }
    }

    fn lift_curtain(&mut self, now: Now, verdict: usize) {
        let around = Around { lang: self.lang, names: &self.names, in_words: false };
        self.log.extend(self.teller.rest(around));
        if self.pace() == Pace::Instant {
            return;
        }
        self.curtain = Some(verdict);
        // Where others wait, nobody looks for ever.
        let is_alone = self.line == Reach::Here;
        self.curtain_until = (!is_alone).then(|| now.here.plus(self.paced(CURTAIN_MS)));
    }

    /// Shows everything at once.
    pub(crate) fn flush(&mut self, now: Now) {
        (self.curtain, self.curtain_until) = (None, None);
        while let Some(&next) = self.queue.front() {
            if G::is_curtain(next)
                && let Some(verdict) = self.verdict.take()
            {
                self.lift_curtain(now, verdict);
                break;
            }
            self.show_one();
        }
        self.next_show = now.here;
        self.look_again();
    }

    /// When something will look different by itself.
    pub(crate) fn next_tick(&self, now: Now) -> Option<Millis> {
        let show = (!self.queue.is_empty() && self.curtain.is_none()).then_some(self.next_show);
        let notice = self.notice.as_ref().map(|(_, until)| *until);
        // A countdown moves by whole steps.
        let count =
            self.remaining(now).map(|(left, _)| now.here.plus(1 + (left.saturating_sub(1)) % STEP_MS));
        show.into_iter().chain(notice).chain(self.curtain_until).chain(count).min()
    }

    /// Milliseconds that are left for the open decision, and of how many; nothing if there is no limit.
    pub(crate) fn remaining(&self, now: Now) -> Option<(u64, u64)> {
        let table = self.table().filter(|table| table.room.phase == Phase::Playing)?;
        let until = table.clock.until?;
        let at_table = now.table.0.cast_signed().saturating_add(self.skew);
        let left = until.0.cast_signed().saturating_sub(at_table);
        let pace = self.pace();
        let whole = if table.clock.window { pace.close_ms() } else { pace.turn_ms()? };
        Some((u64::try_from(left).unwrap_or(0).min(whole), whole))
    }

    /// What may be done may have changed.
    fn look_again(&mut self) {
        let Some(table) = self.session.table() else { return };
        let decision = (table.room.game, table.clock.decision);
        let is_playing = table.room.phase == Phase::Playing;
        let is_open = is_playing && self.is_up_to_date();
        if !is_open {
            (self.choices, self.advice) = (Choices::default(), None);
            self.decision = (0, 0);
            return;
        }
        if decision == self.decision {
            return;
        }
        self.decision = decision;
        self.choices = table.view.as_ref().map(Choices::of).unwrap_or_default();
        self.is_armed = false;
        self.advice = None;
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
        let view = self.shown.as_ref()?;
        let legal = &self.choices.now;
        (!legal.is_empty()).then(|| Advice::by_odds::<G>(Moment { view, legal, seen: &self.seen }))
    }

    pub(crate) fn ask(&mut self, command: Command<G::Rules>, action: Option<G::Action>) {
        let (id, text) = self.session.ask(command);
        self.asked.push((id, action));
        self.deeds.push_back(Deed::Say(text));
    }

    /// Acts.
    pub(crate) fn act(&mut self, action: G::Action) {
        let Some(table) = self.session.table() else { return };
        let decision = table.clock.decision;
        if let (Some(view), Some(advice)) = (self.shown.clone(), self.think()) {
            let round = G::round_of(&view);
            // Whoever thinks better of it in the same window decides once.
            let is_same = |last: &Decided<G>| last.view == view && table.clock.window;
            if self.decided.last().is_some_and(is_same) {
                self.decided.pop();
            }
            self.decided.push(Decided {
                view,
                played: action,
                legal: self.choices.now.clone(),
                advice,
                thought: None,
                round,
                seen: Some(self.seen.len()),
                log: self.log.len(),
            });
        }
        self.ask(Command::Act { decision, action: action.to_string() }, Some(action));
        self.pane = None;
    }

    pub(crate) fn act_ahead(&mut self, action: Option<G::Action>) {
        let Some(table) = self.session.table() else { return };
        let command = Command::Premove {
            decision: table.clock.decision,
            action: action.map(|action| action.to_string()),
        };
        self.ask(command, None);
        self.pane = None;
    }

    /// The own answer and what was put down in advance.
    pub(crate) fn sealed(&self) -> (Option<G::Action>, Option<G::Action>) {
        let read = |text: &Option<String>| text.as_ref().and_then(|text| text.parse().ok());
        self.table().map_or((None, None), |table| (read(&table.mine.answer), read(&table.mine.premove)))
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
