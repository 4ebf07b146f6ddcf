// The words of what the viewer's own seat does besides playing: sitting out and in, adding chips, leaving,
// and being away.

// The head of the table.

export const practice = 'practice';
export const practiceNote = 'House bots play here, each marked';
export const hand = (hand: number): string => `Hand ${String(hand)}`;
export const seat = 'Seat';
/** Opens the log, the chat and the rules where there is no room for them beside the table. */
export const log = 'Log';
export const besideTheTable = 'Log, chat and rules';
export const newChat = ', new in the chat';
export const yourSeat = 'Your seat';
export const commandLine = 'Command line';
export const keys = 'Keys';
export const leave = 'Leave';
export const leavingAfter = 'Leaving after this hand';
export const addChips = 'Add chips';

// Sitting out.

export const sitOut = 'Sit out';
/** What sitting out keeps, for so many minutes if the table has a limit, and what will be owed. */
export function seatIsKept(stack: string, minutes: string | undefined): string {
  const bound = minutes === undefined ? '' : `, for at most ${minutes} minutes`;
  return `Your seat and your ${stack} stay here${bound}. You owe the blinds you miss: when you come back, post them or wait for the big blind.`;
}
export const nowAfterHand = 'After this hand';
export const nextHand = 'Next hand';
export const playToTheEnd = 'You finish this hand and get no cards from the next one on. The key S does the same.';
export const noCardsFromNext = 'You get no cards from the next hand on. The key S does the same.';
export const nextBigBlind = 'Next big blind';
export const stayAtBigBlind = 'Stay in at the big blind';
export const outAtBlindNote = 'You sit out when the big blind reaches you. This cancels it.';
export const playOnNote = 'You play on, and sit out when the big blind reaches you.';
export const leaveTheTableOpens = 'Leave the table …';
export const leaveNote = 'Your chips go back to your wallet, and the seat is free.';
export const blindsArePosted = 'Blinds are posted for you while you are dealt in.';

// Coming back.

export const outAfterHand = (stack: string): string => `You sit out after this hand. Your seat and your ${stack} are kept.`;
export const sittingOut = (stack: string): string => `You are sitting out. Your seat and your ${stack} are kept.`;
export const youPost = (amount: string): string => `You post ${amount} and are dealt in next hand.`;
export const dealtInWithBlind = 'You are dealt in with the big blind.';
export const postNow = (amount: string, dead: string | undefined): string => `Post ${amount} now${dead === undefined ? '' : ` (${dead} dead)`}`;
export const waitForBlind = 'Wait for the big blind';
export const sitIn = 'Sit in';

// Adding chips.

export const stackAndWallet = (stack: string, wallet: string): string => `You have ${stack} in front of you and ${wallet} in your wallet.`;
export const chipsToAdd = (least: string, most: string): string => `Chips to add, ${least} to ${most}`;
/** What adding chips does to stack and wallet, and when. */
export function goesFrom(stack: readonly [string, string], wallet: readonly [string, string], later: boolean): string {
  return `Your stack goes from ${stack[0]} to ${stack[1]}, your wallet from ${wallet[0]} to ${wallet[1]}${later ? ', after this hand' : ', at once'}.`;
}
export const anAmountFrom = (least: string, most: string): string => `An amount from ${least} to ${most}.`;
export const add = (amount: string, later: boolean): string => `Add ${amount}${later ? ' from the next hand' : ''}`;
export const walletIsEmpty = 'Your wallet is empty. Nothing can be added.';
export const stackIsFull = (most: string): string => `Your stack is as large as this table allows: ${most}.`;
export const fillUp = 'Top up automatically';
export const fillUpNote = (target: string): string => `After every hand, to ${target}, from your wallet. On this device, while the page is open.`;

// Leaving.

export const leaveTheTable = 'Leave the table';
/** During a hand: the hand is folded, and what was bet stays in. */
export function leaveInHand(bet: string, stack: string): string {
  return (
    `You leave after this hand. Your hand is folded when its turn comes; what you have bet, ${bet}, stays in the pot. ` +
    `Then what is in front of you, ${stack} now, goes back to your wallet, and your seat is free.`
  );
}
export const leaveAfterHand = (stack: string): string => `You leave after this hand. Then your ${stack} go back to your wallet, and your seat is free.`;
export const leaveAtOnce = (stack: string): string => `Your ${stack} go back to your wallet at once, and your seat is free.`;
export const stay = 'Stay';

// While the connection was down, or the page was left.

export const whileAway = 'While you were away';
export const whileAwayFor = (time: string | undefined): string => (time === undefined ? whileAway : `${whileAway} (${time})`);
export const seconds = (count: number): string => `${String(count)} s`;
export const aLostLineGives = (time: string): string => `A lost connection gives you ${time} once a hand, after your clock.`;
export const more = 'More happened than the room can repeat. Finished hands are under Hands; the table is shown as it stands now.';
export const leftThePage =
  'You left the page of a table. While it is hidden, a phone may drop the connection: your clock keeps running, and when it runs out the rules act for you. ' +
  'Your seat and your chips are kept. Stay on the page while you play, or sit out first.';

/** What was done, in the words of the list that follows: all of it optional. */
export interface Done {
  posted?: { amount: string; blind: 'small' | 'big' | 'other' | undefined } | undefined;
  checked: number;
  called?: string | undefined;
  folded: number;
  won?: string | undefined;
  satOut: boolean;
  left: boolean;
}
const BLINDS = { small: 'small blind ', big: 'big blind ', other: 'blind ' };
const times = (verb: string, count: number): string => (count === 1 ? `${verb} once` : count === 2 ? `${verb} twice` : `${verb} ${String(count)} times`);

/** "You were away 38 s. Posted big blind 5, folded once." */
export function wereAway(time: { seconds: string } | { minutes: string } | undefined, done: Done, all: boolean): string {
  const { posted, checked, called, folded, won, satOut, left } = done;
  const parts = [
    posted && `posted ${posted.blind === undefined ? '' : BLINDS[posted.blind]}${posted.amount}`,
    checked > 0 && times('checked', checked),
    called !== undefined && `called ${called}`,
    folded > 0 && times('folded', folded),
    won !== undefined && `won ${won}`,
    satOut && 'sat out',
    left && 'left the table',
  ].filter((part) => typeof part === 'string');
  const list = parts.join(', ');
  const did = list === '' ? (all ? ' Nothing was done for you.' : '') : ` ${list.charAt(0).toUpperCase()}${list.slice(1)}.`;
  const span = time === undefined ? '' : 'seconds' in time ? ` ${time.seconds} s` : ` ${time.minutes} min`;
  return `You were away${span}.${did}`;
}
