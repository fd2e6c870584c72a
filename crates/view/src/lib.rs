//! A small reactive DOM library: signals, and views that follow them.
//!
//! A page is written as markup with [`view!`]. An expression in braces may be a closure, which is re-evaluated when a signal that it
//! read changes. Only the thin outer API is generic: all views share one type, and all stored values share another. This keeps the
//! WebAssembly of many screens small, which has to load before the first card shows.
//!
//! Architecture invariant: no game and no text of the product is in this crate.

mod build;
mod core;
// Unit tests have a document in memory.
#[cfg_attr(test, path = "build/tests/document.rs")]
mod dom;
mod element;
mod resource;
mod signal;
#[doc(hidden)]
pub mod template;
mod view;

pub use mazzo_view_macro::view;

pub use self::build::mount;
pub use self::core::{on_cleanup, untrack};
pub use self::element::{El, IntoAttribute, NodeRef};
pub use self::resource::Resource;
pub use self::signal::{Effect, Memo, RwSignal, StoredValue, provide_context, use_context};
pub use self::view::{AnyView, IntoView, fresh, many};
