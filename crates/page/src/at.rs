//! A table, whatever is played there: what both games share is written once, and is in the page once.
//!
//! The presenter of the game says what is shown. This mirrors it into signals, which views follow, and nothing else sets them.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::rc::Rc;

use mazzo_client::{Manner, Now, Output};
use mazzo_core::{Seat, SeatSet};
use mazzo_tell::{House, Line as Told, Prompt};
use mazzo_text::Lang;
use mazzo_view::{AnyView, Effect, Memo, RwSignal, StoredValue, on_cleanup, untrack};
use mazzo_wire::{Bye, Clock, Command, Millis, Mine, PublicRoom, RecordInfo, Refusal, Reveal, Said};

use crate::app::app;
use crate::browser::{self, after};
use crate::learn::Lesson;
use crate::line::{Ear, End, Line, State, To};
use crate::past;
use crate::verdict::{self, Verdict};
use crate::words::lang;

/// What everybody knows of a table, but for the house rules: those are the game's.
pub(crate) type Room = PublicRoom<()>;

/// Something that moves on the screen once the page has changed.
pub(crate) type Animation = Box<dyn FnOnce()>;

/// What a presenter says, but for what only its game can read.
pub(crate) struct Status {
    /// The room as far as it is shown; none if it is not known yet.
    pub(crate) settled: Option<(Room, Clock, Mine, Option<Reveal>)>,
    pub(crate) is_busy: bool,
    pub(crate) is_result: bool,
    pub(crate) is_pending: bool,
    pub(crate) prompt: Prompt,
    pub(crate) announcements: Vec<String>,
    pub(crate) next_at: Option<Millis>,
    pub(crate) to_judge: Option<String>,
    /// What the house did wrong with the deal, before the game is over.
    pub(crate) wrong: Option<Verdict>,
}

/// The game at a table, as screens use it that both games share. Reading what it shows in a view follows the table.
pub(crate) trait AnyGame {
    /// The name of the game.
    fn name(&self) -> &'static str;
    /// The class of its table in the style sheets.
    fn class(&self) -> &'static str;
    /// How many can play.
    fn seats(&self) -> RangeInclusive<u8>;
    /// What the round is called, and how far it goes.
    fn title(&self) -> Option<String>;
    /// Whether play goes clockwise.
    fn is_clockwise(&self) -> bool;
    /// Who is waited for, if it is one.
    fn on_turn(&self) -> Option<Seat>;
    /// Another hand: backs, with a name for screen readers.
    fn fan(&self, seat: Seat) -> Option<AnyView>;
    /// How somebody stands: coins, or points.
    fn facts(&self, seat: Seat) -> Option<AnyView>;
    /// Who has won, once somebody has.
    fn winners(&self) -> SeatSet;
    /// By what people are put in order at the end, the highest first.
    fn score(&self, seat: Seat) -> i32;
    /// More classes of a seat.
    fn seat_class(&self, seat: Seat) -> &'static str;
    /// The house rules in force.
    fn house_rules(&self, lang: Lang) -> Vec<House>;
    /// What happened, told.
    fn log(&self) -> Vec<Told>;
    /// The middle of the table, the place for actions, and the hand.
    fn board(&self, at: At) -> AnyView;
    /// What is shown between two rounds and after the game.
    fn result(&self, at: At) -> AnyView;
    /// What is said in a first game.
    fn lessons(&self, at: At) -> Vec<Lesson>;

    /// What the presenter says now; none if the table is not shown any more.
    fn status(&self) -> Option<Status>;
    /// Takes in what was heard.
    fn hear(&self, now: Now, text: &str);
    /// Shows everything whose time has come; all that waits, if it is to be skipped.
    fn show(&self, now: Now, is_skipped: bool) -> Vec<Animation>;
    /// The next thing to do for the presenter.
    fn output(&self) -> Option<Output>;
    /// Asks the table for something.
    fn ask(&self, command: Command<()>);
    /// Announces sentences to screen readers.
    fn announce(&self, now: Now, sentences: Vec<String>);
    /// Changes how the table is presented.
    fn set_manner(&self, manner: Manner);
    /// Shows a table for so many before it is dealt.
    fn preview(&self, seats: u8);
    /// The query of the socket's address, and the messages that are sent first on a new connection.
    fn hello(&self) -> (String, Vec<String>);
    /// Milliseconds until the table's clock shows that time.
    fn until_ms(&self, now: Now, until: Millis) -> i64;
    /// The server's clock when it was last told.
    fn server_now(&self) -> Millis;
    /// What is known of the fairness of the deal, as a file.
    fn evidence(&self) -> String;
    /// Takes in what was kept of the deal when the page was loaded before.
    fn recall(&self, memory: &str);
}

/// Things said that are remembered.
const SAID: usize = 50;

/// What the last game in this browser is called where others have a name.
pub(crate) const LAST: &str = "last";

/// Where its record is kept.
pub(crate) const LAST_RECORD: &str = "mazzo.last";

/// The time as a presenter takes it.
#[expect(clippy::cast_sign_loss, reason = "it is after 1970")]
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

/// A table, whatever is played there. It is a handle: copies are the same table.
#[derive(Clone, Copy)]
pub(crate) struct At {
    game: StoredValue<Rc<dyn AnyGame>>,
    line_to: StoredValue<Option<Line>>,
    pub(crate) room: RwSignal<Option<Room>>,
    pub(crate) clock: RwSignal<Clock>,
    pub(crate) mine: RwSignal<Mine>,
    pub(crate) reveal: RwSignal<Option<Reveal>>,
    /// The own seat: whatever else one alone knows changes more often.
    seat: Memo<Option<Seat>>,
    /// Whether something still waits to be shown.
    pub(crate) is_busy: RwSignal<bool>,
    /// Whether something was done that is not acknowledged yet.
    pub(crate) is_pending: RwSignal<bool>,
    /// Whether a result is on show: of a round, or of a challenge.
    pub(crate) is_result: RwSignal<bool>,
    /// What is asked.
    pub(crate) prompt: RwSignal<Prompt>,
    /// Sentences for screen readers, the newest last.
    pub(crate) announcements: RwSignal<Vec<String>>,
    pub(crate) line: RwSignal<State>,
    pub(crate) refused: RwSignal<Option<(u32, Refusal)>>,
    pub(crate) notice: RwSignal<Option<String>>,
    pub(crate) said: RwSignal<VecDeque<(u32, Said)>>,
    /// The number of the next thing said.
    saying: StoredValue<u32>,
    /// When the next thing is shown.
    timer: StoredValue<Option<Millis>>,
    /// In a replay with all cards open: every hand.
    pub(crate) open: RwSignal<Option<Vec<Vec<String>>>>,
    /// Whether it is a first game that teaches.
    pub(crate) is_lesson: StoredValue<bool>,
    /// The name of the game that is over and has to be judged.
    pub(crate) to_judge: RwSignal<Option<String>>,
    /// Whether its deal was fair.
    pub(crate) verdict: RwSignal<Option<Verdict>>,
    /// The name of the table on the server, if it is there.
    pub(crate) link: StoredValue<Option<String>>,
}

impl At {
    /// A table of which nothing is known yet.
    pub(crate) fn new(game: Rc<dyn AnyGame>) -> Self {
        let mine = RwSignal::new(Mine::default());
        Self {
            game: StoredValue::new(game),
            line_to: StoredValue::new(None),
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
            saying: StoredValue::new(0),
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

    /// The game, unless the table is not shown any more.
    pub(crate) fn try_game(self) -> Option<Rc<dyn AnyGame>> {
        self.game.try_get_value()
    }

    /// Opens the line, and hangs up when whoever shows the table is gone.
    pub(crate) fn open(self, to: To) {
        match &to {
            To::Server(name) => {
                self.link.set_value(Some(name.clone()));
                if let Some(memory) = verdict::kept(name) {
                    self.game().recall(&memory);
                }
            }
            To::Worker { wish, .. } => self.is_lesson.set_value(wish.seed.is_some()),
        }
        Effect::new(move |_| {
            self.game().set_manner(manner());
            self.mirror();
        });
        let line = Line::open(to, Rc::new(Listening(self)));
        self.line_to.set_value(Some(line.clone()));
        browser::listen_here("online", move |_| self.hurry());
        browser::listen_here("offline", move |_| self.with_line(Line::lose));
        browser::listen_here("visibilitychange", move |_| {
            if !browser::is_hidden() {
                self.hurry();
            }
        });
        on_cleanup(move || line.hang_up());
    }

    /// Does something with the line.
    pub(crate) fn with_line(self, what: impl FnOnce(&Line)) {
        // Not while it is borrowed: the line tells things that lead back here.
        if let Some(line) = self.line_to.try_get_value().flatten() {
            what(&line);
        }
    }

    /// Tries the line at once, if it is broken.
    pub(crate) fn hurry(self) {
        self.with_line(Line::hurry);
    }

    /// The own seat.
    pub(crate) fn me(self) -> Option<Seat> {
        self.seat.get()
    }

    /// Asks for something.
    pub(crate) fn ask(self, command: Command<()>) {
        self.game().ask(command);
        self.asked();
    }

    /// Something was asked of the presenter: it is sent, and shows at once.
    pub(crate) fn asked(self) {
        self.refused.set(None);
        self.take_outputs();
        self.mirror();
    }

    /// Milliseconds until the server's clock says that.
    pub(crate) fn until(self, until: Millis) -> i64 {
        self.try_game().map_or(0, |game| game.until_ms(now(), until))
    }

    /// Asks the worker for the record of the game that is over; it is shown once it is there.
    pub(crate) fn ask_record(self) {
        self.with_line(Line::ask_for_record);
    }

    /// Takes in a message of the table.
    fn hear(self, text: &str) {
        let Some(game) = self.try_game() else { return };
        game.hear(now(), text);
        self.take_outputs();
        self.play();
    }

    fn keep_record(self, game: &dyn AnyGame, record: &str) {
        browser::store(LAST_RECORD, record);
        let winners = untrack(|| game.winners()).iter().map(|seat| seat.index() as u8).collect();
        let (record, name) = (LAST.to_owned(), game.name().to_owned());
        let players = untrack(|| self.names());
        let ended_ms = game.server_now().0;
        past::remember(&RecordInfo { record, game: name, ended_ms, players, winners });
    }

    /// Does what the presenter wants to have done.
    fn take_outputs(self) {
        let next = || self.try_game()?.output();
        while let Some(output) = next() {
            match output {
                Output::Send(text) => self.with_line(|line| line.say(&text)),
                Output::Remember(memory) => {
                    if let Some(table) = self.link.get_value() {
                        verdict::keep(&table, memory);
                    }
                }
                Output::Judge(_) => {} // a part of the page that comes later does it
                Output::Refused { why, .. } => self.refuse(why),
                Output::Said(said) => self.hear_said(said),
                Output::Notice(text) => self.notice.set(Some(text)),
                Output::Bye(why, again_ms) => {
                    let end = match why {
                        Bye::Closed => End::Closed,
                        Bye::SentAway => End::SentAway,
                        Bye::OldLink => End::OldLink,
                        Bye::TooMuch => End::Full,
                        Bye::Nonsense => End::Old,
                        Bye::Restart | Bye::Slow | Bye::Trouble => End::NoTable,
                    };
                    let again_ms = if why == Bye::Slow { Some(0) } else { again_ms };
                    self.with_line(|line| line.bye(again_ms, end));
                }
                // A server of another version: the page is to be loaded anew.
                Output::Nonsense => self.with_line(|line| line.bye(None, End::Old)),
            }
        }
    }

    /// A command had no effect.
    fn refuse(self, why: Refusal) {
        let number = self.refused.with_untracked(|last| last.as_ref().map_or(0, |(number, _)| number + 1));
        self.refused.set(Some((number, why)));
    }

    /// Somebody said something.
    fn hear_said(self, said: Said) {
        let number = self.saying.with_value(|number| number + 1);
        self.saying.set_value(number);
        self.said.update(|all| {
            all.push_back((number, said));
            if all.len() > SAID {
                all.pop_front();
            }
        });
    }

    /// Shows everything whose time has come.
    fn play(self) {
        self.show(false);
    }

    /// Shows all that waits at once.
    pub(crate) fn skip(self) {
        self.show(true);
    }

    fn show(self, is_skipped: bool) {
        let Some(game) = self.try_game() else { return };
        let animations = game.show(now(), is_skipped);
        self.mirror();
        for animation in animations {
            animation();
        }
    }

    /// Mirrors what the presenter says into the signals; what has not changed is not shown anew.
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
        self.play_at(status.next_at);
    }

    fn settle(self, room: Room, clock: Clock, mine: Mine, reveal: Option<Reveal>) {
        set(self.room, Some(room));
        set(self.reveal, reveal);
        set(self.mine, mine);
        set(self.clock, clock);
    }

    /// Shows what is next when its time has come.
    fn play_at(self, next_at: Option<Millis>) {
        let Some(at) = next_at.filter(|_| self.timer.get_value() != next_at) else { return };
        self.timer.set_value(next_at);
        let ms = at.0.saturating_sub(now().here.0).max(1);
        after(u32::try_from(ms).unwrap_or(u32::MAX), move || {
            // Another timer may have taken the place of this one.
            if self.timer.try_get_value() == Some(Some(at)) {
                self.timer.set_value(None);
                self.play();
            }
        });
    }

    /// Shows a table as it will be, before there are cards.
    pub(crate) fn lay(self, room: Room) {
        self.game().preview(room.settings.seats);
        let mine = Mine { seat: Some(0), host: true, ..Mine::default() };
        self.settle(room, Clock::default(), mine, None);
    }

    /// What everybody is called. Reading it in a view follows the room and the language.
    pub(crate) fn names(self) -> Vec<String> {
        self.room.with(|room| {
            room.as_ref().map(|room| mazzo_tell::names(lang(), &room.chairs)).unwrap_or_default()
        })
    }

    /// What somebody is called.
    pub(crate) fn name(self, seat: Seat) -> String {
        self.names().get(seat.index()).cloned().unwrap_or_default()
    }

    /// Announces sentences to screen readers.
    pub(crate) fn announce(self, sentences: Vec<String>) {
        self.game().announce(now(), sentences);
        self.mirror();
    }
}

/// Sets a signal if that changes it.
pub(crate) fn set<T: PartialEq + 'static>(was: RwSignal<T>, is: T) {
    if was.try_with_untracked(|was| *was != is) == Some(true) {
        was.set(is);
    }
}

/// Hears for a table: whoever asks may be gone, since a line outlives its table by a moment.
struct Listening(At);

impl Ear for Listening {
    fn told(&self, text: &str) {
        self.0.hear(text);
    }

    fn record(&self, record: &str) {
        if let Some(game) = self.0.try_game() {
            self.0.keep_record(&*game, record);
        }
    }

    fn state(&self, state: State) {
        self.0.line.set(state);
    }

    fn hello(&self) -> String {
        self.0.try_game().map(|game| game.hello().0).unwrap_or_default()
    }

    fn again(&self) -> Vec<String> {
        self.0.try_game().map(|game| game.hello().1).unwrap_or_default()
    }
}

/// Milliseconds as a browser counts them.
#[expect(clippy::cast_precision_loss, reason = "so many milliseconds have not passed since 1970")]
pub(crate) const fn float(millis: Millis) -> f64 {
    millis.0 as f64
}
