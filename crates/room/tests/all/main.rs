//! Tests of rooms. They are one program, so that the room of each game is compiled once.

mod chaos;
mod driver;
/// Every version reads the logs of all released versions. The files in `tests/data` are never changed.
mod golden {
    mod changed;
    mod stored;
    mod variant;
}
mod life;
mod memory;
mod resume;
mod sealed;
mod seeds;
mod simulation;
mod solo;
mod words;
