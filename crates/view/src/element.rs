//! Descriptions of elements and their attributes.

use std::borrow::Cow;

use web_sys::Event;

use crate::core::{Kind, make, run};
use crate::dom::{Element, Property};
use crate::signal::RwSignal;
use crate::view::AnyView;

pub(crate) type Value = Option<Cow<'static, str>>;

/// An attribute, property, listener or reference of an element.
pub(crate) enum What {
    /// A constant attribute.
    Stays(Value),
    /// A reactive attribute.
    Follows(Box<dyn FnMut() -> Value>),
    /// A reactive property.
    Property(Box<dyn FnMut() -> Property>),
    /// An event listener.
    Heard(Box<dyn FnMut(Event)>),
    /// A reference that receives the element.
    Known(NodeRef),
}

/// The description of an element.
pub struct El {
    pub(crate) tag: &'static str,
    pub(crate) is_picture: bool,
    pub(crate) has: Vec<(&'static str, What)>,
    pub(crate) children: Vec<AnyView>,
}

impl std::fmt::Debug for El {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "<{}>", self.tag)
    }
}

/// Runs `what` now, and again when a signal that it read changes.
pub(crate) fn follow(mut what: Box<dyn FnMut()>) {
    let effect = move |_: &_| {
        what();
        false
    };
    run(make(Kind::Effect, Box::new(()), Some(Box::new(effect))));
}

/// A reference to an element, set once it is rendered.
#[derive(Clone, Copy, Debug)]
pub struct NodeRef(RwSignal<Option<Element>>);

impl NodeRef {
    /// An empty reference.
    #[expect(clippy::new_without_default, reason = "a default is not needed")]
    pub fn new() -> Self {
        Self(RwSignal::new(None))
    }

    /// The element; subscribes.
    pub fn get(self) -> Option<Element> {
        self.0.get()
    }

    pub(crate) fn set(self, element: Element) {
        self.0.set(Some(element));
    }
}

/// The value of an attribute.
pub struct Attribute(pub(crate) What);

impl std::fmt::Debug for Attribute {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Attribute")
    }
}

/// Converts to the value of an attribute.
pub trait IntoAttribute {
    /// The value.
    fn into_attribute(self) -> Attribute;
}

/// Converts to the text of an attribute; none removes the attribute.
pub trait IntoText {
    /// The text.
    fn into_text(self) -> Option<Cow<'static, str>>;
}

impl IntoText for &'static str {
    fn into_text(self) -> Value {
        Some(self.into())
    }
}

impl IntoText for String {
    fn into_text(self) -> Value {
        Some(self.into())
    }
}

impl IntoText for bool {
    fn into_text(self) -> Value {
        self.then_some(Cow::Borrowed(""))
    }
}

impl IntoText for usize {
    fn into_text(self) -> Value {
        Some(self.to_string().into())
    }
}

impl<T: IntoText> IntoText for Option<T> {
    fn into_text(self) -> Value {
        self.and_then(T::into_text)
    }
}

macro_rules! stays {
    ($($kind:ty)*) => {
        $(impl IntoAttribute for $kind {
            fn into_attribute(self) -> Attribute {
                Attribute(What::Stays(self.into_text()))
            }
        })*
    };
}
stays!(&'static str String bool usize);

impl<T: IntoText> IntoAttribute for Option<T> {
    fn into_attribute(self) -> Attribute {
        Attribute(What::Stays(self.into_text()))
    }
}

impl<T: IntoText, F: FnMut() -> T + 'static> IntoAttribute for F {
    fn into_attribute(mut self) -> Attribute {
        Attribute(What::Follows(Box::new(move || self().into_text())))
    }
}
