// Why a choice for a table is refused, or warned about, by the name of the reason: lower case and no full
// stop. Other settings are given by their labels, values as they are shown where they are chosen.

import { settingIs } from './settinghelp.ts';
import type { Problems } from '../wire/wire.ts';

/** The values of a reason, numbers as they are written. */
type Said<Values> = { [Name in keyof Values]: Values[Name] extends number ? string : Values[Name] };

const leaveOut = 'leave it unset';
const orMore = (least: string): string => `choose ${least} or more`;

export const problems: { readonly [Reason in keyof Problems]: (said: Said<Problems[Reason]>) => string } = {
  unknown_setting: ({ meant }) => `there is no setting of that name${meant === '' ? '' : `: use “${meant}”`}`,
  chosen_twice: ({ first }) => `it is chosen twice, first as “${first}”: choose one value`,
  not_used: () => `the book does not use it: ${leaveOut}`,
  fixed_by_the_book: ({ value }) => `the book fixes it: use “${value}”`,
  follows_another: ({ by }) => `it follows from “${by}”: choose there`,
  nothing_given: () => 'it has no value: choose one',
  too_high: ({ at_most: most }) => `numbers go up to ${most}`,
  not_offered: () => 'the book does not offer it',
  must_be_chosen: () => 'it has no default: choose a value',
  only_beside: ({ needs, value, wanted }) => `it does not go with ${settingIs(needs, value)}: choose ${settingIs(needs, wanted)}`,
  only_up_to: ({ needs, value, at_most: most }) => `it does not go with ${settingIs(needs, value)}: choose ${most} chips or less there`,
  not_played_yet: ({ expected }) => `this is not played yet: choose “${expected}”`,

  so_many_blinds: ({ count }) => `that is ${count} ${count === '1' ? 'blind' : 'blinds'}, and the book has another number`,
  blinds_listed: ({ listed, count }) => `${listed} blinds are listed: choose ${listed} here, or list ${count}`,
  blinds_needed: () => 'a game with blinds needs them: enter one to three amounts',
  blinds_fall: ({ from, to }) => `they fall from ${from} to ${to}: enter the smallest first`,
  last_blind_below_bet: ({ blind, at_least: least }) => `the last blind of ${blind} is below the smallest bet of ${least}: choose a last blind of ${least} or more, or a smallest bet of ${blind} or less`,
  below_last_blind: ({ at_least: least }) => `it is below the last blind: choose twice the one before, or ${least} or more`,
  ante_needed: ({ at_least: least }) => `an ante is needed: ${orMore(least)}`,
  has_blinds: ({ beside }) => `the game has blinds: choose antes instead${beside ? ' or as well' : ''}, or an ante of 0`,
  has_antes: () => 'the game has antes: choose blinds instead, or none here',
  over_blind_needs_blinds: () => 'a straddle follows the last blind, and the game has antes: choose blinds, or 0',
  one_opening_option: () => `with antes the opener has only one option: ${leaveOut}`,

  not_a_multiple: ({ amount, unit }) => `${amount} is not a multiple of the smallest chip of ${unit}`,
  smallest_bet_needed: () => 'enter a smallest bet',
  below_smallest_bet: ({ at_least: least }) => `it is below the smallest bet: choose ${least} or more, or no largest bet`,
  is_the_smallest_bet: ({ amount }) => `in fixed limit it equals the smallest bet: choose ${amount}, or leave it unset`,
  largest_bet_needs_limit: () => 'only fixed and spread limit have a largest bet: choose none',
  largest_bet_needed: () => 'spread limit needs a largest bet: enter an amount, or ranges by betting round',
  bets_by_round_need_limit: () => 'only fixed and spread limit have bets by betting round: choose the same on all',
  rounds_listed: ({ listed, rounds }) => `it lists ${listed}, and the game has ${rounds} betting rounds: list ${rounds}`,
  fixed_limit_has_one_bet: ({ from, to }) => `${from}-${to} is a range, and fixed limit has one bet for each betting round: enter one amount each`,
  below_smallest_stake: ({ at_least: least }) => `it is below the smallest buy-in of ${least}: choose ${least} or more, or no maximum`,
  kill_wager_needed: () => 'a kill pot needs a kill wager: enter an amount of chips',
  deck_serves: ({ cards, at_most: most, hole_cards: holes }) => `${cards} cards serve at most ${most} players with ${holes} hole cards each: choose at most ${most}`,

  commission_is_from_pots: () => `commission is taken from the pots, and only one way is allowed: ${leaveOut}, or choose commission by time`,
  commission_is_by_time: () => `commission is charged by time, and only one way is allowed: ${leaveOut}, or choose commission from the pots`,
  cap_needed: () => 'commission from the pots needs its approved maximum: enter an amount in cents, or a list such as 5:1000 10:800',
  cap_without_percent: ({ percent }) => `it has no amount for ${percent} percent: add one to the list`,
  cap_at_ten_above_five: ({ ten, at_most: most }) => `the maximum at 10 percent, ${ten}, is above the one at 5 percent: choose at most ${most}`,
  above_approved: ({ at_most: most }) => `it is above the approved maximum: choose at most ${most}`,
  charge_needed: () => 'the charge has no default: enter an amount in cents',
  commission_needs_change: ({ counted_in: cents, chip }) =>
    `commission is counted in ${cents} cents and the smallest chip is worth ${chip}: change is made for it, and what cannot be split in whole chips goes to one winner: choose a smallest chip of ${cents} cents, or commission in whole chips`,
  commission_rounded_to_chips: ({ counted_in: cents, unit }) =>
    `commission is counted in ${cents} cents and stacks in chips of ${unit}: chips are not changed, and commission is rounded down to whole chips, which may be less than is due: choose a chip of ${cents} cents, or commission in whole chips`,
  nobody_is_low: ({ cards, ace_is_low: low }) =>
    `no hand of ${cards} cards with the ace ${low ? 'low' : 'high'} in low hands is an eight or better, so the highest hand takes all: choose a deck of more cards`,

  largest_below_smallest: ({ largest, smallest }) => `the largest, ${largest}, is below the smallest, ${smallest}: enter the smallest first`,
  play_below_antes: ({ play, at_least: least }) => `the largest play wager, ${play}, is below 4 times the largest ante: ${orMore(least)}`,
};
