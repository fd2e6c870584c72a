//! Estimates with their 95 % intervals.

use serde::{Deserialize, Serialize};

/// The quantile of the normal distribution that leaves 2.5 % above it.
const NORMAL: f64 = 1.959_963_984_540_054;

/// A number and its 95 % confidence interval. An unknown bound is infinite (`null` in JSON).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The observed value.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Estimate {
    /// Maps the estimate by a monotonic function.
    #[must_use]
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Self {
        Self { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }
}

/// A sum and its number of opportunities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Observed {
    pub(crate) sum: i64,
    pub(crate) times: u64,
}

impl Observed {
    pub(crate) fn add(&mut self, sum: i64) {
        self.sum += sum;
        self.times += 1;
    }
}

/// Observations by deal. All lineups and rotations of a deal are one observation, since they share the cards: the influence of the
/// cards cancels out within a deal. Stored as integers, so that the order of deals does not change a single bit of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Deals {
    count: u64,
    sum: i128,
    times: i128,
    sum_sum: i128,
    sum_times: i128,
    times_times: i128,
}

/// A ratio, its standard error between deals if there is one, and the quantile to use with it.
struct Ratio {
    value: f64,
    error: Option<f64>,
    quantile: f64,
}

impl Deals {
    /// Adds a deal. A deal without opportunities (the bot held no seat with this offset) is not an observation.
    pub(crate) fn push(&mut self, deal: Observed) {
        if deal.times == 0 {
            return;
        }
        let (sum, times) = (i128::from(deal.sum), i128::from(deal.times));
        self.count += 1;
        self.sum += sum;
        self.times += times;
        self.sum_sum += sum * sum;
        self.sum_times += sum * times;
        self.times_times += times * times;
    }

    /// The number of opportunities.
    pub(crate) fn times(&self) -> u64 {
        u64::try_from(self.times).unwrap_or(u64::MAX)
    }

    /// The sum.
    pub(crate) fn sum(&self) -> i64 {
        i64::try_from(self.sum).unwrap_or(i64::MAX)
    }

    /// The ratio of the sums, with its standard error from the squared residuals of the deals.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn ratio(&self, unit: f64) -> Ratio {
        let (count, times) = (self.count as f64, self.times.max(1) as f64);
        let value = self.sum as f64 / times;
        let error = (self.count > 1).then(|| (self.squares() * count / (count - 1.0)).sqrt() / times / unit);
        let degrees = usize::try_from(self.count.saturating_sub(1)).unwrap_or(usize::MAX);
        Ratio { value: value / unit, error, quantile: t_quantile(degrees) }
    }

    /// The sum over deals of (sum - ratio * times) squared: exact where 128 bits suffice, as they do for a hundred million deals of
    /// ordinary size.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn squares(&self) -> f64 {
        let exact = || {
            let first = self.times.checked_mul(self.times)?.checked_mul(self.sum_sum)?;
            let mixed = self.times.checked_mul(self.sum)?.checked_mul(self.sum_times)?.checked_mul(2)?;
            let last = self.sum.checked_mul(self.sum)?.checked_mul(self.times_times)?;
            first.checked_sub(mixed)?.checked_add(last)
        };
        let times = self.times.max(1) as f64;
        if let Some(exact) = exact() {
            return exact as f64 / (times * times);
        }
        let value = self.sum as f64 / times;
        let all = self.sum_sum as f64;
        let squares = all - 2.0 * value * self.sum_times as f64 + value * value * self.times_times as f64;
        // Rounding can leave a small remainder although all deals agree.
        if squares < 1e-13 * all { 0.0 } else { squares }
    }

    /// The share, in parts of `whole`.
    ///
    /// The interval is Wilson's for the number of independent games with the variance observed between deals, with Student's
    /// quantile: it stays within 0 and 1, and converges to the usual one for much data. With fewer than two deals, or if all
    /// deals agree, there is no such variance, and every deal counts as one game: conservative, but never a false certainty.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(crate) fn share(&self, whole: u64) -> Estimate {
        let ratio = self.ratio(whole as f64);
        let value = ratio.value.clamp(0.0, 1.0);
        match ratio.error {
            Some(error) if error > 0.0 => {
                scored(value, value * (1.0 - value) / (error * error), ratio.quantile)
            }
            Some(_) | None => scored(value, self.count as f64, NORMAL),
        }
    }

    /// The mean. With fewer than two deals its error is unknown.
    pub(crate) fn mean(&self) -> Estimate {
        let ratio = self.ratio(1.0);
        let half = ratio.error.map_or(f64::INFINITY, |error| ratio.quantile * error);
        Estimate { value: ratio.value, low: ratio.value - half, high: ratio.value + half }
    }
}

/// A share observed in independent cases (Wilson score interval).
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(crate) fn wilson(held: u64, times: u64) -> Estimate {
    scored(held as f64 / times.max(1) as f64, times as f64, NORMAL)
}

fn scored(value: f64, cases: f64, z: f64) -> Estimate {
    if cases <= 0.0 {
        return Estimate { value, low: 0.0, high: 1.0 };
    }
    let spread = z * z / cases;
    let middle = (value + spread / 2.0) / (1.0 + spread);
    let half = (value * (1.0 - value) * spread + spread * spread / 4.0).sqrt() / (1.0 + spread);
    Estimate { value, low: (middle - half).max(0.0).min(value), high: (middle + half).min(1.0).max(value) }
}

/// Student's quantile at 97.5 %: a table for few degrees of freedom, then the expansion around the normal quantile, which is
/// exact to four places there.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(crate) fn t_quantile(degrees: usize) -> f64 {
    const FEW: [f64; 9] = [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622];
    if let Some(few) = degrees.checked_sub(1).and_then(|index| FEW.get(index)) {
        return *few;
    }
    let (n, z) = (degrees.max(1) as f64, NORMAL);
    z + (z.powi(3) + z) / (4.0 * n)
        + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n)
        + (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / (384.0 * n * n * n)
}

#[cfg(test)]
mod tests {
    use super::{Deals, Observed, t_quantile, wilson};

    fn deals(deals: &[(i64, u64)]) -> Deals {
        let mut all = Deals::default();
        for &(sum, times) in deals {
            all.push(Observed { sum, times });
        }
        all
    }

    #[test]
    fn quantiles_match_the_tables() {
        for (degrees, expected) in [(1, 12.706), (9, 2.2622), (10, 2.2281), (30, 2.0423), (120, 1.9799)] {
            assert!((t_quantile(degrees) - expected).abs() < 2e-3, "{degrees}: {}", t_quantile(degrees));
        }
    }

    #[test]
    fn deals_that_all_agree_have_a_positive_interval() {
        let estimate = deals(&[(20, 2); 10]).share(10);
        assert!(estimate.value >= 1.0 && estimate.low < 0.8 && estimate.high >= 1.0, "{estimate:?}");
        let one_deal = deals(&[(20, 2)]).share(10);
        assert!(one_deal.low < 0.3 && one_deal.high >= 1.0, "{one_deal:?}");
        assert!(deals(&[(20, 2)]).mean().low.is_infinite());
    }

    #[test]
    fn a_mean_has_the_textbook_interval() {
        let estimate = deals(&[1, 2, 3, 4, 5].map(|sum| (sum, 1))).mean();
        // The standard deviation is the root of 2.5, and Student's quantile for four degrees of freedom is 2.7764.
        assert!((estimate.value - 3.0).abs() < 1e-12);
        assert!((estimate.high - 3.0 - 2.7764 * (2.5_f64 / 5.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn sums_too_large_to_be_exact_are_close() {
        let small = deals(&[(1, 1), (2, 1), (6, 1)]);
        let large = deals(&[1, 2, 6].map(|sum| (sum << 56, 1)));
        let scale = 56_f64.exp2();
        assert!((large.mean().high / scale - small.mean().high).abs() < 1e-9);
        assert!(deals(&[(1 << 56, 1); 3]).mean().high / scale <= 1.0 + 1e-9);
    }

    #[test]
    fn wilson_matches_the_textbook() {
        let estimate = wilson(0, 10);
        assert!(estimate.low <= 0.0 && (estimate.high - 0.2775).abs() < 1e-4, "{estimate:?}");
    }
}
