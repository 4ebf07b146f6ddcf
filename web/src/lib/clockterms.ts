// What a table's sign says about clocks and lost connections, requested once and cached.

import type { Reply } from './api.ts';
import { once } from './rules.ts';

/** A setting on the sign. */
export interface SignSetting {
  name: string;
  sentence: string;
  value: string;
  unit: string;
  clauses: string[];
}

/** Everything that a table is played by. */
export function signOf(table: number): Promise<Reply<{ title: string; settings: SignSetting[] }>> {
  return once(`/api/tables/${String(table)}/sign`);
}

/** What concerns a player who has lost the connection, or who sits out. */
export interface Terms {
  /** Extra time after a decision's clock when the connection is lost, once a hand, in milliseconds. */
  disconnect: number | undefined;
  /** What happens to a hand whose time runs out when checking is free: `fold` or `check`. */
  freeTimeout: string | undefined;
  /** After sitting out this long a player loses the seat, in minutes. */
  breakMinutes: number | undefined;
}

/** Reads the terms out of a sign. */
export function termsOf(settings: readonly SignSetting[]): Terms {
  const named = (name: string): string | undefined => settings.find((setting) => setting.name === name)?.value;
  const whole = (name: string): number | undefined => {
    const value = named(name);
    return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
  };
  const seconds = whole('disconnect_seconds');
  const minutes = whole('break_minutes');
  return {
    disconnect: seconds === undefined ? undefined : seconds * 1000,
    freeTimeout: named('timeout_when_check_is_free'),
    breakMinutes: minutes === 0 ? undefined : minutes,
  };
}

export const UNKNOWN: Terms = { disconnect: undefined, freeTimeout: undefined, breakMinutes: undefined };
