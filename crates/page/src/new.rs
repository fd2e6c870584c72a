//! A table to be opened: game, seats, speed, bots, house rules, who can come.

use mazzo_core::{Game, Kind, OptionKey, Options, sort_by};
use mazzo_games::{GameKind, with_game};
use mazzo_tell::House;
use mazzo_text::msg;
use mazzo_view::{AnyView, IntoView, Memo, Resource, RwSignal, view};
use mazzo_wire::{Level, NewTable, Opened, Pace};
use serde_json::Value;
use wasm_bindgen_futures::spawn_local;

use crate::app::go;
use crate::art::{icon, symbol};
use crate::browser::{self, window};
use crate::http::{self, Trouble};
use crate::place::Place;
use crate::settings;
use crate::start::name_of;
use crate::words::{capital, lang, say};

/// What somebody has chosen so far.
#[derive(Clone, PartialEq)]
struct Wish {
    game: GameKind,
    seats: u8,
    pace: Pace,
    level: Level,
    listed: bool,
    free_chat: bool,
    approve: bool,
    /// Those that were touched, by name.
    rules: Vec<(&'static str, u16)>,
}

/// The keys of a game's house rules, and what is usual.
fn keys(game: GameKind) -> Vec<(&'static OptionKey, u16)> {
    fn of<G: Game>() -> Vec<(&'static OptionKey, u16)> {
        let usual = G::Rules::default();
        G::Rules::KEYS.iter().enumerate().map(|(index, key)| (key, usual.get(index))).collect()
    }
    with_game!(game, Table => of::<Table>())
}

fn seats_of(game: GameKind) -> std::ops::RangeInclusive<u8> {
    with_game!(game, Table => <Table as Game>::SEATS)
}

fn houses(game: GameKind) -> Vec<House> {
    fn of<G: Game>() -> Vec<House> {
        mazzo_tell::house_rules(lang(), &G::Rules::default())
    }
    with_game!(game, Table => of::<Table>())
}

impl Wish {
    fn rule(&self, name: &str) -> Option<u16> {
        self.rules.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
    }

    fn set_rule(&mut self, name: &'static str, value: u16) {
        self.rules.retain(|(other, _)| *other != name);
        self.rules.push((name, value));
    }

    fn table(&self) -> NewTable {
        let value = |(key, usual): (&'static OptionKey, u16)| {
            let chosen = self.rule(key.name)?;
            let value = match key.kind {
                Kind::Switch => Value::Bool(chosen != 0),
                Kind::Choice(words) => Value::from(*words.get(usize::from(chosen))?),
                Kind::Number(..) => Value::from(chosen),
            };
            (chosen != usual).then(|| (key.name.to_owned(), value))
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

/// What was measured about the house rules of a game, once it is there.
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

/// What a house rule does to a game, as it was measured: how much longer it makes it.
fn effect(study: Study, key: &str, value: &str) -> Option<String> {
    let study = study.get()?;
    let variants = study.get("variants")?.as_array()?;
    let is =
        |variant: &Value, field: &str, text: &str| variant.get(field).and_then(Value::as_str) == Some(text);
    let is_it = |variant: &&Value| is(variant, "option", key) && is(variant, "value", value);
    let ratio = variants.iter().find(is_it)?.get("moves_ratio")?.get("value")?.as_f64()?;
    let length = (ratio - 1.0) * 100.0;
    if length == 0.0 {
        return None; // it never came up where it was measured
    }
    let percent = (length.abs().round() as i32).to_string();
    Some(match length {
        length if length.abs() < 1.5 => msg::page_effect_none(lang()),
        length if length > 0.0 => msg::page_effect_longer(lang(), &percent),
        _ => msg::page_effect_shorter(lang(), &percent),
    })
}

/// One of several, as a large button.
fn choice(
    name: &'static str,
    is: impl Fn() -> bool + Send + Sync + 'static,
    choose: impl Fn() + 'static,
    title: impl Fn() -> String + Send + Sync + 'static,
    about: impl Fn() -> String + Send + Sync + 'static,
    cards: Option<[&'static str; 2]>,
) -> AnyView {
    let cards = cards.map(|cards| view! { <span class="two" aria-hidden="true">{cards.map(|card| view! { <span class="card">{symbol(card)}</span> })}</span> });
    view! {
        <label class="choice">
            <input type="radio" name=name prop:checked=is on:change=move |_| choose()/>
            <span>{cards}<b>{title}</b><small>{about}</small></span>
        </label>
    }
    .into_any()
}

/// A table to be opened.
#[inline(never)] // a gate to another part of the module
pub(crate) fn new_table() -> AnyView {
    wishes().into_any()
}

#[expect(clippy::too_many_lines, reason = "a form is read from its top to its bottom")]
fn wishes() -> impl IntoView {
    let asked = window().location().search().unwrap_or_default();
    let game = asked.trim_start_matches('?').parse().unwrap_or(GameKind::Diciassette);
    let wish = RwSignal::new(Wish {
        game,
        seats: 4,
        pace: Pace::Normal,
        level: Level::Medium,
        listed: false,
        free_chat: false,
        approve: false,
        rules: Vec::new(),
    });
    let trouble = RwSignal::new(None::<Trouble>);
    let is_sent = RwSignal::new(false);
    let open = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if is_sent.get_untracked() {
            return;
        }
        is_sent.set(true);
        let wanted = wish.with_untracked(Wish::table);
        spawn_local(async move {
            let mut answer = http::post::<_, Opened>("/api/tables", &wanted).await;
            if answer == Err(Trouble::Refused("no_identity".to_owned())) && http::identity().await.is_ok() {
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
        let cards = if kind == GameKind::Uno { ["ub8", "uyS"] } else { ["d44", "dTrap"] };
        let choose = move || {
            wish.update(|wish| {
                wish.game = kind;
                wish.seats = wish.seats.min(*seats_of(kind).end());
                wish.rules.clear();
            });
        };
        let about = move || msg::page_players_to(lang(), &seats_of(kind).end().to_string());
        choice(
            "game",
            move || wish.with(|wish| wish.game == kind),
            choose,
            move || name_of(kind.name()).to_owned(),
            about,
            Some(cards),
        )
    });
    let seats = move || {
        let one = |seats: u8| {
            view! {
                <label class="choice">
                    <input type="radio" name="seats" prop:checked=move || wish.with(|wish| wish.seats == seats) on:change=move |_| wish.update(|wish| wish.seats = seats)/>
                    <span><b>{seats}</b></span>
                </label>
            }
        };
        seats_of(wish.with(|wish| wish.game)).map(one).collect::<Vec<_>>()
    };
    let paces = [Pace::Relaxed, Pace::Normal, Pace::Fast].map(|pace| {
        choice(
            "pace",
            move || wish.with(|wish| wish.pace == pace),
            move || wish.update(|wish| wish.pace = pace),
            move || capital(&mazzo_tell::pace(lang(), pace)),
            move || mazzo_tell::pace_about(lang(), pace),
            None,
        )
    });
    let levels = Level::ALL.map(|level| {
        choice(
            "bots",
            move || wish.with(|wish| wish.level == level),
            move || wish.update(|wish| wish.level = level),
            move || capital(&mazzo_tell::level(lang(), level)),
            move || mazzo_tell::level_about(lang(), level),
            None,
        )
    });
    let listed = [false, true].map(|listed| {
        let title = move || if listed { msg::page_everybody(lang()) } else { msg::page_by_link(lang()) };
        let about =
            move || if listed { msg::page_everybody_about(lang()) } else { msg::page_by_link_about(lang()) };
        choice(
            "listed",
            move || wish.with(|wish| wish.listed == listed),
            move || wish.update(|wish| wish.listed = listed),
            title,
            about,
            None,
        )
    });
    let game_now = Memo::new(move |_| wish.with(|wish| wish.game));
    let rules = move || {
        let game = game_now.get();
        let study = study_of(game);
        keys(game)
            .into_iter()
            .zip(houses(game))
            .map(|((key, usual), house)| rule(wish, study, key, usual, &house))
            .collect::<Vec<_>>()
    };
    let problem = move || {
        trouble.get().map(|why| {
            let text = match why {
                Trouble::Silent => msg::net_silent(lang()),
                Trouble::Refused(why) => {
                    mazzo_tell::problem(lang(), &mazzo_wire::Problem { message: why.clone(), why })
                }
            };
            view! { <p class="wrong" role="alert">{text}</p> }
        })
    };
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
                    <label class="switch">
                        <b>{say!(page_free_chat)}</b>
                        <input type="checkbox" role="switch" prop:checked=move || wish.with(|wish| wish.free_chat) on:change=move |_| wish.update(|wish| wish.free_chat = !wish.free_chat)/>
                        <span class="knob" aria-hidden="true"></span>
                        <span class="help">{say!(page_free_chat_about)}</span>
                    </label>
                    <label class="switch">
                        <b>{say!(page_approve)}</b>
                        <input type="checkbox" role="switch" prop:checked=move || wish.with(|wish| wish.approve) on:change=move |_| wish.update(|wish| wish.approve = !wish.approve)/>
                        <span class="knob" aria-hidden="true"></span>
                        <span class="help">{say!(page_approve_about)}</span>
                    </label>
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

/// A house rule: a switch, or a number.
fn rule(wish: RwSignal<Wish>, study: Study, key: &'static OptionKey, usual: u16, house: &House) -> AnyView {
    let now = move || wish.with(|wish| wish.rule(key.name).unwrap_or(usual));
    let set = move |value: u16| {
        wish.update(|wish| wish.set_rule(key.name, value));
    };
    let (title, about) = (house.name.clone(), house.about.clone());
    match key.kind {
        Kind::Switch | Kind::Choice(_) => {
            let other = 1 - usual.min(1);
            let measured = move || {
                effect(study, key.name, &key.text(other))
                    .map(|effect| view! { <span class="effect">{icon("clock")}{effect}</span> })
            };
            let value = match key.kind {
                Kind::Choice(_) => Some(move || mazzo_tell::value(lang(), key, now())),
                Kind::Switch | Kind::Number(..) => None,
            };
            view! {
                <label class="switch">
                    <b>{title}{value.map(|value| view! { <span>": "{value}</span> })}</b>
                    <input type="checkbox" role="switch" name=key.name prop:checked=move || now() != usual on:change=move |_| set(if now() == usual { other } else { usual })/>
                    <span class="knob" aria-hidden="true"></span>
                    <span class="help">{about}</span>
                    {measured}
                </label>
            }
            .into_any()
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
            view! { <fieldset><legend>{title}</legend><p class="help">{about}</p><div class="choices three">{choices}</div></fieldset> }.into_any()
        }
    }
}

#[cfg(test)]
mod tests {
    use mazzo_games::GameKind;
    use mazzo_wire::{Level, Pace};

    use super::{Wish, keys};

    #[test]
    fn only_rules_that_differ_are_asked_for_and_by_their_names() {
        let mut wish = Wish {
            game: GameKind::Uno,
            seats: 5,
            pace: Pace::Fast,
            level: Level::Hard,
            listed: true,
            free_chat: false,
            approve: false,
            rules: Vec::new(),
        };
        assert!(wish.table().rules.is_empty());
        for (key, usual) in keys(GameKind::Uno) {
            wish.set_rule(key.name, usual);
        }
        assert!(wish.table().rules.is_empty(), "what is as usual needs no word");
        wish.set_rule("stacking", 1);
        wish.set_rule("scoring", 1);
        wish.set_rule("target", 200);
        let table = wish.table();
        let rules = serde_json::to_string(&table.rules).unwrap();
        assert_eq!(rules, r#"{"scoring":"low","stacking":true,"target":200}"#);
        assert!(table.settings::<mazzo_uno::Rules>().is_ok(), "the game knows them");
    }
}
