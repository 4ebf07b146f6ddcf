import { expect, it } from 'vitest';
import { named } from '../../browser/named.ts';
import type { TableView } from '../wire/wire.ts';
import { said } from './amountwords.ts';
import { type Answer, type Situation, answer } from './answers.ts';
import { read } from './commands.ts';
import { chips } from './money.ts';
import { known } from './table.ts';
import type { Line } from './telling.ts';
import { HOLDEM } from '../wire/deals.ts';

const RAISE = { is_bet: false, min: 40, max: 480, unit: 1, all_in: 480 };
const MENU = { fold: true, check: false, call: 20, call_and_fold: false, raise: RAISE };
const FREE = { ...MENU, check: true, call: null, raise: { ...RAISE, is_bet: true, min: 5 } };

function line(text: string, rule: string | null = null): Line {
  return { id: text, number: 1, hand: 12, at: 0, text, result: false, rule, clauses: rule === null ? [] : ['HE-10.2'] };
}

/** A table on the flop; the viewer has seat 3 with 480 behind, and 20 to call. */
function table(view: Partial<TableView> = {}): TableView {
  const chair = (seat: number, name: string, stack: number): Record<string, unknown> => ({
    seat, person: seat, name, machine: false, stack, away: false, waits: false, leaving: false, connected: true,
  });
  const player = (seat: number, more: Record<string, unknown> = {}): Record<string, unknown> => ({
    seat, in_round: 0, in_hand: 120, folded: false, all_in: false, shown: false, cards: [null, null], ...more,
  });
  return {
    table: 4, number: 40, name: 'Harbour', practice: true, standing: { is: 'open' }, button: 1, own: 3, may_muck: null, contribute: null,
    stakes: {
      book: 'standard', book_version: '1', game: 'holdem', deal: HOLDEM, limit: 'no_limit', blinds: [2, 5], ante: null, bets: [], min_buy_in: 100, max_buy_in: 600,
      seats: 6, smallest_chip: 1, chip_cents: 0,
    },
    chairs: [chair(1, 'Ben', 1250), chair(2, 'Cho', 0), chair(3, 'Ada', 480), chair(5, 'Dee', 305)],
    hand: {
      hand: 12, over: false, button: 1, round: 1, pot: 520, board: ['Kd', '7s', '2c'], commitment: null, cut: null, openings: [],
      players: [player(2, { all_in: true }), player(3, { cards: ['Ah', 'Td'] }), player(5, { in_round: 20, in_hand: 140 }), player(1, { folded: true })],
      made: [{ seat: 3, high: named('ace high'), low: null }],
    },
    turn: { seat: 3, hand: 12, acts: 9, facing: 20, showing: false, left_ms: 18_000, whole_ms: 30_000, bank_ms: 40_000, rule: null, clauses: [] },
    menu: MENU,
    ...view,
  } as unknown as TableView;
}

function situation(view: Partial<TableView> = {}, more: Partial<Situation> = {}): Situation {
  return {
    known: known(table(view)), log: [], left: 18_000, line: 'live', busy: false, wallet: 4500, refused: undefined, foldTwice: true, oneEnter: false,
    amount: chips, ...more,
  };
}

function ask(typed: string, at: Situation = situation()): Answer {
  const found = read(typed, undefined);
  if (!found.ok) throw new Error(found.why);
  return answer(found.command, at);
}

const onTurnOf5 = { turn: { ...table().turn, seat: 5 } as TableView['turn'], menu: null };

it('a command that spends chips is read back and wants Enter again', () => {
  expect(ask('call')).toEqual({ say: 'Call 20, leaves 460. Press Enter again.', again: { act: { do: 'call' } }, done: 'Call 20, leaves 460.' });
  expect(ask('raise 120')).toEqual({ say: 'Raise to 120, adds 120, leaves 360. Press Enter again.', again: { act: { do: 'raise', to: 120 } }, done: 'Raise to 120, adds 120, leaves 360.' });
  expect(ask('allin')).toEqual({ say: 'All-in, a raise to 480. Press Enter again.', again: { act: { do: 'raise', to: 480 } }, done: 'All-in, a raise to 480.' });
  expect(ask('bet 60', situation({ menu: FREE }))).toEqual({ say: 'Bet 60, adds 60, leaves 420. Press Enter again.', again: { act: { do: 'raise', to: 60 } }, done: 'Bet 60, adds 60, leaves 420.' });
  expect(ask('topup 100')).toEqual({ say: 'Add 100 to your 480 from the next hand. Press Enter again.', again: { ask: { do: 'top_up', amount: 100 } }, done: 'Add 100 to your 480 from the next hand.' });
});

it('one Enter is enough where the player chose that', () => {
  const at = situation({}, { oneEnter: true });
  expect(ask('call', at)).toEqual({ say: 'Call 20, leaves 460.', deed: { act: { do: 'call' } } });
  expect(ask('raise 120', at)).toEqual({ say: 'Raise to 120, adds 120, leaves 360.', deed: { act: { do: 'raise', to: 120 } } });
  expect(ask('leave', at).again).toEqual({ ask: { do: 'leave' } });
});

it('what costs nothing is done at once, except a fold when checking is free', () => {
  expect(ask('fold')).toEqual({ say: 'You fold.', deed: { act: { do: 'fold' } } });
  expect(ask('check', situation({ menu: FREE }))).toEqual({ say: 'You check.', deed: { act: { do: 'check' } } });
  expect(ask('fold', situation({ menu: FREE }))).toEqual({ say: 'Checking is free. Press Enter again to fold.', again: { act: { do: 'fold' } }, done: 'You fold.' });
  expect(ask('fold', situation({ menu: FREE }, { foldTwice: false })).deed).toEqual({ act: { do: 'fold' } });
  expect(ask('bank').deed).toEqual({ act: { do: 'use_time_bank' } });
  expect(ask('straddle')).toMatchObject({ say: 'No over-blind is offered to you now.', bad: true });
  const over_blind = { hand: 12, acts: 3, amount: 40, left_ms: 3000, rule: 'over-blind-before-the-deal', clauses: [] };
  expect(ask('over blind', situation({ turn: null, menu: null, over_blind })).again).toEqual({ ask: { do: 'over_blind' } });
});

it('where a fold must pay the call first it says so', () => {
  const menu = { ...MENU, fold: false, call_and_fold: true };
  expect(ask('fold', situation({ menu }))).toEqual({ say: 'Call 20 and fold. Press Enter again.', again: { act: { do: 'call_and_fold' } }, done: 'Call 20 and fold.' });
  expect(ask('fold', situation({ menu: { ...menu, call: 6, fold_costs: 10 } })).say).toBe('Call 10 and fold. Press Enter again.');
});

it("words for amounts are the table's amounts", () => {
  const to = (typed: string, menu: unknown = MENU): unknown => ask(typed, situation({ menu: menu as TableView['menu'] })).again;
  expect(to('raise min')).toEqual({ act: { do: 'raise', to: 40 } });
  expect(to('raise max')).toEqual({ act: { do: 'raise', to: 480 } });
  // A pot-size raise counts the call first: 20, and 520 with the 20 in it, is more than the stack.
  expect(to('raise pot')).toEqual({ act: { do: 'raise', to: 480 } });
  expect(to('raise half')).toEqual({ act: { do: 'raise', to: 290 } });
  expect(to('bet half', FREE)).toEqual({ act: { do: 'raise', to: 260 } });
});

it('a fixed limit needs no amount', () => {
  const menu = { ...MENU, raise: { is_bet: false, min: 8, max: 8, unit: 1, all_in: 480 } };
  expect(ask('raise', situation({ menu }))).toEqual({ say: 'Raise to 8, adds 8, leaves 472. Press Enter again.', again: { act: { do: 'raise', to: 8 } }, done: 'Raise to 8, adds 8, leaves 472.' });
  expect(ask('allin', situation({ menu }))).toEqual({ say: 'You cannot go all-in here: raise to 8 at most.', bad: true });
});

it('an impossible command is refused with what to use instead', () => {
  const refused = (typed: string, at?: Situation): string => {
    const { say, bad, deed, again } = ask(typed, at);
    expect([bad, deed, again]).toEqual([true, undefined, undefined]);
    return say;
  };
  expect(refused('check')).toBe('You cannot check: there is 20 to call.');
  expect(refused('bet 60')).toBe('There is a bet already, 20 to call: raise to 40 to 480.');
  expect(refused('raise 35')).toBe('The smallest raise is to 40. You typed 35.');
  expect(refused('raise 1k')).toBe('The largest raise is to 480. You typed 1,000.');
  expect(refused('raise')).toBe('Raise to how much? From 40 to 480.');
  expect(refused('call', situation({ menu: FREE }))).toBe('There is nothing to call: checking is free.');
  expect(refused('raise 60', situation({ menu: FREE }))).toBe('There is no bet to raise: bet 5 to 480.');
  expect(refused('raise 60', situation({ menu: { ...MENU, raise: null } }))).toBe('You may call or fold. Raising is closed.');
  const closed = { reason: 'not_reopened', numbers: { all_in: 19 }, readings: [], why: 'the all-in of 19 was less than a full raise', rule: 'short-all-in-does-not-reopen', clauses: [] };
  expect(refused('raise 60', situation({ menu: { ...MENU, raise: null, closed } }))).toBe('You may call or fold. The all-in of 19 was less than a full raise.');
  expect(refused('raise 47', situation({ menu: { ...MENU, raise: { ...RAISE, unit: 5 } } }))).toBe('Amounts go in steps of 5: use 45. You typed 47.');
  expect(refused('call', situation(onTurnOf5))).toBe('It is not your turn: seat 5, Dee, is to act.');
  expect(refused('fold', situation({ turn: null, menu: null }))).toBe('It is nobody’s turn now.');
  expect(refused('fold', situation({ own: null, menu: null }))).toBe('You have no seat here. Seats 4 and 6 are free.');
  expect(refused('show')).toBe('There is no showdown yet. Your turn: call 20 or fold, raise to 40 or more.');
});

it('without a connection nothing is sent, and the answer says so', () => {
  for (const typed of ['call', 'leave', 'sit 4 200', 'say hello']) {
    expect(ask(typed, situation({}, { line: 'reconnecting' }))).toEqual({ say: 'Connection lost. Nothing was sent.', bad: true });
  }
  expect(ask('call', situation({}, { line: 'elsewhere' })).say).toBe('This table is open on another device. Nothing was sent.');
  expect(ask('call', situation({}, { line: 'elsewhere', elsewhere: 'tab' })).say).toBe('This table is open in another tab. Nothing was sent.');
  expect(ask('call', situation({}, { busy: true })).bad).toBe(true);
  // What is known can be asked for all the same.
  expect(ask('board', situation({}, { line: 'offline' })).say).toBe('Board: king of diamonds, seven of spades, deuce of clubs.');
});

it('at the showdown a hand is shown, or mucked where the rules allow it', () => {
  const turn = { ...table().turn, showing: true } as TableView['turn'];
  expect(ask('show', situation({ turn, menu: null, may_muck: true })).deed).toEqual({ act: { do: 'show' } });
  expect(ask('muck', situation({ turn, menu: null, may_muck: true })).deed).toEqual({ act: { do: 'muck' } });
  expect(ask('muck', situation({ turn, menu: null, may_muck: false }))).toEqual({ say: 'Betting is over: your hand must be shown. Type show.', bad: true });
});

it('the table can be asked about', () => {
  expect(ask('cards').say).toBe('Your cards: ace of hearts, ten of diamonds. You have ace high.');
  expect(ask('board').say).toBe('Board: king of diamonds, seven of spades, deuce of clubs.');
  expect(ask('pot').say).toBe('Pot 520, 20 of it bet on this street.');
  expect(ask('stack').say).toBe('You have 480.');
  expect(ask('stack 5').say).toBe('Seat 5, Dee, has 305, bet 20.');
  expect(ask('stack 4').say).toBe('Seat 4 is free.');
  expect(ask('stack 9')).toEqual({ say: 'There are seats 1 to 6.', bad: true });
  expect(ask('seats').say).toBe('Seats 4 and 6 are free.');
  expect(ask('turn').say).toBe('Your turn: call 20 or fold, raise to 40 or more.');
  expect(ask('turn', situation(onTurnOf5)).say).toBe('Seat 5, Dee, is to act.');
  expect(ask('clock').say).toBe('You have 18 seconds, and 40 seconds in the time bank.');
  expect(ask('clock', situation({}, { left: undefined })).say).toBe('No clock is running.');
  expect(ask('who').say).toBe('Seat 1, Ben, 1,250, folded, button; seat 2, Cho, 0, all-in 120; seat 3, you, 480, to act; seat 5, Dee, 305.');
  expect(ask('turn', situation({ menu: { ...MENU, raise: { ...RAISE, max: 185 } } })).say).toBe('Your turn: call 20 or fold, raise to 40 to 185.');
});

it('pots that are made up are listed one by one', () => {
  const at = situation();
  const pot = (number: number, amount: number, eligible: number[]): Situation['known']['pots'][number] => ({ pot: number, amount, eligible });
  expect(ask('pot', { ...at, known: { ...at.known, pots: [pot(0, 360, [2, 3, 5]), pot(1, 160, [3, 5])] } }).say).toBe(
    'Pot 1 (main) 360, for seat 2, Cho and you and seat 5, Dee. Pot 2 (side) 160, for you and seat 5, Dee. 20 bet on this street.',
  );
});

it('the player can ask what happened, and by which rule', () => {
  const log = [line('Dee bets 20', 'later-raise'), line('Ben folds')];
  expect(ask('last', situation({}, { log })).say).toBe('Ben folds.');
  expect(ask('log 2', situation({}, { log })).say).toBe('Dee bets 20; Ben folds.');
  expect(ask('last').say).toBe('Nothing has happened yet.');
  expect(ask('why', situation({}, { log }))).toEqual({ say: 'Dee bets 20.', ground: { what: 'Dee bets 20', rule: 'later-raise', clauses: ['HE-10.2'] } });
  expect(ask('rule', situation({}, { log })).say).toBe('The last rule used, from Standard, version 1.');
  const refused = { what: 'raise to 35 is short: at least 40', rule: 'least-raise', clauses: [] };
  expect(ask('why', situation({}, { log, refused }))).toEqual({ say: 'Raise to 35 is short: at least 40.', ground: refused });
});

it('a seat is taken, kept and given up by words', () => {
  const free = { own: null, turn: null, menu: null };
  expect(ask('sit 4 200', situation(free))).toEqual({ say: 'Take seat 4 with 200 of your 4,500. Press Enter again.', again: { ask: { do: 'sit', seat: 4, stack: 200 } }, done: 'Take seat 4 with 200 of your 4,500.' });
  expect(ask('sit 4', situation(free)).say).toBe('With how much? From 100 to 600: sit 4 600.');
  expect(ask('sit 5 200', situation(free)).say).toBe('Seat 5, Dee, is taken. Seats 4 and 6 are free.');
  expect(ask('sit 4 90', situation(free)).say).toBe('You can sit down with 100 to 600. You typed 90.');
  expect(ask('sit 4 200', situation(free, { wallet: undefined })).say).toBe('You are watching. Sign in as a player to take a seat.');
  expect(ask('sit 4 200').say).toBe('You have seat 3.');
  expect(ask('sitout blind')).toEqual({ say: 'You sit out at the next big blind.', deed: { ask: { do: 'sit_out_at_blind', wished: true } } });
  expect(ask('sitout')).toEqual({ say: 'You sit out from the next hand.', deed: { ask: { do: 'sit_out' } } });
  expect(ask('sitin').say).toBe('You are dealt in already.');
  const away = { chairs: table().chairs.map((chair) => ({ ...chair, away: chair.seat === 3 })) };
  expect(ask('sitin', situation(away)).deed).toEqual({ ask: { do: 'sit_in', posts: false } });
  expect(ask('sitin post', situation(away))).toEqual({
    say: 'Sit in and post what you owe with the next hand. Press Enter again.', again: { ask: { do: 'sit_in', posts: true } }, done: 'Sit in and post what you owe with the next hand.',
  });
  const owed = { ...away, owed: [{ seat: 3, live: 5, dead: 2, posts: false, rule: 'r', clauses: [] }] } as Partial<TableView>;
  expect(ask('sitin post', situation(owed)).say).toBe('Sit in and post 7, 2 of it dead with the next hand. Press Enter again.');
  expect(ask('leave').say).toBe('Leave: 480 go back to your wallet after this hand; your hand is folded when its turn comes. Press Enter again.');
  expect(ask('topup 500').say).toBe('You can add 1 to 120. You typed 500.');
});

it('amounts are in words where they are spoken', () => {
  const amount = (count: number): string => said(count, { in: 'chips' });
  expect(ask('call', situation({}, { amount })).say).toBe('Call twenty chips, leaves four hundred sixty chips. Press Enter again.');
});

it('one card is shown by its number or its name, where the room allows it', () => {
  const over = { turn: null, menu: null, may_show: ['Ah', 'Td'] } as Partial<TableView>;
  expect(ask('show 2', situation(over))).toEqual({ say: 'You show ten of diamonds.', deed: { ask: { do: 'show_cards', cards: ['Td'] } } });
  expect(ask('show ah', situation(over))).toEqual({ say: 'You show ace of hearts.', deed: { ask: { do: 'show_cards', cards: ['Ah'] } } });
  expect(ask('show', situation(over))).toEqual({ say: 'You show ace of hearts, ten of diamonds.', deed: { ask: { do: 'show_cards', cards: [] } } });
  expect(ask('show 3', situation(over))).toEqual({ say: 'You may show: ace of hearts, ten of diamonds.', bad: true });
  // At the showdown it mucks the hand: that is an act of the turn.
  const turn = { ...table().turn, showing: true } as TableView['turn'];
  const showdown = { turn, menu: null, may_muck: true, may_show: ['Ah', 'Td'] };
  expect(ask('show 1', situation(showdown)).deed).toEqual({ act: { do: 'show_cards', cards: ['Ah'] } });
  expect(ask('show', situation(showdown)).deed).toEqual({ act: { do: 'show' } });
});

it('a disconnected player is listed with the time that the book leaves', () => {
  const chairs = table().chairs.map((chair) => (chair.seat === 1 ? { ...chair, connected: false, disconnect_ms: 42_000 } : chair));
  expect(ask('who', situation({ chairs })).say).toContain('disconnected 0:42');
});
