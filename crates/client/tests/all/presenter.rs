//! The presenter shows the state of a session in order and one event after the other, offers nothing before everything is shown,
//! and announces nothing hidden from the viewer. Random games of both kinds; failures print their number.

use mazzo_client::{Cue, Manner, Now, Output, Presenter, Session};
use mazzo_core::{
    ActionList, Dealer, FastRng, Game, Notation, Options as _, Seat, Setup, Statistics, Viewer, Visible,
    Windows,
};
use mazzo_narration::Presented;
use mazzo_protocol::{
    Chair, Clock, Frame, Level, Millis, Mine, Pace, Phase, PublicRoom, Said, Settings, Sitter, Snapshot,
    Told, Utterance,
};
use mazzo_text::Lang;
use rand_core::{Rng as _, SeedableRng as _};

const SEATS: u8 = 3;
const ME: Seat = Seat::new(0);
/// Most decisions shown in a game.
const DECISIONS: usize = 120;

const MANNER: Manner = Manner {
    lang: Lang::En,
    in_words: true,
    is_animated: true,
    follows_pace: false,
    waits_at_result: false,
    logs_talk: false,
    announces_summary: true,
};

const fn at(ms: u64) -> Now {
    Now { here: Millis(ms), table: Millis(ms) }
}

/// A table server without a network, as one seat sees it.
struct Server<G: Game> {
    table: G,
    dealer: Dealer<FastRng>,
    luck: FastRng,
    n: u64,
    decision: u32,
}

impl<G: Visible + Windows + Statistics> Server<G> {
    fn new(number: u64, rules: &str) -> Self {
        let setup = Setup { seats: SEATS, rules: G::Rules::parse(rules).expect("rules") };
        Self {
            table: G::empty(setup),
            dealer: Dealer::new(number),
            luck: FastRng::seed_from_u64(number),
            n: 1,
            decision: 0,
        }
    }

    fn room(&self, phase: Phase, game: u32) -> PublicRoom<G::Rules> {
        let chair = |name: &str| Chair {
            sitter: Sitter::Person { name: name.to_owned(), online: true, away: false },
            ..Chair::default()
        };
        PublicRoom {
            settings: Settings {
                seats: SEATS,
                rules: self.table.rules(),
                pace: Pace::Normal,
                listed: false,
                watched: true,
                free_chat: false,
                approve: false,
                stand_in: Level::Easy,
            },
            phase,
            host: Some(0),
            chairs: ["Ada", "Bea", "Cleo"].map(chair).to_vec(),
            game,
            commitment: String::new(),
            key: String::new(),
            exchange: None,
        }
    }

    /// A snapshot before the game.
    fn gathering(&self) -> Told<G> {
        let snapshot = Snapshot {
            n: self.n,
            now: Millis(0),
            room: self.room(Phase::Gathering, 0),
            view: None,
            clock: Clock::default(),
            mine: Mine { seat: Some(0), ..Mine::default() },
            reveal: None,
        };
        Told::Snapshot { run: 1, snapshot: Box::new(snapshot) }
    }

    fn frame(&mut self, before: G, events: &[G::Event]) -> Frame<G> {
        (self.n, self.decision) = (self.n + 1, self.decision + 1);
        let mut world = before;
        let mut frame = Frame::empty(self.n);
        for &event in events {
            frame.seen.push(world.redact(event, Viewer::Seat(ME)));
            world.evolve(event);
        }
        assert_eq!(world, self.table);
        frame.clock = Some(Clock {
            decision: self.decision,
            window: self.table.window().is_some(),
            ..Clock::default()
        });
        frame
    }

    /// Begins the game.
    fn begin(&mut self) -> Told<G> {
        let (before, mut events) = (self.table, Vec::new());
        self.table.deal(&mut self.dealer, &mut events);
        let mut frame = self.frame(before, &events);
        frame.room = Some(self.room(Phase::Playing, 1));
        frame.begin = Some(before.view(Viewer::Seat(ME)));
        Told::Frame(Box::new(frame))
    }

    /// A player acts; none if the game is over.
    fn step(&mut self) -> Option<Told<G>> {
        let seat = self.table.to_act().first()?;
        let mut legal = ActionList::new();
        self.table.legal(seat, &mut legal);
        let calm = |action: &G::Action| !G::claims(*action);
        let is_calm = !self.luck.next_u64().is_multiple_of(4) && legal.iter().any(calm);
        let from: Vec<G::Action> = legal.into_iter().filter(|action| !is_calm || calm(action)).collect();
        let action = from[self.luck.next_u64() as usize % from.len()];
        let (before, mut events) = (self.table, Vec::new());
        self.table.apply(seat, action, &mut self.dealer, &mut events);
        Some(Told::Frame(Box::new(self.frame(before, &events))))
    }
}

fn text<G: Visible>(told: &Told<G>) -> String {
    serde_json::to_string(told).expect("JSON")
}

fn presenter<G: Presented>(manner: Manner) -> Presenter<G> {
    Presenter::new(Session::new(1, || [7; 16]).checked(), manner)
}

/// A server, and a presenter that has shown its first snapshot.
fn opened<G: Presented + Statistics>(number: u64, rules: &str, manner: Manner) -> (Server<G>, Presenter<G>) {
    let (server, mut presenter) = (Server::new(number, rules), presenter(manner));
    presenter.hear(at(0), text(&server.gathering()));
    assert_eq!(presenter.advance(at(0)), Some(Cue::Restart));
    assert_eq!(presenter.advance(at(0)), None);
    (server, presenter)
}

fn codes<G: Notation>(actions: impl IntoIterator<Item = G::Action>) -> Vec<u16> {
    let mut codes: Vec<u16> = actions.into_iter().map(G::encode).collect();
    codes.sort_unstable();
    codes
}

/// Lets a presenter show everything at its pace, and calls `look` after every item. Returns the time at the end.
fn show_all<G: Presented>(
    presenter: &mut Presenter<G>,
    mut ms: u64,
    mut look: impl FnMut(&Presenter<G>, &Cue<G>),
) -> u64 {
    for _ in 0..10_000 {
        while let Some(cue) = presenter.advance(at(ms)) {
            look(presenter, &cue);
        }
        let Some(next) = presenter.next_at() else { return ms };
        assert!(next.0 > ms, "a due item was not shown");
        ms = next.0;
    }
    panic!("the presenter does not finish");
}

fn shows_in_order<G: Presented + Statistics>(number: u64, rules: &str) -> usize {
    let (mut server, mut presenter) = opened::<G>(number, rules, MANNER);
    let (mut ms, mut offered) = (0, 0);
    let mut told = Some(server.begin());
    for decision in 0..DECISIONS {
        let Some(Told::Frame(frame)) = told else { break };
        presenter.hear(at(ms), text(&Told::Frame(frame.clone())));
        let mut view = frame.begin.clone().or_else(|| presenter.view().cloned()).expect("a table");
        let mut cues = Vec::new();
        ms = show_all(&mut presenter, ms, |presenter, cue| {
            if let Cue::Fact { seen, before } = cue {
                assert_eq!(**before, view, "game {number}: the view before an event differs");
                G::absorb(&mut view, *seen);
            }
            assert_eq!(presenter.view(), Some(&view), "game {number}");
            if !presenter.is_up_to_date() {
                let choices = presenter.choices();
                assert!(choices.now.is_empty() && choices.ahead.is_empty(), "game {number}: offered early");
            }
            cues.push(cue.clone());
        });
        let begins = cues.iter().take_while(|cue| **cue == Cue::Begin).count();
        assert_eq!(begins, usize::from(decision == 0));
        assert_eq!(cues.pop(), Some(Cue::Settle));
        let seen: Vec<G::Seen> = cues
            .iter()
            .filter_map(|cue| if let Cue::Fact { seen, .. } = cue { Some(*seen) } else { None })
            .collect();
        assert_eq!(seen, frame.seen, "game {number}");
        assert_eq!(presenter.view(), Some(&server.table.view(Viewer::Seat(ME))), "game {number}");
        let mut legal = ActionList::new();
        server.table.legal(ME, &mut legal);
        let choices = codes::<G>(presenter.choices().now.iter().copied());
        assert_eq!(choices, codes::<G>(legal), "game {number}");
        offered += usize::from(!choices.is_empty());
        told = server.step();
    }
    offered
}

#[test]
fn events_are_shown_in_order_and_then_the_legal_actions_are_offered() {
    let mut offered = 0;
    for number in 0..6 {
        offered += shows_in_order::<mazzo_diciassette::Table>(number, "");
        offered += shows_in_order::<mazzo_uno::Table>(number, "target=30");
        offered += shows_in_order::<mazzo_uno::Table>(number, "target=30,stacking,jump_in,seven_zero");
    }
    assert!(offered > 100, "{offered}");
}

/// Frames arrive faster than they can be shown, and are skipped now and then.
fn skips<G: Presented + Statistics>(number: u64) {
    let (mut server, mut presenter) = opened::<G>(number, "", MANNER);
    presenter.hear(at(0), text(&server.begin()));
    for decision in 0..DECISIONS {
        let Some(told) = server.step() else { break };
        presenter.hear(at(10), text(&told));
        presenter.advance(at(10));
        if decision % 7 == 6 {
            let cues = presenter.skip(at(10));
            assert_eq!(cues.last(), Some(&Cue::Settle));
            assert!(presenter.is_up_to_date() && presenter.next_at().is_none());
            assert_eq!(presenter.view(), Some(&server.table.view(Viewer::Seat(ME))), "game {number}");
            assert_eq!(presenter.settled().map(|settled| settled.clock.decision), Some(server.decision));
        }
    }
}

#[test]
fn skipping_shows_everything() {
    for number in 0..4 {
        skips::<mazzo_diciassette::Table>(number);
        skips::<mazzo_uno::Table>(number);
    }
}

/// Plays until the result of a round is on the screen. Returns the time.
fn result<G: Presented + Statistics>(number: u64, manner: Manner) -> (Presenter<G>, u64) {
    let (mut server, mut presenter) = opened::<G>(number, "", manner);
    let mut told = Some(server.begin());
    let mut ms = 0;
    while let Some(next) = told {
        presenter.hear(at(ms), text(&next));
        loop {
            while presenter.advance(at(ms)).is_some() {}
            if presenter.result_pause().is_some() {
                return (presenter, ms);
            }
            let Some(next) = presenter.next_at() else { break };
            ms = next.0;
        }
        told = server.step();
    }
    panic!("game {number} ends without the result of a round");
}

fn result_waits<G: Presented + Statistics>(number: u64) {
    let (mut presenter, ms) = result::<G>(number, MANNER);
    let shown = presenter.view().cloned();
    assert!(presenter.is_result() && !presenter.is_up_to_date());
    assert!(presenter.choices().now.is_empty());
    let from = presenter.result_pause().expect("a result");
    assert!(from < presenter.log().len(), "no lines about the result");
    assert_eq!(presenter.advance(at(ms + 4_199)), None);
    assert_eq!(presenter.view().cloned(), shown);
    assert!(presenter.advance(at(ms + 4_200)).is_some());
    assert!(presenter.result_pause().is_none() && !presenter.is_result());

    let alone = Manner { waits_at_result: true, ..MANNER };
    let (mut presenter, ms) = result::<G>(number, alone);
    assert_eq!((presenter.advance(at(ms + 1_000_000)), presenter.next_at()), (None, None));
    assert!(!presenter.hurry(at(ms)).is_empty());
    assert!(presenter.is_up_to_date() && presenter.result_pause().is_none());
}

#[test]
fn the_result_of_a_round_stays_until_its_time_or_the_player_continues() {
    for number in 0..3 {
        result_waits::<mazzo_diciassette::Table>(number);
        result_waits::<mazzo_uno::Table>(number);
    }
}

#[test]
fn hurrying_stops_at_the_result_of_a_round() {
    let mut stops = 0;
    for number in 0..4 {
        let (mut server, mut presenter) = opened::<mazzo_diciassette::Table>(number, "", MANNER);
        let mut told = Some(server.begin());
        while let Some(next) = told {
            presenter.hear(at(0), text(&next));
            presenter.hurry(at(0));
            while presenter.result_pause().is_some() {
                stops += 1;
                assert!(presenter.is_result());
                presenter.hurry(at(0));
            }
            assert!(presenter.is_up_to_date());
            told = server.step();
        }
    }
    assert!(stops > 8, "{stops}");
}

/// Checks that announcements about a hidden card do not name a card.
fn keeps_secrets<G: Presented + Statistics>(
    number: u64,
    cards: &[String],
    is_hidden: fn(G::Seen) -> bool,
) -> usize {
    let (mut server, mut presenter) = opened::<G>(number, "", MANNER);
    let mut told = Some(server.begin());
    let (mut ms, mut hidden, mut announced) = (0, 0, 0);
    for _ in 0..DECISIONS {
        let Some(next) = told else { break };
        presenter.hear(at(ms), text(&next));
        // With enough time between steps that announcements do not form one burst.
        ms = show_all(&mut presenter, ms, |presenter, cue| {
            let sentences = presenter.announcements();
            announced += usize::from(!sentences.is_empty());
            let Cue::Fact { seen, .. } = cue else { return };
            let Some(last) = sentences.last().filter(|_| is_hidden(*seen)) else { return };
            hidden += 1;
            if last == presenter.last_line() {
                let named = cards.iter().find(|card| last.contains(card.as_str()));
                assert_eq!(named, None, "game {number}: {last}");
            }
        }) + 2_000;
        told = server.step();
    }
    assert!(announced > 0);
    hidden
}

#[test]
fn announcements_name_no_hidden_card() {
    let cards17: Vec<String> = mazzo_diciassette::Face::ALL
        .into_iter()
        .map(|face| mazzo_diciassette::narration::card(Lang::En, face))
        .collect();
    let mut hidden = 0;
    for number in 0..6 {
        let is_hidden = |seen: mazzo_diciassette::Seen| matches!(seen, mazzo_diciassette::Seen::Played { face: None, back, .. } if back == mazzo_diciassette::Back::PLAIN);
        hidden += keeps_secrets::<mazzo_diciassette::Table>(number, &cards17, is_hidden);
    }
    assert!(hidden > 20, "{hidden}");
    let cards: Vec<String> =
        mazzo_uno::Face::all().map(|face| mazzo_uno::narration::card(Lang::En, face)).collect();
    for number in 0..6 {
        let is_hidden =
            |seen: mazzo_uno::Seen| matches!(seen, mazzo_uno::Seen::Sealed | mazzo_uno::Seen::Rotated { .. });
        keeps_secrets::<mazzo_uno::Table>(number, &cards, is_hidden);
    }
}

#[test]
fn the_same_input_gives_the_same_screen() {
    let run = || {
        let (mut server, mut presenter) = opened::<mazzo_uno::Table>(3, "", MANNER);
        presenter.hear(at(0), text(&server.begin()));
        let mut ms = 0;
        for _ in 0..40 {
            let Some(told) = server.step() else { break };
            presenter.hear(at(ms), text(&told));
            ms = show_all(&mut presenter, ms, |_, _| ());
        }
        let lines: Vec<String> = presenter.log().iter().map(mazzo_narration::Line::text).collect();
        (ms, lines, presenter.announcements().to_vec(), presenter.prompt(), presenter.view().cloned())
    };
    assert_eq!(run(), run());
}

#[test]
fn an_action_is_shown_at_once_and_a_second_tap_is_ignored() {
    let (mut server, mut presenter) = opened::<mazzo_diciassette::Table>(1, "", MANNER);
    presenter.hear(at(0), text(&server.begin()));
    let mut ms = show_all(&mut presenter, 0, |_, _| ());
    while presenter.choices().now.is_empty() {
        let told = server.step().expect("a step");
        presenter.hear(at(ms), text(&told));
        ms = show_all(&mut presenter, ms, |_, _| ());
    }
    while presenter.output().is_some() {}
    let action = presenter.choices().now[0];
    assert!(presenter.act(at(ms), action));
    assert_eq!((presenter.pending(), presenter.answer()), (Some(action), Some(action)));
    assert!(matches!(presenter.output(), Some(Output::Send(_))));
    // The next decision is known and not shown yet: the tap was meant for the last one.
    let mut told = server.step().expect("a step");
    if let Told::Frame(frame) = &mut told {
        frame.clock.as_mut().expect("a clock").decision += 1;
    }
    presenter.hear(at(ms), text(&told));
    assert!(presenter.choices().now.is_empty());
    assert!(!presenter.act(at(ms + 5_000), action));
    assert_eq!(presenter.output(), None);
}

#[test]
fn a_prompt_is_announced_once_with_a_summary_of_the_table() {
    let (mut server, mut presenter) = opened::<mazzo_diciassette::Table>(2, "", MANNER);
    presenter.hear(at(0), text(&server.begin()));
    let mut ms = show_all(&mut presenter, 0, |_, _| ());
    for _ in 0..20 {
        if !presenter.choices().now.is_empty() {
            break;
        }
        let told = server.step().expect("a step");
        presenter.hear(at(ms), text(&told));
        ms = show_all(&mut presenter, ms, |_, _| ());
    }
    let prompt = presenter.prompt();
    let count = || presenter.announcements().iter().filter(|text| **text == prompt.lead).count();
    assert_eq!(count(), 1, "{:?}", presenter.announcements());
    let summary =
        presenter.view().and_then(|view| <mazzo_diciassette::Table as Presented>::summary(Lang::En, view));
    assert!(presenter.announcements().contains(&summary.expect("a summary")));
}

/// A language change keeps chat, and the lines about events that are no longer kept.
fn translates<G: Presented + Statistics>(number: u64, rules: &str, steps: usize) {
    let manner = Manner { logs_talk: true, ..MANNER };
    let (mut server, mut presenter) = opened::<G>(number, rules, manner);
    presenter.hear(at(0), text(&server.begin()));
    let mut ms = show_all(&mut presenter, 0, |_, _| ());
    let mut chats = 0;
    for step in 0..steps {
        let Some(mut told) = server.step() else { break };
        if let Told::Frame(frame) = &mut told
            && step % 20 == 7
        {
            let what = if step % 40 == 7 { Utterance::Phrase(1) } else { Utterance::Text("Ciao".to_owned()) };
            frame.said = Some(Said { seat: 1, what });
            chats += 1;
        }
        presenter.hear(at(ms), text(&told));
        ms = show_all(&mut presenter, ms, |_, _| ());
    }
    let lines = |presenter: &Presenter<G>| -> Vec<String> {
        presenter.log().iter().map(mazzo_narration::Line::text).collect()
    };
    let is_chat = |line: &&String| line.starts_with("Bea: ") && !line.ends_with("UNO!");
    let english = lines(&presenter);
    assert!(chats > 1, "{number}: somebody chats");
    presenter.set_manner(Manner { lang: Lang::It, ..manner });
    let italian = lines(&presenter);
    assert_eq!(italian.iter().filter(is_chat).count(), chats, "{number}: {italian:#?}");
    let is_untranslated = |line: &String| !line.ends_with("Ciao") && english.contains(line);
    assert!(!italian.iter().filter(is_chat).any(is_untranslated), "{number}: {italian:#?}");
    assert_eq!(italian.len(), english.len(), "{number}: no line is lost");
    presenter.set_manner(manner);
    assert_eq!(lines(&presenter), english, "{number}");
}

#[test]
fn another_language_translates_the_log_and_loses_no_line() {
    for number in 0..6 {
        translates::<mazzo_diciassette::Table>(number, "", 40);
        translates::<mazzo_uno::Table>(number, "", 60);
        translates::<mazzo_uno::Table>(number, "", 600); // more events than are kept
    }
}
