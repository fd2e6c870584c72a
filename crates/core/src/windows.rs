//! Windows, in which several seats answer in secret.

use crate::{Chance, Notation, Seat, Sink, play};

/// The windows of a game: moments in which several seats may answer at once, each in secret. The last answer, or the deadline,
/// resolves the window. A game without windows needs no code: `impl Windows for Table {}`.
///
/// Rooms, records and bots ask for this trait. Its law, checked in the crate `mazzo-laws`, is *sealing*: an answer is one fact
/// before anything else happens, it looks the same to all other viewers whatever was answered, and it does not change their views.
pub trait Windows: Notation {
    /// The number of the open window, counted over the game.
    fn window(&self) -> Option<u32> {
        None
    }
    /// True if this answer to a window is a pass, which records leave out.
    fn is_pass(_action: Self::Action) -> bool {
        false
    }
    /// True if this action only waits: a pass, or a draw on a turn. A random player that picked to wait picks again, since
    /// its games would be unrealistic otherwise.
    fn is_idle(_action: Self::Action) -> bool {
        false
    }
    /// The position of an answer among the answers to the same window in a record.
    fn rank(&self, _seat: Seat, _action: Self::Action) -> u8 {
        0
    }
    /// True if this answer ends its window in a record: the next move belongs to the next window.
    fn closes(_action: Self::Action) -> bool {
        false
    }
    /// True if this answer to a window can change what comes next: a call, a catch, a card thrown in. It invalidates premoves.
    fn interrupts(_action: Self::Action) -> bool {
        false
    }
    /// A number for what all players see of an action when it is made: equal numbers look the same. All answers to a window
    /// look the same. By default no two actions do.
    fn gesture(action: Self::Action) -> u16 {
        Self::encode(action)
    }
}

/// Applies the default action of every seat that has not answered the open window.
pub fn close_window<G: Windows, C: Chance, S: Sink<G::Event>>(table: &mut G, chance: &mut C, sink: &mut S) {
    let window = table.window();
    while window.is_some() && table.window() == window {
        let Some(seat) = table.to_act().first() else { return };
        table.apply(seat, table.default_action(seat), chance, sink);
    }
}

/// True if a move from a record answers the open window. Any other move implies that all other seats passed. A written pass
/// belongs to a turn.
pub fn is_answer<G: Windows>(table: &G, seat: Seat, action: G::Action) -> bool {
    table.window().is_some() && !G::is_pass(action) && table.permit(seat, action).is_ok()
}

/// Plays a move from a record. Records leave out passes in a window: a move that does not answer the open window implies that
/// all other seats passed.
pub fn play_written<G: Windows, C: Chance, S: Sink<G::Event>>(
    table: &mut G,
    seat: Seat,
    action: G::Action,
    chance: &mut C,
    sink: &mut S,
) -> Result<(), G::Illegal> {
    let window = table.window();
    if window.is_some() {
        if is_answer(table, seat, action) {
            table.apply(seat, action, chance, sink);
            // The last answer may have closed the window, and another window may be open now.
            if G::closes(action) && table.window() == window {
                close_window(table, chance, sink);
            }
            return Ok(());
        }
        close_window(table, chance, sink);
    }
    play(table, seat, action, chance, sink)
}
