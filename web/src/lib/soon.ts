// What comes next at a table where no hand is being played: correct in every state a table can be in between
// hands.

import * as words from '../words/soon.ts';
import type { TableView } from '../wire/wire.ts';

/** What comes next: the next hand if one is about to begin, or else what it waits for. */
export function nextHand(view: Pick<TableView, 'standing' | 'draining' | 'practice' | 'dealer' | 'chairs'>): string {
  if (view.draining) return words.afterRestart;
  if (view.standing.is !== 'open') return words.noneWhile[view.standing.is];
  const { chairs } = view;
  // House bots buy in when a hand is about to begin, and only play with others; programs elsewhere are
  // ordinary players.
  const people = chairs.filter((chair) => !chair.machine || !view.practice);
  const ready = people.filter((person) => !person.away && !person.leaving && person.stack > 0).length;
  const machines = chairs.length - people.length;
  if (ready + (ready > 0 ? machines : 0) >= 2) return view.dealer === 'person' ? words.byTheDealer : words.soon;
  if (machines > 0) return people.length === 0 ? words.somebodySits : words.somebodyReady;
  return chairs.length < 2 ? words.twoBegin : words.twoGoOn;
}
