//! The seating of bots.

use std::collections::BTreeSet;

use crate::rows::plan;
use mazzo_arena::{BadPlan, Plan, Shard};

#[test]
fn over_all_rotations_every_bot_holds_every_seat_once() {
    for seats in 1..=10 {
        for bots in 1..=usize::from(seats) {
            let plan = plan(bots, seats);
            assert_eq!((plan.lineups(), plan.games_per_deal()), (1, bots as u64));
            for seat in 0..usize::from(seats) {
                let held: BTreeSet<u8> =
                    (0..plan.rotations()).map(|rotation| plan.table(0, rotation)[seat]).collect();
                assert_eq!(held.len(), bots, "{bots} bots, {seats} seats, seat {seat}");
            }
        }
    }
}

#[test]
fn with_more_bots_than_seats_every_combination_plays_in_every_rotation() {
    let plan = plan(5, 3);
    assert_eq!((plan.lineups(), plan.rotations(), plan.games_per_deal()), (10, 3, 30));
    assert_eq!(
        [0, 1, 2, 3, 9].map(|lineup| plan.table(lineup, 0)),
        [[0, 1, 2], [0, 1, 3], [0, 1, 4], [0, 2, 3], [2, 3, 4]]
    );
    assert_eq!(plan.table(1, 1), [1, 3, 0]);
    let games = || (0..plan.games_per_deal()).map(|index| plan.game(index));
    for bot in 0..5 {
        for seat in 0..3 {
            let held = games().filter(|&(_, lineup, turn)| plan.table(lineup, turn)[seat] == bot).count();
            assert_eq!(held, 6, "bot {bot} on seat {seat}");
        }
    }
}

#[test]
fn a_game_number_encodes_deal_lineup_and_rotation() {
    for plan in [plan(1, 2), plan(2, 4), plan(4, 4), plan(6, 3)] {
        for index in 0..500 {
            let (deal, lineup, rotation) = plan.game(index);
            assert!(lineup < plan.lineups() && rotation < plan.rotations());
            assert_eq!(plan.index(deal, lineup, rotation), index);
        }
        assert_eq!(plan.deals_for(2 * plan.games_per_deal() + 1), 3);
    }
}

#[test]
fn every_deal_belongs_to_exactly_one_shard() {
    let shards: Vec<Shard> = (1..=4).map(|index| Shard::new(index, 4).unwrap()).collect();
    for deal in 0..50 {
        assert_eq!(shards.iter().filter(|shard| shard.owns(deal)).count(), 1);
    }
    assert_eq!(shards[1].deals(11).collect::<Vec<_>>(), [1, 5, 9]);
    assert!((0..50).all(|deal| Shard::WHOLE.owns(deal)));
    assert_eq!("3/4".parse(), Ok(shards[2]));
    assert_eq!(shards[2].to_string(), "3/4");
    for bad in ["0/4", "5/4", "1", "a/b", "1/0", "-1/2", ""] {
        assert!(bad.parse::<Shard>().is_err(), "{bad}");
    }
}

#[test]
fn an_invalid_plan_is_refused_with_a_reason() {
    let names = |count: usize| vec!["x".to_owned(); count];
    assert_eq!(Plan::new(vec![], 4), Err(BadPlan::Bots));
    assert_eq!(Plan::new(names(2), 0), Err(BadPlan::Seats(0)));
    assert_eq!(Plan::new(names(2), 11), Err(BadPlan::Seats(11)));
    assert_eq!(Plan::new(names(200), 10), Err(BadPlan::Tables { bots: 200, seats: 10 }));
    let job = serde_json::json!({ "bots": ["a", "b"], "players": 300 });
    assert_eq!(Plan::of_job(&job), Err(BadPlan::Seats(300)));
    assert_eq!(Plan::of_job(&serde_json::json!({ "players": 3 })), Err(BadPlan::Job("bots")));
}
