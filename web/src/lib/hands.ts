// Finished hands as the room lists them, and the requests for them.

export type { HandSummary, OwnHands, Replay, SharedHand, SharedPage, ShareLink } from '../wire/wire.ts';

/** The filters of the list. */
export interface Sought {
  text: string;
  table: number | undefined;
  game: string | undefined;
  won: boolean | undefined;
}

/** The filters in an address; anything unknown in it is left out. */
export function soughtIn(query: string): Sought {
  const said = new URLSearchParams(query);
  const table = /^\d{1,15}$/.test(said.get('table') ?? '') ? Number(said.get('table')) : undefined;
  const won = said.get('won');
  return {
    text: said.get('text') ?? '',
    table,
    game: said.get('game') ?? undefined,
    won: won === 'true' ? true : won === 'false' ? false : undefined,
  };
}

function named(sought: Sought): URLSearchParams {
  const said = new URLSearchParams();
  if (sought.text !== '') said.set('text', sought.text);
  if (sought.table !== undefined) said.set('table', String(sought.table));
  if (sought.game !== undefined) said.set('game', sought.game);
  if (sought.won !== undefined) said.set('won', String(sought.won));
  return said;
}

/** The filters as they are in the address: "?text=ada&won=true", or an empty text. */
export function inAddress(sought: Sought): string {
  const said = named(sought).toString();
  return said === '' ? '' : `?${said}`;
}

/** How many hands come at once. */
export const PAGE = 50;

/** The path of the request. */
export function path(sought: Sought, before: string | null): string {
  const said = named({ ...sought, text: sought.text.trim() });
  said.set('most', String(PAGE));
  if (before !== null) said.set('before', before);
  return `/api/hands?${said.toString()}`;
}
