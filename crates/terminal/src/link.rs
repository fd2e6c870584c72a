//! The link between a screen and its table, local or remote.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use mazzo_protocol::{Millis, Phase};
use mazzo_room::solo::{Pondered, SoloTable};

use crate::desk::{Desk, Now};
use crate::net::{Remote, Request};
use crate::shown::Shown;
use crate::tty::Input;

/// A table: in this process, or at a server.
pub(crate) enum Link<G: Shown> {
    Here(Box<Local<G>>),
    There(Remote),
}

impl<G: Shown> Link<G> {
    pub(crate) fn say(&mut self, now: Now, text: String) {
        match self {
            Self::Here(local) => local.parlour.say(now.table, &text),
            Self::There(remote) => remote.ask(Request::Say(text)),
        }
    }

    /// Passes the pending messages to the screen.
    pub(crate) fn hear(&mut self, desk: &mut Desk<G>, now: Now) {
        match self {
            Self::Here(local) => local.hear(desk, now),
            Self::There(remote) => remote.hear(desk, now),
        }
    }

    /// The time of the next [`Link::wake`], by the table's clock.
    pub(crate) fn next_alarm(&self) -> Option<Millis> {
        match self {
            Self::Here(local) => local.parlour.next_alarm(),
            Self::There(remote) => remote.next_try,
        }
    }

    pub(crate) fn wake(&mut self, desk: &Desk<G>, now: Now) {
        match self {
            Self::Here(local) => local.wake(now),
            Self::There(remote) => remote.connect(desk.presenter.hello()),
        }
    }

    pub(crate) const fn is_here(&self) -> bool {
        matches!(self, Self::Here(_))
    }
}

/// A table in this process.
pub(crate) struct Local<G: Shown> {
    pub(crate) parlour: SoloTable<G>,
    thoughts: (Sender<Pondered<G>>, Receiver<Pondered<G>>),
    poke: Sender<Input>,
}

impl<G: Shown> Local<G> {
    pub(crate) fn new(parlour: SoloTable<G>, poke: Sender<Input>) -> Self {
        Self { parlour, thoughts: channel(), poke }
    }

    fn hear(&mut self, desk: &mut Desk<G>, now: Now) {
        while let Ok(thought) = self.thoughts.1.try_recv() {
            self.parlour.decided(now.table, thought);
        }
        while let Some(told) = self.parlour.hear() {
            desk.hear(now, told.as_bytes());
        }
    }

    fn wake(&mut self, now: Now) {
        let Some(ponder) = self.parlour.ponder(now.table) else { return };
        let (to, poke) = (self.thoughts.0.clone(), self.poke.clone());
        // Bots think on their own thread, so that a key never waits for them.
        let thinker = thread::Builder::new().name("bot".to_owned());
        let spawned = thinker.spawn(move || {
            if to.send(ponder.think()).is_ok() {
                let _ = poke.send(Input::Poke);
            }
        });
        // No thread available: the table is restored from its log, and the bot thinks on this thread.
        if spawned.is_err()
            && let Ok(parlour) = SoloTable::restore(&self.parlour.save(), now.table)
        {
            self.parlour = parlour;
            self.parlour.wake(now.table);
        }
    }

    /// True if a game is in progress, so the table should be saved.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.parlour.phase() == Phase::Playing
    }
}
