// The words of the accounts of the room, for its administrator, and of what was reported.

import { plural } from './language.ts';

export const title = 'People';
export const findName = 'Find a name';
export const looking = 'Looking';
export const nobody = 'Nobody is called that.';
export const name = 'Name';
export const roles = 'Roles';
export const loginAndNumber = (login: string, number: number): string => `${login}, no. ${String(number)}`;
export const machine = 'machine';
export const banned = (until: string | undefined): string => `banned${until === undefined ? '' : ` until ${until}`}`;
/** What the buttons of a row say, and whose row it is after it. */
export const resetLink = 'Reset link';
export const forName = (name: string): string => ` for ${name}`;
export const liftBan = 'Lift the ban';
export const ofName = (name: string): string => ` of ${name}`;
export const ban = 'Ban';
export const thatName = (name: string): string => ` ${name}`;
export const changeRoles = 'Roles';
export const rolesOf = (name: string): string => `Roles of ${name}`;
export const rolesNote = 'A role that is given or taken signs the person out everywhere. Some roles may not meet in one person: the refusal says which.';
/** Every role, by the word that the room has for it. */
export const allRoles = ['player', 'dealer', 'supervisor', 'shift_manager', 'operator', 'director', 'cashier', 'auditor', 'administrator'] as const;
export const role = (word: string): string => word.replace('_', ' ');
export const give = 'Give';
export const take = 'Take';
export const takeFactor = 'Remove second factor';
export const takeFactorOf = (name: string): string => `Remove the second factor of ${name}`;
export const factorGone = (name: string): string => `${name} is signed out everywhere and sees at the next sign-in that you did it. Do it only when the device and the recovery codes are lost.`;
export const resetLinkFor = (name: string): string => `Reset link for ${name}`;
export const giveLink = (name: string): string => `Give this link to ${name} and nobody else. It works once, and it is not shown again.`;
export const banOf = (name: string): string => `Ban ${name}`;
export const liftBanOf = (name: string): string => `Lift the ban of ${name}`;
export const maySignIn = (name: string): string => `${name} may sign in again.`;
export const isOut = (name: string): string => `${name} is signed out everywhere, leaves every table when the hand is over, and keeps the wallet with the stakes.`;
export const reason = 'Reason, for the record';
/** Why the list of accounts is looked at, as it goes on record. */
export const reasonToLook = 'to look after accounts';

export const reports = 'Reports';
export const nobodyReported = 'Nobody has reported anybody.';
export const waiting = (count: number): string =>
  count === 0 ? 'All of them are dealt with.' : plural(count, { one: `${String(count)} report waits.`, other: `${String(count)} reports wait.` });
export const reportAbout = (number: number, name: string): string => `Report ${String(number)}: ${name}`;
export const dealtWith = '✓ dealt with';
export const waits = 'waits';
export const reportedBy = (name: string, table: number, hand: number, when: string): string =>
  `by ${name}, table ${String(table)}, ${hand === 0 ? 'before the first hand' : `hand ${String(hand)}`}, ${when}`;
export const nothingSaid = 'Nothing was said at the table.';
export const linesSaid = (count: number): string => `${String(count)} ${plural(count, { one: 'line', other: 'lines' })} said at the table`;
export const dealtBy = (name: string, when: string, note: string): string => `${name}, ${when}: ${note}`;
export const whatWasDone = 'What was done';
export const aboutReport = (number: number): string => ` about report ${String(number)}`;
export const deal = 'Dealt with';
export const thatReport = (number: number): string => `: report ${String(number)}`;
export const earlier = 'Earlier reports';
