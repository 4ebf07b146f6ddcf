// The words of the chat at a table, of muting and of reporting.

import { type Part, plural } from './language.ts';

// Who speaks.

export const you = 'You';
export const from = (seat: number | null): string => (seat === null ? 'watching' : `seat ${String(seat)}`);
export const speaker = (name: string, seat: number | null): string => `${name}, ${from(seat)}`;
export const says = (speaker: string, text: string): string => `${speaker}, says: ${text}`;
export const youSay = (text: string): string => `You say: ${text}`;
export const player = (number: number): string => `Player ${String(number)}`;

// The messages, and writing one.

export const chat = 'Chat';
export const notShown = 'Chat is not shown on this device.';
export const nothingSaid = 'Nothing has been said here yet.';
export const newLines = (count: number): string => `${String(count)} new ${plural(count, { one: 'message', other: 'messages' })} ↓`;
export const sayAtTheTable = 'Say something at the table';
export const say = 'Say something';
/** Why a message was refused, and what became of it. */
export const refused = (why: string): string => `${why} It was not sent.`;
export const rests = 'Chat is paused';
export const send = 'Send';
const letters = (count: number): string => `${String(count)} ${plural(count, { one: 'character', other: 'characters' })}`;
export const tooMany = (count: number): string => `${letters(count)} too many`;
export const left = (count: number): string => `${letters(count)} left`;
export const signInToTalk: readonly Part<'link'>[] = [['link', 'Sign in'], ' to chat at the table.'];

// What is shown, and from whom.

const SHOWN = { all: 'all', table: 'the seats', off: 'nothing' };
export const shown = (what: keyof typeof SHOWN, hidden: number): string => `Shown: ${SHOWN[what]}${hidden === 0 ? '' : `, ${String(hidden)} muted`}`;
export const show = 'Show';
export const showNote = 'For the chat at every table, on this device.';
export const shows = [['all', 'All'], ['table', 'Table only'], ['off', 'Off']] as const;
export const peopleHere = 'People here';
export const nobodyElse = 'Nobody else is here.';
export const muteOrReport = (name: string): string => `${name}, mute or report`;
export const mute = 'Mute';
export const muted = 'muted';
export const hearAgain = 'Unmute';
export const report = 'Report';
