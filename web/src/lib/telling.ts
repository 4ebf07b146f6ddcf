// What happened, in sentences. Each is made from what the room sent this viewer, so nothing hidden can get into one.

import { namesOf } from './cards.ts';
import { type Write, chips, inBlinds } from './money.ts';
import type { Event, Half, PostKind, Update, VoidReason } from '../wire/wire.ts';
import { gameLine } from './words.ts';

/** Why a round is void. */
export const VOID: Readonly<Record<VoidReason, string>> = {
  unrest: 'there is unrest in the room',
  fire: 'there is a fire or an alarm',
  robbery: 'there is a robbery',
  disturbance: 'a disturbance breaks the game up',
  cannot_go_on: 'it cannot go on',
  fraud: 'a fraudulent act affects the outcome',
};

/** One line of the log. */
export interface Line {
  /** A name of its own in the log of its table: the record's number, and the place in it. */
  id: string;
  number: number;
  hand: number;
  /** When it was recorded, in milliseconds since 1970. */
  at: number;
  text: string;
  /** The same with amounts in big blinds, where there is one and the line has an amount. */
  inBlinds?: string;
  /** Part of the result of a hand. */
  result: boolean;
  rule: string | null;
  clauses: string[];
}

/** Who sits where, and how many blinds there are: what sentences need to know. */
export interface Telling {
  /** The names by seat. */
  names: ReadonlyMap<number, string>;
  /** The viewer's own seat. */
  own: number | null;
  blinds: number;
  /** The chips of the big blind, for the lines in big blinds. */
  bigBlind?: number | undefined;
}

/** The lines of an update; facts that nobody would miss get none. */
export function lines(update: Update, telling: Telling): Line[] {
  const { number, hand, at } = update;
  return update.events.flatMap((event, place) => {
    const told = together(update.events, place, telling) ?? sentence(event, telling);
    if (told === undefined || told === 'before') return [];
    const { rule, clauses } = event;
    const { bigBlind } = telling;
    const also = bigBlind === undefined ? undefined : sentence(event, telling, (amount) => inBlinds(amount, bigBlind))?.text;
    const blinds = also === undefined || also === told.text ? {} : { inBlinds: also };
    return [{ id: `${String(number)}.${String(place)}`, number, hand, at, rule, clauses, ...told, ...blinds }];
  });
}

/** Cards that come together are one line, the line of the first of them: the flop, and what one is dealt. */
function together(events: readonly Event[], place: number, telling: Telling): Told | 'before' | undefined {
  const event = events[place];
  if (event?.e === 'mucked' && events.slice(0, place).some((one) => one.e === 'cards_shown' && one.seat === event.seat)) {
    return { text: `${event.seat === telling.own ? 'You muck' : `${nameOf(telling, event.seat)} mucks`} the rest unseen`, result: false };
  }
  const alike = (one: Event | undefined): boolean =>
    event?.e === 'board_dealt' ? one?.e === 'board_dealt' : one?.e === 'hole_dealt' && one.seat === telling.own && one.card !== null;
  if ((event?.e !== 'board_dealt' && event?.e !== 'hole_dealt') || !alike(event)) return undefined;
  if (events.slice(0, place).some(alike)) return 'before';
  const cards = events.flatMap((one) => (alike(one) && (one.e === 'board_dealt' || one.e === 'hole_dealt') ? [one.card] : []));
  const names = namesOf(cards);
  if (event.e === 'hole_dealt') return { text: `You are dealt the ${names}`, result: false };
  return { text: `${cards.length === 3 ? 'Flop' : 'Board'}: ${names}`, result: false };
}

interface Told {
  text: string;
  result: boolean;
}

function sentence(event: Event, telling: Telling, write: Write = chips): Told | undefined {
  const does = (seat: number, verb: string): string =>
    seat === telling.own ? `You ${verb}` : `${nameOf(telling, seat)} ${thirdPerson(verb)}`;
  const all = (allIn: boolean): string => (allIn ? ', all-in' : '');
  const plain = (text: string): Told => ({ text, result: false });
  const result = (text: string): Told => ({ text, result: true });
  switch (event.e) {
    case 'sat':
      return plain(`${event.name} takes seat ${String(event.seat)} with ${write(event.stack)}${event.machine ? ', a machine' : ''}`);
    case 'left':
      return plain(`${does(event.seat, 'leave')} with ${write(event.stack)}`);
    case 'sat_out':
      return plain(does(event.seat, 'sit out'));
    case 'out_at_blind':
      return plain(does(event.seat, event.wished ? 'sit out at the next big blind' : 'stay in at the next big blind'));
    case 'sat_in':
      return plain(`${does(event.seat, 'sit in')}${event.waits ? ', waiting for the big blind' : ''}`);
    case 'bought':
      return plain(`${does(event.seat, 'add')} ${write(event.amount)} to the stack`);
    case 'leaving':
      return plain(`${does(event.seat, 'leave')} when the hand is over`);
    case 'removal_decided':
      return plain(`${does(event.seat, 'go')} off the table when the hand is over: ${event.reason}`);
    case 'readmitted':
      return plain('Somebody who was shut out may come back');
    case 'rejoin_referred':
      return plain(`Somebody wants seat ${String(event.seat)} with ${write(event.stack)} after leaving with ${write(event.took)}: an official decides`);
    case 'rejoin_decided':
      return plain(event.allowed ? 'Somebody may come back to the table' : 'Somebody may not come back to the table');
    case 'table_opened':
      return plain(`The table is opened: ${gameLine(event.stakes)}, ${write(event.sign.minimum_stake)} to sit down, bets from ${write(event.sign.minimum_bet)}`);
    case 'time_told':
      return undefined;
    case 'held_back':
      return plain(`${does(event.seat, 'wait')}: nobody enters on the button`);
    case 'determined':
      return plain(`From hand ${String(event.from_hand)} on: ${gameLine(event.stakes)}, ${write(event.stakes.min_buy_in)} to sit down`);
    case 'sign_changed':
      return plain(
        `The sign says from hand ${String(event.from_hand)} on: ${write(event.sign.minimum_stake)} to sit down, bets from ${write(event.sign.minimum_bet)}`,
      );
    case 'cards_replaced':
      return plain(`New cards come into the deck: ${namesOf(event.cards)}${event.reason === '' ? '' : ` (${event.reason})`}`);
    case 'cards_checked':
      return plain(`The ${event.by_supervisor ? 'supervisor' : 'dealer'} checks the new cards, ${namesOf(event.cards)}, and counts ${String(event.counted)} in all`);
    case 'deck_shuffled':
      return plain(`The deck of ${String(event.cards)} cards is shuffled`);
    case 'deck_cut':
      return plain(`The deck is cut: ${String(event.after)} cards are taken off`);
    case 'time_ran_out':
      return plain(event.seat === telling.own ? 'Your time ran out' : `The time of ${nameOf(telling, event.seat)} ran out`);
    case 'voided':
      return result(`The hand is void: ${VOID[event.reason]}. All bets are returned`);
    case 'refunded':
      return result(`${write(event.amount)} ${event.amount === 1 ? 'goes' : 'go'} back to ${whom(telling, event.seat)}`);
    case 'button_placed':
      return plain(`The button is placed at seat ${String(event.seat)}`);
    case 'positions':
      return undefined;
    case 'blind_missed':
      return plain(`${does(event.seat, 'miss')} the ${event.last ? 'big' : 'small'} blind`);
    case 'opened':
      return plain(`Hand ${String(event.hand)} begins, button at seat ${String(event.button)}`);
    case 'posted':
      return plain(`${does(event.seat, 'post')} ${postName(event.kind, telling.blinds)} ${write(event.amount)}${all(event.all_in)}`);
    case 'hole_dealt':
    case 'board_dealt':
      // What comes together is told together.
      return undefined;
    case 'burned':
      return undefined;
    case 'betting_opened':
      return undefined;
    case 'betting_skipped':
      return undefined;
    case 'folded':
      return plain(does(event.seat, 'fold'));
    case 'checked':
      return plain(does(event.seat, 'check'));
    case 'called':
      return plain(`${does(event.seat, 'call')} ${write(event.amount)}${all(event.all_in)}`);
    case 'bet':
      return plain(`${does(event.seat, 'bet')} ${write(event.to)}${all(event.all_in)}`);
    case 'raised':
      return plain(`${does(event.seat, 'raise')} to ${write(event.to)}${all(event.all_in)}`);
    case 'betting_closed':
      return undefined;
    case 'returned':
      return result(`${write(event.amount)} that nobody called ${event.amount === 1 ? 'goes' : 'go'} back to ${whom(telling, event.seat)}`);
    case 'hands_tabled':
      return plain('Nobody can bet any more: all hands are turned up');
    case 'showdown_opened':
      return plain(`Showdown, ${whom(telling, event.first)} first`);
    case 'shown':
      return plain(`${does(event.seat, 'show')} ${namesOf(event.cards)}`);
    case 'mucked':
      return plain(`${does(event.seat, 'muck')} unseen`);
    case 'cards_shown':
      return plain(`${does(event.seat, 'show')} ${namesOf(event.cards.filter((card) => card !== null))}`);
    case 'pot_formed':
      return plain(`${potName(event.pot, 'whole')}: ${write(event.amount)}, for ${listed(event.eligible.map((seat) => whom(telling, seat)))}`);
    case 'commission_taken':
      return result(`${potName(event.pot, 'whole')}: commission ${write(event.amount)}`);
    case 'awarded':
      return result(`${potName(event.pot, event.half)}: ${lower(does(event.seat, 'win'))} ${write(event.amount)}`);
    case 'odd_chips':
      return result(`${potName(event.pot, event.half)}: ${write(event.amount)} that cannot be shared ${event.amount === 1 ? 'goes' : 'go'} to ${whom(telling, event.seat)}`);
    case 'closed':
      return undefined;
    case 'deck':
      return plain(`The deck of hand ${String(event.hand)} is sealed: ${event.commitment.commitment.slice(0, 16)}…`);
    case 'cut':
      return plain(`The place of the cut, ${String(event.cut.position)}, comes from ${cutBy(event.cut.values.length)}`);
    case 'opening':
      return undefined;
    case 'standing':
      return plain(standingText(event.standing));
    case 'time_bank':
      return plain(`${does(event.seat, 'use')} ${String(Math.round(event.taken / 1000))} s of the time bank`);
  }
  // A newer room may tell what this page does not know.
  return passedOver(event);
}

function passedOver(unknown: never): undefined {
  return unknown && undefined;
}

function cutBy(values: number): string {
  if (values === 0) return "the room's sealed part alone";
  return `the values of ${values === 1 ? 'one player' : `${String(values)} players`} and the room's sealed part`;
}

/** What a table that is not simply open is doing. */
export function standingText(standing: Extract<Event, { e: 'standing' }>['standing']): string {
  const because = (reason: string): string => (reason === '' ? '' : `: ${reason}`);
  switch (standing.is) {
    case 'open':
      return 'Play goes on';
    case 'paused':
      return `Paused after this hand${because(standing.reason)}`;
    case 'closing':
      return `The table closes after this hand${because(standing.reason)}`;
    case 'closed':
      return `The table is closed${because(standing.reason)}`;
    case 'stopped':
      return `The table is stopped${because(standing.why)}`;
  }
}

function nameOf(telling: Telling, seat: number): string {
  return telling.names.get(seat) ?? `Seat ${String(seat)}`;
}

function whom(telling: Telling, seat: number): string {
  return seat === telling.own ? 'you' : nameOf(telling, seat);
}

/** A sentence in the middle of another: names keep their letters. */
function lower(text: string): string {
  return text.startsWith('You ') ? `you ${text.slice(4)}` : text;
}

/** "raises to" of "raise to". */
export function thirdPerson(verb: string): string {
  const [first = '', ...rest] = verb.split(' ');
  const ending = /(s|sh|ch|x|o)$/.test(first) ? 'es' : 's';
  return [first + ending, ...rest].join(' ');
}

function listed(words: string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/** The name of a pot as it is said: "Pot 1 (main)". */
export function potName(pot: number, half: Half): string {
  const whole = pot === 0 ? 'Pot 1 (main)' : `Pot ${String(pot + 1)} (side)`;
  switch (half) {
    case 'whole':
      return whole;
    case 'high':
      return `${whole}, high half`;
    case 'low':
      return `${whole}, low half`;
  }
}

/** What a payment is called, with the comma behind which its amount stands. */
export function postName(kind: PostKind, blinds: number): string {
  switch (kind.is) {
    case 'ante':
      return 'the ante,';
    case 'dead':
      return 'dead money,';
    case 'over_blind':
      return 'an over-blind,';
    case 'live':
      return 'live,';
    case 'blind':
      if (blinds === 1) return 'the blind,';
      if (blinds === 2) return kind.number === 0 ? 'the small blind,' : 'the big blind,';
      return ['the first blind,', 'the second blind,', 'the third blind,'][kind.number] ?? 'a blind,';
  }
}
