//! Fills markup templates.
//!
//! Most of a `view!` is constant. That part is one string, which compresses better than repeated calls; only the dynamic parts are
//! code, in the order of the gaps `{}` that they fill.

use std::borrow::Cow;

use wasm_bindgen::prelude::JsCast as _;
use web_sys::{Event, HtmlInputElement, MouseEvent, SubmitEvent};

use crate::dom::Property;
use crate::element::{El, IntoAttribute, NodeRef, What};
use crate::signal::RwSignal;
use crate::view::{AnyView, IntoView, View, many};

/// Elements of the SVG namespace.
const PICTURES: [&str; 4] = ["svg", "use", "circle", "path"];

/// The dynamic parts, in the order of the gaps.
#[derive(Default)]
pub struct Parts(Vec<Part>);

enum Part {
    View(AnyView),
    Has(What),
    /// A signal bound to the text of an input.
    Bound(RwSignal<String>),
}

impl std::fmt::Debug for Parts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Parts")
    }
}

impl Parts {
    // The generic functions below are thin wrappers: each of these is compiled once.
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

    /// A child.
    pub fn child(&mut self, view: impl IntoView) {
        self.view(view.into_view());
    }

    /// An attribute.
    pub fn attribute(&mut self, value: impl IntoAttribute) {
        self.has(value.into_attribute().0);
    }

    /// A reactive property.
    pub fn property<T: Into<Property>>(&mut self, mut value: impl FnMut() -> T + 'static) {
        self.followed(Box::new(move || value().into()));
    }

    /// Binds the text of an input.
    pub fn bind(&mut self, value: RwSignal<String>) {
        self.0.push(Part::Bound(value));
    }

    /// A reference to the element.
    pub fn node_ref(&mut self, known: NodeRef) {
        self.has(What::Known(known));
    }

    /// A click listener.
    pub fn on_click(&mut self, mut what: impl FnMut(MouseEvent) + 'static) {
        self.heard(Box::new(move |event| what(event.unchecked_into())));
    }

    /// A submit listener.
    pub fn on_submit(&mut self, mut what: impl FnMut(SubmitEvent) + 'static) {
        self.heard(Box::new(move |event| what(event.unchecked_into())));
    }

    /// A listener of another event.
    pub fn on_event(&mut self, what: impl FnMut(Event) + 'static) {
        self.heard(Box::new(what));
    }

    /// Fills the markup with these parts. `view!` writes the markup: names and texts verbatim, every tag closed by `</>`, and no
    /// insignificant white space.
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
    /// The text up to one of these characters, or the end.
    fn until(&mut self, is_end: fn(u8) -> bool) -> &'static str {
        let at = self.rest.bytes().position(is_end).unwrap_or(self.rest.len());
        let (before, rest) = self.rest.split_at_checked(at).unwrap_or_default();
        self.rest = rest;
        before
    }

    /// Skips a prefix, if present.
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
                    break; // an incomplete gap, which `view!` never writes
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

/// Copies the text of an input into its signal.
fn write(value: RwSignal<String>, event: &Event) {
    if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
        value.set(input.value());
    }
}

#[cfg(test)]
mod tests {
    use super::Parts;
    use crate::view::{AnyView, View};

    /// A readable form of a view.
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
    fn malformed_markup_does_not_panic() {
        for markup in
            ["<", "<p", "<p x", "<p x=", "<p x=\"", "</>", "<p>", "{", "{}", "<p x={}", "<p x={}>{}{}"]
        {
            let mut parts = Parts::default();
            parts.attribute("a");
            parts.fill(markup);
        }
    }
}
