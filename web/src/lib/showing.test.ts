import { describe, expect, it } from 'vitest';
import { afterwards, allOf, atTheShowdown, meant, whyShown } from './showing.ts';
import type { TableView } from '../wire/wire.ts';

function view(more: Partial<TableView>, cards: (string | null)[] = ['Ah', 'Td']): TableView {
  const player = { seat: 3, in_round: 0, in_hand: 0, folded: false, all_in: false, shown: false, cards };
  return { own: 3, may_muck: null, hand: { players: [player] }, ...more } as unknown as TableView;
}

const says = (ways: { says: string }[]): string[] => ways.map((way) => way.says);

describe('showing', () => {
  it('offers each card and both of a hand that is out of play, and nothing where the room names none', () => {
    const ways = afterwards(view({ may_show: ['Ah', 'Td'] }));
    expect(says(ways)).toEqual(['Show ace of hearts', 'Show ten of diamonds', 'Show both']);
    expect(ways.map((way) => way.wish)).toEqual([
      { do: 'show_cards', cards: ['Ah'] }, { do: 'show_cards', cards: ['Td'] }, { do: 'show_cards', cards: [] },
    ]);
    expect(says(afterwards(view({ may_show: ['Td'] })))).toEqual(['Show ten of diamonds']);
    expect(afterwards(view({}))).toEqual([]);
  });

  it('offers one card at the showdown only where the hand may be mucked', () => {
    expect(says(atTheShowdown(view({ may_muck: true, may_show: ['Ah', 'Td'] })))).toEqual(['Show both', 'Show ace of hearts', 'Show ten of diamonds']);
    expect(atTheShowdown(view({ may_muck: true, may_show: ['Ah', 'Td'] }))[0]?.wish).toEqual({ do: 'show' });
    expect(says(atTheShowdown(view({ may_muck: false })))).toEqual(['Show both']);
    expect(afterwards(view({ may_muck: true, may_show: ['Ah', 'Td'] }))).toEqual([]);
  });

  it('says why a hand was turned up without a choice', () => {
    expect(whyShown('all-in-hands-are-tabled')).toBe('Shown: all-in hands are turned up.');
    expect(whyShown('called-player-shows-first')).toBe('Shown: you were the first to show.');
    expect(whyShown('equal-or-better-shows')).toBe('Shown: an unbeaten hand is turned up.');
    expect(whyShown('some-newer-rule')).toBe('Shown: the rules require it here.');
  });

  it('has a short form, and with more than two cards names only the cards', () => {
    const short = (cards: string[]): string[] => afterwards(view({ may_show: cards })).map((way) => way.brief);
    expect(short(['Ah', 'Td'])).toEqual(['Show A♥', 'Show 10♦', 'Show both']);
    expect(short(['Ah', 'Td', '4c', '3s'])).toEqual(['A♥', '10♦', '4♣', '3♠', 'Show all 4']);
  });

  it('names more cards by their number', () => {
    expect([allOf(1), allOf(2), allOf(4)]).toEqual(['Show', 'Show both', 'Show all 4']);
  });

  it('reads a card by its place or its name', () => {
    const table = view({});
    expect(meant(table, '1')).toBe('Ah');
    expect(meant(table, 'td')).toBe('Td');
    expect(meant(table, '3')).toBeUndefined();
    expect(meant(table, 'as')).toBeUndefined();
  });
});
