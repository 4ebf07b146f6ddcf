// The words of messages to the player, each in three parts: what happened, what was done with money, what to
// do.

/** What is requested from the room, after "your": an act with an amount is a function of it. */
export const names = {
  raiseTo: (amount: string): string => `raise to ${amount}`,
  betOf: (amount: string): string => `bet of ${amount}`,
  call: (amount: string): string => `call of ${amount}`,
  call_and_fold: (amount: string): string => `call of ${amount} with a fold`,
  top_up: (amount: string): string => `top-up of ${amount}`,
  all_in: 'all-in',
  use_time_bank: 'time bank',
  sit_out: 'request to sit out',
  sit_in: 'request to sit in',
  sit: 'request for the seat',
  leave: 'request to leave',
  sit_out_at_blind: 'request to sit out at the blind',
  fold: 'fold',
  check: 'check',
  show: 'show',
  muck: 'muck',
  show_cards: 'request to show cards',
  over_blind: 'over-blind',
  contribute: 'addition to the cut',
  pause: 'request to pause',
  resume: 'request to resume',
  close: 'request to close',
  remove: 'request to remove',
  determine: 'change of settings',
};

export const nothingTaken = 'Nothing was taken.';
export const nothingChanged = 'Nothing was changed.';

// The room did not carry out a request.

const notMade = (was: string, done: string): string => `Your ${was} did not go through. ${done}`;
export const tooLate = (was: string): string => `Too late: the hand moved on. ${notMade(was, nothingTaken)}`;
/** The amounts are given where the room has named them. */
export function betHasChanged(was: string, done: string, amounts: { from: string; to: string; free: boolean } | undefined): string {
  if (amounts === undefined) return `The bet has changed. ${notMade(was, done)} Choose again.`;
  const { from, to, free } = amounts;
  return `The bet changed from ${from} to ${to}. ${notMade(was, done)} ${free ? 'Choose again.' : `Press again to call ${to}.`}`;
}
export const busy = (why: string, was: string, done: string): string => `${why} ${notMade(was, done)} Press again.`;
export const elsewhere = (was: string, done: string): string =>
  `This table is open on another device. ${notMade(was, done)} Press "Use here" to play from this one.`;
export function wentWrong(reference: string, stack: string | undefined, done: string): string {
  return `Something went wrong on our side (${reference}).${stack === undefined ? '' : ` Your chips are as shown: ${stack}.`} ${done} We have been notified.`;
}
/** Why, in the room's words, what was done with money, and what to choose again. */
export function refused(why: string, done: string, choose?: 'amount' | 'act'): string {
  return `${why} ${done}${choose === 'amount' ? ' Choose another amount.' : choose === 'act' ? ' Choose again.' : ''}`;
}

// A press that was not sent, and one whose outcome was unknown.

export const buttonsMoved = 'The buttons have just moved. Nothing was sent. Press again.';
export const betChanged = (from: string, to: string, free: boolean): string =>
  `The bet changed from ${from} to ${to}. Nothing was sent. ${free ? 'Press again.' : `Press again to call ${to}.`}`;
export const received = (was: string): string => `Your ${was} was received.`;
const INSTEAD = {
  'moved-on': 'the hand moved on',
  checked: 'the clock ran out and your hand was checked',
  folded: 'the clock ran out and your hand was folded',
};
export const notReceived = (was: string, instead: keyof typeof INSTEAD): string => `Your ${was} was not received; ${INSTEAD[instead]}. Nothing was taken for it.`;

// The clock ran out.

export const outChecked = 'Time ran out. Your hand was checked. You keep it.';
export const outFolded = (facing: string | undefined, put: string): string =>
  `Time ran out${facing === undefined ? '' : ` facing ${facing}`}. Your hand was folded. You put in ${put}.`;
export const outCalled = (amount: string): string => `Time ran out. Your hand called ${amount}. You keep it.`;
export const outNothing = 'Time ran out. Nothing was taken for it.';

// The hand, the room and the table.

export const handIsVoid = (hand: number, why: string, back: string | undefined, next: string): string =>
  `Hand ${String(hand)} is void: ${why}. All bets are returned${back === undefined ? '' : `: you get ${back}`}. ${next}`;
const STREETS: Readonly<Record<string, string>> = { flop: ' from the flop', turn: ' from the turn', river: ' from the river' };
/** The room restarted: the hand that goes on, with the name of its street, or what comes next. */
export function restarted(since: string, on: { hand: number; street: string | undefined } | string): string {
  const goes = typeof on === 'string' ? on : `Hand ${String(on.hand)} continues${STREETS[on.street ?? ''] ?? ''} with the same cards.`;
  return `The room restarted at ${since}. ${goes} Stacks are unchanged.`;
}
const STANDS = {
  paused: ['Your seat and your chips are kept', 'Seats and chips are kept', 'Play resumes when whoever runs the table says so.'],
  closing: ['Your chips go back to your wallet then', 'All chips go back to the wallets then', 'Choose another table in the lobby.'],
  closed: ['Your chips are back in your wallet', 'All chips are back in the wallets', 'Choose another table in the lobby.'],
  stopped: ['Your chips are kept as they are shown', 'All chips are kept as they are shown', 'Whoever runs the room must look into it.'],
} as const;
/** How a table stands, what that does to chips, for seated players and for others, and what follows. */
export function stands(how: string, is: keyof typeof STANDS, seated: boolean): string {
  const [mine, all, then] = STANDS[is];
  return `${how}. ${seated ? mine : all}. ${then}`;
}
/** How a table stands, where there is little room. */
export const short = { restart: 'restart soon', paused: 'paused', closing: 'closes', closed: 'closed', stopped: 'stopped' };
/** The same during a hand, where it waits for its end. */
export const shortAfter = { ...short, restart: 'restart after this hand', paused: 'paused after this hand', closing: 'closes after this hand' };
/** Chips are only mentioned to people who have an account. */
export const ended = (why: string, signedIn: boolean): string =>
  `Nothing more comes from this table: ${why}. ${signedIn ? 'Your chips are as your account shows them' : 'Nothing was changed'}. Go to the lobby.`;

// The connection is lost.

/**
 * What a lost connection means for a player's time: the clock and what comes after it, what is left of that,
 * or nothing.
 */
export type Allowance = { clock: string; then: string | undefined } | { rest: string } | { disconnect: string } | 'over' | undefined;
export function lost(seated: boolean, time: Allowance): string {
  const begin = `Connection lost. Reconnecting. ${seated ? 'Your seat is kept.' : 'Nothing is asked of you.'}`;
  if (time === undefined) return begin;
  if (time === 'over') return `${begin} Your time is over; you see what the rules did when you are connected again.`;
  if ('clock' in time) return `${begin} Your clock goes on: ${time.clock}${time.then === undefined ? '' : `, then ${time.then} of disconnect time`}.`;
  return 'rest' in time ? `${begin} You have ${time.rest} of disconnect time.` : `${begin} You have ${time.disconnect} of disconnect time, once a hand, after your clock.`;
}
