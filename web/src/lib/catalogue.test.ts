import { describe, expect, it } from 'vitest';
import { formFaults, refusalFaults } from '../../browser/form.ts';
import { reading } from './acts.ts';
import { sentence } from './api.ts';
import { summary } from './away.ts';
import { answer } from './answers.ts';
import { changed, ended, fate, lost, refusal, restarted, standing, timedOut, voided } from './messages.ts';
import { followed } from './preact.ts';
import type { Line } from './telling.ts';
import { HOLDEM } from '../wire/deals.ts';
import type { Event, RefusedAnswer, Standing, TableView, TurnView, Update, Wish } from '../wire/wire.ts';

type Bare<One> = One extends unknown ? Omit<One, 'rule' | 'clauses'> : never;
const refused = (code: string, why: string, numbers: RefusedAnswer['numbers'] = {}): RefusedAnswer => ({
  table: 4, key: '0', ok: false, code, reason: code, numbers, why, rule: null, clauses: [], readings: [],
});
const events = (...list: Bare<Event>[]): Event[] => list.map((event) => ({ ...event, rule: 'announced-time', clauses: ['HE-4.8'] }) as Event);
const update = (hand: number, ...list: Bare<Event>[]): Update => ({ table: 4, number: 41, hand, at: 0, turn: null, menu: null, may_muck: null, events: events(...list) });
const turn = (facing: number): TurnView => ({ seat: 3, hand: 1287, acts: 5, facing, showing: false, left_ms: 12_000, whole_ms: 30_000, bank_ms: 0, rule: null, clauses: [] });
const view = (but: Partial<TableView> = {}): TableView =>
  ({
    own: 3, turn: turn(90), menu: null, name: 'Harbour', standing: { is: 'open' }, chairs: [{ seat: 3, stack: 515, name: 'Ada', away: false }, { seat: 6, stack: 200, name: 'Ben', away: false }],
    stakes: { deal: HOLDEM, blinds: [2, 5], limit: 'no_limit', seats: 9 },
    hand: { hand: 1287, over: false, round: 1, pot: 60, board: ['Kd', '7s', '2c'], players: [{ seat: 3, in_round: 15, in_hand: 15 }] }, ...but,
  }) as unknown as TableView;
const menu = (raise: object | null, closed?: string): TableView['menu'] =>
  ({ fold: true, check: false, call: 20, call_and_fold: false, raise, ...(closed === undefined ? {} : { closed: { why: closed, rule: 'no-reopen', clauses: [] } }) }) as unknown as TableView['menu'];
const line = (e: Event['e']): Line => ({ id: e, number: 42, hand: 12, at: 0, text: e, fact: { e, own: true }, result: false, rule: null, clauses: [] });

const facing20 = view({ turn: turn(20), menu: menu({ is_bet: false, min: 40, max: 515, unit: 1, all_in: 515 }) });

/** What the specification has for each case that a player can meet here, and what the page says. */
const TABLE: readonly [what: string, wanted: string | RegExp, said: string | undefined][] = [
  ['not your turn any more', 'Too late: the hand moved on. Your raise to 120 did not go through. Nothing was taken.',
    refusal(refused('late', 'play has moved on'), { do: 'raise', to: 120 }, 90, 400).text],
  ['amount below the minimum', 'Minimum raise is to 40. You entered 35.', reading(facing20, '35', 35).says],
  ['raise closed', 'You may call or fold. The all-in of 19 was less than a full raise and does not reopen betting.',
    answer({ do: 'raise', amount: undefined }, {
      known: { view: view({ turn: turn(20), menu: menu(null, 'the all-in of 19 was less than a full raise and does not reopen betting') }), hand: undefined } as never,
      log: [], left: 12_000, line: 'live', busy: false, wallet: 100, refused: undefined, foldTwice: true, oneEnter: false, amount: String,
    }).say],
  ['the bet changed on its way to the room', 'The bet changed from 20 to 1,090. Your call of 20 did not go through. Nothing was taken. Press again to call 1,090.',
    refusal(refused('changed', 'the bet is another', { from: 20, to: 1090 }), { do: 'call' }, 20, 400).text],
  ['the bet changed', 'The bet changed from 0 to 90. Nothing was sent. Press again to call 90.', changed({ is: 'bet', from: 0, to: 90 })],
  ['timed out, checked', 'Time ran out. Your hand was checked. You keep it.',
    timedOut(update(1287, { e: 'time_ran_out', seat: 3 }, { e: 'checked', seat: 3 }), view())?.text],
  ['timed out, folded', 'Time ran out facing 90. Your hand was folded. You put in 15.',
    timedOut(update(1287, { e: 'time_ran_out', seat: 3 }, { e: 'folded', seat: 3 }), view())?.text],
  ['back after a drop', 'You were away 38 s. Posted big blind 5, folded once.',
    summary({ for: 38_000, lines: [], events: events({ e: 'posted', seat: 3, kind: { is: 'blind', number: 1 }, amount: 5, all_in: false }, { e: 'folded', seat: 3 }) })],
  ['the room restarted', 'The room restarted at 21:15:30. Hand 1287 continues from the flop with the same cards. Stacks are unchanged.', restarted('21:15:30', view()).text],
  ['the hand is void', 'Hand 1288 is void: it cannot go on. All bets are returned: you get 15. The next hand begins shortly.',
    voided(update(1288, { e: 'voided', reason: 'cannot_go_on' }, { e: 'refunded', seat: 3, amount: 15 }), 3, view())?.text],
  ['no right', 'None of your roles allows this. Nothing was changed.', refusal(refused('not_granted', 'none of your roles allows this'), { do: 'pause', reason: '' }, 0, undefined).text],
  ['unknown fault at a table', 'Something went wrong on our side (E-1287-31). Your chips are as shown: 515. Nothing was taken. We have been notified.',
    refusal(refused('stopped', 'a check of the room failed at this table', { reference: 'E-1287-31' }), { do: 'call' }, 90, 515).text],
  ['settings that do not go together', 'Low qualifier = eight: it is not for showdown mode = high.', sentence({ code: 'settings', why: 'low_qualifier = eight: it is not for showdown_mode = high' })],
  ['unknown fault elsewhere', 'Something went wrong on our side (E-1287-31).', sentence({ code: 'fault', why: 'something went wrong on our side', id: '1287-31' })],
];

describe('what a player is told is what the specification has for it', () => {
  for (const [what, expected, actual] of TABLE) {
    it(what, () => {
      expect(actual).toBe(expected);
    });
  }
});

const STANDINGS: Standing[] = [
  { is: 'paused', reason: 'a break' }, { is: 'closing', reason: 'the house closes' }, { is: 'closed', reason: '' }, { is: 'stopped', why: 'a record is damaged', reason: 'stopped', numbers: { reference: 'E-12-57' } },
] as Standing[];

const WISHES: Wish[] = [
  { do: 'fold' }, { do: 'check' }, { do: 'call' }, { do: 'raise', to: 120 }, { do: 'all_in' }, { do: 'call_and_fold' }, { do: 'show' }, { do: 'muck' }, { do: 'use_time_bank' },
  { do: 'sit_out' }, { do: 'sit_in', posts: false }, { do: 'top_up', amount: 50 }, { do: 'sit', seat: 2, stack: 100 }, { do: 'leave' },
];
/** What the room gives as a reason, as it writes them: lower case and without a full stop. */
const WHYS: readonly [code: string, why: string][] = [
  ['late', 'play has moved on: nothing was done, choose again'], ['changed', 'the bet to call changed from 20 to 90: nothing was taken, choose again'], ['busy', 'this table is too busy: try again in a moment'],
  ['elsewhere', 'this table is open on another device: use it there'], ['stopped', 'this table has stopped: a record is damaged (E-12-57)'], ['not_seated', 'you have no seat at this table: take one first'],
  ['bank_empty', 'your time bank is empty'], ['closing', 'this table closes after the hand: choose another'], ['short', 'your wallet has 20: you need 40'],
  ['raise-is-large-enough', 'raise to 35 is short: at least 40'], ['not_reopened', 'the all-in of 50 is short of a full raise and does not reopen the betting: call 30 or fold'], ['not_granted', 'none of your roles allows this'],
];

describe('every message has the form: what happened, what became of chips, what to do', () => {
  it('a refusal of anything requested, for any reason', () => {
    const messages = WISHES.flatMap((wish) => WHYS.flatMap(([code, why]) => [20, 0].map((facing) => refusal(refused(code, why), wish, facing, 515).text)));
    expect(messages.flatMap(refusalFaults)).toEqual([]);
  });

  it('an act with an unknown outcome', () => {
    const ends = [[], [line('time_ran_out'), line('checked')], [line('time_ran_out'), line('folded')]];
    const messages = WISHES.slice(0, 9).flatMap((wish) => [...ends.map((since) => fate(wish, 20, false, since).text), fate(wish, 20, true, []).text]);
    expect(messages.flatMap(formFaults)).toEqual([]);
    for (const message of messages) expect(message).toMatch(/was received\.$|Nothing was taken for it\.$/);
  });

  it('how a table stands, and that nothing more comes from it', () => {
    const messages = STANDINGS.flatMap((one) => [standing(one, true), standing(one, false)]).map((one) => one ?? '');
    expect([...messages, ended({ reason: 'line_watches', numbers: { at_most: 8 }, why: 'this line watches 8 tables: leave one first' }, true), ended({ reason: 'closed', numbers: {}, why: 'this table is closed' }, false)].flatMap(refusalFaults)).toEqual([]);
    expect(standing({ is: 'open' }, true)).toBeUndefined();
  });

  it('a lost connection, and what was done meanwhile', () => {
    const lines = [30_000, 12_000, -8_000, -70_000, undefined].flatMap((left) =>
      [undefined, 0, 60_000].flatMap((disconnect) => [3, null].map((own) => lost({ turn: turn(90), own, left, disconnect }))));
    expect(lines.flatMap(refusalFaults)).toEqual([]);
    const done: Bare<Event>[][] = [
      [], [{ e: 'checked', seat: 3 }], [{ e: 'called', seat: 3, amount: 40, all_in: false }, { e: 'awarded', pot: 0, half: 'whole', seat: 3, amount: 90 }], [{ e: 'sat_out', seat: 3 } as Bare<Event>],
    ];
    const cards = done.map((list) => summary({ for: 38_000, lines: [], events: events(...list) }));
    expect(cards.flatMap(formFaults)).toEqual([]);
    expect(cards[0]).toBe('You were away 38 s. Nothing was done for you.');
  });

  it('a bet that changed, buttons that moved, time that ran out, and a choice that is dropped', () => {
    const out: Bare<Event>[] = [{ e: 'checked', seat: 3 }, { e: 'folded', seat: 3 }, { e: 'called', seat: 3, amount: 20, all_in: false }];
    const dropped = followed({ choice: { do: 'call', amount: 20 }, hand: 1287, round: 1 }, view({ turn: { ...turn(90), seat: 3 }, menu: { ...menu(null), call: 90 } as TableView['menu'] })).notice;
    const messages = [
      changed({ is: 'place' }), changed({ is: 'bet', from: 20, to: 90 }), changed({ is: 'bet', from: 20, to: 0 }), dropped,
      ...out.map((event) => timedOut(update(1287, { e: 'time_ran_out', seat: 3 }, event), view())?.text), timedOut(update(1287, { e: 'time_ran_out', seat: 3 }), view())?.text,
    ].map((one) => one ?? '');
    expect(messages.flatMap(refusalFaults)).toEqual([]);
  });

  it('an amount that is not on the menu', () => {
    const messages = (['1', '600', '3x', ''] as const).map((typed) => reading(facing20, typed, typed === '1' ? 1 : typed === '600' ? 600 : undefined).says);
    expect(messages.map((message) => message.endsWith('.')), messages.join('\n')).toEqual([true, true, true, true]);
    expect(messages.flatMap(formFaults)).toEqual([]);
  });

  it('what a proxy or a broken connection says in place of the room', () => {
    for (const one of [sentence({ code: 'no_answer', why: 'the room cannot be reached: nothing was changed that it did not confirm, try again' }), sentence({ code: 'x', why: 'who are you?' })]) {
      expect(formFaults(one)).toEqual([]);
    }
  });
});

describe('the form is told from what is not one', () => {
  it('by its end, its words and its codes', () => {
    for (const one of ['Invalid amount.', 'Oops, that went wrong.', 'Too late!', 'not_your_turn', 'E-1287-31', 'The room did not answer', 'The room said HTTP 502.', 'Chips: undefined.']) {
      expect(formFaults(one), one).not.toEqual([]);
    }
    expect(refusalFaults('nothing was taken.')).toEqual(['does not begin as a sentence: nothing was taken.']);
    expect(refusalFaults('Your call did not go through.')).toEqual(['leaves the chips open: Your call did not go through.']);
    expect(refusalFaults('Your call did not go through. Nothing was taken.')).toEqual([]);
  });
});
