// The words of the settings.

import { plural } from './language.ts';

export const title = 'Settings';
export const groupsOf = 'Groups of settings';
/** The groups, and what each is called. */
export const groups = { look: 'Look', sound: 'Sound', play: 'Play', words: 'Words', chat: 'Chat' };

export const theme = { legend: 'Colours', dark: 'Dark', light: 'Light', contrast: 'High contrast', device: 'As the device' };
export const deck = { legend: 'Deck', four: 'Four colours', two: 'Two colours', distinct: 'High distinction' };
export const letters = { label: 'Letters beside the suits', note: 'S, H, D and C stand beside the shapes.' };
export const sizeOfCards = (percent: number): string => `Size of cards: ${String(percent)}%`;
export const cardsAsDrawn = 'Cards as they are drawn at a table';
export const motion = { legend: 'Motion', note: 'Without motion, cards and chips appear at once where they belong.', device: 'As the device', full: 'Motion', none: 'No motion' };
export const amounts = {
  legend: 'Amounts at a table',
  note: '25 bb, with the chips on hover and focus. Fields accept 2bb and chips alike.',
  chips: 'In chips',
  blinds: 'In big blinds',
};
export const rotate = 'Rotate the table';
export const atBottom = 'You at the bottom';
export const clockwise = (places: number): string => `${String(places)} ${plural(places, { one: 'place', other: 'places' })} clockwise`;
export const calm = { label: 'Calm view', note: 'Hides chat and whatever else is not the game.' };

export const sound = { legend: 'Sound', off: 'Off', low: 'Low', normal: 'Normal' };
export const whatSounds = 'What makes a sound';
/** What makes a sound, and what kind of sound it is. */
export const sounds = {
  turn: { label: 'Your turn', note: 'One soft tone' },
  ten: { label: '10 seconds left', note: 'Two tones' },
  five: { label: '5 seconds left', note: 'Three tones' },
  line: { label: 'Connection lost, connection back', note: '' },
  cards: { label: 'Cards', note: '' },
  chips: { label: 'Chips', note: '' },
  chat: { label: 'Chat', note: '' },
};
export const vibrate = { label: 'Vibrate on your turn', note: 'Where the device can.' };

export const foldTwice = { label: 'Fold twice if check is free', note: 'Folding asks for a second press when checking costs nothing.' };
export const autoBank = { label: 'Use the time bank automatically', note: 'When your time runs out and the bank has some left.' };
export const autoTopUp = { label: 'Top up automatically', note: 'Between hands, to the largest buy-in, from your wallet.' };
export const remind = 'Reminder of the time at tables';
export const none = 'None';
export const everyMinutes = (count: number): string => `Every ${String(count)} minutes`;
export const everyHours = (count: number): string => `Every ${plural(count, { one: 'hour', other: `${String(count)} hours` })}`;

export const textView = { label: 'Text view', note: 'The table as headings, lists and a command line, for screen readers and the keyboard.' };
export const speak = {
  legend: 'What is spoken',
  note: 'For screen readers: what is announced while a hand is played.',
  all: 'All events',
  bets: 'Bets and cards',
  mine: 'What concerns me',
};
export const oneEnter = { label: 'One Enter', note: 'A command that spends chips is sent at the first Enter, without asking again.' };

export const chat = { legend: 'Chat', all: 'All', table: 'Table only', off: 'Off' };
export const muted = (count: number): string =>
  count === 0 ? 'Nobody is muted.' : plural(count, { one: 'One person is muted.', other: `${String(count)} people are muted.` });
export const hearAll = 'Unmute everybody';

export const onThisDevice = 'They apply on this device at once, and are sent nowhere.';
export const asUsual = 'Restore defaults';
