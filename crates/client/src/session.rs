//! What a client knows, and what it has asked for.

use std::collections::VecDeque;

use crate::fair::{Entropy, Fairness};
use crate::sound::is_sound;
use mazzo_core::Game;
use mazzo_fair::Judged;
use mazzo_record::Record;

use mazzo_wire::{Ask, Bye, Command, CommandId, Folded, Millis, Refusal, Said, Says, Told, VERSION};

/// What came of something that was heard.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard<G: Game> {
    /// The table is known, from the beginning.
    Table,
    /// These facts happened, and perhaps something was said.
    Step {
        /// The empty table with which a game begins, before the facts.
        begin: Option<Box<G::View>>,
        /// What was seen.
        seen: Vec<G::Seen>,
        /// What somebody said.
        said: Option<Said>,
    },
    /// What only this viewer knows has changed.
    Mine,
    /// A command was carried out.
    Done(CommandId),
    /// A command had no effect.
    Refused(CommandId, Refusal),
    /// Nothing that a front end need know.
    Nothing,
    /// The people who run the server have something to say.
    Notice(String),
    /// The server hangs up: why, and after how many milliseconds to come back.
    Bye(Bye, Option<u64>),
    /// Nothing that a server of this version says; for a [`Session::checked`] one, nothing that could be shown.
    Nonsense,
}

/// Whether a message can be folded into what is known.
type Check<G> = fn(Option<&Folded<G>>, &Told<G>) -> bool;

/// What a client knows, and what it has asked for.
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    run: u64,
    folded: Option<Folded<G>>,
    /// Sent, and neither done nor refused.
    pending: VecDeque<(CommandId, String)>,
    next: u64,
    /// The server's clock when it was last told.
    now: Millis,
    /// A snapshot was asked for, and is not there yet.
    is_lost: bool,
    check: Option<Check<G>>,
    fair: Fairness<G>,
}

/// As it goes over the wire or into a file.
fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("what a client says and keeps is valid JSON")
}

impl<G: Game> Session<G> {
    /// A client that knows nothing. `first` is the name of its first command: another one for every session of a person, so
    /// that two never have the same. Names up to 2^53 are numbers in every language. Words for fair deals come from `entropy`.
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

    /// The same, for a client that must not break down whatever a server tells it: what speaks of seats that are not there, or of
    /// a table that cannot be, is [`Heard::Nonsense`], and leaves what is known as it was. A page does without: it comes from the
    /// server that it would have to distrust.
    #[must_use]
    pub const fn checked(mut self) -> Self {
        self.check = Some(is_sound::<G>);
        self
    }

    /// What it knows.
    pub const fn table(&self) -> Option<&Folded<G>> {
        self.folded.as_ref()
    }

    /// The server's clock when it was last told.
    pub const fn server_now(&self) -> Millis {
        self.now
    }

    /// Whether something that was asked for is neither done nor refused.
    pub fn is_waiting(&self) -> bool {
        !self.pending.is_empty()
    }

    /// What stands after the `?` in the address of the socket.
    pub fn hello(&self) -> String {
        match &self.folded {
            Some(folded) if !self.is_lost => format!("v={VERSION}&run={}&n={}", self.run, folded.n),
            Some(_) | None => format!("v={VERSION}"),
        }
    }

    /// What to send first on a new socket: everything that is neither done nor refused. It counts once.
    pub fn again(&self) -> impl Iterator<Item = String> {
        self.pending.iter().map(|(_, text)| text.clone())
    }

    /// Asks for something: its name, and what to send.
    pub fn ask(&mut self, command: Command<G::Rules>) -> (CommandId, String) {
        self.ask_plainly(command)
    }

    /// The same, for somebody who does not know which game it is: whatever has no house rules in it.
    pub fn ask_plainly<R: serde::Serialize>(&mut self, command: Command<R>) -> (CommandId, String) {
        let id = CommandId(self.next);
        self.next += 1;
        let said = json(&Says::Ask(Ask { id, command }));
        self.pending.push_back((id, said.clone()));
        (id, said)
    }

    /// Takes in what was heard. Returns what came of it, and what is to be sent now.
    #[must_use = "what is returned has to be sent"]
    pub fn hear(&mut self, told: impl AsRef<[u8]>) -> (Heard<G>, Vec<String>) {
        match Told::from_bytes(told.as_ref()) {
            Some(told) => self.hear_decoded(told),
            None => (Heard::Nonsense, Vec::new()),
        }
    }

    /// The same for a message that is decoded already.
    #[must_use = "what is returned has to be sent"]
    pub fn hear_decoded(&mut self, told: Told<G>) -> (Heard<G>, Vec<String>) {
        if self.check.is_some_and(|is_sound| !is_sound(self.folded.as_ref(), &told)) {
            return (Heard::Nonsense, Vec::new());
        }
        let (mut send, is_refusal) = (Vec::new(), matches!(told, Told::Refused { .. }));
        let heard = self.take_in(told, &mut send);
        // A command that was refused is asked for again when something else has happened.
        if !is_refusal && let Some(command) = self.folded.as_ref().and_then(|folded| self.fair.duty(folded)) {
            let (id, text) = self.ask(command);
            self.fair.sends(id);
            send.push(text);
        }
        (heard, send)
    }

    fn take_in(&mut self, told: Told<G>, send: &mut Vec<String>) -> Heard<G> {
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
                    return Heard::Step { begin: None, seen: Vec::new(), said: None }; // told before
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
            Told::Legal { .. } => Heard::Nothing, // this client knows the rules, and does not ask
            Told::Notice { text } => Heard::Notice(text),
            Told::Bye { why, again_ms } => Heard::Bye(why, again_ms),
        }
    }

    fn sync(&mut self, send: &mut Vec<String>) -> Heard<G> {
        self.is_lost = true;
        send.push(json(&Says::<()>::Sync));
        Heard::Nothing
    }

    /// The name of the record that is to be fetched and handed to [`Session::judge`]: the game is over.
    pub fn to_judge(&self) -> Option<&str> {
        self.fair.to_judge()
    }

    /// Judges the game that is over by its record; none if it cannot be had. Then there is a [`Session::verdict`].
    pub fn judge(&mut self, record: Option<Record>) {
        self.fair.judge(record);
    }

    /// Whether the deal was fair: of the game that is over, or before it, if the house has done something wrong already. None at a
    /// table that promises nothing.
    pub fn verdict(&self) -> Option<Judged> {
        self.fair.verdict()
    }

    /// All that this client knows of the deal, as a file that `mazzo verify` judges.
    pub fn evidence(&self) -> String {
        json(&self.fair.evidence())
    }

    /// What is to be kept for the next session of this person at this table, if it has changed: a page may be loaded again.
    pub fn take_memory(&mut self) -> Option<String> {
        self.fair.take_news().map(json)
    }

    /// Takes in what [`Session::take_memory`] gave to an earlier session. What cannot be read is left.
    pub fn recall(&mut self, memory: &str) {
        if let Ok(memory) = serde_json::from_str(memory) {
            self.fair.recall(memory);
        }
    }
}
