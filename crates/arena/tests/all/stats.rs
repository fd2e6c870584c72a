//! Statistics: exact in any order, with intervals of the right coverage.

#![expect(clippy::cast_precision_loss, reason = "small numbers")]

use crate::rows::{SplitMix, World, plan};
use mazzo_arena::{GameRow, Plan, SeatRow, Stats, ratings};

#[test]
fn statistics_do_not_depend_on_the_order_of_rows() {
    for (bots, seats) in [(1, 3), (2, 2), (2, 5), (4, 3)] {
        let plan = plan(bots, seats);
        let mut rows = World::rising(bots, 0.3, 5).rows(&plan, 60);
        let (stats, rated) = (Stats::new(&plan, &rows), ratings(&plan, &rows));
        let mut luck = SplitMix(9);
        for _ in 0..5 {
            luck.shuffle(&mut rows);
            let again = Stats::new(&plan, &rows);
            assert_eq!(serde_json::to_string(&again).unwrap(), serde_json::to_string(&stats).unwrap());
            assert_eq!(ratings(&plan, &rows), rated);
        }
        rows.extend_from_within(..10);
        assert_eq!(Stats::new(&plan, &rows), stats, "duplicate rows count once");
    }
}

#[test]
fn shares_of_a_finished_arena_add_up_to_one_per_game() {
    for (bots, seats) in [(2, 2), (3, 4), (5, 3), (10, 10)] {
        let plan = plan(bots, seats);
        let stats = Stats::new(&plan, &World::rising(bots, 0.2, 1).rows(&plan, 30));
        let won: f64 = stats.bots.iter().map(|bot| bot.share.value * bot.games as f64).sum();
        assert!((won - (stats.games - stats.endless) as f64).abs() < 1e-6);
        let held: u64 = stats.bots.iter().map(|bot| bot.games).sum();
        assert_eq!(held, stats.games * u64::from(seats));
        assert!(
            stats.bots.iter().all(|bot| bot.games * bots as u64 == held),
            "bots hold different numbers of seats"
        );
        assert_eq!(stats.moves.histogram.iter().map(|bar| bar.games).sum::<u64>(), stats.games);
    }
}

/// A game of two seats.
fn duel(plan: &Plan, deal: u64, rotation: u8, winners: u16) -> GameRow {
    let seats =
        plan.table(0, rotation).into_iter().map(|bot| SeatRow { bot, ..SeatRow::default() }).collect();
    GameRow { deal, rotation, winners, seats, ..GameRow::default() }
}

#[test]
fn a_small_arena_has_the_statistics_computed_by_hand() {
    let plan = plan(2, 2);
    // Seats: rotation 0 is a b, rotation 1 is b a. a wins three of four, and one game is shared.
    let mut rows = vec![
        duel(&plan, 0, 0, 0b01),
        duel(&plan, 0, 1, 0b10),
        duel(&plan, 1, 0, 0b01),
        duel(&plan, 1, 1, 0b11),
    ];
    rows[0].seats[0].right = 3;
    rows[0].seats[0].wrong = 1;
    rows[3].lead = 1;
    let stats = Stats::new(&plan, &rows);
    let [a, b] = &stats.bots[..] else { panic!("two bots") };
    assert!((a.share.value - 3.5 / 4.0).abs() < 1e-12 && (b.share.value - 0.5 / 4.0).abs() < 1e-12);
    let elo = a.elo.unwrap();
    assert!((elo.value - 400.0 * 7_f64.log10()).abs() < 1e-9 && elo.low < elo.value);
    assert!((a.elo.unwrap().value + b.elo.unwrap().value).abs() < 1e-9);
    assert!((a.accuracy.unwrap().value - 0.75).abs() < 1e-12 && b.accuracy.is_none());
    let (won, lost) = (stats.cross[0][1].unwrap(), stats.cross[1][0].unwrap());
    assert!((won.share.value - 0.75).abs() < 1e-12 && lost.share.value <= 0.0 && won.games == 4);
    assert!(stats.cross[0][0].is_none());
    // a led twice (rows 0 and 2) and won both; in row 3 it led and shared.
    assert_eq!(a.offsets.iter().map(|offset| offset.games).collect::<Vec<_>>(), [3, 1]);
    assert!((a.offsets[0].share.value - 2.5 / 3.0).abs() < 1e-12);
    assert_eq!(stats.ladder(), [0, 1]);
}

#[test]
fn pairing_narrows_the_interval_when_deals_matter() {
    let plan = plan(2, 2);
    let mut world = World::rising(2, 0.3, 4);
    world.cards = 3.0;
    let rows = world.rows(&plan, 400);
    let width = |rows: &[GameRow]| {
        let share = Stats::new(&plan, rows).bots[1].share;
        share.high - share.low
    };
    // The same games, each with a deal of its own: the influence of the cards no longer cancels out.
    let loose: Vec<GameRow> =
        rows.iter().zip(0..).map(|(row, deal)| GameRow { deal, ..row.clone() }).collect();
    assert!(width(&rows) < 0.6 * width(&loose), "{} and {}", width(&rows), width(&loose));
}

#[test]
fn intervals_cover_the_true_value_nineteen_times_in_twenty() {
    for (bots, seats, deals, cards) in [(2, 2, 30, 1.5), (3, 4, 25, 0.8), (4, 3, 12, 0.5)] {
        let plan = plan(bots, seats);
        let world = |seed| {
            let mut world = World::rising(bots, 0.25, seed);
            world.cards = cards;
            world
        };
        let truth = Stats::new(&plan, &world(77).rows(&plan, 60_000 / plan.games_per_deal()));
        let runs = 1200;
        let (mut shares, mut points, mut elos) = (0, 0, 0);
        for run in 0..runs {
            let stats = Stats::new(&plan, &world(1000 + run * 7919).rows(&plan, deals));
            for (seen, truth) in stats.bots.iter().zip(&truth.bots) {
                let holds = |seen: mazzo_arena::Estimate, truth: f64| {
                    u64::from(seen.low <= truth && truth <= seen.high)
                };
                shares += holds(seen.share, truth.share.value);
                points += holds(seen.points, truth.points.value);
                elos += holds(seen.elo.unwrap(), truth.elo.unwrap().value);
            }
        }
        for covered in [shares, points, elos] {
            let rate = covered as f64 / (runs * bots as u64) as f64;
            assert!((0.935..0.97).contains(&rate), "{bots} bots at {seats} seats: {rate}");
        }
    }
}

#[test]
fn invalid_rows_are_skipped_and_no_rows_give_empty_statistics() {
    let plan = plan(2, 3);
    let empty = Stats::new(&plan, &[]);
    assert!(empty.games == 0 && empty.bots[0].share.low <= 0.0 && empty.bots[0].share.high >= 1.0);
    let good = World::rising(2, 0.2, 3).rows(&plan, 2);
    let mut bad: Vec<GameRow> = (0..6).map(|_| good[0].clone()).collect();
    bad[0].seats.pop();
    bad[1].seats[0].bot = 9;
    bad[2].winners = 1 << 7;
    bad[3].lineup = 4;
    bad[4].lead = 3;
    bad[5].rotation = 200;
    let all: Vec<GameRow> = good.iter().chain(&bad).cloned().collect();
    assert_eq!(Stats::new(&plan, &all), Stats::new(&plan, &good));
}

#[test]
fn elo_is_unbounded_for_bots_that_win_all_or_none() {
    let plan = plan(2, 2);
    let rows: Vec<GameRow> =
        (0..20).flat_map(|deal| [duel(&plan, deal, 0, 0b01), duel(&plan, deal, 1, 0b10)]).collect();
    let stats = Stats::new(&plan, &rows);
    let [winner, loser] = [0, 1].map(|bot| stats.bots[bot].elo.unwrap());
    assert!(winner.value == f64::INFINITY && winner.low > 200.0, "{winner:?}");
    assert!(loser.value == f64::NEG_INFINITY && loser.high < -200.0, "{loser:?}");
    assert_eq!(serde_json::to_value(winner).unwrap()["value"], serde_json::Value::Null);
}

#[test]
fn the_stronger_bot_is_rated_higher_even_if_bots_hold_several_seats() {
    for (bots, seats) in [(2, 2), (3, 3), (2, 5), (4, 3)] {
        let plan = plan(bots, seats);
        let rated = ratings(&plan, &World::rising(bots, 0.5, 8).rows(&plan, 400));
        for pair in rated.windows(2) {
            assert!(pair[0].rating < pair[1].rating, "{bots} bots at {seats} seats: {rated:?}");
        }
    }
    let rated = ratings(&plan(1, 4), &World::rising(1, 0.0, 8).rows(&plan(1, 4), 10));
    assert!((rated[0].rating - 25.0).abs() < 1e-12, "a bot gained on itself");
}
