//! House rules.

use mazzo_core::{Kind, OptionKey, Options};

/// The direction of play at the start of a round (D28).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Direction {
    /// It carries over.
    #[default]
    Carry,
    /// It is clockwise.
    Reset,
}

/// The house rules of Diciassette.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// The direction at the start of a round (D28).
    pub direction: Direction,
}

impl Options for Rules {
    const KEYS: &'static [OptionKey] =
        &[OptionKey { name: "direction", kind: Kind::Choice(&["carry", "reset"]) }];

    fn get(&self, _: usize) -> u16 {
        self.direction as u16
    }

    fn set(&mut self, _: usize, value: u16) {
        self.direction = if value == 0 { Direction::Carry } else { Direction::Reset };
    }
}
