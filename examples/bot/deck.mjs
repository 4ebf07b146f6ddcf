// Checks that a card lay in its place of the deck before the first card was dealt: `docs/protocol.md`, "The deck".

import { createHash } from 'node:crypto';

const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';

function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The deck's name in 20 bytes: table and hand with 8 each, the attempt with 4, least byte first. */
function deckBytes(deck) {
  const bytes = Buffer.alloc(20);
  bytes.writeBigUInt64LE(BigInt(deck.table), 0);
  bytes.writeBigUInt64LE(BigInt(deck.hand), 8);
  bytes.writeUInt32LE(deck.attempt, 16);
  return bytes;
}

/** The number of a card: the deuce of clubs is 0, the ace of spades 51, the joker 52. */
function cardNumber(card) {
  return card === 'Jo' ? 52 : RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]);
}

const hex = (text) => Buffer.from(text, 'hex');

/** Whether the parts of a commitment give its hash. */
export function holds(commitment) {
  const made = sha256(
    'cardroom/commitment/1',
    deckBytes(commitment.deck),
    Buffer.from([commitment.cards]),
    hex(commitment.root),
    hex(commitment.cut),
  );
  return made.equals(hex(commitment.commitment));
}

/** Whether the card of an opening is the one that was committed to. */
export function opens(commitment, opening) {
  const leaf = [Buffer.from([0]), 'cardroom/card/1', deckBytes(commitment.deck)];
  let hash = sha256(...leaf, Buffer.from([opening.slot, cardNumber(opening.card)]), hex(opening.salt));
  let at = opening.slot;
  let last = commitment.cards - 1;
  const path = opening.path.map(hex);
  while (last > 0) {
    if (at % 2 === 1) {
      if (path.length === 0) return false;
      hash = sha256(Buffer.from([1]), path.shift(), hash);
    } else if (at < last) {
      if (path.length === 0) return false;
      hash = sha256(Buffer.from([1]), hash, path.shift());
    }
    at >>= 1;
    last >>= 1;
  }
  return path.length === 0 && hash.equals(hex(commitment.root));
}
