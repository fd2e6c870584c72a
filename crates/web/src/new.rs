//! The form for a new table: game, seats, pace, bots, house rules, access.

use mazzo_core::{Game, Kind, OptionKey, Options, sort_by};
use mazzo_games::{GameKind, with_game};
use mazzo_narration::HouseRule;
use mazzo_protocol::{Level, NewTable, Opened, Pace};
use mazzo_text::msg;
use mazzo_view::{AnyView, IntoView, Memo, Resource, RwSignal, view};
use serde_json::Value;
use wasm_bindgen_futures::spawn_local;

use crate::app::go;
use crate::art::{icon, symbol};
use crate::browser::{self, window};
use crate::games;
use crate::http::{self, RequestError};
use crate::me;
use crate::place::Place;
use crate::settings;
use crate::words::{capital, lang, say};

/// The values of the form.
#[derive(Clone, PartialEq)]
struct TableForm {
    game: GameKind,
    seats: u8,
    pace: Pace,
    level: Level,
    listed: bool,
    free_chat: bool,
    approve: bool,
    /// House rules that were changed, by name.
    rules: Vec<(&'static str, u16)>,
}

/// The keys of a game's house rules with their default values.
fn keys(game: GameKind) -> Vec<(&'static OptionKey, u16)> {
    fn of<G: Game>() -> Vec<(&'static OptionKey, u16)> {
        let defaults = G::Rules::default();
        G::Rules::KEYS.iter().enumerate().map(|(index, key)| (key, defaults.get(index))).collect()
    }
    with_game!(game, Table => of::<Table>())
}

fn seats_of(game: GameKind) -> std::ops::RangeInclusive<u8> {
    with_game!(game, Table => <Table as Game>::SEATS)
}

fn house_rules(game: GameKind) -> Vec<HouseRule> {
    fn of<G: Game>() -> Vec<HouseRule> {
        mazzo_narration::house_rules(lang(), &G::Rules::default())
    }
    with_game!(game, Table => of::<Table>())
}

impl TableForm {
    fn rule(&self, name: &str) -> Option<u16> {
        self.rules.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
    }

    fn set_rule(&mut self, name: &'static str, value: u16) {
        self.rules.retain(|(other, _)| *other != name);
        self.rules.push((name, value));
    }

    fn table(&self) -> NewTable {
        let value = |(key, default_value): (&'static OptionKey, u16)| {
            let chosen = self.rule(key.name)?;
            let value = match key.kind {
                Kind::Switch => Value::Bool(chosen != 0),
                Kind::Choice(words) => Value::from(*words.get(usize::from(chosen))?),
                Kind::Number(..) => Value::from(chosen),
            };
            (chosen != default_value).then(|| (key.name.to_owned(), value))
        };
        let mut keys = keys(self.game);
        sort_by(&mut keys, |(a, _), (b, _)| a.name < b.name);
        NewTable {
            pace: self.pace,
            listed: self.listed,
            free_chat: self.free_chat,
            approve: self.approve,
            stand_in: self.level,
            rules: keys.into_iter().filter_map(value).collect(),
            ..NewTable::new(self.game.name(), self.seats)
        }
    }
}

/// The measured effects of a game's house rules.
type Study = Resource<Value>;

fn study_of(game: GameKind) -> Study {
    let wanted = format!("{game}=");
    let files = browser::shell("studies");
    let address = files.split(' ').find_map(|pair| pair.strip_prefix(&wanted)).unwrap_or_default().to_owned();
    Resource::new(move || {
        let address = address.clone();
        async move { http::get::<Value>(&address).await.unwrap_or(Value::Null) }
    })
}

/// The measured effect of a house rule on the length of a game.
fn effect(study: Study, key: &str, value: &str) -> Option<String> {
    let study = study.get()?;
    let variants = study.get("variants")?.as_array()?;
    let is =
        |variant: &Value, field: &str, text: &str| variant.get(field).and_then(Value::as_str) == Some(text);
    let is_it = |variant: &&Value| is(variant, "option", key) && is(variant, "value", value);
    let ratio = variants.iter().find(is_it)?.get("moves_ratio")?.get("value")?.as_f64()?;
    let length = (ratio - 1.0) * 100.0;
    if length == 0.0 {
        return None; // the rule never applied in the study
    }
    let percent = (length.abs().round() as i32).to_string();
    Some(match length {
        length if length.abs() < 1.5 => msg::page_effect_none(lang()),
        length if length > 0.0 => msg::page_effect_longer(lang(), &percent),
        _ => msg::page_effect_shorter(lang(), &percent),
    })
}

/// A radio button as a large tile.
fn choice(
    name: &'static str,
    is: impl Fn() -> bool + Send + Sync + 'static,
    choose: impl Fn() + 'static,
    title: impl Fn() -> String + Send + Sync + 'static,
    about: impl Fn() -> String + Send + Sync + 'static,
    cards: Option<[&'static str; 2]>,
) -> AnyView {
    let cards = cards.map(|cards| view! { <span class="two" aria-hidden="true">{cards.map(|card| view! { <span class="card">{symbol(card)}</span> })}</span> });
    let content = view! { {cards}<b>{title}</b><small>{about}</small> };
    settings::choice(name, is, choose, content.into_any())
}

/// The form for a new table.
#[inline(never)] // a gate to another part of the module
#[expect(clippy::too_many_lines, reason = "a form reads best in one piece")]
pub(crate) fn new_table() -> AnyView {
    let query = window().location().search().unwrap_or_default();
    let game = query.trim_start_matches('?').parse().unwrap_or(GameKind::ALL[0]);
    let form = RwSignal::new(TableForm {
        game,
        seats: 4.clamp(*seats_of(game).start(), *seats_of(game).end()),
        pace: Pace::Normal,
        level: Level::Medium,
        listed: false,
        free_chat: false,
        approve: false,
        rules: Vec::new(),
    });
    let trouble = RwSignal::new(None::<RequestError>);
    let is_sent = RwSignal::new(false);
    let open = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if is_sent.get_untracked() {
            return;
        }
        is_sent.set(true);
        let wanted = form.with_untracked(TableForm::table);
        spawn_local(async move {
            let mut answer = http::post::<_, Opened>("/api/tables", &wanted).await;
            if answer == Err(RequestError::Refused("no_identity".to_owned()))
                && http::identity().await.is_ok()
            {
                answer = http::post("/api/tables", &wanted).await;
            }
            is_sent.set(false);
            match answer {
                Ok(opened) => go(Place::Table(opened.table)),
                Err(why) => trouble.set(Some(why)),
            }
        });
    };
    let games = GameKind::ALL.map(|kind| {
        let choose = move || {
            form.update(|form| {
                form.game = kind;
                form.seats = form.seats.clamp(*seats_of(kind).start(), *seats_of(kind).end());
                form.rules.clear();
            });
        };
        let about = move || msg::page_players_to(lang(), &seats_of(kind).end().to_string());
        choice(
            "game",
            move || form.with(|form| form.game == kind),
            choose,
            move || capital(kind.name()),
            about,
            Some(games::web(kind).cards),
        )
    });
    let seats = move || {
        let one = |seats: u8| {
            let is = move || form.with(|form| form.seats == seats);
            let choose = move || form.update(|form| form.seats = seats);
            settings::choice("seats", is, choose, view! { <b>{seats}</b> })
        };
        seats_of(form.with(|form| form.game)).map(one).collect::<Vec<_>>()
    };
    let paces = [Pace::Relaxed, Pace::Normal, Pace::Fast].map(|pace| {
        choice(
            "pace",
            move || form.with(|form| form.pace == pace),
            move || form.update(|form| form.pace = pace),
            move || capital(&mazzo_narration::pace(lang(), pace)),
            move || mazzo_narration::pace_about(lang(), pace),
            None,
        )
    });
    let levels = Level::ALL.map(|level| {
        choice(
            "bots",
            move || form.with(|form| form.level == level),
            move || form.update(|form| form.level = level),
            move || capital(&mazzo_narration::level(lang(), level)),
            move || mazzo_narration::level_about(lang(), level),
            None,
        )
    });
    let listed = [false, true].map(|listed| {
        let title = move || if listed { msg::page_everybody(lang()) } else { msg::page_by_link(lang()) };
        let about =
            move || if listed { msg::page_everybody_about(lang()) } else { msg::page_by_link_about(lang()) };
        choice(
            "listed",
            move || form.with(|form| form.listed == listed),
            move || form.update(|form| form.listed = listed),
            title,
            about,
            None,
        )
    });
    let free_chat = settings::switch(
        move || form.with(|form| form.free_chat),
        move || form.update(|form| form.free_chat = !form.free_chat),
        say!(page_free_chat),
        say!(page_free_chat_about),
    );
    let approve = settings::switch(
        move || form.with(|form| form.approve),
        move || form.update(|form| form.approve = !form.approve),
        say!(page_approve),
        say!(page_approve_about),
    );
    let game_now = Memo::new(move |_| form.with(|form| form.game));
    let rules = move || {
        let game = game_now.get();
        let study = study_of(game);
        keys(game)
            .into_iter()
            .zip(house_rules(game))
            .map(|((key, default_value), house)| rule(form, study, key, default_value, &house))
            .collect::<Vec<_>>()
    };
    let problem =
        move || trouble.get().map(|why| view! { <p class="wrong" role="alert">{me::error_text(&why)}</p> });
    view! {
        <div class="page narrow">
            <header class="page-top"><a class="icon-button" href="/" aria-label=say!(page_back)>{icon("back")}</a>{settings::button()}</header>
            <main class="stack-v" tabindex="-1">
                <h1>{say!(page_new_table)}</h1>
                <form class="stack-v form" on:submit=open>
                    <fieldset><legend>{say!(page_game)}</legend><div class="choices large">{games}</div></fieldset>
                    <fieldset><legend>{say!(page_seats_title)}</legend><div class="choices chips">{seats}</div></fieldset>
                    <fieldset><legend>{say!(page_speed)}</legend><div class="choices three">{paces}</div></fieldset>
                    <fieldset><legend>{say!(page_bots_level)}</legend><div class="choices four">{levels}</div></fieldset>
                    <fieldset><legend>{say!(page_who_comes)}</legend><div class="choices">{listed}</div></fieldset>
                    {free_chat}
                    {approve}
                    <details class="more">
                        <summary>{say!(page_house_rules)}{icon("forward")}</summary>
                        <p class="help">{say!(page_measured)}</p>
                        {rules}
                    </details>
                    {problem}
                    <div class="foot"><button class="button main" type="submit" aria-disabled=move || is_sent.get().then_some("true")>{say!(page_open_table)}</button></div>
                </form>
            </main>
        </div>
    }
}

/// The control of a house rule: a switch, or a choice of numbers.
fn rule(
    form: RwSignal<TableForm>,
    study: Study,
    key: &'static OptionKey,
    default_value: u16,
    house: &HouseRule,
) -> AnyView {
    let now = move || form.with(|form| form.rule(key.name).unwrap_or(default_value));
    let set = move |value: u16| {
        form.update(|form| form.set_rule(key.name, value));
    };
    let (title, about) = (house.name.clone(), house.about.clone());
    match key.kind {
        Kind::Switch | Kind::Choice(_) => {
            let other = 1 - default_value.min(1);
            let measured = move || {
                effect(study, key.name, &key.text(other))
                    .map(|effect| view! { <span class="effect">{icon("clock")}{effect}</span> })
            };
            let value = match key.kind {
                Kind::Choice(_) => Some(move || mazzo_narration::value(lang(), key, now())),
                Kind::Switch | Kind::Number(..) => None,
            };
            view! {
                <label class="switch">
                    <b>{title}{value.map(|value| view! { <span>": "{value}</span> })}</b>
                    <input type="checkbox" role="switch" name=key.name prop:checked=move || now() != default_value on:change=move |_| set(if now() == default_value { other } else { default_value })/>
                    <span class="knob" aria-hidden="true"></span>
                    <span class="help">{about}</span>
                    {measured}
                </label>
            }
        }
        Kind::Number(..) => {
            let choices = [200_u16, 500, 1000].map(|value| {
                let measured = move || effect(study, key.name, &value.to_string()).unwrap_or_default();
                choice(
                    key.name,
                    move || now() == value,
                    move || set(value),
                    move || value.to_string(),
                    measured,
                    None,
                )
            });
            view! { <fieldset><legend>{title}</legend><p class="help">{about}</p><div class="choices three">{choices}</div></fieldset> }
        }
    }
}

#[cfg(test)]
mod tests {
    use mazzo_core::{Game, Options as _};
    use mazzo_games::{GameKind, with_game};
    use mazzo_protocol::{Level, Pace};

    use super::{TableForm, keys};

    /// Sets every rule to its default, then to another value, and sends the form.
    fn check<G: Game>(game: GameKind) {
        let mut form = TableForm {
            game,
            seats: *G::SEATS.start(),
            pace: Pace::Fast,
            level: Level::Hard,
            listed: true,
            free_chat: false,
            approve: false,
            rules: Vec::new(),
        };
        assert!(form.table().rules.is_empty());
        for (key, default_value) in keys(game) {
            form.set_rule(key.name, default_value);
        }
        assert!(form.table().rules.is_empty(), "default values are not sent");
        let mut rules = G::Rules::default();
        for (index, (key, default_value)) in keys(game).into_iter().enumerate() {
            let other = u16::from(default_value != 1);
            form.set_rule(key.name, other);
            rules.set(index, other);
        }
        let table = form.table();
        assert_eq!(table.rules.len(), keys(game).len());
        assert_eq!(table.settings::<G::Rules>().map(|settings| settings.rules).ok(), Some(rules));
    }

    #[test]
    fn only_changed_rules_are_sent_by_name() {
        for game in GameKind::ALL {
            with_game!(game, Table => check::<Table>(game));
        }
    }
}
