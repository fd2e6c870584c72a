//! Measures the latency from a key to the screen in a pseudo-terminal while bots think, and the CPU use of an idle screen.
//!
//! `cargo build --release -p mazzo && cargo run --release -p mazzo-terminal --example latency -- target/release/mazzo`
#![expect(clippy::print_stdout, reason = "a program that prints its results")]

use std::io::{Read as _, Write as _};
use std::num::NonZeroU16;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use mazzo_games::{GameKind, with_game};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// Number of measured keys.
const KEYS: usize = 600;
/// One frame at 60 frames per second.
const FRAME_MS: f64 = 16.0;
/// Measuring time of an idle screen.
const IDLE: Duration = Duration::from_secs(20);

struct Screen {
    parser: vt100::Parser,
    output: Receiver<(Instant, Vec<u8>)>,
    keys: Box<dyn std::io::Write + Send>,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    _master: Box<dyn portable_pty::MasterPty + Send>,
    _home: tempfile::TempDir,
}

impl Screen {
    fn start(program: &str, arguments: &[&str]) -> Self {
        let size = PtySize { cols: 80, rows: 24, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("open a pseudo-terminal");
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        let home = tempfile::tempdir().expect("create a temporary folder");
        command.env("MAZZO_HOME", home.path());
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        let child = pair.slave.spawn_command(command).expect("start the program");
        let mut reader = pair.master.try_clone_reader().expect("get a reader");
        let keys = pair.master.take_writer().expect("get a writer");
        let (to, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = vec![0; 65_536];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 || to.send((Instant::now(), bytes[..count].to_vec())).is_err() {
                    return;
                }
            }
        });
        let cells = |count| NonZeroU16::new(count).expect("a positive size");
        Self {
            parser: vt100::Parser::new(cells(24), cells(80), 0),
            output,
            keys,
            child,
            _master: pair.master,
            _home: home,
        }
    }

    /// Reads until the screen satisfies the condition, and returns the time of that output.
    fn until(&mut self, patience: Duration, is_so: impl Fn(&vt100::Screen) -> bool) -> Option<Instant> {
        let end = Instant::now() + patience;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            if let Ok((at, bytes)) = self.output.recv_timeout(left) {
                self.parser.process(&bytes);
                if is_so(self.parser.screen()) {
                    return Some(at);
                }
            }
        }
        None
    }

    fn settle(&mut self, time: Duration) {
        self.until(time, |_| false);
    }

    /// The reversed cells in the row of the hand: those of the selected card.
    fn chosen(screen: &vt100::Screen) -> Vec<u16> {
        let is_chosen = |&x: &u16| screen.cell(18, x).is_some_and(vt100::Cell::inverse);
        (0..48).filter(is_chosen).collect()
    }

    /// CPU time of the process in clock ticks.
    fn ticks(&self) -> u64 {
        let pid = self.child.process_id().expect("the process runs");
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("read /proc/<pid>/stat");
        let rest = stat.rsplit(')').next().unwrap_or_default();
        let fields: Vec<&str> = rest.split_whitespace().collect();
        [11, 12].iter().filter_map(|&field| fields.get(field)?.parse::<u64>().ok()).sum()
    }

    /// The share of a core that the process uses without input.
    fn idle(&mut self) -> f64 {
        let before = self.ticks();
        let start = Instant::now();
        self.settle(IDLE);
        // A clock tick is 10 ms on Linux.
        Duration::from_millis((self.ticks() - before) * 10).as_secs_f64() / start.elapsed().as_secs_f64()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn keys(program: &str, arguments: &[&str]) {
    let mut screen = Screen::start(program, arguments);
    screen
        .until(Duration::from_secs(20), |screen| !Screen::chosen(screen).is_empty())
        .expect("the hand appears");
    let mut taken = Vec::new();
    for number in 0..KEYS {
        // Passes now and then, so that the game goes on and bots think.
        if number % 12 == 0 {
            screen.keys.write_all(b" ").expect("send a key");
            screen.settle(Duration::from_millis(60));
        }
        let before = Screen::chosen(screen.parser.screen());
        let start = Instant::now();
        screen.keys.write_all(b"\x1b[C").expect("send a key");
        let seen = screen.until(Duration::from_secs(2), |screen| Screen::chosen(screen) != before);
        if let Some(seen) = seen {
            taken.push((seen - start).as_secs_f64() * 1000.0);
        }
        screen.settle(Duration::from_millis(3 + (number as u64 * 7) % 30));
    }
    taken.sort_by(f64::total_cmp);
    let at = |percent: usize| taken[(taken.len() - 1) * percent / 100];
    let late = taken.iter().filter(|ms| **ms > FRAME_MS).count();
    println!(
        "{}: {} keys, latency {:.1} ms (median), {:.1} ms (99 %), {:.1} ms (max); {late} later than a frame",
        arguments.join(" "),
        taken.len(),
        at(50),
        at(99),
        at(100)
    );
}

fn main() {
    let program = std::env::args().nth(1).unwrap_or_else(|| "target/release/mazzo".to_owned());
    for kind in GameKind::ALL {
        let most = with_game!(kind, Table => *<Table as mazzo_core::Game>::SEATS.end()).to_string();
        let arguments = ["play", kind.name(), "--players", &most, "--level", "expert", "--pace", "fast"];
        keys(&program, &arguments);
    }
    let game = GameKind::ALL[0].name();
    let mut screen =
        Screen::start(&program, &["play", game, "--players", "2", "--pace", "relaxed", "--lang", "en"]);
    let is_mine = |screen: &vt100::Screen| screen.contents().contains("Your turn.");
    // Waits until the player is on turn, where this pace has no time limit.
    screen.until(Duration::from_mins(2), is_mine).expect("the player's turn comes");
    screen.settle(Duration::from_secs(8));
    println!("idle, on turn without a clock: {:.2} % of a core", screen.idle() * 100.0);
    drop(screen);
    let mut screen = Screen::start(&program, &["play", game, "--players", "6", "--pace", "normal"]);
    screen.settle(Duration::from_secs(3));
    println!("no input, bots play, a countdown runs: {:.2} % of a core", screen.idle() * 100.0);
}
