//! The room cannot choose among decks: every commitment is accounted for.

use fair::{CallOffCounts, Chain, ChainError, Commitment, DeckId, DeckOutcome, Digest, Link};

fn id(table: u64, hand: u64, attempt: u32) -> DeckId {
    DeckId { table, hand, attempt }
}

fn link(deck: DeckId, ended: Option<DeckOutcome>) -> Link {
    let hash = Digest::new([deck.hand as u8; 32]);
    Link { commitment: Commitment::new(deck, 52, hash, hash), ended }
}

fn played(deck: DeckId) -> Link {
    link(deck, Some(DeckOutcome::Played))
}

fn misdealt(deck: DeckId, clause: &str, official: &str) -> Link {
    link(deck, Some(DeckOutcome::Misdeal { clause: clause.to_owned(), official: official.to_owned() }))
}

fn void(deck: DeckId, clause: &str, official: &str) -> Link {
    link(deck, Some(DeckOutcome::Void { clause: clause.to_owned(), official: official.to_owned() }))
}

/// Valid chains of two tables, interleaved.
fn whole() -> Vec<Link> {
    vec![
        played(id(1, 1, 0)),
        misdealt(id(1, 2, 0), "HE-17.3", "Ruth"),
        played(id(2, 1, 0)),
        misdealt(id(1, 2, 1), "HE-17.3", "Ruth"),
        played(id(1, 2, 2)),
        void(id(2, 2, 0), "HE-19.3", "the room"),
        played(id(2, 3, 0)),
        void(id(1, 3, 0), "HE-19.3", "Ruth"),
        link(id(1, 4, 0), None),
    ]
}

/// Reads a chain; on failure, returns the first error and the index of its link.
fn read(links: &[Link]) -> Result<Chain, (usize, ChainError)> {
    let mut chain = Chain::default();
    for (at, link) in links.iter().enumerate() {
        chain.push(link).map_err(|fault| (at, fault))?;
    }
    Ok(chain)
}

/// Proves RNG-15.
#[test]
fn a_whole_row_is_read_and_counts_what_each_official_called_off() {
    let chain = read(&whole()).unwrap();
    assert_eq!(chain.decks(), 9);
    assert_eq!(chain.in_progress().collect::<Vec<_>>(), [id(1, 4, 0)]);
    let officials: Vec<(&str, CallOffCounts)> =
        chain.officials().iter().map(|(name, counts)| (name.as_str(), *counts)).collect();
    assert_eq!(
        officials,
        [
            ("Ruth", CallOffCounts { misdeals: 2, voids: 1 }),
            ("the room", CallOffCounts { misdeals: 0, voids: 1 })
        ]
    );
}

/// Proves RNG-15.
#[test]
fn a_missing_number_is_named_whichever_it_is() {
    let whole = whole();
    // Every link except the last of each table, whose absence cannot be noticed.
    for (at, link) in whole.iter().enumerate().filter(|(at, _)| ![6, 8].contains(at)) {
        let mut links = whole.clone();
        links.remove(at);
        let missing = link.commitment.deck();
        let next = whole[at + 1..].iter().find(|next| next.commitment.deck().table == missing.table).unwrap();
        let (_, fault) = read(&links).unwrap_err();
        assert_eq!(fault, ChainError::Missing { missing, found: next.commitment.deck() });
    }
    let (at, fault) = read(&[played(id(4, 2, 0))]).unwrap_err();
    assert_eq!(at, 0);
    assert_eq!(
        fault.to_string(),
        "the commitment to table 4, hand 1, attempt 0 is missing: found table 4, hand 2, attempt 0 instead"
    );
}

/// Proves RNG-15.
#[test]
fn a_repeated_number_is_named_whichever_it_is() {
    let whole = whole();
    for (at, again) in whole.iter().enumerate() {
        let mut links = whole.clone();
        links.push(again.clone());
        let deck = again.commitment.deck();
        assert_eq!(read(&links).unwrap_err(), (9, ChainError::Repeated { deck }), "the one in place {at}");
        // Another commitment for the same deck would be a choice among decks.
        let hash = Digest::new([0xee; 32]);
        let other = Link { commitment: Commitment::new(deck, 52, hash, hash), ..again.clone() };
        links[9] = other;
        assert_eq!(read(&links).unwrap_err(), (9, ChainError::Repeated { deck }));
    }
}

/// Proves RNG-15.
#[test]
fn a_deck_that_nothing_called_for_is_named() {
    // A second deck after a hand that was played or void.
    for first in [played(id(1, 1, 0)), void(id(1, 1, 0), "HE-19.3", "Ruth")] {
        let (at, fault) = read(&[first, played(id(1, 1, 1))]).unwrap_err();
        assert_eq!((at, fault), (1, ChainError::NotDue { deck: id(1, 1, 1), due: id(1, 2, 0) }));
    }
    // The next hand, although this one had to be dealt again.
    let (_, fault) = read(&[misdealt(id(1, 1, 0), "HE-17.3", "Ruth"), played(id(1, 2, 0))]).unwrap_err();
    assert_eq!(fault, ChainError::Missing { missing: id(1, 1, 1), found: id(1, 2, 0) });
    let (_, fault) = read(&[played(id(1, 0, 0))]).unwrap_err();
    assert_eq!(fault, ChainError::NotDue { deck: id(1, 0, 0), due: id(1, 1, 0) });
}

/// Proves RNG-15.
#[test]
fn a_deck_without_an_end_or_without_its_reason_is_named() {
    let (at, fault) = read(&[link(id(1, 1, 0), None), played(id(1, 2, 0))]).unwrap_err();
    assert_eq!((at, fault), (1, ChainError::Unended { deck: id(1, 1, 0), next: id(1, 2, 0) }));
    let deck = id(1, 1, 0);
    for (unexplained, missing) in [
        (misdealt(deck, "", "Ruth"), "clause"),
        (misdealt(deck, "HE-17.3", ""), "official"),
        (void(deck, " ", "Ruth"), "clause"),
        (void(deck, "HE-19.3", "\t"), "official"),
    ] {
        let (_, fault) = read(&[unexplained]).unwrap_err();
        assert_eq!(fault, ChainError::Unexplained { deck, missing });
    }
}

/// Proves RNG-15.
#[test]
fn decks_in_another_order_are_refused() {
    let whole = whole();
    for at in 0..whole.len() - 1 {
        let mut links = whole.clone();
        links.swap(at, at + 1);
        let tables = [&whole[at], &whole[at + 1]].map(|link| link.commitment.deck().table);
        // Links of different tables may be swapped.
        assert_eq!(read(&links).is_err(), tables[0] == tables[1], "{at} and the next");
    }
}

#[test]
fn a_link_is_read_as_it_was_written() {
    for link in whole() {
        let text = serde_json::to_string(&link).unwrap();
        assert_eq!(serde_json::from_str::<Link>(&text).unwrap(), link);
    }
    let text = serde_json::to_string(&void(id(1, 1, 0), "HE-19.3", "Ruth").ended).unwrap();
    assert_eq!(text, r#"{"ended":"void","clause":"HE-19.3","official":"Ruth"}"#);
}
