// What holds however somebody prefers to read: text twice as large, words longer than English ones, right to
// left, amounts in big blinds; and what is visible at once on a small phone.

import { type Page, expect, faultsOf, takeTold, test } from './test.ts';
import type { Event } from '../src/wire/wire.ts';
import { cut, outside } from './stage/look.ts';
import { STEP, before, updates } from './stage/hand.ts';
import { ACROSS, DESK, PHONE, SMALL, type Size, open } from './stage/stage.ts';
import { stateOf, ten } from './stage/states.ts';

/** Makes text that follows the reader's own size twice as large. */
async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}

/**
 * Makes every word of the page itself 40% longer, as in other languages; names, numbers and cards are left
 * alone.
 */
async function lengthenWords(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walk.nextNode()) texts.push(walk.currentNode as Text);
    for (const text of texts) {
      const words = (text.textContent ?? '').trim();
      if (!/[a-z]{2}/i.test(words) || text.parentElement?.closest('.hidden, .card, script, style, .name, option')) continue;
      // Longer words, and more of them: none longer than real words get.
      const more = Math.ceil(words.length * 0.4);
      text.textContent = `${(text.textContent ?? '').trimEnd()}${Array.from({ length: more }, (_, at) => (at % 8 === 7 ? ' ' : 'o')).join('')}`;
    }
  });
}

/** Which things overlap among those side by side in a row or a table. */
async function overlaps(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const root = dialog?.matches(':modal') === true ? dialog : document.body;
    const found: string[] = [];
    const clipped = (element: Element): boolean => {
      for (let up: Element | null = element; up; up = up.parentElement) if (getComputedStyle(up).clipPath !== 'none') return true;
      return false;
    };
    const boxes = [...root.querySelectorAll<HTMLElement>('td, th, button, a[href], input, select, h1, h2')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.hidden, .skip, .felt, .away, .passing') && !clipped(element) && !element.matches('.hidden, .skip, .why'),
    );
    const words = (element: HTMLElement): string => `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 24)}"`;
    // What is in a part that scrolls by itself is cut off at its edge.
    const scrolls = (element: Element): boolean => {
      for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) if (/auto|scroll/.test(getComputedStyle(up).overflowY) && up.scrollHeight > up.clientHeight) return true;
      return false;
    };
    const fixed = (element: Element): boolean => {
      for (let up: Element | null = element; up; up = up.parentElement) if (/sticky|fixed/.test(getComputedStyle(up).position)) return true;
      return false;
    };
    const rects = boxes.filter((box) => !scrolls(box)).map((one) => {
      // The words of a cell extend beyond the cell where they do not fit.
      const box = one.getBoundingClientRect();
      let [left, right] = [box.left, box.right];
      const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const parent = walk.currentNode.parentElement;
        if (!parent?.checkVisibility() || parent.closest('.hidden, option, .why') || getComputedStyle(parent).overflowX !== 'visible') continue;
        const range = document.createRange();
        range.selectNodeContents(walk.currentNode);
        const text = range.getBoundingClientRect();
        if (text.width > 0) [left, right] = [Math.min(left, text.left), Math.max(right, text.right)];
      }
      return { one, stays: fixed(one), left, right, top: box.top, bottom: box.bottom };
    });
    rects.forEach((first, at) => {
      for (const other of rects.slice(at + 1)) {
        if (first.one.contains(other.one) || other.one.contains(first.one) || first.stays !== other.stays) continue;
        const across = Math.min(first.right, other.right) - Math.max(first.left, other.left);
        const down = Math.min(first.bottom, other.bottom) - Math.max(first.top, other.top);
        if (across > 2 && down > 2) found.push(`${words(first.one)} on ${words(other.one)}`);
      }
    });
    return found;
  });
}

const SHOWN = ['lobby', 'before sitting', 'on turn', 'amount', 'ten seats', 'omaha', 'showdown with two pots', 'hands', 'replay', 'results', 'account', 'people', 'text view'].map(stateOf);

for (const size of [DESK, PHONE]) {
  test(`with text twice as large, words 40% longer and right to left nothing is lost, on ${size.name}`, async ({ browser }) => {
    test.setTimeout(120_000);
    const found: Record<string, string[]> = {};
    const broken: string[] = [];
    for (const state of SHOWN) {
      const page = await browser.newPage({ viewport: { width: size.width, height: size.height } });
      await state.reach(page, size);
      const look = async (how: string): Promise<void> => {
        const faults = [...(await outside(page)), ...(await cut(page)), ...(await overlaps(page))];
        if (faults.length > 0) found[`${state.name}, ${how}`] = faults.slice(0, 6);
      };
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      await look('from right to left');
      await page.evaluate(() => (document.documentElement.dir = 'ltr'));
      await doubleText(page);
      await look('twice as large');
      await page.evaluate(() => (document.documentElement.style.fontSize = ''));
      // Messages so far are in the room's own words; from here on they are made longer on purpose.
      broken.push(...faultsOf(takeTold()));
      await lengthenWords(page);
      await look('longer');
      await page.close();
      takeTold();
    }
    expect(found).toEqual({});
    expect([...new Set(broken)], 'what the pages told before they were made longer').toEqual([]);
  });
}

test('on 320 px seats, board, own cards and acts are visible together, even with ten at the table', async ({ context }) => {
  for (const name of ['ten seats', 'on turn', 'omaha', 'all-in, hands tabled']) {
    const page = await context.newPage();
    await page.setViewportSize(SMALL);
    await stateOf(name).reach(page, SMALL);
    const under = await page.evaluate(() => {
      const dock = document.querySelector('.dock')?.getBoundingClientRect();
      const all = [...document.querySelectorAll('.felt .plate, .board .places')];
      return all.filter((one) => one.getBoundingClientRect().bottom > (dock?.top ?? 0) + 0.5).map((one) => one.textContent.trim().slice(0, 20));
    });
    expect(under, name).toEqual([]);
    const bottom = await page.locator('.acts, .dock').last().evaluate((element) => element.getBoundingClientRect().bottom);
    expect(bottom, name).toBeLessThanOrEqual(SMALL.height);
    await page.close();
  }
});

test('what a seat is in for, its time, and that it is disconnected, is never cut off on a phone, not even in big blinds', async ({ browser }) => {
  for (const size of [PHONE, SMALL]) {
    const context = await browser.newContext({ viewport: size });
    // The device remembers the choice: the last one is in big blinds too.
    for (const name of ['on turn before the flop', 'ten seats', 'several tables', 'in big blinds', 'all-in, hands tabled']) {
      const page = await context.newPage();
      const { script } = await stateOf(name).reach(page, size);
      if (name === 'in big blinds') {
        // Who has the button, and who has posted a blind.
        for (const person of [8, 9, 10, 11, 12]) script.say({ t: 'presence', table: 4, person, connected: false, disconnect_ms: 42_000 });
        await expect(page.getByText('disconnected 0:42').first()).toBeVisible();
        await expect(page.locator('.line.bad [data-plug]').first()).toBeVisible();
      }
      // More than 99 big blinds beside cards that are shown.
      if (name === 'all-in, hands tabled') {
        await page.locator('.spot:has(.faces) .state').evaluateAll((elements) => {
          for (const element of elements) {
            element.textContent = 'ALL-IN 124.5\u00a0bb';
            element.classList.add('long');
          }
        });
      }
      const short = await page.evaluate(() => [
        ...[...document.querySelectorAll<HTMLElement>('.plate :is(.state, .bad, .line.turn)')].filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth).map((element) => element.textContent),
        ...[...document.querySelectorAll<HTMLElement>('.strip :is(h1, .tag, .game), .pots :is(.total, .pot)')].filter((element) => {
          if (!element.checkVisibility()) return false;
          const box = element.getBoundingClientRect();
          const seat = document.querySelector('.seat-menu')?.getBoundingClientRect();
          const under = seat !== undefined && seat.width > 0 && box.right > seat.left && box.bottom > seat.top && box.top < seat.bottom;
          return box.left < 8 || box.right > innerWidth - 8 || under;
        }).map((element) => element.textContent),
      ]);
      expect(short, `${name}, ${size.name}`).toEqual([]);
      await page.close();
    }
    await context.close();
  }
});

test('board, felt and dock stay where they are when the turn comes', async ({ context }) => {
  for (const size of [DESK, PHONE, SMALL] satisfies Size[]) {
    const page = await context.newPage();
    await page.setViewportSize(size);
    const places = async (): Promise<unknown> =>
      await page.evaluate(() => ['.board', '.dock', '.felt'].map((one) => {
        const box = document.querySelector(one)?.getBoundingClientRect();
        return [Math.round(box?.top ?? 0), Math.round(box?.height ?? 0)];
      }));
    const stage = await open(page, { at: 'table/4', view: before(), steps: STEP.facingAllIn - 1 });
    await expect(page.getByText('Cho to act')).toBeVisible();
    const waiting = await places();
    for (const update of updates(STEP.facingAllIn, STEP.facingAllIn)) stage.script.say({ t: 'update', ...update });
    await expect(page.getByRole('button', { name: 'Call 115', exact: true })).toBeVisible();
    expect(await places(), size.name).toEqual(waiting);
    const paused = { e: 'standing', standing: { is: 'paused', reason: 'the chips of a pot are counted' }, rule: null, clauses: [] } satisfies Event;
    const [last] = updates(STEP.facingAllIn, STEP.facingAllIn);
    if (last) stage.script.say({ t: 'update', ...last, number: last.number + 1, events: [paused] });
    const banner = page.getByRole('note').filter({ hasText: 'the chips of a pot are counted' });
    await expect(banner).toBeVisible();
    expect(await places(), `while the table is paused, ${size.name}`).toEqual(waiting);
    for (const button of size === DESK ? ['Sit out', 'Add chips', 'Leave'] : ['Seat']) await page.getByRole('button', { name: button, exact: true }).click({ trial: true });
    for (const button of ['Fold', 'Call 115']) await page.getByRole('button', { name: button, exact: true }).click({ trial: true });
    if (size !== DESK) {
      // Once read, it is dismissed; the head still says so.
      await banner.getByRole('button', { name: 'Close' }).click();
      await expect(banner).toBeHidden();
      await expect(page.getByText('paused after this hand', { exact: true })).toBeVisible();
      expect(await places(), `once it is read, ${size.name}`).toEqual(waiting);
    }
    stage.script.say({ t: 'elsewhere', table: 4 });
    await page.getByRole('button', { name: 'Use here' }).click({ trial: true });
    expect(await places(), `where the table is open elsewhere, ${size.name}`).toEqual(waiting);
    await page.close();
  }
});

test('amounts in big blinds: on plates, pots, buttons, in the field, in the log and in the text view', async ({ context, page }) => {
  await page.setViewportSize(DESK);
  await open(page, { at: 'table/4', view: before(), steps: STEP.facingSidePot, chosen: { amounts: 'blinds' } });
  // Blinds are 2 and 5.
  await expect(page.getByRole('button', { name: /^Call 23\sbb/ })).toBeVisible();
  await expect(page.locator('[data-seat="3"]')).toContainText(/76\sbb/);
  await expect(page.locator('[data-seat="6"]')).toContainText(/ALL-IN 47\sbb/);
  await expect(page.locator('[data-seat="6"]')).toContainText(/bets 23\sbb/);
  await expect(page.locator('[data-seat="6"]')).toHaveAttribute('aria-label', /zero big blinds, two cards, bets twenty-three big blinds, all-in forty-seven big blinds/);
  await expect(page.locator('[data-seat="3"]').getByTestId('stack')).toHaveAttribute('title', '380 chips');
  await expect(page.getByTestId('pot').first()).toHaveText(/^120\sbb$/);
  const field = page.getByRole('textbox', { name: /^Raise to, from 46\sbb to 76\sbb$/ });
  await expect(field).toHaveValue('46bb');
  await expect(page.getByTestId('reading')).toHaveText('= 230');
  await field.fill('50bb');
  await expect(page.getByTestId('reading')).toHaveText('= 250');
  await expect(page.getByRole('button', { name: /^Raise to 50\sbb/ })).toBeEnabled();
  await field.fill('300');
  await expect(page.getByRole('button', { name: /^Raise to 60\sbb/ })).toBeEnabled();
  const call = page.getByRole('button', { name: /^Call 23\sbb/ });
  await expect(call.getByText('115 chips')).toBeHidden();
  await call.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(call.getByText('115 chips')).toBeVisible();
  await expect(page.getByRole('log')).toContainText(/Cho raises to 24\sbb, all-in/);
  await expect(page.getByRole('log')).toContainText(/You post the big blind, 1\sbb/);
  const other = await context.newPage();
  await open(other, { at: 'table/4', view: before(), steps: STEP.facingSidePot, chosen: { amounts: 'blinds', text: true } });
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(/pot 120\sbb\. Your turn: call 23\sbb or fold, raise to 46\sbb or more\./);
});

test('the key M turns the sound off and back to the chosen level', async ({ page }) => {
  await open(page, { at: 'table/4', view: before(), chosen: { sound: 'low' } });
  await expect(page.getByRole('group', { name: 'Board' })).toBeVisible();
  const sound = async (): Promise<unknown> =>
    await page.evaluate(() => (JSON.parse(localStorage.getItem('cardroom.settings') ?? '{}') as { sound?: string }).sound);
  await page.keyboard.press('m');
  await expect.poll(sound).toBe('off');
  await page.keyboard.press('m');
  await expect.poll(sound).toBe('low');
});

test('ten seats fit on a desktop of 1280 by 800 without scrolling', async ({ page }) => {
  await page.setViewportSize(DESK);
  await open(page, { at: 'table/4', view: ten() });
  await expect(page.getByRole('button', { name: 'Call 180', exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0);
  // The thicker edges of high contrast take no room from the felt.
  const height = async (): Promise<number | undefined> => (await page.locator('.felt').boundingBox())?.height;
  const before = await height();
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'contrast'));
  await expect(page.locator('[data-seat="4"]')).toHaveCSS('border-top-width', '2px');
  expect(await height()).toBe(before);
});

test('where the device overrides colours the cards keep theirs, and the time bar and the slider are visible', async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, { at: 'table/4', view: before(), steps: STEP.facingSidePot });
  await expect(page.getByRole('button', { name: 'Call 115', exact: true })).toBeVisible();
  await expect(page.locator('.own [data-card="Kh"]')).toHaveCSS('color', 'rgb(179, 20, 30)');
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const drawn of ['.plate .time span', '.dock .time progress', '.slide']) {
    await expect(page.locator(drawn).first()).toHaveCSS('forced-color-adjust', 'none');
  }
  await expect(page.locator('.plate .time span').first()).not.toHaveCSS('background-color', ground);
  await expect(page.getByRole('group', { name: 'Amounts' }).getByRole('button', { name: 'Min' })).toHaveCSS('border-top-width', '3px');
});

test('in the low window of a laptop seats, board and every control are visible, also below the bar of several tables', async ({ context }) => {
  // Ten seats of 252 px fit above acts of 206 px from 581 px on; in lower windows the acts are beside the
  // felt.
  const beside = 580;
  for (const [name, width, height] of [
    ['on turn', 1366, 640], ['ten seats', 1280, 581], ['showdown with two pots', 1280, 581], ['ten seats', 1280, 577], ['showdown with two pots', 1280, 577],
    ['tables in tabs', 1280, 800],
  ] as const) {
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    await stateOf(name).reach(page, { name, width, height });
    await expect(page.locator('.oval')).toBeVisible();
    const hidden = await page.evaluate((across) => {
      const dock = document.querySelector('.dock')?.getBoundingClientRect();
      const felt = document.querySelector('.felt')?.getBoundingClientRect();
      if (across && (dock?.left ?? 0) < (felt?.right ?? 0)) return ['the acts lie on the felt'];
      const acts = across ? innerHeight : (dock?.top ?? 0);
      const seen = [...document.querySelectorAll<HTMLElement>('.felt .plate, .board')].map((element) => [element, acts] as const);
      const pressed = [...document.querySelectorAll<HTMLElement>('.dock button')].map((element) => [element, innerHeight] as const);
      return [...seen, ...pressed].filter(([one, above]) => one.checkVisibility() && one.getBoundingClientRect().bottom > above).map(([one]) => one.textContent.trim().slice(0, 30));
    }, height <= beside);
    expect(hidden, `${name}, ${String(width)} x ${String(height)}`).toEqual([]);
    await page.close();
  }
});

test('a phone in landscape has a small oval, and every control is visible; a large screen has a large table', async ({ context }) => {
  for (const name of ['on turn', 'ten seats', 'omaha', 'table waiting', 'tables in tabs', 'amount']) {
    const page = await context.newPage();
    await page.setViewportSize(ACROSS);
    await stateOf(name).reach(page, ACROSS);
    await expect(page.locator('.oval')).toBeAttached();
    const beyond = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(document.querySelector('.sheet') ? '.sheet :is(button, input):not(.why)' : '.dock button, .felt .plate, .board, .strip button')]
        .filter((element) => element.checkVisibility() && !element.matches('.why') && element.getBoundingClientRect().width > 0)
        .filter((element) => element.getBoundingClientRect().bottom > window.innerHeight || element.getBoundingClientRect().top < (element.closest('.sheet') ? 0 : 48))
        .map((element) => element.textContent.trim().slice(0, 30)),
    );
    expect(beyond, name).toEqual([]);
    await page.close();
  }
  const page = await context.newPage();
  const wide: Size = { name: 'a large screen', width: 1920, height: 1080 };
  await page.setViewportSize(wide);
  await stateOf('ten seats').reach(page, wide);
  const plate = await page.locator('[data-seat="4"]').boundingBox();
  const card = await page.getByRole('group', { name: 'Board' }).locator('[data-card="Qs"]').boundingBox();
  expect(plate?.width).toBeGreaterThan(200);
  expect(card?.width).toBeGreaterThan(75);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0);
});
