// What a player chose before their turn: sent with the turn it was meant for and never with a later one.

import { type Write, chips } from './money.ts';
import * as words from '../words/acts.ts';
import type { TableView, Update, Wish } from '../wire/wire.ts';

/** A choice for the coming turn. */
export type Choice =
  | { do: 'check_fold' }
  | { do: 'check' }
  | { do: 'call'; amount: number }
  /** Fold if there is anything to call; where checking is free the player decides. */
  | { do: 'fold_to_bet' };

/** A choice, with the betting round of the hand it was made in. */
export interface Pre {
  choice: Choice;
  hand: number;
  round: number;
}

/** What a button says before it is pressed. */
export function choiceName(choice: Choice, write: Write = chips): string {
  switch (choice.do) {
    case 'check_fold':
      return words.checkOrFold;
    case 'check':
      return words.check;
    case 'call':
      return words.call(write(choice.amount));
    case 'fold_to_bet':
      return words.foldToAnyBet;
  }
}

/** The message while a choice waits: "Will check - press to cancel". */
export function waits(choice: Choice, write: Write = chips): string {
  switch (choice.do) {
    case 'check_fold':
      return words.willCheckOrFold;
    case 'check':
      return words.willCheck;
    case 'call':
      return words.willCall(write(choice.amount));
    case 'fold_to_bet':
      return words.willFoldToAnyBet;
  }
}

/**
 * What a call will add as the bets are now. Only for a button's text: what is sent is what the room's menu
 * has when the turn comes, and nothing when that differs.
 */
export function toCall(view: TableView): number {
  const { hand } = view;
  const me = hand?.players.find((player) => player.seat === view.own);
  if (!hand || !me) return 0;
  const stack = view.chairs.find((chair) => chair.seat === view.own)?.stack ?? 0;
  const blind = hand.round === 0 ? (view.stakes.blinds.at(-1) ?? 0) : 0;
  const price = Math.max(blind, ...hand.players.map((player) => player.in_round));
  return Math.min(stack, Math.max(0, price - me.in_round));
}

/** True when the viewer is in a hand, may still get a turn, and may choose before it. */
export function mayChoose(view: TableView): boolean {
  const { hand, own, turn } = view;
  const me = hand?.players.find((player) => player.seat === own);
  const betting = turn !== null && !turn.showing && turn.hand === hand?.hand;
  if (!hand || !me || hand.over || !betting || turn.seat === own) return false;
  return !me.folded && !me.all_in;
}

/** The choices that are offered as the bets are now. */
export function choices(view: TableView): Choice[] {
  if (!mayChoose(view)) return [];
  const amount = toCall(view);
  if (amount === 0) return [{ do: 'check_fold' }, { do: 'check' }, { do: 'fold_to_bet' }];
  return [{ do: 'fold_to_bet' }, { do: 'call', amount }];
}

/** What becomes of a choice. */
export interface Followed {
  /** It still waits. */
  pre: Pre | undefined;
  /** The turn has come: this is sent. */
  wish: Wish | undefined;
  /** It was dropped, and the player should know. */
  notice: string | undefined;
}

const NOTHING: Followed = { pre: undefined, wish: undefined, notice: undefined };

/** The table has changed: what becomes of the choice. */
export function followed(pre: Pre | undefined, view: TableView): Followed {
  if (pre === undefined) return NOTHING;
  const { hand, menu, turn } = view;
  if (!hand || hand.over || hand.hand !== pre.hand || hand.round !== pre.round) return NOTHING;
  const { choice } = pre;
  const mine = turn !== null && turn.seat === view.own;
  if (mine && menu) return atTurn(choice, view);
  if (choice.do === 'call' || choice.do === 'check') {
    const amount = toCall(view);
    if (amount !== (choice.do === 'call' ? choice.amount : 0)) return dropped(choice, amount);
  }
  return { pre, wish: undefined, notice: undefined };
}

function atTurn(choice: Choice, view: TableView): Followed {
  const { menu } = view;
  if (!menu) return NOTHING;
  const send = (wish: Wish): Followed => ({ pre: undefined, wish, notice: undefined });
  const facing = menu.call ?? 0;
  switch (choice.do) {
    case 'check':
      return menu.check ? send({ do: 'check' }) : dropped(choice, facing);
    case 'check_fold':
      if (menu.check) return send({ do: 'check' });
      return menu.fold ? send({ do: 'fold' }) : dropped(choice, facing);
    case 'call':
      return menu.call === choice.amount ? send({ do: 'call' }) : dropped(choice, facing);
    case 'fold_to_bet':
      if (menu.check) return NOTHING;
      return menu.fold ? send({ do: 'fold' }) : dropped(choice, facing);
  }
}

function dropped(choice: Choice, facing: number): Followed {
  return { pre: undefined, wish: undefined, notice: words.choiceDropped(choiceName(choice), facing === 0 ? undefined : chips(facing)) };
}

/** True when an update contains an act of the viewer's own: what was chosen before was for that turn. */
export function actedIn(update: Update, own: number | null): boolean {
  return update.events.some(
    (event) =>
      (event.e === 'folded' || event.e === 'checked' || event.e === 'called' || event.e === 'bet' || event.e === 'raised' || event.e === 'time_ran_out') &&
      event.seat === own,
  );
}
