// The words of reporting somebody at a table.

export const reportOf = (name: string): string => `Report ${name}`;
export const kept = (number: number): string =>
  `Report ${String(number)} is kept. Whoever looks after the room reads it, with the last 50 lines said here and the number of the hand.`;
export const muteToo = (name: string): string => `Mute ${name} too`;
export const back = 'Back to the table';
export const goesWithIt = (name: string): string => `The last 50 lines said at this table and the number of the hand go with it. ${name} is not told.`;
export const whatHappened = 'What happened';
export const sending = 'Sending';
