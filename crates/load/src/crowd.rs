//! Very many people at very many tables.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mazzo_client::{Heard, NetError, Person, Session};
use mazzo_core::{Game, seed_for};
use mazzo_games::{GameKind, with_game};
use mazzo_wire::{Command, Level, NewTable, Pace};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::hostile::{Harm, attack, disk_bytes};
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
    /// Tables beside the others where one person plays with bots that look ahead. What happens there is not counted.
    pub expert_tables: u32,
    /// For how many seconds others attack the server afterwards, while these people play on.
    pub hostile_secs: Option<u64>,
}

/// What was seen of a server.
#[derive(Debug)]
pub struct Outcome {
    /// Without an attack.
    pub calm: Report,
    /// And with one.
    pub attacked: Option<Attacked>,
}

/// What was seen of a server that was attacked.
#[derive(Debug)]
pub struct Attacked {
    /// What the honest crowd saw.
    pub report: Report,
    /// What the attack came to.
    pub harm: Arc<Harm>,
    /// Bytes of the log before and after.
    pub disk_bytes: (u64, u64),
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
    // Behind a proxy everybody has an address of their own, as people have.
    let address =
        |seat: u8| plan.hostile_secs.map(|_| format!("10.{}.{}.{seat}", number >> 8 & 0xff, number & 0xff));
    let join = async |seat: u8| match address(seat) {
        Some(address) => Person::forwarded(http.clone(), &plan.url, &address).await,
        None => Person::with(http.clone(), &plan.url).await,
    };
    let host = join(0).await?;
    let pace = match plan.manner {
        Manner::Max | Manner::Quick => Pace::Instant,
        Manner::Human => Pace::Fast,
    };
    let table = host.open(&NewTable { pace, ..NewTable::new(G::NAME, plan.seats) }).await?.table;
    let watch = Watch::default();
    let mut players = Vec::new();
    for seat in 0..plan.seats {
        let person = if seat == 0 { host.clone() } else { join(seat).await? };
        let seed = seed_for(plan.seed, u64::from(number) << 8 | u64::from(seat));
        let player = Player::new(person, &table, seed, plan.manner, Arc::clone(&tally));
        players.push(player.with(watch.clone()));
    }
    Ok((watch, players))
}

/// A table with one person and bots that look ahead.
async fn with_experts<G: Game>(
    plan: &Plan,
    http: &reqwest::Client,
    number: u32,
) -> Result<Player<G>, NetError> {
    let host = match plan.hostile_secs {
        Some(_) => {
            let address = format!("11.0.{}.{}", number >> 8 & 0xff, number & 0xff);
            Person::forwarded(http.clone(), &plan.url, &address).await?
        }
        None => Person::with(http.clone(), &plan.url).await?,
    };
    let wanted = NewTable { pace: Pace::Fast, stand_in: Level::Hard, ..NewTable::new(G::NAME, plan.seats) };
    let table = host.open(&wanted).await?.table;
    let mut session = Session::<G>::new(1, mazzo_client::system_entropy);
    let mut socket = host.socket(&table, &session.hello()).await?;
    for seat in 1..plan.seats {
        let (_, text) = session.ask(Command::Bot { seat, level: Some(Level::Expert) });
        socket.say(text).await;
    }
    while session.is_waiting() {
        let gone = || NetError::Silent("a table of experts hung up".to_owned());
        let (heard, send) = session.hear(socket.hear().await.ok_or_else(gone)?);
        for text in send {
            socket.say(text).await;
        }
        if let Heard::Refused(_, why) = heard {
            return Err(NetError::NoServer(why.to_string()));
        }
    }
    let seed = seed_for(plan.seed, u64::from(number) << 8 | 0xff);
    Ok(Player::new(host, &table, seed, Manner::Human, Arc::default()))
}

/// Opens the tables, lets everybody play, and reports what was seen. `progress` is told how many tables are open, then how many
/// seconds have gone by.
pub async fn run(plan: &Plan, progress: impl Fn(Progress)) -> Result<Outcome, CrowdError> {
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

async fn run_one<G: Game>(plan: &Plan, progress: impl Fn(Progress)) -> Result<Outcome, CrowdError> {
    let tally = Arc::new(Tally::default());
    let http = mazzo_client::http().map_err(|why| CrowdError { why, tables: 0 })?;
    let mut opening = JoinSet::new();
    let mut people = JoinSet::new();
    let mut watches = Vec::new();
    for number in 0..plan.expert_tables {
        let player = with_experts::<G>(plan, &http, number).await;
        let mut player = player.map_err(|why| CrowdError { why, tables: 0 })?;
        people.spawn(async move { player.play().await });
    }
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
    progress(Progress::Began);
    let watch = async |secs: u64, after: u64| {
        tally.reset();
        let began = Instant::now();
        for second in 1..=secs {
            sleep((began + Duration::from_secs(second)).duration_since(Instant::now())).await;
            progress(Progress::Secs(after + second));
        }
        // A move that is still on its way after so long counts, although it did not arrive in time.
        watches.iter().flat_map(|watch| watch.overdue(OVERDUE)).for_each(|waited| tally.took(waited));
        tally.report(began.elapsed())
    };
    let calm = watch(plan.secs, 0).await;
    let failed = |why| CrowdError { why, tables: open };
    let mut attacked = None;
    if let Some(secs) = plan.hostile_secs {
        let before = disk_bytes(&plan.url).await.map_err(failed)?;
        let harm = Arc::<Harm>::default();
        let attacking = Attack::start(&plan.url, plan.seed, &harm);
        let report = watch(secs, plan.secs).await;
        attacking.stop().map_err(failed)?;
        let after = disk_bytes(&plan.url).await.map_err(failed)?;
        attacked = Some(Attacked { report, harm, disk_bytes: (before, after) });
    }
    people.shutdown().await;
    Ok(Outcome { calm, attacked })
}

/// An attack on a thread of its own, so that it takes nothing from the honest crowd but the processor.
struct Attack {
    stop: oneshot::Sender<()>,
    thread: std::thread::JoinHandle<Result<(), NetError>>,
}

impl Attack {
    fn start(url: &str, seed: u64, harm: &Arc<Harm>) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let (url, harm) = (url.to_owned(), Arc::clone(harm));
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = runtime.map_err(|error| NetError::Silent(error.to_string()))?;
            runtime.block_on(async {
                tokio::select! {
                    ended = attack(url, seed, harm) => ended,
                    _ = stopped => Ok(()),
                }
            })
        });
        Self { stop, thread }
    }

    fn stop(self) -> Result<(), NetError> {
        let _ = self.stop.send(()); // it may have failed by itself
        self.thread
            .join()
            .unwrap_or_else(|_| Err(NetError::Silent("the hostile crowd broke down".to_owned())))
    }
}

/// Waits until games are under way everywhere: what a deal costs is not what a move costs.
async fn settle(plan: &Plan, tally: &Tally) {
    let wanted = u64::from(plan.tables) * u64::from(plan.seats);
    for _ in 0..600 {
        if tally.seated.load(Ordering::Relaxed) >= wanted {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
}
