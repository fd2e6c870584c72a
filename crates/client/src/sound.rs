//! Validates messages of a server.
//!
//! A malicious server may name seats that do not exist, and a client that trusts them would index out of bounds. Impossible cards
//! are folded like any others, so that the record of the game proves the breach. Code that determinizes a view checks first that
//! it is sound ([`crate::Choices`]).

use mazzo_core::{Game, Options as _, Setup, Visible};
use mazzo_protocol::{Folded, MAX_NAME, MAX_TEXT, Mine, PublicRoom, Said, Sitter, Told, Utterance};

/// Limit for names: longer than a server accepts, plus the suffix that it adds to distinguish equal names.
const NAME_LIMIT: usize = 2 * MAX_NAME;

/// True if a message can be folded into the known state, and the result can be shown.
pub(crate) fn is_sound<G: Visible>(known: Option<&Folded<G>>, told: &Told<G>) -> bool {
    let seats = known.map_or(0, |known| known.room.settings.seats);
    match told {
        Told::Snapshot { snapshot, .. } => {
            is_table(&Folded::from((**snapshot).clone())) && snapshot.view.as_ref().is_none_or(G::sound)
        }
        Told::Frame(frame) => {
            let Some(known) = known else { return true }; // the client requests a snapshot
            let mut next = known.clone();
            frame.begin.as_ref().is_none_or(is_beginning::<G>)
                // A gap is valid: the client requests a snapshot.
                && (next.take((**frame).clone()).is_err()
                    || (is_table(&next)
                        && frame.said.as_ref().is_none_or(|said| is_said(said, next.room.settings.seats))))
        }
        Told::Mine { mine, .. } => known.is_none() || is_mine(mine, seats),
        Told::Done { mine, .. } => known.is_none() || mine.as_ref().is_none_or(|mine| is_mine(mine, seats)),
        Told::Refused { .. }
        | Told::Legal { .. }
        | Told::Beat { .. }
        | Told::Notice { .. }
        | Told::Bye { .. } => true,
    }
}

fn is_setup<G: Game>(seats: u8, rules: &G::Rules) -> bool {
    G::SEATS.contains(&seats) && rules.in_range()
}

fn is_table<G: Visible>(table: &Folded<G>) -> bool {
    is_room::<G>(&table.room) && is_mine(&table.mine, table.room.settings.seats)
}

fn is_room<G: Game>(room: &PublicRoom<G::Rules>) -> bool {
    let seats = room.settings.seats;
    is_setup::<G>(seats, &room.settings.rules)
        && room.chairs.len() == usize::from(seats)
        && room.host.is_none_or(|host| host < seats)
        && room.chairs.iter().all(|chair| match &chair.sitter {
            Sitter::Person { name, .. } => name.chars().nth(NAME_LIMIT).is_none(),
            Sitter::Nobody | Sitter::Bot { .. } => true,
        })
}

fn is_mine(mine: &Mine, seats: u8) -> bool {
    mine.seat.is_none_or(|seat| seat < seats)
}

fn is_said(said: &Said, seats: u8) -> bool {
    said.seat < seats
        && match &said.what {
            Utterance::Phrase(_) => true,
            Utterance::Text(text) => text.chars().nth(MAX_TEXT).is_none(),
        }
}

/// True for the view of an empty table, with which a game begins.
fn is_beginning<G: Visible>(view: &G::View) -> bool {
    let (Setup { seats, rules }, viewer) = G::viewed(view);
    is_setup::<G>(seats, &rules)
        && viewer.seat().is_none_or(|seat| seat.index() < usize::from(seats))
        && *view == G::empty(Setup { seats, rules }).view(viewer)
}
