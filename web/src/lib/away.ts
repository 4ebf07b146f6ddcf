// What was done for a player while the connection was down: collected as the room sends it again, and shown
// in one card.

import { chips } from './money.ts';
import type { Line } from './telling.ts';
import * as words from '../words/ownseat.ts';
import type { Event } from '../wire/wire.ts';

/** What happened while the player was away. */
export interface Away {
  /** How long, in milliseconds. */
  for: number;
  lines: readonly Line[];
  /** The facts behind the lines. */
  events: readonly Event[];
  /** More happened than the room sends again. */
  more?: boolean;
}

/** "You were away 38 s. Posted big blind 5, folded once." With that many blinds, the last is the big one. */
export function summary(away: Away, blinds = 2): string {
  const seconds = Math.round(away.for / 1000);
  const time = seconds < 1 ? undefined : seconds < 120 ? { seconds: chips(seconds) } : { minutes: chips(Math.round(seconds / 60)) };
  const posts = away.events.filter((event) => event.e === 'posted');
  const posted = posts.reduce((sum, event) => sum + event.amount, 0);
  const [post] = posts;
  const number = posts.length === 1 && post?.kind.is === 'blind' ? post.kind.number : undefined;
  const blind = number === undefined ? undefined : number === blinds - 1 ? 'big' : number === 0 ? 'small' : 'other';
  const called = away.events.reduce((sum, event) => (event.e === 'called' ? sum + event.amount : sum), 0);
  const won = away.events.reduce((sum, event) => (event.e === 'awarded' || event.e === 'odd_chips' ? sum + event.amount : sum), 0);
  const count = (e: Event['e']): number => away.events.filter((event) => event.e === e).length;
  const done: words.Done = {
    posted: posted > 0 ? { amount: chips(posted), blind } : undefined,
    checked: count('checked'),
    called: called > 0 ? chips(called) : undefined,
    folded: count('folded'),
    won: won > 0 ? chips(won) : undefined,
    satOut: count('sat_out') > 0,
    left: count('left') > 0,
  };
  return words.wereAway(time, done, away.more !== true);
}
