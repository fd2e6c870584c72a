//! The sequential probability ratio test (SPRT), as chess engine testers use it: it stops as soon as the result is clear.

use serde::Serialize;

use crate::game_row::GameRow;
use crate::plan::Plan;
use crate::stats::{WHOLE, ordered, parts};

/// Minimum number of deals for a verdict: before, the variance is not known well enough.
const FEWEST_DEALS: u64 = 16;
/// Prior variance of one deal: bots that have drawn every deal so far are not yet known to draw every deal. (The variance of a deal
/// of two games is at most a quarter, usually about this.)
const PRIOR: f64 = 0.125;

/// The verdict of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Undecided.
    #[default]
    GoOn,
    /// The first bot is stronger by at least about `elo1`.
    Accept,
    /// The first bot is not stronger by more than about `elo0`.
    Reject,
}

/// The hypotheses: the first bot is stronger than the second by `elo0`, or by `elo1`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Hypotheses {
    /// Elo of the null hypothesis.
    pub elo0: f64,
    /// Elo of the alternative.
    pub elo1: f64,
    /// Probability of a false acceptance.
    pub alpha: f64,
    /// Probability of a false rejection.
    pub beta: f64,
}

impl Hypotheses {
    /// Both errors at 5 %; `None` unless the second Elo is higher.
    pub fn new(elo0: f64, elo1: f64) -> Option<Self> {
        (elo0.is_finite() && elo1.is_finite() && elo0 < elo1).then_some(Self {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        })
    }
}

/// The test, fed deal by deal in order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sprt {
    hypotheses: Hypotheses,
    deals: u64,
    mean: f64,
    squares: f64,
    llr: f64,
    verdict: Verdict,
}

impl Sprt {
    /// The test before the first deal.
    pub fn new(hypotheses: Hypotheses) -> Self {
        Self { hypotheses, deals: 0, mean: 0.0, squares: 0.0, llr: 0.0, verdict: Verdict::GoOn }
    }

    /// Runs the test over the rows of two bots, in any order. It ends at the deal that decides it, or before the first deal that
    /// is not complete, since threads finish deals out of order. `None` unless there are two bots.
    pub fn over(hypotheses: Hypotheses, plan: &Plan, rows: &[GameRow]) -> Option<Self> {
        if plan.bots().len() != 2 {
            return None;
        }
        let rows = ordered(plan, rows);
        let mut sprt = Self::new(hypotheses);
        for (deal, wanted) in rows.chunk_by(|one, next| one.deal == next.deal).zip(0..) {
            if deal[0].deal != wanted || deal.len() as u64 != plan.games_per_deal() {
                break;
            }
            sprt.push(score(deal.iter().copied()));
        }
        Some(sprt)
    }

    /// Adds the next deal: the first bot's score in it, from 0 to 1. After a verdict nothing changes.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub fn push(&mut self, score: f64) -> Verdict {
        if self.verdict != Verdict::GoOn {
            return self.verdict;
        }
        self.deals += 1;
        let n = self.deals as f64;
        let from_old = score - self.mean;
        self.mean += from_old / n;
        self.squares += from_old * (score - self.mean);
        let Hypotheses { elo0, elo1, .. } = self.hypotheses;
        let (s0, s1) = (expected(elo0), expected(elo1));
        let variance = (self.squares + PRIOR) / n;
        self.llr = n * (s1 - s0) * (2.0 * self.mean - s0 - s1) / (2.0 * variance);
        if self.deals >= FEWEST_DEALS {
            let (reject, accept) = self.bounds();
            self.verdict = match self.llr {
                llr if llr >= accept => Verdict::Accept,
                llr if llr <= reject => Verdict::Reject,
                _ => Verdict::GoOn,
            };
        }
        self.verdict
    }

    /// The current verdict.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The hypotheses.
    pub fn hypotheses(&self) -> Hypotheses {
        self.hypotheses
    }

    /// The log-likelihood ratio of the second hypothesis to the first.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// The bounds of the log-likelihood ratio: at or below the first the test rejects, at or above the second it accepts.
    pub fn bounds(&self) -> (f64, f64) {
        let Hypotheses { alpha, beta, .. } = self.hypotheses;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The number of deals so far.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The first bot's mean score.
    pub fn mean(&self) -> f64 {
        self.mean
    }
}

/// The expected score for an Elo difference.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The first bot's score in a deal: the mean share of the win over its games; a game without a winner is a draw.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub fn score<'a>(deal: impl Iterator<Item = &'a GameRow>) -> f64 {
    let (mut sum, mut games) = (0, 0_u64);
    for row in deal {
        let own = |&seat: &usize| row.seats[seat].bot == 0;
        let won: u64 = (0..row.seats.len()).filter(own).map(|seat| parts(row, seat)).sum();
        sum += if row.winners == 0 { WHOLE / 2 } else { won };
        games += 1;
    }
    sum as f64 / WHOLE as f64 / games.max(1) as f64
}
