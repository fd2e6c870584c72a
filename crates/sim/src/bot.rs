//! Who plays in a simulation.

use std::str::FromStr;

use mazzo_core::{ActionList, FastRng, Game, Seat, below};

/// Who plays at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bot {
    /// Plays anything that is legal; thinks twice before it waits, and rarely speaks up in a window.
    #[default]
    Random,
}

/// One in so many answers to a window is something else than a pass.
const CHATTER: u32 = 16;

impl Bot {
    /// Every bot.
    pub const ALL: [Self; 1] = [Self::Random];

    /// Its name in commands and records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
        }
    }

    /// What it does. `legal` is room to work in.
    #[expect(clippy::inline_always, reason = "the loop of a playout is this and `apply`, and little else")]
    #[inline(always)]
    pub fn choose<G: Game>(
        self,
        table: &G,
        seat: Seat,
        rng: &mut FastRng,
        legal: &mut ActionList<G::Action>,
    ) -> G::Action {
        match self {
            Self::Random => {
                if table.window().is_some() && below(rng, CHATTER) != 0 {
                    return table.default_action(seat);
                }
                legal.clear();
                table.legal(seat, legal);
                let action = legal[below(rng, legal.len() as u32) as usize];
                if G::is_idle(action) { legal[below(rng, legal.len() as u32) as usize] } else { action }
            }
        }
    }
}

impl FromStr for Bot {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|bot| bot.name() == text).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|bot| bot.name()).collect();
            let text: String = text.chars().take(40).collect();
            format!("there is no bot '{text}'; there are: {}", known.join(", "))
        })
    }
}
