//! A document in memory, which notes every change: the differ is tested with it, without a browser.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Deref;
use std::rc::{Rc, Weak};

use wasm_bindgen::prelude::{JsCast as _, JsValue};
use web_sys::Event;

thread_local! {
    static CHANGES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn note(change: String) {
    CHANGES.with(|changes| changes.borrow_mut().push(change));
}

/// The changes to nodes since the last call. Creating a node is none.
pub(crate) fn changes() -> Vec<String> {
    CHANGES.with(RefCell::take)
}

/// The value of a property of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property(Option<String>);

impl Property {
    pub(crate) const UNDEFINED: Self = Self(None);
}

impl From<String> for Property {
    fn from(text: String) -> Self {
        Self(Some(text))
    }
}

type Handler = Rc<RefCell<Box<dyn FnMut(Event)>>>;

#[derive(Default)]
struct Data {
    /// Empty for texts and comments.
    tag: String,
    /// Of a text; comments have none.
    value: RefCell<Option<String>>,
    attributes: RefCell<BTreeMap<String, String>>,
    properties: RefCell<BTreeMap<String, Property>>,
    listeners: RefCell<Vec<(&'static str, Handler)>>,
    parent: RefCell<Weak<Self>>,
    children: RefCell<Vec<Node>>,
}

#[derive(Clone)]
pub struct Node(Rc<Data>);

impl PartialEq for Node {
    /// Whether both are the same node, not whether they look the same.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl std::fmt::Debug for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Element(Node);

impl Deref for Element {
    type Target = Node;

    fn deref(&self) -> &Node {
        &self.0
    }
}

impl From<Element> for Node {
    fn from(element: Element) -> Self {
        element.0
    }
}

pub(crate) fn comment() -> Node {
    Node(Rc::default())
}

pub(crate) fn text(text: &str) -> Node {
    Node(Rc::new(Data { value: RefCell::new(Some(text.to_owned())), ..Data::default() }))
}

pub(crate) fn element(tag: &str, is_picture: bool) -> Element {
    let tag = if is_picture { format!("svg:{tag}") } else { tag.to_owned() };
    Element(Node(Rc::new(Data { tag, ..Data::default() })))
}

/// Puts a node before another child of the parent, or at its end.
pub(crate) fn insert(parent: &Node, node: &Node, before: Option<&Node>) {
    assert_ne!(before, Some(node), "a node cannot come before itself");
    remove(node);
    let end = parent.data().children.borrow().len();
    let place = before.map_or(end, |before| parent.place_of(before));
    parent.data().children.borrow_mut().insert(place, node.clone());
    *node.data().parent.borrow_mut() = Rc::downgrade(&parent.0);
    note(format!("{parent:?} + {node:?}"));
}

/// Takes a node out of its parent, if it has one.
pub(crate) fn remove(node: &Node) {
    if let Some(parent) = node.parent_node() {
        let place = parent.place_of(node);
        parent.data().children.borrow_mut().remove(place);
        *node.data().parent.borrow_mut() = Weak::new();
        note(format!("{parent:?} - {node:?}"));
    }
}

/// Sets an attribute, or removes it.
pub(crate) fn set_attribute(element: &Element, name: &str, value: Option<&str>) {
    let mut attributes = element.data().attributes.borrow_mut();
    if let Some(value) = value {
        note(format!("{}@{name}={value}", element.name()));
        attributes.insert(name.to_owned(), value.to_owned());
    } else {
        note(format!("{}@{name}", element.name()));
        attributes.remove(name);
    }
}

pub(crate) fn set_property(element: &Element, name: &str, value: &Property) {
    note(format!("{}.{name}", element.name()));
    element.data().properties.borrow_mut().insert(name.to_owned(), value.clone());
}

/// An element to mount views into.
pub(crate) fn body() -> Element {
    element("body", false)
}

impl Node {
    fn data(&self) -> &Data {
        &self.0
    }

    fn name(&self) -> String {
        match &*self.data().value.borrow() {
            Some(text) => format!("'{text}'"),
            None if self.data().tag.is_empty() => "-".to_owned(),
            None => self.data().tag.clone(),
        }
    }

    pub(crate) fn set_node_value(&self, value: Option<&str>) {
        let before = self.name();
        *self.data().value.borrow_mut() = value.map(str::to_owned);
        note(format!("{before} to {}", self.name()));
    }

    pub(crate) fn parent_node(&self) -> Option<Self> {
        self.data().parent.borrow().upgrade().map(Node)
    }

    /// Panics where a browser throws: the other node has to be a child.
    fn place_of(&self, child: &Self) -> usize {
        let place = self.data().children.borrow().iter().position(|other| other == child);
        place.unwrap_or_else(|| panic!("{child:?} is no child of {self:?}"))
    }

    /// The children that are elements or texts.
    pub(crate) fn children(&self) -> Vec<Self> {
        let is_shown = |node: &&Self| node.name() != "-";
        self.data().children.borrow().iter().filter(is_shown).cloned().collect()
    }

    /// All of it as text, comments included.
    pub(crate) fn html(&self) -> String {
        let mut html = self.name();
        for (name, value) in &*self.data().attributes.borrow() {
            let _ = write!(html, " {name}={value}");
        }
        for (name, value) in &*self.data().properties.borrow() {
            let _ = write!(html, " .{name}={}", value.0.as_deref().unwrap_or("undefined"));
        }
        for (event, _) in &*self.data().listeners.borrow() {
            let _ = write!(html, " on:{event}");
        }
        if !self.data().tag.is_empty() {
            let children: Vec<String> = self.data().children.borrow().iter().map(Self::html).collect();
            let _ = write!(html, "[{}]", children.join(" "));
        }
        html
    }

    /// Calls the listeners for an event of that name, as the browser does. How many there were.
    pub(crate) fn dispatch(&self, event: &str) -> usize {
        let listeners = self.data().listeners.borrow();
        let called: Vec<Handler> = listeners
            .iter()
            .filter(|(name, _)| *name == event)
            .map(|(_, handler)| Rc::clone(handler))
            .collect();
        drop(listeners);
        for handler in &called {
            // Handlers of tests do not look at it.
            (handler.borrow_mut())(JsValue::UNDEFINED.unchecked_into());
        }
        called.len()
    }
}

/// An event listener of an element, removed when dropped.
pub(crate) struct Listener {
    element: Element,
    handler: Handler,
}

impl Listener {
    pub(crate) fn new(element: &Element, event: &'static str, handler: Box<dyn FnMut(Event)>) -> Self {
        let handler: Handler = Rc::new(RefCell::new(handler));
        element.data().listeners.borrow_mut().push((event, Rc::clone(&handler)));
        Self { element: element.clone(), handler }
    }

    pub(crate) fn set(&self, handler: Box<dyn FnMut(Event)>) {
        *self.handler.borrow_mut() = handler;
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.element.data().listeners.borrow_mut().retain(|(_, handler)| !Rc::ptr_eq(handler, &self.handler));
    }
}
