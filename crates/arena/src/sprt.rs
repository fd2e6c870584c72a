//! A test that stops as soon as it knows: the sequential probability ratio test of engine testers.

use serde::Serialize;

use crate::game_row::GameRow;
use crate::plan::Plan;
use crate::stats::{WHOLE, ordered, parts};

/// Before so many deals the variance is not known well enough to conclude anything.
const FEWEST_DEALS: u64 = 16;
/// One deal's worth of variance is there from the beginning: bots that have drawn every deal so far are not yet known to
/// draw every deal. (The variance of a deal of two games is at most a quarter, usually about this.)
const PRIOR: f64 = 0.125;

/// What the test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing yet.
    #[default]
    GoOn,
    /// The first bot is stronger by at least about `elo1`.
    Accept,
    /// It is not stronger by more than about `elo0`.
    Reject,
}

/// What is tested: the first bot is stronger than the second by `elo0` only, or by `elo1`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Hypotheses {
    /// Elo if there is nothing in it.
    pub elo0: f64,
    /// Elo if there is.
    pub elo1: f64,
    /// How often to accept wrongly.
    pub alpha: f64,
    /// How often to reject wrongly.
    pub beta: f64,
}

impl Hypotheses {
    /// Both errors at 5 %; none if the second Elo is not the higher one.
    pub fn new(elo0: f64, elo1: f64) -> Option<Self> {
        (elo0.is_finite() && elo1.is_finite() && elo0 < elo1).then_some(Self {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        })
    }
}

/// The test, fed deal by deal in their order.
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
    /// Before the first deal.
    pub fn new(hypotheses: Hypotheses) -> Self {
        Self { hypotheses, deals: 0, mean: 0.0, squares: 0.0, llr: 0.0, verdict: Verdict::GoOn }
    }

    /// The test over the rows of two bots, in any order: it ends at the deal that decides it, whatever else was played,
    /// or before the first deal that is not complete, since threads finish deals in an order of their own. None unless
    /// there are two bots.
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

    /// Takes in the next deal: the first bot's score in it, from 0 to 1. After a verdict nothing changes any more.
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

    /// What is known so far.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// What is tested.
    pub fn hypotheses(&self) -> Hypotheses {
        self.hypotheses
    }

    /// The logarithm of how much likelier the second hypothesis is than the first.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// Where the test ends: at or below the first it rejects, at or above the second it accepts.
    pub fn bounds(&self) -> (f64, f64) {
        let Hypotheses { alpha, beta, .. } = self.hypotheses;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// How many deals it took, or has taken so far.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The first bot's mean score.
    pub fn mean(&self) -> f64 {
        self.mean
    }
}

/// The score that an Elo difference leads one to expect.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The first bot's score in a deal: the mean over its games of its part of the win; a game without a winner is a draw.
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
