//! Codes and texts of actions, facts and cards.

use crate::{Card, CardSet, Game, Seat};

/// The lowest event code of a game in a log. Lower codes belong to the owner of the log.
pub const FIRST_CODE: u8 = 16;

/// The codes and texts of a game, in messages, logs and records.
///
/// Everything that stores or sends actions, facts or cards asks for this trait. Its laws, checked in the crate `mazzo-laws`:
/// - *choices*: codes of actions round-trip, and no two legal actions share one. The same holds for their texts.
/// - *codes*: a fact survives the round trip through the bytes of a log, and its encoding is self-delimiting.
pub trait Notation: Game {
    /// The word in a record for the seat that chance, or the draw for the deal, chose.
    const LEAD: &'static str;

    /// The number of an action.
    fn encode(action: Self::Action) -> u16;
    /// The action with this number.
    fn decode(code: u16) -> Option<Self::Action>;
    /// Writes a fact for a log: its code, then its fields. Codes are bytes from [`FIRST_CODE`] on. Logs are kept for years, so a
    /// code is never reused for another fact, and a fact never loses its code.
    fn write_event(event: Self::Event, to: &mut Vec<u8>);
    /// Reads a fact that [`Notation::write_event`] wrote and advances past it. `None` if the bytes are not a fact of this game.
    fn read_event(from: &mut &[u8]) -> Option<Self::Event>;
    /// A short key of the reason, used to look up the message.
    fn reason(illegal: Self::Illegal) -> &'static str;
    /// The text of a card's face in the record notation.
    fn card_name(card: Card) -> &'static str;
    /// All copies of the face with this text; empty if there is no such face.
    fn cards_named(text: &str) -> CardSet {
        Self::DECK.iter().filter(|&card| Self::card_name(card) == text).collect()
    }
    /// The seat that the record names under [`Notation::LEAD`].
    fn lead(&self) -> Seat;
    /// The numbers of the result in the record, by name, each a list by seat.
    fn tally(&self) -> Vec<(&'static str, Vec<u32>)> {
        Vec::new()
    }
}
