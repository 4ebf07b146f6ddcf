// At a showdown of a full table with long names each seat says who it is and how much it has, and every shown
// card can be read: in every window.

import { type Page, expect, test } from './test.ts';
import { after, known } from '../src/lib/table.ts';
import { STEP, before, stakes, told, updates } from './stage/hand.ts';
import { named, wonBy } from './named.ts';
import { shown } from './stage/situations.ts';
import { open } from './stage/stage.ts';
import { type Window, EVERY, covered, everywhere, scrolls } from './stage/window.ts';
import type { TableView, Update } from '../src/wire/wire.ts';
import { OMAHA } from '../src/wire/deals.ts';

const NAMES = ['Bartholomew Featherston', 'Alexandria', 'Christopher of York', 'Bruno', 'Wilhelmina', 'Maximilian', 'Konstantin', 'Theodora', 'Ida the third', 'Dominique'];
const STACKS = [0, 12_400, 480, 1_250, 0, 3_305, 95, 10_233, 1_018, 640];
const PACK = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'].flatMap((rank) => ['s', 'h', 'd', 'c'].map((suit) => `${rank}${suit}`));
const BOARD = ['Kd', '4s', '6s', '4d', 'Jc'];

/** A table of this many seats with this many cards each, all of them shown. */
function all(seats: number, cards: number, over: boolean): TableView {
  const there = before();
  const chairs = Array.from({ length: seats }, (_, at) => ({
    seat: at + 1, person: 7 + at, name: NAMES[at] ?? '', machine: at % 3 === 1, stack: STACKS[at] ?? 0, away: false, waits: false, leaving: false, connected: true,
  }));
  const pack = PACK.filter((card) => !BOARD.includes(card));
  // Tens, whose rank is the widest, are among them.
  const hands = Object.fromEntries(chairs.map(({ seat }, at) => [seat, Array.from({ length: cards }, (_, card) => pack[(at * cards + card + 30) % pack.length] ?? '2s')]));
  const game = cards === 4 ? { game: 'omaha', deal: OMAHA, limit: 'full_pot' } : {};
  const view = shown({ ...there, own: 1, button: 2, chairs, stakes: stakes({ seats, ...game }) }, BOARD, hands, [4800]);
  const players = view.hand?.players.map((player) => ({ ...player, in_hand: 1240, all_in: (STACKS[player.seat - 1] ?? 0) === 0 })) ?? [];
  return { ...view, hand: view.hand && { ...view.hand, over, players } };
}

/** The end of that hand: two seats share the pot. */
function endOfHand(): Update {
  return {
    table: 4, number: 101, hand: 12, at: Date.now(), turn: null, menu: null, may_muck: null,
    events: [
      told({ e: 'pot_formed', pot: 0, amount: 4800, eligible: [1, 2, 3] }),
      told({ e: 'awarded', pot: 0, half: 'whole', seat: 2, amount: 2400 }),
      told({ e: 'awarded', pot: 0, half: 'whole', seat: 3, amount: 2400 }),
      told({ e: 'closed' }),
    ],
    won: [wonBy(0, [2, 3], named('two pair, kings and fours', 'Kd Kh 4s 4d As'))],
  };
}

/** The end of that hand in high/low split: one seat has the high half, another the low. */
function endInHalves(): Update {
  const all = endOfHand();
  return {
    ...all,
    events: [
      told({ e: 'pot_formed', pot: 0, amount: 4800, eligible: [1, 2, 3] }),
      told({ e: 'awarded', pot: 0, half: 'high', seat: 2, amount: 2400 }),
      told({ e: 'awarded', pot: 0, half: 'low', seat: 3, amount: 2400 }),
      told({ e: 'closed' }),
    ],
    won: [
      wonBy(0, [2], named('two pair, kings and fours', 'Kd Kh 4s 4d As'), { half: 'high' }),
      wonBy(0, [3], named('T-8-6-4-A', 'Td 8d 6s 4s Ad'), { half: 'low' }),
    ],
  };
}

/** What cannot be read at the seats: one line for each fault. */
async function unread(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { pointer-events: auto !important } .flights { display: none !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    /** Whether part of a text is drawn in full, with nothing on it. */
    const read = (node: Node, from: number, to: number): boolean => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      const box = range.getBoundingClientRect();
      const element = node.parentElement;
      if (element === null || box.width === 0) return false;
      for (let up: Element | null = element; up; up = up.parentElement) {
        const around = up.getBoundingClientRect();
        if (getComputedStyle(up).overflowX !== 'visible' && (box.right > around.right + 1 || box.left < around.left - 1)) return false;
      }
      return [box.left + 1, (box.left + box.right) / 2, box.right - 1].every((x) => {
        const hit = document.elementFromPoint(x, (box.top + box.bottom) / 2);
        return hit !== null && (element.contains(hit) || hit.contains(element));
      });
    };
    for (const spot of document.querySelectorAll<HTMLElement>('.spot')) {
      const [name, stack] = [spot.querySelector('.name')?.firstChild, spot.querySelector('.stack')];
      if (!name) continue;
      const who = name.textContent ?? '';
      let letters = 0;
      while (letters < who.length && read(name, letters, letters + 1)) letters += 1;
      // An ellipsis replaces the letters that it covers.
      const element = name.parentElement;
      if (element && element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis') letters -= 1;
      if (letters < Math.min(innerWidth < 1024 ? 6 : 8, who.length)) faults.push(`of ${who} ${String(letters)} letters are read`);
      const amount = stack?.firstChild;
      if (!amount || !stack.checkVisibility() || !read(amount, 0, amount.textContent?.length ?? 0)) {
        // In a row, the chips in the middle are shown in place of an empty stack.
        if (stack?.textContent !== '0' || !spot.querySelector('.state')?.checkVisibility()) faults.push(`the ${stack?.textContent ?? 'stack'} of ${who} is not read`);
      }
      const cards = [...spot.querySelectorAll<HTMLElement>('.card')].filter((element) => element.checkVisibility());
      const edge = (element: HTMLElement): DOMRect => {
        const box = element.getBoundingClientRect();
        // The frame of a winning card is painted too.
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const by = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
        return new DOMRect(box.left - by, box.top - by, box.width + 2 * by, box.height + 2 * by);
      };
      cards.forEach((card, at) => {
        for (const part of card.querySelectorAll('.rank, .suit')) {
          const range = document.createRange();
          range.selectNodeContents(part);
          const box = range.getBoundingClientRect();
          for (const other of cards.slice(at + 1).map(edge)) if (other.left < box.right - 1.5 && other.right > box.left && other.top < box.bottom) faults.push(`${card.getAttribute('aria-label') ?? ''} of ${who} is half under the next card`);
          const hit = document.elementFromPoint(box.left + 2, (box.top + box.bottom) / 2);
          if (!hit || !card.contains(hit)) faults.push(`${card.getAttribute('aria-label') ?? ''} of ${who} is covered`);
        }
      });
    }
    // No card overlaps a neighbour.
    for (const card of document.querySelectorAll<HTMLElement>('.spot .card')) {
      if (!card.checkVisibility()) continue;
      const box = card.getBoundingClientRect();
      for (const plate of document.querySelectorAll('.plate')) {
        if (card.closest('.spot')?.contains(plate) === true) continue;
        const other = plate.getBoundingClientRect();
        if (box.right > other.left + 1 && box.left < other.right - 1 && box.bottom > other.top + 1 && box.top < other.bottom - 1) faults.push(`${card.getAttribute('aria-label') ?? ''} lies on ${plate.textContent.trim().slice(0, 16)}`);
      }
    }
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    return [...new Set(faults)];
  });
}

const WINDOWS: readonly Window[] = EVERY;

for (const cards of [2, 4]) {
  for (const seats of [6, 9, 10]) {
    for (const state of ['tabled', 'over', 'told', 'halves'] as const) {
      test(`names, amounts and cards at a showdown can be read at every size: ${String(seats)} seats, ${String(cards)} cards, ${state}`, async ({ page }) => {
        test.setTimeout(120_000);
        await open(page, { at: 'table/4', view: all(seats, cards, state === 'over'), tells: state === 'told' ? [endOfHand()] : state === 'halves' ? [endInHalves()] : [] });
        await expect(page.getByText('Bruno').filter({ visible: true }).first()).toBeVisible();
        if (state === 'told') await expect(page.getByTestId('told')).toBeVisible();
        if (state === 'halves') {
          // Each half is announced separately, and at the end both can be read.
          await expect(page.getByTestId('told')).toContainText('High: Alexandria 2,400, two pair, kings and fours. Low: Christopher of York 2,400, 10-8-6-4-A.');
        }
        const found = await everywhere(page, test.info().title, WINDOWS, async () => [...(await unread(page)), ...(await covered(page)), ...(await scrolls(page))]);
        expect(found).toEqual({});
      });
    }
  }
}

test('a viewer who arrives after the hand reads what its last pot was won with, and what each seat won', async ({ page }) => {
  const hand = updates(STEP.awarded);
  const view = hand.reduce(after, known(before())).view;
  const { script } = await open(page, { at: 'table/4' });
  await script.request((request) => request.t === 'watch');
  for (const one of hand) script.say({ t: 'update', ...one });
  script.say({ t: 'snapshot', ...view });
  await expect(page.getByTestId('told')).toContainText('Pot 1 (main)');
  await expect(page.locator('.plate').filter({ hasText: '475' })).toBeVisible();
  await expect(page.locator('.flight')).toHaveCount(0);
  // It stays until the next hand, as it does for those who were there.
  await page.waitForFunction((since) => performance.now() > since + 2000, await page.evaluate(() => performance.now()));
  await expect(page.getByTestId('told')).toContainText('Pot 1 (main)');
});
