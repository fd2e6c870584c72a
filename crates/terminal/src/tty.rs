//! The terminal: enters raw mode, reads input, and restores the terminal on exit, also after a panic.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::Once;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    DisableMouseCapture, EnableMouseCapture, Event, KeyEvent, KeyEventKind, MouseButton, MouseEventKind, read,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Position;

use crate::canvas::Hit;

/// An input of the event loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    Key(KeyEvent),
    /// A left click.
    Click(Position),
    /// The terminal size changed.
    Resize,
    /// Another thread has a message.
    Poke,
    /// The terminal is gone, or a signal asks the program to end.
    End,
}

/// Restores the terminal.
fn restore() {
    // If this fails the terminal is gone, and an error cannot be shown.
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
    let _ = disable_raw_mode();
}

/// The terminal in raw mode. Dropping it restores the terminal.
pub(crate) struct Tty {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    inputs: Receiver<Input>,
    poke: Sender<Input>,
}

static HOOK: Once = Once::new();

impl Tty {
    /// Enters raw mode and starts the input thread.
    pub(crate) fn open() -> io::Result<Self> {
        // A panic restores the terminal before the message is printed.
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                restore();
                before(info);
            }));
        });
        enable_raw_mode()?;
        let terminal = execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
            .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        let terminal = terminal.inspect_err(|_| restore())?;
        let (poke, inputs) = channel();
        let ended = poke.clone();
        // Fails if an earlier `Tty` of this process has set a handler.
        let _ = ctrlc::set_handler(move || {
            let _ = ended.send(Input::End);
        });
        let listener = poke.clone();
        thread::Builder::new().name("keys".to_owned()).spawn(move || listen(&listener))?;
        Ok(Self { terminal, inputs, poke })
    }

    /// A sender with which other threads wake the event loop.
    pub(crate) fn poke(&self) -> Sender<Input> {
        self.poke.clone()
    }

    /// Waits for the next input, up to `wait` if that is set.
    pub(crate) fn next(&self, wait: Option<Duration>) -> Option<Input> {
        match wait {
            Some(wait) => self.inputs.recv_timeout(wait).ok(),
            None => self.inputs.recv().ok(),
        }
    }

    /// The next input that has already arrived.
    pub(crate) fn more(&self) -> Option<Input> {
        self.inputs.try_recv().ok()
    }

    /// Draws a frame and returns its clickable areas.
    pub(crate) fn draw<P>(
        &mut self,
        draw: impl FnOnce(&mut Buffer) -> Vec<Hit<P>>,
    ) -> io::Result<Vec<Hit<P>>> {
        let mut hits = Vec::new();
        self.terminal.draw(|frame| hits = draw(frame.buffer_mut()))?;
        Ok(hits)
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        restore();
    }
}

fn listen(to: &Sender<Input>) {
    loop {
        let input = match read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => Input::Key(key),
            Ok(Event::Mouse(mouse)) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                Input::Click(Position::new(mouse.column, mouse.row))
            }
            Ok(Event::Resize(..)) => Input::Resize,
            Ok(Event::Key(_) | Event::Mouse(_) | Event::FocusGained | Event::FocusLost | Event::Paste(_)) => {
                continue;
            }
            Err(_) => Input::End,
        };
        if to.send(input).is_err() || input == Input::End {
            return;
        }
    }
}

/// The target of a click. Areas drawn later are on top.
pub(crate) fn pressed<P: Clone>(hits: &[Hit<P>], at: Position) -> Option<P> {
    hits.iter().rev().find(|hit| hit.area.contains(at)).map(|hit| hit.press.clone())
}
