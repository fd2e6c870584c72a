//! The report of an arena: an HTML page, a table for the terminal, and all numbers as JSON.

mod svg;

use std::fmt::Write as _;
use std::path::Path;

use mazzo_text::{Lang, decimal, msg, number};
use serde_json::{Value, json};

use crate::error::Error;
use crate::log::write_atomically;
use crate::rating::Rating;
use crate::say::{percent, plain, range};
use crate::sprt::Sprt;
use crate::stats::{BotStats, Estimate, Length, Offset, Stats};
use crate::terminal::{elo, points};
use svg::{Entry, Rows, escape};

/// Maximum number of messages about external programs that are shown.
const MAX_MESSAGES: usize = 40;

/// The content of a report.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The language.
    pub lang: Lang,
    /// The display name of the game.
    pub game: &'a str,
    /// House rules, as `name=value`.
    pub rules: &'a [String],
    /// The seed.
    pub seed: u64,
    /// The program's version.
    pub version: &'a str,
    /// The command line that reproduces the results.
    pub command: &'a str,
    /// The statistics.
    pub stats: &'a Stats,
    /// Ratings by bot.
    pub ratings: &'a [Rating],
    /// The sequential test, if there was one.
    pub sprt: Option<&'a Sprt>,
    /// The ids of the game's counters.
    pub counters: &'a [&'a str],
    /// Error messages of external programs.
    pub bot_errors: &'a [String],
}

impl Report<'_> {
    /// Writes `summary.json` and `report.html` into a folder.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let summary = format!("{:#}\n", self.summary());
        write_atomically(&folder.join("summary.json"), summary.as_bytes())?;
        write_atomically(&folder.join("report.html"), self.html().as_bytes())
    }

    /// All numbers. Unknown and infinite numbers are `null`.
    pub fn summary(&self) -> Value {
        let mut stats = json!(self.stats);
        let counts = self.stats.counts.iter().enumerate();
        let counts: serde_json::Map<String, Value> = counts
            .map(|(index, count)| {
                let name =
                    self.counters.get(index).map_or_else(|| index.to_string(), |&name| name.to_owned());
                (name, json!(count))
            })
            .collect();
        stats["counts"] = Value::Object(counts);
        json!({
            "format": "mazzo-arena-summary/1", "game": self.game, "rules": self.rules, "seed": self.seed,
            "version": self.version, "command": self.command, "stats": stats, "ratings": self.ratings,
            "sprt": self.sprt, "trouble": self.bot_errors,
        })
    }

    /// A self-contained page: no script, no external font or picture.
    pub fn html(&self) -> String {
        let title =
            msg::ArenaTitle { game: self.game, players: &msg::players(self.lang, self.stats.seats.into()) }
                .say(self.lang);
        let title = escape(&title);
        let mut page = format!(
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{title}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
            self.lang.code(),
            include_str!("report/style.css"),
        );
        page += &self.heading();
        if self.stats.games > 0 {
            page += &self.ladder();
            page += &self.sprt.map_or_else(String::new, |sprt| self.sprt_section(sprt));
            // A single bot always wins its equal share.
            if self.stats.bots.len() > 1 {
                page += &pair(&[self.wins_chart(), self.elo_chart()]);
            }
            page += &self.offsets();
            page += &self.cross();
            page += &self.calibration();
            page += &self.lengths();
            page += &pair(&[self.accuracy(), self.counts()]);
        }
        page += &self.bot_errors();
        let (how, text) = (msg::arena_method(self.lang), msg::arena_method_text(self.lang));
        page += &section(&how, &format!("<p>{}</p>\n", escape(&text)));
        page += "</main>\n</body>\n</html>\n";
        page
    }

    fn percent(&self, share: f64) -> String {
        percent(self.lang, share)
    }

    /// A share with its interval.
    fn share(&self, share: Estimate) -> String {
        format!("{} ({})", self.percent(share.value), self.range(share))
    }

    fn range(&self, share: Estimate) -> String {
        range(self.lang, share, crate::say::hundredths)
    }

    /// Formats ticks on the axis of a share.
    fn tick(&self) -> impl Fn(f64) -> String {
        let lang = self.lang;
        move |share| plain(lang, share * 100.0, 0)
    }

    fn heading(&self) -> String {
        let lang = self.lang;
        let stats = self.stats;
        let played = if stats.games == 0 {
            msg::sim_no_games(lang)
        } else {
            let deals = msg::arena_deals(lang, stats.deals);
            msg::ArenaPlayed { deals: &deals, games: &msg::games(lang, stats.games) }.say(lang)
        };
        let bots: Vec<&str> = stats.bots.iter().map(|bot| bot.name.as_str()).collect();
        let mut facts = vec![(msg::arena_bots(lang), bots.join(", "))];
        if !self.rules.is_empty() {
            facts.push((msg::arena_rules(lang), self.rules.join(", ")));
        }
        facts.push((msg::arena_seed(lang), self.seed.to_string()));
        facts.push((msg::arena_version(lang), self.version.to_owned()));
        let mut out = format!("<p class=\"lead\">{}</p>\n<dl>\n", escape(&played));
        for (name, value) in facts {
            let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape(&name), escape(&value));
        }
        let command = msg::arena_command(lang);
        let _ = write!(
            out,
            "</dl>\n<p class=\"quiet\">{}</p>\n<pre><code>{}</code></pre>\n",
            escape(&command),
            escape(self.command)
        );
        if stats.endless > 0 {
            let _ = writeln!(out, "<p>{}</p>", escape(&msg::arena_endless(lang, stats.endless)));
        }
        out
    }

    fn ladder(&self) -> String {
        let lang = self.lang;
        let mut headings = self.headings();
        headings[2] = msg::arena_wins(lang);
        let faults = self.stats.bots.iter().any(|bot| bot.faults > 0);
        if faults {
            headings.push(msg::arena_faults(lang));
        }
        let mut out = String::from("<table class=\"ladder\">\n<thead><tr>");
        for heading in &headings {
            let _ = write!(out, "<th scope=\"col\">{}</th>", escape(heading));
        }
        out += "</tr></thead>\n<tbody>\n";
        for bot in self.stats.ladder() {
            let own = &self.stats.bots[bot];
            let none = || ("–".to_owned(), String::new());
            let mut cells = vec![
                (number(lang, own.games), String::new()),
                (self.percent(own.share.value), self.range(own.share)),
                (points(lang, own.points.value), range(lang, own.points, points)),
                own.elo.map_or_else(none, |estimate| (elo(lang, estimate.value), range(lang, estimate, elo))),
                self.rating(bot).map_or_else(none, |rating| (rating, String::new())),
                own.accuracy.map_or_else(none, |share| (self.percent(share.value), self.range(share))),
            ];
            if faults {
                cells.push((number(lang, own.faults), String::new()));
            }
            let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escape(&own.name));
            for (heading, (value, range)) in headings[1..].iter().zip(cells) {
                let _ = write!(out, "<td data-label=\"{}\">{}", escape(heading), escape(&value));
                if !range.is_empty() {
                    let _ = write!(out, " <small>({})</small>", escape(&range));
                }
                out += "</td>";
            }
            out += "</tr>\n";
        }
        out += "</tbody>\n</table>\n";
        section(&msg::arena_ladder(lang), &out)
    }

    fn sprt_section(&self, sprt: &Sprt) -> String {
        let [question, answer, ratio] =
            self.sprt_sentences(sprt, usize::MAX).map(|sentence| escape(&sentence));
        let text =
            format!("<p>{question}</p>\n<p><strong>{answer}</strong></p>\n<p class=\"quiet\">{ratio}</p>\n");
        section(&msg::arena_sprt(self.lang), &text)
    }

    /// One entry for each bot, best first.
    fn entries(&self, entry: impl Fn(&BotStats) -> (Option<Estimate>, String)) -> Vec<Entry> {
        let bots = self.stats.ladder().into_iter().map(|bot| &self.stats.bots[bot]);
        bots.map(|bot| {
            let (estimate, says) = entry(bot);
            Entry { name: bot.name.clone(), estimate, says }
        })
        .collect()
    }

    fn wins_chart(&self) -> String {
        let label = msg::arena_wins_chart(self.lang);
        let chart = Rows {
            label: &label,
            entries: &self.entries(|bot| (Some(bot.share), self.share(bot.share))),
            reference: Some(self.stats.parity),
            least: (0.0, self.stats.parity * 1.2),
            class: "dot",
            tick: &self.tick(),
        };
        let parity = msg::arena_parity(self.lang, &self.percent(self.stats.parity));
        section(&label, &format!("{}\n<p class=\"quiet\">┆ {}</p>\n", chart.svg(), escape(&parity)))
    }

    fn elo_chart(&self) -> String {
        let lang = self.lang;
        if self.stats.bots.iter().all(|bot| bot.elo.is_none()) {
            return String::new();
        }
        let label = msg::arena_elo_chart(lang);
        let says =
            |estimate: Estimate| format!("{} ({})", elo(lang, estimate.value), range(lang, estimate, elo));
        let chart = Rows {
            label: &label,
            entries: &self.entries(|bot| (bot.elo, bot.elo.map_or_else(String::new, says))),
            reference: Some(0.0),
            least: (-10.0, 10.0),
            class: "dot",
            tick: &|value| elo(lang, value),
        };
        let note = msg::arena_elo_note(lang);
        section(&label, &format!("{}\n<p class=\"quiet\">┆ {}</p>\n", chart.svg(), escape(&note)))
    }

    fn offsets(&self) -> String {
        let lang = self.lang;
        let all = msg::arena_all_bots(lang);
        let bots = self.stats.ladder().into_iter().map(|bot| &self.stats.bots[bot]);
        let mut panels: Vec<(&str, &[Offset])> = vec![(&all, &self.stats.offsets)];
        // With a single bot, the chart of all bots is the same.
        if self.stats.bots.len() > 1 {
            panels.extend(bots.map(|bot| (bot.name.as_str(), &bot.offsets[..])));
        }
        let highs = panels.iter().flat_map(|(_, offsets)| offsets.iter().map(|offset| offset.share.high));
        let highest = highs.fold(self.stats.parity * 1.2, f64::max).min(1.0);
        let panels = panels.into_iter().map(|(name, offsets)| {
            let values = offsets.iter().enumerate().map(|(place, offset)| {
                (
                    offset.share,
                    format!("{place}: {}, {}", self.share(offset.share), msg::games(lang, offset.games)),
                )
            });
            let values: Vec<(Estimate, String)> = values.collect();
            let chart = svg::columns(name, &values, self.stats.parity, highest, &self.tick());
            format!("<figure>{chart}</figure>\n")
        });
        let panels: String = panels.collect();
        let note = escape(&msg::arena_offset_note(lang));
        let text = format!("<p class=\"quiet\">{note}</p>\n<div class=\"small\">\n{panels}</div>\n");
        section(&msg::arena_offset_chart(lang), &text)
    }

    fn cross(&self) -> String {
        let lang = self.lang;
        if self.stats.bots.len() < 2 {
            return String::new();
        }
        let ladder = self.stats.ladder();
        let name = |bot: usize| self.stats.bots[bot].name.as_str();
        let note = escape(&msg::arena_cross_note(lang));
        let mut out =
            format!("<p class=\"quiet\">{note}</p>\n<div class=\"scroll\"><table>\n<thead><tr><td></td>");
        for &bot in &ladder {
            let _ = write!(out, "<th scope=\"col\">{}</th>", escape(name(bot)));
        }
        out += "</tr></thead>\n<tbody>\n";
        for &bot in &ladder {
            let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escape(name(bot)));
            for &other in &ladder {
                let Some(duel) = self.stats.cross[bot][other] else {
                    out += "<td>–</td>";
                    continue;
                };
                let (share, range) = (self.percent(duel.share.value), self.range(duel.share));
                let says = msg::ArenaCrossCell {
                    bot: name(bot),
                    games: &msg::games(lang, duel.games),
                    other: name(other),
                    range: &range,
                    share: &share,
                };
                let says = escape(&says.say(lang));
                let _ = write!(out, "<td title=\"{says}\">{share} <small>({})</small></td>", escape(&range));
            }
            out += "</tr>\n";
        }
        out += "</tbody>\n</table></div>\n";
        section(&msg::arena_cross(lang), &out)
    }

    fn accuracy(&self) -> String {
        let lang = self.lang;
        if self.stats.bots.iter().all(|bot| bot.accuracy.is_none()) {
            return String::new();
        }
        let label = msg::arena_accuracy_chart(lang);
        let chart = Rows {
            label: &label,
            entries: &self.entries(|bot| {
                let none = || "–".to_owned();
                (bot.accuracy, bot.accuracy.map_or_else(none, |share| self.share(share)))
            }),
            reference: None,
            least: (0.0, 1.0),
            class: "dot call",
            tick: &self.tick(),
        };
        let mut out = format!("{}\n<ul class=\"quiet\">\n", chart.svg());
        for bot in self.stats.ladder() {
            let bot = &self.stats.bots[bot];
            let (right, wrong) = (number(lang, bot.right), number(lang, bot.wrong));
            let counts = msg::ArenaAccuracyLine { right: &right, wrong: &wrong }.say(lang);
            let _ = writeln!(out, "<li>{}: {}</li>", escape(&bot.name), escape(&counts));
        }
        out += "</ul>\n";
        section(&label, &out)
    }

    fn calibration(&self) -> String {
        let lang = self.lang;
        let ladder = self.stats.ladder().into_iter().map(|bot| &self.stats.bots[bot]);
        let panels = ladder.filter(|bot| bot.calibration.claims > 0).map(|bot| {
            let own = &bot.calibration;
            let bins = own.bins.iter().map(|bin| {
                let (said, held) = (self.percent(bin.said), self.percent(bin.held.value));
                let range = self.range(bin.held);
                (*bin, msg::ArenaCalibrationDot { held: &held, range: &range, said: &said }.say(lang))
            });
            let bins: Vec<_> = bins.collect();
            let (claims, error) = (number(lang, own.claims), self.percent(own.error));
            let caption = msg::ArenaCalibrationLine { claims: &claims, error: &error }.say(lang);
            let chart = svg::calibration(&bot.name, &bins, &self.tick());
            format!("<figure>{chart}<figcaption>{}</figcaption></figure>\n", escape(&caption))
        });
        let panels: String = panels.collect();
        if panels.is_empty() {
            return panels;
        }
        let note = escape(&msg::arena_calibration_note(lang));
        let text = format!("<p class=\"quiet\">{note}</p>\n<div class=\"small\">\n{panels}</div>\n");
        section(&msg::arena_calibration_chart(lang), &text)
    }

    fn lengths(&self) -> String {
        let lang = self.lang;
        let stats = self.stats;
        let charts = [(msg::sim_moves(lang), &stats.moves), (msg::sim_rounds(lang), &stats.rounds)];
        pair(&charts.map(|(unit, length)| self.length(&unit, length)))
    }

    fn length(&self, unit: &str, length: &Length) -> String {
        let lang = self.lang;
        let whole = |length: u32| number(lang, length.into());
        let mean = decimal(lang, length.mean, 1);
        let spread = msg::SimSpread { mean: &mean, middle: &whole(length.p50), unit }.say(lang);
        let (low, high) = (whole(length.p5), whole(length.p95));
        let ends = msg::SimRange { high: &high, longest: &whole(length.longest), low: &low }.say(lang);
        let says = |bar: &crate::Bar| {
            let games = msg::games(lang, bar.games);
            if bar.from == bar.to {
                return format!("{} {unit}: {games}", whole(bar.from));
            }
            msg::ArenaBar { from: &whole(bar.from), games: &games, to: &whole(bar.to), unit }.say(lang)
        };
        let chart = svg::histogram(&spread, &length.histogram, &says, &whole);
        let title = format!("{}: {unit}", msg::sim_length(lang));
        let (spread, ends) = (escape(&spread), escape(&ends));
        section(&title, &format!("{chart}\n<p>{spread}</p>\n<p class=\"quiet\">{ends}</p>\n"))
    }

    #[expect(clippy::cast_precision_loss, reason = "for people to read")]
    fn counts(&self) -> String {
        let (lang, stats) = (self.lang, self.stats);
        let (share, range) = (self.percent(stats.comeback.value), self.range(stats.comeback));
        let mut lines = vec![msg::ArenaComebacks { range: &range, share: &share }.say(lang)];
        lines.extend(self.counters.iter().zip(&stats.counts).map(|(name, &count)| {
            let label = msg::lookup(lang, &format!("count-{}", name.replace('_', "-")));
            let label = label.unwrap_or_else(|| (*name).to_owned());
            let rate = decimal(lang, count as f64 / stats.games.max(1) as f64, 2);
            msg::SimCount { count: &number(lang, count), name: &label, rate: &rate }.say(lang)
        }));
        section(&msg::sim_counts(lang), &list(&lines))
    }

    fn bot_errors(&self) -> String {
        if self.bot_errors.is_empty() {
            return String::new();
        }
        let shown = self.bot_errors.len().min(MAX_MESSAGES);
        let mut lines = self.bot_errors[..shown].to_vec();
        if shown < self.bot_errors.len() {
            lines.push(msg::arena_trouble_more(self.lang, (self.bot_errors.len() - shown) as u64));
        }
        section(&msg::arena_trouble(self.lang), &list(&lines))
    }
}

fn section(title: &str, text: &str) -> String {
    format!("<section>\n<h2>{}</h2>\n{text}</section>\n", escape(title))
}

/// Two sections side by side, if they fit.
fn pair(sections: &[String; 2]) -> String {
    format!("<div class=\"pair\">\n{}</div>\n", sections.concat())
}

fn list(lines: &[String]) -> String {
    let items: Vec<String> = lines.iter().map(|line| escape(line)).collect();
    format!("<ul>\n<li>{}</li>\n</ul>\n", items.join("</li>\n<li>"))
}
