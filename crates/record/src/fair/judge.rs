//! A client's memory of a deal, and its verdict on the record of the game.

use crate::{Flaw, Record};
use mazzo_core::{Visible, Windows};
use serde::{Deserialize, Serialize};

use super::{Commitment, Exchange, Proof, Seal, Verified, VerifyError, verify};

/// The maximum number of facts that a client keeps of one game. The longest games of bots have a tenth of it.
const MAX_FACTS: usize = 200_000;
/// A snapshot takes as much room as so many facts.
const SNAPSHOT_FACTS: usize = 64;

/// What a client was shown before a deal, and its own contribution. The front end stores it, so that a reloaded page can still
/// judge the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Memory {
    /// The number of the game at its table.
    pub game: u32,
    /// The first commitment that was shown for this game.
    pub commitment: Commitment,
    /// The number of the last exchange that this client took part in, from 0.
    pub attempt: u8,
    /// This client's words in that exchange.
    pub words: String,
    /// The client's progress in that exchange.
    pub progress: Progress,
    /// The seals of all seats as shown before this client opened its words; empty until then.
    #[serde(default)]
    pub seals: Vec<Option<Seal>>,
    /// The seats that were left out of the exchange.
    #[serde(default)]
    pub left_out: Vec<u8>,
    /// The client's seat when the words were opened.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The game began while the client was away, so that it may have missed a restart of the exchange.
    #[serde(default)]
    pub missed_begin: bool,
    /// A breach by the house before the deal.
    #[serde(default)]
    pub wrong: Option<Breach>,
}

/// The progress of a client in an exchange.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// The client has words and has sent nothing.
    Fresh,
    /// The client has sent its seal.
    Sealing,
    /// The house has stored the seal.
    Sealed,
    /// The client has sent its words.
    Opening,
    /// The house has stored the words.
    Opened,
}

/// What a client saw of a game: every view that it was shown, in order.
///
/// Snapshots in the middle of a game add to it and replace nothing: a house that showed false cards cannot take them back with a
/// snapshot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "", deserialize = ""))]
pub struct Watched<G: Visible> {
    /// One for the deal, and one for each later snapshot.
    pub parts: Vec<WatchedPart<G>>,
    /// The client ran out of room for facts, so later ones are missing.
    #[serde(default)]
    pub is_cut: bool,
}

/// A snapshot and the facts that followed it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "", deserialize = ""))]
pub struct WatchedPart<G: Visible> {
    /// The table as it was shown.
    pub start: G::View,
    /// The facts since.
    pub seen: Vec<G::Seen>,
    /// The number of facts after each frame: only between frames are no answers partially received.
    pub ends: Vec<u32>,
}

impl<G: Visible> WatchedPart<G> {
    const fn new(start: G::View) -> Self {
        Self { start, seen: Vec::new(), ends: Vec::new() }
    }

    /// Every view that was shown, and whether a frame led to it; the first one is the snapshot.
    fn views(&self) -> impl Iterator<Item = (G::View, bool)> {
        let (mut view, mut from) = (self.start.clone(), 0);
        let frames = self.ends.iter().map(move |&end| {
            let end = (end as usize).clamp(from, self.seen.len());
            self.seen[from..end].iter().for_each(|&seen| G::absorb(&mut view, seen));
            from = end;
            (view.clone(), true)
        });
        std::iter::once((self.start.clone(), false)).chain(frames)
    }
}

impl<G: Visible + Windows> Watched<G> {
    /// A game that is watched from here on.
    pub fn new(start: G::View) -> Self {
        Self { parts: vec![WatchedPart::new(start)], is_cut: false }
    }

    /// Adds a snapshot.
    pub fn add_snapshot(&mut self, view: G::View) {
        if self.makes_room_for(SNAPSHOT_FACTS) {
            self.parts.push(WatchedPart::new(view));
        }
    }

    /// Adds the facts of a frame.
    pub fn add(&mut self, facts: &[G::Seen]) {
        if facts.is_empty() || !self.makes_room_for(facts.len()) {
            return;
        }
        if let Some(part) = self.parts.last_mut() {
            part.seen.extend_from_slice(facts);
            part.ends.push(part.seen.len() as u32);
        }
    }

    /// Once something did not fit, nothing is added any more: what comes later would not follow from what is there.
    fn makes_room_for(&mut self, facts: usize) -> bool {
        let used: usize = self.parts.iter().map(|part| part.seen.len() + SNAPSHOT_FACTS).sum();
        self.is_cut |= used + facts > MAX_FACTS;
        !self.is_cut
    }

    /// The seat from which the client saw the deal; `None` if it joined later or only watched.
    fn dealt_seat(&self) -> Option<u8> {
        let start = &self.parts.first()?.start;
        let (setup, viewer) = G::viewed(start);
        let seat = viewer.seat()?;
        (*start == G::empty(setup).view(viewer)).then_some(seat.index() as u8)
    }

    /// The number of frames that agree with the record before the first difference; `None` if all agree.
    fn first_difference(&self, record: &Record, line: u64) -> Result<Option<usize>, Flaw> {
        let mut views = self.parts.iter().flat_map(WatchedPart::views);
        let (mut next, mut frames) = (views.next(), 0);
        crate::replay::<G>(record, line, |step| {
            let mut table = *step.before;
            let mut compare = |table: &G| {
                while let Some((_, is_frame)) =
                    next.take_if(|(view, _)| *view == table.view(G::viewed(view).1))
                {
                    frames += usize::from(is_frame);
                    next = views.next();
                }
            };
            compare(&table);
            for &fact in step.facts {
                table.evolve(fact);
                compare(&table);
            }
        })?;
        Ok(next.map(|_| frames))
    }
}

/// Why a valid record does not prove to this client that the deal was fair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unproven {
    /// The client was not connected before the deal.
    NotThere,
    /// The deal does not contain the client's own words: it only watched, or its words came too late.
    NoWords,
    /// The record could not be fetched.
    NoRecord,
    /// The game was too long for the client to remember all that it saw.
    TooLong,
}

/// A breach by the house.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Breach {
    /// Two commitments for one deal.
    #[error("the house changed its commitment from {first} to {then}")]
    Commitment {
        /// The commitment that was shown first.
        first: String,
        /// The one that was shown later, or is in the record.
        then: String,
    },
    /// The seal of a seat is not the one that was shown or sent.
    #[error("the seal of seat {seat} was dropped or changed")]
    Seal {
        /// The seat, counted from 0.
        seat: u8,
    },
    /// An exchange was restarted without leaving out another seat.
    #[error("the exchange of words was restarted without a reason")]
    Attempt,
    /// The deal does not contain the client's own words although the house confirmed them.
    #[error("the words of this client were dropped or changed")]
    Words,
    /// The record is of another game.
    #[error("the record is of another game")]
    OtherGame,
    /// The record contradicts itself.
    #[error("{reason}")]
    Record {
        /// The text of the [`VerifyError`].
        reason: String,
    },
    /// The client's view of the game differs from the record.
    #[error("the cards that were shown differ from the record, from frame {frame} on")]
    Cards {
        /// The number of frames that agree with the record.
        frame: usize,
    },
}

impl From<VerifyError> for Breach {
    fn from(doubt: VerifyError) -> Self {
        Self::Record { reason: doubt.to_string() }
    }
}

/// The verdict of a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judged {
    /// The deal is the promised one and contains this client's words, and the record agrees with the game that was played.
    Verified(Verified),
    /// No breach, but no proof.
    Unproven(Unproven),
    /// The house broke its promise.
    Wrong(Breach),
}

/// Judges the record of a game by a client's memory and what it saw. `id` is the name of the game as the house gave it.
pub fn judge<G: Visible + Windows>(
    memory: Option<&Memory>,
    watched: Option<&Watched<G>>,
    id: &str,
    record: &Record,
) -> Judged {
    match find_wrong(memory, watched, id, record) {
        Ok(verified) => match memory {
            None => Judged::Unproven(Unproven::NotThere),
            Some(_) if watched.is_some_and(|watched| watched.is_cut) => Judged::Unproven(Unproven::TooLong),
            Some(memory) => {
                let proof = Proof::read(record).ok();
                let has_words = proof.is_some_and(|proof| own_words(memory, &proof));
                if has_words { Judged::Verified(verified) } else { Judged::Unproven(Unproven::NoWords) }
            }
        },
        Err(wrong) => Judged::Wrong(wrong),
    }
}

/// True if the deal contains the words of this client.
fn own_words(memory: &Memory, proof: &Proof) -> bool {
    let seat = memory.seat.filter(|_| memory.progress >= Progress::Opening);
    let words = seat.and_then(|seat| proof.words.by_seat().get(usize::from(seat)));
    proof.attempt() == memory.attempt && words.is_some_and(|words| *words == memory.words)
}

fn find_wrong<G: Visible + Windows>(
    memory: Option<&Memory>,
    watched: Option<&Watched<G>>,
    id: &str,
    record: &Record,
) -> Result<Verified, Breach> {
    if let Some(wrong) = memory.and_then(|memory| memory.wrong.as_ref()) {
        return Err(wrong.clone());
    }
    let proof = Proof::read(record)?;
    if proof.id.as_str() != id || record.game != G::NAME {
        return Err(Breach::OtherGame);
    }
    if let Some(memory) = memory {
        compare(memory, watched.and_then(Watched::dealt_seat), &proof)?;
    }
    let verified = verify::<G>(record, 1)?;
    if let Some(watched) = watched {
        let difference = watched.first_difference(record, 1).map_err(VerifyError::from)?;
        if let Some(frame) = difference {
            return Err(Breach::Cards { frame });
        }
    }
    Ok(verified)
}

/// Compares the proof with what was shown before the deal. `dealt_seat` is the seat of the client when the cards were dealt.
fn compare(memory: &Memory, dealt_seat: Option<u8>, proof: &Proof) -> Result<(), Breach> {
    if proof.commitment != memory.commitment {
        let (first, then) = (memory.commitment.to_string(), proof.commitment.to_string());
        return Err(Breach::Commitment { first, then });
    }
    let is_own_exchange = proof.attempt() == memory.attempt;
    let missed_restart = memory.missed_begin && proof.attempt() > memory.attempt;
    if memory.progress == Progress::Opened && !missed_restart && !own_words(memory, proof) {
        return Err(Breach::Words);
    }
    if !is_own_exchange {
        return Ok(());
    }
    let seals = proof.exchange.as_ref().map_or(&[][..], |Exchange { seals, .. }| seals.as_slice());
    if !memory.seals.is_empty() {
        let differ = |seat: &usize| seals.get(*seat) != memory.seals.get(*seat);
        let longest = seals.len().max(memory.seals.len());
        if let Some(seat) = (0..longest).find(differ) {
            return Err(Breach::Seal { seat: seat as u8 });
        }
    } else if memory.progress >= Progress::Sealed
        && let Some(seat) = dealt_seat
    {
        // The house stored the seal and never asked for the words: an exchange without them has another number.
        let own = Seal::new(memory.commitment, memory.attempt, &memory.words).ok();
        if seals.get(usize::from(seat)).copied().flatten() != own {
            return Err(Breach::Seal { seat });
        }
    }
    Ok(())
}
