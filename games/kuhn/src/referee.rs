//! The rules a second time, as a list of all hands, for the laws to compare.

use mazzo_core::{Game as _, NoRules, Refereed, Seat, Setup, Viewer, Visible as _};

use crate::{Action, Event, Face, Table};

/// A hand as a line of letters: k check, b bet, f fold, c call.
#[derive(Debug)]
pub struct Referee {
    starter: Seat,
    hands: [Face; 2],
    line: String,
}

impl Refereed for Table {
    type Referee = Referee;
}

impl mazzo_core::Referee<Table> for Referee {
    fn new(_: &Setup<NoRules>, facts: &[Event]) -> Result<Self, String> {
        let [Event::Began { seat: starter }, Event::Dealt { face: a, .. }, Event::Dealt { face: b, .. }] =
            *facts
        else {
            return Err(format!("{facts:?} is no deal"));
        };
        let hands = if starter.index() == 0 { [a, b] } else { [b, a] };
        Ok(Self { starter, hands, line: String::new() })
    }

    fn follow(&mut self, _: Seat, action: Action, _: &[Event]) -> Result<(), String> {
        self.line.push(['k', 'b', 'f', 'c'][action as usize]);
        Ok(())
    }

    fn agree(&self, table: &Table) -> Result<(), String> {
        let (first, second) = (self.starter, self.starter.next(2, false));
        let best = if self.hands[0] > self.hands[1] { Seat::new(0) } else { Seat::new(1) };
        // The seat to act, the winner, and the chips of the starter and of the other seat.
        let expected = match self.line.as_str() {
            "" => (Some(first), None, [1, 1]),
            "k" => (Some(second), None, [1, 1]),
            "b" => (Some(second), None, [2, 1]),
            "kb" => (Some(first), None, [1, 2]),
            "kk" => (None, Some(best), [1, 1]),
            "bc" | "kbc" => (None, Some(best), [2, 2]),
            "bf" => (None, Some(first), [2, 1]),
            "kbf" => (None, Some(second), [1, 2]),
            line => return Err(format!("{line} cannot be played")),
        };
        let winner = table.outcome().and_then(|outcome| outcome.winners.first());
        let found = (table.to_act().first(), winner, [first, second].map(|seat| table.board().stake(seat)));
        let is_open = ["kk", "bc", "kbc"].contains(&self.line.as_str());
        let sees = |who: Viewer, seat: Seat| (is_open || who.is(seat)).then_some(self.hands[seat.index()]);
        let agrees = |who: Viewer| table.view(who).hands == [0, 1].map(|seat| sees(who, Seat::new(seat)));
        let holds = found == expected && Viewer::all(2).all(agrees);
        if holds { Ok(()) } else { Err(format!("{expected:?} after {}, not {found:?}", self.line)) }
    }
}
