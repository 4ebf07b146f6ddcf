// The words of the room's accounts, for its administrator, and of reports.

import { plural } from './language.ts';

export const title = 'People';
export const findName = 'Find a name';
export const looking = 'Looking';
export const nobody = 'Nobody is called that.';
export const name = 'Name';
export const roles = 'Roles';
export const loginAndNumber = (login: string, number: number): string => `${login}, no. ${String(number)}`;
export const machine = 'bot';
export const banned = (until: string | undefined): string => `banned${until === undefined ? '' : ` until ${until}`}`;
/** What the buttons of a row say, followed by whose row it is. */
export const resetLink = 'Reset link';
export const forName = (name: string): string => ` for ${name}`;
export const liftBan = 'Lift the ban';
export const ofName = (name: string): string => ` of ${name}`;
export const ban = 'Ban';
export const thatName = (name: string): string => ` ${name}`;
export const changeRoles = 'Roles';
export const rolesOf = (name: string): string => `Roles of ${name}`;
export const rolesNote = 'Giving or taking a role signs the person out everywhere. Administrators and auditors have no other role; a cashier cannot also be a supervisor, shift manager, casino operator or tournament director.';
/** Every role, by the room's word for it. */
export const allRoles = ['player', 'dealer', 'supervisor', 'shift_manager', 'operator', 'director', 'cashier', 'auditor', 'administrator'] as const;
/** What each of them may do. */
export const roleMay: Readonly<Record<(typeof allRoles)[number], string>> = {
  player: 'Sits down and plays, and opens tables where the room lets players.',
  dealer: 'Nothing more yet: the room deals at every table.',
  supervisor: 'Pauses, resumes and closes tables, removes people from them, and deals with reports. Not at a table where they sit.',
  shift_manager: 'The same as a supervisor.',
  operator: 'The same as a shift manager.',
  director: 'Nothing more yet: there are no tournaments.',
  cashier: 'Nothing more yet: play chips have no cage.',
  auditor: 'Reads the record of the room, and opens a finished hand together with a second auditor. Does not play.',
  administrator: 'Manages accounts, bans, links, roles, reports and tables. Does not play.',
};
export const held = 'has it';
export const notBeside = (roles: string): string => `Not together with ${roles}: take that role first, or use another account.`;
export const sureToGive = (name: string, role: string): string => `Give ${name} the role ${role}? ${name} will be signed out everywhere, and must enrol a second factor if the role needs one.`;
export const sureToTake = (name: string, role: string): string => `Take the role ${role} from ${name}? ${name} will be signed out everywhere.`;
export const yesGive = (role: string): string => `Yes, give ${role}`;
export const yesTake = (role: string): string => `Yes, take ${role}`;
export const cancel = 'Cancel';
export const given = (name: string, role: string): string => `${name} now has the role ${role}.`;
export const taken = (name: string, role: string): string => `${name} no longer has the role ${role}.`;
export const factorRemoved = (name: string): string => `The second factor of ${name} was removed.`;
export const isBanned = (name: string): string => `${name} is banned.`;
export const banLifted = (name: string): string => `The ban on ${name} was lifted.`;
export const give = 'Give';
export const take = 'Take';
export const takeFactor = 'Remove second factor';
export const takeFactorOf = (name: string): string => `Remove the second factor of ${name}`;
export const factorGone = (name: string): string => `${name} will be signed out everywhere and told at the next sign-in that you did it. Do it only if the device and the recovery codes are lost.`;
export const resetLinkFor = (name: string): string => `Reset link for ${name}`;
export const giveLink = (name: string): string => `Give this link to ${name} and nobody else. It works once and is not shown again.`;
export const banOf = (name: string): string => `Ban ${name}`;
export const liftBanOf = (name: string): string => `Lift the ban on ${name}`;
export const maySignIn = (name: string): string => `${name} can sign in again.`;
export const isOut = (name: string): string => `${name} will be signed out everywhere and leave every table after the hand. The wallet is kept, stakes included.`;
export const reason = 'Reason, for the record';
/** Why the list of accounts is viewed, as it is recorded. */
export const reasonToLook = 'to manage accounts';

export const reports = 'Reports';
export const nobodyReported = 'Nobody has reported anybody.';
export const waiting = (count: number): string =>
  count === 0 ? 'All have been dealt with.' : plural(count, { one: `${String(count)} report is waiting.`, other: `${String(count)} reports are waiting.` });
export const reportAbout = (number: number, name: string): string => `Report ${String(number)}: ${name}`;
export const dealtWith = '✓ dealt with';
export const waits = 'waiting';
export const reportedBy = (name: string, table: number, hand: number, when: string): string =>
  `by ${name}, table ${String(table)}, ${hand === 0 ? 'before the first hand' : `hand ${String(hand)}`}, ${when}`;
export const nothingSaid = 'Nothing was said at the table.';
export const linesSaid = (count: number): string => `${String(count)} ${plural(count, { one: 'message', other: 'messages' })} at the table`;
export const dealtBy = (name: string, when: string, note: string): string => `${name}, ${when}: ${note}`;
export const whatWasDone = 'What was done';
export const aboutReport = (number: number): string => ` about report ${String(number)}`;
export const deal = 'Dealt with';
export const thatReport = (number: number): string => `: report ${String(number)}`;
export const earlier = 'Earlier reports';
