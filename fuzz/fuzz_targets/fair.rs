//! Any bytes as what a room stores and sends about its decks: no panic, one clear line for each error, no
//! error that repeats a key, and values that can be read are written as they were read.

#![no_main]

use std::fmt::Display;
use std::str::FromStr;

use fair::{Commitment, Cut, DeckId, HandKey, Link, Opening, RoomKey, SealedCard, SealedDeck, WrappedKey};
use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;

const ID: DeckId = DeckId { table: 1, hand: 2, attempt: 3 };

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Err(why) = RoomKey::parse(text) {
        one_line(&why);
        // A text of hexadecimal digits that is almost a key.
        let nearly = text.trim().len() > 32 && text.trim().bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(!nearly || !why.to_string().contains(text.trim()), "a key was repeated");
    }
    let hand = HandKey::new([7; 32]);
    if let Some(sealed) = same_text::<SealedDeck>(text) {
        one_line(&sealed.open(&hand, sealed.deck()).expect_err("nobody sealed it"));
    }
    if let Some(wrapped) = same_text::<WrappedKey>(text)
        && let Ok(room) = RoomKey::new([9; 32])
    {
        one_line(&HandKey::unwrap(&wrapped, &room, ID).expect_err("nobody wrapped it"));
    }
    if let Some(sealed) = same_text::<SealedCard>(text) {
        one_line(
            &fair::open_card(&hand, sealed.deck(), sealed.slot(), &sealed).expect_err("nobody sealed it"),
        );
    }

    // A commitment, an opening and a cut, one on each line.
    let mut lines = text.lines();
    let commitment = lines.next().and_then(same_record::<Commitment>);
    let opening = lines.next().and_then(same_record::<Opening>);
    let cut = lines.next().and_then(same_record::<Cut>);
    let _ = lines.next().and_then(same_record::<Link>);
    if let (Some(commitment), Some(opening)) = (&commitment, &opening)
        && let Err(why) = fair::check_opening(commitment, opening)
    {
        one_line(&why);
    }
    if let (Some(commitment), Some(cut)) = (&commitment, &cut)
        && let Err(why) = fair::check_cut(commitment, cut)
    {
        one_line(&why);
    }
    if let Some(cut) = &cut {
        assert!((0..=u8::MAX).filter_map(|k| cut.dealt_slot(k)).all(|slot| slot < cut.cards));
    }
});

fn same_text<T: FromStr<Err: Display> + Display>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Ok(read) => {
            assert_eq!(read.to_string(), text);
            Some(read)
        }
        Err(why) => {
            one_line(&why);
            None
        }
    }
}

fn same_record<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(text: &str) -> Option<T> {
    let read: T = serde_json::from_str(text).ok()?;
    let written = serde_json::to_string(&read).expect("it was read");
    assert_eq!(serde_json::from_str::<T>(&written).expect("it was written"), read);
    Some(read)
}

fn one_line(told: &impl Display) {
    let told = told.to_string();
    assert!(!told.is_empty() && !told.contains('\n'), "{told:?}");
}
