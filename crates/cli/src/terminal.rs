//! `mazzo play`, `mazzo join` and `mazzo me`.

use std::io::IsTerminal as _;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use mazzo_core::{Game, Options as _};
use mazzo_games::{GameKind, with_game};
use mazzo_terminal::Wanted;
use mazzo_text::{Lang, msg};

use crate::args::{Join, Look, Me, MeCommand, Play};
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

/// Checks the number of players and the rules.
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
    let kind = args.game.unwrap_or_else(GameKind::largest);
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
    let wanted = Wanted { code: args.code.clone(), ..wanted(&args.look, lang, system, no_colour) };
    mazzo_terminal::join(&wanted, &args.link)?;
    Ok(ExitCode::SUCCESS)
}

/// Asks for confirmation.
pub(crate) fn is_sure(question: &str, yes: bool, lang: Lang) -> anyhow::Result<bool> {
    if yes {
        return Ok(true);
    }
    if !std::io::stdin().is_terminal() {
        anyhow::bail!(msg::me_sure(lang));
    }
    anstream::eprint!("{question} ");
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    // The first letters of yes in the four languages.
    Ok(answer.trim().starts_with(['y', 'Y', 's', 'S', 'j', 'J']))
}

pub(crate) fn me(args: &Me, lang: Lang) -> anyhow::Result<ExitCode> {
    match &args.what {
        MeCommand::Code { url } => {
            let (code, server) = mazzo_terminal::code(url, lang)?;
            anstream::println!("{}", msg::me_code(lang, &code.code));
            let about = msg::MeCodeAbout { code: &code.code, link: &code.link, server: &server };
            anstream::println!("{}", about.say(lang));
        }
        MeCommand::Export { url, file } => {
            let games = mazzo_terminal::export(url, lang)?;
            if let Some(file) = file {
                std::fs::write(file, &games).with_context(|| file.display().to_string())?;
                let (count, name) = (games.lines().count().to_string(), file.display().to_string());
                anstream::eprintln!("{}", msg::MeExported { file: &name, games: &count }.say(lang));
            } else {
                anstream::print!("{games}");
            }
        }
        MeCommand::Forget { url, yes } => {
            if !is_sure(&msg::me_forget_ask(lang, url), *yes, lang)? {
                return Ok(ExitCode::FAILURE);
            }
            mazzo_terminal::forget(url, lang)?;
            anstream::println!("{}", msg::me_forgotten(lang));
        }
        MeCommand::Erase { url, yes } => {
            if !is_sure(&msg::me_erase_ask(lang, url), *yes, lang)? {
                return Ok(ExitCode::FAILURE);
            }
            mazzo_terminal::erase(url, lang)?;
            anstream::println!("{}", msg::me_erased(lang));
        }
    }
    Ok(ExitCode::SUCCESS)
}
