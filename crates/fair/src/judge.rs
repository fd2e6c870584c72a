//! What a client remembers of a deal, and how it judges the record of the game by that.

use mazzo_core::Game;
use mazzo_record::{Flaw, Record};
use serde::{Deserialize, Serialize};

use crate::{Commitment, Doubt, Exchange, Proof, Seal, Verified, verify};

/// Facts that a client keeps of one game. The longest games that bots have played take a tenth of it.
const MAX_FACTS: usize = 200_000;

/// What a client was shown before a deal, and what it added. It is kept where the client keeps things, so that a page that
/// is loaded again can still judge.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Memory {
    /// The number of the game at its table.
    pub game: u32,
    /// The first commitment that was shown for it.
    pub commitment: Commitment,
    /// The exchange that this client took part in last, from 0.
    pub attempt: u8,
    /// This client's words in that exchange.
    pub words: String,
    /// How far this client got in it.
    pub progress: Progress,
    /// The seals of all seats as they were shown before this client opened its words; empty until then.
    #[serde(default)]
    pub seals: Vec<Option<Seal>>,
    /// The seats that were left out of the exchange.
    #[serde(default)]
    pub left_out: Vec<u8>,
    /// Where this client sat when the words were opened.
    #[serde(default)]
    pub seat: Option<u8>,
    /// What the house did wrong before the deal.
    #[serde(default)]
    pub wrong: Option<Wrong>,
}

/// How far a client got in an exchange.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// It has words, and has sent nothing.
    Fresh,
    /// It has sent its seal.
    Sealing,
    /// The house has stored its seal.
    Sealed,
    /// It has sent its words.
    Opening,
    /// The house has stored its words.
    Opened,
}

/// What a client saw of a game, fact by fact.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "", deserialize = ""))]
pub struct Watched<G: Game> {
    /// The table when it began to watch.
    pub start: G::View,
    /// The facts since.
    pub seen: Vec<G::Seen>,
    /// How many facts there were after each frame: between two frames no answer is half told.
    pub ends: Vec<u32>,
}

impl<G: Game> Watched<G> {
    /// A game that is watched from here on.
    pub const fn new(start: G::View) -> Self {
        Self { start, seen: Vec::new(), ends: Vec::new() }
    }

    /// Adds the facts of a frame.
    pub fn add(&mut self, facts: &[G::Seen]) {
        if !facts.is_empty() && self.seen.len() + facts.len() <= MAX_FACTS {
            self.seen.extend_from_slice(facts);
            self.ends.push(self.seen.len() as u32);
        }
    }

    /// How many frames were seen before the first that the record does not lead to; none if it leads to all of them.
    fn first_difference(&self, record: &Record, line: u64) -> Result<Option<usize>, Flaw> {
        let (_, viewer) = G::viewed(&self.start);
        let mut frames = self.ends.iter().enumerate();
        // The next view that the record has to lead to, and how many facts and frames it is after.
        let mut next = Some((self.start.clone(), 0_usize, 0_usize));
        let mut advance = |next: Option<(G::View, usize, usize)>| {
            let (mut view, from, _) = next?;
            let (frame, &end) = frames.next()?;
            let end = (end as usize).clamp(from, self.seen.len());
            self.seen[from..end].iter().for_each(|&seen| G::absorb(&mut view, seen));
            Some((view, end, frame + 1))
        };
        mazzo_record::replay::<G>(record, line, |step| {
            let mut table = *step.before;
            let mut look = |table: &G| {
                while next.as_ref().is_some_and(|(view, ..)| *view == table.view(viewer)) {
                    next = advance(next.take());
                }
            };
            look(&table);
            for &fact in step.facts {
                table.evolve(fact);
                look(&table);
            }
        })?;
        Ok(next.map(|(_, _, frame)| frame))
    }
}

/// Why a record does not prove to this client that the deal was fair, though nothing is wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unproven {
    /// The client was not there before the deal.
    NotThere,
    /// The client's own words are not in the deal: it only watched, or its words came too late.
    NoWords,
    /// The record could not be fetched.
    NoRecord,
}

/// What a house did wrong.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Wrong {
    /// Two commitments for one deal.
    #[error("the house changed its commitment from {first} to {then}")]
    Commitment {
        /// The one that was shown first.
        first: String,
        /// The one that was shown later, or that is in the record.
        then: String,
    },
    /// The seal of a seat is not the one that was shown, or that was sent.
    #[error("the seal of seat {seat} was dropped or changed")]
    Seal {
        /// Whose seal, counted from 0.
        seat: u8,
    },
    /// An exchange began anew, and no further seat was left out of it.
    #[error("the exchange of words began anew without a reason")]
    Attempt,
    /// The client's own words are not in the deal though the house confirmed them.
    #[error("the words of this client were dropped or changed")]
    Words,
    /// The record is of another game.
    #[error("the record is of another game")]
    OtherGame,
    /// The record contradicts itself.
    #[error("{reason}")]
    Record {
        /// What [`Doubt`] says.
        reason: String,
    },
    /// The client saw something else than the record says.
    #[error("what was dealt and played is not what the record says, from frame {frame} on")]
    Cards {
        /// Frames that agree with the record.
        frame: usize,
    },
}

impl From<Doubt> for Wrong {
    fn from(doubt: Doubt) -> Self {
        Self::Record { reason: doubt.to_string() }
    }
}

/// The verdict of a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judged {
    /// The deal is the one that was promised, with this client's words in it, and the record tells the game as it was.
    Verified(Verified),
    /// Nothing is wrong, and nothing is proven.
    Unproven(Unproven),
    /// The house did something wrong.
    Wrong(Wrong),
}

/// Judges the record of a game by what a client remembers and saw. `id` is the name of the game as the house told it.
pub fn judge<G: Game>(
    memory: Option<&Memory>,
    watched: Option<&Watched<G>>,
    id: &str,
    record: &Record,
) -> Judged {
    match find_wrong(memory, watched, id, record) {
        Ok(verified) => match memory {
            None => Judged::Unproven(Unproven::NotThere),
            Some(memory) => {
                let proof = Proof::read(record).ok();
                let has_words = proof.is_some_and(|proof| own_words(memory, &proof));
                if has_words { Judged::Verified(verified) } else { Judged::Unproven(Unproven::NoWords) }
            }
        },
        Err(wrong) => Judged::Wrong(wrong),
    }
}

/// Whether the deal has the words of this client in it.
fn own_words(memory: &Memory, proof: &Proof) -> bool {
    let seat = memory.seat.filter(|_| memory.progress >= Progress::Opening);
    let words = seat.and_then(|seat| proof.words.by_seat().get(usize::from(seat)));
    proof.attempt() == memory.attempt && words.is_some_and(|words| *words == memory.words)
}

fn find_wrong<G: Game>(
    memory: Option<&Memory>,
    watched: Option<&Watched<G>>,
    id: &str,
    record: &Record,
) -> Result<Verified, Wrong> {
    if let Some(wrong) = memory.and_then(|memory| memory.wrong.as_ref()) {
        return Err(wrong.clone());
    }
    let proof = Proof::read(record)?;
    if proof.id.as_str() != id || record.game != G::NAME {
        return Err(Wrong::OtherGame);
    }
    if let Some(memory) = memory {
        compare(memory, &proof)?;
    }
    let verified = verify::<G>(record, 1)?;
    if let Some(watched) = watched {
        let difference = watched.first_difference(record, 1).map_err(Doubt::from)?;
        if let Some(frame) = difference {
            return Err(Wrong::Cards { frame });
        }
    }
    Ok(verified)
}

/// Holds the proof against what was shown before the deal.
fn compare(memory: &Memory, proof: &Proof) -> Result<(), Wrong> {
    if proof.commitment != memory.commitment {
        let (first, then) = (memory.commitment.to_string(), proof.commitment.to_string());
        return Err(Wrong::Commitment { first, then });
    }
    let is_own_exchange = proof.attempt() == memory.attempt;
    if memory.progress == Progress::Opened && !(is_own_exchange && own_words(memory, proof)) {
        return Err(Wrong::Words);
    }
    if is_own_exchange && !memory.seals.is_empty() {
        let seals = proof.exchange.as_ref().map(|Exchange { seals, .. }| seals.as_slice());
        let differ = |seat: &usize| seals.and_then(|seals| seals.get(*seat)) != memory.seals.get(*seat);
        let longest = seals.map_or(0, <[_]>::len).max(memory.seals.len());
        if let Some(seat) = (0..longest).find(differ) {
            return Err(Wrong::Seal { seat: seat as u8 });
        }
    }
    Ok(())
}
