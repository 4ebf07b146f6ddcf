// The words of the second factor: enrolled once, given with the password from then on.

import { plural } from './language.ts';
import { roleNames } from './names.ts';

export const title = 'Second factor';
/** Which roles wait for it, and that it is enrolled here. */
export const due = (waiting: readonly string[]): string =>
  `You work in this room: enrol a second factor first. Until then ${plural(waiting.length, { one: 'your role', other: 'your roles' })} ${roleNames(waiting)} ${plural(waiting.length, { one: 'waits', other: 'wait' })}: ${plural(waiting.length, { one: 'it opens', other: 'they open' })} nothing.`;
export const off = 'A code of an authenticator, asked for with the password. Nobody comes in with the password alone any more.';
export const on = 'A code of your authenticator is asked for at each sign-in.';
export const codesLeft = (count: number): string =>
  count === 0 ? 'No recovery code is left.' : `${String(count)} recovery ${plural(count, { one: 'code is', other: 'codes are' })} left.`;

export const begin = 'Enrol a second factor';
export const scan = 'Scan this with an authenticator, or type the key into it. Then give the code that it shows.';
export const square = 'QR code for an authenticator';
export const key = 'Key';
export const openHere = 'Open in an authenticator on this device';
export const code = 'Code that the authenticator shows';
export const enrol = 'Enrol';
export const leave = 'Not now';

export const codesTitle = 'Recovery codes';
export const keepCodes = 'Each opens the door once without the authenticator. Keep them apart from it: they are not shown again.';
export const kept = 'I have kept them';

export const newCodes = 'New recovery codes';
export const newCodesNote = 'The codes that you have now open nothing any more.';
export const remove = 'Remove the second factor';
export const removeNote = 'Every device is signed out, this one too. Enrol another one when you come back.';
export const codeOrRecovery = 'Code, or a recovery code';
export const password = 'Password';
