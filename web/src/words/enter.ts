// The words of the forms to get in: sign in, sign up, the first administrator, and a new password by a link.

import type { Part } from './language.ts';

/** The title of each form, and what its button says. */
export const titles = {
  'sign-in': 'Sign in',
  'sign-up': 'Sign up',
  first: 'First administrator',
  reset: 'Choose a new password',
};

export const firstNote = 'This link works once. The administrator manages accounts, tables and settings, and neither plays nor moves chips.';
/** The first link, once it is used, and where it is not the one that the room made. */
export const firstIsUsed = 'This link was used: the room has its administrator, who can give the role to others under People.';
export const firstIsWrong = 'This is not the link that the room made, or it has expired. The newest one is in what the room printed when it started: copy it exactly.';
export const signUpNote = 'This is a room for play chips: they are worth nothing and cost nothing.';
export const resetNote = 'This link works once. Every device is signed out, and you sign in with the new password.';
export const noNewAccounts = 'This room takes no new accounts at present.';
export const newPlayerGets = (amount: string): string => `A new player gets ${amount}.`;

export const login = 'Sign-in name';
export const loginForm = '3 to 24 characters: a to z, digits, dot, hyphen, underscore';
export const name = 'Display name';
export const nameMayStayEmpty = 'At most 24 characters. If left empty, it is the one above.';
export const player = 'Name for a player account too';
export const playerMayStayEmpty = 'Optional. It gets the same password, and it is the one that plays.';
export const password = 'Password';
export const oneMoment = 'One moment';

export const newHere: readonly Part<'link'>[] = ['New here? ', ['link', 'Sign up']];
export const haveAccount: readonly Part<'link'>[] = ['Have an account? ', ['link', 'Sign in']];
export const lostPassword = 'Lost your password? Ask an administrator for a link.';

export const code = 'Code of your second factor';
export const codeNote = 'The six digits that your authenticator shows now, or a recovery code.';

/** The room ended a session by itself; it does not tell a stranger which of these reasons it was. */
export const signInEnded =
  'Your sign-in has ended: it expired, your roles or password changed, or you signed out everywhere. Your seats and chips are kept.';
