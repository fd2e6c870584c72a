//! A table, independent of its game. Code that all games share takes [`At`] and is not generic, so the module contains it once.
//!
//! The presenter of the game decides what is shown. [`At`] mirrors its state into signals for the views; nothing else sets them.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::rc::Rc;

use mazzo_client::{Manner, Now, Output};
use mazzo_core::{Seat, SeatSet};
use mazzo_narration::{HouseRule, Line as Told, Prompt};
use mazzo_protocol::{Bye, Clock, Command, Millis, Mine, PublicRoom, RecordInfo, Refusal, Reveal, Said};
use mazzo_text::Lang;
use mazzo_view::{AnyView, Effect, Memo, RwSignal, StoredValue, on_cleanup, untrack};

use crate::app::app;
use crate::browser::{self, after};
use crate::connection::{CloseReason, Connection, Endpoint, State};
use crate::learn::Lesson;
use crate::past;
use crate::verdict::{self, Verdict};
use crate::words::lang;

/// The public state of a room without the house rules, whose type depends on the game.
pub(crate) type Room = PublicRoom<()>;

/// An animation to start after the view has been updated.
pub(crate) type Animation = Box<dyn FnOnce()>;

/// The part of a presenter's state that does not depend on the game.
pub(crate) struct Status {
    /// The room as currently shown; none before the first snapshot.
    pub(crate) settled: Option<(Room, Clock, Mine, Option<Reveal>)>,
    pub(crate) is_busy: bool,
    pub(crate) is_result: bool,
    pub(crate) is_pending: bool,
    pub(crate) prompt: Prompt,
    pub(crate) announcements: Vec<String>,
    pub(crate) next_at: Option<Millis>,
    pub(crate) to_judge: Option<String>,
    /// A violation by the server that was found before the end of the game.
    pub(crate) wrong: Option<Verdict>,
}

/// The game at a table, for screens that all games share. A view that reads its state is updated when the state changes.
pub(crate) trait AnyGame {
    /// The name of the game.
    fn name(&self) -> &'static str;
    /// The possible numbers of seats.
    fn seats(&self) -> RangeInclusive<u8>;
    /// The name of the round, and the target of the game.
    fn title(&self) -> Option<String>;
    /// Whether play goes clockwise.
    fn is_clockwise(&self) -> bool;
    /// The seat on turn; none in a window.
    fn on_turn(&self) -> Option<Seat>;
    /// The hand of another seat: card backs with a label for screen readers.
    fn fan(&self, seat: Seat) -> Option<AnyView>;
    /// The standing of a seat: coins or points.
    fn facts(&self, seat: Seat) -> Option<AnyView>;
    /// The winners, once the game is over.
    fn winners(&self) -> SeatSet;
    /// The score that orders seats at the end, highest first.
    fn score(&self, seat: Seat) -> i32;
    /// Additional CSS classes of a seat.
    fn seat_class(&self, seat: Seat) -> &'static str;
    /// The house rules in force.
    fn house_rules(&self, lang: Lang) -> Vec<HouseRule>;
    /// The log of past facts, as sentences.
    fn log(&self) -> Vec<Told>;
    /// The middle of the table, the action area and the hand.
    fn board(&self, at: At) -> AnyView;
    /// The result panel after a round or the game.
    fn result(&self, at: At) -> AnyView;
    /// The hints of a lesson.
    fn lessons(&self, at: At) -> Vec<Lesson>;

    /// The presenter's state; none if the table has been disposed.
    fn status(&self) -> Option<Status>;
    /// Handles a message of the server or worker.
    fn hear(&self, now: Now, text: &str);
    /// Shows every fact that is due, or all queued facts if `is_skipped`.
    fn show(&self, now: Now, is_skipped: bool) -> Vec<Animation>;
    /// Takes the presenter's next output.
    fn output(&self) -> Option<Output>;
    /// Sends a command to the table.
    fn ask(&self, command: Command<()>);
    /// Announces sentences to screen readers.
    fn announce(&self, now: Now, sentences: Vec<String>);
    /// Changes how the table is presented.
    fn set_manner(&self, manner: Manner);
    /// Shows an empty table with so many seats, before the deal.
    fn preview(&self, seats: u8);
    /// The query string of the socket's address, and the messages to send first on a new connection.
    fn hello(&self) -> (String, Vec<String>);
    /// Milliseconds until the table's clock shows that time.
    fn until_ms(&self, now: Now, until: Millis) -> i64;
    /// The server's time in its last message.
    fn server_now(&self) -> Millis;
    /// The evidence about the deal, as the text of a file.
    fn evidence(&self) -> String;
    /// Restores evidence about the deal that an earlier page load stored.
    fn recall(&self, memory: &str);
}

/// Chat messages to keep.
const MAX_SAID: usize = 50;

/// The name of the last local game, in place of the id that a stored record has.
pub(crate) const LAST: &str = "last";

/// The storage key of its record.
pub(crate) const LAST_RECORD: &str = "mazzo.last";

/// The current time in the form that a presenter takes.
#[expect(clippy::cast_sign_loss, reason = "the time is after 1970")]
pub(crate) fn now() -> Now {
    let now = Millis(browser::now() as u64);
    Now { here: now, table: now }
}

/// How the page presents tables.
pub(crate) fn manner() -> Manner {
    Manner {
        lang: lang(),
        in_words: true,
        is_animated: true,
        follows_pace: false,
        waits_at_result: false,
        logs_talk: false,
        announces_summary: app().prefs.with(|prefs| prefs.open_sum),
    }
}

/// A handle to a table of any game: copies refer to the same table.
#[derive(Clone, Copy)]
pub(crate) struct At {
    game: StoredValue<Rc<dyn AnyGame>>,
    connection: StoredValue<Option<Connection>>,
    pub(crate) room: RwSignal<Option<Room>>,
    pub(crate) clock: RwSignal<Clock>,
    pub(crate) mine: RwSignal<Mine>,
    pub(crate) reveal: RwSignal<Option<Reveal>>,
    /// The own seat, as a memo of its own: the rest of `mine` changes more often.
    seat: Memo<Option<Seat>>,
    /// Whether facts are still queued.
    pub(crate) is_busy: RwSignal<bool>,
    /// Whether an action is not acknowledged yet.
    pub(crate) is_pending: RwSignal<bool>,
    /// Whether the result of a round or of a challenge is shown.
    pub(crate) is_result: RwSignal<bool>,
    /// The current prompt.
    pub(crate) prompt: RwSignal<Prompt>,
    /// Sentences for the live region, newest last.
    pub(crate) announcements: RwSignal<Vec<String>>,
    pub(crate) line: RwSignal<State>,
    pub(crate) refused: RwSignal<Option<(u32, Refusal)>>,
    pub(crate) notice: RwSignal<Option<String>>,
    pub(crate) said: RwSignal<VecDeque<(u32, Said)>>,
    /// The number of the last chat message.
    last_said: StoredValue<u32>,
    /// The time of the pending timer, which shows the next fact.
    timer: StoredValue<Option<Millis>>,
    /// All hands, in a replay with open cards.
    pub(crate) open: RwSignal<Option<Vec<Vec<String>>>>,
    /// Whether this is a lesson.
    pub(crate) is_lesson: StoredValue<bool>,
    /// The record id of the finished game whose deal is to be verified.
    pub(crate) to_judge: RwSignal<Option<String>>,
    /// The verdict on its deal.
    pub(crate) verdict: RwSignal<Option<Verdict>>,
    /// The name of the table on the server; none for a local table.
    pub(crate) link: StoredValue<Option<String>>,
}

impl At {
    /// A table without any state yet.
    pub(crate) fn new(game: Rc<dyn AnyGame>) -> Self {
        let mine = RwSignal::new(Mine::default());
        Self {
            game: StoredValue::new(game),
            connection: StoredValue::new(None),
            seat: Memo::new(move |_| mine.with(|mine| mine.seat.map(Seat::new))),
            room: RwSignal::new(None),
            clock: RwSignal::new(Clock::default()),
            mine,
            reveal: RwSignal::new(None),
            is_busy: RwSignal::new(false),
            is_pending: RwSignal::new(false),
            is_result: RwSignal::new(false),
            prompt: RwSignal::new(Prompt::default()),
            announcements: RwSignal::new(Vec::new()),
            line: RwSignal::new(State::Opening),
            refused: RwSignal::new(None),
            notice: RwSignal::new(None),
            said: RwSignal::new(VecDeque::new()),
            last_said: StoredValue::new(0),
            timer: StoredValue::new(None),
            open: RwSignal::new(None),
            is_lesson: StoredValue::new(false),
            to_judge: RwSignal::new(None),
            verdict: RwSignal::new(None),
            link: StoredValue::new(None),
        }
    }

    /// The game.
    pub(crate) fn game(self) -> Rc<dyn AnyGame> {
        self.game.get_value()
    }

    /// The game, unless the table has been disposed.
    pub(crate) fn try_game(self) -> Option<Rc<dyn AnyGame>> {
        self.game.try_get_value()
    }

    /// Opens the connection, and closes it when the view is disposed.
    pub(crate) fn open(self, to: Endpoint) {
        match &to {
            Endpoint::Server(name) => {
                self.link.set_value(Some(name.clone()));
                if let Some(memory) = verdict::kept(name) {
                    self.game().recall(&memory);
                }
            }
            Endpoint::Worker { wish, .. } => self.is_lesson.set_value(wish.seed.is_some()),
        }
        Effect::new(move |_| {
            self.game().set_manner(manner());
            self.mirror();
        });
        let connection = Connection::open(to, self);
        self.connection.set_value(Some(connection.clone()));
        browser::listen_here("online", move |_| self.hurry());
        browser::listen_here("offline", move |_| self.with_connection(Connection::lose));
        browser::listen_here("visibilitychange", move |_| {
            if !browser::is_hidden() {
                self.hurry();
            }
        });
        on_cleanup(move || connection.hang_up());
    }

    /// Runs a function on the connection, if there is one.
    pub(crate) fn with_connection(self, action: impl FnOnce(&Connection)) {
        // Works on a clone: the connection calls back into this table.
        if let Some(connection) = self.connection.try_get_value().flatten() {
            action(&connection);
        }
    }

    /// Reconnects at once if the connection is broken.
    pub(crate) fn hurry(self) {
        self.with_connection(Connection::hurry);
    }

    /// The own seat.
    pub(crate) fn me(self) -> Option<Seat> {
        self.seat.get()
    }

    /// Sends a command.
    pub(crate) fn ask(self, command: Command<()>) {
        self.game().ask(command);
        self.asked();
    }

    /// Sends what the presenter has queued, and shows the action as pending.
    pub(crate) fn asked(self) {
        self.refused.set(None);
        self.take_outputs();
        self.mirror();
    }

    /// Milliseconds until this time of the server's clock.
    pub(crate) fn until(self, until: Millis) -> i64 {
        self.try_game().map_or(0, |game| game.until_ms(now(), until))
    }

    /// Asks the worker for the record of the finished game. The answer arrives at [`Self::keep_record`].
    pub(crate) fn ask_record(self) {
        self.with_connection(Connection::ask_for_record);
    }

    /// The query string of the socket's address, and the messages to send first on a new connection.
    pub(crate) fn hello(self) -> (String, Vec<String>) {
        self.try_game().map(|game| game.hello()).unwrap_or_default()
    }

    /// Handles a message of the table.
    pub(crate) fn hear(self, text: &str) {
        let Some(game) = self.try_game() else { return };
        game.hear(now(), text);
        self.take_outputs();
        self.show(false);
    }

    /// Stores the record of the finished game that the worker has sent.
    pub(crate) fn keep_record(self, record: &str) {
        let Some(game) = self.try_game() else { return };
        browser::store(LAST_RECORD, record);
        let winners = untrack(|| game.winners()).iter().map(|seat| seat.index() as u8).collect();
        let (record, name) = (LAST.to_owned(), game.name().to_owned());
        let players = untrack(|| self.names());
        let ended_ms = game.server_now().0;
        past::remember(&RecordInfo { record, game: name, ended_ms, players, winners });
    }

    /// Carries out the presenter's outputs.
    fn take_outputs(self) {
        let next = || self.try_game()?.output();
        while let Some(output) = next() {
            match output {
                Output::Send(text) => self.with_connection(|connection| connection.say(&text)),
                Output::Remember(memory) => {
                    if let Some(table) = self.link.get_value() {
                        verdict::keep(&table, memory);
                    }
                }
                Output::Judge(_) => {} // `verdict` does this, in a later part of the module
                Output::Refused { why, .. } => self.show_refusal(why),
                Output::Said(said) => self.add_said(said),
                Output::Notice(text) => self.notice.set(Some(text)),
                Output::Bye(why, again_ms) => {
                    let end = match why {
                        Bye::Closed => CloseReason::Closed,
                        Bye::SentAway => CloseReason::SentAway,
                        Bye::OldLink => CloseReason::OldLink,
                        Bye::TooMuch => CloseReason::Full,
                        Bye::Nonsense => CloseReason::Old,
                        Bye::Restart | Bye::Slow | Bye::Trouble => CloseReason::NoTable,
                    };
                    let again_ms = if why == Bye::Slow { Some(0) } else { again_ms };
                    self.with_connection(|connection| connection.bye(again_ms, end));
                }
                // The server speaks another protocol version: the user must reload the page.
                Output::Nonsense => self.with_connection(|connection| connection.bye(None, CloseReason::Old)),
            }
        }
    }

    /// Shows why the server refused a command.
    fn show_refusal(self, why: Refusal) {
        let number = self.refused.with_untracked(|last| last.as_ref().map_or(0, |(number, _)| number + 1));
        self.refused.set(Some((number, why)));
    }

    /// Adds a chat message.
    fn add_said(self, said: Said) {
        let number = self.last_said.with_value(|number| number + 1);
        self.last_said.set_value(number);
        self.said.update(|all| {
            all.push_back((number, said));
            if all.len() > MAX_SAID {
                all.pop_front();
            }
        });
    }

    /// Shows all queued facts at once.
    pub(crate) fn skip(self) {
        self.show(true);
    }

    /// Shows every fact that is due, or all queued facts if `is_skipped`.
    fn show(self, is_skipped: bool) {
        let Some(game) = self.try_game() else { return };
        let animations = game.show(now(), is_skipped);
        self.mirror();
        for animation in animations {
            animation();
        }
    }

    /// Copies the presenter's state into the signals that have changed.
    fn mirror(self) {
        let Some(status) = self.try_game().and_then(|game| game.status()) else { return };
        if let Some((room, clock, mine, reveal)) = status.settled {
            self.settle(room, clock, mine, reveal);
        }
        set(self.is_busy, status.is_busy);
        set(self.is_result, status.is_result);
        set(self.is_pending, status.is_pending);
        set(self.prompt, status.prompt);
        set(self.announcements, status.announcements);
        if status.wrong.is_some() {
            set(self.verdict, status.wrong);
        } else if status.to_judge.is_none() && self.to_judge.with_untracked(Option::is_some) {
            self.verdict.set(None); // the next game has begun
        }
        set(self.to_judge, status.to_judge);
        self.schedule(status.next_at);
    }

    fn settle(self, room: Room, clock: Clock, mine: Mine, reveal: Option<Reveal>) {
        set(self.room, Some(room));
        set(self.reveal, reveal);
        set(self.mine, mine);
        set(self.clock, clock);
    }

    /// Sets a timer for the next fact.
    fn schedule(self, next_at: Option<Millis>) {
        let Some(at) = next_at.filter(|_| self.timer.get_value() != next_at) else { return };
        self.timer.set_value(next_at);
        let ms = at.0.saturating_sub(now().here.0).max(1);
        after(u32::try_from(ms).unwrap_or(u32::MAX), move || {
            // A newer timer may have replaced this one.
            if self.timer.try_get_value() == Some(Some(at)) {
                self.timer.set_value(None);
                self.show(false);
            }
        });
    }

    /// Shows an empty table until the first snapshot arrives.
    pub(crate) fn lay(self, room: Room) {
        self.game().preview(room.settings.seats);
        let mine = Mine { seat: Some(0), host: true, ..Mine::default() };
        self.settle(room, Clock::default(), mine, None);
    }

    /// The names of all seats. A view that reads them follows the room and the language.
    pub(crate) fn names(self) -> Vec<String> {
        self.room.with(|room| {
            room.as_ref().map(|room| mazzo_narration::names(lang(), &room.chairs)).unwrap_or_default()
        })
    }

    /// The name of a seat.
    pub(crate) fn name(self, seat: Seat) -> String {
        self.names().get(seat.index()).cloned().unwrap_or_default()
    }

    /// Announces sentences to screen readers.
    pub(crate) fn announce(self, sentences: Vec<String>) {
        self.game().announce(now(), sentences);
        self.mirror();
    }
}

/// Sets a signal if its value differs.
pub(crate) fn set<T: PartialEq + 'static>(signal: RwSignal<T>, value: T) {
    if signal.try_with_untracked(|old| *old != value) == Some(true) {
        signal.set(value);
    }
}

/// Milliseconds as a JavaScript number.
#[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 are far below 2^53")]
pub(crate) const fn float(millis: Millis) -> f64 {
    millis.0 as f64
}
