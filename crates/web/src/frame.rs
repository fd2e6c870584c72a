//! The screens of a table that all games share.

use mazzo_core::Seat;
use mazzo_narration::Prompt;
use mazzo_protocol::{Command, Phase, Said, Sitter, Utterance};
use mazzo_text::msg;
use mazzo_view::{
    AnyView, Effect, IntoView, Memo, RwSignal, StoredValue, on_cleanup, provide_context, untrack, view,
};

use crate::app::{app, loading, prefer};
use crate::art::{icon, symbol};
use crate::at::{At, Room};
use crate::browser::{self, after};
use crate::connection::{CloseReason, Endpoint, State};
use crate::sheets::{self, Sheet};
use crate::words::{Message, capital, following, lang, say};
use crate::{gather, learn, local, sound, verdict};

/// The screens of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Screen {
    Opening,
    Ended(CloseReason),
    Gathering,
    Playing,
}

/// How long a speech bubble stays at a seat.
const BUBBLE_MS: u32 = 4500;
/// How long the banner after reconnecting stays.
const BACK_MS: u32 = 2500;
/// How long a toast stays.
const TOAST_MS: u32 = 5000;

/// Connects to a table and shows it.
pub(crate) fn sit(table: At, to: Endpoint) -> AnyView {
    let link = match &to {
        Endpoint::Server(name) => Some(name.clone()),
        Endpoint::Worker { .. } => None,
    };
    let is_kept = matches!(&to, Endpoint::Worker { wish, .. } if wish.seed.is_none());
    match &to {
        Endpoint::Server(name) => watch_other_tabs(table, name),
        // A local table has no other people to wait for: start the next game at once. The worker starts the first one.
        Endpoint::Worker { game, .. } => {
            if is_kept {
                watch_other_tabs(table, game);
            }
            let is_gathering = Memo::new(move |_| {
                table.room.with(|room| {
                    room.as_ref().is_some_and(|room| room.phase == Phase::Gathering && room.game > 0)
                })
            });
            Effect::new(move |_| {
                if is_gathering.get() {
                    table.ask(Command::Start);
                }
            });
        }
    }
    if let Endpoint::Worker { wish, is_fresh, .. } = &to
        && is_kept
        && (*is_fresh || !local::is_unfinished(&wish.game))
    {
        table.lay(local::room(wish));
    }
    table.open(to);
    if is_kept {
        let is_unfinished = Memo::new(move |_| {
            let is_played = |room: &Room| room.phase == Phase::Playing && room.game > 0;
            table.room.with(|room| room.as_ref().filter(|room| room.game > 0).map(is_played))
        });
        Effect::new(move |_| {
            // None until the worker has answered: the stored mark stays.
            if let Some(is_unfinished) = is_unfinished.get() {
                local::note(table.game().name(), is_unfinished);
            }
        });
    }
    let current = Memo::new(move |_| {
        match (table.line.get(), table.room.with(|room| room.as_ref().map(|room| room.phase))) {
            (State::Ended(end), _) => Screen::Ended(end),
            (State::Opening | State::Open | State::Broken, None) => Screen::Opening,
            // The screens before and after a game are in a part of the module that may still be loading.
            (_, Some(Phase::Gathering | Phase::Dealing | Phase::Over)) if !app().is_whole.get() => {
                Screen::Opening
            }
            (_, Some(Phase::Gathering | Phase::Dealing)) => Screen::Gathering,
            (_, Some(Phase::Closed)) => Screen::Ended(CloseReason::Closed),
            (_, Some(Phase::Playing | Phase::Paused | Phase::Over)) => Screen::Playing,
        }
    });
    let screen = move || match current.get() {
        Screen::Opening => loading(),
        Screen::Ended(end) => ended(end).into_any(),
        Screen::Gathering => gather::gathering(table, link.clone()),
        Screen::Playing => playing(table, link.clone()).into_any(),
    };
    Effect::new(move |_| {
        if let (Some(id), true) = (table.to_judge.get(), app().is_whole.get()) {
            verdict::judge(table, id);
        }
    });
    // Restore the focus when one of these changes has removed the focused element.
    Effect::new(move |_| {
        let _ =
            (current.get(), table.is_result.get(), table.is_busy.get(), table.is_pending.get(), table.me());
        table.clock.with(|_| ());
        after(0, || browser::catch_focus(&[".result h2", "#hand", "main"]));
    });
    view! {
        {screen}
        {banners(table)}
    }
}

/// Shows a notice when the same table is open in another tab of this browser: both tabs are the same person.
fn watch_other_tabs(table: At, name: &str) {
    use wasm_bindgen::prelude::{Closure, JsCast as _, JsValue};
    let Ok(channel) = web_sys::BroadcastChannel::new("mazzo") else { return };
    let (here, also) = (format!("here {name}"), format!("also {name}"));
    let answering = channel.clone();
    let (asked, answer) = (here.clone(), also.clone());
    let heard = Closure::<dyn FnMut(web_sys::MessageEvent)>::new(move |event: web_sys::MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        if text == asked {
            let _ = answering.post_message(&JsValue::from_str(&answer));
        }
        if text == asked || text == answer {
            table.notice.set(Some(untrack(|| msg::page_other_tab(lang()))));
        }
    });
    channel.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    let _ = channel.post_message(&JsValue::from_str(&here));
    let kept = StoredValue::new((channel, heard));
    on_cleanup(move || {
        kept.try_with_value(|(channel, _)| channel.close());
    });
}

/// The final screen of a table that this page cannot show any longer.
pub(crate) fn ended(end: CloseReason) -> impl IntoView {
    let (title, about): (Message, Message) = match end {
        CloseReason::NoTable => (msg::page_end_no_table, msg::page_end_no_table_about),
        CloseReason::Closed => (msg::page_end_closed, msg::page_end_closed_about),
        CloseReason::SentAway => (msg::page_end_sent_away, msg::page_end_sent_away_about),
        CloseReason::OldLink => (msg::page_end_old_link, msg::page_end_old_link_about),
        CloseReason::Full => (msg::page_end_full, msg::page_end_full_about),
        CloseReason::Old => (msg::page_end_old, msg::page_end_old_about),
    };
    let reload = |_| drop(browser::window().location().reload());
    view! {
        <main class="notice" tabindex="-1">
            <span class="card" aria-hidden="true">{symbol("slot")}</span>
            <h1>{following(title)}</h1>
            <p>{following(about)}</p>
            <div class="buttons">
                {matches!(end, CloseReason::Old | CloseReason::Full).then(|| view! { <button type="button" class="button main" on:click=reload>{say!(page_reload)}</button> })}
                <a class="button" href="/">{say!(page_to_start)}</a>
            </div>
        </main>
    }
}

/// Banners and toasts: connection state, refused commands, notices of the server's operator, fairness alarms.
fn banners(table: At) -> impl IntoView {
    let banner = move || {
        (table.line.get() == State::Broken).then(|| {
            let now = move |_| table.hurry();
            view! { <div class="banner" role="alert">{icon("wifi-lost")}<span>{say!(page_line_broken)}</span><button type="button" class="button" on:click=now>{say!(page_now)}</button></div> }
        })
    };
    let is_back = RwSignal::new(false);
    Effect::new(move |last: Option<State>| {
        let state = table.line.get();
        if last == Some(State::Broken) && state == State::Open {
            is_back.set(true);
            after(BACK_MS, move || is_back.set(false));
        }
        state
    });
    let back = move || {
        is_back.get().then(|| view! { <div class="banner is-back" role="status">{icon("check")}<span>{say!(page_back_again)}</span></div> })
    };
    let alarm = move || app().is_whole.get().then(|| verdict::alarm(table));
    let toast = move || {
        let (number, why) = table.refused.get()?;
        after(TOAST_MS, move || {
            if table.refused.try_with_untracked(|now| now.as_ref().is_some_and(|(now, _)| *now == number))
                == Some(true)
            {
                table.refused.set(None);
            }
        });
        let text = move || mazzo_narration::refusal(lang(), &why);
        Some(view! { <p class="toast appears" role="alert">{text}</p> })
    };
    let notice = move || {
        let text = table.notice.get()?;
        let close = move |_| table.notice.set(None);
        Some(view! {
            <p class="toast appears" role="status">
                {text}
                <button type="button" class="icon-button" aria-label=say!(page_close) on:click=close>{icon("close")}</button>
            </p>
        })
    };
    let away = move || {
        let me = table.me()?;
        let (_, is_away) = presence(table, me);
        let back = move |_| {
            let name = untrack(|| table.name(me));
            table.ask(Command::Sit { seat: None, name });
        };
        is_away.then(|| view! { <div class="banner" role="alert">{icon("bot")}<span>{say!(page_played_for)}</span><button type="button" class="button" on:click=back>{say!(page_im_back)}</button></div> })
    };
    view! { {alarm} {banner} {back} {away} {toast} {notice} }
}

/// Calls `forget` when a window opens, to discard an unfinished choice: the window needs the action area.
pub(crate) fn forget_at_windows(table: At, forget: impl Fn() + 'static) {
    let window = Memo::new(move |_| table.clock.with(|clock| clock.window.then_some(clock.decision)));
    Effect::new(move |_| {
        if window.get().is_some() {
            forget();
        }
    });
}

/// Disables scrolling of the page while a table is shown.
pub(crate) fn hold_still() {
    let classes = || browser::document().body().map(|body| body.class_list());
    if let Some(classes) = classes() {
        let _ = classes.add_1("at-table");
    }
    on_cleanup(move || {
        if let Some(classes) = classes() {
            let _ = classes.remove_1("at-table");
        }
    });
}

/// The screen of a running or just finished game.
fn playing(table: At, link: Option<String>) -> impl IntoView {
    hold_still();
    let sheet = RwSignal::new(None::<Sheet>);
    provide_context(sheet);
    let seats =
        Memo::new(move |_| table.room.with(|room| room.as_ref().map_or(2, |room| room.settings.seats)));
    // A watcher sees all seats around the table, which needs one place more.
    let around = move || seats.get() + u8::from(table.me().is_none());
    // A watcher of ten seats: the layout of ten, slightly tighter.
    let class = move || match around() {
        11 => format!("table is-{} of-10 of-11", table.game().name()),
        around => format!("table is-{} of-{around}", table.game().name()),
    };
    // Unusual house rules are listed in the title.
    let title = move || {
        let title = table.game().title()?;
        let rules = table.game().house_rules(lang()).into_iter().filter(|rule| !rule.is_usual);
        Some(rules.fold(title, |title, rule| title + " · " + &rule.name))
    };
    let unread = unread(table, sheet);
    let chat_label = move || match unread.get() {
        0 => msg::page_talk(lang()),
        count => msg::page_talk_new(lang(), count),
    };
    let opens = move |which: Sheet| {
        move |_: web_sys::MouseEvent| {
            sound::wake();
            sheet.set(Some(which));
        }
    };
    keys(table, sheet);
    view! {
        <a class="skip button main" href="#hand">{say!(page_to_hand)}</a>
        <main class=class tabindex="-1" data-busy=move || table.is_busy.get().then_some("true") on:click=move |_| sound::wake()>
            <header class="bar">
                <button type="button" class="icon-button" aria-label=say!(page_leave) on:click=opens(Sheet::Leave)>{icon("back")}</button>
                <div class="title"><h1>{game_name(table)}</h1><p>{title}</p></div>
                <nav aria-label=say!(page_at_table)>
                    <button type="button" class="icon-button" aria-label=chat_label on:click=opens(Sheet::Talk)>
                        {icon("chat")}
                        {move || (unread.get() > 0).then(|| view! { <span class="dot" aria-hidden="true">{unread.get()}</span> })}
                    </button>
                    <button type="button" class="icon-button" aria-label=say!(page_rules) on:click=opens(Sheet::Rules(None))>{icon("rules")}</button>
                    <button type="button" class="icon-button" aria-label=say!(page_log) on:click=opens(Sheet::Log)>{icon("log")}</button>
                    <button type="button" class="icon-button" aria-label=say!(page_settings) on:click=opens(Sheet::Settings)>{icon("settings")}</button>
                </nav>
            </header>
            {seats_around(table)}
            {table.game().board(table)}
            {move || own_line(table)}
            {move || is_looking(table).then(|| table.game().result(table))}
            {table.is_lesson.get_value().then(|| learn::coach(table))}
        </main>
        {announcements(table)}
        {move || app().is_whole.get().then(|| sheets::sheet(table, sheet, link.clone()))}
    }
}

/// The live region for screen readers. Each sentence is an element of its own, so that it is read once.
pub(crate) fn announcements(table: At) -> AnyView {
    let lines = move || {
        let line = |line: &String| view! { <p>{line.clone()}</p> };
        table.announcements.with(|sentences| sentences.iter().map(line).collect::<Vec<_>>())
    };
    view! { <div class="quiet" role="log" aria-label=say!(page_log)>{lines}</div> }
}

/// The current prompt.
pub(crate) fn prompt(table: At) -> AnyView {
    let Prompt { lead, detail } = table.prompt.get();
    view! { <p class="lead">{lead}</p><p>{detail}</p> }
}

/// The other seats around the table, and the direction of play.
pub(crate) fn seats_around(table: At) -> impl IntoView {
    let seats =
        Memo::new(move |_| table.room.with(|room| room.as_ref().map_or(2, |room| room.settings.seats)));
    let clockwise = Memo::new(move |_| table.game().is_clockwise());
    let direction = move || {
        if clockwise.get() { msg::page_clockwise(lang()) } else { msg::page_counterclockwise(lang()) }
    };
    view! {
        <ol class="seats" aria-label=say!(page_players)>{move || other_seats(table, seats.get())}</ol>
        <div class=move || if clockwise.get() { "dir" } else { "dir is-counter" } role="img" aria-label=direction>{symbol("i-arrow")}</div>
    }
}

/// Whether the result of a round or game is shown. It covers part of the hand, which is disabled meanwhile.
pub(crate) fn is_looking(table: At) -> bool {
    table.is_result.get() || is_over(table)
}

/// Whether the game is over and everything is shown.
pub(crate) fn is_over(table: At) -> bool {
    !table.is_busy.get()
        && table.room.with(|room| room.as_ref().is_some_and(|room| room.phase == Phase::Over))
}

/// The display name of the game.
pub(crate) fn game_name(table: At) -> String {
    capital(table.game().name())
}

/// The other seats, in the order around the table.
fn other_seats(table: At, seats: u8) -> Vec<AnyView> {
    let me = table.me();
    let first = me.map_or(0, |me| me.index() as u8 + 1);
    let count = if me.is_some() { seats - 1 } else { seats };
    (0..count).map(|place| seat(table, Seat::new((first + place) % seats), place + 1)).collect()
}

fn seat(table: At, seat: Seat, place: u8) -> AnyView {
    let class = move || {
        let mut class = format!("seat at-{place}");
        let mut add = |is: bool, name: &str| {
            if is {
                class.push(' ');
                class.push_str(name);
            }
        };
        let game = table.game();
        add(game.on_turn() == Some(seat), "is-turn");
        add(true, game.seat_class(seat));
        add(table.clock.with(|clock| clock.waiting.contains(&(seat.index() as u8))), "is-waited");
        let (is_offline, is_away) = presence(table, seat);
        add(is_offline, "is-offline");
        add(is_away, "is-away");
        class
    };
    let fan = move || {
        if let Some(hand) =
            table.open.with(|open| open.as_ref().and_then(|open| open.get(seat.index()).cloned()))
        {
            let cards = hand.into_iter().map(|name| view! { <span class="card">{symbol(name)}</span> });
            return Some(view! { <span class="fan is-open">{cards.collect::<Vec<_>>()}</span> });
        }
        table.game().fan(seat)
    };
    let facts = move || table.game().facts(seat);
    let name = move || {
        let name = table.name(seat);
        let (is_host, is_bot) = table.room.with(|room| {
            let room = room.as_ref();
            let is_host = room.is_some_and(|room| room.host == Some(seat.index() as u8));
            let is_bot =
                room.is_some_and(|room| matches!(room.chairs[seat.index()].sitter, Sitter::Bot { .. }));
            (is_host, is_bot)
        });
        let mark = if is_host { Some(("host", msg::page_host(lang()))) } else { None };
        let mark = mark.or_else(|| is_bot.then(|| ("bot", msg::page_bot(lang()))));
        let (mark, words) = mark.map_or((None, None), |(mark, words)| (Some(mark), Some(words)));
        let is_turn = table.game().on_turn() == Some(seat);
        let turn = is_turn.then(|| format!(", {}", msg::page_on_turn(lang())));
        view! {
            <span class="name">
                {mark.map(icon)}
                {name}
                <span class="quiet">{words.map(|words| format!(", {words}"))}{turn}</span>
            </span>
        }
    };
    let state = move || {
        let (is_offline, is_away) = presence(table, seat);
        let words = match (is_offline, is_away) {
            (_, true) => msg::page_away(lang()),
            (true, false) => msg::page_offline(lang()),
            (false, false) => return None,
        };
        Some(view! { <span class="state">{words}</span> })
    };
    let bubble = bubble(table, seat);
    view! {
        <li class=class data-seat=seat.index().to_string()>
            {fan}
            {name}
            <span class="facts">{facts}</span>
            {state}
            {bubble}
        </li>
    }
}

/// Whether the person in a seat is offline, and whether a bot plays for them.
fn presence(table: At, seat: Seat) -> (bool, bool) {
    table.room.with(|room| match room.as_ref().map(|room| &room.chairs[seat.index()].sitter) {
        Some(Sitter::Person { online, away, .. }) => (!online, *away),
        Some(Sitter::Nobody | Sitter::Bot { .. }) | None => (false, false),
    })
}

/// The text of a chat message.
pub(crate) fn utterance(what: &Utterance) -> Option<String> {
    match what {
        Utterance::Phrase(number) => mazzo_narration::phrase(lang(), *number),
        Utterance::Text(text) => Some(text.clone()),
    }
}

/// The speech bubble at a seat.
fn bubble(table: At, seat: Seat) -> impl IntoView {
    let shown = RwSignal::new(None::<Said>);
    let last = Memo::new(move |_| {
        table
            .said
            .with(|all| all.iter().rev().find(|(_, said)| usize::from(said.seat) == seat.index()).cloned())
    });
    let last_old = table.said.with_untracked(|all| all.back().map_or(0, |(number, _)| *number));
    Effect::new(move |_| {
        let Some((number, said)) = last.get() else { return };
        if number <= last_old {
            return; // older than this screen
        }
        shown.set(Some(said));
        after(BUBBLE_MS, move || {
            let is_last = last.try_get_untracked().flatten().is_some_and(|(last, _)| last == number);
            if is_last {
                shown.set(None);
            }
        });
    });
    move || {
        let text = utterance(&shown.get()?.what)?;
        Some(view! { <span class="bubble appears">{text}</span> })
    }
}

/// The name and standing of the own seat, or a note for watchers.
fn own_line(table: At) -> AnyView {
    let Some(me) = table.me() else {
        return view! { <p class="me">{icon("eye")}<span class="name">{say!(page_watching)}</span>{sound_button()}</p> };
    };
    nearest(table, me, true)
}

/// The name and standing of the seat whose hand is shown large. In a replay it is not the viewer's own.
pub(crate) fn nearest(table: At, me: Seat, is_own: bool) -> AnyView {
    let is_turn = Memo::new(move |_| table.game().on_turn() == Some(me));
    let name = move || table.name(me);
    let words = move || {
        let you = is_own.then(|| format!(", {}", msg::page_you(lang())));
        let turn = is_turn.get().then(|| format!(", {}", msg::page_on_turn(lang())));
        you.unwrap_or_default() + &turn.unwrap_or_default()
    };
    let facts = move || table.game().facts(me);
    view! {
        <p class=move || if is_turn.get() { "me is-turn" } else { "me" } data-seat=me.index().to_string()>
            <span class="name">{name}<span class="quiet">{words}</span></span>
            {facts}
            {is_own.then(sound_button)}
        </p>
    }
}

/// The button that mutes and unmutes sound.
fn sound_button() -> impl IntoView {
    let is_on = move || app().prefs.with(|prefs| prefs.sound);
    let turn = move |_| prefer(|prefs| prefs.sound = !prefs.sound);
    view! {
        <button type="button" class="icon-button sound" aria-label=say!(page_sound) aria-pressed=move || is_on().to_string() on:click=turn>
            {move || icon(if is_on() { "sound" } else { "silent" })}
        </button>
    }
}

/// The number of chat messages since the chat was last open.
fn unread(table: At, sheet: RwSignal<Option<Sheet>>) -> Memo<u64> {
    let seen = RwSignal::new(table.said.with_untracked(|all| all.back().map_or(0, |(number, _)| *number)));
    Effect::new(move |_| {
        let last = table.said.with(|all| all.back().map_or(0, |(number, _)| *number));
        if sheet.get() == Some(Sheet::Talk) {
            seen.set(last);
        }
    });
    Memo::new(move |_| {
        let me = table.me().map(|me| me.index() as u8);
        let seen = seen.get();
        table.said.with(|all| {
            all.iter().filter(|(number, said)| *number > seen && Some(said.seat) != me).count() as u64
        })
    })
}

/// Keyboard shortcuts: a key clicks the element whose `data-key` names it. Escape skips animations.
pub(crate) fn keys(table: At, sheet: RwSignal<Option<Sheet>>) {
    browser::listen_here("keydown", move |event| {
        use wasm_bindgen::prelude::JsCast as _;
        let Ok(event) = event.dyn_into::<web_sys::KeyboardEvent>() else { return };
        let is_off = !app().prefs.with_untracked(|prefs| prefs.keys);
        if is_off
            || event.repeat()
            || event.ctrl_key()
            || event.meta_key()
            || event.alt_key()
            || sheet.get_untracked().is_some()
        {
            return;
        }
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA"))
        {
            return;
        }
        let key = event.key().to_ascii_lowercase();
        if !key.chars().all(|c| c.is_ascii_alphanumeric()) {
            return;
        }
        let found = browser::find(&format!(".table [data-key='{key}']:not([aria-disabled='true'])"));
        if let Some(button) = found.and_then(|found| found.dyn_into::<web_sys::HtmlElement>().ok()) {
            event.prevent_default();
            sound::wake();
            button.click();
        } else if key == "escape" && table.is_busy.get_untracked() {
            table.skip();
        }
    });
}
