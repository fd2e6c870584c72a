//! The client address of a request.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::config::{TrustedProxy, is_trusted};
use crate::problem::Problem;
use crate::server::App;

/// The client address that limits are counted by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Address(IpAddr);

impl Address {
    /// Shared by all requests of unknown origin: a trusted proxy forwarded them without a usable address. Also used when more
    /// addresses are active than the limits can track.
    pub(crate) const SHARED: Self = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    /// Prefix length of an IPv6 customer: providers hand out a /56, which is 2^72 addresses.
    const V6_BITS: u32 = 56;

    pub(crate) fn of(ip: IpAddr) -> Self {
        const REST: u32 = 128 - Address::V6_BITS;
        match ip.to_canonical() {
            IpAddr::V4(ip) => Self(ip.into()),
            IpAddr::V6(ip) => Self(Ipv6Addr::from_bits(ip.to_bits() >> REST << REST).into()),
        }
    }

    /// The peer, unless it is a trusted proxy. Then the last address in `X-Forwarded-For` that is no trusted proxy: a client may
    /// have made up the entries before it.
    pub(crate) fn new(peer: SocketAddr, headers: &HeaderMap, proxies: &[TrustedProxy]) -> Self {
        if !is_trusted(proxies, peer.ip()) {
            return Self::of(peer.ip());
        }
        for value in headers.get_all("x-forwarded-for").iter().rev() {
            let Ok(value) = value.to_str() else { return Self::SHARED };
            for hop in value.rsplit(',') {
                match parse(hop.trim()) {
                    Some(ip) if is_trusted(proxies, ip) => {}
                    Some(ip) => return Self::of(ip),
                    None => return Self::SHARED,
                }
            }
        }
        Self::SHARED
    }
}

/// Parses an address. Some proxies append a port.
fn parse(hop: &str) -> Option<IpAddr> {
    hop.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|at| at.ip()))
}

async fn peer(parts: &mut Parts, app: &App) -> Result<SocketAddr, Problem> {
    let connection = ConnectInfo::<SocketAddr>::from_request_parts(parts, app).await;
    let ConnectInfo(peer) = connection.map_err(|_| Problem::BadRequest("no peer address".to_owned()))?;
    Ok(peer)
}

impl FromRequestParts<App> for Address {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Ok(Self::new(peer(parts, app).await?, &parts.headers, &app.config().trusted_proxies))
    }
}

/// True if the request comes from this machine. Headers do not count. Requests of a trusted proxy on this machine look the
/// same as local ones, so none of them is local.
pub(crate) struct IsLocal(pub(crate) bool);

impl IsLocal {
    fn of(peer: SocketAddr, proxies: &[TrustedProxy]) -> Self {
        let ip = peer.ip().to_canonical();
        Self(ip.is_loopback() && !is_trusted(proxies, ip))
    }
}

impl FromRequestParts<App> for IsLocal {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Ok(Self::of(peer(parts, app).await?, &app.config().trusted_proxies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(values: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("x-forwarded-for", value.parse().expect("a value"));
        }
        headers
    }

    fn of(text: &str) -> Address {
        Address::of(text.parse().expect("an address"))
    }

    #[test]
    fn the_last_address_that_is_no_trusted_proxy_counts() {
        let proxies = ["10.0.0.0/8".parse().expect("a network"), "2001:db8::1".parse().expect("an address")];
        let from = |peer: &str, values: &[&str]| {
            Address::new(SocketAddr::new(peer.parse().expect("an address"), 5), &headers(values), &proxies)
        };
        assert_eq!(
            from("192.0.2.1", &["1.1.1.1"]),
            of("192.0.2.1"),
            "headers of an untrusted peer are ignored"
        );
        assert_eq!(from("10.0.0.1", &["1.1.1.1, 2.2.2.2"]), of("2.2.2.2"));
        assert_eq!(from("10.0.0.1", &["1.1.1.1", "2.2.2.2, 10.9.9.9"]), of("2.2.2.2"), "two proxies");
        assert_eq!(from("2001:db8::1", &["2.2.2.2:4711"]), of("2.2.2.2"), "with a port");
        assert_eq!(from("10.0.0.1", &["127.0.0.1"]), of("127.0.0.1"));
    }

    #[test]
    fn forwarded_requests_without_a_usable_address_share_one_address() {
        let proxies = ["127.0.0.1".parse().expect("an address")];
        let peer = SocketAddr::from(([127, 0, 0, 1], 5));
        for values in [&[][..], &["nonsense"], &["1.1.1.1, nonsense"], &["1.1.1.1", ""], &["127.0.0.1"]] {
            assert_eq!(Address::new(peer, &headers(values), &proxies), Address::SHARED, "{values:?}");
        }
    }

    #[test]
    fn a_request_is_local_by_its_peer_alone() {
        let peer = |text: &str| SocketAddr::new(text.parse().expect("an address"), 5);
        let proxy = ["127.0.0.1".parse().expect("an address")];
        for local in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            assert!(IsLocal::of(peer(local), &[]).0, "{local}");
        }
        assert!(!IsLocal::of(peer("192.0.2.1"), &[]).0);
        assert!(!IsLocal::of(peer("127.0.0.1"), &proxy).0, "a trusted proxy forwards for others");
        assert!(!IsLocal::of(peer("::ffff:127.0.0.1"), &proxy).0);
    }

    #[test]
    fn an_ipv6_network_of_56_bits_is_one_address() {
        assert_eq!(of("2001:db8:1:200::1"), of("2001:db8:1:2ff:ffff::9"));
        assert_ne!(of("2001:db8:1:200::1"), of("2001:db8:1:300::1"));
        assert_eq!(of("::ffff:1.2.3.4"), of("1.2.3.4"));
    }
}
