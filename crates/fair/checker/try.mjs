// Tests checker.mjs: `node try.mjs` reads records from standard input, one `{ commitment, openings, cut }` per
// line, and checks that every valid one is accepted and every altered one rejected. On a failure it names the
// record and exits with 1.

import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';

import { checkCommitment, checkCut, checkOpening, checkValue, dealtSlot, sha256 } from './checker.mjs';

let tried = 0;

function must(holds, answer, what) {
  tried += 1;
  if (answer.holds !== holds || (answer.why === '') !== holds) {
    console.error(`${what}: ${holds ? `refused, ${answer.why}` : 'accepted'}`);
    process.exit(1);
  }
}

// Replaces the digit at a position with another one.
function turned(text, at) {
  return text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
}

function changed(record, change) {
  const copy = structuredClone(record);
  change(copy);
  return copy;
}

for (let length = 0; length < 200; length++) {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
  const known = createHash('sha256').update(bytes).digest('hex');
  if (Buffer.from(sha256(bytes)).toString('hex') !== known) {
    console.error(`SHA-256 of ${length} bytes is wrong`);
    process.exit(1);
  }
}

const ranks = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));

for await (const line of createInterface({ input: process.stdin })) {
  const { commitment, openings, cut } = JSON.parse(line);
  const deck = `deck of ${commitment.cards}`;
  must(true, checkCommitment(commitment), deck);
  const commitments = [
    changed(commitment, (c) => (c.deck.table += 1)),
    changed(commitment, (c) => (c.deck.hand += 1)),
    changed(commitment, (c) => (c.deck.attempt += 1)),
    changed(commitment, (c) => (c.cards -= 1)),
    changed(commitment, (c) => (c.root = turned(c.root, 63))),
    changed(commitment, (c) => (c.cut = turned(c.cut, 0))),
    changed(commitment, (c) => (c.commitment = turned(c.commitment, 30))),
    ...Object.keys(commitment).map((key) => changed(commitment, (c) => delete c[key])),
    ...['', 'x', null, -1, 1.5, 2 ** 53, {}].flatMap((odd) =>
      Object.keys(commitment).map((key) => changed(commitment, (c) => (c[key] = odd))),
    ),
    null,
    undefined,
    7,
  ];
  for (const [i, other] of commitments.entries()) {
    must(false, checkCommitment(other), `${deck}, changed commitment ${i}`);
    must(false, checkOpening(other, openings[0]), `${deck}, changed commitment ${i}, opening`);
    must(false, checkCut(other, cut), `${deck}, changed commitment ${i}, cut`);
  }

  const slots = new Set();
  for (const opening of openings) {
    const name = `${deck}, slot ${opening.slot}`;
    slots.add(opening.slot);
    must(true, checkOpening(commitment, opening), name);
    for (const card of [...ranks, 'Jo', '', 'as', 'XX', 3, null]) {
      if (card !== opening.card) {
        must(false, checkOpening(commitment, changed(opening, (o) => (o.card = card))), `${name} as ${card}`);
      }
    }
    for (let slot = -1; slot <= commitment.cards; slot++) {
      if (slot !== opening.slot) {
        must(false, checkOpening(commitment, changed(opening, (o) => (o.slot = slot))), `${name} as ${slot}`);
      }
    }
    for (const at of [0, 1, 31, 62, 63]) {
      must(false, checkOpening(commitment, changed(opening, (o) => (o.salt = turned(o.salt, at)))), `${name}, salt`);
      opening.path.forEach((_, i) => {
        const other = changed(opening, (o) => (o.path[i] = turned(o.path[i], at)));
        must(false, checkOpening(commitment, other), `${name}, hash ${i} of the path`);
      });
    }
    opening.path.forEach((_, i) => {
      const less = changed(opening, (o) => o.path.splice(i, 1));
      must(false, checkOpening(commitment, less), `${name} without hash ${i}`);
    });
    for (const change of [
      (o) => o.path.push(o.path[0]),
      (o) => (o.path = []),
      (o) => (o.path = 'path'),
      (o) => (o.path[0] = null),
      (o) => (o.salt = o.salt.toUpperCase() + ' '),
      (o) => delete o.card,
      (o) => delete o.salt,
      (o) => delete o.slot,
    ]) {
      must(false, checkOpening(commitment, changed(opening, change)), `${name}, ${change}`);
    }
    must(false, checkOpening(commitment, null), `${name} absent`);
  }
  if (slots.size !== commitment.cards) {
    console.error(`${deck}: ${slots.size} slots were given`);
    process.exit(1);
  }

  must(true, checkCut(commitment, cut), `${deck}, cut`);
  for (let position = 0; position < commitment.cards; position++) {
    if (position !== cut.position) {
      const other = changed(cut, (c) => (c.position = position));
      must(false, checkCut(commitment, other), `${deck}, cut after ${position}`);
    }
  }
  for (const change of [
    (c) => (c.part = turned(c.part, 5)),
    (c) => (c.cards -= 1),
    (c) => (c.values = null),
    (c) => c.values.push({ seat: 0, value: c.part }),
    (c) => (c.values = [{ seat: 2, value: c.part }, { seat: 2, value: c.part }]),
    (c) => (c.values = [{ seat: 2, value: c.part }, { seat: 1, value: c.part }]),
    (c) => (c.values = [{ seat: 2, value: 'aa' }]),
    (c) => (c.values = [null]),
    (c) => (c.position = '17'),
    (c) => delete c.part,
  ]) {
    must(false, checkCut(commitment, changed(cut, change)), `${deck}, cut, ${change}`);
  }
  must(false, checkCut(commitment, null), `${deck}, no cut`);
  for (const { seat, value } of cut.values) {
    must(true, checkValue(cut, seat, value), `${deck}, the value of seat ${seat}`);
    must(false, checkValue(cut, seat, turned(value, 9)), `${deck}, another value of seat ${seat}`);
  }
  must(false, checkValue(cut, 77, cut.part), `${deck}, a value nobody sent`);
  const dealt = Array.from({ length: commitment.cards }, (_, k) => dealtSlot(cut, k));
  const first = dealt[0] === cut.position;
  if (!first || new Set(dealt).size !== commitment.cards || dealtSlot(cut, commitment.cards) !== null) {
    console.error(`${deck}: the cut deck is not dealt slot by slot`);
    process.exit(1);
  }
}

console.log(`${tried} answers were right`);
