//! The words that a server says all the time, each as a number below zero.
//!
//! Nothing else that is told is a number below zero, and one that were would be written longer than a word is: what was packed
//! unfolds to the very same. The list is part of the protocol: another one needs another version of it.

use rmp::Marker;

/// Makes the list and the way back from one source, so that they cannot differ. A `match` on bytes becomes a tree of
/// comparisons: faster than a search.
macro_rules! words {
    ($($code:literal $word:literal)*) => {
        /// The word with the number -1, the one with -2, and so on.
        pub(crate) const WORDS: &[&[u8]] = &[$($word),*];

        fn number(word: &[u8]) -> Option<u8> {
            match word {
                $($word => Some($code),)*
                _ => None,
            }
        }
    };
}

words! {
    // One byte each.
    1 b"fact" 2 b"seat" 3 b"decision" 4 b"face" 5 b"turn_began" 6 b"frame" 7 b"clock" 8 b"until"
    9 b"drew" 10 b"seen" 11 b"why" 12 b"played" 13 b"n" 14 b"done" 15 b"id" 16 b"window"
    17 b"back" 18 b"side" 19 b"top" 20 b"sealed" 21 b"opened" 22 b"mine" 23 b"answer" 24 b"answered"
    25 b"kept" 26 b"colour" 27 b"deal" 28 b"turn" 29 b"waiting" 30 b"beat" 31 b"now" 32 b"draw_four"
    // Two bytes each.
    33 b"sitter" 34 b"person" 35 b"online" 36 b"name" 37 b"away" 38 b"is" 39 b"room" 40 b"settings"
    41 b"phase" 42 b"host" 43 b"chairs" 44 b"game" 45 b"commitment" 46 b"ready" 47 b"seats" 48 b"rules"
    49 b"pace" 50 b"listed" 51 b"watched" 52 b"free_chat" 53 b"stand_in" 54 b"nobody" 55 b"gathering" 56 b"playing"
    57 b"over" 58 b"level" 59 b"medium" 60 b"fast" 61 b"snapshot" 62 b"run" 63 b"view" 64 b"reveal"
    65 b"begin" 66 b"said" 67 b"two_players_reverse" 68 b"wild_draw_four" 69 b"draw_to_match" 70 b"wrong_catch"
    71 b"force_play" 72 b"seven_zero" 73 b"challenge" 74 b"stacking" 75 b"scoring" 76 b"jump_in" 77 b"points"
    78 b"target" 79 b"skip" 80 b"free" 81 b"skipped" 82 b"raised" 83 b"draw_two" 84 b"shuffled" 85 b"reversed"
    86 b"due" 87 b"again" 88 b"guilty" 89 b"asked" 90 b"challenged" 91 b"accepted" 92 b"judged" 93 b"owed"
    94 b"caught" 95 b"turned" 96 b"discarded" 97 b"called" 98 b"call" 99 b"cards" 100 b"added" 101 b"total"
    102 b"won" 103 b"penalised" 104 b"round_began" 105 b"starter" 106 b"clockwise" 107 b"scored" 108 b"ended" 109 b"winners"
}

/// So many words take one byte.
const SHORT: u8 = 32;

/// What stands for a word.
pub(crate) enum Code {
    /// One byte.
    Short(u8),
    /// Two.
    Long([u8; 2]),
}

/// What stands for this word, if it is one that is said all the time.
pub(crate) fn code(word: &[u8]) -> Option<Code> {
    let number = number(word)?;
    let byte = number.wrapping_neg();
    Some(if number <= SHORT { Code::Short(byte) } else { Code::Long([Marker::I8.to_u8(), byte]) })
}

/// Puts words for numbers; none if it is not whole, or a number is no word's.
pub(crate) fn unfold(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut unfolded = Vec::with_capacity(2 * bytes.len());
    let mut rest = bytes;
    while let Some(token) = Token::next(&mut rest) {
        match token {
            Token::Other(bytes) => unfolded.extend_from_slice(bytes),
            Token::Below(number) => {
                let word = WORDS.get(usize::from(number.unsigned_abs()).checked_sub(1)?)?;
                unfolded.push(Marker::FixStr(u8::try_from(word.len()).ok()?).to_u8());
                unfolded.extend_from_slice(word);
            }
        }
    }
    rest.is_empty().then_some(unfolded)
}

/// One step through what is packed. Lists and maps are but their heads: what is in them follows.
enum Token<'a> {
    /// A number that stands for a word, or would be taken for one.
    Below(i8),
    /// Anything else.
    Other(&'a [u8]),
}

impl<'a> Token<'a> {
    /// The next one; none at the end, or if the rest is cut off.
    fn next(rest: &mut &'a [u8]) -> Option<Self> {
        let length = |at: usize, size: usize| {
            let digits = rest.get(at..at + size)?;
            Some(digits.iter().fold(0, |length, digit| length << 8 | usize::from(*digit)))
        };
        let marker = Marker::from_u8(*rest.first()?);
        // How long the head is, and what comes after it.
        let (head, body) = match marker {
            Marker::FixPos(_)
            | Marker::FixNeg(_)
            | Marker::Null
            | Marker::True
            | Marker::False
            | Marker::FixMap(_)
            | Marker::FixArray(_)
            | Marker::Reserved => (1, 0),
            Marker::U8 | Marker::I8 => (1, 1),
            Marker::U16 | Marker::I16 => (1, 2),
            Marker::U32 | Marker::I32 | Marker::F32 => (1, 4),
            Marker::U64 | Marker::I64 | Marker::F64 => (1, 8),
            Marker::Array16 | Marker::Map16 => (3, 0),
            Marker::Array32 | Marker::Map32 => (5, 0),
            Marker::FixStr(size) => (1, usize::from(size)),
            Marker::Str8 | Marker::Bin8 => (2, length(1, 1)?),
            Marker::Str16 | Marker::Bin16 => (3, length(1, 2)?),
            Marker::Str32 | Marker::Bin32 => (5, length(1, 4)?),
            Marker::FixExt1 => (2, 1),
            Marker::FixExt2 => (2, 2),
            Marker::FixExt4 => (2, 4),
            Marker::FixExt8 => (2, 8),
            Marker::FixExt16 => (2, 16),
            Marker::Ext8 => (3, length(1, 1)?),
            Marker::Ext16 => (4, length(1, 2)?),
            Marker::Ext32 => (6, length(1, 4)?),
        };
        let (bytes, after) = rest.split_at_checked(head + body)?;
        *rest = after;
        Some(if let Marker::FixNeg(number) = marker {
            Self::Below(number)
        } else if matches!((marker, bytes), (Marker::I8, [_, 0x80..=0xff])) {
            Self::Below(bytes[1].cast_signed())
        } else {
            Self::Other(bytes)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::pack::pack;
    use super::*;

    #[test]
    fn every_word_has_the_number_of_its_place() {
        for (number, word) in (1..).zip(WORDS) {
            assert_eq!(super::number(word), Some(number), "{}", String::from_utf8_lossy(word));
            assert!(word.len() < 32, "a word is a short text");
        }
        assert!(WORDS.len() <= 128, "a number is one byte, below zero");
    }

    #[test]
    fn every_word_is_in_the_description_of_the_protocol() {
        let described = include_str!("../../../../docs/protocol.md");
        let text = |word: &[u8]| String::from_utf8(word.to_vec()).expect("words are text");
        let lines =
            WORDS.chunks(8).map(|words| words.iter().map(|word| text(word)).collect::<Vec<_>>().join(" "));
        let lines = lines.collect::<Vec<_>>().join("\n");
        assert!(described.contains(&lines), "docs/protocol.md should have this list:\n{lines}");
    }

    #[test]
    fn what_is_cut_off_or_no_word_is_nothing() {
        let mut folded = Vec::new();
        pack(&("seat", "somebody", 70_000), &mut folded);
        for end in 1..folded.len() {
            let cut = &folded[..end];
            // A list that is cut between two of its items is for the reader to refuse.
            assert!(
                unfold(cut).is_none_or(|told| rmp_serde::from_slice::<(String, String, u32)>(&told).is_err()),
                "{end}"
            );
        }
        assert_eq!(unfold(&[Marker::I8.to_u8(), 0x80]), None, "-128 is nobody's");
    }
}
