// What a player should have read before sitting down, in plain words, from the table's sign (4.1).

import { chips, dollars } from './money.ts';
import { deckTerm, handsTerm } from './order.ts';
import * as acts from '../words/acts.ts';
import * as names from '../words/names.ts';
import * as words from '../words/terms.ts';
import type { Stakes } from '../wire/wire.ts';

/** One setting of a sign. */
export interface SignLine {
  name: string;
  sentence: string;
  value: string;
  unit: string;
  clauses: string[];
}

/** A rule that is in force at a table. */
export interface RuleInForce {
  name: string;
  clauses: string[];
}

/** The sign of a table: every setting with its value, and the rules. */
export interface SignPage {
  title: string;
  stakes: Stakes;
  settings: SignLine[];
  rules: RuleInForce[];
}

/** One term: what it is about, what applies, and the clauses behind it. */
export interface Term {
  about: string;
  holds: string;
  clauses: string[];
}

const seconds = (value: string | undefined): number => (value !== undefined && /^\d+$/.test(value) ? Number(value) : 0);

/** An amount that the sign has in cents: in chips where that is a whole number. */
function cents(value: string, stakes: Stakes): string {
  if (!/^\d+$/.test(value)) return value;
  const amount = Number(value);
  return stakes.chip_cents > 0 && amount % stakes.chip_cents === 0 ? chips(amount / stakes.chip_cents) : dollars(amount);
}

function joined(parts: readonly (string | undefined)[]): string {
  return words.together(parts.filter((part): part is string => part !== undefined && part !== ''));
}

/** A table's terms, in the order in which they matter to somebody about to sit down. */
export function terms(sign: SignPage): Term[] {
  const { stakes } = sign;
  const line = (name: string): SignLine | undefined => sign.settings.find((setting) => setting.name === name);
  const value = (name: string): string | undefined => line(name)?.value;
  const clauses = (...names: string[]): string[] => [...new Set(names.flatMap((name) => line(name)?.clauses ?? []))];

  const bets = stakes.bets.map((bet) =>
    bet.most === null ? undefined : bet.most === bet.least ? chips(bet.least) : words.fromTo(chips(bet.least), chips(bet.most)),
  );
  const fixed = bets.every((bet) => bet !== undefined) && bets.length > 0 ? words.betsByRound(bets) : undefined;
  const blinds =
    stakes.blinds.length > 0 ? words.blinds(stakes.blinds.map(chips)) : stakes.ante !== null ? words.ante(chips(stakes.ante)) : undefined;
  const ante = stakes.blinds.length > 0 && stakes.ante !== null ? words.ante(chips(stakes.ante)) : undefined;
  const chip = stakes.smallest_chip > 1 ? words.inSteps(chips(stakes.smallest_chip)) : undefined;

  return [
    { about: words.about.limits, holds: joined([blinds, ante, fixed, chip]), clauses: clauses('limit_structure', 'blinds', 'ante') },
    { about: acts.overBlind(overBlindWord(stakes)), holds: overBlinds(value, stakes), clauses: clauses('over_blinds', 'over_blind_level', 'over_blind_seats') },
    { about: words.about.deck, holds: deckTerm(value), clauses: clauses('deck_cards', 'joker') },
    { about: words.about.hands, holds: handsTerm(value), clauses: clauses('showdown_mode', 'low_qualifier', 'ace', 'reduced_deck_order') },
    { about: words.about.commission, holds: commission(value, stakes), clauses: clauses('commission_method', 'commission_percent', 'commission_cap') },
    { about: words.about.clock, holds: clock(value), clauses: clauses('turn_seconds', 'official_clock_seconds', 'time_bank_seconds') },
    { about: words.about.disconnect, holds: disconnect(value, stakes), clauses: clauses('disconnect_seconds', 'timeout_when_check_is_free', 'timeout_facing_bet', 'missed_blind_return') },
  ].filter((term) => term.holds !== '');
}

const overBlindWord = (stakes: Stakes): string => stakes.over_blind_word ?? names.overBlind;

/** Who may post over the last blind, how much, and when; empty where nobody may. */
function overBlinds(value: (name: string) => string | undefined, stakes: Stakes): string {
  const most = seconds(value('over_blinds'));
  const last = stakes.blinds.at(-1);
  if (most === 0 || last === undefined) return '';
  // Twice the blind before it, or an amount of its own.
  const first = seconds(value('over_blind_level')) || 2 * last;
  return words.overBlinds(overBlindWord(stakes), chips(first), most, value('over_blind_seats') === 'any');
}

function commission(value: (name: string) => string | undefined, stakes: Stakes): string {
  const method = value('commission_method');
  if (method === undefined) return '';
  if (method === 'none') return words.noCommission;
  if (method === 'time') return words.paidByTime;
  const cap = value('commission_cap');
  const free = seconds(value('commission_free_up_to_cents'));
  return joined([
    words.percentOfPot(value('commission_percent') ?? '', cap === undefined || cap === 'none' ? undefined : capInWords(cap, stakes)),
    free > 0 ? words.nothingUpTo(cents(String(free), stakes)) : undefined,
    value('commission_no_flop_no_drop') === 'true' ? words.noFlopNoDrop : undefined,
  ]);
}

/** "at most $5", or by percentage if the sign says so. */
function capInWords(cap: string, stakes: Stakes): string {
  const listed = [...cap.matchAll(/(\d+)\s*:\s*(\d+)/g)];
  if (listed.length > 0) return words.atMostBy(listed.map(([, percent = '', most = '']) => [cents(most, stakes), percent]));
  return words.atMost(cents(cap, stakes));
}

function clock(value: (name: string) => string | undefined): string {
  const turn = seconds(value('turn_seconds'));
  const official = seconds(value('official_clock_seconds'));
  const bank = seconds(value('time_bank_seconds'));
  return joined([
    turn > 0 ? words.forEveryAct(turn) : official > 0 ? words.whenCalled(official) : words.noClock,
    bank > 0 ? words.timeBank(bank) : words.noTimeBank,
  ]);
}

function disconnect(value: (name: string) => string | undefined, stakes: Stakes): string {
  const more = seconds(value('disconnect_seconds'));
  const then = value('timeout_when_check_is_free') === 'check' ? words.thenChecked : words.thenFolded;
  const after = stakes.blinds.length === 0 ? words.sitsOutAfter : value('missed_blind_return') === 'post_only' ? words.blindsArePosted : words.blindsAreAwaited;
  return joined([more > 0 ? words.onceAHand(more) : words.noMoreTime, then, after]);
}

/** A newcomer's choice: to wait, or to post at once. */
export function entryChoice(sign: SignPage): { clauses: string[] } | undefined {
  const entry = sign.settings.find((setting) => setting.name === 'newcomer_entry');
  if (entry?.value !== 'wait_or_post' || sign.stakes.blinds.length === 0) return undefined;
  return { clauses: entry.clauses };
}

/** A setting in which two signs differ. */
export interface Difference {
  name: string;
  sentence: string;
  unit: string;
  here: string;
  there: string;
  clauses: string[];
}

/** How a table differs from a book: the settings that both use, with another value here than there. */
export function differences(here: readonly SignLine[], there: ReadonlyMap<string, string | null>): Difference[] {
  return here.flatMap((one) => {
    const other = there.get(one.name);
    if (other === undefined || other === null || other === one.value) return [];
    return [{ name: one.name, sentence: one.sentence, unit: one.unit, here: one.value, there: other, clauses: one.clauses }];
  });
}
