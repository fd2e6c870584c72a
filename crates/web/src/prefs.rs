//! The preferences of this browser.

use mazzo_protocol::Level;
use mazzo_text::Lang;
use serde::{Deserialize, Serialize};

use crate::browser;

/// The colour scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Theme {
    /// Follows the system.
    #[default]
    Auto,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

/// The preferences of this browser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch in the settings")]
pub(crate) struct Prefs {
    pub(crate) lang: Option<String>,
    pub(crate) theme: Theme,
    pub(crate) sound: bool,
    pub(crate) vibrate: bool,
    pub(crate) left_handed: bool,
    pub(crate) open_sum: bool,
    pub(crate) large: bool,
    pub(crate) calm: bool,
    /// Whether single-key shortcuts are on. Speech input and accidental key presses can trigger them, so they can be turned off.
    pub(crate) keys: bool,
    /// The name at tables.
    pub(crate) name: String,
    /// The number of seats and the level of the bots at a local table.
    pub(crate) local_seats: u8,
    pub(crate) local_level: Level,
}

impl Default for Prefs {
    fn default() -> Self {
        Self {
            lang: None,
            theme: Theme::Auto,
            sound: true,
            vibrate: true,
            left_handed: false,
            open_sum: true,
            large: false,
            calm: false,
            keys: true,
            name: String::new(),
            local_seats: 4,
            local_level: Level::Medium,
        }
    }
}

const KEY: &str = "mazzo.prefs";

impl Prefs {
    /// Loads the stored preferences, or the defaults.
    pub(crate) fn load() -> Self {
        browser::stored_json(KEY).unwrap_or_default()
    }

    /// Stores the preferences, and applies those that affect the style sheets.
    pub(crate) fn keep(&self) {
        browser::store_json(KEY, self);
        let theme = match self.theme {
            Theme::Auto => "",
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        browser::mark_root("theme", theme);
        browser::mark_root("hand", if self.left_handed { "left" } else { "" });
        browser::mark_root("text", if self.large { "large" } else { "" });
        browser::mark_root("motion", if self.calm { "none" } else { "" });
    }

    /// The chosen language, or the first of the browser's that is supported.
    pub(crate) fn lang(&self) -> Lang {
        let chosen = self.lang.as_deref().and_then(Lang::from_locale);
        let preferred = || browser::languages().iter().find_map(|tag| Lang::from_locale(tag));
        chosen.or_else(preferred).unwrap_or_default()
    }
}
