// The results of a hand as they are announced: one line after the other, the last side pot first and the main
// pot last.

import { wonWith } from './hand.ts';
import { type Write, chips } from './money.ts';
import type { Known, Paid } from './table.ts';
import type { Who } from '../words/events.ts';
import * as words from '../words/showdown.ts';
import type { Half, Made, Named, Pot } from '../wire/wire.ts';

/** One line of the results. */
export interface Result {
  /** A unique id: the hand, the pot and the half. */
  id: string;
  hand: number;
  text: string;
  /** The pot whose chips are paid, and where they go. */
  pot: number;
  paid: { seat: number; amount: number }[];
  /** The cards that won. */
  cards: string[];
  /**
   * With the second half of a pot: both halves, who won each and with what, and the cards that won either.
   */
  both?: { text: string; cards: string[] };
  /** Why: the rule behind it with its clauses. */
  rule: string | null;
  clauses: string[];
  /** Odd chips: who gets them, with the rule that says so. */
  odd: { text: string; rule: string | null; clauses: string[] } | undefined;
}

/** The results of the hand that is over; empty while it is played. */
export function results(known: Known, write: Write = chips): Result[] {
  const { view } = known;
  const { hand } = view;
  if (hand === null || !hand.over) return [];
  const who = (seat: number): Who => words.who(view.chairs.find((chair) => chair.seat === seat)?.name, seat, seat === view.own);
  // Where a hand was shown there was a contest, also when the others mucked theirs.
  const contested = hand.players.filter((player) => !player.folded).length > 1 || hand.players.some((player) => player.shown);
  const announced: Result[] = [];
  for (const pots of joined(known).reverse()) {
    const of = (['whole', 'high', 'low'] as const).flatMap((half) => {
      const awards = known.awards.filter((award) => award.pot === pots[0]?.pot && award.half === half);
      return awards.length > 0 ? [result(known, hand.hand, pots, half, awards, contested, { who, write })] : [];
    });
    const [high, low] = of;
    if (high && low) low.both = { text: bothHalves(known, pots, { who, write }), cards: [...high.cards, ...low.cards] };
    announced.push(...of);
  }
  return announced;
}

/** The pots, each with the later ones that were paid together with it. */
function joined(known: Known): Pot[][] {
  const groups: Pot[][] = [];
  for (const pot of known.pots) {
    const last = groups.at(-1);
    if (last === undefined || known.awards.some((award) => award.pot === pot.pot)) groups.push([pot]);
    else last.push(pot);
  }
  return groups;
}

/** How seats and amounts are named. */
interface Names {
  who: (seat: number) => Who;
  write: Write;
}

function result(
  known: Known,
  hand: number,
  pots: Pot[],
  half: Half,
  awards: Paid[],
  contested: boolean,
  names: Names,
): Result {
  const shares = awards.filter((award) => !award.odd);
  const odd = awards.filter((award) => award.odd);
  const seats = [...new Set(awards.flatMap((award) => award.seat ?? []))];
  const ways = seats.map((seat) => wayOf(known.made.find((made) => made.seat === seat), half));
  const first = awards[0];
  const pot = pots[0]?.pot ?? 0;
  const paid = seats.map((seat) => ({
    seat,
    amount: awards.filter((award) => award.seat === seat).reduce((sum, award) => sum + award.amount, 0),
  }));
  const alone = !contested || pots.every((pot) => pot.eligible.length < 2);
  return {
    id: `${String(hand)}.${String(pot)}.${half}`,
    hand,
    pot,
    paid,
    text: outcome(title(known, pots, half, names.write), shares, madeFor(known, pot, half, names), alone, names),
    cards: ways.flatMap((way) => way?.cards ?? []),
    rule: first?.rule ?? null,
    clauses: first?.clauses ?? [],
    odd: oddOf(odd, half, more(known, pot, half), names),
  };
}

/** How much one half is larger than the other, and by which rule: the chips that two halves cannot share. */
function more(known: Known, pot: number, half: Half): Paid | undefined {
  const of = known.awards.filter((award) => award.pot === pot);
  const sum = (which: Half): number => of.filter((award) => award.half === which).reduce((all, award) => all + award.amount, 0);
  const amount = half === 'high' ? sum('high') - sum('low') : half === 'low' ? sum('low') - sum('high') : 0;
  const other = half === 'high' ? 'low' : 'high';
  const first = of.find((award) => award.half === half);
  return first === undefined || amount <= 0 || sum(other) === 0 ? undefined : { ...first, amount };
}

/** The hand that counted: the high one, or in low ball and for the low half the low one. */
function wayOf(made: Made | undefined, half: Half): Named | undefined {
  const way = half === 'low' ? made?.low : (made?.high ?? made?.low);
  // Before the board is complete nothing has five cards, and nothing was compared.
  return way != null && way.cards.length > 0 ? way : undefined;
}

/** "Pot 1 (main), 360 less 10 commission". The only pot needs no number. */
function title(known: Known, pots: Pot[], half: Half, write: Write): string {
  const named = known.pots.length === 1 ? undefined : pots.map((pot) => pot.pot);
  // The whole pot is mentioned with the first of its halves.
  const behind = half === 'low' && known.awards.some((award) => award.pot === pots[0]?.pot && award.half === 'high');
  if (behind) return words.title(named, half);
  const sum = pots.reduce((all, pot) => all + pot.amount, 0);
  const taken = known.taken.filter((payment) => pots.some((pot) => pot.pot === payment.pot)).reduce((all, payment) => all + payment.amount, 0);
  return words.title(named, half, { amount: write(sum), commission: taken > 0 ? write(taken) : undefined });
}

/** What it was won with, where hands were compared: each winner's own hand where they read differently. */
function madeFor(known: Known, pot: number, half: Half, { who }: Names): string | undefined {
  const won = known.wonWith.filter((win) => win.pot === pot && win.half === half);
  const hands = won.map((win) => wonWith(win));
  if (hands.every((hand) => hand === hands[0])) return hands[0];
  return words.eachWith(won.map((win) => ({ hand: wonWith(win), of: who(win.seat) })));
}

function outcome(title: string, shares: Paid[], made: string | undefined, alone: boolean, { who, write }: Names): string {
  const [only] = shares;
  if (shares.length === 1 && only?.seat !== undefined) return words.wins(title, who(only.seat), write(only.amount), made, alone);
  const all = shares.flatMap((share) => (share.seat === undefined ? [] : who(share.seat)));
  const equal = only !== undefined && shares.every((share) => share.amount === only.amount);
  return words.share(title, all, equal ? { each: write(only.amount) } : shares.map((share) => write(share.amount)), made);
}

/** Both halves of a pot in one line: who won the high half and with what, and who the low one. */
function bothHalves(known: Known, pots: Pot[], names: Names): string {
  const pot = pots[0]?.pot ?? 0;
  const part = (half: 'high' | 'low'): words.HalfWon => {
    const shares = known.awards.filter((award) => award.pot === pot && award.half === half && !award.odd);
    const amounts = shares.map((share) => names.write(share.amount));
    return {
      half,
      who: shares.flatMap((share) => (share.seat === undefined ? [] : names.who(share.seat))),
      amounts: new Set(amounts).size === 1 && amounts.length > 1 ? { each: amounts[0] ?? '' } : amounts,
      made: madeFor(known, pot, half, names),
    };
  };
  return words.halves(known.pots.length === 1 ? undefined : pots.map((pot) => pot.pot), [part('high'), part('low')]);
}

/** "1 that cannot be shared goes to Ben." followed by the rule that says so. */
function oddOf(odd: Paid[], half: Half, between: Paid | undefined, { who, write }: Names): Result['odd'] {
  const first = odd[0] ?? between;
  if (first === undefined) return undefined;
  const halves = between === undefined || half === 'whole' ? undefined : { amount: write(between.amount), count: between.amount, half };
  const parts = odd.map(({ amount, seat }) => ({ amount: write(amount), count: amount, to: seat === undefined ? undefined : who(seat) }));
  return { text: words.odd(halves, parts), rule: first.rule, clauses: first.clauses };
}
