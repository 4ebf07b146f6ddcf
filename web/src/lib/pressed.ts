// The seat that somebody pressed before signing in: after signing in they return to it.

let pressed: { table: number; seat: number } | undefined;

/** Somebody who is not signed in wants a seat. */
export function press(table: number, seat: number): void {
  pressed = { table, seat };
}

/** The seat that was pressed at a table, returned once; one pressed at another table is forgotten. */
export function takePressed(table: number): number | undefined {
  const seat = pressed?.table === table ? pressed.seat : undefined;
  pressed = undefined;
  return seat;
}
