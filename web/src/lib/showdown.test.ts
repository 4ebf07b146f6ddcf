import { describe, expect, it } from 'vitest';
import { results } from './showdown.ts';
import { type Known, type Paid, known } from './table.ts';
import { named, wonBy } from '../../browser/named.ts';
import type { Made, Pot, TableView, Won } from '../wire/wire.ts';
import { HOLDEM } from '../wire/deals.ts';

const NAMES = ['Ana', 'Ben', 'Cho'];

function view(folded: number[] = []): TableView {
  return {
    table: 4, number: 9, name: 'Harbour', practice: false, standing: { is: 'open' }, button: 1, own: 3, turn: null, menu: null, may_muck: null,
    contribute: null,
    stakes: {
      book: 'standard', book_version: '1', game: 'holdem', deal: HOLDEM, limit: 'no_limit', blinds: [1, 2], ante: null, bets: [], min_buy_in: 40,
      max_buy_in: 200, seats: 6, smallest_chip: 1, chip_cents: 0,
    },
    chairs: NAMES.map((name, at) => ({
      seat: at + 1, person: at + 1, name, machine: false, stack: 100, away: false, waits: false, leaving: false, connected: true,
    })),
    hand: {
      hand: 12, over: true, button: 1, round: 3, board: ['Kd', 'Kc', '2c', '2h', '9s'], pot: 0, commitment: null, cut: null, openings: [],
      players: [1, 2, 3].map((seat) => ({
        seat, in_round: 0, in_hand: 100, folded: folded.includes(seat), all_in: false, shown: true, cards: [],
      })),
    },
  };
}

function paid(pot: number, seat: number | undefined, amount: number, more: Partial<Paid> = {}): Paid {
  return { pot, half: 'whole', seat, amount, odd: false, rule: 'best-hand-wins', clauses: ['HE-3.1'], ...more };
}

function over(pots: Pot[], awards: Paid[], more: Partial<Known> = {}, folded: number[] = []): Known {
  return { ...known(view(folded)), pots, awards, ...more };
}

const FULL: Made = { seat: 2, high: named('full house, kings full of deuces', 'Ks Kd Kc 2c 2h'), low: null };
const WITH: Won = wonBy(0, [2], named('full house, kings full of deuces'));

describe('results', () => {
  it('are announced last side pot first, with commission and the hand by name', () => {
    const announced = results(
      over(
        [{ pot: 0, amount: 360, eligible: [1, 2, 3] }, { pot: 1, amount: 200, eligible: [1] }],
        [paid(0, 2, 350), paid(1, 1, 200)],
        { taken: [paid(0, undefined, 10)], made: [FULL], wonWith: [WITH] },
      ),
    );
    expect(announced.map((result) => result.text)).toEqual([
      'Pot 2 (side), 200: Ana wins 200.',
      'Pot 1 (main), 360 less 10 commission: Ben wins 350 with a full house, kings full of deuces.',
    ]);
    expect(announced.map((result) => result.cards)).toEqual([[], ['Ks', 'Kd', 'Kc', '2c', '2h']]);
    expect(announced[1]).toMatchObject({ rule: 'best-hand-wins', clauses: ['HE-3.1'], paid: [{ seat: 2, amount: 350 }] });
  });

  it('of the only pot need no number, and of the last one left no hand', () => {
    const announced = results(over([{ pot: 0, amount: 30, eligible: [3] }], [paid(0, 3, 30)], {}, [1, 2]));
    expect(announced.map((result) => result.text)).toEqual(['Pot, 30: You win 30.']);
  });

  it('of a showdown in which the others mucked are won with the hand that was shown', () => {
    const announced = results(over([{ pot: 0, amount: 30, eligible: [1, 2] }], [paid(0, 2, 30)], { made: [FULL], wonWith: [WITH] }, [1, 3]));
    expect(announced.map((result) => result.text)).toEqual(['Pot, 30: Ben wins 30 with a full house, kings full of deuces.']);
  });

  it('say who shares, and who gets what cannot be shared', () => {
    const pair = (seat: number): Made => ({ seat, high: named('pair of kings', 'Kd Kc Ah 9s 8s'), low: null });
    const announced = results(
      over(
        [{ pot: 0, amount: 301, eligible: [1, 2] }],
        [paid(0, 1, 150), paid(0, 2, 150), paid(0, 2, 1, { odd: true, rule: 'odd-chip', clauses: ['HE-13.4'] })],
        { made: [pair(1), pair(2)], wonWith: [wonBy(0, [1, 2], named('pair of kings'))] },
      ),
    );
    expect(announced.map((result) => result.text)).toEqual(['Pot, 301: Ana and Ben split it, 150 each, with a pair of kings.']);
    expect(announced[0]?.odd).toEqual({ text: '1 that cannot be split goes to Ben.', rule: 'odd-chip', clauses: ['HE-13.4'] });
    expect(announced[0]?.paid).toEqual([{ seat: 1, amount: 150 }, { seat: 2, amount: 151 }]);
  });

  it('say which of equal hands has the joker', () => {
    const announced = results(
      over(
        [{ pot: 0, amount: 40, eligible: [1, 2] }],
        [paid(0, 1, 20), paid(0, 2, 20)],
        { wonWith: [wonBy(0, [1], named('pair of aces')), wonBy(0, [2], named('pair of aces', '', 'Ah'))] },
      ),
    );
    expect(announced.map((result) => result.text)).toEqual(['Pot, 40: Ana and Ben split it, 20 each, with a pair of aces (Ana) and a pair of aces, joker as ace (Ben).']);
  });

  it('have both halves, each with the hand that won it', () => {
    const low: Made = { seat: 1, high: named('ace high', 'As Kd Kc 9s 2c'), low: named('8-6-4-3-2', '8s 6s 4s 3s 2c') };
    const announced = results(
      over(
        [{ pot: 0, amount: 300, eligible: [1, 2] }],
        [paid(0, 2, 150, { half: 'high' }), paid(0, 1, 150, { half: 'low' })],
        { made: [low, FULL], wonWith: [{ ...WITH, half: 'high' }, wonBy(0, [1], named('8-6-4-3-2'), { half: 'low' })] },
      ),
    );
    expect(announced.map((result) => result.text)).toEqual([
      'Pot, 300, high half: Ben wins 150 with a full house, kings full of deuces.',
      'Pot, low half: Ana wins 150 with 8-6-4-3-2.',
    ]);
    expect(announced[1]?.cards).toEqual(['8s', '6s', '4s', '3s', '2c']);
    // Once the second half has been announced, both can be read.
    expect(announced[0]?.both).toBeUndefined();
    expect(announced[1]?.both).toEqual({
      text: 'High: Ben 150, a full house, kings full of deuces. Low: Ana 150, 8-6-4-3-2.',
      cards: ['Ks', 'Kd', 'Kc', '2c', '2h', '8s', '6s', '4s', '3s', '2c'],
    });
    expect(announced.map((result) => result.odd)).toEqual([undefined, undefined]);
  });

  it('have both halves where a half is shared', () => {
    const eights = named('8-6-4-3-2');
    const announced = results(
      over(
        [{ pot: 0, amount: 300, eligible: [1, 2, 3] }],
        [paid(0, 2, 150, { half: 'high' }), paid(0, 1, 75, { half: 'low' }), paid(0, 3, 75, { half: 'low' })],
        { made: [FULL], wonWith: [{ ...WITH, half: 'high' }, wonBy(0, [1, 3], eights, { half: 'low' })] },
      ),
    );
    expect(announced[1]?.both?.text).toBe('High: Ben 150, a full house, kings full of deuces. Low: Ana and you 75 each, 8-6-4-3-2.');
  });

  it('have the whole pot with the first half, and which half gets what the two cannot share', () => {
    const halves = { rule: 'high-and-low-halve', clauses: ['HE-3.5(c)'] };
    const announced = results(
      over(
        [{ pot: 0, amount: 99, eligible: [1, 2, 3] }, { pot: 1, amount: 88, eligible: [2, 3] }],
        [paid(0, 1, 48, { half: 'high', ...halves }), paid(0, 2, 47, { half: 'low', ...halves }), paid(1, 2, 84)],
        { taken: [paid(0, undefined, 4), paid(1, undefined, 4)] },
      ),
    );
    expect(announced.map((result) => result.text)).toEqual([
      'Pot 2 (side), 88 less 4 commission: Ben wins 84.',
      'Pot 1 (main), 99 less 4 commission, high half: Ana wins 48.',
      'Pot 1 (main), low half: Ben wins 47.',
    ]);
    expect(announced.map((result) => result.both?.text)).toEqual([undefined, undefined, 'Pot 1 (main), high: Ana 48. Low: Ben 47.']);
    expect(announced.map((result) => result.odd)).toEqual([
      undefined,
      { text: '1 that the halves cannot split goes to the high half.', ...halves },
      undefined,
    ]);
  });

  it('of pots that were paid together are one', () => {
    const announced = results(
      over([{ pot: 0, amount: 90, eligible: [1, 2, 3] }, { pot: 1, amount: 40, eligible: [1, 2] }], [paid(0, 2, 130)], { made: [FULL], wonWith: [WITH] }),
    );
    expect(announced.map((result) => result.text)).toEqual([
      'Pot 1 (main) and pot 2 (side), 130: Ben wins 130 with a full house, kings full of deuces.',
    ]);
  });

  it('name the kicker that decided, and the one it beat', () => {
    const kicker = wonBy(0, [1], named('two pair, kings and fours'), { deciding: ['A'], beaten: ['J'] });
    const announced = results(over([{ pot: 0, amount: 385, eligible: [1, 2] }], [paid(0, 1, 385)], { wonWith: [kicker] }));
    expect(announced.map((result) => result.text)).toEqual(['Pot, 385: Ana wins 385 with two pair, kings and fours, ace kicker; beats jack kicker.']);
  });

  it('are empty while the hand is played', () => {
    const going = over([{ pot: 0, amount: 90, eligible: [1, 2] }], []);
    expect(results({ ...going, view: { ...going.view, hand: going.view.hand && { ...going.view.hand, over: false } } })).toEqual([]);
  });
});
