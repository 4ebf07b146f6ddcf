// The words of the command line: what its commands do, and why what was typed is not one. The commands
// themselves are typed as `commands.ts` in lib has them.

/** What each command does. */
export const does = {
  fold: 'Fold; Enter twice when checking is free.',
  check: 'Check.',
  call: 'Call the bet.',
  bet: 'Bet; min, half, pot and max are amounts too.',
  raise: 'Raise to 120: the whole bet of this street.',
  allin: 'Bet, raise or call with all your chips.',
  show: 'Turn up your hand; show 1 or show Ah turns up one card.',
  muck: 'Muck your hand unseen, where the rules let you.',
  bank: 'Use your time bank.',
  overblind: 'Post the over-blind (straddle) you are offered before the first card.',
  cards: 'Your cards and what they make.',
  board: 'The board.',
  pot: 'The pots.',
  turn: 'Whose turn it is and what they may do.',
  clock: 'The time left.',
  stack: 'The chips of seat 5; without a number, your own.',
  who: 'Who sits where, with how much.',
  last: 'The last thing that happened.',
  log: 'The last five things that happened.',
  rule: 'The last rule used.',
  why: 'Why the last thing happened or was refused, with its clauses.',
  seats: 'The free seats.',
  sit: 'Take seat 4 with 200.',
  topup: 'Add 100 from your wallet between hands.',
  sitout: 'Sit out from the next hand; sitout blind waits until the big blind comes.',
  sitin: 'Sit in again; sitin post posts what you owe instead of waiting.',
  leave: 'Give up your seat.',
  say: 'Say it to the table.',
  help: 'All commands, or one of them.',
};

export const nothing = 'Type a command, or help for all of them.';
export const tooMuch = (more: string, command: string, usage: string): string => `“${more}” is more than ${command} takes. ${usage}`;
export const notASeat = (typed: string, usage: string): string => `“${typed}” is not a seat. ${usage}`;
export const notLines = (typed: string, usage: string): string => `“${typed}” is not a number of lines. ${usage}`;
export const notACard = (typed: string): string => `“${typed}” is not one of your cards. Type it like: show 1, or show ah.`;
export const notAnAmount = (typed: string, usage: string): string => `“${typed}” is not an amount. ${usage}`;
export const nothingToSay = (usage: string): string => `There is nothing to say. ${usage}`;
export const usage = (typed: string): string => `Type it like: ${typed}.`;
export const unknown = (word: string): string => `There is no command “${word}”. Type help for all of them.`;
export const didYouMean = (word: string, near: string): string => `There is no command “${word}”. Did you mean ${near}?`;
export const all = (names: readonly string[]): string => `Commands: ${names.join(', ')}. For one of them, type help and its name.`;
export const one = (typed: string, does: string): string => `${typed}: ${does}`;

export const label = 'Command line';
export const enter = 'Enter';
export const hasChanged = (say: string): string => `That has changed, and nothing was sent. ${say}`;
export const notSaid = (why: string): string => `Not sent: ${why}.`;
/** A rule by its name, if its text could not be loaded. */
export const byRule = (rule: string): string => `By the rule: ${rule}.`;
/** What a clause says, in a complete sentence. */
export const clause = (id: string, says: string): string => `${id}: ${says}`;
