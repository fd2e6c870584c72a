//! Very many people at very many tables.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mazzo_client::{NetError, Person};
use mazzo_core::{Game, seed_for};
use mazzo_games::{GameKind, with_game};
use mazzo_wire::{NewTable, Pace};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::player::{Manner, Player, Watch};
use crate::tally::{Report, Tally};

/// Tables that are being opened at the same time: a server that is swamped by newcomers tells nothing about play.
const AT_ONCE: usize = 32;

/// A move that somebody has not been told of after so long counts, though nobody knows how long it will take in the end.
const OVERDUE: Duration = Duration::from_secs(1);

/// What is to be tried.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the server is.
    pub url: String,
    /// Which game.
    pub game: GameKind,
    /// How many tables.
    pub tables: u32,
    /// How many sit at each.
    pub seats: u8,
    /// How they take their time.
    pub manner: Manner,
    /// For how long, once everybody sits.
    pub secs: u64,
    /// Where all luck comes from.
    pub seed: u64,
}

/// Why nothing was tried.
#[derive(Debug)]
pub struct CrowdError {
    /// What went wrong.
    pub why: NetError,
    /// How many tables were open by then.
    pub tables: u32,
}

impl std::fmt::Display for CrowdError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (after {} tables)", self.why, self.tables)
    }
}

impl std::error::Error for CrowdError {}

async fn seats<G: Game>(
    plan: Plan,
    http: reqwest::Client,
    number: u32,
    tally: Arc<Tally>,
) -> Result<(Watch, Vec<Player<G>>), NetError> {
    let host = Person::with(http.clone(), &plan.url).await?;
    let pace = match plan.manner {
        Manner::Max | Manner::Quick => Pace::Instant,
        Manner::Human => Pace::Fast,
    };
    let table = host.open(&NewTable { pace, ..NewTable::new(G::NAME, plan.seats) }).await?.table;
    let watch = Watch::default();
    let mut players = Vec::new();
    for seat in 0..plan.seats {
        let person = if seat == 0 { host.clone() } else { Person::with(http.clone(), &plan.url).await? };
        let seed = seed_for(plan.seed, u64::from(number) << 8 | u64::from(seat));
        let player = Player::new(person, &table, seed, plan.manner, Arc::clone(&tally));
        players.push(player.with(watch.clone()));
    }
    Ok((watch, players))
}

/// Opens the tables, lets everybody play, and reports what was seen. `progress` is told how many tables are open, then how many
/// seconds have gone by.
pub async fn run(plan: &Plan, progress: impl Fn(Progress)) -> Result<Report, CrowdError> {
    with_game!(plan.game, Table => run_one::<Table>(plan, progress).await)
}

/// How far it is.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// So many tables are open.
    Tables(u32),
    /// Everybody plays: what is reported begins here.
    Began,
    /// So many seconds have gone by.
    Secs(u64),
}

async fn run_one<G: Game>(plan: &Plan, progress: impl Fn(Progress)) -> Result<Report, CrowdError> {
    let tally = Arc::new(Tally::default());
    let http = mazzo_client::http().map_err(|why| CrowdError { why, tables: 0 })?;
    let mut opening = JoinSet::new();
    let mut people = JoinSet::new();
    let mut watches = Vec::new();
    let (mut asked, mut open) = (0, 0);
    while open < plan.tables {
        while asked < plan.tables && opening.len() < AT_ONCE {
            opening.spawn(seats::<G>(plan.clone(), http.clone(), asked, Arc::clone(&tally)));
            asked += 1;
        }
        let players = opening.join_next().await.and_then(Result::ok);
        let Some(players) = players else { break };
        let (watch, players) = players.map_err(|why| CrowdError { why, tables: open })?;
        watches.push(watch);
        for mut player in players {
            people.spawn(async move { player.play().await });
        }
        open += 1;
        progress(Progress::Tables(open));
    }
    settle(plan, &tally).await;
    tally.reset();
    progress(Progress::Began);
    let began = Instant::now();
    for second in 1..=plan.secs {
        sleep((began + Duration::from_secs(second)).duration_since(Instant::now())).await;
        progress(Progress::Secs(second));
    }
    // Who has waited so long and waits still is not left out because it did not end in time.
    watches.iter().flat_map(|watch| watch.overdue(OVERDUE)).for_each(|waited| tally.took(waited));
    let report = tally.report(began.elapsed());
    people.shutdown().await;
    Ok(report)
}

/// Waits until games are under way everywhere.
async fn settle(plan: &Plan, tally: &Tally) {
    let wanted = u64::from(plan.tables);
    for _ in 0..600 {
        if tally.moves.load(Ordering::Relaxed) >= wanted {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
}
