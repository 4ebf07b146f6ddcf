// Which screen is shown. Places stand after the number sign, so that the room need not know them; the two links that
// the room hands out are paths of their own.

export type Place =
  | { at: 'lobby' }
  | { at: 'sign-in' }
  | { at: 'sign-up' }
  | { at: 'account' }
  | { at: 'people' }
  | { at: 'new-table' }
  | { at: 'table'; table: number }
  | { at: 'first'; token: string }
  | { at: 'reset'; token: string };

/** The place that a path and what stands after the number sign name; the lobby where they name none. */
export function placeOf(path: string, hash: string): Place {
  const link = /^\/(first|reset)\/([A-Za-z0-9_-]+)\/?$/.exec(path);
  const inside = hash.replace(/^#\/?/, '');
  if (link && inside === '') {
    const [, at, token = ''] = link;
    return at === 'first' ? { at: 'first', token } : { at: 'reset', token };
  }
  const table = /^table\/(\d{1,15})$/.exec(inside);
  if (table) return { at: 'table', table: Number(table[1]) };
  switch (inside) {
    case 'sign-in':
    case 'sign-up':
    case 'account':
    case 'people':
    case 'new-table':
      return { at: inside };
    default:
      return { at: 'lobby' };
  }
}

class Route {
  place: Place = $state.raw(placeOf(location.pathname, location.hash));

  constructor() {
    window.addEventListener('hashchange', () => {
      this.place = placeOf(location.pathname, location.hash);
    });
  }

  /** Goes to a place: "table/4", or "" for the lobby. A link that was used up is left behind. */
  go(inside: string): void {
    if (location.pathname !== '/') {
      history.replaceState(null, '', `/#/${inside}`);
      this.place = placeOf('/', `#/${inside}`);
    } else {
      location.hash = `#/${inside}`;
    }
  }
}

let only: Route | undefined;

/** The route of this page. */
export function route(): Route {
  only ??= new Route();
  return only;
}
