//! Configuration of the server.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use ipnet::IpNet;
use serde::Deserialize;

use crate::pages::Pages;

/// Configuration of the server. The log is passed separately.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address to listen on. Port 0 picks a free one.
    pub listen: SocketAddr,
    /// Public address, if it differs from the one that the server listens on.
    pub public_url: Option<PublicUrl>,
    /// Token of the admin page; without it there is no such page.
    pub admin_token: Option<AdminToken>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<TrustedProxy>,
    /// Whether tables may close windows as soon as all seats have answered: for load tests.
    pub allow_instant: bool,
    /// Rate and resource limits.
    pub limits: Limits,
    /// Retention of records and the storage quota.
    pub retention: Retention,
    /// The web page.
    pub pages: Pages,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 1717)),
            public_url: None,
            admin_token: None,
            trusted_proxies: Vec::new(),
            allow_instant: false,
            limits: Limits::default(),
            retention: Retention::default(),
            pages: Pages::None,
        }
    }
}

/// The operator's secret. It is never logged.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct AdminToken(String);

impl AdminToken {
    /// Wraps a token.
    pub fn new(token: String) -> Self {
        Self(token)
    }

    /// True if the token is short enough to guess.
    pub fn is_weak(&self) -> bool {
        self.0.chars().count() < 16
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for AdminToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AdminToken(..)")
    }
}

/// Rate and resource limits. One address may be a whole school; a person is one browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// All connections that are not sockets, or not yet.
    pub connections: u32,
    /// Such connections of one address. Connections of a trusted proxy are not counted.
    pub connections_per_address: u32,
    /// All sockets.
    pub sockets: u32,
    /// Sockets of one address.
    pub sockets_per_address: u32,
    /// Sockets of one person: tabs and devices.
    pub sockets_per_person: u32,
    /// All tables.
    pub tables: u32,
    /// Open tables of one host.
    pub tables_per_person: u32,
    /// Open tables of one address, counted since the server started.
    pub tables_per_address: u32,
    /// Seats of search bots at the open tables of one address.
    pub expert_seats_per_address: u32,
    /// Tables that one address may open in a minute.
    pub new_tables_per_minute: u32,
    /// Requests of one address in a minute, sockets included.
    pub requests_per_minute: u32,
    /// Messages of one socket in a second, with a burst.
    pub messages_per_second: u32,
    /// Events that one table may store in a second, with a burst.
    pub events_per_second: u32,
    /// Sockets of one table. Watchers are dropped in favour of the host and of seated people.
    pub people_per_table: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 10_000,
            connections_per_address: 600,
            sockets: 50_000,
            sockets_per_address: 200,
            sockets_per_person: 8,
            tables: 20_000,
            tables_per_person: 10,
            tables_per_address: 60,
            expert_seats_per_address: 32,
            new_tables_per_minute: 30,
            requests_per_minute: 1_200,
            messages_per_second: 10,
            events_per_second: 5,
            people_per_table: 100,
        }
    }
}

impl Limits {
    /// No limits: for tests and load tests.
    pub const NONE: Self = Self {
        connections: u32::MAX,
        connections_per_address: u32::MAX,
        sockets: u32::MAX,
        sockets_per_address: u32::MAX,
        sockets_per_person: u32::MAX,
        tables: u32::MAX,
        tables_per_person: u32::MAX,
        tables_per_address: u32::MAX,
        expert_seats_per_address: u32::MAX,
        new_tables_per_minute: u32::MAX,
        requests_per_minute: u32::MAX,
        messages_per_second: u32::MAX,
        events_per_second: u32::MAX,
        people_per_table: u32::MAX,
    };
}

/// Retention of records and the storage quota.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retention {
    /// Records are deleted after this many days; 0 keeps them for ever.
    pub keep_records_days: u32,
    /// Newest records kept of each host; 0 keeps all.
    pub keep_records_per_host: u32,
    /// Quota of the data folder in bytes; 0 is no quota. Above nine tenths no new table opens.
    pub data_quota: u64,
}

impl Default for Retention {
    fn default() -> Self {
        Self { keep_records_days: 365, keep_records_per_host: 1_000, data_quota: 10_000_000_000 }
    }
}

impl Retention {
    /// No retention limit and no quota.
    pub const NONE: Self = Self { keep_records_days: 0, keep_records_per_host: 0, data_quota: 0 };
}

/// A proxy, or a network of proxies, whose `X-Forwarded-For` is trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrustedProxy(IpNet);

impl TrustedProxy {
    /// Proxies on this machine.
    pub fn local() -> [Self; 2] {
        [
            Self(IpNet::new_assert(Ipv4Addr::LOCALHOST.into(), 8)),
            Self(IpNet::new_assert(Ipv6Addr::LOCALHOST.into(), 128)),
        ]
    }
}

/// The text is neither an address nor a network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is neither an address nor a network, such as 10.0.0.7 or 10.0.0.0/8")]
pub struct BadNetwork(String);

impl FromStr for TrustedProxy {
    type Err = BadNetwork;
    fn from_str(text: &str) -> Result<Self, BadNetwork> {
        let net = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        net.map(Self).map_err(|_| BadNetwork(text.chars().take(60).collect()))
    }
}

impl<'de> Deserialize<'de> for TrustedProxy {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

pub(crate) fn is_trusted(proxies: &[TrustedProxy], ip: IpAddr) -> bool {
    let ip = ip.to_canonical();
    proxies.iter().any(|proxy| proxy.0.contains(&ip))
}

/// Longest message of a client in bytes: a command with the longest text takes about 1000.
pub(crate) const MAX_MESSAGE: usize = 4096;
/// Longest body of a request in bytes.
pub(crate) const MAX_BODY: usize = 16 * 1024;
/// Bytes that are buffered for one client, beyond the socket's send buffer. A client that falls further behind is disconnected,
/// and reconnects with a snapshot, which takes a tenth of this.
pub(crate) const OUTBOX: usize = 64 * 1024;
/// Requested size of a socket's send buffer. Linux doubles it for bookkeeping. Its default grows to megabytes for a client that
/// does not read.
pub(crate) const SEND_BUFFER: usize = 32 * 1024;
/// Capacity of a table's mailbox.
pub(crate) const MAILBOX: usize = 128;
/// Milliseconds between two heartbeats.
pub(crate) const BEAT_MS: u64 = 20_000;
/// A write that stalls this many milliseconds disconnects the client.
pub(crate) const WRITE_MS: u64 = 15_000;

/// The text is not a public address of a server.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a server address, such as https://play.example.org")]
pub struct BadUrl(String);

/// The host of `host:port`, `[v6]:port` or of a host alone.
pub(crate) fn without_port(host: &str) -> &str {
    let end = if host.starts_with('[') { host.find(']').map(|at| at + 1) } else { host.find(':') };
    &host[..end.unwrap_or(host.len())]
}

/// Public address of the server: scheme, host and optional port; no path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// The value of the `Origin` header that browsers send.
    pub fn origin(&self) -> &str {
        &self.0
    }

    /// The host without its port.
    pub(crate) fn host(&self) -> &str {
        let host = self.0.split_once("://").map_or(self.0.as_str(), |(_, host)| host);
        without_port(host)
    }

    pub(crate) fn is_secure(&self) -> bool {
        self.0.starts_with("https://")
    }
}

impl FromStr for PublicUrl {
    type Err = BadUrl;
    fn from_str(text: &str) -> Result<Self, BadUrl> {
        let bad = || BadUrl(text.chars().take(100).collect());
        let lower = text.trim().trim_end_matches('/').to_ascii_lowercase();
        let host =
            lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://")).ok_or_else(bad)?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        if host.is_empty() || !host.chars().all(is_plain) {
            return Err(bad());
        }
        // Browsers omit the default port.
        let default_port = if lower.starts_with("https") { ":443" } else { ":80" };
        Ok(Self(lower.strip_suffix(default_port).unwrap_or(&lower).to_owned()))
    }
}

impl<'de> Deserialize<'de> for PublicUrl {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::PublicUrl;

    #[test]
    fn a_public_url_normalizes_to_an_origin() {
        let origin = |text: &str| text.parse::<PublicUrl>().map(|url| url.origin().to_owned());
        assert_eq!(origin("https://Play.Example.org/"), Ok("https://play.example.org".to_owned()));
        assert_eq!(origin("https://play.example.org:443"), Ok("https://play.example.org".to_owned()));
        assert_eq!(origin("http://[::1]:8080"), Ok("http://[::1]:8080".to_owned()));
        for bad in
            ["", "play.example.org", "https://", "https://a/b", "https://a b", "ftp://a", "https://ä.de"]
        {
            assert!(origin(bad).is_err(), "{bad}");
        }
    }
}
