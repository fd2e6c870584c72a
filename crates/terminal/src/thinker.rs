//! Runs `search` over reviewed decisions, on a thread of its own.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use mazzo_bots::{Budget, Thought};

use crate::desk::{Desk, Question};
use crate::shown::Shown;
use crate::tty::Input;

/// Time limit of one search.
const BUDGET_MS: f64 = 500.0;

type Answer<G> = (Question<G>, Thought<<G as mazzo_core::Game>::Action>);

/// Searches one decision at a time.
pub(crate) struct Thinker<G: Shown> {
    answers: (Sender<Answer<G>>, Receiver<Answer<G>>),
    poke: Sender<Input>,
    is_busy: bool,
}

impl<G: Shown> Thinker<G> {
    pub(crate) fn new(poke: Sender<Input>) -> Self {
        Self { answers: channel(), poke, is_busy: false }
    }

    /// Starts a search. A question that arrives during a search is dropped; the screen repeats it after the answer.
    pub(crate) fn ask(&mut self, question: Option<Question<G>>) {
        let Some(question) = question.filter(|_| !self.is_busy) else { return };
        let (to, poke) = (self.answers.0.clone(), self.poke.clone());
        let spawned = thread::Builder::new().name("review".to_owned()).spawn(move || {
            let start = Instant::now();
            let clock = || start.elapsed().as_secs_f64() * 1000.0;
            let thought = Thought::of(question.moment(), Budget::Millis(BUDGET_MS, &clock), 1);
            if to.send((question, thought)).is_ok() {
                let _ = poke.send(Input::Poke); // the screen may be gone
            }
        });
        self.is_busy = spawned.is_ok();
    }

    /// Passes finished searches to the screen.
    pub(crate) fn hear(&mut self, desk: &mut Desk<G>) {
        while let Ok((question, thought)) = self.answers.1.try_recv() {
            self.is_busy = false;
            desk.thought_over(&question, thought);
        }
    }
}
