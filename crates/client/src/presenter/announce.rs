//! Sentences for screen readers.

use mazzo_protocol::Millis;

/// Sentences that stay readable after a burst.
const MAX_OLD: usize = 12;
/// Sentences within this time form one burst.
const BURST_MS: u64 = 1_500;
/// Most sentences, even within a burst.
const MAX_SENTENCES: usize = 200;

/// Sentences for a live region. Old ones are removed between two bursts, so that no sentence disappears while it is being read.
#[derive(Clone, Debug, Default)]
pub(super) struct Announcements {
    sentences: Vec<String>,
    last: Millis,
    /// The decision whose prompt was announced last.
    prompted: Option<(u32, u32)>,
}

impl Announcements {
    pub(super) fn add(&mut self, now: Millis, sentences: impl IntoIterator<Item = String>) {
        let count = self.sentences.len();
        self.sentences.extend(sentences);
        if self.sentences.len() == count {
            return;
        }
        let is_apart = now.0.saturating_sub(self.last.0) > BURST_MS;
        if (is_apart && self.sentences.len() > MAX_OLD) || self.sentences.len() > MAX_SENTENCES {
            self.sentences.drain(..count);
        }
        self.last = now;
    }

    pub(super) fn sentences(&self) -> &[String] {
        &self.sentences
    }

    /// Returns true if the prompt of this decision was not announced yet, and marks it as announced.
    pub(super) fn is_new_prompt(&mut self, decision: Option<(u32, u32)>) -> bool {
        let is_new = self.prompted != decision;
        self.prompted = decision;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use mazzo_protocol::Millis;

    use super::Announcements;

    #[test]
    fn old_sentences_are_removed_between_bursts_only() {
        let mut announcements = Announcements::default();
        let sentence = |number: u64| [number.to_string()];
        for number in 0..20 {
            announcements.add(Millis(2_000 + number * 100), sentence(number));
        }
        assert_eq!(announcements.sentences().len(), 20);
        announcements.add(Millis(9_000), []);
        assert_eq!(announcements.sentences().len(), 20);
        announcements.add(Millis(9_000), sentence(20));
        assert_eq!(announcements.sentences(), ["20"]);
        for number in 0..1_000 {
            announcements.add(Millis(9_000), sentence(number));
        }
        assert!(announcements.sentences().len() <= 200);
    }

    #[test]
    fn a_prompt_is_announced_once() {
        let mut announcements = Announcements::default();
        assert!(announcements.is_new_prompt(Some((1, 1))));
        assert!(!announcements.is_new_prompt(Some((1, 1))));
        assert!(announcements.is_new_prompt(Some((1, 2))));
    }
}
