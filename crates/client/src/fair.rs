//! The client's part in a verifiable deal (`docs/fair.md`): remembers the commitment, seals and opens words, judges the record.
//!
//! All of it happens inside [`crate::Session`], so that no front end can omit it.

use mazzo_core::{Visible, Windows};
use mazzo_protocol::{Command, CommandId, Exchange, Folded, Phase, Refusal};
use mazzo_record::Record;
use mazzo_record::fair::{
    Breach, Commitment, Evidence, Judged, Memory, Progress, Seal, Unproven, Watched, judge,
};

/// Returns sixteen unpredictable bytes. Page, terminal and programs pass in their own source.
pub type Entropy = fn() -> [u8; 16];

/// A finished game and what the client knows of it.
#[derive(Clone, Debug)]
struct FinishedGame<G: Visible> {
    /// The id of the game.
    id: String,
    memory: Option<Memory>,
    watched: Option<Watched<G>>,
    record: Option<Record>,
    judged: Option<Judged>,
}

/// The state of the fairness protocol at one table.
#[derive(Clone, Debug)]
pub(crate) struct Fairness<G: Visible> {
    entropy: Entropy,
    /// For the next deal, or for the current game.
    memory: Option<Memory>,
    /// The current game, with its number at the table.
    watched: Option<(u32, Watched<G>)>,
    /// The pending command.
    sent: Option<CommandId>,
    /// The memory has changed since it was last taken.
    memory_changed: bool,
    /// The last finished game, until the next one begins.
    finished: Option<FinishedGame<G>>,
}

/// The command to send, if any.
pub(crate) type Duty<R> = Option<Command<R>>;

impl<G: Visible + Windows> Fairness<G> {
    pub(crate) const fn new(entropy: Entropy) -> Self {
        Self { entropy, memory: None, watched: None, sent: None, memory_changed: false, finished: None }
    }

    /// Starts to watch a game, at its start or after a reconnect.
    pub(crate) fn watch(&mut self, folded: &Folded<G>, begin: Option<&G::View>) {
        let is_played = matches!(folded.room.phase, Phase::Playing | Phase::Paused);
        let shown = if is_played { folded.view.as_ref() } else { None };
        if begin.is_none() && (is_played || folded.room.phase == Phase::Over) {
            self.note_missed_begin(folded.room.game);
        }
        let Some(view) = begin.or(shown) else { return };
        match &mut self.watched {
            Some((game, watched)) if *game == folded.room.game => watched.add_snapshot(view.clone()),
            Some(_) | None => self.watched = Some((folded.room.game, Watched::new(view.clone()))),
        }
    }

    /// Notes that a game began while this client was away: the exchange of words may have restarted without it.
    fn note_missed_begin(&mut self, game: u32) {
        let was_there = self.watched.as_ref().is_some_and(|(watched, _)| *watched == game);
        if let Some(memory) = self.memory.as_mut().filter(|memory| memory.game == game && !was_there) {
            self.memory_changed |= !memory.missed_begin;
            memory.missed_begin = true;
        }
    }

    pub(crate) fn see(&mut self, facts: &[G::Seen]) {
        if let Some((_, watched)) = &mut self.watched {
            watched.add(facts);
        }
    }

    /// The command that the exchange requires in the current state of the table.
    pub(crate) fn duty(&mut self, folded: &Folded<G>) -> Duty<G::Rules> {
        let room = &folded.room;
        match room.phase {
            Phase::Gathering | Phase::Dealing => {}
            Phase::Over => {
                self.finish(folded);
                return None;
            }
            Phase::Playing | Phase::Paused => {
                self.finished = None;
                return None;
            }
            Phase::Closed => return None,
        }
        let commitment = Commitment::try_from(room.commitment.clone()).ok()?;
        self.remember(room.game + 1, commitment);
        let exchange = room.exchange.clone().unwrap_or_default();
        self.follow(&exchange);
        let seat = folded.mine.seat?;
        self.take_part(seat, &exchange)
    }

    /// Remembers the first commitment of a deal. Another one for the same deal is a breach.
    fn remember(&mut self, game: u32, commitment: Commitment) {
        let (memory, entropy) = (&mut self.memory, self.entropy);
        match memory.as_mut().filter(|memory| memory.game == game) {
            Some(memory) if memory.commitment == commitment => return,
            Some(memory) => {
                if memory.wrong.is_none() {
                    let (first, then) = (memory.commitment.to_string(), commitment.to_string());
                    memory.wrong = Some(Breach::Commitment { first, then });
                    self.memory_changed = true;
                }
                return;
            }
            None => {}
        }
        *memory = Some(Memory {
            game,
            commitment,
            attempt: 0,
            words: fresh_words(entropy),
            progress: Progress::Fresh,
            seals: Vec::new(),
            left_out: Vec::new(),
            seat: None,
            missed_begin: false,
            wrong: None,
        });
        (self.sent, self.watched, self.memory_changed) = (None, None, true);
    }

    /// Follows a restarted exchange. Every restart must leave out at least one more seat, and not a seat whose words the server
    /// has confirmed. A client that was away may see only the last of several restarts.
    fn follow(&mut self, exchange: &Exchange) {
        let entropy = self.entropy;
        let Some(memory) = self.memory.as_mut().filter(|memory| memory.attempt != exchange.attempt) else {
            return;
        };
        let restarts = exchange.attempt.checked_sub(memory.attempt).map(usize::from);
        let has_reason = restarts
            .is_some_and(|restarts| exchange.left_out.len() >= memory.left_out.len() + restarts)
            && memory.left_out.iter().all(|seat| exchange.left_out.contains(seat));
        let is_own = memory.seat.is_some_and(|seat| exchange.left_out.contains(&seat));
        if !has_reason {
            memory.wrong = Some(Breach::Attempt);
        } else if is_own && memory.progress == Progress::Opened && restarts == Some(1) {
            // After several restarts another device of the same person may be the reason.
            memory.wrong = Some(Breach::Words);
        } else {
            memory.attempt = exchange.attempt;
            memory.left_out.clone_from(&exchange.left_out);
            (memory.words, memory.progress) = (fresh_words(entropy), Progress::Fresh);
            memory.seals.clear();
        }
        (self.sent, self.memory_changed) = (None, true);
    }

    fn take_part(&mut self, seat: u8, exchange: &Exchange) -> Duty<G::Rules> {
        let memory = self.memory.as_mut().filter(|memory| memory.wrong.is_none())?;
        if exchange.left_out.contains(&seat) || memory.attempt != exchange.attempt {
            return None;
        }
        let (commitment, attempt) = (memory.commitment.to_string(), memory.attempt);
        let own = Seal::new(memory.commitment, attempt, &memory.words).ok()?;
        if !exchange.opening {
            if memory.progress > Progress::Sealing || self.sent.is_some() {
                return None;
            }
            (memory.progress, self.memory_changed) = (Progress::Sealing, true);
            return Some(Command::Seal { commitment, attempt, seal: own.to_string() });
        }
        let seals: Option<Vec<Option<Seal>>> =
            exchange.seals.iter().map(|seal| seal.clone().map(Seal::try_from).transpose().ok()).collect();
        let seals = seals.unwrap_or_default();
        let shown = seals.get(usize::from(seat)).copied().flatten();
        if memory.seals.is_empty() {
            // The server has not stored this client's seal: it came too late, or another device of the same person was first.
            if shown != Some(own) && memory.progress < Progress::Sealed {
                return None;
            }
            if shown != Some(own) {
                memory.wrong = Some(Breach::Seal { seat });
                self.memory_changed = true;
                return None;
            }
            (memory.seals, memory.seat, self.memory_changed) = (seals, Some(seat), true);
        } else if let Some(changed) = (0..seals.len().max(memory.seals.len()))
            .find(|&at| seals.get(at).copied().flatten() != memory.seals.get(at).copied().flatten())
        {
            memory.wrong = Some(Breach::Seal { seat: changed as u8 });
            self.memory_changed = true;
            return None;
        }
        if memory.progress == Progress::Opened
            || (self.sent.is_some() && memory.progress == Progress::Opening)
        {
            return None;
        }
        (memory.progress, self.memory_changed) = (Progress::Opening, true);
        Some(Command::Open { commitment, attempt, words: memory.words.clone() })
    }

    pub(crate) fn sends(&mut self, id: CommandId) {
        self.sent = Some(id);
    }

    /// Handles an answer; true if it was for a command of the exchange.
    pub(crate) fn answered(&mut self, id: CommandId, answer: Result<(), &Refusal>) -> bool {
        if self.sent != Some(id) {
            return false;
        }
        let Some(memory) = &mut self.memory else { return true };
        match answer {
            Ok(()) => {
                self.sent = None;
                memory.progress = match memory.progress {
                    Progress::Fresh | Progress::Sealing | Progress::Sealed => Progress::Sealed,
                    Progress::Opening | Progress::Opened => Progress::Opened,
                };
            }
            // These may succeed later. Any other refusal is final.
            Err(Refusal::NotSeated | Refusal::Unavailable) => self.sent = None,
            Err(_) => {}
        }
        self.memory_changed = true;
        true
    }

    /// Keeps the state of the finished game, to be judged once.
    fn finish(&mut self, folded: &Folded<G>) {
        let Some(reveal) = folded.reveal.as_ref().filter(|_| !folded.room.commitment.is_empty()) else {
            return;
        };
        if self.finished.as_ref().is_some_and(|finished| finished.id == reveal.id) {
            return;
        }
        let memory = self.memory.take().filter(|memory| memory.game == folded.room.game);
        let watched =
            self.watched.take().filter(|(game, _)| *game == folded.room.game).map(|(_, watched)| watched);
        self.finished =
            Some(FinishedGame { id: reveal.id.clone(), memory, watched, record: None, judged: None });
    }

    /// The id of the record to fetch for the verdict.
    pub(crate) fn to_judge(&self) -> Option<&str> {
        self.finished
            .as_ref()
            .filter(|finished| finished.judged.is_none())
            .map(|finished| finished.id.as_str())
    }

    pub(crate) fn judge(&mut self, record: Option<Record>) {
        let Some(finished) = &mut self.finished else { return };
        let wrong = finished.memory.as_ref().and_then(|memory| memory.wrong.clone());
        finished.judged = Some(match (&record, wrong) {
            (Some(record), _) => {
                judge(finished.memory.as_ref(), finished.watched.as_ref(), &finished.id, record)
            }
            (None, Some(wrong)) => Judged::Wrong(wrong),
            (None, None) => Judged::Unproven(Unproven::NoRecord),
        });
        finished.record = record;
    }

    /// The verdict on the finished game; before it, a breach that was found already.
    pub(crate) fn verdict(&self) -> Option<Judged> {
        let wrong = || self.memory.as_ref().and_then(|memory| memory.wrong.clone()).map(Judged::Wrong);
        self.finished.as_ref().and_then(|finished| finished.judged.clone()).or_else(wrong)
    }

    pub(crate) fn evidence(&self) -> Evidence<G> {
        if let Some(FinishedGame { id, memory, watched, record, .. }) = &self.finished {
            return Evidence::new(Some(id.clone()), memory.clone(), watched.clone(), record.clone());
        }
        let watched = self.watched.as_ref().map(|(_, watched)| watched.clone());
        Evidence::new(None, self.memory.clone(), watched, None)
    }

    pub(crate) fn take_news(&mut self) -> Option<&Memory> {
        if std::mem::take(&mut self.memory_changed) { self.memory.as_ref() } else { None }
    }

    /// Restores the memory of an earlier session of the same person at the same table.
    pub(crate) fn recall(&mut self, memory: Memory) {
        let is_further = |known: &Memory| known.game == memory.game && known.progress < memory.progress;
        if self.memory.as_ref().is_none_or(is_further) {
            self.memory = Some(memory);
        }
    }
}

/// Sixteen random bytes as text.
fn fresh_words(entropy: Entropy) -> String {
    let digits = entropy().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}
