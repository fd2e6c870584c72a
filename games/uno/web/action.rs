//! The place for actions, and the hand.

use mazzo_core::Seat;
use mazzo_games::mazzo_uno::narration as tell;
use mazzo_games::mazzo_uno::{Action, Colour, Face, Phase, Play, Table as Game, View};
use mazzo_text::msg;
use mazzo_view::{AnyView, Effect, IntoView, Memo, RwSignal, fresh, untrack, view};

use super::{colour_name, faces, front, is_wild};
use crate::art::{icon, ring_of, symbol};
use crate::frame::{forget_at_windows, is_looking, prompt};
use crate::table::Table;
use crate::words::{lang, say};

/// What somebody is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct PendingChoice {
    /// The card that was chosen, and asks for something more.
    chosen: Option<(usize, Face)>,
    /// The colour that was chosen with it.
    colour: Option<Colour>,
    /// UNO is to be said with the next card.
    armed: bool,
}

/// How a card can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PlayTiming {
    Now(Play),
    Jump(Play),
    Later(Play),
}

impl PlayTiming {
    const fn play(self) -> Play {
        match self {
            Self::Now(play) | Self::Jump(play) | Self::Later(play) => play,
        }
    }
}

/// All timings to play this card: now, out of turn, or when the window has closed.
fn timings(table: Table<Game>, face: Face) -> Vec<PlayTiming> {
    let now = table.game.legal.with(|legal| {
        let timing = |action: &Action| match *action {
            Action::Play(play) => Some(PlayTiming::Now(play)),
            Action::Jump(play) => Some(PlayTiming::Jump(play)),
            Action::Draw
            | Action::Keep
            | Action::Pass
            | Action::Colour(_)
            | Action::Accept
            | Action::Challenge
            | Action::Uno
            | Action::Catch(_) => None,
        };
        legal.iter().filter_map(timing).filter(|timing| timing.play().face == face).collect::<Vec<_>>()
    });
    if !now.is_empty() {
        return now;
    }
    table.game.ahead.with(|ahead| {
        let timing = |action: &Action| {
            if let Action::Play(play) = *action { Some(PlayTiming::Later(play)) } else { None }
        };
        ahead.iter().filter_map(timing).filter(|timing| timing.play().face == face).collect()
    })
}

/// Of these timings the one that was meant, if nothing is left open.
fn meant(timings: &[PlayTiming], pending: PendingChoice, swap: Option<Seat>) -> Option<PlayTiming> {
    let fits = |timing: &&PlayTiming| {
        let play = timing.play();
        play.colour == pending.colour && play.swap == swap
    };
    let fitting: Vec<&PlayTiming> = timings.iter().filter(fits).collect();
    let said = fitting.iter().find(|timing| timing.play().uno == pending.armed);
    said.or(fitting.first()).map(|timing| **timing)
}

fn carry_out(table: Table<Game>, pending: RwSignal<PendingChoice>, timing: PlayTiming) {
    match timing {
        PlayTiming::Now(play) => table.act(Action::Play(play)),
        PlayTiming::Jump(play) => table.act(Action::Jump(play)),
        PlayTiming::Later(play) => table.act_ahead(Some(Action::Play(play))),
    }
    pending.set(PendingChoice::default());
}

pub(super) fn action(table: Table<Game>) -> impl IntoView {
    let pending = RwSignal::new(PendingChoice::default());
    Effect::new(move |_| {
        let hand = table.game.look(|view| faces(view.hand));
        if let Some((place, face)) = pending.get().chosen
            && (hand.get(place) != Some(&face) || timings(table, face).is_empty())
        {
            pending.set(PendingChoice::default());
        }
    });
    forget_at_windows(table.at, move || pending.update(|pending| pending.chosen = None));
    let which = Memo::new(move |_| {
        let now = pending.get();
        let is_naming = |view: &View| matches!(view.board.phase, Phase::Naming(seat) if view.viewer.is(seat));
        let names = table.game.look(is_naming);
        match now.chosen {
            _ if names => 2,
            Some((_, face)) if is_wild(face) && now.colour.is_none() => 1,
            Some(_) => 3,
            None => 0,
        }
    });
    let place = move || match which.get() {
        0 => calm(table, pending).into_any(),
        3 => partners(table, pending).into_any(),
        _ => colours(table, pending).into_any(),
    };
    view! {
        <section class="action" aria-label=say!(page_actions)>{place}</section>
        {hand(table, pending)}
    }
}

/// Which colour?
fn colours(table: Table<Game>, pending: RwSignal<PendingChoice>) -> impl IntoView {
    let name = move |colour: Colour| {
        move |_| {
            let Some((_, face)) = pending.get_untracked().chosen else {
                return table.act(Action::Colour(colour));
            };
            pending.update(|pending| pending.colour = Some(colour));
            if let Some(timing) = meant(&untrack(|| timings(table, face)), pending.get_untracked(), None) {
                carry_out(table, pending, timing);
            }
        }
    };
    let order = [
        (Colour::Red, "colour r", "r"),
        (Colour::Blue, "colour b", "b"),
        (Colour::Green, "colour g", "g"),
        (Colour::Yellow, "colour y", "y"),
    ];
    let buttons = order.map(|(colour, class, key)| {
        view! {
            <button type="button" class=class data-key=key on:click=name(colour)>
                {symbol(format!("mark-{colour}"))}<span>{move || colour_name(colour)}</span>
            </button>
        }
    });
    let close = move || {
        pending.get().chosen.map(|_| {
            view! { <button type="button" class="icon-button" data-key="escape" aria-label=say!(page_not_this) on:click=move |_| pending.set(PendingChoice::default())>{icon("close")}</button> }
        })
    };
    view! {
        <div class="colours" role="group" aria-label=say!(page_which_colour)>
            <p class="lead">{say!(page_which_colour)}</p>
            {buttons}
            {close}
        </div>
    }
}

/// With whom to swap?
fn partners(table: Table<Game>, pending: RwSignal<PendingChoice>) -> impl IntoView {
    let buttons = move || {
        let names = table.at.names();
        let Some((_, face)) = pending.get().chosen else { return Vec::new() };
        let mut seats: Vec<Seat> =
            timings(table, face).iter().filter_map(|timing| timing.play().swap).collect();
        mazzo_core::sort_by(&mut seats, |a, b| a.index() < b.index());
        seats.dedup();
        seats
            .into_iter()
            .enumerate()
            .map(|(place, seat)| {
                let name = names.get(seat.index()).cloned().unwrap_or_default();
                let swap = move |_| {
                    if let Some(timing) = meant(&untrack(|| timings(table, face)), pending.get_untracked(), Some(seat)) {
                        carry_out(table, pending, timing);
                    }
                };
                view! { <button type="button" class="button" data-key=(place + 1).to_string() on:click=swap>{name}</button> }
            })
            .collect::<Vec<_>>()
    };
    view! {
        <div class="words">
            <p class="lead">{say!(page_swap_with)}</p>
            <div class="buttons">
                {buttons}
                <button type="button" class="icon-button" data-key="escape" aria-label=say!(page_not_this) on:click=move |_| pending.set(PendingChoice::default())>{icon("close")}</button>
            </div>
        </div>
    }
}

/// Whether UNO can be said with a card that can be played.
fn can_arm(table: Table<Game>) -> bool {
    let with_word = |actions: &Vec<Action>| {
        actions.iter().any(|action| matches!(action, Action::Play(play) | Action::Jump(play) if play.uno))
    };
    table.game.legal.with(with_word) || table.game.ahead.with(with_word)
}

/// What is going on, and the large button, always at the same place.
fn calm(table: Table<Game>, pending: RwSignal<PendingChoice>) -> impl IntoView {
    let can_say = Memo::new(move |_| table.game.may(Action::Uno) && !table.at.is_busy.get());
    let can_arm = Memo::new(move |_| can_arm(table));
    let has_said = Memo::new(move |_| table.game.answer.get() == Some(Action::Uno));
    let is_unsure = Memo::new(move |_| table.at.is_pending.get());
    let window = Memo::new(move |_| {
        let is_open = table.at.clock.with(|clock| clock.window) && !table.at.is_busy.get();
        table.at.clock.with(|clock| clock.until.filter(|_| is_open).map(|until| (clock.decision, until)))
    });
    let word = move |_| {
        if can_say.get_untracked() {
            table.act(if has_said.get_untracked() { Action::Pass } else { Action::Uno });
        } else if can_arm.get_untracked() {
            pending.update(|pending| pending.armed = !pending.armed);
        }
    };
    let class = move || match (has_said.get(), pending.get().armed) {
        (true, _) if is_unsure.get() => "big word is-said pending",
        (true, _) => "big word is-said",
        (false, true) => "big word is-armed",
        (false, false) => "big word",
    };
    let label = move || {
        let lang = lang();
        if has_said.get() {
            msg::page_uno_back(lang)
        } else if can_say.get() {
            msg::page_say_uno(lang)
        } else if can_arm.get() {
            if pending.get().armed { msg::page_uno_armed(lang) } else { msg::page_uno_arm(lang) }
        } else {
            msg::page_uno_not_now(lang)
        }
    };
    let disabled = move || (!can_say.get() && !can_arm.get()).then_some("true");
    // Another window is another ring, which begins anew.
    let rings = move || window.get().map(|window| fresh(ring_of(table.at.until(window.1))));
    view! {
        <div class="words">{move || words(table, pending)}</div>
        <div class="thumb">
        {catch_button(table)}
        <div class=move || if window.get().is_some() { "big-box is-open" } else { "big-box" }>
            {rings}
            <button type="button" class=class data-key="u" aria-disabled=disabled aria-label=label aria-pressed=move || pending.get().armed.to_string() on:click=word>"UNO"</button>
        </div>
        </div>
    }
}

/// A button that does something at the table.
fn does(
    table: Table<Game>,
    action: Action,
    class: &'static str,
    key: &'static str,
    words: String,
) -> AnyView {
    view! { <button type="button" class=class data-key=key on:click=move |_| table.act(action)>{words}</button> }.into_any()
}

/// Catching: always there, at the same place, for everybody. Of several who can be caught the first; the others are among the
/// small buttons.
fn catches(table: Table<Game>) -> Vec<Seat> {
    table.game.legal.with(|legal| {
        let seat = |action: &Action| if let Action::Catch(seat) = *action { Some(seat) } else { None };
        legal.iter().filter_map(seat).collect()
    })
}

fn catch_button(table: Table<Game>) -> impl IntoView {
    let first =
        Memo::new(move |_| if table.at.is_busy.get() { None } else { catches(table).first().copied() });
    let label = move || {
        let names = table.at.names();
        first.get().map(|seat| msg::act_catch(lang(), names.get(seat.index()).map_or("", String::as_str)))
    };
    let class = move || if first.get().is_some() { "button calls catch" } else { "button catch" };
    let catch = move |_| {
        if let Some(seat) = first.get_untracked() {
            table.act(Action::Catch(seat));
        }
    };
    view! {
        <button type="button" class=class data-key="c" aria-disabled=move || first.get().is_none().then_some("true") aria-label=label on:click=catch>{say!(page_catch)}</button>
    }
}

/// Those beside the first who can be caught as well.
fn more_catches(table: Table<Game>) -> Vec<AnyView> {
    let names = table.at.names();
    let button = |seat: Seat| {
        does(
            table,
            Action::Catch(seat),
            "button calls",
            "",
            msg::act_catch(lang(), names.get(seat.index()).map_or("", String::as_str)),
        )
    };
    catches(table).into_iter().skip(1).map(button).collect()
}

/// What is going on, in words, and the small buttons.
fn words(table: Table<Game>, pending: RwSignal<PendingChoice>) -> AnyView {
    let lang = lang();
    let Some(view) = table.game.view.get() else { return ().into_any() };
    let when_legal = |action, class, key, words: String| {
        table.game.may(action).then(|| does(table, action, class, key, words))
    };
    let is_me = |seat: Seat| view.viewer.is(seat);
    let is_idle = table.game.legal.with(Vec::is_empty);
    let is_window = view.board.phase == Phase::Window;
    if (is_idle && table.at.is_busy.get()) || (!is_window && (is_idle || table.at.is_pending.get())) {
        return prompt(table.at);
    }
    let buttons: Vec<Option<AnyView>> = match view.board.phase {
        Phase::Window => return window_words(table),
        Phase::Turn(seat) if is_me(seat) => {
            let draw = msg::act_draw(lang, view.board.due.max(1).into());
            vec![
                when_legal(Action::Draw, "button main", "d", draw),
                when_legal(Action::Pass, "button", "p", msg::page_pass(lang)),
            ]
        }
        Phase::Drawn(seat) if is_me(seat) => {
            let drawn = view.drawn.filter(|&face| !timings(table, face).is_empty());
            let play = drawn.map(|face| {
                let place = faces(view.hand).iter().position(|&other| other == face).unwrap_or_default();
                let play = move |_| choose(table, pending, place, face);
                view! { <button type="button" class="button main" data-key="y" on:click=play>{msg::page_play_it(lang)}</button> }.into_any()
            });
            vec![play, when_legal(Action::Keep, "button", "k", msg::act_keep(lang))]
        }
        Phase::Answering(seat) if is_me(seat) => {
            let draw = msg::act_draw(lang, view.board.due.max(4).into());
            vec![
                when_legal(Action::Accept, "button", "d", draw),
                when_legal(Action::Challenge, "button calls", "c", msg::act_challenge(lang)),
            ]
        }
        Phase::Turn(_)
        | Phase::Drawn(_)
        | Phase::Naming(_)
        | Phase::Answering(_)
        | Phase::Dealing
        | Phase::Over => Vec::new(),
    };
    let is_bare = buttons.is_empty();
    view! { {prompt(table.at)}{(!is_bare).then(|| view! { <div class="buttons">{buttons}</div> })} }
        .into_any()
}

fn window_words(table: Table<Game>) -> AnyView {
    let lang = lang();
    if matches!(table.game.premove.get(), Some(Action::Play(_))) {
        let back = move |_| table.act_ahead(None);
        return view! {
            {prompt(table.at)}
            <div class="buttons"><button type="button" class="button" data-key="b" on:click=back>{msg::page_take_back(lang)}</button></div>
        }
        .into_any();
    }
    let buttons = match table.game.answer.get() {
        Some(Action::Uno | Action::Catch(_) | Action::Jump(_)) => {
            vec![does(table, Action::Pass, "button", "b", msg::page_take_back(lang))]
        }
        Some(_) => Vec::new(),
        None => {
            let can_pass = table.game.may(Action::Pass);
            let pass = can_pass.then(|| does(table, Action::Pass, "button", "p", msg::page_pass(lang)));
            pass.into_iter().chain(more_catches(table)).collect()
        }
    };
    let is_bare = buttons.is_empty();
    view! { {prompt(table.at)}{(!is_bare).then(|| view! { <div class="buttons">{buttons}</div> })} }
        .into_any()
}

/// A card was tapped: it is played, or asks for a colour or a partner.
fn choose(table: Table<Game>, pending: RwSignal<PendingChoice>, place: usize, face: Face) {
    let timings = untrack(|| timings(table, face));
    let now = pending.get_untracked();
    if timings.is_empty() {
        return;
    }
    if now.chosen == Some((place, face)) {
        return pending.set(PendingChoice { armed: now.armed, ..PendingChoice::default() });
    }
    let asks = is_wild(face) || timings.iter().any(|timing| timing.play().swap.is_some());
    let next = PendingChoice { chosen: Some((place, face)), colour: None, armed: now.armed };
    match meant(&timings, next, None) {
        Some(timing) if !asks => carry_out(table, pending, timing),
        _ => pending.set(next),
    }
}

fn hand(table: Table<Game>, pending: RwSignal<PendingChoice>) -> impl IntoView {
    let hand = Memo::new(move |_| table.game.look(|view| faces(view.hand)));
    let label = move || msg::page_hand_of(lang(), hand.with(Vec::len) as u64);
    let cards = move || {
        let cards = hand.get();
        let each = cards.iter().copied().enumerate();
        each.map(|(place, face)| own_card(table, pending, place, face, !cards[..place].contains(&face)))
            .collect::<Vec<_>>()
    };
    view! { <section id="hand" class="hand of-many" tabindex="-1" inert=move || is_looking(table.at) aria-label=label>{cards}</section> }
}

/// A card of the hand. Of cards that are alike the first one stands for what was asked for.
fn own_card(
    table: Table<Game>,
    pending: RwSignal<PendingChoice>,
    place: usize,
    face: Face,
    is_first: bool,
) -> AnyView {
    // Whether it is a moment at which cards are played at all: then those that do not fit are dim.
    let is_moment = move || {
        let is_own = |view: &View| matches!(view.board.phase, Phase::Turn(seat) | Phase::Drawn(seat) if view.viewer.is(seat));
        table.game.look(is_own) || table.game.ahead.with(|ahead| !ahead.is_empty())
    };
    let fits = Memo::new(move |_| !timings(table, face).is_empty());
    let is_dim = Memo::new(move |_| is_moment() && !fits.get());
    let plays = move |action: Option<Action>| matches!(action, Some(Action::Play(play) | Action::Jump(play)) if is_first && play.face == face);
    let is_sealed = move || plays(table.game.premove.get());
    let is_pending = move || plays(table.game.pending.get());
    let is_chosen = move || pending.get().chosen == Some((place, face));
    let class = move || {
        let marks = [
            (fits.get(), " is-playable"),
            (is_dim.get(), " is-dim"),
            (is_chosen(), " is-chosen"),
            (is_sealed(), " is-sealed"),
            (is_pending(), " is-pending"),
        ];
        marks.iter().filter(|(is, _)| *is).fold("card".to_owned(), |class, (_, name)| class + name)
    };
    let label = move || {
        let card = tell::card(lang(), face);
        if is_sealed() {
            msg::page_card_waits(lang(), &card)
        } else if is_dim.get() {
            msg::page_card_no_fit(lang(), &card)
        } else {
            card
        }
    };
    let key = (place < 9).then(|| (place + 1).to_string());
    view! {
        <span>
            <button type="button" class=class data-face=face.name() data-key=key aria-label=label aria-disabled=move || is_dim.get().then_some("true")
                aria-pressed=move || is_chosen().to_string() on:click=move |_| choose(table, pending, place, face)>{symbol(front(face))}</button>
        </span>
    }
    .into_any()
}
