// The table in one sentence, and what else the text view says of it.

import { type Situation, freeSeats, turn } from './answers.ts';
import type { TableView } from '../wire/wire.ts';

/** How far the hand has come: "flop", or the count of board cards where they come one by one. */
export function street(view: TableView): string {
  const { hand, stakes } = view;
  const lie = hand?.board.length ?? 0;
  if (stakes.game === 'manila') return lie === 0 ? 'before the board' : lie === 1 ? '1 board card' : `${String(lie)} board cards`;
  return { 0: 'before the flop', 3: 'flop', 4: 'turn', 5: 'river' }[lie] ?? `${String(lie)} board cards`;
}

/** What the table is about now: "Harbour, hand 12, flop, pot 360. Your turn: call 90 or fold, raise to 180 or more." */
export function stateSentence(at: Situation): string {
  return [where(at), now(at), you(at)].filter((one) => one !== '').join(' ');
}

function where(at: Situation): string {
  const { view } = at.known;
  const { hand } = view;
  if (hand === null || hand.players.length === 0) return `${view.name}.`;
  if (hand.over) return `${view.name}, hand ${String(hand.hand)} is over.`;
  return `${view.name}, hand ${String(hand.hand)}, ${street(view)}, pot ${at.amount(hand.pot)}.`;
}

function now(at: Situation): string {
  const { view } = at.known;
  if (at.line === 'elsewhere') return 'This table is open on another device.';
  if (at.line === 'reconnecting') return 'Connection lost. Reconnecting.';
  if (at.line === 'offline') return 'This device has no network.';
  if (view.turn !== null) return turn(at);
  const { hand } = view;
  if (hand !== null && hand.over) {
    const results = at.log.filter((line) => line.hand === hand.hand && line.result).map((line) => `${line.text}.`);
    if (results.length > 0) return results.join(' ');
  }
  if (view.standing.is !== 'open') return '';
  if (hand !== null && !hand.over && hand.players.length > 0) return 'The cards are being dealt.';
  return view.chairs.filter((chair) => !chair.away && chair.stack > 0).length < 2 ? 'Play begins when two are seated.' : 'The next hand begins shortly.';
}

function you(at: Situation): string {
  const { view } = at.known;
  const chair = view.chairs.find((one) => one.seat === view.own);
  if (chair === undefined) return at.wallet === undefined ? 'You are watching.' : `You are watching. ${freeSeats(at)}`;
  if (chair.leaving) return 'You leave when the hand is over.';
  if (chair.away) return 'You are sitting out.';
  const plays = view.hand !== null && !view.hand.over && view.hand.players.some((one) => one.seat === chair.seat);
  if (plays) return '';
  if (chair.stack === 0) return 'You have no chips in front of you: add some to be dealt in.';
  return chair.waits ? 'You wait for the big blind.' : '';
}
