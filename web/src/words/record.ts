// The words of the record of the room, as an auditor reads it.

import { roleName } from './names.ts';

export const title = 'Record';
export const about = 'What happened in this room besides play: start and stop, the configuration, the clock, roles, links, locks, exports, and what officials did at tables.';
export const events = 'Events';
export const kind = 'Kind';
export const everyKind = 'Every kind';
/** "role_given" as "role given". */
export const kindName = (kind: string): string => kind.replaceAll('_', ' ');
export const person = 'Number of a person';
export const find = 'Find';
export const looking = 'Looking';
export const nothing = 'Nothing of the kind is on record.';
export const nothingYet = 'Nothing of the kind among the latest records.';
export const earlier = 'Earlier';
export const numbered = (sequence: number): string => `record ${String(sequence)}`;
export const byRoom = 'By the room';
export const byPerson = (name: string, number: number, role: string): string => `By ${name} (no. ${String(number)}), ${roleName(role)}`;
export const aboutPerson = (name: string, number: number): string => `; about ${name} (no. ${String(number)})`;
/** What the room says in lower case, as a sentence. */
export const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
