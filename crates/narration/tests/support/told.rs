//! Random games, narrated to a viewer.

use mazzo_core::{ActionList, Dealer, FastRng, Options as _, Setup, Statistics, Viewer};
use mazzo_narration::{Around, Line, Spoken, Teller, action};
use mazzo_text::Lang;
use rand_core::{Rng as _, SeedableRng as _};

pub(crate) fn people() -> Vec<String> {
    ["Ada", "Bea", "Ciro", "Dora"].map(str::to_owned).to_vec()
}

/// Narrates a random game to a viewer.
pub(crate) fn told<G: Spoken + Statistics>(
    rules: &str,
    number: u64,
    viewer: Viewer,
    lang: Lang,
) -> Vec<Line> {
    told_so::<G>(rules, number, viewer, lang, false)
}

/// Narrates a random game to a viewer, with cards in words or in symbols.
pub(crate) fn told_so<G: Spoken + Statistics>(
    rules: &str,
    number: u64,
    viewer: Viewer,
    lang: Lang,
    in_words: bool,
) -> Vec<Line> {
    let setup = Setup { seats: 4, rules: G::Rules::parse(rules).expect("valid rules") };
    let (mut dealer, mut rng) = (Dealer::<FastRng>::new(number), FastRng::seed_from_u64(number));
    let names = people();
    let around = Around { lang, names: &names, in_words };
    let mut table = G::empty(setup);
    let mut teller = Teller::<G>::default();
    let mut lines = Vec::new();
    let mut facts = Vec::new();
    let mut dealt = table;
    dealt.deal(&mut dealer, &mut facts);
    loop {
        let mut view = table.view(viewer);
        let seen: Vec<G::Seen> = facts
            .drain(..)
            .map(|fact| {
                let seen = table.redact(fact, viewer);
                table.evolve(fact);
                seen
            })
            .collect();
        lines.extend(teller.step(around, &view, &seen));
        for fact in seen {
            G::absorb(&mut view, fact);
        }
        let Some(seat) = table.to_act().first() else { return lines };
        let mut legal = ActionList::new();
        table.legal(seat, &mut legal);
        for &choice in &legal {
            let name: String =
                action::<G>(around, &view, choice).into_iter().map(|piece| piece.text).collect();
            assert!(!name.trim().is_empty() && !name.contains(char::is_control), "{choice:?}");
        }
        // Claims are rare, so that rows get long.
        let is_calm = rng.next_u64() % 16 > 0;
        let calm: Vec<_> = legal.iter().copied().filter(|&choice| !(is_calm && G::claims(choice))).collect();
        let pick = if calm.is_empty() { legal[0] } else { calm[rng.next_u64() as usize % calm.len()] };
        let mut acted = table;
        acted.apply(seat, pick, &mut dealer, &mut facts);
    }
}
