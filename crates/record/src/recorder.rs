//! Writing a game down while it is played.

use mazzo_core::{Card, CardSet, Chance, Dealer, Game, Seat, Seeded, Streams};
use mazzo_json::Map;
use rand_core::Rng;

use crate::shape::{FORMAT, Record, SeatInfo, Standing, options_to_json};

/// A dealer whose shuffles are noted down, whole.
#[derive(Clone, Debug)]
pub struct Noting<R, S = Seeded> {
    dealer: Dealer<R, S>,
    shuffles: Vec<Vec<Card>>,
}

impl<R, S> Noting<R, S> {
    /// Notes what this dealer shuffles.
    pub const fn new(dealer: Dealer<R, S>) -> Self {
        Self { dealer, shuffles: Vec::new() }
    }
}

impl<R: Rng + Clone, S: Streams<R> + Clone> Chance for Noting<R, S> {
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

/// Notes the moves of a game as a record writes them.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    moves: Vec<String>,
    /// Answers to the open window, to be sorted when it closes: rank, whether it is read as the last one, text.
    answers: Vec<(u8, bool, String)>,
}

impl Recorder {
    /// Notes an action; `table` is the table before it.
    pub fn note<G: Game>(&mut self, table: &G, seat: Seat, action: G::Action) {
        let in_window = table.window().is_some();
        if !in_window {
            self.close();
            self.moves.push(format!("{seat} {action}"));
        } else if !G::is_pass(action) {
            self.answers.push((table.rank(seat, action), G::closes(action), format!("{seat} {action}")));
        }
        // The last answer resolves the window, and the next one may open at once.
        if in_window && table.to_act().len() == 1 {
            self.close();
        }
    }

    fn close(&mut self) {
        mazzo_core::sort_by(&mut self.answers, |a, b| a < b);
        self.moves.extend(self.answers.drain(..).map(|(_, _, text)| text));
    }

    /// The record of the game so far.
    pub fn finish<G: Game, R, S>(mut self, table: &G, chance: &Noting<R, S>, seats: Vec<SeatInfo>) -> Record {
        if table.window().is_some() {
            // Others may still answer, and whoever reads this must not take the window for closed.
            self.answers.retain(|&(_, closes, _)| !closes);
        }
        self.close();
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
            moves: self.moves,
            result: Standing::of(table),
            times: None,
            extra: Map::new(),
        }
    }
}
