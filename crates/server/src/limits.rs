//! How much an address, a person and a table may use. The caller hands in the time.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mazzo_room::PersonId;

use crate::address::Address;
use crate::config::Limits;
use crate::problem::Problem;

/// Addresses that are remembered. Beyond it, new ones share one bucket until the next sweep, so that the map stays small however
/// many networks an attacker has.
const MAX_ADDRESSES: usize = 50_000;
const MINUTE: Duration = Duration::from_mins(1);

/// What an address has had in this minute, and has now.
struct Used {
    since: Instant,
    requests: u32,
    /// Connections that were made.
    connects: u32,
    tables: u32,
    connections: u32,
    sockets: u32,
    open_tables: u32,
    expert_seats: u32,
}

impl Used {
    const fn new(now: Instant) -> Self {
        Self {
            since: now,
            requests: 0,
            connects: 0,
            tables: 0,
            connections: 0,
            sockets: 0,
            open_tables: 0,
            expert_seats: 0,
        }
    }

    const fn has_any(&self) -> bool {
        self.connections > 0 || self.sockets > 0 || self.open_tables > 0 || self.expert_seats > 0
    }
}

#[derive(Default)]
struct Inner {
    addresses: BTreeMap<Address, Used>,
    /// When addresses that use nothing were last removed.
    swept: Option<Instant>,
    people: BTreeMap<PersonId, u32>,
    connections: u32,
    sockets: u32,
}

impl Inner {
    /// The bucket of an address, and the address under which it is kept.
    fn used(&mut self, address: Address, now: Instant) -> (Address, &mut Used) {
        if self.swept.is_none_or(|swept| swept + MINUTE <= now) {
            self.swept = Some(now);
            self.addresses.retain(|_, used| used.has_any() || used.since + MINUTE > now);
        }
        let is_full = self.addresses.len() >= MAX_ADDRESSES && !self.addresses.contains_key(&address);
        let address = if is_full { Address::SHARED } else { address };
        let used = self.addresses.entry(address).or_insert_with(|| Used::new(now));
        if used.since + MINUTE <= now {
            (used.since, used.requests, used.connects, used.tables) = (now, 0, 0, 0);
        }
        (address, used)
    }
}

/// Hands out what may be used, and counts it.
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
        let mut counted = None;
        if let Some(address) = address {
            let (address, used) = inner.used(address, now);
            // Every connection is for a request at least.
            take(&mut used.connects, self.limits.requests_per_minute).ok()?;
            take(&mut used.connections, self.limits.connections_per_address).ok()?;
            counted = Some(address);
        }
        inner.connections += 1;
        drop(inner);
        Some(ConnectionPass { gate: self.clone(), address: counted })
    }

    pub(crate) fn request(&self, address: Address, now: Instant) -> Result<(), Problem> {
        take(&mut self.lock().used(address, now).1.requests, self.limits.requests_per_minute)
    }

    /// A table that this address opens, for as long as the pass lives.
    pub(crate) fn new_table(&self, address: Address, now: Instant) -> Result<TablePass, Problem> {
        let mut inner = self.lock();
        let (address, used) = inner.used(address, now);
        take(&mut used.tables, self.limits.new_tables_per_minute)?;
        take(&mut used.open_tables, self.limits.tables_per_address)?;
        drop(inner);
        Ok(TablePass { gate: self.clone(), address, expert_seats: Mutex::new(0) })
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
        let (address, used) = inner.used(address, now);
        take(&mut used.sockets, self.limits.sockets_per_address)?;
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

/// The right to an open table. Dropped, it is given back.
pub(crate) struct TablePass {
    gate: Gate,
    address: Address,
    /// Seats of bots that look ahead at this table.
    expert_seats: Mutex<u32>,
}

impl TablePass {
    /// The address that opened the table.
    pub(crate) const fn address(&self) -> Address {
        self.address
    }

    /// Says how many seats of bots that look ahead the table has from now on. False, and nothing is counted, if the address
    /// would have too many.
    pub(crate) fn set_expert_seats(&self, seats: u32) -> bool {
        let mut own = self.expert_seats.lock().unwrap_or_else(PoisonError::into_inner);
        let mut inner = self.gate.lock();
        let Some(used) = inner.addresses.get_mut(&self.address) else { return true };
        let sum = used.expert_seats.saturating_sub(*own).saturating_add(seats);
        let fits = seats <= *own || sum <= self.gate.limits.expert_seats_per_address;
        if fits {
            (used.expert_seats, *own) = (sum, seats);
        }
        fits
    }
}

impl Drop for TablePass {
    fn drop(&mut self) {
        self.set_expert_seats(0);
        if let Some(used) = self.gate.lock().addresses.get_mut(&self.address) {
            used.open_tables -= 1;
        }
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

/// A budget that is refilled over time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    left: f64,
    most: f64,
    per_second: f64,
    at: Instant,
}

impl TokenBucket {
    /// Seconds' worth of messages that a socket may save up: a client that comes back says many things at once.
    const SAVED_MESSAGES: f64 = 4.0;
    /// Seconds' worth of stored events that a table may save up: a quick game of ten people with its windows.
    const SAVED_EVENTS: f64 = 60.0;

    fn new(per_second: u32, saved: f64, now: Instant) -> Self {
        let per_second = f64::from(per_second);
        let most = per_second * saved;
        Self { left: most, most, per_second, at: now }
    }

    /// The messages of a socket.
    pub(crate) fn of_messages(limits: &Limits, now: Instant) -> Self {
        Self::new(limits.messages_per_second, Self::SAVED_MESSAGES, now)
    }

    /// The stored events of a table.
    pub(crate) fn of_events(limits: &Limits, now: Instant) -> Self {
        Self::new(limits.events_per_second, Self::SAVED_EVENTS, now)
    }

    fn refill(&mut self, now: Instant) {
        let since = now.saturating_duration_since(self.at);
        self.left = (self.left + since.as_secs_f64() * self.per_second).min(self.most);
        self.at = now;
    }

    /// Takes one. False if there was none.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.refill(now);
        self.left -= 1.0;
        self.left >= 0.0
    }

    /// How long until there is one; none if there is one now.
    pub(crate) fn wait(&mut self, now: Instant) -> Option<Duration> {
        self.refill(now);
        let missing = 1.0 - self.left;
        (missing > 0.0).then(|| Duration::try_from_secs_f64(missing / self.per_second).unwrap_or(MINUTE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> Address {
        Address::of([127, 0, 0, last].into())
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
    fn a_bucket_is_refilled_over_time_and_not_beyond_its_size() {
        let now = Instant::now();
        let limits = Limits { messages_per_second: 2, events_per_second: 1, ..Limits::default() };
        let mut messages = TokenBucket::of_messages(&limits, now);
        assert_eq!((0..20).filter(|_| messages.take(now)).count(), 8);
        let mut messages = TokenBucket::of_messages(&limits, now);
        assert_eq!(
            (0..20).filter(|_| messages.take(now + MINUTE)).count(),
            8,
            "no more than can be saved up"
        );
        let mut events = TokenBucket::of_events(&limits, now);
        assert_eq!(events.wait(now), None);
        assert_eq!((0..60).filter(|_| events.take(now)).count(), 60);
        assert_eq!(events.wait(now), Some(Duration::from_secs(1)));
        assert_eq!(events.wait(now + Duration::from_secs(1)), None);
        assert!(TokenBucket::of_events(&Limits::NONE, now).take(now));
    }

    #[test]
    fn open_tables_and_expert_seats_of_an_address_are_counted_and_given_back() {
        let limits = Limits { tables_per_address: 2, expert_seats_per_address: 5, ..Limits::default() };
        let (gate, now) = (Gate::new(limits), Instant::now());
        let one = gate.new_table(address(1), now).expect("the first");
        let two = gate.new_table(address(1), now).expect("the second");
        assert!(gate.new_table(address(1), now).is_err(), "a third");
        assert!(gate.new_table(address(2), now).is_ok(), "another address");
        assert!(one.set_expert_seats(3) && two.set_expert_seats(2));
        assert!(!two.set_expert_seats(3), "six");
        assert!(one.set_expert_seats(2) && two.set_expert_seats(3), "fewer here, more there");
        drop(one);
        assert!(two.set_expert_seats(5));
        let _three = gate.new_table(address(1), now).expect("one was given back");
    }

    #[test]
    fn many_addresses_are_forgotten_after_a_minute_and_share_a_bucket_until_then() {
        let gate = Gate::new(Limits { requests_per_minute: 2, ..Limits::default() });
        let now = Instant::now();
        let nth = |number: u32| Address::of(std::net::Ipv4Addr::from_bits(0x0a00_0000 + number).into());
        for number in 0..MAX_ADDRESSES as u32 {
            assert!(gate.request(nth(number), now).is_ok());
        }
        let beyond = MAX_ADDRESSES as u32;
        assert!(gate.request(nth(beyond), now).is_ok() && gate.request(nth(beyond + 1), now).is_ok());
        assert!(gate.request(nth(beyond + 2), now).is_err(), "they share what one address may");
        assert!(gate.request(nth(0), now).is_ok(), "a known address has its own");
        assert_eq!(gate.lock().addresses.len(), MAX_ADDRESSES + 1);
        assert!(gate.request(nth(beyond + 2), now + MINUTE).is_ok());
        assert_eq!(gate.lock().addresses.len(), 1, "swept");
    }
}
