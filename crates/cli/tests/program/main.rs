//! The program as people use it. One test program: linking one for each file takes longer than running them all.

mod arena;
mod backup;
mod cli;
mod contrib;
mod documents;
mod every_game;
mod privacy;
mod serve;
mod server;
#[cfg(unix)]
mod terminal;
mod verify;
