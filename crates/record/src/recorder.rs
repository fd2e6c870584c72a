//! Records a game while it is played.

use mazzo_core::{Card, CardSet, Chance, Dealer, Notation, Seat, Seeded, Streams, Windows};
use rand_core::Rng;
use serde_json::Map;

use crate::shape::{FORMAT, GameResult, Record, SeatInfo, options_to_json};

/// A dealer that records the complete order of every shuffle.
#[derive(Clone, Debug)]
pub struct RecordingDealer<R, S = Seeded> {
    dealer: Dealer<R, S>,
    shuffles: Vec<Vec<Card>>,
}

impl<R, S> RecordingDealer<R, S> {
    /// Records the shuffles of this dealer.
    pub const fn new(dealer: Dealer<R, S>) -> Self {
        Self { dealer, shuffles: Vec::new() }
    }
}

impl<R: Rng + Clone, S: Streams<R> + Clone> Chance for RecordingDealer<R, S> {
    fn below(&mut self, n: u8) -> u8 {
        self.dealer.below(n)
    }

    fn shuffle(&mut self, cards: CardSet) {
        self.dealer.shuffle(cards);
        self.shuffles.push(self.dealer.rest().collect());
    }

    fn draw(&mut self) -> Card {
        self.dealer.draw()
    }
}

/// The list of moves grows by this many.
const GROWTH: usize = 64;

/// Collects the moves of a game for its record. Every table keeps one, so it stores numbers and makes the texts at the end.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// Seat and encoded action.
    moves: Vec<(u8, u16)>,
    /// Answers to the open window, sorted when it closes.
    answers: Vec<Answer>,
}

#[derive(Clone, Copy, Debug)]
struct Answer {
    rank: u8,
    /// True if a reader of the record takes it as the last answer.
    closes: bool,
    seat: u8,
    code: u16,
}

impl Recorder {
    /// Adds an action; `table` is the table before it.
    pub fn note<G: Windows>(&mut self, table: &G, seat: Seat, action: G::Action) {
        let in_window = table.window().is_some();
        let (place, code) = (seat.index() as u8, G::encode(action));
        if !in_window {
            self.close::<G>();
            self.push((place, code));
        } else if !G::is_pass(action) {
            let (rank, closes) = (table.rank(seat, action), G::closes(action));
            self.answers.push(Answer { rank, closes, seat: place, code });
        }
        // The last answer resolves the window, and the next window may open immediately.
        if in_window && table.to_act().len() == 1 {
            self.close::<G>();
        }
    }

    fn push(&mut self, entry: (u8, u16)) {
        if self.moves.len() == self.moves.capacity() {
            self.moves.reserve_exact(GROWTH); // doubling would waste memory: this list is the longest of a table
        }
        self.moves.push(entry);
    }

    fn close<G: Notation>(&mut self) {
        let mut answers = std::mem::take(&mut self.answers);
        if answers.len() > 1 {
            let key = |of: &Answer| (of.rank, of.closes, text::<G>((of.seat, of.code)));
            mazzo_core::sort_by(&mut answers, |a, b| key(a) < key(b));
        }
        for Answer { seat, code, .. } in answers {
            self.push((seat, code));
        }
    }

    /// The record of the game so far.
    pub fn finish<G: Windows, R, S>(
        mut self,
        table: &G,
        chance: &RecordingDealer<R, S>,
        seats: Vec<SeatInfo>,
    ) -> Record {
        if table.window().is_some() {
            // Other seats may still answer, so a reader must not take the window as closed.
            self.answers.retain(|answer| !answer.closes);
        }
        self.close::<G>();
        let lead = Some(table.lead().index() as u8);
        let names = |cards: &Vec<Card>| cards.iter().map(|&card| G::card_name(card).to_owned()).collect();
        Record {
            format: FORMAT.to_owned(),
            game: G::NAME.to_owned(),
            options: options_to_json(&table.rules()),
            seats,
            starter: lead.filter(|_| G::LEAD == "starter"),
            dealer: lead.filter(|_| G::LEAD == "dealer"),
            shuffles: chance.shuffles.iter().map(names).collect(),
            moves: self.moves.into_iter().map(text::<G>).collect(),
            result: GameResult::of(table),
            times: None,
            extra: Map::new(),
        }
    }
}

/// A move in record notation.
fn text<G: Notation>((seat, code): (u8, u16)) -> String {
    let seat = Seat::new(seat);
    // The code was encoded from an action, so it decodes.
    G::decode(code).map_or_else(String::new, |action| format!("{seat} {action}"))
}
