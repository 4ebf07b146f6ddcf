// What a viewer may choose for a device: each choice with its usual value and what may stand in its place. What is kept
// of an older page or a broken store is read choice by choice: what does not fit falls back and the rest stays.

/** How one choice is read from what was kept: the value itself where it fits, the usual one where it does not. */
type Field<Value> = (kept: unknown) => Value;

function oneOf<const Value extends string>(usual: Value, ...others: Value[]): Field<Value> {
  const all: readonly Value[] = [usual, ...others];
  return (kept) => all.find((one) => one === kept) ?? usual;
}

function yes(usual: boolean): Field<boolean> {
  return (kept) => (typeof kept === 'boolean' ? kept : usual);
}

function whole(usual: number, least: number, most: number): Field<number> {
  return (kept) => (typeof kept === 'number' && Number.isInteger(kept) && kept >= least && kept <= most ? kept : usual);
}

function fields(kept: unknown): Record<string, unknown> {
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {};
}

function flags<Name extends string>(usual: Readonly<Record<Name, boolean>>): Field<Record<Name, boolean>> {
  return (kept) => {
    const given = fields(kept);
    const read: Record<Name, boolean> = { ...usual };
    for (const name of Object.keys(usual) as Name[]) {
      const value = given[name];
      if (typeof value === 'boolean') read[name] = value;
    }
    return read;
  };
}

/** Somebody mutes no more persons than this: a list that a page can carry. */
const MOST_MUTED = 500;

const persons: Field<number[]> = (kept) =>
  Array.isArray(kept) ? kept.filter((one): one is number => Number.isSafeInteger(one) && one >= 0).slice(0, MOST_MUTED) : [];

const words: Field<Record<string, string>> = (kept) =>
  Object.fromEntries(
    Object.entries(fields(kept)).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].length <= 20).slice(0, 50),
  );

/** What makes a sound, with the usual choice: what needs the player does, what only happens does not. */
const SOUNDS = { turn: true, ten: true, five: true, line: true, cards: false, chips: false, chat: false };
export type SoundName = keyof typeof SOUNDS;

/** Every choice of a device. Who needs another one adds its line here and its control to the settings. */
const FIELDS = {
  /** Colours; `device` follows the device's own choice. */
  theme: oneOf('dark', 'device', 'light', 'contrast'),
  deck: oneOf('four', 'two', 'distinct'),
  /** Letters beside the suits. */
  letters: yes(false),
  /** The size of cards, in hundredths. */
  cards: whole(100, 80, 160),
  motion: oneOf('device', 'full', 'none'),
  /** Amounts at a table in chips or in big blinds. */
  amounts: oneOf('chips', 'blinds'),
  /** By how many places the ring is turned; 0 puts the viewer at the bottom. */
  turned: whole(0, 0, 9),
  /** Without chat, side panel and what else is not the game. */
  calm: yes(false),
  sound: oneOf('normal', 'off', 'low'),
  sounds: flags(SOUNDS),
  vibrate: yes(true),
  /** Folding when checking is free needs two presses. */
  foldTwice: yes(true),
  /** The time bank is used by itself when the time is over. */
  autoBank: yes(false),
  /** The stack is filled up between hands by itself. */
  autoTopUp: yes(false),
  /** Keys act at a table. */
  keys: yes(true),
  /** Other keys than the usual ones, by the name of what they do. */
  keymap: words,
  /** After so many minutes at tables a line says how long it has been; 0 says nothing. */
  remind: whole(60, 0, 600),
  /** The text view. */
  text: yes(false),
  speak: oneOf('all', 'bets', 'mine'),
  /** A command that spends chips needs Enter only once. */
  oneEnter: yes(false),
  chat: oneOf('all', 'off', 'table'),
  /** Whose lines are not shown, by the numbers of persons. */
  muted: persons,
} satisfies Record<string, Field<unknown>>;

/** The choices of a device. */
export type Settings = { [Name in keyof typeof FIELDS]: ReturnType<(typeof FIELDS)[Name]> };
export type Theme = Settings['theme'];
export type Deck = Settings['deck'];

/** The choices in what was kept as text; each that does not fit is the usual one. */
export function readSettings(text: string | null): Settings {
  let kept: Record<string, unknown> = {};
  try {
    kept = fields(JSON.parse(text ?? '{}'));
  } catch {
    // Cut off or of another program: everything as usual.
  }
  return Object.fromEntries(Object.entries(FIELDS).map(([name, read]) => [name, read(kept[name])])) as Settings;
}

/** What the device says for itself. */
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
