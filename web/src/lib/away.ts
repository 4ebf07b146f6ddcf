// What was done for a player while the line was down: gathered as it is told again, and said in one card.

import { chips } from './money.ts';
import type { Line } from './telling.ts';
import type { Event } from '../wire/wire.ts';

/** What happened while the player was away. */
export interface Away {
  /** How long, in milliseconds. */
  for: number;
  lines: readonly Line[];
  /** The facts behind the lines. */
  events: readonly Event[];
  /** More happened than the room tells again. */
  more?: boolean;
}

/** "You were away 38 s. Posted big blind 5, folded once." The last of so many blinds is the big one. */
export function summary(away: Away, blinds = 2): string {
  const seconds = Math.round(away.for / 1000);
  const time = seconds < 1 ? '' : seconds < 120 ? ` ${chips(seconds)} s` : ` ${chips(Math.round(seconds / 60))} min`;
  const posts = away.events.filter((event) => event.e === 'posted');
  const posted = posts.reduce((sum, event) => sum + event.amount, 0);
  const [post] = posts;
  const number = posts.length === 1 && post?.kind.is === 'blind' ? post.kind.number : undefined;
  const blind = number === undefined ? '' : number === blinds - 1 ? 'big blind ' : number === 0 ? 'small blind ' : 'blind ';
  const called = away.events.reduce((sum, event) => (event.e === 'called' ? sum + event.amount : sum), 0);
  const won = away.events.reduce((sum, event) => (event.e === 'awarded' || event.e === 'odd_chips' ? sum + event.amount : sum), 0);
  const times = (e: Event['e'], verb: string): string[] => {
    const count = away.events.filter((event) => event.e === e).length;
    if (count === 0) return [];
    return [count === 1 ? `${verb} once` : count === 2 ? `${verb} twice` : `${verb} ${chips(count)} times`];
  };
  const parts = [
    ...(posted > 0 ? [`posted ${blind}${chips(posted)}`] : []),
    ...times('checked', 'checked'),
    ...(called > 0 ? [`called ${chips(called)}`] : []),
    ...times('folded', 'folded'),
    ...(won > 0 ? [`won ${chips(won)}`] : []),
    ...(away.events.some((event) => event.e === 'sat_out') ? ['sat out'] : []),
    ...(away.events.some((event) => event.e === 'left') ? ['left the table'] : []),
  ];
  const list = parts.join(', ');
  const did = list === '' ? (away.more === true ? '' : ' Nothing was done for you.') : ` ${list.charAt(0).toUpperCase()}${list.slice(1)}.`;
  return `You were away${time}.${did}`;
}
