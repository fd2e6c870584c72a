//! Runs the real program as a server.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::time::{sleep, timeout};

/// Deadline of expected events, on a busy machine.
pub(crate) const DEADLINE: Duration = Duration::from_mins(2);
/// Pause between two looks at a condition.
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// Checks a condition until it holds. Panics after `DEADLINE`.
pub(crate) async fn eventually(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let looking = async {
        while !is_so().await {
            sleep(LOOK_AGAIN).await;
        }
    };
    timeout(DEADLINE, looking).await.unwrap_or_else(|_| panic!("never: {what}"));
}

/// A server, killed on drop.
pub(crate) struct Server(Child);

impl Server {
    /// Starts it, waits until it listens, and returns its URL.
    pub(crate) fn start(data: &Path, listen: &str) -> (Self, String) {
        Self::start_with_log(data, listen, "warn", Stdio::inherit())
    }

    /// The same, with a log level and a log output.
    pub(crate) fn start_with_log(data: &Path, listen: &str, level: &str, log: Stdio) -> (Self, String) {
        Self::start_as(&["--load-test", "--log", level], data, listen, log)
    }

    /// The same, with these flags.
    pub(crate) fn start_as(settings: &[&str], data: &Path, listen: &str, log: Stdio) -> (Self, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mazzo"))
            .args(["--lang", "en", "--color", "never", "serve", "--listen", listen])
            .args(settings)
            .arg("--data")
            .arg(data)
            .env("CLICOLOR_FORCE", "1") // the flag wins
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let out = child.stdout.take().expect("stdout");
        let line = BufReader::new(out).lines().next().expect("a line").expect("a line of text");
        let url = line.strip_prefix("Mazzo is at ").expect("a URL").to_owned();
        (Self(child), url)
    }
}

impl Drop for Server {
    /// Kills it at once: nothing acknowledged may be lost.
    fn drop(&mut self) {
        let _ = self.0.kill(); // it may have exited
        let _ = self.0.wait();
    }
}
