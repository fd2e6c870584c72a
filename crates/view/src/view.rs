//! Views: descriptions of what to render.

use std::borrow::Cow;

use crate::element::El;

/// The description of a view. It is a plain value: nothing is rendered before it is built.
pub struct AnyView(pub(crate) View);

pub(crate) enum View {
    Nothing,
    Text(Cow<'static, str>),
    Element(Box<El>),
    Many(Vec<AnyView>),
    /// Re-evaluated when a signal that it read changes.
    Follows(Box<dyn FnMut() -> AnyView>),
    /// Always rendered as new nodes.
    Fresh(Box<AnyView>),
}

impl std::fmt::Debug for AnyView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AnyView")
    }
}

/// Converts to a view.
pub trait IntoView: Sized {
    /// The view.
    fn into_view(self) -> AnyView;

    /// The same as `into_view`.
    fn into_any(self) -> AnyView {
        self.into_view()
    }
}

impl IntoView for AnyView {
    fn into_view(self) -> AnyView {
        self
    }
}

impl IntoView for El {
    fn into_view(self) -> AnyView {
        AnyView(View::Element(Box::new(self)))
    }
}

impl IntoView for () {
    fn into_view(self) -> AnyView {
        AnyView(View::Nothing)
    }
}

impl IntoView for String {
    fn into_view(self) -> AnyView {
        AnyView(View::Text(self.into()))
    }
}

impl IntoView for &'static str {
    fn into_view(self) -> AnyView {
        AnyView(View::Text(self.into()))
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl IntoView for $number {
            fn into_view(self) -> AnyView {
                self.to_string().into_view()
            }
        })*
    };
}
numbers!(u8 u16 u32 u64 usize i32);

impl<V: IntoView> IntoView for Option<V> {
    fn into_view(self) -> AnyView {
        self.map_or(AnyView(View::Nothing), V::into_view)
    }
}

impl<V: IntoView> IntoView for Vec<V> {
    fn into_view(self) -> AnyView {
        many(self.into_iter().map(V::into_view).collect())
    }
}

impl<V: IntoView, const N: usize> IntoView for [V; N] {
    fn into_view(self) -> AnyView {
        many(self.into_iter().map(V::into_view).collect())
    }
}

impl<V: IntoView, F: FnMut() -> V + 'static> IntoView for F {
    fn into_view(mut self) -> AnyView {
        AnyView(View::Follows(Box::new(move || self().into_view())))
    }
}

/// Several views in a row.
pub fn many(views: Vec<AnyView>) -> AnyView {
    AnyView(View::Many(views))
}

/// A view that is always rendered as new nodes: for elements that animate when they appear.
pub fn fresh(view: impl IntoView) -> AnyView {
    AnyView(View::Fresh(Box::new(view.into_view())))
}
