//! Measures the effect of each house rule on the game.

use mazzo_core::{Kind, OptionKey, Options};
use serde::{Deserialize, Serialize};

use crate::game_row::GameRow;
use crate::plan::Plan;
use crate::stats::{Deals, Estimate, Observed, Stats};

/// House rules of which at most one differs from the default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant<R> {
    /// The changed rule and its value.
    pub changed: Option<(&'static str, String)>,
    /// All house rules.
    pub rules: R,
}

/// The default, then every house rule changed alone to each other value; a number to a few values.
pub fn variants<R: Options>() -> Vec<Variant<R>> {
    let standard = R::default();
    let changed = R::KEYS.iter().enumerate().flat_map(|(index, key)| {
        let others = values(key, standard.get(index)).into_iter();
        others.map(move |value| {
            let mut rules = standard;
            rules.set(index, value);
            Variant { changed: Some((key.name, key.text(value))), rules }
        })
    });
    [Variant { changed: None, rules: standard }].into_iter().chain(changed).collect()
}

/// The other values to try for a house rule.
fn values(key: &OptionKey, standard: u16) -> Vec<u16> {
    let mut values: Vec<u16> = match key.kind {
        Kind::Switch => vec![0, 1],
        Kind::Choice(words) => (0..words.len() as u16).collect(),
        // Clearly less and clearly more, in round numbers: for 500, 200 and 1000.
        Kind::Number(min, max) => {
            let (less, more) = (u32::from(standard) * 2 / 5, u32::from(standard) * 2);
            [less, more].map(|value| value.clamp(min.into(), max.into()) as u16).to_vec()
        }
    };
    values.dedup();
    values.retain(|&value| value != standard);
    values
}

/// The measurements of a variant, with 95 % intervals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// The changed house rule; `None` for the default.
    pub option: Option<String>,
    /// Its value.
    pub value: Option<String>,
    /// Number of games with the same bot in all seats.
    pub games: u64,
    /// Number of them aborted as endless.
    pub endless: u64,
    /// Rounds in a game.
    pub rounds: Estimate,
    /// Moves in a game, answers to windows included.
    pub moves: Estimate,
    /// Rounds, relative to the default over the same deals.
    pub rounds_ratio: Estimate,
    /// Moves, relative to the default over the same deals.
    pub moves_ratio: Estimate,
    /// The excess of the leading seat's wins over an equal share.
    pub lead: Estimate,
    /// The excess of each seat's wins over an equal share, by its distance from the lead.
    pub seats: Vec<Estimate>,
    /// The distance at which the excess is largest in absolute value.
    pub farthest: usize,
    /// The share of games whose winner was not in the lead at half time.
    pub comebacks: Estimate,
    /// Number of games of the bot against a random player.
    pub luck_games: u64,
    /// The wins of the random player, relative to equal strength.
    pub luck: Estimate,
    /// Void rounds in a game; 0 for games without them.
    pub void_rounds: Estimate,
    /// Calls or challenges in a game.
    pub claims: Estimate,
}

/// The measured house rules of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Study {
    /// The game's name in commands.
    pub game: String,
    /// Number of seats.
    pub players: u8,
    /// The bot in every seat.
    pub bot: String,
    /// Games for each variant.
    pub games: u64,
    /// Games for each variant against a random player.
    pub luck_games: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
    /// The variants, the default first.
    pub variants: Vec<Measured>,
}

/// The games of one plan.
#[derive(Clone, Copy, Debug)]
pub struct Games<'a> {
    /// The seating.
    pub plan: &'a Plan,
    /// The games, in order.
    pub rows: &'a [GameRow],
}

/// Measures a variant: `alike` are games with one bot in all seats, `luck` games with a random player first and the same bot
/// second, `standard` games of the default over the same deals as `alike`.
pub fn measure(
    changed: Option<&(&'static str, String)>,
    alike: Games<'_>,
    luck: Games<'_>,
    standard: &[GameRow],
    counters: &[&str],
) -> Measured {
    let own = Stats::new(alike.plan, alike.rows);
    let chance = Stats::new(luck.plan, luck.rows);
    let beyond = |share: Estimate| share.map(|share| share - own.parity);
    let seats: Vec<Estimate> = own.offsets.iter().map(|offset| rounded(beyond(offset.share))).collect();
    let nothing = Estimate { value: 0.0, low: 0.0, high: 0.0 };
    let farthest = (0..seats.len())
        .max_by(|&a, &b| seats[a].value.abs().total_cmp(&seats[b].value.abs()).then(b.cmp(&a)));
    let void = counters.iter().position(|&name| name == "void_rounds");
    let void = void.map(|at| rare(alike.rows, |row| row.counts.get(at).copied().unwrap_or(0)));
    let claims = |row: &GameRow| row.seats.iter().map(|seat| seat.right + seat.wrong).sum();
    Measured {
        option: changed.map(|(option, _)| (*option).to_owned()),
        value: changed.map(|(_, value)| value.clone()),
        games: own.games,
        endless: own.endless,
        rounds: mean(alike.rows, |row| row.rounds),
        moves: mean(alike.rows, |row| row.moves),
        rounds_ratio: ratio(alike.rows, standard, |row| row.rounds),
        moves_ratio: ratio(alike.rows, standard, |row| row.moves),
        lead: seats.first().copied().unwrap_or(nothing),
        farthest: farthest.unwrap_or(0),
        seats,
        comebacks: rounded(own.comeback),
        luck_games: chance.games,
        luck: rounded(
            chance.bots.first().map_or(nothing, |bot| bot.share.map(|share| share / chance.parity)),
        ),
        void_rounds: void.unwrap_or(nothing),
        claims: rare(alike.rows, claims),
    }
}

fn mean(rows: &[GameRow], of: impl Fn(&GameRow) -> u32) -> Estimate {
    let mut deals = Deals::default();
    for deal in rows.chunk_by(|one, next| one.deal == next.deal) {
        let mut observed = Observed::default();
        deal.iter().map(&of).for_each(|number| observed.add(number.into()));
        deals.push(observed);
    }
    rounded(deals.mean())
}

/// The mean of a rare count. If it was never observed, the upper bound follows the rule of three: an event with a mean of three in
/// as many games is observed nineteen times in twenty.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn rare(rows: &[GameRow], of: impl Fn(&GameRow) -> u32) -> Estimate {
    let seen = rows.iter().any(|row| of(row) > 0);
    let most = 3.0 / rows.len().max(1) as f64;
    if seen { mean(rows, of) } else { rounded(Estimate { value: 0.0, low: 0.0, high: most }) }
}

/// The ratio to the default, deal by deal: the influence of the cards, which both share, cancels out.
fn ratio(rows: &[GameRow], standard: &[GameRow], of: impl Fn(&GameRow) -> u32) -> Estimate {
    let mut deals = Deals::default();
    for (row, standard) in rows.iter().zip(standard).filter(|(row, standard)| row.deal == standard.deal) {
        deals.push(Observed { sum: of(row).into(), times: of(standard).into() });
    }
    rounded(deals.mean())
}

/// Rounds to the places that are significant: a study is kept in a file that people compare.
fn rounded(estimate: Estimate) -> Estimate {
    estimate.map(|number| if number.is_finite() { (number * 1e6).round() / 1e6 } else { number })
}

#[cfg(test)]
mod tests {
    use super::{GameRow, mean, rare, ratio};

    #[test]
    fn a_ratio_of_paired_games_uses_the_pairing() {
        let row = |(deal, moves): (u64, u32)| GameRow { deal, moves, ..GameRow::default() };
        let standard: Vec<GameRow> = (0..).zip([10, 200, 30, 4000]).map(row).collect();
        let doubled: Vec<GameRow> = (0..).zip([20, 400, 60, 8000]).map(row).collect();
        let moves = |row: &GameRow| row.moves;
        let estimate = ratio(&doubled, &standard, moves);
        assert!((estimate.value - 2.0).abs() < 1e-9 && estimate.high - estimate.low < 1e-9, "{estimate:?}");
        assert!((mean(&standard, moves).value - 1060.0).abs() < 1e-9);
        assert!(mean(&standard, moves).high > 2000.0);
        assert!(
            (rare(&standard, |_| 0).high - 0.75).abs() < 1e-9
                && rare(&standard, moves) == mean(&standard, moves)
        );
    }
}
