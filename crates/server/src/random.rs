//! Random ids and secrets.

/// Random bytes of the system. A server must not run without them.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).unwrap_or_else(|error| panic!("no random bytes from the system: {error}"));
    bytes
}

/// An id that cannot be guessed.
pub(crate) fn name() -> u128 {
    u128::from_be_bytes(bytes())
}
