//! Finds names that occur twice in a JSON object: two readers would take different values.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

/// The path of the first name that occurs twice in an object of a JSON text, such as `settings.blinds`;
/// `None` also if the text is not JSON. Two readers could take different values, so the request is refused.
pub fn duplicate_name(json: &[u8]) -> Option<String> {
    let (mut path, mut found) = (Vec::new(), None);
    let walk = DuplicateFinder { path: &mut path, found: &mut found };
    // A text that is not JSON is refused for that reason.
    walk.deserialize(&mut serde_json::Deserializer::from_slice(json)).ok()?;
    found
}

struct DuplicateFinder<'a> {
    path: &'a mut Vec<String>,
    found: &'a mut Option<String>,
}

impl DuplicateFinder<'_> {
    /// The same search for a value inside the current one: path and result are shared.
    fn nested(&mut self) -> DuplicateFinder<'_> {
        DuplicateFinder { path: self.path, found: self.found }
    }
}

impl<'de> DeserializeSeed<'de> for DuplicateFinder<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for DuplicateFinder<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut values: A) -> Result<(), A::Error> {
        while values.next_element_seed(self.nested())?.is_some() {}
        Ok(())
    }

    /// Records the first name that occurs twice, here or deeper in the object.
    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<(), A::Error> {
        let mut names = BTreeSet::new();
        while let Some(name) = fields.next_key::<String>()? {
            let again = names.contains(&name);
            self.path.push(name.clone());
            if again && self.found.is_none() {
                *self.found = Some(self.path.join("."));
            }
            names.insert(name);
            fields.next_value_seed(self.nested())?;
            self.path.pop();
        }
        Ok(())
    }
}
