//! Non-interference: hidden information cannot reach a seat.
//!
//! Two worlds that look the same to a viewer are played side by side. The other players choose any actions that look the same at
//! the table. Chance is coupled: cards in the same place go to the same place. The viewer must see the same in both worlds until
//! a fact that the rules allow to reveal something.

use mazzo_core::{ActionList, Card, CardSet, Chance, FastRng, Notation, Viewer, Visible, Windows, below};
use rand_core::{Rng, SeedableRng};

use crate::case::Case;
use crate::kit::{Verdict, require};

const NAME: &str = "non-interference";
/// The number of moves for which two worlds are played side by side.
const HORIZON: u32 = 24;

/// Chance in the first world: draws any card and records it.
struct Lead {
    rng: FastRng,
    pile: CardSet,
    drawn: Vec<Card>,
}

impl Chance for Lead {
    fn below(&mut self, n: u8) -> u8 {
        below(&mut self.rng, n.into()) as u8
    }

    fn shuffle(&mut self, cards: CardSet) {
        self.pile = cards;
    }

    fn draw(&mut self) -> Card {
        let pick = below(&mut self.rng, self.pile.len().into());
        let card = self.pile.iter().nth(pick as usize).expect("draw from an empty pile");
        self.pile.remove(card);
        self.drawn.push(card);
        card
    }
}

/// Chance in the second world: draws the card that lies where the recorded card lay in the first world.
struct Echo<'a, G> {
    drawn: std::slice::Iter<'a, Card>,
    twin: &'a [Option<Card>; 128],
    pile: CardSet,
    /// The worlds have diverged: the pile does not hold the corresponding card.
    diverged: bool,
    game: std::marker::PhantomData<G>,
}

fn same_face<G: Notation>(card: Card, cards: CardSet) -> Option<Card> {
    (cards & G::cards_named(G::card_name(card))).first()
}

impl<G: Notation> Chance for Echo<'_, G> {
    fn below(&mut self, _: u8) -> u8 {
        self.diverged = true;
        0
    }

    fn shuffle(&mut self, cards: CardSet) {
        self.pile = cards;
    }

    fn draw(&mut self) -> Card {
        let wanted = self.drawn.next().and_then(|card| self.twin[card.index()]);
        let card = wanted.and_then(|card| same_face::<G>(card, self.pile));
        self.diverged |= card.is_none();
        let card = card.or(self.pile.first()).expect("draw from an empty pile");
        self.pile.remove(card);
        card
    }
}

/// Maps each card of world `a` to a card in the same place in world `b`: of the same face if possible, to keep the difference
/// small.
fn twins<G: Visible + Notation>(a: &G, b: &G) -> Result<[Option<Card>; 128], String> {
    let mut twin = [None; 128];
    let mut free = G::DECK;
    let place_in_b: Vec<Option<u16>> =
        (0..128).map(Card::new).map(|card| G::DECK.has(card).then(|| b.place(card))).collect();
    for same_face in [true, false] {
        for card in G::DECK {
            if twin[card.index()].is_some() {
                continue;
            }
            let place = Some(a.place(card));
            let found = free.iter().find(|other| {
                place_in_b[other.index()] == place
                    && (!same_face || G::card_name(card) == G::card_name(*other))
            });
            if let Some(found) = found {
                free.remove(found);
                twin[card.index()] = Some(found);
            }
        }
    }
    if free.is_empty() {
        Ok(twin)
    } else {
        Err(format!("{free:?} lie in other places in a world that looks the same"))
    }
}

/// Checks the law from this position on, for a random viewer.
pub(crate) fn check<G: Visible + Windows>(table: &G, case: &mut Case<G>) -> Verdict {
    let pick = below(&mut case.rng, u32::from(table.seats()) + 1) as usize;
    Viewer::all(table.seats()).nth(pick).map_or(Ok(()), |who| side_by_side(*table, who, case))
}

fn side_by_side<G: Visible + Windows>(mut a: G, who: Viewer, case: &mut Case<G>) -> Verdict {
    let mut guess = mazzo_core::Dealer::<FastRng>::new(case.rng.next_u64());
    let mut b = G::determinize(&a.view(who), &mut guess);
    // A determinized world has no sealed answers: answer with defaults.
    for seat in b.to_act().minus(a.to_act()) {
        b.apply(seat, b.default_action(seat), &mut guess, &mut ());
    }
    require(NAME, a.view(who) == b.view(who), || format!("{who:?} sees sealed answers"))?;

    let mut lead =
        Lead { rng: FastRng::seed_from_u64(case.rng.next_u64()), pile: a.undrawn(), drawn: Vec::new() };
    for _ in 0..HORIZON {
        require(NAME, a.to_act() == b.to_act(), || {
            format!("{:?} may act in one world, {:?} in the other", a.to_act(), b.to_act())
        })?;
        let Some((seat, action)) = case.choose(&a) else { return Ok(()) };
        let (mut choices_a, mut choices_b) = (ActionList::new(), ActionList::new());
        a.legal(seat, &mut choices_a);
        b.legal(seat, &mut choices_b);
        let other = if who.is(seat) {
            require(NAME, choices_a == choices_b, || {
                format!("{who:?} may {choices_a:?} in one world, {choices_b:?} in the other")
            })?;
            action
        } else {
            choices_b.retain(|other| G::gesture(*other) == G::gesture(action));
            if choices_b.is_empty() {
                return Ok(()); // the other world has no legal action that looks the same
            }
            choices_b[below(&mut case.rng, choices_b.len() as u32) as usize]
        };

        let twin = twins(&a, &b).map_err(|e| (NAME, e))?;
        lead.drawn.clear();
        let (before_a, before_b) = (a, b);
        let (mut facts_a, mut facts_b) = (Vec::new(), Vec::new());
        a.apply(seat, action, &mut lead, &mut facts_a);
        let mut echo = Echo::<G> {
            drawn: lead.drawn.iter(),
            twin: &twin,
            pile: b.undrawn(),
            diverged: false,
            game: std::marker::PhantomData,
        };
        b.apply(seat, other, &mut echo, &mut facts_b);
        if echo.diverged || !same_to(who, (before_a, &facts_a), (before_b, &facts_b))? {
            return Ok(());
        }
        require(NAME, a.view(who) == b.view(who), || {
            format!("{who:?}: views differ after {action} or {other}")
        })?;
    }
    Ok(())
}

/// True if two sequences of facts look the same to the viewer to the end. They may diverge only where the rules reveal something.
fn same_to<G: Visible>(
    who: Viewer,
    (mut a, log_a): (G, &[G::Event]),
    (mut b, log_b): (G, &[G::Event]),
) -> Result<bool, (&'static str, String)> {
    let mut others = log_b.iter();
    for &fact_a in log_a {
        let may_diverge = a.tells(fact_a, who);
        let Some(&fact_b) = others.next() else {
            require(NAME, may_diverge, || {
                format!("{who:?} sees {fact_a:?} in one world, and nothing in the other")
            })?;
            return Ok(false);
        };
        let (seen_a, seen_b) = (a.redact(fact_a, who), b.redact(fact_b, who));
        if seen_a != seen_b {
            let may_diverge = may_diverge || b.tells(fact_b, who);
            require(NAME, may_diverge, || {
                format!("{who:?} sees {seen_a:?} in one world, {seen_b:?} in the other")
            })?;
            return Ok(false);
        }
        a.evolve(fact_a);
        b.evolve(fact_b);
    }
    if let Some(&fact) = others.next() {
        require(NAME, b.tells(fact, who), || format!("{who:?} sees {fact:?} in only one world"))?;
        return Ok(false);
    }
    Ok(true)
}
