//! Names of players, and chat.

use mazzo_core::SeatSet;
use mazzo_protocol::{Chair, Sitter, Utterance};
use mazzo_text::{Lang, msg};

use crate::line::{Line, Manner, Tint, tinted};
use crate::spoken::Around;

/// Names for bots, in the order of seats.
const BOTS: [&str; 12] =
    ["Bruno", "Carla", "Dino", "Elsa", "Fausto", "Gina", "Ivo", "Lina", "Nico", "Olga", "Pino", "Rita"];

/// From this number on, a phrase is an emote.
const EMOTES: u8 = 18;

/// The names at a table, by seat: people keep their names, and each bot gets a name that is not taken.
pub fn names(lang: Lang, chairs: &[Chair]) -> Vec<String> {
    // An ASCII comparison suffices: the names of bots are ASCII.
    let has = |chair: &Chair, bot: &str| match &chair.sitter {
        Sitter::Person { name, .. } => name.eq_ignore_ascii_case(bot),
        Sitter::Nobody | Sitter::Bot { .. } => false,
    };
    let is_unused = |bot: &&&str| !chairs.iter().any(|chair| has(chair, bot));
    let mut bots = BOTS.iter().filter(is_unused);
    let name = |(seat, chair): (usize, &Chair)| {
        // Every seat takes one, so that a bot keeps its name when a player sits down elsewhere.
        let bot = bots.next().copied().unwrap_or("Bot");
        match &chair.sitter {
            Sitter::Person { name, .. } => name.clone(),
            Sitter::Bot { .. } => bot.to_owned(),
            Sitter::Nobody => msg::seat(lang, &(seat + 1).to_string()),
        }
    };
    chairs.iter().enumerate().map(name).collect()
}

/// The word for 'and' before the last name. It has another form before a name that begins with the same sound: Ana e Inés,
/// Ada ed Elsa.
fn and(lang: Lang, last: &str) -> String {
    let last = last.trim_start_matches(char::is_control); // tint markers
    let is_same_sound = match lang {
        Lang::En | Lang::De => false,
        Lang::It => last.starts_with(['E', 'e', 'È', 'É', 'è', 'é']),
        Lang::Es => {
            let mut sounds = last.trim_start_matches(['H', 'h']).chars();
            let is_i = matches!(sounds.next(), Some('I' | 'i' | 'Í' | 'í'));
            // The I of `Iago` and `Hierro` is a glide, not a vowel.
            is_i && !matches!(sounds.next(), Some('a' | 'e' | 'o' | 'á' | 'é' | 'ó'))
        }
    };
    if is_same_sound { msg::list_and_again(lang) } else { msg::list_and(lang) }
}

/// Joins names to a list: Ada, Bruno and Carla.
pub fn listed(lang: Lang, names: &[String]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            format!("{} {} {last}", rest.join(", "), and(lang, last))
        }
        _ => names.join(""),
    }
}

/// The line that names the winners.
pub fn winners(around: Around<'_>, winners: SeatSet) -> Line {
    let names: Vec<String> = winners.iter().map(|seat| around.plain(seat).to_owned()).collect();
    let names = listed(around.lang, &names);
    let text = match winners.len() {
        1 => msg::replay_winner(around.lang, &names),
        _ => msg::replay_winners(around.lang, &names),
    };
    Line::new(Manner::Ending, &text).all(Tint::Call)
}

/// The heading of a round.
pub fn round(lang: Lang, number: u16) -> Line {
    Line::new(Manner::Heading, &msg::replay_round(lang, &number.to_string()))
}

/// True if the phrase is an emote.
pub const fn is_emote(number: u8) -> bool {
    number >= EMOTES
}

/// The text of a phrase for the menu; none if there is no such phrase.
pub fn phrase(lang: Lang, number: u8) -> Option<String> {
    msg::lookup(lang, &format!("phrase-{number}"))
}

/// The log line of a chat message; none if there is no such phrase.
pub fn said(around: Around<'_>, seat: mazzo_core::Seat, what: &Utterance) -> Option<Line> {
    let (lang, name) = (around.lang, around.name(seat));
    let text = match what {
        Utterance::Phrase(18) => msg::emote_18(lang, &name),
        Utterance::Phrase(19) => msg::emote_19(lang, &name),
        Utterance::Phrase(20) => msg::emote_20(lang, &name),
        Utterance::Phrase(21) => msg::emote_21(lang, &name),
        Utterance::Phrase(22) => msg::emote_22(lang, &name),
        Utterance::Phrase(23) => msg::emote_23(lang, &name),
        Utterance::Phrase(number) => format!("{name}: {}", phrase(lang, *number)?),
        // A player's text must not contain tint markers. The server removes control characters too; this is a second check.
        Utterance::Text(text) => {
            let clean: String = text.chars().filter(|c| !c.is_control()).collect();
            format!("{name}: {}", tinted(Tint::Plain, clean))
        }
    };
    Some(Line::aside(&text))
}
