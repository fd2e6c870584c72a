//! The narration of a game, and its events.

use std::collections::VecDeque;

use mazzo_tell::{Around, Line, Presented, Teller};

use super::Past;

/// Most lines kept.
const MAX_LINES: usize = 2_000;
/// Most events kept. A game has some hundred; its record has all of them.
const MAX_FACTS: usize = 400;

/// The narration of a game, and its events.
#[derive(Clone, Debug)]
pub(super) struct Log<G: Presented> {
    teller: Teller<G>,
    lines: Vec<Line>,
    last_line: String,
    history: VecDeque<Past<G>>,
    /// The first line about the result of the round.
    result: Option<usize>,
}

impl<G: Presented> Default for Log<G> {
    fn default() -> Self {
        Self {
            teller: Teller::default(),
            lines: Vec::new(),
            last_line: String::new(),
            history: VecDeque::new(),
            result: None,
        }
    }
}

impl<G: Presented> Log<G> {
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(super) fn last_line(&self) -> &str {
        &self.last_line
    }

    pub(super) const fn history(&self) -> &VecDeque<Past<G>> {
        &self.history
    }

    pub(super) const fn result(&self) -> Option<usize> {
        self.result
    }

    pub(super) const fn end_result(&mut self) {
        self.result = None;
    }

    /// Narrates an event and returns the sentences; `before` is the view before it.
    pub(super) fn tell(&mut self, around: Around<'_>, before: &G::View, seen: G::Seen) -> Vec<String> {
        if G::opens_result(seen) {
            self.result = Some(self.lines.len());
        }
        let lines = self.teller.fact(around, before, seen);
        self.add(lines)
    }

    /// Adds the lines that were held back to be combined.
    pub(super) fn tell_rest(&mut self, around: Around<'_>) -> Vec<String> {
        let lines = self.teller.rest(around);
        self.add(lines)
    }

    fn add(&mut self, lines: Vec<Line>) -> Vec<String> {
        let sentences: Vec<String> = lines.iter().map(Line::text).collect();
        if let Some(last) = sentences.last() {
            self.last_line.clone_from(last);
        }
        for line in lines {
            self.add_line(line);
        }
        sentences
    }

    pub(super) fn add_line(&mut self, line: Line) {
        self.lines.push(line);
        let over = self.lines.len().saturating_sub(MAX_LINES);
        self.lines.drain(..over);
        self.result = self.result.map(|at| at.saturating_sub(over));
    }

    pub(super) fn remember(&mut self, seen: G::Seen, before: Box<G::View>) {
        self.history.push_back((seen, before));
        if self.history.len() > MAX_FACTS {
            self.history.pop_front();
        }
    }

    pub(super) fn truncate(&mut self, lines: usize) {
        self.lines.truncate(lines);
        self.result = self.result.filter(|&line| line < lines);
    }

    /// Restarts the narration after a snapshot, or for another game.
    pub(super) fn restart(&mut self, is_same_game: bool) {
        (self.teller, self.result) = (Teller::default(), None);
        if !is_same_game {
            self.lines.clear();
            self.history.clear();
            self.last_line.clear();
        }
    }

    /// Narrates the kept events again.
    pub(super) fn retell(&mut self, around: Around<'_>) {
        let Self { history, result, .. } = std::mem::take(self);
        for (seen, before) in &history {
            self.tell(around, before, *seen);
        }
        self.tell_rest(around);
        self.history = history;
        if result.is_none() {
            self.result = None;
        }
    }
}
