//! The odds of `counter` match those from enumeration and sampling.

use mazzo_bots::{BotStyle, PlayableGame as _};
use mazzo_core::{
    ActionList, Dealer, FastRng, Game as _, Options as _, Seat, SeatSet, Setup, Viewer, Visible as _,
    seed_for,
};
use mazzo_laws::{explains, positions};
use mazzo_uno::bots::{Memory, Unseen};
use mazzo_uno::{Action, Colour, Event, Rules, Table, Why};
use rand_core::{Rng as _, SeedableRng};

#[test]
fn odds_of_a_colour_match_sampled_worlds() {
    const SAMPLES: u32 = 4000;
    for (index, (table, seat)) in positions::<Table>(30, 6).into_iter().enumerate() {
        let view = table.view(Viewer::Seat(seat));
        let unseen = Unseen::of(&view, &BotStyle::EXACT, &mut FastRng::seed_from_u64(0));
        let other = Seat::new(u8::from(seat.index() == 0));
        let known = view.known[other.index()];
        let colour = Colour::ALL[index % 4];
        let has = if (known & colour.cards()).is_empty() {
            1.0 - unseen.none(colour, view.counts[other.index()] - known.len())
        } else {
            1.0
        };
        let mut hits = 0;
        for sample in 0..SAMPLES {
            let mut dealer = Dealer::<FastRng>::new(seed_for(index as u64, sample.into()));
            let world = Table::determinize(&view, &mut dealer);
            hits += u32::from(!(world.hand(other) & colour.cards()).is_empty());
        }
        assert!(explains(has, hits, SAMPLES), "view {index}: {has}, but {hits} of {SAMPLES}");
    }
}

/// A bot's memory counts a penalty once, under the house rules too: whether the cards are drawn at once or after a stack.
#[test]
fn penalties_are_counted_once_in_a_simulated_world() {
    let (mut counted, mut checked) = ([0; 2], [0; 2]);
    for (which, rules) in ["stacking", "wild_draw_four=strict"].into_iter().enumerate() {
        let rules = Rules::parse(rules).expect("rules");
        for seed in 0..40 {
            let mut dealer = Dealer::<FastRng>::new(seed);
            let mut table = Table::new(Setup { seats: 3, rules }, &mut dealer, &mut ());
            let mut memory = Memory::default();
            let mut luck = FastRng::seed_from_u64(seed);
            // The refusal of each seat, and the cards that it drew since, as the events say.
            let mut since: [Option<u8>; 3] = [None; 3];
            let round = table.round();
            for _ in 0..200 {
                let Some(seat) = table.to_act().first().filter(|_| table.round() == round) else { break };
                let mut legal = ActionList::new();
                table.legal(seat, &mut legal);
                // A challenge is not counted, so nobody challenges or errs in a window.
                let calm = |action: &&Action| !matches!(action, Action::Challenge | Action::Catch(_));
                let calm: Vec<Action> = legal.iter().filter(calm).copied().collect();
                let action = calm[luck.next_u64() as usize % calm.len()];
                Table::watch(&mut memory, &table, seat, action);
                let mut events = Vec::new();
                table.apply(seat, action, &mut dealer, &mut events);
                if table.round() != round {
                    break; // the next deal
                }
                for event in events {
                    let Event::Drew { seat, why, .. } = event else { continue };
                    let count = &mut since[seat.index()];
                    *count = if why == Why::Turn { Some(1) } else { count.map(|count| count + 1) };
                    counted[which] += u32::from(matches!(why, Why::DrawTwo | Why::DrawFour));
                }
                for (seat, since) in SeatSet::all(3).iter().zip(since) {
                    let known = memory.refusal(seat).map(|refusal| refusal.since);
                    assert_eq!(known, since, "{rules:?}, seed {seed}: {action}");
                    checked[which] += u32::from(since.is_some());
                }
            }
        }
    }
    assert!(counted.into_iter().chain(checked).all(|count| count > 20), "{counted:?}, {checked:?}");
}
