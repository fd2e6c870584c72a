//! The place for actions, and the hand.

use mazzo_games::mazzo_diciassette::narration as tell;
use mazzo_games::mazzo_diciassette::{Action, Face, Phase, Side, Special, Table as Game};
use mazzo_text::msg;
use mazzo_view::{AnyView, Effect, IntoView, Memo, RwSignal, fresh, view};

use super::{back_of, called, faces, front};
use crate::art::{icon, ring_of, symbol};
use crate::frame::{forget_at_windows, is_looking, prompt};
use crate::table::Table;
use crate::words::{lang, say};

/// A card that was chosen, and not its side yet: its place in the hand.
type Chosen = RwSignal<Option<(usize, Face)>>;

pub(super) fn action(table: Table<Game>) -> impl IntoView {
    let chosen: Chosen = RwSignal::new(None);
    let can_play = Memo::new(move |_| {
        let plays = |actions: &Vec<Action>| actions.iter().any(|action| matches!(action, Action::Play(..)));
        table.game.legal.with(plays) || table.game.ahead.with(plays)
    });
    // A card that is at another place since others came stays chosen; one that is not in the hand any more does not.
    Effect::new(move |_| {
        let hand = table.game.look(|view| faces(view.hand));
        if let Some((place, face)) = chosen.get()
            && hand.get(place) != Some(&face)
        {
            chosen.set(hand.iter().position(|&other| other == face).map(|place| (place, face)));
        }
    });
    forget_at_windows(table.at, move || chosen.set(None));
    let is_choosing = Memo::new(move |_| chosen.get().is_some() && can_play.get());
    view! {
        <section class="action" aria-label=say!(page_actions)>
            {move || if is_choosing.get() { sides(table, chosen).into_any() } else { calm(table).into_any() }}
        </section>
        {hand(table, chosen)}
    }
}

/// Which side up?
fn sides(table: Table<Game>, chosen: Chosen) -> impl IntoView {
    let lay = move |side: Side| {
        let Some((_, face)) = chosen.get_untracked() else { return };
        let action = Action::Play(face, side);
        if table.game.legal.with_untracked(|legal| legal.contains(&action)) {
            table.act(action);
        } else if table.game.ahead.with_untracked(|ahead| ahead.contains(&action)) {
            table.act_ahead(Some(action));
        }
        chosen.set(None);
    };
    let face = move || chosen.get().map_or(Face::Single1, |(_, face)| face);
    let label = move || msg::page_which_side(lang(), &tell::card(lang(), face()));
    let up = move || about_up(face());
    let down = move || match face().back().number() {
        Some(number) => msg::page_all_know(lang(), &number.to_string()),
        None if face() == Face::Trap => msg::page_down_trap(lang()),
        None => msg::page_nobody_knows(lang()),
    };
    view! {
        <div class="sides" role="group" aria-label=label>
            <button type="button" class="side" data-key="u" on:click=move |_| lay(Side::Up)>
                <span class="card">{move || symbol(front(face()))}</span>
                <span>{say!(page_face_up)}<small>{up}</small></span>
            </button>
            <button type="button" class="side" data-key="d" on:click=move |_| lay(Side::Down)>
                <span class="card">{move || symbol(back_of(face().back()))}</span>
                <span>{say!(page_face_down)}<small>{down}</small></span>
            </button>
            <button type="button" class="icon-button" data-key="escape" aria-label=say!(page_not_this) on:click=move |_| chosen.set(None)>{icon("close")}</button>
        </div>
    }
}

/// What a card does face up, in a few words.
fn about_up(face: Face) -> String {
    match face.special() {
        Some(Special::Reverse) => msg::page_up_reverse(lang()),
        Some(Special::X2) => msg::page_up_x2(lang()),
        Some(Special::Trash) => msg::page_up_trash(lang()),
        Some(Special::Trap) => msg::page_up_trap(lang()),
        None => msg::page_counts(lang(), &face.value().to_string()),
    }
}

/// What is going on, and the large button, always at the same place.
fn calm(table: Table<Game>) -> impl IntoView {
    let can_call = Memo::new(move |_| table.game.may(Action::Call) && !table.at.is_busy.get());
    let has_called = Memo::new(move |_| table.game.answer.get() == Some(Action::Call));
    let is_called = Memo::new(move |_| called(table).is_some());
    // A window, and until when: the ring begins anew with another.
    let window = Memo::new(move |_| {
        let is_open = table.at.clock.with(|clock| clock.window) && !table.at.is_busy.get();
        table.at.clock.with(|clock| clock.until.filter(|_| is_open).map(|until| (clock.decision, until)))
    });
    let call = move |_| {
        if can_call.get_untracked() {
            table.act(if has_called.get_untracked() { Action::Pass } else { Action::Call });
        }
    };
    let label = move || {
        let lang = lang();
        if has_called.get() {
            msg::page_called_back(lang)
        } else if can_call.get() {
            msg::page_call(lang)
        } else {
            msg::page_call_not_now(lang)
        }
    };
    let is_unsure = Memo::new(move |_| table.at.is_pending.get());
    let class = move || match (has_called.get() || is_called.get(), is_unsure.get()) {
        (true, true) => "big is-said pending",
        (true, false) => "big is-said",
        (false, _) => "big",
    };
    let disabled = move || (!can_call.get() && !is_called.get()).then_some("true");
    // Another window is another ring, which begins anew.
    let rings = move || window.get().map(|window| fresh(ring_of(table.at.until(window.1))));
    view! {
        <div class="words">{move || words(table)}</div>
        <div class="thumb">
        <div class=move || if window.get().is_some() { "big-box is-open" } else { "big-box" }>
            {rings}
            <button type="button" class=class data-key="c" aria-disabled=disabled aria-label=label on:click=call>"17!"</button>
        </div>
        </div>
    }
}

/// What is going on, in words, and the small buttons.
fn words(table: Table<Game>) -> AnyView {
    if let Some(called) = called(table) {
        let skip = move |_| table.at.skip();
        let text = msg::page_calls(lang(), &table.at.name(called.seat));
        return view! {
            <p class="lead">{text}</p>
            <div class="buttons"><button type="button" class="button" data-key="s" on:click=skip>{say!(page_skip)}</button></div>
        }
        .into_any();
    }
    let is_window = table.game.look(|view| view.board.phase == Phase::Window);
    let can_call = table.game.may(Action::Call);
    let (answer, premove) = (table.game.answer.get(), table.game.premove.get());
    let button = if !is_window {
        None
    } else if matches!(premove, Some(Action::Play(..))) {
        Some(small("b", say!(page_take_back), move || table.act_ahead(None)))
    } else if answer == Some(Action::Call) {
        Some(small("b", say!(page_take_back), move || table.act(Action::Pass)))
    } else if can_call && answer.is_none() {
        Some(small("p", say!(page_pass), move || table.act(Action::Pass)))
    } else {
        None
    };
    view! { {prompt(table.at)}{button} }.into_any()
}

/// A small button below the prompt.
fn small(key: &'static str, words: impl Fn() -> String + 'static, does: impl Fn() + 'static) -> AnyView {
    view! { <div class="buttons"><button type="button" class="button" data-key=key on:click=move |_| does()>{words}</button></div> }
        .into_any()
}

fn hand(table: Table<Game>, chosen: Chosen) -> impl IntoView {
    let hand = Memo::new(move |_| table.game.look(|view| faces(view.hand)));
    let cards = move || {
        let cards = hand.get();
        let each = cards.iter().copied().enumerate();
        each.map(|(place, face)| own_card(table, chosen, place, face, !cards[..place].contains(&face)))
            .collect::<Vec<_>>()
    };
    // For who looks for it: a card would be played at once.
    let is_live = Memo::new(move |_| {
        table.game.legal.with(|legal| legal.iter().any(|action| matches!(action, Action::Play(..))))
    });
    view! {
        <section id="hand" class=move || if is_live.get() { "hand of-few is-live" } else { "hand of-few" } tabindex="-1" inert=move || is_looking(table.at) aria-label=say!(page_hand)>{cards}</section>
    }
}

/// A card of the hand. Of cards that are alike the first one stands for what was asked for.
fn own_card(table: Table<Game>, chosen: Chosen, place: usize, face: Face, is_first: bool) -> AnyView {
    let choose = move |_| {
        let now = chosen.get_untracked();
        chosen.set(if now == Some((place, face)) { None } else { Some((place, face)) });
    };
    let plays = move |action: Option<Action>| matches!(action, Some(Action::Play(other, _)) if is_first && other == face);
    let is_sealed = move || plays(table.game.premove.get());
    let is_pending = move || plays(table.game.pending.get());
    let is_chosen = move || chosen.get() == Some((place, face));
    let class = move || {
        let mut class = "card".to_owned();
        for (is, name) in
            [(is_chosen(), " is-chosen"), (is_sealed(), " is-sealed"), (is_pending(), " is-pending")]
        {
            if is {
                class.push_str(name);
            }
        }
        class
    };
    let label = move || {
        let card = tell::card(lang(), face);
        if is_sealed() { msg::page_card_waits(lang(), &card) } else { card }
    };
    view! {
        <button type="button" class=class data-face=face.name() data-key=(place + 1).to_string() aria-label=label
            aria-pressed=move || is_chosen().to_string() on:click=choose>{symbol(front(face))}</button>
    }
    .into_any()
}
