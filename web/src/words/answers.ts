// The answers of the command line and the text view: self-contained lines, read and heard.

import { plural } from './language.ts';

/** A line starts with a capital, whatever its first word is. */
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const ended = (text: string): string => `${capitalised(text)}.`;
/** Somebody at a seat: "seat 3, Ada". */
export const nameAt = (seat: number, name: string | undefined): string => (name === undefined ? `seat ${String(seat)}` : `seat ${String(seat)}, ${name}`);
export const asLine = ended;
/** Sentences, one after the other. */
export const together = (sentences: readonly string[]): string => sentences.join(' ');
export const and = (say: string, more: string): string => `${say} ${more}`;

// What cannot be done now.

export const elsewhere = (tab: boolean): string => `This table is open ${tab ? 'in another tab' : 'on another device'}. Nothing was sent.`;
export const lineLost = 'Connection lost. Nothing was sent.';
export const busy = 'Your last request has no reply yet. Nothing more was sent.';
export const noSeat = 'You have no seat here.';
export const nobodysTurn = 'It is nobody’s turn now.';
export const notYourTurn = (who: string): string => `It is not your turn: ${who}, is to act.`;
export const bankEmpty = 'Your time bank is empty.';
export const bettingOver = 'Betting is over: show or muck.';
export const mustShow = 'Betting is over: your hand must be shown. Type show.';
export const noShowdown = 'There is no showdown yet.';
export const mayNotFold = 'You may not fold here.';
export const cannotCheck = (call: string): string => `You cannot check: there is ${call} to call.`;
export const nothingToCall = 'There is nothing to call: checking is free.';
export const noCard = 'You have no card to show.';
export const mayShow = (cards: string): string => `You may show: ${cards}.`;
export const notEverything = (bet: boolean, most: string): string => `You cannot go all-in here: ${bet ? 'bet' : 'raise to'} ${most} at most.`;
export const closed = (because: string | undefined): string => `You may call or fold. ${because === undefined ? 'Raising is closed' : capitalised(because)}.`;
export const betAlready = (call: string | undefined, range: string): string => `There is a bet already${call === undefined ? '' : `, ${call} to call`}: raise to ${range}.`;
export const noBet = (range: string): string => `There is no bet to raise: bet ${range}.`;
export const howMuch = (bet: boolean, range: string): string => `${bet ? 'Bet' : 'Raise to'} how much? From ${range}.`;
export const range = (least: string, most: string): string => `${least} to ${most}`;
export const tooSmall = (bet: boolean, least: string, typed: string): string => `The smallest ${bet ? 'bet is' : 'raise is to'} ${least}. You typed ${typed}.`;
export const tooLarge = (bet: boolean, most: string, typed: string): string => `The largest ${bet ? 'bet is' : 'raise is to'} ${most}. You typed ${typed}.`;
export const inSteps = (unit: string, near: string, typed: string): string => `Amounts go in steps of ${unit}: use ${near}. You typed ${typed}.`;

// What is done, at once or when Enter is pressed again.

export const said = (text: string): string => `Said: ${text}`;
export const noOverBlind = (word: string): string => `No ${word} is offered to you now.`;
export const overBlind = (word: string, amount: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)} of ${amount}`;
export const bankUsed = 'Your time bank is used.';
export const youMuck = 'You muck your hand.';
export const youFold = 'You fold.';
export const foldAgain = 'Checking is free. Press Enter again to fold.';
export const youCheck = 'You check.';
export const youShowAll = 'You show your hand.';
export const youShow = (cards: string): string => `You show ${cards}.`;
export const callAndFold = (call: string | undefined): string => (call === undefined ? 'Call and fold' : `Call ${call} and fold`);
export const callAllIn = (call: string): string => `Call ${call}, all-in`;
export const call = (call: string, leaves: string): string => `Call ${call}, leaves ${leaves}`;
export const allIn = (bet: boolean, amount: string): string => `All-in, ${bet ? 'a bet of' : 'a raise to'} ${amount}`;
export const wagerAllIn = (bet: boolean, to: string): string => `${bet ? 'Bet' : 'Raise to'} ${to}, all-in`;
export const wager = (bet: boolean, to: string, adds: string, leaves: string): string => `${bet ? 'Bet' : 'Raise to'} ${to}, adds ${adds}, leaves ${leaves}`;
export const pressAgain = (line: string): string => `${line}. Press Enter again.`;

// Sitting down and getting up.

export const outAlready = 'You are sitting out already. Type sitin to be dealt in again.';
export const noBlinds = 'This game has no blinds: type sitout.';
export const outAtBlind = 'You sit out at the next big blind.';
export const inAtBlind = 'You stay in at the next big blind.';
export const outNextHand = 'You sit out from the next hand.';
export const out = 'You sit out.';
export const inAlready = 'You are dealt in already.';
export const sitIn = 'You sit in.';
export const sitInAndWait = 'You sit in and wait for the big blind. To post now type sitin post.';
export const sitInAndPost = (amount: string | undefined, dead: string | undefined): string =>
  `Sit in and post ${amount === undefined ? 'what you owe' : `${amount}${dead === undefined ? '' : `, ${dead} of it dead`}`} with the next hand`;
export const leaving = 'You leave after this hand.';
export const leave = (stack: string, count: number, playing: boolean): string =>
  `Leave: ${stack} ${plural(count, { one: 'goes', other: 'go' })} back to your wallet${playing ? ' after this hand; your hand is folded when its turn comes' : ''}`;
export const haveSeat = (seat: number): string => `You have seat ${String(seat)}.`;
export const signInToSit = 'You are watching. Sign in as a player to take a seat.';
export const notOpen = 'Nobody can sit down now: the table is not open.';
export const whichSeat = (free: string): string => `Which seat? ${free}`;
export const seatsTo = (most: number): string => `There are seats 1 to ${String(most)}.`;
export const taken = (who: string, free: string): string => `${capitalised(who)}, is taken. ${free}`;
export const walletShort = (wallet: string, least: string): string => `Your wallet holds ${wallet}; this table needs at least ${least}.`;
export const withHowMuch = (least: string, most: string, seat: number, typed: number): string => `With how much? From ${least} to ${most}: sit ${String(seat)} ${String(typed)}.`;
export const sitRange = (least: string, most: string, typed: string): string => `You can sit down with ${least} to ${most}. You typed ${typed}.`;
export const takeSeat = (seat: number, stack: string, wallet: string): string => `Take seat ${String(seat)} with ${stack} of your ${wallet}`;
export const nothingToAdd = (wallet: string): string => `Your wallet holds ${wallet}: nothing can be added.`;
export const stackFull = 'Your stack is as large as this table allows.';
export const addHowMuch = (least: string, most: string, typed: number): string => `How much? You can add ${least} to ${most}: topup ${String(typed)}.`;
export const addRange = (least: string, most: string, typed: string): string => `You can add ${least} to ${most}. You typed ${typed}.`;
export const add = (amount: string, stack: string): string => `Add ${amount} to your ${stack} from the next hand`;

// What is asked about.

export const nothingYet = 'Nothing has happened yet.';
export const happened = (lines: readonly string[]): string => `${lines.join('; ')}.`;
export const noBoard = 'There is no board yet.';
export const board = (cards: string): string => `Board: ${cards}.`;
export const noSeatNoCards = 'You have no seat here, and no cards.';
export const noCards = 'You have no cards.';
export const yourCards = (cards: string, folded: boolean, made: string | undefined): string => `Your cards: ${cards}${folded ? ', folded' : ''}.${made === undefined ? '' : ` You have ${made}.`}`;
export const you = 'you';
export const pot = (name: string, amount: string, players: readonly string[]): string => `${name} ${amount}, for ${players.join(' and ')}.`;
export const betOnStreet = (amount: string): string => ended(`${amount} bet on this street`);
export const emptyPot = 'There is nothing in the pot.';
export const onePot = (amount: string, bets: string | undefined): string => `Pot ${amount}${bets === undefined ? '' : `, ${bets} of it bet on this street`}.`;
export const stackOfWhich = 'You have no seat here. Type stack with the number of a seat.';
export const youHave = (stack: string, bet: string | undefined): string => `You have ${stack}${bet === undefined ? '' : `, bet ${bet}`}.`;
export const has = (who: string, stack: string, bet: string | undefined): string => `${capitalised(who)}, has ${stack}${bet === undefined ? '' : `, bet ${bet}`}.`;
export const nobody = 'Nobody is seated.';
export const seatRow = (seat: number, name: string, stack: string, doing: string): string => `seat ${String(seat)}, ${name}, ${stack}${doing === '' ? '' : `, ${doing}`}`;
export const seated = (rows: readonly string[]): string => ended(rows.join('; '));

/** What a seat is doing. */
export const doing = {
  free: 'free',
  toAct: 'to act',
  wins: (amount: string): string => `wins ${amount}`,
  mucks: 'mucks',
  folded: 'folded',
  allIn: (amount: string): string => `all-in ${amount}`,
  shows: (cards: string): string => `shows ${cards}`,
  leaves: 'leaves after this hand',
  sittingOut: 'sitting out',
  outAtBlind: 'sits out at the next big blind',
  waits: 'waits for the big blind',
  button: 'button',
  all: (parts: readonly string[]): string => parts.join(', '),
};

/** The free seats by their numbers. */
export function freeSeats(free: readonly number[]): string {
  if (free.length === 0) return 'No seat is free.';
  if (free.length === 1) return `Seat ${String(free[0])} is free.`;
  return `Seats ${free.slice(0, -1).join(', ')} and ${String(free.at(-1))} are free.`;
}

export const noHand = 'No hand is being played.';
export const isToShow = (who: string): string => `${capitalised(who)}, is to show.`;
export const isToAct = (who: string): string => `${capitalised(who)}, is to act.`;
export const showOrMuck = 'Your turn: show or muck.';
export const show = 'Your turn: show.';
export const yourTurn = 'Your turn.';
/** What may be done now. */
export const may = { check: 'check', stand: 'stand', call: (amount: string): string => `call ${amount}`, fold: 'fold' };
export const orMore = (least: string): string => `${least} or more`;
/** What may be done now, including the bet or raise if there is one. */
export function turn(plays: readonly string[], raise: { bet: boolean; sum: string } | undefined): string {
  const all = plays.length < 2 ? plays.join('') : `${plays.slice(0, -1).join(', ')} or ${plays.at(-1) ?? ''}`;
  return raise === undefined ? `Your turn: ${all}.` : `Your turn: ${all}, ${raise.bet ? 'bet' : 'raise to'} ${raise.sum}.`;
}

const seconds = (count: number): string => `${String(count)} ${plural(count, { one: 'second', other: 'seconds' })}`;
export const noClock = 'No clock is running.';
const bank = (left: number | undefined): string => (left === undefined ? '' : `, and ${seconds(left)} in the time bank`);
export const youHaveTime = (left: number, inBank: number | undefined): string => `You have ${seconds(left)}${bank(inBank)}.`;
export const hasTime = (who: string, left: number, inBank: number | undefined): string => `${capitalised(who)}, has ${seconds(left)}${bank(inBank)}.`;

export const noRule = (book: string, version: string): string => `No rule has been used yet. Played by ${book}, version ${version}.`;
export const lastRule = (book: string, version: string): string => `The last rule used, from ${book}, version ${version}.`;
