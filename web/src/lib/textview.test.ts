import { expect, it } from 'vitest';
import type { TableView } from '../wire/wire.ts';
import type { Situation } from './answers.ts';
import { chips } from './money.ts';
import { type Known, known } from './table.ts';
import type { Line } from './telling.ts';
import { stateSentence, street } from './textview.ts';
import { HOLDEM, MANILA } from '../wire/deals.ts';

const CHAIR = { person: 1, machine: false, stack: 500, away: false, waits: false, leaving: false, connected: true };
const TURN = { seat: 3, hand: 1287, acts: 9, facing: 90, showing: false, left_ms: null, whole_ms: null, bank_ms: 0, rule: null, clauses: [] };

function table(view: Partial<TableView> = {}, board = ['Kd', '7s', '2c']): Known {
  const players = [3, 5].map((seat) => ({ seat, in_round: 0, in_hand: 0, folded: false, all_in: false, shown: false, cards: [] }));
  return known({
    table: 4, number: 1, name: 'Table 4', practice: false, standing: { is: 'open' }, button: 5, own: 3, may_muck: null, contribute: null,
    stakes: { game: 'holdem', deal: HOLDEM, limit: 'no_limit', blinds: [2, 5], seats: 6 },
    chairs: [{ ...CHAIR, seat: 3, name: 'Ada' }, { ...CHAIR, seat: 5, name: 'Dee' }],
    hand: { hand: 1287, over: false, button: 5, round: 1, players, board: board, pot: 360, commitment: null, cut: null, openings: [] },
    turn: TURN,
    menu: { fold: true, check: false, call: 90, call_and_fold: false, raise: { is_bet: false, min: 180, max: 500, unit: 1, all_in: 500 } },
    ...view,
  } as unknown as TableView);
}

function sentence(of: Known, more: Partial<Situation> = {}): string {
  return stateSentence({
    known: of, log: [], left: undefined, line: 'live', busy: false, wallet: 1000, refused: undefined, foldTwice: true, oneEnter: false, amount: chips, ...more,
  });
}

it('on turn the sentence says where the hand is and what is open', () => {
  expect(sentence(table())).toBe('Table 4, hand 1287, flop, pot 360. Your turn: call 90 or fold, raise to 180 or more.');
});

it('while others act it says who', () => {
  expect(sentence(table({ turn: { ...TURN, seat: 5 }, menu: null }, []))).toBe('Table 4, hand 1287, before the flop, pot 360. Seat 5, Dee, is to act.');
});

it('a finished hand is described by its results', () => {
  const of = table();
  const over = { ...of, view: { ...of.view, turn: null, menu: null, hand: of.view.hand && { ...of.view.hand, over: true } } };
  const line = (text: string): Line => ({ id: text, number: 1, hand: 1287, at: 0, text, result: true, rule: null, clauses: [] });
  expect(sentence(over, { log: [line('Pot 2 (side): Dee wins 200'), line('Pot 1 (main): you win 350')] })).toBe(
    'Table 4, hand 1287 is over. Pot 2 (side): Dee wins 200. Pot 1 (main): you win 350.',
  );
});

it('a spectator hears which seats are free, and, with no players yet, that play has not begun', () => {
  const empty = { hand: null, turn: null, menu: null, own: null };
  expect(sentence(table({ ...empty, chairs: [] }))).toBe('Table 4. Play begins when two players are seated. You are watching. Seats 1, 2, 3, 4, 5 and 6 are free.');
  expect(sentence(table(empty), { wallet: undefined })).toBe('Table 4. The next hand begins shortly. You are watching.');
});

it('a lost connection, another device, sitting out and waiting are mentioned', () => {
  expect(sentence(table(), { line: 'reconnecting' })).toBe('Table 4, hand 1287, flop, pot 360. Connection lost. Reconnecting.');
  expect(sentence(table(), { line: 'elsewhere' })).toContain('This table is open on another device.');
  expect(sentence(table(), { line: 'offline', elsewhere: 'tab' })).toContain('This table is open in another tab. This device has no network.');
  const mine = (more: object): Partial<TableView> => ({ hand: null, turn: null, menu: null, chairs: [{ ...CHAIR, seat: 3, name: 'Ada', ...more }, { ...CHAIR, seat: 5, name: 'Dee' }] });
  expect(sentence(table(mine({ away: true })))).toBe('Table 4. Play resumes when two players have chips. You are sitting out.');
  expect(sentence(table(mine({ waits: true })))).toBe('Table 4. The next hand begins shortly. You wait for the big blind.');
  expect(sentence(table(mine({ stack: 0 })))).toContain('You have no chips in front of you: add some to be dealt in.');
  expect(sentence(table(mine({ leaving: true })))).toContain('You leave after this hand.');
});

it('the street has the name that the game gives it', () => {
  expect([[], ['Kd', '7s', '2c'], ['Kd', '7s', '2c', 'Tc'], ['Kd', '7s', '2c', 'Tc', 'Ah']].map((board) => street(table({}, board).view))).toEqual([
    'before the flop', 'flop', 'turn', 'river',
  ]);
  const manila = { stakes: { ...table().view.stakes, game: 'manila', deal: MANILA } };
  expect([[], ['Kd'], ['Kd', '7s', '9c']].map((board) => street(table(manila, board).view))).toEqual(['before the board', '1 board card', '3 board cards']);
});
