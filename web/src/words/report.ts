// The words of reporting somebody at a table.

export const reportOf = (name: string): string => `Report ${name}`;
export const kept = (number: number): string =>
  `Report ${String(number)} was sent. Whoever runs the room reads it, with the last 50 messages here and the hand number.`;
export const muteToo = (name: string): string => `Mute ${name} too`;
export const back = 'Back to the table';
export const goesWithIt = (name: string): string => `The last 50 messages at this table and the hand number go with it. ${name} is not told.`;
export const whatHappened = 'What happened';
export const sending = 'Sending';
