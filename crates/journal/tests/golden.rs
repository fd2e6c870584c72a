//! Logs of every version that was released are read as they were then. What is in `tests/data` is never changed.

mod golden {
    mod changed;
    mod stored;
    mod variant;
}
