// The words of a table's keys.

export const title = 'Keys';
export const where = 'They work while the focus is at the table and not in a text field.';
export const act = { label: 'Keys work at a table', note: 'Every key has a button too.' };
/** The fixed keys, and what they do. */
export const fixed = [
  ['Enter', 'In the amount: bet or raise. After a first press: confirm it'],
  ['A then Enter', 'All-in'],
  ['1 to 5', 'Preset amounts'],
  ['Up, Down', 'One step of the amount; ten with Shift; a pot with Page Up or Down'],
  ['Esc', 'Cancel the first of two presses, close a sheet'],
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
  next_table: 'Next table waiting for you',
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
export const isKept = 'This key does the same everywhere. Choose a letter or a symbol.';
export const taken = (does: string, key: string, had: string): string => `${does}: ${key}. “${had}” no longer has this key.`;
export const usualKeys = 'Default keys';
