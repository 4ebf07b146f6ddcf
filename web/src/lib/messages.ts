// Messages to the player, each in three parts: what happened, what was done with money, what to do.

import { chips } from './money.ts';
import { mmss } from './clock.ts';
import type { Because } from './guard.ts';
import { nextHand } from './soon.ts';
import { streetAt } from './streets.ts';
import { inOwnWords } from './refusals.svelte.ts';
import { type Line, standingText } from './telling.ts';
import * as events from '../words/events.ts';
import * as words from '../words/messages.ts';
import type { Event, Frame, RefusedAnswer, TableView, TurnView, Update, Wish } from '../wire/wire.ts';

/** The room's frame saying that nothing more comes from a table. */
export type Ended = Pick<Extract<Frame, { t: 'ended' }>, 'why' | 'reason' | 'numbers'>;

/** A message, with the clause behind it if there is one. */
export interface Told {
  kind: 'note' | 'good' | 'care' | 'bad';
  text: string;
  rule: string | null;
  clauses: readonly string[];
  /** What it says about coming hands holds until a later hand begins than this one. */
  until?: number;
}

/** Whether a message is about a past hand: the next one, which it announced, has begun. */
export function outlived(message: Told | undefined, view: TableView): boolean {
  return message?.until !== undefined && (view.hand?.hand ?? 0) > message.until;
}

/** A message without a rule behind it. */
export function plainly(kind: Told['kind'], text: string): Told {
  return { kind, text, rule: null, clauses: [] };
}

/** What an act is called after "your": "raise to 120". */
export function nameOf(wish: Wish, facing: number, overBlind = words.names.over_blind): string {
  switch (wish.do) {
    case 'raise':
      return (facing > 0 ? words.names.raiseTo : words.names.betOf)(chips(wish.to));
    case 'call':
    case 'call_and_fold':
      return words.names[wish.do](chips(facing));
    case 'top_up':
      return words.names.top_up(chips(wish.amount));
    case 'over_blind':
      return overBlind;
    default:
      return words.names[wish.do];
  }
}

/** The acts that move chips into the middle or give up a hand. */
const OF_THE_HAND = new Set<Wish['do']>(['fold', 'check', 'call', 'call_and_fold', 'raise', 'all_in', 'show', 'muck', 'over_blind', 'use_time_bank']);

/** True for an act of a hand. */
export function isAct(wish: Wish): boolean {
  return OF_THE_HAND.has(wish.do);
}

/** The room did not carry out the request. */
export function refusal(answer: RefusedAnswer, wish: Wish, facing: number, stack: number | undefined, overBlind?: string): Told {
  const { rule, clauses } = answer;
  const message = (text: string): Told => ({ kind: 'bad', text, rule, clauses });
  const was = nameOf(wish, facing, overBlind);
  const outcome = isAct(wish) || wish.do === 'sit' || wish.do === 'top_up' ? words.nothingTaken : words.nothingChanged;
  switch (answer.code) {
    case 'late':
      return message(isAct(wish) ? words.tooLate(was) : words.refused(sentence(answer.why), outcome));
    case 'changed': {
      const { from, to } = answer.numbers;
      const amounts = typeof from === 'number' && typeof to === 'number' ? { from: chips(from), to: chips(to), free: to === 0 } : undefined;
      return message(words.betHasChanged(was, outcome, amounts));
    }
    case 'busy':
      return message(words.busy(sentence(answer.why), was, outcome));
    case 'elsewhere':
      return message(words.elsewhere(was, outcome));
    case 'stopped': {
      // The operator finds the rest under the reference.
      const { reference } = answer.numbers;
      return message(words.wentWrong(typeof reference === 'string' ? reference : answer.why, stack === undefined ? undefined : chips(stack), outcome));
    }
    default:
      return message(words.refused(sentence(answer.why), outcome, wish.do === 'raise' ? 'amount' : isAct(wish) ? 'act' : undefined));
  }
}

/** Turns a reason, which comes without a full stop, into a sentence. */
export const sentence = (why: string): string => `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;

/** A press came right after a change. */
export function changed(because: Because): string {
  if (because.is === 'place') return words.buttonsMoved;
  const { from, to } = because;
  return words.betChanged(chips(from), chips(to), to === 0);
}

/**
 * What became of an act whose outcome was unknown. `since` is what happened to the player's own seat after
 * it.
 */
export function fate(wish: Wish, facing: number, received: boolean, since: readonly Line[], overBlind?: string): Told {
  const was = nameOf(wish, facing, overBlind);
  if (received) return plainly('good', words.received(was));
  const out = since.findIndex(({ fact }) => fact?.e === 'time_ran_out' && fact.own);
  const then = since[out + 1]?.fact;
  return plainly('bad', words.notReceived(was, out < 0 ? 'moved-on' : then?.e === 'checked' && then.own ? 'checked' : 'folded'));
}

/** The player's clock ran out: what was done, according to the update. */
export function timedOut(update: Update, before: TableView): Told | undefined {
  const { own, hand } = before;
  const at = update.events.findIndex((event) => event.e === 'time_ran_out' && event.seat === own);
  const out = update.events[at];
  if (out === undefined || own === null) return undefined;
  const did = update.events.slice(at + 1).find((event) => 'seat' in event && event.seat === own);
  const put = hand?.players.find((player) => player.seat === own)?.in_hand ?? 0;
  const facing = before.turn?.seat === own ? before.turn.facing : 0;
  const { rule, clauses } = did ?? out;
  const message = (text: string): Told => ({ kind: 'care', text, rule: out.rule ?? rule, clauses: out.clauses.length > 0 ? out.clauses : clauses });
  switch (did?.e) {
    case 'checked':
      return message(words.outChecked);
    case 'folded':
      return message(words.outFolded(facing > 0 ? chips(facing) : undefined, chips(put)));
    case 'called':
      return message(words.outCalled(chips(did.amount)));
    default:
      return message(words.outNothing);
  }
}

/** A hand was declared void: what is returned, and what comes next at the table as it is now. */
export function voided(update: Update, own: number | null, now: TableView): Told | undefined {
  const event = update.events.find((event) => event.e === 'voided');
  if (event?.e !== 'voided') return undefined;
  const back = update.events.reduce((sum, event) => (event.e === 'refunded' && event.seat === own ? sum + event.amount : sum), 0);
  const { rule, clauses } = event;
  return { kind: 'care', text: words.handIsVoid(update.hand, events.voids[event.reason], own === null ? undefined : chips(back), nextHand(now)), rule, clauses, until: update.hand };
}

/** The room restarted while the page was open. */
export function restarted(since: string, view: TableView): Told {
  const { hand } = view;
  const on = hand && !hand.over ? { hand: hand.hand, street: streetAt(view.stakes.deal, hand.board.length) } : nextHand(view);
  return { ...plainly('note', words.restarted(since, on)), until: hand?.hand ?? 0 };
}

/** How the table stands when hands are not simply dealt, and what that does to chips. */
export function standing(now: TableView['standing'], seated: boolean, playing = true): string | undefined {
  if (now.is === 'open') return undefined;
  return words.stands(standingText(now, playing), now.is, seated);
}

/** How a table stands, short enough for its head; undefined for an open one. */
export function standsShort(now: TableView['standing'], draining: boolean, playing = true): string | undefined {
  const short = playing ? words.shortAfter : words.short;
  if (draining) return short.restart;
  return now.is === 'open' ? undefined : short[now.is];
}

/** That nothing more comes from a table, and why. */
export function ended(frame: Ended, signedIn: boolean): string {
  return words.ended(inOwnWords(frame).why, signedIn);
}

/** What the lost connection means for the player's time. */
export interface Allowance {
  /** The turn when the connection was lost; what was left of it then has shrunk since. */
  turn: TurnView | null;
  own: number | null;
  /** The time left for the decision by this device's clock, in milliseconds; below zero it is over. */
  left: number | undefined;
  /**
   * Extra time that the table's rules give once a hand for a lost connection, in milliseconds; unknown until
   * the sign is read.
   */
  disconnect: number | undefined;
}

/** The banner about a lost connection. */
export function lost(allowance: Allowance): string {
  const { turn, own, left, disconnect } = allowance;
  if (own === null) return words.lost(false, undefined);
  const give = (milliseconds: number | undefined): string | undefined => (milliseconds ? mmss(milliseconds) : undefined);
  if (turn?.seat !== own || left === undefined) return words.lost(true, disconnect ? { disconnect: mmss(disconnect) } : undefined);
  if (left > 0) return words.lost(true, { clock: mmss(left), then: give(disconnect) });
  if (disconnect !== undefined && disconnect + left > 0) return words.lost(true, { rest: mmss(disconnect + left) });
  return words.lost(true, 'over');
}

/** Whether a player who was away should see this fact: it was done for the seat, or to it. */
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
