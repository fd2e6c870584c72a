//! Uno's table.

#[path = "web/action.rs"]
mod action;
#[path = "web/lesson.rs"]
mod lesson;
#[path = "web/result.rs"]
mod result;

use mazzo_core::{Seat, SeatSet};
use mazzo_games::mazzo_uno::narration::{self as tell, sorted as faces};
use mazzo_games::mazzo_uno::{Colour, Face, Phase, Public, Seen, Symbol, Table as Game, View, Why};
use mazzo_narration::{DRAW_MS, MOVE_MS};
use mazzo_text::{Lang, msg};
use mazzo_view::{AnyView, IntoView, view};

use crate::art::{card, classed, symbol};
use crate::at::Animation;
use crate::learn::Hint;
use crate::motion;
use crate::sound::{Sound, heard, play};
use crate::table::{Show, Table};
use crate::words::{capital, lang, say};

/// The symbol of a card.
fn front(face: Face) -> String {
    format!("u{face}")
}

impl Show for Game {
    fn animate(seen: Seen, view: &View) -> Option<Animation> {
        let home = |seat: Seat| format!(".seat[data-seat='{}'] .fan .card:last-of-type", seat.index());
        match seen {
            Seen::Drew { seat, face, why } => {
                if why != Why::Deal {
                    play(Sound::Draw);
                }
                let from = motion::place_of(".pile.is-draw .card");
                let to = match face {
                    Some(face) if view.viewer.is(seat) => format!("#hand .card[data-face='{}']", face.name()),
                    _ => home(seat),
                };
                Some(Box::new(move || motion::fly(from, &to, DRAW_MS)))
            }
            Seen::Played { seat, face, .. } => {
                play(Sound::Card);
                let is_mine = view.viewer.is(seat);
                let from =
                    if is_mine { format!("#hand .card[data-face='{}']", face.name()) } else { home(seat) };
                let from = motion::place_of(&from);
                Some(Box::new(move || motion::fly(from, ".piles .top .card:last-child", MOVE_MS)))
            }
            Seen::Public(
                Public::Challenged { .. }
                | Public::Said { .. }
                | Public::Caught { .. }
                | Public::Jumped { .. },
            ) => heard(true, Sound::Shout),
            Seen::Public(Public::TurnBegan { seat }) => heard(view.viewer.is(seat), Sound::Turned),
            Seen::Public(Public::Ended { winners }) => {
                heard(view.viewer.seat().is_some_and(|me| winners.has(me)), Sound::Win)
            }
            Seen::Cut { .. } | Seen::Started { .. } => {
                play(Sound::Card);
                let from = motion::place_of(".pile.is-draw .card");
                Some(Box::new(move || motion::fly(from, ".piles .top .card:last-child", DRAW_MS)))
            }
            Seen::Shuffled { .. }
            | Seen::Returned
            | Seen::Swapped { .. }
            | Seen::Rotated { .. }
            | Seen::Sealed
            | Seen::Answered { .. }
            | Seen::Shown { .. }
            | Seen::Public(_) => None,
        }
    }

    fn title(lang: Lang, view: &View) -> String {
        let (round, goal) = (view.board.round.max(1).to_string(), view.board.rules.target.to_string());
        msg::PageRoundPoints { goal: &goal, round: &round }.say(lang)
    }

    fn fan(lang: Lang, view: &View, seat: Seat) -> AnyView {
        let count = view.counts[seat.index()];
        let label = msg::page_cards(lang, count.into());
        let cards = (0..count.min(3)).map(|_| view! { <span class="card">{symbol("ub")}</span> });
        view! {
            <span class="fan stack" role="img" aria-label=label>
                {cards.collect::<Vec<_>>()}
                <b class="count" aria-hidden="true">{count.to_string()}</b>
            </span>
        }
        .into_any()
    }

    fn facts(lang: Lang, view: &View, seat: Seat) -> AnyView {
        let points = view.board.scores[seat.index()];
        let said = view.board.said.has(seat).then(|| view! { <span class="said">"UNO!"</span> });
        view! { <span>{msg::u_points(lang, points.into())}</span>{said} }.into_any()
    }

    fn winners(view: &View) -> SeatSet {
        view.board.winners
    }

    fn score(view: &View, seat: Seat) -> i32 {
        let points = i32::from(view.board.scores[seat.index()]);
        if view.board.rules.low() { -points } else { points }
    }

    fn seat_class(view: &View, seat: Seat) -> &'static str {
        let is_open = view.board.phase == Phase::Window;
        if is_open && view.board.owing.has(seat) { "is-catchable" } else { "" }
    }

    fn open_hands(table: &Self) -> Vec<Vec<String>> {
        let hand = |seat: u8| faces(table.hand(Seat::new(seat))).into_iter().map(front).collect();
        (0..table.board().seats).map(hand).collect()
    }

    fn hints() -> &'static [Hint<Self>] {
        &lesson::HINTS
    }

    fn board(table: Table<Self>) -> AnyView {
        view! {
            {middle(table)}
            {action::action(table)}
        }
        .into_any()
    }

    fn result(table: Table<Self>) -> AnyView {
        result::result(table).into_any()
    }
}

fn middle(table: Table<Game>) -> impl IntoView {
    let pile = move || {
        let count = table.game.look(|view| view.pile);
        let words = msg::page_to_draw(lang(), count.into());
        let name = if count > 0 { "ub" } else { "slot" };
        view! { <div class="pile is-draw">{card(name, words.clone())}<span class="label">{words}</span></div> }
    };
    let top = move || {
        let tops: Vec<Face> = table.game.look(|view| view.discards.iter().rev().take(3).copied().collect());
        let Some((&top, under)) = tops.split_first() else {
            return view! { <div class="top"><span class="card slot"></span></div> }.into_any();
        };
        let under: Vec<AnyView> = under
            .iter()
            .rev()
            .map(|&face| {
                view! { <span class="card under" aria-hidden="true">{symbol(front(face))}</span> }.into_any()
            })
            .collect();
        let label = msg::page_on_top(lang(), &tell::card(lang(), top));
        view! { <div class="top">{under}{card(&front(top), label)}</div> }.into_any()
    };
    let force = move || {
        let (colour, due) = table.game.look(|view| (view.board.colour, view.board.due));
        let colour = colour?;
        let name = colour_name(colour);
        let words =
            if due > 0 { msg::PageForceDue { colour: &name, count: due.into() }.say(lang()) } else { name };
        Some(view! { <p class="force">{classed("shape", format!("shape-{colour}"))}<span>{words}</span></p> })
    };
    view! {
        <section class="middle" aria-label=say!(page_middle)>
            <div class="piles">{pile}{top}</div>
            <div class="shelf for-uno">{force}</div>
        </section>
    }
}

/// A colour with a capital, as it stands alone.
fn colour_name(colour: Colour) -> String {
    capital(&tell::colour(lang(), colour))
}

/// Whether a card asks for a colour.
const fn is_wild(face: Face) -> bool {
    matches!(face.symbol(), Symbol::Wild | Symbol::WildDrawFour)
}

#[cfg(test)]
mod tests {
    use mazzo_games::mazzo_uno::Face;

    use super::front;

    #[test]
    fn every_card_has_its_symbol_in_the_sprite() {
        let sprite = include_str!("web.svg");
        for face in Face::all() {
            assert!(sprite.contains(&format!("<symbol id=\"{}\"", front(face))), "{face}");
        }
    }
}
