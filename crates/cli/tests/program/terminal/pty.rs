//! A pseudo-terminal that runs the program.

use std::io::{Read as _, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The current screen, and everything written so far.
struct Shown {
    parser: vt100::Parser,
    raw: Vec<u8>,
    is_over: bool,
}

/// A pseudo-terminal that runs the program.
pub(crate) struct Pty {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    shown: Arc<(Mutex<Shown>, Condvar)>,
}

fn size(size: (u16, u16)) -> PtySize {
    PtySize { cols: size.0, rows: size.1, pixel_width: 0, pixel_height: 0 }
}

fn side(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).expect("a size above zero")
}

impl Pty {
    pub(crate) fn start(program: &str, arguments: &[&str], home: &Path, wide_high: (u16, u16)) -> Self {
        let pair = native_pty_system().openpty(size(wide_high)).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env("MAZZO_HOME", home);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "en_GB.UTF-8");
        command.env("MAZZO_PANIC", "1");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
        let parser = vt100::Parser::new(side(wide_high.1), side(wide_high.0), 0);
        let shown = Arc::new((Mutex::new(Shown { parser, raw: Vec::new(), is_over: false }), Condvar::new()));
        let seen = Arc::clone(&shown);
        std::thread::spawn(move || {
            let mut bytes = [0; 8192];
            loop {
                let count = reader.read(&mut bytes).unwrap_or(0);
                let mut shown = seen.0.lock().unwrap_or_else(PoisonError::into_inner);
                shown.parser.process(&bytes[..count]);
                shown.raw.extend_from_slice(&bytes[..count]);
                shown.is_over = count == 0;
                seen.1.notify_all();
                if count == 0 {
                    return;
                }
            }
        });
        Self { child, master: pair.master, keys, shown }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_none())
    }

    pub(crate) fn resize(&self, wide_high: (u16, u16)) {
        let mut shown = self.shown.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.parser.screen_mut().set_size(side(wide_high.1), side(wide_high.0));
        drop(shown);
        self.master.resize(size(wide_high)).expect("a resize");
    }

    pub(crate) fn type_keys(&mut self, keys: &str) {
        // The program may have exited; the next check reports it.
        let _ = self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush());
    }

    /// The text on the screen.
    pub(crate) fn screen(&self) -> String {
        self.shown.0.lock().unwrap_or_else(PoisonError::into_inner).parser.screen().contents()
    }

    /// Waits for a condition, up to a time limit.
    fn wait(&self, within: Duration, is_wanted: impl Fn(&Shown) -> bool) -> bool {
        let end = Instant::now() + within;
        let mut shown = self.shown.0.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if is_wanted(&shown) {
                return true;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || shown.is_over {
                return false;
            }
            shown = self.shown.1.wait_timeout(shown, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    pub(crate) fn wait_for(&self, words: &str, within: Duration) -> bool {
        self.wait_for_any(&[words], within)
    }

    pub(crate) fn wait_for_any(&self, words: &[&str], within: Duration) -> bool {
        self.wait(within, |shown| {
            let contents = shown.parser.screen().contents();
            words.iter().any(|words| contents.contains(words))
        })
    }

    pub(crate) fn wait_for_no(&self, words: &str, within: Duration) -> bool {
        self.wait(within, |shown| !shown.parser.screen().contents().contains(words))
    }

    pub(crate) fn wait_for_change(&self, before: &str, within: Duration) -> bool {
        self.wait(within, |shown| shown.parser.screen().contents() != before)
    }

    /// Waits for the program to exit. Returns its success, and everything written.
    pub(crate) fn end(mut self, within: Duration) -> (bool, String) {
        self.wait(within, |shown| shown.is_over);
        let status = self.child.wait().expect("an exit status");
        let shown = self.shown.0.lock().unwrap_or_else(PoisonError::into_inner);
        (status.success(), String::from_utf8_lossy(&shown.raw).into_owned())
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have exited
        let _ = self.child.wait();
    }
}
