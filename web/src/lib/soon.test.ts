import { describe, expect, it } from 'vitest';
import { restarted, voided } from './messages.ts';
import { nextHand } from './soon.ts';
import { stateSentence } from './textview.ts';
import { known } from './table.ts';
import { chips } from './money.ts';
import type { Chair, TableView, Update } from '../wire/wire.ts';
import { HOLDEM } from '../wire/deals.ts';

const chair = (seat: number, but: Partial<Chair> = {}): Chair => ({
  seat, person: seat, name: `P${String(seat)}`, machine: false, stack: 100, away: false, waits: false, leaving: false, connected: true, ...but,
});
const bot = (seat: number, but: Partial<Chair> = {}): Chair => chair(seat, { machine: true, ...but });

const SHORTLY = 'The next hand begins shortly.';
const OPEN = { is: 'open' } as const;

/** Every state of a table between hands, and what is true of the next hand in it. */
const STATES: readonly [name: string, at: Pick<TableView, 'standing' | 'draining' | 'practice' | 'dealer' | 'chairs'>, says: string][] = [
  ['two people', { standing: OPEN, practice: true, chairs: [chair(1), chair(2)] }, SHORTLY],
  ['one person and a bot', { standing: OPEN, practice: true, chairs: [chair(1), bot(2)] }, SHORTLY],
  ['one person and a bot that buys in again', { standing: OPEN, practice: true, chairs: [chair(1), bot(2, { stack: 0 })] }, SHORTLY],
  ['two people and a dealer of flesh and blood', { standing: OPEN, practice: false, dealer: 'person', chairs: [chair(1), chair(2)] }, 'The next hand begins when the dealer says so.'],
  ['one person where a person deals', { standing: OPEN, practice: false, dealer: 'person', chairs: [chair(1)] }, 'Play begins when two players are seated.'],
  ['nobody', { standing: OPEN, practice: true, chairs: [] }, 'Play begins when two players are seated.'],
  ['one person', { standing: OPEN, practice: true, chairs: [chair(1)] }, 'Play begins when two players are seated.'],
  ['two people, one away', { standing: OPEN, practice: true, chairs: [chair(1), chair(2, { away: true })] }, 'Play resumes when two players have chips.'],
  ['two people, one without chips', { standing: OPEN, practice: true, chairs: [chair(1), chair(2, { stack: 0 })] }, 'Play resumes when two players have chips.'],
  ['two people, one who leaves', { standing: OPEN, practice: true, chairs: [chair(1), chair(2, { leaving: true })] }, 'Play resumes when two players have chips.'],
  ['bots alone', { standing: OPEN, practice: true, chairs: [bot(1), bot(2), bot(3)] }, 'Play begins when somebody sits down: house bots do not play each other.'],
  ['bots, and a person who is away', { standing: OPEN, practice: true, chairs: [chair(1, { away: true }), bot(2), bot(3)] }, 'Play resumes when somebody has chips: house bots do not play each other.'],
  ['bots, and a person without chips', { standing: OPEN, practice: true, chairs: [chair(1, { stack: 0 }), bot(2), bot(3)] }, 'Play resumes when somebody has chips: house bots do not play each other.'],
  ['programs of players, who play each other', { standing: OPEN, practice: false, chairs: [bot(1), bot(2)] }, SHORTLY],
  ['one program of a player', { standing: OPEN, practice: false, chairs: [chair(1, { away: true }), bot(2)] }, 'Play resumes when two players have chips.'],
  ['held by who runs it, a break, or a full disk', { standing: { is: 'paused', reason: 'a break' }, practice: false, chairs: [chair(1), chair(2)] }, 'No hand begins while the table is paused.'],
  ['closing', { standing: { is: 'closing', reason: 'late' }, practice: false, chairs: [chair(1), chair(2)] }, 'No more hands begin: the table is closing.'],
  ['closed', { standing: { is: 'closed', reason: 'late' }, practice: false, chairs: [] }, 'No more hands begin: the table is closed.'],
  ['a damaged record', { standing: { is: 'stopped', why: 'a record is damaged', reason: 'stopped', numbers: { reference: 'E-12-57' } }, practice: false, chairs: [chair(1), chair(2)] }, 'No more hands begin: the table has stopped.'],
  ['a restart', { standing: { is: 'paused', reason: 'the room restarts' }, draining: true, practice: false, chairs: [chair(1), chair(2)] }, 'The next hand begins after the restart.'],
];

function view(at: (typeof STATES)[number][1]): TableView {
  return {
    table: 4, number: 1, name: 'Table 4', button: 1, own: null, may_muck: null, contribute: null, turn: null, menu: null, hand: null,
    stakes: { game: 'holdem', deal: HOLDEM, limit: 'no_limit', blinds: [2, 5], seats: 6 }, ...at,
  } as unknown as TableView;
}

describe.each(STATES)('between hands, %s', (_, at, says) => {
  it('what comes next is true beside the acts', () => {
    expect(nextHand(at)).toBe(says);
  });

  it('what comes next is true after a void hand and after a restart', () => {
    const update = { table: 4, number: 2, hand: 7, at: 0, events: [{ e: 'voided', reason: 'cannot_go_on', rule: null, clauses: [] }], turn: null, menu: null, may_muck: null } as Update;
    expect(voided(update, null, view(at))?.text).toBe(`Hand 7 is void: it cannot go on. All bets are returned. ${says}`);
    expect(restarted('21:15:30', view(at)).text).toBe(`The room restarted at 21:15:30. ${says} Stacks are unchanged.`);
  });

  it('what comes next is true in the text view, which says how the table stands by itself', () => {
    const sentence = stateSentence({ known: known(view(at)), log: [], left: undefined, line: 'live', busy: false, wallet: undefined, refused: undefined, foldTwice: true, oneEnter: false, amount: chips });
    expect(sentence.includes(SHORTLY)).toBe(says === SHORTLY);
    if (at.standing.is === 'open') expect(sentence).toContain(says);
  });
});
