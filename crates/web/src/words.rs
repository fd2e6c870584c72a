//! The language of the page.

use mazzo_text::Lang;

use crate::app::app;

/// The current language. A view that reads it is updated when it changes.
pub(crate) fn lang() -> Lang {
    app().lang.get()
}

/// Capitalizes a word. ASCII only: the Unicode case tables are eight kilobytes, and all of these words begin with ASCII letters.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| std::iter::once(first.to_ascii_uppercase()).chain(letters).collect())
        .unwrap_or_default()
}

/// A message in a language.
pub(crate) type Message = fn(Lang) -> String;

/// A message that follows the language. All messages share this one type, which keeps the module small.
pub(crate) fn following(message: Message) -> impl Fn() -> String + Copy {
    move || message(lang())
}

/// A message that follows the language: `say!(page_new)`.
macro_rules! say {
    ($name:ident) => {
        $crate::words::following(mazzo_text::msg::$name)
    };
}
pub(crate) use say;

#[cfg(test)]
mod tests {
    use mazzo_protocol::{Level, Pace};
    use mazzo_text::{Lang, msg};

    use super::capital;

    #[test]
    fn capitalized_words_begin_with_ascii_letters() {
        for lang in Lang::ALL {
            let paces = [Pace::Relaxed, Pace::Normal, Pace::Fast, Pace::Instant];
            let words = paces.into_iter().map(|pace| mazzo_narration::pace(lang, pace));
            let words = words.chain(Level::ALL.into_iter().map(|level| mazzo_narration::level(lang, level)));
            let colours = [msg::colour_red, msg::colour_green, msg::colour_blue, msg::colour_yellow];
            for word in words.chain(colours.into_iter().map(|colour| colour(lang))) {
                let capital = capital(&word);
                assert!(capital.starts_with(|first: char| first.is_ascii_uppercase()), "{capital}");
                assert_eq!(
                    capital.to_lowercase(),
                    capital.to_ascii_lowercase(),
                    "the other letters are lower case"
                );
            }
        }
    }
}
