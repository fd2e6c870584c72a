//! The kit: checks one random game against every law.

use std::collections::BTreeSet;

use mazzo_core::{
    ActionList, Dealer, FIRST_CODE, FastRng, Game, Notation, Referee, Refereed, Seat, SeatSet, Statistics,
    Viewer, Visible, Windows, below, seed_for,
};
use rand_core::Rng;

use crate::case::Case;
use crate::interference;

/// A game with this many moves counts as endless.
const ENDLESS: u32 = 200_000;
/// The expensive laws are checked once in this many moves.
const SPOT_CHECK: u32 = 16;

/// A broken law, with the data to reproduce it.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the law of {law} is broken: {detail} (seed {seed}, {seats} seats, {rules}, after {moves} moves)")]
pub struct Broken {
    /// The name of the law.
    pub law: &'static str,
    /// What was found.
    pub detail: String,
    /// The seed to pass to [`obey`] to reproduce it.
    pub seed: u64,
    seats: u8,
    rules: String,
    moves: u32,
}

/// A game that broke no law.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The number of actions.
    pub moves: u32,
    /// The number of facts.
    pub facts: u32,
    /// A hash of all facts, the same on every platform.
    pub digest: u64,
    /// The value of each of [`mazzo_core::Statistics::COUNTERS`].
    pub counts: [u32; 16],
}

pub(crate) type Verdict = Result<(), (&'static str, String)>;

pub(crate) fn require(name: &'static str, holds: bool, detail: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err((name, detail())) }
}

impl PlayedGame {
    const NOTHING: Self = Self { moves: 0, facts: 0, digest: 0xCBF2_9CE4_8422_2325, counts: [0; 16] };

    fn note<G: Statistics>(&mut self, fact: G::Event) {
        self.facts += 1;
        if let Some(counter) = G::counter(fact) {
            self.counts[counter] += 1;
        }
    }

    /// FNV-1a over the fact's text. A hash of its bytes would depend on the width of its types.
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

/// Folds the facts one by one, as a reader of the log and as every viewer.
struct Replica<G: Visible> {
    table: G,
    views: Vec<(Viewer, G::View)>,
}

impl<G: Visible + Notation> Replica<G> {
    fn new(case: &Case<G>) -> Self {
        let table = G::empty(case.setup);
        Self { table, views: Viewer::all(case.setup.seats).map(|who| (who, table.view(who))).collect() }
    }

    fn fold(&mut self, fact: G::Event) -> Verdict {
        codes::<G>(fact)?;
        let before = self.table;
        self.table.evolve(fact);
        require("soundness", self.table.check().is_ok(), || {
            format!("{:?} after {fact:?}", self.table.check())
        })?;
        for (who, view) in &mut self.views {
            let seen = before.redact(fact, *who);
            G::absorb(view, seen);
            let expected = self.table.view(*who);
            require("seeing commutes", *view == expected, || {
                format!("{who:?} sees {fact:?} as {seen:?} and folds it to {view:?}, not {expected:?}")
            })?;
        }
        Ok(())
    }
}

/// Plays a random game and checks every law at every step.
pub fn obey<G: Visible + Windows + Statistics + Refereed>(seed: u64) -> Result<PlayedGame, Broken> {
    obey_case::<G>(Case::random(seed))
}

fn obey_case<G: Visible + Windows + Statistics + Refereed>(mut case: Case<G>) -> Result<PlayedGame, Broken> {
    let mut played = PlayedGame::NOTHING;
    let mut dealer = Dealer::<FastRng>::new(seed_for(case.seed, 1));
    let mut facts = Vec::new();
    let mut table = G::new(case.setup, &mut dealer, &mut facts);
    let mut replica = Replica::new(&case);
    facts.iter().try_for_each(|&fact| replica.fold(fact)).map_err(broken(&case, 0))?;
    let referee = G::Referee::new(&case.setup, &facts).map_err(|e| ("referee", e));
    let mut referee = referee.map_err(broken(&case, 0))?;
    let laws = |case: &mut Case<G>, table: &G, facts: &[G::Event], played: &mut PlayedGame| -> Verdict {
        for &fact in facts {
            played.note::<G>(fact);
            played.digest::<G>(fact);
        }
        choices(table, &mut case.rng)?;
        sealing(table, &mut case.rng)?;
        if played.moves.is_multiple_of(SPOT_CHECK) {
            guessing(table, &mut case.rng)?;
            interference::check(table, case)?;
        }
        Ok(())
    };

    loop {
        require("folding", replica.table == table, || format!("{:?} is not {table:?}", replica.table))
            .and_then(|()| referee.agree(&table).map_err(|e| ("referee", e)))
            .and_then(|()| laws(&mut case, &table, &facts, &mut played))
            .map_err(broken(&case, played.moves))?;
        let Some((seat, action)) = case.choose(&table) else { return Ok(played) };
        facts.clear();
        table.apply(seat, action, &mut dealer, &mut facts);
        played.moves += 1;
        facts
            .iter()
            .try_for_each(|&fact| replica.fold(fact))
            .and_then(|()| {
                referee.follow(seat, action, &facts).map_err(|e| ("referee", format!("{action}: {e}")))
            })
            .and_then(|()| require("ending", played.moves < ENDLESS, || "the game does not end".to_owned()))
            .map_err(broken(&case, played.moves))?;
    }
}

/// Plays a random game with only `check` after every move: for large numbers of games.
pub fn soak<G: Windows + Statistics>(seed: u64) -> Result<PlayedGame, Broken> {
    run::<G>(seed, |table, played, facts| {
        for &fact in facts {
            played.note::<G>(fact);
        }
        table.check().map_err(|e| ("soundness", e.to_owned()))
    })
}

/// Plays a random game and hashes its facts.
pub fn digest<G: Windows + Statistics>(seed: u64) -> Result<PlayedGame, Broken> {
    run::<G>(seed, |_, played, facts| {
        for &fact in facts {
            played.note::<G>(fact);
            played.digest::<G>(fact);
        }
        Ok(())
    })
}

pub(crate) fn run<G: Windows + Statistics>(
    seed: u64,
    mut look: impl FnMut(&G, &mut PlayedGame, &[G::Event]) -> Verdict,
) -> Result<PlayedGame, Broken> {
    let mut case = Case::<G>::random(seed);
    let mut played = PlayedGame::NOTHING;
    let mut dealer = Dealer::<FastRng>::new(seed_for(seed, 1));
    let mut facts = Vec::new();
    let mut table = G::new(case.setup, &mut dealer, &mut facts);
    loop {
        look(&table, &mut played, &facts)
            .and_then(|()| require("ending", played.moves < ENDLESS, || "the game does not end".to_owned()))
            .map_err(broken(&case, played.moves))?;
        let Some((seat, action)) = case.choose(&table) else { break };
        facts.clear();
        table.apply(seat, action, &mut dealer, &mut facts);
        played.moves += 1;
    }
    require("choices", table.outcome().is_some(), || "no seat can act in an unfinished game".to_owned())
        .map_err(broken(&case, played.moves))?;
    Ok(played)
}

/// A fact survives the round trip through the bytes of a log, and its encoding is self-delimiting.
fn codes<G: Notation>(fact: G::Event) -> Verdict {
    let mut bytes = Vec::new();
    G::write_event(fact, &mut bytes);
    let is_ours = bytes.first().is_some_and(|&code| code >= FIRST_CODE);
    require("codes", is_ours, || format!("{fact:?} is written as {bytes:?}"))?;
    let length = bytes.len();
    for cut in 0..length {
        let read = G::read_event(&mut &bytes[..cut]);
        require("codes", read.is_none(), || format!("{cut} bytes of {fact:?} are read as {read:?}"))?;
    }
    bytes.push(0);
    let mut rest = &bytes[..];
    let read = G::read_event(&mut rest);
    require("codes", read == Some(fact) && rest.len() == 1, || {
        format!("{fact:?} is written as {:?} and read as {read:?}", &bytes[..length])
    })
}

fn choices<G: Notation>(table: &G, rng: &mut FastRng) -> Verdict {
    let name = "choices";
    let acting = table.to_act();
    require(name, acting.is_empty() == table.outcome().is_some(), || format!("{acting:?} can act"))?;
    require(name, acting.minus(SeatSet::all(table.seats())).is_empty(), || {
        format!("{acting:?} are not at the table")
    })?;
    // Action codes from outside: random ones, and those of all legal actions.
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
        require(name, acting.has(*seat) != legal.is_empty(), || format!("{seat:?} has {legal:?}"))?;
        if let Some(action) = acting.has(*seat).then(|| table.default_action(*seat)) {
            require(name, legal.contains(&action), || format!("the default {action:?} is not legal"))?;
        }
        let own: BTreeSet<u16> = legal.iter().map(|&action| G::encode(action)).collect();
        require(name, own.len() == legal.len(), || format!("{legal:?} names an action twice"))?;
        codes.extend(own);
        for &action in legal {
            let read = action.to_string().parse().ok();
            require(name, read == Some(action), || format!("'{action}' reads as {read:?}"))?;
            let decoded = G::decode(G::encode(action));
            require(name, decoded == Some(action), || format!("{action:?} decodes as {decoded:?}"))?;
        }
    }
    for code in codes {
        let Some(action) = G::decode(code) else { continue };
        require(name, G::encode(action) == code, || format!("{action:?} does not encode to {code}"))?;
        for (seat, legal) in &lists {
            let verdict = table.permit(*seat, action);
            require(name, verdict.is_ok() == legal.contains(&action), || {
                format!("{seat:?}, {action:?}: permit says {verdict:?}, legal says {legal:?}")
            })?;
        }
    }
    Ok(())
}

/// An answer to a window is a single fact before anything else happens, and reveals nothing to others.
fn sealing<G: Visible + Windows>(table: &G, rng: &mut FastRng) -> Verdict {
    if table.window().is_none() {
        return Ok(());
    }
    // One random seat of those that may still answer; over a game every seat is checked.
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
            require("sealing", sealed.view(who) == view, || format!("{who:?} sees {action:?}"))?;
            let (look, first) = (table.redact(fact, who), table.redact(facts[0].1, who));
            require("sealing", look == first, || format!("{who:?} sees {look:?} or {first:?}"))?;
        }
    }
    Ok(())
}

fn guessing<G: Visible>(table: &G, rng: &mut FastRng) -> Verdict {
    let name = "guessing";
    for who in Viewer::all(table.seats()) {
        let view = table.view(who);
        require(name, G::sound(&view), || format!("{who:?}: {view:?} is not sound"))?;
        let mut chance = Dealer::<FastRng>::new(rng.next_u64());
        let mut world = G::determinize(&view, &mut chance);
        let guessed = world.view(who);
        require(name, guessed == view, || format!("{who:?}: {guessed:?} is not {view:?}"))?;
        require(name, world.check().is_ok(), || format!("{who:?}: {:?}", world.check()))?;
        if let Some(seat) = who.seat() {
            let (mut real, mut guessed) = (ActionList::new(), ActionList::new());
            table.legal(seat, &mut real);
            world.legal(seat, &mut guessed);
            require(name, real == guessed, || {
                format!("{who:?} may {real:?}, in a determinized world {guessed:?}")
            })?;
        }
        // The world is playable.
        mazzo_core::Chance::shuffle(&mut chance, world.undrawn());
        for _ in 0..20 {
            let Some(seat) = world.to_act().first() else { break };
            let mut legal = ActionList::<G::Action>::new();
            world.legal(seat, &mut legal);
            let pick = below(rng, legal.len() as u32) as usize;
            world.apply(seat, legal[pick], &mut chance, &mut ());
            require(name, world.check().is_ok(), || format!("in a determinized world: {:?}", world.check()))?;
        }
    }
    Ok(())
}
