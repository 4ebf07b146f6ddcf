// The words of the room's record, as an auditor reads it.

import { roleName } from './names.ts';

export const title = 'Record';
export const about = 'What happened in this room apart from play: starts and stops, the configuration, the clock, roles, links, locks, exports, and what officials did at tables.';
export const events = 'Events';
export const kind = 'Kind';
export const everyKind = 'Every kind';
/** What each kind of record is called. */
export const kinds: Readonly<Record<string, string>> = {
  started: 'Room started',
  stopped: 'Room stopped',
  configured: 'Configuration changed',
  clock_jumped: 'Clock jumped',
  throttled: 'Too many requests',
  exported: 'Export made',
  key_split: 'Key split',
  restored: 'Backup restored',
  table_opened: 'Table opened',
  table_closed: 'Table closed',
  opened: 'Accounts opened',
  signed_up: 'Signed up',
  sign_in_failed: 'Sign-in failed',
  sign_in_locked: 'Sign-in locked',
  signed_out_everywhere: 'Signed out everywhere',
  everybody_signed_out: 'Everybody signed out',
  password_changed: 'Password changed',
  reset_link_made: 'Reset link made',
  reset_link_used: 'Reset link used',
  administrator_link_made: 'Administrator link made',
  administrator_link_used: 'Administrator link used',
  role_given: 'Role given',
  role_taken: 'Role taken',
  banned: 'Banned',
  unbanned: 'Ban lifted',
  reported: 'Reported',
  report_dealt_with: 'Report dealt with',
  hand_shared: 'Hand shared',
  hand_share_ended: 'Hand no longer shared',
  account_erased: 'Account erased',
  traces_forgotten: 'Sign-in traces deleted',
  personal_data_seen: 'Personal data viewed',
  second_factor_set: 'Second factor enrolled',
  recovery_code_used: 'Recovery code used',
  recovery_codes_made: 'Recovery codes made',
  second_factor_taken: 'Second factor removed',
  role_refused: 'Role refused',
  opening_asked: 'Opening of a hand requested',
  opening_agreed: 'Opening of a hand agreed to',
  opened_hand_seen: 'Opened hand viewed',
  paused: 'Table paused',
  resumed: 'Table resumed',
  closing: 'Table closing',
  determine: 'Settings of a table changed',
  place_button: 'Button placed',
  replace_cards: 'Cards replaced',
  check_cards: 'Cards checked',
  remove: 'Player removed',
  exclude: 'Player excluded',
  readmit: 'Player readmitted',
  decide_rejoin: 'Return to a table decided on',
  void: 'Hand declared void',
};
/** A kind that this page does not know is shown by its name, in words. */
export const kindName = (name: string): string => kinds[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
export const person = 'Person number';
export const find = 'Find';
export const looking = 'Looking';
export const nothing = 'Nothing like that is on record.';
export const nothingYet = 'Nothing like that in the latest records.';
export const earlier = 'Earlier';
export const numbered = (sequence: number): string => `record ${String(sequence)}`;
export const byRoom = 'By the room';
export const byPerson = (name: string, number: number, role: string): string => `By ${name} (no. ${String(number)}), ${roleName(role)}`;
export const aboutPerson = (name: string, number: number): string => `; about ${name} (no. ${String(number)})`;
/** What the room says in lower case, as a sentence. */
export const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
