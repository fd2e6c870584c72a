//! Renders views into DOM nodes.
//!
//! A new view is diffed against the existing nodes: an element of the same kind stays and gets only the changes, so that focus, scroll
//! positions and animations are kept.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use crate::core::{Kind, make, run};
use crate::dom::{self, Element, Listener, Node, Property, comment};
use crate::element::{El, Value, What, follow};
use crate::view::{AnyView, View};

/// A rendered view. It always has at least one DOM node.
enum Built {
    Nothing(Node),
    Text(Node, Cow<'static, str>),
    Element(BuiltElement),
    /// The children, and an end marker.
    Many(Vec<Built>, Node),
    Follows(Rc<RefCell<Option<Built>>>),
    Fresh(Box<Built>),
}

struct BuiltElement {
    element: Element,
    tag: &'static str,
    has: Vec<(&'static str, Has)>,
    children: Vec<Built>,
}

enum Has {
    Attribute(Rc<RefCell<Value>>),
    Property(Rc<RefCell<Property>>),
    Heard(Listener),
    Known,
}

/// Appends a view to an element, permanently.
pub fn mount(into: &Element, what: impl FnOnce() -> AnyView + 'static) {
    let (into, mut what) = (into.clone(), Some(what));
    let root = move |_: &_| {
        if let Some(what) = what.take() {
            let built = build(what());
            built.put(&into, None);
            std::mem::forget(built); // keeps its listeners alive
        }
        false
    };
    run(make(Kind::Effect, Box::new(()), Some(Box::new(root))));
}

fn build(view: AnyView) -> Built {
    match view.0 {
        View::Nothing => Built::Nothing(comment()),
        View::Text(text) => Built::Text(dom::text(&text), text),
        View::Element(el) => Built::Element(build_element(*el)),
        View::Many(views) => Built::Many(views.into_iter().map(build).collect(), comment()),
        View::Follows(mut what) => {
            let shown = Rc::new(RefCell::new(None));
            let here = Rc::clone(&shown);
            follow(Box::new(move || {
                let view = what();
                let before = here.take();
                let now = match before {
                    Some(before) => change(before, view),
                    None => build(view),
                };
                here.replace(Some(now));
            }));
            Built::Follows(shown)
        }
        View::Fresh(view) => Built::Fresh(Box::new(build(*view))),
    }
}

fn build_element(el: El) -> BuiltElement {
    let El { tag, is_picture, has, children } = el;
    let element = dom::element(tag, is_picture);
    let has = has.into_iter().map(|(name, what)| (name, begin(&element, name, what))).collect();
    let children: Vec<Built> = children.into_iter().map(build).collect();
    for child in &children {
        child.put(&element, None);
    }
    BuiltElement { element, tag, has, children }
}

fn begin(element: &Element, name: &'static str, what: What) -> Has {
    match what {
        What::Stays(_) | What::Follows(_) => {
            let last = Rc::default();
            set(element, name, &last, what);
            Has::Attribute(last)
        }
        What::Property(what) => {
            let last = Rc::new(RefCell::new(Property::UNDEFINED));
            set_property(element, name, &last, what);
            Has::Property(last)
        }
        What::Heard(what) => Has::Heard(Listener::new(element, name, what)),
        What::Known(known) => {
            known.set(element.clone());
            Has::Known
        }
    }
}

fn write(element: &Element, name: &str, last: &RefCell<Value>, value: Value) {
    if *last.borrow() != value {
        dom::set_attribute(element, name, value.as_deref());
        last.replace(value);
    }
}

fn set(element: &Element, name: &'static str, last: &Rc<RefCell<Value>>, what: What) {
    match what {
        What::Stays(value) => write(element, name, last, value),
        What::Follows(mut what) => {
            let (element, last) = (element.clone(), Rc::clone(last));
            follow(Box::new(move || write(&element, name, &last, what())));
        }
        What::Property(_) | What::Heard(_) | What::Known(_) => {}
    }
}

fn set_property(
    element: &Element,
    name: &'static str,
    last: &Rc<RefCell<Property>>,
    mut what: Box<dyn FnMut() -> Property>,
) {
    let (element, last) = (element.clone(), Rc::clone(last));
    follow(Box::new(move || {
        let value = what();
        if *last.borrow() != value {
            dom::set_property(&element, name, &value);
            last.replace(value);
        }
    }));
}

/// Updates a rendered view to a new one.
fn change(before: Built, view: AnyView) -> Built {
    match (before, view.0) {
        (before @ Built::Nothing(_), View::Nothing) => before,
        (Built::Text(node, last), View::Text(text)) => {
            if last != text {
                node.set_node_value(Some(&text));
            }
            Built::Text(node, text)
        }
        (Built::Element(before), View::Element(el)) if before.is_like(&el) => {
            Built::Element(before.change(*el))
        }
        (Built::Many(before, mark), View::Many(views)) => {
            let into = mark.parent_node();
            Built::Many(change_all(before, views, into.as_ref(), Some(&mark)), mark)
        }
        (before, view) => {
            let now = build(AnyView(view));
            let first = before.first();
            if let Some(into) = first.parent_node() {
                now.put(&into, Some(&first));
            }
            before.remove();
            now
        }
    }
}

/// Updates children by position. Surplus ones are removed, new ones are appended.
fn change_all(
    before: Vec<Built>,
    views: Vec<AnyView>,
    into: Option<&Node>,
    end: Option<&Node>,
) -> Vec<Built> {
    let mut before = before.into_iter();
    let mut now = Vec::with_capacity(views.len());
    for view in views {
        now.push(if let Some(before) = before.next() {
            change(before, view)
        } else {
            let new = build(view);
            if let Some(into) = into {
                new.put(into, end);
            }
            new
        });
    }
    before.for_each(Built::remove);
    now
}

impl BuiltElement {
    /// True if the element can be updated in place: same tag, and attributes of the same names.
    fn is_like(&self, el: &El) -> bool {
        let is_like = |(has, what): (&(&'static str, Has), &(&'static str, What))| {
            has.0 == what.0
                && match (&has.1, &what.1) {
                    (Has::Attribute(_), What::Stays(_) | What::Follows(_))
                    | (Has::Property(_), What::Property(_))
                    | (Has::Heard(_), What::Heard(_))
                    | (Has::Known, What::Known(_)) => true,
                    (Has::Attribute(_) | Has::Property(_) | Has::Heard(_) | Has::Known, _) => false,
                }
        };
        self.tag == el.tag && self.has.len() == el.has.len() && self.has.iter().zip(&el.has).all(is_like)
    }

    fn change(mut self, el: El) -> Self {
        for ((name, has), (_, what)) in self.has.iter_mut().zip(el.has) {
            match (has, what) {
                (Has::Attribute(last), what) => set(&self.element, name, last, what),
                (Has::Property(last), What::Property(what)) => set_property(&self.element, name, last, what),
                (Has::Heard(listener), What::Heard(what)) => listener.set(what),
                (Has::Known, What::Known(known)) => known.set(self.element.clone()),
                (Has::Property(_) | Has::Heard(_) | Has::Known, _) => {}
            }
        }
        let into: &Node = &self.element;
        self.children = change_all(self.children, el.children, Some(into), None);
        self
    }
}

impl Built {
    fn first(&self) -> Node {
        match self {
            Self::Nothing(node) | Self::Text(node, _) => node.clone(),
            Self::Element(element) => element.element.clone().into(),
            Self::Many(all, mark) => all.first().map_or_else(|| mark.clone(), Self::first),
            Self::Follows(shown) => shown.borrow().as_ref().map_or_else(comment, Self::first),
            Self::Fresh(built) => built.first(),
        }
    }

    /// Inserts the nodes before a node, or at the end.
    fn put(&self, into: &Node, before: Option<&Node>) {
        let put = |node: &Node| dom::insert(into, node, before);
        match self {
            Self::Nothing(node) | Self::Text(node, _) => put(node),
            Self::Element(element) => put(&element.element),
            Self::Many(all, mark) => {
                for one in all {
                    one.put(into, before);
                }
                put(mark);
            }
            Self::Follows(shown) => {
                if let Some(shown) = shown.borrow().as_ref() {
                    shown.put(into, before);
                }
            }
            Self::Fresh(built) => built.put(into, before),
        }
    }

    fn remove(self) {
        match self {
            Self::Nothing(node) | Self::Text(node, _) => dom::remove(&node),
            Self::Element(element) => dom::remove(&element.element),
            Self::Many(all, mark) => {
                all.into_iter().for_each(Self::remove);
                dom::remove(&mark);
            }
            Self::Follows(shown) => {
                if let Some(shown) = shown.take() {
                    shown.remove();
                }
            }
            Self::Fresh(built) => built.remove(),
        }
    }
}

#[cfg(test)]
mod tests;
