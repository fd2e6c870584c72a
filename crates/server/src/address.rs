//! Where a request comes from.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::problem::Problem;
use crate::server::App;

/// Where a request comes from, as far as limits go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Address(IpAddr);

impl Address {
    /// A household with IPv6 has 2^64 addresses, and is one all the same.
    pub(crate) fn of(ip: IpAddr) -> Self {
        match ip.to_canonical() {
            IpAddr::V4(ip) => Self(ip.into()),
            IpAddr::V6(ip) => Self(Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64).into()),
        }
    }

    /// Behind a proxy, its last word on whom it speaks for; what stands before that anybody may have made up.
    pub(crate) fn new(peer: SocketAddr, headers: &HeaderMap, behind_proxy: bool) -> Self {
        let forwarded = || {
            let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            last.rsplit(',').next()?.trim().parse().ok()
        };
        Self::of(behind_proxy.then(forwarded).flatten().unwrap_or(peer.ip()))
    }

    /// Whether it is this very machine.
    pub(crate) const fn is_local(self) -> bool {
        self.0.is_loopback()
    }
}

impl FromRequestParts<App> for Address {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let ConnectInfo(peer) = ConnectInfo::<SocketAddr>::from_request_parts(parts, app)
            .await
            .map_err(|_| Problem::BadRequest("nobody knows where this comes from".to_owned()))?;
        Ok(Self::new(peer, &parts.headers, app.config().behind_proxy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_word_of_a_proxy_counts() {
        let peer: SocketAddr = "[2001:db8::1]:5".parse().expect("an address");
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", "1.1.1.1, 2.2.2.2".parse().expect("a value"));
        assert_eq!(Address::new(peer, &headers, false), Address::of(peer.ip()));
        assert_eq!(Address::new(peer, &headers, true), Address::of("2.2.2.2".parse().expect("an address")));
        headers.append("x-forwarded-for", "nonsense".parse().expect("a value"));
        assert_eq!(Address::new(peer, &headers, true), Address::of(peer.ip()));
    }

    #[test]
    fn a_household_is_one_address() {
        let of = |text: &str| Address::of(text.parse().expect("an address"));
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:1.2.3.4"), of("1.2.3.4"));
    }
}
