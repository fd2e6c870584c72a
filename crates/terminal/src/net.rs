//! A table at a server: the socket lives on a thread of its own.

use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use mazzo_client::{NetError, Person, Socket};
use mazzo_text::{Lang, msg};
use mazzo_wire::{Bye, Millis};
use serde_json::Value;
use tokio::sync::mpsc;

use crate::desk::{Desk, Now, Reach};
use crate::shown::Shown;
use crate::tty::Input;

/// What waits to be said, at most.
const MOST_SAID: usize = 256;
/// What waits to be heard, at most; then the socket is not read.
const MOST_HEARD: usize = 1024;
/// After how many milliseconds a server that was lost is asked again, twice as many each time, up to a limit.
const FIRST_TRY_MS: u64 = 400;
const LAST_TRY_MS: u64 = 8_000;

/// How often a record is asked for that is about to be stored, and the pause between.
const RECORD_TRIES: u32 = 10;
const RECORD_PAUSE: Duration = Duration::from_millis(300);

/// What the thread is told.
enum Saying {
    /// To open a socket and say these things first.
    Connect(String, Vec<String>),
    Say(String),
    /// To fetch the record of that game, for the player to keep.
    Record(String),
    /// To fetch the record of that game, to judge the deal by it.
    Judge(String),
}

/// What it tells.
enum Hearing {
    Up,
    Told(Vec<u8>),
    /// There is no socket any more; why, and whether that is for good.
    Down(String, bool),
    Record(Result<String, String>),
    /// The record to judge by; none if it is not to be had.
    ToJudge(Option<String>),
}

/// A table at a server.
pub(crate) struct Remote {
    to: mpsc::Sender<Saying>,
    from: Receiver<Hearing>,
    /// When to try again.
    next_try: Option<Millis>,
    tries: u32,
    table: String,
    pub(crate) records: Vec<Result<String, String>>,
}

/// Why a server cannot be talked to, as a sentence, and whether it is of no use to try again.
pub(crate) fn trouble(lang: Lang, error: &NetError) -> (String, bool) {
    match error {
        NetError::Silent(_) => (net_trouble(lang, true), false),
        NetError::Untrusted(_) => (msg::net_untrusted(lang), false),
        NetError::NoServer(_) => (net_trouble(lang, false), false),
        NetError::Refused(problem) => {
            let later = ["too_much", "full", "stopping", "storage"].contains(&problem.why.as_str());
            (mazzo_tell::problem(lang, problem), !later)
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
        let (to, said) = mpsc::channel(MOST_SAID);
        let (heard, from) = sync_channel(MOST_HEARD);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        // With connections of its own: those that were opened elsewhere live on a runtime that nobody drives meanwhile.
        let person = person.apart().map_err(std::io::Error::other)?;
        let ear = Ear { heard, poke };
        let name = table.clone();
        thread::Builder::new()
            .name("socket".to_owned())
            .spawn(move || runtime.block_on(talk(&person, &table, lang, said, &ear)))?;
        // The first try is due at once.
        Ok(Self { to, from, next_try: Some(Millis(0)), tries: 0, table: name, records: Vec::new() })
    }

    pub(crate) fn say(&self, text: String) {
        // What cannot be said now is said again when the line is good.
        let _ = self.to.try_send(Saying::Say(text));
    }

    pub(crate) fn judge(&self, record: String) {
        let _ = self.to.try_send(Saying::Judge(record));
    }

    pub(crate) fn fetch(&self, record: String) {
        let _ = self.to.try_send(Saying::Record(record));
    }

    /// The name of the table.
    pub(crate) fn table(&self) -> &str {
        &self.table
    }

    pub(crate) const fn next_try(&self) -> Option<Millis> {
        self.next_try
    }

    pub(crate) fn connect(&mut self, hello: (String, Vec<String>)) {
        self.next_try = None;
        let _ = self.to.try_send(Saying::Connect(hello.0, hello.1));
    }

    pub(crate) fn hear<G: Shown>(&mut self, desk: &mut Desk<G>, now: Now) {
        while let Ok(heard) = self.from.try_recv() {
            match heard {
                Hearing::Up => {
                    self.tries = 0;
                    desk.set_line(Reach::Good);
                }
                Hearing::Told(told) => desk.hear(now, &told),
                Hearing::Down(_, _) if desk.is_gone() => self.next_try = None,
                Hearing::Down(why, true) => desk.set_line(Reach::Gone(why)),
                Hearing::Down(why, false) => {
                    self.tries += 1;
                    let wait = (FIRST_TRY_MS << self.tries.min(8)).min(LAST_TRY_MS);
                    self.next_try = Some(now.table.plus(if self.tries == 1 { FIRST_TRY_MS } else { wait }));
                    desk.set_line(Reach::Lost(why, self.tries));
                }
                Hearing::Record(record) => self.records.push(record),
                Hearing::ToJudge(record) => desk.judge(now, record.as_deref()),
            }
        }
    }
}

/// Who hears what the thread has to tell.
struct Ear {
    heard: SyncSender<Hearing>,
    poke: Sender<Input>,
}

impl Ear {
    /// False if nobody listens any more.
    fn tell(&self, hearing: Hearing) -> bool {
        self.heard.send(hearing).is_ok() && self.poke.send(Input::Poke).is_ok()
    }
}

async fn talk(person: &Person, table: &str, lang: Lang, mut said: mpsc::Receiver<Saying>, ear: &Ear) {
    while let Some(saying) = said.recv().await {
        match saying {
            Saying::Connect(hello, first) => match person.socket(table, &hello).await {
                Ok(mut socket) => {
                    let mut is_well = ear.tell(Hearing::Up);
                    for text in first {
                        is_well = is_well && socket.say(text).await;
                    }
                    if is_well {
                        converse(person, &mut socket, &mut said, lang, ear).await;
                    }
                    if !ear.tell(Hearing::Down(net_trouble(lang, true), false)) {
                        return;
                    }
                }
                Err(error) => {
                    let (why, is_final) = trouble(lang, &error);
                    if !ear.tell(Hearing::Down(why, is_final)) {
                        return;
                    }
                }
            },
            // Without a socket nothing is said: it is remembered and said again.
            Saying::Say(_) => {}
            Saying::Record(id) => {
                let record = fetch(person, &id, lang).await;
                ear.tell(Hearing::Record(record));
            }
            Saying::Judge(id) => {
                ear.tell(Hearing::ToJudge(fetch_to_judge(person, &id, lang).await));
            }
        }
    }
}

/// Talks until the socket breaks or nobody wants it any more.
async fn converse(
    person: &Person,
    socket: &mut Socket,
    said: &mut mpsc::Receiver<Saying>,
    lang: Lang,
    ear: &Ear,
) {
    loop {
        tokio::select! {
            told = socket.hear() => match told {
                Some(told) if ear.tell(Hearing::Told(told.to_vec())) => {}
                Some(_) | None => return,
            },
            saying = said.recv() => match saying {
                Some(Saying::Say(text)) => {
                    if !socket.say(text).await {
                        return;
                    }
                }
                Some(Saying::Record(id)) => {
                    let record = fetch(person, &id, lang).await;
                    if !ear.tell(Hearing::Record(record)) {
                        return;
                    }
                }
                Some(Saying::Judge(id)) => {
                    if !ear.tell(Hearing::ToJudge(fetch_to_judge(person, &id, lang).await)) {
                        return;
                    }
                }
                Some(Saying::Connect(..)) => {}
                None => return,
            },
        }
    }
}

/// The record of a game that is just over: the server stores it right after it has told the end.
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

/// Why a server hangs up.
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

/// Nobody answers, or not as a server of ours would.
pub(crate) fn net_trouble(lang: Lang, is_silent: bool) -> String {
    if is_silent { msg::net_silent(lang) } else { msg::net_no_server(lang) }
}
