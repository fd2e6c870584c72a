//! The start screen: game, players, level, pace and house rules. The same rows set up a new table at a server.

use std::io;

use mazzo_core::{Kind, Options};
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::{Level, Pace};
use mazzo_text::{Lang, msg};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::canvas::{Canvas, Hit, draw};
use crate::desk::{Desk, Reach, title};
use crate::prefs::Prefs;
use crate::run::random;
use crate::shown::Shown;
use crate::theme::Theme;

/// A row of the screen: one setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Game,
    Players,
    Level,
    Pace,
    Name,
    Lang,
    Hints,
    Rule(usize),
}

/// The result of the start screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Chosen {
    /// Play with these settings.
    Play,
    /// Resume the saved table.
    GoOn,
    /// Leave the screen.
    Leave,
}

/// The target of a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StartPress {
    /// A row, to select it.
    Row(usize),
    /// An arrow of a row: the previous or the next value.
    Step(usize, i8),
    /// A key label.
    Choose(Chosen),
}

/// The state of the start screen.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The current settings.
    pub(crate) prefs: Prefs,
    /// The language of the screen.
    pub(crate) lang: Lang,
    /// The capabilities of the terminal.
    pub(crate) theme: Theme,
    /// A saved table exists.
    pub(crate) has_table: bool,
    /// The settings are for a table at a server.
    pub(crate) is_online: bool,
    /// An error to show.
    pub(crate) notice: Option<String>,
    at: usize,
}

/// The paces to choose from.
const PACES: [Pace; 3] = [Pace::Relaxed, Pace::Normal, Pace::Fast];

/// The value `step` places after `now`, cyclically.
fn cycled<T: PartialEq + Copy>(all: &[T], now: T, step: i8) -> T {
    let at = all.iter().position(|other| *other == now).unwrap_or(0);
    let count = all.len();
    all[(at + count).saturating_add_signed(step.into()) % count]
}

/// Changes one of the house rules in `text` by a step.
fn cycle_rule(kind: GameKind, text: &str, index: usize, step: i8) -> String {
    fn cycle<R: Options>(text: &str, index: usize, step: i8) -> String {
        let mut rules = R::parse(text).unwrap_or_default();
        let Some(key) = R::KEYS.get(index) else { return text.to_owned() };
        let value = rules.get(index);
        let next = match key.kind {
            Kind::Switch => 1 - value.min(1),
            Kind::Choice(words) => {
                let count = words.len() as u16;
                (value + count).saturating_add_signed(step.into()) % count
            }
            Kind::Number(low, high) => {
                value.saturating_add_signed(i16::from(step) * 50).clamp(low.max(50), high)
            }
        };
        rules.set(index, next);
        let changed: Vec<String> =
            rules.changed().map(|(key, value)| format!("{}={}", key.name, key.text(value))).collect();
        changed.join(",")
    }
    with_game!(kind, Table => cycle::<<Table as mazzo_core::Game>::Rules>(text, index, step))
}

fn rules_of(kind: GameKind, text: &str, lang: Lang) -> Vec<mazzo_narration::HouseRule> {
    fn all<R: Options>(text: &str, lang: Lang) -> Vec<mazzo_narration::HouseRule> {
        mazzo_narration::house_rules(lang, &R::parse(text).unwrap_or_default())
    }
    with_game!(kind, Table => all::<<Table as mazzo_core::Game>::Rules>(text, lang))
}

impl Start {
    /// The start screen with the preferences of the last run.
    pub(crate) fn new(prefs: Prefs, lang: Lang, theme: Theme, has_table: bool) -> Self {
        Self { prefs, lang, theme, has_table, is_online: false, notice: None, at: 0 }
    }

    /// The chosen game.
    pub(crate) fn kind(&self) -> GameKind {
        self.prefs.game.parse().unwrap_or(GameKind::ALL[0])
    }

    /// The number of players and the house rules of the chosen game.
    pub(crate) fn setup(&self) -> (u8, &str) {
        let kind = self.kind();
        (self.prefs.players(kind), self.prefs.rules(kind))
    }

    /// The name of the player at the table.
    pub(crate) fn player_name(&self) -> String {
        let name = &self.prefs.name;
        if name.trim().is_empty() { msg::t_default_name(self.lang) } else { name.clone() }
    }

    /// The screen of a table with these settings.
    pub(crate) fn desk<G: Shown>(&self, line: Reach) -> io::Result<Desk<G>> {
        // A random number for the first command, so that two runs do not reuse numbers.
        let first = u64::from_be_bytes(random()?) >> 12;
        Ok(Desk::new(self.lang, self.theme, &self.player_name(), self.prefs.hints, line, first))
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Game, Row::Players, Row::Level, Row::Pace, Row::Name, Row::Lang, Row::Hints];
        let count = rules_of(self.kind(), "", self.lang).len();
        rows.extend((0..count).map(Row::Rule));
        rows
    }

    fn change(&mut self, row: Row, step: i8) {
        let kind = self.kind();
        match row {
            Row::Game => cycled(&GameKind::ALL, kind, step).name().clone_into(&mut self.prefs.game),
            Row::Players => {
                let seats = with_game!(kind, Table => <Table as mazzo_core::Game>::SEATS);
                let all: Vec<u8> = seats.collect();
                let next = cycled(&all, self.prefs.players(kind), step);
                self.prefs.players.insert(kind.name().to_owned(), next);
            }
            Row::Level => self.prefs.level = cycled(&Level::ALL, self.prefs.level, step),
            Row::Pace => self.prefs.pace = cycled(&PACES, self.prefs.pace, step),
            Row::Name => {}
            Row::Lang => {
                self.lang = cycled(&Lang::ALL, self.lang, step);
                self.lang.code().clone_into(&mut self.prefs.lang);
            }
            Row::Hints => self.prefs.hints = !self.prefs.hints,
            Row::Rule(index) => {
                let next = cycle_rule(kind, self.prefs.rules(kind), index, step);
                self.prefs.rules.insert(kind.name().to_owned(), next);
            }
        }
    }

    /// Handles a key.
    #[expect(
        clippy::match_same_arms,
        reason = "the order of the arms matters: the name field takes letters first"
    )]
    #[expect(clippy::wildcard_enum_match_arm, reason = "most keys do nothing here")]
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Chosen> {
        let rows = self.rows();
        let row = rows.get(self.at).copied().unwrap_or(Row::Game);
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (key.code == KeyCode::Char('c')).then_some(Chosen::Leave);
        }
        self.notice = None;
        match key.code {
            KeyCode::Enter => return Some(Chosen::Play),
            KeyCode::Esc => return Some(Chosen::Leave),
            KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1).min(rows.len() - 1),
            KeyCode::Left => self.change(row, -1),
            KeyCode::Right => self.change(row, 1),
            KeyCode::Backspace if row == Row::Name => {
                self.prefs.name.pop();
            }
            // In the name field letters are text, not commands.
            KeyCode::Char(c) if row == Row::Name => self.type_in_name(c),
            KeyCode::Char(' ') => self.change(row, 1),
            KeyCode::Char('q') => return Some(Chosen::Leave),
            KeyCode::Char('c') if self.has_table => return Some(Chosen::GoOn),
            _ => {}
        }
        None
    }

    fn type_in_name(&mut self, c: char) {
        if self.prefs.name.chars().count() < mazzo_protocol::MAX_NAME {
            self.prefs.name.push(c);
        }
    }

    /// Handles a click.
    pub(crate) fn press(&mut self, press: StartPress) -> Option<Chosen> {
        let rows = self.rows();
        match press {
            StartPress::Row(at) => self.at = at,
            StartPress::Step(at, step) => {
                self.at = at;
                self.change(rows.get(at).copied().unwrap_or(Row::Game), step);
            }
            StartPress::Choose(chosen) => return Some(chosen),
        }
        None
    }

    /// The texts of a row: its name, its value, and an explanation of the value.
    fn row_texts(&self, row: Row) -> (String, String, String) {
        let lang = self.lang;
        let kind = self.kind();
        match row {
            Row::Game => {
                let about = with_game!(kind, Table => <Table as Shown>::about(lang));
                (msg::t_row_game(lang), title(kind.name()), about)
            }
            Row::Players => {
                (msg::t_row_players(lang), self.setup().0.to_string(), msg::t_about_players(lang))
            }
            Row::Level => {
                let level = self.prefs.level;
                (
                    msg::t_row_level(lang),
                    mazzo_narration::level(lang, level),
                    mazzo_narration::level_about(lang, level),
                )
            }
            Row::Pace => {
                let pace = self.prefs.pace;
                (
                    msg::t_row_pace(lang),
                    mazzo_narration::pace(lang, pace),
                    mazzo_narration::pace_about(lang, pace),
                )
            }
            Row::Name => (msg::t_row_name(lang), self.prefs.name.clone(), msg::t_about_name(lang)),
            Row::Lang => (msg::t_row_lang(lang), msg::t_this_language(lang), msg::t_about_lang(lang)),
            Row::Hints => {
                let value = if self.prefs.hints { msg::rule_on(lang) } else { msg::rule_off(lang) };
                (msg::t_row_hints(lang), value, msg::t_about_hints(lang))
            }
            Row::Rule(index) => {
                let rules = rules_of(kind, self.setup().1, lang);
                let rule = &rules[index];
                (rule.name.clone(), rule.value.clone(), rule.about.clone())
            }
        }
    }

    /// Draws the screen and returns the clickable areas.
    pub(crate) fn draw(&self, buffer: &mut Buffer) -> Vec<Hit<StartPress>> {
        draw(buffer, self.theme, |canvas, screen| self.draw_on(canvas, screen))
    }

    fn draw_on(&self, canvas: &mut Canvas<'_, StartPress>, screen: Rect) {
        let (lang, theme) = (self.lang, self.theme);
        if screen.width < 40 || screen.height < 12 {
            let text = msg::TTooSmall { height: "12", width: "40" }.say(lang);
            return canvas.centred(screen, screen.y + screen.height / 2, &text, Style::new());
        }
        let wide = screen.width.min(76);
        let area = Rect::new(screen.x + (screen.width - wide) / 2, screen.y, wide, screen.height);
        let lift = screen.height.saturating_sub(24) / 3;
        let mut y = area.y + lift;
        canvas.text(area.x + 2, y, area.width, "M A Z Z O", theme.strong());
        let subtitle = if self.is_online { msg::t_open_table(lang) } else { msg::t_subtitle(lang) };
        canvas.text(area.x + 14, y, area.width.saturating_sub(16), &subtitle, theme.quiet());
        y += 2;
        let rows = self.rows();
        let room = usize::from(screen.height.saturating_sub(lift + 8)).max(3);
        let first =
            if rows.len() > room { self.at.saturating_sub(room / 2).min(rows.len() - room) } else { 0 };
        for (index, &row) in rows.iter().enumerate().skip(first).take(room) {
            let (name, value, _) = self.row_texts(row);
            let is_here = index == self.at;
            let style = if is_here { theme.chosen() } else { Style::new() };
            canvas.fill(Rect::new(area.x + 1, y, area.width.saturating_sub(2), 1), " ", style);
            canvas.text(area.x + 3, y, 26, &name, style);
            let value = if row == Row::Name && is_here { format!("{value}█") } else { value };
            canvas.text(area.x + 30, y, 2, "‹", style);
            canvas.text(area.x + 32, y, 36, &value, style.patch(theme.strong()));
            canvas.text(area.right() - 4, y, 2, "›", style);
            canvas.press(Rect::new(area.x + 1, y, 28, 1), StartPress::Row(index));
            canvas.press(Rect::new(area.x + 29, y, 3, 1), StartPress::Step(index, -1));
            canvas.press(
                Rect::new(area.x + 32, y, area.width.saturating_sub(33), 1),
                StartPress::Step(index, 1),
            );
            y += 1;
        }
        y += 1;
        let about = rows.get(self.at).map_or_else(String::new, |&row| self.row_texts(row).2);
        canvas.paragraph(Rect::new(area.x + 3, y, area.width - 6, 2), &about, theme.quiet());
        let y = screen.bottom() - 2;
        if let Some(notice) = &self.notice {
            canvas.text(area.x + 3, y - 1, area.width - 6, notice, theme.call());
        }
        let mut x = area.x + 3;
        let play = if self.is_online { msg::t_key_open(lang) } else { msg::t_key_play(lang) };
        let choose = StartPress::Choose;
        x += canvas.key(x, y, area.right() - x, "Enter", &play, choose(Chosen::Play)) + 2;
        if self.has_table {
            x += canvas.key(x, y, area.right() - x, "C", &msg::t_key_go_on(lang), choose(Chosen::GoOn)) + 2;
        }
        x += canvas.text(x, y, area.right() - x, "↑↓ ←→", theme.quiet()) + 2;
        canvas.key(
            x,
            y,
            area.right().saturating_sub(x),
            "Esc",
            &msg::t_key_leave(lang),
            choose(Chosen::Leave),
        );
    }
}
