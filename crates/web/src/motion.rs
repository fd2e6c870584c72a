//! Animations of cards and coins: transforms from the old position to the new one.

use mazzo_narration::{DRAW_MS, MOVE_MS, TURN_MS};
use wasm_bindgen::prelude::{JsCast as _, JsValue};
use web_sys::{DomRect, Element};

use crate::browser::{before_paint, find, get, is_calm, is_hidden};

/// The duration of a Trap's snap and of a shake.
const SNAP_MS: u32 = 300;

const EASE: &str = "cubic-bezier(.2,.7,.3,1)";

/// The position of an element before the view is updated; none if nothing should move.
pub(crate) fn place_of(selector: &str) -> Option<DomRect> {
    if is_calm() || is_hidden() {
        return None;
    }
    Some(find(selector)?.get_bounding_client_rect())
}

fn animate(element: &Element, frames: &str, ms: u32) {
    let options = format!("{{\"duration\":{ms},\"easing\":\"{EASE}\"}}");
    let (Ok(frames), Ok(options)) = (js_sys::JSON::parse(frames), js_sys::JSON::parse(&options)) else {
        return;
    };
    if let Ok(animate) = get(element, "animate").dyn_into::<js_sys::Function>() {
        let _ = animate.call2(element, &frames, &options);
    }
}

/// Moves an element from an old position to its new one, after the next update of the view.
pub(crate) fn fly(from: Option<DomRect>, to: &str, ms: u32) {
    let (Some(from), to) = (from, to.to_owned()) else { return };
    before_paint(move || {
        let Some(element) = find(&to) else { return };
        let here = element.get_bounding_client_rect();
        if here.width() < 1.0 || from.width() < 1.0 {
            return;
        }
        let scale = from.width() / here.width();
        let across = from.x() + from.width() / 2.0 - here.x() - here.width() / 2.0;
        let down = from.y() + from.height() / 2.0 - here.y() - here.height() / 2.0;
        // Integers only: formatting floats would add more code than this whole file.
        let (across, down, percent) = (across as i32, down as i32, (scale * 100.0) as i32);
        let frames = format!(
            "[{{\"transform\":\"translate({across}px,{down}px) scale({percent}%)\",\"zIndex\":9}},{{\"transform\":\"none\",\"zIndex\":9}}]"
        );
        animate(&element, &frames, ms);
    });
}

/// Animates an element after the next update of the view.
fn animate_next(selector: &str, frames: &'static str, ms: u32) {
    if is_calm() || is_hidden() {
        return;
    }
    let selector = selector.to_owned();
    before_paint(move || {
        if let Some(element) = find(&selector) {
            animate(&element, frames, ms);
        }
    });
}

/// Turns a card over.
pub(crate) fn turn(selector: &str) {
    animate_next(
        selector,
        "[{\"transform\":\"perspective(40rem) rotateY(90deg)\"},{\"transform\":\"none\"}]",
        TURN_MS,
    );
}

/// Turns a Trap over and lets it snap.
pub(crate) fn snap(selector: &str) {
    animate_next(
        selector,
        "[{\"transform\":\"perspective(40rem) rotateY(90deg)\"},\
        {\"transform\":\"scale(1.22) rotate(-5deg)\",\"offset\":0.6},\
        {\"transform\":\"scale(.94) rotate(2deg)\",\"offset\":0.8},{\"transform\":\"none\"}]",
        TURN_MS + SNAP_MS,
    );
}

/// A pulse, for a number that grows.
pub(crate) fn beat(selector: &str) {
    animate_next(selector, "[{\"transform\":\"scale(1.14)\"},{\"transform\":\"none\"}]", DRAW_MS);
}

/// A shake, for a wrong number.
pub(crate) fn shake(selector: &str) {
    animate_next(
        selector,
        "[{\"translate\":\"-.4rem\"},{\"translate\":\".4rem\"},{\"translate\":\"-.2rem\"},{\"translate\":\"0\"}]",
        SNAP_MS,
    );
}

/// Scrolls a box to its end, where a new card arrives. A box without overflow does not clip the card while it flies in.
pub(crate) fn let_in(selector: &str) {
    let selector = selector.to_owned();
    before_paint(move || {
        let Some(element) = find(&selector) else { return };
        if element.scroll_height() > element.client_height() {
            let end = element.scroll_height().into();
            let _ = js_sys::Reflect::set(&element, &JsValue::from_str("scrollTop"), &end);
        } else {
            animate(&element, "[{\"overflow\":\"visible\"},{\"overflow\":\"visible\"}]", MOVE_MS);
        }
    });
}
