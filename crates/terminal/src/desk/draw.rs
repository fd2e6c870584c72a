//! Draws the table: other seats at the top, the row or the piles in the middle, the player's hand at the bottom.

use mazzo_core::Seat;
use mazzo_narration::{Manner, Tint};
use mazzo_protocol::{Phase, Sitter};
use mazzo_text::msg;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{Desk, Now, Pane, Press, Reach};
use crate::canvas::{Canvas, Face, Hit, draw, width, wrapped_pieces};
use crate::shown::{Look, Shown};

/// Minimum size of the terminal for a table.
pub(crate) const LEAST: (u16, u16) = (60, 20);
/// Minimum size of the terminal for large cards.
const LARGE: (u16, u16) = (110, 34);

/// The capitalized name of a game.
pub(crate) fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The areas of the screen.
struct Parts {
    head: Rect,
    seats: Rect,
    middle: Rect,
    actions: Rect,
    hand: Rect,
    log: Rect,
    foot: Rect,
}

fn parts(screen: Rect, others: u16, is_large: bool) -> Parts {
    let per_line = if is_large { 9 } else { 5 };
    let lines = others.div_ceil(per_line).max(1);
    let seats_high = lines * if is_large { 4 } else { 3 };
    let hand_high = if is_large { 8 } else { 5 };
    let log_wide = if screen.width >= 76 { (screen.width * 2 / 5).min(46) } else { 0 };
    let main = screen.width - if is_large { log_wide } else { 0 };
    let at = |y: u16, high: u16| Rect::new(screen.x, screen.y + y, main, high);
    let foot_y = screen.height - 1;
    let hand_y = foot_y - hand_high;
    let actions_y = hand_y - 3;
    let seats_y = 1;
    let middle_y = seats_y + seats_high;
    let log = if is_large {
        Rect::new(screen.x + main + 1, screen.y + 1, log_wide.saturating_sub(1), screen.height - 2)
    } else {
        // To the right of the hand and the actions.
        let x = screen.x + screen.width - log_wide;
        Rect::new(x, screen.y + actions_y, log_wide, foot_y - actions_y)
    };
    let low = if is_large { main } else { screen.width - log_wide };
    Parts {
        head: Rect::new(screen.x, screen.y, screen.width, 1),
        seats: at(seats_y, seats_high),
        middle: at(middle_y, actions_y - middle_y),
        actions: Rect::new(screen.x, screen.y + actions_y, low, 3),
        hand: Rect::new(screen.x, screen.y + hand_y, low, hand_high),
        log,
        foot: Rect::new(screen.x, screen.y + foot_y, screen.width, 1),
    }
}

impl<G: Shown> Desk<G> {
    /// Draws the screen and returns the clickable areas.
    pub(crate) fn draw(&self, now: Now, buffer: &mut Buffer) -> Vec<Hit<Press>> {
        draw(buffer, self.theme, |canvas, screen| {
            if screen.width < LEAST.0 || screen.height < LEAST.1 {
                let text = msg::TTooSmall { height: &LEAST.1.to_string(), width: &LEAST.0.to_string() };
                canvas.centred(screen, screen.y + screen.height / 2, &text.say(self.lang), Style::new());
            } else {
                self.draw_all(now, screen, canvas);
            }
        })
    }

    fn draw_all(&self, now: Now, screen: Rect, canvas: &mut Canvas<'_, Press>) {
        let is_large = screen.width >= LARGE.0 && screen.height >= LARGE.1;
        let seats = self.shown().map_or(2, G::seats_of);
        let parts = parts(screen, u16::from(seats) - 1, is_large);
        self.draw_head(parts.head, canvas);
        match (self.phase(), self.shown()) {
            (Some(Phase::Gathering | Phase::Dealing), _) => {
                let area = Rect::new(screen.x, screen.y + 1, screen.width, screen.height - 2);
                self.draw_gathering(area, canvas);
                let y = parts.foot.y - 1;
                self.draw_notice(Rect::new(screen.x, y, screen.width, 1), canvas);
            }
            (Some(_), Some(view)) => {
                let look = self.look(view, is_large);
                self.draw_seats(&look, parts.seats, canvas);
                let middle = Rect::new(
                    parts.middle.x + 1,
                    parts.middle.y,
                    parts.middle.width - 2,
                    parts.middle.height,
                );
                G::middle(&look, middle, canvas);
                self.draw_actions(now, &look, parts.actions, canvas);
                self.draw_hand(&look, parts.hand, canvas);
                self.draw_log(parts.log, canvas);
                self.draw_call_banner(middle, canvas);
            }
            (None | Some(_), _) => {
                let middle = screen.y + screen.height / 2;
                canvas.centred(screen, middle, &msg::t_waiting_for_table(self.lang), canvas.theme.quiet());
            }
        }
        self.draw_foot(parts.foot, canvas);
        let lower = Rect::new(screen.x, parts.actions.y, screen.width, screen.bottom() - parts.actions.y);
        self.draw_over(lower, canvas);
        self.draw_pane(canvas);
        if let Reach::Gone(why) = &self.line {
            let inner = canvas.pane(&msg::t_gone(self.lang), (60, 6));
            canvas.paragraph(Rect { y: inner.y + 1, height: 2, ..inner }, why, Style::new());
            canvas.keys(inner, [("Q", Press::Key('q'), msg::t_key_leave(self.lang))]);
        }
    }

    fn draw_head(&self, area: Rect, canvas: &mut Canvas<'_, Press>) {
        let (lang, theme) = (self.lang, canvas.theme);
        canvas.fill(area, " ", theme.chosen());
        let mut parts = vec![format!(" Mazzo · {}", title(G::NAME))];
        if let (Some(view), Some(Phase::Playing | Phase::Paused | Phase::Over)) = (self.shown(), self.phase())
        {
            parts.push(msg::replay_round(lang, &G::round_of(view).to_string()));
            let way = if G::is_clockwise(view) { "↻" } else { "↺" };
            parts.push(way.to_owned());
        }
        canvas.text(
            area.x,
            area.y,
            area.width,
            &parts.join(" · "),
            theme.chosen().add_modifier(Modifier::BOLD),
        );
        let state = match &self.line {
            Reach::Here => msg::t_alone(lang),
            Reach::Good if self.me().is_none() => msg::t_watching(lang),
            Reach::Good => msg::t_connected(lang),
            Reach::Lost(_, tries) => msg::t_reconnecting(lang, &tries.to_string()),
            Reach::Gone(_) => msg::t_gone(lang),
        };
        let style = match &self.line {
            Reach::Lost(..) | Reach::Gone(_) => theme.call_place(),
            Reach::Here | Reach::Good => theme.chosen(),
        };
        canvas.right(area, area.y, &format!("{state} "), style);
    }

    /// Draws the other seats, starting with the left neighbour.
    fn draw_seats(&self, look: &Look<'_, G>, area: Rect, canvas: &mut Canvas<'_, Press>) {
        let seats = G::seats_of(look.view);
        let others: Vec<Seat> = match self.me() {
            Some(me) => (1..seats).map(|step| Seat::new((me.index() as u8 + step) % seats)).collect(),
            None => (0..seats).map(Seat::new).collect(),
        };
        let high = if look.is_large { 4 } else { 3 };
        let lines = (area.height / high).max(1);
        let per_line = (others.len() as u16).div_ceil(lines).max(1);
        let wide = area.width / per_line;
        for (index, seat) in others.into_iter().enumerate() {
            let (x, y) = (index as u16 % per_line * wide, index as u16 / per_line * high);
            self.draw_seat(look, seat, Rect::new(area.x + x, area.y + y, wide, high), canvas);
        }
    }

    fn draw_seat(&self, look: &Look<'_, G>, seat: Seat, area: Rect, canvas: &mut Canvas<'_, Press>) {
        let theme = canvas.theme;
        let is_on_turn = G::on_turn(look.view) == Some(seat);
        let style = if is_on_turn { theme.turn() } else { theme.strong() };
        let mark = if is_on_turn { "▶" } else { " " };
        let room = area.width.saturating_sub(2);
        canvas.text(area.x, area.y, 1, mark, style);
        let used = canvas.text(area.x + 1, area.y, room, look.name(seat), style);
        let note = self.seat_note(seat);
        if !note.is_empty() {
            canvas.text(
                area.x + 1 + used,
                area.y,
                room.saturating_sub(used),
                &format!(" {note}"),
                theme.quiet(),
            );
        }
        let [cards, won] = G::seat(look, seat);
        canvas.pieces(area.x + 1, area.y + 1, room, &cards);
        canvas.pieces(area.x + 1, area.y + 2, room, &won);
    }

    /// The note beside a name: the level of a bot, or away, offline, still to answer.
    fn seat_note(&self, seat: Seat) -> String {
        let Some(table) = self.table() else { return String::new() };
        let waits = table.clock.waiting.contains(&(seat.index() as u8));
        let note = match table.room.chairs.get(seat.index()).map(|chair| &chair.sitter) {
            Some(Sitter::Bot { level }) => mazzo_narration::level(self.lang, *level),
            Some(Sitter::Person { away: true, .. }) => msg::t_away(self.lang),
            Some(Sitter::Person { online: false, .. }) => msg::t_offline(self.lang),
            Some(Sitter::Person { .. } | Sitter::Nobody) | None => String::new(),
        };
        if waits { format!("{note} …").trim().to_owned() } else { note }
    }

    /// Draws the buttons and the time left.
    fn draw_actions(&self, now: Now, look: &Look<'_, G>, area: Rect, canvas: &mut Canvas<'_, Press>) {
        let (lang, theme) = (self.lang, canvas.theme);
        let me = self.me();
        let is_mine = me.is_some() && G::on_turn(look.view) == me;
        let is_window = self.table().is_some_and(|table| table.clock.window) && self.is_up_to_date();
        let (answer, premove) = self.sealed();
        let status = if self.phase() != Some(Phase::Playing) || !self.is_up_to_date() {
            String::new()
        } else if is_mine {
            msg::t_your_turn(lang)
        } else if is_window && answer.is_some() {
            msg::t_answered(lang)
        } else if is_window && !self.choices().now.is_empty() {
            msg::t_window(lang)
        } else if is_window {
            msg::t_others_answer(lang)
        } else {
            G::on_turn(look.view).map_or_else(String::new, |seat| msg::t_turn_of(lang, look.name(seat)))
        };
        let style = if is_mine || (is_window && answer.is_none() && !self.choices().now.is_empty()) {
            theme.turn()
        } else {
            Style::new()
        };
        let used = canvas.text(area.x + 1, area.y, area.width.saturating_sub(2), &status, style);
        if let Some((left, whole)) = self.remaining(now).filter(|_| self.is_up_to_date()) {
            countdown(
                canvas,
                Rect::new(area.x + 2 + used, area.y, area.width.saturating_sub(used + 3), 1),
                left,
                whole,
            );
        }
        if premove.is_some() {
            canvas.right(area, area.y, &msg::t_put_down(lang), theme.quiet());
        }
        let mut x = area.x + 1;
        let mut y = area.y + 1;
        for button in self.buttons() {
            let cap = match button.keys[0] {
                '\n' => "Enter".to_owned(),
                ' ' => msg::t_space(lang),
                key => key.to_uppercase().to_string(),
            };
            let text: String = button.label.iter().map(|piece| piece.text.as_str()).collect();
            let mark = if button.is_on { " *" } else { "" };
            let room = width(&cap) + width(&text) + width(mark) + 3;
            if x + room > area.right() && x > area.x + 1 {
                (x, y) = (area.x + 1, y + 1);
            }
            if y >= area.bottom() {
                break;
            }
            let start = x;
            let style = if button.is_call { theme.call_place() } else { theme.chosen() };
            x += canvas.text(x, y, area.right() - x, &format!(" {cap} "), style);
            x += canvas.text(x, y, area.right().saturating_sub(x), " ", Style::new());
            x += canvas.pieces(x, y, area.right().saturating_sub(x), &button.label);
            x += canvas.text(x, y, area.right().saturating_sub(x), mark, theme.good());
            canvas.press(Rect::new(start, y, x - start, 1), Press::Key(button.keys[0]));
            x += 2;
        }
        let below = Rect::new(area.x + 1, area.bottom() - 1, area.width.saturating_sub(2), 1);
        if y < area.bottom() - 1 {
            self.draw_notice_or_hint(look, below, canvas);
        } else if self.notice.is_some() || self.advice.is_some() {
            canvas.clear(Rect::new(below.x, area.y, below.width, 1));
            self.draw_notice_or_hint(look, Rect::new(below.x, area.y, below.width, 1), canvas);
        }
    }

    fn draw_notice(&self, area: Rect, canvas: &mut Canvas<'_, Press>) {
        if let Some((text, _)) = &self.notice {
            canvas.text(area.x + 1, area.y, area.width.saturating_sub(2), text, canvas.theme.call());
        }
    }

    fn draw_notice_or_hint(&self, look: &Look<'_, G>, area: Rect, canvas: &mut Canvas<'_, Press>) {
        if self.notice.is_some() {
            return self.draw_notice(Rect::new(area.x - 1, area.y, area.width + 2, 1), canvas);
        }
        let Some(advice) = &self.advice else { return };
        let label: String = look.label(advice.choice).into_iter().map(|piece| piece.text).collect();
        let value = advice.value(advice.choice).filter(|value| *value <= 1.0);
        let mut text = msg::t_advice(self.lang, &label);
        if let Some(value) = value {
            text = format!("{text} ({})", mazzo_narration::percent(self.lang, value));
        }
        if let Some(odds) = G::odds_in_short(self.lang, look.view, advice.odds) {
            text = format!("{text} · {odds}");
        }
        canvas.text(area.x, area.y, area.width, &text, canvas.theme.good());
    }

    fn draw_hand(&self, look: &Look<'_, G>, area: Rect, canvas: &mut Canvas<'_, Press>) {
        let Some(me) = self.me() else { return };
        let faces: Vec<Face> = G::hand(look, &self.offer());
        let [_, won] = G::seat(look, me);
        let is_few = faces.len() <= 5;
        let (wide, high) = match (look.is_large, is_few) {
            (true, true) => (11, 7),
            (true, false) => (7, 5),
            (false, true) => (7, 4),
            (false, false) => (6, 4),
        };
        let count = faces.len() as u16;
        let room = area.width.saturating_sub(wide + 2);
        // Cards that do not fit overlap, with at least the corner of each visible.
        let step = if count > 1 { (room / (count - 1)).clamp(1, wide) } else { wide };
        let min_step = 4;
        let step = step.max(min_step).min(wide);
        let fits = usize::from(room / step) + 1;
        let first =
            if faces.len() > fits { self.chosen.saturating_sub(fits / 2).min(faces.len() - fits) } else { 0 };
        let y = area.bottom() - high - 1;
        for (index, face) in faces.iter().enumerate().skip(first).take(fits) {
            let x = area.x + 1 + (index - first) as u16 * step;
            let is_chosen = index == self.chosen;
            let card = Rect::new(x, y, wide, high);
            canvas.card(card, face, is_chosen);
            canvas.press(card, Press::Card(index));
        }
        if let Some(face) = faces.get(self.chosen).filter(|_| step < wide && self.chosen >= first) {
            let x = area.x + 1 + (self.chosen - first) as u16 * step;
            canvas.card(Rect::new(x, y, wide, high), face, true);
            canvas.press(Rect::new(x, y, wide, high), Press::Card(self.chosen));
        }
        // The player's name and winnings, under the hand.
        let y = area.bottom() - 1;
        let is_mine = G::on_turn(look.view) == Some(me);
        let style = if is_mine { canvas.theme.turn() } else { canvas.theme.strong() };
        let mark = if is_mine { "▶" } else { " " };
        let mut x = area.x;
        x += canvas.text(x, y, area.width, &format!("{mark}{}  ", look.name(me)), style);
        x += canvas.pieces(x, y, area.right().saturating_sub(x), &won);
        if self.table().is_some_and(|table| table.mine.auto_pass) {
            let text = format!("  {}", msg::t_auto_pass(self.lang));
            canvas.text(x, y, area.right().saturating_sub(x), &text, canvas.theme.quiet());
        }
    }

    /// Draws the end of the log, the newest line at the bottom.
    pub(super) fn draw_log(&self, area: Rect, canvas: &mut Canvas<'_, Press>) {
        if area.width < 10 {
            return;
        }
        for y in area.top()..area.bottom() {
            canvas.text(area.x, y, 1, "│", canvas.theme.quiet());
        }
        let inner = Rect::new(area.x + 2, area.y, area.width - 2, area.height);
        self.draw_lines(inner, self.log().len(), canvas);
        canvas.press(area, Press::Key('l'));
    }

    /// Draws the lines of the log before `end`, as many as fit.
    pub(super) fn draw_lines(&self, area: Rect, end: usize, canvas: &mut Canvas<'_, Press>) {
        let mut rows = Vec::new();
        for line in self.log()[..end.min(self.log().len())].iter().rev() {
            let indent = if line.manner == Manner::Below { 2 } else { 0 };
            let mut pieces = line.pieces.clone();
            if line.manner == Manner::Heading {
                for piece in &mut pieces {
                    piece.tint = Tint::Strong;
                }
            }
            if indent > 0 {
                pieces.insert(0, mazzo_narration::Piece { text: "  ".to_owned(), tint: Tint::Plain });
            }
            let mut lines = wrapped_pieces(&pieces, area.width, indent + 2);
            lines.reverse();
            rows.extend(lines);
            if rows.len() >= usize::from(area.height) {
                break;
            }
        }
        rows.truncate(area.height.into());
        let count = rows.len() as u16;
        for (index, pieces) in rows.into_iter().rev().enumerate() {
            canvas.pieces(area.x, area.bottom() - count + index as u16, area.width, &pieces);
        }
    }

    /// Draws a banner for a call while it is the newest move.
    fn draw_call_banner(&self, area: Rect, canvas: &mut Canvas<'_, Press>) {
        let newest = self.log().iter().rev().find(|line| line.manner != Manner::Below);
        let Some(line) = newest.filter(|line| line.is_call() && line.manner == Manner::Move) else { return };
        if self.is_up_to_date() {
            return;
        }
        let text = format!("  {}  ", line.text());
        let wide = width(&text).min(area.width);
        let x = area.x + (area.width - wide) / 2;
        let y = area.bottom() - 1;
        canvas.text(x, y, wide, &text, canvas.theme.call_place());
    }

    fn draw_foot(&self, area: Rect, canvas: &mut Canvas<'_, Press>) {
        let lang = self.lang;
        let mut keys: Vec<(&str, char, String)> = match self.phase() {
            Some(Phase::Gathering) => self.gathering_keys(),
            Some(Phase::Over) if self.is_up_to_date() => Vec::new(),
            Some(Phase::Playing | Phase::Paused | Phase::Over) => {
                let mut keys = Vec::new();
                if self.me().is_some() {
                    if self.hints {
                        keys.push(("H", 'h', msg::t_key_hint(lang)));
                    }
                    if self.can_undo {
                        keys.push(("Z", 'z', msg::t_key_undo(lang)));
                    }
                    keys.push(("T", 't', msg::t_key_talk(lang)));
                }
                keys.push(("W", 'w', msg::t_key_why(lang)));
                keys
            }
            Some(Phase::Dealing | Phase::Closed) | None => Vec::new(),
        };
        keys.extend([
            ("?", '?', msg::t_key_help(lang)),
            ("Q", 'q', msg::t_key_leave(lang)),
            ("L", 'l', msg::t_key_log(lang)),
            ("R", 'r', msg::t_key_rules(lang)),
        ]);
        if self.me().is_some() && matches!(self.phase(), Some(Phase::Playing | Phase::Paused)) {
            keys.push(("←→", '\0', msg::t_key_card(lang)));
        }
        let mut x = area.x + 1;
        for (key, press, what) in keys {
            if x + width(key) + width(&what) + 1 > area.right() {
                break;
            }
            x += canvas.small_key(x, area.y, area.right() - x, key, &what, Press::Key(press)) + 2;
        }
    }

    fn draw_pane(&self, canvas: &mut Canvas<'_, Press>) {
        match &self.pane {
            Some(Pane::Help) => self.draw_help(canvas),
            Some(Pane::Log(back)) => self.draw_whole_log(*back, canvas),
            Some(Pane::Rules { section, scroll }) => self.draw_rules(*section, *scroll, canvas),
            Some(Pane::Phrases) => self.draw_phrases(canvas),
            Some(Pane::Choose { actions, at, .. }) => self.draw_choice(actions, *at, canvas),
            Some(Pane::Leave) => self.draw_leave(canvas),
            Some(Pane::Alarm) => self.draw_alarm(canvas),
            Some(Pane::Review(at)) => self.draw_review(*at, canvas),
            Some(Pane::Write(text)) => self.draw_write(text, canvas),
            None => {}
        }
    }
}

/// Draws the time left as a bar and in seconds.
fn countdown(canvas: &mut Canvas<'_, Press>, area: Rect, left: u64, whole: u64) {
    let seconds = format!("{} s", left.div_ceil(1000));
    let room = area.width.saturating_sub(width(&seconds) + 1).min(16);
    if area.width < 8 {
        return;
    }
    let full = (u64::from(room) * left).div_ceil(whole.max(1)) as u16;
    let style = if left * 3 < whole { canvas.theme.call() } else { Style::new() };
    for step in 0..room {
        let symbol = if step < full { "█" } else { "░" };
        canvas.text(area.x + step, area.y, 1, symbol, style);
    }
    canvas.text(area.x + room + 1, area.y, area.width.saturating_sub(room + 1), &seconds, style);
}
