// The command line's answers: one line for everything that can be typed, and what to do about it. Nothing is
// decided here: what may be done is what the room's menu says, and what is known is what the room sent.

import { foldCosts } from './acts.ts';
import { snapped, stands } from './amounts.ts';
import { namesOf } from './cards.ts';
import { type Command, type Typed, help } from './commands.ts';
import { mayAct, type State } from './connection.ts';
import { meant } from './showing.ts';
import { madeName } from './hand.ts';
import { inOwnWords } from './refusals.svelte.ts';
import { didIn, disconnected } from './seat.ts';
import { type Known, plate } from './table.ts';
import { type Line, potName } from './telling.ts';
import { plain } from './words.ts';
import * as words from '../words/answers.ts';
import * as names from '../words/names.ts';
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
  /** The time left for the decision, in milliseconds; undefined without a clock. */
  left: number | undefined;
  line: State;
  /**
   * Where the table is played: here if undefined, else in another tab of this browser or on another device.
   */
  elsewhere?: 'tab' | 'device' | undefined;
  /** A request has no answer yet. */
  busy: boolean;
  /** The chips in the wallet; undefined for somebody who cannot sit down. */
  wallet: number | undefined;
  /** The last refusal, if nothing has happened since. */
  refused: Ground | undefined;
  /** Folding when checking is free needs Enter twice. */
  foldTwice: boolean;
  /** Commands that spend chips need Enter only once. */
  oneEnter: boolean;
  /** Writes or speaks an amount. */
  amount: (chips: number) => string;
}

/** Something to do: an act of the hand, another request to the table, or a chat message. */
export type Deed = { act: Wish } | { ask: Wish } | { chat: string };

/** One line, and what follows from it. */
export interface Answer {
  say: string;
  /** The command could not be carried out or read. */
  bad?: true;
  /** Done now. */
  deed?: Deed;
  /** Done when Enter is pressed again, and the line shown then. */
  again?: Deed;
  done?: string;
  /** The words of the rule and its clauses follow the line. */
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
    case 'overblind':
      return lineTrouble(at) ?? overBlind(at);
    case 'show':
      return lineTrouble(at) ?? show(command.card, at);
    case 'sit':
    case 'topup':
    case 'sitout':
    case 'sitin':
    case 'leave':
      return lineTrouble(at) ?? chair(command, at);
    case 'say':
      return lineTrouble(at) ?? { say: words.said(command.text), deed: { chat: command.text } };
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
      return { say: at.log.length === 0 ? words.nothingYet : words.happened([at.log.at(-1)?.text ?? '']) };
    case 'log':
      return { say: at.log.length === 0 ? words.nothingYet : words.happened(at.log.slice(-command.lines).map((line) => line.text)) };
    case 'rule':
    case 'why':
      return why(command.do, at);
  }
}

const no = (say: string): Answer => ({ say, bad: true });

function lineTrouble(at: Situation): Answer | undefined {
  if (at.line === 'elsewhere') return no(words.elsewhere(at.elsewhere === 'tab'));
  if (!mayAct(at.line)) return no(words.lineLost);
  return at.busy ? no(words.busy) : undefined;
}

/** The name at a seat, with its number. */
function nameAt(seat: number, at: Situation): string {
  return words.nameAt(seat, at.known.view.chairs.find((chair) => chair.seat === seat)?.name);
}

function turnTrouble(at: Situation): Answer | undefined {
  const { view } = at.known;
  if (view.own === null) return no(words.and(words.noSeat, freeSeats(at)));
  if (view.turn === null) return no(words.nobodysTurn);
  return view.turn.seat === view.own ? undefined : no(words.notYourTurn(nameAt(view.turn.seat, at)));
}

type Act = Extract<Command, { do: 'fold' | 'check' | 'call' | 'bet' | 'raise' | 'allin' | 'muck' | 'bank' }>;

function act(command: Act, at: Situation): Answer {
  const { view } = at.known;
  const { menu } = view;
  if (command.do === 'bank') {
    if ((view.turn?.bank_ms ?? 0) === 0) return no(words.bankEmpty);
    return { say: words.bankUsed, deed: { act: { do: 'use_time_bank' } } };
  }
  if (view.turn?.showing === true) {
    if (command.do === 'muck' && view.may_muck === true) return { say: words.youMuck, deed: { act: { do: 'muck' } } };
    return no(view.may_muck === true ? words.bettingOver : words.mustShow);
  }
  if (menu === null || command.do === 'muck') return no(words.and(words.noShowdown, turn(at)));
  switch (command.do) {
    case 'fold':
      if (!menu.fold && menu.call_and_fold) {
        const costs = foldCosts(menu);
        return spends(words.callAndFold(costs === null ? undefined : at.amount(costs)), { act: { do: 'call_and_fold' } }, at);
      }
      if (!menu.fold) return no(words.and(words.mayNotFold, turn(at)));
      if (menu.check && at.foldTwice) return { say: words.foldAgain, again: { act: { do: 'fold' } }, done: words.youFold };
      return { say: words.youFold, deed: { act: { do: 'fold' } } };
    case 'check':
      if (!menu.check) return no(words.cannotCheck(at.amount(menu.call ?? 0)));
      return { say: words.youCheck, deed: { act: { do: 'check' } } };
    case 'call':
      if (menu.call === null) return no(words.nothingToCall);
      return spends(callLine(menu.call, at), { act: { do: 'call' } }, at);
    case 'allin':
      return allIn(at);
    case 'bet':
    case 'raise':
      return wager(command.do, command.amount, at);
  }
}

/** The over-blind offered before the first card. */
function overBlind(at: Situation): Answer {
  const offer = at.known.view.over_blind;
  const word = at.known.view.stakes.over_blind_word ?? names.overBlind;
  if (offer === undefined) return no(words.noOverBlind(word));
  return spends(words.overBlind(word, at.amount(offer.amount)), { ask: { do: 'over_blind' } }, at);
}

/**
 * Shows the whole hand on the player's own turn at showdown; one card, or all, when the hand is out of play.
 */
function show(typed: string | undefined, at: Situation): Answer {
  const { view } = at.known;
  const own = view.turn?.showing === true && view.turn.seat === view.own;
  if (own && typed === undefined) return { say: words.youShowAll, deed: { act: { do: 'show' } } };
  const open = view.may_show ?? [];
  if (open.length === 0) {
    if (view.own === null) return no(words.and(words.noSeat, freeSeats(at)));
    if (own) return no(words.mustShow);
    return no(view.hand?.over === true ? words.noCard : words.and(words.noShowdown, turn(at)));
  }
  const card = typed === undefined ? undefined : meant(view, typed);
  if (typed !== undefined && (card === undefined || !open.includes(card))) return no(words.mayShow(namesOf(open)));
  const wish: Wish = { do: 'show_cards', cards: card === undefined ? [] : [card] };
  const say = words.youShow(namesOf(card === undefined ? open : [card]));
  return { say, deed: own ? { act: wish } : { ask: wish } };
}

function spends(say: string, deed: Deed, at: Situation): Answer {
  return at.oneEnter ? { say: words.asLine(say), deed } : confirmSpending(say, deed);
}

/** Needs Enter twice, whatever the player has chosen. */
function confirmSpending(say: string, deed: Deed): Answer {
  return { say: words.pressAgain(say), again: deed, done: words.asLine(say) };
}

function stackOf(at: Situation): number {
  return at.known.view.chairs.find((chair) => chair.seat === at.known.view.own)?.stack ?? 0;
}

function inRound(at: Situation): number {
  return at.known.view.hand?.players.find((player) => player.seat === at.known.view.own)?.in_round ?? 0;
}

function callLine(call: number, at: Situation): string {
  const stack = stackOf(at);
  return call === stack ? words.callAllIn(at.amount(call)) : words.call(at.amount(call), at.amount(stack - call));
}

function allIn(at: Situation): Answer {
  const menu = at.known.view.menu;
  const raise = menu?.raise ?? null;
  if (raise !== null && stands(raise, raise.all_in)) {
    return spends(words.allIn(raise.is_bet, at.amount(raise.all_in)), { act: { do: 'raise', to: raise.all_in } }, at);
  }
  if (raise === null && menu?.call != null && menu.call === stackOf(at)) return spends(callLine(menu.call, at), { act: { do: 'call' } }, at);
  if (raise !== null) return no(words.notEverything(raise.is_bet, at.amount(raise.max)));
  return no(closed(at));
}

/** Why no raise is possible, in the room's words where it gives a reason. */
function closed(at: Situation): string {
  const why = at.known.view.menu?.closed;
  return words.closed(why && inOwnWords(why).why);
}

function wager(how: 'bet' | 'raise', typed: Typed | undefined, at: Situation): Answer {
  const raise = at.known.view.menu?.raise ?? null;
  if (raise === null) return no(closed(at));
  if (how === 'bet' && !raise.is_bet) {
    const call = at.known.view.menu?.call;
    return no(words.betAlready(call == null ? undefined : at.amount(call), range(raise, at)));
  }
  if (how === 'raise' && raise.is_bet) return no(words.noBet(range(raise, at)));
  if (typed === undefined && raise.min !== raise.max) return no(words.howMuch(raise.is_bet, range(raise, at)));
  const to = typed === undefined ? raise.min : typed.is === 'chips' ? typed.amount : named(typed.is, raise, at);
  if (!stands(raise, to)) return no(misfit(raise, to, at));
  const adds = to - inRound(at);
  const stack = stackOf(at);
  const line = to === raise.all_in ? words.wagerAllIn(raise.is_bet, at.amount(to)) : words.wager(raise.is_bet, at.amount(to), at.amount(adds), at.amount(stack - adds));
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
  return raise.min === raise.max ? at.amount(raise.min) : words.range(at.amount(raise.min), at.amount(raise.max));
}

function misfit(raise: RaiseMenu, to: number, at: Situation): string {
  if (to < raise.min) return words.tooSmall(raise.is_bet, at.amount(raise.min), at.amount(to));
  if (to > raise.max) return words.tooLarge(raise.is_bet, at.amount(raise.max), at.amount(to));
  return words.inSteps(at.amount(raise.unit), at.amount(snapped(raise, to)), at.amount(to));
}

type ChairCommand = Extract<Command, { do: 'sit' | 'topup' | 'sitout' | 'sitin' | 'leave' }>;

function chair(command: ChairCommand, at: Situation): Answer {
  const { view } = at.known;
  const own = view.chairs.find((chair) => chair.seat === view.own);
  if (command.do === 'sit') return sit(command.seat, command.amount, at);
  if (own === undefined) return no(words.and(words.noSeat, freeSeats(at)));
  const playing = view.hand !== null && !view.hand.over && view.hand.players.some((player) => player.seat === own.seat && !player.folded);
  switch (command.do) {
    case 'topup':
      return topUp(command.amount, own.stack, at);
    case 'sitout':
      if (own.away) return no(words.outAlready);
      if (command.atBlind) {
        if (view.stakes.blinds.length === 0) return no(words.noBlinds);
        const turnOn = own.out_at_blind !== true;
        return { say: turnOn ? words.outAtBlind : words.inAtBlind, deed: { ask: { do: 'sit_out_at_blind', wished: turnOn } } };
      }
      return { say: playing ? words.outNextHand : words.out, deed: { ask: { do: 'sit_out' } } };
    case 'sitin': {
      if (!own.away && !own.waits) return no(words.inAlready);
      const owed = view.owed?.find((debt) => debt.seat === own.seat);
      if (!command.posts) {
        return { say: owed === undefined ? words.sitIn : words.sitInAndWait, deed: { ask: { do: 'sit_in', posts: false } } };
      }
      const [all, dead] = owed === undefined ? [] : [at.amount(owed.live + owed.dead), owed.dead > 0 ? at.amount(owed.dead) : undefined];
      return spends(words.sitInAndPost(all, dead), { ask: { do: 'sit_in', posts: true } }, at);
    }
    case 'leave':
      if (own.leaving) return no(words.leaving);
      return confirmSpending(words.leave(at.amount(own.stack), own.stack, playing), { ask: { do: 'leave' } });
  }
}

function sit(seat: number | undefined, amount: number | undefined, at: Situation): Answer {
  const { view } = at.known;
  if (view.own !== null) return no(words.haveSeat(view.own));
  if (at.wallet === undefined) return no(words.signInToSit);
  if (view.standing.is !== 'open') return no(words.notOpen);
  if (seat === undefined) return no(words.whichSeat(freeSeats(at)));
  if (seat < 1 || seat > view.stakes.seats) return no(words.seatsTo(view.stakes.seats));
  if (view.chairs.some((chair) => chair.seat === seat)) return no(words.taken(nameAt(seat, at), freeSeats(at)));
  const { min_buy_in: least, max_buy_in: most } = view.stakes;
  const upTo = Math.min(most ?? at.wallet, at.wallet);
  if (at.wallet < least) return no(words.walletShort(at.amount(at.wallet), at.amount(least)));
  if (amount === undefined) return no(words.withHowMuch(at.amount(least), at.amount(upTo), seat, upTo));
  if (amount < least || amount > upTo) return no(words.sitRange(at.amount(least), at.amount(upTo), at.amount(amount)));
  return spends(words.takeSeat(seat, at.amount(amount), at.amount(at.wallet)), { ask: { do: 'sit', seat, stack: amount } }, at);
}

function topUp(amount: number | undefined, stack: number, at: Situation): Answer {
  const { stakes } = at.known.view;
  const wallet = at.wallet ?? 0;
  const most = stakes.max_buy_in === null ? wallet : Math.max(0, Math.min(wallet, stakes.max_buy_in - stack));
  const least = Math.max(stakes.smallest_chip, stack === 0 ? stakes.min_buy_in : 1);
  if (most < least) return no(wallet < least ? words.nothingToAdd(at.amount(wallet)) : words.stackFull);
  if (amount === undefined) return no(words.addHowMuch(at.amount(least), at.amount(most), most));
  if (amount < least || amount > most) return no(words.addRange(at.amount(least), at.amount(most), at.amount(amount)));
  return spends(words.add(at.amount(amount), at.amount(stack)), { ask: { do: 'top_up', amount } }, at);
}

/** The board in words. */
export function board(at: Situation): string {
  const cards = at.known.view.hand?.board ?? [];
  return cards.length === 0 ? words.noBoard : words.board(namesOf(cards));
}

/** The viewer's own cards, and what they make. */
export function cards(at: Situation): string {
  const { view } = at.known;
  const me = view.hand?.players.find((player) => player.seat === view.own);
  if (view.own === null) return words.noSeatNoCards;
  if (me === undefined || me.cards.length === 0) return words.noCards;
  const made = ownMade(at.known);
  return words.yourCards(namesOf(me.cards), me.folded, me.folded ? undefined : made);
}

/** What the viewer's hand makes, in spoken words. */
export function ownMade(known: Known): string | undefined {
  const made = known.made.find((hand) => hand.seat === known.view.own);
  return made === undefined ? undefined : madeName(made, 'aloud');
}

/** The pots, who can win each, and what is bet beside them. */
export function pots(at: Situation): string {
  const { view, pots: made } = at.known;
  const { hand } = view;
  const bets = hand?.players.reduce((sum, player) => sum + player.in_round, 0) ?? 0;
  if (made.length > 1 || (made.length === 1 && hand?.over !== false)) {
    const who = (seat: number): string => (seat === view.own ? words.you : nameAt(seat, at));
    const each = made.map((pot) => words.pot(potName(pot.pot, 'whole'), at.amount(pot.amount), pot.eligible.map(who)));
    return words.together([...each, ...(bets > 0 ? [words.betOnStreet(at.amount(bets))] : [])]);
  }
  if (hand === null || hand.pot === 0) return words.emptyPot;
  return words.onePot(at.amount(hand.pot), bets > 0 && bets < hand.pot ? at.amount(bets) : undefined);
}

function stack(seat: number | undefined, at: Situation): Answer {
  const { view } = at.known;
  const which = seat ?? view.own;
  if (which === null) return no(words.stackOfWhich);
  if (which < 1 || which > view.stakes.seats) return no(words.seatsTo(view.stakes.seats));
  const chair = view.chairs.find((chair) => chair.seat === which);
  if (chair === undefined) return { say: words.freeSeats([which]) };
  const player = view.hand?.players.find((player) => player.seat === which);
  const bet = player !== undefined && player.in_round > 0 ? at.amount(player.in_round) : undefined;
  if (which === view.own) return { say: words.youHave(at.amount(chair.stack), bet) };
  return { say: words.has(nameAt(which, at), at.amount(chair.stack), bet) };
}

/** What a seat is doing, in words: for a row of the players list and for `who`. */
export function doing(seat: number, known: Known, amount: (chips: number) => string, left?: number): string {
  const { view, did, won } = known;
  const chair = view.chairs.find((chair) => chair.seat === seat);
  if (chair === undefined) return words.doing.free;
  const player = view.hand?.players.find((player) => player.seat === seat);
  const over = view.hand?.over ?? true;
  const parts: string[] = [];
  if (view.turn?.seat === seat) parts.push(words.doing.toAct);
  if (won[seat] !== undefined) parts.push(words.doing.wins(amount(won[seat])));
  if (player?.folded) parts.push(did[seat]?.is === 'mucked' ? words.doing.mucks : words.doing.folded);
  else if (player?.all_in && !over) parts.push(words.doing.allIn(amount(player.in_hand)));
  else if (player?.shown && player.cards.length > 0) parts.push(words.doing.shows(namesOf(player.cards)));
  else if (did[seat] !== undefined && did[seat].is !== 'sat_out' && won[seat] === undefined) parts.push(didIn(did[seat], amount));
  const atSeat = plate(known, seat);
  if (atSeat && !chair.connected && !chair.machine) parts.push(disconnected(atSeat, left));
  if (chair.leaving) parts.push(words.doing.leaves);
  else if (chair.away) parts.push(words.doing.sittingOut);
  else if (chair.out_at_blind) parts.push(words.doing.outAtBlind);
  else if (chair.waits) parts.push(words.doing.waits);
  if ((view.hand?.button ?? view.button) === seat) parts.push(words.doing.button);
  return words.doing.all(parts);
}

function who(at: Situation): string {
  const { view } = at.known;
  if (view.chairs.length === 0) return words.nobody;
  const one = (seat: number, name: string, stack: number): string => {
    const state = doing(seat, at.known, at.amount, at.left);
    return words.seatRow(seat, seat === view.own ? words.you : name, at.amount(stack), state);
  };
  return words.seated(view.chairs.map((chair) => one(chair.seat, chair.name, chair.stack)));
}

/** The free seats. */
export function freeSeats(at: Pick<Situation, 'known'>): string {
  const { stakes, chairs } = at.known.view;
  const free = Array.from({ length: stakes.seats }, (_, place) => place + 1).filter((seat) => !chairs.some((chair) => chair.seat === seat));
  return words.freeSeats(free);
}

/** Whose turn it is, and what the viewer may do. */
export function turn(at: Pick<Situation, 'known' | 'amount'>): string {
  const { view } = at.known;
  if (view.turn === null) {
    if (view.hand === null || view.hand.over) return words.noHand;
    return words.nobodysTurn;
  }
  if (view.turn.seat !== view.own) return (view.turn.showing ? words.isToShow : words.isToAct)(nameAt(view.turn.seat, at as Situation));
  if (view.turn.showing) return view.may_muck === true ? words.showOrMuck : words.show;
  const { menu } = view;
  if (menu === null) return words.yourTurn;
  const open: string[] = [];
  if (menu.check) open.push(menu.stands ? words.may.stand : words.may.check);
  if (menu.call !== null) open.push(words.may.call(at.amount(menu.call)));
  if (menu.fold && !menu.check) open.push(words.may.fold);
  if (menu.raise === null) return words.turn(open, undefined);
  const { is_bet: isBet, min, max, all_in: everything } = menu.raise;
  const sum = min === max ? at.amount(min) : max < everything ? words.range(at.amount(min), at.amount(max)) : words.orMore(at.amount(min));
  return words.turn(open, { bet: isBet, sum });
}

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** The time for the current decision. */
export function clock(at: Pick<Situation, 'known' | 'left'>): string {
  const { view } = at.known;
  if (view.turn === null || at.left === undefined) return words.noClock;
  const bank = view.turn.bank_ms > 0 ? seconds(view.turn.bank_ms) : undefined;
  if (view.turn.seat === view.own) return words.youHaveTime(seconds(at.left), bank);
  return words.hasTime(nameAt(view.turn.seat, at as Situation), seconds(at.left), bank);
}

function why(which: 'rule' | 'why', at: Situation): Answer {
  const line = at.log.findLast((line) => line.rule !== null || line.clauses.length > 0);
  const ground: Ground | undefined =
    which === 'why' && at.refused !== undefined ? at.refused : line === undefined ? undefined : { what: line.text, rule: line.rule, clauses: line.clauses };
  const { book, book_version: version } = at.known.view.stakes;
  if (ground === undefined) return { say: words.noRule(plain(book), version) };
  return which === 'why' ? { say: words.asLine(ground.what), ground } : { say: words.lastRule(plain(book), version), ground };
}
