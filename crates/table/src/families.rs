//! Families of facts: how they are named, written and read.
//!
//! A family is an enum of facts that are handled in the same places. The stored form does not show families:
//! each fact is written flat under its name, and read in one pass by the family that has the name. Fields
//! before the name, which only other programs write there, are buffered until the name is known.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::{
    BoolDeserializer, BorrowedStrDeserializer, I64Deserializer, MapAccessDeserializer, SeqAccessDeserializer,
    StringDeserializer, U64Deserializer, UnitDeserializer,
};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The key under which a fact stores its name.
const NAME_KEY: &str = "name";

/// Declares a family of facts. The name of each fact stands only here, next to its variant; writing, reading,
/// read errors and `name()` all use it.
macro_rules! named {
    (
        $(#[$of_family:meta])*
        pub enum $family:ident {
            $(
                $(#[doc = $says:literal])*
                #[serde(rename = $name:literal)]
                $variant:ident $({ $($fields:tt)* })? $(($($inside:tt)*))?,
            )*
        }
    ) => {
        $(#[$of_family])*
        pub enum $family {
            $(
                $(#[doc = $says])*
                #[serde(rename = $name)]
                $variant $({ $($fields)* })? $(($($inside)*))?,
            )*
        }

        impl $family {
            /// The names of the family's facts.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// The name of this kind of fact, as used in files and by programs.
            pub const fn name(&self) -> &'static str {
                match self {
                    $($family::$variant { .. } => $name,)*
                }
            }
        }
    };
}

/// Makes an enum of families readable, and lets each family convert into it.
macro_rules! families {
    ($facts:ident: $called:literal { $($variant:ident($family:ident),)* }) => {
        $(impl From<$family> for $facts {
            fn from(fact: $family) -> $facts {
                $facts::$variant(fact)
            }
        })*

        impl $crate::families::Families for $facts {
            const CALLED: &'static str = $called;
            const NAMES: &'static [&'static [&'static str]] = &[$($family::NAMES),*];

            fn read<'de, A: serde::de::MapAccess<'de>>(fact: $crate::families::Named<A>) -> Result<$facts, A::Error> {
                $(if $family::NAMES.contains(&fact.name()) {
                    return serde::Deserialize::deserialize(fact.into_deserializer()).map($facts::$variant);
                })*
                Err($crate::families::unknown::<$facts, A::Error>(fact.name()))
            }
        }

        impl<'de> serde::Deserialize<'de> for $facts {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$facts, D::Error> {
                $crate::families::read(deserializer)
            }
        }
    };
}

pub(crate) use {families, named};

/// An enum whose variants are families of facts.
pub(crate) trait Families: Sized {
    /// What error messages call such a fact.
    const CALLED: &'static str;
    /// The names of all facts, family by family.
    const NAMES: &'static [&'static [&'static str]];

    /// Reads a fact with the family that has its name.
    ///
    /// # Errors
    /// The error of that family, or of a name that no family has.
    fn read<'de, A: MapAccess<'de>>(fact: Named<A>) -> Result<Self, A::Error>;
}

/// Reads a fact of any of the families.
///
/// # Errors
/// For a name that no family has, an error listing the known names; otherwise the error of the fact's family.
pub(crate) fn read<'de, T: Families, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(FactVisitor(PhantomData))
}

/// The error for a name that no family has.
pub(crate) fn unknown<T: Families, E: Error>(name: &str) -> E {
    let known: Vec<String> =
        T::NAMES.iter().flat_map(|names| *names).map(|name| format!("`{name}`")).collect();
    E::custom(format_args!("unknown variant `{name}`, expected one of {}", known.join(", ")))
}

struct FactVisitor<T>(PhantomData<T>);

impl<'de, T: Families> Visitor<'de> for FactVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::CALLED)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut before = Vec::new();
        loop {
            match map.next_key_seed(FactKey)? {
                Some(None) => break,
                Some(Some(other)) => before.push((other, map.next_value()?)),
                None => return Err(A::Error::missing_field(NAME_KEY)),
            }
        }
        let name = map.next_value_seed(FactName::<T>(PhantomData))?;
        T::read(Named { name, next: FactReadState::Key, before: before.into_iter(), rest: map })
    }
}

/// Reads a key of a fact; gives `None` for the key of the name.
struct FactKey;

impl<'de> DeserializeSeed<'de> for FactKey {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<String>, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for FactKey {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key of a fact")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Option<String>, E> {
        Ok((key != NAME_KEY).then(|| key.to_owned()))
    }
}

/// Reads the name of a fact as one of the known names.
struct FactName<T>(PhantomData<T>);

impl<'de, T: Families> DeserializeSeed<'de> for FactName<T> {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'static str, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<T: Families> Visitor<'_> for FactName<T> {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the name of {}", T::CALLED)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<&'static str, E> {
        let known = T::NAMES.iter().flat_map(|names| *names).find(|known| **known == name);
        known.copied().ok_or_else(|| unknown::<T, E>(name))
    }
}

/// A fact whose name has been read. Its family is given the name first, then the other fields in their stored
/// order.
pub(crate) struct Named<A> {
    name: &'static str,
    next: FactReadState,
    before: std::vec::IntoIter<(String, BufferedValue)>,
    rest: A,
}

/// What is read next from a fact.
enum FactReadState {
    Key,
    Name,
    Kept(BufferedValue),
    Rest,
}

impl<A> Named<A> {
    /// The name that was read.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// A deserializer of the whole fact, for its family.
    pub fn into_deserializer(self) -> MapAccessDeserializer<Named<A>> {
        MapAccessDeserializer::new(self)
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Named<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        if matches!(self.next, FactReadState::Key) {
            self.next = FactReadState::Name;
            return seed.deserialize(BorrowedStrDeserializer::new(NAME_KEY)).map(Some);
        }
        match self.before.next() {
            Some((key, kept)) => {
                self.next = FactReadState::Kept(kept);
                seed.deserialize(StringDeserializer::new(key)).map(Some)
            }
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match std::mem::replace(&mut self.next, FactReadState::Rest) {
            FactReadState::Name => seed.deserialize(BorrowedStrDeserializer::new(self.name)),
            FactReadState::Kept(kept) => kept.deserialize_into(seed),
            FactReadState::Key | FactReadState::Rest => self.rest.next_value_seed(seed),
        }
    }
}

/// A value that came before its fact's name, buffered untyped until the family that reads it decides its
/// type.
enum BufferedValue {
    Nothing,
    Flag(bool),
    Count(u64),
    Below(i64),
    Text(String),
    List(Vec<BufferedValue>),
    Fields(Vec<(String, BufferedValue)>),
}

impl<'de> Deserialize<'de> for BufferedValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BufferedValue, D::Error> {
        struct BufferedValueVisitor;

        impl<'de> Visitor<'de> for BufferedValueVisitor {
            type Value = BufferedValue;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value of a fact")
            }

            fn visit_unit<E: Error>(self) -> Result<BufferedValue, E> {
                Ok(BufferedValue::Nothing)
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<BufferedValue, E> {
                Ok(BufferedValue::Flag(value))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<BufferedValue, E> {
                Ok(BufferedValue::Count(value))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<BufferedValue, E> {
                Ok(BufferedValue::Below(value))
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<BufferedValue, E> {
                Ok(BufferedValue::Text(value.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<BufferedValue, A::Error> {
                let mut list = Vec::new();
                while let Some(value) = values.next_element()? {
                    list.push(value);
                }
                Ok(BufferedValue::List(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<BufferedValue, A::Error> {
                let mut kept = Vec::new();
                while let Some(field) = fields.next_entry()? {
                    kept.push(field);
                }
                Ok(BufferedValue::Fields(kept))
            }
        }

        deserializer.deserialize_any(BufferedValueVisitor)
    }
}

impl BufferedValue {
    /// Reads the buffered value as the type that the family asks for.
    fn deserialize_into<'de, S: DeserializeSeed<'de>, E: Error>(self, seed: S) -> Result<S::Value, E> {
        match self {
            BufferedValue::Nothing => seed.deserialize(UnitDeserializer::new()),
            BufferedValue::Flag(value) => seed.deserialize(BoolDeserializer::new(value)),
            BufferedValue::Count(value) => seed.deserialize(U64Deserializer::new(value)),
            BufferedValue::Below(value) => seed.deserialize(I64Deserializer::new(value)),
            BufferedValue::Text(text) => seed.deserialize(StringDeserializer::new(text)),
            BufferedValue::List(list) => seed.deserialize(SeqAccessDeserializer::new(BufferedList {
                rest: list.into_iter(),
                error: PhantomData,
            })),
            BufferedValue::Fields(fields) => seed.deserialize(MapAccessDeserializer::new(BufferedFields {
                rest: fields.into_iter(),
                value: BufferedValue::Nothing,
                error: PhantomData,
            })),
        }
    }
}

/// A buffered list being read.
struct BufferedList<E> {
    rest: std::vec::IntoIter<BufferedValue>,
    error: PhantomData<E>,
}

impl<'de, E: Error> SeqAccess<'de> for BufferedList<E> {
    type Error = E;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, E> {
        self.rest.next().map(|kept| kept.deserialize_into(seed)).transpose()
    }
}

/// Buffered fields being read.
struct BufferedFields<E> {
    rest: std::vec::IntoIter<(String, BufferedValue)>,
    value: BufferedValue,
    error: PhantomData<E>,
}

impl<'de, E: Error> MapAccess<'de> for BufferedFields<E> {
    type Error = E;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, E> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = value;
        seed.deserialize(StringDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, E> {
        std::mem::replace(&mut self.value, BufferedValue::Nothing).deserialize_into(seed)
    }
}
