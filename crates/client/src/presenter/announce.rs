//! Sentences for screen readers.

use mazzo_wire::Millis;

/// Sentences that stay: a player who looks for the last ones finds them, and no more.
const KEPT: usize = 12;
/// Sentences that come closer together than this are read together, however many they are.
const TOGETHER_MS: u64 = 1_500;
/// But not more than this.
const MOST: usize = 200;

/// Sentences for a live region. Old ones are removed between two bursts, so that nothing is removed while it is being read.
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
        let is_apart = now.0.saturating_sub(self.last.0) > TOGETHER_MS;
        if (is_apart && self.sentences.len() > KEPT) || self.sentences.len() > MOST {
            self.sentences.drain(..count);
        }
        self.last = now;
    }

    pub(super) fn sentences(&self) -> &[String] {
        &self.sentences
    }

    /// Whether the prompt of this decision was not announced yet; from now on it was.
    pub(super) fn is_new_prompt(&mut self, decision: Option<(u32, u32)>) -> bool {
        let is_new = self.prompted != decision;
        self.prompted = decision;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use mazzo_wire::Millis;

    use super::Announcements;

    #[test]
    fn old_sentences_go_between_bursts_and_not_within_one() {
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
