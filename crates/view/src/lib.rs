//! Values that are followed, and a page that follows them.
//!
//! A page is written as markup with [`view!`]; what is in braces may be a closure, and is shown anew whenever a value changes that
//! the closure has read. Nothing here is generic but its thin edges: every view is the same type, and so is every value that is
//! kept. A page of many screens is small that way, and it has to travel before anybody sees a card.
//!
//! Architecture invariant: nothing here knows a game or a word of ours.

mod build;
mod core;
// Unit tests have a document in memory.
#[cfg_attr(not(test), path = "dom/browser.rs")]
#[cfg_attr(test, path = "dom/memory.rs")]
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
