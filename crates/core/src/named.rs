//! Enums whose values have names.

/// Declares an enum without fields, each value with its name: `pub enum Face { Jack = "J", Queen = "Q" }`.
///
/// The enum gets `ALL`, `name`, its text form and its JSON, which both are the name. Values are ordered as they are written.
#[macro_export]
macro_rules! named {
    ($(#[$about:meta])* pub enum $Enum:ident { $($Value:ident = $name:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum $Enum {
            $(
                #[doc = concat!("Its name is `", $name, "`.")]
                #[serde(rename = $name)]
                $Value,
            )+
        }

        impl $Enum {
            /// All values, in order.
            pub const ALL: &'static [Self] = &[$(Self::$Value),+];

            /// The name in records, messages and JSON.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Value => $name,)+
                }
            }
        }

        impl std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $Enum {
            type Err = ();
            fn from_str(text: &str) -> Result<Self, ()> {
                Self::ALL.iter().copied().find(|value| value.name() == text).ok_or(())
            }
        }
    };
}
