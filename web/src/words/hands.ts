// The words of the list of the viewer's finished hands and of the links to them.

import { plural } from './language.ts';

export const title = 'Finished hands';
export const note = 'Every hand you were dealt into, with the cards you were allowed to see.';
export const results = 'Results';
export const linksMade = 'Links you made';

export const yourHands = 'Your hands';
export const find = 'Find a hand';
export const findWhat = 'Player, cards, table or number  /';
export const wonOrLost = 'Won or lost';
export const all = 'All';
export const won = 'Won';
export const lost = 'Lost';
export const filters = (chosen: number): string => `Filters${chosen === 0 ? '' : ` (${String(chosen)})`}`;
export const game = 'Game';
export const table = 'Table';
export const tableOf = (number: number): string => `Table ${String(number)}`;

export const looking = 'Looking for hands';
export const furtherBack = 'Looking further back';
export const noneSoFar = 'None so far; there are older hands to look through.';
export const lookFurther = 'Look further back';
export const noneLikeThat = 'No hand matches.';
export const showAll = 'Show all hands';
export const noneYet = 'You have not played a hand yet. Each one appears here as soon as it is over, to replay and to share.';
export const findTable = 'Find a table';

/** The column headings. */
export const heads = { when: 'When', table: 'Table', cards: 'Your cards', board: 'Board', result: 'Result' };
export const hands = (count: number, more: boolean): string => `${String(count)} ${plural(count, { one: 'hand', other: 'hands' })}${more ? ', there are more' : ''}`;
export const moreHands = 'More hands';
