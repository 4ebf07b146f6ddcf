// The words beside a table: its tabs, the log, and what officials do.

export const besideTheTable = 'Beside the table';
export const close = 'Close';
export const tabs = { log: 'Log', chat: 'Chat', deck: 'Deck', hands: 'Hands', rules: 'Rules', info: 'Info', floor: 'Floor' };
/** What this device found about the deck, once it has found anything. */
export const deckChecked = 'Deck ✓';
export const deckWrong = 'Deck ✕';
export const beforeCount = ', ';
export const unread = (count: number): string => (count > 99 ? '99+' : String(count));
export const unreadNew = ' new';
export const everySetting = 'Every setting of this table';

// The log.

export const logOfTable = 'Log of the table';
export const nothingYet = 'Nothing has happened yet';
/** Finished hands are there for people who are signed in. */
export const nothingYetNote = (signedIn: boolean): string =>
  `What happens from now on is written here, newest first, each line with its rule and clause.${signedIn ? ' Finished hands are under Hands.' : ''}`;
export const hand = (hand: number): string => (hand === 0 ? 'Before the first hand' : `Hand ${String(hand)}`);
export const event = 'event ';
export const earlier = 'Earlier lines';

// The floor.

/** An official who has a seat here rules elsewhere. */
export const sitsHere = 'You cannot rule over a table where you sit. Leave your seat first.';
export const reason = 'Reason, shown to everybody';
export const reasonFirst = 'Pausing, closing and removing need a reason: write it above first.';
export const resume = 'Resume';
export const pauseAfter = 'Pause after this hand';
export const closeAfter = 'Close after this hand';
export const seated = (seat: number, name: string, machine: boolean): string => `${String(seat)}: ${name}${machine ? ' (bot)' : ''}`;
export const remove = 'Remove';
