//! Tests of rooms. They are one program, so that the room of each game is compiled once.

mod chaos;
mod driver;
mod life;
mod memory;
mod resume;
mod sealed;
mod seeds;
mod simulation;
mod solo;
mod words;
