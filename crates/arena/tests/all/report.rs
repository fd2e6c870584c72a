//! The report for people.

use crate::rows::{World, plan};
use mazzo_arena::{GameRow, Hypotheses, Plan, Rating, Report, Sprt, Stats, Verdict, ratings};
use mazzo_text::{Lang, msg};
use unicode_width::UnicodeWidthStr as _;

/// A made-up arena and its statistics.
struct Arena {
    stats: Stats,
    ratings: Vec<Rating>,
    sprt: Option<Sprt>,
}

impl Arena {
    fn new(plan: &Plan, rows: &[GameRow]) -> Self {
        let hypotheses = Hypotheses::new(0.0, 10.0).expect("10 is more");
        Self {
            stats: Stats::new(plan, rows),
            ratings: ratings(plan, rows),
            sprt: Sprt::over(hypotheses, plan, rows),
        }
    }

    fn report<'a>(&'a self, lang: Lang, bot_errors: &'a [String]) -> Report<'a> {
        Report {
            lang,
            game: "Uno",
            rules: &[],
            seed: 1,
            version: "0.1.0",
            command: "mazzo arena uno --bots 'a & <b>'",
            stats: &self.stats,
            ratings: &self.ratings,
            sprt: self.sprt.as_ref(),
            counters: &["reshuffles", "void_rounds"],
            bot_errors,
        }
    }
}

/// Checks that every tag is closed in order, and returns the number of tags.
fn balanced(html: &str) -> usize {
    let (mut open, mut count) = (vec![], 0);
    let body =
        &html[html.find("<body>").expect("there is a body")..html.rfind("</html>").expect("and an end")];
    for tag in body.split('<').skip(1) {
        let tag = &tag[..tag.find('>').expect("every tag ends")];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().expect("a tag has a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "wrong order of tags");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        count += 1;
    }
    assert!(open.is_empty(), "{open:?}");
    count
}

#[test]
fn html_is_escaped() {
    let evil = "<script>alert('x' & \"y\")</script>";
    let plan = Plan::new(vec![evil.to_owned(), "\u{1b}[2J\u{0}b".to_owned()], 2).unwrap();
    let arena = Arena::new(&plan, &World::rising(2, 0.2, 1).rows(&plan, 30));
    let bot_errors = [format!("{evil} answered </li></main>")];
    for lang in Lang::ALL {
        let html = arena.report(lang, &bot_errors).html();
        assert!(!html.contains("<script") && !html.contains("</li></main>"));
        assert!(html.contains("&lt;script&gt;alert(&#39;x&#39; &amp; &quot;y&quot;)&lt;/script&gt;"));
        assert!(html.contains("&#39;a &amp; &lt;b&gt;&#39;"));
        assert!(!html.contains(['\u{1b}', '\u{0}']));
        assert!(balanced(&html) > 200);
        let text = arena.report(lang, &bot_errors).terminal(200);
        assert!(!text.contains(['\u{1b}', '\u{0}']));
    }
}

#[test]
fn a_page_is_self_contained() {
    let plan = plan(3, 4);
    let arena = Arena::new(&plan, &World::rising(3, 0.2, 1).rows(&plan, 30));
    let html = arena.report(Lang::En, &[]).html();
    for outside in ["http:", "https:", "//", "src=", "url(", "@import", "<link", "<script"] {
        assert!(!html.contains(outside), "{outside}");
    }
    assert!(html.contains("default-src 'none'") && html.contains("prefers-color-scheme:dark"));
    assert_eq!(html.matches("<svg").count(), html.matches("role=\"img\" aria-label=\"").count());
}

#[test]
fn every_kind_of_arena_has_a_page_and_a_table() {
    for (bots, seats, deals) in [(1, 2, 5), (2, 2, 0), (2, 2, 1), (2, 10, 3), (4, 3, 2), (10, 10, 2)] {
        let plan = plan(bots, seats);
        let arena = Arena::new(&plan, &World::rising(bots, 0.2, 3).rows(&plan, deals));
        for lang in Lang::ALL {
            let report = arena.report(lang, &[]);
            let html = report.html();
            balanced(&html);
            assert!(!html.contains("NaN") && !html.contains("inf"), "{bots} {seats}");
            let text = report.terminal(200);
            assert!(!text.contains("NaN") && text.lines().count() > bots);
        }
        let summary = arena.report(Lang::En, &[]).summary();
        assert_eq!(summary["stats"]["bots"].as_array().unwrap().len(), bots);
        assert_eq!(summary["stats"]["games"], deals * plan.games_per_deal());
    }
}

#[test]
fn terminal_columns_are_aligned_and_adapt_to_narrow_screens() {
    let plan = Plan::new(["漢字", "naïve", "x"].map(str::to_owned).to_vec(), 3).unwrap();
    let arena = Arena::new(&plan, &World::rising(3, 0.4, 3).rows(&plan, 50));
    for lang in Lang::ALL {
        let report = arena.report(lang, &[]);
        let wide = report.terminal(200);
        let widths: Vec<usize> = wide.lines().take(4).map(str::width).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{wide}");
        assert!(wide.lines().nth(1).unwrap().starts_with('x'), "the best bot is not first:\n{wide}");
        let narrow = report.terminal(60);
        assert!(narrow.lines().all(|line| line.width() <= 60), "{narrow}");
        assert!(narrow.contains(&format!("  {}", msg::arena_elo(lang))), "{narrow}");
    }
}

#[test]
fn the_verdict_is_reported() {
    let plan = plan(2, 2);
    let mut world = World::rising(2, 0.0, 2);
    for (strength, verdict, says) in [
        (1.5, Verdict::Accept, "Stronger: decided after "),
        (-1.5, Verdict::Reject, "Not stronger: decided after "),
    ] {
        world.strength = vec![strength, 0.0];
        let arena = Arena::new(&plan, &world.rows(&plan, 300));
        assert_eq!(arena.sprt.as_ref().unwrap().verdict(), verdict);
        let report = arena.report(Lang::En, &[]);
        assert!(report.html().contains(says) && report.terminal(80).contains(says));
        assert_eq!(report.summary()["sprt"]["verdict"], serde_json::to_value(verdict).unwrap());
    }
}

#[test]
fn of_many_messages_the_first_are_shown_and_the_rest_counted() {
    let plan = plan(2, 2);
    let arena = Arena::new(&plan, &World::rising(2, 0.2, 1).rows(&plan, 3));
    let bot_errors: Vec<String> = (0..1000).map(|n| format!("fault {n}.")).collect();
    let html = arena.report(Lang::En, &bot_errors).html();
    assert!(html.contains("fault 39.") && !html.contains("fault 40.") && html.contains("And 960 more."));
}
