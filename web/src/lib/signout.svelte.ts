// What somebody who signs out leaves behind: the seats that this page shows, with the chips there.

import { session } from './session.svelte.ts';

/** A seat that stays taken, as it is now. */
export interface SeatKept {
  table: number;
  name: string;
  seat: number;
  /** The chips in front of the seat. */
  stack: number;
  /** The chips put into the current hand; undefined where the seat is not in one. */
  inHand: number | undefined;
}

/** The viewer's seats at the tables that are open here. */
export function keptSeats(): SeatKept[] {
  return session.room.tables.flatMap((room) => {
    const view = room.known?.view;
    const chair = view?.chairs.find((chair) => chair.seat === view.own);
    if (view === undefined || chair === undefined || room.ended !== undefined) return [];
    const player = view.hand?.over === false ? view.hand.players.find((player) => player.seat === chair.seat && !player.folded) : undefined;
    return [{ table: view.table, name: view.name, seat: chair.seat, stack: chair.stack, inHand: player?.in_hand }];
  });
}
