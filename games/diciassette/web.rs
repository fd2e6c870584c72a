//! Diciassette's table.

#[path = "web/action.rs"]
mod action;
#[path = "web/lesson.rs"]
mod lesson;
#[path = "web/result.rs"]
mod result;

use mazzo_client::Past;
use mazzo_core::{CardSet, Seat, SeatSet, Viewer};
use mazzo_games::mazzo_diciassette::narration as tell;
use mazzo_games::mazzo_diciassette::{
    Back, Backs, Face, GOAL, LIMIT, Public, Seen, SeenLaid, Side, Table as Game, View,
};
use mazzo_narration::{DRAW_MS, MOVE_MS};
use mazzo_text::{Lang, msg};
use mazzo_view::{AnyView, IntoView, Memo, view};

use crate::app::app;
use crate::art::{card, classed, symbol};
use crate::at::Animation;
use crate::frame::is_over;
use crate::learn::Hint;
use crate::motion;
use crate::sound::{Sound, heard, play};
use crate::table::{Show, Table};
use crate::words::{lang, say};

/// The symbol of a front.
fn front(face: Face) -> String {
    if face == Face::Trap { "dTrap".to_owned() } else { format!("d{face}") }
}

/// The symbol of a back.
fn back_of(back: Back) -> String {
    back.face().map_or_else(|| "db".to_owned(), |face| format!("d{face}b"))
}

/// The faces of a hand, in order.
fn faces(hand: CardSet) -> Vec<Face> {
    hand.into_iter().map(Face::of).collect()
}

/// Every back, doubles by their number, then the plain ones.
fn backs(backs: Backs) -> Vec<Back> {
    let doubles = backs.doubles().map(Face::back);
    let plain = std::iter::repeat_n(Back::PLAIN, backs.count(Back::PLAIN).into());
    doubles.chain(plain).collect()
}

/// A call that is being looked into: whose, and what the row came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Called {
    seat: Seat,
    total: Option<u8>,
}

/// The call that is being looked into, from what happened last.
fn called(table: Table<Game>) -> Option<Called> {
    table.game.history(|log| {
        let is_over = |seen: &Seen| {
            matches!(
                seen,
                Seen::Discarded | Seen::Public(Public::RoundBegan { .. } | Public::TurnBegan { .. })
            )
        };
        // Of this window: after a snapshot what was told last may be of one that closed long ago.
        let windows = table.game.view.with(|view| view.as_ref().map(|view| view.board.windows));
        let is_now = |(_, before): &&Past<Game>| Some(before.board.windows) == windows;
        let recent = log.iter().rev().take_while(is_now).map(|(seen, _)| *seen);
        let recent: Vec<Seen> = recent.take_while(|seen| !is_over(seen)).collect();
        let seat =
            |seen: &Seen| if let Seen::Public(Public::Called { seat }) = *seen { Some(seat) } else { None };
        let total =
            |seen: &Seen| if let Seen::Public(Public::Added { total }) = *seen { Some(total) } else { None };
        Some(Called { seat: recent.iter().find_map(seat)?, total: recent.iter().find_map(total) })
    })
}

impl Show for Game {
    fn animate(seen: Seen, view: &View) -> Option<Animation> {
        let home = |seat: Seat| {
            if view.viewer.is(seat) {
                ".me".to_owned()
            } else {
                format!(".seat[data-seat='{}']", seat.index())
            }
        };
        let held = |seat: Seat, face: Option<Face>| match face {
            Some(face) if view.viewer.is(seat) => format!("#hand .card[data-face='{}']", face.name()),
            _ => format!("{} .fan .card:last-of-type", home(seat)),
        };
        match seen {
            Seen::Drew { seat, face, .. } => {
                play(Sound::Draw);
                let from = motion::place_of(".pile.is-draw .card");
                let to = held(seat, face);
                Some(Box::new(move || motion::fly(from, &to, DRAW_MS)))
            }
            Seen::Played { seat, face, .. } => {
                play(Sound::Card);
                let from = motion::place_of(&held(seat, face));
                Some(Box::new(move || {
                    motion::fly(from, ".row > :last-child .card", MOVE_MS);
                    motion::let_in(".row-box");
                }))
            }
            Seen::Turned { at, face } => {
                let which = format!(".row > :nth-child({}) .card", at + 1);
                let (sound, turn): (_, fn(&str)) = if face == Face::Trap {
                    (Sound::Snap, motion::snap)
                } else {
                    (Sound::Turn, motion::turn)
                };
                play(sound);
                Some(Box::new(move || {
                    turn(&which);
                    motion::beat(".sum b");
                }))
            }
            Seen::Public(Public::Won { seat, .. }) => {
                play(Sound::Coin);
                let from = motion::place_of(".sum b");
                let to = format!("{} .coins .coin", home(seat));
                Some(Box::new(move || motion::fly(from, &to, MOVE_MS)))
            }
            Seen::Public(Public::Penalised { seat, .. }) => {
                play(Sound::Crack);
                let from = motion::place_of(".sum b");
                let to = format!("{} .coins .coin:last-child", home(seat));
                Some(Box::new(move || {
                    motion::shake(".sum b");
                    motion::fly(from, &to, MOVE_MS);
                }))
            }
            Seen::Public(Public::Called { .. }) => heard(true, Sound::Shout),
            Seen::Public(Public::TurnBegan { seat, .. }) => heard(view.viewer.is(seat), Sound::Turned),
            Seen::Public(Public::Ended { winners }) => {
                heard(view.viewer.seat().is_some_and(|me| winners.has(me)), Sound::Win)
            }
            Seen::Discarded => {
                let from = motion::place_of(".row > :last-child .card");
                Some(Box::new(move || motion::fly(from, ".pile.is-discard .card", MOVE_MS)))
            }
            Seen::Shuffled { .. }
            | Seen::Trashed
            | Seen::Sealed
            | Seen::Answered { .. }
            | Seen::Public(_) => None,
        }
    }

    fn title(lang: Lang, view: &View) -> String {
        let (round, goal) = (view.board.round.max(1).to_string(), GOAL.to_string());
        msg::PageRoundVictories { goal: &goal, round: &round }.say(lang)
    }

    fn fan(lang: Lang, view: &View, seat: Seat) -> AnyView {
        let backs = backs(view.backs[seat.index()]);
        let words: Vec<String> = backs.iter().map(|&back| tell::back(lang, back)).collect();
        let label = msg::page_backs(lang, &words.join(", "));
        let cards = backs.into_iter().map(|back| view! { <span class="card">{symbol(back_of(back))}</span> });
        view! { <span class="fan" role="img" aria-label=label>{cards.collect::<Vec<_>>()}</span> }.into_any()
    }

    fn facts(lang: Lang, view: &View, seat: Seat) -> AnyView {
        let (victory, penalty) = (view.board.victory[seat.index()], view.board.penalty[seat.index()]);
        let label = msg::DTokens { penalty: &penalty.to_string(), victory: &victory.to_string() }.say(lang);
        let coin = |name| classed("coin", name).into_any();
        let won =
            (0..GOAL.max(victory)).map(|place| coin(if place < victory { "victory" } else { "no-token" }));
        let coins: Vec<AnyView> = won.chain((0..penalty).map(|_| coin("penalty"))).collect();
        view! { <span class="coins" role="img" aria-label=label>{coins}</span> }.into_any()
    }

    fn winners(view: &View) -> SeatSet {
        view.board.winners
    }

    fn score(view: &View, seat: Seat) -> i32 {
        i32::from(view.board.victory[seat.index()]) * 16 - i32::from(view.board.penalty[seat.index()])
    }

    fn open_hands(table: &Self) -> Vec<Vec<String>> {
        let hand = |seat: u8| faces(table.hand(Seat::new(seat))).into_iter().map(front).collect();
        (0..table.board().seats).map(hand).collect()
    }

    fn open_view(table: &Self) -> View {
        let mut view = <Self as mazzo_core::Visible>::view(table, Viewer::Seat(Seat::new(0)));
        for (seen, laid) in view.row.iter_mut().zip(table.row()) {
            seen.face = Some(Face::of(laid.card));
        }
        view
    }

    fn hints() -> &'static [Hint<Self>] {
        &lesson::HINTS
    }

    fn board(table: Table<Self>) -> AnyView {
        view! {
            {middle(table)}
            {action::action(table)}
            {shout(table)}
        }
        .into_any()
    }

    fn result(table: Table<Self>) -> AnyView {
        result::result(table).into_any()
    }
}

/// The call itself, big, over the table.
fn shout(table: Table<Game>) -> impl IntoView {
    let who =
        Memo::new(move |_| called(table).filter(|called| called.total.is_none()).map(|called| called.seat));
    let is_turning = Memo::new(move |_| {
        table.game.history(|log| {
            log.back().is_some_and(|(seen, _)| matches!(seen, Seen::Public(Public::Called { .. })))
        })
    });
    move || {
        let seat = who.get().filter(|_| is_turning.get())?;
        let name = table.at.names().get(seat.index()).cloned().unwrap_or_default();
        Some(view! { <div class="shout shouts" aria-hidden="true"><b>"17!"</b><span>{name}</span></div> })
    }
}

/// The row, what it adds up to, and the piles.
fn middle(table: Table<Game>) -> impl IntoView {
    let row = move || {
        let names = table.at.names();
        let is_open = table.at.open.with(Option::is_some);
        table.game.view.with(|view| {
            let row = view.as_ref().map(|view| view.row.as_slice()).unwrap_or_default();
            let last = row.len().saturating_sub(1);
            row.iter()
                .enumerate()
                .map(|(place, laid)| {
                    let name = names.get(laid.seat.index()).map_or("", String::as_str);
                    played(*laid, place == last, is_open, name)
                })
                .collect::<Vec<_>>()
        })
    };
    let is_empty =
        Memo::new(move |_| table.game.view.with(|view| view.as_ref().is_none_or(|view| view.row.is_empty())));
    let empty = move || {
        (is_empty.get() && !is_over(table.at))
            .then(|| view! { <p class="row-empty">{say!(page_row_empty)}</p> })
    };
    let class = move || if called(table).is_some() { "middle hush" } else { "middle" };
    view! {
        <section class=class aria-label=say!(page_middle)>
            <div class="row-box" tabindex="0" role="region" aria-label=say!(page_row)>
                {empty}
                <ol class="row" hidden=move || is_empty.get()>{row}</ol>
            </div>
            <div class="shelf">
                {move || draw_pile(table)}
                {move || sum(table)}
                {move || discard_pile(table)}
            </div>
        </section>
    }
}

fn played(laid: SeenLaid, is_new: bool, is_open: bool, name: &str) -> AnyView {
    let lang = lang();
    let is_trap = laid.side == Side::Up && laid.face == Some(Face::Trap);
    let (symbol_name, label) = match (laid.side, laid.face) {
        (Side::Up, Some(face)) => (front(face), msg::page_card_up(lang, &tell::card(lang, face))),
        (Side::Up | Side::Down, _) => {
            (back_of(laid.back), msg::page_card_down(lang, &tell::back(lang, laid.back)))
        }
    };
    // What one has hidden oneself, one may look at: nobody else's hidden face is in a view.
    let own = laid.face.filter(|_| laid.side == Side::Down && laid.back == Back::PLAIN);
    let label = match own {
        // In a replay with all cards open they are everybody's.
        Some(face) if is_open => format!("{label}; {}", tell::card(lang, face)),
        Some(face) => format!("{label}; {}", msg::page_yours(lang, &tell::card(lang, face))),
        None => label,
    };
    let peek = own.map(|face| view! { <span class="peek">{symbol(front(face))}</span> });
    let class = match (is_new, is_trap) {
        (true, false) => "played is-new",
        (false, true) => "played is-trapped",
        (true, true) => "played is-new is-trapped",
        (false, false) => "played",
    };
    view! {
        <li class=class>
            <span class="card" role="img" aria-label=label>{symbol(symbol_name)}{peek}</span>
            <span class="by">{name.to_owned()}</span>
        </li>
    }
    .into_any()
}

/// How many cards were discarded. Before the first shuffle those are all, and look like a pile to be dealt from.
fn discarded(view: &View) -> (u8, bool) {
    let count = view.up.len() + view.down.len();
    (count, view.board.round == 0 && view.pile == 0)
}

fn draw_pile(table: Table<Game>) -> AnyView {
    let (top, count, is_new) = table.game.view.with(|view| {
        let Some(view) = view else { return (None, 0, false) };
        let (discarded, is_new) = discarded(view);
        (view.top, if is_new { discarded } else { view.pile }, is_new)
    });
    let words = msg::page_to_draw(lang(), count.into());
    let label = top.map_or_else(|| words.clone(), |top| msg::page_pile_top(lang(), &tell::back(lang(), top)));
    let top = top.or(is_new.then_some(Back::PLAIN)).map_or_else(|| "slot".to_owned(), back_of);
    view! { <div class="pile is-draw">{card(&top, label)}<span class="label">{words}</span></div> }.into_any()
}

fn discard_pile(table: Table<Game>) -> AnyView {
    let (last, count) = table.game.view.with(|view| {
        let Some(view) = view else { return (None, 0) };
        let last = view.up.into_iter().map(Face::of).last();
        let (count, is_new) = discarded(view);
        (last, if is_new { 0 } else { count })
    });
    let words = msg::page_discarded(lang(), count.into());
    let top = last.map_or_else(|| if count > 0 { "db".to_owned() } else { "slot".to_owned() }, front);
    let label = words.clone();
    view! { <div class="pile is-discard">{card(&top, label)}<span class="label">{words}</span></div> }
        .into_any()
}

fn sum(table: Table<Game>) -> AnyView {
    let lang = lang();
    let called = called(table);
    if called.is_none() && !app().prefs.with(|prefs| prefs.open_sum) {
        return view! { <p class="sum"></p> }.into_any();
    }
    let (open, hidden) = table.game.look(|view| tell::open_sum(&view.row));
    let (class, number, words, more) = match called {
        Some(Called { total: Some(total), .. }) if total >= LIMIT => {
            ("sum is-right", total, msg::page_reached(lang), String::new())
        }
        Some(Called { total: Some(total), .. }) => {
            ("sum is-wrong", total, msg::page_under(lang), String::new())
        }
        Some(Called { total: None, .. }) => {
            ("sum is-counting", open, msg::page_so_far(lang), msg::page_to_turn(lang, hidden as u64))
        }
        None if hidden == 0 => ("sum", open, msg::page_open(lang), String::new()),
        None => ("sum", open, msg::page_open(lang), msg::page_hidden(lang, hidden as u64)),
    };
    view! { <p class=class><b>{number.to_string()}</b>" "<span>{words}" "<br/>{more}</span></p> }.into_any()
}

#[cfg(test)]
mod tests {
    use mazzo_games::mazzo_diciassette::{Back, Face};

    use super::{back_of, front};

    #[test]
    fn every_card_has_its_symbols_in_the_sprite() {
        let sprite = include_str!("web.svg");
        let has = |name: &str| sprite.contains(&format!("<symbol id=\"{name}\""));
        for face in Face::ALL {
            assert!(has(&front(face)), "{face}");
            assert!(has(&back_of(face.back())), "the back of {face}");
        }
        assert_eq!(back_of(Back::PLAIN), "db");
    }
}
