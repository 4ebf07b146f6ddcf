// Games, limits, books and stakes as the page names them.

import { chips } from './money.ts';
import * as words from '../words/names.ts';
import type { Stakes } from '../wire/wire.ts';

/** "Hold'em". A game that this page does not know is shown by the room's name for it. */
export function gameName(game: string): string {
  return words.games[game] ?? plain(game);
}

/** "No-limit". */
export function limitName(limit: string): string {
  return words.limits[limit] ?? plain(limit);
}

/** A name with spaces for its underscores. */
export function plain(name: string): string {
  const parted = name.replaceAll('_', ' ').replaceAll('-', ' ');
  return parted.charAt(0).toUpperCase() + parted.slice(1);
}

/** "1/2", or the ante if there are no blinds. */
export function blindsOf(stakes: Stakes): string {
  if (stakes.blinds.length > 0) return stakes.blinds.map(chips).join('/');
  return stakes.ante === null ? '' : words.anteOf(chips(stakes.ante));
}

/** "No-limit Hold'em 1/2". */
export function gameLine(stakes: Stakes): string {
  return words.gameLine(limitName(stakes.limit), gameName(stakes.game), blindsOf(stakes));
}

/**
 * The same in two parts: the game, from its longest name to its shortest, and the stakes, which are never
 * shortened.
 */
export function gameAndStakes(stakes: Stakes): [games: readonly [whole: string, short: string, shortest: string], amounts: string] {
  const whole = words.gameLine(limitName(stakes.limit), gameName(stakes.game), '');
  const short = words.limitsInShort[stakes.limit];
  return [short === undefined ? [whole, whole, whole] : [whole, words.gameLine(short, gameName(stakes.game), ''), short], blindsOf(stakes)];
}

/** "40 to 200", or "100 or more". */
export function buyIn(stakes: Stakes): string {
  const least = chips(stakes.min_buy_in);
  return stakes.max_buy_in === null ? words.orMore(least) : words.fromTo(least, chips(stakes.max_buy_in));
}
