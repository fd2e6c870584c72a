//! Views and redaction (U35-U37).

use arrayvec::ArrayVec;
use mazzo_core::json::Faces;
use mazzo_core::{BySeat, Card, CardSet, Chance, Seat, SeatSet, Setup, Viewer, Visible};
use serde::{Deserialize, Serialize};

use crate::MAX_SEATS;
use crate::card::{Face, bag};
use crate::event::{Answer, Event, Public, Seen, Why};
use crate::rules::Rules;
use crate::table::{Board, Phase, Table};

/// The table as a viewer sees it.
///
/// A set of cards that stands for faces contains the lowest copies of each face: it shows how many copies there are, not
/// which.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The recipient of the view.
    pub viewer: Viewer,
    /// The public state (U35).
    pub board: Board,
    /// Faces in the viewer's hand.
    #[serde(with = "Faces::<Face>")]
    pub hand: CardSet,
    /// The number of cards in each hand.
    pub counts: BySeat<u8, MAX_SEATS>,
    /// Faces that the viewer has seen in other hands, and that are still there (U36).
    #[serde(with = "Faces::<Face>")]
    pub known: BySeat<CardSet, MAX_SEATS>,
    /// The number of cards in the draw pile.
    pub pile: u8,
    /// The discard pile, from its bottom up.
    pub discards: ArrayVec<Face, 108>,
    /// The card that the viewer has just drawn and may play.
    pub drawn: Option<Face>,
    /// The viewer's answer in the open window.
    pub answer: Option<Answer>,
}

impl Table {
    /// The viewer's hand after this fact.
    fn hand_after(&self, event: Event, who: Viewer) -> Option<CardSet> {
        let mut after = *self;
        after.evolve(event);
        who.seat().map(|seat| bag(after.hands[seat.index()]))
    }
}

impl Visible for Table {
    type Seen = Seen;
    type View = View;

    fn view(&self, who: Viewer) -> View {
        let me = who.seat();
        let known = me.map_or(CardSet::EMPTY, |me| self.known[me.index()]);
        let on_turn = matches!(self.board.phase, Phase::Drawn(seat) if who.is(seat));
        View {
            viewer: who,
            board: self.board,
            hand: me.map_or(CardSet::EMPTY, |me| bag(self.hands[me.index()])),
            counts: BySeat::new(self.board.seats, self.hands.map(CardSet::len)),
            // Fast path: few seats have seen another hand.
            known: BySeat::new(
                self.board.seats,
                if known.is_empty() {
                    [CardSet::EMPTY; MAX_SEATS]
                } else {
                    self.hands.map(|hand| bag(hand & known))
                },
            ),
            pile: self.pile.len(),
            discards: self.discards.iter().map(Face::of).collect(),
            drawn: self.drawn.filter(|_| on_turn).map(Face::of),
            answer: me.and_then(|me| self.answer(me)),
        }
    }

    fn redact(&self, event: Event, who: Viewer) -> Seen {
        match event {
            Event::Public(fact) => Seen::Public(fact),
            Event::Shuffled { again } => Seen::Shuffled { again },
            Event::Cut { seat, card } => Seen::Cut { seat, face: Face::of(card) },
            Event::Started { card } => Seen::Started { face: Face::of(card) },
            Event::Returned => Seen::Returned,
            Event::Drew { seat, card, why } => {
                Seen::Drew { seat, face: who.is(seat).then(|| Face::of(card)), why }
            }
            Event::Played { seat, card, colour } => Seen::Played { seat, face: Face::of(card), colour },
            Event::Swapped { a, b } => {
                let hand = if who.is(a) || who.is(b) { self.hand_after(event, who) } else { None };
                Seen::Swapped { a, b, hand }
            }
            Event::Rotated => Seen::Rotated { hand: self.hand_after(event, who) },
            Event::Answered { seat, answer } if who.is(seat) => Seen::Answered { answer },
            Event::Answered { .. } => Seen::Sealed,
            Event::Shown { to, of } => {
                // U24: only the challenger sees the hand.
                Seen::Shown { to, of, hand: who.is(to).then(|| bag(self.hands[of.index()])) }
            }
        }
    }

    /// True for facts that reveal hidden information: the viewer's own draw, a hand that the viewer gets or is shown, a verdict,
    /// points, the first card of a round, the outcome of sealed answers, and the length of a draw (U41).
    fn tells(&self, event: Event, who: Viewer) -> bool {
        let closing = self.board.phase == Phase::Window;
        let drawing_on = matches!(self.board.phase, Phase::Drawn(_)) && self.board.rules.draw_to_match();
        match event {
            Event::Answered { .. } => false,
            Event::Drew { seat, why, .. } => closing || who.is(seat) || why == Why::Turn && drawing_on,
            Event::Shown { to, .. } => who.is(to),
            Event::Swapped { a, b } => closing || who.is(a) || who.is(b),
            Event::Rotated => closing || who.seat().is_some(),
            Event::Cut { .. } | Event::Started { .. } => true,
            Event::Public(fact) => match fact {
                Public::Judged { .. }
                | Public::Scored { .. }
                | Public::Ended { .. }
                | Public::RoundBegan { .. } => true,
                Public::ColourAsked { .. }
                | Public::Named { .. }
                | Public::TurnBegan { .. }
                | Public::Reversed
                | Public::Skipped { .. }
                | Public::Raised { .. }
                | Public::Asked { .. }
                | Public::Accepted { .. }
                | Public::Challenged { .. }
                | Public::Owed { .. }
                | Public::Said { .. }
                | Public::Opened
                | Public::Caught { .. }
                | Public::Mistaken { .. }
                | Public::Jumped { .. }
                | Public::Kept { .. }
                | Public::Passed { .. }
                | Public::RoundWon { .. }
                | Public::Voided => closing,
            },
            Event::Shuffled { .. } => closing || drawing_on,
            Event::Returned | Event::Played { .. } => closing,
        }
    }

    fn absorb(view: &mut View, seen: Seen) {
        view.absorb(seen);
    }

    fn viewed(view: &View) -> (Setup<Rules>, Viewer) {
        (Setup { seats: view.board.seats, rules: view.board.rules }, view.viewer)
    }

    fn sound(view: &View) -> bool {
        view.is_sound()
    }

    fn sound_seen(seen: Seen, seats: u8) -> bool {
        seen.is_sound(seats)
    }

    fn determinize<C: Chance>(view: &View, chance: &mut C) -> Self {
        Self::determinize(view, chance)
    }

    fn undrawn(&self) -> CardSet {
        self.pile
    }

    fn place(&self, card: Card) -> u16 {
        let hand = self.hands.iter().position(|hand| hand.has(card));
        let discard = self.discards.iter().position(|discard| discard == card);
        match (hand, discard) {
            (Some(seat), _) => seat as u16,
            (_, Some(at)) => 100 + at as u16,
            (None, None) => 20,
        }
    }
}

impl View {
    fn own(&self, seat: Seat) -> bool {
        self.viewer.is(seat)
    }

    /// A hostile server may send facts that do not fit. They give a wrong view, but no panic.
    pub(crate) fn absorb(&mut self, seen: Seen) {
        match seen {
            Seen::Public(fact) => self.absorb_public(fact),
            Seen::Shuffled { again } => {
                self.board.reshuffles = self.board.reshuffles.saturating_add(again.into());
                if let Some(top) = self.discards.pop() {
                    self.pile = self.pile.saturating_add(self.discards.len() as u8);
                    self.discards.clear();
                    self.discards.push(top);
                }
            }
            Seen::Cut { face, .. } => {
                self.pile = self.pile.saturating_sub(1);
                self.discard(face);
            }
            Seen::Started { face } => {
                self.pile = self.pile.saturating_sub(1);
                self.discard(face);
                self.board.count_start(face);
            }
            Seen::Returned => {
                self.discards.pop();
                self.pile = self.pile.saturating_add(1);
            }
            Seen::Drew { seat, face, why } => {
                self.pile = self.pile.saturating_sub(1);
                self.counts[seat.index()] = self.counts[seat.index()].saturating_add(1);
                self.board.count_draw(seat, why);
                if let Some(face) = face {
                    self.hand.add_one_of(face.cards());
                    if why == Why::Turn {
                        self.drawn = Some(face);
                    }
                }
            }
            Seen::Played { seat, face, colour } => {
                self.counts[seat.index()] = self.counts[seat.index()].saturating_sub(1);
                self.known[seat.index()].remove_one_of(face.cards());
                if self.own(seat) {
                    self.hand.remove_one_of(face.cards());
                }
                self.discard(face);
                self.drawn = None;
                self.board.count_play(seat, colour.or(face.colour()));
            }
            Seen::Swapped { a, b, hand } => {
                let other = if self.own(a) { b } else { a };
                self.counts.swap(a.index(), b.index());
                self.known.swap(a.index(), b.index());
                self.board.count_swap(SeatSet::only(a).with(b));
                if let Some(hand) = hand {
                    self.known[other.index()] = std::mem::replace(&mut self.hand, hand);
                }
                self.forget_own();
            }
            Seen::Rotated { hand } => {
                let (counts, known) = (self.counts, self.known);
                for seat in SeatSet::all(self.board.seats) {
                    let to = self.board.step(seat).index();
                    self.counts[to] = counts[seat.index()];
                    self.known[to] = if self.own(seat) { self.hand } else { known[seat.index()] };
                }
                self.board.count_swap(SeatSet::all(self.board.seats));
                self.hand = hand.unwrap_or_default();
                self.forget_own();
            }
            Seen::Sealed => {}
            Seen::Answered { answer } => self.answer = Some(answer),
            Seen::Shown { of, hand, .. } => {
                self.board.peeked = self.board.peeked.with(of);
                if let Some(hand) = hand {
                    self.known[of.index()] = hand;
                }
            }
        }
    }

    fn absorb_public(&mut self, fact: Public) {
        self.board.evolve(fact);
        if matches!(fact, Public::TurnBegan { .. }) {
            self.drawn = None;
        } else if matches!(fact, Public::Opened) {
            self.answer = None;
        } else if matches!(fact, Public::RoundBegan { .. }) {
            let clean = Table::empty(self.board.rules, self.board.seats).view(self.viewer);
            *self = Self { board: self.board, ..clean };
        }
    }

    fn discard(&mut self, face: Face) {
        let _ = self.discards.try_push(face); // full only if the facts do not fit
    }

    fn forget_own(&mut self) {
        if let Some(me) = self.viewer.seat() {
            self.known[me.index()] = CardSet::EMPTY;
        }
    }
}
