//! Thinks decisions over beside the screen.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use mazzo_bots::{Budget, Thought};

use crate::desk::{Desk, Question};
use crate::shown::Shown;
use crate::tty::Input;

/// How long it takes.
const MILLIS: f64 = 500.0;

type Answer<G> = (Question<G>, Thought<<G as mazzo_core::Game>::Action>);

/// Thinks about one decision at a time.
pub(crate) struct Thinker<G: Shown> {
    answers: (Sender<Answer<G>>, Receiver<Answer<G>>),
    poke: Sender<Input>,
    is_busy: bool,
}

impl<G: Shown> Thinker<G> {
    pub(crate) fn new(poke: Sender<Input>) -> Self {
        Self { answers: channel(), poke, is_busy: false }
    }

    /// Begins. Whoever asks meanwhile asks again when there is an answer, if they still want to know.
    pub(crate) fn ask(&mut self, question: Option<Question<G>>) {
        let Some(question) = question.filter(|_| !self.is_busy) else { return };
        let (to, poke) = (self.answers.0.clone(), self.poke.clone());
        let spawned = thread::Builder::new().name("review".to_owned()).spawn(move || {
            let start = Instant::now();
            let clock = || start.elapsed().as_secs_f64() * 1000.0;
            let thought = Thought::of(question.moment(), Budget::Millis(MILLIS, &clock), 1);
            if to.send((question, thought)).is_ok() {
                let _ = poke.send(Input::Poke); // the screen may be gone
            }
        });
        self.is_busy = spawned.is_ok();
    }

    /// Hands over what was found.
    pub(crate) fn hear(&mut self, desk: &mut Desk<G>) {
        while let Ok((question, thought)) = self.answers.1.try_recv() {
            self.is_busy = false;
            desk.thought_over(&question, thought);
        }
    }
}
