//! Tables for people: HTTP, sockets, identities, limits.
//!
//! Every table is an actor that owns its [`mazzo_room::Room`]: it stores what follows from a command or from the time, and
//! tells people only then. A socket hands what its client says to the actor of its table, and what the actor tells to its
//! client; it knows neither game nor rules.
//!
//! Architecture invariant: nothing leaves an actor before the log has confirmed it, and no actor waits for a client.

mod accept;
mod address;
mod admin;
mod api;
mod audit;
mod clock;
mod codes;
mod config;
mod erasure;
mod frames;
mod headers;
mod hub;
mod identity;
mod journal;
mod keys;
mod limits;
mod mail;
mod metrics;
mod outlet;
mod page;
mod pages;
mod patient;
mod problem;
mod qr;
mod random;
mod retention;
mod server;
mod socket;
mod storing;
mod table;
#[cfg(test)]
mod testing;
mod thinking;
mod upgrade;

pub use api::openapi;
pub use config::{AdminToken, BadNetwork, BadUrl, Config, Limits, PublicUrl, Retention, TrustedProxy};
pub use keys::{KeyError, KeyInfo, list_keys, retire_key, rotate_keys};
pub use pages::{PageFile, Pages};
pub use server::{Running, ServeError, Server};
