//! The reason of a refusal as data: a name that never changes, and the values that explain it, each with a
//! name.
//!
//! Programs and pages word it themselves; the [`std::fmt::Display`] sentence is for everybody else.

use cards::Card;
use chips::Chips;
pub use rulebook::reason::{Reason, ReasonValue, ReasonValueKind, ReasonValues};

use seating::Seat;

/// A type whose values can be part of a refusal.
pub trait AsReasonValue {
    /// The kind of value that it makes.
    const KIND: ReasonValueKind;

    /// The value as programs read it in a refusal; its kind is always [`AsReasonValue::KIND`].
    fn value(&self) -> ReasonValue;
}

macro_rules! as_reason_values {
    ($($type:ty => $kind:ident: $convert:expr),* $(,)?) => {
        $(
            impl AsReasonValue for $type {
                const KIND: ReasonValueKind = ReasonValueKind::$kind;

                /// Amounts in chips, seats by their number from 1, cards in the form in which they are stored
                /// and sent.
                fn value(&self) -> ReasonValue {
                    let convert: fn(&$type) -> _ = $convert;
                    ReasonValue::$kind(convert(self))
                }
            }
        )*
    };
}

as_reason_values! {
    u64 => Number: |number| *number,
    u32 => Number: |number| u64::from(*number),
    u8 => Number: |number| u64::from(*number),
    usize => Number: |number| *number as u64,
    Chips => Number: |amount| amount.get(),
    Seat => Number: |seat| u64::from(seat.number()),
    bool => Flag: |flag| *flag,
    String => Word: |word| word.clone(),
    Card => Word: |card| card.to_string(),
}

impl AsReasonValue for &str {
    const KIND: ReasonValueKind = ReasonValueKind::Word;

    /// A word that stands in the program's text, copied.
    fn value(&self) -> ReasonValue {
        ReasonValue::Word((*self).to_owned())
    }
}

/// Declares an enum of reasons, each with the name that programs know it by; the named values come from the
/// fields. After the semicolon come reasons that wrap other refusals and have no values of their own.
macro_rules! reasons {
    (
        $(#[$attribute:meta])*
        pub enum $Reason:ident {
            $(
                $(#[$doc:meta])*
                $reason:ident $({ $( $(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? })? = $name:literal,
            )*
            $(; $($(#[$held_doc:meta])* $holder:ident($held:ty) = $held_name:literal,)*)?
        }
    ) => {
        $(#[$attribute])*
        pub enum $Reason {
            $( $(#[$doc])* $reason $({ $( $(#[$field_doc])* $field: $type),* })?, )*
            $($( $(#[$held_doc])* $holder($held), )*)?
        }

        impl $Reason {
            /// The name of every reason, with the values that a refusal for it carries.
            pub const REASONS: &[$crate::reason::Reason] = &[
                $( ($name, &[$($((stringify!($field), <$type as $crate::reason::AsReasonValue>::KIND)),*)?]), )*
                $($( ($held_name, &[]), )*)?
            ];

            /// The name by which programs know the reason. It is on the wire, in stored texts of rooms and in
            /// the page's catalogue, so it never changes once a version has used it.
            pub const fn name(&self) -> &'static str {
                match self {
                    $( $Reason::$reason { .. } => $name, )*
                    $($( $Reason::$holder(_) => $held_name, )*)?
                }
            }

            /// The values that fill in the sentence of the reason, each with its field's name, in the order
            /// and of the kinds that `REASONS` lists. Pages word the reason from them, so a name or kind here
            /// is fixed like the reason's own.
            pub fn values(&self) -> $crate::reason::ReasonValues {
                match self {
                    $(
                        $Reason::$reason $({ $($field),* })? =>
                            vec![$($((stringify!($field), $crate::reason::AsReasonValue::value($field))),*)?],
                    )*
                    $($( $Reason::$holder(_) => Vec::new(), )*)?
                }
            }
        }
    };
}

pub(crate) use reasons;
