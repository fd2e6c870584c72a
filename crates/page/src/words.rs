//! The language of the page.

use mazzo_text::Lang;

use crate::app::app;

/// The language now. Whatever reads it in a view is written anew when it changes.
pub(crate) fn lang() -> Lang {
    app().lang.get()
}

/// A message that follows the language: `say!(page_new)`.
macro_rules! say {
    ($name:ident) => {
        move || mazzo_text::msg::$name($crate::words::lang())
    };
}
pub(crate) use say;
