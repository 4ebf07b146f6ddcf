// The words of the second factor: enrolled once, given with the password from then on.

import { plural } from './language.ts';
import { roleNames } from './names.ts';

export const title = 'Second factor';
/** Which roles wait for it, and that it is enrolled here. */
export const due = (waiting: readonly string[]): string =>
  `You work in this room: enrol a second factor first. Until then ${plural(waiting.length, { one: 'your role', other: 'your roles' })} ${roleNames(waiting)} ${plural(waiting.length, { one: 'opens', other: 'open' })} nothing.`;
export const off = 'A code from an authenticator, asked for with the password. The password alone then lets nobody in.';
export const on = 'Each sign-in asks for a code from your authenticator.';
export const codesLeft = (count: number): string =>
  count === 0 ? 'No recovery code is left.' : `${String(count)} recovery ${plural(count, { one: 'code is', other: 'codes are' })} left.`;

export const begin = 'Enrol a second factor';
export const scan = 'Scan this with an authenticator, or type the key into it. Then enter the code it shows.';
export const square = 'QR code for an authenticator';
export const key = 'Key';
export const openHere = 'Open in an authenticator on this device';
export const code = 'Code that the authenticator shows';
export const enrol = 'Enrol';
export const leave = 'Not now';

export const codesTitle = 'Recovery codes';
export const keepCodes = 'Each lets you in once without the authenticator. Keep them apart from it: they are not shown again.';
export const kept = 'I have kept them';

export const newCodes = 'New recovery codes';
export const newCodesNote = 'The codes you have now stop working.';
export const remove = 'Remove the second factor';
export const removeNote = 'Every device is signed out, including this one. Enrol another one when you come back.';
export const codeOrRecovery = 'Code, or a recovery code';
export const password = 'Password';
