//! Charts as SVG text: each function draws one kind of chart.
//!
//! Colours, fonts and dashes are CSS classes of the page, so that a chart follows the light or dark theme.

use std::fmt::Write as _;

use crate::say::sanitize;
use crate::stats::{Bar, Bin, Estimate};

/// The width of a chart: that of a phone.
const WIDTH: f64 = 300.0;
/// The width of a chart that stands beside another: half of a phone.
const SMALL: f64 = 150.0;

/// Escapes a text from outside for HTML.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // These characters are not allowed in HTML.
            control if control.is_control() && control != '\n' => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}

/// Maps a range of values to a range of coordinates.
#[derive(Clone, Copy)]
struct Axis {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
}

impl Axis {
    /// The coordinate of a value, clamped to the ends.
    fn at(self, value: f64) -> f64 {
        let part = (value.clamp(self.from, self.to) - self.from) / (self.to - self.from).max(1e-9);
        self.start + part * (self.end - self.start)
    }

    /// A few round values on the axis.
    fn ticks(self) -> Vec<f64> {
        let step = nice((self.to - self.from) / 4.0);
        let first = (self.from / step).ceil();
        (0..12_u8)
            .map(|n| (first + f64::from(n)) * step)
            .take_while(|tick| *tick <= self.to + step * 1e-6)
            .collect()
    }
}

/// The next larger 1, 2 or 5 times a power of ten.
fn nice(step: f64) -> f64 {
    let power = 10_f64.powf(step.max(1e-9).log10().floor());
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * power >= step * (1.0 - 1e-9));
    times.unwrap_or(10.0) * power
}

fn open(out: &mut String, width: f64, height: f64, label: &str) {
    let label = escape(label);
    let _ = write!(
        out,
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\"><title>{label}</title>"
    );
}

fn text(out: &mut String, (x, y): (f64, f64), class: &str, text: &str) {
    let text = escape(text);
    let _ = write!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{text}</text>");
}

fn line(out: &mut String, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
    let _ =
        write!(out, "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>");
}

/// One bot's value in a chart of all bots.
pub(crate) struct Entry {
    /// Its name.
    pub(crate) name: String,
    /// Its value; `None` if there is nothing to draw.
    pub(crate) estimate: Option<Estimate>,
    /// The value in words.
    pub(crate) says: String,
}

/// A chart of values with intervals, one below the other.
pub(crate) struct Rows<'a> {
    /// The title of the chart.
    pub(crate) label: &'a str,
    /// The values.
    pub(crate) entries: &'a [Entry],
    /// The reference value.
    pub(crate) reference: Option<f64>,
    /// A range that the axis must include.
    pub(crate) least: (f64, f64),
    /// The CSS class of the dots.
    pub(crate) class: &'a str,
    /// Formats the ticks of the axis.
    pub(crate) tick: &'a dyn Fn(f64) -> String,
}

impl Rows<'_> {
    pub(crate) fn svg(&self) -> String {
        const ROW: f64 = 42.0;
        const NAME: usize = 16;
        let seen = || self.entries.iter().filter_map(|entry| entry.estimate);
        let finite = |value: f64| value.is_finite().then_some(value);
        let ends = || seen().flat_map(|e| [e.low, e.value, e.high]).filter_map(finite).chain(self.reference);
        let from = ends().fold(self.least.0, f64::min);
        let to = ends().fold(self.least.1, f64::max);
        let margin = (to - from).max(1e-6) * 0.03;
        let axis = Axis {
            from: if from < self.least.0 { from - margin } else { from },
            to: if to > self.least.1 { to + margin } else { to },
            start: 12.0,
            end: WIDTH - 14.0,
        };
        let bottom = f64::from(self.entries.len() as u32) * ROW + 6.0;
        let mut out = String::new();
        open(&mut out, WIDTH, bottom + 22.0, self.label);
        for tick in axis.ticks() {
            text(&mut out, (axis.at(tick), bottom + 16.0), "tick mid", &(self.tick)(tick));
        }
        for (entry, row) in self.entries.iter().zip(0_u32..) {
            let top = f64::from(row) * ROW;
            // Only beside the interval: no line may cross the text.
            let mut upright = |value: f64, class| {
                line(&mut out, (axis.at(value), top + 23.0), (axis.at(value), top + 40.0), class);
            };
            axis.ticks().into_iter().for_each(|tick| upright(tick, "grid"));
            self.reference.into_iter().for_each(|reference| upright(reference, "parity"));
            let _ = write!(out, "<g><title>{}: {}</title>", escape(&entry.name), escape(&entry.says));
            text(&mut out, (4.0, top + 17.0), "name", &sanitize(&entry.name, NAME));
            text(&mut out, (WIDTH - 4.0, top + 17.0), "value end", &entry.says);
            if let Some(estimate) = entry.estimate {
                let y = top + 31.0;
                let (low, high) = (axis.at(estimate.low), axis.at(estimate.high));
                line(&mut out, (low, y), (high, y), "bar");
                for cap in [low, high] {
                    line(&mut out, (cap, y - 4.0), (cap, y + 4.0), "bar");
                }
                let x = axis.at(estimate.value);
                let _ =
                    write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" class=\"{}\"/>", self.class);
            }
            out.push_str("</g>");
        }
        out.push_str("</svg>");
        out
    }
}

/// A chart of values with intervals side by side: wins by position in the order of turns.
pub(crate) fn columns(
    name: &str,
    values: &[(Estimate, String)],
    reference: f64,
    highest: f64,
    tick: &dyn Fn(f64) -> String,
) -> String {
    const HEIGHT: f64 = 132.0;
    let across = Axis { from: -0.5, to: f64::from(values.len() as u32) - 0.5, start: 34.0, end: SMALL - 4.0 };
    let up = Axis { from: 0.0, to: highest, start: HEIGHT - 20.0, end: 26.0 };
    let mut out = String::new();
    open(&mut out, SMALL, HEIGHT, name);
    text(&mut out, (4.0, 14.0), "name", &sanitize(name, 16));
    for value in up.ticks() {
        line(&mut out, (across.start, up.at(value)), (across.end, up.at(value)), "grid");
        text(&mut out, (across.start - 4.0, up.at(value) + 4.0), "tick end", &tick(value));
    }
    line(&mut out, (across.start, up.at(reference)), (across.end, up.at(reference)), "parity");
    for ((estimate, says), offset) in values.iter().zip(0_u32..) {
        let x = across.at(f64::from(offset));
        let _ = write!(out, "<g><title>{}</title>", escape(says));
        dot(&mut out, x, up, *estimate);
        out.push_str("</g>");
        text(&mut out, (x, HEIGHT - 5.0), "tick mid", &offset.to_string());
    }
    out.push_str("</svg>");
    out
}

/// A dot with a vertical interval.
fn dot(out: &mut String, x: f64, up: Axis, estimate: Estimate) {
    let (low, high) = (up.at(estimate.low), up.at(estimate.high));
    line(out, (x, low), (x, high), "bar");
    for cap in [low, high] {
        line(out, (x - 2.5, cap), (x + 2.5, cap), "bar");
    }
    let y = up.at(estimate.value);
    let _ = write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" class=\"dot\"/>");
}

/// Stated probabilities against observed frequencies.
pub(crate) fn calibration(name: &str, bins: &[(Bin, String)], tick: &dyn Fn(f64) -> String) -> String {
    const HEIGHT: f64 = 166.0;
    let across = Axis { from: 0.0, to: 1.0, start: 34.0, end: SMALL - 8.0 };
    let up = Axis { from: 0.0, to: 1.0, start: HEIGHT - 24.0, end: 26.0 };
    let mut out = String::new();
    open(&mut out, SMALL, HEIGHT, name);
    text(&mut out, (4.0, 14.0), "name", &sanitize(name, 16));
    for value in [0.0, 0.5, 1.0] {
        line(&mut out, (across.at(0.0), up.at(value)), (across.at(1.0), up.at(value)), "grid");
        line(&mut out, (across.at(value), up.at(0.0)), (across.at(value), up.at(1.0)), "grid");
        text(&mut out, (across.start - 4.0, up.at(value) + 4.0), "tick end", &tick(value));
        text(&mut out, (across.at(value).min(SMALL - 18.0), HEIGHT - 8.0), "tick mid", &tick(value));
    }
    line(&mut out, (across.at(0.0), up.at(0.0)), (across.at(1.0), up.at(1.0)), "parity");
    for (bin, says) in bins {
        let _ = write!(out, "<g><title>{}</title>", escape(says));
        dot(&mut out, across.at(bin.said), up, bin.held);
        out.push_str("</g>");
    }
    out.push_str("</svg>");
    out
}

/// A histogram of lengths; `says` describes a bar in words.
pub(crate) fn histogram(
    label: &str,
    bars: &[Bar],
    says: &dyn Fn(&Bar) -> String,
    tick: &dyn Fn(u32) -> String,
) -> String {
    const HEIGHT: f64 = 170.0;
    let count = f64::from(bars.len().max(1) as u32);
    let across = Axis { from: 0.0, to: count, start: 8.0, end: WIDTH - 8.0 };
    #[expect(clippy::cast_precision_loss, reason = "a drawing")]
    let most = bars.iter().map(|bar| bar.games).max().unwrap_or(0).max(1) as f64;
    let up = Axis { from: 0.0, to: most, start: HEIGHT - 26.0, end: 10.0 };
    let every = (bars.len() / 5 + 1).max(1);
    let mut out = String::new();
    open(&mut out, WIDTH, HEIGHT, label);
    for (bar, index) in bars.iter().zip(0_u32..) {
        #[expect(clippy::cast_precision_loss, reason = "a drawing")]
        let top = up.at(bar.games as f64);
        let (left, right) = (across.at(index.into()), across.at(f64::from(index) + 1.0));
        let _ = write!(
            out,
            "<g><title>{}</title><rect x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" class=\"fill\"/></g>",
            escape(&says(bar)),
            left + 1.0,
            (right - left - 2.0).max(0.5),
            up.start - top
        );
        if (index as usize).is_multiple_of(every) {
            text(&mut out, (f64::midpoint(left, right), HEIGHT - 9.0), "tick mid", &tick(bar.from));
        }
    }
    line(&mut out, (across.start, up.start), (across.end, up.start), "axis");
    out.push_str("</svg>");
    out
}
