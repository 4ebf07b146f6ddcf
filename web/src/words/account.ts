// The words of the viewer's own account.

import { plural } from './language.ts';

export const signedInAs = (login: string, roles: string): string => `Signed in as ${login}, ${roles}`;
export const finishedHands = 'Finished hands';
export const results = 'Results';
export const settings = 'Settings';
export const failures = (count: number): string =>
  `${plural(count, { one: 'Once', other: `${String(count)} times` })} somebody failed to sign in by your name since you were here last. If it was not you, change the password.`;

/** What somebody did to the account, by the room's word for it. */
export const notice = (what: string, by: string, moment: string): string => {
  switch (what) {
    case 'reset_link_made':
      return `${by} made a link by which your password can be chosen anew, on ${moment}.`;
    case 'reset_link_used':
      return `The password was chosen anew by a link, on ${moment}. If it was not you, tell an administrator. Hands from before are not shown here any more.`;
    case 'hand_opened':
      return `Two auditors opened a hand in which you were dealt in, the second of them ${by}, on ${moment}.`;
    case 'second_factor_taken':
      return `${by} removed your second factor, on ${moment}.`;
    default:
      return `${by} changed your account, on ${moment}.`;
  }
};

export const wallet = 'Wallet';
export const walletNote = 'play chips, without what is on tables';
export const session = 'Session';
export const noSeat = 'no seat is kept';
export const sinceSeated = 'since you sat down';
export const today = 'At tables today';
export const notSaid = 'the room has not said';
export const seats = (count: number): string => `${String(count)} ${plural(count, { one: 'seat', other: 'seats' })}`;
export const resultToday = 'Result today';
export const resultNote = 'with what is in front of you now';

export const signIns = 'Sign-ins';
export const firstTime = 'This is the first time you are here.';
export const cameInOn = (moment: string): string => `Before this you came in on ${moment}.`;
export const endsOn = (moment: string): string => `This sign-in ends by itself on ${moment}.`;
export const seatsStay = 'Signing out keeps your seats: what is on tables stays there, and hands go on by the clock.';
export const signOutHere = 'Sign out here';
export const signOutEverywhere = 'Sign out everywhere';
export const yesEverywhere = 'Yes, sign out everywhere';
export const stay = 'Stay';
export const signOutTitle = 'Sign out?';
/** A seat that stays taken, with its chips, and what is in the current hand. */
export const staysAt = (table: string, seat: number, stack: string, inHand: string | undefined): string =>
  `Your seat ${String(seat)} at ${table} stays, with ${stack} in front of it.${
    inHand === undefined ? '' : ` You are in a hand: the ${inHand} you put in stay in the pot, and the hand goes on by the clock without you.`
  }`;
export const signOutAllTheSame = 'Sign out all the same';
export const everyDevice = 'Every device is signed out, this one too.';

export const changePassword = 'Change the password';
export const changed = 'The password is changed. All other devices are signed out.';
export const presentPassword = 'Present password';

export const openSessions = 'Where you are signed in';
export const sessionSince = (moment: string): string => `Signed in on ${moment}`;
export const thisSession = 'this one';
export const endSession = 'Sign out';
export const ofSession = (moment: string): string => ` the one of ${moment}`;

export const ownData = 'Your data';
export const ownDataNote = 'Everything that the room has of you comes in one file: names, account, sign-ins, what moved, and your hands.';
export const exportAll = 'Download everything';
export const deleteAccount = 'Delete the account';
export const deleteNote = 'Your names are erased and every device is signed out. What was played stays under a number, and so do the chips in the wallet, which nobody plays with any more. This cannot be undone. Leave every seat first.';
export const yesDelete = 'Yes, delete it';
export const keepAccount = 'Keep it';
