//! Helpers that write positions, and read their state, as one line of notation.

use mazzo_core::{ActionList, CardSet, Game as _, Notation as _, Seat, Setup, Viewer, Visible as _};
use mazzo_diciassette::{
    Action, Event, Face, Illegal, Laid, Phase, Public, Reason, Seen, SeenLaid, Side, Table, View,
};
use mazzo_laws::Scene;

/// Deals these hands by seat, then the pile from its top card; seat 0 starts. The remaining cards follow in some order.
#[track_caller]
pub(crate) fn deal(hands: &[&str], pile: &str) -> Scene<Table> {
    deal_as("", 0, hands, &[pile])
}

/// Like [`deal`], with house rules and a starter. Piles after the first are those of later shuffles.
#[track_caller]
pub(crate) fn deal_as(rules: &str, starter: usize, hands: &[&str], piles: &[&str]) -> Scene<Table> {
    let seats = hands.len();
    let hands: Vec<Vec<&str>> = hands.iter().map(|hand| hand.split_whitespace().collect()).collect();
    assert!(hands.iter().all(|hand| hand.len() == 3), "a hand has three cards");
    let order = (0..3 * seats).map(|nth| hands[(starter + nth) % seats][nth / seats]);
    let deck: Vec<&str> = order.chain(piles[0].split_whitespace()).collect();
    for name in &deck {
        // A script with too many copies would silently deal other cards.
        let copies = deck.iter().filter(|other| *other == name).count();
        assert!(
            copies <= Table::cards_named(name).len().into(),
            "the deck does not have {copies} copies of {name}"
        );
    }
    let first = deck.join(" ");
    let shuffles: Vec<&str> = [first.as_str()].into_iter().chain(piles[1..].iter().copied()).collect();
    Scene::new(seats as u8, rules, starter as u8, &shuffles)
}

pub(crate) const fn seat(number: u8) -> Seat {
    Seat::new(number)
}

pub(crate) const fn eyes(number: u8) -> Viewer {
    Viewer::Seat(seat(number))
}

pub(crate) fn names(cards: CardSet) -> String {
    cards.iter().map(Table::card_name).collect::<Vec<_>>().join(" ")
}

pub(crate) fn pile(table: &Table) -> u8 {
    table.view(Viewer::Public).pile
}

const fn mark(side: Side) -> &'static str {
    match side {
        Side::Up => "^",
        Side::Down => "_",
    }
}

/// Reads the state of a table, and plays scripted moves.
pub(crate) trait Look {
    /// A hand, in the order of [`Face::ALL`].
    fn hand(&self, number: u8) -> String;
    /// The row: the seat, the card and the side of each.
    fn row(&self) -> String;
    /// The row as a viewer sees it, with `?` for an unknown face.
    fn row_seen_by(&self, who: Viewer) -> String;
    fn view(&self, who: Viewer) -> View;
    /// On a turn: the seat, and the number of cards left to play.
    fn turn(&self) -> Option<(usize, u8)>;
    /// Victory and penalty tokens of each seat.
    fn tokens(&self) -> Vec<(u8, u8)>;
    /// All tokens so far, in order: `0+` and `1-` for the call, `0+!` and `1-!` for a Trap, `1x` for a return (D26).
    fn awards(&self) -> String;
    /// The caller and the total of each round so far.
    fn calls(&self) -> Vec<(usize, u8)>;
    fn winners(&self) -> Vec<usize>;
    /// The reason for refusing an action; none if it is legal.
    fn refusal(&self, number: u8, action: &str) -> Option<Illegal>;
    /// All information that reached a viewer: each redacted fact, with the view and the legal actions after it.
    fn story(&self, who: Viewer) -> Vec<(Seen, View, Vec<Action>)>;
    /// Each player plays their lowest card face down, up to a turn of `last`; then `caller` makes a wrong call.
    fn give(&mut self, last: u8, caller: u8) -> &mut Self;
    /// Nobody calls, and each player plays their lowest card face down, until `enough` holds. They play the card `keep` only
    /// if they have no other.
    fn silence(&mut self, keep: &str, enough: impl Fn(&Table) -> bool) -> &mut Self;
    /// One turn of [`Look::silence`].
    fn step(&mut self, keep: &str) -> &mut Self;
}

impl Look for Scene<Table> {
    fn hand(&self, number: u8) -> String {
        names(self.table.hand(seat(number)))
    }

    fn row(&self) -> String {
        let text = |laid: &Laid| format!("{}:{}{}", laid.seat(), Face::of(laid.card), mark(laid.side()));
        self.table.row().iter().map(text).collect::<Vec<_>>().join(" ")
    }

    fn row_seen_by(&self, who: Viewer) -> String {
        let text = |laid: &SeenLaid| {
            format!("{}:{}{}", laid.seat, laid.face.map_or("?", Face::name), mark(laid.side))
        };
        self.view(who).row.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    fn view(&self, who: Viewer) -> View {
        self.table.view(who)
    }

    fn turn(&self) -> Option<(usize, u8)> {
        if let Phase::Turn { seat, left } = self.table.board().phase {
            Some((seat.index(), left))
        } else {
            None
        }
    }

    fn tokens(&self) -> Vec<(u8, u8)> {
        let board = self.table.board();
        let both = board.victory.into_iter().zip(*board.penalty);
        both.take(board.seats.into()).collect()
    }

    fn awards(&self) -> String {
        let sign = |why| if why == Reason::Trap { "!" } else { "" };
        let text = |fact: &Event| {
            if let Event::Public(Public::Won { seat, why }) = *fact {
                Some(format!("{seat}+{}", sign(why)))
            } else if let Event::Public(Public::Penalised { seat, why }) = *fact {
                Some(format!("{seat}-{}", sign(why)))
            } else if let Event::Public(Public::Returned { seat }) = *fact {
                Some(format!("{seat}x"))
            } else {
                None
            }
        };
        self.log.iter().filter_map(text).collect::<Vec<_>>().join(" ")
    }

    fn calls(&self) -> Vec<(usize, u8)> {
        let mut caller = None;
        let mut calls = Vec::new();
        for fact in &self.log {
            if let Event::Public(Public::Called { seat }) = *fact {
                caller = Some(seat.index());
            } else if let Event::Public(Public::Added { total }) = *fact {
                calls.push((caller.take().expect("a call comes before the total"), total));
            }
        }
        calls
    }

    fn winners(&self) -> Vec<usize> {
        self.table.outcome().map_or(Vec::new(), |outcome| outcome.winners.iter().map(Seat::index).collect())
    }

    #[track_caller]
    fn refusal(&self, number: u8, action: &str) -> Option<Illegal> {
        let action = action.parse().unwrap_or_else(|()| panic!("'{action}' is not an action"));
        self.table.permit(seat(number), action).err()
    }

    fn story(&self, who: Viewer) -> Vec<(Seen, View, Vec<Action>)> {
        let mut table = Table::empty(Setup { seats: self.table.seats(), rules: self.table.rules() });
        let tell = |fact: &Event| {
            let seen = table.redact(*fact, who);
            table.evolve(*fact);
            let mut legal = ActionList::new();
            if let Some(seat) = who.seat() {
                table.legal(seat, &mut legal);
            }
            (seen, table.view(who), legal.to_vec())
        };
        self.log.iter().map(tell).collect()
    }

    #[track_caller]
    fn give(&mut self, last: u8, caller: u8) -> &mut Self {
        self.silence("", |table| table.board().last == Some(seat(last)));
        assert!(!self.row().contains('!'), "the row contains a Trap, which would pay");
        self.play(&format!("{caller} call")).pass();
        let (_, total) = *self.calls().last().expect("a call");
        assert!(total < 17, "the call is right");
        self
    }

    #[track_caller]
    fn silence(&mut self, keep: &str, enough: impl Fn(&Table) -> bool) -> &mut Self {
        while !enough(&self.table) {
            self.step(keep);
        }
        self
    }

    #[track_caller]
    fn step(&mut self, keep: &str) -> &mut Self {
        self.pass();
        let (on_turn, _) = self.turn().expect("a seat on turn");
        let hand = self.hand(on_turn as u8);
        let card = hand.split(' ').find(|card| *card != keep).unwrap_or(keep);
        self.play(&format!("{on_turn} {card}_"))
    }
}
