//! The kit: one random game, held to every law.

use std::collections::BTreeSet;

use mazzo_core::{
    ActionList, Dealer, FIRST_CODE, FastRng, Game, Referee, Seat, SeatSet, Viewer, below, seed_for,
};
use rand_core::Rng;

use crate::case::Case;
use crate::interference;

/// A game past so many moves is taken to have no end.
const ENDLESS: u32 = 200_000;
/// How often, in moves, the costly laws are tried.
const SPOT_CHECK: u32 = 16;

/// A law that does not hold, and how to see it again.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the law of {law} is broken: {detail} (seed {seed}, {seats} seats, {rules}, after {moves} moves)")]
pub struct Broken {
    /// Which law.
    pub law: &'static str,
    /// What was found.
    pub detail: String,
    /// The seed to hand to [`obey`] again.
    pub seed: u64,
    seats: u8,
    rules: String,
    moves: u32,
}

/// A game that obeyed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// How many actions it took.
    pub moves: u32,
    /// How many facts they made.
    pub facts: u32,
    /// A fingerprint of all facts, the same on every platform.
    pub digest: u64,
    /// How often each of [`Game::COUNTERS`] was counted.
    pub counts: [u32; 16],
}

pub(crate) type Verdict = Result<(), (&'static str, String)>;

pub(crate) fn law(name: &'static str, holds: bool, detail: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err((name, detail())) }
}

impl Played {
    const NOTHING: Self = Self { moves: 0, facts: 0, digest: 0xCBF2_9CE4_8422_2325, counts: [0; 16] };

    fn note<G: Game>(&mut self, fact: G::Event) {
        self.facts += 1;
        if let Some(counter) = G::counter(fact) {
            self.counts[counter] += 1;
        }
    }

    /// FNV-1a over the fact's text: unlike a hash of its bytes it does not depend on the width of anything.
    fn digest<G: Game>(&mut self, fact: G::Event) {
        for byte in format!("{fact:?};").bytes() {
            self.digest = (self.digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

fn broken<G: Game>(case: &Case<G>, moves: u32) -> impl FnOnce((&'static str, String)) -> Broken {
    let (seed, seats, rules) = (case.seed, case.setup.seats, format!("{:?}", case.setup.rules));
    move |(law, detail)| Broken { law, detail, seed, seats, rules, moves }
}

/// Somebody who takes in the facts one by one, as a log's reader and as every viewer.
struct Witness<G: Game> {
    table: G,
    views: Vec<(Viewer, G::View)>,
}

impl<G: Game> Witness<G> {
    fn new(case: &Case<G>) -> Self {
        let table = G::empty(case.setup);
        Self { table, views: Viewer::all(case.setup.seats).map(|who| (who, table.view(who))).collect() }
    }

    fn take(&mut self, fact: G::Event) -> Verdict {
        codes::<G>(fact)?;
        let before = self.table;
        self.table.evolve(fact);
        law("soundness", self.table.check().is_ok(), || format!("{:?} after {fact:?}", self.table.check()))?;
        for (who, view) in &mut self.views {
            let seen = before.redact(fact, *who);
            G::absorb(view, seen);
            let truth = self.table.view(*who);
            law("seeing commutes", *view == truth, || {
                format!("{who:?} sees {fact:?} as {seen:?} and comes to {view:?}, not {truth:?}")
            })?;
        }
        Ok(())
    }
}

/// Plays a random game, and holds it to every law at every step.
pub fn obey<G: Game>(seed: u64) -> Result<Played, Broken> {
    obey_case::<G>(Case::random(seed))
}

fn obey_case<G: Game>(mut case: Case<G>) -> Result<Played, Broken> {
    let mut played = Played::NOTHING;
    let mut dealer = Dealer::<FastRng>::new(seed_for(case.seed, 1));
    let mut facts = Vec::new();
    let mut table = G::new(case.setup, &mut dealer, &mut facts);
    let mut witness = Witness::new(&case);
    facts.iter().try_for_each(|&fact| witness.take(fact)).map_err(broken(&case, 0))?;
    let referee = G::Referee::new(&case.setup, &facts).map_err(|e| ("referee", e));
    let mut referee = referee.map_err(broken(&case, 0))?;
    let laws = |case: &mut Case<G>, table: &G, facts: &[G::Event], played: &mut Played| -> Verdict {
        for &fact in facts {
            played.note::<G>(fact);
            played.digest::<G>(fact);
        }
        choices(table, &mut case.rng)?;
        sealing(table, &mut case.rng)?;
        if played.moves.is_multiple_of(SPOT_CHECK) {
            guessing(table, &mut case.rng)?;
            interference::law(table, case)?;
        }
        Ok(())
    };

    loop {
        law("folding", witness.table == table, || format!("{:?} is not {table:?}", witness.table))
            .and_then(|()| referee.agree(&table).map_err(|e| ("referee", e)))
            .and_then(|()| laws(&mut case, &table, &facts, &mut played))
            .map_err(broken(&case, played.moves))?;
        let Some((seat, action)) = case.choose(&table) else { return Ok(played) };
        facts.clear();
        table.apply(seat, action, &mut dealer, &mut facts);
        played.moves += 1;
        facts
            .iter()
            .try_for_each(|&fact| witness.take(fact))
            .and_then(|()| {
                referee.follow(seat, action, &facts).map_err(|e| ("referee", format!("{action}: {e}")))
            })
            .and_then(|()| law("ending", played.moves < ENDLESS, || "there is no end to it".to_owned()))
            .map_err(broken(&case, played.moves))?;
    }
}

/// Plays a random game with `check` after every move and nothing else: for very many games.
pub fn soak<G: Game>(seed: u64) -> Result<Played, Broken> {
    run::<G>(seed, |table, played, facts| {
        for &fact in facts {
            played.note::<G>(fact);
        }
        table.check().map_err(|e| ("soundness", e.to_owned()))
    })
}

/// Plays a random game for the fingerprint of its facts.
pub fn digest<G: Game>(seed: u64) -> Result<Played, Broken> {
    run::<G>(seed, |_, played, facts| {
        for &fact in facts {
            played.note::<G>(fact);
            played.digest::<G>(fact);
        }
        Ok(())
    })
}

pub(crate) fn run<G: Game>(
    seed: u64,
    mut look: impl FnMut(&G, &mut Played, &[G::Event]) -> Verdict,
) -> Result<Played, Broken> {
    let mut case = Case::<G>::random(seed);
    let mut played = Played::NOTHING;
    let mut dealer = Dealer::<FastRng>::new(seed_for(seed, 1));
    let mut facts = Vec::new();
    let mut table = G::new(case.setup, &mut dealer, &mut facts);
    loop {
        look(&table, &mut played, &facts)
            .and_then(|()| law("ending", played.moves < ENDLESS, || "there is no end to it".to_owned()))
            .map_err(broken(&case, played.moves))?;
        let Some((seat, action)) = case.choose(&table) else { break };
        facts.clear();
        table.apply(seat, action, &mut dealer, &mut facts);
        played.moves += 1;
    }
    law("choices", table.outcome().is_some(), || "nobody can act and it is not over".to_owned())
        .map_err(broken(&case, played.moves))?;
    Ok(played)
}

/// A fact is the same after a way through the bytes of a log, and its bytes say where it ends.
fn codes<G: Game>(fact: G::Event) -> Verdict {
    let mut bytes = Vec::new();
    G::write_event(fact, &mut bytes);
    let is_ours = bytes.first().is_some_and(|&code| code >= FIRST_CODE);
    law("codes", is_ours, || format!("{fact:?} is written as {bytes:?}"))?;
    let length = bytes.len();
    for cut in 0..length {
        let read = G::read_event(&mut &bytes[..cut]);
        law("codes", read.is_none(), || format!("{cut} bytes of {fact:?} are read as {read:?}"))?;
    }
    bytes.push(0);
    let mut rest = &bytes[..];
    let read = G::read_event(&mut rest);
    law("codes", read == Some(fact) && rest.len() == 1, || {
        format!("{fact:?} is written as {:?} and read as {read:?}", &bytes[..length])
    })
}

fn choices<G: Game>(table: &G, rng: &mut FastRng) -> Verdict {
    let name = "choices";
    let acting = table.to_act();
    law(name, acting.is_empty() == table.outcome().is_some(), || format!("{acting:?} can act"))?;
    law(name, acting.minus(SeatSet::all(table.seats())).is_empty(), || format!("{acting:?} are not there"))?;
    // Numbers from outside: some at random, and those of everything that anybody may do now.
    let mut codes: BTreeSet<u16> = (0..24).map(|_| rng.next_u64() as u16).collect();
    let lists: Vec<(Seat, ActionList<G::Action>)> = SeatSet::all(table.seats())
        .into_iter()
        .map(|seat| {
            let mut legal = ActionList::new();
            table.legal(seat, &mut legal);
            (seat, legal)
        })
        .collect();
    for (seat, legal) in &lists {
        law(name, acting.has(*seat) != legal.is_empty(), || format!("{seat:?} has {legal:?}"))?;
        if let Some(action) = acting.has(*seat).then(|| table.default_action(*seat)) {
            law(name, legal.contains(&action), || format!("the default {action:?} is not legal"))?;
        }
        let own: BTreeSet<u16> = legal.iter().map(|&action| G::encode(action)).collect();
        law(name, own.len() == legal.len(), || format!("{legal:?} names an action twice"))?;
        codes.extend(own);
        for &action in legal {
            let read = action.to_string().parse().ok();
            law(name, read == Some(action), || format!("'{action}' reads as {read:?}"))?;
            let decoded = G::decode(G::encode(action));
            law(name, decoded == Some(action), || format!("{action:?} decodes as {decoded:?}"))?;
        }
    }
    for code in codes {
        let Some(action) = G::decode(code) else { continue };
        law(name, G::encode(action) == code, || format!("{action:?} is not number {code}"))?;
        for (seat, legal) in &lists {
            let verdict = table.permit(*seat, action);
            law(name, verdict.is_ok() == legal.contains(&action), || {
                format!("{seat:?}, {action:?}: permit says {verdict:?}, legal says {legal:?}")
            })?;
        }
    }
    Ok(())
}

/// An answer to a window is one fact before anything else happens, and tells others nothing.
fn sealing<G: Game>(table: &G, rng: &mut FastRng) -> Verdict {
    if table.window().is_none() {
        return Ok(());
    }
    // One seat of those who may still answer: over a game it is everybody's turn to be looked at.
    let seats = table.to_act();
    let pick = below(rng, seats.len().max(1).into()) as usize;
    let Some(seat) = seats.iter().nth(pick) else { return Ok(()) };
    let mut legal = ActionList::new();
    table.legal(seat, &mut legal);
    let mut facts = Vec::new();
    for &action in &legal {
        let mut dealer = Dealer::<FastRng>::new(0);
        mazzo_core::Chance::shuffle(&mut dealer, table.undrawn());
        let mut all = Vec::new();
        let mut after = *table;
        after.apply(seat, action, &mut dealer, &mut all);
        facts.push((action, all[0]));
    }
    for who in Viewer::all(table.seats()).filter(|who| !who.is(seat)) {
        let view = table.view(who);
        for &(action, fact) in &facts {
            let mut sealed = *table;
            sealed.evolve(fact);
            law("sealing", sealed.view(who) == view, || format!("{who:?} sees {action:?}"))?;
            let (look, first) = (table.redact(fact, who), table.redact(facts[0].1, who));
            law("sealing", look == first, || format!("{who:?} sees {look:?} or {first:?}"))?;
        }
    }
    Ok(())
}

fn guessing<G: Game>(table: &G, rng: &mut FastRng) -> Verdict {
    let name = "guessing";
    for who in Viewer::all(table.seats()) {
        let view = table.view(who);
        law(name, G::sound(&view), || format!("{who:?}: {view:?} is not sound"))?;
        let mut chance = Dealer::<FastRng>::new(rng.next_u64());
        let mut world = G::determinize(&view, &mut chance);
        let guessed = world.view(who);
        law(name, guessed == view, || format!("{who:?}: {guessed:?} is not {view:?}"))?;
        law(name, world.check().is_ok(), || format!("{who:?}: {:?}", world.check()))?;
        if let Some(seat) = who.seat() {
            let (mut real, mut made_up) = (ActionList::new(), ActionList::new());
            table.legal(seat, &mut real);
            world.legal(seat, &mut made_up);
            law(name, real == made_up, || format!("{who:?} may {real:?}, in a guess {made_up:?}"))?;
        }
        // The world can be played in.
        mazzo_core::Chance::shuffle(&mut chance, world.undrawn());
        for _ in 0..20 {
            let Some(seat) = world.to_act().first() else { break };
            let mut legal = ActionList::<G::Action>::new();
            world.legal(seat, &mut legal);
            let pick = below(rng, legal.len() as u32) as usize;
            world.apply(seat, legal[pick], &mut chance, &mut ());
            law(name, world.check().is_ok(), || format!("in a guess: {:?}", world.check()))?;
        }
    }
    Ok(())
}
