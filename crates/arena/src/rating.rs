//! Weng-Lin ratings, as online games use them, for tables of any size.

use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::game_row::GameRow;
use crate::plan::Plan;
use crate::stats::ordered;

/// The estimated strength of a bot. All start at 25 with an uncertainty of 25/3.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The estimate.
    pub rating: f64,
    /// Its standard deviation.
    pub uncertainty: f64,
}

/// The ratings by bot after all games, applied in the order of their numbers.
///
/// A bot that holds several seats of a table counts once, and as first if any of its seats won: a bot cannot gain on itself, and
/// teams of seats would add up strengths that do not help each other. More seats mean more wins, but over the rotations of a deal
/// all bots hold the same number of seats. Games without a winner, and tables with a single bot, are skipped.
pub fn ratings(plan: &Plan, rows: &[GameRow]) -> Vec<Rating> {
    let rows = ordered(plan, rows);
    let config = WengLinConfig::new();
    let mut ratings = vec![WengLinRating::new(); plan.bots().len()];
    let mut bots: Vec<usize> = Vec::new();
    for row in rows.into_iter().filter(|row| row.winners > 0) {
        bots.clear();
        bots.extend(row.seats.iter().map(|seat| usize::from(seat.bot)));
        bots.sort_unstable();
        bots.dedup();
        if bots.len() < 2 {
            continue;
        }
        let won = |bot: usize| {
            let mut seats = row.seats.iter().enumerate();
            seats.any(|(seat, sitting)| usize::from(sitting.bot) == bot && row.winners >> seat & 1 == 1)
        };
        let teams: Vec<[WengLinRating; 1]> = bots.iter().map(|&bot| [ratings[bot]]).collect();
        let ranks: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .zip(&bots)
            .map(|(team, &bot)| (&team[..], MultiTeamOutcome::new(if won(bot) { 1 } else { 2 })))
            .collect();
        let after = weng_lin_multi_team(&ranks, &config);
        for (&bot, team) in bots.iter().zip(after) {
            ratings[bot] = team[0];
        }
    }
    ratings.iter().map(|own| Rating { rating: own.rating, uncertainty: own.uncertainty }).collect()
}
