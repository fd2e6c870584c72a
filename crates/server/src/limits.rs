//! Who may have how much at once. What time it is, the caller says.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mazzo_room::PersonId;

use crate::address::Address;
use crate::config::Limits;
use crate::problem::Problem;

/// Addresses that are remembered. Above it, those that want nothing just now are forgotten.
const ADDRESSES: usize = 50_000;
const MINUTE: Duration = Duration::from_mins(1);

/// What an address has had in this minute, and has now.
struct Used {
    since: Instant,
    requests: u32,
    tables: u32,
    connections: u32,
    sockets: u32,
}

impl Used {
    const fn has_any(&self) -> bool {
        self.connections > 0 || self.sockets > 0
    }
}

#[derive(Default)]
struct Inner {
    addresses: BTreeMap<Address, Used>,
    people: BTreeMap<PersonId, u32>,
    connections: u32,
    sockets: u32,
}

impl Inner {
    fn used(&mut self, address: Address, now: Instant) -> &mut Used {
        if self.addresses.len() >= ADDRESSES {
            self.addresses.retain(|_, used| used.has_any() || used.since + MINUTE > now);
        }
        let used = self.addresses.entry(address).or_insert_with(|| Used {
            since: now,
            requests: 0,
            tables: 0,
            connections: 0,
            sockets: 0,
        });
        if used.since + MINUTE <= now {
            (used.since, used.requests, used.tables) = (now, 0, 0);
        }
        used
    }
}

/// Who may have how much at once.
#[derive(Clone)]
pub(crate) struct Gate {
    limits: Limits,
    inner: Arc<Mutex<Inner>>,
}

/// Adds one, unless that is too much.
fn take(count: &mut u32, most: u32) -> Result<(), Problem> {
    if *count >= most {
        return Err(Problem::TooMuch);
    }
    *count += 1;
    Ok(())
}

impl Gate {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, inner: Arc::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection, for as long as the pass lives and it does not become a socket. None if there are too many.
    pub(crate) fn connection(&self, address: Option<Address>, now: Instant) -> Option<ConnectionPass> {
        let mut inner = self.lock();
        if inner.connections >= self.limits.connections {
            return None;
        }
        if let Some(address) = address {
            take(&mut inner.used(address, now).connections, self.limits.connections_per_address).ok()?;
        }
        inner.connections += 1;
        drop(inner);
        Some(ConnectionPass { gate: self.clone(), address })
    }

    pub(crate) fn request(&self, address: Address, now: Instant) -> Result<(), Problem> {
        take(&mut self.lock().used(address, now).requests, self.limits.requests_per_minute)
    }

    pub(crate) fn new_table(&self, address: Address, now: Instant) -> Result<(), Problem> {
        take(&mut self.lock().used(address, now).tables, self.limits.new_tables_per_minute)
    }

    /// A socket, for as long as the pass lives.
    pub(crate) fn socket(&self, address: Address, person: PersonId, now: Instant) -> Result<Pass, Problem> {
        let mut inner = self.lock();
        if inner.sockets >= self.limits.sockets {
            return Err(Problem::Full);
        }
        let own = inner.people.get(&person).copied().unwrap_or_default();
        if own >= self.limits.sockets_per_person {
            return Err(Problem::TooMuch);
        }
        take(&mut inner.used(address, now).sockets, self.limits.sockets_per_address)?;
        inner.sockets += 1;
        *inner.people.entry(person).or_default() += 1;
        drop(inner);
        Ok(Pass { gate: self.clone(), address, person })
    }

    /// Sockets that are open, and people behind them.
    pub(crate) fn open(&self) -> (u32, usize) {
        let inner = self.lock();
        (inner.sockets, inner.people.len())
    }
}

/// The right to a connection. Dropped, it is given back.
pub(crate) struct ConnectionPass {
    gate: Gate,
    address: Option<Address>,
}

impl Drop for ConnectionPass {
    fn drop(&mut self) {
        let mut inner = self.gate.lock();
        inner.connections -= 1;
        if let Some(used) = self.address.and_then(|address| inner.addresses.get_mut(&address)) {
            used.connections -= 1;
        }
    }
}

/// The right to a socket. Dropped, it is given back.
pub(crate) struct Pass {
    gate: Gate,
    address: Address,
    person: PersonId,
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut inner = self.gate.lock();
        inner.sockets -= 1;
        if let Some(used) = inner.addresses.get_mut(&self.address) {
            used.sockets -= 1;
        }
        if let Some(own) = inner.people.get_mut(&self.person) {
            *own -= 1;
            if *own == 0 {
                inner.people.remove(&self.person);
            }
        }
    }
}

/// Messages that a socket may still say. They come back with time.
#[derive(Debug)]
pub(crate) struct Breath {
    left: f64,
    most: f64,
    per_second: f64,
    at: Instant,
}

impl Breath {
    /// Seconds' worth of messages that may be saved up: who comes back says many things at once.
    const SAVED: f64 = 4.0;

    pub(crate) fn new(per_second: u32, now: Instant) -> Self {
        let per_second = f64::from(per_second);
        let most = per_second * Self::SAVED;
        Self { left: most, most, per_second, at: now }
    }

    /// Whether one more may be said.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.left = (self.left + (now - self.at).as_secs_f64() * self.per_second).min(self.most);
        self.at = now;
        self.left -= 1.0;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> Address {
        Address::new(([127, 0, 0, last], 1).into(), &axum::http::HeaderMap::new(), false)
    }

    #[test]
    fn sockets_are_counted_by_address_and_person_and_given_back() {
        let limits =
            Limits { sockets: 4, sockets_per_address: 3, sockets_per_person: 2, ..Limits::default() };
        let (gate, now) = (Gate::new(limits), Instant::now());
        let (here, there) = (address(1), address(2));
        let one = gate.socket(here, PersonId(1), now).expect("the first");
        let _two = gate.socket(there, PersonId(1), now).expect("the second");
        assert!(gate.socket(there, PersonId(1), now).is_err(), "a third of one person");
        let _three = gate.socket(here, PersonId(2), now).expect("somebody else");
        drop(one);
        let _four = gate.socket(here, PersonId(1), now).expect("one was given back");
        let _five = gate.socket(here, PersonId(3), now).expect("the third of the address");
        assert!(matches!(gate.socket(there, PersonId(4), now), Err(Problem::Full)));
        assert_eq!(gate.open(), (4, 3));
    }

    #[test]
    fn connections_are_counted_by_address_and_in_all_and_given_back() {
        let limits = Limits { connections: 3, connections_per_address: 2, ..Limits::default() };
        let (gate, now) = (Gate::new(limits), Instant::now());
        let connect = |last| gate.connection(Some(address(last)), now);
        let one = connect(1).expect("the first");
        let _two = connect(1).expect("the second");
        assert!(connect(1).is_none(), "a third of one address");
        drop(one);
        let _three = connect(1).expect("one was given back");
        let _four = gate.connection(None, now).expect("one of a proxy");
        assert!(connect(2).is_none() && gate.connection(None, now).is_none(), "too many in all");
    }

    #[test]
    fn a_minute_later_an_address_may_again() {
        let gate = Gate::new(Limits { requests_per_minute: 2, ..Limits::default() });
        let now = Instant::now();
        assert!(gate.request(address(1), now).is_ok() && gate.request(address(1), now).is_ok());
        assert!(gate.request(address(1), now).is_err());
        assert!(gate.request(address(2), now).is_ok(), "somebody else");
        assert!(gate.request(address(1), now + MINUTE).is_ok());
    }

    #[test]
    fn breath_comes_back_with_time() {
        let now = Instant::now();
        let mut breath = Breath::new(2, now);
        assert_eq!((0..20).filter(|_| breath.take(now)).count(), 8);
        assert_eq!((0..20).filter(|_| breath.take(now + MINUTE)).count(), 8, "no more than can be saved up");
    }
}
