//! The terminal itself: taken over, listened to, and given back as it was, whatever happens.

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

/// What comes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    Key(KeyEvent),
    /// Pressed with the mouse.
    Click(Position),
    /// The size is another.
    Resize,
    /// Something was heard elsewhere.
    Poke,
    /// The terminal is gone, or a signal says to end.
    End,
}

/// Gives the terminal back.
fn give_back() {
    // If this fails there is no terminal any more, and nobody to tell.
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
    let _ = disable_raw_mode();
}

/// The terminal while it is ours.
pub(crate) struct Tty {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    inputs: Receiver<Input>,
    poke: Sender<Input>,
}

static HOOK: Once = Once::new();

impl Tty {
    /// Takes the terminal over.
    pub(crate) fn open() -> io::Result<Self> {
        // A panic gives the terminal back before it says what is wrong.
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                give_back();
                before(info);
            }));
        });
        enable_raw_mode()?;
        let terminal = execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
            .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        let terminal = terminal.inspect_err(|_| give_back())?;
        let (poke, inputs) = channel();
        let ended = poke.clone();
        // A handler that is there already belongs to an earlier screen of this program.
        let _ = ctrlc::set_handler(move || {
            let _ = ended.send(Input::End);
        });
        let listener = poke.clone();
        thread::Builder::new().name("keys".to_owned()).spawn(move || listen(&listener))?;
        Ok(Self { terminal, inputs, poke })
    }

    /// What wakes the loop up from elsewhere.
    pub(crate) fn poke(&self) -> Sender<Input> {
        self.poke.clone()
    }

    /// The next that comes in, if anything does in time.
    pub(crate) fn next(&self, wait: Option<Duration>) -> Option<Input> {
        match wait {
            Some(wait) => self.inputs.recv_timeout(wait).ok(),
            None => self.inputs.recv().ok(),
        }
    }

    /// What has come in meanwhile.
    pub(crate) fn more(&self) -> Option<Input> {
        self.inputs.try_recv().ok()
    }

    /// Draws.
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
        give_back();
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

/// What was pressed there: what was drawn last lies on top.
pub(crate) fn pressed<P: Clone>(hits: &[Hit<P>], at: Position) -> Option<P> {
    hits.iter().rev().find(|hit| hit.area.contains(at)).map(|hit| hit.press.clone())
}
