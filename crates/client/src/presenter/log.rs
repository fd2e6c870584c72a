//! The narration of a game, and its events.

use std::collections::VecDeque;

use mazzo_core::Seat;
use mazzo_narration::{Around, Line, Presented, Teller};
use mazzo_protocol::Said;

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
    /// The number of lines that were dropped. Positions below count them, so they stay valid.
    dropped: usize,
    history: VecDeque<Past<G>>,
    /// For each event of the history: the position of the log when it was narrated.
    told_at: VecDeque<usize>,
    /// Chat lines that are in the log, with their positions.
    talk: VecDeque<(usize, Said)>,
    /// The first line about the result of the round.
    result: Option<usize>,
}

impl<G: Presented> Default for Log<G> {
    fn default() -> Self {
        Self {
            teller: Teller::default(),
            lines: Vec::new(),
            last_line: String::new(),
            dropped: 0,
            history: VecDeque::new(),
            told_at: VecDeque::new(),
            talk: VecDeque::new(),
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

    const fn end(&self) -> usize {
        self.dropped + self.lines.len()
    }

    /// Narrates an event and returns the sentences; `before` is the view before it.
    pub(super) fn tell(&mut self, around: Around<'_>, before: &G::View, seen: G::Seen) -> Vec<String> {
        if G::opens_result(seen) {
            self.result = Some(self.lines.len());
        }
        self.told_at.push_back(self.end());
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

    /// Adds a chat message.
    pub(super) fn add_said(&mut self, said: Said, line: Line) {
        self.talk.push_back((self.end(), said));
        self.add_line(line);
    }

    fn add_line(&mut self, line: Line) {
        self.lines.push(line);
        let over = self.lines.len().saturating_sub(MAX_LINES);
        self.lines.drain(..over);
        self.dropped += over;
        while self.talk.front().is_some_and(|&(at, _)| at < self.dropped) {
            self.talk.pop_front();
        }
        self.result = self.result.map(|at| at.saturating_sub(over));
    }

    pub(super) fn remember(&mut self, seen: G::Seen, before: Box<G::View>) {
        self.history.push_back((seen, before));
        if self.history.len() > MAX_FACTS {
            self.history.pop_front();
            self.told_at.pop_front();
        }
    }

    pub(super) fn truncate(&mut self, lines: usize) {
        self.lines.truncate(lines);
        let end = self.end();
        self.talk.retain(|&(at, _)| at < end);
        self.result = self.result.filter(|&line| line < lines);
    }

    /// Restarts the narration after a snapshot, or for another game.
    pub(super) fn restart(&mut self, is_same_game: bool) {
        (self.teller, self.result) = (Teller::default(), None);
        if !is_same_game {
            self.lines.clear();
            self.talk.clear();
            self.history.clear();
            self.told_at.clear();
            self.last_line.clear();
        }
    }

    /// Translates the log: narrates the kept events and the chat again. Lines about events that are no longer kept stay as they
    /// are.
    pub(super) fn retell(&mut self, around: Around<'_>) {
        let old = std::mem::take(self);
        let first = old.told_at.front().copied().unwrap_or_else(|| old.end()).max(old.dropped);
        (self.lines, self.last_line, self.dropped) = (old.lines, old.last_line, old.dropped);
        self.lines.truncate(first - self.dropped);
        self.result = old.result.filter(|&line| line < self.lines.len());
        let mut talk = old.talk.into_iter().peekable();
        while let Some((at, said)) = talk.next_if(|&(at, _)| at < first) {
            if let Some(line) = mazzo_narration::said(around, Seat::new(said.seat), &said.what) {
                self.lines[at - self.dropped] = line;
            }
            self.talk.push_back((at, said));
        }
        for ((seen, before), told_at) in old.history.iter().zip(old.told_at) {
            while let Some((_, said)) = talk.next_if(|&(at, _)| at < told_at) {
                self.retell_said(around, said);
            }
            self.tell(around, before, *seen);
        }
        for (_, said) in talk {
            self.retell_said(around, said);
        }
        self.tell_rest(around);
        self.history = old.history;
        if old.result.is_none() {
            self.result = None;
        }
    }

    fn retell_said(&mut self, around: Around<'_>, said: Said) {
        self.tell_rest(around); // chat came after it
        if let Some(line) = mazzo_narration::said(around, Seat::new(said.seat), &said.what) {
            self.add_said(said, line);
        }
    }
}
