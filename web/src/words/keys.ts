// The words of a table's keys.

export const title = 'Keys';
export const where = 'They act while the focus is at the table and not in a field for text.';
export const act = { label: 'Keys act at a table', note: 'Every key has its button too.' };
/** The fixed keys, and what they do. */
export const fixed = [
  ['Enter', 'In the amount: bet or raise. After a first press: confirm it'],
  ['A then Enter', 'All-in'],
  ['1 to 5', 'Preset amounts'],
  ['Up, Down', 'A step of the amount; with Shift ten steps; Page a pot'],
  ['Esc', 'Take the first of two presses back, close a sheet'],
  ['?', 'This list'],
] as const;
/** What the keys that can be changed do. */
export const acts = {
  fold: 'Fold or muck, twice if check is free',
  call: 'Check, call or show',
  amount: 'Go to the amount, or to the only bet',
  all_in: 'All-in, then Enter',
  bank: 'Use the time bank',
  sit_out: 'Sit out next hand, or sit in',
  top_up: 'Add chips',
  log: 'Log',
  last_hand: 'Last hand',
  next_table: 'Next table that waits for you',
  mute: 'Sound on or off',
  calm: 'Calm view',
  command: 'Command line',
};

export const pressToChange = 'Keys at a table. Press one to change it.';
export const pressKey = 'Press a key';
export const noKey = 'none';
export const orKeys = (keys: readonly string[]): string => keys.join(' or ');
/** What a key's button is for, after what it says. */
export const thatAct = (does: string): string => `: ${does}`;
export const isKept = 'This key does the same everywhere. Choose a letter or a sign.';
export const taken = (does: string, key: string, had: string): string => `${does}: ${key}. “${had}” has this key no more.`;
export const usualKeys = 'The usual keys';
