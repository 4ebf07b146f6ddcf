// What players may show of their own hand: at the showdown instead of mucking it, and after the hand. The
// room says which cards those are.

import { face } from './cards.ts';
import * as words from '../words/acts.ts';
import type { TableView, Wish } from '../wire/wire.ts';

/** Why the player's hand was turned up without a choice, by the rule that the room names. */
export function whyShown(rule: string | null): string {
  return words.whyShown[rule ?? ''] ?? words.shownOtherwise;
}

/** One way to show, in the words of its button. */
export interface Showing {
  says: string;
  /** The same where there is little room: "Show 4♣", and "4♣" with more than two cards. */
  brief: string;
  wish: Wish;
}

/** "Show both", or "Show all 4" with more. */
export function allOf(count: number): string {
  return count === 2 ? words.showBoth : count === 1 ? words.show : words.showAll(count);
}

/** The ways to show single cards, in the order in which they were dealt. */
export function single(view: TableView): Showing[] {
  const cards = view.may_show ?? [];
  return cards.map((card) => {
    const { name, rank, glyph } = face(card);
    const brief = `${rank}${glyph}`;
    return { says: words.showCard(name), brief: cards.length > 2 ? brief : words.showCard(brief), wish: { do: 'show_cards', cards: [card] } };
  });
}

/** The ways to show cards of a hand that is out of play: one, or all that are face down. */
export function afterwards(view: TableView): Showing[] {
  const cards = view.may_show ?? [];
  if (view.may_muck !== null || cards.length === 0) return [];
  const ones = single(view);
  return cards.length === 1 ? ones : [...ones, { says: allOf(cards.length), brief: allOf(cards.length), wish: { do: 'show_cards', cards: [] } }];
}

/**
 * The ways on the player's own turn at showdown: the whole hand, or one card where the hand may be mucked.
 */
export function atTheShowdown(view: TableView): Showing[] {
  const count = view.hand?.players.find((player) => player.seat === view.own)?.cards.length ?? 0;
  const says = count === 0 ? words.show : allOf(count);
  const whole: Showing = { says, brief: says, wish: { do: 'show' } };
  return view.may_muck === true ? [whole, ...single(view)] : [whole];
}

/** The cards meant by what was typed after `show`: a number in the order of dealing, or a card's name. */
export function meant(view: TableView, typed: string): string | undefined {
  const held = view.hand?.players.find((player) => player.seat === view.own)?.cards ?? [];
  const number = /^[1-9]$/.test(typed) ? Number(typed) : undefined;
  const card = number === undefined ? held.find((candidate) => candidate?.toLowerCase() === typed.toLowerCase()) : held[number - 1];
  return card ?? undefined;
}
