//! Choices derived from a view match the legal actions of the table, at every step of random games. An impossible view gives
//! none.

use mazzo_client::Choices;
use mazzo_core::{
    ActionList, Dealer, FastRng, Notation, Options as _, Seat, SeatSet, Setup, Statistics, Viewer, Visible,
    Windows, close_window,
};
use mazzo_laws::tamper;
use rand_core::{Rng as _, SeedableRng as _};

fn legal<G: Notation>(table: &G, seat: Seat) -> Vec<u16> {
    let mut legal = ActionList::new();
    table.legal(seat, &mut legal);
    let mut codes: Vec<u16> = legal.iter().copied().map(G::encode).collect();
    codes.sort_unstable();
    codes
}

fn codes<G: Notation>(actions: &[G::Action]) -> Vec<u16> {
    let mut codes: Vec<u16> = actions.iter().copied().map(G::encode).collect();
    codes.sort_unstable();
    codes
}

/// Compares choices and legal actions in one game. Returns the number of views of windows and of turns.
fn check<G: Visible + Windows + Statistics>(rules: &str, number: u64) -> (u32, u32) {
    let setup = Setup { seats: 4, rules: G::Rules::parse(rules).expect("rules") };
    let (mut dealer, mut luck) = (Dealer::<FastRng>::new(number), FastRng::seed_from_u64(number));
    let mut table = G::new(setup, &mut dealer, &mut ());
    let (mut windows, mut turns, mut last) = (0, 0, None);
    while let Some(seat) = table.to_act().first() {
        // Answers are sealed, so a viewer sees a window without answers.
        let is_fresh = last != table.window();
        last = table.window();
        for seat in SeatSet::all(4) {
            let choices = Choices::<G>::of(&table.view(Viewer::Seat(seat)));
            assert_eq!(codes::<G>(&choices.now), legal(&table, seat), "{seat:?} in game {number}");
            if table.window().is_some() {
                windows += 1;
                let (mut closed, mut dealer) = (table, dealer.clone());
                close_window(&mut closed, &mut dealer, &mut ());
                let places = |table: &G| G::DECK.iter().map(|card| table.place(card)).collect::<Vec<u16>>();
                if places(&closed) != places(&table) {
                    assert!(choices.ahead.is_empty() || !is_fresh, "cards are drawn first");
                } else if closed.window().is_none() && is_fresh {
                    assert_eq!(codes::<G>(&choices.ahead), legal(&closed, seat), "{seat:?} in game {number}");
                }
            } else {
                turns += 1;
                assert!(choices.ahead.is_empty());
            }
        }
        assert_eq!(Choices::<G>::of(&table.view(Viewer::Public)), Choices::default());
        let options = legal(&table, seat);
        let calm: Vec<u16> = options
            .iter()
            .copied()
            .filter(|&code| !G::decode(code).is_some_and(G::claims) || luck.next_u64().is_multiple_of(12))
            .collect();
        let from = if calm.is_empty() { &options } else { &calm };
        let action = G::decode(from[luck.next_u64() as usize % from.len()]).expect("an action");
        table.apply(seat, action, &mut dealer, &mut ());
    }
    (windows, turns)
}

#[test]
fn choices_match_the_legal_actions_of_the_table() {
    let mut all = (0, 0);
    for number in 0..5 {
        for (windows, turns) in [
            check::<mazzo_diciassette::Table>("", number),
            check::<mazzo_uno::Table>("target=30", number),
            check::<mazzo_uno::Table>("target=30,stacking,jump_in,seven_zero,draw_to_match", number),
        ] {
            all = (all.0 + windows, all.1 + turns);
        }
    }
    assert!(all.0 > 200 && all.1 > 200, "{all:?}");
}

/// Tampers with views of a random game. Returns the number of unsound and of sound views that could be read.
fn tampered_views<G: Visible + Windows>(number: u64) -> (u32, u32) {
    let setup = Setup { seats: 4, rules: G::Rules::default() };
    let (mut dealer, mut luck) = (Dealer::<FastRng>::new(number), FastRng::seed_from_u64(number));
    let mut table = G::new(setup, &mut dealer, &mut ());
    let (mut unsound, mut sound) = (0, 0);
    for _ in 0..40 {
        let Some(seat) = table.to_act().first() else { break };
        for viewer in Viewer::all(4) {
            let mut view = serde_json::to_value(table.view(viewer)).expect("a view is valid JSON");
            for _ in 0..=luck.next_u64() % 3 {
                tamper(&mut view, &mut luck);
            }
            let Ok(view) = serde_json::from_value::<G::View>(view) else { continue };
            let choices = Choices::<G>::of(&view);
            if G::sound(&view) {
                sound += 1;
            } else {
                unsound += 1;
                assert_eq!(choices, Choices::default(), "game {number}: {view:?}");
            }
        }
        let options = legal(&table, seat);
        let action = G::decode(options[luck.next_u64() as usize % options.len()]).expect("an action");
        table.apply(seat, action, &mut dealer, &mut ());
    }
    (unsound, sound)
}

#[test]
fn an_unsound_view_gives_no_choices() {
    let mut all = (0, 0);
    for number in 0..20 {
        for (unsound, sound) in
            [tampered_views::<mazzo_diciassette::Table>(number), tampered_views::<mazzo_uno::Table>(number)]
        {
            all = (all.0 + unsound, all.1 + sound);
        }
    }
    assert!(all.0 > 500 && all.1 > 100, "{all:?}");
}
