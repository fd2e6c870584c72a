//! A finished game: its replay from any seat, and the verification of its deal.

use mazzo_core::{Game, Seat, Viewer, Windows};
use mazzo_games::{GameKind, verify, with_game};
use mazzo_narration::{Around, Teller};
use mazzo_protocol::{Chair, Level, Pace, Phase, PublicRoom, Settings, Sitter, from_json};
use mazzo_record::fair::{Verified, VerifyError};
use mazzo_record::{Record, replay};
use mazzo_text::msg;
use mazzo_view::{AnyView, Effect, IntoView, Resource, RwSignal, StoredValue, view};
use serde_json::Value;

use crate::app::{go, loading, no_line};
use crate::art::icon;
use crate::at::{LAST, LAST_RECORD, Room};
use crate::browser::{self, after};
use crate::frame::{hold_still, keys, nearest, seats_around};
use crate::http::{self, RequestError};
use crate::invite;
use crate::past;
use crate::place::Place;
use crate::settings;
use crate::table::{Show, Table};
use crate::words::{lang, say};

/// The delay between moves in automatic playback.
const STEP_MS: u32 = 1400;

/// The screen of a finished game.
#[inline(never)] // a gate to another part of the module
pub(crate) fn record(name: String) -> AnyView {
    if name.is_empty() {
        return no_record();
    }
    finished(name).into_any()
}

fn finished(name: String) -> impl IntoView {
    let file = name.clone();
    let found = Resource::new(move || {
        let address = format!("/api/records/{file}");
        let kept = (file == LAST).then(|| browser::stored(LAST_RECORD).unwrap_or_default());
        async move {
            match kept {
                Some(text) => from_json(&text).ok_or_else(|| RequestError::Refused("no_record".to_owned())),
                None => http::get::<Record>(&address).await,
            }
        }
    });
    // The fragment of the address selects between the replay and the verification.
    let is_verifying = RwSignal::new(browser::window().location().hash().unwrap_or_default() == "#fair");
    move || match found.get() {
        None => loading(),
        Some(Err(RequestError::Refused(why))) if why == "no_record" => {
            past::forget(&name);
            no_record()
        }
        Some(Err(_)) => no_line(move || found.refetch()),
        Some(Ok(record)) => {
            if is_verifying.get() {
                return verification(&record, is_verifying, &name).into_any();
            }
            match record.game.parse::<GameKind>() {
                Ok(kind) => with_game!(kind, Table => watch::<Table>(&record, is_verifying, &name)),
                Err(_) => no_record(),
            }
        }
    }
}

/// The screen for an unknown record.
fn no_record() -> AnyView {
    view! {
        <main class="notice" tabindex="-1">
            <h1>{say!(page_no_record)}</h1>
            <p>{say!(page_no_record_about)}</p>
            <div class="buttons"><a class="button main" href="/">{say!(page_to_start)}</a></div>
        </main>
    }
}

/// The table after one move, and the facts of that move.
#[derive(Clone)]
struct Moment<G: Game> {
    table: G,
    /// The table before the move.
    before: G,
    facts: Vec<G::Event>,
    /// The seat that moved. With open cards the move is told from its viewpoint, which knows most.
    by: Option<Seat>,
}

/// All moments of a game, starting with the deal; empty if the record is invalid.
fn moments<G: Windows>(record: &Record) -> Vec<Moment<G>> {
    let mut moments = Vec::new();
    let played = replay::<G>(record, 1, |step| {
        let mut table = *step.before;
        step.facts.iter().for_each(|&fact| table.evolve(fact));
        let by = step.played.map(|(_, seat, _)| seat);
        moments.push(Moment { table, before: *step.before, facts: step.facts.to_vec(), by });
    });
    if played.is_err() {
        moments.clear();
    }
    moments
}

/// A room like the one in which the game was played.
fn room_of(record: &Record) -> Option<Room> {
    let seats = u8::try_from(record.seats.len()).ok()?;
    let chairs = record.seats.iter().map(|seat| {
        let sitter = match &seat.bot {
            Some(_) if seat.name.is_empty() => Sitter::Bot { level: Level::Medium },
            Some(_) | None => Sitter::Person { name: seat.name.clone(), online: true, away: false },
        };
        Chair { sitter, ..Chair::default() }
    });
    let settings = Settings {
        seats,
        rules: (),
        pace: Pace::default(),
        listed: false,
        watched: true,
        free_chat: false,
        approve: false,
        stand_in: Level::Medium,
    };
    Some(PublicRoom {
        settings,
        phase: Phase::Playing,
        host: None,
        chairs: chairs.collect(),
        game: 1,
        commitment: String::new(),
        key: String::new(),
        exchange: None,
    })
}

/// The replay.
fn watch<G: Show>(record: &Record, is_verifying: RwSignal<bool>, name: &str) -> AnyView {
    let moments = moments::<G>(record);
    let Some(rules) = moments.first().map(|first| first.table.rules()) else { return no_record() };
    let Some(room) = room_of(record) else { return no_record() };
    let table = Table::<G>::new();
    table.at.room.set(Some(room));
    table.game.rules.set(rules);
    let last = moments.len() - 1;
    let seats = record.seats.len() as u8;
    let moments = StoredValue::new(moments);
    let at = RwSignal::new(0_usize);
    // A seat, or none for open cards.
    let viewpoint = RwSignal::new(None::<u8>);
    Effect::new(move |_| {
        let viewer = Viewer::Seat(Seat::new(viewpoint.get().unwrap_or(0)));
        moments.with_value(|moments| {
            let moment = &moments[at.get().min(last)];
            table.at.mine.update(|mine| mine.seat = Some(viewpoint.get().unwrap_or(0)));
            let view = if viewpoint.get().is_none() {
                G::open_view(&moment.table)
            } else {
                moment.table.view(viewer)
            };
            table.game.view.set(Some(view));
            table.at.open.set(viewpoint.get().is_none().then(|| G::open_hands(&moment.table)));
        });
    });
    let sentences = move || {
        let names = table.at.names();
        moments.with_value(|moments| {
            let moment = &moments[at.get().min(last)];
            let viewpoint = viewpoint.get().map(Seat::new).or(moment.by).unwrap_or(Seat::new(0));
            let viewer = Viewer::Seat(viewpoint);
            let mut before = moment.before;
            let around = Around { lang: lang(), names: &names, in_words: true };
            let (mut teller, mut lines) = (Teller::<G>::default(), Vec::new());
            for &fact in &moment.facts {
                lines.extend(teller.fact(around, &before.view(viewer), before.redact(fact, viewer)));
                before.evolve(fact);
            }
            lines.extend(teller.rest(around));
            lines.iter().map(mazzo_narration::Line::text).collect::<Vec<_>>().join(" ")
        })
    };
    let place = move || {
        let title =
            table.game.view.with(|view| view.as_ref().map(|view| G::title(lang(), view)).unwrap_or_default());
        let (number, count) = (at.get().to_string(), last.to_string());
        format!("{title} · {}", msg::PageMove { count: &count, number: &number }.say(lang()))
    };
    let is_playing = RwSignal::new(false);
    let turn = move |_| {
        is_playing.update(|is| *is = !*is);
        if is_playing.get_untracked() {
            play_on(at, last, is_playing);
        }
    };
    let options = move || {
        let names = table.at.names();
        let one = |(seat, name): (usize, String)| view! { <option value=seat.to_string()>{name}</option> };
        names.into_iter().enumerate().take(seats.into()).map(one).collect::<Vec<_>>()
    };
    hold_still();
    keys(table.at, RwSignal::new(None));
    // Only this browser has its last local game, so there is no link to share.
    let link = (name != LAST).then(|| format!("{}/r/{name}", browser::origin()));
    let slide = move |event: web_sys::Event| at.set(browser::value_of(&event).parse().unwrap_or(0));
    let choose_viewpoint = move |event: web_sys::Event| viewpoint.set(browser::value_of(&event).parse().ok());
    view! {
        <main class=format!("table is-{} is-replay of-{seats}", G::NAME) tabindex="-1">
            <header class="bar">
                <button type="button" class="icon-button" aria-label=say!(page_back) on:click=|_| go(Place::Start)>{icon("back")}</button>
                <div class="title"><h1>{say!(page_replay)}</h1></div>
                <label class="eyes"><span class="quiet">{say!(page_whose_eyes)}</span>{icon("eye")}
                    <select on:change=choose_viewpoint><option value="">{say!(page_all_open)}</option>{options}</select>
                </label>
                <button type="button" class="icon-button" aria-label=say!(page_dealt_fairly) on:click=move |_| is_verifying.set(true)>{icon("fair")}</button>
                {link.map(invite::copy_icon)}
            </header>
            {seats_around(table.at)}
            {G::board(table)}
            {move || nearest(table.at, Seat::new(viewpoint.get().unwrap_or(0)), false)}
            <section class="replay-bar" aria-label=say!(page_replay)>
                <div class="told"><output aria-live="polite">{sentences}</output><p>{place}</p></div>
                <span class="steps">
                    <button type="button" class="icon-button" aria-label=say!(page_first) on:click=move |_| at.set(0)>{icon("first")}</button>
                    <button type="button" class="icon-button" data-key="arrowleft" aria-label=say!(page_one_back) on:click=move |_| at.update(|at| *at = at.saturating_sub(1))>{icon("back")}</button>
                </span>
                <span>
                    <label class="quiet" for="at">{say!(page_move_number)}</label>
                    <input type="range" id="at" min="0" max=last.to_string() prop:value=move || at.get().to_string() aria-valuetext=place on:input=slide/>
                </span>
                <span class="steps">
                    <button type="button" class="icon-button" aria-label=move || if is_playing.get() { msg::page_pause(lang()) } else { msg::page_play(lang()) } on:click=turn>
                        {move || if is_playing.get() { icon("pause").into_any() } else { icon("play").into_any() }}
                    </button>
                    <button type="button" class="icon-button" data-key="arrowright" aria-label=say!(page_one_on) on:click=move |_| at.update(|at| *at = (*at + 1).min(last))>{icon("forward")}</button>
                </span>
            </section>
        </main>
    }
}

/// Automatic playback, until it is paused or the game ends.
fn play_on(at: RwSignal<usize>, last: usize, is_playing: RwSignal<bool>) {
    after(STEP_MS, move || {
        if is_playing.try_get_untracked() != Some(true) {
            return;
        }
        at.update(|at| *at = (*at + 1).min(last));
        if at.get_untracked() == last {
            is_playing.set(false);
        } else {
            play_on(at, last, is_playing);
        }
    });
}

/// Verifies the deal in this browser and shows the proof.
fn verification(record: &Record, is_verifying: RwSignal<bool>, name: &str) -> impl IntoView + use<> {
    let checked = verify(record, 1);
    let proof_field = |field: &str| match record.extra.get("fair").and_then(|proof| proof.get(field)) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(words)) => {
            let given = words.iter().filter_map(Value::as_str).filter(|words| !words.is_empty());
            given.collect::<Vec<_>>().join(" · ")
        }
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => String::new(),
    };
    // Without words of a seat the server could have chosen the deal: the record is consistent, but proves nothing.
    let has_words = checked.as_ref().is_ok_and(|verified| verified.with_words > 0);
    let doubt = checked.as_ref().err().map(doubt_text);
    let lang = lang();
    let verdict = match &checked {
        Ok(_) if has_words => msg::page_fair_yes(lang),
        Ok(_) => msg::page_fair_alone(lang),
        Err(_) => msg::page_fair_no(lang),
    };
    let moves = record.moves.len().to_string();
    let (commitment, secret, words) =
        (proof_field("commitment"), proof_field("secret"), proof_field("words"));
    let shuffles = checked.as_ref().map_or(0, |Verified { shuffles, .. }| *shuffles);
    let row = |text: String, code: String| {
        let code = (!code.is_empty()).then(|| view! { <code>{code}</code> });
        view! { <li>{icon("check")}<span>{text}{code}</span></li> }
    };
    let rows = checked.is_ok().then(|| {
        let mut rows =
            vec![row(msg::page_fair_promise(lang), commitment), row(msg::page_fair_secret(lang), secret)];
        rows.extend(has_words.then(|| row(msg::page_fair_words(lang), words)));
        rows.push(row(msg::page_fair_shuffles(lang, shuffles as u64), String::new()));
        rows.push(row(msg::page_fair_moves(lang, &moves), String::new()));
        rows
    });
    let players = checked.is_ok().then(|| view! { <p class="help">{msg::page_fair_players(lang)}</p> });
    let text = serde_json::to_string(record).unwrap_or_default();
    let file = format!("{}-{}.json", record.game, name.chars().take(8).collect::<String>());
    let save = move |_| invite::save(&file, &text);
    view! {
        <div class="page narrow">
            <header class="page-top">
                <button type="button" class="icon-button" aria-label=say!(page_back) on:click=move |_| is_verifying.set(false)>{icon("back")}</button>
                {settings::button()}
            </header>
            <main class="stack-v" tabindex="-1">
                <h1>{say!(page_dealt_fairly)}</h1>
                <p class="verdict">{icon(if has_words { "check" } else { "warn" })}{verdict}</p>
                {doubt.map(|doubt| view! { <p>{doubt}</p> })}
                <ol class="proof">{rows}</ol>
                {players}
                <p class="help">{say!(page_fair_yourself)}" "<code>"mazzo verify game.json"</code></p>
                <div class="buttons"><button type="button" class="button" on:click=save>{icon("download")}{say!(page_save_record)}</button></div>
            </main>
        </div>
    }
}

/// Explains why a record proves nothing, or proves a different deal.
fn doubt_text(doubt: &VerifyError) -> String {
    let lang = lang();
    match doubt {
        VerifyError::NoProof => msg::verify_no_proof(lang),
        VerifyError::Scheme { found } => msg::verify_scheme(lang, found),
        VerifyError::Malformed { reason } => msg::verify_malformed(lang, reason),
        VerifyError::NoSecret => msg::verify_no_secret(lang),
        VerifyError::Commitment => msg::verify_commitment(lang),
        VerifyError::Seats { words, seats } => {
            msg::VerifySeats { seats: &seats.to_string(), words: &words.to_string() }.say(lang)
        }
        VerifyError::Seal { seat } => msg::verify_seal(lang, &(seat + 1).to_string()),
        VerifyError::Order { shuffle, card, written, promised } => {
            msg::VerifyOrder { card: &card.to_string(), promised, shuffle: &shuffle.to_string(), written }
                .say(lang)
        }
        VerifyError::Lead { lead, written, promised } => {
            msg::VerifyLead { lead, promised: &promised.to_string(), written: &written.to_string() }.say(lang)
        }
        VerifyError::Flaw(_) => msg::verify_flaw(lang),
    }
}

#[cfg(test)]
mod tests {
    use mazzo_core::Windows;
    use mazzo_games::{FirstTable, GameKind, with_game};
    use mazzo_record::Record;

    use super::moments;

    fn record(kind: GameKind) -> Record {
        let path = format!("{}/../cli/tests/golden/{kind}.json", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        serde_json::from_str(&text).expect("a record")
    }

    fn check<G: Windows>(record: &Record) {
        let moments = moments::<G>(record);
        assert!(moments.len() > record.moves.len(), "one moment for the deal and one for every move");
        for pair in moments.windows(2) {
            assert_eq!(pair[0].table, pair[1].before);
        }
    }

    #[test]
    fn every_moment_starts_where_the_previous_one_ended() {
        for kind in GameKind::ALL {
            with_game!(kind, Table => check::<Table>(&record(kind)));
        }
    }

    #[test]
    fn a_record_of_another_game_has_no_moments() {
        assert!(moments::<FirstTable>(&record(GameKind::ALL[1])).is_empty());
    }
}
