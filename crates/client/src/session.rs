//! What a client knows, and what it has asked for.

use std::collections::VecDeque;

use mazzo_core::Game;
use mazzo_wire::{Ask, Bye, Command, CommandId, Folded, Millis, Refusal, Said, Says, Told, VERSION};

/// What came of something that was heard.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard<G: Game> {
    /// The table is known, from the beginning.
    Table,
    /// These facts happened, and perhaps something was said.
    Step {
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
    /// Send this.
    Answer(String),
    /// The people who run the server have something to say.
    Notice(String),
    /// The server hangs up: why, and after how many milliseconds to come back.
    Bye(Bye, Option<u64>),
    /// Nothing that a server of this version says.
    Nonsense,
}

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
}

/// As it goes over the wire.
fn text<R: serde::Serialize>(says: &Says<R>) -> String {
    mazzo_wire::write(says)
}

impl<G: Game> Session<G> {
    /// A client that knows nothing. `first` is the name of its first command: another one for every session of a person, so
    /// that two never have the same. Names up to 2^53 are numbers in every language.
    pub const fn new(first: u64) -> Self {
        Self { run: 0, folded: None, pending: VecDeque::new(), next: first, now: Millis(0), is_lost: false }
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
        let said = text(&Says::Ask(Ask { id, command }));
        self.pending.push_back((id, said.clone()));
        (id, said)
    }

    /// Takes in a message of the server.
    pub fn hear(&mut self, told: impl AsRef<[u8]>) -> Heard<G> {
        let Some(told) = Told::<G>::from_bytes(told.as_ref()) else { return Heard::Nonsense };
        match told {
            Told::Snapshot { run, snapshot } => {
                (self.run, self.now, self.is_lost) = (run, snapshot.now, false);
                self.folded = Some((*snapshot).into());
                Heard::Table
            }
            Told::Frame(frame) => {
                let (seen, said) = (frame.seen.clone(), frame.said.clone());
                let is_known = self.folded.as_mut().is_some_and(|folded| folded.take(*frame).is_ok());
                if is_known { Heard::Step { seen, said } } else { self.sync() }
            }
            Told::Mine { n, now, mine } => {
                self.now = now;
                if let Some(folded) = self.folded.as_mut().filter(|folded| folded.n == n) {
                    folded.mine = mine;
                    Heard::Mine
                } else {
                    self.sync()
                }
            }
            Told::Done { id, mine } => {
                self.pending.retain(|(other, _)| *other != id);
                if let (Some(folded), Some(mine)) = (&mut self.folded, mine) {
                    folded.mine = mine;
                }
                Heard::Done(id)
            }
            Told::Refused { id, why } => {
                self.pending.retain(|(other, _)| *other != id);
                Heard::Refused(id, why)
            }
            Told::Beat { n, now } => {
                self.now = now;
                if self.folded.as_ref().is_some_and(|folded| folded.n == n) {
                    Heard::Answer(text::<()>(&Says::Beat))
                } else {
                    self.sync()
                }
            }
            Told::Notice { text } => Heard::Notice(text),
            Told::Bye { why, again_ms } => Heard::Bye(why, again_ms),
        }
    }

    fn sync(&mut self) -> Heard<G> {
        self.is_lost = true;
        Heard::Answer(text::<()>(&Says::Sync))
    }
}
