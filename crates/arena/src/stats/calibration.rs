//! Calibration: compares the probabilities that a bot states with the observed frequencies.

use serde::Serialize;

use super::interval::{Estimate, wilson};
use crate::game_row::Claim;

/// The width of a bin in hundredths.
const WIDTH: u8 = 5;
const BINS: usize = 20;

/// Claims of about the same probability.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Bin {
    /// Lower bound in hundredths.
    pub from: u8,
    /// Upper bound in hundredths.
    pub to: u8,
    /// Number of claims.
    pub times: u64,
    /// The mean stated probability.
    pub said: f64,
    /// The observed frequency. Claims count as independent, although those of one game are not quite: the true interval is at least
    /// this wide.
    pub held: Estimate,
}

/// The calibration of a bot.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Calibration {
    /// Number of claims.
    pub claims: u64,
    /// The mean stated probability.
    pub said: f64,
    /// The observed frequency.
    pub held: f64,
    /// The expected calibration error: the mean distance between stated probability and observed frequency.
    pub error: f64,
    /// By stated probability, without empty bins.
    pub bins: Vec<Bin>,
}

/// Counts of claims by hundredth: total and true.
#[derive(Clone)]
pub(crate) struct Claims([(u64, u64); 101]);

impl Default for Claims {
    fn default() -> Self {
        Self([(0, 0); 101])
    }
}

impl Claims {
    pub(crate) fn add(&mut self, claim: Claim) {
        let (times, held) = &mut self.0[usize::from(claim.said.min(100))];
        *times += u64::from(claim.times);
        *held += u64::from(claim.held.min(claim.times));
    }

    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(crate) fn calibration(&self) -> Calibration {
        let mut bins = vec![];
        for bin in 0..BINS {
            let from = bin * usize::from(WIDTH);
            // 100 belongs to the last bin.
            let to = if bin + 1 == BINS { 100 } else { from + usize::from(WIDTH) - 1 };
            let times: u64 = self.0[from..=to].iter().map(|(times, _)| times).sum();
            let held = self.0[from..=to].iter().map(|(_, held)| held).sum();
            if times == 0 {
                continue;
            }
            let said: u64 = (from..=to).map(|said| said as u64 * self.0[said].0).sum();
            let said = said as f64 / 100.0 / times as f64;
            bins.push(Bin { from: from as u8, to: to as u8, times, said, held: wilson(held, times) });
        }
        let claims: u64 = bins.iter().map(|bin| bin.times).sum();
        let mean = |of: fn(&Bin) -> f64| {
            bins.iter().fold(0.0, |sum, bin| sum + bin.times as f64 * of(bin)) / claims.max(1) as f64
        };
        Calibration {
            claims,
            said: mean(|bin| bin.said),
            held: mean(|bin| bin.held.value),
            error: mean(|bin| (bin.said - bin.held.value).abs()),
            bins,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Claims;
    use crate::game_row::Claim;

    #[test]
    fn claims_of_five_hundredths_are_one_bin() {
        let mut claims = Claims::default();
        for (said, times, held) in [(50, 10, 5), (54, 10, 7), (55, 10, 1), (100, 3, 3), (97, 1, 0)] {
            claims.add(Claim { said, times, held });
        }
        let calibration = claims.calibration();
        let bins: Vec<_> = calibration.bins.iter().map(|bin| (bin.from, bin.to, bin.times)).collect();
        assert_eq!(bins, [(50, 54, 20), (55, 59, 10), (95, 100, 4)]);
        assert!((calibration.bins[0].said - 0.52).abs() < 1e-12);
        assert!((calibration.bins[0].held.value - 0.6).abs() < 1e-12);
        let error = (20.0 * 0.08 + 10.0 * 0.45 + 4.0 * (0.9925 - 0.75)) / 34.0;
        assert!((calibration.error - error).abs() < 1e-12, "{}", calibration.error);
    }
}
