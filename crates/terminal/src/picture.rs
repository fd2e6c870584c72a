//! Screens for documentation: a game with a fixed seed and scripted decisions.

use std::fmt::Write as _;

use mazzo_bots::{Budget, Thought};
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::{Level, Millis, Pace};
use mazzo_room::solo::SoloTable;
use mazzo_text::Lang;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use crate::desk::{Deed, Desk, Now, Pane, Reach};
use crate::run::settings;
use crate::shown::{Does, Shown};
use crate::theme::{Depth, Theme};

/// The time at which every picture starts.
const START: Millis = Millis(1_800_000_000_000);

/// A local table with its screen, on a simulated clock.
pub(crate) struct Stage<G: Shown> {
    pub(crate) desk: Desk<G>,
    pub(crate) parlour: SoloTable<G>,
    pub(crate) now: Now,
    /// All messages that the screen received.
    #[cfg(test)]
    pub(crate) heard: Vec<String>,
}

impl<G: Shown> Stage<G> {
    pub(crate) fn open(seats: u8, rules: &str, seed: u8, lang: Lang, theme: Theme) -> Self {
        let settings = settings::<G>(seats, rules, Pace::Normal, Level::Medium);
        let bots = vec![Level::Medium; usize::from(seats) - 1];
        let parlour = SoloTable::open(settings, "Ada", &bots, [seed; 32], START);
        let parlour = parlour.unwrap_or_else(|_| unreachable!("the settings are valid"));
        let desk = Desk::new(lang, theme, "Ada", true, Reach::Here, 1);
        let mut stage = Self {
            desk,
            parlour,
            now: Now { here: START, table: START },
            #[cfg(test)]
            heard: Vec::new(),
        };
        stage.settle();
        stage
    }

    fn settle(&mut self) {
        loop {
            while let Some(told) = self.parlour.hear() {
                self.desk.hear(self.now, told.as_bytes());
                #[cfg(test)]
                self.heard.push(told);
            }
            self.desk.tick(self.now);
            let mut said = false;
            while let Some(deed) = self.desk.deeds.pop_front() {
                match deed {
                    Deed::Say(text) => {
                        self.parlour.say(self.now.table, &text);
                        said = true;
                    }
                    Deed::LookDeeper(at) => self.answer_question(at),
                    Deed::Undo
                    | Deed::KeepRecord
                    | Deed::Judge(_)
                    | Deed::Remember(_)
                    | Deed::KeepEvidence
                    | Deed::Leave => {}
                }
            }
            if !said {
                return;
            }
        }
    }

    fn answer_question(&mut self, at: usize) {
        let Some(question) = self.desk.question(at) else { return };
        // A fixed number of worlds, not a time limit: the result is the same on every machine.
        let thought = Thought::of(question.moment(), Budget::Worlds(40), 1);
        self.desk.thought_over(&question, thought);
    }

    /// Advances the clock by `ms`.
    pub(crate) fn pass(&mut self, ms: u64) {
        self.now = Now { here: self.now.here.plus(ms), table: self.now.table.plus(ms) };
        self.settle();
        while self.parlour.next_alarm().is_some_and(|alarm| alarm <= self.now.table) {
            self.parlour.wake(self.now.table);
            self.settle();
        }
    }

    /// Advances the clock until the player has a decision, or the result of a round is on screen. False if the game is over.
    pub(crate) fn until_asked(&mut self) -> bool {
        for _ in 0..4_000 {
            let is_asked = !self.desk.choices().now.is_empty() && self.desk.sealed().0.is_none();
            if self.desk.result_pause().is_some() || (self.desk.is_up_to_date() && is_asked) {
                return true;
            }
            if self.desk.is_up_to_date() && self.parlour.phase() != mazzo_protocol::Phase::Playing {
                return false;
            }
            self.pass(100);
        }
        false
    }

    pub(crate) fn code(&mut self, code: KeyCode) {
        self.desk.key(self.now, KeyEvent::new(code, KeyModifiers::NONE));
        self.settle();
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.code(if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) });
        }
    }

    /// Makes a decision; `number` varies the choice.
    pub(crate) fn respond(&mut self, number: u32) {
        if self.desk.result_pause().is_some() {
            return self.keys(" ");
        }
        let is_idle = |does: &Does<G::Action>| {
            matches!(does, Does::Nothing | Does::Arm | Does::Ahead(_) | Does::ChooseAhead(_))
        };
        let buttons = self.desk.buttons();
        let keys: Vec<char> =
            buttons.iter().filter(|button| !is_idle(&button.does)).map(|button| button.keys[0]).collect();
        let wanted = match number % 4 {
            0 => ['c', ' ', 'd', '\n', 'u', 'a', 'k', 'p', 'x'],
            1 => [' ', 'u', '\n', 'd', 'a', 'k', 'p', 'c', 'x'],
            2 => [' ', 'd', 'u', '\n', 'x', 'k', 'p', 'c', 'a'],
            _ => [' ', '\n', 'u', 'd', 'a', 'k', 'p', 'c', 'x'],
        };
        // Calls are rare, so that the row gets long.
        let may = |key: &char| keys.contains(key) && (*key != 'c' || number.is_multiple_of(16));
        if let Some(&key) = wanted.iter().find(|key| may(key)).or(keys.first()) {
            self.keys(&key.to_string());
        }
        if matches!(self.desk.pane, Some(Pane::Choose { .. })) {
            self.keys("\n");
        }
        if number.is_multiple_of(3) {
            self.code(KeyCode::Right);
        }
    }

    /// Makes `decisions` decisions and advances to the next one.
    #[cfg(test)]
    pub(crate) fn after(mut self, decisions: u32) -> Self {
        for decision in 1..=decisions {
            self.until_asked();
            self.respond(decision);
        }
        self.until_asked();
        self
    }

    pub(crate) fn draw(&self, width: u16, height: u16) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        self.desk.draw(self.now, &mut buffer);
        buffer
    }
}

/// A table in the middle of a game, drawn for a terminal of the given size, as text with ANSI colour codes.
pub fn picture(kind: GameKind, lang: Lang, width: u16, height: u16) -> String {
    fn scene<G: Shown>(seed: u8, decisions: u32, lang: Lang, size: (u16, u16)) -> String {
        let theme = Theme { depth: Depth::Full, ascii: false };
        let seats = 4.clamp(*G::SEATS.start(), *G::SEATS.end());
        let mut stage = Stage::<G>::open(seats, "", seed, lang, theme);
        // Stops at a turn of the player in the middle of a round.
        for decision in 1..=decisions {
            stage.until_asked();
            let lines = stage.desk.log().iter().rev();
            let since = lines.take_while(|line| line.manner != mazzo_narration::Manner::Heading).count();
            let is_turn = stage.desk.shown().and_then(G::on_turn) == stage.desk.me();
            if since > 6 && is_turn && stage.desk.buttons().len() > 1 {
                break;
            }
            stage.respond(decision);
        }
        stage.keys("h");
        to_ansi(&stage.draw(size.0, size.1))
    }
    with_game!(kind, Table => scene::<Table>(7, 80, lang, (width, height)))
}

/// Renders a buffer as text with ANSI colour codes.
fn to_ansi(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let mut last = Style::reset();
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let style = cell.style();
            if style != last {
                out.push_str("\u{1b}[0m");
                if let Some(Color::Rgb(red, green, blue)) = style.fg {
                    let _ = write!(out, "\u{1b}[38;2;{red};{green};{blue}m");
                }
                // Dim becomes an explicit grey: some renderers make dim text almost invisible.
                if style.add_modifier.contains(Modifier::DIM) {
                    out.push_str("\u{1b}[38;2;130;130;130m");
                }
                for (modifier, code) in [(Modifier::BOLD, 1), (Modifier::REVERSED, 7)] {
                    if style.add_modifier.contains(modifier) {
                        let _ = write!(out, "\u{1b}[{code}m");
                    }
                }
                last = style;
            }
            out.push_str(cell.symbol());
        }
        out.push_str("\u{1b}[0m\n");
    }
    out
}
