//! The document of the browser.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Reflect;
use wasm_bindgen::prelude::{Closure, JsCast as _, JsValue};
use web_sys::{Document, Event};
pub(crate) use web_sys::{Element, Node};

/// The value of a property of an element.
pub(crate) type Property = JsValue;

thread_local! {
    static DOCUMENT: Document =
        web_sys::window().and_then(|window| window.document()).unwrap_or_else(|| unreachable!("a page"));
}

pub(crate) fn comment() -> Node {
    DOCUMENT.with(|document| document.create_comment("").into())
}

pub(crate) fn text(text: &str) -> Node {
    DOCUMENT.with(|document| document.create_text_node(text).into())
}

pub(crate) fn element(tag: &str, is_picture: bool) -> Element {
    let element = DOCUMENT.with(|document| {
        if is_picture {
            document.create_element_ns(Some("http://www.w3.org/2000/svg"), tag)
        } else {
            document.create_element(tag)
        }
    });
    element.unwrap_or_else(|_| unreachable!("'{tag}' is a name"))
}

/// Puts a node before another child of the parent, or at its end.
pub(crate) fn insert(parent: &Node, node: &Node, before: Option<&Node>) {
    let _ = parent.insert_before(node, before);
}

/// Takes a node out of its parent, if it has one.
pub(crate) fn remove(node: &Node) {
    if let Some(parent) = node.parent_node() {
        let _ = parent.remove_child(node);
    }
}

/// Sets an attribute, or removes it.
pub(crate) fn set_attribute(element: &Element, name: &str, value: Option<&str>) {
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

pub(crate) fn set_property(element: &Element, name: &str, value: &Property) {
    let _ = Reflect::set(element, &JsValue::from_str(name), value);
}

type Handler = Rc<RefCell<Box<dyn FnMut(Event)>>>;

/// An event listener of an element, removed when dropped.
pub(crate) struct Listener {
    element: Element,
    event: &'static str,
    handler: Handler,
    closure: Closure<dyn FnMut(Event)>,
}

impl Listener {
    pub(crate) fn new(element: &Element, event: &'static str, handler: Box<dyn FnMut(Event)>) -> Self {
        let handler: Handler = Rc::new(RefCell::new(handler));
        let called = Rc::clone(&handler);
        let closure = Closure::wrap(Box::new(move |event: Event| {
            // An event that the handler itself causes is dropped.
            if let Ok(mut handle) = called.try_borrow_mut() {
                handle(event);
            }
        }) as Box<dyn FnMut(Event)>);
        let _ = element.add_event_listener_with_callback(event, closure.as_ref().unchecked_ref());
        Self { element: element.clone(), event, handler, closure }
    }

    /// Replaces the handler; the listener itself stays.
    pub(crate) fn set(&self, handler: Box<dyn FnMut(Event)>) {
        *self.handler.borrow_mut() = handler;
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let closure = self.closure.as_ref().unchecked_ref();
        let _ = self.element.remove_event_listener_with_callback(self.event, closure);
    }
}
