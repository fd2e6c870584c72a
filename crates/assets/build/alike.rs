//! Texts side by side that are alike.

use std::collections::HashMap;

/// So many bytes in a row are a sign of likeness.
const LENGTH: usize = 4;
/// What more texts have than this is a sign of nothing.
const COMMON: usize = 2000;

/// The signs of all texts, as numbers.
struct Signs {
    /// By text, each once.
    of: Vec<Vec<u32>>,
    /// By sign, the texts that have it; none where it says nothing.
    who: Vec<Vec<u32>>,
}

impl Signs {
    fn new(texts: &[&[u8]]) -> Self {
        let (mut numbers, mut of, mut who) = (HashMap::new(), Vec::new(), Vec::<Vec<u32>>::new());
        for (text, bytes) in texts.iter().enumerate() {
            let text = text as u32;
            let mut signs = Vec::new();
            for sign in bytes.windows(LENGTH) {
                let next = who.len() as u32;
                let number = *numbers.entry(sign).or_insert(next);
                if number == next {
                    who.push(Vec::new());
                }
                let who = &mut who[number as usize];
                if who.last() != Some(&text) {
                    who.push(text);
                    signs.push(number);
                }
            }
            of.push(signs);
        }
        who.iter_mut().filter(|who| who.len() == 1 || who.len() > COMMON).for_each(Vec::clear);
        Self { of, who }
    }
}

/// All texts by their places: each is followed by the one that has most in common with it, of those that are left. Where none is
/// like it the next one by its bytes follows.
pub(crate) fn chain(texts: &[&[u8]]) -> Vec<u32> {
    let signs = Signs::new(texts);
    let mut rest: Vec<u32> = (0..texts.len() as u32).collect();
    rest.sort_by_key(|&text| std::cmp::Reverse(texts[text as usize]));
    let mut is_left = vec![true; texts.len()];
    let mut common = vec![0_u32; texts.len()];
    let (mut chain, mut last) = (Vec::new(), None);
    while chain.len() < texts.len() {
        let mut met = Vec::new();
        for &sign in last.map_or(&[][..], |last: u32| &signs.of[last as usize]) {
            for &text in &signs.who[sign as usize] {
                if is_left[text as usize] {
                    if common[text as usize] == 0 {
                        met.push(text);
                    }
                    common[text as usize] += 1;
                }
            }
        }
        let size = |text: u32| signs.of[text as usize].len() as u64;
        // The share of signs that both have: of two such fractions the larger one, and of equals the first.
        let share = |text: u32| (u64::from(common[text as usize]), size(text) + last.map_or(0, size));
        let is_more = |a: (u64, u64), b: (u64, u64)| a.0 * b.1 > b.0 * a.1;
        let best = met
            .iter()
            .copied()
            .reduce(|best, text| if is_more(share(text), share(best)) { text } else { best });
        let next = best.or_else(|| {
            rest.iter().rposition(|&text| is_left[text as usize]).map(|at| {
                rest.truncate(at + 1);
                rest[at]
            })
        });
        let Some(next) = next else { break };
        for text in met {
            common[text as usize] = 0;
        }
        is_left[next as usize] = false;
        chain.push(next);
        last = Some(next);
    }
    chain
}
