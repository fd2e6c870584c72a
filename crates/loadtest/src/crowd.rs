//! Runs a load test: many players at many tables.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mazzo_client::{Heard, NetError, Person, Session};
use mazzo_core::{Visible, Windows, seed_for};
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::{Command, Level, NewTable, Pace};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::hostile::{AttackCounts, attack, disk_bytes};
use crate::player::{DeliveryLog, Pacing, Player};
use crate::tally::{Report, Tally};

/// Tables that are opened concurrently. More would measure the flood of newcomers and not play.
const CONCURRENT_OPENS: usize = 32;

/// An undelivered move of this age counts in the latency, although its delivery time is unknown.
const OVERDUE: Duration = Duration::from_secs(1);

/// Parameters of a load test.
#[derive(Clone, Debug)]
pub struct Plan {
    /// URL of the server.
    pub url: String,
    /// The game.
    pub game: GameKind,
    /// Number of tables.
    pub tables: u32,
    /// Seats of each table.
    pub seats: u8,
    /// Thinking time of the players.
    pub pacing: Pacing,
    /// Measured seconds, from when all games run.
    pub secs: u64,
    /// Seed of all randomness.
    pub seed: u64,
    /// Extra tables with one person and search bots. They are not measured.
    pub expert_tables: u32,
    /// Seconds of an attack after the calm phase, while the players play on.
    pub hostile_secs: Option<u64>,
}

/// Results of a load test.
#[derive(Debug)]
pub struct LoadReport {
    /// The calm phase.
    pub calm: Report,
    /// The phase under attack.
    pub attacked: Option<AttackReport>,
}

/// Results of the phase under attack.
#[derive(Debug)]
pub struct AttackReport {
    /// Measurements of the honest players.
    pub report: Report,
    /// Counts of the attackers.
    pub counts: Arc<AttackCounts>,
    /// Size of the log before and after.
    pub disk_bytes: (u64, u64),
}

/// Error of a load test.
#[derive(Debug, thiserror::Error)]
#[error("{why} (after {tables} tables)")]
pub struct LoadError {
    /// The network error.
    pub why: NetError,
    /// Tables that were open by then.
    pub tables: u32,
}

/// A new person. Behind a proxy every player has an address of their own.
async fn join(plan: &Plan, http: &reqwest::Client, address: [u8; 4]) -> Result<Person, NetError> {
    match plan.hostile_secs {
        Some(_) => {
            let address = Ipv4Addr::from(address).to_string();
            Person::forwarded(http.clone(), &plan.url, &address).await
        }
        None => Person::with(http.clone(), &plan.url).await,
    }
}

async fn seats<G: Visible + Windows>(
    plan: Plan,
    http: reqwest::Client,
    number: u32,
    tally: Arc<Tally>,
) -> Result<(DeliveryLog, Vec<Player<G>>), NetError> {
    let [.., high, low] = number.to_be_bytes();
    let join = async |seat: u8| join(&plan, &http, [10, high, low, seat]).await;
    let host = join(0).await?;
    let pace = match plan.pacing {
        Pacing::Max | Pacing::Quick => Pace::Instant,
        Pacing::Human => Pace::Fast,
    };
    let table = host.open(&NewTable { pace, ..NewTable::new(G::NAME, plan.seats) }).await?.table;
    let log = DeliveryLog::default();
    let mut players = Vec::new();
    for seat in 0..plan.seats {
        let person = if seat == 0 { host.clone() } else { join(seat).await? };
        let seed = seed_for(plan.seed, u64::from(number) << 8 | u64::from(seat));
        let player = Player::new(person, &table, seed, plan.pacing, Arc::clone(&tally));
        players.push(player.with(log.clone()));
    }
    Ok((log, players))
}

/// A table with one person and search bots.
async fn with_experts<G: Visible + Windows>(
    plan: &Plan,
    http: &reqwest::Client,
    number: u32,
) -> Result<Player<G>, NetError> {
    let [.., high, low] = number.to_be_bytes();
    let host = join(plan, http, [11, 0, high, low]).await?;
    let wanted = NewTable { pace: Pace::Fast, stand_in: Level::Hard, ..NewTable::new(G::NAME, plan.seats) };
    let table = host.open(&wanted).await?.table;
    let mut session = Session::<G>::new(1, mazzo_client::system_entropy);
    let mut socket = host.socket(&table, &session.hello()).await?;
    for seat in 1..plan.seats {
        let (_, text) = session.ask(Command::Bot { seat, level: Some(Level::Expert) });
        socket.say(text).await;
    }
    while session.is_waiting() {
        let gone = || NetError::Silent("the server hung up on a table of search bots".to_owned());
        let (heard, send) = session.hear(socket.hear().await.ok_or_else(gone)?);
        for text in send {
            socket.say(text).await;
        }
        if let Heard::Refused(_, why) = heard {
            return Err(NetError::NoServer(why.to_string()));
        }
    }
    let seed = seed_for(plan.seed, u64::from(number) << 8 | 0xff);
    Ok(Player::new(host, &table, seed, Pacing::Human, Arc::default()))
}

/// Opens the tables, lets all players play, and reports the measurements. `progress` receives the number of open tables, then the
/// elapsed seconds.
pub async fn run(plan: &Plan, progress: impl Fn(Progress)) -> Result<LoadReport, LoadError> {
    with_game!(plan.game, Table => run_one::<Table>(plan, progress).await)
}

/// Progress of a load test.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// Number of open tables.
    Tables(u32),
    /// All games run: the measurement begins.
    Began,
    /// Elapsed seconds.
    Secs(u64),
}

async fn run_one<G: Visible + Windows>(
    plan: &Plan,
    progress: impl Fn(Progress),
) -> Result<LoadReport, LoadError> {
    let tally = Arc::new(Tally::default());
    let http = mazzo_client::http().map_err(|why| LoadError { why, tables: 0 })?;
    let mut opening = JoinSet::new();
    let mut people = JoinSet::new();
    let mut deliveries = Vec::new();
    for number in 0..plan.expert_tables {
        let player = with_experts::<G>(plan, &http, number).await;
        let mut player = player.map_err(|why| LoadError { why, tables: 0 })?;
        people.spawn(async move { player.play().await });
    }
    let (mut asked, mut open) = (0, 0);
    while open < plan.tables {
        while asked < plan.tables && opening.len() < CONCURRENT_OPENS {
            opening.spawn(seats::<G>(plan.clone(), http.clone(), asked, Arc::clone(&tally)));
            asked += 1;
        }
        let players = opening.join_next().await.and_then(Result::ok);
        let Some(players) = players else { break };
        let (log, players) = players.map_err(|why| LoadError { why, tables: open })?;
        deliveries.push(log);
        for mut player in players {
            people.spawn(async move { player.play().await });
        }
        open += 1;
        progress(Progress::Tables(open));
    }
    settle(plan, &tally).await;
    progress(Progress::Began);
    let measure = async |secs: u64, after: u64| {
        tally.reset();
        let began = Instant::now();
        for second in 1..=secs {
            sleep((began + Duration::from_secs(second)).duration_since(Instant::now())).await;
            progress(Progress::Secs(after + second));
        }
        // Undelivered moves count with their age.
        deliveries
            .iter()
            .flat_map(|log| log.overdue(OVERDUE))
            .for_each(|waited| tally.record_latency(waited));
        tally.report(began.elapsed())
    };
    let calm = measure(plan.secs, 0).await;
    let failed = |why| LoadError { why, tables: open };
    let mut attacked = None;
    if let Some(secs) = plan.hostile_secs {
        let before = disk_bytes(&plan.url).await.map_err(failed)?;
        let counts = Arc::<AttackCounts>::default();
        let attacking = Attack::start(&plan.url, plan.seed, &counts);
        let report = measure(secs, plan.secs).await;
        attacking.stop().map_err(failed)?;
        let after = disk_bytes(&plan.url).await.map_err(failed)?;
        attacked = Some(AttackReport { report, counts, disk_bytes: (before, after) });
    }
    people.shutdown().await;
    Ok(LoadReport { calm, attacked })
}

/// An attack on a thread of its own, so that it shares only the processor with the honest players.
struct Attack {
    stop: oneshot::Sender<()>,
    thread: std::thread::JoinHandle<Result<(), NetError>>,
}

impl Attack {
    fn start(url: &str, seed: u64, counts: &Arc<AttackCounts>) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let (url, counts) = (url.to_owned(), Arc::clone(counts));
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = runtime.map_err(|error| NetError::Silent(error.to_string()))?;
            runtime.block_on(async {
                tokio::select! {
                    ended = attack(url, seed, counts) => ended,
                    _ = stopped => Ok(()),
                }
            })
        });
        Self { stop, thread }
    }

    fn stop(self) -> Result<(), NetError> {
        let _ = self.stop.send(()); // the attack may have failed already
        self.thread.join().unwrap_or_else(|_| Err(NetError::Silent("the attack panicked".to_owned())))
    }
}

/// Waits until all games run: deals must not count as moves.
async fn settle(plan: &Plan, tally: &Tally) {
    let wanted = u64::from(plan.tables) * u64::from(plan.seats);
    for _ in 0..600 {
        if tally.seated.load(Ordering::Relaxed) >= wanted {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
}
