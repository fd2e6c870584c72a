//! Presents a table on a screen, one event after the other.
//!
//! One frame contains many events: a window closes, a row is turned up, tokens move, cards are dealt. The presenter shows them
//! one by one, so the table on the screen lags behind the state of the [`Session`]. It offers no action before everything is
//! shown.
//!
//! Data flows one way. A front end passes in messages ([`Presenter::hear`]), actions of the player ([`Presenter::act`]) and the
//! time ([`Presenter::advance`]). It takes out tasks ([`Presenter::output`]) and [`Cue`]s, and draws the state that the presenter
//! shows.
//!
//! Architecture invariant: this module has no clock, no screen and no socket, so it runs in a browser and in a terminal alike,
//! and the same input always gives the same screen.

mod announce;
mod log;
mod pace;
mod queue;
mod sent;

use std::collections::VecDeque;

use mazzo_core::{Game, Seat, Visible};
use mazzo_narration::{Around, Asked, Line, Presented, Prompt};
use mazzo_protocol::{
    Bye, Clock, Command, CommandId, Folded, Millis, Mine, Pace, Phase, PublicRoom, Refusal, Reveal, Said,
};
use mazzo_record::Record;
use mazzo_record::fair::Judged;
use mazzo_text::Lang;

use crate::choices::Choices;
use crate::session::{Heard, Session};

use announce::Announcements;
use log::Log;
use pace::Pauses;
use queue::{Queue, Waiting};
use sent::Sent;

/// The time, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now {
    /// For the viewer.
    pub here: Millis,
    /// At the table. This clock is stopped while the player of a solo table reads.
    pub table: Millis,
}

/// Options of the presentation.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// The language.
    pub lang: Lang,
    /// Cards are named in words, for screen readers, instead of symbols.
    pub in_words: bool,
    /// Events are animated, so the presenter also waits after the last event of a step.
    pub is_animated: bool,
    /// Pauses follow the pace of the table.
    pub follows_pace: bool,
    /// The result of a round stays until the player continues.
    pub waits_at_result: bool,
    /// Chat is part of the log.
    pub logs_talk: bool,
    /// Every prompt is announced with a summary of the table.
    pub announces_summary: bool,
}

/// The state after a step of the room, apart from the cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled<G: Game> {
    /// The room.
    pub room: PublicRoom<G::Rules>,
    /// The open decision.
    pub clock: Clock,
    /// The private state of this viewer.
    pub mine: Mine,
    /// The proof of the last deal.
    pub reveal: Option<Reveal>,
}

/// Something that has just been shown. The presenter already returns the state after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cue<G: Visible> {
    /// The table was replaced by a snapshot.
    Restart,
    /// A game begins with an empty table.
    Begin,
    /// An event.
    Fact {
        /// The event, as this viewer sees it.
        seen: G::Seen,
        /// The view before it.
        before: Box<G::View>,
    },
    /// All events of a step are shown.
    Settle,
}

/// A task or a message for the front end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Send this to the table.
    Send(String),
    /// Store this for the next session at this table ([`Session::recall`]).
    Remember(String),
    /// Fetch the record of that game, to judge the deal.
    Judge(String),
    /// A command had no effect.
    Refused {
        /// The reason.
        why: Refusal,
        /// True if it was an action in the game.
        was_action: bool,
    },
    /// A player said something.
    Said(Said),
    /// A notice of the server's operator.
    Notice(String),
    /// The server closes the connection: the reason, and the delay in milliseconds before reconnecting.
    Bye(Bye, Option<u64>),
    /// A message that a server of this version does not send.
    Nonsense,
}

/// An event that was shown, and the view before it.
pub type Past<G> = (<G as Visible>::Seen, Box<<G as Visible>::View>);

/// Presents a table to one viewer.
#[derive(Clone, Debug)]
pub struct Presenter<G: Presented> {
    session: Session<G>,
    manner: Manner,
    queue: Queue<G>,
    pauses: Pauses,
    /// The view as far as it is shown.
    view: Option<G::View>,
    /// The rest of the state as far as it is shown.
    settled: Option<Settled<G>>,
    /// A table is shown before there is a game: the first snapshot must not replace it.
    is_preview: bool,
    log: Log<G>,
    /// A result is on the screen.
    is_result: bool,
    choices: Choices<G>,
    /// The game and decision of the choices.
    decision: Option<(u32, u32)>,
    sent: Sent<G>,
    announcements: Announcements,
    /// The game whose record was requested.
    judging: Option<String>,
    /// The table's clock minus the local clock.
    skew: i64,
    outputs: VecDeque<Output>,
}

impl<G: Presented> Presenter<G> {
    /// A presenter before the first snapshot.
    pub fn new(session: Session<G>, manner: Manner) -> Self {
        Self {
            session,
            manner,
            queue: Queue::default(),
            pauses: Pauses::default(),
            view: None,
            settled: None,
            is_preview: false,
            log: Log::default(),
            is_result: false,
            choices: Choices::default(),
            decision: None,
            sent: Sent::default(),
            announcements: Announcements::default(),
            judging: None,
            skew: 0,
            outputs: VecDeque::new(),
        }
    }

    /// The state of the session; the screen may be behind.
    pub const fn known(&self) -> Option<&Folded<G>> {
        self.session.table()
    }

    /// The view as far as it is shown.
    pub const fn view(&self) -> Option<&G::View> {
        self.view.as_ref()
    }

    /// The rest of the state as far as it is shown.
    pub const fn settled(&self) -> Option<&Settled<G>> {
        self.settled.as_ref()
    }

    /// The names of the players, by seat, as far as they are shown.
    pub fn names(&self) -> Vec<String> {
        self.settled
            .as_ref()
            .map(|settled| mazzo_narration::names(self.manner.lang, &settled.room.chairs))
            .unwrap_or_default()
    }

    /// Legal actions, now and in advance. Empty until everything is shown.
    pub const fn choices(&self) -> &Choices<G> {
        &self.choices
    }

    /// The game and the decision of the choices.
    pub const fn decision(&self) -> Option<(u32, u32)> {
        self.decision
    }

    /// True if everything is shown.
    pub fn is_up_to_date(&self) -> bool {
        self.queue.is_empty()
    }

    /// True if a result is on the screen: of a round, or of a challenge.
    pub const fn is_result(&self) -> bool {
        self.is_result
    }

    /// During the pause at the end of a round: the first line of the log about its result.
    pub const fn result_pause(&self) -> Option<usize> {
        if self.pauses.is_held() { self.log.result() } else { None }
    }

    /// The narration.
    pub fn log(&self) -> &[Line] {
        self.log.lines()
    }

    /// The last sentence of the narration.
    pub fn last_line(&self) -> &str {
        self.log.last_line()
    }

    /// The events that were shown in this game, each with the view before it; the oldest are dropped.
    pub const fn history(&self) -> &VecDeque<Past<G>> {
        self.log.history()
    }

    /// Sentences for screen readers, the newest last.
    pub fn announcements(&self) -> &[String] {
        self.announcements.sentences()
    }

    /// The time of the next [`Presenter::advance`]; none if nothing waits, or if the player has to continue.
    pub fn next_at(&self) -> Option<Millis> {
        if self.queue.is_empty() { None } else { self.pauses.next_at() }
    }

    /// Milliseconds until the table's clock shows that time; negative if it is past.
    pub fn until_ms(&self, now: Now, until: Millis) -> i64 {
        let at_table = now.table.0.cast_signed().saturating_add(self.skew);
        until.0.cast_signed().saturating_sub(at_table)
    }

    /// The server's clock at its last message.
    pub const fn server_now(&self) -> Millis {
        self.session.server_now()
    }

    /// The query of the socket's address, and the messages to send first on a new connection.
    pub fn hello(&self) -> (String, Vec<String>) {
        (self.session.hello(), self.session.again().collect())
    }

    /// The next task for the front end.
    pub fn output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// Changes the options. Another language translates the log again.
    pub fn set_manner(&mut self, manner: Manner) {
        let is_new_language = manner.lang != self.manner.lang;
        self.manner = manner;
        if is_new_language {
            let names = self.names();
            self.log.retell(Around { lang: manner.lang, names: &names, in_words: manner.in_words });
        }
    }

    /// The options.
    pub const fn manner(&self) -> Manner {
        self.manner
    }

    /// Switches pauses off while the front end is hidden.
    pub const fn set_hidden(&mut self, is_hidden: bool) {
        self.pauses.set_off(is_hidden);
    }

    /// Shows a table before the deal. The first snapshot, of a room without a game, does not replace it.
    pub fn preview(&mut self, view: G::View) {
        self.is_preview = true;
        self.view = Some(view);
    }

    /// Takes a message of the server. [`Presenter::advance`] shows its effects.
    pub fn hear(&mut self, now: Now, told: impl AsRef<[u8]>) {
        let server = self.session.server_now();
        let game = self.known().map(|table| table.room.game);
        let (heard, send) = self.session.hear(told);
        self.outputs.extend(send.into_iter().map(Output::Send));
        if self.session.server_now() != server {
            self.skew = self.session.server_now().0.cast_signed().saturating_sub(now.table.0.cast_signed());
        }
        self.watch_fairness();
        match heard {
            Heard::Table => self.hear_table(game),
            Heard::Step { begin, seen, said } => {
                if let Some(said) = said {
                    self.hear_said(now, said);
                }
                self.hear_step(begin, seen);
            }
            Heard::Mine => self.settle_later(),
            Heard::Done(id) => {
                self.sent.answered(id);
                self.settle_later();
            }
            Heard::Refused(id, why) => {
                let was_action = self.sent.answered(id);
                self.outputs.push_back(Output::Refused { why, was_action });
                self.settle_later();
            }
            Heard::Nothing => {}
            Heard::Notice(text) => self.outputs.push_back(Output::Notice(text)),
            Heard::Bye(why, again_ms) => self.outputs.push_back(Output::Bye(why, again_ms)),
            Heard::Nonsense => self.outputs.push_back(Output::Nonsense),
        }
    }

    fn hear_table(&mut self, game: Option<u32>) {
        let Some(table) = self.session.table() else { return };
        if self.is_preview && table.room.game == 0 {
            return;
        }
        self.is_preview = false;
        let is_same_game = game == Some(table.room.game);
        self.queue.restart(table.view.clone(), settled(table), is_same_game);
        self.pauses.end();
        self.forget_choices();
    }

    fn hear_step(&mut self, begin: Option<Box<G::View>>, seen: Vec<G::Seen>) {
        let Some(table) = self.session.table() else { return };
        let decision = (table.room.game, table.clock.decision);
        if let Some(view) = begin {
            self.queue.push(Waiting::Begin(view, Box::new(settled(table))));
        }
        for seen in seen {
            self.queue.push(Waiting::Fact(seen));
        }
        // A second tap during this step must not count for the next decision.
        if self.decision.is_some_and(|open| open != decision) {
            self.forget_choices();
        }
        self.settle_later();
    }

    fn hear_said(&mut self, now: Now, said: Said) {
        let (lang, names) = (self.manner.lang, self.names());
        let around = Around { lang, names: &names, in_words: self.manner.in_words };
        if let Some(line) = mazzo_narration::said(around, Seat::new(said.seat), &said.what) {
            self.announcements.add(now.here, [line.text()]);
            if self.manner.logs_talk {
                self.log.add_said(said.clone(), line);
            }
        }
        self.outputs.push_back(Output::Said(said));
    }

    /// Queues the state after the step; it is shown after the events.
    fn settle_later(&mut self) {
        if let Some(table) = self.session.table() {
            self.queue.push(Waiting::Settle(Box::new(settled(table))));
        }
    }

    /// Shows the next item, if it is due. A front end calls it until it returns none, and again at [`Presenter::next_at`].
    pub fn advance(&mut self, now: Now) -> Option<Cue<G>> {
        let is_still = !self.manner.is_animated && self.queue.is_step_over() && !self.pauses.is_held();
        if !is_still && !self.pauses.is_over(now.here) {
            return None;
        }
        if self.clears_result() {
            let pace = self.manner.follows_pace.then(|| self.pace());
            let waits = self.manner.waits_at_result;
            if self.pauses.hold(now.here, pace, self.queue.facts(), waits) {
                self.tell_rest(now);
                return None;
            }
            self.log.end_result();
        }
        self.show(now)
    }

    /// True if the next event clears the result of a round.
    fn clears_result(&self) -> bool {
        self.log.result().is_some()
            && !self.pauses.was_held()
            && self.queue.next_fact().is_some_and(|seen| self.changes_result(seen) == Some(false))
    }

    fn changes_result(&self, seen: G::Seen) -> Option<bool> {
        G::shows_result(seen, &mut self.history().iter().rev().map(|(seen, _)| *seen))
    }

    /// Shows the next item, even if it is not due.
    fn show(&mut self, now: Now) -> Option<Cue<G>> {
        let cue = loop {
            match self.queue.pop()? {
                Waiting::Restart(view, settled, is_same_game) => {
                    self.view = view;
                    self.settled = Some(*settled);
                    self.log.restart(is_same_game);
                    self.is_result = false;
                    break Cue::Restart;
                }
                Waiting::Begin(view, began) => {
                    self.begin(*view, *began);
                    break Cue::Begin;
                }
                Waiting::Fact(seen) => {
                    // Without a view the event cannot be shown.
                    if let Some(cue) = self.show_fact(now, seen) {
                        break cue;
                    }
                }
                Waiting::Settle(settled) => {
                    self.tell_rest(now);
                    self.settled = Some(*settled);
                    break Cue::Settle;
                }
            }
        };
        if self.queue.is_empty() {
            self.offer(now);
        }
        Some(cue)
    }

    fn begin(&mut self, view: G::View, began: Settled<G>) {
        self.view = Some(view);
        self.is_preview = false;
        self.is_result = false;
        self.log.restart(false);
        // Names and seats of the new game apply at once; the open decision is shown after the deal.
        if let Some(settled) = &mut self.settled {
            settled.room = began.room;
        } else {
            let clock = Clock::default();
            self.settled = Some(Settled { room: began.room, clock, mine: began.mine, reveal: None });
        }
    }

    fn show_fact(&mut self, now: Now, seen: G::Seen) -> Option<Cue<G>> {
        let before = Box::new(self.view.clone()?);
        if let Some(is_result) = self.changes_result(seen) {
            self.is_result = is_result;
            if !is_result {
                self.log.end_result();
                self.pauses.end();
            }
        }
        let (lang, names) = (self.manner.lang, self.names());
        let around = Around { lang, names: &names, in_words: self.manner.in_words };
        let told = self.log.tell(around, &before, seen);
        self.announcements.add(now.here, told);
        self.announcements.add(now.here, G::unspoken(lang, &before, seen));
        let after = self.view.as_mut()?;
        G::absorb(after, seen);
        let pause = G::pause_ms(seen, after);
        self.log.remember(seen, before.clone());
        let pause = if self.manner.is_animated { pause } else { pace::still(pause) };
        // The pause at the end of a round replaces that of its last event.
        let pause = if self.clears_result() { 0 } else { pause };
        let pace = self.manner.follows_pace.then(|| self.pace());
        self.pauses.after_fact(now.here, pause, pace, self.queue.facts());
        Some(Cue::Fact { seen, before })
    }

    /// Adds the lines that were held back to be combined.
    fn tell_rest(&mut self, now: Now) {
        let names = self.names();
        let around = Around { lang: self.manner.lang, names: &names, in_words: self.manner.in_words };
        let told = self.log.tell_rest(around);
        self.announcements.add(now.here, told);
    }

    /// The pace of the table.
    pub fn pace(&self) -> Pace {
        self.known().map_or(Pace::Normal, |table| table.room.settings.pace)
    }

    fn forget_choices(&mut self) {
        (self.choices, self.decision) = (Choices::default(), None);
    }

    /// Everything is shown: offers the legal actions.
    fn offer(&mut self, now: Now) {
        let Some(settled) = &self.settled else { return };
        if settled.room.phase != Phase::Playing {
            return self.forget_choices();
        }
        let decision = Some((settled.room.game, settled.clock.decision));
        if decision == self.decision {
            return;
        }
        self.decision = decision;
        self.choices = self.view.as_ref().map(Choices::of).unwrap_or_default();
        if !self.choices.now.is_empty() && self.announcements.is_new_prompt(decision) {
            self.announce_prompt(now);
        }
    }

    /// Announces the current prompt to screen readers.
    fn announce_prompt(&mut self, now: Now) {
        let view = self.view.as_ref().filter(|_| self.manner.announces_summary);
        let summary = view.and_then(|view| G::summary(self.manner.lang, view));
        let prompt = self.prompt();
        let sentences = summary.into_iter().chain(prompt.sentences().map(str::to_owned));
        self.announcements.add(now.here, sentences);
    }

    /// The question to the viewer, or what the table waits for.
    pub fn prompt(&self) -> Prompt {
        let Some(view) = &self.view else { return Prompt::default() };
        let waiting = self.settled.as_ref().map(|settled| settled.clock.waiting.as_slice());
        let names = self.names();
        let around = Around { lang: self.manner.lang, names: &names, in_words: self.manner.in_words };
        let asked = Asked {
            view,
            now: &self.choices.now,
            ahead: &self.choices.ahead,
            answer: self.answer(),
            premove: self.premove(),
            is_pending: self.pending().is_some(),
            is_busy: !self.is_up_to_date(),
            waiting: waiting.unwrap_or_default(),
            last_line: self.last_line(),
        };
        G::prompt(around, &asked)
    }

    /// Announces these sentences to screen readers.
    pub fn announce(&mut self, now: Now, sentences: impl IntoIterator<Item = String>) {
        self.announcements.add(now.here, sentences);
    }

    /// Shows everything up to the next pause at the end of a round; ends such a pause.
    pub fn hurry(&mut self, now: Now) -> Vec<Cue<G>> {
        let mut cues = Vec::new();
        self.pauses.skip();
        while !self.queue.is_empty() {
            match self.advance(now) {
                Some(cue) => cues.push(cue),
                None if self.pauses.is_held() => break,
                None => self.pauses.skip(),
            }
        }
        cues
    }

    /// Shows everything that waits.
    pub fn skip(&mut self, now: Now) -> Vec<Cue<G>> {
        let cues = std::iter::from_fn(|| self.show(now)).collect();
        self.pauses.end();
        cues
    }

    /// Removes the lines of the log from that one on, after an undo.
    pub fn take_back_log(&mut self, from: usize) {
        self.log.truncate(from);
    }

    /// Sends a command to the table.
    pub fn ask<R: serde::Serialize>(&mut self, command: Command<R>) -> CommandId {
        let (id, text) = self.session.ask_plainly(command);
        self.outputs.push_back(Output::Send(text));
        id
    }

    /// Sends an action. Returns false if it looks like a second tap and was ignored.
    pub fn act(&mut self, now: Now, action: G::Action) -> bool {
        let Some(shown) = self.settled.as_ref().map(|settled| settled.clock.decision) else { return false };
        let known = self.known().map(|table| table.clock.decision);
        if self.sent.is_second_tap(now.here, shown, known == Some(shown), action) {
            return false;
        }
        let id = self.ask(Command::<()>::Act { decision: shown, action: action.to_string() });
        self.sent.act(now.here, shown, id, action);
        true
    }

    /// Chooses an action in advance, for the viewer's turn; none cancels it.
    pub fn act_ahead(&mut self, action: Option<G::Action>) {
        let Some(decision) = self.settled.as_ref().map(|settled| settled.clock.decision) else { return };
        let text = action.map(|action| action.to_string());
        let id = self.ask(Command::<()>::Premove { decision, action: text });
        self.sent.act_ahead(id, action);
    }

    /// The viewer's answer to the open decision: the action that was sent last, or the one that the server has.
    pub fn answer(&self) -> Option<G::Action> {
        let known = || self.settled.as_ref()?.mine.answer.as_ref()?.parse().ok();
        self.sent.answer().or_else(known)
    }

    /// The action chosen in advance, acknowledged or not.
    pub fn premove(&self) -> Option<G::Action> {
        if self.sent.is_ahead() {
            return self.sent.last();
        }
        self.settled.as_ref()?.mine.premove.as_ref()?.parse().ok()
    }

    /// The action that was sent last and is not answered yet.
    pub fn pending(&self) -> Option<G::Action> {
        self.sent.last()
    }

    fn watch_fairness(&mut self) {
        if let Some(memory) = self.session.take_memory() {
            self.outputs.push_back(Output::Remember(memory));
        }
        let to_judge = self.session.to_judge().map(str::to_owned);
        if to_judge != self.judging {
            self.outputs.extend(to_judge.clone().map(Output::Judge));
            self.judging = to_judge;
        }
    }

    /// The finished game whose record is needed to judge the deal.
    pub fn to_judge(&self) -> Option<&str> {
        self.judging.as_deref()
    }

    /// Judges the deal by the record; none if it cannot be fetched.
    pub fn judge(&mut self, record: Option<Record>) {
        self.session.judge(record);
        self.watch_fairness();
    }

    /// The verdict about the deal, once there is one.
    pub fn verdict(&self) -> Option<Judged> {
        self.session.verdict()
    }

    /// The evidence about the deal, as a file.
    pub fn evidence(&self) -> String {
        self.session.evidence()
    }

    /// Restores the memory of an earlier session at this table.
    pub fn recall(&mut self, memory: &str) {
        self.session.recall(memory);
    }
}

fn settled<G: Visible>(table: &Folded<G>) -> Settled<G> {
    let Folded { room, clock, mine, reveal, .. } = table.clone();
    Settled { room, clock, mine, reveal }
}
