//! Bots by name, as in commands and in a lobby.

use std::fmt;
use std::str::FromStr;

use mazzo_core::named;

use crate::game::PlayableGame;
use crate::{Bot, BotStyle, Counter, Plain, Random, Search, Temper};

named! {
    /// A rung of the ladder, from the weakest up.
    pub enum Rung {
        /// Plays any legal action.
        Random = "random",
        /// Plays like a family.
        Plain = "plain",
        /// Plays by exact odds.
        Counter = "counter",
        /// Samples worlds and looks ahead.
        Search = "search",
    }
}

named! {
    /// The strength of a bot for human players, from the weakest up.
    pub enum BotLevel {
        /// Misjudges most odds and forgets most cards.
        Easy = "easy",
        /// Misjudges and forgets some.
        Medium = "medium",
        /// Judges exactly and forgets nothing.
        Hard = "hard",
        /// Looks ahead.
        Expert = "expert",
    }
}

impl BotLevel {
    /// The bot that plays at this level.
    pub fn spec(self) -> Spec {
        let style = |misjudges, forgets| BotStyle { misjudges, forgets, temper: Temper::Even };
        match self {
            Self::Easy => Spec { style: style(1.6, 0.8), ..Spec::new(Rung::Counter) },
            Self::Medium => Spec { style: style(0.7, 0.4), ..Spec::new(Rung::Counter) },
            Self::Hard => Spec::new(Rung::Counter),
            Self::Expert => Spec { thinks: Thinks::Worlds(EXPERT_WORLDS), ..Spec::new(Rung::Search) },
        }
    }
}

/// The number of worlds of an expert: a few hundredths of a second.
const EXPERT_WORLDS: u32 = 100;

/// The thinking budget for a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Thinks {
    /// A number of worlds: deterministic for a given seed.
    Worlds(u32),
    /// A number of milliseconds.
    Millis(u32),
}

/// The default time of `search`.
pub const MILLIS: u32 = 100;

/// A bot by name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spec {
    /// Its rung on the ladder.
    pub rung: Rung,
    /// Its error model and temper.
    pub style: BotStyle,
    /// Its thinking budget; only `search` uses it.
    pub thinks: Thinks,
}

impl Spec {
    /// The rung without errors.
    pub const fn new(rung: Rung) -> Self {
        Self { rung, style: BotStyle::EXACT, thinks: Thinks::Millis(MILLIS) }
    }

    /// Creates the bot.
    pub fn make<G: PlayableGame>(&self) -> Box<dyn Bot<G>> {
        match self.rung {
            Rung::Random => Box::new(Random),
            Rung::Plain => Box::new(Plain { style: self.style }),
            Rung::Counter => Box::new(Counter::<G>::new(self.style)),
            Rung::Search => Box::new(Search::<G>::new(self.style)),
        }
    }

    fn level(&self) -> Option<BotLevel> {
        let even = BotStyle { temper: Temper::Even, ..self.style };
        BotLevel::ALL.into_iter().find(|level| {
            let spec = level.spec();
            // `counter` and `hard` are the same bot; its name is that of the rung.
            *level != BotLevel::Hard && spec == Self { style: even, ..*self }
        })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.level();
        let name = level.map_or(self.rung.name(), BotLevel::name);
        let thinks = match self.thinks {
            _ if self.rung != Rung::Search || level.is_some() => String::new(),
            Thinks::Millis(MILLIS) => String::new(),
            Thinks::Millis(millis) => format!(":{millis}ms"),
            Thinks::Worlds(worlds) => format!(":{worlds}w"),
        };
        let temper = match self.style.temper {
            Temper::Even => String::new(),
            temper @ (Temper::Cautious | Temper::Bold | Temper::Tricky) => format!(":{temper}"),
        };
        let text = format!("{name}{thinks}{temper}");
        f.pad(&text)
    }
}

impl FromStr for Spec {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let rung = name.parse().map(Self::new);
        let mut spec = rung.or_else(|()| name.parse().map(BotLevel::spec)).map_err(|()| {
            let known = Rung::ALL.map(Rung::name).into_iter().chain(BotLevel::ALL.map(BotLevel::name));
            let known = known.collect::<Vec<_>>().join(", ");
            format!("unknown bot '{}'; known bots: {known}", excerpt(name))
        })?;
        for setting in parts {
            let number = |unit: &str| {
                setting.strip_suffix(unit).and_then(|n| n.parse().ok()).filter(|n| (1..=600_000).contains(n))
            };
            if let Ok(temper) = setting.parse() {
                spec.style.temper = temper;
            } else if let (Rung::Search, Some(millis)) = (spec.rung, number("ms")) {
                spec.thinks = Thinks::Millis(millis);
            } else if let (Rung::Search, Some(worlds)) = (spec.rung, number("w")) {
                spec.thinks = Thinks::Worlds(worlds);
            } else {
                return Err(format!(
                    "'{name}' cannot be '{}'; a bot can be cautious, bold or tricky, and search can think for \
                     1ms to 600000ms or in 1w to 600000w (worlds)",
                    excerpt(setting)
                ));
            }
        }
        Ok(spec)
    }
}

fn excerpt(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::{BotLevel, Rung, Spec, Thinks};

    #[test]
    fn bot_names_round_trip() {
        let texts = [
            "random",
            "plain",
            "counter:bold",
            "search",
            "search:20ms",
            "search:500w:tricky",
            "easy",
            "medium",
        ];
        for text in texts.into_iter().chain(["expert", "easy:cautious"]) {
            assert_eq!(text.parse::<Spec>().expect(text).to_string(), text);
        }
        assert_eq!("hard".parse(), Ok(Spec::new(Rung::Counter)));
        assert_eq!("search:7w".parse::<Spec>().map(|spec| spec.thinks), Ok(Thinks::Worlds(7)));
        assert_eq!("expert".parse(), Ok(BotLevel::Expert.spec()));
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        assert!("grandmaster".parse::<Spec>().unwrap_err().contains("random, plain, counter, search, easy"));
        for bad in ["counter:5ms", "search:0ms", "search:x", "plain:", "search:9999999w"] {
            assert!(bad.parse::<Spec>().unwrap_err().contains("cannot be"), "{bad}");
        }
    }
}
