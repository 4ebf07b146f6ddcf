// What this device checks about a finished hand, using only what it was sent: the record numbers, the chips,
// the pots, the turns, and the cards against the seal of the deck.

import { dealtSlot } from '../../../crates/fair/checker/checker.mjs';
import type { Event } from '../wire/wire.ts';
import { face } from './cards.ts';
import { type Finding, evidence, findings } from './fairness.ts';
import type { Replay } from './hands.ts';
import { chips } from './money.ts';
import type { Moment, Played } from './replay.ts';
import type { Known } from './table.ts';
import { potName } from './telling.ts';
import * as words from '../words/checks.ts';

/** One check. */
export interface Check {
  name: string;
  /** `undefined` where this record does not say. */
  holds: boolean | undefined;
  detail: string;
  /** The step at which it fails. */
  step: number | undefined;
}

/** All checks of a hand. `value` is what this page added to the cut, if it still knows. */
export function checksOf(replay: Replay, played: Played, value: string | undefined): Check[] {
  return [
    numbers(replay, played),
    chipsConserved(played),
    pots(played),
    turns(replay, played),
    ...cards(played, value),
  ];
}

function good(name: string, detail: string): Check {
  return { name, holds: true, detail, step: undefined };
}

function bad(name: string, detail: string, step: number | undefined): Check {
  return { name, holds: false, detail, step };
}

/** The table's records are consecutive, none goes back in time, and the hand is there to its end. */
function numbers(replay: Replay, played: Played): Check {
  const { name } = words.record;
  const { updates, before } = replay;
  const stepOf = (number: number): number | undefined => played.moments.find((moment) => moment.update.number >= number)?.step;
  let number = before.number;
  let at = 0;
  for (const update of updates) {
    if (update.number !== number + 1) {
      return bad(name, words.record.gap(update.number, number), stepOf(update.number));
    }
    if (update.at < at) return bad(name, words.record.older(update.number), stepOf(update.number));
    ({ number, at } = update);
  }
  const first = updates[0]?.number;
  const ends = played.moments.some((moment) => moment.event.e === 'closed' || moment.event.e === 'voided');
  if (first === undefined || !ends) return bad(name, words.record.noEnd, played.steps.length);
  return good(name, words.record.holds(first, number));
}

function onTable(known: Known): number {
  return known.view.chairs.reduce((sum, chair) => sum + chair.stack, 0) + (known.view.hand?.pot ?? 0);
}

/** The chips that an event brings onto the table, or takes off it. */
function chipsAdded(event: Event): number {
  switch (event.e) {
    case 'sat':
      return event.stack;
    case 'bought':
      return event.amount;
    case 'left':
      return -event.stack;
    case 'commission_taken':
      return -event.amount;
    default:
      return 0;
  }
}

/** Stacks and pots add up to the same total after every event. */
function chipsConserved(played: Played): Check {
  const { name } = words.chips;
  let sum = onTable(played.start);
  let before = played.start;
  let commission = 0;
  for (const { event, known, step } of played.moments) {
    sum += chipsAdded(event);
    if (event.e === 'commission_taken') commission += event.amount;
    if (event.e === 'opened') {
      for (const { seat, stack } of event.players) {
        const stackBefore = before.view.chairs.find((chair) => chair.seat === seat)?.stack;
        if (stackBefore !== stack) return bad(name, words.chips.opensWith(seat, chips(stackBefore ?? 0), chips(stack)), step);
      }
    }
    const now = onTable(known);
    if (now !== sum) return bad(name, words.chips.sum(chips(now), chips(sum)), step);
    const below = known.view.chairs.find((chair) => chair.stack < 0);
    if (below !== undefined) return bad(name, words.chips.below(below.seat), step);
    if ((known.view.hand?.pot ?? 0) < 0) return bad(name, words.chips.overpaid, step);
    before = known;
  }
  return good(name, words.chips.holds(chips(sum + commission), played.moments.length, commission === 0 ? undefined : chips(commission)));
}

/** Every pot is made of what the seats paid, and is paid out in full. */
function pots(played: Played): Check {
  const { name } = words.pots;
  const last = played.moments.at(-1);
  const inHand = (last?.known.view.hand?.players ?? []).reduce((sum, player) => sum + player.in_hand, 0);
  const of = (kinds: readonly Event['e'][], pot?: number): { sum: number; step: number | undefined } => {
    const found = played.moments.filter(({ event }) => kinds.includes(event.e) && (pot === undefined || ('pot' in event && event.pot === pot)));
    return { sum: found.reduce((sum, { event }) => sum + ('amount' in event ? event.amount : 0), 0), step: found.at(-1)?.step };
  };
  const end = played.steps.length;
  if (played.moments.some((moment) => moment.event.e === 'voided')) {
    const back = of(['refunded']);
    if (back.sum !== inHand) return bad(name, words.pots.notBack(chips(inHand), chips(back.sum)), back.step ?? end);
    return good(name, words.pots.back(chips(inHand)));
  }
  const formed = of(['pot_formed']);
  if (formed.sum !== inHand) return bad(name, words.pots.notFormed(chips(inHand), chips(formed.sum)), formed.step ?? end);
  const findings: string[] = [];
  for (const { event } of played.moments) {
    if (event.e !== 'pot_formed') continue;
    const paid = of(['awarded', 'odd_chips'], event.pot);
    const commission = of(['commission_taken'], event.pot);
    const called = potName(event.pot, 'whole');
    if (paid.sum + commission.sum !== event.amount) {
      return bad(name, words.pots.notPaid(called, chips(event.amount), chips(paid.sum + commission.sum)), paid.step ?? end);
    }
    findings.push(commission.sum === 0 ? words.pots.pot(called, chips(event.amount)) : words.pots.potLess(called, chips(event.amount), chips(paid.sum), chips(commission.sum)));
  }
  return good(name, words.pots.holds(findings, chips(inHand)));
}

const ACTS: readonly Event['e'][] = ['folded', 'checked', 'called', 'bet', 'raised'];

/** Everybody who acted was on turn, and the viewer's own acts were among those the room had offered. */
function turns(replay: Replay, played: Played): Check {
  const { name } = words.turns;
  let before: Replay['updates'][number] | undefined;
  let acts = 0;
  for (const update of replay.updates) {
    const act = update.events.find((event) => ACTS.includes(event.e));
    if (act !== undefined && 'seat' in act) {
      acts += 1;
      const step = played.moments.find((moment) => moment.event === act)?.step;
      const turn = before?.turn;
      if (turn != null && act.seat !== turn.seat) return bad(name, words.turns.outOfTurn(act.seat, turn.seat), step);
      const menu = before?.menu;
      if (turn != null && menu != null && act.seat === replay.before.own) {
        if (act.e === 'checked' && !menu.check) return bad(name, words.turns.noCheck, step);
        if (act.e === 'called' && act.amount !== menu.call) return bad(name, words.turns.otherCall(chips(act.amount), chips(menu.call ?? 0)), step);
        if ((act.e === 'bet' || act.e === 'raised') && !raiseOffered(menu.raise, act.to)) {
          return bad(name, words.turns.noRaise(chips(act.to)), step);
        }
      }
    }
    before = update;
  }
  return good(name, (replay.before.own === null ? words.turns.holds : words.turns.holdsWithYours)(acts));
}

function raiseOffered(raise: { min: number; max: number; all_in: number } | null, to: number): boolean {
  return raise !== null && ((to >= raise.min && to <= raise.max) || to === raise.all_in);
}

/** The seal and the cut; the position in the deck that each card came from; each card that was seen. */
function cards(played: Played, value: string | undefined): Check[] {
  const view = played.moments.at(-1)?.known.view ?? played.start.view;
  const of = evidence(view, value);
  const { sealed, seen } = words.deck;
  if (of === undefined) {
    const detail = view.dealer === 'person' ? words.deck.dealtByHand : words.deck.noDeck;
    return [sealed, seen].map((name) => ({ name, holds: undefined, detail, step: undefined }));
  }
  const found = findings(of);
  const about = found.findIndex((finding) => finding.card !== undefined && finding.waits !== true);
  const head = about < 0 ? found : found.slice(0, about);
  const rest = about < 0 ? [] : found.slice(about);
  const { deck: named } = of.commitment;
  if (named.table !== view.table || named.hand !== view.hand?.hand) {
    const why = words.deck.otherHand(named.hand, named.table);
    return [bad(sealed, why, played.moments.find((moment) => moment.event.e === 'deck')?.step), { name: seen, holds: undefined, detail: words.deck.noSeal, step: undefined }];
  }
  const deck = summed(sealed, head, words.deck.fixed(of.commitment.cards), () =>
    played.moments.findLast((moment) => moment.event.e === 'cut' || moment.event.e === 'deck')?.step,
  );
  const wrongPlace = places(played);
  if (wrongPlace !== undefined) return [deck, bad(words.deck.places, wrongPlace.why, wrongPlace.step), summed(seen, rest, '', () => undefined)];
  const opened = rest.filter((check) => check.holds).length;
  return [
    deck,
    good(words.deck.places, words.deck.oneAfterOther),
    summed(seen, rest, opened === 0 ? words.deck.nothingSeen : words.deck.openings(opened), (finding) => {
      const shown = view.hand?.openings.find((opening) => finding.card === opening.card);
      return played.moments.find(({ event }) => event.e === 'opening' && event.opening.slot === shown?.slot)?.step;
    }),
  ];
}

function summed(name: string, found: readonly Finding[], detail: string, stepOf: (finding: Finding) => number | undefined): Check {
  const wrong = found.find((finding) => finding.holds === false);
  if (wrong !== undefined) return bad(name, words.because(wrong.what, wrong.why), stepOf(wrong));
  const open = found.find((finding) => finding.holds === undefined);
  if (open !== undefined) return { name, holds: undefined, detail: words.because(open.what, open.why), step: undefined };
  return good(name, detail);
}

/**
 * The first card that did not come from the next position of the cut deck, and hole cards that are not those
 * dealt.
 */
function places(played: Played): { why: string; step: number } | undefined {
  let next = 0;
   
  const dealt = new Map<number, Set<number>>();
  for (const { event, known, step } of played.moments) {
    if (event.e === 'deck') {
      next = 0;
      dealt.clear();
    }
    if ((event.e === 'hole_dealt' || event.e === 'board_dealt' || event.e === 'burned') && event.slot !== null) {
      const cut = known.view.hand?.cut;
      if (cut != null) {
        const right = dealtSlot(cut, next);
        if (event.slot !== right) return { why: words.deck.otherPlace(event.slot, right), step };
      }
      next += 1;
      if (event.e === 'hole_dealt') {
         
        dealt.set(event.seat, (dealt.get(event.seat) ?? new Set()).add(event.slot));
      }
    }
  }
  return undealtCards(played.moments, dealt);
}

/** A hand that was shown with a card that was not dealt to its seat. */
function undealtCards(moments: readonly Moment[], dealt: ReadonlyMap<number, ReadonlySet<number>>): { why: string; step: number } | undefined {
  const openings = moments.at(-1)?.known.view.hand?.openings ?? [];
  for (const { event, step } of moments) {
    if (event.e !== 'shown') continue;
    for (const card of event.cards) {
      const slot = openings.find((opening) => opening.card === card)?.slot;
      if (slot !== undefined && dealt.get(event.seat)?.has(slot) === false) {
        return { why: words.deck.stranger(event.seat, face(card).name), step };
      }
    }
  }
  return undefined;
}

/** The result of a check. */
export function outcome(check: Check): 'pass' | 'fail' | 'open' {
  return check.holds === undefined ? 'open' : check.holds ? 'pass' : 'fail';
}

/** "6 of 6", for the head of the page. */
export function summary(checks: readonly Check[]): { held: number; of: number; state: 'pass' | 'fail' | 'open' } {
  const passed = checks.filter((check) => check.holds).length;
  const state = checks.some((check) => check.holds === false) ? 'fail' : passed === checks.length ? 'pass' : 'open';
  return { held: passed, of: checks.length, state };
}
