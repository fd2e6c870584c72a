//! The seating of bots, and the division of deals among machines.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use crate::game_row::GameRow;

/// A shared win is divided without remainder for up to this many winners.
const MAX_SEATS: u8 = 10;
/// Limit, since a deal is kept in memory until it is complete and then written as a whole.
const MAX_GAMES_PER_DEAL: usize = 20_000;

/// Why bots and seats do not make a valid plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPlan {
    /// No bots, or too many.
    #[error("an arena needs a bot, and at most 255")]
    Bots,
    /// Too few or too many seats.
    #[error("an arena has 1 to {MAX_SEATS} seats, not {0}")]
    Seats(u64),
    /// Too many tables for one deal.
    #[error("{bots} bots at {seats} seats are too many tables a deal: name fewer bots")]
    Tables {
        /// The number of bots.
        bots: usize,
        /// The number of seats.
        seats: u8,
    },
    /// A field of the job is missing or invalid.
    #[error("the job has no valid \"{0}\"")]
    Job(&'static str),
}

/// The seating. Each deal is replayed so that every bot holds every seat equally often (duplicate deals): the cards then favour no
/// bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    bots: Vec<String>,
    seats: u8,
    lineups: Vec<Vec<u8>>,
}

impl Plan {
    /// If there are at most as many bots as seats, all sit at one table, in rotation. If there are more, every combination that
    /// fills the table is a lineup; all lineups play the same deals.
    pub fn new(bots: Vec<String>, seats: u8) -> Result<Self, BadPlan> {
        if bots.is_empty() || bots.len() > 255 {
            return Err(BadPlan::Bots);
        }
        if !(1..=MAX_SEATS).contains(&seats) {
            return Err(BadPlan::Seats(seats.into()));
        }
        let size = bots.len().min(seats.into());
        if choices(bots.len(), size).is_none_or(|lineups| lineups > MAX_GAMES_PER_DEAL / size) {
            return Err(BadPlan::Tables { bots: bots.len(), seats });
        }
        let mut lineups = vec![];
        let mut lineup: Vec<u8> = (0..size as u8).collect();
        loop {
            lineups.push(lineup.clone());
            // The next combination in lexicographic order: advances the last position that can advance.
            let last = |place: usize| (bots.len() - size + place) as u8;
            let Some(place) = (0..size).rev().find(|&place| lineup[place] < last(place)) else { break };
            let first = lineup[place] + 1;
            lineup[place..].iter_mut().zip(first..).for_each(|(bot, next)| *bot = next);
        }
        Ok(Self { bots, seats, lineups })
    }

    /// The plan of a job: its fields `bots` (names) and `players`.
    pub fn of_job(job: &Value) -> Result<Self, BadPlan> {
        let bots = job["bots"].as_array().ok_or(BadPlan::Job("bots"))?;
        let name = |bot: &Value| bot.as_str().map(str::to_owned).ok_or(BadPlan::Job("bots"));
        let bots = bots.iter().map(name).collect::<Result<_, _>>()?;
        let seats = job["players"].as_u64().ok_or(BadPlan::Job("players"))?;
        Self::new(bots, u8::try_from(seats).map_err(|_| BadPlan::Seats(seats))?)
    }

    /// The bots' names.
    pub fn bots(&self) -> &[String] {
        &self.bots
    }

    /// The number of seats of a table.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The number of lineups.
    pub fn lineups(&self) -> u32 {
        self.lineups.len() as u32
    }

    /// The number of rotations of a lineup.
    pub fn rotations(&self) -> u8 {
        self.lineups[0].len() as u8
    }

    /// The number of games played from the same cards.
    pub fn games_per_deal(&self) -> u64 {
        u64::from(self.lineups()) * u64::from(self.rotations())
    }

    /// The number of deals needed for at least this many games.
    pub fn deals_for(&self, games: u64) -> u64 {
        games.div_ceil(self.games_per_deal())
    }

    /// The bots by seat.
    pub fn table(&self, lineup: u32, rotation: u8) -> Vec<u8> {
        self.seated(lineup, rotation).collect()
    }

    fn seated(&self, lineup: u32, rotation: u8) -> impl Iterator<Item = u8> {
        let bots = &self.lineups[lineup as usize];
        let first = usize::from(rotation) % bots.len();
        bots[first..].iter().chain(bots.iter().cycle()).take(self.seats.into()).copied()
    }

    /// The number of a game in the arena.
    pub fn index(&self, deal: u64, lineup: u32, rotation: u8) -> u64 {
        let within = u64::from(lineup) * u64::from(self.rotations()) + u64::from(rotation);
        deal.saturating_mul(self.games_per_deal()).saturating_add(within)
    }

    /// The deal, lineup and rotation of a game number.
    pub fn game(&self, index: u64) -> (u64, u32, u8) {
        let (deal, within) = (index / self.games_per_deal(), index % self.games_per_deal());
        let rotations = u64::from(self.rotations());
        (deal, (within / rotations) as u32, (within % rotations) as u8)
    }

    /// True if a row is consistent with this plan: rows from files are not trusted.
    pub fn fits(&self, row: &GameRow) -> bool {
        row.lineup < self.lineups()
            && row.rotation < self.rotations()
            && row.lead < self.seats
            && row.winners >> self.seats == 0
            && row.seats.iter().map(|seat| seat.bot).eq(self.seated(row.lineup, row.rotation))
            && row.seats.iter().flat_map(|seat| &seat.claims).all(|c| c.said <= 100 && c.held <= c.times)
    }

    /// True if these rows are exactly the games of one deal, in order.
    pub fn is_whole_deal(&self, rows: &[GameRow]) -> bool {
        rows.len() as u64 == self.games_per_deal()
            && rows.iter().zip(0..).all(|(row, within)| {
                row.deal == rows[0].deal && self.game(within) == (0, row.lineup, row.rotation)
            })
    }
}

/// The number of combinations; `None` on overflow.
fn choices(from: usize, size: usize) -> Option<usize> {
    (1..=size).try_fold(1_usize, |ways, n| Some(ways.checked_mul(from - size + n)? / n))
}

/// The part of the deals that a machine plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// All deals.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Part `index` of `count`, counted from 1.
    pub fn new(index: u32, count: u32) -> Option<Self> {
        (1 <= index && index <= count).then_some(Self { index, count })
    }

    /// The number of this shard, from 1.
    pub fn index(self) -> u32 {
        self.index
    }

    /// The number of shards.
    pub fn count(self) -> u32 {
        self.count
    }

    /// True if a deal belongs to this shard.
    pub fn owns(self, deal: u64) -> bool {
        deal % u64::from(self.count) == u64::from(self.index - 1)
    }

    /// The deals of this shard, of `all` deals.
    pub fn deals(self, all: u64) -> impl Iterator<Item = u64> {
        (u64::from(self.index - 1)..all).step_by(self.count as usize)
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let part = text.split_once('/').and_then(|(index, count)| {
            let whole = |text: &str| text.parse().ok();
            Self::new(whole(index)?, whole(count)?)
        });
        part.ok_or_else(|| {
            let text: String = text.chars().take(20).collect();
            format!("'{text}' is not a shard: write 2/4 for the second of four")
        })
    }
}
