// What happened, in sentences for the ear: seats with their names, amounts in words, the cards of a street together.
// They are made from what the room sent this viewer, as those of the log are.

import { type Unit, ordinal, said } from './amountwords.ts';
import { namesOf } from './cards.ts';
import { inWords } from './money.ts';
import type { Known } from './table.ts';
import { VOID, postName, standingText, thirdPerson } from './telling.ts';
import { gameLine } from './words.ts';
import type { Event, Half, Update } from '../wire/wire.ts';

/** A hand by its name, as the room gives it. */
interface Named {
  name: string;
}

/** What may be left out by who wants to hear less. */
export type Hears = 'all' | 'bets' | 'mine';

/** One sentence. */
export interface Sentence {
  text: string;
  /** Bets and cards, pots among them; the rest is who comes and goes and how the table stands. */
  about: 'bet' | 'card' | 'other';
  /** Of the viewer's own seat. */
  mine: boolean;
}

/** Who is told, and what the sentences need to know. */
export interface Ear {
  own: number | null;
  unit: Unit;
  /** The table before and after what is told. */
  before: Known;
  after: Known;
}

/** The names at the seats: who sat there before, and who sits there now. */
function namesAt(ear: Ear, update: Update): Map<number, string> {
  const names = new Map<number, string>();
  for (const chair of [...ear.before.view.chairs, ...ear.after.view.chairs]) names.set(chair.seat, chair.name);
  for (const event of update.events) if (event.e === 'sat') names.set(event.seat, event.name);
  return names;
}

/** "a pair of kings", "two pairs, kings and sevens", "ace high". */
export function withArticle(name: string): string {
  return /^(pair|full house|flush|straight|royal)/.test(name) ? `a ${name}` : name;
}

const LOW_RANKS: Readonly<Record<string, string>> = {
  A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten', '10': 'ten', '9': 'nine', '8': 'eight', '7': 'seven', '6': 'six', '5': 'five', '4': 'four',
  '3': 'three', '2': 'deuce',
};

/** A low hand rank by rank: "eight, six, four, three, deuce". */
export function lowInWords(name: string): string {
  const ranks = name.split('-');
  return ranks.length > 1 ? ranks.map((rank) => LOW_RANKS[rank] ?? rank).join(', ') : name;
}

/** What a hand makes, said as one: "a pair of kings", with the low hand behind it where one counts. */
export function madeInWords(made: { high: Named | null; low: Named | null }): string | undefined {
  const parts = [made.high === null ? undefined : withArticle(made.high.name), made.low === null ? undefined : `${lowInWords(made.low.name)} for low`];
  const there = parts.filter((part) => part !== undefined);
  return there.length === 0 ? undefined : there.join(', and ');
}

/** "Pot one, main", "Pot two, side, high half". */
export function potAloud(pot: number, half: Half): string {
  const which = `Pot ${inWords(pot + 1)}, ${pot === 0 ? 'main' : 'side'}`;
  return half === 'whole' ? which : `${which}, ${half} half`;
}

/** The cards that came to the board together: "Flop", "Turn", or "Third board card" where they come one by one. */
export function streetAloud(game: string, lay: number, came: number): string {
  if (game !== 'manila') {
    if (lay === 0 && came === 3) return 'Flop';
    if (lay === 3 && came === 1) return 'Turn';
    if (lay === 4 && came === 1) return 'River';
  }
  if (came !== 1) return 'Board';
  const which = ordinal(lay + 1);
  return `${which.charAt(0).toUpperCase()}${which.slice(1)} board card`;
}

/** The sentences of an update, in the order of what happened. Proofs and other things without a sound get none. */
export function sentences(update: Update, ear: Ear): Sentence[] {
  const names = namesAt(ear, update);
  const { own, unit } = ear;
  const game = ear.before.view.stakes.game;
  const told: Sentence[] = [];
  let dealt: (string | null)[] = [];
  let wasDealt = false;
  const opened = update.events.some((event) => event.e === 'opened');
  let lay = opened ? 0 : (ear.before.view.hand?.board.length ?? 0);
  let came: (string | null)[] = [];
  const ownCards = (): void => {
    if (dealt.length > 0) told.push({ text: `You are dealt ${namesOf(dealt)}.`, about: 'card', mine: true });
    wasDealt ||= dealt.length > 0;
    dealt = [];
  };
  const board = (): void => {
    if (came.length === 0) return;
    ownCards();
    told.push({ text: `${streetAloud(game, lay, came.length)}: ${namesOf(came)}.`, about: 'card', mine: false });
    lay += came.length;
    came = [];
  };
  for (const event of update.events) {
    if (event.e === 'board_dealt') {
      came.push(event.card);
      continue;
    }
    // The proof of a card stands between it and the next card of its street.
    if (event.e === 'opening') continue;
    board();
    if (event.e === 'hole_dealt' && event.seat === own) dealt.push(event.card);
    const sentence = oneEvent(event, { names, own, unit, ear });
    if (sentence !== undefined) told.push(sentence);
  }
  board();
  ownCards();
  const boardCame = update.events.some((event) => event.e === 'board_dealt');
  if (own !== null && (wasDealt || boardCame)) {
    const made = ear.after.made.find((one) => one.seat === own);
    const words = made === undefined ? undefined : madeInWords(made);
    if (words !== undefined) told.push({ text: `You have ${words}.`, about: 'card', mine: true });
  }
  return told;
}

/** What of it is heard by who chose to hear less. */
export function heard(told: readonly Sentence[], hears: Hears): Sentence[] {
  return told.filter((one) => hears === 'all' || one.mine || (hears === 'bets' && one.about !== 'other'));
}

interface Around {
  names: ReadonlyMap<number, string>;
  own: number | null;
  unit: Unit;
  ear: Ear;
}

function oneEvent(event: Event, { names, own, unit, ear }: Around): Sentence | undefined {
  const at = (seat: number): string => {
    const name = names.get(seat);
    return name === undefined ? `seat ${String(seat)}` : `seat ${String(seat)}, ${name}`;
  };
  const whom = (seat: number): string => (seat === own ? 'you' : at(seat));
  /** "seat 5, Ben, raises to": a name stands between commas. */
  const does = (seat: number, verb: string): string => {
    if (seat === own) return `you ${verb}`;
    return `${at(seat)}${names.has(seat) ? ',' : ''} ${thirdPerson(verb)}`;
  };
  const amount = (chips: number): string => said(chips, unit);
  const all = (allIn: boolean): string => (allIn ? ', all-in' : '');
  const make = (about: Sentence['about'], seat: number | undefined, text: string): Sentence => ({
    text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
    about,
    mine: seat !== undefined && seat === own,
  });
  const goes = (chips: number): string => (chips === 1 ? 'goes' : 'go');
  switch (event.e) {
    case 'folded':
      return make('bet', event.seat, does(event.seat, 'fold'));
    case 'checked':
      return make('bet', event.seat, does(event.seat, 'check'));
    case 'called':
      return make('bet', event.seat, `${does(event.seat, 'call')} ${amount(event.amount)}${all(event.all_in)}`);
    case 'bet':
      return make('bet', event.seat, `${does(event.seat, 'bet')} ${amount(event.to)}${all(event.all_in)}`);
    case 'raised':
      return make('bet', event.seat, `${does(event.seat, 'raise')} to ${amount(event.to)}${all(event.all_in)}`);
    case 'posted':
      return make(
        'bet',
        event.seat,
        `${does(event.seat, 'post')} ${postName(event.kind, ear.before.view.stakes.blinds.length)} ${amount(event.amount)}${all(event.all_in)}`,
      );
    case 'returned':
      return make('bet', event.seat, `${does(event.seat, 'get')} ${amount(event.amount)} back that nobody called`);
    case 'refunded':
      return make('bet', event.seat, `${does(event.seat, 'get')} ${amount(event.amount)} back`);
    case 'hands_tabled':
      return make('card', undefined, 'nobody can bet any more: all hands are turned up');
    case 'showdown_opened':
      return make('card', event.first, `showdown: ${does(event.first, 'show')} first`);
    case 'shown': {
      const made = ear.after.made.find((one) => one.seat === event.seat);
      const words = made === undefined ? undefined : madeInWords(made);
      return make('card', event.seat, `${does(event.seat, 'show')} ${namesOf(event.cards)}${words === undefined ? '' : `: ${words}`}`);
    }
    case 'mucked':
      return make('card', event.seat, `${does(event.seat, 'muck')} unseen`);
    case 'cards_shown':
      return make('card', event.seat, `${does(event.seat, 'show')} ${namesOf(event.cards.filter((card) => card !== null))}`);
    case 'pot_formed': {
      const players = event.eligible.length;
      return make('bet', undefined, `${potAloud(event.pot, 'whole')}, ${amount(event.amount)}, ${inWords(players)} ${players === 1 ? 'player' : 'players'}`);
    }
    case 'commission_taken':
      return make('bet', undefined, `${potAloud(event.pot, 'whole')}: commission ${amount(event.amount)}`);
    case 'awarded':
      return make('bet', event.seat, `${potAloud(event.pot, event.half)}: ${does(event.seat, 'win')} ${amount(event.amount)}${how(event, ear)}`);
    case 'odd_chips':
      return make(
        'bet',
        event.seat,
        `${potAloud(event.pot, event.half)}: ${amount(event.amount)} that cannot be shared ${goes(event.amount)} to ${whom(event.seat)}`,
      );
    case 'opened':
      return make('other', undefined, `hand ${String(event.hand)} begins, button at seat ${String(event.button)}`);
    case 'voided':
      return make('bet', undefined, `the hand is void: ${VOID[event.reason]}. All bets are returned`);
    case 'sat': {
      const machine = event.machine ? 'a machine, ' : '';
      if (event.seat === own) return make('other', event.seat, `you take seat ${String(event.seat)} with ${amount(event.stack)}`);
      return make('other', event.seat, `${at(event.seat)}, ${machine}sits down with ${amount(event.stack)}`);
    }
    case 'left':
      return make('other', event.seat, `${does(event.seat, 'leave')} with ${amount(event.stack)}`);
    case 'leaving':
      return make('other', event.seat, `${does(event.seat, 'leave')} when the hand is over`);
    case 'removal_decided':
      return make('other', event.seat, `${does(event.seat, 'go')} off the table when the hand is over: ${event.reason}`);
    case 'rejoin_referred':
      return make('other', undefined, `somebody wants seat ${String(event.seat)} with ${amount(event.stack)} after leaving with ${amount(event.took)}: an official decides`);
    case 'rejoin_decided':
      return make('other', undefined, event.allowed ? 'somebody may come back to the table' : 'somebody may not come back to the table');
    case 'sat_out':
      return make('other', event.seat, does(event.seat, 'sit out'));
    case 'out_at_blind':
      return make('other', event.seat, does(event.seat, event.wished ? 'sit out at the next big blind' : 'stay in at the next big blind'));
    case 'sat_in':
      return make('other', event.seat, `${does(event.seat, 'sit in')}${event.waits ? ', waiting for the big blind' : ''}`);
    case 'bought':
      return make('other', event.seat, `${does(event.seat, 'add')} ${amount(event.amount)} to the stack`);
    case 'held_back':
      return make('other', event.seat, `${does(event.seat, 'wait')}: nobody enters on the button`);
    case 'blind_missed':
      return make('other', event.seat, `${does(event.seat, 'miss')} the ${event.last ? 'big' : 'small'} blind`);
    case 'time_ran_out':
      return make('other', event.seat, event.seat === own ? 'your time ran out' : `the time of ${at(event.seat)}${names.has(event.seat) ? ',' : ''} ran out`);
    case 'time_bank':
      return make('other', event.seat, `${does(event.seat, 'use')} ${inWords(Math.round(event.taken / 1000))} seconds of the time bank`);
    case 'standing':
      return make('other', undefined, standingText(event.standing));
    case 'button_placed':
      return make('other', undefined, `the button is placed at seat ${String(event.seat)}`);
    case 'determined':
      return make('other', undefined, `from hand ${String(event.from_hand)} on: ${gameLine(event.stakes)}, ${amount(event.stakes.min_buy_in)} to sit down`);
    case 'sign_changed':
      return make('other', undefined, `from hand ${String(event.from_hand)} on the sign says ${amount(event.sign.minimum_stake)} to sit down`);
    case 'cards_replaced':
      return make('other', undefined, `new cards come into the deck: ${namesOf(event.cards)}`);
    case 'cards_checked':
      return make('other', undefined, `the ${event.by_supervisor ? 'supervisor' : 'dealer'} checks the new cards`);
    // The shuffle, its proofs and what only moves the play along stand in the log for who looks.
    case 'readmitted':
    case 'table_opened':
    case 'time_told':
    case 'deck_shuffled':
    case 'deck_cut':
    case 'positions':
    case 'hole_dealt':
    case 'burned':
    case 'board_dealt':
    case 'betting_opened':
    case 'betting_skipped':
    case 'betting_closed':
    case 'closed':
    case 'deck':
    case 'cut':
    case 'opening':
      return undefined;
  }
  // A newer room may tell what this page does not know.
  return passedOver(event);
}

function passedOver(unknown: never): undefined {
  return unknown && undefined;
}

/** With what a part of a pot was won: the hand, where hands were compared. */
function how(event: Extract<Event, { e: 'awarded' }>, ear: Ear): string {
  const pot = ear.after.pots.find((one) => one.pot === event.pot);
  if (pot !== undefined && pot.eligible.length < 2) return ', no contest';
  const hand = ear.after.view.hand;
  if (!hand?.players.find((player) => player.seat === event.seat)?.shown) return '';
  const made = ear.after.made.find((one) => one.seat === event.seat);
  const named = event.half === 'low' ? made?.low : (made?.high ?? made?.low);
  if (named == null) return '';
  return ` with ${event.half === 'low' || made?.high === null ? lowInWords(named.name) : withArticle(named.name)}`;
}

/** What is asked of the viewer, when it is the viewer's turn. */
export function yourTurn(known: Known, unit: Unit): string {
  const { turn, menu, may_muck: mayMuck } = known.view;
  if (turn === null) return '';
  if (turn.showing) return mayMuck === true ? 'Your turn: show or muck.' : 'Your turn: show.';
  if (menu === null) return turn.facing > 0 ? `Your turn: ${said(turn.facing, unit)} to call.` : 'Your turn.';
  const open: string[] = [];
  if (menu.check) open.push('check');
  if (menu.call !== null) open.push(`call ${said(menu.call, unit)}`);
  if (menu.fold && !menu.check) open.push('fold');
  if (menu.raise !== null) {
    const { is_bet: isBet, min, max, all_in: everything } = menu.raise;
    const most = max < everything ? `, ${said(max, unit)} at most` : '';
    open.push(`${isBet ? 'bet' : 'raise to'} ${said(min, unit)}${min === max ? '' : ` or more${most}`}`);
  }
  return `Your turn: ${either(open)}.`;
}

function either(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

/** A warning of the time that is left. */
export function timeAloud(seconds: number): string {
  const words = inWords(seconds);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} seconds.`;
}
