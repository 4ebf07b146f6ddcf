import { expect, it } from 'vitest';
import { named, wonBy } from '../../browser/named.ts';
import type { Deal, Event, TableView, Update, Won } from '../wire/wire.ts';
import { heard, sentences, yourTurn } from './speech.ts';
import { seconds as timeAloud } from '../words/spoken.ts';
import { type Known, after, known } from './table.ts';
import { HOLDEM, MANILA } from '../wire/deals.ts';

const DOLLARS = { in: 'dollars', cents: 100 } as const;

interface MadeUp {
  deal?: Deal;
  board?: string[];
  own?: number | null;
}

/** A hand of three players in seats 2, 5 and 7; the viewer has seat 2. */
function table({ deal = HOLDEM, board = [], own = 2 }: MadeUp = {}): Known {
  const players = [2, 5, 7].map((seat) => ({ seat, in_round: 0, in_hand: 0, folded: false, all_in: false, shown: false, cards: [] }));
  const chairs = players.map(({ seat }) => ({
    seat, person: seat, name: { 2: 'Ada', 5: 'Ben', 7: 'Cho' }[seat] ?? '', machine: false, stack: 500, away: false, waits: false, leaving: false,
    connected: true,
  }));
  const stakes = {
    book: 'standard', book_version: '1', game: 'holdem', deal, limit: 'no_limit', blinds: [2, 5], ante: null, bets: [], min_buy_in: 100, max_buy_in: 500,
    seats: 9, smallest_chip: 1, chip_cents: 100,
  };
  const hand = { hand: 12, over: false, button: 7, round: 0, players, board, pot: 0, commitment: null, cut: null, openings: [] };
  return known({
    table: 4, number: 1, name: 'Harbour', stakes, practice: false, standing: { is: 'open' }, button: 7, chairs, own, hand, turn: null, menu: null,
    may_muck: null, contribute: null,
  } as unknown as TableView);
}

/** What the room says that hands make, by seat. */
type Makes = Record<number, { high?: string; low?: string }>;

function spoken(before: Known, what: Record<string, unknown>[], makes: Makes = {}, won: Won[] = []): string[] {
  return all(before, what, makes, won).map((sentence) => sentence.text);
}

function all(before: Known, what: Record<string, unknown>[], makes: Makes = {}, won: Won[] = []): ReturnType<typeof sentences> {
  const events = what.map((fact) => ({ rule: null, clauses: [], ...fact }) as unknown as Event);
  const update = { table: 4, number: 2, hand: 12, at: 0, events, turn: null, menu: null, may_muck: null, won } as unknown as Update;
  const now = after(before, update);
  const made = Object.entries(makes).map(([seat, { high, low }]) => ({
    seat: Number(seat), high: high === undefined ? null : named(high), low: low === undefined ? null : named(low),
  }));
  return sentences(update, { own: before.view.own, unit: DOLLARS, before, after: { ...now, made } });
}

it('an act is spoken with its seat, its player and the amount in words', () => {
  expect(
    spoken(table(), [
      { e: 'raised', seat: 5, to: 120, full: true, all_in: true },
      { e: 'called', seat: 2, amount: 90, all_in: false },
      { e: 'folded', seat: 7 },
      { e: 'checked', seat: 5 },
      { e: 'bet', seat: 4, to: 60, full: true, all_in: false },
    ]),
  ).toEqual([
    'Seat 5, Ben, raises to one hundred twenty dollars, all-in.',
    'You call ninety dollars.',
    'Seat 7, Cho, folds.',
    'Seat 5, Ben, checks.',
    'Seat 4 bets sixty dollars.',
  ]);
});

it('the cards of a street are spoken together, without the proofs between them', () => {
  const dealt = (card: string): Record<string, unknown>[] => [{ e: 'board_dealt', card, slot: 1 }, { e: 'opening', opening: { slot: 1, card, salt: '', path: [] } }];
  expect(spoken(table(), [{ e: 'burned', slot: 0 }, ...dealt('Kd'), ...dealt('7s'), ...dealt('2c'), { e: 'betting_opened', round: 1, seat: 2 }], { 2: { high: 'pair of kings' } })).toEqual([
    'Flop: king of diamonds, seven of spades, deuce of clubs.',
    'You have a pair of kings.',
  ]);
  expect(spoken(table({ board: ['Kd', '7s', '2c'] }), dealt('Tc'))).toEqual(['Turn: ten of clubs.']);
  expect(spoken(table({ board: ['Kd', '7s', '2c', 'Tc'] }), dealt('Ah'))).toEqual(['River: ace of hearts.']);
  // With everybody all-in the rest may come at once.
  expect(spoken(table({ board: ['Kd', '7s', '2c'] }), [{ e: 'burned', slot: 1 }, ...dealt('Tc'), { e: 'burned', slot: 3 }, ...dealt('Ah')])).toEqual([
    'Turn: ten of clubs.',
    'River: ace of hearts.',
  ]);
});

it('in Manila the board comes card by card and each is spoken by its place', () => {
  expect(spoken(table({ deal: MANILA }), [{ e: 'board_dealt', card: 'Th', slot: 1 }])).toEqual(['First board card: ten of hearts.']);
  expect(spoken(table({ deal: MANILA, board: ['Th', 'Kd', '9s', 'Ac'] }), [{ e: 'board_dealt', card: 'Jd', slot: 1 }])).toEqual(['Fifth board card: jack of diamonds.']);
});

it("the viewer's own cards are spoken together, and those of others are not", () => {
  const deal = (seat: number, card: string | null): Record<string, unknown> => ({ e: 'hole_dealt', seat, card, slot: 1 });
  const deals = [deal(2, 'Kh'), deal(5, null), deal(7, null), deal(2, 'Kc'), deal(5, null), deal(7, null)];
  expect(spoken(table(), deals, { 2: { high: 'pair of kings' } })).toEqual(['You are dealt king of hearts, king of clubs.', 'You have a pair of kings.']);
  expect(spoken(table({ own: null }), deals)).toEqual([]);
});

it('pots are spoken with their amount and the number of players, and won with the hand that won', () => {
  const before = table({ board: ['Kd', '7s', '2c', 'Tc', 'Ah'] });
  expect(
    spoken(
      before,
      [
        { e: 'shown', seat: 2, cards: ['Kh', 'Kc'] },
        { e: 'shown', seat: 7, cards: ['2h', '2s'] },
        { e: 'pot_formed', pot: 0, amount: 360, eligible: [2, 5, 7] },
        { e: 'pot_formed', pot: 1, amount: 200, eligible: [7] },
        { e: 'awarded', pot: 1, half: 'whole', seat: 7, amount: 200 },
        { e: 'commission_taken', pot: 0, amount: 10 },
        { e: 'awarded', pot: 0, half: 'whole', seat: 2, amount: 350 },
      ],
      { 2: { high: 'full house, kings full of deuces' }, 7: { high: 'three of a kind, deuces' } },
      [wonBy(0, [2], named('full house, kings full of deuces'))],
    ),
  ).toEqual([
    'You show king of hearts, king of clubs: a full house, kings full of deuces.',
    'Seat 7, Cho, shows deuce of hearts, deuce of spades: three of a kind, deuces.',
    'Pot one, main, three hundred sixty dollars, three players.',
    'Pot two, side, two hundred dollars, one player.',
    'Pot two, side: seat 7, Cho, wins two hundred dollars.',
    'Pot one, main: commission ten dollars.',
    'Pot one, main: you win three hundred fifty dollars with a full house, kings full of deuces.',
  ]);
});

it('a commission that is less than is due says so', () => {
  const before = table({});
  expect(spoken(before, [{ e: 'commission_taken', pot: 0, amount: 10, short_of_due: true }])).toEqual(['Pot one, main: commission ten dollars, less than is due.']);
});

it('a stand is not a check, and the reason for no commission is spoken', () => {
  expect(
    spoken(table(), [
      { e: 'checked', seat: 7, stands: true },
      { e: 'checked', seat: 7 },
      { e: 'no_commission', reason: 'blinds_only' },
      { e: 'no_commission', pot: 1, reason: 'equal_hands' },
      { e: 'commission_capped', due: 20, taken: 10 },
    ]),
  ).toEqual([
    'Seat 7, Cho, stands.',
    'Seat 7, Cho, checks.',
    'No commission, only blinds and antes are in the pot.',
    'Pot two, side: no commission, everybody who put chips in has an equal hand.',
    'Commission of twenty dollars, limited to ten dollars.',
  ]);
});

it('the halves of a pot are won with the hand of that half', () => {
  const shown = [2, 5].map((seat) => ({ e: 'shown', seat, cards: ['As', '2s'] }));
  const makes = { 2: { high: 'flush, ace high', low: '8-6-4-3-A' }, 5: { high: 'pair of aces' } };
  const won = spoken(table(), [
    ...shown,
    { e: 'pot_formed', pot: 0, amount: 100, eligible: [2, 5] },
    { e: 'awarded', pot: 0, half: 'high', seat: 2, amount: 50 },
    { e: 'awarded', pot: 0, half: 'low', seat: 2, amount: 49 },
    { e: 'odd_chips', pot: 0, half: 'low', seat: 2, amount: 1 },
  ], makes, [wonBy(0, [2], named('flush, ace high'), { half: 'high' }), wonBy(0, [2], named('8-6-4-3-A'), { half: 'low' })]).slice(3);
  expect(won).toEqual([
    'Pot one, main, high half: you win fifty dollars with a flush, ace high.',
    'Pot one, main, low half: you win forty-nine dollars with eight, six, four, three, ace.',
    'Pot one, main, low half: one dollar that cannot be split goes to you.',
  ]);
});

it('the kicker that decided is spoken', () => {
  const kicker = wonBy(0, [5], named('two pair, kings and fours'), { deciding: ['A'], beaten: ['J'] });
  const won = spoken(table(), [{ e: 'awarded', pot: 0, half: 'whole', seat: 5, amount: 385 }], {}, [kicker]);
  expect(won).toEqual(['Pot one, main: seat 5, Ben, wins three hundred eighty-five dollars with two pair, kings and fours, ace kicker; beats jack kicker.']);
});

it('listeners who want less hear bets and cards, or only their own seat', () => {
  const what = all(table(), [
    { e: 'sat_out', seat: 5 },
    { e: 'checked', seat: 5 },
    { e: 'board_dealt', card: 'Kd', slot: 1 },
    { e: 'called', seat: 2, amount: 90, all_in: false },
  ]);
  const texts = (hears: 'all' | 'bets' | 'mine'): string[] => heard(what, hears).map((sentence) => sentence.text);
  expect(texts('all')).toEqual(['Seat 5, Ben, sits out.', 'Seat 5, Ben, checks.', 'First board card: king of diamonds.', 'You call ninety dollars.']);
  expect(texts('bets')).toEqual(texts('all').filter((text) => !text.includes('sits out')));
  expect(texts('mine')).toEqual(['You call ninety dollars.']);
});

it('arrivals and departures at the table are spoken', () => {
  expect(
    spoken(table(), [
      { e: 'sat', seat: 9, person: 9, name: 'Rook', machine: true, stack: 200, waits: false },
      { e: 'opened', hand: 13, button: 2, players: [] },
      { e: 'posted', seat: 5, kind: { is: 'blind', number: 0 }, amount: 2, all_in: false },
      { e: 'clock_called', seat: 7, seconds: 60 },
      { e: 'time_ran_out', seat: 5 },
      { e: 'time_bank', seat: 7, taken: 30_000 },
      { e: 'returned', seat: 2, amount: 1 },
      { e: 'deck_shuffled', cards: 52 },
      { e: 'sung', seat: 5 },
    ]),
  ).toEqual([
    'Seat 9, Rook, a bot, sits down with two hundred dollars.',
    'Hand 13 begins, button at seat 2.',
    'Seat 5, Ben, posts the small blind, two dollars.',
    'The clock is on seat 7, Cho: sixty seconds.',
    'The time of seat 5, Ben, ran out.',
    'Seat 7, Cho, uses thirty seconds of the time bank.',
    'You take back one dollar.',
  ]);
});

it('your turn says what is open', () => {
  const turn = { seat: 2, hand: 12, acts: 4, facing: 90, showing: false, left_ms: null, whole_ms: null, bank_ms: 0, rule: null, clauses: [] };
  const at = (view: Partial<TableView>): string => yourTurn({ ...table(), view: { ...table().view, turn, ...view } }, DOLLARS);
  const raise = { is_bet: false, min: 180, max: 500, unit: 1, all_in: 500 };
  expect(at({ menu: { fold: true, check: false, call: 90, call_and_fold: false, raise } })).toBe('Your turn: call ninety dollars, fold or raise to one hundred eighty dollars or more.');
  expect(at({ menu: { fold: true, check: true, call: null, call_and_fold: false, raise: { ...raise, is_bet: true, min: 4, max: 4 } } })).toBe('Your turn: check or bet four dollars.');
  expect(at({ menu: { fold: true, check: true, call: null, call_and_fold: false, raise: { ...raise, is_bet: true, min: 5, max: 90 } } })).toBe(
    'Your turn: check or bet five dollars or more, ninety dollars at most.',
  );
  expect(at({ menu: { fold: true, check: false, call: 90, call_and_fold: false, raise: null } })).toBe('Your turn: call ninety dollars or fold.');
  expect(at({ turn: { ...turn, showing: true }, may_muck: true })).toBe('Your turn: show or muck.');
  expect(at({ turn: { ...turn, showing: true }, may_muck: false })).toBe('Your turn: show.');
});

it('time running out is spoken in seconds', () => {
  expect(timeAloud(10)).toBe('Ten seconds.');
});
