// What is checked of the cards that were seen. The checking itself is done by the checker in the crate whose
// promise it checks, the same file that anybody can run.

import { checkCommitment, checkCut, checkOpening, checkValue, dealtSlot } from '../../../crates/fair/checker/checker.mjs';
import { face } from './cards.ts';
import * as words from '../words/fairness.ts';
import type { Commitment, Cut, Opening, TableView } from '../wire/wire.ts';

/** One check, and its result. `undefined` is what cannot be known yet. */
export interface Finding {
  what: string;
  holds: boolean | undefined;
  why: string;
  /** The card it is about, if any. */
  card?: string;
  /** It cannot be known yet, and will be. */
  waits?: boolean;
}

/** Everything known about one deck. */
export interface Evidence {
  commitment: Commitment;
  cut: Cut | null;
  openings: Opening[];
  /** The cards this viewer saw: own, shown, and on the board. */
  seen: string[];
  /** The most cards that can have left the deck, counting burned ones: none comes from further down. */
  dealt: number;
  own: number | null;
  /** The value this page added to the cut, if it added one. */
  value: string | undefined;
}

/** The evidence in a table's view; undefined before a deck is committed. */
export function evidence(view: TableView, value: string | undefined): Evidence | undefined {
  const { hand } = view;
  if (hand?.commitment == null) return undefined;
  const holes = hand.players.flatMap((player) => player.cards);
  const cards = [...holes, ...hand.board];
  return {
    commitment: hand.commitment,
    cut: hand.cut,
    openings: hand.openings,
    seen: cards.filter((card): card is string => card !== null),
    // No book burns more than one card for each board card.
    dealt: holes.length + 2 * hand.board.length,
    own: view.own,
    value,
  };
}

/** Runs every check there is evidence for. */
export function findings(of: Evidence): Finding[] {
  const { commitment, cut, openings, seen, dealt, own, value } = of;
  const found: Finding[] = [{ what: words.sealIsHash, ...checkCommitment(commitment) }];
  if (cut === null) {
    found.push({ what: words.cut, holds: undefined, why: words.notCut, waits: true });
  } else {
    found.push({ what: words.cutFollows(cut.position, cut.values.length), ...checkCut(commitment, cut) });
    if (value !== undefined && own !== null) {
      const included = cut.values.some((value) => value.seat === own);
      // A value that came too late is left out, and delays nobody.
      found.push(
        included
          ? { what: words.valueWentIn, ...checkValue(cut, own, value) }
          : { what: words.yourValue, holds: undefined, why: words.valueLate },
      );
    }
  }
  const left = cut === null ? undefined : new Set(Array.from({ length: dealt }, (_, k) => dealtSlot(cut, k)));
  for (const card of seen) {
    const { name } = face(card);
    const opening = openings.find((opening) => opening.card === card);
    if (opening === undefined) {
      found.push({ what: words.card(name), holds: undefined, why: words.noOpening, card, waits: true });
      continue;
    }
    const answer = checkOpening(commitment, opening);
    const inside = left === undefined || left.has(opening.slot);
    found.push({
      what: words.cardLay(name, opening.slot),
      holds: answer.holds && inside,
      why: answer.holds && !inside ? words.tooFarDown : answer.why,
      card,
    });
  }
  // The same card twice, or the same place twice, cannot come from one deck.
  if (new Set(seen).size !== seen.length) found.push({ what: words.cardOnce, holds: false, why: words.seenTwice });
  const slots = openings.map((opening) => opening.slot);
  if (new Set(slots).size !== slots.length) found.push({ what: words.placeOnce, holds: false, why: words.openedTwice });
  return found;
}

/** The overall result, in a word. */
export function verdict(found: readonly Finding[]): 'checked' | 'waiting' | 'wrong' {
  if (found.some((finding) => finding.holds === false)) return 'wrong';
  return found.some((finding) => finding.waits === true) ? 'waiting' : 'checked';
}
