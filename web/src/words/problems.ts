// Why a choice for a table is refused, or warned about, by the name of the reason: lower case and no full
// stop. Other settings are given by their labels, values as they are shown where they are chosen.

import { settingIs } from './settinghelp.ts';
import type { Problems } from '../wire/wire.ts';

/** The values of a reason, numbers as they are written. */
type Said<Values> = { [Name in keyof Values]: Values[Name] extends number ? string : Values[Name] };

const leaveOut = 'expected no choice here';
const orMore = (least: string): string => `expected ${least} or more`;

export const problems: { readonly [Reason in keyof Problems]: (said: Said<Problems[Reason]>) => string } = {
  unknown_setting: ({ meant }) => `there is no setting of that name${meant === '' ? '' : `: expected “${meant}”`}`,
  chosen_twice: ({ first }) => `it is chosen twice, first as “${first}”: expected one value`,
  not_used: () => `the book does not use it: ${leaveOut}`,
  fixed_by_the_book: ({ value }) => `the book fixes it: expected “${value}”`,
  follows_another: ({ by }) => `it follows from “${by}”: choose there`,
  nothing_given: () => 'no value was given',
  too_high: ({ at_most: most }) => `numbers go up to ${most}`,
  not_offered: () => 'the book does not offer it',
  must_be_chosen: () => 'it has no value of its own and must be chosen',
  only_beside: ({ needs, value, wanted }) => `it is not for ${settingIs(needs, value)}: expected ${settingIs(needs, wanted)}`,
  only_up_to: ({ needs, value, at_most: most }) => `it is not for ${settingIs(needs, value)}: expected ${most} chips there or less`,
  not_played_yet: ({ expected }) => `this is not played yet: expected “${expected}”`,

  so_many_blinds: ({ count }) => `that is ${count} ${count === '1' ? 'blind' : 'blinds'}, and the book has another number`,
  blinds_listed: ({ listed, count }) => `${listed} blinds are listed: expected ${listed}, or a list of ${count}`,
  blinds_needed: () => 'a game with blinds needs them: expected one to three amounts',
  blinds_fall: ({ from, to }) => `they fall from ${from} to ${to}: expected amounts that do not fall`,
  last_blind_below_bet: ({ blind, at_least: least }) => `the last blind of ${blind} is below the smallest bet of ${least}: expected a last blind of ${least} or more, or a smallest bet of ${blind} or less`,
  below_last_blind: ({ at_least: least }) => `it is below the last blind: expected twice the one before, or ${least} or more`,
  ante_needed: ({ at_least: least }) => `an ante is needed: ${orMore(least)}`,
  has_blinds: ({ beside }) => `the game has blinds: expected antes in their place${beside ? ' or besides them' : ''}, or an ante of 0`,
  has_antes: () => 'the game has antes: expected blinds in their place, or none here',
  over_blind_needs_blinds: () => 'a straddle follows the last blind, and the game has antes: expected blinds, or 0',
  one_opening_option: () => `the opener of a game with antes has one option: ${leaveOut}`,

  not_a_multiple: ({ amount, unit }) => `${amount} is not a multiple of the smallest chip of ${unit}`,
  smallest_bet_needed: () => 'a smallest bet is needed',
  below_smallest_bet: ({ at_least: least }) => `it is below the smallest bet: expected no largest bet, or ${least} or more`,
  is_the_smallest_bet: ({ amount }) => `in fixed limit it is the smallest bet: expected ${amount}, or no choice`,
  largest_bet_needs_limit: () => 'only fixed and spread limit have a largest bet: expected none',
  largest_bet_needed: () => 'spread limit needs a largest bet: expected an amount, or ranges by betting round',
  bets_by_round_need_limit: () => 'only fixed and spread limit have bets by betting round: expected the same on all',
  rounds_listed: ({ listed, rounds }) => `it lists ${listed}, and the game has ${rounds} betting rounds: expected a list of ${rounds}`,
  fixed_limit_has_one_bet: ({ from, to }) => `${from}-${to} is a range, and fixed limit has one bet a round: expected one amount for each`,
  below_smallest_stake: ({ at_least: least }) => `it is below the smallest buy-in of ${least}: expected no most, or ${least} or more`,
  kill_wager_needed: () => 'a kill pot needs the kill wager: expected an amount of chips',
  deck_serves: ({ cards, at_most: most, hole_cards: holes }) => `${cards} cards serve ${most} players of ${holes} hole cards: expected at most ${most}`,

  commission_is_from_pots: () => `commission is taken from the pots, and only one way is allowed: ${leaveOut}, or commission by time`,
  commission_is_by_time: () => `commission is charged by time, and only one way is allowed: ${leaveOut}, or commission from the pots`,
  cap_needed: () => 'commission from the pots needs its approved largest amount: expected an amount in cents, or a list such as 5:1000 10:800',
  cap_without_percent: ({ percent }) => `it has no amount for ${percent} percent: expected a list with one`,
  cap_at_ten_above_five: ({ ten, at_most: most }) => `the largest amount at 10 percent, ${ten}, is above that at 5 percent: expected at most ${most}`,
  above_approved: ({ at_most: most }) => `it is above the approved maximum: expected at most ${most}`,
  charge_needed: () => 'the charge has no default: expected an amount in cents',
  commission_needs_change: ({ counted_in: cents, chip }) =>
    `commission is counted in ${cents} cents and the smallest chip is worth ${chip}: change is made for it, and what cannot be shared in whole chips goes to one winner: expected a smallest chip of ${cents} cents, or commission in whole chips`,
  commission_rounded_to_chips: ({ counted_in: cents, unit }) =>
    `commission is counted in ${cents} cents and stacks in chips of ${unit}: no change is made of a chip, and commission is rounded down to whole chips, which may be less than is due: expected a chip of ${cents} cents, or commission in whole chips`,
  nobody_is_low: ({ cards, ace_is_low: low }) =>
    `no hand of ${cards} cards with the ace ${low ? 'low' : 'high'} in low hands is an eight or better, and the highest hand takes all: expected a deck of more cards`,

  largest_below_smallest: ({ largest, smallest }) => `the largest, ${largest}, is below the smallest, ${smallest}: expected the smallest first`,
  play_below_antes: ({ play, at_least: least }) => `the largest play wager, ${play}, is below 4 times the largest ante: ${orMore(least)}`,
};
