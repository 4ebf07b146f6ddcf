import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Event } from '../wire/wire.ts';
import type { Replay } from './hands.ts';
import { offered, placeInWords, play, streetFrom, tableAt, within } from './replay.ts';
import { MANILA } from '../wire/deals.ts';

/** A hand that was played in a room: three players to the river, the viewer all-in for a main pot. */
function recorded(): Replay {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../browser/hand.json'), 'utf8')) as Replay;
}

/** The stacks by seat after this many steps. */
function stacks(replay: Replay, at: number): number[] {
  return tableAt(play(replay), at).view.chairs.map((chair) => chair.stack);
}

/** The number of the step with that text. */
function stepWith(replay: Replay, text: string): number {
  const found = play(replay).steps.find((step) => step.text === text);
  if (found === undefined) throw new Error(`there is no step "${text}"`);
  return found.at;
}

describe('a hand that is stepped through', () => {
  it('begins with the stacks before the first chip and ends with those after the last', () => {
    const replay = recorded();
    expect(stacks(replay, 0)).toEqual([42, 169, 160, 431, 198]);
    // Each of three puts 42 into the main pot, with 1 and 2 of folded blinds: 129. Two put in 118 more: 236.
    // Seat 3 wins both.
    expect(stacks(replay, play(replay).steps.length)).toEqual([0, 9, 365, 430, 196]);
    expect(3 * 42 + 1 + 2).toBe(129);
    expect(2 * (160 - 42)).toBe(236);
  });

  it('has the table after each act as it was then', () => {
    const replay = recorded();
    // Seat 2 raised to 7, seat 3 to 23, and the others still have what they had, less their blinds.
    expect(stacks(replay, stepWith(replay, 'Bruno raises to 23'))).toEqual([40, 162, 137, 430, 196]);
    const called = tableAt(play(replay), stepWith(replay, 'You call 19, all-in')).view;
    expect(called.chairs.find((chair) => chair.seat === 1)?.stack).toBe(0);
    expect(called.hand?.players.find((player) => player.seat === 1)?.in_round).toBe(19);
    expect(called.hand?.board).toEqual(['Kc', '2d', '6h']);
  });

  it('has a street for every part with a heading, and the cards that came with it', () => {
    const { streets } = play(recorded());
    expect(streets.map((street) => [street.name, street.cards])).toEqual([
      ['Before the deal', []],
      ['Before the flop', []],
      ['Flop', ['Kc', '2d', '6h']],
      ['Turn', ['Qh']],
      ['River', ['8h']],
      ['Showdown', []],
    ]);
  });

  it('shows the deal in one step, with the cards that the viewer was dealt', () => {
    const deal = play(recorded()).steps.find((step) => step.text.includes('dealt'));
    expect(deal?.lines.map((line) => line.text)).toEqual([
      'Two cards are dealt to each of 5 players',
      'You are dealt the king of diamonds, four of spades',
    ]);
  });

  it('moves by streets to their first steps, and stops at the ends', () => {
    const played = play(recorded());
    const firsts = played.streets.map((street) => street.first);
    const flop = firsts[2] ?? 0;
    expect(streetFrom(played, flop, 1)).toBe(firsts[3]);
    expect(streetFrom(played, flop + 2, -1)).toBe(flop);
    expect(streetFrom(played, flop, -1)).toBe(firsts[1]);
    expect(streetFrom(played, 0, -1)).toBe(0);
    expect(streetFrom(played, played.steps.length, 1)).toBe(played.steps.length);
  });

  it('takes an address to a step that exists', () => {
    const played = play(recorded());
    expect(within(played, 3)).toBe(3);
    expect(within(played, 100_000)).toBe(played.steps.length);
    expect(within(played, -1)).toBe(0);
  });

  it('says its place in words', () => {
    const replay = recorded();
    const played = play(replay);
    const of = String(played.steps.length);
    expect(placeInWords(played, 0)).toBe('Before the hand.');
    expect(placeInWords(played, stepWith(replay, 'Bruno bets 42'))).toBe(`Event 16 of ${of}, Flop. Seat 3, Bruno, bets forty-two chips.`);
    expect(placeInWords(played, 13)).toBe(`Event 13 of ${of}. Flop: king of clubs, deuce of diamonds, six of hearts.`);
  });

  it('omits no event of the record', () => {
    const replay = recorded();
    const { moments, steps } = play(replay);
    expect(moments.map((moment) => moment.event)).toEqual(replay.updates.flatMap((update) => update.events));
    expect(moments.every((moment) => moment.step >= 1 && moment.step <= steps.length)).toBe(true);
    expect(moments.every((moment, at) => at === 0 || moment.step >= (moments[at - 1]?.step ?? 0))).toBe(true);
  });

  it("says with the viewer's own acts what the room had offered", () => {
    const replay = recorded();
    const played = play(replay);
    const call = played.steps.find((step) => step.text === 'You call 21');
    expect(call?.offered?.call).toBe(21);
    expect(played.steps.find((step) => step.text === 'Alba calls 16')?.offered).toBeUndefined();
  });

  it('calls nobody "you" where somebody shared the hand', () => {
    const replay: Replay = { ...recorded(), by: 'Ada', shared: { own_cards: true } };
    replay.before = { ...replay.before, own: null };
    const played = play(replay);
    expect(played.eye).toBe(1);
    expect(played.start.view.own).toBeNull();
    expect(played.steps.some((step) => /\b[Yy]ou\b/.test(step.text))).toBe(false);
    expect(played.steps.some((step) => step.text.includes('Ada is dealt the king of diamonds, four of spades'))).toBe(true);
  });

  it('counts the cards of a board that comes one by one', () => {
    const replay = recorded();
    replay.before = { ...replay.before, stakes: { ...replay.before.stakes, game: 'manila', deal: MANILA } };
    const none = { rule: null, clauses: [] };
    const board = (card: string, slot: number): Event => ({ e: 'board_dealt', card, slot, ...none });
    const bets = (round: number): Event => ({ e: 'betting_opened', round, seat: 1, ...none });
    const shape = replay.updates.at(-1);
    if (shape === undefined) throw new Error('the record is empty');
    const opened = replay.updates.filter((update) => update.events.some((event) => event.e === 'opened' || event.e === 'hole_dealt'));
    const events: Event[][] = [[board('7c', 10), bets(1)], [{ e: 'betting_closed', round: 1, ...none }], [board('8c', 11), bets(2)]];
    replay.updates = [...opened, ...events.map((event, at) => ({ ...shape, number: shape.number + at, events: event }))];
    expect(play(replay).streets.map((street) => street.name)).toEqual([
      'Before the deal',
      'Before the board',
      'First board card',
      'Second board card',
    ]);
  });
});

it('has offers as they were on the buttons', () => {
  const base = { fold: true, check: false, call: 15, call_and_fold: false, raise: { is_bet: false, min: 25, max: 500, unit: 1, all_in: 500 } };
  expect(offered(base)).toBe('fold, call 15, raise to any amount from 25 to 500');
  const fixed = { fold: true, check: true, call: null, call_and_fold: false, raise: { is_bet: true, min: 4, max: 4, unit: 1, all_in: 90 } };
  expect(offered(fixed)).toBe('fold, check, bet 4');
  expect(offered({ ...base, raise: null })).toBe('fold, call 15');
});
