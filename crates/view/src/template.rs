//! Markup, and what fills its gaps.
//!
//! What `view!` is given is mostly the same every time. That part of it is one text, which packs better than calls that say the
//! same; only what differs is code: the parts, in the order of the gaps `{}` that they fill.

use std::borrow::Cow;

use wasm_bindgen::prelude::JsCast as _;
use web_sys::{Event, HtmlInputElement, MouseEvent, SubmitEvent};

use crate::dom::Property;
use crate::element::{El, IntoAttribute, NodeRef, What};
use crate::signal::RwSignal;
use crate::view::{AnyView, IntoView, View, many};

/// Elements that are pictures, and so of another kind to a browser.
const PICTURES: [&str; 4] = ["svg", "use", "circle", "path"];

/// What fills the gaps, in their order.
#[derive(Default)]
pub struct Parts(Vec<Part>);

enum Part {
    View(AnyView),
    Has(What),
    /// The text of an input.
    Bound(RwSignal<String>),
}

impl std::fmt::Debug for Parts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Parts")
    }
}

impl Parts {
    // What is generic below is thin: each of these is there once.
    #[inline(never)]
    fn view(&mut self, view: AnyView) {
        self.0.push(Part::View(view));
    }

    #[inline(never)]
    fn has(&mut self, what: What) {
        self.0.push(Part::Has(what));
    }

    #[inline(never)]
    fn followed(&mut self, property: Box<dyn FnMut() -> Property>) {
        self.has(What::Property(property));
    }

    #[inline(never)]
    fn heard(&mut self, what: Box<dyn FnMut(Event)>) {
        self.has(What::Heard(what));
    }

    /// In an element, after what is in it already.
    pub fn child(&mut self, view: impl IntoView) {
        self.view(view.into_view());
    }

    /// An attribute.
    pub fn attribute(&mut self, value: impl IntoAttribute) {
        self.has(value.into_attribute().0);
    }

    /// A property, which follows something.
    pub fn property<T: Into<Property>>(&mut self, mut value: impl FnMut() -> T + 'static) {
        self.followed(Box::new(move || value().into()));
    }

    /// An input whose text is this value.
    pub fn bind(&mut self, value: RwSignal<String>) {
        self.0.push(Part::Bound(value));
    }

    /// This is told the element.
    pub fn node_ref(&mut self, known: NodeRef) {
        self.has(What::Known(known));
    }

    /// When it is tapped.
    pub fn on_click(&mut self, mut what: impl FnMut(MouseEvent) + 'static) {
        self.heard(Box::new(move |event| what(event.unchecked_into())));
    }

    /// When a form is sent.
    pub fn on_submit(&mut self, mut what: impl FnMut(SubmitEvent) + 'static) {
        self.heard(Box::new(move |event| what(event.unchecked_into())));
    }

    /// When something else was chosen, something was written, or a dialog was closed.
    pub fn on_event(&mut self, what: impl FnMut(Event) + 'static) {
        self.heard(Box::new(what));
    }

    /// The markup with these parts. It is what `view!` makes of it: names and texts as they are, every tag closed by `</>`, and
    /// nothing between them that is not to be seen.
    pub fn fill(self, markup: &'static str) -> AnyView {
        let mut filling = Filling { rest: markup, parts: self.0.into_iter() };
        let mut views = filling.nodes();
        match views.pop() {
            Some(only) if views.is_empty() => only,
            last => {
                views.extend(last);
                many(views)
            }
        }
    }
}

struct Filling {
    rest: &'static str,
    parts: std::vec::IntoIter<Part>,
}

impl Filling {
    /// All before one of these signs, or before the end.
    fn until(&mut self, is_end: fn(u8) -> bool) -> &'static str {
        let at = self.rest.bytes().position(is_end).unwrap_or(self.rest.len());
        let (before, rest) = self.rest.split_at_checked(at).unwrap_or_default();
        self.rest = rest;
        before
    }

    /// Goes over this, if it comes next.
    fn is_over(&mut self, sign: &str) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn nodes(&mut self) -> Vec<AnyView> {
        let mut nodes = Vec::new();
        while !self.rest.is_empty() && !self.is_over("</>") {
            nodes.push(if self.is_over("<") {
                self.element()
            } else if self.is_over("{}") {
                match self.parts.next() {
                    Some(Part::View(view)) => view,
                    Some(Part::Has(_) | Part::Bound(_)) | None => AnyView(View::Nothing),
                }
            } else {
                let text = self.until(|sign| matches!(sign, b'<' | b'{'));
                if text.is_empty() {
                    break; // half a gap, which nobody writes
                }
                AnyView(View::Text(Cow::Borrowed(text)))
            });
        }
        nodes
    }

    fn element(&mut self) -> AnyView {
        let tag = self.until(|sign| matches!(sign, b' ' | b'>'));
        let mut el = El { tag, is_picture: PICTURES.contains(&tag), has: Vec::new(), children: Vec::new() };
        while self.is_over(" ") {
            let name = self.until(|sign| sign == b'=');
            if self.is_over("=\"") {
                let value = self.until(|sign| sign == b'"');
                self.is_over("\"");
                el.has.push((name, What::Stays(Some(Cow::Borrowed(value)))));
                continue;
            }
            self.is_over("={}");
            match self.parts.next() {
                Some(Part::Has(what)) => el.has.push((name, what)),
                Some(Part::Bound(value)) => {
                    el.has.push((name, What::Property(Box::new(move || value.get().into()))));
                    el.has.push(("input", What::Heard(Box::new(move |event| write(value, &event)))));
                }
                Some(Part::View(_)) | None => {}
            }
        }
        self.is_over(">");
        el.children = self.nodes();
        el.into_view()
    }
}

/// Somebody has written into an input.
fn write(value: RwSignal<String>, event: &Event) {
    if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
        value.set(input.value());
    }
}

#[cfg(test)]
mod tests {
    use super::Parts;
    use crate::view::{AnyView, View};

    /// What it is, in letters.
    fn told(view: &AnyView) -> String {
        match &view.0 {
            View::Nothing => "-".to_owned(),
            View::Text(text) => format!("'{text}'"),
            View::Element(el) => {
                let has: Vec<&str> = el.has.iter().map(|(name, _)| *name).collect();
                let children: Vec<String> = el.children.iter().map(told).collect();
                let is_picture = if el.is_picture { "*" } else { "" };
                format!("{}{is_picture}({})[{}]", el.tag, has.join(" "), children.join(" "))
            }
            View::Many(views) => views.iter().map(told).collect::<Vec<_>>().join(" + "),
            View::Follows(_) => "?".to_owned(),
            View::Fresh(view) => format!("!{}", told(view)),
        }
    }

    #[test]
    fn gaps_are_filled_in_their_order() {
        let mut parts = Parts::default();
        parts.attribute("a");
        parts.child("you");
        parts.attribute("b");
        parts.child(());
        let view = parts.fill(r#"<p class="lead" id={}>Hello, {}!<br></><svg><use href={}></></></>{}"#);
        let expected = "p(class id)['Hello, ' 'you' '!' br()[] svg*()[use*(href)[]]] + -";
        assert_eq!(told(&view), expected);
        assert_eq!(told(&Parts::default().fill("<br></>")), "br()[]");
        assert_eq!(told(&Parts::default().fill("")), "");
    }

    #[test]
    fn markup_that_we_do_not_write_hurts_nobody() {
        for markup in
            ["<", "<p", "<p x", "<p x=", "<p x=\"", "</>", "<p>", "{", "{}", "<p x={}", "<p x={}>{}{}"]
        {
            let mut parts = Parts::default();
            parts.attribute("a");
            parts.fill(markup);
        }
    }
}
