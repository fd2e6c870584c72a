//! Event loops: read input, update the state, draw the screen.

use std::io;
use std::thread;

use mazzo_games::with_game;
use mazzo_protocol::{Level, Pace, Settings};
use mazzo_room::solo::SoloTable;
use mazzo_text::{Lang, msg};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::clock::Clock;
use crate::desk::{Deed, Desk, Now, Reach};
use crate::link::{Link, Local};
use crate::net::Request;
use crate::prefs::Home;
use crate::shown::Shown;
use crate::start::Chosen;
use crate::thinker::Thinker;
use crate::tty::{Input, pressed};
use crate::{App, TerminalError};

/// Maximum number of inputs handled between two frames.
const INPUTS_PER_FRAME: usize = 64;
/// Minimum time between two saves of the table.
const SAVE_INTERVAL_MS: u64 = 15_000;

/// Why a loop ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// The player left this screen.
    Left,
    /// The program ends.
    Quit,
}

/// Random bytes from the system.
pub(crate) fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// Runs the start screen until the player chooses.
pub(crate) fn choose(app: &mut App) -> io::Result<Chosen> {
    let App { tty, start, .. } = app;
    loop {
        let hits = tty.draw(|buffer| start.draw(buffer))?;
        let chosen = match tty.next(None) {
            Some(Input::Key(key)) => start.key(key),
            Some(Input::Click(at)) => pressed(&hits, at).and_then(|press| start.press(press)),
            Some(Input::Resize | Input::Poke) => None,
            Some(Input::End) | None => Some(Chosen::Leave),
        };
        if let Some(chosen) = chosen {
            return Ok(chosen);
        }
    }
}

/// Opens a local table, or restores the saved one, and plays until the player leaves.
pub(crate) fn play_here(app: &mut App, kept: Option<&str>, hurry: u32) -> Result<Ended, TerminalError> {
    let kind = match kept {
        Some(text) => mazzo_room::solo::saved_game(text).ok().and_then(|game| game.parse().ok()),
        None => Some(app.start.kind()),
    };
    let kind = kind.ok_or_else(|| TerminalError::Sentence(msg::t_not_restored(app.start.lang)))?;
    with_game!(kind, Table => play_game::<Table>(app, kept, hurry))
}

fn play_game<G: Shown>(app: &mut App, kept: Option<&str>, hurry: u32) -> Result<Ended, TerminalError> {
    let start = &app.start;
    let mut clock = Clock::new(hurry);
    let now = clock.now().table;
    let parlour = if let Some(text) = kept {
        SoloTable::<G>::restore(text, now)
    } else {
        let (seats, rules) = start.setup();
        let settings = settings::<G>(seats, rules, start.prefs.pace, start.prefs.level);
        let bots = vec![start.prefs.level; usize::from(seats).saturating_sub(1)];
        SoloTable::<G>::open(settings, &start.player_name(), &bots, random()?, now)
    };
    let why = if kept.is_some() { msg::t_not_restored } else { msg::refused_bad_settings };
    let parlour = parlour.map_err(|_| TerminalError::Sentence(why(start.lang)))?;
    let mut desk = start.desk::<G>(Reach::Here)?;
    let mut link = Link::Here(Box::new(Local::new(parlour, app.tty.poke())));
    let ended = sit(app, &mut desk, &mut link, &mut clock)?;
    if let (Link::Here(local), Some(home)) = (&link, &app.home) {
        if local.is_unfinished() {
            home.keep_table(&local.parlour.save())?;
        } else {
            home.drop_table();
        }
    }
    Ok(ended)
}

/// The settings of a local table.
pub(crate) fn settings<G: Shown>(seats: u8, rules: &str, pace: Pace, level: Level) -> Settings<G::Rules> {
    use mazzo_core::Options as _;
    Settings {
        seats,
        rules: G::Rules::parse(rules).unwrap_or_default(),
        pace,
        listed: false,
        watched: false,
        free_chat: false,
        approve: false,
        stand_in: level,
    }
}

/// Runs a table until the player leaves.
pub(crate) fn sit<G: Shown>(
    App { tty, home, .. }: &mut App,
    desk: &mut Desk<G>,
    link: &mut Link<G>,
    clock: &mut Clock,
) -> io::Result<Ended> {
    let home = home.as_ref();
    let mut saved_at = clock.now().here;
    let mut saver = Saver::default();
    let mut thinker = Thinker::new(tty.poke());
    loop {
        let now = clock.now();
        link.hear(desk, now);
        thinker.hear(desk);
        desk.tick(now);
        let mut has_acted = false;
        while let Some(deed) = desk.deeds.pop_front() {
            has_acted = true;
            match deed {
                Deed::Leave => return Ok(Ended::Left),
                Deed::LookDeeper(at) => thinker.ask(desk.question(at)),
                deed @ (Deed::Say(_)
                | Deed::Undo
                | Deed::KeepRecord
                | Deed::Judge(_)
                | Deed::Remember(_)
                | Deed::KeepEvidence) => {
                    carry_out(deed, desk, link, home, now);
                }
            }
        }
        take_records(desk, link, home, now);
        if has_acted {
            if let (Link::Here(local), Some(home)) = (&*link, home)
                && now.here.0 > saved_at.0 + SAVE_INTERVAL_MS
            {
                saver.save(home, local.parlour.save());
                saved_at = now.here;
            }
            continue; // the table may have an answer already
        }
        clock.wait(link.is_here() && desk.wants_pause());
        if !clock.is_waiting() && link.next_alarm().is_some_and(|alarm| alarm <= now.table) {
            link.wake(desk, now);
            continue;
        }
        let hits = tty.draw(|buffer| desk.draw(now, buffer))?;
        let alarm =
            link.next_alarm().filter(|_| !clock.is_waiting()).map(|alarm| clock.until(now.table, alarm));
        let tick = desk.next_tick(now).map(|tick| clock.until(now.here, tick));
        let mut input = tty.next(alarm.into_iter().chain(tick).min());
        let now = clock.now();
        for _ in 0..INPUTS_PER_FRAME {
            match input {
                Some(Input::Key(key)) => {
                    assert!(!is_panic_key(key), "a panic was asked for");
                    desk.key(now, key);
                }
                Some(Input::Click(at)) => {
                    if let Some(press) = pressed(&hits, at) {
                        desk.click(now, press);
                    }
                }
                Some(Input::End) => return Ok(Ended::Quit),
                Some(Input::Resize | Input::Poke) => {}
                None => break,
            }
            // The effects of a key are carried out before the next key.
            if !desk.deeds.is_empty() {
                break;
            }
            input = tty.more();
        }
    }
}

/// Saves a table on another thread, so that a key never waits for the disk.
#[derive(Default)]
struct Saver(Option<thread::JoinHandle<()>>);

impl Saver {
    fn save(&mut self, home: &Home, text: String) {
        self.finish();
        let home = home.clone();
        // An error is ignored: the table is saved again when the player leaves.
        let saving =
            thread::Builder::new().name("save".to_owned()).spawn(move || drop(home.keep_table(&text)));
        self.0 = saving.ok();
    }

    fn finish(&mut self) {
        if let Some(saving) = self.0.take() {
            let _ = saving.join();
        }
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.finish(); // before the final save, which must not be overwritten
    }
}

/// True if this key asks for a panic, to test that the terminal is restored after one. Debug builds only.
fn is_panic_key(key: KeyEvent) -> bool {
    cfg!(debug_assertions) && key.code == KeyCode::F(12) && std::env::var_os("MAZZO_PANIC").is_some()
}

fn carry_out<G: Shown>(deed: Deed, desk: &mut Desk<G>, link: &mut Link<G>, home: Option<&Home>, now: Now) {
    match (deed, link) {
        (Deed::Say(text), link) => link.say(now, text),
        (Deed::Undo, Link::Here(local)) => match local.parlour.undo(now.table) {
            Ok(()) => desk.taken_back(now),
            Err(_) => desk.notify(now, msg::t_nothing_to_undo(desk.lang)),
        },
        (Deed::KeepRecord, Link::Here(local)) => {
            if let Some(record) = local.parlour.record() {
                let id = desk.table().and_then(|table| table.reveal.as_ref()).map(|reveal| reveal.id.clone());
                let text = serde_json::to_string(&record).map_err(|error| error.to_string());
                keep_record(desk, home, &id.unwrap_or_default(), text, now);
            }
        }
        (Deed::KeepRecord, Link::There(remote)) => {
            if let Some(reveal) = desk.table().and_then(|table| table.reveal.as_ref()) {
                remote.ask(Request::Record(reveal.id.clone()));
            }
        }
        (Deed::Judge(id), Link::There(remote)) => remote.ask(Request::Judge(id)),
        (Deed::Remember(memory), Link::There(remote)) => {
            if let Some(home) = home {
                // If this fails, a later visit reports the deal as unproven; nothing else is lost.
                let _ = home.keep_memory(&remote.table, &memory);
            }
        }
        (Deed::KeepEvidence, Link::There(remote)) => {
            let name = format!("evidence-{}-{}.json", G::NAME, remote.table.get(..12).unwrap_or_default());
            keep_file(desk, home, &name, Ok(desk.presenter.evidence()), msg::fair_saved, now);
        }
        (Deed::Undo, Link::There(_))
        | (Deed::Judge(_) | Deed::Remember(_) | Deed::KeepEvidence, Link::Here(_))
        | (Deed::Leave | Deed::LookDeeper(_), _) => {}
    }
}

/// Saves the fetched records.
fn take_records<G: Shown>(desk: &mut Desk<G>, link: &mut Link<G>, home: Option<&Home>, now: Now) {
    let Link::There(remote) = link else { return };
    for (id, record) in std::mem::take(&mut remote.records) {
        keep_record(desk, home, &id, record, now);
    }
}

fn keep_record<G: Shown>(
    desk: &mut Desk<G>,
    home: Option<&Home>,
    id: &str,
    text: Result<String, String>,
    now: Now,
) {
    let short: String = id.chars().filter(char::is_ascii_alphanumeric).take(12).collect();
    keep_file(desk, home, &format!("{}-{short}.json", G::NAME), text, msg::t_kept, now);
}

/// Saves a file, and shows the sentence with its path or the reason why it is not saved.
fn keep_file<G: Shown>(
    desk: &mut Desk<G>,
    home: Option<&Home>,
    name: &str,
    text: Result<String, String>,
    saved: fn(Lang, &str) -> String,
    now: Now,
) {
    let written = text.and_then(|text| {
        let home = home.ok_or_else(|| "?".to_owned())?;
        home.keep_record(name, &text).map_err(|error| error.to_string())
    });
    let sentence = match written {
        Ok(path) => saved(desk.lang, &path.display().to_string()),
        Err(reason) => msg::t_not_kept(desk.lang, &reason),
    };
    desk.notify(now, sentence);
}

#[cfg(test)]
mod tests {
    use mazzo_core::Game as _;
    use mazzo_games::FirstTable;
    use mazzo_protocol::Millis;

    use super::take_records;
    use crate::desk::Now;
    use crate::link::Link;
    use crate::net::tests::{desk, with_records};
    use crate::prefs::Home;

    /// The next game may begin before its record arrives.
    #[test]
    fn a_record_is_saved_under_the_requested_id() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path());
        let mut link = Link::There(with_records(vec![("abc123".to_owned(), Ok("{}".to_owned()))]));
        let now = Now { here: Millis(0), table: Millis(0) };
        take_records(&mut desk(), &mut link, Some(&home), now);
        assert!(folder.path().join(format!("records/{}-abc123.json", FirstTable::NAME)).is_file());
    }
}
