//! Derives choices from the bytes of an input.

/// Words for names and texts: ordinary ones, and ones that must be refused.
const WORDS: [&str; 16] =
    ["Ada", "x", " ", "\u{202E}", "pass", "call", "draw", "^", "_", "R7", "W4", "17", "😀", "\0", "ÄÖÜ", "1"];

/// The remaining bytes of an input. After the end every choice is the first one.
pub(crate) struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        byte
    }

    pub(crate) fn number(&mut self) -> u16 {
        u16::from_be_bytes([self.byte(), self.byte()])
    }

    /// A number below `n`, which is at least 1.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        let at = self.below(list.len().max(1));
        list.get(at).copied()
    }

    /// A text of a few words; one in 16 is far too long.
    pub(crate) fn text(&mut self) -> String {
        let count = match self.below(16) {
            15 => 300,
            count => count % 4,
        };
        let first = self.below(WORDS.len());
        (0..count).map(|index| WORDS[(first + index * 5) % WORDS.len()]).collect()
    }

    /// The next part of a list of length-prefixed parts.
    pub(crate) fn part(&mut self) -> Option<&'a [u8]> {
        if self.is_empty() {
            return None;
        }
        let length = usize::from(self.number()).min(self.0.len());
        let (part, rest) = self.0.split_at(length);
        self.0 = rest;
        Some(part)
    }
}

/// Adds a part to a list that [`Input::part`] reads.
pub(crate) fn add_part(list: &mut Vec<u8>, part: &[u8]) {
    let length = u16::try_from(part.len()).unwrap_or(u16::MAX);
    list.extend(length.to_be_bytes());
    list.extend(part.iter().take(length.into()));
}
