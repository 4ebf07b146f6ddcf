// Made hands in words. The room says which hand it is, which five cards make it and which side cards decided.

import * as cards from '../words/cards.ts';
import * as words from '../words/made.ts';
import type { Deal, Made, Named, Won } from '../wire/wire.ts';

/** How a hand is worded: to be read, or to be heard. */
type How = 'written' | 'aloud';

/** Only low hands are named by all their five ranks. */
const isLow = (named: Named): boolean => named.ranks.length === 5;

function valueOf(named: Named, deciding: readonly string[] = []): words.HandValue {
  return { kind: named.kind, ranks: named.ranks, deciding, joker: named.joker };
}

/** A hand as it is said after "with": "three sevens", "a flush, ace high", "8-6-4-3-2". */
export function said(named: Named, how: How = 'written', deciding: readonly string[] = []): string {
  const value = valueOf(named, deciding);
  return isLow(named) ? words.low(value, how === 'aloud') : words.high(value, how === 'aloud');
}

/** What a pot was won with: "two pair, kings and fours, ace kicker; beats jack kicker". */
export function wonWith(won: Won, how: How = 'written'): string {
  const hand = said(won.hand, how, won.deciding);
  const both = won.low === undefined ? hand : bothWays([hand, lowWay(won.low, how)], how);
  const { beaten = [] } = won;
  return beaten.length === 0 ? both : words.beats(both, words.decidedBy(valueOf(won.hand), beaten));
}

/**
 * What a hand makes, in words: "three sevens", or both the high and the low hand where both are played for.
 */
export function madeName(made: Pick<Made, 'high' | 'low'> | undefined, how: How = 'written'): string | undefined {
  const ways = [made?.high ? said(made.high, how) : undefined, made?.low ? lowWay(made.low, how) : undefined];
  const there = ways.filter((way) => way !== undefined);
  return there.length === 0 ? undefined : bothWays(there, how);
}

const lowWay = (low: Named, how: How): string => (how === 'aloud' ? cards.forLow(said(low, how)) : words.lowHand(said(low, how)));
const bothWays = (ways: readonly string[], how: How): string => (how === 'aloud' ? cards.bothAloud(ways) : ways.join(', '));

/** The cards that make a hand, high and low. */
export function madeCards(made: Made | undefined): string[] {
  return [...(made?.high?.cards ?? []), ...(made?.low?.cards ?? [])];
}

/** Whether the page must say which of the cards play: where not just any five may be used. */
export function needsHelp(deal: Deal): boolean {
  return deal.must_use !== null;
}
