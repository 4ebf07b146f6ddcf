// The table in one sentence, and what else the text view says about it.

import { type Situation, freeSeats, turn } from './answers.ts';
import { nextHand } from './soon.ts';
import { streetAt } from './streets.ts';
import * as acts from '../words/acts.ts';
import * as frame from '../words/frame.ts';
import * as words from '../words/textview.ts';
import type { TableView } from '../wire/wire.ts';

/** How far the hand has come: "flop", or the number of board cards where they come one by one. */
export function street(view: TableView): string {
  const { hand, stakes } = view;
  const count = hand?.board.length ?? 0;
  return words.street(streetAt(stakes.deal, count), count);
}

/**
 * The state of the table: "Harbour, hand 12, flop, pot 360. Your turn: call 90 or fold, raise to 180 or
 * more."
 */
export function stateSentence(at: Situation): string {
  return words.together([where(at), now(at), you(at)]);
}

function where(at: Situation): string {
  const { view } = at.known;
  const { hand } = view;
  if (hand === null || hand.players.length === 0) return words.at(view.name);
  if (hand.over) return words.handIsOver(view.name, hand.hand);
  return words.handIsAt(view.name, hand.hand, street(view), at.amount(hand.pot));
}

function now(at: Situation): string {
  const { view } = at.known;
  const trouble = { reconnecting: frame.connectionLost, offline: frame.noNetwork }[at.line as string];
  const elsewhere = at.line === 'elsewhere' || at.elsewhere !== undefined ? frame.elsewhere(at.elsewhere === 'tab') : undefined;
  if (elsewhere !== undefined) return trouble === undefined ? elsewhere : frame.elsewhereToo(elsewhere, trouble);
  if (trouble !== undefined) return trouble;
  if (view.turn !== null) return turn(at);
  const { hand } = view;
  if (hand !== null && hand.over) {
    const results = at.log.filter((line) => line.hand === hand.hand && line.result).map((line) => words.result(line.text));
    if (results.length > 0) return words.together(results);
  }
  if (view.standing.is !== 'open') return '';
  if (hand !== null && !hand.over && hand.players.length > 0) return words.beingDealt;
  return nextHand(view);
}

function you(at: Situation): string {
  const { view } = at.known;
  const chair = view.chairs.find((chair) => chair.seat === view.own);
  if (chair === undefined) return at.wallet === undefined ? words.youWatch : words.together([words.youWatch, freeSeats(at)]);
  if (chair.leaving) return words.youLeave;
  if (chair.away) return words.youSitOut;
  const plays = view.hand !== null && !view.hand.over && view.hand.players.some((player) => player.seat === chair.seat);
  if (plays) return '';
  if (chair.stack === 0) return acts.noChips;
  return chair.waits ? words.youWait : '';
}
