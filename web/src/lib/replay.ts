// A finished hand, step by step: the table after each step comes from the same reducers that follow a table
// in play. A step is one event, except for what happens in one movement: the deal, the cards of a street, the
// proofs of a card.

import type { Deal, Event, Menu, Update } from '../wire/wire.ts';
import { namesOf } from './cards.ts';
import type { Replay } from './hands.ts';
import type { Unit } from './amountwords.ts';
import { chips } from './money.ts';
import { streetAloud, sentences } from './speech.ts';
import { type Known, after, known as knownOf } from './table.ts';
import { type Line, type Telling, lines } from './telling.ts';
import * as words from '../words/replay.ts';

/** One event, the table after it, and the step it belongs to. */
export interface Moment {
  update: Update;
  event: Event;
  known: Known;
  /** The number of its step. */
  step: number;
}

/** What is shown at once. */
export interface Step {
  /** Counted from 1: 0 is the table before the hand. */
  at: number;
  /** The number of the table's record that it ends with. */
  record: number;
  /** When it was recorded, in milliseconds since 1970. */
  time: number;
  lines: Line[];
  /** Its sentences in one line. */
  text: string;
  /** Whether they begin with the heading of the street. */
  headed: boolean;
  /** The same for the screen reader: seats with their names, amounts in words. */
  aloud: string;
  /** What the room had offered to the viewer, if the viewer acts in this step. */
  offered: Menu | undefined;
  /** The index of its street. */
  street: number;
  known: Known;
}

/** A part of the hand with a heading of its own. */
export interface Street {
  /** What it is: board cards, or what comes before and after them. */
  is: keyof typeof words.headings | 'board_dealt';
  name: string;
  /** The cards that came to the board with it. */
  cards: (string | null)[];
  /** Its first step. */
  first: number;
}

/** A hand that can be stepped through. */
export interface Played {
  /** The table before the hand. */
  start: Known;
  moments: Moment[];
  steps: Step[];
  streets: Street[];
  /**
   * The seat whose cards the viewer sees from the deal on: their own, or that of the person who shared them.
   */
  eye: number | null;
}

/** How an event joins the list of steps. */
type Joining = 'new' | 'same' | 'next';

/** Everything about a hand that the screens show. */
export function play(replay: Replay, unit: Unit = { in: 'chips' }): Played {
  const eye = replay.before.own ?? seatSeen(replay);
  const own = replay.shared === null ? eye : replay.before.own;
  // The hand before this one is no longer on the table.
  const start = knownOf({ ...replay.before, own, hand: null, turn: null, menu: null, may_muck: null });
   
  const names = new Map(replay.before.chairs.map((chair) => [chair.seat, chair.name]));
  const groups: Moment[][] = [];
  const moments: Moment[] = [];
  let waiting: Moment[] = [];
  let known = start;
  for (const update of replay.updates) {
    for (const [place, event] of update.events.entries()) {
      if (event.e === 'sat') names.set(event.seat, event.name);
      if (event.e === 'opened') for (const player of event.players) names.set(player.seat, player.name);
      known = after(known, alone(update, place));
      const moment: Moment = { update, event, known, step: 0 };
      moments.push(moment);
      const group = groups.at(-1);
      const how = joining(event, group?.find((moment) => moment.event.e === 'hole_dealt' || moment.event.e === 'board_dealt')?.event, waiting.length > 0);
      if (how === 'new') groups.push([...waiting.splice(0), moment]);
      else if (how === 'same' && group !== undefined) group.push(...waiting.splice(0), moment);
      else waiting = [...waiting, moment];
    }
  }
  if (groups.length > 0) groups.at(-1)?.push(...waiting);
  else if (waiting.length > 0) groups.push(waiting);

  const telling: Telling = { names, own, deal: replay.before.stakes.deal, blinds: replay.before.stakes.blinds.length, overBlind: replay.before.stakes.over_blind_word };
  const streets: Street[] = [];
  const steps: Step[] = [];
  for (const group of groups) {
    const last = group.at(-1);
    if (last === undefined) continue;
    const started = street(group, streets, start.view.stakes.deal);
    if (started !== undefined) streets.push({ ...started, first: steps.length + 1 });
    if (streets.length === 0) streets.push({ ...named('deal'), first: 1 });
    for (const moment of group) moment.step = steps.length + 1;
    const logLines = tell(group, telling, streets.at(-1)?.name ?? '');
    steps.push({
      at: steps.length + 1,
      record: last.update.number,
      time: last.update.at,
      lines: logLines,
      text: words.together(logLines.map((line) => line.text)),
      headed: kindsOf(group).has('board_dealt') && !kindsOf(group).has('hole_dealt'),
      aloud: spokenLines(group, steps.at(-1)?.known ?? start, logLines, unit),
      offered: acts(group, own) ? (steps.at(-1)?.known.view.menu ?? undefined) : undefined,
      street: streets.length - 1,
      known: last.known,
    });
  }
  return { start, moments, steps, streets, eye };
}

/** One event of an update, as if it had come by itself: whose turn it is applies only after the last one. */
function alone(update: Update, place: number): Update {
  const events = update.events.slice(place, place + 1);
  return place === update.events.length - 1 ? { ...update, events } : { ...update, events, turn: null, menu: null, may_muck: null };
}

/** The seat whose cards were dealt face up to the viewer. */
function seatSeen(replay: Replay): number | null {
  for (const { events } of replay.updates) {
    for (const event of events) if (event.e === 'hole_dealt' && event.card !== null) return event.seat;
  }
  return null;
}

/** Whether the viewer folds, checks, calls or raises in it. */
function acts(group: readonly Moment[], own: number | null): boolean {
  const kinds: readonly Event['e'][] = ['folded', 'checked', 'called', 'bet', 'raised'];
  return group.some(({ event }) => kinds.includes(event.e) && 'seat' in event && event.seat === own);
}

function joining(event: Event, dealing: Event | undefined, waits: boolean): Joining {
  switch (event.e) {
    // The end of a betting round moves the bets: that is shown with the next event, and not with the last
    // call.
    case 'betting_closed':
    case 'betting_skipped':
    case 'burned':
    case 'positions':
    case 'time_told':
      return 'next';
    case 'hole_dealt':
      return dealing?.e === 'hole_dealt' ? 'same' : 'new';
    case 'board_dealt':
      return dealing?.e === 'board_dealt' && !waits ? 'same' : 'new';
    case 'opening':
    case 'betting_opened':
    case 'closed':
    case 'deck_shuffled':
    case 'cut':
    case 'deck_cut':
      return 'same';
    default:
      return 'new';
  }
}

/** The heading that starts with a step, if any. */
function street(group: readonly Moment[], streets: readonly Street[], deal: Deal): Omit<Street, 'first'> | undefined {
  const kinds = kindsOf(group);
  if (kinds.has('board_dealt')) {
    const cards = group.flatMap(({ event }) => (event.e === 'board_dealt' ? [event.card] : []));
    const before = (group.at(-1)?.known.view.hand?.board.length ?? cards.length) - cards.length;
    return { is: 'board_dealt', name: streetAloud(deal, before, cards.length), cards };
  }
  const has = (...parts: Street['is'][]): boolean => streets.some((street) => parts.includes(street.is));
  if (kinds.has('hole_dealt') && !has('board', 'board_dealt')) {
    const first = words.beforeStreet[deal.streets.find((street) => street.board > 0)?.name ?? ''];
    return { ...named('board'), ...(first === undefined ? {} : { name: first }) };
  }
  if (kinds.has('showdown_opened')) return has('showdown') ? undefined : named('showdown');
  const ends = kinds.has('pot_formed') || kinds.has('awarded') || kinds.has('voided') || kinds.has('refunded');
  return ends && !has('showdown', 'result') ? named('result') : undefined;
}

function named(is: keyof typeof words.headings): Omit<Street, 'first'> {
  return { is, name: words.headings[is], cards: [] };
}

function kindsOf(group: readonly Moment[]): ReadonlySet<Event['e']> {
  return new Set(group.map((moment) => moment.event.e));
}

/** The sentences of a step. */
function tell(group: readonly Moment[], telling: Telling, heading: string): Line[] {
  const dealt = group.filter((moment) => moment.event.e === 'hole_dealt');
  const board = group.filter((moment) => moment.event.e === 'board_dealt');
  const own: Line[] = [];
  if (dealt.length > 0) own.push(...dealLines(dealt, telling));
  const [first] = board;
  if (first !== undefined) {
    const cards = board.map(({ event }) => (event.e === 'board_dealt' ? event.card : null));
    own.push(lineOf(first, words.cardsOn(heading, namesOf(cards))));
  }
  const others = group.filter((moment) => moment.event.e !== 'hole_dealt' && moment.event.e !== 'board_dealt');
  const written = others.flatMap(({ update, event }) => lines({ ...update, events: [event] }, telling));
  return [...own, ...written].map((line, place) => ({ ...line, id: `${line.id}/${String(place)}` }));
}

/** What is spoken for a step; the deal and the deck are spoken as they are written. */
function spokenLines(group: readonly Moment[], before: Known, logLines: readonly Line[], unit: Unit): string {
  const written = words.allTold(logLines.map((line) => line.text));
  const last = group.at(-1);
  if (last === undefined || group.some(({ event }) => event.e === 'hole_dealt' || event.e === 'deck')) return written;
  const update = { ...last.update, events: group.map((moment) => moment.event) };
  const spoken = sentences(update, { own: last.known.view.own, unit, before, after: last.known }).map((sentence) => sentence.text);
  return spoken.length === 0 ? written : spoken.join(' ');
}

function lineOf({ update, event }: Moment, text: string): Line {
  const { number, hand, at } = update;
  return { id: String(number), number, hand, at, text, result: false, rule: event.rule, clauses: event.clauses };
}

/** How many cards went to how many players, and the cards that the viewer may see. */
function dealLines(dealt: readonly Moment[], telling: Telling): Line[] {
  const [first] = dealt;
  if (first === undefined) return [];
   
  const hands = new Map<number, (string | null)[]>();
  for (const { event } of dealt) {
    if (event.e === 'hole_dealt') hands.set(event.seat, [...(hands.get(event.seat) ?? []), event.card]);
  }
  const each = Math.max(...[...hands.values()].map((cards) => cards.length));
  const written = [lineOf(first, words.dealtToEach(each, hands.size))];
  for (const [seat, cards] of hands) {
    if (cards.every((card) => card === null)) continue;
    const all = namesOf(cards);
    written.push(lineOf(first, seat === telling.own ? words.youAreDealt(all) : words.isDealt(telling.names.get(seat) ?? words.seat(seat), all)));
  }
  return written;
}

/** The table after this many steps. */
export function tableAt(played: Played, at: number): Known {
  return played.steps[at - 1]?.known ?? played.start;
}

/** A step that exists: the nearest one to what an address says. */
export function within(played: Played, at: number): number {
  return Math.max(0, Math.min(played.steps.length, at));
}

/** The first step of the street after or before the one shown. */
export function streetFrom(played: Played, at: number, way: 1 | -1): number {
  if (way === 1) return played.streets.find((street) => street.first > at)?.first ?? played.steps.length;
  return played.streets.findLast((street) => street.first < at)?.first ?? 0;
}

/** Where the hand is, in words: "Event 7 of 31, Flop. Seat 2, Ben, raises to one hundred twenty chips." */
export function placeInWords(played: Played, at: number): string {
  const step = played.steps[at - 1];
  if (step === undefined) return words.atStart;
  const name = played.streets[step.street]?.name ?? '';
  return words.placeAnd(words.place(at, played.steps.length, step.headed ? undefined : name), step.aloud);
}

/** What a player could do, as the room offered it: "fold, call 15, raise to 25 to 500". */
export function offered(menu: Menu): string {
  const options: string[] = [];
  if (menu.fold) options.push(words.offer.fold);
  if (menu.check) options.push(menu.stands ? words.offer.stand : words.offer.check);
  if (menu.call !== null) options.push(words.offer.call(chips(menu.call)));
  if (menu.call_and_fold) options.push(words.offer.callAndFold);
  if (menu.raise !== null) {
    const { is_bet, min, max } = menu.raise;
    const range = min === max ? chips(min) : words.offer.any(chips(min), chips(max));
    options.push(is_bet ? words.offer.bet(range) : words.offer.raise(range));
  }
  return words.offer.all(options);
}
