//! House rules, measured: what each of them does to the game.

use mazzo_core::{Kind, OptionKey, Options};
use serde::{Deserialize, Serialize};

use crate::game_row::GameRow;
use crate::plan::Plan;
use crate::stats::{Deals, Estimate, Observed, Stats};

/// House rules of which at most one is not the default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant<R> {
    /// The rule that is not, and its value.
    pub changed: Option<(&'static str, String)>,
    /// All of them.
    pub rules: R,
}

/// The default, then every house rule changed alone to every other value; to a few, if it is a number.
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

/// What else a house rule can be set to.
fn values(key: &OptionKey, standard: u16) -> Vec<u16> {
    let mut values: Vec<u16> = match key.kind {
        Kind::Switch => vec![0, 1],
        Kind::Choice(words) => (0..words.len() as u16).collect(),
        // Clearly less and clearly more, as people would choose it: of 500, 200 and 1000.
        Kind::Number(min, max) => {
            let (less, more) = (u32::from(standard) * 2 / 5, u32::from(standard) * 2);
            [less, more].map(|value| value.clamp(min.into(), max.into()) as u16).to_vec()
        }
    };
    values.dedup();
    values.retain(|&value| value != standard);
    values
}

/// What was measured of a variant, with 95 % intervals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// The house rule that is changed; none for the default.
    pub option: Option<String>,
    /// What it is set to.
    pub value: Option<String>,
    /// Games that all seats played alike.
    pub games: u64,
    /// How many of them were given up as endless.
    pub endless: u64,
    /// Rounds a game.
    pub rounds: Estimate,
    /// Moves a game, answers to windows included.
    pub moves: Estimate,
    /// Rounds, as a multiple of what the default has over the same deals.
    pub rounds_ratio: Estimate,
    /// Moves, the same.
    pub moves_ratio: Estimate,
    /// What the seat that leads wins beyond an equal share.
    pub lead: Estimate,
    /// What each seat wins beyond an equal share, by its distance from the one that leads.
    pub seats: Vec<Estimate>,
    /// The distance of the one where that is largest, either way.
    pub farthest: usize,
    /// The share of games whose winner was not in front at half time.
    pub comebacks: Estimate,
    /// Games of the bot against one that plays at random.
    pub luck_games: u64,
    /// How often that one wins, as a share of what would be equal strength.
    pub luck: Estimate,
    /// Void rounds a game; 0 where the game knows none.
    pub void_rounds: Estimate,
    /// Calls or challenges a game.
    pub claims: Estimate,
}

/// A game's house rules, measured.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Study {
    /// The game's name in commands.
    pub game: String,
    /// Seats a table.
    pub players: u8,
    /// Who sat in every seat.
    pub bot: String,
    /// Games a variant.
    pub games: u64,
    /// Games a variant against one that plays at random.
    pub luck_games: u64,
    /// What all luck follows from.
    pub seed: u64,
    /// The version that played.
    pub version: String,
    /// The default first.
    pub variants: Vec<Measured>,
}

/// Games of one plan.
#[derive(Clone, Copy, Debug)]
pub struct Games<'a> {
    /// Who sat where.
    pub plan: &'a Plan,
    /// The games, in order.
    pub rows: &'a [GameRow],
}

/// What follows from the games of a variant: `alike` with one bot in all seats, `luck` with a bot that plays at random
/// first and the same bot second, `standard` those of the default over the same deals as `alike`.
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
    let seats: Vec<Estimate> = own.offsets.iter().map(|offset| tidy(beyond(offset.share))).collect();
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
        comebacks: tidy(own.comeback),
        luck_games: chance.games,
        luck: tidy(chance.bots.first().map_or(nothing, |bot| bot.share.map(|share| share / chance.parity))),
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
    tidy(deals.mean())
}

/// The mean of what may be so rare that it was never seen. That is no proof that it never happens: what
/// happens three times in as many games on average shows up nineteen times in twenty (the rule of three).
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn rare(rows: &[GameRow], of: impl Fn(&GameRow) -> u32) -> Estimate {
    let seen = rows.iter().any(|row| of(row) > 0);
    let most = 3.0 / rows.len().max(1) as f64;
    if seen { mean(rows, of) } else { tidy(Estimate { value: 0.0, low: 0.0, high: most }) }
}

/// How many times as much there is of it as by default, deal by deal: what both have from the cards drops out.
fn ratio(rows: &[GameRow], standard: &[GameRow], of: impl Fn(&GameRow) -> u32) -> Estimate {
    let mut deals = Deals::default();
    for (row, standard) in rows.iter().zip(standard).filter(|(row, standard)| row.deal == standard.deal) {
        deals.push(Observed { sum: of(row).into(), times: of(standard).into() });
    }
    tidy(deals.mean())
}

/// No more places than anybody can know: a study is kept in a file that people compare.
fn tidy(estimate: Estimate) -> Estimate {
    estimate.map(|number| if number.is_finite() { (number * 1e6).round() / 1e6 } else { number })
}

#[cfg(test)]
mod tests {
    use super::{GameRow, mean, rare, ratio};

    #[test]
    fn a_ratio_of_paired_games_knows_what_drops_out() {
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
