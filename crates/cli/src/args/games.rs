//! Parts of the help that follow from the registry of games.

use std::fmt::Write as _;

use mazzo_core::{Game, Kind, OptionKey, Options};
use mazzo_games::{GameKind, with_game};

/// How wide a list of house rules gets.
const WIDTH: usize = 80;

/// The names of all games: `a, b or c`.
pub(super) fn names() -> String {
    let names = GameKind::ALL.map(GameKind::name);
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// How many may sit at a table of each game.
pub(super) fn seats() -> String {
    let one = |kind: GameKind| {
        let seats = with_game!(kind, Table => <Table as Game>::SEATS);
        let (least, most) = (seats.start(), seats.end());
        if least == most { format!("{least} for {kind}") } else { format!("{least} to {most} for {kind}") }
    };
    GameKind::ALL.map(one).join(", ")
}

/// Every house rule of every game, with its default first.
pub(super) fn house_rules() -> String {
    fn of<R: Options>() -> Vec<String> {
        let usual = R::default();
        let one = |(index, key): (usize, &OptionKey)| {
            let default = usual.get(index);
            let others: Vec<u16> = match key.kind {
                Kind::Switch => vec![1 - default.min(1)],
                Kind::Choice(words) => (0..words.len() as u16).filter(|value| *value != default).collect(),
                Kind::Number(..) => Vec::new(),
            };
            let values: Vec<String> =
                [default].into_iter().chain(others).map(|value| key.text(value)).collect();
            format!("{}={}", key.name, values.join("|"))
        };
        R::KEYS.iter().enumerate().map(one).collect()
    }
    let room = GameKind::ALL.map(|kind| kind.name().len()).into_iter().max().unwrap_or_default();
    let mut text = "House rules, with their default first:\n".to_owned();
    for kind in GameKind::ALL {
        let mut line = format!("  {:room$}", kind.name());
        for rule in with_game!(kind, Table => of::<<Table as Game>::Rules>()) {
            if line.len() + 2 + rule.len() > WIDTH {
                let _ = write!(text, "\n{line}");
                line = " ".repeat(2 + room);
            }
            let _ = write!(line, "  {rule}");
        }
        let _ = write!(text, "\n{line}");
    }
    text
}

/// Examples of commands, in which `FIRST` and `LAST` stand for games.
pub(super) fn examples(text: &str) -> String {
    let name = |place: usize| GameKind::ALL.get(place).map_or("", |kind| kind.name());
    text.replace("FIRST", name(0)).replace("LAST", name(GameKind::ALL.len() - 1))
}
