//! A program that runs beside us. Nothing here waits for longer than it is told to.

use std::io::{self, BufReader, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::line::{Line, read_line};

/// Texts that wait for a program to read them. One goes out for each decision, so a program that has not read so many
/// reads none.
const UNREAD: usize = 8;
/// Lines that wait to be heard. A program that writes more waits until some were heard.
const UNHEARD: usize = 64;
/// A program that was killed is gone after this long, or something is wrong with the machine.
const DEATH: Duration = Duration::from_secs(1);
/// How often it is looked whether a program has ended.
const GLANCE: Duration = Duration::from_millis(2);

/// A program, with a thread that writes to it and one that reads from it. It is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Program {
    child: Option<Child>,
    unread: Option<SyncSender<String>>,
    unheard: Receiver<Line>,
}

/// What there was to hear.
pub(crate) enum Heard {
    Line(Line),
    Silence,
    /// Its output is closed: it has ended, or might as well have.
    End,
}

impl Program {
    /// Starts a program: its name and its arguments, not seen by any shell.
    pub(crate) fn start(words: &[String], quiet: bool) -> io::Result<Self> {
        let (name, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if quiet { Stdio::null() } else { Stdio::inherit() });
        // What it starts itself must not outlive it: it would hold our ends of the pipes.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (unread, to_write) = sync_channel::<String>(UNREAD);
        let (heard, unheard) = sync_channel::<Line>(UNHEARD);
        // From here on it is killed whatever goes wrong. The threads end with it, or with what they are sent.
        let program = Self { child: Some(child), unread: Some(unread), unheard };
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
                let last = line == Line::TooLong; // what follows is no line
                if heard.send(line).is_err() || last {
                    return;
                }
            }
        })?;
        Ok(program)
    }

    /// Queues lines for it to read. False if it has not read what was queued before.
    pub(crate) fn tell(&self, text: String) -> bool {
        match self.unread.as_ref().map(|unread| unread.try_send(text)) {
            Some(Err(TrySendError::Full(_))) => false,
            // That it has ended is heard.
            Some(Ok(()) | Err(TrySendError::Disconnected(_))) | None => true,
        }
    }

    /// Waits for its next line, so long and no longer.
    pub(crate) fn hear(&self, wait: Duration) -> Heard {
        match self.unheard.recv_timeout(wait) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// Lets it end by itself for so long, then kills it. Tells how it ended, if it did so by itself.
    pub(crate) fn stop(&mut self, grace: Duration) -> Option<ExitStatus> {
        self.unread = None; // its input is closed
        let mut child = self.child.take()?;
        let status = ended(&mut child, grace);
        #[cfg(unix)]
        if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // There may be no group any more.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        if status.is_none() {
            // It may have ended this very moment.
            let _ = child.kill();
            if ended(&mut child, DEATH).is_none() {
                // Whoever calls has something better to do than to wait for it.
                let _ = thread::Builder::new().spawn(move || child.wait());
            }
        }
        status
    }
}

fn ended(child: &mut Child, within: Duration) -> Option<ExitStatus> {
    let start = Instant::now();
    loop {
        let status = child.try_wait().ok().flatten();
        if status.is_some() || start.elapsed() >= within {
            return status;
        }
        thread::sleep(GLANCE);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.stop(Duration::ZERO);
    }
}
