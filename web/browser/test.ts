// What the page's tests are written with: Playwright's `test`, which also checks, when a test ends, that
// everything any of its pages told the player has the form of messages.

import { type Browser, type BrowserContext, type Page, expect, test as plain } from '@playwright/test';
import { formFaults, refusalFaults } from './form.ts';

export { expect };
export type { Browser, BrowserContext, CDPSession, Download, Locator, Page, Request, Route, WebSocketRoute } from '@playwright/test';

/** A message, and how it came: spoken, shown, or shown as a refusal at a table. */
type Told = readonly [how: 'spoken' | 'shown' | 'refused', text: string];

/** Runs in the page: passes on whatever enters a live region or a message, without its buttons and signs. */
function observeMessages(): void {
  const REGIONS = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], .message[role=note]';
  const tell = (globalThis as unknown as { tellTest: (how: string, text: string) => void }).tellTest;
  const before = new Set<string>();
  const take = (region: Element): void => {
    const copy = region.cloneNode(true) as Element;
    const refused = region.matches('.bad') && location.hash.includes('/table/');
    for (const element of copy.querySelectorAll('button, a, dialog, [aria-hidden=true], .hidden')) element.remove();
    const text = (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    const how = !region.matches('.message') ? 'spoken' : refused ? 'refused' : 'shown';
    if (text === '' || before.has(how + text)) return;
    before.add(how + text);
    tell(how, text);
  };
  new MutationObserver((changes) => {
    const regions = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(REGIONS);
      if (region) regions.add(region);
      for (const added of addedNodes) {
        if (!(added instanceof Element)) continue;
        if (added.matches(REGIONS)) regions.add(added);
        for (const element of added.querySelectorAll(REGIONS)) regions.add(element);
      }
    }
    for (const region of regions) take(region);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** The messages of this worker's pages since the last test ended. */
const collected: Told[] = [];

async function follow(context: BrowserContext): Promise<void> {
  await context.exposeFunction('tellTest', (how: Told[0], text: string) => {
    collected.push([how, text]);
  });
  await context.addInitScript(observeMessages);
  const slowdown = Number(process.env['CARDROOM_SLOW_PAGE'] ?? 1);
  if (slowdown > 1) context.on('page', (page) => void slow(page, slowdown));
}

/** Gives a page only part of the processor, as on a machine that has other things to do. */
async function slow(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Takes the messages that pages have shown since the last call; they are not checked again. */
export function takeTold(): Told[] {
  return collected.splice(0);
}

/** How these messages break the form of messages. */
export function faultsOf(all: readonly Told[]): string[] {
  return all.flatMap(([how, text]) => (how === 'refused' ? refusalFaults(text) : formFaults(text)));
}

/**
 * Follows every page, including those in browsers that a test opens itself, and checks their messages when
 * the test ends.
 */
export const test = plain.extend<{ messages: undefined }, { followed: undefined }>({
  // A test reuses the page of the test before, emptied: a new one is a process of its own, which costs more
  // than most tests do. What Playwright does not empty by itself is emptied here.
  context: async ({ context, reuseContext }, use) => {
    if (!reuseContext) {
      await use(context);
      return;
    }
    await context.setOffline(false);
    await follow(context);
    await use(context);
    const forget = (): void => {
      sessionStorage.clear();
      window.name = '';
    };
    await Promise.all(context.pages().map(async (page) => await page.evaluate(forget).catch(() => undefined)));
  },
  followed: [
    async ({ browser }, use) => {
      const opens = browser.newContext;
      browser.newContext = async (...options: Parameters<Browser['newContext']>) => {
        const made = await opens.apply(browser, options);
        await follow(made);
        return made;
      };
      await use(undefined);
      browser.newContext = opens;
    },
    { scope: 'worker', auto: true },
  ],
  messages: [
    async ({ followed }, use) => {
      await use(followed);
      const faults = faultsOf(takeTold());
      expect([...new Set(faults)], 'what the pages of the test told their players').toEqual([]);
    },
    { auto: true },
  ],
});
