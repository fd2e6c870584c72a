//! A log in memory with injected faults. It has no threads: the same calls give the same answers.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::StoreError;
use crate::port::{
    Answer, Append, Done, Event, Found, IdempotencyKey, Kept, Log, RecordCursor, TableKey, TableState, Whose,
};

/// The fault for an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// None: the append is stored and answered.
    None,
    /// The append is stored, and the answer is lost.
    LoseAnswer,
    /// The append is lost, and the answer is `Unknown`.
    LoseAppend,
    /// The append is refused.
    Unavailable,
    /// The append is stored, and answered when [`Memory::release`] is called.
    Hold,
}

/// Frequency of each fault, in appends of a thousand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Odds {
    /// [`Fault::LoseAnswer`].
    pub lose_answer: u32,
    /// [`Fault::LoseAppend`].
    pub lose_append: u32,
    /// [`Fault::Unavailable`].
    pub unavailable: u32,
    /// [`Fault::Hold`].
    pub hold: u32,
}

impl Odds {
    /// A random sequence of faults, deterministic for each seed.
    pub fn plan(self, seed: u64) -> impl FnMut(&Append) -> Fault + Send + use<> {
        let mut state = seed;
        move |_| {
            let mut lot = u32::try_from(split_mix(&mut state) % 1000).unwrap_or_default();
            let faults = [
                (self.lose_answer, Fault::LoseAnswer),
                (self.lose_append, Fault::LoseAppend),
                (self.unavailable, Fault::Unavailable),
                (self.hold, Fault::Hold),
            ];
            for (share, fault) in faults {
                if lot < share {
                    return fault;
                }
                lot -= share;
            }
            Fault::None
        }
    }
}

/// `SplitMix64`, to avoid a dependency.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

type Plan = Box<dyn FnMut(&Append) -> Fault + Send>;

/// A log in memory. Clones share the same log, as a restarted server finds it.
#[derive(Clone)]
pub struct Memory {
    inner: Arc<Mutex<Inner>>,
}

struct Inner {
    plan: Plan,
    held: Vec<(Done, Answer)>,
    tables: BTreeMap<TableKey, Table>,
    kept: BTreeMap<u128, Kept>,
    settings: BTreeMap<String, Vec<u8>>,
}

struct Table {
    epoch: u64,
    open: bool,
    /// The version of the first event.
    first: u64,
    events: Vec<Vec<u8>>,
    commands: BTreeMap<IdempotencyKey, u64>,
}

impl Default for Memory {
    fn default() -> Self {
        Self::with_faults(|_| Fault::None)
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = self.lock();
        f.debug_struct("Memory")
            .field("tables", &inner.tables.len())
            .field("kept", &inner.kept.len())
            .field("held", &inner.held.len())
            .finish_non_exhaustive()
    }
}

impl Memory {
    /// A log that asks `plan` for the fault of every append.
    pub fn with_faults(plan: impl FnMut(&Append) -> Fault + Send + 'static) -> Self {
        let inner = Inner {
            plan: Box::new(plan),
            held: Vec::new(),
            tables: BTreeMap::new(),
            kept: BTreeMap::new(),
            settings: BTreeMap::new(),
        };
        Self { inner: Arc::new(Mutex::new(inner)) }
    }

    /// Replaces the plan.
    pub fn set_faults(&self, plan: impl FnMut(&Append) -> Fault + Send + 'static) {
        self.lock().plan = Box::new(plan);
    }

    /// Sends the held answers in order and returns their number.
    pub fn release(&self) -> usize {
        let held = std::mem::take(&mut self.lock().held);
        let count = held.len();
        for (done, answer) in held {
            done(answer);
        }
        count
    }

    /// Drops the held answers, whose receivers have died, and returns their number.
    pub fn forget(&self) -> usize {
        // Dropped after unlocking: an answer may own a handle of this log.
        let held = std::mem::take(&mut self.lock().held);
        held.len()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn append(&mut self, append: Append) -> Answer {
        if let Err(error) = append.check() {
            return Answer::Unavailable(error);
        }
        let table = self.tables.get(&append.table);
        if let Some(&version) = table.and_then(|table| table.commands.get(&append.command)) {
            return Answer::Stored { version };
        }
        let state = table.map_or(TableState::NONE, Table::state);
        if !state.accepts(&append) {
            return Answer::Conflict { version: state.version };
        }
        let version = append.next_version();
        let table = self.tables.entry(append.table).or_insert_with(Table::new);
        table.epoch = append.epoch;
        table.open = !append.last;
        if append.replace {
            table.first = append.expected;
            table.events.clear();
            table.commands.clear();
        }
        table.events.extend(append.batch.iter().cloned());
        table.commands.insert(append.command, version);
        if let Some(kept) = append.keep {
            self.kept.entry(kept.id).or_insert(kept);
        }
        Answer::Stored { version }
    }
}

impl Table {
    fn new() -> Self {
        Self { epoch: 0, open: true, first: 0, events: Vec::new(), commands: BTreeMap::new() }
    }

    fn state(&self) -> TableState {
        let version = self.first + self.events.len() as u64;
        TableState { version, epoch: self.epoch, open: self.open }
    }

    fn stored(&self) -> Vec<Event> {
        let event = |(version, data): (u64, &Vec<u8>)| Event { version, data: data.clone() };
        (self.first..).zip(&self.events).map(event).collect()
    }
}

impl Log for Memory {
    fn append(&self, append: Append, done: Done) {
        let mut inner = self.lock();
        let fault = (inner.plan)(&append);
        let answer = match fault {
            Fault::None => inner.append(append),
            Fault::LoseAnswer => {
                inner.append(append);
                Answer::Unknown
            }
            Fault::LoseAppend => Answer::Unknown,
            Fault::Unavailable => Answer::Unavailable(StoreError::Injected),
            Fault::Hold => {
                let answer = inner.append(append);
                inner.held.push((done, answer));
                return;
            }
        };
        // Unlock first: the answer may lead to the next append.
        drop(inner);
        done(answer);
    }

    fn read(&self, table: TableKey) -> Result<Vec<Event>, StoreError> {
        Ok(self.lock().tables.get(&table).map(Table::stored).unwrap_or_default())
    }

    fn read_open(&self, visit: &mut dyn FnMut(Found<'_>)) -> Result<(), StoreError> {
        // A copy, so that the visitor may use the log.
        let open: Vec<_> = self
            .lock()
            .tables
            .iter()
            .filter(|(_, table)| table.open)
            .map(|(&id, table)| (id, table.epoch, table.stored()))
            .collect();
        for &(table, epoch, _) in &open {
            visit(Found::Table { table, epoch });
        }
        for (table, _, events) in &open {
            for Event { version, data } in events {
                visit(Found::Event { table: *table, version: *version, data });
            }
        }
        Ok(())
    }

    fn take_over(&self, table: TableKey) -> Result<u64, StoreError> {
        let mut inner = self.lock();
        let table = inner.tables.get_mut(&table).ok_or(StoreError::NoTable)?;
        table.epoch = table.epoch.saturating_add(1);
        Ok(table.epoch)
    }

    fn delete(&self, table: TableKey) -> Result<(), StoreError> {
        self.lock().tables.remove(&table);
        Ok(())
    }

    fn sweep(&self) -> Result<u64, StoreError> {
        let mut inner = self.lock();
        let before = inner.tables.len();
        inner.tables.retain(|_, table| table.state().open);
        Ok((before - inner.tables.len()) as u64)
    }

    fn keep(&self, kept: Kept) -> Result<(), StoreError> {
        kept.check()?;
        self.lock().kept.entry(kept.id).or_insert(kept);
        Ok(())
    }

    fn kept(&self, id: u128) -> Result<Option<Kept>, StoreError> {
        Ok(self.lock().kept.get(&id).cloned())
    }

    fn list_kept(
        &self,
        whose: Whose,
        limit: usize,
        before: Option<RecordCursor>,
    ) -> Result<Vec<Kept>, StoreError> {
        let inner = self.lock();
        let is_wanted = |kept: &&Kept| match whose {
            Whose::Host(host) => kept.host == host,
            Whose::Table(table) => kept.table == table,
            Whose::Person(person) => {
                kept.host == person || kept.seated.iter().any(|&(_, other)| other == person)
            }
            Whose::All => true,
        };
        let is_older = |kept: &&Kept| before.is_none_or(|before| kept.cursor() < before);
        let mut kept: Vec<_> = inner.kept.values().filter(is_wanted).filter(is_older).collect();
        kept.sort_unstable_by_key(|kept| std::cmp::Reverse(kept.cursor()));
        Ok(kept.into_iter().take(limit).cloned().collect())
    }

    fn delete_kept(&self, id: u128, host: u128) -> Result<bool, StoreError> {
        let mut inner = self.lock();
        let theirs = inner.kept.get(&id).is_some_and(|kept| kept.host == host);
        Ok(theirs && inner.kept.remove(&id).is_some())
    }

    fn delete_kept_before(&self, ended_ms: u64, limit: usize) -> Result<u64, StoreError> {
        let mut inner = self.lock();
        let old = inner.kept.values().filter(|kept| kept.ended_ms < ended_ms).map(|kept| kept.id);
        let old: Vec<u128> = old.take(limit).collect();
        inner.kept.retain(|id, _| !old.contains(id));
        Ok(old.len() as u64)
    }

    fn delete_kept_beyond(&self, per_host: usize, limit: usize) -> Result<u64, StoreError> {
        let mut inner = self.lock();
        let mut newest: Vec<&Kept> = inner.kept.values().collect();
        newest.sort_by_key(|kept| std::cmp::Reverse((kept.host, kept.ended_ms, kept.id)));
        let hosts = newest.chunk_by(|one, other| one.host == other.host);
        let beyond = hosts.flat_map(|host| host.iter().skip(per_host)).map(|kept| kept.id);
        let beyond: Vec<u128> = beyond.take(limit).collect();
        inner.kept.retain(|id, _| !beyond.contains(id));
        Ok(beyond.len() as u64)
    }

    fn delete_oldest_kept(&self, limit: usize) -> Result<u64, StoreError> {
        let mut inner = self.lock();
        let mut oldest: Vec<_> = inner.kept.values().map(|kept| (kept.ended_ms, kept.id)).collect();
        oldest.sort_unstable();
        oldest.truncate(limit);
        for (_, id) in &oldest {
            inner.kept.remove(id);
        }
        Ok(oldest.len() as u64)
    }

    fn used(&self) -> Result<u64, StoreError> {
        self.size()
    }

    fn discard_kept(&self, id: u128) -> Result<bool, StoreError> {
        Ok(self.lock().kept.remove(&id).is_some())
    }

    fn rewrite_kept(&self, kept: Kept) -> Result<bool, StoreError> {
        kept.check()?;
        let mut inner = self.lock();
        let Some(found) = inner.kept.get_mut(&kept.id) else { return Ok(false) };
        (found.host, found.json, found.seated) = (kept.host, kept.json, kept.seated);
        Ok(true)
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.lock().settings.get(name).cloned())
    }

    fn put(&self, name: &str, value: &[u8]) -> Result<(), StoreError> {
        self.lock().settings.insert(name.to_owned(), value.to_vec());
        Ok(())
    }

    fn put_if_absent(&self, name: &str, value: &[u8]) -> Result<Vec<u8>, StoreError> {
        Ok(self.lock().settings.entry(name.to_owned()).or_insert_with(|| value.to_vec()).clone())
    }

    fn size(&self) -> Result<u64, StoreError> {
        let inner = self.lock();
        let events = inner.tables.values().flat_map(|table| &table.events).map(Vec::len);
        let kept = inner.kept.values().map(|kept| kept.json.len());
        let settings = inner.settings.values().map(Vec::len);
        Ok(events.chain(kept).chain(settings).sum::<usize>() as u64)
    }

    fn check(&self) -> Result<(), StoreError> {
        Ok(())
    }
}
