// The deals of the games, as the room sends them: for the page's tests, which need a table to draw.

import type { Deal } from './wire.ts';

const WITH_A_FLOP: Deal['streets'] = [{ name: 'preflop', board: 0 }, { name: 'flop', board: 3 }, { name: 'turn', board: 1 }, { name: 'river', board: 1 }];

export const HOLDEM: Deal = { hole_cards: 2, must_use: null, streets: WITH_A_FLOP };
export const OMAHA: Deal = { hole_cards: 4, must_use: 2, streets: WITH_A_FLOP };
export const MANILA: Deal = { hole_cards: 3, must_use: 2, streets: ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => ({ name, board: 1 })) };
