import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Commitment, Cut, Opening } from '../wire/wire.ts';
import { type Evidence, findings, verdict } from './fairness.ts';
import { newValue } from './value.ts';

// The records of decks were computed by the second program, which is beside them.
const VECTORS = readFileSync(join(import.meta.dirname, '../../../crates/fair/vectors/decks.txt'), 'utf8').split('\n');

function record(deck: number, kind: string): unknown {
  const start = `record ${String(deck)} ${kind} `;
  const line = VECTORS.find((line) => line.startsWith(start));
  if (line === undefined) throw new Error(`there is no ${start}`);
  return JSON.parse(line.slice(start.length));
}

function deck(number: number): Evidence {
  const opening = record(number, 'opening') as Opening;
  return {
    commitment: record(number, 'commitment') as Commitment,
    cut: record(number, 'cut') as Cut,
    openings: [opening],
    seen: [opening.card],
    dealt: 53,
    own: null,
    value: undefined,
  };
}

/** The text with one digit replaced by another. */
function turned(text: string): string {
  return (text.startsWith('0') ? '1' : '0') + text.slice(1);
}

describe('what a page checks about a deck', () => {
  it('holds for the records of decks of every size', () => {
    for (const number of [0, 1, 2, 3, 4, 5, 6]) {
      const found = findings(deck(number));
      expect(found.map((finding) => finding.why)).toEqual(['', '', '']);
      expect(verdict(found)).toBe('checked');
    }
  });

  it('fails for a swapped card, and a changed seal, salt, cut or part', () => {
    const good = deck(0);
    const opening = good.openings[0];
    const { cut } = good;
    if (opening === undefined || cut === null) throw new Error('the record is not whole');
    const other = opening.card === 'As' ? 'Kd' : 'As';
    const wrong: Evidence[] = [
      { ...good, openings: [{ ...opening, card: other }], seen: [other] },
      { ...good, openings: [{ ...opening, salt: turned(opening.salt) }] },
      { ...good, openings: [{ ...opening, slot: opening.slot + 1 }] },
      { ...good, commitment: { ...good.commitment, root: turned(good.commitment.root) } },
      { ...good, cut: { ...cut, position: cut.position + 1 } },
      { ...good, cut: { ...cut, part: turned(cut.part) } },
      { ...good, seen: [opening.card, opening.card] },
      // Slot 0 of 52, cut at 5: 47 cards come before it.
      { ...good, dealt: 47 },
    ];
    expect([opening.slot, cut.position, verdict(findings({ ...good, dealt: 48 }))]).toEqual([0, 5, 'checked']);
    for (const one of wrong) expect(verdict(findings(one))).toBe('wrong');
  });

  it("includes that the player's own value is in the cut as it was sent", () => {
    const good = deck(3);
    const value = good.cut?.values[0];
    if (value === undefined) throw new Error('nobody added a value');
    expect(verdict(findings({ ...good, own: value.seat, value: value.value }))).toBe('checked');
    expect(verdict(findings({ ...good, own: value.seat, value: turned(value.value) }))).toBe('wrong');
    // A late value is not the room's fault.
    const late = findings({ ...good, own: 199, value: value.value });
    expect(late.find((finding) => finding.what === 'Your value for the cut')?.holds).toBeUndefined();
    expect(verdict(late)).toBe('checked');
  });

  it('waits for a card whose opening has not come', () => {
    const found = findings({ ...deck(0), openings: [] });
    expect(verdict(found)).toBe('waiting');
    expect(verdict(findings({ ...deck(0), cut: null }))).toBe('waiting');
  });

  it('uses values of 256 bits, different each time', () => {
    const values = new Set(Array.from({ length: 100 }, newValue));
    expect(values.size).toBe(100);
    for (const value of values) expect(value).toMatch(/^[0-9a-f]{64}$/);
  });
});
