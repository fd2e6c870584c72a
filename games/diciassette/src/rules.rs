//! House rules.

use mazzo_core::{Kind, OptionKey, Options};

/// What becomes of the direction of play when a round ends (D28).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Direction {
    /// It stays as it is.
    #[default]
    Carry,
    /// It is clockwise again.
    Reset,
}

/// The house rules of Diciassette.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// D28.
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
