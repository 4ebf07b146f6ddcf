// What the viewer chose for this device: colours, deck, motion. Kept on the device and sent nowhere.

export type Theme = 'device' | 'dark' | 'light' | 'contrast';
export type Deck = 'four' | 'two' | 'distinct';

interface Chosen {
  theme: Theme;
  deck: Deck;
  letters: boolean;
  cards: number;
}

const USUAL: Chosen = { theme: 'dark', deck: 'four', letters: false, cards: 100 };
const KEY = 'cardroom.settings';

function stored(): Chosen {
  try {
    const text = localStorage.getItem(KEY);
    return text === null ? USUAL : { ...USUAL, ...(JSON.parse(text) as Partial<Chosen>) };
  } catch {
    // A browser that keeps nothing still plays.
    return USUAL;
  }
}

export const settings: Chosen = $state(stored());

/** Puts the choices on the document and keeps them. Call inside an effect. */
export function applySettings(): void {
  const root = document.documentElement;
  const light = window.matchMedia('(prefers-color-scheme: light)').matches;
  root.dataset['theme'] = settings.theme === 'device' ? (light ? 'light' : 'dark') : settings.theme;
  root.dataset['deck'] = settings.deck;
  root.dataset['letters'] = settings.letters ? 'on' : 'off';
  root.style.setProperty('--card-scale', String(settings.cards / 100));
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // See above.
  }
}
