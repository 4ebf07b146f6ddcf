// Several tables in one page: which one comes next, which ones are side by side, and which are reopened after
// the page was reloaded.

/** What the bar needs to know about a table. */
export interface Tab {
  table: number;
  /** It is the viewer's turn there. */
  mine: boolean;
  /** The viewer's remaining time, in milliseconds; undefined without a clock. */
  left: number | undefined;
}

/** The next table: of those waiting for the viewer the one with the least time, else the next in the bar. */
export function nextTable(tabs: readonly Tab[], shown: number | undefined): number | undefined {
  const others = tabs.filter((tab) => tab.table !== shown);
  const waiting = others.filter((tab) => tab.mine);
  if (waiting.length > 0) {
    const time = (tab: Tab): number => tab.left ?? Number.POSITIVE_INFINITY;
    return waiting.reduce((first, tab) => (time(tab) < time(first) ? tab : first)).table;
  }
  const at = tabs.findIndex((tab) => tab.table === shown);
  return [...tabs.slice(at + 1), ...tabs.slice(0, Math.max(0, at))].find((tab) => tab.table !== shown)?.table;
}

/** From this width on two tables are side by side (3.1), and one more for each further step. */
const BESIDE = 1600;
const STEP = 680;

/** How many tables a window has room for. */
export function columns(width: number): number {
  return width <= BESIDE ? 1 : 2 + Math.floor((width - BESIDE) / STEP);
}

/** The tables that are drawn: as many as fit, in the order of the bar, including the chosen one. */
export function drawnTables(open: readonly number[], chosen: number, room: number): number[] {
  const all = open.includes(chosen) ? open : [...open, chosen];
  const at = all.indexOf(chosen);
  const first = Math.max(0, Math.min(at - room + 1, all.length - room));
  const from = at < room ? 0 : first;
  return all.slice(from, from + room);
}

/** The tables in what this page stored. */
export function readTables(text: string | null): number[] {
  return (text ?? '')
    .split(' ')
    .filter((one) => /^\d{1,15}$/.test(one))
    .map(Number)
    .slice(0, 16);
}
