// The words on the felt: the plates of the seats with their markers, the board, and the pots.

// Seats.

export const table = 'Table';
export const sitHere = 'Sit here';
/** The seat that was pressed cannot be taken. */
export const noSeatTaken = (why: string): string => `${why} No seat was taken.`;
export const seatIsGone = (seat: number): string => `Seat ${String(seat)} was just taken. You have no seat yet. Choose another one.`;
export const sitWhere = (seat: number): string => `, seat ${String(seat)}`;
export const seat = 'Seat';
export const seatIs = (seat: number): string => `Seat ${String(seat)} is `;
export const empty = 'empty';
export const seatIsEmpty = (seat: number): string => `Seat ${String(seat)} is empty.`;
export const you = 'you';
export const isYou = ' (you)';
export const machineNote = 'A bot plays here';
export const machine = 'bot';
export const aMachine = 'a bot';
export const aSeat = (seat: number): string => `Seat ${String(seat)}`;
/** The whole plate for screen readers, from its parts. */
export const plate = (parts: readonly string[]): string => `${parts.filter((part) => part !== '').join(', ')}.`;

/** What a seat did last. */
export const did = { sat_out: 'sits out', time_ran_out: 'time ran out', folded: 'folds', checked: 'checks', stood: 'stands', shown: 'shows', mucked: 'mucks' };
/** The same if chips went in, with the amount; without one where the bet in front of the seat shows it. */
const put = (verb: string, to: string) => (amount: string | undefined): string => (amount === undefined ? verb : `${verb} ${to}${amount}`);
export const didWith = { ante: put('ante', ''), posted: put('posts', ''), called: put('calls', ''), bet: put('bets', ''), raised: put('raises', 'to ') };

/** How a seat stands. */
export const toAct = (left: string | undefined): string => `to act${left === undefined ? '' : ` ${left}`}`;
export const wins = (amount: string): string => `wins ${amount}`;
/** On a small plate. */
export const winsBriefly = (amount: string): string => `+${amount}`;
export const folded = 'folded';
export const leaving = 'leaving';
export const sittingOut = 'sitting out';
export const waitsForBlind = 'waits for the big blind';
export const noChips = 'no chips';
/** The same on a plate; screen readers get all of it. */
export const waitsBriefly = 'waits for blind';
/** And where a plate has room for one short word. */
export const briefly = { sittingOut: 'away', waits: 'waits', leaving: 'leaves' };
export const disconnected = (left: string | undefined): string => `disconnected${left === undefined ? '' : ` ${left}`}`;
/** The tags that stay; all-in is written in capitals, and spoken normally. */
export const allIn = (amount: string): string => `ALL-IN ${amount}`;
export const allInSaid = (amount: string): string => `all-in ${amount}`;
export const leavesNext = 'leaves next';
export const sitsOutNext = 'sits out next';
export const outAtBlind = 'out at big blind';

/** The markers: what is drawn, and what it is called. */
export const button = { short: 'D', name: 'button' };
export const deadButton = { short: 'D', name: 'dead button' };
export const onlyBlind = { short: 'B', name: 'blind' };
export const twoBlinds = [{ short: 'SB', name: 'small blind' }, { short: 'BB', name: 'big blind' }] as const;
export const threeBlinds = [{ short: 'B1', name: 'first blind' }, { short: 'B2', name: 'second blind' }, { short: 'B3', name: 'third blind' }] as const;
export const anotherBlind = (number: number): { short: string; name: string } => ({ short: `B${String(number)}`, name: 'blind' });
export const dead = (amount: string): { short: string; name: string } => ({ short: 'dead', name: `dead ${amount}` });

// Board and pots.

export const board = 'Board';
export const hasBet = (name: string): string => `${name} bet `;
export const hand = (hand: number): string => `Hand ${String(hand)}.`;
export const pot = 'Pot';
export const total = 'Total';
export const commission = (amount: string): string => `commission ${amount}`;
export const commissionWhy = (amount: string): string => `Commission ${amount}`;
export const seatName = (seat: number): string => `seat ${String(seat)}`;
export const names = (names: readonly string[]): string => names.join(', ');
export const inChips = (amount: string): string => `${amount} chips`;
export const alsoInChips = (amount: string): string => `, ${amount} chips`;

// The screen of a table.

export const openingTable = 'Opening the table';
export const toTheLobby = 'To the lobby';
export const soundIsOff = 'Sound is off.';
export const soundIsOn = 'Sound is on.';
export const calmView = 'Calm view.';
export const wholeView = 'Whole view.';
