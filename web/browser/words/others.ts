// Two more hands that the room does not deal yet, as sent to one player: Manila with three cards at a fixed
// limit, where there is only one amount to bet, and Pineapple, with three cards at a pot limit.

import type { Menu } from '../../src/wire/wire.ts';
import { type Hand, TWO, hand, hole, lie, offers, opened, toAct } from './hands.ts';

/** A menu with one amount to bet and no other. */
function fixed(call: number, to: number, all: number): Menu {
  return { ...offers(call, to, to, all), raises_left: 3 };
}

/**
 * The small bet is 4 and the big one 8; the button has the small blind of 2 and acts first before the second
 * card.
 */
export const MANILA_FIXED: Hand = hand('Manila', 10_000, 'manila', 'fixed', TWO, [
  {
    happened: [...opened(TWO, 2, [2, 5]), ...hole([5, 2], ['Jh', 'Th', '7d']), ...lie('Qh'), { e: 'betting_opened', round: 0, seat: 2 }],
    turn: toAct(2, 0, 3), menu: fixed(3, 9, 200), made: { 2: 'queen high' },
  },
  { happened: [{ e: 'raised', seat: 2, to: 9, full: true, all_in: false }], turn: toAct(5, 1, 4) },
  {
    happened: [{ e: 'called', seat: 5, amount: 4, all_in: false }, { e: 'betting_closed', round: 0 }, ...lie('8h'), { e: 'betting_opened', round: 1, seat: 5 }],
    turn: toAct(5, 2, 0), made: { 2: 'queen high' },
  },
  { happened: [{ e: 'bet', seat: 5, to: 4, full: true, all_in: false }], turn: toAct(2, 3, 4), menu: fixed(4, 8, 191) },
  {
    happened: [{ e: 'called', seat: 2, amount: 4, all_in: false }, { e: 'betting_closed', round: 1 }, ...lie('9s'), { e: 'betting_opened', round: 2, seat: 5 }],
    turn: toAct(5, 4, 0), made: { 2: 'straight, queen high' },
  },
  { happened: [{ e: 'checked', seat: 5 }], turn: toAct(2, 5, 0), menu: fixed(0, 4, 187) },
  { happened: [{ e: 'bet', seat: 2, to: 4, full: true, all_in: false }], turn: toAct(5, 6, 4) },
  {
    happened: [
      { e: 'called', seat: 5, amount: 4, all_in: false }, { e: 'betting_closed', round: 2 }, ...lie('9c'), { e: 'betting_opened', round: 3, seat: 5 },
      { e: 'checked', seat: 5 },
    ],
    turn: toAct(2, 7, 0), menu: fixed(0, 8, 183), made: { 2: 'straight, queen high' },
  },
  {
    happened: [{ e: 'checked', seat: 2 }, { e: 'betting_closed', round: 3 }, ...lie('Kh'), { e: 'betting_opened', round: 4, seat: 5 }, { e: 'checked', seat: 5 }],
    turn: toAct(2, 9, 0), menu: fixed(0, 8, 183), made: { 2: 'flush, king high' },
  },
  { happened: [{ e: 'bet', seat: 2, to: 8, full: true, all_in: false }], turn: toAct(5, 10, 8) },
  {
    happened: [
      { e: 'folded', seat: 5 }, { e: 'betting_closed', round: 4 }, { e: 'returned', seat: 2, amount: 8 },
      { e: 'pot_formed', pot: 0, amount: 34, eligible: [2] }, { e: 'awarded', pot: 0, half: 'whole', seat: 2, amount: 34 }, { e: 'closed' },
    ],
  },
]);

/** Three hole cards, and the pot bounds the bet. */
export const PINEAPPLE: Hand = hand('Pineapple', 10_000, 'pineapple', 'full_pot', TWO, [
  {
    happened: [...opened(TWO, 2, [2, 5]), ...hole([5, 2], ['As', 'Ah', '5s']), { e: 'betting_opened', round: 0, seat: 2 }],
    turn: toAct(2, 0, 3), menu: offers(3, 10, 15, 200), made: { 2: 'pair of aces' },
  },
  { happened: [{ e: 'called', seat: 2, amount: 3, all_in: false }, { e: 'checked', seat: 5 }, { e: 'betting_closed', round: 0 }, ...lie('Ts', '8s', '2d'), { e: 'betting_opened', round: 1, seat: 5 }],
    turn: toAct(5, 2, 0), made: { 2: 'pair of aces' } },
  { happened: [{ e: 'checked', seat: 5 }], turn: toAct(2, 3, 0), menu: offers(0, 5, 10, 195) },
  { happened: [{ e: 'bet', seat: 2, to: 10, full: true, all_in: false }], turn: toAct(5, 4, 10) },
  {
    happened: [{ e: 'called', seat: 5, amount: 10, all_in: false }, { e: 'betting_closed', round: 1 }, ...lie('3s'), { e: 'betting_opened', round: 2, seat: 5 }],
    turn: toAct(5, 5, 0), made: { 2: 'flush, ace high' },
  },
  { happened: [{ e: 'bet', seat: 5, to: 30, full: true, all_in: false }], turn: toAct(2, 6, 30), menu: offers(30, 60, 120, 185) },
  { happened: [{ e: 'raised', seat: 2, to: 75, full: true, all_in: false }], turn: toAct(5, 7, 45) },
  {
    happened: [{ e: 'called', seat: 5, amount: 45, all_in: false }, { e: 'betting_closed', round: 2 }, ...lie('Kc'), { e: 'betting_opened', round: 3, seat: 5 }, { e: 'checked', seat: 5 }],
    turn: toAct(2, 9, 0), menu: offers(0, 5, 110, 110), made: { 2: 'flush, ace high' },
  },
  { happened: [{ e: 'bet', seat: 2, to: 110, full: true, all_in: true }], turn: toAct(5, 10, 110) },
  {
    happened: [
      { e: 'folded', seat: 5 }, { e: 'betting_closed', round: 3 }, { e: 'returned', seat: 2, amount: 110 },
      { e: 'pot_formed', pot: 0, amount: 180, eligible: [2] }, { e: 'awarded', pot: 0, half: 'whole', seat: 2, amount: 180 }, { e: 'closed' },
    ],
  },
]);
