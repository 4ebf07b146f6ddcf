import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Event } from '../wire/wire.ts';
import type { Replay } from './hands.ts';
import { play } from './replay.ts';
import { type Check, checksOf, summary } from './replay-checks.ts';

function recorded(): Replay {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../browser/hand.json'), 'utf8')) as Replay;
}

function checked(replay: Replay): Check[] {
  return checksOf(replay, play(replay), undefined);
}

/** The names of the checks that fail, and the text of the step at which each fails. */
function fails(replay: Replay): (readonly [string, string | undefined])[] {
  const { steps } = play(replay);
  return checked(replay)
    .filter((check) => check.holds === false)
    .map((check) => [check.name, steps[(check.step ?? 0) - 1]?.text]);
}

function the<E extends Event['e']>(replay: Replay, e: E, which = 0): Extract<Event, { e: E }> {
  const found = replay.updates.flatMap((update) => update.events).filter((event): event is Extract<Event, { e: E }> => event.e === e)[which];
  if (found === undefined) throw new Error(`there is no ${e}`);
  return found;
}

describe('what is checked about a finished hand', () => {
  it('holds for a hand as the room played it', () => {
    const found = checked(recorded());
    expect(found.map((check) => [check.name, check.holds])).toEqual([
      ['The record is complete', true],
      ['No chip is lost or made', true],
      ['The pots pay out what was put in', true],
      ['Everybody acts in turn', true],
      ['The seal and the cut of the deck hold', true],
      ['Every card came from its place', true],
      ['Every card seen was in the sealed deck', true],
    ]);
    expect(summary(found)).toEqual({ held: 7, of: 7, state: 'pass' });
    // 42 + 169 + 160 + 431 + 198
    expect(found[1]?.detail).toContain('come to 1,000');
  });

  it('reports a missing record as a gap, and names the step after it', () => {
    const replay = recorded();
    const at = replay.updates.findIndex((update) => update.events.some((event) => event.e === 'raised'));
    replay.updates.splice(at, 1);
    expect(fails(replay)[0]).toEqual(['The record is complete', 'Bruno raises to 23']);
  });

  it('reports a hand without its end as incomplete', () => {
    const replay = recorded();
    replay.updates.pop();
    expect(fails(replay).map(([name]) => name)).toContain('The record is complete');
  });

  it('says about a hand that a person dealt that no deck was sealed', () => {
    const replay = recorded();
    replay.before.dealer = 'person';
    for (const update of replay.updates) {
      update.events = update.events.filter((event) => event.e !== 'deck' && event.e !== 'cut' && event.e !== 'opening');
    }
    const found = checked(replay);
    const cards = found.filter((check) => ['The seal and the cut of the deck hold', 'Every card seen was in the sealed deck'].includes(check.name));
    expect(cards.map((card) => [card.holds, card.detail])).toEqual([
      [undefined, 'a person dealt this hand: no deck was sealed'],
      [undefined, 'a person dealt this hand: no deck was sealed'],
    ]);
    expect(found.filter((check) => check.holds === false)).toEqual([]);
  });

  it('notices at the start of the hand a stack that is not the one from before', () => {
    const replay = recorded();
    const { players } = the(replay, 'opened');
    const [one, other] = players;
    if (one === undefined || other === undefined) throw new Error('nobody was dealt in');
    // The sum stays the same: what one has too much another has too little.
    one.stack += 5;
    other.stack -= 5;
    expect(fails(replay)[0]?.[0]).toBe('No chip is lost or made');
    expect(fails(replay)[0]?.[1]).toMatch(/^Hand 4 begins/);
  });

  it('notices a bet of more than a seat has', () => {
    const replay = recorded();
    the(replay, 'bet').to = 5000;
    expect(fails(replay)).toContainEqual(['No chip is lost or made', 'Bruno bets 5,000']);
  });

  it('names a pot that pays less than it holds, with its award', () => {
    const replay = recorded();
    the(replay, 'awarded').amount -= 3;
    expect(fails(replay)).toEqual([['The pots pay out what was put in', 'Pot 1 (main): Bruno wins 126']]);
    expect(checked(replay).find((check) => check.holds === false)?.detail).toBe('Pot 1 (main) holds 129 and pays 126');
  });

  it('notices a pot that is not what the seats paid', () => {
    const replay = recorded();
    the(replay, 'pot_formed', 1).amount += 10;
    the(replay, 'awarded', 1).amount += 10;
    expect(fails(replay).map(([name]) => name)).toContain('The pots pay out what was put in');
  });

  it('completes a pot with the commission, which leaves the table', () => {
    const replay = recorded();
    const award = the(replay, 'awarded');
    award.amount -= 4;
    const last = replay.updates.at(-1);
    const place = last?.events.indexOf(award) ?? 0;
    last?.events.splice(place, 0, { e: 'commission_taken', pot: 0, amount: 4, rule: null, clauses: [] });
    expect(fails(replay)).toEqual([]);
    expect(checked(replay)[1]?.detail).toContain('4 of them taken as commission');
  });

  it('names an act of a seat that was not on turn', () => {
    const replay = recorded();
    the(replay, 'checked', 1).seat = 3;
    expect(fails(replay)).toEqual([['Everybody acts in turn', 'Bruno checks']]);
  });

  it('names a call that the room had not offered', () => {
    const replay = recorded();
    const before = replay.updates.find((update) => update.menu?.call === 21);
    if (before?.menu == null) throw new Error('21 was not to call');
    before.menu.call = 20;
    expect(fails(replay)).toEqual([['Everybody acts in turn', 'You call 21']]);
  });

  it('names a card with another proof, with the step it came in', () => {
    const replay = recorded();
    const flop = replay.updates.flatMap((update) => update.events).find((event) => event.e === 'opening' && event.opening.card === '2d');
    if (flop?.e !== 'opening') throw new Error('the deuce was not opened');
    flop.opening.salt = '0'.repeat(64);
    expect(fails(replay)).toEqual([['Every card seen was in the sealed deck', 'Flop: king of clubs, deuce of diamonds, six of hearts']]);
  });

  it('finds no proof for a card in the place of another', () => {
    const replay = recorded();
    the(replay, 'board_dealt', 4).card = 'As';
    const card = checked(replay).at(-1);
    expect(card?.holds).not.toBe(true);
    expect(card?.detail).toContain('ace of spades');
  });

  it('does not accept the seal of another hand', () => {
    const replay = recorded();
    the(replay, 'deck').commitment.deck.hand = 3;
    expect(fails(replay).map(([name]) => name)).toContain('The seal and the cut of the deck hold');
  });

  it('names a card from another place than the next', () => {
    const replay = recorded();
    the(replay, 'hole_dealt', 3).slot = 20;
    const [name, step] = fails(replay)[0] ?? [];
    expect(name).toBe('Every card came from its place');
    expect(step).toContain('Two cards are dealt');
  });

  it('names a hand that shows what was dealt to another seat', () => {
    const replay = recorded();
    const [one, other] = [the(replay, 'shown', 0), the(replay, 'shown', 1)];
    [one.cards, other.cards] = [other.cards, one.cards];
    expect(fails(replay)[0]?.[0]).toBe('Every card came from its place');
    expect(fails(replay)[0]?.[1]).toMatch(/^Alba shows/);
  });

  it('returns everything in a void hand', () => {
    const replay = recorded();
    const none = { rule: null, clauses: [] };
    const last = replay.updates.at(-1);
    if (last === undefined) throw new Error('the record is empty');
    // What the five put in: 42, 160, 160, 1 and 2.
    last.events = [
      { e: 'voided', reason: 'fire', ...none },
      ...[42, 160, 160, 1, 2].map((amount, at) => ({ e: 'refunded' as const, seat: at + 1, amount, ...none })),
    ];
    expect(fails(replay)).toEqual([]);
    const back = last.events.at(-1);
    if (back?.e === 'refunded') back.amount = 1;
    expect(fails(replay).map(([name]) => name)).toEqual(['The pots pay out what was put in']);
  });
});
