// The words of the page's frame and of what every screen uses: titles, messages, sheets, and requests without
// an answer.

/** The title of the document, by the place that is shown. */
export const titles: Readonly<Record<string, string>> = {
  lobby: 'Lobby',
  'sign-in': 'Sign in',
  'sign-up': 'Sign up',
  account: 'Account',
  people: 'People',
  record: 'Record',
  'new-table': 'New table',
  hands: 'Finished hands',
  results: 'Results',
  first: 'First administrator',
  reset: 'New password',
  unknown: 'Nothing here',
};
export const lobby = 'Lobby';
/** A room that has no name of its own, or has not said it yet. */
export const room = 'Cardroom';
/** "Lobby - The Green Door": what is shown, and the room's name. */
export const titled = (what: string, room: string): string => `${what} - ${room}`;

export const skipToTable = 'Skip to table';
export const skipToContent = 'Skip to content';
export const textOn = 'Text view is on.';
export const textOff = 'Text view is off.';
export const turnTextOn = 'Turn text view on';
export const turnTextOff = 'Turn text view off';

export const tryAgain = 'Try again';
/** Requests that wait because the room is overloaded are sent again automatically. */
export const roomIsBusy = 'The room is busy. Trying again.';
export const close = 'Close';
export const oneMoment = 'One moment';
/** Shown while something loads, for a screen reader to continue from. */
export const comes = 'One moment.';
export const notFetched = 'This part of the page could not be loaded. Nothing was changed.';
/** How a table stands while its hand is played to its end before a restart. */
export const restarts = (playing: boolean): string => `The room restarts ${playing ? 'after this hand' : 'soon'}. Stacks are saved.`;
/** The room was updated while the page was open. */
export const newerPage = 'The room has a newer version of this page. Seats and chips are kept.';
export const loadAgain = 'Reload';
export const loadAnew = 'Reload the page';

/** An address that leads nowhere. */
export const nothingHere = 'Nothing here';
export const unknownAddress = (address: string): string => `There is nothing at ${address}. The address may be mistyped, or what was there is gone.`;
export const goToLobby = 'Go to the lobby';

/** A book with its version. */
export const bookVersion = (book: string, version: string): string => `${book}, version ${version}`;

/** What kind of message it is, for readers who cannot see its sign. */
export const messages = { note: 'Note:', bad: 'Problem:', good: 'Done:', care: 'Take care:' };

/** Reasons that the page gives in place of the room, in the room's form: lower case and no full stop. */
export const noAnswer = 'the room cannot be reached: nothing was changed that it did not confirm, try again';
export const strangeAnswer = 'the room gave a strange reply: nothing was changed that it did not confirm, try again';
/** More was typed than the room accepts. */
export const tooLong = (most: number, has: number): string => `At most ${String(most)} characters: this has ${String(has)}.`;
/** What is wrong at a field, and what is expected there. */
export const problem = (what: string, expected: string): string => (expected === '' ? what : `${what}: expected ${expected}`);
/** A reason, which comes without a full stop, as a sentence: with the number of a fault. */
export const sentence = (why: string, fault: string | undefined): string =>
  `${why.charAt(0).toUpperCase()}${why.slice(1)}${fault === undefined ? '' : ` (E-${fault})`}.`;
