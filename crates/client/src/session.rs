//! The session of a client at a table.

use std::collections::VecDeque;

use crate::fair::{Entropy, Fairness};
use crate::sound::is_sound;
use mazzo_core::{Visible, Windows};
use mazzo_record::Record;
use mazzo_record::fair::Judged;

use mazzo_protocol::{
    Ask, Bye, Command, CommandId, Folded, Millis, Refusal, Said, Says, Told, VERSION, from_json,
};

/// The effect of a message.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard<G: Visible> {
    /// A snapshot replaced the state.
    Table,
    /// A step, with its events and chat.
    Step {
        /// The view before the events, if a game begins.
        begin: Option<Box<G::View>>,
        /// The events.
        seen: Vec<G::Seen>,
        /// A phrase or text of a player.
        said: Option<Said>,
    },
    /// The private state has changed.
    Mine,
    /// A command was carried out.
    Done(CommandId),
    /// A command had no effect.
    Refused(CommandId, Refusal),
    /// No effect for a front end.
    Nothing,
    /// A notice of the server's operator.
    Notice(String),
    /// The server closes the connection: the reason, and the delay in milliseconds before reconnecting.
    Bye(Bye, Option<u64>),
    /// A message that a server of this version does not send; in a [`Session::checked`] session also one that cannot be shown.
    Nonsense,
}

/// Checks whether a message fits the known state.
type Check<G> = fn(Option<&Folded<G>>, &Told<G>) -> bool;

/// The state of a client at a table, and its pending commands.
#[derive(Clone, Debug)]
pub struct Session<G: Visible> {
    run: u64,
    folded: Option<Folded<G>>,
    /// Commands that are neither done nor refused.
    pending: VecDeque<(CommandId, String)>,
    next: u64,
    /// The server's clock at its last message.
    now: Millis,
    /// A snapshot was requested and has not arrived.
    is_lost: bool,
    check: Option<Check<G>>,
    fair: Fairness<G>,
}

/// JSON, for the wire or a file.
fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("client data is valid JSON")
}

impl<G: Visible + Windows> Session<G> {
    /// A session without any state. `first` is the id of its first command. It has to differ between the sessions of a person, so
    /// that no two commands share an id, and to stay below 2^53. Words for fair deals come from `entropy`.
    pub const fn new(first: u64, entropy: Entropy) -> Self {
        Self {
            run: 0,
            folded: None,
            pending: VecDeque::new(),
            next: first,
            now: Millis(0),
            is_lost: false,
            check: None,
            fair: Fairness::new(entropy),
        }
    }

    /// Validates every message, for clients that must survive a malicious server: messages with seats that do not exist, or of an
    /// impossible table, are [`Heard::Nonsense`] and change nothing. A page does not need it, since the same server delivers its
    /// code.
    #[must_use]
    pub const fn checked(mut self) -> Self {
        self.check = Some(is_sound::<G>);
        self
    }

    /// The known state.
    pub const fn table(&self) -> Option<&Folded<G>> {
        self.folded.as_ref()
    }

    /// The server's clock at its last message.
    pub const fn server_now(&self) -> Millis {
        self.now
    }

    /// True if a command is not answered yet.
    pub fn is_waiting(&self) -> bool {
        !self.pending.is_empty()
    }

    /// The query of the socket's address.
    pub fn hello(&self) -> String {
        match &self.folded {
            Some(folded) if !self.is_lost => format!("v={VERSION}&run={}&n={}", self.run, folded.n),
            Some(_) | None => format!("v={VERSION}"),
        }
    }

    /// Messages to send first on a new socket: all commands without an answer. The server carries out each once.
    pub fn again(&self) -> impl Iterator<Item = String> {
        self.pending.iter().map(|(_, text)| text.clone())
    }

    /// Creates a command. Returns its id and the message to send.
    pub fn ask(&mut self, command: Command<G::Rules>) -> (CommandId, String) {
        self.ask_plainly(command)
    }

    /// Creates a command for any game, without house rules.
    pub fn ask_plainly<R: serde::Serialize>(&mut self, command: Command<R>) -> (CommandId, String) {
        let id = CommandId(self.next);
        self.next += 1;
        let said = json(&Says::Ask(Ask { id, command }));
        self.pending.push_back((id, said.clone()));
        (id, said)
    }

    /// Handles a message. Returns its effect, and the messages to send now.
    #[must_use = "the returned messages have to be sent"]
    pub fn hear(&mut self, told: impl AsRef<[u8]>) -> (Heard<G>, Vec<String>) {
        match Told::from_bytes(told.as_ref()) {
            Some(told) => self.hear_decoded(told),
            None => (Heard::Nonsense, Vec::new()),
        }
    }

    /// Handles a message that is decoded already.
    #[must_use = "the returned messages have to be sent"]
    pub fn hear_decoded(&mut self, told: Told<G>) -> (Heard<G>, Vec<String>) {
        if self.check.is_some_and(|is_sound| !is_sound(self.folded.as_ref(), &told)) {
            return (Heard::Nonsense, Vec::new());
        }
        let (mut send, is_refusal) = (Vec::new(), matches!(told, Told::Refused { .. }));
        let heard = self.apply(told, &mut send);
        // After a refusal the command is not repeated at once, but after the next other message.
        if !is_refusal && let Some(command) = self.folded.as_ref().and_then(|folded| self.fair.duty(folded)) {
            let (id, text) = self.ask(command);
            self.fair.sends(id);
            send.push(text);
        }
        (heard, send)
    }

    fn apply(&mut self, told: Told<G>, send: &mut Vec<String>) -> Heard<G> {
        match told {
            Told::Snapshot { run, snapshot } => {
                (self.run, self.now, self.is_lost) = (run, snapshot.now, false);
                let folded = Folded::from(*snapshot);
                self.fair.watch(&folded, None);
                self.folded = Some(folded);
                Heard::Table
            }
            Told::Frame(frame) => {
                let Some(folded) = &mut self.folded else { return self.sync(send) };
                if frame.n <= folded.n {
                    return Heard::Step { begin: None, seen: Vec::new(), said: None }; // a duplicate
                }
                let (seen, said, begin) = (frame.seen.clone(), frame.said.clone(), frame.begin.clone());
                if folded.take(*frame).is_err() {
                    return self.sync(send);
                }
                if let Some(begin) = &begin {
                    self.fair.watch(folded, Some(begin));
                }
                self.fair.see(&seen);
                Heard::Step { begin: begin.map(Box::new), seen, said }
            }
            Told::Mine { n, now, mine } => {
                self.now = now;
                if let Some(folded) = self.folded.as_mut().filter(|folded| folded.n == n) {
                    folded.mine = mine;
                    Heard::Mine
                } else {
                    self.sync(send)
                }
            }
            Told::Done { id, mine } => {
                self.pending.retain(|(other, _)| *other != id);
                if let (Some(folded), Some(mine)) = (&mut self.folded, mine) {
                    folded.mine = mine;
                }
                if self.fair.answered(id, Ok(())) { Heard::Nothing } else { Heard::Done(id) }
            }
            Told::Refused { id, why } => {
                self.pending.retain(|(other, _)| *other != id);
                if self.fair.answered(id, Err(&why)) { Heard::Nothing } else { Heard::Refused(id, why) }
            }
            Told::Beat { n, now } => {
                self.now = now;
                if self.folded.as_ref().is_some_and(|folded| folded.n == n) {
                    send.push(json(&Says::<()>::Beat));
                    Heard::Nothing
                } else {
                    self.sync(send)
                }
            }
            Told::Legal { .. } => Heard::Nothing, // this client knows the rules and does not request it
            Told::Notice { text } => Heard::Notice(text),
            Told::Bye { why, again_ms } => Heard::Bye(why, again_ms),
        }
    }

    fn sync(&mut self, send: &mut Vec<String>) -> Heard<G> {
        self.is_lost = true;
        send.push(json(&Says::<()>::Sync));
        Heard::Nothing
    }

    /// The id of the record to fetch for [`Session::judge`], once a game is over.
    pub fn to_judge(&self) -> Option<&str> {
        self.fair.to_judge()
    }

    /// Judges the finished game by its record; none if it cannot be fetched. The result is [`Session::verdict`].
    pub fn judge(&mut self, record: Option<Record>) {
        self.fair.judge(record);
    }

    /// The verdict on the finished game, or a breach found before its end. None at a table that makes no commitment.
    pub fn verdict(&self) -> Option<Judged> {
        self.fair.verdict()
    }

    /// The evidence about the deal, as a file for `mazzo verify`.
    pub fn evidence(&self) -> String {
        json(&self.fair.evidence())
    }

    /// The memory to store for the next session of this person at this table, if it has changed: a page may be reloaded.
    pub fn take_memory(&mut self) -> Option<String> {
        self.fair.take_news().map(json)
    }

    /// Restores the memory that [`Session::take_memory`] returned to an earlier session. Unreadable text is ignored.
    pub fn recall(&mut self, memory: &str) {
        if let Some(memory) = from_json(memory) {
            self.fair.recall(memory);
        }
    }
}
