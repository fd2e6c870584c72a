//! Processor time of this and other processes, which is independent of other load on the machine.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;

/// Processor time so far, on all threads.
#[cfg(unix)]
pub(crate) fn time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

/// Unknown on this system.
#[cfg(not(unix))]
pub(crate) fn time() -> Option<Duration> {
    None
}

/// Raises the limit of open files to its maximum: every socket is one.
#[cfg(unix)]
pub(crate) fn allow_many_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    let _ = setrlimit(Resource::Nofile, limit); // with a lower limit, excess connections are refused
}

#[cfg(not(unix))]
pub(crate) fn allow_many_files() {}

/// Resource usage of another process, from Linux's `/proc`.
pub(crate) struct Process(PathBuf);

impl Process {
    pub(crate) fn new(pid: u32) -> anyhow::Result<Self> {
        let folder = PathBuf::from(format!("/proc/{pid}"));
        anyhow::ensure!(folder.is_dir(), "{}: no such process", folder.display());
        Ok(Self(folder))
    }

    fn read(&self, file: &str) -> anyhow::Result<String> {
        let path = self.0.join(file);
        std::fs::read_to_string(&path).with_context(|| path.display().to_string())
    }

    /// Seconds of one core so far.
    pub(crate) fn cpu_secs(&self) -> anyhow::Result<f64> {
        // Nanoseconds by thread: finer than the ticks of `stat`.
        let mut nanos = 0.0;
        for thread in std::fs::read_dir(self.0.join("task"))? {
            let text = std::fs::read_to_string(thread?.path().join("schedstat"))?;
            nanos += text.split(' ').next().and_then(|word| word.parse::<f64>().ok()).context("schedstat")?;
        }
        Ok(nanos / 1e9)
    }

    /// Kilobytes in memory.
    pub(crate) fn memory_kb(&self) -> anyhow::Result<u64> {
        let status = self.read("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
        line.trim().trim_end_matches(" kB").parse().context("VmRSS")
    }
}
