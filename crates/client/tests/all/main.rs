//! Tests of clients. They are one program, so that the session of each game is compiled once.

mod choices;
mod fair;
mod lies;
mod presenter;
