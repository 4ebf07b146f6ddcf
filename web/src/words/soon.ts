// The words of what comes next at a table where no hand is being played.

export const soon = 'The next hand begins shortly.';
export const byTheDealer = 'The next hand begins when the dealer says so.';
export const twoBegin = 'Play begins when two players are seated.';
export const twoGoOn = 'Play resumes when two players have chips.';
/** Only house bots are there, who do not play each other. */
export const somebodySits = 'Play begins when somebody sits down: house bots do not play each other.';
export const somebodyReady = 'Play resumes when somebody has chips: house bots do not play each other.';
export const afterRestart = 'The next hand begins after the restart.';
/** The table is not open, and why is said where it says how the table stands. */
export const noneWhile = {
  paused: 'No hand begins while the table is paused.',
  closing: 'No more hands begin: the table is closing.',
  closed: 'No more hands begin: the table is closed.',
  stopped: 'No more hands begin: the table has stopped.',
} as const;
