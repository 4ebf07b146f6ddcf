// What the command line answers: one line for everything that can be typed, and what is to be done about it. Nothing is
// decided here: what may be done is what the room's menu says, and what is known is what the room sent.

import { snapped, stands } from './amounts.ts';
import { namesOf } from './cards.ts';
import { type Command, type Typed, help } from './commands.ts';
import { mayAct, type State } from './connection.ts';
import { meant } from './showing.ts';
import { madeInWords } from './speech.ts';
import { disconnected } from './seat.ts';
import { type Known, plate } from './table.ts';
import { type Line, potName } from './telling.ts';
import { plain } from './words.ts';
import type { RaiseMenu, Wish } from '../wire/wire.ts';

/** Why something was done or refused. */
export interface Ground {
  what: string;
  rule: string | null;
  clauses: readonly string[];
}

/** What a command is answered from. */
export interface Situation {
  known: Known;
  log: readonly Line[];
  /** What is left of the time of the decision, in milliseconds; nothing without a clock. */
  left: number | undefined;
  line: State;
  /** Something that was sent has no answer yet. */
  busy: boolean;
  /** What is in the wallet; nothing for somebody who cannot sit down. */
  wallet: number | undefined;
  /** The last thing that was refused, if that is what happened last. */
  refused: Ground | undefined;
  /** Folding when checking is free needs Enter twice. */
  foldTwice: boolean;
  /** What spends chips needs Enter once. */
  oneEnter: boolean;
  /** How an amount is written or said. */
  amount: (chips: number) => string;
}

/** Something to be done: an act of the hand, something else of the table, or words to it. */
export type Deed = { act: Wish } | { ask: Wish } | { chat: string };

/** One line, and what follows from it. */
export interface Answer {
  say: string;
  /** It could not be done or read. */
  bad?: true;
  /** Done now. */
  deed?: Deed;
  /** Done when Enter is pressed again. */
  again?: Deed;
  /** The words of the rule and its clauses come behind the line. */
  ground?: Ground;
}

/** The answer to a command. */
export function answer(command: Command, at: Situation): Answer {
  switch (command.do) {
    case 'fold':
    case 'check':
    case 'call':
    case 'bet':
    case 'raise':
    case 'allin':
    case 'muck':
    case 'bank':
      return lineTrouble(at) ?? turnTrouble(at) ?? act(command, at);
    case 'show':
      return lineTrouble(at) ?? show(command.card, at);
    case 'sit':
    case 'topup':
    case 'sitout':
    case 'sitin':
    case 'leave':
      return lineTrouble(at) ?? chair(command, at);
    case 'say':
      return lineTrouble(at) ?? { say: `Said: ${command.text}`, deed: { chat: command.text } };
    case 'help':
      return { say: help(command.of) };
    case 'board':
      return { say: board(at) };
    case 'cards':
      return { say: cards(at) };
    case 'pot':
      return { say: pots(at) };
    case 'stack':
      return stack(command.seat, at);
    case 'who':
      return { say: who(at) };
    case 'seats':
      return { say: freeSeats(at) };
    case 'turn':
      return { say: turn(at) };
    case 'clock':
      return { say: clock(at) };
    case 'last':
      return { say: at.log.length === 0 ? 'Nothing has happened yet.' : `${at.log.at(-1)?.text ?? ''}.` };
    case 'log':
      return { say: at.log.length === 0 ? 'Nothing has happened yet.' : `${at.log.slice(-command.lines).map((one) => one.text).join('; ')}.` };
    case 'rule':
    case 'why':
      return why(command.do, at);
  }
}

const no = (say: string): Answer => ({ say, bad: true });

function lineTrouble(at: Situation): Answer | undefined {
  if (at.line === 'elsewhere') return no('This table is open on another device. Nothing was sent.');
  if (!mayAct(at.line)) return no('Connection lost. Nothing was sent.');
  return at.busy ? no('The last thing you asked for has no answer yet. Nothing more was sent.') : undefined;
}

/** The name at a seat, with its number. */
function nameAt(seat: number, at: Situation): string {
  const name = at.known.view.chairs.find((one) => one.seat === seat)?.name;
  return name === undefined ? `seat ${String(seat)}` : `seat ${String(seat)}, ${name}`;
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function turnTrouble(at: Situation): Answer | undefined {
  const { view } = at.known;
  if (view.own === null) return no(`You have no seat here. ${freeSeats(at)}`);
  if (view.turn === null) return no('It is nobody’s turn now.');
  return view.turn.seat === view.own ? undefined : no(`It is not your turn: ${nameAt(view.turn.seat, at)}, is to act.`);
}

type Act = Extract<Command, { do: 'fold' | 'check' | 'call' | 'bet' | 'raise' | 'allin' | 'muck' | 'bank' }>;

function act(command: Act, at: Situation): Answer {
  const { view } = at.known;
  const { menu } = view;
  if (command.do === 'bank') {
    if ((view.turn?.bank_ms ?? 0) === 0) return no('Your time bank is empty.');
    return { say: 'Your time bank is used.', deed: { act: { do: 'use_time_bank' } } };
  }
  if (view.turn?.showing === true) {
    if (command.do === 'muck' && view.may_muck === true) return { say: 'You muck your hand.', deed: { act: { do: 'muck' } } };
    return no(view.may_muck === true ? 'Betting is over: show or muck.' : 'Betting is over: your hand is to be shown. Type show.');
  }
  if (menu === null || command.do === 'muck') return no(`There is no showdown yet. ${turn(at)}`);
  switch (command.do) {
    case 'fold':
      if (!menu.fold && menu.call_and_fold) {
        return spends(menu.call === null ? 'Call and fold' : `Call ${at.amount(menu.call)} and fold`, { act: { do: 'call_and_fold' } }, at);
      }
      if (!menu.fold) return no(`You may not fold here. ${turn(at)}`);
      if (menu.check && at.foldTwice) return { say: 'Checking is free. Press Enter again to fold.', again: { act: { do: 'fold' } } };
      return { say: 'You fold.', deed: { act: { do: 'fold' } } };
    case 'check':
      if (!menu.check) return no(`You cannot check: there is ${at.amount(menu.call ?? 0)} to call.`);
      return { say: 'You check.', deed: { act: { do: 'check' } } };
    case 'call':
      if (menu.call === null) return no('There is nothing to call: checking is free.');
      return spends(callLine(menu.call, at), { act: { do: 'call' } }, at);
    case 'allin':
      return allIn(at);
    case 'bet':
    case 'raise':
      return wager(command.do, command.amount, at);
  }
}

/** The whole hand at the own turn of the showdown; one card, or all, where the hand is out of the play. */
function show(typed: string | undefined, at: Situation): Answer {
  const { view } = at.known;
  const own = view.turn?.showing === true && view.turn.seat === view.own;
  if (own && typed === undefined) return { say: 'You show your hand.', deed: { act: { do: 'show' } } };
  const open = view.may_show ?? [];
  if (open.length === 0) {
    if (view.own === null) return no(`You have no seat here. ${freeSeats(at)}`);
    if (own) return no('Betting is over: your hand is to be shown. Type show.');
    return no(view.hand?.over === true ? 'There is no card of yours to show.' : `There is no showdown yet. ${turn(at)}`);
  }
  const card = typed === undefined ? undefined : meant(view, typed);
  if (typed !== undefined && (card === undefined || !open.includes(card))) return no(`You may show: ${namesOf(open)}.`);
  const wish: Wish = { do: 'show_cards', cards: card === undefined ? [] : [card] };
  const say = `You show ${namesOf(card === undefined ? open : [card])}.`;
  return { say, deed: own ? { act: wish } : { ask: wish } };
}

function spends(say: string, deed: Deed, at: Situation): Answer {
  return at.oneEnter ? { say: `${say}.`, deed } : { say: `${say}. Press Enter again.`, again: deed };
}

function stackOf(at: Situation): number {
  return at.known.view.chairs.find((one) => one.seat === at.known.view.own)?.stack ?? 0;
}

function inRound(at: Situation): number {
  return at.known.view.hand?.players.find((one) => one.seat === at.known.view.own)?.in_round ?? 0;
}

function callLine(call: number, at: Situation): string {
  const stack = stackOf(at);
  return call === stack ? `Call ${at.amount(call)}, all-in` : `Call ${at.amount(call)}, leaves ${at.amount(stack - call)}`;
}

function allIn(at: Situation): Answer {
  const menu = at.known.view.menu;
  const raise = menu?.raise ?? null;
  if (raise !== null && stands(raise, raise.all_in)) {
    return spends(`All-in, ${raise.is_bet ? 'a bet of' : 'a raise to'} ${at.amount(raise.all_in)}`, { act: { do: 'raise', to: raise.all_in } }, at);
  }
  if (raise === null && menu?.call != null && menu.call === stackOf(at)) return spends(callLine(menu.call, at), { act: { do: 'call' } }, at);
  if (raise !== null) return no(`You may not put in everything here: ${raise.is_bet ? 'bet' : 'raise to'} ${at.amount(raise.max)} at most.`);
  return no(closed(at));
}

/** Why there is no raise, in the room's words where it says why. */
function closed(at: Situation): string {
  const because = at.known.view.menu?.closed?.why;
  return `You may call or fold. ${because === undefined ? 'Raising is closed' : upper(because)}.`;
}

function wager(how: 'bet' | 'raise', typed: Typed | undefined, at: Situation): Answer {
  const raise = at.known.view.menu?.raise ?? null;
  if (raise === null) return no(closed(at));
  if (how === 'bet' && !raise.is_bet) {
    const call = at.known.view.menu?.call;
    return no(`There is a bet already${call == null ? '' : `, ${at.amount(call)} to call`}: raise to ${range(raise, at)}.`);
  }
  if (how === 'raise' && raise.is_bet) return no(`There is no bet to raise: bet ${range(raise, at)}.`);
  const verb = raise.is_bet ? 'Bet' : 'Raise to';
  if (typed === undefined && raise.min !== raise.max) return no(`${verb} how much? From ${range(raise, at)}.`);
  const to = typed === undefined ? raise.min : typed.is === 'chips' ? typed.amount : named(typed.is, raise, at);
  if (!stands(raise, to)) return no(misfit(raise, to, at));
  const adds = to - inRound(at);
  const stack = stackOf(at);
  const line = to === raise.all_in ? `${verb} ${at.amount(to)}, all-in` : `${verb} ${at.amount(to)}, adds ${at.amount(adds)}, leaves ${at.amount(stack - adds)}`;
  return spends(line, { act: { do: 'raise', to } }, at);
}

function named(which: 'min' | 'max' | 'pot' | 'half', raise: RaiseMenu, at: Situation): number {
  if (which === 'min') return raise.min;
  if (which === 'max') return raise.max;
  const call = at.known.view.menu?.call ?? 0;
  const pot = (at.known.view.hand?.pot ?? 0) + call;
  return snapped(raise, inRound(at) + call + (which === 'pot' ? pot : Math.floor(pot / 2)));
}

function range(raise: RaiseMenu, at: Situation): string {
  return raise.min === raise.max ? at.amount(raise.min) : `${at.amount(raise.min)} to ${at.amount(raise.max)}`;
}

function misfit(raise: RaiseMenu, to: number, at: Situation): string {
  const what = raise.is_bet ? 'bet' : 'raise';
  if (to < raise.min) return `The smallest ${what} is ${raise.is_bet ? '' : 'to '}${at.amount(raise.min)}. You typed ${at.amount(to)}.`;
  if (to > raise.max) return `The largest ${what} is ${raise.is_bet ? '' : 'to '}${at.amount(raise.max)}. You typed ${at.amount(to)}.`;
  return `Amounts go in steps of ${at.amount(raise.unit)}: ${at.amount(snapped(raise, to))} would do. You typed ${at.amount(to)}.`;
}

type ChairCommand = Extract<Command, { do: 'sit' | 'topup' | 'sitout' | 'sitin' | 'leave' }>;

function chair(command: ChairCommand, at: Situation): Answer {
  const { view } = at.known;
  const own = view.chairs.find((one) => one.seat === view.own);
  if (command.do === 'sit') return sit(command.seat, command.amount, at);
  if (own === undefined) return no(`You have no seat here. ${freeSeats(at)}`);
  const playing = view.hand !== null && !view.hand.over && view.hand.players.some((one) => one.seat === own.seat && !one.folded);
  switch (command.do) {
    case 'topup':
      return topUp(command.amount, own.stack, at);
    case 'sitout':
      if (own.away) return no('You are sitting out already. Type sitin to be dealt in again.');
      if (command.atBlind) {
        if (view.stakes.blinds.length === 0) return no('This game has no blinds: type sitout.');
        const wished = own.out_at_blind !== true;
        return { say: wished ? 'You sit out at the next big blind.' : 'You stay in at the next big blind.', deed: { ask: { do: 'sit_out_at_blind', wished } } };
      }
      return { say: playing ? 'You sit out from the next hand.' : 'You sit out.', deed: { ask: { do: 'sit_out' } } };
    case 'sitin': {
      if (!own.away && !own.waits) return no('You are dealt in already.');
      const owed = view.owed?.find((one) => one.seat === own.seat);
      if (!command.posts) {
        return { say: owed === undefined ? 'You sit in.' : 'You sit in and wait for the big blind. To post now type sitin post.', deed: { ask: { do: 'sit_in', posts: false } } };
      }
      const what = owed === undefined ? 'what you owe' : `${at.amount(owed.live + owed.dead)}${owed.dead > 0 ? `, ${at.amount(owed.dead)} of it dead` : ''}`;
      return spends(`Sit in and post ${what} with the next hand`, { ask: { do: 'sit_in', posts: true } }, at);
    }
    case 'leave':
      if (own.leaving) return no('You leave when the hand is over.');
      return {
        say: `Leave: ${at.amount(own.stack)} ${own.stack === 1 ? 'goes' : 'go'} back to your wallet${playing ? ' when the hand is over; your hand is folded when its turn comes' : ''}. Press Enter again.`,
        again: { ask: { do: 'leave' } },
      };
  }
}

function sit(seat: number | undefined, amount: number | undefined, at: Situation): Answer {
  const { view } = at.known;
  if (view.own !== null) return no(`You have seat ${String(view.own)}.`);
  if (at.wallet === undefined) return no('You are watching. Sign in as a player to take a seat.');
  if (view.standing.is !== 'open') return no('Nobody can sit down now: the table is not open.');
  if (seat === undefined) return no(`Which seat? ${freeSeats(at)}`);
  if (seat < 1 || seat > view.stakes.seats) return no(`There are seats 1 to ${String(view.stakes.seats)}.`);
  if (view.chairs.some((one) => one.seat === seat)) return no(`${upper(nameAt(seat, at))}, is taken. ${freeSeats(at)}`);
  const { min_buy_in: least, max_buy_in: most } = view.stakes;
  const upTo = Math.min(most ?? at.wallet, at.wallet);
  if (at.wallet < least) return no(`Your wallet holds ${at.amount(at.wallet)}; this table asks for ${at.amount(least)} at least.`);
  if (amount === undefined) return no(`With how much? From ${at.amount(least)} to ${at.amount(upTo)}: sit ${String(seat)} ${String(upTo)}.`);
  if (amount < least || amount > upTo) return no(`You can sit down with ${at.amount(least)} to ${at.amount(upTo)}. You typed ${at.amount(amount)}.`);
  return spends(`Take seat ${String(seat)} with ${at.amount(amount)} of your ${at.amount(at.wallet)}`, { ask: { do: 'sit', seat, stack: amount } }, at);
}

function topUp(amount: number | undefined, stack: number, at: Situation): Answer {
  const { stakes } = at.known.view;
  const wallet = at.wallet ?? 0;
  const most = stakes.max_buy_in === null ? wallet : Math.max(0, Math.min(wallet, stakes.max_buy_in - stack));
  const least = Math.max(stakes.smallest_chip, stack === 0 ? stakes.min_buy_in : 1);
  if (most < least) return no(wallet < least ? `Your wallet holds ${at.amount(wallet)}: nothing can be added.` : 'Your stack is as large as this table allows.');
  if (amount === undefined) return no(`How much? You can add ${at.amount(least)} to ${at.amount(most)}: topup ${String(most)}.`);
  if (amount < least || amount > most) return no(`You can add ${at.amount(least)} to ${at.amount(most)}. You typed ${at.amount(amount)}.`);
  return spends(`Add ${at.amount(amount)} to your ${at.amount(stack)} from the next hand`, { ask: { do: 'top_up', amount } }, at);
}

/** The board in words. */
export function board(at: Situation): string {
  const cards = at.known.view.hand?.board ?? [];
  return cards.length === 0 ? 'There is no board yet.' : `Board: ${namesOf(cards)}.`;
}

/** The viewer's own cards, and what they make. */
export function cards(at: Situation): string {
  const { view } = at.known;
  const me = view.hand?.players.find((one) => one.seat === view.own);
  if (view.own === null) return 'You have no seat here, and no cards.';
  if (me === undefined || me.cards.length === 0) return 'You have no cards.';
  const made = ownMade(at.known);
  return `Your cards: ${namesOf(me.cards)}${me.folded ? ', folded' : ''}.${made === undefined || me.folded ? '' : ` You have ${made}.`}`;
}

/** What the viewer's hand makes, as it is said. */
export function ownMade(known: Known): string | undefined {
  const made = known.made.find((one) => one.seat === known.view.own);
  return made === undefined ? undefined : madeInWords(made);
}

/** The pots, with who can win each, and what is bet beside them. */
export function pots(at: Situation): string {
  const { view, pots: made } = at.known;
  const { hand } = view;
  const bets = hand?.players.reduce((sum, one) => sum + one.in_round, 0) ?? 0;
  if (made.length > 1 || (made.length === 1 && hand?.over !== false)) {
    const who = (seat: number): string => (seat === view.own ? 'you' : nameAt(seat, at));
    const each = made.map((pot) => `${potName(pot.pot, 'whole')} ${at.amount(pot.amount)}, for ${pot.eligible.map(who).join(' and ')}.`);
    return [...each, ...(bets > 0 ? [`${upper(at.amount(bets))} bet on this street.`] : [])].join(' ');
  }
  if (hand === null || hand.pot === 0) return 'There is nothing in the pot.';
  return `Pot ${at.amount(hand.pot)}${bets > 0 && bets < hand.pot ? `, ${at.amount(bets)} of it bet on this street` : ''}.`;
}

function stack(seat: number | undefined, at: Situation): Answer {
  const { view } = at.known;
  const which = seat ?? view.own;
  if (which === null) return no('You have no seat here. Type stack with the number of a seat.');
  if (which < 1 || which > view.stakes.seats) return no(`There are seats 1 to ${String(view.stakes.seats)}.`);
  const chair = view.chairs.find((one) => one.seat === which);
  if (chair === undefined) return { say: `Seat ${String(which)} is free.` };
  const player = view.hand?.players.find((one) => one.seat === which);
  const bet = player !== undefined && player.in_round > 0 ? `, bet ${at.amount(player.in_round)}` : '';
  if (which === view.own) return { say: `You have ${at.amount(chair.stack)}${bet}.` };
  return { say: `${upper(nameAt(which, at))}, has ${at.amount(chair.stack)}${bet}.` };
}

/** What a seat is doing, in words: for a row of the players and for `who`. */
export function doing(seat: number, known: Known, amount: (chips: number) => string, left?: number): string {
  const { view, did, won } = known;
  const chair = view.chairs.find((one) => one.seat === seat);
  if (chair === undefined) return 'free';
  const player = view.hand?.players.find((one) => one.seat === seat);
  const over = view.hand?.over ?? true;
  const parts: string[] = [];
  if (view.turn?.seat === seat) parts.push('to act');
  if (won[seat] !== undefined) parts.push(`wins ${amount(won[seat])}`);
  if (player?.folded) parts.push(did[seat] === 'mucks' ? 'mucks' : 'folded');
  else if (player?.all_in && !over) parts.push(`all-in ${amount(player.in_hand)}`);
  else if (player?.shown && player.cards.length > 0) parts.push(`shows ${namesOf(player.cards)}`);
  else if (did[seat] !== undefined && did[seat] !== 'sits out' && won[seat] === undefined) parts.push(did[seat]);
  const there = plate(known, seat);
  if (there && !chair.connected && !chair.machine) parts.push(disconnected(there, left));
  if (chair.leaving) parts.push('leaves after this hand');
  else if (chair.away) parts.push('sitting out');
  else if (chair.out_at_blind) parts.push('sits out at the next big blind');
  else if (chair.waits) parts.push('waits for the big blind');
  if ((view.hand?.button ?? view.button) === seat) parts.push('button');
  return parts.join(', ');
}

function who(at: Situation): string {
  const { view } = at.known;
  if (view.chairs.length === 0) return 'Nobody is seated.';
  const one = (seat: number, name: string, stack: number): string => {
    const state = doing(seat, at.known, at.amount, at.left);
    return `seat ${String(seat)}, ${seat === view.own ? 'you' : name}, ${at.amount(stack)}${state === '' ? '' : `, ${state}`}`;
  };
  return `${upper(view.chairs.map((chair) => one(chair.seat, chair.name, chair.stack)).join('; '))}.`;
}

/** The seats that nobody has. */
export function freeSeats(at: Pick<Situation, 'known'>): string {
  const { stakes, chairs } = at.known.view;
  const free = Array.from({ length: stakes.seats }, (_, place) => place + 1).filter((seat) => !chairs.some((one) => one.seat === seat));
  if (free.length === 0) return 'No seat is free.';
  if (free.length === 1) return `Seat ${String(free[0])} is free.`;
  return `Seats ${free.slice(0, -1).join(', ')} and ${String(free.at(-1))} are free.`;
}

/** Whose turn it is, and what the viewer may do. */
export function turn(at: Pick<Situation, 'known' | 'amount'>): string {
  const { view } = at.known;
  if (view.turn === null) {
    if (view.hand === null || view.hand.over) return 'No hand is being played.';
    return 'It is nobody’s turn now.';
  }
  if (view.turn.seat !== view.own) return `${upper(nameAt(view.turn.seat, at as Situation))}, is to ${view.turn.showing ? 'show' : 'act'}.`;
  if (view.turn.showing) return view.may_muck === true ? 'Your turn: show or muck.' : 'Your turn: show.';
  const { menu } = view;
  if (menu === null) return 'Your turn.';
  const open: string[] = [];
  if (menu.check) open.push('check');
  if (menu.call !== null) open.push(`call ${at.amount(menu.call)}`);
  if (menu.fold && !menu.check) open.push('fold');
  const plays = open.length < 2 ? open.join('') : `${open.slice(0, -1).join(', ')} or ${open.at(-1) ?? ''}`;
  if (menu.raise === null) return `Your turn: ${plays}.`;
  const { is_bet: isBet, min, max, all_in: everything } = menu.raise;
  const sum = min === max ? at.amount(min) : max < everything ? `${at.amount(min)} to ${at.amount(max)}` : `${at.amount(min)} or more`;
  return `Your turn: ${plays}, ${isBet ? 'bet' : 'raise to'} ${sum}.`;
}

function seconds(ms: number): string {
  const count = Math.ceil(ms / 1000);
  return count === 1 ? '1 second' : `${String(count)} seconds`;
}

/** The time of the decision that is made now. */
export function clock(at: Pick<Situation, 'known' | 'left'>): string {
  const { view } = at.known;
  if (view.turn === null || at.left === undefined) return 'No clock is running.';
  const bank = view.turn.bank_ms > 0 ? `, and ${seconds(view.turn.bank_ms)} in the time bank` : '';
  const whose = view.turn.seat === view.own ? 'You have' : `${upper(nameAt(view.turn.seat, at as Situation))}, has`;
  return `${whose} ${seconds(at.left)}${bank}.`;
}

function why(which: 'rule' | 'why', at: Situation): Answer {
  const line = at.log.findLast((one) => one.rule !== null || one.clauses.length > 0);
  const ground: Ground | undefined =
    which === 'why' && at.refused !== undefined ? at.refused : line === undefined ? undefined : { what: line.text, rule: line.rule, clauses: line.clauses };
  const { book, book_version: version } = at.known.view.stakes;
  if (ground === undefined) return { say: `No rule has been used yet. Played by ${plain(book)}, version ${version}.` };
  return which === 'why' ? { say: `${upper(ground.what)}.`, ground } : { say: `The rule used last, of ${plain(book)}, version ${version}.`, ground };
}
