//! Sets as bits.

/// Declares a set of items with an index, one bit an item. The set has an `only`, a `first` and an `iter` of its own, since the best
/// code for them depends on the number of bits.
macro_rules! bit_set {
    ($(#[$about:meta])* $Set:ident($Bits:ty) of $Item:ty, by $Items:ty) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $Set($Bits);

        impl $Set {
            /// The empty set.
            pub const EMPTY: Self = Self(0);

            /// The set with these bits.
            #[inline]
            pub const fn from_bits(bits: $Bits) -> Self {
                Self(bits)
            }

            /// The bits of the set.
            #[inline]
            pub const fn bits(self) -> $Bits {
                self.0
            }

            /// The set with this item added.
            #[inline]
            #[must_use]
            pub const fn with(self, item: $Item) -> Self {
                Self(self.0 | Self::only(item).0)
            }

            /// The set with this item removed.
            #[inline]
            #[must_use]
            pub const fn without(self, item: $Item) -> Self {
                Self(self.0 & !Self::only(item).0)
            }

            /// True if the item is in the set.
            #[inline]
            pub const fn has(self, item: $Item) -> bool {
                self.0 & Self::only(item).0 != 0
            }

            /// True if the set is empty.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The number of items in the set.
            #[inline]
            pub const fn len(self) -> u8 {
                self.0.count_ones() as u8
            }
        }

        impl std::fmt::Debug for $Set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter().map(<$Item>::index)).finish()
            }
        }

        impl IntoIterator for $Set {
            type Item = $Item;
            type IntoIter = $Items;
            #[inline]
            fn into_iter(self) -> $Items {
                self.iter()
            }
        }

        impl FromIterator<$Item> for $Set {
            fn from_iter<I: IntoIterator<Item = $Item>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, Self::with)
            }
        }
    };
}

pub(crate) use bit_set;
