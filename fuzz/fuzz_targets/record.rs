//! Any PHH played by the machine: no panic, chips are conserved, and every refusal is one line.

#![no_main]

use std::cell::RefCell;

use history::{CardList, phh, replay::RecordReplayer};
use libfuzzer_sys::fuzz_target;
use rulebook::Book;

thread_local! {
    static REPLAYERS: RefCell<Vec<RecordReplayer>> = RefCell::new(
        ["standard", "canberra-holdem-2018", "dunedin-17.7"]
            .into_iter()
            .map(|name| RecordReplayer::new(Book::named(name).expect("a book"), &[]).expect("no choices"))
            .collect(),
    );
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = CardList::parse(text);
    let _ = text.parse::<cards::Card>();
    REPLAYERS.with_borrow_mut(|replayers| {
        for record in phh::hands(text).flatten() {
            for replayer in replayers.iter_mut() {
                match replayer.replay(&record) {
                    Ok(outcome) => {
                        let before: u64 = record.players.iter().map(|player| player.stack.get()).sum();
                        let after: u64 = outcome.stacks.iter().map(|stack| stack.get()).sum();
                        assert_eq!(before, after + outcome.commission.get(), "chips were made or lost");
                        if let Ok(retold) = history::record_from_events(replayer.events()) {
                            let mut written = String::new();
                            if phh::write_hand(&retold, None, &mut written).is_ok() {
                                let again = phh::hands(&written).next().expect("a hand");
                                assert!(again.is_ok(), "{again:?}\n{written}");
                            }
                        }
                        let _ = history::script::write_case(replayer.events(), "a hand", &mut String::new());
                    }
                    Err(refused) => assert!(!refused.to_string().contains('\n'), "{refused}"),
                }
            }
        }
    });
});
