//! A table as the page knows it: what is shown of it, and what can be done at it.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::rc::Rc;

use mazzo_client::{Heard, Session};
use mazzo_core::{
    ActionList, Dealer, FastRng, Game, Seat, SeatSet, Setup, Viewer, any_luck, any_sink, close_window,
};
use mazzo_tell::{Around, House, Spoken, Teller};
use mazzo_text::Lang;
use mazzo_view::{AnyView, RwSignal, StoredValue, untrack};
use mazzo_wire::{Bye, Clock, Command, CommandId, Mine, Phase, RecordInfo};

use crate::at::{At, Look, Room, float};
use crate::browser::{self, after, now};
use crate::learn::{Hint, Lesson};
use crate::line::{Ear, End, State};
use crate::past;
use crate::stage::{Cue, Rest, Stage};
use crate::verdict::Verdict;
use crate::words::lang;

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

/// What has happened, for the log: a fact, and the table before it.
pub(crate) type Past<G> = (<G as Game>::Seen, Box<<G as Game>::View>);

/// What the last game in this browser is called where others have a name.
pub(crate) const LAST: &str = "last";

/// Where its record is kept.
pub(crate) const LAST_RECORD: &str = "mazzo.last";

/// Facts that the log holds. A game has some hundred; who wants all of them has the record.
const LOG: usize = 400;

struct Inner<G: Show> {
    session: Session<G>,
    stage: Stage<G>,
    teller: Teller<G>,
    is_playing: bool,
    /// Counts how often somebody did not want to wait: a timer from before does nothing.
    skips: u32,
}

/// A table of a game as the page knows it. It is a handle: copies are the same table. What both games share is in [`At`].
pub(crate) struct Table<G: Show> {
    at: At,
    inner: StoredValue<Inner<G>>,
    /// What is drawn. It follows what is known.
    pub(crate) view: RwSignal<Option<G::View>>,
    /// The house rules.
    pub(crate) rules: RwSignal<G::Rules>,
    /// What can be done now.
    pub(crate) legal: RwSignal<Vec<G::Action>>,
    /// What could be done if everybody lets this window pass and one's turn comes.
    pub(crate) ahead: RwSignal<Vec<G::Action>>,
    pub(crate) log: RwSignal<VecDeque<Past<G>>>,
}

impl<G: Show> std::ops::Deref for Table<G> {
    type Target = At;

    fn deref(&self) -> &At {
        &self.at
    }
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one would want views that are Copy")]
impl<G: Show> Clone for Table<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Show> Copy for Table<G> {}

impl<G: Show> Ear for Table<G> {
    fn told(&self, text: &str) {
        self.hear(text);
    }

    fn record(&self, record: &str) {
        browser::store(LAST_RECORD, record);
        let winners = untrack(|| self.winners()).iter().map(|seat| seat.index() as u8).collect();
        let (record, game) = (LAST.to_owned(), G::NAME.to_owned());
        let players = untrack(|| self.names());
        let ended_ms = self.inner.try_with_value(|inner| inner.session.server_now().0).unwrap_or_default();
        past::remember(&RecordInfo { record, game, ended_ms, players, winners });
    }

    fn state(&self, state: State) {
        self.line.set(state);
    }

    fn hello(&self) -> String {
        self.inner.try_with_value(|inner| inner.session.hello()).unwrap_or_default()
    }

    fn again(&self) -> Vec<String> {
        self.inner.try_with_value(|inner| inner.session.again().collect()).unwrap_or_default()
    }
}

impl<G: Show> Look for Table<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn class(&self) -> &'static str {
        G::CLASS
    }

    fn seats(&self) -> RangeInclusive<u8> {
        G::SEATS
    }

    fn title(&self) -> Option<String> {
        self.look_at(|view| G::title(lang(), view))
    }

    fn is_clockwise(&self) -> bool {
        self.look_at(G::is_clockwise).unwrap_or(true)
    }

    fn on_turn(&self) -> Option<Seat> {
        self.look_at(G::on_turn).flatten()
    }

    fn fan(&self, seat: Seat) -> Option<AnyView> {
        self.look_at(|view| G::fan(lang(), view, seat))
    }

    fn facts(&self, seat: Seat) -> Option<AnyView> {
        self.look_at(|view| G::facts(lang(), view, seat))
    }

    fn winners(&self) -> SeatSet {
        self.look_at(G::winners).unwrap_or(SeatSet::EMPTY)
    }

    fn score(&self, seat: Seat) -> i32 {
        self.look_at(|view| G::score(view, seat)).unwrap_or_default()
    }

    fn seat_class(&self, seat: Seat) -> &'static str {
        self.look_at(|view| G::seat_class(view, seat)).unwrap_or_default()
    }

    fn board(&self) -> AnyView {
        G::board(*self)
    }

    fn result(&self) -> AnyView {
        G::result(*self)
    }

    fn lessons(&self) -> Vec<Lesson> {
        let table = *self;
        let lesson = |hint: &'static Hint<G>| {
            let when = hint.when;
            Lesson {
                when: Box::new(move || when(table)),
                title: hint.title,
                text: hint.text,
                is_low: hint.is_low,
            }
        };
        G::hints().iter().map(lesson).collect()
    }

    fn is_asked(&self) -> bool {
        self.legal.with(|legal| !legal.is_empty())
    }

    fn log(&self, around: Around<'_>) -> Vec<mazzo_tell::Line> {
        self.log.with(|log| {
            let mut teller = Teller::<G>::default();
            let mut lines = Vec::new();
            for (seen, before) in log {
                lines.extend(teller.fact(around, before, *seen));
            }
            lines.extend(teller.rest(around));
            lines
        })
    }

    fn house_rules(&self, lang: Lang) -> Vec<House> {
        self.rules.with(|rules| mazzo_tell::house_rules(lang, rules))
    }

    fn evidence(&self) -> String {
        self.inner.try_with_value(|inner| inner.session.evidence()).unwrap_or_default()
    }

    fn recall(&self, memory: &str) {
        self.inner.update_value(|inner| inner.session.recall(memory));
    }

    fn asking(&self, command: Command<()>) -> Option<(CommandId, String)> {
        self.inner.try_update_value(|inner| inner.session.ask_plainly(command))
    }

    fn skip(&self) {
        while let Some(Some(cue)) = self.inner.try_update_value(|inner| inner.stage.next()) {
            self.show(cue);
        }
        self.inner.update_value(|inner| {
            inner.is_playing = false;
            inner.skips += 1;
        });
        self.is_busy.set(false);
    }

    fn lay(&self, room: Room) {
        let setup = Setup { seats: room.settings.seats, rules: G::Rules::default() };
        let me = Seat::new(0);
        self.is_laid.set_value(true);
        self.view.set(Some(G::empty(setup).view(Viewer::Seat(me))));
        let mine = Mine { seat: Some(me.index() as u8), host: true, ..Mine::default() };
        self.at.settle(room, Clock::default(), mine, None);
    }
}

impl<G: Show> Table<G> {
    /// A table that nothing is known of yet.
    pub(crate) fn new() -> Self {
        let inner = Inner {
            session: Session::new(browser::luck(), browser::entropy),
            stage: Stage::default(),
            teller: Teller::default(),
            is_playing: false,
            skips: 0,
        };
        let table = Self {
            at: At::new(),
            inner: StoredValue::new(inner),
            view: RwSignal::new(None),
            rules: RwSignal::new(G::Rules::default()),
            legal: RwSignal::new(Vec::new()),
            ahead: RwSignal::new(Vec::new()),
            log: RwSignal::new(VecDeque::new()),
        };
        table.at.shown_by(Rc::new(table));
        table
    }

    /// The same table, whatever is played there.
    pub(crate) const fn at(self) -> At {
        self.at
    }

    fn look_at<T>(self, what: impl FnOnce(&G::View) -> T) -> Option<T> {
        self.view.with(|view| view.as_ref().map(what))
    }

    /// Does something at the table.
    pub(crate) fn act(self, action: G::Action) {
        self.act_on(self.known(|table| table.clock.decision), action.to_string());
    }

    /// What to do if one's turn comes as this window closes; none to take it back.
    pub(crate) fn premove(self, action: Option<G::Action>) {
        self.put_down(action.map(|action| action.to_string()));
    }

    fn hear(self, text: &str) {
        let Some((heard, send, before)) = self.inner.try_update_value(|inner| {
            let game = inner.session.table().map(|table| table.room.game);
            let server = inner.session.server_now();
            let (heard, send) = inner.session.hear(text);
            if inner.session.server_now() != server {
                self.clock_ahead.set_value(now() - float(inner.session.server_now()));
            }
            (heard, send, game)
        }) else {
            return;
        };
        for text in send {
            self.with_line(|line| line.say(&text));
        }
        self.mind_fairness();
        match heard {
            // The table that is shown already is about to begin.
            Heard::Table if self.is_laid.get_value() && self.known(|table| table.room.game) == Some(0) => {}
            Heard::Table => {
                self.is_laid.set_value(false);
                self.inner.update_value(|inner| inner.stage.clear());
                // What was told of another game is not this one's past.
                if before != self.known(|table| table.room.game) {
                    self.log.update(VecDeque::clear);
                }
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
                self.answered(id);
                self.rest();
            }
            Heard::Refused(id, why) => self.refuse(id, why),
            Heard::Nothing => {}
            Heard::Notice(text) => self.notice.set(Some(text)),
            Heard::Bye(why, again_ms) => {
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
            Heard::Nonsense => self.with_line(|line| line.bye(None, End::Old)),
        }
    }

    /// Judging is in a part of the page that comes later; this only notes what there is to judge.
    fn mind_fairness(self) {
        let noted = self.inner.try_update_value(|inner| {
            let session = &mut inner.session;
            let wrong = session.verdict().map(|judged| Verdict { judged, evidence: session.evidence() });
            (session.take_memory(), session.to_judge().map(str::to_owned), wrong)
        });
        if let Some((memory, to_judge, wrong)) = noted {
            self.at.mind_fairness(memory, to_judge, wrong);
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
                let (view, room) = (G::empty(setup).view(viewer), table.room.without_rules());
                inner.stage.push(Cue::Begin(Box::new(view), Box::new(room)));
            }
            for seen in seen {
                inner.stage.push(Cue::Fact(seen));
            }
        });
        self.forget_choices();
        self.rest();
    }

    /// What could be done before this step cannot be done any more, even while the step is still being shown: else a second tap
    /// would count for whatever comes next.
    fn forget_choices(self) {
        let shown = self.clock.with_untracked(|clock| clock.decision);
        let is_past = self.known(|table| table.clock.decision != shown).unwrap_or_default();
        if is_past && self.legal.with_untracked(|legal| !legal.is_empty()) {
            self.legal.set(Vec::new());
        }
    }

    /// The step is over: what it leaves behind is shown after its facts.
    fn rest(self) {
        self.inner.update_value(|inner| {
            let Some(table) = inner.session.table() else { return };
            let rest = Rest {
                room: table.room.without_rules(),
                rules: table.room.settings.rules,
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

    fn show(self, cue: Cue<G>) -> u32 {
        match cue {
            Cue::Begin(view, room) => {
                self.room.set(Some(*room));
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

    /// Tells ears what has happened.
    fn tell(self, seen: G::Seen, before: &G::View) {
        let (lang, names) = untrack(|| (lang(), self.names()));
        let around = Around { lang, names: &names, in_words: true };
        let lines =
            self.inner.try_update_value(|inner| inner.teller.fact(around, before, seen)).unwrap_or_default();
        self.say_lines(&lines);
    }

    fn settle(self, rest: Rest<G>) {
        let Rest { room, rules, clock, mine, reveal } = rest;
        let (lang, names) = untrack(|| (lang(), self.names()));
        let around = Around { lang, names: &names, in_words: true };
        let lines = self.inner.try_update_value(|inner| inner.teller.rest(around)).unwrap_or_default();
        self.say_lines(&lines);
        let (legal, ahead) = self.choices(&clock, &mine, room.phase);
        if self.rules.with_untracked(|was| *was != rules) {
            self.rules.set(rules);
        }
        self.legal.set(legal);
        self.ahead.set(ahead);
        self.at.settle(room, clock, mine, reveal);
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
            close_window(&mut world, &mut any_luck(&mut chance), &mut any_sink(&mut ()));
            if world.window().is_none() {
                ahead = actions(&world, me);
            }
        }
        (legal, ahead)
    }
}

fn actions<G: Game>(world: &G, me: Seat) -> Vec<G::Action> {
    let mut legal = ActionList::new();
    world.legal(me, &mut legal);
    legal.into_iter().collect()
}
