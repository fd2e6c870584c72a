//! The language of the page.

use mazzo_text::Lang;

use crate::app::app;

/// The language now. Whatever reads it in a view is written anew when it changes.
pub(crate) fn lang() -> Lang {
    app().lang.get()
}

/// A message that follows the language. It is one type for all of them.
pub(crate) fn following(message: fn(Lang) -> String) -> impl Fn() -> String + Copy {
    move || message(lang())
}

/// A message that follows the language: `say!(page_new)`.
macro_rules! say {
    ($name:ident) => {
        $crate::words::following(mazzo_text::msg::$name)
    };
}
pub(crate) use say;
