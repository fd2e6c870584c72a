//! The file that a client saves after a breach by the house. It can be judged without the house.

use crate::Record;
use mazzo_core::{Visible, Windows};
use serde::{Deserialize, Serialize};

use super::judge::{Breach, Judged, Memory, Unproven, Watched, judge};

/// The name and version of the file.
pub const EVIDENCE_FORMAT: &str = "mazzo-evidence/1";

/// All that a client knows about one deal. It shows what the client was told, which third parties cannot verify; they can verify
/// everything that follows from it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "", deserialize = ""))]
pub struct Evidence<G: Visible> {
    /// [`EVIDENCE_FORMAT`].
    pub format: String,
    /// The name of the kind of game.
    pub game: String,
    /// The name of the game as the house gave it; `None` if it was not given yet.
    pub id: Option<String>,
    /// What the client was shown before the deal.
    pub memory: Option<Memory>,
    /// What the client saw of the game.
    pub watched: Option<Watched<G>>,
    /// The record from the house.
    pub record: Option<Record>,
}

impl<G: Visible + Windows> Evidence<G> {
    /// Collects all that a client knows.
    pub fn new(
        id: Option<String>,
        memory: Option<Memory>,
        watched: Option<Watched<G>>,
        record: Option<Record>,
    ) -> Self {
        Self { format: EVIDENCE_FORMAT.to_owned(), game: G::NAME.to_owned(), id, memory, watched, record }
    }

    /// The verdict on this evidence.
    pub fn judge(&self) -> Judged {
        let memory = self.memory.as_ref();
        let (Some(id), Some(record)) = (&self.id, &self.record) else {
            let wrong = memory.and_then(|memory| memory.wrong.clone());
            return wrong.map_or(Judged::Unproven(Unproven::NoRecord), Judged::Wrong);
        };
        if self.watched.as_ref().is_some_and(|watched| !is_sound(watched)) {
            // A file from outside may hold anything, and only a sound view can be replayed.
            return Judged::Wrong(Breach::Cards { frame: 0 });
        }
        judge(memory, self.watched.as_ref(), id, record)
    }
}

/// True if the view can absorb the facts safely.
fn is_sound<G: Visible>(watched: &Watched<G>) -> bool {
    watched.parts.iter().all(|part| {
        let (setup, _) = G::viewed(&part.start);
        part.seen.iter().all(|&seen| G::sound_seen(seen, setup.seats))
    })
}
