// The acts that the room's menu offers, in the words of their buttons. The bar draws them, the text view
// reads them; nothing is offered that is not on the menu.

import { type Spot, potLine, stands } from './amounts.ts';
import { type Write, chips } from './money.ts';
import * as words from '../words/acts.ts';
import type { Menu, TableView, Wish } from '../wire/wire.ts';

/** Why an act needs two presses. */
export type Twice = 'all-in' | 'check-is-free';

/** One act that the menu offers. */
export interface Act {
  wish: Wish;
  /** What its button says. */
  says: string;
  /** The same in two parts: the large text, and the small text after it. */
  large: string;
  small: string | undefined;
  /** What it says while it waits for the second of two presses. */
  again: string;
  /** Why one press is not enough. */
  twice: Twice | undefined;
}

/** What the seat on turn may do apart from betting or raising, in the order of the buttons. */
export function acts(view: TableView, foldTwice = true, write: Write = chips): Act[] {
  const { menu } = view;
  if (menu === null) return [];
  const offered: Act[] = [];
  const once = (wish: Wish, large: string, small?: string): void => {
    const label = noted(large, small);
    offered.push({ wish, says: label, large, small, again: label, twice: undefined });
  };
  if (menu.fold) {
    const twice = menu.check && foldTwice ? 'check-is-free' : undefined;
    const small = foldNote(menu);
    offered.push({ wish: { do: 'fold' }, says: noted(words.fold, small), large: words.fold, small, again: words.againToFold, twice });
  }
  if (menu.call_and_fold) once({ do: 'call_and_fold' }, words.callAndFold(amountOf(foldCosts(menu), write)));
  if (menu.check) once({ do: 'check' }, menu.stands ? words.stand : words.check);
  if (menu.call !== null) once({ do: 'call' }, words.call(write(menu.call)), callsAllIn(view) ? words.notes.allIn : undefined);
  return offered;
}

/** What an act's button says, including its small text. */
export function noted(large: string, small: string | undefined): string {
  return small === undefined ? large : words.withNote(large, small);
}

/** The note for a player who folds when checking is free. */
export function foldNote(menu: Menu | null): string | undefined {
  return menu?.stands ? words.notes.standingIsFree : menu?.check ? words.notes.checkIsFree : undefined;
}

/** What "call and fold" costs: what a call adds, unless the room names another amount. */
export function foldCosts(menu: Menu): number | null {
  return menu.fold_costs ?? menu.call;
}

function amountOf(amount: number | null, write: Write): string | undefined {
  return amount === null ? undefined : write(amount);
}

/** Whether a call takes the whole stack. */
export function callsAllIn(view: TableView): boolean {
  return view.menu?.call != null && view.menu.call === ownStack(view);
}

/** What a bet or raise to an amount is called, and what it does to the stack. */
export interface Wager {
  /** "Raise to 120", "Bet 40", "All-in 515". */
  says: string;
  again: string;
  /** "adds 105, leaves 295". */
  does: string;
  twice: Twice | undefined;
  wish: Wish;
}

/** The bet or raise to a total for this street; undefined where the menu has none. */
export function wagerTo(view: TableView, to: number, write: Write = chips): Wager | undefined {
  const raise = view.menu?.raise;
  if (raise == null) return undefined;
  const adds = to - ownBet(view);
  const allIn = to === raise.all_in;
  const left = view.menu?.raises_left;
  return {
    says: allIn ? words.allIn(write(to)) : words.wager(raise.is_bet, write(to)),
    again: words.againAllIn(write(to)),
    does: words.wagerDoes(write(adds), write(ownStack(view) - adds), left === undefined ? undefined : chips(left)),
    twice: allIn ? 'all-in' : undefined,
    wish: { do: 'raise', to },
  };
}

/** Whether this is a bet, the first of its betting round, and not a raise. */
export function isBet(view: TableView): boolean {
  return view.menu?.raise?.is_bet ?? false;
}

/** The stack of the viewer's seat, without what is bet. */
export function ownStack(view: TableView): number {
  return view.chairs.find((chair) => chair.seat === view.own)?.stack ?? 0;
}

/** What the viewer's seat has bet in this betting round. */
export function ownBet(view: TableView): number {
  return view.hand?.players.find((player) => player.seat === view.own)?.in_round ?? 0;
}

/** What the preset amounts are computed from. */
export function spotOf(view: TableView): Spot {
  return {
    pot: view.hand?.pot ?? 0,
    call: view.menu?.call ?? 0,
    inRound: ownBet(view),
    blind: view.hand?.round === 0 ? view.stakes.blinds.at(-1) : undefined,
    limit: view.stakes.limit,
  };
}

/** What the pot allows, where it is the limit. */
export function potOf(view: TableView, write: Write = chips): string | undefined {
  const raise = view.menu?.raise;
  return raise == null ? undefined : potLine(raise, spotOf(view), write);
}

/** The text beside the typed amount: how it was read, or what is expected. */
export function reading(view: TableView, typed: string, amount: number | undefined, write: Write = chips): { says: string; fits: boolean } {
  const raise = view.menu?.raise;
  if (raise == null) return { says: '', fits: false };
  const [least, most] = [write(raise.min), write(raise.max)];
  const no = (says: string): { says: string; fits: boolean } => ({ says, fits: false });
  if (amount === undefined) return no(typed.trim() === '' ? words.writeAnAmount(least, most) : words.writeItAs);
  if (amount < raise.min) return no(words.belowMinimum(raise.is_bet, least, write(amount)));
  if (amount > raise.max) return no(words.aboveMaximum(most, write(amount)));
  if (!stands(raise, amount)) return no(words.offStep(write(raise.unit), write(amount)));
  // An amount typed in another unit than chips is shown in chips beneath.
  const pot = potOf(view, write);
  if (typed.trim() !== String(amount)) return { says: words.readAs(chips(amount), pot), fits: true };
  return { says: pot ?? words.bounds(least, most), fits: true };
}

/** The rules behind a limit's maximum, where it is not simply the largest bet. */
const MOST: Partial<Record<string, string>> = { half_pot: 'pot-limit', full_pot: 'pot-limit', double: 'double-limit' };

/**
 * The bound of the amount, in words and with the book's rule for it: the minimum, or the maximum once that is
 * exceeded.
 */
export function bound(view: TableView, amount: number | undefined, write: Write = chips): { says: string; rule: string } | undefined {
  const raise = view.menu?.raise;
  if (raise == null) return undefined;
  if (amount !== undefined && amount > raise.max) return { says: words.maximum(write(raise.max)), rule: MOST[view.stakes.limit] ?? 'largest-bet' };
  const kind = raise.is_bet ? 'bet' : 'raise';
  return { says: words.minimum(raise.is_bet, write(raise.min)), rule: `smallest-${kind}${view.stakes.blinds.length > 0 ? '' : '-ante-game'}` };
}
