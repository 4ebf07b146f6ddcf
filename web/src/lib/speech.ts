// What happened, in sentences for screen readers: seats with their names, amounts in words, the cards of a
// street together. They are made from what the room sent this viewer, as those of the log are.

import { type Unit, said } from './amountwords.ts';
import { namesOf } from './cards.ts';
import { madeName, wonWith } from './hand.ts';
import { type Known, isOn } from './table.ts';
import { streetThatCame } from './streets.ts';
import { postName, standingText } from './telling.ts';
import { gameLine } from './words.ts';
import * as words from '../words/spoken.ts';
import type { Deal, Event, Update } from '../wire/wire.ts';

/** How much a listener wants to hear. */
export type Hears = 'all' | 'bets' | 'mine';

/** One sentence. */
export interface Sentence {
  text: string;
  /** Bets and cards, including pots; the rest is who comes and goes and how the table stands. */
  about: 'bet' | 'card' | 'other';
  /** About the viewer's own seat. */
  mine: boolean;
}

/** Who is listening, and what the sentences need to know. */
export interface Ear {
  own: number | null;
  unit: Unit;
  /** The table before and after the update. */
  before: Known;
  after: Known;
}

/** The names at the seats: who sat there before, and who sits there now. */
function namesAt(ear: Ear, update: Update): Map<number, string> {
  const names = new Map<number, string>();
  for (const chair of [...ear.before.view.chairs, ...ear.after.view.chairs]) names.set(chair.seat, chair.name);
  for (const event of update.events) if (event.e === 'sat') names.set(event.seat, event.name);
  return names;
}

/**
 * The cards that came to the board together: "Flop", "Turn", or "Third board card" where they come one by
 * one.
 */
export function streetAloud(deal: Deal, before: number, added: number): string {
  return words.street(streetThatCame(deal, before, added), before, added);
}

/** The sentences of an update, in the order of events. Proofs and other silent facts get none. */
export function sentences(update: Update, ear: Ear): Sentence[] {
  const names = namesAt(ear, update);
  const { own, unit } = ear;
  const { deal } = ear.before.view.stakes;
  const spoken: Sentence[] = [];
  let dealt: (string | null)[] = [];
  let wasDealt = false;
  const opened = update.events.some((event) => event.e === 'opened');
  let onBoard = opened ? 0 : (ear.before.view.hand?.board.length ?? 0);
  let added: (string | null)[] = [];
  const ownCards = (): void => {
    if (dealt.length > 0) spoken.push({ text: words.dealt(namesOf(dealt)), about: 'card', mine: true });
    wasDealt ||= dealt.length > 0;
    dealt = [];
  };
  const board = (): void => {
    if (added.length === 0) return;
    ownCards();
    spoken.push({ text: words.board(streetAloud(deal, onBoard, added.length), namesOf(added)), about: 'card', mine: false });
    onBoard += added.length;
    added = [];
  };
  for (const event of update.events) {
    if (event.e === 'board_dealt') {
      added.push(event.card);
      continue;
    }
    // A card's proof is between it and the next card of its street.
    if (event.e === 'opening') continue;
    board();
    if (event.e === 'hole_dealt' && event.seat === own) dealt.push(event.card);
    const sentence = oneEvent(event, { names, own, unit, ear, update });
    if (sentence !== undefined) spoken.push(sentence);
  }
  board();
  ownCards();
  const boardCame = update.events.some((event) => event.e === 'board_dealt');
  if (own !== null && (wasDealt || boardCame)) {
    const made = ear.after.made.find((hand) => hand.seat === own);
    const hand = made === undefined ? undefined : madeName(made, 'aloud');
    if (hand !== undefined) spoken.push({ text: words.youHave(hand), about: 'card', mine: true });
  }
  return spoken;
}

/** What a listener who chose to hear less hears of it. */
export function heard(spoken: readonly Sentence[], hears: Hears): Sentence[] {
  return spoken.filter((sentence) => hears === 'all' || sentence.mine || (hears === 'bets' && sentence.about !== 'other'));
}

interface Around {
  names: ReadonlyMap<number, string>;
  own: number | null;
  unit: Unit;
  ear: Ear;
  update: Update;
}

function oneEvent(event: Event, { names, own, unit, ear, update }: Around): Sentence | undefined {
  const who = (seat: number): words.Who => ({ seat, name: names.get(seat), you: seat === own });
  const amount = (chips: number): string => said(chips, unit);
  /** A sentence about nobody, and one about what a seat does. */
  const make = (about: Sentence['about'], text: string): Sentence => ({ text, about, mine: false });
  const of = (about: Sentence['about'], seat: number, text: string): Sentence => ({ text, about, mine: seat === own });
  switch (event.e) {
    case 'folded':
      return of('bet', event.seat, words.folds(who(event.seat)));
    case 'checked':
      return of('bet', event.seat, (event.stands ? words.standsOnBlind : words.checks)(who(event.seat)));
    case 'called':
      return of('bet', event.seat, words.calls(who(event.seat), amount(event.amount), event.all_in));
    case 'bet':
      return of('bet', event.seat, words.bets(who(event.seat), amount(event.to), event.all_in));
    case 'raised':
      return of('bet', event.seat, words.raises(who(event.seat), amount(event.to), event.all_in));
    case 'posted': {
      const payment = postName(event.kind, ear.before.view.stakes.blinds.length, ear.before.view.stakes.over_blind_word);
      return of('bet', event.seat, words.posts(who(event.seat), payment, amount(event.amount), event.all_in));
    }
    case 'returned':
      return of('bet', event.seat, words.returned(who(event.seat), amount(event.amount)));
    case 'refunded':
      return of('bet', event.seat, words.refunded(who(event.seat), amount(event.amount)));
    case 'hands_tabled':
      return make('card', words.tabled);
    case 'showdown_opened':
      return of('card', event.first, words.showdown(who(event.first)));
    case 'shown': {
      const made = ear.after.made.find((hand) => hand.seat === event.seat);
      return of('card', event.seat, words.shows(who(event.seat), namesOf(event.cards), made === undefined ? undefined : madeName(made, 'aloud')));
    }
    case 'mucked':
      return of('card', event.seat, words.mucks(who(event.seat)));
    case 'cards_shown':
      return of('card', event.seat, words.shows(who(event.seat), namesOf(event.cards.filter((card) => card !== null))));
    case 'pot_formed':
      return make('bet', words.potFormed(words.pot(event.pot, 'whole'), amount(event.amount), event.eligible.length));
    case 'commission_taken':
      return make('bet', words.commission(words.pot(event.pot, 'whole'), amount(event.amount), event.short_of_due));
    case 'commission_capped':
      return make('other', words.commissionCapped(amount(event.due), amount(event.taken)));
    case 'no_commission':
      // What is the same in every hand of the table is written, and not spoken each time.
      if (event.reason === 'by_time') return undefined;
      return make('other', words.noCommission(event.pot === undefined ? undefined : words.pot(event.pot, 'whole'), event.reason));
    case 'awarded':
      if (event.amount === 0) return of('bet', event.seat, words.winsRound(who(event.seat)));
      return of('bet', event.seat, words.wins(words.pot(event.pot, event.half), who(event.seat), amount(event.amount), how(event, ear, update)));
    case 'odd_chips':
      return of('bet', event.seat, words.oddChips(words.pot(event.pot, event.half), who(event.seat), amount(event.amount), event.amount));
    case 'opened':
      return make('other', words.begins(event.hand, event.button));
    case 'voided':
      return make('bet', words.voided(event.reason));
    case 'sat':
      return of('other', event.seat, words.sits(who(event.seat), amount(event.stack), event.machine));
    case 'left':
      return of('other', event.seat, words.leaves(who(event.seat), amount(event.stack)));
    case 'leaving':
      return of('other', event.seat, words.leavesAfter(who(event.seat)));
    case 'removal_decided':
      return of('other', event.seat, words.removed(who(event.seat), event.reason));
    case 'rejoin_referred':
      return make('other', words.rejoinReferred(event.seat, amount(event.stack), amount(event.took)));
    case 'rejoin_decided':
      return make('other', words.rejoinDecided(event.allowed));
    case 'sat_out':
      return of('other', event.seat, words.sitsOut(who(event.seat)));
    case 'out_at_blind':
      return of('other', event.seat, words.outAtBlind(who(event.seat), event.wished));
    case 'sat_in':
      return of('other', event.seat, words.sitsIn(who(event.seat), event.waits));
    case 'bought':
      return of('other', event.seat, words.adds(who(event.seat), amount(event.amount)));
    case 'held_back':
      return of('other', event.seat, words.heldBack(who(event.seat)));
    case 'blind_missed':
      return of('other', event.seat, words.missesBlind(who(event.seat), event.last));
    case 'clock_called':
      return of('other', event.seat, words.clockCalled(who(event.seat), event.seconds));
    case 'time_ran_out':
      return of('other', event.seat, words.timeRanOut(who(event.seat)));
    case 'time_bank':
      return of('other', event.seat, words.usesBank(who(event.seat), Math.round(event.taken / 1000)));
    case 'standing':
      // How a table that is not open stands is drawn together with what that does to chips, and is announced
      // because it is drawn.
      if (event.standing.is !== 'open' && ear.after.view.draining !== true) return undefined;
      return make('other', words.stands(standingText(event.standing, isOn(ear.before.view))));
    case 'button_placed':
      return make('other', words.buttonPlaced(event.seat));
    case 'determined':
      return make('other', words.determined(event.from_hand, gameLine(event.stakes), amount(event.stakes.min_buy_in)));
    case 'sign_changed':
      return make('other', words.signChanged(event.from_hand, amount(event.sign.minimum_stake)));
    case 'cards_replaced':
      return make('other', words.cardsReplaced(namesOf(event.cards)));
    case 'cards_checked':
      return make('other', words.cardsChecked(event.by_supervisor));
    // The shuffle, its proofs and what only moves the game along are in the log for anybody who looks.
    case 'readmitted':
    case 'table_opened':
    case 'time_told':
    case 'deck_shuffled':
    case 'deck_cut':
    case 'positions':
    case 'hole_dealt':
    case 'burned':
    case 'board_dealt':
    case 'betting_opened':
    case 'betting_skipped':
    case 'betting_closed':
    case 'closed':
    case 'deck':
    case 'cut':
    case 'opening':
      return undefined;
  }
  // A newer room may send what this page does not know.
  return passedOver(event);
}

function passedOver(unknown: never): undefined {
  return unknown && undefined;
}

/** What a part of a pot was won with: the hand, where hands were compared. */
function how(event: Extract<Event, { e: 'awarded' }>, ear: Ear, { won = [] }: Update): 'no-contest' | { hand: string } | undefined {
  const pot = ear.after.pots.find((pot) => pot.pot === event.pot);
  if (pot !== undefined && pot.eligible.length < 2) return 'no-contest';
  const hand = won.find((win) => win.pot === event.pot && win.half === event.half && win.seat === event.seat);
  return hand && { hand: wonWith(hand, 'aloud') };
}

/** What the viewer is asked, when it is the viewer's turn. */
export function yourTurn(known: Known, unit: Unit): string {
  const { turn, menu, may_muck: mayMuck } = known.view;
  if (turn === null) return '';
  if (turn.showing) return mayMuck === true ? words.toShowOrMuck : words.toShow;
  if (menu === null) return turn.facing > 0 ? words.turnToCall(said(turn.facing, unit)) : words.yourTurn;
  const { raise } = menu;
  return words.turnTo({
    check: menu.check,
    stands: menu.stands === true,
    call: menu.call === null ? undefined : said(menu.call, unit),
    fold: menu.fold && !menu.check,
    raise: raise === null ? undefined : {
      isBet: raise.is_bet,
      least: said(raise.min, unit),
      only: raise.min === raise.max,
      most: raise.max < raise.all_in ? said(raise.max, unit) : undefined,
    },
  });
}
