//! Limits of addresses, people and tables. The caller passes in the time.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mazzo_room::PersonId;
use parking_lot::Mutex;

use crate::address::Address;
use crate::config::Limits;
use crate::problem::Problem;

/// Addresses that are tracked. Beyond it, new ones share one entry until the next sweep, so that the map stays small however
/// many networks an attacker has.
const MAX_ADDRESSES: usize = 50_000;
const MINUTE: Duration = Duration::from_mins(1);

/// Usage of an address: counts of the current minute, and open resources.
#[derive(Default)]
struct Usage {
    /// Start of that minute.
    since: Option<Instant>,
    requests: u32,
    /// New connections in this minute.
    connects: u32,
    tables: u32,
    connections: u32,
    sockets: u32,
    open_tables: u32,
    expert_seats: u32,
}

impl Usage {
    fn is_over(&self, now: Instant) -> bool {
        self.since.is_none_or(|since| since + MINUTE <= now)
    }

    const fn is_active(&self) -> bool {
        self.connections > 0 || self.sockets > 0 || self.open_tables > 0 || self.expert_seats > 0
    }
}

#[derive(Default)]
struct Usages {
    addresses: BTreeMap<Address, Usage>,
    /// When idle addresses were last removed.
    swept: Option<Instant>,
    people: BTreeMap<PersonId, u32>,
    connections: u32,
    sockets: u32,
}

impl Usages {
    /// The usage entry of an address, and the key under which it is stored.
    fn usage(&mut self, address: Address, now: Instant) -> (Address, &mut Usage) {
        if self.swept.is_none_or(|swept| swept + MINUTE <= now) {
            self.swept = Some(now);
            self.addresses.retain(|_, usage| usage.is_active() || !usage.is_over(now));
        }
        let is_full = self.addresses.len() >= MAX_ADDRESSES && !self.addresses.contains_key(&address);
        let address = if is_full { Address::SHARED } else { address };
        let usage = self.addresses.entry(address).or_default();
        if usage.is_over(now) {
            (usage.since, usage.requests, usage.connects, usage.tables) = (Some(now), 0, 0, 0);
        }
        (address, usage)
    }
}

/// Counts resources in use, and hands out permits within the limits.
#[derive(Clone)]
pub(crate) struct Quotas {
    limits: Limits,
    inner: Arc<Mutex<Usages>>,
}

/// Increments a count, unless it is at its maximum.
fn take(count: &mut u32, most: u32) -> Result<(), Problem> {
    if *count >= most {
        return Err(Problem::TooMuch);
    }
    *count += 1;
    Ok(())
}

impl Quotas {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, inner: Arc::default() }
    }

    /// Permit for a connection that has not become a socket. None if there are too many.
    pub(crate) fn connection(&self, address: Option<Address>, now: Instant) -> Option<ConnectionPermit> {
        let mut inner = self.inner.lock();
        if inner.connections >= self.limits.connections {
            return None;
        }
        let mut counted = None;
        if let Some(address) = address {
            let (address, usage) = inner.usage(address, now);
            // A connection carries at least one request.
            take(&mut usage.connects, self.limits.requests_per_minute).ok()?;
            take(&mut usage.connections, self.limits.connections_per_address).ok()?;
            counted = Some(address);
        }
        inner.connections += 1;
        drop(inner);
        Some(ConnectionPermit { quotas: self.clone(), address: counted })
    }

    pub(crate) fn request(&self, address: Address, now: Instant) -> Result<(), Problem> {
        take(&mut self.inner.lock().usage(address, now).1.requests, self.limits.requests_per_minute)
    }

    /// Permit for a table that this address opens.
    pub(crate) fn new_table(&self, address: Address, now: Instant) -> Result<TablePass, Problem> {
        let mut inner = self.inner.lock();
        let (address, usage) = inner.usage(address, now);
        take(&mut usage.tables, self.limits.new_tables_per_minute)?;
        take(&mut usage.open_tables, self.limits.tables_per_address)?;
        drop(inner);
        Ok(TablePass { quotas: self.clone(), address, expert_seats: Mutex::new(0) })
    }

    /// Permit for a socket.
    pub(crate) fn socket(
        &self,
        address: Address,
        person: PersonId,
        now: Instant,
    ) -> Result<SocketPermit, Problem> {
        let mut inner = self.inner.lock();
        if inner.sockets >= self.limits.sockets {
            return Err(Problem::Full);
        }
        let own = inner.people.get(&person).copied().unwrap_or_default();
        if own >= self.limits.sockets_per_person {
            return Err(Problem::TooMuch);
        }
        let (address, usage) = inner.usage(address, now);
        take(&mut usage.sockets, self.limits.sockets_per_address)?;
        inner.sockets += 1;
        *inner.people.entry(person).or_default() += 1;
        drop(inner);
        Ok(SocketPermit { quotas: self.clone(), address, person })
    }

    /// Number of open sockets, and of people with one.
    pub(crate) fn open(&self) -> (u32, usize) {
        let inner = self.inner.lock();
        (inner.sockets, inner.people.len())
    }
}

/// Permit for an open table, released on drop.
pub(crate) struct TablePass {
    quotas: Quotas,
    address: Address,
    /// Seats of search bots at this table.
    expert_seats: Mutex<u32>,
}

impl TablePass {
    /// The address that opened the table.
    pub(crate) const fn address(&self) -> Address {
        self.address
    }

    /// Sets the number of search-bot seats of the table. Returns false, without a change, if the address would exceed its limit.
    pub(crate) fn set_expert_seats(&self, seats: u32) -> bool {
        let mut own = self.expert_seats.lock();
        let mut inner = self.quotas.inner.lock();
        let Some(usage) = inner.addresses.get_mut(&self.address) else { return true };
        let sum = usage.expert_seats.saturating_sub(*own).saturating_add(seats);
        let fits = seats <= *own || sum <= self.quotas.limits.expert_seats_per_address;
        if fits {
            (usage.expert_seats, *own) = (sum, seats);
        }
        fits
    }
}

impl Drop for TablePass {
    fn drop(&mut self) {
        self.set_expert_seats(0);
        if let Some(usage) = self.quotas.inner.lock().addresses.get_mut(&self.address) {
            usage.open_tables -= 1;
        }
    }
}

/// Permit for a connection, released on drop.
pub(crate) struct ConnectionPermit {
    quotas: Quotas,
    address: Option<Address>,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut inner = self.quotas.inner.lock();
        inner.connections -= 1;
        if let Some(usage) = self.address.and_then(|address| inner.addresses.get_mut(&address)) {
            usage.connections -= 1;
        }
    }
}

/// Permit for a socket, released on drop.
pub(crate) struct SocketPermit {
    quotas: Quotas,
    address: Address,
    person: PersonId,
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let mut inner = self.quotas.inner.lock();
        inner.sockets -= 1;
        if let Some(usage) = inner.addresses.get_mut(&self.address) {
            usage.sockets -= 1;
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
    /// Burst of a socket, in seconds of its rate: a client that reconnects sends many messages at once.
    const MESSAGE_BURST_S: f64 = 4.0;
    /// Burst of a table's stored events, in seconds of its rate: a quick game of ten people with its windows.
    const EVENT_BURST_S: f64 = 60.0;

    fn new(per_second: u32, burst_s: f64, now: Instant) -> Self {
        let per_second = f64::from(per_second);
        let most = per_second * burst_s;
        Self { left: most, most, per_second, at: now }
    }

    /// A bucket for the messages of a socket.
    pub(crate) fn of_messages(limits: &Limits, now: Instant) -> Self {
        Self::new(limits.messages_per_second, Self::MESSAGE_BURST_S, now)
    }

    /// A bucket for the stored events of a table.
    pub(crate) fn of_events(limits: &Limits, now: Instant) -> Self {
        Self::new(limits.events_per_second, Self::EVENT_BURST_S, now)
    }

    fn refill(&mut self, now: Instant) {
        let since = now.saturating_duration_since(self.at);
        self.left = (self.left + since.as_secs_f64() * self.per_second).min(self.most);
        self.at = now;
    }

    /// Takes a token. False if there was none.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.refill(now);
        self.left -= 1.0;
        self.left >= 0.0
    }

    /// Time until a token is available; none if there is one now.
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
    fn sockets_are_counted_by_address_and_person_and_released() {
        let limits =
            Limits { sockets: 4, sockets_per_address: 3, sockets_per_person: 2, ..Limits::default() };
        let (quotas, now) = (Quotas::new(limits), Instant::now());
        let (here, there) = (address(1), address(2));
        let one = quotas.socket(here, PersonId(1), now).expect("the first");
        let _two = quotas.socket(there, PersonId(1), now).expect("the second");
        assert!(quotas.socket(there, PersonId(1), now).is_err(), "a third of one person");
        let _three = quotas.socket(here, PersonId(2), now).expect("another person");
        drop(one);
        let _four = quotas.socket(here, PersonId(1), now).expect("one was released");
        let _five = quotas.socket(here, PersonId(3), now).expect("the third of the address");
        assert!(matches!(quotas.socket(there, PersonId(4), now), Err(Problem::Full)));
        assert_eq!(quotas.open(), (4, 3));
    }

    #[test]
    fn connections_are_counted_by_address_and_in_total_and_released() {
        let limits = Limits { connections: 3, connections_per_address: 2, ..Limits::default() };
        let (quotas, now) = (Quotas::new(limits), Instant::now());
        let connect = |last| quotas.connection(Some(address(last)), now);
        let one = connect(1).expect("the first");
        let _two = connect(1).expect("the second");
        assert!(connect(1).is_none(), "a third of one address");
        drop(one);
        let _three = connect(1).expect("one was released");
        let _four = quotas.connection(None, now).expect("a connection of a proxy");
        assert!(connect(2).is_none() && quotas.connection(None, now).is_none(), "too many in total");
    }

    #[test]
    fn the_request_limit_resets_after_a_minute() {
        let quotas = Quotas::new(Limits { requests_per_minute: 2, ..Limits::default() });
        let now = Instant::now();
        assert!(quotas.request(address(1), now).is_ok() && quotas.request(address(1), now).is_ok());
        assert!(quotas.request(address(1), now).is_err());
        assert!(quotas.request(address(2), now).is_ok(), "another address");
        assert!(quotas.request(address(1), now + MINUTE).is_ok());
    }

    #[test]
    fn a_bucket_refills_over_time_up_to_its_size() {
        let now = Instant::now();
        let limits = Limits { messages_per_second: 2, events_per_second: 1, ..Limits::default() };
        let mut messages = TokenBucket::of_messages(&limits, now);
        assert_eq!((0..20).filter(|_| messages.take(now)).count(), 8);
        let mut messages = TokenBucket::of_messages(&limits, now);
        assert_eq!((0..20).filter(|_| messages.take(now + MINUTE)).count(), 8, "no more than the burst");
        let mut events = TokenBucket::of_events(&limits, now);
        assert_eq!(events.wait(now), None);
        assert_eq!((0..60).filter(|_| events.take(now)).count(), 60);
        assert_eq!(events.wait(now), Some(Duration::from_secs(1)));
        assert_eq!(events.wait(now + Duration::from_secs(1)), None);
        assert!(TokenBucket::of_events(&Limits::NONE, now).take(now));
    }

    #[test]
    fn open_tables_and_expert_seats_of_an_address_are_counted_and_released() {
        let limits = Limits { tables_per_address: 2, expert_seats_per_address: 5, ..Limits::default() };
        let (quotas, now) = (Quotas::new(limits), Instant::now());
        let one = quotas.new_table(address(1), now).expect("the first");
        let two = quotas.new_table(address(1), now).expect("the second");
        assert!(quotas.new_table(address(1), now).is_err(), "a third");
        assert!(quotas.new_table(address(2), now).is_ok(), "another address");
        assert!(one.set_expert_seats(3) && two.set_expert_seats(2));
        assert!(!two.set_expert_seats(3), "six");
        assert!(one.set_expert_seats(2) && two.set_expert_seats(3), "fewer here, more there");
        drop(one);
        assert!(two.set_expert_seats(5));
        let _three = quotas.new_table(address(1), now).expect("one was released");
    }

    #[test]
    fn excess_addresses_share_an_entry_until_the_sweep_after_a_minute() {
        let quotas = Quotas::new(Limits { requests_per_minute: 2, ..Limits::default() });
        let now = Instant::now();
        let nth = |number: u32| Address::of(std::net::Ipv4Addr::from_bits(0x0a00_0000 + number).into());
        for number in 0..MAX_ADDRESSES as u32 {
            assert!(quotas.request(nth(number), now).is_ok());
        }
        let beyond = MAX_ADDRESSES as u32;
        assert!(quotas.request(nth(beyond), now).is_ok() && quotas.request(nth(beyond + 1), now).is_ok());
        assert!(quotas.request(nth(beyond + 2), now).is_err(), "excess addresses share one limit");
        assert!(quotas.request(nth(0), now).is_ok(), "a tracked address has its own limit");
        assert_eq!(quotas.inner.lock().addresses.len(), MAX_ADDRESSES + 1);
        assert!(quotas.request(nth(beyond + 2), now + MINUTE).is_ok());
        assert_eq!(quotas.inner.lock().addresses.len(), 1, "swept");
    }
}
