//! Handles keys and clicks.

use mazzo_client::Judged;
use mazzo_protocol::{Command, Phase};
use mazzo_text::msg;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{Deed, Desk, Now, Pane, Press, Reach};
use crate::shown::{Button, Does, Look, Offer, Shown};

impl<G: Shown> Desk<G> {
    pub(crate) fn buttons(&self) -> Vec<Button<G::Action>> {
        let Some(view) = self.shown().filter(|_| self.phase() == Some(Phase::Playing)) else {
            return Vec::new();
        };
        G::buttons(&self.look(view, false), &self.offer())
    }

    /// For each card in hand, whether it can be played.
    fn playable(&self) -> Vec<bool> {
        let Some(view) = self.shown().filter(|_| self.me().is_some()) else { return Vec::new() };
        let (lang, names) = (self.lang, &self.names);
        let look = Look::<G> { lang, names, view, chosen: 0, is_armed: false, is_large: false };
        let offer = Offer { answer: None, premove: None, ..self.offer() };
        G::hand(&look, &offer).iter().map(|face| !face.is_dim).collect()
    }

    /// Selects the first playable card, unless the selected card is playable.
    pub(super) fn choose_playable(&mut self) {
        let playable = self.playable();
        if !playable.get(self.chosen).copied().unwrap_or(false)
            && let Some(first) = playable.iter().position(|can| *can)
        {
            self.chosen = first;
        }
        self.chosen = self.chosen.min(playable.len().saturating_sub(1));
    }

    /// Handles a key.
    pub(crate) fn key(&mut self, now: Now, key: KeyEvent) {
        self.handle_key(now, key);
        self.take_outputs(now);
    }

    /// Handles a click.
    pub(crate) fn click(&mut self, now: Now, press: Press) {
        self.press(now, press);
        self.take_outputs(now);
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most keys do nothing here")]
    fn handle_key(&mut self, now: Now, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('c') {
                self.leave();
            }
            return;
        }
        if let Some(Pane::Write(text)) = &mut self.pane {
            match key.code {
                KeyCode::Char(c) if text.chars().count() < mazzo_protocol::MAX_TEXT => text.push(c),
                KeyCode::Backspace => {
                    text.pop();
                }
                KeyCode::Esc => self.pane = None,
                KeyCode::Enter => {
                    let text = text.clone();
                    self.pane = None;
                    self.ask(Command::Chat { text });
                }
                _ => {}
            }
            return;
        }
        match key.code {
            KeyCode::Char(c) => self.press(now, Press::Key(c.to_ascii_lowercase())),
            KeyCode::Enter => self.press(now, Press::Key('\n')),
            KeyCode::F(1) => self.press(now, Press::Key('?')),
            KeyCode::Esc => self.press(now, Press::Back),
            KeyCode::Left | KeyCode::BackTab => self.move_sideways(-1),
            KeyCode::Right | KeyCode::Tab => self.move_sideways(1),
            KeyCode::Up => self.move_by(-1),
            KeyCode::Down => self.move_by(1),
            KeyCode::PageUp => self.move_by(-10),
            KeyCode::PageDown => self.move_by(10),
            KeyCode::Home => self.move_by(-10_000),
            KeyCode::End => self.move_by(10_000),
            _ => {}
        }
    }

    /// Left and right: selects a card in hand, or moves in the open pane.
    fn move_sideways(&mut self, step: isize) {
        if self.pane.is_some() {
            return self.move_by(step);
        }
        let count = self.playable().len();
        if count > 0 {
            self.chosen = self.chosen.min(count - 1);
            self.chosen = (self.chosen + count).saturating_add_signed(step) % count;
        }
    }

    /// Up and down: moves in a list, or scrolls a page.
    fn move_by(&mut self, step: isize) {
        let lines = self.log().len();
        match &mut self.pane {
            Some(Pane::Log(back)) => *back = back.saturating_add_signed(-step).min(lines),
            Some(Pane::Rules { scroll, .. }) => *scroll = scroll.saturating_add_signed(step).min(500),
            Some(Pane::Choose { actions, at, .. }) => {
                *at = at.saturating_add_signed(step).min(actions.len().saturating_sub(1));
            }
            Some(Pane::Review(at)) => {
                let at = at.saturating_add_signed(step);
                self.review(at);
            }
            Some(Pane::Help | Pane::Phrases | Pane::Leave | Pane::Alarm | Pane::Write(_)) => {}
            None => {
                let chairs = self.table().map_or(0, |table| table.room.chairs.len());
                self.chair = self.chair.saturating_add_signed(step).min(chairs.saturating_sub(1));
            }
        }
    }

    /// Handles a press: in the open pane first, then by the phase of the table.
    fn press(&mut self, now: Now, press: Press) {
        if let Some(pane) = self.pane.take() {
            return self.press_in(now, pane, press);
        }
        match press {
            Press::Back | Press::Key('q') => return self.leave(),
            Press::Key('?') => return self.pane = Some(Pane::Help),
            Press::Key('l') => return self.pane = Some(Pane::Log(0)),
            Press::Key('r') => return self.pane = Some(Pane::Rules { section: 0, scroll: 0 }),
            Press::Key('w') => return self.why(now),
            Press::Key('t') => return self.pane = Some(Pane::Phrases),
            Press::Key(_) | Press::Card(_) | Press::Item(_) => {}
        }
        match self.phase() {
            Some(Phase::Gathering | Phase::Dealing) => self.press_gathering(press),
            Some(Phase::Over) if self.is_up_to_date() => self.press_over(now, press),
            Some(Phase::Playing | Phase::Paused | Phase::Over) => self.press_playing(now, press),
            Some(Phase::Closed) | None => {}
        }
    }

    fn leave(&mut self) {
        let is_over = !matches!(self.phase(), Some(Phase::Playing | Phase::Paused)) || self.me().is_none();
        if is_over || matches!(self.pane, Some(Pane::Leave)) {
            self.deeds.push_back(Deed::Leave);
        } else {
            self.pane = Some(Pane::Leave);
        }
    }

    /// Opens the rules at the section that explains the last event.
    fn why(&mut self, now: Now) {
        let clause = self.log().iter().rev().find_map(|line| line.clause);
        match clause {
            Some(clause) => {
                self.pane = Some(Pane::Rules { section: mazzo_narration::section(clause), scroll: 0 });
            }
            None => self.notify(now, msg::t_no_why(self.lang)),
        }
    }

    fn press_in(&mut self, now: Now, pane: Pane<G::Action>, press: Press) {
        match (pane, press) {
            (_, Press::Back)
            | (Pane::Help, _)
            | (Pane::Log(_), Press::Key('q' | 'l'))
            | (Pane::Rules { .. }, Press::Key('q' | 'r' | 'w'))
            | (Pane::Review(_), Press::Key('q')) => {}
            (Pane::Log(_), Press::Key('w')) => self.why(now),
            (Pane::Review(_), Press::Item(item)) => self.review(item),
            (pane @ (Pane::Log(_) | Pane::Rules { .. } | Pane::Review(_)), press) => {
                self.pane = Some(pane);
                if press == Press::Key(' ') {
                    self.move_by(10);
                }
            }
            (Pane::Leave, Press::Key('y' | '\n')) => self.deeds.push_back(Deed::Leave),
            (Pane::Leave, _) => {}
            (Pane::Alarm, Press::Key('e')) => self.deeds.push_back(Deed::KeepEvidence),
            // Only Escape closes an alarm, so that a key meant for the game cannot.
            (Pane::Alarm, _) => self.pane = Some(Pane::Alarm),
            (Pane::Phrases, press) => self.press_phrase(now, press),
            (Pane::Write(text), _) => self.pane = Some(Pane::Write(text)),
            (Pane::Choose { actions, at, is_ahead }, press) => {
                let picked = match press {
                    Press::Key('\n' | ' ') => Some(at),
                    Press::Key(digit @ '1'..='9') => digit.to_digit(10).map(|digit| digit as usize - 1),
                    Press::Item(item) => Some(item),
                    Press::Key(_) | Press::Card(_) | Press::Back => None,
                };
                match picked.and_then(|picked| actions.get(picked)) {
                    Some(&action) if is_ahead => self.act_ahead(Some(action)),
                    Some(&action) => self.act(now, action),
                    None => self.pane = Some(Pane::Choose { actions, at, is_ahead }),
                }
            }
        }
    }

    fn press_phrase(&mut self, now: Now, press: Press) {
        let number = match press {
            Press::Key('\n') => {
                let is_free = self.table().is_some_and(|table| table.room.settings.free_chat);
                if is_free {
                    self.pane = Some(Pane::Write(String::new()));
                } else {
                    self.notify(now, mazzo_narration::refusal(self.lang, &mazzo_protocol::Refusal::NoChat));
                }
                return;
            }
            Press::Key(letter @ 'a'..='x') => letter as usize - 'a' as usize,
            Press::Item(item) => item,
            Press::Key(_) | Press::Card(_) | Press::Back => return self.pane = Some(Pane::Phrases),
        };
        if number < usize::from(mazzo_room::PHRASES) {
            self.ask(Command::Phrase { number: number as u8 });
        }
    }

    fn press_playing(&mut self, now: Now, press: Press) {
        if let Press::Key(digit @ '0'..='9') = press {
            let digit = digit.to_digit(10).unwrap_or(0) as usize;
            return self.choose_card((digit + 9) % 10);
        }
        match press {
            Press::Card(card) => {
                // The first click selects a card, the second plays it.
                if self.chosen == card {
                    self.press_playing(now, Press::Key('\n'));
                } else {
                    self.choose_card(card);
                }
            }
            Press::Key('h') => self.hint(now),
            Press::Key('z') => self.undo(now),
            Press::Key('v') => {
                let on = self.table().is_some_and(|table| !table.mine.auto_pass);
                self.ask(Command::AutoPass { on });
            }
            // During an animation a key only skips it: the player has not yet seen the state that the key would act on.
            Press::Key(_) if !self.is_up_to_date() => self.hurry(now),
            Press::Key(key) => self.press_button(now, key),
            Press::Item(_) | Press::Back => {}
        }
    }

    fn choose_card(&mut self, card: usize) {
        if card < self.playable().len() {
            self.chosen = card;
        }
    }

    fn press_button(&mut self, now: Now, key: char) {
        let buttons = self.buttons();
        let Some(button) = buttons.into_iter().find(|button| button.keys.contains(&key)) else {
            if key == '\n' || key == ' ' {
                self.notify(now, msg::t_nothing_to_do(self.lang));
            }
            return;
        };
        match button.does {
            Does::Act(action) => self.act(now, action),
            // A second press cancels the premove.
            Does::Ahead(_) | Does::ChooseAhead(_) if button.is_on => self.act_ahead(None),
            Does::Ahead(action) => self.act_ahead(Some(action)),
            Does::Choose(actions) => self.pane = Some(Pane::Choose { actions, at: 0, is_ahead: false }),
            Does::ChooseAhead(actions) => self.pane = Some(Pane::Choose { actions, at: 0, is_ahead: true }),
            Does::Arm => self.is_armed = !self.is_armed,
            Does::Nothing => self.notify(now, msg::t_nobody_to_catch(self.lang)),
        }
    }

    fn hint(&mut self, now: Now) {
        if !self.hints {
            return self.notify(now, msg::t_hints_off(self.lang));
        }
        self.wants_advice = !self.wants_advice;
        self.advice = if self.wants_advice { self.think() } else { None };
    }

    fn undo(&mut self, now: Now) {
        if self.can_undo {
            self.deeds.push_back(Deed::Undo);
        } else {
            self.notify(now, msg::t_no_undo(self.lang));
        }
    }

    fn press_over(&mut self, now: Now, press: Press) {
        match press {
            Press::Key('n' | '\n') if self.me().is_some() => {
                self.ask(Command::Again);
                // A local game has no other player to wait for.
                if self.line == Reach::Here {
                    self.ask(Command::Ready { on: true });
                }
            }
            Press::Key('s') => self.deeds.push_back(Deed::KeepRecord),
            Press::Key('e') if matches!(self.fairness(), Some(Judged::Wrong(_))) => {
                self.deeds.push_back(Deed::KeepEvidence);
            }
            Press::Key('v') if !self.decided.is_empty() => self.review(0),
            Press::Key('z') => self.undo(now),
            Press::Key(_) | Press::Card(_) | Press::Item(_) | Press::Back => {}
        }
    }
}
