// The room's own words for games, limits and books.

import { chips } from './money.ts';
import type { Stakes } from '../wire/wire.ts';

const GAMES: Readonly<Record<string, string>> = {
  holdem: "Hold'em",
  omaha: 'Omaha',
  manila: 'Manila',
  pineapple: 'Pineapple',
  crazy_pineapple: 'Crazy Pineapple',
};

const LIMITS: Readonly<Record<string, string>> = {
  no_limit: 'No-limit',
  full_pot: 'Pot-limit',
  half_pot: 'Half-pot',
  fixed: 'Fixed limit',
  spread: 'Spread limit',
  double: 'Double limit',
};

/** "Hold'em". A game that this page does not know keeps the name that the room gives it. */
export function gameName(game: string): string {
  return GAMES[game] ?? plain(game);
}

/** "No-limit". */
export function limitName(limit: string): string {
  return LIMITS[limit] ?? plain(limit);
}

/** A name with underscores as words. */
export function plain(name: string): string {
  const words = name.replaceAll('_', ' ').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "1/2", or the ante where there are no blinds. */
export function blindsOf(stakes: Stakes): string {
  if (stakes.blinds.length > 0) return stakes.blinds.map(chips).join('/');
  return stakes.ante === null ? '' : `ante ${chips(stakes.ante)}`;
}

/** "No-limit Hold'em 1/2". */
export function gameLine(stakes: Stakes): string {
  return `${limitName(stakes.limit)} ${gameName(stakes.game)} ${blindsOf(stakes)}`.trim();
}

/** "40 to 200", or "100 or more". */
export function buyIn(stakes: Stakes): string {
  const least = chips(stakes.min_buy_in);
  return stakes.max_buy_in === null ? `${least} or more` : `${least} to ${chips(stakes.max_buy_in)}`;
}
