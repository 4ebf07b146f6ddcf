import { describe, expect, it } from 'vitest';
import { markers } from './markers.ts';
import { type Known, known } from './table.ts';
import type { TableView } from '../wire/wire.ts';
import { HOLDEM } from '../wire/deals.ts';

function table(players: number[], more: Partial<Known> = {}, stakes: number[] = [1, 2]): Known {
  const view: TableView = {
    table: 4, number: 9, name: 'Harbour', practice: false, standing: { is: 'open' }, button: 2, own: null, turn: null, menu: null, may_muck: null,
    contribute: null, chairs: [],
    stakes: {
      book: 'standard', book_version: '1', game: 'holdem', deal: HOLDEM, limit: 'no_limit', blinds: stakes, ante: null, bets: [], min_buy_in: 40,
      max_buy_in: 200, seats: 6, smallest_chip: 1, chip_cents: 0,
    },
    hand: {
      hand: 1, over: false, button: 2, round: 0, board: [], pot: 0, commitment: null, cut: null, openings: [],
      players: players.map((seat) => ({ seat, in_round: 0, in_hand: 0, folded: false, all_in: false, shown: false, cards: [] })),
    },
  };
  return { ...known(view), ...more };
}

describe('markers', () => {
  it('are at button and blinds', () => {
    const of = table([2, 3, 4], { blinds: [3, 4] });
    expect(markers(of, 2)).toEqual([{ short: 'D', name: 'button' }]);
    expect(markers(of, 3)).toEqual([{ short: 'SB', name: 'small blind' }]);
    expect(markers(of, 4)).toEqual([{ short: 'BB', name: 'big blind' }]);
    expect(markers(of, 5)).toEqual([]);
  });

  it('give the button the small blind too with two players', () => {
    expect(markers(table([2, 5], { blinds: [2, 5] }), 2).map((marker) => marker.short)).toEqual(['D', 'SB']);
  });

  it('are at empty seats too, and say that the button is dead', () => {
    expect(markers(table([3, 4, 6], { blinds: [null, 3] }), 2)).toEqual([{ short: 'D', name: 'dead button' }]);
    expect(markers(table([3, 4, 6], { blinds: [null, 3] }), 3)).toEqual([{ short: 'BB', name: 'big blind' }]);
  });

  it('say what was posted dead', () => {
    expect(markers(table([2, 3], { dead: { 3: 1 } }), 3)).toEqual([{ short: 'dead', name: 'dead 1' }]);
  });

  it('are named for one blind and for three', () => {
    expect(markers(table([2, 3], { blinds: [3] }, [5]), 3)).toEqual([{ short: 'B', name: 'blind' }]);
    expect(markers(table([2, 3, 4, 5], { blinds: [3, 4, 5] }, [1, 2, 4]), 5)).toEqual([{ short: 'B3', name: 'third blind' }]);
  });
});
