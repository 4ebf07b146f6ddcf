import { describe, expect, it } from 'vitest';
import { type Told, brieflyOf, holdsCards, lineOf, sentenceOf, tagOf } from './seat.ts';
import type { Chair, PlayerView } from '../wire/wire.ts';

const CHAIR: Chair = { seat: 4, person: 9, name: 'Ben', machine: false, stack: 100, away: false, waits: false, leaving: false, connected: true };
const PLAYER: PlayerView = { seat: 4, in_round: 0, in_hand: 120, folded: false, all_in: false, shown: false, cards: [null, null] };

function plateOf(chair: Partial<Chair>, player: Partial<PlayerView> | undefined, more: Partial<Told> & { toAct?: boolean } = {}): Told {
  const { toAct = false, ...rest } = more;
  return {
    plate: { chair: { ...CHAIR, ...chair }, player: player && { ...PLAYER, ...player }, toAct },
    did: undefined, won: undefined, over: false, left: undefined, ...rest,
  };
}

const line = (of: Told): string => lineOf(of).text;

describe('the line of a seat', () => {
  it('says the last act, or whose turn it is', () => {
    expect(line(plateOf({}, {}, { did: { is: 'called', amount: 90 } }))).toBe('calls 90');
    expect(line(plateOf({}, {}, { did: { is: 'called', amount: 90 }, toAct: true, left: 17_400 }))).toBe('to act 0:18');
    expect(line(plateOf({}, {}, { toAct: true }))).toBe('to act');
    expect(line(plateOf({}, {}, { did: { is: 'time_ran_out' } }))).toBe('time ran out');
    expect(line(plateOf({}, {}, { did: { is: 'stood' } }))).toBe('stands');
    expect(line(plateOf({}, { folded: true }, { did: { is: 'folded' } }))).toBe('folded');
    expect(line(plateOf({}, { folded: true }, { did: { is: 'mucked' }, over: true }))).toBe('mucks');
  });

  it('says who has lost the connection, with the time that is left to act', () => {
    expect(lineOf(plateOf({ connected: false }, {}, { did: { is: 'checked' } }))).toEqual({ text: 'disconnected', tone: 'bad' });
    expect(line(plateOf({ connected: false }, {}, { toAct: true, left: 42_000 }))).toBe('disconnected 0:42');
    expect(line(plateOf({ connected: false, machine: true }, {}, { did: { is: 'checked' } }))).toBe('checks');
  });

  it('says what the book leaves for a lost connection, and counts it down where it runs', () => {
    const lost = plateOf({ connected: false, disconnect_ms: 42_000 }, {}, { toAct: true, left: 12_000 });
    // The time to act runs first; the time for the lost connection is untouched until then.
    expect(line(plateOf({ connected: false, disconnect_ms: 42_000 }, {}))).toBe('disconnected 0:42');
    expect(line(lost)).toBe('disconnected 0:42');
    expect(line({ ...lost, plate: lost.plate && { ...lost.plate, lost: true } })).toBe('disconnected 0:12');
    expect(line(plateOf({ connected: false, disconnect_ms: 0 }, {}))).toBe('disconnected 0:00');
  });

  it('says who is not dealt in, and why', () => {
    expect(line(plateOf({ away: true }, undefined))).toBe('sitting out');
    expect(line(plateOf({ waits: true }, undefined))).toBe('waits for the big blind');
    expect(line(plateOf({ stack: 0 }, undefined, { over: true }))).toBe('no chips');
    expect(lineOf(plateOf({}, { shown: true }, { won: 350, over: true }))).toEqual({ text: 'wins 350', tone: 'good' });
  });
});

it('has winnings as a sum on a small plate, and a time alone', () => {
  const plain = { small: true, faces: false };
  expect(brieflyOf(plateOf({}, { shown: true }, { won: 12_385, over: true }), plain).text).toBe('+12,385');
  expect(brieflyOf(plateOf({}, {}, { toAct: true, left: 17_400 }), plain).text).toBe('0:18');
  expect(brieflyOf(plateOf({}, {}, { toAct: true, left: 17_400 }), { small: false, faces: false }).text).toBe('to act 0:18');
  // Beside cards that are shown a sign stands for it, with the time left.
  const lost = plateOf({ connected: false, disconnect_ms: 42_000 }, {});
  expect(brieflyOf(lost, plain).text).toBe('disconnected 0:42');
  expect(brieflyOf(lost, { small: true, faces: true })).toEqual({ text: '0:42', tone: 'bad' });
  expect(brieflyOf(plateOf({}, {}, { did: { is: 'checked' } }), plain).text).toBe('checks');
  // The bet in front of the seat says how much went in.
  expect(brieflyOf(plateOf({}, {}, { did: { is: 'raised', amount: 20 }, brief: true }), plain).text).toBe('raises');
  // A row and a small plate have no room for all of it; a full plate and the screen reader have.
  const waits = plateOf({ waits: true }, undefined);
  expect(brieflyOf(waits, { small: false, faces: false }).text).toBe('waits for blind');
  expect(brieflyOf(waits, { small: true, faces: false }).text).toBe('waits');
});

describe('the tag of a seat', () => {
  it('says all-in until the pots are awarded', () => {
    expect(tagOf(plateOf({}, { all_in: true }, { did: { is: 'called', amount: 90 } }))?.text).toBe('ALL-IN 120');
    expect(tagOf(plateOf({}, { all_in: true }, { toAct: true }))?.text).toBe('ALL-IN 120');
    expect(tagOf(plateOf({}, { all_in: true }, { over: true }))).toBeUndefined();
  });

  it('says what the player does after the hand', () => {
    expect(tagOf(plateOf({ away: true }, {}))?.text).toBe('sits out next');
    expect(tagOf(plateOf({ leaving: true }, {}))?.text).toBe('leaves next');
    expect(tagOf(plateOf({ out_at_blind: true }, {}))?.text).toBe('out at big blind');
    expect(tagOf(plateOf({ away: true }, undefined))).toBeUndefined();
  });
});

describe('the cards of a seat', () => {
  it('are drawn while the hand is live, and after it only where they were shown', () => {
    expect(holdsCards(plateOf({}, {}))).toBe(true);
    expect(holdsCards(plateOf({}, { folded: true }))).toBe(false);
    expect(holdsCards(plateOf({}, {}, { over: true }))).toBe(false);
    expect(holdsCards(plateOf({}, { shown: true, cards: ['Ah', 'Td'] }, { over: true }))).toBe(true);
    // One card that was turned up after the hand is visible beside the back of the other.
    expect(holdsCards(plateOf({}, { folded: true, cards: [null, 'Td'] }, { over: true }))).toBe(true);
    expect(holdsCards(plateOf({}, { cards: ['Ah', 'Td'] }, { over: true }), true)).toBe(false);
    // A card shown while the hand is mucked is there at once, and not only when the pots are divided.
    expect(holdsCards(plateOf({}, { folded: true, cards: [null, 'Td'] }, { did: { is: 'mucked' } }))).toBe(true);
    expect(holdsCards(plateOf({}, { folded: true, cards: [null, null] }, { did: { is: 'mucked' } }))).toBe(false);
  });
});

it('a plate is one sentence for a screen reader', () => {
  const spoken = (of: Told, more: { own?: boolean; markers?: string[] } = {}): string => sentenceOf({ ...of, seat: 4, own: false, markers: [], ...more });
  expect(spoken(plateOf({}, {}, { did: { is: 'raised', amount: 20 } }), { markers: ['button'] })).toBe('Seat 4, Ben, 100, two cards, raises to 20, button.');
  expect(spoken(plateOf({ machine: true, stack: 0 }, { all_in: true }))).toBe('Seat 4, Ben, a bot, 0, two cards, all-in 120.');
  expect(spoken(plateOf({}, { folded: true }, { did: { is: 'folded' } }))).toBe('Seat 4, Ben, 100, folded.');
  // The viewer's own cards are in front of the player and are read there.
  expect(spoken(plateOf({}, { cards: ['Ah', 'Td'] }, { toAct: true, left: 18_000 }), { own: true })).toBe('Seat 4, you, 100, to act 0:18.');
  expect(spoken({ plate: undefined, did: undefined, won: undefined, over: true, left: undefined })).toBe('Seat 4 is empty.');
});
