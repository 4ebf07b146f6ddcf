import { describe, expect, it } from 'vitest';
import { MOTION, moves } from './motion.ts';
import { type Known, known } from './table.ts';
import type { HandView, PlayerView, TableView } from '../wire/wire.ts';
import { HOLDEM } from '../wire/deals.ts';

function player(seat: number, cards: number, inRound: number, inHand: number): PlayerView {
  return { seat, in_round: inRound, in_hand: inHand, folded: false, all_in: false, shown: false, cards: Array<null>(cards).fill(null) };
}

function at(number: number, hand: Partial<HandView> | null): Known {
  const view: TableView = {
    table: 4, number, name: 'Harbour', practice: false, standing: { is: 'open' }, button: 1, own: null, turn: null, menu: null, may_muck: null,
    contribute: null, chairs: [],
    stakes: {
      book: 'standard', book_version: '1', game: 'holdem', deal: HOLDEM, limit: 'no_limit', blinds: [1, 2], ante: null, bets: [], min_buy_in: 40,
      max_buy_in: 200, seats: 6, smallest_chip: 1, chip_cents: 0,
    },
    hand: hand && {
      hand: 1, over: false, button: 1, round: 0, players: [], board: [], pot: 0, commitment: null, cut: null, openings: [], ...hand,
    },
  };
  return known(view);
}

describe('what moves', () => {
  it('takes as long as the specification says', () => {
    expect(MOTION).toEqual({ deal: 160, toPot: 220, toWinner: 300, fade: 120 });
  });

  it('deals cards around the table, then the board', () => {
    const before = at(1, null);
    const now = at(3, { players: [player(1, 2, 0, 0), player(2, 2, 0, 0)], board: ['Kd'] });
    expect(moves(before, now)).toEqual([
      { what: 'card', seat: 1, at: 0 }, { what: 'card', seat: 2, at: 0 }, { what: 'card', seat: 1, at: 1 }, { what: 'card', seat: 2, at: 1 },
      { what: 'card', seat: undefined, at: 0 },
    ]);
  });

  it('puts chips that are bet in front of the seat, and into the pot at the end of the betting round', () => {
    const opened = at(1, { players: [player(1, 2, 0, 0), player(2, 2, 2, 2)] });
    const called = at(2, { players: [player(1, 2, 2, 2), player(2, 2, 2, 2)] });
    const gathered = at(3, { players: [player(1, 2, 0, 2), player(2, 2, 0, 2)] });
    expect(moves(opened, called)).toEqual([{ what: 'bet', seat: 1 }]);
    expect(moves(called, gathered)).toEqual([{ what: 'gather', seat: 1, amount: 2 }, { what: 'gather', seat: 2, amount: 2 }]);
    // The call and the end of the betting round in one record.
    expect(moves(opened, gathered)).toEqual([{ what: 'gather', seat: 1, amount: 2 }, { what: 'gather', seat: 2, amount: 2 }]);
  });

  it('is nothing after a jump, and nothing when a replay steps back', () => {
    const early = at(1, { players: [player(1, 2, 2, 2)] });
    expect(moves(early, at(200, { players: [player(1, 2, 8, 8)] }))).toEqual([]);
    expect(moves(at(5, { players: [player(1, 2, 8, 8)] }), early)).toEqual([]);
    expect(moves(early, early)).toEqual([]);
  });
});
