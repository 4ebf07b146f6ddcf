// How many chips may be added to a stack, and when. The room decides; this only finds what to offer.

import type { TableView } from '../wire/wire.ts';

/** The smallest and largest number of chips that may be added now. */
export interface Range {
  least: number;
  most: number;
}

/** What the viewer's stack may be topped up by; undefined where it is full, or there are no chips for it. */
export function range(view: TableView, wallet: number): Range | undefined {
  const chair = view.chairs.find((chair) => chair.seat === view.own);
  if (!chair) return undefined;
  const { min_buy_in, max_buy_in, smallest_chip } = view.stakes;
  const most = max_buy_in === null ? wallet : Math.max(0, Math.min(wallet, max_buy_in - chair.stack));
  const least = Math.max(smallest_chip, chair.stack === 0 ? min_buy_in : 1);
  return most >= least ? { least, most } : undefined;
}

/** True while the viewer plays a hand that is not over: no chips are added to its stack until it is. */
export function isPlaying(view: TableView): boolean {
  const { hand, own } = view;
  return hand !== null && !hand.over && hand.players.some((player) => player.seat === own);
}

/**
 * What the automatic top-up adds after a hand: up to the largest buy-in, or the smallest where there is no
 * largest.
 */
export function automatic(view: TableView, wallet: number): number | undefined {
  const chair = view.chairs.find((chair) => chair.seat === view.own);
  const offered = range(view, wallet);
  if (!chair || chair.away || chair.leaving || !offered) return undefined;
  const missing = (view.stakes.max_buy_in ?? view.stakes.min_buy_in) - chair.stack;
  if (missing <= 0) return undefined;
  return Math.min(offered.most, Math.max(offered.least, missing));
}
