// What a table shows, in one normal form: what the page folded can be compared with the room's snapshot.

import type { Known } from '../src/lib/table.ts';
import type { HandView, TableView } from '../src/wire/wire.ts';

/** A snapshot in the form in which it is compared. */
export function shown(view: TableView): unknown {
  // A snapshot that arrived as a frame has a `t`.
  return withoutDefaults({ ...view, t: undefined, hand: view.hand && handOf(view.hand) });
}

/** The same for what the page knows, `passed` milliseconds after it learned of the clocks. */
export function folded(known: Known, passed: number): unknown {
  const { view, pots, made, wonWith } = known;
  const { hand, turn, over_blind } = view;
  const now = {
    ...view,
    t: undefined,
    hand: hand && handOf({ ...hand, made, won: wonWith, pots }),
    turn: turn && { ...turn, left_ms: turn.left_ms === null ? null : Math.max(0, turn.left_ms - passed) },
  };
  if (over_blind) now.over_blind = { ...over_blind, left_ms: Math.max(0, over_blind.left_ms - passed) };
  return withoutDefaults(now);
}

function handOf(hand: HandView): HandView {
  const openings = [...hand.openings].sort((a, b) => a.slot - b.slot);
  // After a hand the page retains the pots as they were divided, which no snapshot has.
  return { ...hand, openings, pots: hand.over ? [] : hand.pots ?? [] };
}

/**
 * Fields that are not sent when they have their default: an empty list, `false`. Nowhere does the default
 * differ in meaning from absence.
 */
const OPTIONAL = new Set(['draining', 'out_at_blind', 'may_show', 'owed', 'made', 'pots', 'won', 'disconnected', 'stands', 'side', 'deciding', 'beaten']);

function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults);
  if (typeof value !== 'object' || value === null) return value;
  const isDefault = (of: unknown): boolean => of === undefined || of === false || (Array.isArray(of) && of.length === 0);
  const entries = Object.entries(value).filter(([name, of]) => of !== undefined && !(OPTIONAL.has(name) && isDefault(of)));
  return Object.fromEntries(entries.map(([name, of]) => [name, withoutDefaults(of)]));
}

/** Where two values differ: the path, and the value at each side. */
export function differences(one: unknown, other: unknown, path = ''): [path: string, one: unknown, other: unknown][] {
  if (Object.is(one, other)) return [];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return [[path, one, other]];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) =>
    differences((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`),
  );
}
