// Everything a player needs to check the cards of a hand: this one file, in a browser or in Node.
//
// It takes the records as the room sends them (docs/fairness.md) and trusts none of them: for any input, each
// check returns `{ holds, why }`, where `why` says what does not match. Nothing is sent anywhere.

/** Checks that a commitment is the hash of its parts. */
export function checkCommitment(commitment) {
  return answer(() => {
    readCommitment(commitment);
  });
}

/** Checks that an opened card is the one that was committed to. */
export function checkOpening(commitment, opening) {
  return answer(() => {
    const committed = readCommitment(commitment);
    const { cards, id, root } = committed;
    const slot = whole(opening?.slot, 'the slot', 255);
    if (slot >= cards) refuse(`there is no slot ${slot} in a deck of ${cards} cards: slots count from 0`);
    const number = cardNumber(opening.card);
    const salt = bytes(opening.salt, 'the salt');
    const path = opening.path;
    if (!Array.isArray(path)) refuse('the path is not a list of hashes');
    let hash = sha256([0], ascii('cardroom/card/1'), id, [slot, number], salt);
    let [at, last, used] = [slot, cards - 1, 0];
    while (last > 0) {
      if (at % 2 === 1 || at < last) {
        if (used === path.length) refuse(`the path of slot ${slot} has ${used} hashes: expected more`);
        const beside = bytes(path[used], 'a hash of the path');
        hash = at % 2 === 1 ? sha256([1], beside, hash) : sha256([1], hash, beside);
        used += 1;
      }
      at = at >> 1;
      last = last >> 1;
    }
    if (used !== path.length) refuse(`the path of slot ${slot} has ${path.length} hashes: expected ${used}`);
    if (!same(hash, root)) refuse(`this card is not the one that was committed to in slot ${slot}`);
  });
}

/** Checks that a cut follows from the room's committed part and the players' values. */
export function checkCut(commitment, cut) {
  return answer(() => {
    const { cards, id, cutPart, digest } = readCommitment(commitment);
    if (whole(cut?.cards, 'the number of cards', 255) !== cards) {
      refuse(`a deck of ${cut.cards} cards was cut: the commitment is to ${cards}`);
    }
    const part = bytes(cut.part, "the room's part");
    if (!same(sha256(ascii('cardroom/cut-part/1'), id, part), cutPart)) {
      refuse("the room's part of the cut is not the one that was committed to");
    }
    if (!Array.isArray(cut.values)) refuse('the values are not a list');
    const added = [];
    let before = 0;
    for (const one of cut.values) {
      const seat = whole(one?.seat, 'a seat', 255);
      if (seat <= before) refuse(`the value of seat ${seat} comes after that of seat ${before}`);
      before = seat;
      added.push([seat], bytes(one.value, `the value of seat ${seat}`));
    }
    if (cards < 4) refuse(`${cards} cards cannot be cut: expected at least 4, two on each side`);
    const head = ascii('cardroom/cut/1');
    const seed = sha256(head, digest, [cards], part, [cut.values.length], ...added);
    const right = 2 + drawBelow(seed, 'cut', cards - 3);
    const position = whole(cut.position, 'the position of the cut', 255);
    if (position !== right) {
      refuse(`the deck was cut after ${position} cards: these values cut it after ${right}`);
    }
  });
}

/** Checks that the value sent from a seat went into a cut unchanged. */
export function checkValue(cut, seat, value) {
  return answer(() => {
    const sent = bytes(value, 'the value that was sent');
    const found = Array.isArray(cut?.values) ? cut.values.find((one) => one?.seat === seat) : undefined;
    if (found === undefined) refuse(`seat ${seat} added nothing to this cut`);
    if (!same(bytes(found.value, `the value of seat ${seat}`), sent)) {
      refuse(`the value of seat ${seat} is not the one that was sent`);
    }
  });
}

/** The slot of the card dealt as number `k`, from 0; null if the deck has no such card. */
export function dealtSlot(cut, k) {
  const { cards, position } = cut;
  if (![cards, position, k].every(Number.isInteger) || k < 0 || k >= cards) return null;
  return (position + k) % cards;
}

// ---------------------------------------------------------------- reading

class Refused extends Error {}

function refuse(why) {
  throw new Refused(why);
}

// Runs a check and turns a refusal into its answer.
function answer(check) {
  try {
    check();
    return { holds: true, why: '' };
  } catch (error) {
    if (error instanceof Refused) return { holds: false, why: error.message };
    throw error;
  }
}

// Parses a commitment and checks that it is the hash of its parts.
function readCommitment(commitment) {
  const { deck, cards, root, cut, commitment: digest } = commitment ?? {};
  const id = join([
    least8(deck?.table, 'the table'),
    least8(deck?.hand, 'the hand'),
    least8(whole(deck?.attempt, 'the attempt', 2 ** 32 - 1), 'the attempt').subarray(0, 4),
  ]);
  const read = {
    id,
    cards: whole(cards, 'the number of cards', 255),
    root: bytes(root, 'the root'),
    cutPart: bytes(cut, "the hash of the room's part"),
    digest: bytes(digest, 'the commitment'),
  };
  const parts = sha256(ascii('cardroom/commitment/1'), id, [cards], read.root, read.cutPart);
  if (!same(parts, read.digest)) refuse('the commitment is not the hash of its parts');
  return read;
}

function whole(number, what, most) {
  if (!Number.isInteger(number) || number < 0 || number > most) {
    refuse(`${what} is not a whole number up to ${most}`);
  }
  return number;
}

function bytes(text, what) {
  if (typeof text !== 'string' || !/^[0-9a-f]{64}$/.test(text)) refuse(`${what} is not 64 digits 0-9 and a-f`);
  return Uint8Array.from({ length: 32 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

// Encodes a safe integer as 64 bits, little-endian.
function least8(number, what) {
  if (!Number.isSafeInteger(number) || number < 0) refuse(`${what} is not a whole number up to 2^53 - 1`);
  let left = number;
  return Uint8Array.from({ length: 8 }, () => {
    const byte = left % 256;
    left = Math.floor(left / 256);
    return byte;
  });
}

// The index of a card, 0 to 52, as the crate `cards` numbers them.
function cardNumber(card) {
  if (card === 'Jo') return 52;
  const [rank, suit] =
    typeof card === 'string' && card.length === 2
      ? ['23456789TJQKA'.indexOf(card[0]), 'cdhs'.indexOf(card[1])]
      : [-1, -1];
  if (rank < 0 || suit < 0) refuse('this is not a card: expected rank then suit, as in As or Td, or Jo for the joker');
  return 4 * rank + suit;
}

function ascii(text) {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function join(parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function same(one, other) {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

// ---------------------------------------------------------------- SHA-256, FIPS 180-4
// Implemented here because a page that is not served over TLS has no crypto.subtle.

// The constants of the standard: the first 32 bits of the fractional parts of roots of the first 64 primes.
function fractions(count, root) {
  const primes = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes.map((prime) => {
    // The integer part of prime^(1/root) * 2^32, exactly: the largest x with x^root <= prime * 2^(32 * root).
    const most = BigInt(prime) << BigInt(32 * root);
    let [low, high] = [0n, 1n << 40n];
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** BigInt(root) <= most) low = middle;
      else high = middle;
    }
    return Number(low & 0xffffffffn);
  });
}

const START = fractions(8, 2);
const ROUND = fractions(64, 3);

/** SHA-256 of the concatenated parts, each a list of bytes. */
export function sha256(...parts) {
  const message = join(parts.map((part) => Uint8Array.from(part)));
  const padded = new Uint8Array((Math.floor((message.length + 8) / 64) + 1) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, (message.length << 3) >>> 0);
  const right = (x, by) => (x >>> by) | (x << (32 - by));
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let from = 0; from < padded.length; from += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(from + 4 * i);
    for (let i = 16; i < 64; i++) {
      const small0 = right(w[i - 15], 7) ^ right(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const small1 = right(w[i - 2], 17) ^ right(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + small0 + w[i - 7] + small1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const big1 = right(e, 6) ^ right(e, 11) ^ right(e, 25);
      const one = (h + big1 + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
      const big0 = right(a, 2) ^ right(a, 13) ^ right(a, 22);
      const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] += word;
    });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

// ---------------------------------------------------------------- the frozen draw, on ChaCha20 of RFC 8439

// One block of the keystream, as sixteen words.
function chacha20(key, counter, nonce) {
  const words = (list) => {
    const view = new DataView(list.buffer, list.byteOffset, list.length);
    return Array.from({ length: list.length / 4 }, (_, i) => view.getUint32(4 * i, true));
  };
  const start = Uint32Array.from([
    ...[0x61707865, 0x3320646e, 0x79622d32, 0x6b206574],
    ...words(key),
    counter,
    ...words(nonce),
  ]);
  const s = start.slice();
  const left = (x, by) => (x << by) | (x >>> (32 - by));
  const quarter = (a, b, c, d) => {
    for (const [x, y, z, by] of [
      [a, b, d, 16],
      [c, d, b, 12],
      [a, b, d, 8],
      [c, d, b, 7],
    ]) {
      s[x] += s[y];
      s[z] = left(s[z] ^ s[x], by);
    }
  };
  for (let i = 0; i < 10; i++) {
    for (let column = 0; column < 4; column++) quarter(column, 4 + column, 8 + column, 12 + column);
    for (let column = 0; column < 4; column++) {
      quarter(column, 4 + ((column + 1) % 4), 8 + ((column + 2) % 4), 12 + ((column + 3) % 4));
    }
  }
  return s.map((word, i) => word + start[i]);
}

/** The first draw below `n`, from 1 to 256, from the stream of a seed and a label. */
function drawBelow(seed, label, n) {
  if (n < 2) return 0;
  const nonce = new Uint8Array(12);
  nonce.set(ascii(label));
  for (let counter = 0; ; counter++) {
    for (const word of chacha20(seed, counter, nonce)) {
      // At most 2^40, which is exact.
      const product = word * n;
      if (product % 2 ** 32 >= (2 ** 32 - n) % n) return Math.floor(product / 2 ** 32);
    }
  }
}
