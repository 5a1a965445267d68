//! Which addresses of the network a program may ask on behalf of a record: those of the public internet.
//! The address that was judged is the one that is connected to, so that a second answer of the name
//! service changes nothing.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Looks names up and refuses those that lead into private networks.
#[derive(Debug, Default)]
pub struct Guard {
    /// Whether private addresses are allowed.
    pub allow_private: bool,
    inner: DefaultResolver,
}

impl Guard {
    /// A guard that allows private addresses only if told.
    pub fn new(allow_private: bool) -> Self {
        Self { allow_private, inner: DefaultResolver::default() }
    }
}

/// What the guard says of a refused address.
#[derive(Debug)]
pub struct Private(pub IpAddr);

impl std::fmt::Display for Private {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "it leads to {}, which is no public address", self.0)
    }
}

impl std::error::Error for Private {}

impl Resolver for Guard {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        if !self.allow_private
            && let Some(private) = found.iter().find(|address| !is_public(address.ip()))
        {
            return Err(ureq::Error::Other(Box::new(Private(private.ip()))));
        }
        Ok(found)
    }
}

/// Whether `address` is one of the public internet.
///
/// Source: the IANA registries of special-purpose addresses for IPv4 and IPv6.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = match (a, b, c) {
        // "This network", private, loopback, shared by carriers, link-local.
        (0 | 10 | 127, ..) | (169, 254, _) | (192, 168, _) => true,
        (100, b, _) => (64..128).contains(&b),
        (172, b, _) => (16..32).contains(&b),
        // Protocol assignments, documentation, the former relay of 6to4, benchmarks.
        (192, 0, 0 | 2) | (192, 88, 99) | (198, 18 | 19, _) | (198, 51, 100) | (203, 0, 113) => true,
        // Multicast, reserved, broadcast.
        (224.., ..) => true,
        _ => false,
    };
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    // Addresses that carry one of IPv4 are judged by it: mapped, compatible, NAT64, 6to4, Teredo.
    let low = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        Ipv4Addr::new(a, b, c, d)
    };
    match segments {
        [0, 0, 0, 0, 0, 0, ..] | [0, 0, 0, 0, 0, 0xffff, ..] | [0, 0, 0, 0, 0xffff, 0, ..] => return false,
        [0x64, 0xff9b, 0, 0, 0, 0, g, h] => return is_public_v4(low(g, h)),
        [0x64, 0xff9b, 1, ..] => return false,
        [0x2002, b, c, ..] => return is_public_v4(low(b, c)),
        _ => {}
    }
    // Only 2000::/3 is given out; within it, Teredo, benchmarks, ORCHID and documentation are not.
    let global = segments[0] & 0xe000 == 0x2000;
    let special = match (segments[0], segments[1]) {
        (0x2001, second) => second < 0x200 || second == 0xdb8,
        (0x3fff, second) => second < 0x1000,
        _ => false,
    };
    global && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_public_internet_is_asked() {
        for private in [
            "127.0.0.1",
            "127.9.9.9",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "100.127.255.255",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "240.0.0.1",
            "192.0.2.1",
            "198.18.0.1",
            "203.0.113.9",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12:3456::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "2001::1",
            "2001:db8::1",
            "fec0::1",
            "100::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in [
            "8.8.8.8",
            "1.1.1.1",
            "172.32.0.1",
            "100.128.0.1",
            "192.0.1.1",
            "2606:4700::1111",
            "2002:808:808::1",
            "64:ff9b::808:808",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }
}
