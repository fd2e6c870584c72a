//! Draws the panes over the table: help, log, rules, phrases, choices, results, the review.

use mazzo_bots::BEYOND;
use mazzo_client::Judged;
use mazzo_core::SeatSet;
use mazzo_protocol::Phase;
use mazzo_text::msg;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Decided, Desk, Press};
use crate::canvas::{Canvas, width};
use crate::page;
use crate::shown::Shown;

impl<G: Shown> Desk<G> {
    pub(super) fn draw_help(&self, canvas: &mut Canvas<'_, Press>) {
        let lang = self.lang;
        let mut lines: Vec<(String, String)> =
            [("← →  1–9", msg::t_help_cards(lang)), ("Enter", msg::t_help_enter(lang))]
                .map(|(key, text)| (key.to_owned(), text))
                .to_vec();
        lines.extend(G::keys(lang).into_iter().map(|(key, text)| (key.to_owned(), text)));
        lines.push((msg::t_space(lang), msg::t_help_let(lang)));
        lines.push(("V".to_owned(), msg::t_help_auto(lang)));
        lines.push(("H".to_owned(), msg::t_help_hint(lang)));
        if self.can_undo {
            lines.push(("Z".to_owned(), msg::t_help_undo(lang)));
        }
        lines.push(("T".to_owned(), msg::t_help_talk(lang)));
        lines.push(("W".to_owned(), msg::t_help_why(lang)));
        lines.push(("L  R".to_owned(), msg::t_help_log(lang)));
        lines.push(("Q  Esc".to_owned(), msg::t_help_leave(lang)));
        let inner = canvas.pane(&msg::t_key_help(lang), (76, 22));
        let mut y = inner.y + 1;
        for (key, text) in lines {
            canvas.text(inner.x, y, 11, &key, canvas.theme.strong());
            canvas.text(inner.x + 12, y, inner.width.saturating_sub(12), &text, Style::new());
            y += 1;
        }
        y += 1;
        let legend = G::legend(lang);
        for pieces in crate::canvas::wrapped_pieces(&legend, inner.width, 0) {
            if y < inner.bottom() {
                canvas.pieces(inner.x, y, inner.width, &pieces);
            }
            y += 1;
        }
        if y < inner.bottom() {
            canvas.text(inner.x, y, inner.width, &msg::t_help_mouse(lang), canvas.theme.quiet());
        }
    }

    pub(super) fn draw_whole_log(&self, back: usize, canvas: &mut Canvas<'_, Press>) {
        let screen = canvas.buffer.area;
        let inner = canvas.pane(&msg::t_key_log(self.lang), (screen.width.min(90), screen.height - 2));
        self.draw_lines(inner, self.log().len().saturating_sub(back), canvas);
    }

    pub(super) fn draw_rules(&self, section: usize, scroll: usize, canvas: &mut Canvas<'_, Press>) {
        let screen = canvas.buffer.area;
        let inner = canvas.pane(&msg::t_key_rules(self.lang), (screen.width.min(88), screen.height - 2));
        let text = mazzo_text::rules(G::NAME, self.lang).unwrap_or_default();
        let page = page::lay_out(text, inner.width);
        let start = if section == 0 { 0 } else { page.sections.get(section).copied().unwrap_or(0) };
        let most = page.lines.len().saturating_sub(inner.height.into());
        let first = (start + scroll).min(most.max(start));
        for (y, (line, is_heading)) in page.lines.iter().skip(first).take(inner.height.into()).enumerate() {
            let style = if *is_heading { canvas.theme.strong() } else { Style::new() };
            canvas.text(inner.x, inner.y + y as u16, inner.width, line, style);
        }
    }

    pub(super) fn draw_phrases(&self, canvas: &mut Canvas<'_, Press>) {
        let lang = self.lang;
        let inner = canvas.pane(&msg::t_key_talk(lang), (78, 17));
        let half = inner.width / 2;
        for number in 0..mazzo_room::PHRASES {
            let text = mazzo_narration::phrase(lang, number).unwrap_or_default();
            let (column, row) = (u16::from(number) / 12, u16::from(number) % 12);
            let (x, y) = (inner.x + column * half, inner.y + 1 + row);
            let key = char::from(b'A' + number).to_string();
            let shown = if mazzo_narration::is_emote(number) { format!("* {text}") } else { text };
            canvas.key(x, y, half - 1, &key, &shown, Press::Item(number.into()));
        }
        if self.table().is_some_and(|table| table.room.settings.free_chat) {
            canvas.keys(inner, [("Enter", Press::Key('\n'), msg::t_write(lang))]);
        }
    }

    pub(super) fn draw_write(&self, text: &str, canvas: &mut Canvas<'_, Press>) {
        let inner = canvas.pane(&msg::t_write(self.lang), (78, 5));
        let room = usize::from(inner.width).saturating_sub(2);
        let shown: String = text.chars().skip(text.chars().count().saturating_sub(room)).collect();
        canvas.text(inner.x, inner.y + 1, inner.width, &format!("{shown}█"), Style::new());
    }

    pub(super) fn draw_choice(&self, actions: &[G::Action], at: usize, canvas: &mut Canvas<'_, Press>) {
        let Some(view) = self.shown() else { return };
        let labels: Vec<_> =
            actions.iter().map(|&action| mazzo_narration::action::<G>(self.around(), view, action)).collect();
        let wide =
            |label: &Vec<mazzo_narration::Piece>| label.iter().map(|piece| width(&piece.text)).sum::<u16>();
        let wanted = labels.iter().map(wide).max().unwrap_or(0) + 12;
        let inner = canvas.pane(&msg::t_choose(self.lang), (wanted.max(30), actions.len() as u16 + 4));
        for (index, label) in labels.iter().enumerate() {
            let y = inner.y + 1 + index as u16;
            if y >= inner.bottom() {
                break;
            }
            let mark = if index == at { "▶" } else { " " };
            let head = format!("{mark} {}  ", index + 1);
            let used = canvas.text(inner.x, y, inner.width, &head, canvas.theme.strong());
            canvas.pieces(inner.x + used, y, inner.width.saturating_sub(used), label);
            canvas.press(Rect::new(inner.x, y, inner.width, 1), Press::Item(index));
        }
    }

    pub(super) fn draw_leave(&self, canvas: &mut Canvas<'_, Press>) {
        let lang = self.lang;
        let inner = canvas.pane(&msg::t_key_leave(lang), (64, 7));
        let text = if self.can_undo { msg::t_leave_alone(lang) } else { msg::t_leave_table(lang) };
        canvas.paragraph(Rect { y: inner.y + 1, height: 3, ..inner }, &text, Style::new());
        let (leave, stay) = (msg::t_key_leave(lang), msg::t_key_stay(lang));
        canvas.keys(inner, [("Y", Press::Key('y'), leave), ("Esc", Press::Back, stay)]);
    }

    /// Draws the alarm about a dishonest deal, with the key to save the evidence.
    pub(super) fn draw_alarm(&self, canvas: &mut Canvas<'_, Press>) {
        let lang = self.lang;
        let Some(Judged::Wrong(wrong)) = self.fairness() else { return };
        let inner = canvas.pane(&msg::fair_wrong(lang), (70, 10));
        let mut rest = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
        let wrong = canvas.paragraph(rest, &mazzo_narration::wrong(lang, &wrong), canvas.theme.call());
        (rest.y, rest.height) = (rest.y + wrong, rest.height - wrong);
        canvas.paragraph(rest, &msg::fair_judge(lang), canvas.theme.quiet());
        if let Some((text, _)) = &self.notice {
            canvas.text(inner.x, inner.bottom() - 2, inner.width, text, canvas.theme.good());
        }
        let (save, go_on) = (msg::fair_save(lang), msg::t_go_on(lang));
        canvas.keys(inner, [("E", Press::Key('e'), save), ("Esc", Press::Back, go_on)]);
    }

    /// Draws the result of a round below the row, or the result of the game.
    pub(super) fn draw_over(&self, area: Rect, canvas: &mut Canvas<'_, Press>) {
        if let Some(from) = self.result_pause() {
            return self.draw_round_result(from, area, canvas);
        }
        if self.phase() == Some(Phase::Over) && self.is_up_to_date() {
            self.draw_result(canvas);
        }
    }

    fn draw_round_result(&self, from: usize, area: Rect, canvas: &mut Canvas<'_, Press>) {
        canvas.clear(area);
        canvas.frame(area, false, Style::new());
        let title = format!(" {} ", msg::t_round_over(self.lang));
        canvas.text(area.x + 2, area.y, area.width.saturating_sub(4), &title, canvas.theme.strong());
        let inner = Rect::new(area.x + 2, area.y + 1, area.width - 4, area.height - 2);
        let mut y = inner.y;
        for line in self.log().get(from..).unwrap_or_default() {
            for pieces in crate::canvas::wrapped_pieces(&line.pieces, inner.width, 2) {
                if y + 1 < inner.bottom() {
                    canvas.pieces(inner.x, y, inner.width, &pieces);
                }
                y += 1;
            }
        }
        canvas.keys(inner, [(&*msg::t_space(self.lang), Press::Key(' '), msg::t_go_on(self.lang))]);
    }

    fn draw_result(&self, canvas: &mut Canvas<'_, Press>) {
        let Some(view) = self.shown() else { return };
        let lang = self.lang;
        let seats = G::seats_of(view);
        let inner = canvas.pane(&msg::t_game_over(lang), (62, u16::from(seats) + 9));
        let mut y = inner.y + 1;
        if let Some(line) =
            self.log().iter().rev().find(|line| line.manner == mazzo_narration::Manner::Ending)
        {
            canvas.centred(inner, y, &line.text(), canvas.theme.call());
        }
        y += 2;
        for seat in SeatSet::all(seats) {
            let name = self.names.get(seat.index()).map_or("", String::as_str);
            let style = if self.me() == Some(seat) { canvas.theme.strong() } else { Style::new() };
            canvas.text(inner.x + 2, y, 26, name, style);
            let standing = G::standing(lang, view, seat);
            canvas.text(inner.x + 28, y, inner.width.saturating_sub(28), &standing, style);
            y += 1;
        }
        y += 1;
        if let Some(judged) = self.fairness() {
            let style = match judged {
                Judged::Verified(_) => canvas.theme.good(),
                Judged::Unproven(_) => canvas.theme.quiet(),
                Judged::Wrong(_) => canvas.theme.call(),
            };
            let mark = if matches!(judged, Judged::Verified(_)) { "✓ " } else { "" };
            let text = format!("{mark}{}", mazzo_narration::verdict(lang, &judged));
            canvas.text(inner.x, y, inner.width, &text, style);
        }
        let is_wrong = matches!(self.fairness(), Some(Judged::Wrong(_)));
        let keys = [
            ("N", 'n', msg::t_key_again(lang), self.me().is_some()),
            ("S", 's', msg::t_key_save(lang), true),
            ("E", 'e', msg::fair_save(lang), is_wrong),
            ("V", 'v', msg::t_key_review(lang), !self.decided.is_empty()),
            ("Q", 'q', msg::t_key_leave(lang), true),
        ];
        let offered = keys.into_iter().filter(|(.., is_offered)| *is_offered);
        canvas.keys(inner, offered.map(|(key, press, what, _)| (key, Press::Key(press), what)));
        if let Some((text, _)) = &self.notice {
            canvas.centred(inner, inner.bottom() - 2, text, canvas.theme.good());
        }
    }

    /// Draws all decisions with the verdict of `counter`, and the selected decision in full.
    pub(super) fn draw_review(&self, at: usize, canvas: &mut Canvas<'_, Press>) {
        let lang = self.lang;
        let screen = canvas.buffer.area;
        let inner = canvas.pane(&msg::t_key_review(lang), (screen.width.min(90), screen.height - 2));
        let half = inner.height / 2;
        let all = &self.decided;
        let first = at.saturating_sub(usize::from(half) / 2).min(all.len().saturating_sub(half.into()));
        for (row, (index, decided)) in all.iter().enumerate().skip(first).take(half.into()).enumerate() {
            let y = inner.y + row as u16;
            let mark = if index == at { "▶" } else { " " };
            let is_best = decided.played == decided.advice.choice;
            let head = format!("{mark} {}.{:<3} ", decided.round, index + 1);
            let used = canvas.text(inner.x, y, inner.width, &head, canvas.theme.quiet());
            let played = self.action_text(decided, decided.played);
            let style = if is_best { canvas.theme.good() } else { Style::new() };
            let room = inner.width / 2 - used;
            canvas.text(inner.x + used, y, room, &played, style);
            if !is_best {
                let better = msg::t_better(lang, &self.action_text(decided, decided.advice.choice));
                canvas.text(
                    inner.x + inner.width / 2 + 1,
                    y,
                    inner.width / 2 - 1,
                    &better,
                    canvas.theme.call(),
                );
            }
            canvas.press(Rect::new(inner.x, y, inner.width, 1), Press::Item(index));
        }
        let Some(decided) = all.get(at) else { return };
        let mut y = inner.y + half + 1;
        if let Some(odds) = G::odds(lang, G::by_cards(&decided.view), decided.advice.odds) {
            canvas.text(inner.x, y, inner.width, &odds, canvas.theme.strong());
            y += 1;
        }
        self.draw_values(decided, Rect { y, height: inner.bottom().saturating_sub(y), ..inner }, canvas);
    }

    /// Draws the value of each action for both bots, and marks their choices.
    fn draw_values(&self, decided: &Decided<G>, area: Rect, canvas: &mut Canvas<'_, Press>) {
        const COLUMN: u16 = 9;
        let lang = self.lang;
        let column = |index: u16, y| Rect::new(area.x + 2 + index * COLUMN, y, COLUMN, 1);
        let words = area.x + 4 + 2 * COLUMN;
        let quiet = canvas.theme.quiet();
        canvas.right(column(0, area.y), area.y, "counter ", quiet);
        canvas.right(column(1, area.y), area.y, "search ", quiet);
        canvas.text(words, area.y, area.right().saturating_sub(words), &msg::hint_values(lang), quiet);
        let cell = |value: Option<f64>, is_choice: bool| {
            let value = value.filter(|value| *value <= BEYOND);
            let share = value.map_or_else(|| "–".to_owned(), |value| mazzo_narration::percent(lang, value));
            format!("{share}{}", if is_choice { '*' } else { ' ' })
        };
        let below = area.bottom() - 1;
        canvas.text(area.x + 2, below, area.width - 2, &msg::hint_legend_played(lang), quiet);
        for (y, row) in (area.y + 1..below).zip(decided.rows()) {
            let is_best =
                [Some(decided.advice.choice), decided.thought.as_ref().map(|thought| thought.search)]
                    .map(|choice| choice == Some(row.action));
            let style = |is_best: bool| if is_best { canvas.theme.good() } else { Style::new() };
            let styles = is_best.map(style);
            let in_words = style(is_best.contains(&true));
            let mark = if row.action == decided.played { ">" } else { " " };
            canvas.text(area.x, y, 3, mark, canvas.theme.strong());
            canvas.right(column(0, y), y, &cell(Some(row.counter), is_best[0]), styles[0]);
            if decided.wants_thought() {
                canvas.right(column(1, y), y, "… ", quiet);
            } else {
                canvas.right(column(1, y), y, &cell(row.search, is_best[1]), styles[1]);
            }
            let text = self.action_text(decided, row.action);
            canvas.text(words, y, area.right().saturating_sub(words), &text, in_words);
        }
    }

    fn action_text(&self, decided: &Decided<G>, action: G::Action) -> String {
        let pieces = mazzo_narration::action::<G>(self.around(), &decided.view, action);
        pieces.into_iter().map(|piece| piece.text).collect()
    }
}
