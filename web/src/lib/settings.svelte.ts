// What the viewer chose for this device, live. Stored on the device and sent nowhere; a change in another
// page of the same browser takes effect here too.

import { type Device, type Settings, motionOf, readSettings, themeOf } from './settings.ts';

export type { Deck, Settings, SoundName, Theme } from './settings.ts';

const KEY = 'cardroom.settings';

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // A browser that stores nothing can still play.
    return null;
  }
}

export const settings: Settings = $state(readSettings(readStored()));

const asks = {
  light: '(prefers-color-scheme: light)',
  contrast: '(prefers-contrast: more)',
  still: '(prefers-reduced-motion: reduce)',
};

function readDevice(): Device {
  const says = (query: string): boolean => typeof window !== 'undefined' && window.matchMedia(query).matches;
  return { light: says(asks.light), contrast: says(asks.contrast), still: says(asks.still) };
}

let device: Device = $state.raw(readDevice());

/** Whether things move now: as chosen, or else as the device says. */
export function moves(): boolean {
  return motionOf(settings.motion, device) === 'full';
}

/** Resets everything, except the list of people the viewer has muted. */
export function resetSettings(): void {
  Object.assign(settings, readSettings(null), { muted: [...settings.muted] });
}

/** Follows the device and the other pages of this browser until the returned function is called. */
export function followDevice(): () => void {
  const look = (): void => {
    device = readDevice();
  };
  const lists = Object.values(asks).map((query) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', look);
  const other = (event: StorageEvent): void => {
    if (event.key === KEY) Object.assign(settings, readSettings(event.newValue));
  };
  window.addEventListener('storage', other);
  return () => {
    for (const list of lists) list.removeEventListener('change', look);
    window.removeEventListener('storage', other);
  };
}

/** Applies the choices to the document and stores them. Call inside an effect. */
export function applySettings(): void {
  const root = document.documentElement;
  root.dataset['theme'] = themeOf(settings.theme, device);
  root.dataset['deck'] = settings.deck;
  root.dataset['letters'] = settings.letters ? 'on' : 'off';
  root.dataset['motion'] = motionOf(settings.motion, device);
  root.dataset['calm'] = settings.calm ? 'on' : 'off';
  root.style.setProperty('--card-scale', String(settings.cards / 100));
  const text = JSON.stringify(settings);
  try {
    // What another page has just written is not written again: two pages would answer each other forever.
    if (localStorage.getItem(KEY) !== text) localStorage.setItem(KEY, text);
  } catch {
    // See above.
  }
}
