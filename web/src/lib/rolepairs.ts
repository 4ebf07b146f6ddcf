// Which roles one person may not combine (docs/people.md): a role that the room always refuses is not
// offered.

/** Somebody with power over money, or over the record, has none over play. */
const CASHIER_NEVER_WITH: readonly string[] = ['supervisor', 'shift_manager', 'operator', 'director'];

function meets(one: string, other: string): boolean {
  if (one === other) return true;
  const [pair, alone] = [[one, other], ['administrator', 'auditor']];
  if (pair.some((role) => alone.includes(role))) return false;
  return !pair.includes('cashier') || !pair.some((role) => CASHIER_NEVER_WITH.includes(role));
}

/** The roles of a person that this one cannot be combined with; empty where it may be given. */
export function barredBy(held: readonly string[], role: string): string[] {
  return held.filter((other) => !meets(other, role));
}
