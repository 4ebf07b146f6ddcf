import { describe, expect, it } from 'vitest';
import { acts, bound, reading, wagerTo } from './acts.ts';
import type { Menu, TableView } from '../wire/wire.ts';
import { HOLDEM } from '../wire/deals.ts';

/** A table where the viewer has seat 3, with a stack and a bet in front of it. */
function table(menu: Menu, stack = 480, bet = 0, limit = 'no_limit'): TableView {
  return {
    table: 4, number: 40, name: 'Harbour', practice: true, standing: { is: 'open' }, button: 1, own: 3, may_muck: null, contribute: null, menu,
    stakes: {
      book: 'standard', book_version: '1', game: 'holdem', deal: HOLDEM, limit, blinds: [2, 5], ante: null, bets: [], min_buy_in: 100, max_buy_in: 500, seats: 6,
      smallest_chip: 1, chip_cents: 0,
    },
    chairs: [{ seat: 3, person: 7, name: 'Ada', machine: false, stack, away: false, waits: false, leaving: false, connected: true }],
    hand: {
      hand: 12, over: false, button: 1, round: 1, board: [], pot: 115, commitment: null, cut: null, openings: [],
      players: [{ seat: 3, in_round: bet, in_hand: bet, folded: false, all_in: false, shown: false, cards: [] }],
    },
    turn: { seat: 3, hand: 12, acts: 5, facing: 20, showing: false, left_ms: null, whole_ms: null, bank_ms: 0, rule: null, clauses: [] },
  };
}

const FACING: Menu = { fold: true, check: false, call: 20, call_and_fold: false, raise: { is_bet: false, min: 40, max: 480, unit: 1, all_in: 480 } };
const FREE: Menu = { fold: true, check: true, call: null, call_and_fold: false, raise: { is_bet: true, min: 5, max: 480, unit: 1, all_in: 480 } };

describe('the acts of the menu', () => {
  it('are in the order fold, then check or call, and nothing else is offered', () => {
    expect(acts(table(FACING)).map(({ says, twice }) => [says, twice])).toEqual([['Fold', undefined], ['Call 20', undefined]]);
    expect(acts(table({ ...FACING, fold: false }))).toHaveLength(1);
  });

  it('fold with two presses when checking is free, unless that is turned off', () => {
    expect(acts(table(FREE)).map(({ says, twice }) => [says, twice])).toEqual([['Fold (check is free)', 'check-is-free'], ['Check', undefined]]);
    const stands = acts(table({ ...FREE, stands: true })).map(({ says, wish }) => [says, wish.do]);
    expect(stands).toEqual([['Fold (standing is free)', 'fold'], ['Stand', 'check']]);
    expect(acts(table(FREE), false)[0]).toMatchObject({ says: 'Fold (check is free)', twice: undefined });
  });

  it('say what calling and folding costs, which may be more than a call', () => {
    const pays: Menu = { ...FACING, fold: false, call: 6, call_and_fold: true };
    expect(acts(table(pays))[0]).toMatchObject({ says: 'Call 6 and fold' });
    expect(acts(table({ ...pays, fold_costs: 10 })).map(({ says }) => says)).toEqual(['Call 10 and fold', 'Call 6']);
  });

  it('call for the whole stack with one press, and say so', () => {
    expect(acts(table({ ...FACING, call: 120, raise: null }, 120)).at(-1)).toMatchObject({ says: 'Call 120 (all-in)', twice: undefined });
  });

  it('name for a raise the whole bet of the street, what it adds and what it leaves', () => {
    // 15 are already bet and 385 are left: going to 120 adds 105 and leaves 280.
    expect(wagerTo(table(FACING, 385, 15), 120)).toMatchObject({ says: 'Raise to 120', does: 'adds 105, leaves 280', twice: undefined });
    expect(wagerTo(table(FREE), 60)).toMatchObject({ says: 'Bet 60', does: 'adds 60, leaves 420' });
  });

  it('go all-in for the whole stack, with two presses', () => {
    expect(wagerTo(table(FACING), 480)).toMatchObject({ says: 'All-in 480', twice: 'all-in', again: 'Press again: all-in 480', wish: { do: 'raise', to: 480 } });
  });

  it('say how many raises are left in fixed limit', () => {
    const fixed: Menu = { ...FACING, call: 4, raise: { is_bet: false, min: 8, max: 8, unit: 1, all_in: 480 }, raises_left: 2 };
    expect(wagerTo(table(fixed, 480, 0, 'fixed'), 8)).toMatchObject({ says: 'Raise to 8', does: 'adds 8, leaves 472, raises left 2' });
  });

  it('read a typed amount back, or say what is expected', () => {
    const says = (typed: string, amount?: number): string => reading(table(FACING), typed, amount).says;
    expect(says('60', 60)).toBe('40 to 480');
    expect(says('0.06k', 60)).toBe('= 60');
    expect(says('35', 35)).toBe('Minimum raise is to 40. You entered 35.');
    expect(says('900', 900)).toBe('The maximum is 480. You entered 900.');
    expect(says('much')).toBe('Enter it as 1250, 1,250, 1.25k or 2bb.');
    expect(reading(table(FACING), '35', 35).fits).toBe(false);
    expect(reading(table({ ...FREE, raise: { is_bet: true, min: 5, max: 115, unit: 1, all_in: 480 } }, 480, 0, 'full_pot'), '5', 5).says).toBe('Pot = 115');
  });

  it("give the book's rule for the bound of an amount", () => {
    expect(bound(table(FACING), 40)).toEqual({ says: 'Minimum raise is to 40.', rule: 'smallest-raise' });
    expect(bound(table(FREE), undefined)).toEqual({ says: 'Minimum bet is 5.', rule: 'smallest-bet' });
    expect(bound({ ...table(FREE), stakes: { ...table(FREE).stakes, blinds: [], ante: 2 } }, 5)?.rule).toBe('smallest-bet-ante-game');
    expect(bound(table(FACING), 481)).toEqual({ says: 'The maximum is 480.', rule: 'largest-bet' });
    expect(bound(table(FACING, 480, 0, 'full_pot'), 481)?.rule).toBe('pot-limit');
  });
});
