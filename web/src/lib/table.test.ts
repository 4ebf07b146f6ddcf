import { describe, expect, it } from 'vitest';
import { named } from '../../browser/named.ts';
import type { Event, HandView, TableView, Update } from '../wire/wire.ts';
import { type Known, after, anew, boards, known, order, plate, presence, recalled } from './table.ts';
import { HOLDEM } from '../wire/deals.ts';

const STAKES = {
  book: 'standard', book_version: '1', game: 'holdem', deal: HOLDEM, limit: 'no_limit', blinds: [1, 2], ante: null, bets: [],
  min_buy_in: 40, max_buy_in: 200, seats: 6, smallest_chip: 1, chip_cents: 0,
};

function chair(seat: number, stack: number): TableView['chairs'][number] {
  return {
    seat, person: 10 + seat, name: `P${String(seat)}`, machine: seat > 2, stack, away: false, waits: false, leaving: false, connected: true,
  };
}

const EMPTY: TableView = {
  table: 4, number: 9, name: 'Harbour', stakes: STAKES, practice: true, standing: { is: 'open' }, button: null,
  chairs: [chair(1, 200), chair(2, 200), chair(5, 50)], own: 2, hand: null, turn: null, menu: null, may_muck: null, contribute: null,
};

/** Events without a rule; rules are the room's business. */
function facts(...what: Record<string, unknown>[]): Event[] {
  return what.map((fact) => ({ rule: null, clauses: [], ...fact }) as unknown as Event);
}

function update(number: number, events: Event[]): Update {
  return { table: 4, number, hand: 1, at: 0, events, turn: null, menu: null, may_muck: null };
}

function play(from: Known, ...what: Record<string, unknown>[]): Known {
  return after(from, update(from.view.number + 1, facts(...what)));
}

/** All chips: stacks and what is in the middle. */
function chips(of: Known): number {
  return of.view.chairs.reduce((sum, chair) => sum + chair.stack, of.view.hand?.pot ?? 0);
}

function hand(of: Known): HandView {
  if (of.view.hand === null) throw new Error('there is no hand');
  return of.view.hand;
}

const players = [1, 2, 5].map((seat) => ({ seat, person: 10 + seat, name: `P${String(seat)}`, machine: seat > 2, stack: seat === 5 ? 50 : 200 }));
const DEALT = play(
  known(EMPTY),
  { e: 'positions', button: 5, blinds: [1, 2] },
  { e: 'opened', hand: 1, button: 5, players },
  { e: 'posted', seat: 1, kind: { is: 'blind', number: 0 }, amount: 1, all_in: false },
  { e: 'posted', seat: 2, kind: { is: 'blind', number: 1 }, amount: 2, all_in: false },
  ...[1, 2, 5, 1, 2, 5].map((seat, at) => ({ e: 'hole_dealt', seat, card: seat === 2 ? ['Ah', 'Td'][at > 2 ? 1 : 0] : null, slot: at })),
  { e: 'betting_opened', round: 0, seat: 5 },
);

describe('a table that is followed', () => {
  it('starts a board that is dealt again with the cards that it shares', () => {
    const board = (card: string, more = {}): Record<string, unknown> => ({ e: 'board_dealt', card, slot: 9, ...more });
    const first = play(DEALT, ...['2c', '7d', '9h', 'As', '3s'].map((card) => board(card)));
    expect(boards(hand(first))).toEqual([['2c', '7d', '9h', 'As', '3s']]);
    const again = play(first, board('Kc', { board: 1, shares: 3 }), board('Kd', { board: 1, shares: 3 }));
    expect(hand(again).board).toEqual(['2c', '7d', '9h', 'As', '3s']);
    expect(boards(hand(again))[1]).toEqual(['2c', '7d', '9h', 'Kc', 'Kd']);
    const thrice = play(again, board('4c', { board: 2, shares: 4 }));
    expect(boards(hand(thrice))[2]).toEqual(['2c', '7d', '9h', 'As', '4c']);
  });

  it('shares nothing between two boards dealt side by side', () => {
    const flops = ['2c', '7d', '9h'].flatMap((card, at) => [
      { e: 'board_dealt', card, slot: 9 },
      { e: 'board_dealt', card: ['2h', '7h', '9c'][at], slot: 9, board: 1 },
    ]);
    expect(boards(hand(play(DEALT, ...flops)))).toEqual([['2c', '7d', '9h'], ['2h', '7h', '9c']]);
  });

  it('no longer has a player wait for the big blind who is dealt in', () => {
    const waiting = known({ ...EMPTY, chairs: [...EMPTY.chairs, { ...chair(6, 90), waits: true }].map((one) => ({ ...one, waits: one.seat > 4 })) });
    const dealt = play(waiting, { e: 'opened', hand: 1, button: 5, players });
    expect(dealt.view.chairs.filter((chair) => chair.waits).map((chair) => chair.seat)).toEqual([6]);
  });

  it('takes blinds off the stacks as bets, and knows hole cards only where they were sent', () => {
    expect(DEALT.view.chairs.map((chair) => chair.stack)).toEqual([199, 198, 50]);
    expect(hand(DEALT).pot).toBe(3);
    expect(hand(DEALT).players.map((player) => player.in_round)).toEqual([1, 2, 0]);
    expect(hand(DEALT).players.map((player) => player.cards)).toEqual([[null, null], ['Ah', 'Td'], [null, null]]);
    expect(DEALT.view.button).toBe(5);
  });

  it('puts an ante in the pot and not into a bet', () => {
    const anted = play(known(EMPTY), { e: 'opened', hand: 1, button: 5, players }, { e: 'posted', seat: 1, kind: { is: 'ante' }, amount: 3, all_in: false });
    expect(hand(anted).players[0]).toMatchObject({ in_round: 0, in_hand: 3 });
    expect(hand(anted).pot).toBe(3);
  });

  it('raises to a total: what was bet before counts', () => {
    const raised = play(DEALT, { e: 'raised', seat: 5, to: 6, full: true, all_in: false }, { e: 'raised', seat: 1, to: 20, full: true, all_in: false });
    // Seat 1 had 1 in and adds 19.
    expect(raised.view.chairs.find((chair) => chair.seat === 1)?.stack).toBe(180);
    expect(hand(raised).pot).toBe(3 + 6 + 19);
    expect(raised.did).toMatchObject({ 1: { is: 'raised', amount: 20 }, 5: { is: 'raised', amount: 6 } });
    expect(chips(raised)).toBe(450);
  });

  it('after a hand played to its end has the chips where the room put them', () => {
    const over = play(
      DEALT,
      { e: 'raised', seat: 5, to: 50, full: true, all_in: true },
      { e: 'folded', seat: 1 },
      { e: 'called', seat: 2, amount: 48, all_in: false },
      { e: 'betting_closed', round: 0 },
      { e: 'hands_tabled', first: 5 },
      { e: 'shown', seat: 5, cards: ['Ks', 'Kc'] },
      { e: 'shown', seat: 2, cards: ['Ah', 'Td'] },
      ...['2c', '7d', '9h', 'As', '3s'].map((card, at) => ({ e: 'board_dealt', card, slot: 10 + at })),
      { e: 'pot_formed', pot: 0, amount: 101, eligible: [2, 5] },
      { e: 'commission_taken', pot: 0, amount: 5 },
      { e: 'awarded', pot: 0, half: 'whole', seat: 2, amount: 96 },
      { e: 'closed' },
    );
    expect(over.view.chairs.map((chair) => chair.stack)).toEqual([199, 246, 0]);
    expect(hand(over)).toMatchObject({ over: true, pot: 0, board: ['2c', '7d', '9h', 'As', '3s'] });
    expect(over.won).toEqual({ 2: 96 });
    expect(over.pots).toEqual([{ pot: 0, amount: 101, eligible: [2, 5] }]);
    // Five went to the house.
    expect(chips(over)).toBe(445);
    expect(plate(over, 5)?.player).toMatchObject({ shown: true, cards: ['Ks', 'Kc'], all_in: true });
    expect(plate(over, 1)?.player?.folded).toBe(true);
  });

  it('returns a bet that nobody called', () => {
    const back = play(DEALT, { e: 'raised', seat: 5, to: 50, full: true, all_in: true }, { e: 'folded', seat: 1 }, { e: 'folded', seat: 2 }, { e: 'returned', seat: 5, amount: 48 });
    expect(back.view.chairs.find((chair) => chair.seat === 5)?.stack).toBe(48);
    expect(hand(back).pot).toBe(5);
    expect(hand(back).players[2]).toMatchObject({ in_round: 2, all_in: false });
  });

  it('removes bets from the plates at the end of the betting round, but not folds', () => {
    const next = play(DEALT, { e: 'folded', seat: 5 }, { e: 'called', seat: 1, amount: 1, all_in: false }, { e: 'checked', seat: 2 }, { e: 'betting_closed', round: 0 });
    expect(hand(next).players.map((player) => player.in_round)).toEqual([0, 0, 0]);
    expect(hand(next).players.map((player) => player.in_hand)).toEqual([2, 2, 0]);
    expect(next.did).toEqual({ 5: { is: 'folded' } });
  });

  it('keeps a seal that comes before its hand', () => {
    const commitment = { deck: { table: 4, hand: 1, attempt: 0 }, cards: 52, root: 'r', cut: 'c', commitment: 'x' };
    const sealed = play(known(EMPTY), { e: 'deck', hand: 1, commitment });
    expect(sealed.view.contribute).toBe(1);
    const cut = { cards: 52, position: 9, part: 'p', values: [] };
    const opened = play(sealed, { e: 'cut', cut }, { e: 'opened', hand: 1, button: 5, players });
    expect(hand(opened)).toMatchObject({ commitment, cut, openings: [] });
    expect(opened.view.contribute).toBeNull();
    const other = play(opened, { e: 'opened', hand: 2, button: 1, players });
    expect(hand(other).commitment).toBeNull();
  });

  it('changes stakes from the hand that was announced', () => {
    const stakes = { ...STAKES, blinds: [2, 4] };
    const announced = play(known(EMPTY), { e: 'determined', stakes, from_hand: 2 });
    const first = play(announced, { e: 'opened', hand: 1, button: 5, players });
    expect(first.view.stakes.blinds).toEqual([1, 2]);
    // Between hands the stakes are those of the next one.
    const closed = play(first, { e: 'closed' });
    expect([closed.view.stakes.blinds, closed.view.coming]).toEqual([[2, 4], undefined]);
    expect(play(closed, { e: 'opened', hand: 2, button: 1, players }).view.stakes.blinds).toEqual([2, 4]);
  });

  it('tells a viewer who arrives later about announced stakes', () => {
    const stakes = { ...STAKES, blinds: [2, 4] };
    const announced = known({ ...DEALT.view, coming: { stakes, hand: 2 } });
    expect(announced.view.stakes.blinds).toEqual([1, 2]);
    expect(play(announced, { e: 'closed' }).view.stakes.blinds).toEqual([2, 4]);
  });

  it('has players in the order of the deal, the first left of the button', () => {
    const dealt = play(known(EMPTY), { e: 'opened', hand: 1, button: 1, players });
    expect(hand(dealt).players.map((player) => player.seat)).toEqual([2, 5, 1]);
  });

  it('goes from a closed betting round to the next, and past the last after the hand', () => {
    const next = play(DEALT, { e: 'betting_closed', round: 0 });
    expect(hand(next).round).toBe(1);
    expect(hand(play(next, { e: 'closed' }))).toMatchObject({ round: 4, over: true });
  });

  it('requests a value for the cut only from players', () => {
    const commitment = { deck: { table: 4, hand: 1, attempt: 0 }, cards: 52, root: 'r', cut: 'c', commitment: 'x' };
    const requested = (own: number | null): number | null =>
      play(known({ ...EMPTY, own }), { e: 'opened', hand: 1, button: 5, players }, { e: 'deck', hand: 1, commitment }).view.contribute;
    expect([2, 4, null].map(requested)).toEqual([1, null, null]);
  });

  it("makes the seat that the person of the page takes the viewer's own", () => {
    const sat = facts({ e: 'sat', seat: 3, person: 77, name: 'Alba', machine: false, stack: 50, waits: true });
    expect(after(known({ ...EMPTY, own: null }), update(10, sat), 77).view.own).toBe(3);
    expect(after(known({ ...EMPTY, own: null }), update(10, sat), 78).view.own).toBeNull();
  });

  it('returns in a void hand what was put in', () => {
    const back = play(
      DEALT,
      { e: 'voided', reason: 'cannot_go_on' },
      { e: 'refunded', seat: 1, amount: 1 },
      { e: 'refunded', seat: 2, amount: 2 },
      { e: 'closed' },
    );
    expect(back.view.chairs.map((chair) => chair.stack)).toEqual([200, 200, 50]);
    expect(hand(back)).toMatchObject({ over: true, pot: 0 });
  });

  it('ignores what a newer room sends and this page does not know', () => {
    expect(play(DEALT, { e: 'sung', seat: 1 })).toEqual({ ...DEALT, view: { ...DEALT.view, number: DEALT.view.number + 1 } });
  });

  it('has cards shown after the hand in their places, and the others face down', () => {
    const shown = play(DEALT, { e: 'cards_shown', seat: 1, cards: [null, 'Td'] });
    expect(hand(shown).players.find((player) => player.seat === 1)).toMatchObject({ cards: [null, 'Td'], shown: false });
    const shownUpdate: Update = { ...update(shown.view.number + 1, []), may_show: ['Ah'] };
    const may = after(shown, shownUpdate);
    expect(may.view.may_show).toEqual(['Ah']);
    expect(play(may).view.may_show).toEqual([]);
  });

  it('offers an over-blind with the position that it was sent with, and with no other', () => {
    const offer = { hand: 1, acts: 2, amount: 4, left_ms: 3000, rule: 'over-blind-before-the-deal', clauses: [] };
    const may = after(DEALT, { ...update(DEALT.view.number + 1, []), over_blind: offer });
    expect(may.view.over_blind).toEqual(offer);
    expect(anew(may, { ...update(may.view.number, []), over_blind: { ...offer, left_ms: 900 } }).view.over_blind?.left_ms).toBe(900);
    expect(play(may).view).not.toHaveProperty('over_blind');
    expect(anew(may, update(may.view.number, [])).view).not.toHaveProperty('over_blind');
  });

  it('has people come, go, sit out and add chips', () => {
    let table = play(known(EMPTY), { e: 'sat', seat: 3, person: 30, name: 'New', machine: false, stack: 100, waits: true });
    expect(table.view.chairs.map((chair) => chair.seat)).toEqual([1, 2, 3, 5]);
    table = play(table, { e: 'bought', seat: 3, amount: 20 }, { e: 'sat_out', seat: 3 });
    expect(plate(table, 3)?.chair).toMatchObject({ stack: 120, away: true });
    table = play(table, { e: 'sat_in', seat: 3, waits: false, posts: true });
    expect(plate(table, 3)?.chair).toMatchObject({ away: false, waits: false });
    const lost = presence(table, 30, false, 20_000);
    expect(lost.view.chairs[2]).toMatchObject({ connected: false, disconnect_ms: 20_000 });
    expect(presence(lost, 30, true).view.chairs[2]).not.toHaveProperty('disconnect_ms');
    expect(presence(lost, 30, false).view.chairs[2]).not.toHaveProperty('disconnect_ms');
    table = play(table, { e: 'out_at_blind', seat: 3, wished: true });
    expect(plate(table, 3)?.chair.out_at_blind).toBe(true);
    table = play(table, { e: 'sat_out', seat: 3 });
    expect(plate(table, 3)?.chair).toMatchObject({ away: true, out_at_blind: false });
    table = play(table, { e: 'leaving', seat: 1 });
    expect(plate(table, 1)?.chair.leaving).toBe(true);
    table = play(table, { e: 'left', seat: 2, stack: 200 });
    expect(table.view.own).toBeNull();
    expect(plate(table, 2)).toBeUndefined();
  });

  it('keeps the last act in this hand of a player who sits out from the next one', () => {
    const called = play(DEALT, { e: 'checked', seat: 1 });
    expect(play(called, { e: 'sat_out', seat: 1 }).did[1]).toEqual({ is: 'checked' });
    expect(play(called, { e: 'folded', seat: 1 }, { e: 'sat_out', seat: 1 }).did[1]).toEqual({ is: 'sat_out' });
  });

  it('recalls what a snapshot leaves out from the hand so far', () => {
    const opening = update(8, facts({ e: 'positions', button: 5, blinds: [1, 2] }, { e: 'opened', hand: 1, button: 5, players }));
    const acts = update(9, facts({ e: 'posted', seat: 1, kind: { is: 'dead' }, amount: 1, all_in: false }, { e: 'checked', seat: 2 }));
    const view = { ...DEALT.view, number: 9 };
    const of = recalled(known(view), [opening, acts, update(10, facts({ e: 'folded', seat: 1 }))]);
    expect(of.blinds).toEqual([1, 2]);
    expect(of.did).toEqual({ 1: { is: 'posted', amount: 1 }, 2: { is: 'checked' } });
    expect(of.dead).toEqual({ 1: 1 });
    // What the snapshot says stays unchanged.
    expect(of.view).toBe(view);
    expect(recalled(known(view), [acts])).toEqual(known(view));
  });

  it('has pots and made hands as the room last said', () => {
    const made = [{ seat: 2, high: named('pair of tens'), low: null }];
    const pots = [{ pot: 0, amount: 12, eligible: [1, 2] }];
    const closed = { ...update(DEALT.view.number + 1, facts({ e: 'betting_closed', round: 0 })), made, pots };
    const closedTable = after(DEALT, closed);
    expect([closedTable.made, closedTable.pots]).toEqual([made, pots]);
    const next = play(closedTable, { e: 'checked', seat: 1 });
    expect([next.made, next.pots]).toEqual([made, pots]);
    expect(play(next, { e: 'opened', hand: 2, button: 1, players })).toMatchObject({ made: [], pots: [] });
  });

  it('needs consecutive numbers: old ones are ignored, a gap is noticed', () => {
    const table = known(EMPTY);
    expect(order(table, update(8, []))).toBe('old');
    expect(order(table, update(9, []))).toBe('anew');
    expect(order(table, update(10, []))).toBe('next');
    expect(order(table, update(11, []))).toBe('gap');
  });
});
