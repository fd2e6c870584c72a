//! The error rates of the sequential test.

use crate::rows::{SplitMix, World, plan};
use mazzo_arena::{Hypotheses, Sprt, Verdict};

/// The share of runs that end in this verdict for a true Elo difference, and the mean number of deals.
fn rate(elo: f64, wrong: Verdict, runs: u32) -> (f64, f64) {
    let truth = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
    let mut luck = SplitMix(17);
    let (mut wrongs, mut deals) = (0, 0);
    for _ in 0..runs {
        let mut sprt = Sprt::new(Hypotheses::new(0.0, 50.0).expect("50 is more"));
        let verdict = loop {
            let game = |luck: &mut SplitMix| f64::from(u8::from(luck.unit() < truth));
            let score = f64::midpoint(game(&mut luck), game(&mut luck));
            let verdict = sprt.push(score);
            if verdict != Verdict::GoOn {
                break verdict;
            }
        };
        wrongs += u32::from(verdict == wrong);
        deals += sprt.deals() as u32;
    }
    (f64::from(wrongs) / f64::from(runs), f64::from(deals) / f64::from(runs))
}

#[test]
fn the_error_rate_is_one_in_twenty_under_either_hypothesis() {
    let (false_alarms, deals) = rate(0.0, Verdict::Accept, 4000);
    assert!((0.02..0.06).contains(&false_alarms) && deals < 250.0, "{false_alarms} after {deals} deals");
    let (misses, deals) = rate(50.0, Verdict::Reject, 4000);
    assert!((0.02..0.06).contains(&misses) && deals < 250.0, "{misses} after {deals} deals");
}

#[test]
fn bounds_match_those_of_engine_testers() {
    let (low, high) = Sprt::new(Hypotheses::new(0.0, 5.0).unwrap()).bounds();
    assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
    assert!(Hypotheses::new(5.0, 5.0).is_none() && Hypotheses::new(f64::NAN, 5.0).is_none());
}

#[test]
fn scores_without_variance_are_handled() {
    let hypotheses = Hypotheses::new(0.0, 10.0).unwrap();
    let mut always_drawn = Sprt::new(hypotheses);
    (0..50).for_each(|_| assert_eq!(always_drawn.push(0.5), Verdict::GoOn));
    assert!(always_drawn.llr().is_finite());
    let mut always_won = Sprt::new(hypotheses);
    (0..15).for_each(|_| assert_eq!(always_won.push(1.0), Verdict::GoOn));
    assert_eq!(always_won.push(1.0), Verdict::Accept);
    assert_eq!(always_won.push(0.0), Verdict::Accept, "a verdict changed");
    assert_eq!(always_won.deals(), 16);
}

#[test]
fn the_test_over_rows_ends_at_the_deciding_deal() {
    let plan = plan(2, 4);
    let mut world = World::rising(2, 0.0, 3);
    world.strength = vec![0.8, 0.0];
    let mut rows = world.rows(&plan, 400);
    let hypotheses = Hypotheses::new(0.0, 20.0).unwrap();
    let whole = Sprt::over(hypotheses, &plan, &rows).unwrap();
    assert_eq!(whole.verdict(), Verdict::Accept);
    assert!(whole.deals() < 400, "{}", whole.deals());
    SplitMix(1).shuffle(&mut rows);
    assert_eq!(Sprt::over(hypotheses, &plan, &rows).unwrap(), whole);
    rows.retain(|row| row.deal < whole.deals());
    assert_eq!(Sprt::over(hypotheses, &plan, &rows).unwrap(), whole);
    assert!(Sprt::over(hypotheses, &crate::rows::plan(3, 4), &[]).is_none());

    // Later deals that finish earlier wait for their turn.
    let gap = rows.iter().find(|row| row.deal == 7).unwrap().clone();
    rows.retain(|row| *row != gap);
    assert_eq!(Sprt::over(hypotheses, &plan, &rows).unwrap().deals(), 7);
    rows.retain(|row| row.deal != 3);
    assert_eq!(Sprt::over(hypotheses, &plan, &rows).unwrap().deals(), 3);
}
