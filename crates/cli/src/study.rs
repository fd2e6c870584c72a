//! `mazzo study`: measures house rules.

mod page;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use mazzo_arena::{
    Contest, Contested, Error, Games, Measured, Plan, Progress, Shard, Study, Variant, contest, measure,
    variants, write_atomically,
};
use mazzo_bots::{PlayableGame, Rung, Spec};
use mazzo_core::{Setup, Statistics};
use mazzo_games::with_game;
use mazzo_text::{Lang, msg};

use crate::args;
use crate::progress::{stopped_by_ctrl_c, threads, with_bar};
use crate::style::print;
use crate::{INTERRUPTED, arena};

pub(crate) fn run(wanted: &args::Study, lang: Lang) -> anyhow::Result<ExitCode> {
    with_game!(wanted.game, Table => run_game::<Table>(wanted, lang))
}

/// The contests of a study.
struct Contests {
    /// The same bot in every seat.
    alike: Plan,
    /// A random bot against it.
    luck: Plan,
    bots: [Spec; 2],
    /// Number of deals of each.
    deals: [u64; 2],
    seed: u64,
    threads: usize,
    progress: Arc<Progress>,
}

impl Contests {
    fn play<G: PlayableGame + Statistics>(
        &self,
        rules: G::Rules,
        seats: u8,
        luck: bool,
    ) -> Result<Contested, Error> {
        let plan = if luck { &self.luck } else { &self.alike };
        // In the order of the plan.
        let bots = if luck { &self.bots[..] } else { &self.bots[1..] };
        let make = |bot: usize| {
            let spec = bots[bot];
            mazzo_arena::simulation::Entrant::built_in(&spec)
        };
        let wanted = Contest {
            setup: Setup { seats, rules },
            plan: plan.clone(),
            deals: self.deals[usize::from(luck)],
            shard: Shard::WHOLE,
            sprt: None,
            seed: self.seed,
            threads: self.threads,
        };
        contest::<G>(&wanted, &make, Vec::new(), None, &self.progress)
    }

    /// Measures each variant, until stopped.
    fn measure<G: PlayableGame + Statistics>(
        &self,
        variants: &[Variant<G::Rules>],
        seats: u8,
    ) -> Result<(Vec<Measured>, bool), Error> {
        let mut measured = Vec::new();
        let mut standard = None;
        for variant in variants {
            let alike = self.play::<G>(variant.rules, seats, false)?;
            let luck = self.play::<G>(variant.rules, seats, true)?;
            if alike.stopped || luck.stopped {
                return Ok((measured, true));
            }
            let standard: &Vec<_> = standard.get_or_insert_with(|| alike.rows.clone());
            measured.push(measure(
                variant.changed.as_ref(),
                Games { plan: &self.alike, rows: &alike.rows },
                Games { plan: &self.luck, rows: &luck.rows },
                standard,
                G::COUNTERS,
            ));
        }
        Ok((measured, false))
    }
}

fn run_game<G: PlayableGame + Statistics>(wanted: &args::Study, lang: Lang) -> anyhow::Result<ExitCode> {
    if wanted.shipped {
        show::<G>(&serde_json::from_str(wanted.game.study())?, wanted.json, lang)?;
        return Ok(ExitCode::SUCCESS);
    }
    let setup = arena::setup::<G>(wanted.players, "", lang)?;
    let variants = variants::<G::Rules>();
    let bots = [Spec::new(Rung::Random), wanted.bots];
    let names = bots.map(|bot| bot.to_string());
    let alike = Plan::new(names[1..].to_vec(), setup.seats)?;
    let luck = Plan::new(names.to_vec(), setup.seats)?;
    let games = wanted.games.max(2);
    let contests = Contests {
        deals: [alike.deals_for(games), luck.deals_for(games / 2)],
        alike,
        luck,
        bots,
        seed: wanted.seed,
        threads: threads(wanted.threads),
        progress: stopped_by_ctrl_c(),
    };
    let luck_games = contests.deals[1] * contests.luck.games_per_deal();
    let all = (contests.deals[0] + luck_games) * variants.len() as u64;
    let played = || contests.progress.games.load(Ordering::Relaxed);
    let (measured, stopped) = with_bar(all, played, || contests.measure::<G>(&variants, setup.seats))?;

    let study = Study {
        game: G::NAME.to_owned(),
        players: setup.seats,
        bot: wanted.bots.to_string(),
        games: contests.deals[0],
        luck_games,
        seed: wanted.seed,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        variants: measured,
    };
    let json = show::<G>(&study, wanted.json, lang)?;
    if stopped {
        anstream::eprintln!("{}", msg::study_stopped(lang));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if let Some(file) = &wanted.out {
        write_atomically(file, json.as_bytes())?;
        if !wanted.json {
            print(&format!("\n{}\n", msg::study_written(lang, &file.display().to_string())))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints a study, and returns it as JSON.
fn show<G: PlayableGame + Statistics>(study: &Study, as_json: bool, lang: Lang) -> anyhow::Result<String> {
    let json = format!("{:#}\n", serde_json::to_value(study)?);
    if as_json {
        print(&json)?;
    } else {
        print(&page::page(study, G::COUNTERS.contains(&"void_rounds"), lang))?;
    }
    Ok(json)
}

#[cfg(test)]
mod tests {
    use mazzo_arena::variants;
    use mazzo_core::Options;
    use mazzo_games::{GameKind, with_game};

    #[test]
    fn every_house_rule_is_changed_alone() {
        fn check<R: Options>() {
            let variants = variants::<R>();
            assert!(variants.len() > R::KEYS.len());
            assert!(variants[0].changed.is_none() && variants[0].rules == R::default());
            for key in R::KEYS {
                assert!(
                    variants
                        .iter()
                        .any(|variant| variant.changed.as_ref().is_some_and(|(name, _)| *name == key.name))
                );
            }
            for variant in &variants[1..] {
                let changed: Vec<_> =
                    variant.rules.changed().map(|(key, value)| (key.name, key.text(value))).collect();
                assert_eq!(changed.as_slice(), variant.changed.as_slice());
                assert!(variant.rules.in_range());
            }
        }
        for kind in GameKind::ALL {
            with_game!(kind, Table => check::<<Table as mazzo_core::Game>::Rules>());
        }
    }
}
