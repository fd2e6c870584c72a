//! A table, whatever is played there: what both games share is written once, and is in the page once.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::rc::Rc;

use mazzo_core::{Seat, SeatSet};
use mazzo_tell::{Around, House, Line as Told};
use mazzo_text::Lang;
use mazzo_view::{AnyView, Memo, RwSignal, StoredValue, on_cleanup, untrack};
use mazzo_wire::{Clock, Command, CommandId, Millis, Mine, PublicRoom, Refusal, Reveal, Said};

use crate::browser::{self, now};
use crate::frame::utterance;
use crate::learn::Lesson;
use crate::line::{Ear, Line, State, To};
use crate::verdict::{self, Verdict};
use crate::words::lang;

/// What everybody knows of a table, but for the house rules: those are the game's.
pub(crate) type Room = PublicRoom<()>;

/// What a game shows of a table. Reading it in a view follows the table.
pub(crate) trait Look: Ear {
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
    /// Another hand: backs, with a name for ears.
    fn fan(&self, seat: Seat) -> Option<AnyView>;
    /// How somebody stands: coins, or points.
    fn facts(&self, seat: Seat) -> Option<AnyView>;
    /// Who has won, once somebody has.
    fn winners(&self) -> SeatSet;
    /// By what people are put in order at the end, the highest first.
    fn score(&self, seat: Seat) -> i32;
    /// More classes of a seat.
    fn seat_class(&self, seat: Seat) -> &'static str;
    /// The middle of the table, the place for actions, and the hand.
    fn board(&self) -> AnyView;
    /// What is shown between two rounds and after the game.
    fn result(&self) -> AnyView;
    /// What is said in a first game.
    fn lessons(&self) -> Vec<Lesson>;
    /// Whether there is something to decide.
    fn is_asked(&self) -> bool;
    /// What happened, told.
    fn log(&self, around: Around<'_>) -> Vec<Told>;
    /// The house rules in force.
    fn house_rules(&self, lang: Lang) -> Vec<House>;
    /// What is known of the fairness of the deal, as a file.
    fn evidence(&self) -> String;
    /// Takes in what was kept of the deal when the page was loaded before.
    fn recall(&self, memory: &str);
    /// What to say to ask for this, and its name.
    fn asking(&self, command: Command<()>) -> Option<(CommandId, String)>;
    /// Shows all that waits at once.
    fn skip(&self);
    /// Shows a table as it will be, before there are cards.
    fn lay(&self, room: Room);
}

/// Something that was done and is not acknowledged yet. It shows at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pending {
    id: CommandId,
    /// The action in the words of the notation; none where something is taken back.
    action: Option<String>,
    /// Whether it waits for one's own turn.
    is_early: bool,
}

/// Things said that are remembered.
const SAID: usize = 50;
/// Sentences for ears that are on the page: whoever looks for the last ones finds them, and no more.
const HEARD: usize = 12;
/// What comes together is told together, however much it is: so many milliseconds apart it is not together any more.
const BREATH: f64 = 1500.0;
/// Who takes something back so soon has a finger that trembles.
const TREMBLE: f64 = 350.0;

/// A table, whatever is played there. It is a handle: copies are the same table.
#[derive(Clone, Copy)]
pub(crate) struct At {
    look: StoredValue<Option<Rc<dyn Look>>>,
    line_to: StoredValue<Option<Line>>,
    /// What this clock says when the server's says nothing.
    pub(crate) clock_ahead: StoredValue<f64>,
    pub(crate) room: RwSignal<Option<Room>>,
    pub(crate) clock: RwSignal<Clock>,
    pub(crate) mine: RwSignal<Mine>,
    pub(crate) reveal: RwSignal<Option<Reveal>>,
    /// The own seat: whatever else one alone knows changes more often.
    seat: Memo<Option<Seat>>,
    /// Whether something still waits to be shown.
    pub(crate) is_busy: RwSignal<bool>,
    pub(crate) line: RwSignal<State>,
    pub(crate) pending: RwSignal<Option<Pending>>,
    pub(crate) refused: RwSignal<Option<(u32, Refusal)>>,
    pub(crate) notice: RwSignal<Option<String>>,
    /// What has just happened and what is asked, for ears: the newest sentence last.
    pub(crate) heard: RwSignal<Vec<String>>,
    told_last: StoredValue<f64>,
    /// The last sentence of it.
    last_line: RwSignal<String>,
    /// Whether the round is over and everybody looks at what came of it.
    pub(crate) is_result: RwSignal<bool>,
    pub(crate) said: RwSignal<VecDeque<(u32, Said)>>,
    /// The number of the next thing said.
    saying: StoredValue<u32>,
    /// The decision that was last acted on, and when.
    acted: StoredValue<(Option<u32>, f64)>,
    /// In a replay with all cards open: every hand.
    pub(crate) open: RwSignal<Option<Vec<Vec<String>>>>,
    /// Whether it is a first game that teaches.
    pub(crate) is_lesson: StoredValue<bool>,
    /// Whether a table is shown that has not begun yet: it will by itself.
    pub(crate) is_laid: StoredValue<bool>,
    /// The name of the game that is over and has to be judged.
    pub(crate) to_judge: RwSignal<Option<String>>,
    /// Whether its deal was fair.
    pub(crate) verdict: RwSignal<Option<Verdict>>,
    /// The name of the table on the server, if it is there.
    pub(crate) link: StoredValue<Option<String>>,
}

impl At {
    /// A table that nothing is known of yet.
    pub(crate) fn new() -> Self {
        let mine = RwSignal::new(Mine::default());
        Self {
            look: StoredValue::new(None),
            line_to: StoredValue::new(None),
            clock_ahead: StoredValue::new(0.0),
            seat: Memo::new(move |_| mine.with(|mine| mine.seat.map(Seat::new))),
            room: RwSignal::new(None),
            clock: RwSignal::new(Clock::default()),
            mine,
            reveal: RwSignal::new(None),
            is_busy: RwSignal::new(false),
            line: RwSignal::new(State::Opening),
            pending: RwSignal::new(None),
            refused: RwSignal::new(None),
            notice: RwSignal::new(None),
            heard: RwSignal::new(Vec::new()),
            told_last: StoredValue::new(0.0),
            last_line: RwSignal::new(String::new()),
            is_result: RwSignal::new(false),
            said: RwSignal::new(VecDeque::new()),
            saying: StoredValue::new(0),
            acted: StoredValue::new((None, 0.0)),
            open: RwSignal::new(None),
            is_lesson: StoredValue::new(false),
            is_laid: StoredValue::new(false),
            to_judge: RwSignal::new(None),
            verdict: RwSignal::new(None),
            link: StoredValue::new(None),
        }
    }

    /// From now on this shows what is played.
    pub(crate) fn shown_by(self, look: Rc<dyn Look>) {
        self.look.set_value(Some(look));
    }

    /// What the game shows.
    pub(crate) fn look(self) -> Rc<dyn Look> {
        self.look.get_value().unwrap_or_else(|| unreachable!("a table has a game"))
    }

    /// The same, unless the table is not shown any more.
    pub(crate) fn try_look(self) -> Option<Rc<dyn Look>> {
        self.look.try_get_value().flatten()
    }

    /// Opens the line, and hangs up when whoever shows the table is gone.
    pub(crate) fn open(self, to: To) {
        match &to {
            To::Server(name) => {
                self.link.set_value(Some(name.clone()));
                if let Some(memory) = verdict::kept(name) {
                    self.look().recall(&memory);
                }
            }
            To::Worker { wish, .. } => self.is_lesson.set_value(wish.seed.is_some()),
        }
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
        let done = match &command {
            Command::Act { action, .. } => Some((Some(action.clone()), false)),
            Command::Premove { action, .. } => Some((action.clone(), true)),
            Command::Sit { .. }
            | Command::Stand
            | Command::Seal { .. }
            | Command::Open { .. }
            | Command::Ready { .. }
            | Command::Start
            | Command::AutoPass { .. }
            | Command::Phrase { .. }
            | Command::Chat { .. }
            | Command::Again
            | Command::Set { .. }
            | Command::Bot { .. }
            | Command::Kick { .. }
            | Command::NewLink
            | Command::Approve { .. }
            | Command::Admit { .. }
            | Command::Mute { .. }
            | Command::Close => None,
        };
        if let Some((id, text)) = self.look().asking(command) {
            self.with_line(|line| line.say(&text));
            if let Some((action, is_early)) = done {
                self.pending.set(Some(Pending { id, action, is_early }));
            }
        }
        self.refused.set(None);
    }

    /// Does something at the table; `known` is the decision that is open there, which may not be shown yet.
    pub(crate) fn act_on(self, known: Option<u32>, action: String) {
        let decision = self.clock.with_untracked(|clock| clock.decision);
        let (acted, when) = self.acted.get_value();
        // A second tap on what is done already, while that is still being shown; or one that takes back what was just said.
        let is_slip = action == "pass" && now() - when < TREMBLE;
        if acted == Some(decision) && (known != Some(decision) || is_slip) {
            return;
        }
        self.acted.set_value((Some(decision), now()));
        self.ask(Command::Act { decision, action });
    }

    /// What to do if one's turn comes as this window closes; none to take it back.
    pub(crate) fn put_down(self, action: Option<String>) {
        let decision = self.clock.with_untracked(|clock| clock.decision);
        self.ask(Command::Premove { decision, action });
    }

    /// What is done in the open decision: what was tapped last counts, whether the server has it yet or not.
    pub(crate) fn answer(self) -> Option<String> {
        let tapped = self.pending.with(|pending| {
            pending.as_ref().filter(|pending| !pending.is_early).and_then(|pending| pending.action.clone())
        });
        tapped.or_else(|| self.mine.with(|mine| mine.answer.clone()))
    }

    /// What was put down for one's own turn.
    pub(crate) fn early(self) -> Option<String> {
        let tapped = self.pending.with(|pending| {
            pending.as_ref().filter(|pending| pending.is_early).map(|pending| pending.action.clone())
        });
        tapped.unwrap_or_else(|| self.mine.with(|mine| mine.premove.clone()))
    }

    /// What was done and is not acknowledged yet.
    pub(crate) fn unsure(self) -> Option<String> {
        self.pending.with(|pending| pending.as_ref().and_then(|pending| pending.action.clone()))
    }

    /// Milliseconds until the server's clock says that.
    pub(crate) fn until(self, until: Millis) -> f64 {
        float(until) + self.clock_ahead.try_get_value().unwrap_or_default() - now()
    }

    /// Asks the worker for the record of the game that is over; it is shown once it is there.
    pub(crate) fn ask_record(self) {
        self.with_line(Line::ask_for_record);
    }

    /// Shows all that waits at once.
    pub(crate) fn skip(self) {
        self.look().skip();
    }

    /// A command was answered: it is not waited for any more.
    pub(crate) fn answered(self, id: CommandId) {
        self.pending.update(|pending| drop(pending.take_if(|pending| pending.id == id)));
    }

    /// A command had no effect.
    pub(crate) fn refuse(self, id: CommandId, why: Refusal) {
        self.answered(id);
        let number = self.refused.with_untracked(|last| last.as_ref().map_or(0, |(number, _)| number + 1));
        self.refused.set(Some((number, why)));
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

    /// The last sentence that was told.
    pub(crate) fn heard_last(self) -> String {
        self.last_line.get()
    }

    /// Tells ears what has happened.
    pub(crate) fn say_lines(self, lines: &[Told]) {
        let lines: Vec<String> = lines.iter().map(Told::text).collect();
        if let Some(last) = lines.last() {
            self.last_line.set(last.clone());
            self.tell_ears(lines);
        }
    }

    /// Lets ears hear something. Each sentence is an element of its own: what was read out already is not read out again.
    pub(crate) fn tell_ears(self, lines: Vec<String>) {
        let is_apart = now() - self.told_last.get_value() > BREATH;
        self.told_last.set_value(now());
        self.heard.update(|heard| {
            if is_apart && heard.len() + lines.len() > HEARD {
                heard.clear();
            }
            heard.extend(lines);
        });
    }

    /// Somebody said something.
    pub(crate) fn hear_said(self, said: Said) {
        if let Some(text) = untrack(|| utterance(&said.what)) {
            let name = untrack(|| self.name(Seat::new(said.seat)));
            self.tell_ears(vec![format!("{name}: {text}")]);
        }
        let number = self.saying.with_value(|number| number + 1);
        self.saying.set_value(number);
        self.said.update(|all| {
            all.push_back((number, said));
            if all.len() > SAID {
                all.pop_front();
            }
        });
    }

    /// What follows for the fairness of the deal from what was heard.
    pub(crate) fn mind_fairness(
        self,
        memory: Option<String>,
        to_judge: Option<String>,
        wrong: Option<Verdict>,
    ) {
        if let (Some(memory), Some(table)) = (memory, self.link.get_value()) {
            verdict::keep(&table, memory);
        }
        if wrong.is_some() {
            set(self.verdict, wrong);
        } else if to_judge.is_none() && self.to_judge.with_untracked(Option::is_some) {
            self.verdict.set(None); // the next game has begun
        }
        set(self.to_judge, to_judge);
    }

    /// What a step has left behind is shown; what has not changed is not shown anew.
    pub(crate) fn settle(self, room: Room, clock: Clock, mine: Mine, reveal: Option<Reveal>) {
        set(self.room, Some(room));
        set(self.reveal, reveal);
        set(self.mine, mine);
        set(self.clock, clock);
    }
}

/// Sets a signal if that changes it.
fn set<T: PartialEq + 'static>(was: RwSignal<T>, is: T) {
    if was.with_untracked(|was| *was != is) {
        was.set(is);
    }
}

/// Hears for a table: whoever asks may be gone, since a line outlives its table by a moment.
struct Listening(At);

impl Listening {
    fn look(&self) -> Option<Rc<dyn Look>> {
        self.0.try_look()
    }
}

impl Ear for Listening {
    fn told(&self, text: &str) {
        if let Some(look) = self.look() {
            look.told(text);
        }
    }

    fn record(&self, record: &str) {
        if let Some(look) = self.look() {
            look.record(record);
        }
    }

    fn state(&self, state: State) {
        self.0.line.set(state);
    }

    fn hello(&self) -> String {
        self.look().map(|look| look.hello()).unwrap_or_default()
    }

    fn again(&self) -> Vec<String> {
        self.look().map(|look| look.again()).unwrap_or_default()
    }
}

/// Milliseconds as a browser counts them.
#[expect(clippy::cast_precision_loss, reason = "so many milliseconds have not passed since 1970")]
pub(crate) const fn float(millis: Millis) -> f64 {
    millis.0 as f64
}
