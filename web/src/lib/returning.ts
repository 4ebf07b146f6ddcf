// Coming back to the game: what is owed, in words.

import { chips } from './money.ts';
import * as words from '../words/ownseat.ts';
import type { Owed } from '../wire/wire.ts';

/** "Post 7 now (2 dead)". */
export function postNow(owed: Owed): string {
  return words.postNow(chips(owed.live + owed.dead), owed.dead > 0 ? chips(owed.dead) : undefined);
}
