//! Participants of an arena: our bots, and external programs.

use std::fmt;
use std::str::FromStr;

use mazzo_arena::external::{Limits, PipeBot};
use mazzo_arena::simulation::Entrant;
use mazzo_bots::{PlayableGame, Random, Spec, Thinks};

/// A participant of an arena, as `--bots` names it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Participant {
    /// One of our bots.
    BuiltIn(Spec),
    /// The command of an external program.
    Pipe(String),
}

impl Participant {
    /// Parses a list separated by commas. Commas within quotes do not split.
    pub(crate) fn list(text: &str) -> Result<Vec<Self>, String> {
        let (mut participants, mut name, mut quote) = (Vec::new(), String::new(), None);
        for letter in text.chars() {
            if letter == ',' && quote.is_none() {
                participants.push(std::mem::take(&mut name).parse()?);
                continue;
            }
            if quote == Some(letter) {
                quote = None;
            } else if quote.is_none() && (letter == '"' || letter == '\'') {
                quote = Some(letter);
            }
            name.push(letter);
        }
        participants.push(name.parse()?);
        Ok(participants)
    }

    /// Creates the bot.
    pub(crate) fn enter<G: PlayableGame>(&self, patience: u32) -> Entrant<G> {
        match self {
            Self::BuiltIn(spec) => Entrant::built_in(spec),
            Self::Pipe(command) => {
                let limits = Limits { millis: patience.into(), ..Limits::default() };
                let thinks = Thinks::Millis(patience);
                // Parsing has rejected invalid commands.
                match PipeBot::<G>::new(command, limits) {
                    Ok(bot) => Entrant { bot: Box::new(bot), thinks, blind: false },
                    Err(_) => Entrant { bot: Box::new(Random), thinks, blind: true },
                }
            }
        }
    }
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(spec) => spec.fmt(f),
            Self::Pipe(command) => write!(f, "pipe:{command}"),
        }
    }
}

impl FromStr for Participant {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        match text.strip_prefix("pipe:").map(str::trim) {
            Some("") => Err("'pipe:' needs the command that starts your bot".to_owned()),
            Some(command) => {
                // Quotes around the whole command belong to the list.
                let command = unquoted(command);
                let words = mazzo_arena::external::words(command).map_err(|error| error.to_string());
                words.map(|_| Self::Pipe(command.to_owned()))
            }
            None => text.parse().map(Self::BuiltIn),
        }
    }
}

fn unquoted(command: &str) -> &str {
    let inside = |quote| command.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inside('"').or(inside('\'')).filter(|inner| !inner.contains(['"', '\''])).unwrap_or(command)
}

#[cfg(test)]
mod tests {
    use super::Participant;

    #[test]
    fn lists_are_split_at_commas_outside_of_quotes() {
        let list =
            Participant::list(r#"counter,pipe:"python3 my_bot.py --odds 1,2", search:5ms"#).expect("a list");
        let texts: Vec<String> = list.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["counter", "pipe:python3 my_bot.py --odds 1,2", "search:5ms"]);
        assert!(Participant::list("counter,").is_err() && Participant::list("pipe:").is_err());
    }
}
