//! A table of one game: its presenter, and the signals that its views follow.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::rc::Rc;

use mazzo_client::{Cue, Manner, Now, Output, Past, Presenter, Session};
use mazzo_core::{Seat, SeatSet, Setup, Viewer};
use mazzo_narration::{HouseRule, Line, Presented};
use mazzo_protocol::{Command, Millis};
use mazzo_text::Lang;
use mazzo_view::{AnyView, IntoView as _, RwSignal, StoredValue, untrack};

use crate::at::{Animation, AnyGame, At, Status, manner, now, set};
use crate::browser;
use crate::learn::{Hint, Lesson};
use crate::plain;
use crate::verdict::Verdict;
use crate::words::lang;

/// The views of a game. It implements them in its own folder, in `web.rs`.
pub(crate) trait Show: Presented {
    /// The winners, once the game is over.
    fn winners(view: &Self::View) -> SeatSet;
    /// The faces of all hands as symbol names, for a replay with open cards.
    fn open_hands(table: &Self) -> Vec<Vec<String>>;
    /// The view with all cards open, from the first seat.
    fn open_view(table: &Self) -> Self::View {
        table.view(Viewer::Seat(Seat::new(0)))
    }
    /// The animation of a fact, called before the view is updated. `before` is the table without the fact.
    fn animate(_seen: Self::Seen, _before: &Self::View) -> Option<Animation> {
        None
    }
    /// The name of the round, and the target of the game.
    fn title(_lang: Lang, _view: &Self::View) -> String {
        String::new()
    }
    /// The hand of another seat: card backs with a label for screen readers.
    fn fan(_lang: Lang, _view: &Self::View, _seat: Seat) -> AnyView {
        ().into_any()
    }
    /// The standing of a seat: coins or points.
    fn facts(lang: Lang, view: &Self::View, seat: Seat) -> AnyView {
        Self::standing(lang, view, seat).into_any()
    }
    /// The score that orders the seats at the end besides the winners, highest first.
    fn score(_view: &Self::View, _seat: Seat) -> i32 {
        0
    }
    /// Additional CSS classes of a seat.
    fn seat_class(_view: &Self::View, _seat: Seat) -> &'static str {
        ""
    }
    /// The own hand for the default board: symbols, each with a label for screen readers.
    fn hand(_lang: Lang, _view: &Self::View) -> Vec<(String, String)> {
        Vec::new()
    }
    /// The middle of the table, the action area and the hand.
    fn board(table: Table<Self>) -> AnyView {
        plain::board(table)
    }
    /// The result panel after a round or the game, from the facts of the round.
    fn result(table: Table<Self>) -> AnyView {
        plain::result(table)
    }
    /// The hints of a lesson.
    fn hints() -> &'static [Hint<Self>] {
        &[]
    }
}

macro_rules! handle {
    ($name:ident) => {
        #[expect(
            clippy::expl_impl_clone_on_copy,
            reason = "a derived impl would require views that are Copy"
        )]
        impl<G: Show> Clone for $name<G> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<G: Show> Copy for $name<G> {}
    };
}

/// A handle to the presenter of a game and to its state as signals.
pub(crate) struct Shown<G: Show> {
    presenter: StoredValue<Presenter<G>>,
    /// The table as currently shown.
    pub(crate) view: RwSignal<Option<G::View>>,
    /// The house rules.
    pub(crate) rules: RwSignal<G::Rules>,
    /// The legal actions.
    pub(crate) legal: RwSignal<Vec<G::Action>>,
    /// The possible premoves.
    pub(crate) ahead: RwSignal<Vec<G::Action>>,
    /// The own answer in the open window.
    pub(crate) answer: RwSignal<Option<G::Action>>,
    /// The own premove.
    pub(crate) premove: RwSignal<Option<G::Action>>,
    /// The own action that is not acknowledged yet.
    pub(crate) pending: RwSignal<Option<G::Action>>,
    /// Counts changes of history and log, so that views follow them.
    changes: RwSignal<u32>,
}

handle!(Shown);

/// A handle to a table of a game: copies refer to the same table.
pub(crate) struct Table<G: Show> {
    /// The part that all games share.
    pub(crate) at: At,
    /// The part of this game.
    pub(crate) game: Shown<G>,
}

handle!(Table);

impl<G: Show> Table<G> {
    /// A table without any state yet.
    pub(crate) fn new() -> Self {
        let game = Shown::<G>::new();
        Self { at: At::new(Rc::new(game)), game }
    }

    /// True if the viewer is on turn.
    pub(crate) fn is_my_turn(self) -> bool {
        self.at.me().is_some() && self.game.look(G::on_turn) == self.at.me()
    }

    /// Sends an action.
    pub(crate) fn act(self, action: G::Action) {
        self.game.presenter.update_value(|presenter| {
            presenter.act(now(), action);
        });
        self.at.asked();
    }

    /// Sets the premove for the own turn after this window; none takes it back.
    pub(crate) fn act_ahead(self, action: Option<G::Action>) {
        self.game.presenter.update_value(|presenter| presenter.act_ahead(action));
        self.at.asked();
    }
}

impl<G: Show> Shown<G> {
    fn new() -> Self {
        let session = Session::new(browser::luck(), browser::entropy);
        Self {
            presenter: StoredValue::new(Presenter::new(session, untrack(manner))),
            view: RwSignal::new(None),
            rules: RwSignal::new(G::Rules::default()),
            legal: RwSignal::new(Vec::new()),
            ahead: RwSignal::new(Vec::new()),
            answer: RwSignal::new(None),
            premove: RwSignal::new(None),
            pending: RwSignal::new(None),
            changes: RwSignal::new(0),
        }
    }

    /// A part of the table as currently shown, which the view follows. Its default before there is a table.
    pub(crate) fn look<T: Default>(self, read: impl FnOnce(&G::View) -> T) -> T {
        self.with_view(read).unwrap_or_default()
    }

    /// True if the action is legal.
    pub(crate) fn may(self, action: G::Action) -> bool {
        self.legal.with(|legal| legal.contains(&action))
    }

    fn with_view<T>(self, read: impl FnOnce(&G::View) -> T) -> Option<T> {
        self.view.with(|view| view.as_ref().map(read))
    }

    /// The facts shown so far, with the table before each.
    pub(crate) fn history<T>(self, read: impl FnOnce(&VecDeque<Past<G>>) -> T) -> T {
        self.changes.get();
        self.presenter.with_value(|presenter| read(presenter.history()))
    }

    /// Copies the presenter's state into the signals.
    fn mirror(self) {
        let state = self.presenter.try_with_value(|presenter| {
            let rules = presenter.settled().map(|settled| settled.room.settings.rules);
            let own = (presenter.answer(), presenter.premove(), presenter.pending());
            (presenter.view().cloned(), rules, presenter.choices().clone(), own)
        });
        let Some((view, rules, choices, (answer, premove, pending))) = state else { return };
        set(self.view, view);
        if let Some(rules) = rules {
            set(self.rules, rules);
        }
        set(self.legal, choices.now);
        set(self.ahead, choices.ahead);
        set(self.answer, answer);
        set(self.premove, premove);
        set(self.pending, pending);
    }
}

impl<G: Show> AnyGame for Shown<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn seats(&self) -> RangeInclusive<u8> {
        G::SEATS
    }

    fn title(&self) -> Option<String> {
        self.with_view(|view| G::title(lang(), view))
    }

    fn is_clockwise(&self) -> bool {
        self.with_view(G::is_clockwise).unwrap_or(true)
    }

    fn on_turn(&self) -> Option<Seat> {
        self.with_view(G::on_turn).flatten()
    }

    fn fan(&self, seat: Seat) -> Option<AnyView> {
        self.with_view(|view| G::fan(lang(), view, seat))
    }

    fn facts(&self, seat: Seat) -> Option<AnyView> {
        self.with_view(|view| G::facts(lang(), view, seat))
    }

    fn winners(&self) -> SeatSet {
        self.with_view(G::winners).unwrap_or(SeatSet::EMPTY)
    }

    fn score(&self, seat: Seat) -> i32 {
        self.with_view(|view| G::score(view, seat)).unwrap_or_default()
    }

    fn seat_class(&self, seat: Seat) -> &'static str {
        self.with_view(|view| G::seat_class(view, seat)).unwrap_or_default()
    }

    fn house_rules(&self, lang: Lang) -> Vec<HouseRule> {
        self.rules.with(|rules| mazzo_narration::house_rules(lang, rules))
    }

    fn log(&self) -> Vec<Line> {
        self.changes.get();
        self.presenter.with_value(|presenter| presenter.log().to_vec())
    }

    fn board(&self, at: At) -> AnyView {
        G::board(Table { at, game: *self })
    }

    fn result(&self, at: At) -> AnyView {
        G::result(Table { at, game: *self })
    }

    fn lessons(&self, at: At) -> Vec<Lesson> {
        let table = Table { at, game: *self };
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

    fn status(&self) -> Option<Status> {
        self.mirror();
        self.presenter.try_with_value(|presenter| Status {
            settled: presenter.settled().map(|settled| {
                let (clock, mine) = (settled.clock.clone(), settled.mine.clone());
                (settled.room.without_rules(), clock, mine, settled.reveal.clone())
            }),
            is_busy: !presenter.is_up_to_date(),
            is_result: presenter.is_result(),
            is_pending: presenter.pending().is_some(),
            prompt: presenter.prompt(),
            announcements: presenter.announcements().to_vec(),
            next_at: presenter.next_at(),
            to_judge: presenter.to_judge().map(str::to_owned),
            wrong: presenter.verdict().map(|judged| Verdict { judged, evidence: presenter.evidence() }),
        })
    }

    fn hear(&self, now: Now, text: &str) {
        self.presenter.update_value(|presenter| presenter.hear(now, text));
    }

    fn show(&self, now: Now, is_skipped: bool) -> Vec<Animation> {
        let is_hidden = browser::is_hidden();
        let cues = self.presenter.try_update_value(|presenter| {
            presenter.set_hidden(is_hidden);
            if is_skipped {
                presenter.skip(now)
            } else {
                std::iter::from_fn(|| presenter.advance(now)).collect()
            }
        });
        let animation = |cue: Cue<G>| match cue {
            Cue::Fact { seen, before } => G::animate(seen, &before),
            Cue::Restart | Cue::Begin | Cue::Settle => None,
        };
        let animations = cues.unwrap_or_default().into_iter().filter_map(animation).collect();
        self.changes.update(|changes| *changes = changes.wrapping_add(1));
        animations
    }

    fn output(&self) -> Option<Output> {
        self.presenter.try_update_value(Presenter::output).flatten()
    }

    fn ask(&self, command: Command<()>) {
        self.presenter.update_value(|presenter| {
            presenter.ask(command);
        });
    }

    fn announce(&self, now: Now, sentences: Vec<String>) {
        self.presenter.update_value(|presenter| presenter.announce(now, sentences));
    }

    fn set_manner(&self, manner: Manner) {
        self.presenter.update_value(|presenter| presenter.set_manner(manner));
        self.changes.update(|changes| *changes = changes.wrapping_add(1));
    }

    fn preview(&self, seats: u8) {
        let setup = Setup { seats, rules: G::Rules::default() };
        let view = G::empty(setup).view(Viewer::Seat(Seat::new(0)));
        self.presenter.update_value(|presenter| presenter.preview(view));
        self.mirror();
    }

    fn hello(&self) -> (String, Vec<String>) {
        self.presenter.try_with_value(Presenter::hello).unwrap_or_default()
    }

    fn until_ms(&self, now: Now, until: Millis) -> i64 {
        self.presenter.try_with_value(|presenter| presenter.until_ms(now, until)).unwrap_or_default()
    }

    fn server_now(&self) -> Millis {
        self.presenter.try_with_value(Presenter::server_now).unwrap_or_default()
    }

    fn evidence(&self) -> String {
        self.presenter.try_with_value(Presenter::evidence).unwrap_or_default()
    }

    fn recall(&self, memory: &str) {
        self.presenter.update_value(|presenter| presenter.recall(memory));
    }
}
