//! Bots by name: what people write in commands and choose in a lobby.

use std::fmt;
use std::str::FromStr;

use crate::game::Played;
use crate::{Bot, Counter, Mind, Plain, Random, Search, Temper};

/// A rung of the ladder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rung {
    /// Anything that is legal.
    Random,
    /// How a family plays.
    Plain,
    /// Exact odds.
    Counter,
    /// Samples worlds and looks ahead.
    Search,
}

impl Rung {
    /// From the weakest up.
    pub const ALL: [Self; 4] = [Self::Random, Self::Plain, Self::Counter, Self::Search];

    /// Its name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Plain => "plain",
            Self::Counter => "counter",
            Self::Search => "search",
        }
    }
}

/// How strong a bot is to be that people play with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Misjudges most things and forgets most cards.
    Easy,
    /// Misjudges and forgets some.
    Medium,
    /// Judges exactly and forgets nothing.
    Hard,
    /// Looks ahead.
    Expert,
}

impl Level {
    /// From the weakest up.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];

    /// Its name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }

    /// The bot that plays at this level.
    pub fn spec(self) -> Spec {
        let mind = |misjudges, forgets| Mind { misjudges, forgets, temper: Temper::Even };
        match self {
            Self::Easy => Spec { mind: mind(1.6, 0.8), ..Spec::new(Rung::Counter) },
            Self::Medium => Spec { mind: mind(0.7, 0.4), ..Spec::new(Rung::Counter) },
            Self::Hard => Spec::new(Rung::Counter),
            Self::Expert => Spec { thinks: Thinks::Worlds(EXPERT_WORLDS), ..Spec::new(Rung::Search) },
        }
    }
}

/// Worlds that an expert looks at: a few hundredths of a second.
const EXPERT_WORLDS: u32 = 100;

/// How long a bot thinks about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Thinks {
    /// So many worlds: the same seed gives the same game.
    Worlds(u32),
    /// So many milliseconds.
    Millis(u32),
}

/// What `search` takes unless told otherwise.
pub const MILLIS: u32 = 100;

/// A bot by name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spec {
    /// Which rung of the ladder it stands on.
    pub rung: Rung,
    /// How well it judges, and what it is like.
    pub mind: Mind,
    /// How long it thinks; only `search` does.
    pub thinks: Thinks,
}

impl Spec {
    /// That rung at its best.
    pub const fn new(rung: Rung) -> Self {
        Self { rung, mind: Mind::EXACT, thinks: Thinks::Millis(MILLIS) }
    }

    /// The bot itself.
    pub fn make<G: Played>(&self) -> Box<dyn Bot<G>> {
        match self.rung {
            Rung::Random => Box::new(Random),
            Rung::Plain => Box::new(Plain { mind: self.mind }),
            Rung::Counter => Box::new(Counter::<G>::new(self.mind)),
            Rung::Search => Box::new(Search::<G>::new(self.mind)),
        }
    }

    fn level(&self) -> Option<Level> {
        let even = Mind { temper: Temper::Even, ..self.mind };
        Level::ALL.into_iter().find(|level| {
            let spec = level.spec();
            // `counter` and `hard` are the same; it is called by its rung.
            *level != Level::Hard && spec == Self { mind: even, ..*self }
        })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.level();
        let name = level.map_or(self.rung.name(), Level::name);
        let thinks = match self.thinks {
            _ if self.rung != Rung::Search || level.is_some() => String::new(),
            Thinks::Millis(MILLIS) => String::new(),
            Thinks::Millis(millis) => format!(":{millis}ms"),
            Thinks::Worlds(worlds) => format!(":{worlds}w"),
        };
        let temper = match self.mind.temper {
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
        let rung = Rung::ALL.into_iter().find(|rung| rung.name() == name).map(Self::new);
        let level = Level::ALL.into_iter().find(|level| level.name() == name).map(Level::spec);
        let mut spec = rung.or(level).ok_or_else(|| {
            let known = Rung::ALL.map(Rung::name).into_iter().chain(Level::ALL.map(Level::name));
            let known = known.collect::<Vec<_>>().join(", ");
            format!("there is no bot '{}'; there are: {known}", excerpt(name))
        })?;
        for setting in parts {
            let number = |unit: &str| {
                setting.strip_suffix(unit).and_then(|n| n.parse().ok()).filter(|n| (1..=600_000).contains(n))
            };
            if let Ok(temper) = setting.parse() {
                spec.mind.temper = temper;
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
    use super::{Level, Rung, Spec, Thinks};

    #[test]
    fn names_lead_back_to_bots() {
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
        assert_eq!("expert".parse(), Ok(Level::Expert.spec()));
    }

    #[test]
    fn a_bad_name_is_told_what_there_is() {
        assert!("grandmaster".parse::<Spec>().unwrap_err().contains("random, plain, counter, search, easy"));
        for bad in ["counter:5ms", "search:0ms", "search:x", "plain:", "search:9999999w"] {
            assert!(bad.parse::<Spec>().unwrap_err().contains("cannot be"), "{bad}");
        }
    }
}
