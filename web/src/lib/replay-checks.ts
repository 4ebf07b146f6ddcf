// What this device checks of a finished hand, from nothing but what it was sent: the record's numbers, the chips, the
// pots, the turns, and the cards against the seal of the deck.

import { dealtSlot } from '../../../crates/fair/checker/checker.mjs';
import type { Event } from '../wire/wire.ts';
import { face } from './cards.ts';
import { type Finding, evidence, findings } from './fairness.ts';
import type { Replay } from './hands.ts';
import { chips } from './money.ts';
import type { Moment, Played } from './replay.ts';
import type { Known } from './table.ts';
import { potName } from './telling.ts';

/** One thing that was checked. */
export interface Check {
  name: string;
  /** `undefined` is what cannot be told from this record. */
  holds: boolean | undefined;
  detail: string;
  /** The step at which it fails. */
  step: number | undefined;
}

/** All checks of a hand. `value` is what this page added to the cut, where it still knows. */
export function checksOf(replay: Replay, played: Played, value: string | undefined): Check[] {
  return [
    numbers(replay, played),
    conserved(played),
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

/** The table's records follow each other, none goes back in time, and the hand is there to its end. */
function numbers(replay: Replay, played: Played): Check {
  const name = 'The record is whole';
  const { updates, before } = replay;
  const stepOf = (number: number): number | undefined => played.moments.find((one) => one.update.number >= number)?.step;
  let number = before.number;
  let at = 0;
  for (const update of updates) {
    if (update.number !== number + 1) {
      return bad(name, `record ${String(update.number)} follows ${String(number)}: there is a gap`, stepOf(update.number));
    }
    if (update.at < at) return bad(name, `record ${String(update.number)} is older than the one before it`, stepOf(update.number));
    ({ number, at } = update);
  }
  const first = updates[0]?.number;
  const ends = played.moments.some((one) => one.event.e === 'closed' || one.event.e === 'voided');
  if (first === undefined || !ends) return bad(name, 'the end of the hand is missing', played.steps.length);
  return good(name, `records ${String(first)} to ${String(number)}, each with the next number and none older than the one before`);
}

function onTable(known: Known): number {
  return known.view.chairs.reduce((sum, chair) => sum + chair.stack, 0) + (known.view.hand?.pot ?? 0);
}

/** What an event brings onto the table, or takes off it. */
function brought(event: Event): number {
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

/** Stacks and pots come to the same sum after every event. */
function conserved(played: Played): Check {
  const name = 'No chip is lost or made';
  let sum = onTable(played.start);
  let before = played.start;
  let commission = 0;
  for (const { event, known, step } of played.moments) {
    sum += brought(event);
    if (event.e === 'commission_taken') commission += event.amount;
    if (event.e === 'opened') {
      for (const { seat, stack } of event.players) {
        const had = before.view.chairs.find((chair) => chair.seat === seat)?.stack;
        if (had !== stack) return bad(name, `seat ${String(seat)} had ${chips(had ?? 0)} and opens the hand with ${chips(stack)}`, step);
      }
    }
    const now = onTable(known);
    if (now !== sum) return bad(name, `${chips(now)} are on the table where ${chips(sum)} should be`, step);
    const below = known.view.chairs.find((chair) => chair.stack < 0);
    if (below !== undefined) return bad(name, `seat ${String(below.seat)} has paid more than it had`, step);
    if ((known.view.hand?.pot ?? 0) < 0) return bad(name, 'more was paid than lay in the middle', step);
    before = known;
  }
  const less = commission === 0 ? '' : `, ${chips(commission)} of them taken as commission`;
  return good(name, `stacks and pots come to ${chips(sum + commission)} after each of ${String(played.moments.length)} facts${less}`);
}

/** Every pot is made of what the seats paid, and is paid out whole. */
function pots(played: Played): Check {
  const name = 'The pots are paid as they were taken';
  const last = played.moments.at(-1);
  const inHand = (last?.known.view.hand?.players ?? []).reduce((sum, player) => sum + player.in_hand, 0);
  const of = (kinds: readonly Event['e'][], pot?: number): { sum: number; step: number | undefined } => {
    const found = played.moments.filter(({ event }) => kinds.includes(event.e) && (pot === undefined || ('pot' in event && event.pot === pot)));
    return { sum: found.reduce((sum, { event }) => sum + ('amount' in event ? event.amount : 0), 0), step: found.at(-1)?.step };
  };
  const end = played.steps.length;
  if (played.moments.some((one) => one.event.e === 'voided')) {
    const back = of(['refunded']);
    if (back.sum !== inHand) return bad(name, `${chips(inHand)} were paid and ${chips(back.sum)} went back`, back.step ?? end);
    return good(name, `the hand is void: all ${chips(inHand)} went back`);
  }
  const formed = of(['pot_formed']);
  if (formed.sum !== inHand) return bad(name, `the seats paid ${chips(inHand)} and the pots hold ${chips(formed.sum)}`, formed.step ?? end);
  const said: string[] = [];
  for (const { event } of played.moments) {
    if (event.e !== 'pot_formed') continue;
    const paid = of(['awarded', 'odd_chips'], event.pot);
    const commission = of(['commission_taken'], event.pot);
    const called = potName(event.pot, 'whole');
    if (paid.sum + commission.sum !== event.amount) {
      return bad(name, `${called} holds ${chips(event.amount)} and pays ${chips(paid.sum + commission.sum)}`, paid.step ?? end);
    }
    said.push(commission.sum === 0 ? `${called} ${chips(event.amount)}` : `${called} ${chips(event.amount)} = ${chips(paid.sum)} + ${chips(commission.sum)} commission`);
  }
  return good(name, `${said.join(', ')}: paid to the last chip, of ${chips(inHand)} that the seats put in`);
}

const ACTS: readonly Event['e'][] = ['folded', 'checked', 'called', 'bet', 'raised'];

/** Who acted was on turn, and the viewer's own acts were among those the room had offered. */
function turns(replay: Replay, played: Played): Check {
  const name = 'Everybody acts in turn';
  let before: Replay['updates'][number] | undefined;
  let acts = 0;
  for (const update of replay.updates) {
    const act = update.events.find((event) => ACTS.includes(event.e));
    if (act !== undefined && 'seat' in act) {
      acts += 1;
      const step = played.moments.find((one) => one.event === act)?.step;
      const turn = before?.turn;
      if (turn != null && act.seat !== turn.seat) return bad(name, `seat ${String(act.seat)} acts and seat ${String(turn.seat)} was on turn`, step);
      const menu = before?.menu;
      if (turn != null && menu != null && act.seat === replay.before.own) {
        if (act.e === 'checked' && !menu.check) return bad(name, 'a check was taken that was not offered', step);
        if (act.e === 'called' && act.amount !== menu.call) return bad(name, `a call of ${chips(act.amount)} was taken and ${chips(menu.call ?? 0)} was offered`, step);
        if ((act.e === 'bet' || act.e === 'raised') && !raiseOffered(menu.raise, act.to)) {
          return bad(name, `a bet to ${chips(act.to)} was taken that was not offered`, step);
        }
      }
    }
    before = update;
  }
  return good(name, `${String(acts)} acts, each by the seat on turn${replay.before.own === null ? '' : ', and yours as they were offered'}`);
}

function raiseOffered(raise: { min: number; max: number; all_in: number } | null, to: number): boolean {
  return raise !== null && ((to >= raise.min && to <= raise.max) || to === raise.all_in);
}

/** The seal and the cut; the place in the deck that each card came from; each card that was seen. */
function cards(played: Played, value: string | undefined): Check[] {
  const view = played.moments.at(-1)?.known.view ?? played.start.view;
  const of = evidence(view, value);
  const sealed = 'The seal and the cut of the deck hold';
  const seen = 'Every card seen lay in the sealed deck';
  if (of === undefined) {
    const why = 'no deck was sealed for this hand';
    return [sealed, seen].map((name) => ({ name, holds: undefined, detail: why, step: undefined }));
  }
  const found = findings(of);
  const about = found.findIndex((one) => one.what.startsWith('The ') && one.what.includes('sealed deck'));
  const head = about < 0 ? found : found.slice(0, about);
  const rest = about < 0 ? [] : found.slice(about);
  const { deck: named } = of.commitment;
  if (named.table !== view.table || named.hand !== view.hand?.hand) {
    const why = `the seal is that of hand ${String(named.hand)} of table ${String(named.table)}`;
    return [bad(sealed, why, played.moments.find((one) => one.event.e === 'deck')?.step), { name: seen, holds: undefined, detail: 'there is no seal of this deck to hold them against', step: undefined }];
  }
  const deck = summed(sealed, head, `the deck of ${String(of.commitment.cards)} cards was fixed before the first card, and cut where all parts say`, () =>
    played.moments.findLast((one) => one.event.e === 'cut' || one.event.e === 'deck')?.step,
  );
  const wrongPlace = places(played);
  if (wrongPlace !== undefined) return [deck, bad('Every card came from its place', wrongPlace.why, wrongPlace.step), summed(seen, rest, '', () => undefined)];
  const opened = rest.filter((one) => one.holds).length;
  return [
    deck,
    good('Every card came from its place', 'the cards left the deck one after the other from the place of the cut'),
    summed(seen, rest, opened === 0 ? 'no card was to be seen' : `${String(opened)} openings, each for its place in the deck: no card was changed after the deal`, (finding) => {
      const shown = view.hand?.openings.find((one) => finding.what.startsWith(`The ${face(one.card).name}`));
      return played.moments.find(({ event }) => event.e === 'opening' && event.opening.slot === shown?.slot)?.step;
    }),
  ];
}

function summed(name: string, found: readonly Finding[], detail: string, stepOf: (finding: Finding) => number | undefined): Check {
  const wrong = found.find((one) => one.holds === false);
  if (wrong !== undefined) return bad(name, `${wrong.what}: ${wrong.why}`, stepOf(wrong));
  const open = found.find((one) => one.holds === undefined);
  if (open !== undefined) return { name, holds: undefined, detail: `${open.what}: ${open.why}`, step: undefined };
  return good(name, detail);
}

/** The first card that did not come from the next place of the cut deck, and hole cards that are not those dealt. */
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
        if (event.slot !== right) return { why: `a card came from place ${String(event.slot)}, and ${right === null ? 'none' : String(right)} was next`, step };
      }
      next += 1;
      if (event.e === 'hole_dealt') {
         
        dealt.set(event.seat, (dealt.get(event.seat) ?? new Set()).add(event.slot));
      }
    }
  }
  return strangers(played.moments, dealt);
}

/** A hand that was shown with a card that was not dealt to its seat. */
function strangers(moments: readonly Moment[], dealt: ReadonlyMap<number, ReadonlySet<number>>): { why: string; step: number } | undefined {
  const openings = moments.at(-1)?.known.view.hand?.openings ?? [];
  for (const { event, step } of moments) {
    if (event.e !== 'shown') continue;
    for (const card of event.cards) {
      const slot = openings.find((one) => one.card === card)?.slot;
      if (slot !== undefined && dealt.get(event.seat)?.has(slot) === false) {
        return { why: `seat ${String(event.seat)} shows the ${face(card).name}, which was not dealt to it`, step };
      }
    }
  }
  return undefined;
}

/** "6 of 6", for the head of the page. */
export function summary(checks: readonly Check[]): { held: number; of: number; state: 'pass' | 'fail' | 'open' } {
  const held = checks.filter((one) => one.holds).length;
  const state = checks.some((one) => one.holds === false) ? 'fail' : held === checks.length ? 'pass' : 'open';
  return { held, of: checks.length, state };
}
