// Coming back to the game: what is owed, in words.

import { chips } from './money.ts';
import type { Owed } from '../wire/wire.ts';

/** "Post 7 now (2 dead)". */
export function postNow(owed: Owed): string {
  return `Post ${chips(owed.live + owed.dead)} now${owed.dead > 0 ? ` (${chips(owed.dead)} dead)` : ''}`;
}
