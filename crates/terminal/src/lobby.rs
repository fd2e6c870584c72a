//! The lobby screen: the tables of a server.

use mazzo_protocol::{Phase, TableInfo};
use mazzo_text::{Lang, msg};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::canvas::{Canvas, Hit, draw};
use crate::desk::title;
use crate::theme::Theme;

/// The result of a key press in the lobby.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    /// Join this table.
    Join(String),
    /// Open a table.
    Open,
    /// Reload the list.
    Again,
    /// Leave the lobby.
    Leave,
}

/// The target of a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LobbyPress {
    /// A table, by its index.
    Table(usize),
    /// A key label.
    Key(char),
}

/// The state of the lobby screen.
#[derive(Clone, Debug)]
pub(crate) struct Lobby {
    /// The URL of the server.
    pub(crate) server: String,
    /// Its tables.
    pub(crate) tables: Vec<TableInfo>,
    /// The language of the screen.
    pub(crate) lang: Lang,
    /// The capabilities of the terminal.
    pub(crate) theme: Theme,
    /// An error to show.
    pub(crate) notice: Option<String>,
    at: usize,
}

impl Lobby {
    /// A lobby with these tables.
    pub(crate) const fn new(server: String, tables: Vec<TableInfo>, lang: Lang, theme: Theme) -> Self {
        Self { server, tables, lang, theme, notice: None, at: 0 }
    }

    fn chosen(&self) -> Option<Wish> {
        self.tables.get(self.at).map(|table| Wish::Join(table.table.clone()))
    }

    /// Handles a key.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most keys do nothing here")]
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Wish> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (key.code == KeyCode::Char('c')).then_some(Wish::Leave);
        }
        match key.code {
            KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Down => self.at = (self.at + 1).min(self.tables.len().saturating_sub(1)),
            KeyCode::Enter => return self.chosen(),
            KeyCode::Char('n') => return Some(Wish::Open),
            KeyCode::Char('r') => return Some(Wish::Again),
            KeyCode::Char('q') | KeyCode::Esc => return Some(Wish::Leave),
            _ => {}
        }
        None
    }

    /// Handles a click. A click on the selected table joins it.
    pub(crate) fn press(&mut self, press: LobbyPress) -> Option<Wish> {
        match press {
            LobbyPress::Table(at) if at == self.at => self.chosen(),
            LobbyPress::Table(at) => {
                self.at = at;
                None
            }
            LobbyPress::Key(key) => {
                let code = if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) };
                self.key(KeyEvent::new(code, KeyModifiers::NONE))
            }
        }
    }

    /// Draws the screen and returns the clickable areas.
    pub(crate) fn draw(&self, buffer: &mut Buffer) -> Vec<Hit<LobbyPress>> {
        draw(buffer, self.theme, |canvas, screen| self.draw_on(canvas, screen))
    }

    fn draw_on(&self, canvas: &mut Canvas<'_, LobbyPress>, screen: Rect) {
        let (lang, theme) = (self.lang, self.theme);
        let head = Rect::new(screen.x, screen.y, screen.width, 1);
        canvas.fill(head, " ", theme.chosen());
        canvas.text(head.x, head.y, head.width, &format!(" Mazzo · {}", self.server), theme.chosen());
        let area = Rect::new(screen.x + 2, screen.y + 2, screen.width.saturating_sub(4), screen.height);
        if self.tables.is_empty() {
            canvas.text(area.x, area.y, area.width, &msg::t_no_tables(lang), theme.quiet());
        }
        for (index, table) in self.tables.iter().enumerate().take(screen.height.saturating_sub(6).into()) {
            let y = area.y + index as u16;
            let style = if index == self.at { theme.chosen() } else { Style::new() };
            canvas.fill(Rect::new(area.x, y, area.width, 1), " ", style);
            canvas.text(area.x + 1, y, 14, &title(&table.game), style);
            let host = table.host.clone().unwrap_or_default();
            canvas.text(area.x + 16, y, 24, &host, style);
            let sitting = format!("{}/{}", u16::from(table.people) + u16::from(table.bots), table.seats);
            canvas.text(area.x + 41, y, 6, &sitting, style);
            let state = match table.phase {
                Phase::Gathering => msg::t_waits_for_people(lang),
                Phase::Dealing | Phase::Playing | Phase::Paused | Phase::Over | Phase::Closed => {
                    msg::t_is_playing(lang)
                }
            };
            canvas.text(area.x + 48, y, area.width.saturating_sub(48), &state, style);
            canvas.press(Rect::new(area.x, y, area.width, 1), LobbyPress::Table(index));
        }
        let y = screen.bottom() - 1;
        if let Some(notice) = &self.notice {
            canvas.text(area.x, y - 2, area.width, notice, theme.call());
        }
        let keys = [
            ("Enter", LobbyPress::Key('\n'), msg::t_key_join(lang)),
            ("N", LobbyPress::Key('n'), msg::t_key_open(lang)),
            ("R", LobbyPress::Key('r'), msg::t_key_refresh(lang)),
            ("Q", LobbyPress::Key('q'), msg::t_key_leave(lang)),
        ];
        canvas.keys(Rect { x: area.x, width: screen.width.saturating_sub(2), ..screen }, keys);
    }
}
