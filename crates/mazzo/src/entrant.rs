//! Who enters an arena: one of ours, or somebody's program.

use std::fmt;
use std::str::FromStr;

use mazzo_bots::{Played, Random, Spec, Thinks};
use mazzo_pipe::{Limits, PipeBot};
use mazzo_sim::Entrant;

/// A name on the list of an arena.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Name {
    /// One of ours.
    House(Spec),
    /// A command that speaks our protocol.
    Pipe(String),
}

impl Name {
    /// A list with commas; what is in quotes is not split.
    pub(crate) fn list(text: &str) -> Result<Vec<Self>, String> {
        let (mut names, mut name, mut quote) = (Vec::new(), String::new(), None);
        for letter in text.chars() {
            if letter == ',' && quote.is_none() {
                names.push(std::mem::take(&mut name).parse()?);
                continue;
            }
            if quote == Some(letter) {
                quote = None;
            } else if quote.is_none() && (letter == '"' || letter == '\'') {
                quote = Some(letter);
            }
            name.push(letter);
        }
        names.push(name.parse()?);
        Ok(names)
    }

    /// The bot, ready to sit down.
    pub(crate) fn enter<G: Played>(&self, patience: u32) -> Entrant<G> {
        match self {
            Self::House(spec) => Entrant::house(spec),
            Self::Pipe(command) => {
                let limits = Limits { millis: patience.into(), ..Limits::default() };
                let thinks = Thinks::Millis(patience);
                // A list is read before anything starts, and refuses a command that is none.
                match PipeBot::<G>::new(command, limits) {
                    Ok(bot) => Entrant { bot: Box::new(bot), thinks, blind: false },
                    Err(_) => Entrant { bot: Box::new(Random), thinks, blind: true },
                }
            }
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::House(spec) => spec.fmt(f),
            Self::Pipe(command) => write!(f, "pipe:{command}"),
        }
    }
}

impl FromStr for Name {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        match text.strip_prefix("pipe:").map(str::trim) {
            Some("") => Err("after 'pipe:' comes the command that starts your bot".to_owned()),
            Some(command) => {
                // Quotes around the whole command are the list's, not the command's.
                let command = unquoted(command);
                let words = mazzo_pipe::words(command).map_err(|error| error.to_string());
                words.map(|_| Self::Pipe(command.to_owned()))
            }
            None => text.parse().map(Self::House),
        }
    }
}

fn unquoted(command: &str) -> &str {
    let inside = |quote| command.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inside('"').or(inside('\'')).filter(|inner| !inner.contains(['"', '\''])).unwrap_or(command)
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn lists_are_split_at_commas_but_not_inside_of_quotes() {
        let list =
            Name::list(r#"counter,pipe:"python3 my_bot.py --odds 1,2", search:5ms"#).expect("it is a list");
        let texts: Vec<String> = list.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["counter", "pipe:python3 my_bot.py --odds 1,2", "search:5ms"]);
        assert!(Name::list("counter,").is_err() && Name::list("pipe:").is_err());
    }
}
