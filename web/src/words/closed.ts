// The words of a page that the viewer's roles do not open.

import { plural } from './language.ts';
import { roleNames } from './names.ts';

/** A page that needs certain roles. */
export type Page = 'new-table' | 'people' | 'record';

/** The titles of the pages. */
export const titles: Readonly<Record<Page, string>> = { 'new-table': 'New table', people: 'People', record: 'Record' };

const OPENED_BY: Readonly<Record<Page, string>> = {
  'new-table': 'In this room the operator opens tables: this page is for supervisors, shift managers and casino operators.',
  people: 'This page is for administrators; supervisors, shift managers and casino operators have the reports on it.',
  record: 'This page is for auditors.',
};
const PLAYERS_OPEN = 'In this room players open tables: this page is for people with the role player.';

/** Whom a page is for; players, where the room lets them open tables. */
export const isFor = (page: Page, playersOpen: boolean): string => (page === 'new-table' && playersOpen ? PLAYERS_OPEN : OPENED_BY[page]);
/** Which roles somebody has, and which of them are pending. */
export function youHave(held: readonly string[], waiting: readonly string[]): string {
  const all = [...held, ...waiting];
  if (all.length === 0) return 'Your account has no role.';
  const has = `Your account has the ${plural(all.length, { one: 'role', other: 'roles' })} ${roleNames(all)}`;
  return waiting.length === 0 ? `${has}.` : `${has}; ${roleNames(waiting)} ${plural(waiting.length, { one: 'waits', other: 'wait' })} until you enrol a second factor.`;
}
/** Where a role comes from, for the administrator and for everybody else. */
export const whereFrom = (administrator: boolean): string =>
  administrator ? 'An administrator has no other role: sign in with another account for this. Roles are given under People.' : 'Administrators give roles, under People.';
