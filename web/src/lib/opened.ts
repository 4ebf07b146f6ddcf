// The tables that were opened from this browser. The person who opened a table may pause and close it; the
// room decides, this only shows the buttons.

const KEY = 'cardroom.opened';

function numbers(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((value) => typeof value === 'number') : [];
  } catch {
    // A browser that stores nothing can still play.
    return [];
  }
}

/** Whether the table was opened here. */
export function opened(table: number): boolean {
  return numbers().includes(table);
}

/** Remembers that a table was opened here. */
export function remember(table: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...numbers(), table].slice(-50)));
  } catch {
    // See above.
  }
}
