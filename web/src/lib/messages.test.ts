import { describe, expect, it } from 'vitest';
import { summary } from './away.ts';
import { changed, ended, fate, lost, outlived, refusal, restarted, standing, standsShort, timedOut, voided } from './messages.ts';
import type { Line } from './telling.ts';
import { HOLDEM } from '../wire/deals.ts';
import type { Event, RefusedAnswer, TableView, TurnView, Update } from '../wire/wire.ts';

const refused = (code: string, why: string, numbers: RefusedAnswer['numbers'] = {}): RefusedAnswer => ({
  table: 4, key: '0', ok: false, code, reason: code, numbers, why, rule: null, clauses: [], readings: [],
});
const TURN: TurnView = { seat: 3, hand: 12, acts: 5, facing: 90, showing: false, left_ms: 12_000, whole_ms: 30_000, bank_ms: 0, rule: null, clauses: [] };
const VIEW = {
  own: 3, turn: TURN, standing: { is: 'open' }, stakes: { deal: HOLDEM },
  chairs: [3, 6].map((seat) => ({ seat, machine: false, stack: 400, away: false, leaving: false })),
  hand: { hand: 1287, over: false, board: ['Kd', '7s', '2c'], players: [{ seat: 3, in_round: 15, in_hand: 15 }] },
} as unknown as TableView;
type Bare<One> = One extends unknown ? Omit<One, 'rule' | 'clauses'> : never;
const update = (...events: Bare<Event>[]): Update => ({
  table: 4, number: 41, hand: 1288, at: 0, turn: null, menu: null, may_muck: null,
  events: events.map((event) => ({ ...event, rule: 'announced-time', clauses: ['HE-4.8'] }) as Event),
});

describe('messages say what happened, what was done with money, and what to do', () => {
  it('a press that came too late', () => {
    expect(refusal(refused('late', 'play has moved on'), { do: 'raise', to: 120 }, 90, 400).text).toBe(
      'Too late: the hand moved on. Your raise to 120 did not go through. Nothing was taken.',
    );
    expect(refusal(refused('late', 'play has moved on'), { do: 'call' }, 90, 400).text).toContain('Your call of 90 did not go through. Nothing was taken.');
  });

  it('a refusal of the rules, and what the room cannot do', () => {
    expect(refusal(refused('raise-is-large-enough', 'raise to 35 is short: at least 40'), { do: 'raise', to: 35 }, 20, 400).text).toBe(
      'Raise to 35 is short: at least 40. Nothing was taken. Choose another amount.',
    );
    expect(refusal(refused('stopped', 'this table has stopped: the disk is full', { reference: 'E-1287-31' }), { do: 'call' }, 90, 515).text).toBe(
      'Something went wrong on our side (E-1287-31). Your chips are as shown: 515. Nothing was taken. We have been notified.',
    );
    expect(refusal(refused('not_played', 'too little'), { do: 'top_up', amount: 5 }, 0, 515).text).toBe('Too little. Nothing was taken.');
  });

  it('a bet that changed under the press', () => {
    expect(changed({ is: 'bet', from: 0, to: 90 })).toBe('The bet changed from 0 to 90. Nothing was sent. Press again to call 90.');
    expect(changed({ is: 'place' })).toBe('The buttons have just moved. Nothing was sent. Press again.');
  });

  it('time that ran out, with a check and with a fold', () => {
    expect(timedOut(update({ e: 'time_ran_out', seat: 3 }, { e: 'checked', seat: 3 }), VIEW)?.text).toBe('Time ran out. Your hand was checked. You keep it.');
    const folded = timedOut(update({ e: 'time_ran_out', seat: 3 }, { e: 'folded', seat: 3 }), VIEW);
    expect(folded?.text).toBe('Time ran out facing 90. Your hand was folded. You put in 15.');
    expect(folded?.clauses).toEqual(['HE-4.8']);
    expect(timedOut(update({ e: 'time_ran_out', seat: 6 }, { e: 'folded', seat: 6 }), VIEW)).toBeUndefined();
  });

  it('a hand that is void', () => {
    expect(voided(update({ e: 'voided', reason: 'cannot_go_on' }, { e: 'refunded', seat: 3, amount: 15 }, { e: 'refunded', seat: 6, amount: 20 }), 3, VIEW)?.text).toBe(
      'Hand 1288 is void: it cannot go on. All bets are returned: you get 15. The next hand begins shortly.',
    );
  });

  it('a room that was restarted', () => {
    expect(restarted('21:15:30', VIEW).text).toBe('The room restarted at 21:15:30. Hand 1287 continues from the flop with the same cards. Stacks are unchanged.');
  });

  it('a message that the next hand begins goes away when it has begun', () => {
    const at = (hand: number, over = false): TableView => ({ ...VIEW, hand: { ...VIEW.hand, hand, over } }) as TableView;
    const between = restarted('21:15:30', at(1287, true));
    expect(between.text).toBe('The room restarted at 21:15:30. The next hand begins shortly. Stacks are unchanged.');
    const isVoid = voided(update({ e: 'voided', reason: 'cannot_go_on' }), 3, VIEW);
    expect([outlived(between, at(1287, true)), outlived(between, at(1288))]).toEqual([false, true]);
    expect([outlived(restarted('21:15:30', VIEW), VIEW), outlived(restarted('21:15:30', VIEW), at(1288))]).toEqual([false, true]);
    expect([outlived(isVoid, at(1288, true)), outlived(isVoid, at(1289))]).toEqual([false, true]);
    // Before the table's first hand, and for a message about no coming hand.
    expect(outlived(restarted('21:15:30', { ...VIEW, hand: null }), at(1))).toBe(true);
    expect(outlived(refusal(refused('late', 'play has moved on'), { do: 'call' }, 90, 400), at(9999))).toBe(false);
  });

  it('a table that has stopped says so in the words of the page, with the reference of the log', () => {
    const stopped = { is: 'stopped', why: 'die Platte ist voll', reason: 'stopped', numbers: { reference: 'E-12-57' } } as const;
    expect(standing(stopped, true)).toContain('a check failed, or nothing can be stored (E-12-57)');
    // For a room that gives no reason that this page knows.
    expect(standing({ ...stopped, reason: 'of_another_version' }, true)).toContain('die Platte ist voll');
  });

  it('a table from which nothing more comes mentions chips only to people who have an account', () => {
    expect(ended({ reason: 'of_another_version', numbers: {}, why: 'this table is closed' }, true)).toBe('Nothing more comes from this table: this table is closed. Your chips are as your account shows them. Go to the lobby.');
    expect(ended({ reason: 'of_another_version', numbers: {}, why: 'there is no such table' }, false)).toBe('Nothing more comes from this table: there is no such table. Nothing was changed. Go to the lobby.');
  });

  it('an act whose outcome was unknown', () => {
    const line = (e: Event['e'], own = true): Line => ({ id: e, number: 42, hand: 12, at: 0, text: '', fact: { e, own }, result: false, rule: null, clauses: [] });
    expect(fate({ do: 'call' }, 90, true, []).text).toBe('Your call of 90 was received.');
    expect(fate({ do: 'call' }, 90, false, [line('time_ran_out'), line('checked')]).text).toBe(
      'Your call of 90 was not received; the clock ran out and your hand was checked. Nothing was taken for it.',
    );
    expect(fate({ do: 'call' }, 90, false, [line('time_ran_out'), line('folded')]).text).toContain('the clock ran out and your hand was folded');
    // Another seat running out of time is not about the player.
    expect(fate({ do: 'call' }, 90, false, [line('time_ran_out', false), line('checked', false)]).text).toContain('moved on');
  });

  it('a lost connection, with the time that is left', () => {
    expect(lost({ turn: null, own: 3, left: undefined, disconnect: undefined })).toBe('Connection lost. Reconnecting. Your seat is kept.');
    expect(lost({ turn: TURN, own: 3, left: 12_000, disconnect: 60_000 })).toBe(
      'Connection lost. Reconnecting. Your seat is kept. Your clock goes on: 0:12, then 1:00 of disconnect time.',
    );
    // Eight seconds of the minute have passed.
    expect(lost({ turn: TURN, own: 3, left: -8_000, disconnect: 60_000 })).toBe('Connection lost. Reconnecting. Your seat is kept. You have 0:52 of disconnect time.');
    expect(lost({ turn: TURN, own: 3, left: -61_000, disconnect: 60_000 })).toContain('Your time is over');
    expect(lost({ turn: TURN, own: null, left: 12_000, disconnect: 60_000 })).toBe('Connection lost. Reconnecting. Nothing is asked of you.');
  });

  it('a phone says in its head how the table stands: nothing while it is open', () => {
    expect(standsShort({ is: 'open' }, false)).toBeUndefined();
    expect(standsShort({ is: 'paused', reason: 'a count' }, false)).toBe('paused after this hand');
    expect(standsShort({ is: 'open' }, true)).toBe('restart after this hand');
    // No hand is being played that it could follow.
    expect(standsShort({ is: 'paused', reason: 'a count' }, false, false)).toBe('paused');
    expect(standsShort({ is: 'closing', reason: 'late' }, false, false)).toBe('closes');
    expect(standsShort({ is: 'open' }, true, false)).toBe('restart soon');
  });

  it('a table pauses or closes after a hand only where one is being played', () => {
    const says = (is: 'paused' | 'closing' | 'closed', playing: boolean): string | undefined => standing({ is, reason: 'late' }, true, playing)?.split('. ')[0];
    expect([says('paused', true), says('paused', false)]).toEqual(['Paused after this hand: late', 'Paused: late']);
    expect([says('closing', true), says('closing', false)]).toEqual(['The table closes after this hand: late', 'The table closes: late']);
    expect(says('closed', false)).toBe('The table is closed: late');
  });

  it('what was done while somebody was away', () => {
    const { events } = update({ e: 'posted', seat: 3, kind: { is: 'blind', number: 1 }, amount: 5, all_in: false }, { e: 'time_ran_out', seat: 3 }, { e: 'folded', seat: 3 });
    expect(summary({ for: 38_400, lines: [], events })).toBe('You were away 38 s. Posted big blind 5, folded once.');
    expect(summary({ for: 200, lines: [], events: [] })).toBe('You were away. Nothing was done for you.');
  });
});
