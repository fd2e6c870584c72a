//! What the bots know: the strategy that no opponent can beat.

use mazzo_bots::{BotStyle, Moment, Notes, PlayableGame, misjudge, unit};
use mazzo_core::{Dealer, FastRng, Game as _, Seat};

use crate::{Action, Face, Table, View};

/// How often the seat on turn bets or calls in equilibrium, and does not check or fold.
fn boldness(table: &Table) -> f64 {
    let Some(seat) = table.board.turn() else { return 0.0 };
    match (table.hands[seat.index()], table.board.options()) {
        (Some(Face::King), _) => 1.0,
        (Some(Face::Queen), [Action::Fold, ..]) if seat == table.board.starter => 2.0 / 3.0,
        (Some(Face::Queen), [Action::Fold, ..]) | (Some(Face::Jack), [Action::Check, ..]) => 1.0 / 3.0,
        _ => 0.0,
    }
}

/// The table after an action.
fn after(mut table: Table, action: Action) -> Table {
    let seat = table.board.turn().unwrap_or_default();
    table.apply(seat, action, &mut Dealer::<FastRng>::new(0), &mut ());
    table
}

/// The expected equity of a seat if all go on in equilibrium.
fn value(table: Table, seat: Seat) -> f64 {
    let [shy, bold] = *table.board.options() else { return table.equity(seat) };
    let share = boldness(&table);
    (1.0 - share) * value(after(table, shy), seat) + share * value(after(table, bold), seat)
}

impl PlayableGame for Table {
    type Memory = ();
    type CounterParams = ();
    const PARAMS: &'static () = &();
    const ABSURD: f64 = 1.0;

    fn counter_action(
        moment: Moment<'_, Self>,
        (): &(),
        (): &(),
        style: &BotStyle,
        chance: &mut FastRng,
        notes: &mut Notes<Action>,
    ) -> Action {
        let me = Self::me(moment.view).unwrap_or_default();
        // Every card that the other seat may hold is a world.
        let deals = Face::ALL.iter().map(|&face| moment.view.hands.map(|hand| hand.or(Some(face))));
        let worlds = deals.filter(|hands| hands[0] != hands[1]);
        let worlds = worlds.map(|hands| Self { board: moment.view.board, hands, is_shown: false });
        let weighted: Vec<(Self, f64)> =
            worlds.map(|world| (world, world.likelihood(moment.view, &()))).collect();
        let total: f64 = weighted.iter().map(|(_, weight)| weight).sum();
        notes.values.extend(moment.legal.iter().map(|&action| {
            let value = |&(world, weight): &(Self, f64)| weight * value(after(world, action), me);
            (action, weighted.iter().map(value).sum::<f64>() / total.max(f64::MIN_POSITIVE))
        }));
        let bold = misjudge(boldness(&weighted[0].0), style.error(chance));
        moment.legal[usize::from(unit(chance) < bold)]
    }

    /// The chips won, on a scale from 0 to 1: Kuhn poker is about chips, not about single pots.
    fn equity(&self, seat: Seat) -> f64 {
        f64::from(self.points(seat) + 2) / 4.0
    }

    fn points(&self, seat: Seat) -> i32 {
        match self.board.winner {
            Some(winner) if winner == seat => self.board.stake(seat.next(2, true)).into(),
            Some(_) => -i32::from(self.board.stake(seat)),
            None => 0,
        }
    }

    /// The probability of the other seat's actions, with a minimum: nobody plays in equilibrium.
    fn likelihood(&self, view: &View, (): &()) -> f64 {
        let mut past =
            Self { board: crate::Board { starter: view.board.starter, ..Default::default() }, ..*self };
        let mut likelihood = 1.0;
        for action in view.board.actions.into_iter().flatten() {
            let is_bold = matches!(action, Action::Bet | Action::Call);
            let share = if is_bold { boldness(&past) } else { 1.0 - boldness(&past) };
            if past.board.turn() != view.viewer.seat() {
                likelihood *= share.max(0.02);
            }
            past = after(past, action);
        }
        likelihood
    }
}
