// What moves on the felt between one position and the next, and how long it may take. The movement itself is
// in `stage.svelte.ts`; nothing waits for it.

import type { Known } from './table.ts';

/** How long movements take, in milliseconds. */
export const MOTION = { deal: 160, toPot: 220, toWinner: 300, fade: 120 } as const;
export const EASING = 'ease-out';
/** When more than this happens at once nobody can follow: the new position just appears. */
const TOO_MUCH = 60;

/** One thing that moves. */
export type Move =
  /** A card comes to a seat, or to a place on the board; `at` counts from 0. */
  | { what: 'card'; seat: number | undefined; at: number }
  /** Chips go from a plate to the bet in front of it. */
  | { what: 'bet'; seat: number }
  /** What was in front of a seat goes to the pot. */
  | { what: 'gather'; seat: number; amount: number };

/** What moves between two positions of a table; empty after a jump. */
export function moves(before: Known, now: Known): Move[] {
  const hand = now.view.hand;
  const last = before.view.hand;
  const jump = now.view.number - before.view.number;
  if (hand === null || before.view.table !== now.view.table || jump <= 0 || jump > TOO_MUCH) return [];
  const same = last?.hand === hand.hand ? last : undefined;
  // Within a hand nothing moves backwards: stepping back in a replay shows no motion.
  if (same && same.board.length > hand.board.length) return [];
  const found: Move[] = [];
  const dealt = hand.players.map((player) => ({
    player,
    had: same?.players.find((one) => one.seat === player.seat)?.cards.length ?? 0,
  }));
  const most = Math.max(0, ...dealt.map(({ player }) => player.cards.length));
  // Card by card around the table, as they are dealt.
  for (let at = 0; at < most; at += 1) {
    for (const { player, had: cardsBefore } of dealt) {
      if (at >= cardsBefore && at < player.cards.length) found.push({ what: 'card', seat: player.seat, at });
    }
  }
  for (let at = same?.board.length ?? 0; at < hand.board.length; at += 1) found.push({ what: 'card', seat: undefined, at });
  for (const player of hand.players) {
    const old = same?.players.find((one) => one.seat === player.seat);
    const betBefore = old?.in_round ?? 0;
    if (player.in_round > betBefore) {
      found.push({ what: 'bet', seat: player.seat });
      continue;
    }
    // Chips that were bet and gathered in one update are gathered.
    const collected = betBefore + player.in_hand - (old?.in_hand ?? 0);
    if (player.in_round === 0 && collected > 0) found.push({ what: 'gather', seat: player.seat, amount: collected });
  }
  return found;
}
