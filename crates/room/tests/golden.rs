//! Every version reads the logs of all released versions. The files in `tests/data` are never changed.

mod golden {
    mod changed;
    mod stored;
    mod variant;
}
