//! Positions for tests, written as lines of notation.

use mazzo_core::{
    ActionList, CardSet, Game, Notation, Options, Script, Seat, Setup, Windows, close_window, play_written,
};

/// A list of cards in notation, each as the set of all copies of its face.
pub fn order<G: Notation>(cards: &str) -> Vec<CardSet> {
    let named = |name| {
        let copies = G::cards_named(name);
        assert!(!copies.is_empty(), "there is no card '{name}'");
        copies
    };
    cards.split_whitespace().map(named).collect()
}

/// A game in progress, with predetermined chance.
pub struct Scene<G: Game> {
    /// The current table.
    pub table: G,
    /// Every fact so far.
    pub log: Vec<G::Event>,
    chance: Script<'static>,
}

impl<G: Windows> Scene<G> {
    /// Deals. `lead` answers [`mazzo_core::Chance::below`]. Each of `shuffles` names the top cards of a pile; the others follow
    /// in arbitrary order.
    pub fn new(seats: u8, rules: &str, lead: u8, shuffles: &[&str]) -> Self {
        let rules = G::Rules::parse(rules).unwrap_or_else(|e| panic!("{e}"));
        let shuffles: Vec<Vec<CardSet>> = shuffles.iter().map(|cards| order::<G>(cards)).collect();
        // Leaking a few short lists is fine in a test.
        let mut chance = Script::new(lead, Box::leak(shuffles.into_boxed_slice()));
        let mut log = Vec::new();
        let table = G::new(Setup { seats, rules }, &mut chance, &mut log);
        Self { table, log, chance }
    }

    /// Plays moves in record notation, separated by commas, with passes left out.
    #[track_caller]
    pub fn play(&mut self, moves: &str) -> &mut Self {
        for text in moves.split(',').map(str::trim) {
            let verdict = self.attempt(text);
            assert!(verdict.is_ok(), "'{text}' is not legal: {verdict:?} in {:?}", self.table);
        }
        self
    }

    /// Tries one move.
    #[track_caller]
    pub fn attempt(&mut self, text: &str) -> Result<(), G::Illegal> {
        let (seat, action) = text.split_once(' ').unwrap_or_else(|| panic!("'{text}' is not a move"));
        let seat = Seat::new(seat.parse().unwrap_or_else(|_| panic!("'{text}' names no seat")));
        let action = action.parse().unwrap_or_else(|_| panic!("'{text}' names no action"));
        if G::is_pass(action) && self.table.permit(seat, action).is_ok() {
            // Unlike a record, a test may write a pass in a window.
            self.table.apply(seat, action, &mut self.chance, &mut self.log);
        } else {
            play_written(&mut self.table, seat, action, &mut self.chance, &mut self.log)?;
        }
        self.table.check().unwrap_or_else(|e| panic!("{e} after '{text}'"));
        Ok(())
    }

    /// Lets every seat that has not answered the open window pass.
    pub fn pass(&mut self) -> &mut Self {
        close_window(&mut self.table, &mut self.chance, &mut self.log);
        self
    }

    /// The legal actions of a seat in notation, separated by commas.
    pub fn legal(&self, seat: u8) -> String {
        let mut legal = ActionList::new();
        self.table.legal(Seat::new(seat), &mut legal);
        legal.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    /// True if the action is legal for the seat.
    pub fn may(&self, seat: u8, action: &str) -> bool {
        let action = action.parse().unwrap_or_else(|_| panic!("'{action}' names no action"));
        self.table.permit(Seat::new(seat), action).is_ok()
    }

    /// The number of facts that match.
    pub fn count(&self, kind: impl Fn(&G::Event) -> bool) -> usize {
        self.log.iter().filter(|fact| kind(fact)).count()
    }
}
