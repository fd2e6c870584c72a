//! The place for actions, and the hand.

use mazzo_core::Seat;
use mazzo_text::msg;
use mazzo_uno::narration as tell;
use mazzo_uno::{Action, Colour, Face, Phase, Play, Table as Game};
use mazzo_view::{AnyView, Effect, IntoView, Memo, RwSignal, fresh, untrack, view};

use super::{colour_name, colour_word, faces, front, is_wild};
use crate::art::{icon, symbol};
use crate::frame::{forget_at_windows, is_looking};
use crate::seventeen::ring_of;
use crate::table::Table;
use crate::words::{lang, say};

/// What somebody is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Mind {
    /// The card that was chosen, and asks for something more.
    chosen: Option<(usize, Face)>,
    /// The colour that was chosen with it.
    colour: Option<Colour>,
    /// UNO is to be said with the next card.
    armed: bool,
}

/// How a card can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Now(Play),
    Jump(Play),
    Later(Play),
}

impl Way {
    const fn play(self) -> Play {
        match self {
            Self::Now(play) | Self::Jump(play) | Self::Later(play) => play,
        }
    }
}

/// All ways to play this card: now, out of turn, or when the window has closed.
fn ways(table: Table<Game>, face: Face) -> Vec<Way> {
    let now = table.legal.with(|legal| {
        let way = |action: &Action| match *action {
            Action::Play(play) => Some(Way::Now(play)),
            Action::Jump(play) => Some(Way::Jump(play)),
            Action::Draw
            | Action::Keep
            | Action::Pass
            | Action::Colour(_)
            | Action::Accept
            | Action::Challenge
            | Action::Uno
            | Action::Catch(_) => None,
        };
        legal.iter().filter_map(way).filter(|way| way.play().face == face).collect::<Vec<_>>()
    });
    if !now.is_empty() {
        return now;
    }
    table.ahead.with(|ahead| {
        let way =
            |action: &Action| if let Action::Play(play) = *action { Some(Way::Later(play)) } else { None };
        ahead.iter().filter_map(way).filter(|way| way.play().face == face).collect()
    })
}

/// Of these ways the one that was meant, if nothing is left open.
fn meant(ways: &[Way], mind: Mind, swap: Option<Seat>) -> Option<Way> {
    let fits = |way: &&Way| {
        let play = way.play();
        play.colour == mind.colour && play.swap == swap
    };
    let fitting: Vec<&Way> = ways.iter().filter(fits).collect();
    let said = fitting.iter().find(|way| way.play().uno == mind.armed);
    said.or(fitting.first()).map(|way| **way)
}

fn carry_out(table: Table<Game>, mind: RwSignal<Mind>, way: Way) {
    match way {
        Way::Now(play) => table.act(Action::Play(play)),
        Way::Jump(play) => table.act(Action::Jump(play)),
        Way::Later(play) => table.premove(Some(Action::Play(play))),
    }
    mind.set(Mind::default());
}

pub(super) fn action(table: Table<Game>) -> impl IntoView {
    let mind = RwSignal::new(Mind::default());
    Effect::new(move |_| {
        let hand = table.view.with(|view| view.as_ref().map(|view| faces(view.hand)).unwrap_or_default());
        if let Some((place, face)) = mind.get().chosen
            && (hand.get(place) != Some(&face) || ways(table, face).is_empty())
        {
            mind.set(Mind::default());
        }
    });
    forget_at_windows(table.at(), move || mind.update(|mind| mind.chosen = None));
    let which = Memo::new(move |_| {
        let now = mind.get();
        let names = table.view.with(|view| {
            view.as_ref()
                .is_some_and(|view| matches!(view.board.phase, Phase::Naming(seat) if view.viewer.is(seat)))
        });
        match now.chosen {
            Some((_, face)) if !names => {
                if is_wild(face) && now.colour.is_none() {
                    1
                } else {
                    3
                }
            }
            Some(_) | None => {
                if names {
                    2
                } else {
                    0
                }
            }
        }
    });
    let place = move || match which.get() {
        0 => calm(table, mind).into_any(),
        3 => partners(table, mind).into_any(),
        _ => colours(table, mind).into_any(),
    };
    view! {
        <section class="action" aria-label=say!(page_actions)>{place}</section>
        {hand(table, mind)}
    }
}

/// Which colour?
fn colours(table: Table<Game>, mind: RwSignal<Mind>) -> impl IntoView {
    let name = move |colour: Colour| {
        move |_| {
            let Some((_, face)) = mind.get_untracked().chosen else {
                return table.act(Action::Colour(colour));
            };
            mind.update(|mind| mind.colour = Some(colour));
            if let Some(way) = meant(&untrack(|| ways(table, face)), mind.get_untracked(), None) {
                carry_out(table, mind, way);
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
        mind.get().chosen.map(|_| {
            view! { <button type="button" class="icon-button" data-key="escape" aria-label=say!(page_not_this) on:click=move |_| mind.set(Mind::default())>{icon("close")}</button> }
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
fn partners(table: Table<Game>, mind: RwSignal<Mind>) -> impl IntoView {
    let buttons = move || {
        let names = table.names();
        let Some((_, face)) = mind.get().chosen else { return Vec::new() };
        let mut seats: Vec<Seat> = ways(table, face).iter().filter_map(|way| way.play().swap).collect();
        mazzo_core::sort_by(&mut seats, |a, b| a.index() < b.index());
        seats.dedup();
        seats
            .into_iter()
            .enumerate()
            .map(|(place, seat)| {
                let name = names.get(seat.index()).cloned().unwrap_or_default();
                let swap = move |_| {
                    if let Some(way) = meant(&untrack(|| ways(table, face)), mind.get_untracked(), Some(seat)) {
                        carry_out(table, mind, way);
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
                <button type="button" class="icon-button" data-key="escape" aria-label=say!(page_not_this) on:click=move |_| mind.set(Mind::default())>{icon("close")}</button>
            </div>
        </div>
    }
}

/// Whether UNO can be said with a card that can be played.
fn can_arm(table: Table<Game>) -> bool {
    let with_word = |actions: &Vec<Action>| {
        actions.iter().any(|action| matches!(action, Action::Play(play) | Action::Jump(play) if play.uno))
    };
    table.legal.with(with_word) || table.ahead.with(with_word)
}

/// What is going on, and the large button, always at the same place.
fn calm(table: Table<Game>, mind: RwSignal<Mind>) -> impl IntoView {
    let can_say =
        Memo::new(move |_| table.legal.with(|legal| legal.contains(&Action::Uno)) && !table.is_busy.get());
    let can_arm = Memo::new(move |_| can_arm(table));
    let has_said = Memo::new(move |_| table.answer().as_deref() == Some("uno"));
    let is_unsure = Memo::new(move |_| table.unsure().is_some());
    let window = Memo::new(move |_| {
        let is_open = table.clock.with(|clock| clock.window) && !table.is_busy.get();
        table.clock.with(|clock| clock.until.filter(|_| is_open).map(|until| (clock.decision, until)))
    });
    let word = move |_| {
        if can_say.get_untracked() {
            table.act(if has_said.get_untracked() { Action::Pass } else { Action::Uno });
        } else if can_arm.get_untracked() {
            mind.update(|mind| mind.armed = !mind.armed);
        }
    };
    let class = move || match (has_said.get(), mind.get().armed) {
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
            if mind.get().armed { msg::page_uno_armed(lang) } else { msg::page_uno_arm(lang) }
        } else {
            msg::page_uno_not_now(lang)
        }
    };
    let disabled = move || (!can_say.get() && !can_arm.get()).then_some("true");
    // Another window is another ring, which begins anew.
    let rings = move || window.get().map(|window| fresh(ring_of(table.until(window.1))));
    view! {
        <div class="words">{move || words(table, mind)}</div>
        <div class="thumb">
        {catch_button(table)}
        <div class=move || if window.get().is_some() { "big-box is-open" } else { "big-box" }>
            {rings}
            <button type="button" class=class data-key="u" aria-disabled=disabled aria-label=label aria-pressed=move || mind.get().armed.to_string() on:click=word>"UNO"</button>
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
    table.legal.with(|legal| {
        let seat = |action: &Action| if let Action::Catch(seat) = *action { Some(seat) } else { None };
        legal.iter().filter_map(seat).collect()
    })
}

fn catch_button(table: Table<Game>) -> impl IntoView {
    let first = Memo::new(move |_| if table.is_busy.get() { None } else { catches(table).first().copied() });
    let label = move || {
        let names = table.names();
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
    let names = table.names();
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

fn words(table: Table<Game>, mind: RwSignal<Mind>) -> AnyView {
    let lang = lang();
    let names = table.names();
    let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
    let Some(view) = table.view.get() else { return ().into_any() };
    let lead = |lead: String, more: String| view! { <p class="lead">{lead}</p><p>{more}</p> };
    let has = |action: Action| table.legal.with(|legal| legal.contains(&action));
    let draw = || {
        has(Action::Draw).then(|| {
            does(table, Action::Draw, "button main", "d", msg::act_draw(lang, view.board.due.max(1).into()))
        })
    };
    let pass = || has(Action::Pass).then(|| does(table, Action::Pass, "button", "p", msg::page_pass(lang)));
    let is_me = |seat: Seat| view.viewer.is(seat);
    // While one's own card finds its way it is still one's turn, but there is nothing to be done in it.
    let is_mine = matches!(view.board.phase, Phase::Turn(seat) | Phase::Drawn(seat) if is_me(seat));
    if table.is_busy.get() && (!is_mine || table.legal.with(Vec::is_empty)) {
        let told = table.heard_last();
        return view! { <p class="lead">{told}</p> }.into_any();
    }
    if view.board.phase != Phase::Window && table.unsure().is_some() {
        return lead(msg::page_your_turn(lang), msg::page_pending(lang)).into_any();
    }
    match view.board.phase {
        Phase::Turn(seat) if is_me(seat) => {
            let fits =
                faces(view.hand).into_iter().filter(|&face| !ways(table, face).is_empty()).count() as u64;
            let (title, more) = match view.board.due {
                0 => (msg::page_your_turn(lang), msg::page_fit(lang, fits)),
                due => (msg::u_raised(lang, due.into()), msg::page_due(lang, due.into())),
            };
            view! { {lead(title, more)}<div class="buttons">{draw()}{pass()}</div> }.into_any()
        }
        Phase::Drawn(seat) if is_me(seat) => {
            let drawn = view.drawn;
            let can_play = drawn.is_some_and(|face| !ways(table, face).is_empty());
            let title =
                drawn.map(|face| msg::page_you_drew(lang, &tell::card(lang, face))).unwrap_or_default();
            let more = if can_play { msg::page_drawn_fits(lang) } else { msg::page_drawn_does_not_fit(lang) };
            let play = drawn.filter(|_| can_play).map(|face| {
                let place = faces(view.hand).iter().position(|&other| other == face).unwrap_or_default();
                let play = move |_| choose(table, mind, place, face);
                view! { <button type="button" class="button main" data-key="y" on:click=play>{msg::page_play_it(lang)}</button> }
            });
            let keep =
                has(Action::Keep).then(|| does(table, Action::Keep, "button", "k", msg::act_keep(lang)));
            view! { {lead(title, more)}<div class="buttons">{play}{keep}</div> }.into_any()
        }
        Phase::Answering(seat) if is_me(seat) => {
            let due = view.board.due.max(4);
            let who = name(view.board.last);
            let colour = view.board.colour_before.map(colour_word).unwrap_or_default();
            let more = msg::PageChallengeAbout {
                colour: &colour,
                due: &due.to_string(),
                more: &(due + 2).to_string(),
                name: &who,
            }
            .say(lang);
            let accept = has(Action::Accept)
                .then(|| does(table, Action::Accept, "button", "d", msg::act_draw(lang, due.into())));
            let challenge = has(Action::Challenge)
                .then(|| does(table, Action::Challenge, "button calls", "c", msg::act_challenge(lang)));
            view! { {lead(msg::page_challenge_or(lang, &due.to_string()), more)}<div class="buttons">{accept}{challenge}</div> }.into_any()
        }
        Phase::Window => window_words(table),
        Phase::Turn(seat) | Phase::Drawn(seat) | Phase::Naming(seat) | Phase::Answering(seat) => {
            let more = if table.me().is_some() { String::new() } else { msg::page_you_watch(lang) };
            view! { {lead(msg::page_plays(lang, &name(seat)), more)} }.into_any()
        }
        Phase::Dealing => lead(msg::page_dealing(lang), String::new()).into_any(),
        Phase::Over => lead(msg::page_over(lang), String::new()).into_any(),
    }
}

fn window_words(table: Table<Game>) -> AnyView {
    let lang = lang();
    let lead = |lead: String, more: String| view! { <p class="lead">{lead}</p><p>{more}</p> };
    let (answer, premove) = (table.answer(), table.early());
    let answer = answer.and_then(|text| text.parse::<Action>().ok());
    let names = table.names();
    if let Some(Ok(Action::Play(play))) = premove.map(|text| text.parse::<Action>()) {
        let back = move |_| table.premove(None);
        return view! {
            {lead(msg::page_card_waits(lang, &tell::card(lang, play.face)), msg::page_waits_note(lang))}
            <div class="buttons"><button type="button" class="button" data-key="b" on:click=back>{msg::page_take_back(lang)}</button></div>
        }
        .into_any();
    }
    let pass = || does(table, Action::Pass, "button", "p", msg::page_pass(lang));
    let back = || does(table, Action::Pass, "button", "b", msg::page_take_back(lang));
    let waiting = table.clock.with(|clock| clock.waiting.clone());
    let waited: Vec<String> =
        waiting.iter().filter_map(|&seat| names.get(usize::from(seat)).cloned()).collect();
    let waited = (!waited.is_empty()).then(|| msg::page_waits_for(lang, &mazzo_tell::listed(lang, &waited)));
    match answer {
        Some(Action::Uno) => view! { {lead(msg::page_you_say_uno(lang), msg::page_sealed(lang))}<div class="buttons">{back()}</div> }.into_any(),
        Some(Action::Catch(seat)) => {
            let name = names.get(seat.index()).cloned().unwrap_or_default();
            view! { {lead(msg::page_you_catch(lang, &name), msg::page_sealed(lang))}<div class="buttons">{back()}</div> }.into_any()
        }
        Some(Action::Jump(play)) => {
            let card = tell::card(lang, play.face);
            view! { {lead(msg::page_you_jump(lang, &card), msg::page_sealed(lang))}<div class="buttons">{back()}</div> }.into_any()
        }
        Some(_) => view! { {lead(msg::page_passed(lang), waited.unwrap_or_else(|| msg::page_can_change(lang)))} }.into_any(),
        None => {
            let (can_say, jumps, catching) = table.legal.with(|legal| {
                let catching = legal.iter().find_map(|action| if let Action::Catch(seat) = *action { Some(seat) } else { None });
                (legal.contains(&Action::Uno), legal.iter().any(|action| matches!(action, Action::Jump(_))), catching)
            });
            let can_pass = table.legal.with(|legal| legal.contains(&Action::Pass));
            let (title, more) = if can_say {
                (msg::page_one_left(lang), msg::page_one_left_about(lang))
            } else if let Some(seat) = catching {
                (msg::page_has_one(lang, names.get(seat.index()).map_or("", String::as_str)), msg::page_has_one_about(lang))
            } else if jumps {
                (msg::page_can_jump(lang), msg::page_can_jump_about(lang))
            } else {
                (msg::page_others_decide(lang), waited.unwrap_or_default())
            };
            view! { {lead(title, more)}<div class="buttons">{can_pass.then(pass)}{more_catches(table)}</div> }.into_any()
        }
    }
}

/// A card was tapped: it is played, or asks for a colour or a partner.
fn choose(table: Table<Game>, mind: RwSignal<Mind>, place: usize, face: Face) {
    let ways = untrack(|| ways(table, face));
    let now = mind.get_untracked();
    if ways.is_empty() {
        return;
    }
    if now.chosen == Some((place, face)) {
        return mind.set(Mind { armed: now.armed, ..Mind::default() });
    }
    let asks = is_wild(face) || ways.iter().any(|way| way.play().swap.is_some());
    let next = Mind { chosen: Some((place, face)), colour: None, armed: now.armed };
    match meant(&ways, next, None) {
        Some(way) if !asks => carry_out(table, mind, way),
        _ => mind.set(next),
    }
}

fn hand(table: Table<Game>, mind: RwSignal<Mind>) -> impl IntoView {
    let hand = Memo::new(move |_| {
        table.view.with(|view| view.as_ref().map(|view| faces(view.hand)).unwrap_or_default())
    });
    let label = move || msg::page_hand_of(lang(), hand.with(Vec::len) as u64);
    let cards = move || {
        let cards = hand.get();
        let each = cards.iter().copied().enumerate();
        each.map(|(place, face)| own_card(table, mind, place, face, !cards[..place].contains(&face)))
            .collect::<Vec<_>>()
    };
    view! { <section id="hand" class="hand of-many" tabindex="-1" inert=move || is_looking(table.at()) aria-label=label>{cards}</section> }
}

/// A card of the hand. Of cards that are alike the first one stands for what was asked for.
fn own_card(table: Table<Game>, mind: RwSignal<Mind>, place: usize, face: Face, is_first: bool) -> AnyView {
    // Whether it is a moment at which cards are played at all: then those that do not fit are dim.
    let is_moment = move || {
        table.view.with(|view| {
            view.as_ref().is_some_and(|view| matches!(view.board.phase, Phase::Turn(seat) | Phase::Drawn(seat) if view.viewer.is(seat)))
        }) || table.ahead.with(|ahead| !ahead.is_empty())
    };
    let fits = Memo::new(move |_| !ways(table, face).is_empty());
    let is_dim = Memo::new(move |_| is_moment() && !fits.get());
    let text_is = move |text: &Option<String>| matches!(text.as_ref().map(|text| text.parse::<Action>()), Some(Ok(Action::Play(play) | Action::Jump(play))) if is_first && play.face == face);
    let is_sealed = move || text_is(&table.early());
    let is_pending = move || text_is(&table.unsure());
    let is_chosen = move || mind.get().chosen == Some((place, face));
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
                aria-pressed=move || is_chosen().to_string() on:click=move |_| choose(table, mind, place, face)>{symbol(front(face))}</button>
        </span>
    }
    .into_any()
}
