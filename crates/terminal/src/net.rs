//! A table at a server. The socket runs on its own thread.

use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use mazzo_client::{NetError, Person, Socket};
use mazzo_protocol::{Bye, Millis};
use mazzo_text::{Lang, msg};
use serde_json::Value;
use tokio::sync::mpsc;

use crate::desk::{Desk, Now, Reach};
use crate::shown::Shown;
use crate::tty::Input;

/// Capacity of the queue of requests to the thread.
const MOST_REQUESTS: usize = 256;
/// Capacity of the queue of events from the thread. When it is full, the thread stops reading the socket (back-pressure).
const MOST_EVENTS: usize = 1024;
/// First delay before a reconnect. It doubles with each failure, up to `LAST_TRY_MS`.
const FIRST_TRY_MS: u64 = 400;
const LAST_TRY_MS: u64 = 8_000;
/// A connection that lasted this long was a success: the next reconnect waits for the first delay again.
const STEADY_MS: u64 = 10_000;

/// Attempts to fetch a record that the server is about to store, and the pause between them.
const RECORD_TRIES: u32 = 10;
const RECORD_PAUSE: Duration = Duration::from_millis(300);

/// A request to the socket thread.
pub(crate) enum Request {
    /// Opens a socket with this query, and sends these messages first.
    Connect(String, Vec<String>),
    Say(String),
    /// Fetches the record of a game, for the player to keep.
    Record(String),
    /// Fetches the record of a game, to verify the deal.
    Judge(String),
}

/// An event from the socket thread.
enum Event {
    Up,
    Told(Vec<u8>),
    /// The socket closed: the reason, and whether that is final.
    Down(String, bool),
    /// The record of that game, for the player to keep.
    Record(String, Result<String, String>),
    /// The record for verifying the deal; none if the server does not have it.
    ToJudge(Option<String>),
}

/// A table at a server.
pub(crate) struct Remote {
    to: mpsc::Sender<Request>,
    from: Receiver<Event>,
    /// The time of the next connection attempt.
    pub(crate) next_try: Option<Millis>,
    tries: u32,
    /// The time at which the socket opened.
    up_at: Option<Millis>,
    /// The name of the table.
    pub(crate) table: String,
    /// Fetched records, with the ids of their games.
    pub(crate) records: Vec<(String, Result<String, String>)>,
}

/// The sentence for a network error, and whether the error is final, so that a retry is pointless.
pub(crate) fn trouble(lang: Lang, error: &NetError) -> (String, bool) {
    match error {
        NetError::Silent(_) => (msg::net_silent(lang), false),
        NetError::Untrusted(_) => (msg::net_untrusted(lang), false),
        NetError::NoServer(_) => (msg::net_no_server(lang), false),
        NetError::Refused(problem) => {
            let later = ["too_much", "full", "stopping", "storage"].contains(&problem.why.as_str());
            (mazzo_narration::problem(lang, problem), !later)
        }
    }
}

impl Remote {
    pub(crate) fn new(
        person: &Person,
        table: String,
        lang: Lang,
        poke: Sender<Input>,
    ) -> std::io::Result<Self> {
        let (to, requests) = mpsc::channel(MOST_REQUESTS);
        let (events, from) = sync_channel(MOST_EVENTS);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        // A separate connection pool: the existing connections belong to another runtime, which is not driven meanwhile.
        let person = person.apart().map_err(std::io::Error::other)?;
        let events = EventSender { to: events, poke };
        let name = table.clone();
        thread::Builder::new()
            .name("socket".to_owned())
            .spawn(move || runtime.block_on(run_thread(&person, &table, lang, requests, &events)))?;
        // The first attempt is due at once.
        Ok(Self::of(to, from, name))
    }

    const fn of(to: mpsc::Sender<Request>, from: Receiver<Event>, table: String) -> Self {
        Self { to, from, next_try: Some(Millis(0)), tries: 0, up_at: None, table, records: Vec::new() }
    }

    pub(crate) fn ask(&self, request: Request) {
        // The session repeats a lost message after the next connect.
        let _ = self.to.try_send(request);
    }

    pub(crate) fn connect(&mut self, hello: (String, Vec<String>)) {
        self.next_try = None;
        self.ask(Request::Connect(hello.0, hello.1));
    }

    pub(crate) fn hear<G: Shown>(&mut self, desk: &mut Desk<G>, now: Now) {
        while let Ok(event) = self.from.try_recv() {
            match event {
                Event::Up => {
                    self.up_at = Some(now.table);
                    desk.line = Reach::Good;
                }
                Event::Told(told) => desk.hear(now, &told),
                Event::Down(_, _) if matches!(desk.line, Reach::Gone(_)) => self.next_try = None,
                Event::Down(why, true) => desk.line = Reach::Gone(why),
                Event::Down(why, false) => {
                    let was_steady = self.up_at.take().is_some_and(|up| up.plus(STEADY_MS) <= now.table);
                    self.tries = if was_steady { 1 } else { self.tries.saturating_add(1) };
                    let wait = (FIRST_TRY_MS << self.tries.min(8)).min(LAST_TRY_MS);
                    self.next_try = Some(now.table.plus(if self.tries == 1 { FIRST_TRY_MS } else { wait }));
                    desk.line = Reach::Lost(why, self.tries);
                }
                Event::Record(id, record) => self.records.push((id, record)),
                Event::ToJudge(record) => desk.judge(now, record.as_deref()),
            }
        }
    }
}

/// Sends events to the screen, and wakes its loop.
struct EventSender {
    to: SyncSender<Event>,
    poke: Sender<Input>,
}

impl EventSender {
    /// Returns false if the screen is gone.
    fn send(&self, event: Event) -> bool {
        self.to.send(event).is_ok() && self.poke.send(Input::Poke).is_ok()
    }
}

async fn run_thread(
    person: &Person,
    table: &str,
    lang: Lang,
    mut requests: mpsc::Receiver<Request>,
    events: &EventSender,
) {
    while let Some(request) = requests.recv().await {
        let event = match request {
            Request::Connect(hello, first) => match person.socket(table, &hello).await {
                Ok(mut socket) => {
                    serve_socket(person, &mut socket, first, &mut requests, lang, events).await;
                    Event::Down(msg::net_silent(lang), false)
                }
                Err(error) => {
                    let (why, is_final) = trouble(lang, &error);
                    Event::Down(why, is_final)
                }
            },
            // No socket: the session repeats the message after the next connect.
            Request::Say(_) => continue,
            Request::Record(id) => fetched(person, id, lang).await,
            Request::Judge(id) => Event::ToJudge(fetch_to_judge(person, &id, lang).await),
        };
        if !events.send(event) {
            return;
        }
    }
}

/// Sends the first messages, and forwards messages in both directions until the socket closes or the screen is gone.
async fn serve_socket(
    person: &Person,
    socket: &mut Socket,
    first: Vec<String>,
    requests: &mut mpsc::Receiver<Request>,
    lang: Lang,
    events: &EventSender,
) {
    let mut is_open = events.send(Event::Up);
    for text in first {
        is_open = is_open && socket.say(text).await;
    }
    while is_open {
        is_open = tokio::select! {
            told = socket.hear() => told.is_some_and(|told| events.send(Event::Told(told.to_vec()))),
            request = requests.recv() => match request {
                Some(Request::Say(text)) => socket.say(text).await,
                Some(Request::Record(id)) => events.send(fetched(person, id, lang).await),
                Some(Request::Judge(id)) => {
                    events.send(Event::ToJudge(fetch_to_judge(person, &id, lang).await))
                }
                Some(Request::Connect(..)) => true,
                None => false,
            },
        };
    }
}

/// Fetches a record for the player to keep.
async fn fetched(person: &Person, id: String, lang: Lang) -> Event {
    let record = fetch(person, &id, lang).await;
    Event::Record(id, record)
}

/// Fetches the record of a game that has just ended. It retries, since the server stores the record after it announces the end.
async fn fetch_to_judge(person: &Person, id: &str, lang: Lang) -> Option<String> {
    for _ in 1..RECORD_TRIES {
        if let Ok(record) = fetch(person, id, lang).await {
            return Some(record);
        }
        tokio::time::sleep(RECORD_PAUSE).await;
    }
    fetch(person, id, lang).await.ok()
}

async fn fetch(person: &Person, id: &str, lang: Lang) -> Result<String, String> {
    let record = person.get::<Value>(&format!("/api/records/{id}")).await;
    record.map(|record| record.to_string()).map_err(|error| trouble(lang, &error).0)
}

/// The sentence for the reason that the server closed the socket.
pub(crate) fn bye(lang: Lang, why: Bye) -> String {
    match why {
        Bye::Restart => msg::bye_restart(lang),
        Bye::Closed => msg::bye_closed(lang),
        Bye::SentAway => msg::bye_sent_away(lang),
        Bye::OldLink => msg::bye_old_link(lang),
        Bye::Slow => msg::bye_slow(lang),
        Bye::TooMuch => msg::bye_too_much(lang),
        Bye::Nonsense => msg::bye_nonsense(lang),
        Bye::Trouble => msg::bye_trouble(lang),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::mpsc::{SyncSender, sync_channel};

    use mazzo_protocol::Millis;
    use mazzo_text::Lang;
    use tokio::sync::mpsc;

    use super::{Event, FIRST_TRY_MS, LAST_TRY_MS, Remote, STEADY_MS};
    use crate::desk::{Desk, Now, Reach};
    use crate::theme::Theme;

    type Table = mazzo_games::FirstTable;

    fn remote() -> (Remote, SyncSender<Event>) {
        let (to, _) = mpsc::channel(1);
        let (events, from) = sync_channel(8);
        (Remote::of(to, from, "table".to_owned()), events)
    }

    /// A remote table that has fetched these records.
    pub(crate) fn with_records(records: Vec<(String, Result<String, String>)>) -> Remote {
        Remote { records, ..remote().0 }
    }

    pub(crate) fn desk() -> Desk<Table> {
        Desk::new(Lang::En, Theme::default(), "Ada", false, Reach::Good, 1)
    }

    #[test]
    fn a_server_that_drops_every_socket_at_once_is_retried_ever_more_slowly() {
        let (mut desk, (mut remote, events)) = (desk(), remote());
        let mut now = 1_000;
        let mut drop_after = |lasted: u64| {
            for (event, passed) in [(Event::Up, lasted), (Event::Down(String::new(), false), 0)] {
                events.send(event).expect("a receiver");
                remote.hear(&mut desk, Now { here: Millis(now), table: Millis(now) });
                now += passed;
            }
            let next = remote.next_try.expect("a retry").0;
            let wait = next - now;
            now = next;
            wait
        };
        let waits: Vec<u64> = (0..7).map(|_| drop_after(5)).collect();
        assert_eq!(waits[0], FIRST_TRY_MS);
        assert!(waits.is_sorted() && waits[1] > FIRST_TRY_MS, "{waits:?}");
        assert_eq!(waits[6], LAST_TRY_MS);
        assert_eq!(drop_after(STEADY_MS), FIRST_TRY_MS, "a connection that lasted ends the back-off");
    }
}
