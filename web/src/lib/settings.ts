// What a viewer may choose for a device: each choice with its default and its permitted values. What an older
// page or a broken store left is read choice by choice: what does not fit falls back to the default and the
// rest stays.

/** How one choice is read from storage: the value itself if it fits, the default if it does not. */
type Field<Value> = (stored: unknown) => Value;

function oneOf<const Value extends string>(usual: Value, ...others: Value[]): Field<Value> {
  const all: readonly Value[] = [usual, ...others];
  return (stored) => all.find((value) => value === stored) ?? usual;
}

function flag(usual: boolean): Field<boolean> {
  return (stored) => (typeof stored === 'boolean' ? stored : usual);
}

function whole(usual: number, least: number, most: number): Field<number> {
  return (stored) => (typeof stored === 'number' && Number.isInteger(stored) && stored >= least && stored <= most ? stored : usual);
}

function fields(stored: unknown): Record<string, unknown> {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Record<string, unknown>) : {};
}

function flags<Name extends string>(usual: Readonly<Record<Name, boolean>>): Field<Record<Name, boolean>> {
  return (stored) => {
    const given = fields(stored);
    const read: Record<Name, boolean> = { ...usual };
    for (const name of Object.keys(usual) as Name[]) {
      const value = given[name];
      if (typeof value === 'boolean') read[name] = value;
    }
    return read;
  };
}

/** The most people that somebody can mute: as long a list as a page can handle. */
const MOST_MUTED = 500;

const persons: Field<number[]> = (stored) =>
  Array.isArray(stored) ? stored.filter((value): value is number => Number.isSafeInteger(value) && value >= 0).slice(0, MOST_MUTED) : [];

const words: Field<Record<string, string>> = (stored) =>
  Object.fromEntries(
    Object.entries(fields(stored)).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].length <= 20).slice(0, 50),
  );

/** What makes a sound, with the default: things that need the player do, things that merely happen do not. */
const SOUNDS = { turn: true, ten: true, five: true, line: true, cards: false, chips: false, chat: false };
export type SoundName = keyof typeof SOUNDS;

/** Every choice of a device. To add one, add its line here and its control to the settings. */
const FIELDS = {
  /** Colours; `device` follows the device's own choice. */
  theme: oneOf('dark', 'device', 'light', 'contrast'),
  deck: oneOf('four', 'two', 'distinct'),
  /** Letters beside the suits. */
  letters: flag(false),
  /** The size of cards, in hundredths. */
  cards: whole(100, 80, 160),
  motion: oneOf('device', 'full', 'none'),
  /** Amounts at a table in chips or in big blinds. */
  amounts: oneOf('chips', 'blinds'),
  /** How many places the ring of seats is rotated; 0 puts the viewer at the bottom. */
  turned: whole(0, 0, 9),
  /** Hides the chat, the side panel and whatever else is not the game. */
  calm: flag(false),
  sound: oneOf('normal', 'off', 'low'),
  sounds: flags(SOUNDS),
  vibrate: flag(true),
  /** Folding when checking is free needs two presses. */
  foldTwice: flag(true),
  /** Use the time bank automatically when the time is over. */
  autoBank: flag(false),
  /** Top up the stack automatically between hands. */
  autoTopUp: flag(false),
  /** Keys act at a table. */
  keys: flag(true),
  /** Keys chosen instead of the usual ones, by the name of what they do. */
  keymap: words,
  /** After this many minutes at tables a line says how long it has been; 0 turns that off. */
  remind: whole(60, 0, 600),
  /** The text view. */
  text: flag(false),
  speak: oneOf('all', 'bets', 'mine'),
  /** A command that spends chips needs Enter only once. */
  oneEnter: flag(false),
  chat: oneOf('all', 'off', 'table'),
  /** Whose messages are hidden, by person number. */
  muted: persons,
} satisfies Record<string, Field<unknown>>;

/** The choices of a device. */
export type Settings = { [Name in keyof typeof FIELDS]: ReturnType<(typeof FIELDS)[Name]> };
export type Theme = Settings['theme'];
export type Deck = Settings['deck'];

/** The choices stored as text; each that does not fit is the default. */
export function readSettings(text: string | null): Settings {
  let stored: Record<string, unknown> = {};
  try {
    stored = fields(JSON.parse(text ?? '{}'));
  } catch {
    // Truncated, or written by another program: use the defaults.
  }
  return Object.fromEntries(Object.entries(FIELDS).map(([name, read]) => [name, read(stored[name])])) as Settings;
}

/** The device's own preferences. */
export interface Device {
  light: boolean;
  contrast: boolean;
  still: boolean;
}

/** The colours to draw in. */
export function themeOf(chosen: Theme, device: Device): 'dark' | 'light' | 'contrast' {
  if (chosen !== 'device') return chosen;
  if (device.contrast) return 'contrast';
  return device.light ? 'light' : 'dark';
}

/** Whether things move. */
export function motionOf(chosen: Settings['motion'], device: Device): 'full' | 'none' {
  if (chosen !== 'device') return chosen;
  return device.still ? 'none' : 'full';
}
