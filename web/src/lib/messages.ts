// What the player is told, each in three parts: what happened, what was done with money, what to do.

import { chips } from './money.ts';
import { mmss } from './clock.ts';
import type { Because } from './guard.ts';
import { type Line, VOID, standingText } from './telling.ts';
import type { Event, RefusedAnswer, TableView, TurnView, Update, Wish } from '../wire/wire.ts';

/** A message, with the clause behind it if there is one. */
export interface Told {
  kind: 'note' | 'good' | 'care' | 'bad';
  text: string;
  rule: string | null;
  clauses: readonly string[];
}

/** A message that rests on no rule. */
export function plainly(kind: Told['kind'], text: string): Told {
  return { kind, text, rule: null, clauses: [] };
}

/** What an act is called after "your": "raise to 120". */
export function nameOf(wish: Wish, facing: number): string {
  switch (wish.do) {
    case 'raise':
      return facing > 0 ? `raise to ${chips(wish.to)}` : `bet of ${chips(wish.to)}`;
    case 'call':
      return `call of ${chips(facing)}`;
    case 'call_and_fold':
      return `call of ${chips(facing)} with a fold`;
    case 'all_in':
      return 'all-in';
    case 'use_time_bank':
      return 'time bank';
    case 'sit_out':
      return 'request to sit out';
    case 'sit_in':
      return 'request to sit in';
    case 'top_up':
      return `top-up of ${chips(wish.amount)}`;
    case 'sit':
      return 'request for the seat';
    case 'leave':
      return 'request to leave';
    default:
      return wish.do.replaceAll('_', ' ');
  }
}

/** The acts that move chips into the middle or give a hand up. */
const OF_THE_HAND = new Set<Wish['do']>(['fold', 'check', 'call', 'call_and_fold', 'raise', 'all_in', 'show', 'muck', 'over_blind', 'use_time_bank']);

/** True for an act of a hand. */
export function isAct(wish: Wish): boolean {
  return OF_THE_HAND.has(wish.do);
}

/** The room did not do what was asked. */
export function refusal(answer: RefusedAnswer, wish: Wish, facing: number, stack: number | undefined): Told {
  const { rule, clauses } = answer;
  const told = (text: string): Told => ({ kind: 'bad', text, rule, clauses });
  const was = nameOf(wish, facing);
  const done = isAct(wish) || wish.do === 'sit' || wish.do === 'top_up' ? 'Nothing was taken.' : 'Nothing was changed.';
  switch (answer.code) {
    case 'late':
      return told(isAct(wish) ? `Too late: the hand moved on. Your ${was} was not made. Nothing was taken.` : `${sentence(answer.why)} ${done}`);
    case 'changed':
      // What is to be chosen now stands on the buttons.
      return told(`The bet has changed. Your ${was} was not made. ${done} Choose again.`);
    case 'busy':
      return told(`${sentence(answer.why)} Your ${was} was not made. ${done} Press again.`);
    case 'elsewhere':
      return told(`This table is open on another device. Your ${was} was not made. ${done} Press "Use here" to play from this one.`);
    case 'stopped': {
      const have = stack === undefined ? '' : ` Your chips are as shown: ${chips(stack)}.`;
      // Whoever runs the room finds the rest under the reference.
      const what = /\bE-\d+-\d+\b/.exec(answer.why)?.[0] ?? answer.why.replace(/\.$/, '');
      return told(`Something went wrong on our side (${what}).${have} ${done} We have been told.`);
    }
    default:
      return told(`${sentence(answer.why)} ${done}${wish.do === 'raise' ? ' Choose another amount.' : isAct(wish) ? ' Choose again.' : ''}`);
  }
}

/** The start of a sentence is a capital letter, and its end a full stop. */
export function sentence(why: string): string {
  const text = why.charAt(0).toUpperCase() + why.slice(1);
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** A press came right after a change. */
export function changed(because: Because): string {
  if (because.is === 'place') return 'The buttons have just moved. Nothing was sent. Press again.';
  const { from, to } = because;
  const again = to === 0 ? 'Press again.' : `Press again to call ${chips(to)}.`;
  return `The bet changed from ${chips(from)} to ${chips(to)}. Nothing was sent. ${again}`;
}

/** What became of an act that nobody knew the fate of. `since` is what was told of the player's own seat after it. */
export function fate(wish: Wish, facing: number, well: boolean, since: readonly Line[]): Told {
  const was = nameOf(wish, facing);
  if (well) return plainly('good', `Your ${was} was received.`);
  const out = since.findIndex((line) => line.text === 'Your time ran out');
  const then = since[out + 1]?.text.toLowerCase();
  const ended = out < 0 ? 'the hand moved on' : then?.includes('check') ? 'the clock ran out and your hand was checked' : 'the clock ran out and your hand was folded';
  return plainly('bad', `Your ${was} was not received; ${ended}. Nothing was taken for it.`);
}

/** The clock of the player ran out: what was done, as the update tells it. */
export function timedOut(update: Update, before: TableView): Told | undefined {
  const { own, hand } = before;
  const at = update.events.findIndex((event) => event.e === 'time_ran_out' && event.seat === own);
  const out = update.events[at];
  if (out === undefined || own === null) return undefined;
  const did = update.events.slice(at + 1).find((event) => 'seat' in event && event.seat === own);
  const put = hand?.players.find((player) => player.seat === own)?.in_hand ?? 0;
  const facing = before.turn?.seat === own ? before.turn.facing : 0;
  const { rule, clauses } = did ?? out;
  const told = (text: string): Told => ({ kind: 'care', text, rule: out.rule ?? rule, clauses: out.clauses.length > 0 ? out.clauses : clauses });
  switch (did?.e) {
    case 'checked':
      return told('Time ran out. You were checked. You keep your hand.');
    case 'folded':
      return told(`Time ran out${facing > 0 ? ` facing ${chips(facing)}` : ''}. Your hand was folded. You put in ${chips(put)}.`);
    case 'called':
      return told(`Time ran out. Your hand called ${chips(did.amount)}. You keep your hand.`);
    default:
      return told('Time ran out. Nothing was taken for it.');
  }
}

/** A round was declared void: what comes back. */
export function voided(update: Update, own: number | null): Told | undefined {
  const event = update.events.find((one) => one.e === 'voided');
  if (event?.e !== 'voided') return undefined;
  const back = update.events.reduce((sum, one) => (one.e === 'refunded' && one.seat === own ? sum + one.amount : sum), 0);
  const mine = own === null ? '' : `: you get ${chips(back)}`;
  const { rule, clauses } = event;
  return { kind: 'care', text: `Hand ${String(update.hand)} is void: ${VOID[event.reason]}. All bets are returned${mine}. The next hand begins shortly.`, rule, clauses };
}

const STREETS = ['before the flop', 'the flop', 'the turn', 'the river'];

/** The room was started anew while the page was open. */
export function restarted(since: string, view: TableView): Told {
  const { hand } = view;
  const on = hand && !hand.over;
  const street = hand && hand.board.length >= 3 && hand.board.length <= 5 ? ` from ${STREETS[hand.board.length - 2] ?? 'where it was'}` : '';
  const goes = on ? `Hand ${String(hand.hand)} continues${street} with the same cards.` : 'The next hand begins shortly.';
  return plainly('note', `The room restarted at ${since}. ${goes} Stacks are unchanged.`);
}

/** How the table stands, where hands are not played on as ever, and what that does to chips. */
export function standing(now: TableView['standing'], seated: boolean): string | undefined {
  const text = `${standingText(now)}.`;
  switch (now.is) {
    case 'open':
      return undefined;
    case 'paused':
      return `${text} ${seated ? 'Your seat and your chips are kept' : 'Seats and chips are kept'}. Play goes on when whoever runs the table says so.`;
    case 'closing':
      return `${text} ${seated ? 'Your chips go back to your wallet then' : 'All chips go back to the wallets then'}. Choose another table in the lobby.`;
    case 'closed':
      return `${text} ${seated ? 'Your chips are back in your wallet' : 'All chips are back in the wallets'}. Choose another table in the lobby.`;
    case 'stopped':
      return `${text} ${seated ? 'Your chips are kept as they are shown' : 'All chips are kept as they are shown'}. Whoever runs the room has to look at it.`;
  }
}

/** How a table stands, in the few words that its head has room for; nothing of an open one. */
export function standsShort(now: TableView['standing'], draining: boolean): string | undefined {
  if (draining) return 'restart after this hand';
  switch (now.is) {
    case 'open':
      return undefined;
    case 'paused':
      return 'paused after this hand';
    case 'closing':
      return 'closes after this hand';
    case 'closed':
    case 'stopped':
      return now.is;
  }
}

/** Nothing more comes from a table: why, as the room says it. */
export function ended(why: string): string {
  return `Nothing more comes from this table: ${why.replace(/\.$/, '')}. Your chips are as your account shows them. Go to the lobby.`;
}

/** What the line being lost means for the time of the player. */
export interface Allowance {
  /** The turn that was on when the line was lost, and what was left of it then, is gone by so much now. */
  turn: TurnView | null;
  own: number | null;
  /** What is left of the decision by this device's clock, in milliseconds; below zero it is over. */
  left: number | undefined;
  /** What the table's rules give once a hand for a lost line, in milliseconds; unknown until the sign is read. */
  disconnect: number | undefined;
}

/** The banner of a lost line. */
export function lost(allowance: Allowance): string {
  const { turn, own, left, disconnect } = allowance;
  const kept = own === null ? 'Nothing is asked of you.' : 'Your seat is kept.';
  const begin = `Connection lost. Reconnecting. ${kept}`;
  if (own === null) return begin;
  if (turn?.seat === own && left !== undefined) {
    if (left > 0) {
      const then = disconnect ? `, then ${mmss(disconnect)} of disconnect time` : '';
      return `${begin} Your clock goes on: ${mmss(left)}${then}.`;
    }
    if (disconnect !== undefined && disconnect + left > 0) return `${begin} You have ${mmss(disconnect + left)} of disconnect time.`;
    return `${begin} Your time is over; what the rules do then is told when the line is back.`;
  }
  return disconnect ? `${begin} You have ${mmss(disconnect)} of disconnect time, once a hand, after your clock.` : begin;
}

/** Facts of an update that a player who was away is told of: what was done for the seat, or to it. */
export function doneFor(event: Event, own: number | null): boolean {
  switch (event.e) {
    case 'time_ran_out':
    case 'folded':
    case 'checked':
    case 'called':
    case 'bet':
    case 'raised':
    case 'posted':
    case 'blind_missed':
    case 'sat_out':
    case 'shown':
    case 'mucked':
    case 'returned':
    case 'refunded':
    case 'awarded':
    case 'odd_chips':
    case 'left':
    case 'leaving':
    case 'removal_decided':
    case 'time_bank':
    case 'bought':
      return own !== null && event.seat === own;
    default:
      return false;
  }
}
