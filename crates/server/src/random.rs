//! Where names and secrets come from.

/// Bytes from the system. Without them nothing is secret, and no server should run.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).unwrap_or_else(|error| panic!("the system gives no random bytes: {error}"));
    bytes
}

/// A name that nobody can guess.
pub(crate) fn name() -> u128 {
    u128::from_be_bytes(bytes())
}
