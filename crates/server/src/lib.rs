//! The table server: HTTP, sockets, identities, limits.
//!
//! Every table is an actor that owns its [`mazzo_room::Room`]. It stores the events that follow from a command or a timer, and
//! sends frames only then. A socket forwards messages between its client and the actor of its table; it knows neither game nor
//! rules.
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
mod keys;
mod limits;
mod mail;
mod metrics;
mod outbound;
mod page;
mod pages;
mod problem;
mod qr;
mod random;
mod retention;
mod server;
mod socket;
mod storing;
mod table;
#[cfg(test)]
mod tests;
mod thinking;
mod upgrade;
mod write_timeout;

pub use api::openapi;
pub use config::{AdminToken, BadNetwork, BadUrl, Config, Limits, PublicUrl, Retention, TrustedProxy};
pub use keys::{KeyError, KeyInfo, list_keys, retire_key, rotate_keys};
pub use pages::{PageFile, Pages};
pub use server::{Running, ServeError, Server};
