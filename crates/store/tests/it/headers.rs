//! Damage in the header of a database is told in words of the room, whichever byte it is in, and never by the name of a
//! setting of SQLite.

use store::path_checks::{check_can_hold_data, check_holds_data};

use crate::made::Place;

/// What only somebody knows who knows SQLite.
const INTERNAL: [&str; 10] = [
    "cache_size",
    "application_id",
    "user_version",
    "cell_size_check",
    "trusted_schema",
    "synchronous",
    "temp_store",
    "page_size",
    "fullfsync",
    "SELECT",
];

#[test]
fn a_damaged_header_is_told_without_the_settings_of_the_database() {
    let place = Place::new();
    place.open().expect("a new store").close().expect("closed");
    let whole = std::fs::read(place.database()).expect("a database");
    let path = place.database().display().to_string();
    let mut refused = 0;
    for byte in 16..100 {
        for value in [0x00, 0x03, 0xff] {
            let mut bytes = whole.clone();
            bytes[byte] = value;
            std::fs::write(place.database(), &bytes).expect("written");
            let said = [
                check_holds_data(&place.data()).err(),
                check_can_hold_data(&place.data()).err(),
                place.open().err(),
            ];
            for said in said.into_iter().flatten() {
                let what = format!("byte {byte} is {value}: {said}");
                assert!(INTERNAL.iter().all(|name| !said.to_string().contains(name)), "{what}");
                assert!(said.to_string().contains(&path), "{what}");
                let advised = said.to_string().contains("`cardroom restore")
                    || said.to_string().contains("expected that of a room")
                    || said.to_string().contains("use that one");
                assert!(advised, "what can be done is said: {what}");
                refused += 1;
            }
            std::fs::write(place.database(), &whole).expect("written");
            for ending in ["-wal", "-shm", "-journal"] {
                let _ = std::fs::remove_file(format!("{path}{ending}"));
            }
        }
    }
    assert!(refused > 60, "{refused} were refused");
}
