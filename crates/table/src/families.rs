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
macro_rules! fact_family {
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

            /// The name of this kind of fact, as stored and as programs read it. It stands beside the variant
            /// and never changes: records are found by it.
            pub const fn name(&self) -> &'static str {
                match self {
                    $($family::$variant { .. } => $name,)*
                }
            }
        }
    };
}

/// Makes an enum of families readable, and lets each family convert into it.
macro_rules! fact_families {
    ($facts:ident: $description:literal { $($variant:ident($family:ident),)* }) => {
        $(impl From<$family> for $facts {
            /// The fact of its family, so that a decision can push a family's fact as it is.
            fn from(fact: $family) -> $facts {
                $facts::$variant(fact)
            }
        })*

        impl $crate::families::FactFamilies for $facts {
            const DESCRIPTION: &'static str = $description;
            const NAMES: &'static [&'static [&'static str]] = &[$($family::NAMES),*];

            /// Reads a fact with the family that has its name; no two families of one enum may share a name.
            fn read<'de, A: serde::de::MapAccess<'de>>(fact: $crate::families::NamedFact<A>) -> Result<$facts, A::Error> {
                $(if $family::NAMES.contains(&fact.name()) {
                    return serde::Deserialize::deserialize(fact.into_deserializer()).map($facts::$variant);
                })*
                Err($crate::families::unknown_fact::<$facts, A::Error>(fact.name()))
            }
        }

        impl<'de> serde::Deserialize<'de> for $facts {
            /// Reads a fact stored flat under its name, whatever family it belongs to.
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$facts, D::Error> {
                $crate::families::read_fact(deserializer)
            }
        }
    };
}

pub(crate) use {fact_families, fact_family};

/// An enum whose variants are families of facts.
pub(crate) trait FactFamilies: Sized {
    /// What error messages call such a fact.
    const DESCRIPTION: &'static str;
    /// The names of all facts, family by family.
    const NAMES: &'static [&'static [&'static str]];

    /// Reads a fact with the family that has its name, found in [`FactFamilies::NAMES`].
    ///
    /// # Errors
    /// The error of that family, or of a name that no family has.
    fn read<'de, A: MapAccess<'de>>(fact: NamedFact<A>) -> Result<Self, A::Error>;
}

/// Reads a fact of any of the families, as it was stored: flat, with its name among its fields. One pass;
/// only fields before the name are buffered.
///
/// # Errors
/// For a name that no family has, an error listing the known names; otherwise the error of the fact's family.
pub(crate) fn read_fact<'de, T: FactFamilies, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(FactVisitor(PhantomData))
}

/// The error for a name that no family has: it lists every known name, as serde does for one enum.
pub(crate) fn unknown_fact<T: FactFamilies, E: Error>(name: &str) -> E {
    let known: Vec<String> =
        T::NAMES.iter().flat_map(|names| *names).map(|name| format!("`{name}`")).collect();
    E::custom(format_args!("unknown variant `{name}`, expected one of {}", known.join(", ")))
}

/// Reads a fact of any of the families: serde calls it for the map in which the fact is stored.
struct FactVisitor<T>(PhantomData<T>);

impl<'de, T: FactFamilies> Visitor<'de> for FactVisitor<T> {
    type Value = T;

    /// [`FactVisitor`] expects the facts' description: what a read error names in place of another value.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::DESCRIPTION)
    }

    /// [`FactVisitor`] reads up to the name, buffering the fields before it, and leaves the rest to the
    /// family that has the name. A fact without a name is an error.
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
        T::read(NamedFact { name, next: FactReadState::Key, before: before.into_iter(), rest: map })
    }
}

/// Reads a key of a fact; gives `None` for the key of the name.
struct FactKey;

impl<'de> DeserializeSeed<'de> for FactKey {
    type Value = Option<String>;

    /// [`FactKey`] reads the next key of a stored fact as an identifier.
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<String>, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for FactKey {
    type Value = Option<String>;

    /// [`FactKey`] expects a key: what a read error says in place of another value.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key of a fact")
    }

    /// [`FactKey`] gives `None` for the key of the name; any other key is kept, because its field belongs to
    /// the family.
    fn visit_str<E: Error>(self, key: &str) -> Result<Option<String>, E> {
        Ok((key != NAME_KEY).then(|| key.to_owned()))
    }
}

/// Reads the name of a fact as one of the known names.
struct FactName<T>(PhantomData<T>);

impl<'de, T: FactFamilies> DeserializeSeed<'de> for FactName<T> {
    type Value = &'static str;

    /// [`FactName`] reads the value stored under the key `name`, which is text.
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'static str, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<T: FactFamilies> Visitor<'_> for FactName<T> {
    type Value = &'static str;

    /// [`FactName`] expects a name: what a read error says in place of another value.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the name of {}", T::DESCRIPTION)
    }

    /// The known name that equals the text, so that a fact's name is never copied; an unknown one is an error
    /// that lists all names.
    fn visit_str<E: Error>(self, name: &str) -> Result<&'static str, E> {
        let known = T::NAMES.iter().flat_map(|names| *names).find(|known| **known == name);
        known.copied().ok_or_else(|| unknown_fact::<T, E>(name))
    }
}

/// A fact whose name has been read. Its family is given the name first, then the other fields in their stored
/// order.
pub(crate) struct NamedFact<A> {
    name: &'static str,
    next: FactReadState,
    before: std::vec::IntoIter<(String, BufferedValue)>,
    rest: A,
}

/// What is read next from a fact.
enum FactReadState {
    Key,
    Name,
    Buffered(BufferedValue),
    Rest,
}

impl<A> NamedFact<A> {
    /// The name that was read, one of [`FactFamilies::NAMES`].
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// A deserializer of the whole fact for its family, which reads its name first and then the other fields.
    pub fn into_deserializer(self) -> MapAccessDeserializer<NamedFact<A>> {
        MapAccessDeserializer::new(self)
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for NamedFact<A> {
    type Error = A::Error;

    /// [`NamedFact`] hands its family the name's key first, as serde's tagged enums want it, then the
    /// buffered keys in their stored order, then those not read yet.
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        if matches!(self.next, FactReadState::Key) {
            self.next = FactReadState::Name;
            return seed.deserialize(BorrowedStrDeserializer::new(NAME_KEY)).map(Some);
        }
        match self.before.next() {
            Some((key, buffered)) => {
                self.next = FactReadState::Buffered(buffered);
                seed.deserialize(StringDeserializer::new(key)).map(Some)
            }
            None => self.rest.next_key_seed(seed),
        }
    }

    /// [`NamedFact`] hands over the value of the key given last: the name, a buffered value, or one not read
    /// yet.
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match std::mem::replace(&mut self.next, FactReadState::Rest) {
            FactReadState::Name => seed.deserialize(BorrowedStrDeserializer::new(self.name)),
            FactReadState::Buffered(buffered) => buffered.deserialize_into(seed),
            FactReadState::Key | FactReadState::Rest => self.rest.next_value_seed(seed),
        }
    }
}

/// A value that came before its fact's name, buffered untyped until the family that reads it decides its
/// type.
enum BufferedValue {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    String(String),
    List(Vec<BufferedValue>),
    Map(Vec<(String, BufferedValue)>),
}

impl<'de> Deserialize<'de> for BufferedValue {
    /// [`BufferedValue`] reads a value before its type is known; for self-describing formats such as JSON
    /// only.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BufferedValue, D::Error> {
        struct BufferedValueVisitor;

        impl<'de> Visitor<'de> for BufferedValueVisitor {
            type Value = BufferedValue;

            /// What a read error names in place of a value that cannot be buffered.
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value of a fact")
            }

            /// Buffers a null, which families read as an absent option.
            fn visit_unit<E: Error>(self) -> Result<BufferedValue, E> {
                Ok(BufferedValue::Null)
            }

            /// Buffers true or false.
            fn visit_bool<E: Error>(self, value: bool) -> Result<BufferedValue, E> {
                Ok(BufferedValue::Bool(value))
            }

            /// Buffers a whole number; amounts and seats are stored as such.
            fn visit_u64<E: Error>(self, value: u64) -> Result<BufferedValue, E> {
                Ok(BufferedValue::Unsigned(value))
            }

            /// Buffers a negative whole number, which no field of a fact has; its family reports it.
            fn visit_i64<E: Error>(self, value: i64) -> Result<BufferedValue, E> {
                Ok(BufferedValue::Signed(value))
            }

            /// Buffers text, copied, because the input may be gone when its family reads it.
            fn visit_str<E: Error>(self, value: &str) -> Result<BufferedValue, E> {
                Ok(BufferedValue::String(value.to_owned()))
            }

            /// Buffers a list with its values in order.
            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<BufferedValue, A::Error> {
                let mut list = Vec::new();
                while let Some(value) = values.next_element()? {
                    list.push(value);
                }
                Ok(BufferedValue::List(list))
            }

            /// Buffers an object with its fields in order; fields given twice are kept, and the family
            /// reports them.
            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<BufferedValue, A::Error> {
                let mut buffered = Vec::new();
                while let Some(field) = fields.next_entry()? {
                    buffered.push(field);
                }
                Ok(BufferedValue::Map(buffered))
            }
        }

        deserializer.deserialize_any(BufferedValueVisitor)
    }
}

impl BufferedValue {
    /// Reads the buffered value as the type that the family asks for, with the errors that reading it from
    /// the input would give.
    fn deserialize_into<'de, S: DeserializeSeed<'de>, E: Error>(self, seed: S) -> Result<S::Value, E> {
        match self {
            BufferedValue::Null => seed.deserialize(UnitDeserializer::new()),
            BufferedValue::Bool(value) => seed.deserialize(BoolDeserializer::new(value)),
            BufferedValue::Unsigned(value) => seed.deserialize(U64Deserializer::new(value)),
            BufferedValue::Signed(value) => seed.deserialize(I64Deserializer::new(value)),
            BufferedValue::String(text) => seed.deserialize(StringDeserializer::new(text)),
            BufferedValue::List(list) => seed.deserialize(SeqAccessDeserializer::new(BufferedList {
                rest: list.into_iter(),
                error: PhantomData,
            })),
            BufferedValue::Map(fields) => seed.deserialize(MapAccessDeserializer::new(BufferedFields {
                rest: fields.into_iter(),
                value: BufferedValue::Null,
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

    /// [`BufferedList`] hands over its next value, read as the family's type; `None` at the end.
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, E> {
        self.rest.next().map(|buffered| buffered.deserialize_into(seed)).transpose()
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

    /// [`BufferedFields`] hands over its next key; that key's value waits in `value`. `None` at the end.
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, E> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = value;
        seed.deserialize(StringDeserializer::new(key)).map(Some)
    }

    /// [`BufferedFields`] hands over the value of the key given last, read as the family's type.
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, E> {
        std::mem::replace(&mut self.value, BufferedValue::Null).deserialize_into(seed)
    }
}
