// Recomputes all the vectors in this folder without using the crate: `node check.mjs`. It names the first
// difference it finds and exits with 1. `node check.mjs --write` prints decks.txt; another folder can be given as
// an argument.
//
// It is written for Node, from the formats in docs/fairness.md alone: ChaCha20 is implemented here, hashes and
// the sealing cipher come from node:crypto.

import { createCipheriv, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// ---------------------------------------------------------------- ChaCha20, RFC 8439

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const unhex = (text) => Buffer.from(text, 'hex');

// The twenty rounds, on a state that ends with these 16 bytes; returns the state before and after.
function rounds(key, last16) {
  const s = new Uint32Array(16);
  s.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i++) s[4 + i] = key.readUInt32LE(4 * i);
  for (let i = 0; i < 4; i++) s[12 + i] = last16.readUInt32LE(4 * i);
  const start = s.slice();
  const turn = (a, b, d, by) => {
    s[a] = s[a] + s[b];
    const x = s[d] ^ s[a];
    s[d] = (x << by) | (x >>> (32 - by));
  };
  const quarter = (a, b, c, d) => {
    turn(a, b, d, 16);
    turn(c, d, b, 12);
    turn(a, b, d, 8);
    turn(c, d, b, 7);
  };
  for (let i = 0; i < 10; i++) {
    quarter(0, 4, 8, 12);
    quarter(1, 5, 9, 13);
    quarter(2, 6, 10, 14);
    quarter(3, 7, 11, 15);
    quarter(0, 5, 10, 15);
    quarter(1, 6, 11, 12);
    quarter(2, 7, 8, 13);
    quarter(3, 4, 9, 14);
  }
  return { start, end: s };
}

function bytesOf(words) {
  const bytes = Buffer.alloc(4 * words.length);
  words.forEach((word, i) => bytes.writeUInt32LE(word, 4 * i));
  return bytes;
}

function u32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

function u64(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(number));
  return bytes;
}

function block(key, counter, nonce) {
  const { start, end } = rounds(key, Buffer.concat([u32(counter), nonce]));
  return bytesOf(end.map((word, i) => word + start[i]));
}

// HChaCha20 of draft-irtf-cfrg-xchacha: the first and the last four words, without the final addition.
function subkey(key, nonce16) {
  const { end } = rounds(key, nonce16);
  return bytesOf([...end.slice(0, 4), ...end.slice(12)]);
}

// ---------------------------------------------------------------- streams, draws, shuffles

function* words(seed, label) {
  const nonce = Buffer.alloc(12);
  nonce.write(label, 'ascii');
  for (let counter = 0; ; counter++) {
    const bytes = block(seed, counter, nonce);
    for (let i = 0; i < 64; i += 4) yield bytes.readUInt32LE(i);
  }
}

function streamBytes(seed, label, count) {
  const stream = words(seed, label);
  return bytesOf(Array.from({ length: count / 4 }, () => stream.next().value));
}

function below(stream, n) {
  if (n < 2) return 0;
  const all = 2n ** 32n;
  for (;;) {
    const product = BigInt(stream.next().value) * BigInt(n);
    if (product % all >= (all - BigInt(n)) % BigInt(n)) return Number(product / all);
  }
}

function sortedDeck(count) {
  const deck = [];
  for (const rank of '23456789TJQKA'.slice(13 - Math.floor(count / 4))) {
    for (const suit of 'cdhs') deck.push(rank + suit);
  }
  return count % 4 === 1 ? [...deck, 'Jo'] : deck;
}

const cardNumber = (card) =>
  card === 'Jo' ? 52 : 4 * '23456789TJQKA'.indexOf(card[0]) + 'cdhs'.indexOf(card[1]);

function shuffled(seed, count) {
  const deck = sortedDeck(count);
  const stream = words(seed, 'shuffle');
  for (let i = 0; i + 1 < count; i++) {
    const j = i + below(stream, count - i);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

function seedOfHand(master, hand, attempt) {
  return block(master, 0xffffffff, Buffer.concat([u64(hand), u32(attempt)])).subarray(0, 32);
}

// ---------------------------------------------------------------- commitments, openings, cuts

const sha = (...parts) => createHash('sha256').update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest();
const idBytes = (id) => Buffer.concat([u64(id.table), u64(id.hand), u32(id.attempt)]);

// RFC 6962 section 2.1, as written there: recursively, the left half the largest power of two below the count.
function half(count) {
  let k = 1;
  while (2 * k < count) k *= 2;
  return k;
}

function root(leaves) {
  if (leaves.length === 1) return leaves[0];
  const k = half(leaves.length);
  return sha([1], root(leaves.slice(0, k)), root(leaves.slice(k)));
}

function path(at, leaves) {
  if (leaves.length === 1) return [];
  const k = half(leaves.length);
  return at < k
    ? [...path(at, leaves.slice(0, k)), root(leaves.slice(k))]
    : [...path(at - k, leaves.slice(k)), root(leaves.slice(0, k))];
}

// A shuffled deck with its salts, its leaves and its commitment.
function sealedDeck(id, seed, count) {
  const order = shuffled(seed, count);
  const salts = streamBytes(seed, 'salts', 32 * count);
  const salt = (slot) => salts.subarray(32 * slot, 32 * slot + 32);
  const leaves = order.map((card, slot) =>
    sha([0], 'cardroom/card/1', idBytes(id), [slot, cardNumber(card)], salt(slot)),
  );
  const part = streamBytes(seed, 'cut', 32);
  const cutPart = sha('cardroom/cut-part/1', idBytes(id), part);
  const top = root(leaves);
  const commitment = sha('cardroom/commitment/1', idBytes(id), [count], top, cutPart);
  return { id, count, order, salt, leaves, part, cutPart, top, commitment };
}

function cutPosition(deck, values) {
  const added = values.map(({ seat, value }) => Buffer.concat([Buffer.from([seat]), value]));
  const seed = sha('cardroom/cut/1', deck.commitment, [deck.count], deck.part, [values.length], ...added);
  return 2 + below(words(seed, 'cut'), deck.count - 3);
}

// ---------------------------------------------------------------- sealing

// The stored form of a sealed item: XChaCha20-Poly1305, made of HChaCha20 and the cipher of node:crypto.
function sealed(kind, key, id, slot, nonce, plain) {
  const cipher = createCipheriv(
    'chacha20-poly1305',
    subkey(key, nonce.subarray(0, 16)),
    Buffer.concat([Buffer.alloc(4), nonce.subarray(16)]),
    { authTagLength: 16 },
  );
  cipher.setAAD(Buffer.concat([Buffer.from(kind), idBytes(id), Buffer.from([slot])]), {
    plaintextLength: plain.length,
  });
  const hidden = Buffer.concat([cipher.update(plain), cipher.final()]);
  const mark = sha('cardroom/key-check/1', key).subarray(0, 8);
  return hex(Buffer.concat([idBytes(id), Buffer.from([slot]), mark, nonce, hidden, cipher.getAuthTag()]));
}

// ---------------------------------------------------------------- the vectors of decks.txt

const some = (count, factor, more) =>
  Buffer.from(Array.from({ length: count }, (_, i) => (i * i * factor + 31 * i + more) % 256));

function* deckLines() {
  const sizes = [52, 48, 44, 40, 36, 32, 53];
  const seats = [[], [4], [1, 2], [2, 5, 7], [1, 2, 3, 4, 5, 6, 7, 8, 9], [255], [3, 200]];
  yield '# deck: number, seed, table, hand, attempt, cards in the deck (53 with the joker), the shuffled deck';
  yield '# leaf: deck, slot, salt, hash; path: deck, slot, hashes from the leaf up';
  yield '# root, cut-part and commitment: deck, hash (cut-part: the part, its hash)';
  yield '# cut: deck, cards taken off, seat and value of each who added one';
  yield '# record: deck, the stored form of the commitment, of an opening, of a cut';
  for (let i = 0; i < 2 * sizes.length; i++) {
    const count = sizes[i % sizes.length];
    const seed = some(32, 2 * i + 3, 17 * i);
    const id =
      i === 8
        ? { table: 2n ** 64n - 1n, hand: 2n ** 64n - 2n, attempt: 2 ** 32 - 1 }
        : { table: i + 1, hand: 1000003 * i + 1, attempt: i % 3 };
    const deck = sealedDeck(id, seed, count);
    yield ['deck', i, hex(seed), id.table, id.hand, id.attempt, count, ...deck.order].join(' ');
    for (const slot of [0, 1, 2, 30, 31, count - 2, count - 1]) {
      yield ['leaf', i, slot, hex(deck.salt(slot)), hex(deck.leaves[slot])].join(' ');
      yield ['path', i, slot, ...path(slot, deck.leaves).map(hex)].join(' ');
    }
    yield ['root', i, hex(deck.top)].join(' ');
    yield ['cut-part', i, hex(deck.part), hex(deck.cutPart)].join(' ');
    yield ['commitment', i, hex(deck.commitment)].join(' ');
    for (const turn of [0, 1]) {
      const values = seats[(i + turn) % seats.length].map((seat) => ({ seat, value: some(32, seat + 2, i + turn) }));
      const position = cutPosition(deck, values);
      yield ['cut', i, position, ...values.flatMap(({ seat, value }) => [seat, hex(value)])].join(' ');
      if (turn === 1) {
        const stored = values.map(({ seat, value }) => ({ seat, value: hex(value) }));
        yield `record ${i} cut ${JSON.stringify({ cards: count, position, part: hex(deck.part), values: stored })}`;
      }
    }
    if (i !== 8) {
      const stored = { deck: id, cards: count, root: hex(deck.top), cut: hex(deck.cutPart) };
      yield `record ${i} commitment ${JSON.stringify({ ...stored, commitment: hex(deck.commitment) })}`;
      const slot = (7 * i) % count;
      const opening = { slot, card: deck.order[slot], salt: hex(deck.salt(slot)) };
      yield `record ${i} opening ${JSON.stringify({ ...opening, path: path(slot, deck.leaves).map(hex) })}`;
    }
  }
  yield '# wrapped-key: room key, hand key, table, hand, attempt, nonce, the stored form';
  yield '# sealed-deck: hand key, seed, table, hand, attempt, nonce, the stored form';
  yield '# sealed-card: hand key, card, slot, table, hand, attempt, nonce, the stored form';
  for (let i = 0; i < 4; i++) {
    const id = { table: 7 * i + 1, hand: 2 ** (13 * i), attempt: i };
    const ids = [id.table, id.hand, id.attempt].join(' ');
    const [room, key, seed] = [some(32, 5, i + 1), some(32, 9, i + 2), some(32, 11, i + 3)];
    const nonce = some(24, 13, i);
    yield `wrapped-key ${hex(room)} ${hex(key)} ${ids} ${hex(nonce)} ${sealed('cardroom/wrapped-key/1', room, id, 0, nonce, key)}`;
    yield `sealed-deck ${hex(key)} ${hex(seed)} ${ids} ${hex(nonce)} ${sealed('cardroom/sealed-deck/1', key, id, 0, nonce, seed)}`;
    const card = ['2c', 'Th', 'As', 'Jo'][i];
    const plain = Buffer.from([cardNumber(card)]);
    yield `sealed-card ${hex(key)} ${card} ${13 * i} ${ids} ${hex(nonce)} ${sealed('cardroom/sealed-card/1', key, id, 13 * i, nonce, plain)}`;
  }
}

// ---------------------------------------------------------------- the vectors of vectors.txt

// The fields a line should have, computed from its first fields; undefined for an unknown kind of vector.
function recomputed(fields) {
  const [kind, seed, ...rest] = fields;
  const key = unhex(seed ?? '');
  switch (kind) {
    case 'word': {
      const stream = words(key, rest[0]);
      return [kind, seed, rest[0], ...rest.slice(1).map(() => stream.next().value)];
    }
    case 'word-at': {
      const stream = words(key, rest[0]);
      for (let i = 0; i < Number(rest[1]); i++) stream.next();
      return [kind, seed, rest[0], rest[1], stream.next().value];
    }
    case 'draw': {
      const stream = words(key, rest[0]);
      return [kind, seed, rest[0], rest[1], ...rest.slice(2).map(() => below(stream, Number(rest[1])))];
    }
    case 'hand':
      return [kind, seed, rest[0], rest[1], hex(seedOfHand(key, rest[0], Number(rest[1])))];
    case 'shuffle':
      return [kind, seed, rest[0], ...shuffled(key, Number(rest[0]))];
    default:
      return undefined;
  }
}

function linesOf(folder, name) {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n');
  if (lines.pop() !== '') fail(`${name}: the last line has no line end`);
  return lines;
}

function fail(why) {
  console.error(why);
  process.exit(1);
}

function same(name, number, stands, computed) {
  if (stands === computed) return;
  const [theirs, ours] = [String(stands ?? '').split(' '), String(computed ?? '').split(' ')];
  const field = theirs.findIndex((text, i) => text !== ours[i]);
  const at = field < 0 ? theirs.length : field;
  fail(`${name}:${number}: field ${at + 1} is \`${theirs[at] ?? ''}\`, recomputed \`${ours[at] ?? ''}\``);
}

const rfc = block(
  Buffer.from(Array.from({ length: 32 }, (_, i) => i)),
  1,
  unhex('000000090000004a00000000'),
);
if (!hex(rfc).startsWith('10f1e7e4d13b5915500fdd1fa32071c4')) fail('this ChaCha20 is not that of RFC 8439');
// draft-irtf-cfrg-xchacha-03 section 2.2.1.
const draft = subkey(
  Buffer.from(Array.from({ length: 32 }, (_, i) => i)),
  unhex('000000090000004a0000000031415927'),
);
if (hex(draft) !== '82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc') {
  fail('this HChaCha20 is not that of its draft');
}

if (process.argv[2] === '--write') {
  for (const line of deckLines()) console.log(line);
} else {
  const folder = process.argv[2] ?? dirname(fileURLToPath(import.meta.url));
  let count = 0;
  const old = linesOf(folder, 'vectors.txt');
  old.forEach((line, i) => {
    if (line.startsWith('#')) return;
    const computed = recomputed(line.split(' '));
    if (computed === undefined) fail(`vectors.txt:${i + 1}: \`${line.split(' ')[0]}\` is not a kind of vector`);
    same('vectors.txt', i + 1, line, computed.join(' '));
    count++;
  });
  const lines = linesOf(folder, 'decks.txt');
  const computed = [...deckLines()];
  for (let i = 0; i < Math.max(lines.length, computed.length); i++) {
    same('decks.txt', i + 1, lines[i], computed[i]);
    count += lines[i].startsWith('#') ? 0 : 1;
  }
  console.log(`${count} vectors recomputed`);
}
