//! `mazzo play` and `mazzo join`.

use std::process::ExitCode;

use anyhow::anyhow;
use mazzo_core::{Game, Options as _};
use mazzo_games::{GameKind, with_game};
use mazzo_terminal::Wanted;
use mazzo_text::{Lang, msg};

use crate::args::{Join, Look, Play};
use crate::problem;
use crate::style::title;

fn wanted(look: &Look, lang: Option<Lang>, system: Lang, no_colour: bool) -> Wanted {
    Wanted {
        name: look.name.clone(),
        no_hints: look.no_hints,
        ascii: look.ascii,
        lang,
        system,
        no_colour,
        hurry: 1,
        ..Wanted::default()
    }
}

/// Whether such a table can be, or why not.
fn check<G: Game>(players: Option<u8>, rules: Option<&str>, lang: Lang) -> anyhow::Result<()> {
    if let Some(found) = players.filter(|players| !G::SEATS.contains(players)) {
        let (min, max) = (G::SEATS.start().to_string(), G::SEATS.end().to_string());
        let sentence =
            msg::ErrorPlayers { found: &found.to_string(), game: &title(G::NAME), max: &max, min: &min };
        return Err(anyhow!(sentence.say(lang)));
    }
    G::Rules::parse(rules.unwrap_or_default()).map_err(|bad| anyhow!(problem::option(lang, &bad)))?;
    Ok(())
}

pub(crate) fn play(
    args: &Play,
    lang: Option<Lang>,
    system: Lang,
    no_colour: bool,
) -> anyhow::Result<ExitCode> {
    let spoken = lang.unwrap_or(system);
    let kind = args.game.unwrap_or(GameKind::Uno);
    with_game!(kind, Table => check::<Table>(args.players, args.rules.as_deref(), spoken))?;
    let wanted = Wanted {
        game: args.game,
        players: args.players,
        level: args.level.map(Into::into),
        rules: args.rules.clone(),
        pace: args.pace.map(Into::into),
        hurry: args.hurry,
        ..wanted(&args.look, lang, system, no_colour)
    };
    mazzo_terminal::play(&wanted)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn join(
    args: &Join,
    lang: Option<Lang>,
    system: Lang,
    no_colour: bool,
) -> anyhow::Result<ExitCode> {
    mazzo_terminal::join(&wanted(&args.look, lang, system, no_colour), &args.link)?;
    Ok(ExitCode::SUCCESS)
}
