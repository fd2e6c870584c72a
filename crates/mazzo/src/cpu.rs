//! Processor time of this process, and of others: what a busy machine does besides is not in it.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;

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

/// As many open files as the system lets us have: every socket is one.
#[cfg(unix)]
pub(crate) fn allow_many_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    let _ = setrlimit(Resource::Nofile, limit); // with fewer, whoever comes too late hears so
}

#[cfg(not(unix))]
pub(crate) fn allow_many_files() {}

/// What another process takes, as Linux tells it.
pub(crate) struct Process(PathBuf);

impl Process {
    pub(crate) fn new(pid: u32) -> anyhow::Result<Self> {
        let folder = PathBuf::from(format!("/proc/{pid}"));
        anyhow::ensure!(folder.is_dir(), "{}: there is no such process", folder.display());
        Ok(Self(folder))
    }

    fn read(&self, file: &str) -> anyhow::Result<String> {
        let path = self.0.join(file);
        std::fs::read_to_string(&path).with_context(|| path.display().to_string())
    }

    /// Seconds of one core so far.
    pub(crate) fn cpu_secs(&self) -> anyhow::Result<f64> {
        // Nanoseconds on a core, by thread: finer than the ticks of `stat`.
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
