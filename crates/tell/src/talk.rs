//! What people are called, and what they say.

use mazzo_core::SeatSet;
use mazzo_text::{Lang, msg};
use mazzo_wire::{Chair, Sitter, Utterance};

use crate::line::{Line, Manner, Tint, tinted};
use crate::spoken::Around;

/// What house bots are called, in the order of seats.
const BOTS: [&str; 12] =
    ["Bruno", "Carla", "Dino", "Elsa", "Fausto", "Gina", "Ivo", "Lina", "Nico", "Olga", "Pino", "Rita"];

/// From this number on a phrase is no phrase but something that one does.
const EMOTES: u8 = 18;

/// What everybody at a table is called, by seat: people by their names, bots by one that nobody else has.
pub fn names(lang: Lang, chairs: &[Chair]) -> Vec<String> {
    // Bots have plain letters in their names.
    let has = |chair: &Chair, bot: &str| match &chair.sitter {
        Sitter::Person { name, .. } => name.eq_ignore_ascii_case(bot),
        Sitter::Nobody | Sitter::Bot { .. } => false,
    };
    let is_free = |bot: &&&str| !chairs.iter().any(|chair| has(chair, bot));
    let mut bots = BOTS.iter().filter(is_free);
    let name = |(seat, chair): (usize, &Chair)| {
        // A bot keeps its name whoever else sits down.
        let bot = bots.next().copied().unwrap_or("Bot");
        match &chair.sitter {
            Sitter::Person { name, .. } => name.clone(),
            Sitter::Bot { .. } => bot.to_owned(),
            Sitter::Nobody => msg::seat(lang, &(seat + 1).to_string()),
        }
    };
    chairs.iter().enumerate().map(name).collect()
}

/// The word before the last name, which is another one where that begins with the word's own sound: Ana e Inés, Ada ed Elsa.
fn and(lang: Lang, last: &str) -> String {
    let last = last.trim_start_matches(char::is_control); // what makes it stand out
    let is_again = match lang {
        Lang::En | Lang::De => false,
        Lang::It => last.starts_with(['E', 'e', 'È', 'É', 'è', 'é']),
        Lang::Es => {
            let mut sounds = last.trim_start_matches(['H', 'h']).chars();
            let is_i = matches!(sounds.next(), Some('I' | 'i' | 'Í' | 'í'));
            // In `Iago` and `Hierro` it glides into what follows.
            is_i && !matches!(sounds.next(), Some('a' | 'e' | 'o' | 'á' | 'é' | 'ó'))
        }
    };
    if is_again { msg::list_and_again(lang) } else { msg::list_and(lang) }
}

/// Several names as one says them: Ada, Bruno and Carla.
pub fn listed(lang: Lang, names: &[String]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            format!("{} {} {last}", rest.join(", "), and(lang, last))
        }
        _ => names.join(""),
    }
}

/// Who won.
pub fn winners(around: Around<'_>, winners: SeatSet) -> Line {
    let names: Vec<String> = winners.iter().map(|seat| around.plain(seat).to_owned()).collect();
    let names = listed(around.lang, &names);
    let text = match winners.len() {
        1 => msg::replay_winner(around.lang, &names),
        _ => msg::replay_winners(around.lang, &names),
    };
    Line::new(Manner::Ending, &text).all(Tint::Call)
}

/// A round begins.
pub fn round(lang: Lang, number: u16) -> Line {
    Line::new(Manner::Heading, &msg::replay_round(lang, &number.to_string()))
}

/// Whether that phrase is something that one does.
pub const fn is_emote(number: u8) -> bool {
    number >= EMOTES
}

/// A phrase as one chooses it; none if there is no such phrase.
pub fn phrase(lang: Lang, number: u8) -> Option<String> {
    msg::lookup(lang, &format!("phrase-{number}"))
}

/// What somebody has said, for a log; none if there is no such phrase.
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
        // A text of somebody else must not look like ours: it was cleaned before it was sent, and here once more.
        Utterance::Text(text) => {
            let clean: String = text.chars().filter(|c| !c.is_control()).collect();
            format!("{name}: {}", tinted(Tint::Plain, clean))
        }
    };
    Some(Line::new(Manner::Aside, &text))
}
