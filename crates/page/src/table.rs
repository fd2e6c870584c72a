//! A table of one game: what is shown of it, and what can be done at it.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::rc::Rc;

use mazzo_client::{Cue, Manner, Now, Output, Past, Presenter, Session};
use mazzo_core::{Seat, SeatSet, Setup, Viewer};
use mazzo_tell::{House, Line, Presented};
use mazzo_text::Lang;
use mazzo_view::{AnyView, RwSignal, StoredValue, untrack};
use mazzo_wire::{Command, Millis};

use crate::at::{Animation, AnyGame, At, Status, manner, now, set};
use crate::browser;
use crate::learn::{Hint, Lesson};
use crate::verdict::Verdict;
use crate::words::lang;

/// How a game is drawn.
pub(crate) trait Show: Presented {
    /// The class of its table in the style sheets.
    const CLASS: &'static str;
    /// A fact is about to be shown: `before` is the table before it. What moves once the page has changed comes back.
    fn animate(seen: Self::Seen, before: &Self::View) -> Option<Animation>;
    /// What the round is called, and how far it goes.
    fn title(lang: Lang, view: &Self::View) -> String;
    /// Another hand: backs, with a name for screen readers.
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

macro_rules! handle {
    ($name:ident) => {
        #[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one would want views that are Copy")]
        impl<G: Show> Clone for $name<G> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<G: Show> Copy for $name<G> {}
    };
}

/// The presenter of a game, and what it shows as signals. It is a handle.
pub(crate) struct Shown<G: Show> {
    presenter: StoredValue<Presenter<G>>,
    /// The table as far as it is shown.
    pub(crate) view: RwSignal<Option<G::View>>,
    /// The house rules.
    pub(crate) rules: RwSignal<G::Rules>,
    /// What can be done now.
    pub(crate) legal: RwSignal<Vec<G::Action>>,
    /// What can be put down in advance, for one's own turn.
    pub(crate) ahead: RwSignal<Vec<G::Action>>,
    /// What was done in the open decision.
    pub(crate) answer: RwSignal<Option<G::Action>>,
    /// What was put down in advance.
    pub(crate) premove: RwSignal<Option<G::Action>>,
    /// What was done and is not acknowledged yet.
    pub(crate) pending: RwSignal<Option<G::Action>>,
    /// Changes with the history.
    changes: RwSignal<u32>,
}

handle!(Shown);

/// A table of a game. It is a handle: copies are the same table.
pub(crate) struct Table<G: Show> {
    /// What both games share.
    pub(crate) at: At,
    /// What the game shows.
    pub(crate) game: Shown<G>,
}

handle!(Table);

impl<G: Show> Table<G> {
    /// A table of which nothing is known yet.
    pub(crate) fn new() -> Self {
        let game = Shown::<G>::new();
        Self { at: At::new(Rc::new(game)), game }
    }

    /// Does something at the table.
    pub(crate) fn act(self, action: G::Action) {
        self.game.presenter.update_value(|presenter| {
            presenter.act(now(), action);
        });
        self.at.asked();
    }

    /// What to do if one's turn comes as this window closes; none to take it back.
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

    fn with_view<T>(self, what: impl FnOnce(&G::View) -> T) -> Option<T> {
        self.view.with(|view| view.as_ref().map(what))
    }

    /// The facts that were shown, and the table before each.
    pub(crate) fn history<T>(self, what: impl FnOnce(&VecDeque<Past<G>>) -> T) -> T {
        self.changes.get();
        self.presenter.with_value(|presenter| what(presenter.history()))
    }

    /// Mirrors what the presenter says into the signals.
    fn mirror(self) {
        let said = self.presenter.try_with_value(|presenter| {
            let rules = presenter.settled().map(|settled| settled.room.settings.rules);
            let done = (presenter.answer(), presenter.premove(), presenter.pending());
            (presenter.view().cloned(), rules, presenter.choices().clone(), done)
        });
        let Some((view, rules, choices, (answer, premove, pending))) = said else { return };
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

    fn class(&self) -> &'static str {
        G::CLASS
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

    fn house_rules(&self, lang: Lang) -> Vec<House> {
        self.rules.with(|rules| mazzo_tell::house_rules(lang, rules))
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
