// Pages of one browser with the same table open tell each other which of them plays it, so that a page that
// closes hands it back to the one that had it before. A table that another device took is left alone.

/** What one page tells the others about a table. Times are in milliseconds since 1970. */
export type Said = { is: 'has' | 'left'; table: number; page: string } | { is: 'waits'; table: number; page: string; since: number };

/** What one page knows about how a table is shared. */
export interface Share {
  /** The other page that has it. */
  holder: string | undefined;
  /** Since when this page waits for it; undefined while it is played here. */
  since: number | undefined;
  /** Other pages that wait, and since when. */
  waiting: Readonly<Record<string, number>>;
}

export const ALONE: Share = { holder: undefined, since: undefined, waiting: {} };

/** What to do: say something, take the table, or take it unless another page does. */
export type Todo = 'has' | 'waits' | 'take' | 'see';

/** Another page said something. */
export function heard(share: Share, message: Said): [Share, Todo | undefined] {
  const { since, holder } = share;
  const waiting = Object.fromEntries(Object.entries(share.waiting).filter(([page]) => page !== message.page));
  if (message.is === 'has') return [{ since, holder: message.page, waiting }, since !== undefined && holder !== message.page ? 'waits' : undefined];
  // A page that waits has lost it, either to another page, which says so itself, or to a device.
  const next = { since, holder: holder === message.page ? undefined : holder, waiting };
  if (message.is === 'waits') return [{ ...next, waiting: { ...waiting, [message.page]: message.since } }, since === undefined ? 'has' : undefined];
  if (since === undefined || holder !== message.page) return [next, undefined];
  return [next, Object.values(waiting).every((other) => other <= since) ? 'take' : 'see'];
}
