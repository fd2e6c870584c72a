//! A table as the page knows it: what is shown of it, and what can be done at it.

use std::collections::VecDeque;
use std::rc::Rc;

use mazzo_client::{Heard, Session};
use mazzo_core::{ActionList, Dealer, FastRng, Game, Seat, SeatSet, Setup, Viewer, close_window};
use mazzo_tell::{Around, Spoken, Teller};
use mazzo_text::Lang;
use mazzo_wire::{Bye, Clock, Command, CommandId, Millis, Mine, Phase, PublicRoom, Refusal, Reveal, Said};

use crate::app::go;
use crate::browser::{self, after, now};
use crate::learn::Hint;
use crate::line::{Ear, End, Line, State, To};
use crate::place::Place;
use crate::stage::{Cue, Rest, Stage};
use crate::words::lang;
use mazzo_view::{AnyView, Memo, RwSignal, StoredValue, on_cleanup, untrack};

/// What a game adds to being shown.
pub(crate) trait Show: Spoken {
    /// The class of its table in the style sheets.
    const CLASS: &'static str;
    /// How many milliseconds a fact is looked at before the next one comes; `view` is the table after it.
    fn pause(seen: Self::Seen, view: &Self::View, next: Option<Self::Seen>) -> u32;
    /// Something is about to change on the screen: `view` is the table before it. What is to be done once it has changed comes
    /// back.
    fn moves(table: Table<Self>, seen: Self::Seen, view: &Self::View) -> Option<Box<dyn FnOnce()>>;
    /// What the round is called, and how far it goes.
    fn title(lang: Lang, view: &Self::View) -> String;
    /// Whether play goes clockwise.
    fn is_clockwise(view: &Self::View) -> bool;
    /// Who is waited for, if it is one.
    fn on_turn(view: &Self::View) -> Option<Seat>;
    /// Another hand: backs, with a name for ears.
    fn fan(lang: Lang, view: &Self::View, seat: Seat) -> AnyView;
    /// How somebody stands: coins, or points.
    fn facts(lang: Lang, view: &Self::View, seat: Seat) -> AnyView;
    /// Who has won, once somebody has.
    fn winners(view: &Self::View) -> SeatSet;
    /// By what people are put in order at the end, the highest first.
    fn score(view: &Self::View, seat: Seat) -> i32;
    /// More classes of a seat.
    fn seat_class(view: &Self::View, seat: Seat) -> &'static str;
    /// The middle of the table, the place for actions, and the hand.
    fn board(table: Table<Self>) -> AnyView;
    /// Every hand with its faces, as symbols: for a replay with all cards open.
    fn open_hands(table: &Self) -> Vec<Vec<String>>;
    /// The table as somebody sees it who sees everything, from the first seat.
    fn open_view(table: &Self) -> Self::View {
        table.view(Viewer::Seat(Seat::new(0)))
    }
    /// What is said in a first game.
    fn hints() -> &'static [Hint<Self>];
    /// What is shown between two rounds and after the game, from the facts of the round.
    fn result(table: Table<Self>) -> AnyView;
}

/// Something that was asked for and not answered yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pending {
    id: CommandId,
    /// The action in the words of the notation, if it is one.
    pub(crate) action: Option<String>,
}

/// What has happened, for the log: a fact, and the table before it.
pub(crate) type Past<G> = (<G as Game>::Seen, Box<<G as Game>::View>);

/// Where the record of the last game in this browser is kept.
pub(crate) const LAST_RECORD: &str = "mazzo.last";

/// Facts that the log holds. A game has some hundred; who wants all of them has the record.
const LOG: usize = 400;
/// Things said that are remembered.
const SAID: usize = 50;

struct Inner<G: Show> {
    session: Session<G>,
    stage: Stage<G>,
    teller: Teller<G>,
    line: Option<Line>,
    /// What this clock says when the server's says nothing.
    ahead: f64,
    is_playing: bool,
    /// Counts how often somebody did not want to wait: a timer from before does nothing.
    skips: u32,
}

/// A table as the page knows it. It is a handle: copies are the same table.
pub(crate) struct Table<G: Show> {
    inner: StoredValue<Inner<G>>,
    /// What is drawn. It follows what is known.
    pub(crate) view: RwSignal<Option<G::View>>,
    pub(crate) room: RwSignal<Option<PublicRoom<G::Rules>>>,
    pub(crate) clock: RwSignal<Clock>,
    pub(crate) mine: RwSignal<Mine>,
    pub(crate) reveal: RwSignal<Option<Reveal>>,
    /// The own seat: whatever else one alone knows changes more often.
    seat: Memo<Option<Seat>>,
    /// Whether something still waits to be shown.
    pub(crate) is_busy: RwSignal<bool>,
    /// What can be done now.
    pub(crate) legal: RwSignal<Vec<G::Action>>,
    /// What could be done if everybody lets this window pass and one's turn comes.
    pub(crate) ahead: RwSignal<Vec<G::Action>>,
    pub(crate) line: RwSignal<State>,
    pub(crate) pending: RwSignal<Option<Pending>>,
    pub(crate) refused: RwSignal<Option<(u32, Refusal)>>,
    pub(crate) notice: RwSignal<Option<String>>,
    pub(crate) log: RwSignal<VecDeque<Past<G>>>,
    /// What has just happened, for ears.
    pub(crate) heard: RwSignal<String>,
    /// The last sentence of it.
    last_line: RwSignal<String>,
    /// Whether the round is over and everybody looks at what came of it.
    pub(crate) is_result: RwSignal<bool>,
    pub(crate) said: RwSignal<VecDeque<(u32, Said)>>,
    /// The number of the next thing said.
    saying: StoredValue<u32>,
    /// The decision that was last acted on.
    acted: StoredValue<Option<u32>>,
    /// In a replay with all cards open: every hand.
    pub(crate) open: RwSignal<Option<Vec<Vec<String>>>>,
    /// Whether it is a first game that teaches.
    pub(crate) is_lesson: StoredValue<bool>,
    /// The name of the table on the server, if it is there.
    pub(crate) link: StoredValue<Option<String>>,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one would want views that are Copy")]
impl<G: Show> Clone for Table<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Show> Copy for Table<G> {}

struct Listening<G: Show>(Table<G>);

impl<G: Show> Ear for Listening<G> {
    fn told(&self, text: &str) {
        self.0.told(text);
    }

    fn state(&self, state: State) {
        // Whoever asks may be gone: a line outlives its table by a moment.
        self.0.line.set(state);
    }

    fn hello(&self) -> String {
        self.0.inner.try_with_value(|inner| inner.session.hello()).unwrap_or_default()
    }

    fn again(&self) -> Vec<String> {
        self.0.inner.try_with_value(|inner| inner.session.again().collect()).unwrap_or_default()
    }
}

impl<G: Show> Table<G> {
    /// A table that nothing is known of yet.
    pub(crate) fn new() -> Self {
        let inner = Inner {
            session: Session::new(browser::luck()),
            stage: Stage::default(),
            teller: Teller::default(),
            line: None,
            ahead: 0.0,
            is_playing: false,
            skips: 0,
        };
        let mine = RwSignal::new(Mine::default());
        Self {
            inner: StoredValue::new(inner),
            seat: Memo::new(move |_| mine.with(|mine| mine.seat.map(Seat::new))),
            view: RwSignal::new(None),
            room: RwSignal::new(None),
            clock: RwSignal::new(Clock::default()),
            mine,
            reveal: RwSignal::new(None),
            is_busy: RwSignal::new(false),
            legal: RwSignal::new(Vec::new()),
            ahead: RwSignal::new(Vec::new()),
            line: RwSignal::new(State::Opening),
            pending: RwSignal::new(None),
            refused: RwSignal::new(None),
            notice: RwSignal::new(None),
            log: RwSignal::new(VecDeque::new()),
            heard: RwSignal::new(String::new()),
            last_line: RwSignal::new(String::new()),
            is_result: RwSignal::new(false),
            said: RwSignal::new(VecDeque::new()),
            saying: StoredValue::new(0),
            acted: StoredValue::new(None),
            open: RwSignal::new(None),
            is_lesson: StoredValue::new(false),
            link: StoredValue::new(None),
        }
    }

    /// Opens the line, and hangs up when whoever shows the table is gone.
    pub(crate) fn open(self, to: To) {
        match &to {
            To::Server(name) => self.link.set_value(Some(name.clone())),
            To::Worker { wish, .. } => self.is_lesson.set_value(wish.seed.is_some()),
        }
        let line = Line::open(to, Rc::new(Listening(self)));
        let shared = StoredValue::new(line.clone());
        self.inner.update_value(|inner| inner.line = Some(line));
        let hurry = move || {
            if let Some(line) = shared.try_get_value() {
                line.hurry();
            }
        };
        browser::listen_here("online", move |_| hurry());
        on_cleanup(move || {
            if let Some(line) = shared.try_get_value() {
                line.hang_up();
            }
        });
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
    pub(crate) fn ask(self, command: Command<G::Rules>) {
        let action = match &command {
            Command::Act { action, .. } => Some(action.clone()),
            Command::Premove { action, .. } => action.clone(),
            Command::Sit { .. }
            | Command::Stand
            | Command::Words { .. }
            | Command::Ready { .. }
            | Command::Start
            | Command::AutoPass { .. }
            | Command::Phrase { .. }
            | Command::Chat { .. }
            | Command::Again
            | Command::Set { .. }
            | Command::Bot { .. }
            | Command::Kick { .. }
            | Command::Mute { .. }
            | Command::Close => None,
        };
        let said = self.inner.try_update_value(|inner| {
            let (id, text) = inner.session.ask(command);
            if let Some(line) = &inner.line {
                line.say(&text);
            }
            id
        });
        if let Some(id) = said {
            self.pending.set(Some(Pending { id, action }));
        }
        self.refused.set(None);
    }

    /// Does something at the table.
    pub(crate) fn act(self, action: G::Action) {
        let decision = self.clock.with_untracked(|clock| clock.decision);
        // A second tap on what is done already, while that is still being shown.
        let known = self.known(|table| table.clock.decision);
        if known != Some(decision) && self.acted.get_value() == Some(decision) {
            return;
        }
        self.acted.set_value(Some(decision));
        self.ask(Command::Act { decision, action: action.to_string() });
    }

    /// What to do if one's turn comes as this window closes; none to take it back.
    pub(crate) fn premove(self, action: Option<G::Action>) {
        let decision = self.clock.with_untracked(|clock| clock.decision);
        self.ask(Command::Premove { decision, action: action.map(|action| action.to_string()) });
    }

    /// Milliseconds until the server's clock says that.
    pub(crate) fn until(self, until: Millis) -> f64 {
        let ahead = self.inner.try_with_value(|inner| inner.ahead).unwrap_or_default();
        float(until) + ahead - now()
    }

    /// Asks the worker for the record of the game that is over; it is shown once it is there.
    pub(crate) fn ask_record(self) {
        self.with_line(|line| line.say("record"));
    }

    fn told(self, text: &str) {
        if let Some(record) = text.strip_prefix("record ") {
            browser::store(LAST_RECORD, record);
            return go(Place::Record("last".to_owned()));
        }
        let Some((heard, before)) = self.inner.try_update_value(|inner| {
            let game = inner.session.table().map(|table| table.room.game);
            let server = inner.session.server_now();
            let heard = inner.session.hear(text);
            if inner.session.server_now() != server {
                inner.ahead = now() - float(inner.session.server_now());
            }
            (heard, game)
        }) else {
            return;
        };
        match heard {
            Heard::Table => {
                self.inner.update_value(|inner| inner.stage.clear());
                self.is_result.set(false);
                let view = self.known(|table| table.view.clone()).flatten();
                self.view.set(view);
                self.rest();
            }
            Heard::Step { seen, said } => {
                self.stage_step(before, seen);
                if let Some(said) = said {
                    self.hear_said(said);
                }
            }
            Heard::Mine => self.rest(),
            Heard::Done(id) => {
                self.pending.update(|pending| drop(pending.take_if(|pending| pending.id == id)));
                self.rest();
            }
            Heard::Refused(id, why) => {
                self.pending.update(|pending| drop(pending.take_if(|pending| pending.id == id)));
                let number =
                    self.refused.with_untracked(|last| last.as_ref().map_or(0, |(number, _)| number + 1));
                self.refused.set(Some((number, why)));
            }
            Heard::Answer(text) => self.with_line(|line| line.say(&text)),
            Heard::Notice(text) => self.notice.set(Some(text)),
            Heard::Bye(why, again_ms) => {
                let end = match why {
                    Bye::Closed => End::Closed,
                    Bye::SentAway => End::SentAway,
                    Bye::TooMuch => End::Full,
                    Bye::Nonsense => End::Old,
                    Bye::Restart | Bye::Slow | Bye::Trouble => End::NoTable,
                };
                let again_ms = if why == Bye::Slow { Some(0) } else { again_ms };
                self.with_line(|line| line.bye(again_ms, end));
            }
            // A server of another version: the page is to be loaded anew.
            Heard::Nonsense => self.with_line(|line| line.bye(None, End::Old)),
        }
    }

    fn with_line(self, what: impl FnOnce(&Line)) {
        // Not while the table is borrowed: the line tells it things.
        let line = self.inner.try_with_value(|inner| inner.line.clone()).flatten();
        if let Some(line) = line {
            what(&line);
        }
    }

    fn known<T>(self, what: impl FnOnce(&mazzo_wire::Folded<G>) -> T) -> Option<T> {
        self.inner.try_with_value(|inner| inner.session.table().map(what)).flatten()
    }

    fn stage_step(self, game_before: Option<u32>, seen: Vec<G::Seen>) {
        self.inner.update_value(|inner| {
            let Some(table) = inner.session.table() else { return };
            if Some(table.room.game) != game_before && table.view.is_some() {
                let viewer = table.mine.seat.map_or(Viewer::Public, |seat| Viewer::Seat(Seat::new(seat)));
                let setup = Setup { seats: table.room.settings.seats, rules: table.room.settings.rules };
                inner.stage.push(Cue::Begin(Box::new(G::empty(setup).view(viewer))));
            }
            for seen in seen {
                inner.stage.push(Cue::Fact(seen));
            }
        });
        self.rest();
    }

    /// The step is over: what it leaves behind is shown after its facts.
    fn rest(self) {
        self.inner.update_value(|inner| {
            let Some(table) = inner.session.table() else { return };
            let rest = Rest {
                room: table.room.clone(),
                clock: table.clock.clone(),
                mine: table.mine.clone(),
                reveal: table.reveal.clone(),
            };
            inner.stage.push(Cue::Rest(Box::new(rest)));
        });
        self.play();
    }

    /// Shows what waits, if nobody does already.
    fn play(self) {
        let is_first = self.inner.try_update_value(|inner| !std::mem::replace(&mut inner.is_playing, true));
        if is_first == Some(true) {
            self.go_on();
        }
    }

    fn go_on(self) {
        loop {
            let Some(cue) = self.inner.try_update_value(|inner| inner.stage.next()) else { return };
            let Some(cue) = cue else {
                self.inner.update_value(|inner| inner.is_playing = false);
                self.is_busy.set(false);
                return;
            };
            let pause = self.show(cue);
            if pause > 0 {
                self.is_busy.set(true);
                let skips = self.inner.try_with_value(|inner| inner.skips);
                after(pause, move || {
                    if self.inner.try_with_value(|inner| inner.skips) == skips {
                        self.go_on();
                    }
                });
                return;
            }
        }
    }

    /// Shows all that waits at once.
    pub(crate) fn skip(self) {
        while let Some(Some(cue)) = self.inner.try_update_value(|inner| inner.stage.next()) {
            self.show(cue);
        }
        self.inner.update_value(|inner| {
            inner.is_playing = false;
            inner.skips += 1;
        });
        self.is_busy.set(false);
    }

    fn show(self, cue: Cue<G>) -> u32 {
        match cue {
            Cue::Begin(view) => {
                self.log.update(VecDeque::clear);
                self.is_result.set(false);
                self.inner.update_value(|inner| inner.teller = Teller::default());
                self.view.set(Some(*view));
                0
            }
            Cue::Fact(seen) => self.show_fact(seen),
            Cue::Rest(rest) => {
                self.settle(*rest);
                0
            }
        }
    }

    fn show_fact(self, seen: G::Seen) -> u32 {
        let Some(before) = self.view.get_untracked() else { return 0 };
        let moved = G::moves(self, seen, &before);
        self.tell(seen, &before);
        let mut view = before.clone();
        G::absorb(&mut view, seen);
        let next = self.inner.try_with_value(|inner| inner.stage.peek()).flatten();
        let pause = G::pause(seen, &view, next);
        self.log.update(|log| {
            log.push_back((seen, Box::new(before)));
            if log.len() > LOG {
                log.pop_front();
            }
        });
        self.view.set(Some(view));
        if let Some(moved) = moved {
            moved();
        }
        if browser::is_hidden() {
            return 0;
        }
        self.inner.try_with_value(|inner| inner.stage.pace(pause)).unwrap_or_default()
    }

    /// What everybody is called. Reading it in a view follows the room and the language.
    pub(crate) fn names(self) -> Vec<String> {
        self.room.with(|room| {
            room.as_ref().map(|room| mazzo_tell::names(lang(), &room.chairs)).unwrap_or_default()
        })
    }

    /// Tells ears what has happened.
    fn tell(self, seen: G::Seen, before: &G::View) {
        let (lang, names) = untrack(|| (lang(), self.names()));
        let around = Around { lang, names: &names };
        let lines =
            self.inner.try_update_value(|inner| inner.teller.fact(around, before, seen)).unwrap_or_default();
        self.say_lines(&lines);
    }

    /// The last sentence that was told.
    pub(crate) fn heard_last(self) -> String {
        self.last_line.get()
    }

    fn say_lines(self, lines: &[mazzo_tell::Line]) {
        if lines.is_empty() {
            return;
        }
        let text: Vec<String> = lines.iter().map(mazzo_tell::Line::text).collect();
        if let Some(last) = text.last() {
            self.last_line.set(last.clone());
        }
        let text = text.join(" ");
        // Ears that are still busy with the last sentence get both.
        self.heard.update(|heard| {
            if heard.len() > 400 {
                heard.clear();
            }
            if !heard.is_empty() {
                heard.push(' ');
            }
            heard.push_str(&text);
        });
    }

    fn settle(self, rest: Rest<G>) {
        let Rest { room, clock, mine, reveal } = rest;
        let (lang, names) = untrack(|| (lang(), self.names()));
        let around = Around { lang, names: &names };
        let lines = self.inner.try_update_value(|inner| inner.teller.rest(around)).unwrap_or_default();
        self.say_lines(&lines);
        let (legal, ahead) = self.choices(&clock, &mine, room.phase);
        let set = |was: RwSignal<Option<_>>, is| {
            if was.with_untracked(|was| *was != is) {
                was.set(is);
            }
        };
        set(self.room, Some(room));
        if self.reveal.with_untracked(|was| *was != reveal) {
            self.reveal.set(reveal);
        }
        if self.mine.with_untracked(|was| *was != mine) {
            self.mine.set(mine);
        }
        self.legal.set(legal);
        self.ahead.set(ahead);
        if self.clock.with_untracked(|was| *was != clock) {
            self.clock.set(clock);
        }
    }

    /// What can be done now, and what could be after this window, as the rules say it of a world that looks like this one.
    fn choices(self, clock: &Clock, mine: &Mine, phase: Phase) -> (Vec<G::Action>, Vec<G::Action>) {
        let none = (Vec::new(), Vec::new());
        let (Some(me), Phase::Playing) = (mine.seat.map(Seat::new), phase) else { return none };
        let Some(view) = self.view.get_untracked() else { return none };
        let mut chance = Dealer::<FastRng>::new(1);
        let mut world = G::determinize(&view, &mut chance);
        let legal = actions(&world, me);
        let mut ahead = Vec::new();
        if clock.window {
            close_window(&mut world, &mut chance, &mut ());
            if world.window().is_none() {
                ahead = actions(&world, me);
            }
        }
        (legal, ahead)
    }

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
}

/// Milliseconds as a browser counts them.
#[expect(clippy::cast_precision_loss, reason = "so many milliseconds have not passed since 1970")]
pub(crate) const fn float(millis: Millis) -> f64 {
    millis.0 as f64
}

fn actions<G: Game>(world: &G, me: Seat) -> Vec<G::Action> {
    let mut legal = ActionList::new();
    world.legal(me, &mut legal);
    legal.into_iter().collect()
}
