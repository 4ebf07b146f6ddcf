// The words of opening a table.

export const title = 'New table';
export const name = 'Name of the table';
export const book = 'Rule book';
export const preset = 'A preset of the house, with no document behind it';
export const machines = 'Machines';
export const noMachines = 'none';
export const marked = 'House bots, each marked as a machine';
export const choose = 'choose';
export const usual = (value: string): string => `${value} (usual)`;
/** What is said of a setting: what it means, its unit, what would do, and what else there is to it. */
export const setting = (meaning: string, unit: string, wouldDo: string | null, note: string | null): string =>
  `${meaning}${unit === '' ? '' : ` (${unit})`}${wouldDo === null || wouldDo === '' ? '' : `: ${wouldDo}`}${note === null || note === '' ? '' : `. ${note}`}`;
export const deckAndHands = 'Deck and hands';
export const counts = (choices: number, fixed: number): string => `${String(choices)} to choose, ${String(fixed)} fixed by the book`;
export const open = 'Open the table';
export const back = 'Back';
