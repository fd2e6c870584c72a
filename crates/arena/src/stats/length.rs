//! The lengths of games.

use std::collections::BTreeMap;

use serde::Serialize;

/// The approximate number of bars of a histogram: what fits a phone.
const BARS: u32 = 20;

/// One bar of a histogram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Bar {
    /// The shortest length in the bar.
    pub from: u32,
    /// The longest length in the bar.
    pub to: u32,
    /// Number of games.
    pub games: u64,
}

/// Lengths of games.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Length {
    /// The mean.
    pub mean: f64,
    /// The shortest game.
    pub shortest: u32,
    /// The 5th percentile.
    pub p5: u32,
    /// The 25th percentile.
    pub p25: u32,
    /// The median.
    pub p50: u32,
    /// The 75th percentile.
    pub p75: u32,
    /// The 95th percentile.
    pub p95: u32,
    /// The longest game.
    pub longest: u32,
    /// Bars of equal width from the shortest game to the 99.5th percentile; the last bar also counts longer games.
    pub histogram: Vec<Bar>,
}

#[expect(clippy::cast_precision_loss, reason = "for people to read")]
pub(crate) fn length(counts: &BTreeMap<u32, u64>) -> Length {
    let games: u64 = counts.values().sum();
    let (Some((&shortest, _)), Some((&longest, _))) = (counts.first_key_value(), counts.last_key_value())
    else {
        return Length::default();
    };
    let sum: u128 = counts.iter().map(|(&length, &games)| u128::from(length) * u128::from(games)).sum();
    let at = |permille: u64| {
        let wanted = (u128::from(games) * u128::from(permille)).div_ceil(1000).max(1);
        let mut seen = 0_u128;
        let mut lengths = counts.iter();
        lengths
            .find_map(|(&length, &games)| {
                seen += u128::from(games);
                (seen >= wanted).then_some(length)
            })
            .unwrap_or(longest)
    };
    Length {
        mean: sum as f64 / games as f64,
        shortest,
        p5: at(50),
        p25: at(250),
        p50: at(500),
        p75: at(750),
        p95: at(950),
        longest,
        histogram: histogram(counts, shortest, at(995), longest),
    }
}

fn histogram(counts: &BTreeMap<u32, u64>, shortest: u32, far: u32, longest: u32) -> Vec<Bar> {
    // 1, 2 or 5 times a power of ten, so that the edges are easy to read.
    let wanted = (far - shortest) / BARS + 1;
    let nice = |power: u32| [1, 2, 5].map(|step: u32| step.saturating_mul(10_u32.saturating_pow(power)));
    let width = (0..10).flat_map(nice).find(|&width| width >= wanted).unwrap_or(wanted);
    let first = shortest - shortest % width;
    let bars = (far - first) / width + 1;
    (0..bars)
        .map(|bar| {
            let from = first + bar * width;
            let to = if bar + 1 == bars { longest } else { from + width - 1 };
            Bar { from, to, games: counts.range(from..=to).map(|(_, games)| games).sum() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::length;

    #[test]
    fn a_histogram_counts_every_game_once() {
        for far in [1_u32, 7, 100, 12_345, u32::MAX] {
            let counts: BTreeMap<u32, u64> = [(0, 3), (far / 2, 5), (far - far / 3, 400), (far, 1)].into();
            let length = length(&counts);
            let bars: u64 = length.histogram.iter().map(|bar| bar.games).sum();
            assert_eq!(bars, counts.values().sum::<u64>(), "{far}");
            assert!(length.histogram.len() < 50);
            assert!(length.histogram.windows(2).all(|pair| pair[0].to + 1 == pair[1].from));
        }
    }

    #[test]
    fn percentiles_are_correct() {
        let counts: BTreeMap<u32, u64> = (1..=100).map(|length| (length, 1)).collect();
        let length = length(&counts);
        assert_eq!([length.p5, length.p25, length.p50, length.p75, length.p95], [5, 25, 50, 75, 95]);
        assert!((length.mean - 50.5).abs() < 1e-12);
    }
}
