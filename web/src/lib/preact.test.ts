import { describe, expect, it } from 'vitest';
import { type Choice, type Pre, actedIn, choiceName, choices, followed, toCall, waits } from './preact.ts';
import type { HandView, Menu, TableView, Update } from '../wire/wire.ts';
import { HOLDEM } from '../wire/deals.ts';

const STAKES = {
  book: 'standard', book_version: '1', game: 'holdem', deal: HOLDEM, limit: 'no_limit', blinds: [2, 5], ante: null, bets: [], min_buy_in: 100, max_buy_in: 500, seats: 6,
  smallest_chip: 1, chip_cents: 0,
};

/**
 * A table where the viewer has seat 3 and seat 6 is on turn; `bets` are the bets of 3 and 6 in this betting
 * round.
 */
function table(bets: [number, number], but: { round?: number; hand?: number; turn?: number; menu?: Menu; stack?: number; folded?: boolean } = {}): TableView {
  const player = (seat: number, in_round: number, folded = false): HandView['players'][number] => ({
    seat, in_round, in_hand: in_round, folded, all_in: false, shown: false, cards: [null, null],
  });
  const chair = (seat: number, stack: number): TableView['chairs'][number] => ({
    seat, person: seat, name: `P${String(seat)}`, machine: false, stack, away: false, waits: false, leaving: false, connected: true,
  });
  const { round = 1, hand = 12, turn = 6, menu = null, stack = 400, folded = false } = but;
  return {
    table: 4, number: 40, name: 'Harbour', stakes: STAKES, practice: true, standing: { is: 'open' }, button: 1, own: 3, may_muck: null, contribute: null,
    chairs: [chair(3, stack), chair(6, 400)], menu,
    hand: {
      hand, over: false, button: 1, round, players: [player(3, bets[0], folded), player(6, bets[1])], board: [], pot: 20, commitment: null, cut: null, openings: [],
    },
    turn: { seat: turn, hand, acts: 5, facing: 0, showing: false, left_ms: 10_000, whole_ms: 10_000, bank_ms: 0, rule: null, clauses: [] },
  };
}

const free: Menu = { fold: true, check: true, call: null, call_and_fold: false, raise: null };
const facing = (call: number): Menu => ({ fold: true, check: false, call, call_and_fold: false, raise: null });
const pre = (choice: Choice): Pre => ({ choice, hand: 12, round: 1 });

describe('what is chosen before the turn', () => {
  it('is offered as the bets are', () => {
    expect(choices(table([0, 0])).map((choice) => choiceName(choice))).toEqual(['Check/Fold', 'Check', 'Fold to any bet']);
    expect(choices(table([0, 20])).map((choice) => choiceName(choice))).toEqual(['Fold to any bet', 'Call 20']);
    expect(choices(table([20, 90])).map((choice) => choiceName(choice))).toEqual(['Fold to any bet', 'Call 70']);
    expect(toCall(table([0, 90], { stack: 60 }))).toBe(60);
    // Before the flop a short blind is called as if it were full.
    expect(toCall(table([0, 3], { round: 0 }))).toBe(5);
  });

  it('is offered to nobody who has folded, or is on turn already', () => {
    expect(choices(table([0, 0], { folded: true }))).toEqual([]);
    expect(choices(table([0, 0], { turn: 3, menu: free }))).toEqual([]);
  });

  it('says what it waits for', () => {
    expect(waits({ do: 'check' })).toBe('Will check - press to cancel');
    expect(waits({ do: 'call', amount: 1250 })).toBe('Will call 1,250 - press to cancel');
  });

  it('waits while nothing changes for it', () => {
    for (const choice of [{ do: 'check' }, { do: 'check_fold' }, { do: 'fold_to_bet' }] as const) {
      expect(followed(pre(choice), table([0, 0]))).toEqual({ pre: pre(choice), wish: undefined, notice: undefined });
    }
  });

  it('is sent with its turn: check where checking is free, fold where it is not', () => {
    expect(followed(pre({ do: 'check_fold' }), table([0, 0], { turn: 3, menu: free })).wish).toEqual({ do: 'check' });
    expect(followed(pre({ do: 'check_fold' }), table([0, 20], { turn: 3, menu: facing(20) })).wish).toEqual({ do: 'fold' });
    expect(followed(pre({ do: 'check' }), table([0, 0], { turn: 3, menu: free })).wish).toEqual({ do: 'check' });
    expect(followed(pre({ do: 'call', amount: 20 }), table([0, 20], { turn: 3, menu: facing(20) })).wish).toEqual({ do: 'call' });
    expect(followed(pre({ do: 'fold_to_bet' }), table([0, 20], { turn: 3, menu: facing(20) })).wish).toEqual({ do: 'fold' });
  });

  it('as fold to any bet leaves a free check to the player', () => {
    expect(followed(pre({ do: 'fold_to_bet' }), table([0, 0], { turn: 3, menu: free }))).toEqual({ pre: undefined, wish: undefined, notice: undefined });
  });

  it('as a call is dropped with a notice when its amount changes, before the turn and on it', () => {
    const notice = 'Your choice "Call 20" was cancelled: there is now 90 to call. Nothing was sent. Choose again.';
    expect(followed(pre({ do: 'call', amount: 20 }), table([0, 90]))).toEqual({ pre: undefined, wish: undefined, notice });
    expect(followed(pre({ do: 'call', amount: 20 }), table([0, 90], { turn: 3, menu: facing(90) }))).toEqual({ pre: undefined, wish: undefined, notice });
  });

  it('as a check is dropped with a notice when somebody bets, and folds nothing', () => {
    const after = followed(pre({ do: 'check' }), table([0, 20], { turn: 3, menu: facing(20) }));
    expect(after.wish).toBeUndefined();
    expect(after.notice).toBe('Your choice "Check" was cancelled: there is now 20 to call. Nothing was sent. Choose again.');
  });

  it('is cleared at the next street and at the next hand, without a notice', () => {
    const nothing = { pre: undefined, wish: undefined, notice: undefined };
    expect(followed(pre({ do: 'check' }), table([0, 0], { round: 2, turn: 3, menu: free }))).toEqual(nothing);
    expect(followed(pre({ do: 'check_fold' }), table([0, 0], { hand: 13, turn: 3, menu: free }))).toEqual(nothing);
  });

  it('does nothing that the room does not offer', () => {
    const noFold = { ...free, check: false, fold: false, call: 20 };
    expect(followed(pre({ do: 'check_fold' }), table([0, 20], { turn: 3, menu: noFold })).wish).toBeUndefined();
    expect(followed(pre({ do: 'check_fold' }), table([0, 20], { turn: 3, menu: noFold })).notice).toContain('Nothing was sent');
  });

  it('was for the turn that passed, when the seat has acted', () => {
    const update = (events: Update['events']): Update => ({ table: 4, number: 41, hand: 12, at: 0, events, turn: null, menu: null, may_muck: null });
    expect(actedIn(update([{ e: 'time_ran_out', seat: 3, rule: null, clauses: [] }]), 3)).toBe(true);
    expect(actedIn(update([{ e: 'checked', seat: 6, rule: null, clauses: [] }]), 3)).toBe(false);
  });
});
