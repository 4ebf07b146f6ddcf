import { describe, expect, it } from 'vitest';
import type { Stakes } from '../wire/wire.ts';
import { type SignPage, differences, entryChoice, terms } from './terms.ts';
import { HOLDEM } from '../wire/deals.ts';

const STAKES: Stakes = {
  book: 'standard', book_version: '1', game: 'holdem', deal: HOLDEM, limit: 'no_limit', blinds: [2, 5], ante: null, bets: [{ least: 5, most: null }],
  min_buy_in: 100, max_buy_in: 500, seats: 6, smallest_chip: 1, chip_cents: 100,
};

function sign(values: Record<string, string>, stakes: Partial<Stakes> = {}): SignPage {
  return {
    title: 'Standard',
    stakes: { ...STAKES, ...stakes },
    settings: Object.entries(values).map(([name, value]) => ({ name, value, sentence: name, unit: '', clauses: name === 'turn_seconds' ? ['HE-4.8(a)'] : [] })),
    rules: [],
  };
}

const about = (page: SignPage, what: string): string => terms(page).find((term) => term.about === what)?.holds ?? '';

describe('the terms of a table', () => {
  it('name blinds, antes and the bets of each betting round', () => {
    expect(about(sign({}), 'Limits')).toBe('Blinds 2 and 5.');
    const fixed = { limit: 'fixed', blinds: [1, 2], ante: 1, bets: [{ least: 2, most: 2 }, { least: 4, most: 4 }], smallest_chip: 5 };
    expect(about(sign({}, fixed), 'Limits')).toBe('Blinds 1 and 2. Ante 1. Bets by betting round: 2, 4. Amounts in steps of 5.');
    expect(about(sign({}, { blinds: [], ante: 3 }), 'Limits')).toBe('Ante 3.');
    expect(about(sign({}, { bets: [{ least: 2, most: 10 }] }), 'Limits')).toBe('Blinds 2 and 5. Bets by betting round: 2 to 10.');
  });

  it("say who may post over the last blind, how much and when, by the table's word for it", () => {
    const one = sign({ over_blinds: '1', over_blind_level: 'x2', over_blind_seats: 'next' }, { over_blind_word: 'straddle' });
    expect(about(one, 'Straddle')).toBe('The player after the last blind may post a straddle of 10 before the first card; nobody has to.');
    const more = sign({ over_blinds: '3', over_blind_level: '20', over_blind_seats: 'any' }, { over_blind_word: 'over-blind' });
    expect(about(more, 'Over-blind')).toBe('Any player may post an over-blind of 20 before the first card; nobody has to. Up to 3 may follow each other, each for twice the one before.');
    expect(terms(sign({ over_blinds: '0', over_blind_level: 'x2' })).map((term) => term.about)).not.toContain('Over-blind');
  });

  it('say which cards are in the deck and what wins, with the clauses', () => {
    const page = sign({ deck_cards: '36', joker: 'true', ace: 'high', reduced_deck_order: 'flush_above_full_house', showdown_mode: 'high' });
    expect(about(page, 'Deck')).toBe('36 cards, sixes to aces, and a joker, which stands for whatever card helps the hand most.');
    expect(about(page, 'Hands')).toBe('The highest hand wins. A flush beats a full house. The ace is high only.');
    expect(about(sign({}), 'Deck')).toBe('');
  });

  it('say what commission is taken, and when none is', () => {
    expect(about(sign({ commission_method: 'none', commission_percent: '5' }), 'Commission')).toBe('None is taken.');
    expect(about(sign({ commission_method: 'time' }), 'Commission')).toBe('Paid by time, in advance.');
    const pot = { commission_method: 'pot', commission_percent: '5', commission_cap: '1000', commission_free_up_to_cents: '200', commission_no_flop_no_drop: 'true' };
    expect(about(sign(pot), 'Commission')).toBe('5 percent of the pot, at most 10. Nothing up to 2. Nothing when no board card was dealt.');
    expect(about(sign({ ...pot, commission_cap: '5:1000 10:750', commission_free_up_to_cents: '0', commission_no_flop_no_drop: 'false' }), 'Commission')).toBe(
      '5 percent of the pot, at most 10 at 5 percent, $7.50 at 10 percent.',
    );
    expect(about(sign({ ...pot, commission_cap: 'none' }), 'Commission')).toMatch(/^5 percent of the pot\. /);
  });

  it('say how long a decision may take, with the clause', () => {
    const page = sign({ turn_seconds: '15', time_bank_seconds: '30' });
    expect(about(page, 'Clock')).toBe('15 s for every act. A time bank of 30 s for the whole session.');
    expect(terms(page).find((term) => term.about === 'Clock')?.clauses).toEqual(['HE-4.8(a)']);
    expect(about(sign({ turn_seconds: 'none', official_clock_seconds: '60', time_bank_seconds: '0' }), 'Clock')).toBe('60 s when the clock is called. No time bank.');
  });

  it('say what happens to a hand whose player is gone', () => {
    expect(about(sign({ disconnect_seconds: '20', timeout_when_check_is_free: 'check' }), 'If you lose connection')).toBe(
      '20 s more, once a hand. Then you are checked if checking is free, otherwise folded. What you have bet stays in the pot. After such a hand you sit out: no blinds are posted for you, and when you come back you wait for the big blind or post those you missed.',
    );
    expect(about(sign({ disconnect_seconds: '0', timeout_when_check_is_free: 'fold', missed_blind_return: 'post_only' }), 'If you lose connection')).toBe(
      'No extra time. Then your hand is folded. What you have bet stays in the pot. After such a hand you sit out: no blinds are posted for you, and when you come back you post those you missed.',
    );
  });

  it('offer the choice between waiting and posting where the book does', () => {
    expect(entryChoice(sign({ newcomer_entry: 'wait_or_post' }))).toBeDefined();
    expect(entryChoice(sign({ newcomer_entry: 'wait' }))).toBeUndefined();
    expect(entryChoice(sign({ newcomer_entry: 'wait_or_post' }, { blinds: [], ante: 2 }))).toBeUndefined();
  });
});

it('differ from a book in the settings that both use with other values', () => {
  const page = sign({ burn: 'true', raise_cap: '3', own: 'x' });
  const book = new Map([['burn', 'true'], ['raise_cap', '4'], ['elsewhere', 'y'], ['open', null]]);
  expect(differences(page.settings, book)).toMatchObject([{ name: 'raise_cap', here: '3', there: '4' }]);
});
