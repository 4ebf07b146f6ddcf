//! Cards that anybody can check: shuffles, the sealed deck, the cut, and what is kept secret at rest.
//!
//! A deck is shuffled from a [`Seed`] of 32 bytes, and the seed alone decides the order of the cards. The derivations
//! below never change: a shuffle that was ever dealt can be made again from its seed. `vectors/` holds test vectors,
//! made by programs beside them without this crate; `docs/fairness.md` has every format byte by byte.
//!
//! From chance to a card on the table:
//!
//! 1. [`CheckedEntropy`] draws [`DeckEntropy`] bytes from the operating system, or says why nothing can be dealt.
//! 2. [`NewDeck`] is a [`ShuffledDeck`] and what a restart needs to have it again: a [`SealedDeck`] under a
//!    [`HandKey`], which is a [`WrappedKey`] under the [`RoomKey`].
//! 3. The deck's [`Commitment`] is published; then the players' values decide the [`Cut`].
//! 4. Each card that somebody is shown comes with its [`Opening`]; [`check_opening`] and [`check_cut`] are all that a
//!    player needs.
//! 5. [`Chain`] sees that no commitment is missing, doubled or unexplained.
//!
//! ```
//! use cards::{Card, Deck};
//! use fair::{CheckedEntropy, CutValue, DeckId, NewDeck, OperatingSystem, RoomKey, CutBytes};
//!
//! let mut chance = CheckedEntropy::new(OperatingSystem)?;
//! let room = RoomKey::new(chance.draw()?)?;
//! let sorted: Vec<Card> = Deck::Cards52.cards(false).iter().collect();
//! let id = DeckId { table: 1, hand: 7, attempt: 0 };
//! let new = NewDeck::shuffle_and_seal(chance.deck_entropy()?, &room, id, &sorted)?;
//! let commitment = new.deck.commitment();
//!
//! let cut = new.deck.cut(&[CutValue { seat: 3, value: CutBytes::new([9; 32]) }])?;
//! fair::check_cut(commitment, &cut)?;
//! let first = cut.dealt_slot(0).and_then(|slot| new.deck.opening(slot)).ok_or("no card")?;
//! fair::check_opening(commitment, &first)?;
//!
//! let again = fair::recover_deck(&room, id, &new.key, &new.sealed, &sorted, commitment)?;
//! assert_eq!(again.card(first.slot), Some(first.card));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The derivation of a shuffle
//!
//! *Keystream.* ChaCha20 as in RFC 8439: the seed is the key, and there are a nonce of 12 bytes and a block counter
//! of 32 bits.
//!
//! *Stream.* The nonce is the [`Label`]'s name in ASCII, filled with zero bytes to eight, then a lap number of 32
//! bits, least byte first, which is 0. Blocks are taken from counter 0 on. Should 2^32 - 4 blocks ever be used up,
//! the lap number rises by one and the counter starts again at 0. The stream's *words* are its bytes by fours, least
//! byte first; its numbers of 64 bits are two words, the lower half first.
//!
//! *Draw below n*, for n from 2 to 2^32 - 1: take a word w; the product w * n has an upper and a lower half of 32
//! bits. If the lower half is less than (2^32 - n) mod n, the word is rejected and the next one taken; otherwise the
//! upper half is the draw. Every number below n is equally likely. For n = 0 and n = 1 the draw is 0 and takes no word.
//!
//! *Shuffle.* The stream `shuffle`; for each place i = 0, 1, 2, ... of the deck but the last, draw d below the number
//! of cards from place i on, and exchange the cards in places i and i + d (Fisher-Yates). So the first cards of a
//! shuffle are known without drawing the others.
//!
//! *Seed of a hand*, for simulations. The nonce is the hand's number (64 bits, least byte first), then the attempt (32
//! bits, least byte first). The seed is the first 32 bytes of the block with counter 2^32 - 1, which no stream ever
//! uses.

mod chain;
mod commitment;
mod cut;
mod deck;
mod draw;
mod entropy;
mod hex;
mod keys;
mod merkle;
mod seal;
mod secret;
mod seed;
mod shuffle;
mod stream;

pub use chain::{CallOffCounts, Chain, ChainError, DeckOutcome, Link};
pub use commitment::{Commitment, CommitmentError, Opening, OpeningError, Salt, check_opening};
pub use cut::{Cut, CutBytes, CutError, CutValue, check_cut, draw_cut_position};
pub use deck::{DeckError, DeckId, NewDeck, ShuffledDeck, recover_deck};
pub use draw::{Draws, draw};
pub use entropy::{CheckedEntropy, DeckEntropy, Entropy, EntropyError, OperatingSystem};
pub use hex::{Digest, ParseHexError};
pub use keys::{HandKey, KeyFingerprint, Nonce, RoomKey, RoomKeyError};
pub use seal::{SealError, SealedCard, SealedDeck, SealedItem, WrappedKey, open_card, seal_card};
pub use secret::{Secret, SecretError, open_secret, seal_secret};
pub use seed::{DeckSeed, Seed};
pub use shuffle::{partial_shuffle, partial_shuffle_with, shuffle};
pub use stream::{Label, Stream};
