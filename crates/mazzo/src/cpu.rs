//! Processor time of this process: what a busy machine does besides is not in it.

use std::time::Duration;

/// Processor time so far, on all threads.
#[cfg(unix)]
pub(crate) fn time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

/// Not known on this system.
#[cfg(not(unix))]
pub(crate) fn time() -> Option<Duration> {
    None
}
