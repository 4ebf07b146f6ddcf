import { describe, expect, it } from 'vitest';
import { SOUND, soundsOf } from './sound.ts';
import type { Event, Update } from '../wire/wire.ts';

function update(...what: Record<string, unknown>[]): Update {
  const events = what.map((fact) => ({ rule: null, clauses: [], ...fact }) as unknown as Event);
  return { table: 4, number: 1, hand: 1, at: 0, events, turn: null, menu: null, may_muck: null };
}

describe('sounds', () => {
  it('are one tone for your turn, two at ten seconds and three at five', () => {
    expect([SOUND.turn.length, SOUND.ten.length, SOUND.five.length]).toEqual([1, 2, 3]);
  });

  it('are short', () => {
    for (const tones of Object.values(SOUND)) {
      expect(Math.max(...tones.map((tone) => tone.at + tone.lasts))).toBeLessThan(600);
    }
  });

  it('come with cards that are seen and chips that are put in', () => {
    expect(soundsOf(update({ e: 'board_dealt', card: 'Kd', slot: 3 }), 3)).toEqual(['cards']);
    expect(soundsOf(update({ e: 'hole_dealt', seat: 3, card: 'Kd', slot: 3 }), 3)).toEqual(['cards']);
    expect(soundsOf(update({ e: 'hole_dealt', seat: 4, card: null, slot: 3 }), 3)).toEqual([]);
    expect(soundsOf(update({ e: 'raised', seat: 4, to: 40, full: true, all_in: false }), 3)).toEqual(['chips']);
    expect(soundsOf(update({ e: 'folded', seat: 4 }, { e: 'checked', seat: 5 }), 3)).toEqual([]);
  });

  it('tell no loser that somebody is paid', () => {
    const award = update({ e: 'awarded', pot: 0, half: 'whole', seat: 4, amount: 30 });
    expect(soundsOf(award, 3)).toEqual([]);
    expect(soundsOf(award, null)).toEqual([]);
    expect(soundsOf(award, 4)).toEqual(['chips']);
  });
});
