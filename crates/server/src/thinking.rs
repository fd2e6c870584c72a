//! A bounded pool of threads for bots that look ahead.

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use mazzo_bots::PlayableGame;
use mazzo_room::{DEEP_THOUGHT_MS, Deliberated, Deliberation};
use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// Decisions that may wait for each thread. One takes some hundredths of a second, so what is behind more than this would be out
/// of time before its turn.
const QUEUE_PER_THREAD: usize = 32;
/// How long bots may look ahead: the rest of the 300 ms is for the way back, so that the decision is always shown at the same time.
const THINK: Duration = Duration::from_millis(DEEP_THOUGHT_MS - 50);
/// How long a table waits for the pool. On a machine so busy that this is not enough, the table decides by itself.
const WAIT: Duration = Duration::from_millis(DEEP_THOUGHT_MS - 20);

/// Told whether to hurry: then it decides without looking ahead.
type Job = Box<dyn FnOnce(bool) + Send>;

/// The pool. Its threads end when it is dropped.
pub(crate) struct ThinkingPool {
    jobs: SyncSender<Job>,
}

impl ThinkingPool {
    /// One thread less than there are cores, so that sockets are always served.
    pub(crate) fn new() -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = cores.saturating_sub(1).max(1);
        Self::with(threads, threads * QUEUE_PER_THREAD)
    }

    fn with(threads: usize, queue: usize) -> Self {
        let (pool, waiting) = Self::queue(queue);
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..threads {
            let waiting = Arc::clone(&waiting);
            let started =
                thread::Builder::new().name(format!("think-{number}")).spawn(move || work(&waiting));
            if let Err(error) = started {
                // Without threads the queue fills, and bots decide without looking ahead.
                tracing::error!(%error, "a thinking thread did not start");
            }
        }
        pool
    }

    fn queue(queue: usize) -> (Self, Receiver<Job>) {
        let (jobs, waiting) = sync_channel(queue);
        (Self { jobs }, waiting)
    }

    /// Decides within [`WAIT`]. Bots decide as `hard` does if the queue is full, or from the moment when time is up.
    pub(crate) async fn think<G: PlayableGame>(&self, deliberation: Deliberation<G>) -> Deliberated<G> {
        let (now, deadline) = (deliberation.now(), Instant::now() + THINK);
        let (reply, decided) = oneshot::channel();
        let job: Job = Box::new(move |hurry| {
            let deliberated = deliberation.think(&|| hurry || Instant::now() >= deadline);
            let _ = reply.send(deliberated); // the table may have closed meanwhile
        });
        match self.jobs.try_send(job) {
            Ok(()) => {}
            Err(TrySendError::Full(job) | TrySendError::Disconnected(job)) => job(true),
        }
        let decided = timeout(WAIT, decided).await.ok().and_then(Result::ok);
        decided.unwrap_or_else(|| Deliberated::lost(now))
    }
}

fn work(waiting: &Mutex<Receiver<Job>>) {
    loop {
        let job = waiting.lock().recv();
        let Ok(job) = job else { return };
        if catch_unwind(AssertUnwindSafe(|| job(false))).is_err() {
            tracing::error!("a bot panicked; the table decides without looking ahead");
        }
    }
}

#[cfg(test)]
mod tests {
    use mazzo_diciassette::{Rules, Table};
    use mazzo_protocol::{Ask, Command, CommandId, Level, Millis, Pace, Settings};
    use mazzo_room::{Entry, Fact, Opening, PersonId, Room, Secret, TableId};

    use super::*;

    const HOST: PersonId = PersonId(1);

    /// A room where a bot of that level has its turn, and when.
    fn room(level: Level) -> (Room<Table>, Millis) {
        let settings = Settings {
            seats: 4,
            rules: Rules::default(),
            pace: Pace::Normal,
            listed: false,
            watched: true,
            free_chat: false,
            approve: false,
            stand_in: level,
        };
        for secret in 0.. {
            let secret = Secret([secret; 32]);
            let opening = Opening { table: TableId(9), host: HOST, settings, secret, promises: false };
            let mut room = Room::<Table>::new(&opening, Millis(0));
            room.connect(HOST, Millis(0));
            let commands = [Command::Sit { seat: None, name: "Ada".to_owned() }, Command::Start];
            for (id, command) in (1..).zip(commands) {
                let ask = Ask { id: CommandId(id), command };
                let facts = room.ask(HOST, &ask, secret).expect("it is allowed").facts;
                room.fold(&Entry { at: Millis(0), by: Some((HOST, ask.id)), facts });
            }
            let due = room.next_alarm().expect("a game goes on");
            if due < Millis(5_000) {
                return (room, due); // a bot's turn is due sooner than that of a person
            }
        }
        unreachable!("some deal begins with a bot")
    }

    fn moved(facts: &[Fact<Rules>]) -> u16 {
        let [Fact::Moved { code, .. }, Fact::Emitted { .. }] = facts else { panic!("a move: {facts:?}") };
        *code
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_queue_and_a_pool_that_does_not_answer_decide_as_hard_and_never_late() {
        let (mut hard, due) = room(Level::Hard);
        let as_hard = moved(&hard.alarm(due));
        // Without a thread, the first decision waits in the queue for ever, and there is no room for the second.
        let (pool, _waiting) = ThinkingPool::queue(1);
        for waits in [true, false] {
            let (mut room, due) = room(Level::Expert);
            let began = tokio::time::Instant::now();
            let deliberation = room.deliberation(due).expect("an expert decides");
            let deliberated = pool.think(deliberation).await;
            assert_eq!(moved(&room.alarm_after(deliberated)), as_hard);
            let took = began.elapsed();
            assert!(took < Duration::from_millis(DEEP_THOUGHT_MS), "{took:?}");
            assert_eq!(took >= WAIT, waits, "{took:?}");
        }
    }

    #[tokio::test]
    async fn the_pool_decides_as_the_room_would_or_as_hard() {
        let (mut here, due) = room(Level::Expert);
        let expected = moved(&here.alarm(due));
        let (mut room, due) = room(Level::Expert);
        let pool = ThinkingPool::with(1, 1);
        // On a busy machine it may run out of time, and is then `hard`.
        let (mut hard, _) = self::room(Level::Hard);
        let as_hard = moved(&hard.alarm(due));
        let deliberated = pool.think(room.deliberation(due).expect("an expert decides")).await;
        let decided = moved(&room.alarm_after(deliberated));
        assert!(decided == expected || decided == as_hard, "{decided}");
    }
}
