//! House rules (U18, U22, U29, U33, U34, U40-U44).

use mazzo_core::{Kind, OptionKey, Options};

/// Points that end a match (U33).
pub const TARGET: u16 = 500;

/// The house rules of Uno.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    flags: u16, // one bit per key, in the order of KEYS, without the target; packed to keep a table small
    /// The points that end a match (U33).
    pub target: u16,
}

const TARGET_KEY: usize = 4;

impl Options for Rules {
    const KEYS: &'static [OptionKey] = &[
        OptionKey { name: "two_players_reverse", kind: Kind::Choice(&["skip", "turn"]) },
        OptionKey { name: "wild_draw_four", kind: Kind::Choice(&["challenge", "strict"]) },
        OptionKey { name: "wrong_catch", kind: Kind::Choice(&["free", "draw_one"]) },
        OptionKey { name: "scoring", kind: Kind::Choice(&["points", "low"]) },
        OptionKey { name: "target", kind: Kind::Number(1, 5000) },
        OptionKey { name: "stacking", kind: Kind::Switch },
        OptionKey { name: "draw_to_match", kind: Kind::Switch },
        OptionKey { name: "force_play", kind: Kind::Switch },
        OptionKey { name: "jump_in", kind: Kind::Switch },
        OptionKey { name: "seven_zero", kind: Kind::Switch },
    ];

    fn get(&self, index: usize) -> u16 {
        if index == TARGET_KEY { self.target } else { self.flags >> index & 1 }
    }

    fn set(&mut self, index: usize, value: u16) {
        if index == TARGET_KEY {
            self.target = value;
        } else {
            self.flags = self.flags & !(1 << index) | u16::from(value != 0) << index;
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self { flags: 0, target: TARGET }
    }
}

impl Rules {
    #[inline]
    const fn is(self, key: usize) -> bool {
        self.flags >> key & 1 == 1
    }

    /// U18: with two players a Reverse does not skip.
    #[inline]
    pub const fn reverse_only_turns(self) -> bool {
        self.is(0)
    }

    /// U22: only a fair Wild +4 is legal.
    #[inline]
    pub const fn strict(self) -> bool {
        self.is(1)
    }

    /// U29: a wrong catch costs a card.
    #[inline]
    pub const fn wrong_catch_draws(self) -> bool {
        self.is(2)
    }

    /// U34: players collect penalty points, and the lowest score wins.
    #[inline]
    pub const fn low(self) -> bool {
        self.is(3)
    }

    /// U40: a +2 or +4 can be answered with another.
    #[inline]
    pub const fn stacking(self) -> bool {
        self.is(5)
    }

    /// U41: a draw goes on until a card can be played.
    #[inline]
    pub const fn draw_to_match(self) -> bool {
        self.is(6)
    }

    /// U42: a playable drawn card must be played.
    #[inline]
    pub const fn force_play(self) -> bool {
        self.is(7)
    }

    /// U43: the identical card can be played out of turn.
    #[inline]
    pub const fn jump_in(self) -> bool {
        self.is(8)
    }

    /// U44: a 7 swaps hands, a 0 passes them on.
    #[inline]
    pub const fn seven_zero(self) -> bool {
        self.is(9)
    }
}
