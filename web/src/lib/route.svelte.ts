// Which screen is shown. Places are written after the number sign, so that the room need not know them; the
// two links that the room hands out are paths of their own.

export type Place =
  | { at: 'lobby'; query: string }
  | { at: 'sign-in' }
  | { at: 'sign-up' }
  | { at: 'account' }
  | { at: 'people' }
  | { at: 'record' }
  | { at: 'new-table' }
  | { at: 'table'; table: number }
  | { at: 'hands'; query: string }
  | { at: 'hand'; table: number; hand: number; event: number }
  | { at: 'shared'; token: string; event: number }
  | { at: 'results'; query: string }
  | { at: 'first'; token: string }
  | { at: 'reset'; token: string }
  | { at: 'unknown'; address: string };

/** The place named by a path and the part after the number sign. One that names none is unknown. */
export function placeOf(path: string, hash: string): Place {
  const link = /^\/(first|reset)\/([A-Za-z0-9_-]+)\/?$/.exec(path);
  const inside = hash.replace(/^#\/?/, '');
  if (link && inside === '') {
    const [, at, token = ''] = link;
    return at === 'first' ? { at: 'first', token } : { at: 'reset', token };
  }
  const table = /^table\/(\d{1,15})$/.exec(inside);
  if (table) return { at: 'table', table: Number(table[1]) };
  const hand = /^hand\/(\d{1,15})\/(\d{1,15})(?:\/(\d{1,6}))?$/.exec(inside);
  if (hand) return { at: 'hand', table: Number(hand[1]), hand: Number(hand[2]), event: Number(hand[3] ?? 0) };
  const shared = /^shared\/([A-Za-z0-9_-]{1,200})(?:\/(\d{1,6}))?$/.exec(inside);
  if (shared) return { at: 'shared', token: shared[1] ?? '', event: Number(shared[2] ?? 0) };
  const listed = /^(hands|results)(?:\?(.*))?$/.exec(inside);
  if (listed) return { at: listed[1] === 'hands' ? 'hands' : 'results', query: listed[2] ?? '' };
  switch (inside) {
    case 'sign-in':
    case 'sign-up':
    case 'account':
    case 'people':
    case 'record':
    case 'new-table':
      return { at: inside };
  }
  const lobby = /^(?:\?(.*))?$/.exec(inside);
  if (lobby && (inside !== '' || path === '/' || path === '/index.html')) return { at: 'lobby', query: lobby[1] ?? '' };
  return { at: 'unknown', address: inside === '' ? path : `/#/${inside}` };
}

/** Whether a place is a form for signing in or up. */
const isDoor = (place: Place): boolean => ['sign-in', 'sign-up', 'first', 'reset'].includes(place.at);

class Route {
  place: Place = $state.raw(placeOf(location.pathname, location.hash));
  /** Where somebody was before that form: the part of the address after the number sign. */
  before = '';

  constructor() {
    this.#remember();
    window.addEventListener('hashchange', () => {
      this.place = placeOf(location.pathname, location.hash);
      this.#remember();
    });
  }

  /** Remembers where to return to after signing in. */
  #remember(): void {
    if (!isDoor(this.place) && this.place.at !== 'unknown') this.before = location.hash.replace(/^#\/?/, '');
  }

  /** Returns from that form to where somebody was; one who is already where they wanted to be stays there. */
  back(): void {
    if (isDoor(this.place)) this.go(this.before);
  }

  /** Goes to a place: "table/4", or "" for the lobby. A link that was used up is left behind. */
  go(inside: string): void {
    if (location.pathname !== '/') {
      history.replaceState(null, '', `/#/${inside}`);
      this.place = placeOf('/', `#/${inside}`);
      this.#remember();
    } else {
      location.hash = `#/${inside}`;
    }
  }

  /** Updates the address to what is shown now; the browser's history stays as it was. */
  say(inside: string): void {
    history.replaceState(history.state, '', `/#/${inside}`);
    this.place = placeOf('/', `#/${inside}`);
    this.#remember();
  }
}

let only: Route | undefined;

/** The route of this page. */
export function route(): Route {
  only ??= new Route();
  return only;
}
