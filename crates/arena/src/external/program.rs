//! A child process. Every wait has a limit.

use std::io::{self, BufReader, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::line::{InputLine, read_line};

/// Texts queued for the program. One is sent for each decision, so a program that is this far behind does not read.
const INPUT_QUEUE: usize = 8;
/// Lines queued from the program. Beyond it the program blocks on its pipe.
const OUTPUT_QUEUE: usize = 64;
/// A killed process is gone after this long, unless the machine has a problem.
const KILL_TIMEOUT: Duration = Duration::from_secs(1);
/// Poll interval for the end of a process.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A process, with a thread that writes to it and one that reads from it. It is killed on drop.
#[derive(Debug)]
pub(crate) struct Program {
    child: Option<Child>,
    input_queue: Option<SyncSender<String>>,
    lines: Receiver<InputLine>,
}

/// The result of waiting for a line.
pub(crate) enum Received {
    InputLine(InputLine),
    Silence,
    /// Its output is closed.
    End,
}

impl Program {
    /// Starts a program with its arguments, without a shell.
    pub(crate) fn start(words: &[String], quiet: bool) -> io::Result<Self> {
        let (name, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if quiet { Stdio::null() } else { Stdio::inherit() });
        // Its own children must not outlive it: they would hold the pipes open.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (input_queue, to_write) = sync_channel::<String>(INPUT_QUEUE);
        let (sender, lines) = sync_channel::<InputLine>(OUTPUT_QUEUE);
        // From here on the process is killed on any error. The threads end with it, or with their channels.
        let program = Self { child: Some(child), input_queue: Some(input_queue), lines };
        let (Some(mut input), Some(output)) = (input, output) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        thread::Builder::new().name("to a bot".to_owned()).spawn(move || {
            while let Ok(text) = to_write.recv() {
                if input.write_all(text.as_bytes()).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        })?;
        thread::Builder::new().name("from a bot".to_owned()).spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = read_line(&mut output) {
                let last = line == InputLine::TooLong; // the rest is not at a line start
                if sender.send(line).is_err() || last {
                    return;
                }
            }
        })?;
        Ok(program)
    }

    /// Queues lines for the program. False if the queue is full.
    pub(crate) fn send(&self, text: String) -> bool {
        match self.input_queue.as_ref().map(|input_queue| input_queue.try_send(text)) {
            Some(Err(TrySendError::Full(_))) => false,
            // The end of the program shows in `receive`.
            Some(Ok(()) | Err(TrySendError::Disconnected(_))) | None => true,
        }
    }

    /// Waits for its next line, up to a time limit.
    pub(crate) fn receive(&self, wait: Duration) -> Received {
        match self.lines.recv_timeout(wait) {
            Ok(line) => Received::InputLine(line),
            Err(RecvTimeoutError::Timeout) => Received::Silence,
            Err(RecvTimeoutError::Disconnected) => Received::End,
        }
    }

    /// Waits for it to exit within `grace`, then kills it. Returns its status if it exited by itself.
    pub(crate) fn stop(&mut self, grace: Duration) -> Option<ExitStatus> {
        self.input_queue = None; // closes its input
        let mut child = self.child.take()?;
        let status = wait_for_exit(&mut child, grace);
        #[cfg(unix)]
        if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // The group may be gone.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        if status.is_none() {
            // It may have exited just now.
            let _ = child.kill();
            if wait_for_exit(&mut child, KILL_TIMEOUT).is_none() {
                // Reap it on another thread, so that the caller does not wait.
                let _ = thread::Builder::new().spawn(move || child.wait());
            }
        }
        status
    }
}

fn wait_for_exit(child: &mut Child, within: Duration) -> Option<ExitStatus> {
    let start = Instant::now();
    loop {
        let status = child.try_wait().ok().flatten();
        if status.is_some() || start.elapsed() >= within {
            return status;
        }
        thread::sleep(POLL_INTERVAL);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.stop(Duration::ZERO);
    }
}
