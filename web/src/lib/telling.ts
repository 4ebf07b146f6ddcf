// What happened, in sentences. Each is made from what the room sent this viewer, so nothing hidden can get
// into one.

import { namesOf } from './cards.ts';
import { wonWith } from './hand.ts';
import { type Write, chips, inBlinds } from './money.ts';
import { streetThatCame } from './streets.ts';
import { gameLine } from './words.ts';
import * as words from '../words/events.ts';
import * as names from '../words/names.ts';
import type { Deal, Event, Half, PostKind, Update } from '../wire/wire.ts';

/** One line of the log. */
export interface Line {
  /** A unique id in the log of its table: the record's number, and the index in it. */
  id: string;
  number: number;
  hand: number;
  /** When it was recorded, in milliseconds since 1970. */
  at: number;
  text: string;
  /** The kind of event, and whether it is about the viewer's own seat. */
  fact?: { e: Event['e']; own: boolean };
  /** The same with amounts in big blinds, if there is one and the line has an amount. */
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
  /** What is dealt in the game. */
  deal: Deal;
  blinds: number;
  /** What the table calls a blind posted over the last one. */
  overBlind?: string | undefined;
  /** A hand is being played: what waits for its end says so. */
  playing?: boolean | undefined;
  /** The big blind in chips, for the lines in big blinds. */
  bigBlind?: number | undefined;
}

/** The lines of an update; facts that nobody would miss get none. */
export function lines(update: Update, telling: Telling): Line[] {
  const { number, hand, at } = update;
  return update.events.flatMap((event, place) => {
    const text = together(update.events, place, telling) ?? sentence(event, update, telling);
    if (text === undefined || text === 'before') return [];
    const { rule, clauses } = event;
    const { bigBlind } = telling;
    const also = bigBlind === undefined ? undefined : sentence(event, update, telling, (amount) => inBlinds(amount, bigBlind))?.text;
    const blinds = also === undefined || also === text.text ? {} : { inBlinds: also };
    return [{ id: `${String(number)}.${String(place)}`, number, hand, at, rule, clauses, fact: { e: event.e, own: 'seat' in event && event.seat === telling.own }, ...text, ...blinds }];
  });
}

/** Cards that come together are one line, that of the first of them: the flop, and a player's hole cards. */
function together(events: readonly Event[], place: number, telling: Telling): Told | 'before' | undefined {
  const event = events[place];
  if (event?.e === 'mucked' && events.slice(0, place).some((earlier) => earlier.e === 'cards_shown' && earlier.seat === event.seat)) {
    return { text: words.mucksRest(whoAt(telling, event.seat)), result: false };
  }
  const isSimilar = (one: Event | undefined): boolean =>
    event?.e === 'board_dealt' ? one?.e === 'board_dealt' : one?.e === 'hole_dealt' && one.seat === telling.own && one.card !== null;
  if ((event?.e !== 'board_dealt' && event?.e !== 'hole_dealt') || !isSimilar(event)) return undefined;
  if (events.slice(0, place).some(isSimilar)) return 'before';
  const cards = events.flatMap((event) => (isSimilar(event) && (event.e === 'board_dealt' || event.e === 'hole_dealt') ? [event.card] : []));
  const names = namesOf(cards);
  if (event.e === 'hole_dealt') return { text: words.dealt(names), result: false };
  return { text: (words.boards[streetThatCame(telling.deal, 0, cards.length) ?? ''] ?? words.board)(names), result: false };
}

interface Told {
  text: string;
  result: boolean;
}

function sentence(event: Event, update: Update, telling: Telling, write: Write = chips): Told | undefined {
  const who = (seat: number): words.Who => whoAt(telling, seat);
  const plain = (text: string): Told => ({ text, result: false });
  const result = (text: string): Told => ({ text, result: true });
  switch (event.e) {
    case 'sat':
      return plain(words.sits(event.name, event.seat, write(event.stack), event.machine));
    case 'left':
      return plain(words.leaves(who(event.seat), write(event.stack)));
    case 'sat_out':
      return plain(words.sitsOut(who(event.seat)));
    case 'out_at_blind':
      return plain(words.outAtBlind(who(event.seat), event.wished));
    case 'sat_in':
      return plain(words.sitsIn(who(event.seat), event.waits));
    case 'bought':
      return plain(words.adds(who(event.seat), write(event.amount)));
    case 'leaving':
      return plain(words.leavesAfter(who(event.seat)));
    case 'removal_decided':
      return plain(words.removed(who(event.seat), event.reason));
    case 'readmitted':
      return plain(words.readmitted);
    case 'rejoin_referred':
      return plain(words.rejoinReferred(event.seat, write(event.stack), write(event.took)));
    case 'rejoin_decided':
      return plain(words.rejoinDecided(event.allowed));
    case 'table_opened':
      return plain(words.opens(gameLine(event.stakes), write(event.sign.minimum_stake), write(event.sign.minimum_bet)));
    case 'time_told':
      return undefined;
    case 'held_back':
      return plain(words.heldBack(who(event.seat)));
    case 'determined':
      return plain(words.determined(event.from_hand, gameLine(event.stakes), write(event.stakes.min_buy_in)));
    case 'sign_changed':
      return plain(words.signChanged(event.from_hand, write(event.sign.minimum_stake), write(event.sign.minimum_bet)));
    case 'cards_replaced':
      return plain(words.cardsReplaced(namesOf(event.cards), event.reason));
    case 'cards_checked':
      return plain(words.cardsChecked(event.by_supervisor, namesOf(event.cards), event.counted));
    case 'deck_shuffled':
      return plain(words.shuffled(event.cards));
    case 'deck_cut':
      return plain(words.deckCut(event.after));
    case 'clock_called':
      return plain(words.clockCalled(who(event.seat), event.seconds));
    case 'time_ran_out':
      return plain(words.timeRanOut(who(event.seat)));
    case 'voided':
      return result(words.voided(event.reason));
    case 'refunded':
      return result(words.refunded(who(event.seat), write(event.amount), event.amount));
    case 'button_placed':
      return plain(words.buttonPlaced(event.seat));
    case 'positions':
      return undefined;
    case 'blind_missed':
      return plain(words.missesBlind(who(event.seat), event.last));
    case 'opened':
      return plain(words.begins(event.hand, event.button));
    case 'posted':
      return plain(words.posts(who(event.seat), postName(event.kind, telling.blinds, telling.overBlind), write(event.amount), event.all_in));
    case 'hole_dealt':
    case 'board_dealt':
      // What comes together is written together.
      return undefined;
    case 'burned':
      return undefined;
    case 'betting_opened':
      return undefined;
    case 'betting_skipped':
      return undefined;
    case 'folded':
      return plain(words.folds(who(event.seat)));
    case 'checked':
      return plain((event.stands ? words.standsOnBlind : words.checks)(who(event.seat)));
    case 'called':
      return plain(words.calls(who(event.seat), write(event.amount), event.all_in));
    case 'bet':
      return plain(words.bets(who(event.seat), write(event.to), event.all_in));
    case 'raised':
      return plain(words.raises(who(event.seat), write(event.to), event.all_in));
    case 'betting_closed':
      return undefined;
    case 'returned':
      return result(words.returned(who(event.seat), write(event.amount)));
    case 'hands_tabled':
      return plain(words.tabled);
    case 'showdown_opened':
      return plain(words.showdown(who(event.first)));
    case 'shown':
      return plain(words.shows(who(event.seat), namesOf(event.cards)));
    case 'mucked':
      return plain(words.mucks(who(event.seat)));
    case 'cards_shown':
      return plain(words.shows(who(event.seat), namesOf(event.cards.filter((card) => card !== null))));
    case 'pot_formed':
      return plain(words.potFormed(potName(event.pot, 'whole'), write(event.amount), event.eligible.map(who)));
    case 'commission_taken':
      return result(words.commission(potName(event.pot, 'whole'), write(event.amount), event.short_of_due));
    case 'commission_capped':
      return result(words.commissionCapped(write(event.due), write(event.taken)));
    case 'no_commission':
      return result(words.noCommission(event.pot === undefined ? undefined : potName(event.pot, 'whole'), event.reason));
    case 'awarded':
      if (event.amount === 0) return result(words.winsRound(who(event.seat)));
      return result(words.wins(potName(event.pot, event.half), who(event.seat), write(event.amount), withWhat(update, event)));
    case 'odd_chips':
      return result(words.oddChips(potName(event.pot, event.half), who(event.seat), write(event.amount), event.amount));
    case 'closed':
      return undefined;
    case 'deck':
      return plain(words.sealed(event.hand, event.commitment.commitment.slice(0, 16)));
    case 'cut':
      return plain(words.cutAt(event.cut.position, event.cut.values.length));
    case 'opening':
      return undefined;
    case 'standing':
      return plain(standingText(event.standing, telling.playing));
    case 'time_bank':
      return plain(words.usesBank(who(event.seat), Math.round(event.taken / 1000)));
  }
  // A newer room may send what this page does not know.
  return passedOver(event);
}

function passedOver(unknown: never): undefined {
  return unknown && undefined;
}

/** What a part of a pot was won with, where hands were compared. */
function withWhat({ won = [] }: Update, { pot, board = 0, half, seat }: { pot: number; board?: number; half: Half; seat: number }): string | undefined {
  const how = won.find((win) => win.pot === pot && (win.board ?? 0) === board && win.half === half && win.seat === seat);
  return how && wonWith(how);
}

function whoAt(telling: Telling, seat: number): words.Who {
  return { name: telling.names.get(seat) ?? words.seat(seat), you: seat === telling.own };
}

/** What a table that is not simply open is doing. */
export function standingText(standing: Extract<Event, { e: 'standing' }>['standing'], playing = true): string {
  switch (standing.is) {
    case 'open':
      return words.stands(standing.is, '', playing);
    case 'stopped':
      return words.stands(standing.is, standing.reason === 'stopped' ? words.whyStopped(String(standing.numbers['reference'] ?? '')) : standing.why, playing);
    case 'paused':
    case 'closing':
    case 'closed':
      return words.stands(standing.is, standing.reason, playing);
  }
}

/** A pot's name: "Pot 1 (main)". */
export function potName(pot: number, half: Half): string {
  return words.pot(pot, half);
}

/** What a payment is called, with the comma before its amount. */
export function postName(kind: PostKind, blinds: number, overBlind: string = names.overBlind): string {
  if (kind.is === 'over_blind') return words.payment({ over: overBlind });
  return words.payment(kind.is === 'blind' ? { blind: kind.number, of: blinds } : kind.is);
}
