//! Helpers that write positions as lines of notation, and read their state.

use mazzo_core::{CardSet, Game as _, Notation as _, Seat, SeatSet, Setup, Viewer, Visible as _};
use mazzo_uno::{Board, Event, Face, Illegal, Phase, Public, Seen, Table, View, Why};

pub(crate) type Scene = mazzo_laws::Scene<Table>;

/// Cards for hands that a test does not specify. Cards that the test names are left out.
const FILLER: &str = "y1 y1 y2 y2 y3 y3 y4 y4 y5 y5 y6 y6 y7 y7 y8 y8 y9 y9 \
    b1 b1 b2 b2 b3 b3 b4 b4 b5 b5 b6 b6 b7 b7 b8 b8 b9 b9 \
    g1 g1 g2 g2 g3 g3 g4 g4 g5 g5 g6 g6 g7 g7 g8 g8 g9 g9 \
    r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 r7 r7 r8 r8 r9 r9";

/// The draw for the deal that makes this seat the dealer.
fn cut(seats: u8, dealer: u8) -> String {
    let lower = ["r1", "g1", "b1", "y1", "r2", "g2", "b2", "y2", "r3", "g3"];
    let cards: Vec<&str> =
        (0..seats).map(|seat| if seat == dealer { "r9" } else { lower[usize::from(seat)] }).collect();
    cards.join(" ")
}

/// The shuffle that deals these hands, turns `first` and continues with `pile`. [`FILLER`] completes hands of fewer than 7
/// cards.
pub(crate) fn round(dealer: u8, hands: &[&str], first: &str, pile: &str) -> String {
    let named: Vec<&str> =
        hands.iter().copied().chain([first, pile]).flat_map(str::split_whitespace).collect();
    let count = |cards: &[&str], card: &str| cards.iter().filter(|&&c| c == card).count();
    let copies = |card: &str| usize::from(Table::cards_named(card).len());
    for card in &named {
        assert!(count(&named, card) <= copies(card), "the deck does not have that many {card}");
    }
    let mut filler: Vec<&str> = Vec::new();
    for card in FILLER.split_whitespace() {
        if count(&named, card) + count(&filler, card) < copies(card) {
            filler.push(card);
        }
    }
    let mut filler = filler.into_iter();
    let hands: Vec<Vec<&str>> = hands
        .iter()
        .map(|hand| {
            let mut hand: Vec<&str> = hand.split_whitespace().collect();
            assert!(hand.len() <= 7, "a hand has at most 7 cards");
            hand.extend(filler.by_ref().take(7 - hand.len()));
            hand
        })
        .collect();
    let order = (1..=hands.len()).map(|step| (usize::from(dealer) + step) % hands.len());
    let mut cards: Vec<&str> = (0..7)
        .flat_map(|n| order.clone().map(move |seat| (seat, n)))
        .map(|(seat, n)| hands[seat][n])
        .collect();
    cards.push(first);
    cards.extend(pile.split_whitespace());
    cards.join(" ")
}

/// A match in its first round: dealer, house rules, hands by seat, first card and top of the pile.
pub(crate) fn deal(dealer: u8, rules: &str, hands: &[&str], first: &str, pile: &str) -> Scene {
    deal_and(dealer, rules, hands, first, pile, &[])
}

/// The same, with the later shuffles.
pub(crate) fn deal_and(
    dealer: u8,
    rules: &str,
    hands: &[&str],
    first: &str,
    pile: &str,
    later: &[&str],
) -> Scene {
    let seats = hands.len() as u8;
    let (cut, round) = (cut(seats, dealer), round(dealer, hands, first, pile));
    let shuffles: Vec<&str> =
        [cut.as_str(), round.as_str()].into_iter().chain(later.iter().copied()).collect();
    Scene::new(seats, rules, 0, &shuffles)
}

/// Cards in the order of the notation.
pub(crate) fn names(cards: CardSet) -> String {
    let mut faces: Vec<Face> = cards.iter().map(Face::of).collect();
    faces.sort();
    faces.iter().map(|face| face.name()).collect::<Vec<_>>().join(" ")
}

fn numbers(seats: SeatSet) -> Vec<usize> {
    seats.iter().map(Seat::index).collect()
}

/// Reads the state of a table, and plays scripted moves.
pub(crate) trait Position {
    fn board(&self) -> &Board;
    /// The seat on turn, before it has acted.
    fn turn(&self) -> usize;
    /// A hand, in the order of the notation.
    fn hand(&self, seat: u8) -> String;
    /// The number of cards in each hand.
    fn sizes(&self) -> Vec<u8>;
    /// The number of cards in a hand.
    fn size(&self, seat: u8) -> u8;
    fn top(&self) -> &'static str;
    /// The number of cards in the draw pile.
    fn pile(&self) -> u8;
    /// The discard pile, from its bottom up.
    fn discards(&self) -> String;
    /// The letter of the colour in force.
    fn colour(&self) -> char;
    fn scores(&self) -> Vec<u16>;
    fn said(&self) -> Vec<usize>;
    fn owing(&self) -> Vec<usize>;
    fn winners(&self) -> Vec<usize>;
    /// True if a window is open.
    fn open(&self) -> bool;
    /// Checks an action without carrying it out.
    fn verdict(&self, seat: u8, action: &str) -> Result<(), Illegal>;
    /// True if the log contains this fact.
    fn happened(&self, fact: Public) -> bool;
    /// The number of cards that a seat has drawn for this reason.
    fn drew(&self, seat: u8, why: Why) -> usize;
    /// The result of the last challenge.
    fn guilty(&self) -> bool;
    fn view(&self, who: Viewer) -> View;
    fn view_of(&self, seat: u8) -> View;
    /// The cards in the hand of `of` that `seat` knows.
    fn knows(&self, seat: u8, of: u8) -> String;
    /// All redacted facts of a viewer since the start of the match, each with the view after it.
    fn seen(&self, who: Viewer) -> Vec<(Seen, View)>;
    /// The seat on turn draws and keeps, or passes if no card is left. All pass in a window before it.
    fn idle(&mut self) -> &mut Self;
    /// All players idle until this seat is on turn.
    fn until(&mut self, seat: usize) -> &mut Self;
    /// Each seat plays its listed cards, one per turn, and idles when its list is empty.
    fn shed(&mut self, cards: &[&str]) -> &mut Self;
}

impl Position for Scene {
    fn board(&self) -> &Board {
        self.table.board()
    }

    #[track_caller]
    fn turn(&self) -> usize {
        let Phase::Turn(seat) = self.board().phase else { panic!("no turn, but {:?}", self.board().phase) };
        seat.index()
    }

    fn hand(&self, seat: u8) -> String {
        names(self.table.hand(Seat::new(seat)))
    }

    fn sizes(&self) -> Vec<u8> {
        (0..self.board().seats).map(|seat| self.size(seat)).collect()
    }

    fn size(&self, seat: u8) -> u8 {
        self.table.hand(Seat::new(seat)).len()
    }

    fn top(&self) -> &'static str {
        self.table.top().map_or("", Face::name)
    }

    fn pile(&self) -> u8 {
        self.view(Viewer::Public).pile
    }

    fn discards(&self) -> String {
        self.view(Viewer::Public).discards.iter().map(|face| face.name()).collect::<Vec<_>>().join(" ")
    }

    fn colour(&self) -> char {
        self.board().colour.and_then(|colour| colour.name().chars().next()).unwrap_or('-')
    }

    fn scores(&self) -> Vec<u16> {
        self.board().scores[..usize::from(self.board().seats)].to_vec()
    }

    fn said(&self) -> Vec<usize> {
        numbers(self.board().said)
    }

    fn owing(&self) -> Vec<usize> {
        numbers(self.board().owing)
    }

    fn winners(&self) -> Vec<usize> {
        numbers(self.board().winners)
    }

    fn open(&self) -> bool {
        self.board().phase == Phase::Window
    }

    #[track_caller]
    fn verdict(&self, seat: u8, action: &str) -> Result<(), Illegal> {
        let action = action.parse().unwrap_or_else(|()| panic!("'{action}' is not an action"));
        self.table.permit(Seat::new(seat), action)
    }

    fn happened(&self, fact: Public) -> bool {
        self.log.contains(&Event::Public(fact))
    }

    fn drew(&self, seat: u8, why: Why) -> usize {
        self.count(
            |fact| matches!(fact, Event::Drew { seat: s, why: w, .. } if *s == Seat::new(seat) && *w == why),
        )
    }

    #[track_caller]
    fn guilty(&self) -> bool {
        let verdict = self.log.iter().rev().find_map(|fact| {
            if let Event::Public(Public::Judged { guilty, .. }) = fact { Some(*guilty) } else { None }
        });
        verdict.expect("a challenge in the log")
    }

    fn view(&self, who: Viewer) -> View {
        self.table.view(who)
    }

    fn view_of(&self, seat: u8) -> View {
        self.table.view(Viewer::Seat(Seat::new(seat)))
    }

    fn knows(&self, seat: u8, of: u8) -> String {
        names(self.view_of(seat).known[usize::from(of)])
    }

    fn seen(&self, who: Viewer) -> Vec<(Seen, View)> {
        let mut table = Table::empty(Setup { seats: self.table.seats(), rules: self.table.rules() });
        let mut seen = Vec::new();
        for &fact in &self.log {
            let redacted = table.redact(fact, who);
            table.evolve(fact);
            seen.push((redacted, table.view(who)));
        }
        assert_eq!(table, self.table, "folding the log does not give the table");
        seen
    }

    #[track_caller]
    fn idle(&mut self) -> &mut Self {
        if self.open() {
            self.pass();
        }
        let seat = self.turn();
        if self.table.stock() == 0 {
            return self.play(&format!("{seat} pass"));
        }
        self.play(&format!("{seat} draw, {seat} keep"))
    }

    #[track_caller]
    fn until(&mut self, seat: usize) -> &mut Self {
        if self.open() {
            self.pass();
        }
        while self.turn() != seat {
            self.idle();
        }
        self
    }

    #[track_caller]
    fn shed(&mut self, cards: &[&str]) -> &mut Self {
        let mut queues: Vec<_> = cards.iter().map(|cards| cards.split_whitespace().peekable()).collect();
        while queues.iter_mut().any(|queue| queue.peek().is_some()) {
            if self.open() {
                self.pass();
            }
            let seat = self.turn();
            match queues.get_mut(seat).and_then(Iterator::next) {
                Some(card) => self.play(&format!("{seat} {card}")),
                None => self.idle(),
            };
        }
        self
    }
}
