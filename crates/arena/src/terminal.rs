//! The ladder as text for a terminal.

use std::fmt::Write as _;

use mazzo_text::{Lang, msg, number};
use unicode_width::UnicodeWidthStr;

use crate::report::Report;
use crate::say::{aligned, hundredths, percent, plain, range, sanitize, signed};
use crate::sprt::{Sprt, Verdict};
use crate::stats::Estimate;

/// Maximum width of a bot's name in columns.
const NAME: usize = 28;

impl Report<'_> {
    /// The ladder as lines of text, best bot first. If the table is wider than `columns`, every bot has a few lines of its own.
    pub fn terminal(&self, columns: usize) -> String {
        let headings = self.headings();
        let mut table = vec![headings.clone()];
        table.extend(self.stats.ladder().into_iter().map(|bot| self.line(bot)));
        let lines = aligned(&table, "  ", UnicodeWidthStr::width);
        let mut out = String::new();
        if lines.iter().all(|line| line.width() <= columns) {
            out = lines.join("\n") + "\n";
        } else {
            let widest = headings[1..].iter().map(|heading| heading.width()).max().unwrap_or(0);
            for line in &table[1..] {
                let _ = writeln!(out, "{}", line[0]);
                for (heading, cell) in headings.iter().zip(line).skip(1) {
                    let room = " ".repeat(widest - heading.width());
                    let _ = writeln!(out, "  {heading}{room}  {cell}");
                }
            }
        }
        let parity = percent(self.lang, self.stats.parity);
        let _ = writeln!(out, "{}", msg::arena_parity(self.lang, &parity));
        if let Some(sprt) = self.sprt {
            let _ = writeln!(out, "\n{}", self.sprt_sentences(sprt, NAME).join("\n"));
        }
        out
    }

    /// The names of the ladder's columns.
    pub(crate) fn headings(&self) -> Vec<String> {
        let lang = self.lang;
        vec![
            msg::arena_bot(lang),
            msg::arena_games(lang),
            format!("{}\u{a0}%", msg::arena_wins(lang)),
            msg::arena_points(lang),
            msg::arena_elo(lang),
            msg::arena_rating(lang),
            msg::arena_accuracy(lang),
        ]
    }

    fn line(&self, bot: usize) -> Vec<String> {
        let (lang, stats) = (self.lang, &self.stats.bots[bot]);
        let with_range = |estimate: Estimate, say: fn(Lang, f64) -> String| {
            format!("{} ({})", say(lang, estimate.value), range(lang, estimate, say))
        };
        let none = || "–".to_owned();
        vec![
            sanitize(&stats.name, NAME),
            number(lang, stats.games),
            with_range(stats.share, hundredths),
            with_range(stats.points, points),
            stats.elo.map_or_else(none, |estimate| with_range(estimate, elo)),
            self.rating(bot).unwrap_or_else(none),
            stats.accuracy.map_or_else(none, |estimate| percent(lang, estimate.value)),
        ]
    }

    /// A bot's rating in words.
    pub(crate) fn rating(&self, bot: usize) -> Option<String> {
        let lang = self.lang;
        let say = |rating: &crate::Rating| {
            format!("{} ± {}", plain(lang, rating.rating, 1), plain(lang, rating.uncertainty, 1))
        };
        self.ratings.get(bot).map(say)
    }

    /// The hypotheses of the test and its result; names are truncated to `columns`.
    pub(crate) fn sprt_sentences(&self, sprt: &Sprt, columns: usize) -> [String; 3] {
        let lang = self.lang;
        let name = |bot: usize| {
            self.stats.bots.get(bot).map_or_else(String::new, |bot| sanitize(&bot.name, columns))
        };
        let (hypotheses, (low, high)) = (sprt.hypotheses(), sprt.bounds());
        let deals = msg::arena_deals(lang, sprt.deals());
        let question = msg::ArenaSprtQuestion {
            bot: &name(0),
            elo0: &half(lang, hypotheses.elo0),
            elo1: &half(lang, hypotheses.elo1),
            other: &name(1),
        };
        let answer = match sprt.verdict() {
            Verdict::Accept => msg::arena_sprt_accept(lang, &deals),
            Verdict::Reject => msg::arena_sprt_reject(lang, &deals),
            Verdict::GoOn => msg::arena_sprt_go_on(lang, &deals),
        };
        let ratio = msg::ArenaSprtLine {
            high: &signed(lang, high, 2),
            llr: &signed(lang, sprt.llr(), 2),
            low: &signed(lang, low, 2),
        };
        [question.say(lang), answer, ratio.say(lang)]
    }
}

/// Points per game.
pub(crate) fn points(lang: Lang, points: f64) -> String {
    plain(lang, points, 2)
}

/// Elo in whole points, which is its precision.
pub(crate) fn elo(lang: Lang, elo: f64) -> String {
    signed(lang, elo, 0)
}

/// Elo as the user gave it: 5, or 2.5.
fn half(lang: Lang, elo: f64) -> String {
    plain(lang, elo, usize::from(elo.fract().abs() > 1e-9))
}
