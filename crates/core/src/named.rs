//! Enums whose values have names.

/// Declares an enum without fields, each value with its name: `pub enum Face { Jack = "J", Queen = "Q" }`.
///
/// The enum gets `ALL`, `name`, its text form and its JSON, which both are the name. In logs a value is its index. Values are ordered
/// as they are written.
#[macro_export]
macro_rules! named {
    (
        $(#[$about:meta])*
        pub enum $Enum:ident { $($(#[$what:meta])* $Value:ident = $name:literal),+ $(,)? }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $Enum {
            $(
                $(#[$what])*
                #[doc = concat!("Its name is `", $name, "`.")]
                $Value,
            )+
        }

        impl $Enum {
            /// All values, in order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Value),+];

            /// The name in records, messages and JSON.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Value => $name,)+
                }
            }
        }

        impl std::str::FromStr for $Enum {
            type Err = ();
            fn from_str(text: &str) -> Result<Self, ()> {
                Self::ALL.into_iter().find(|value| value.name() == text).ok_or(())
            }
        }

        impl<G> $crate::bytes::Field<G> for $Enum {
            const NONE: u8 = Self::ALL.len() as u8;

            fn write(&self, to: &mut Vec<u8>) {
                to.push(*self as u8);
            }

            fn read(from: &mut &[u8]) -> Option<Self> {
                Self::ALL.get(usize::from($crate::bytes::byte(from)?)).copied()
            }
        }

        $crate::text_form!($Enum, concat!("one of ", $("'", $name, "' "),+));
    };
}

/// Implements `Display` and JSON for a type that has a `name` and is parsed from it. `$expected` describes its names in errors.
#[macro_export]
macro_rules! text_form {
    ($Type:ty, $expected:expr) => {
        impl std::fmt::Display for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl $crate::serde::Serialize for $Type {
            fn serialize<S: $crate::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.name())
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $Type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::json::parse(from, $expected)
            }
        }
    };
}
