// The words of the viewer's own account.

import { plural } from './language.ts';

export const signedInAs = (login: string, roles: string): string => `Signed in as ${login}, ${roles}`;
export const finishedHands = 'Finished hands';
export const results = 'Results';
export const settings = 'Settings';
export const failures = (count: number): string =>
  `${plural(count, { one: 'One sign-in', other: `${String(count)} sign-ins` })} with your name failed since you were last here. If it was not you, change the password.`;

/** What somebody did to the account, by the room's word for it. */
export const notice = (what: string, by: string, moment: string): string => {
  switch (what) {
    case 'reset_link_made':
      return `${by} made a link to reset your password, on ${moment}.`;
    case 'reset_link_used':
      return `Your password was reset by a link, on ${moment}. If it was not you, tell an administrator. Hands from before are no longer shown here.`;
    case 'hand_opened':
      return `Two auditors opened a hand you were dealt into, the second of them ${by}, on ${moment}.`;
    case 'second_factor_taken':
      return `${by} removed your second factor, on ${moment}.`;
    default:
      return `${by} changed your account, on ${moment}.`;
  }
};

export const wallet = 'Wallet';
export const walletNote = 'play chips, not counting what is on tables';
export const session = 'Session';
export const noSeat = 'you have no seat';
export const sinceSeated = 'since you sat down';
export const today = 'At tables today';
export const notSaid = 'not known yet';
export const seats = (count: number): string => `${String(count)} ${plural(count, { one: 'seat', other: 'seats' })}`;
export const resultToday = 'Result today';
export const resultNote = 'including what is in front of you now';

export const signIns = 'Sign-ins';
export const firstTime = 'This is your first sign-in.';
export const cameInOn = (moment: string): string => `You last signed in on ${moment}.`;
export const endsOn = (moment: string): string => `This sign-in expires on ${moment}.`;
export const seatsStay = 'Signing out keeps your seats: your chips stay on the tables, and hands go on by the clock.';
export const signOutHere = 'Sign out here';
export const signOutEverywhere = 'Sign out everywhere';
export const yesEverywhere = 'Yes, sign out everywhere';
export const stay = 'Stay';
export const signOutTitle = 'Sign out?';
/** A seat that stays taken, with its chips, and what is in the current hand. */
export const staysAt = (table: string, seat: number, stack: string, inHand: string | undefined): string =>
  `You keep seat ${String(seat)} at ${table}, with ${stack} in front of you.${
    inHand === undefined ? '' : ` You are in a hand: the ${inHand} you put in stay in the pot, and the hand goes on by the clock without you.`
  }`;
export const signOutAllTheSame = 'Sign out anyway';
export const everyDevice = 'Every device is signed out, including this one.';

export const changePassword = 'Change the password';
export const changed = 'The password was changed. All other devices are signed out.';
export const presentPassword = 'Current password';

export const openSessions = 'Where you are signed in';
export const sessionSince = (moment: string): string => `Signed in on ${moment}`;
export const thisSession = 'this one';
export const endSession = 'Sign out';
export const ofSession = (moment: string): string => ` the one from ${moment}`;

export const ownData = 'Your data';
export const ownDataNote = 'Everything the room has about you, in one file: names, account, sign-ins, chip movements and your hands.';
export const exportAll = 'Download everything';
export const deleteAccount = 'Delete the account';
export const deleteNote = 'Your names are erased and every device is signed out. What you played stays under a number, and so do the chips in your wallet, which nobody can use any more. This cannot be undone. Leave every seat first.';
export const yesDelete = 'Yes, delete it';
export const keepAccount = 'Keep it';
