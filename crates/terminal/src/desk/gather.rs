//! The screen before a game: seats, readiness, the link, knocks.

use mazzo_protocol::{Command, Level, Phase, Sitter};
use mazzo_text::msg;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Desk, Press};
use crate::canvas::Canvas;
use crate::shown::Shown;

impl<G: Shown> Desk<G> {
    pub(super) fn press_gathering(&mut self, press: Press) {
        let Some(table) = self.table() else { return };
        let (chair, mine) = (self.chair as u8, table.mine.clone());
        let sitter = table.room.chairs.get(self.chair).map(|chair| chair.sitter.clone());
        let is_ready = mine
            .seat
            .and_then(|seat| table.room.chairs.get(usize::from(seat)))
            .is_some_and(|chair| chair.ready);
        let command = match press {
            Press::Item(item) => {
                self.chair = item;
                return;
            }
            Press::Key('\n' | ' ') if mine.seat.is_none() => {
                let seat = (sitter == Some(Sitter::Nobody)).then_some(chair);
                Command::Sit { seat, name: self.name.clone() }
            }
            Press::Key('\n' | ' ') => Command::Ready { on: !is_ready },
            Press::Key('m') => Command::Sit { seat: Some(chair), name: self.name.clone() },
            Press::Key('u') => Command::Stand,
            Press::Key('g') if mine.host => Command::Start,
            // Cycles through an empty seat and the levels.
            Press::Key('b') if mine.host => {
                let level = match sitter {
                    Some(Sitter::Nobody) | None => Some(Level::Easy),
                    Some(Sitter::Bot { level }) => {
                        Level::ALL.iter().copied().skip_while(|other| *other != level).nth(1)
                    }
                    Some(Sitter::Person { .. }) => return,
                };
                Command::Bot { seat: chair, level }
            }
            Press::Key('n') if mine.host && self.link.is_some() => Command::NewLink,
            Press::Key('p') if mine.host && self.link.is_some() => {
                Command::Approve { on: !table.room.settings.approve }
            }
            Press::Key(key @ ('a' | 'd')) if !mine.knocks.is_empty() => {
                Command::Admit { guest: mine.knocks[0].guest, on: key == 'a' }
            }
            Press::Key('k') if mine.host && matches!(sitter, Some(Sitter::Person { .. })) => {
                Command::Kick { seat: chair }
            }
            Press::Key(_) | Press::Card(_) | Press::Back => return,
        };
        self.ask(command);
    }

    /// The link of the table, with its key once the host has made a new link.
    fn current_link(&self) -> Option<String> {
        let (link, key) = (self.link.as_ref()?, &self.table()?.room.key);
        if key.is_empty() {
            return Some(link.clone());
        }
        let start = link.rfind('/')?;
        let plain = link[start..].split('-').next().unwrap_or_default();
        Some(format!("{}{plain}-{key}", &link[..start]))
    }

    /// Draws one seat per line, then settings, link and knocks.
    pub(super) fn draw_gathering(&self, area: Rect, canvas: &mut Canvas<'_, Press>) {
        let Some(table) = self.table() else { return };
        let (lang, theme) = (self.lang, canvas.theme);
        let mut rest = Rect::new(area.x + 3, area.y + 1, area.width.saturating_sub(6), area.height);
        canvas.line(&mut rest, &msg::t_gathering(lang), theme.strong());
        rest.y += 1;
        for (seat, chair) in table.room.chairs.iter().enumerate() {
            let is_mine = table.mine.seat == Some(seat as u8);
            let (who, style) = match &chair.sitter {
                Sitter::Nobody => (msg::t_free_seat(lang), theme.quiet()),
                Sitter::Person { name, .. } => {
                    (name.clone(), if is_mine { theme.strong() } else { Style::new() })
                }
                Sitter::Bot { level } => {
                    let name = self.names.get(seat).cloned().unwrap_or_default();
                    (format!("{name} · {}", mazzo_narration::level(lang, *level)), Style::new())
                }
            };
            let mark = if seat == self.chair { "▶ " } else { "  " };
            canvas.text(rest.x, rest.y, 2, mark, theme.strong());
            canvas.text(rest.x + 2, rest.y, 30, &who, style);
            let mut notes = Vec::new();
            if table.room.host == Some(seat as u8) {
                notes.push(msg::t_host(lang));
            }
            match &chair.sitter {
                Sitter::Person { online: false, .. } => notes.push(msg::t_offline(lang)),
                Sitter::Person { .. } if chair.ready => notes.push(msg::t_ready(lang)),
                Sitter::Person { .. } => notes.push(msg::t_not_ready(lang)),
                Sitter::Nobody | Sitter::Bot { .. } => {}
            }
            let room = rest.width.saturating_sub(33);
            canvas.text(rest.x + 33, rest.y, room, &notes.join(" · "), theme.quiet());
            canvas.press(Rect { height: 1, ..rest }, Press::Item(seat));
            rest.y += 1;
        }
        rest.y += 1;
        let changed: Vec<String> = mazzo_narration::house_rules(lang, &table.room.settings.rules)
            .into_iter()
            .filter(|house| !house.is_usual)
            .map(|house| format!("{}: {}", house.name, house.value))
            .collect();
        let rules = if changed.is_empty() { msg::t_usual_rules(lang) } else { changed.join(" · ") };
        let pace = mazzo_narration::pace(lang, table.room.settings.pace);
        canvas.line(&mut rest, &format!("{} · {rules}", msg::t_pace(lang, &pace)), Style::new());
        if let Some(link) = self.current_link() {
            rest.y += 1;
            canvas.line(&mut rest, &msg::t_link(lang), theme.quiet());
            canvas.line(&mut rest, &link, theme.strong());
        }
        if table.room.settings.approve {
            canvas.line(&mut rest, &msg::t_approves(lang), theme.quiet());
        }
        if table.mine.knocking {
            canvas.line(&mut rest, &msg::t_knocking(lang), theme.call());
        }
        for knock in table.mine.knocks.iter().take(rest.height.into()) {
            canvas.line(&mut rest, &msg::t_knocks(lang, &knock.name), theme.call());
        }
        let promise: String = table.room.commitment.chars().take(16).collect();
        rest.y += 1;
        // The verdict on the previous game: a quick rematch may have hidden it.
        if let Some(judged) = self.fairness() {
            canvas.line(&mut rest, &mazzo_narration::verdict(lang, &judged), theme.quiet());
        }
        if table.room.phase == Phase::Dealing {
            canvas.line(&mut rest, &msg::fair_dealing(lang), theme.strong());
        } else if !promise.is_empty() {
            canvas.line(&mut rest, &msg::t_promise(lang, &promise), theme.quiet());
        }
    }

    /// The keys to show before a game.
    pub(super) fn gathering_keys(&self) -> Vec<(&'static str, char, String)> {
        let (Some(table), lang) = (self.table(), self.lang) else { return Vec::new() };
        let mut keys = vec![(
            "Enter",
            '\n',
            if table.mine.seat.is_none() { msg::t_key_sit(lang) } else { msg::t_key_ready(lang) },
        )];
        if table.mine.host {
            keys.push(("G", 'g', msg::t_key_start(lang)));
            keys.push(("B", 'b', msg::t_key_bot(lang)));
            keys.push(("K", 'k', msg::t_key_kick(lang)));
            if !table.mine.knocks.is_empty() {
                keys.insert(0, ("D", 'd', msg::t_key_decline(lang)));
                keys.insert(0, ("A", 'a', msg::t_key_admit(lang)));
            }
            if self.link.is_some() {
                keys.push(("N", 'n', msg::t_key_new_link(lang)));
                keys.push(("P", 'p', msg::t_key_approve(lang)));
            }
        }
        if table.mine.seat.is_some() {
            keys.push(("U", 'u', msg::t_key_stand(lang)));
        }
        keys.push(("T", 't', msg::t_key_talk(lang)));
        keys
    }
}
