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
  const params = new URLSearchParams(query);
  const table = /^\d{1,15}$/.test(params.get('table') ?? '') ? Number(params.get('table')) : undefined;
  const won = params.get('won');
  return {
    text: params.get('text') ?? '',
    table,
    game: params.get('game') ?? undefined,
    won: won === 'true' ? true : won === 'false' ? false : undefined,
  };
}

function named(filters: Sought): URLSearchParams {
  const params = new URLSearchParams();
  if (filters.text !== '') params.set('text', filters.text);
  if (filters.table !== undefined) params.set('table', String(filters.table));
  if (filters.game !== undefined) params.set('game', filters.game);
  if (filters.won !== undefined) params.set('won', String(filters.won));
  return params;
}

/** The filters as they are in the address: "?text=ada&won=true", or an empty text. */
export function inAddress(filters: Sought): string {
  const params = named(filters).toString();
  return params === '' ? '' : `?${params}`;
}

/** How many hands come at once. */
export const PAGE = 50;

/** The path of the request. */
export function path(filters: Sought, before: string | null): string {
  const params = named({ ...filters, text: filters.text.trim() });
  params.set('most', String(PAGE));
  if (before !== null) params.set('before', before);
  return `/api/hands?${params.toString()}`;
}
