// What can be measured of a table in its window: that only panels scroll, that every control is complete and
// uncovered, and that nothing covers words.

import type { Page } from '@playwright/test';

/** A window's width and height, in CSS pixels. */
export type Window = readonly [width: number, height: number];

/** The windows of phones, laptops and desks, at 100%, 150% and 200%. */
export const EVERY: readonly Window[] = [
  [320, 568], [390, 844], [683, 384], [844, 390], [911, 427], [911, 512], [1024, 500], [1366, 500], [1366, 640], [1366, 768], [1920, 500], [1920, 1080],
];
/** Windows lower than any laptop's: at twice the size. */
export const LOWEST: readonly Window[] = [[683, 320], [911, 333]];

/**
 * Checks one moment in all of these windows, and returns what is wrong in each. A folder for pictures may be
 * given.
 */
export async function everywhere(page: Page, title: string, windows: readonly Window[], look: () => Promise<string[]>): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const folder = process.env['CARDROOM_LOOK'];
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await rest(page);
    const faults = await look();
    const size = `${String(width)}x${String(height)}`;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${title.replaceAll(/.*: |\W+/g, '-')}-${size}.png` });
    if (faults.length > 0) found[size] = faults;
  }
  return found;
}

/** Waits until whatever moves has come to rest and the last frame is drawn. */
export async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((wake) => requestAnimationFrame(() => requestAnimationFrame(wake)));
    for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    await new Promise((wake) => requestAnimationFrame(wake));
  });
}

/** What scrolls at a table besides its panels, and what is outside the window. One line for each fault. */
export async function scrolls(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    // In half of a low window, at twice the size, the list of seats is a panel, and in the lowest also the
    // board.
    const PANELS = ['.side, .away, dialog, nav.tables ul', ...(innerHeight < 300 ? ['.felt.rows'] : innerHeight <= 340 ? ['.felt.rows .ring'] : [])].join(', ');
    const faults: string[] = [];
    const name = (element: Element): string => `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.replaceAll(/\s*svelte-\w+/g, '').trim().replaceAll(' ', '.') ?? ''}`;
    const root = document.documentElement;
    if (root.scrollHeight > root.clientHeight) faults.push(`the page is ${String(root.scrollHeight - root.clientHeight)} px too long`);
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${String(root.scrollWidth - root.clientWidth)} px too wide`);
    for (const element of document.querySelectorAll<HTMLElement>('#app *')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(PANELS)) continue;
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1) faults.push(`${name(element)} scrolls by ${String(element.scrollHeight - element.clientHeight)} px`);
      if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1 && !element.matches('.tabs')) faults.push(`${name(element)} scrolls sideways by ${String(element.scrollWidth - element.clientWidth)} px`);
      if (clipPath !== 'none' || element.closest('.hidden, .skip, .flights, .oval, svg') || element.closest('.tabs')) continue;
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) faults.push(`${name(element)} "${element.textContent.trim().slice(0, 24)}" lies outside of the window`);
    }
    // Visually hidden text must be inside something that scrolls: otherwise it would make the page longer.
    for (const element of document.querySelectorAll<HTMLElement>('.hidden')) {
      const holder = element.offsetParent;
      if (holder === null) continue;
      for (let up = element.parentElement; up && up !== holder; up = up.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(up).overflowY)) continue;
        faults.push(`hidden text "${element.textContent.trim().slice(0, 24)}" is not held by ${name(up)}`);
        break;
      }
    }
    return [...new Set(faults)];
  });
}

/** Controls that are not completely in the window, or are covered; `within` says where to look. */
export async function acts(page: Page, within: string): Promise<string[]> {
  return await page.evaluate((where) => {
    const faults: string[] = [];
    const all = [...document.querySelectorAll<HTMLElement>(where)].flatMap((root) => [...root.querySelectorAll<HTMLElement>('button, input, select, a[href]')]);
    for (const one of all) {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.matches('.hidden, [type=hidden]') || one.closest('.hidden')) continue;
      const box = one.getBoundingClientRect();
      const words = `${one.tagName.toLowerCase()} "${(one.getAttribute('aria-label') ?? one.textContent).trim().replaceAll(/\s+/g, ' ').slice(0, 30)}"`;
      if (box.width < 2 || box.height < 2) faults.push(`${words} has no size`);
      if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) {
        faults.push(`${words} lies at ${[box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')}`);
        continue;
      }
      // A checkbox can also be pressed by its label.
      const labels = [...((one as HTMLInputElement).labels ?? [])];
      // Up to its corners a press belongs to it alone; outside a round corner it may belong to nothing.
      const [right, bottom] = [box.width - 2, box.height - 2];
      const corners = one.matches('.link') ? [] : ([[2, 2], [right, 2], [2, bottom], [right, bottom]] as const);
      const inside = ([[0.5, 0.5], [0.15, 0.2], [0.85, 0.2], [0.15, 0.8], [0.85, 0.8]] as const).map(([across, down]) => [across * box.width, down * box.height] as const);
      for (const [x, y] of [...inside, ...corners]) {
        const down = y / box.height;
        const hit = document.elementFromPoint(box.left + x, box.top + y);
        if (hit && (one.contains(hit) || labels.some((label) => label.contains(hit)))) continue;
        if (hit?.contains(one) === true && corners.some(([left, top]) => left === x && top === y)) continue;
        // For fingers, the slider extends under the line of words below it; its drawn part is the upper half.
        if (one.matches('.slide') && down > 0.45) continue;
        faults.push(`${words} is covered by ${hit?.tagName.toLowerCase() ?? 'nothing'}.${hit?.getAttribute('class')?.split(' ')[0] ?? ''} "${hit?.textContent.trim().slice(0, 20) ?? ''}"`);
        break;
      }
    }
    return faults;
  }, within);
}

/**
 * Result messages that cover the plate or the cards of a seat, by their boxes: nothing need be painted there.
 */
export async function toldOver(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const announcement = document.querySelector('.felt .told')?.getBoundingClientRect();
    if (announcement === undefined) return [];
    return [...document.querySelectorAll('.felt .spot :is(.plate, .cards.faces .card)')].filter((element) => element.checkVisibility()).flatMap((one) => {
      const box = one.getBoundingClientRect();
      const [across, down] = [Math.min(announcement.right, box.right) - Math.max(announcement.left, box.left), Math.min(announcement.bottom, box.bottom) - Math.max(announcement.top, box.top)];
      return across > 1 && down > 1 ? [`the result lies ${String(Math.round(down))} px over "${one.textContent.trim().replaceAll(/\s+/g, ' ').slice(0, 24)}"`] : [];
    });
  });
}

/**
 * Words, and signs that stand for words, covered by something: other words, a card, a bar, anything painted;
 * and those that are cut off: an amount never may be, and a name may end early but must say who it is.
 */
export async function covered(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    // The next pot may be awarded after the page came to rest: its chips are on their way, not in their place.
    while (document.querySelector('.flight') !== null) {
      for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
      await new Promise((wake) => requestAnimationFrame(wake));
    }
    const faults = new Set<string>();
    // What lets presses through is painted nevertheless.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { pointer-events: auto !important } .unpainted { pointer-events: none !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const root = dialog?.matches(':modal') === true ? dialog : document.body;
    // On a busy machine the connection may be slow, and the message about that covers the table meanwhile.
    for (const element of document.querySelectorAll('.passing')) element.remove();
    const clear = (colour: string): boolean => colour === 'transparent' || /, 0\)$/.test(colour);
    const paints = (element: Element): boolean => {
      if (element instanceof SVGElement) return true;
      if (element.matches('.card, img, progress, input, select, button:not(.link, .plain)')) return true;
      const { backgroundColor, backgroundImage, opacity, borderTopWidth, borderTopStyle } = getComputedStyle(element);
      if (Number(opacity) < 0.05) return false;
      return !clear(backgroundColor) || backgroundImage !== 'none' || (borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0 && element.clientHeight < 4);
    };
    // Flying cards and chips are above the whole table in a layer that paints nothing itself: at most points
    // it would be all that is found.
    for (const layer of document.querySelectorAll('.flights')) layer.classList.toggle('unpainted', !paints(layer));
    const words = (element: Element): string => {
      const classes = (element.getAttribute('class') ?? '').replaceAll(/\s*svelte-\w+/g, '').trim();
      return `${classes === '' ? element.tagName.toLowerCase() : classes.split(' ').slice(0, 2).join('.')} "${(element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 24)}"`;
    };
    type Box = { left: number; top: number; right: number; bottom: number };
    /** What is left of a box after everything around it that clips. */
    const cut = (box: Box, element: Element): Box => {
      let { left, top, right, bottom } = box;
      for (let up: Element | null = element; up; up = up.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(up);
        const around = up.getBoundingClientRect();
        if (overflowX !== 'visible') [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
        if (overflowY !== 'visible') [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
      }
      return { left: Math.max(0, left), top: Math.max(0, top), right: Math.min(innerWidth, right), bottom: Math.min(innerHeight, bottom) };
    };
    const seen = (element: Element): boolean => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest('.hidden, .skip, option, script, style, .flights')) return false;
      for (let up: Element | null = element; up; up = up.parentElement) if (getComputedStyle(up).clipPath !== 'none') return false;
      return true;
    };
    const texts: { element: Element; box: Box; node?: Node }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if ((node.textContent ?? '').trim() === '' || element === null || !seen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const box = cut(rect, element);
        if (box.right - box.left > 3 && box.bottom - box.top > 3) texts.push({ element, box, node });
      }
    }
    const scrolled = (element: Element): boolean => {
      for (let up: Element | null = element; up; up = up.parentElement) if (/auto|scroll/.test(getComputedStyle(up).overflowY) && up.scrollHeight > up.clientHeight + 1) return true;
      return false;
    };
    /** Where the words of an element end: where the ellipsis begins, if they are cut off with one. */
    const ends = (element: Element): number => {
      const { overflowX, textOverflow, fontSize, paddingRight } = getComputedStyle(element);
      if (overflowX === 'visible' || textOverflow !== 'ellipsis') return Infinity;
      // An overflow of part of a pixel is enough for that.
      const edge = element.getBoundingClientRect().right - Number.parseFloat(paddingRight) * element.currentCSSZoom;
      const own = texts.filter((text) => text.element === element && text.node !== undefined).map(({ node }) => {
        const range = document.createRange();
        range.selectNodeContents(node as Node);
        return range.getBoundingClientRect().right;
      });
      return Math.max(...own) <= edge + 0.02 ? Infinity : edge - Number.parseFloat(fontSize) * element.currentCSSZoom;
    };
    for (const { element, node } of texts) {
      if (node === undefined || element.closest('.tabs, .side, nav') !== null) continue;
      const text = node.textContent ?? '';
      // Two letters distinguish a long name from others; a short one must be complete.
      const required = element.closest('.name, h1') === null ? text.matchAll(/\d(?:[\d,.:/]*\d)?/g) : text.matchAll(/^\s*(?:\S{1,3}$|\S{2})/g);
      for (const match of required) {
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const rect = range.getBoundingClientRect();
        const box = cut(rect, element);
        // What scrolls by itself is cut off at its edge.
        const out = !scrolled(element) && (rect.right > box.right + 1 || rect.left < box.left - 1 || rect.bottom > box.bottom + 4 || rect.top < box.top - 4);
        if (out || rect.right > ends(element) + 1) faults.add(`"${match[0].trim()}" of ${words(element)} is cut off`);
      }
    }
    // Signs that carry a meaning of their own.
    for (const sign of root.querySelectorAll('.robot svg, [data-plug]')) if (seen(sign)) texts.push({ element: sign, box: cut(sign.getBoundingClientRect(), sign) });
    for (const { element, box } of texts) {
      const [wide, high] = [box.right - box.left, box.bottom - box.top];
      // The ink of a line is between its upper and its lower fifth.
      for (const down of [0.25, 0.5, 0.75]) {
        for (const across of [0.03, 0.25, 0.5, 0.75, 0.97]) {
          const [x, y] = [box.left + across * wide, box.top + down * high] as const;
          const own = (one: Element): boolean => element.contains(one) || (one.contains(element) && paints(one));
          // The topmost element is found much faster than everything below it.
          const upper = document.elementFromPoint(x, y);
          if (upper && own(upper)) continue;
          const stack = document.elementsFromPoint(x, y);
          const at = stack.findIndex(own);
          const on = stack.slice(0, Math.max(0, at === -1 ? stack.length : at)).find((one) => !one.contains(element) && paints(one));
          if (on) faults.add(`${words(element)} is under ${words(on)}`);
        }
      }
    }
    texts.forEach((text, at) => {
      for (const other of texts.slice(at + 1)) {
        if (text.element === other.element || text.element.closest('.card') !== null || other.element.closest('.card') !== null) continue;
        const across = Math.min(text.box.right, other.box.right) - Math.max(text.box.left, other.box.left);
        const fifth = (box: Box): [number, number] => [box.top + (box.bottom - box.top) * 0.2, box.bottom - (box.bottom - box.top) * 0.2];
        const [[top, bottom], [above, below]] = [fifth(text.box), fifth(other.box)];
        const down = Math.min(bottom, below) - Math.max(top, above);
        if (across > 2 && down > 1) {
          // Of two in different layers the lower one is not visible: that was found above.
          const stack = document.elementsFromPoint(Math.max(text.box.left, other.box.left) + across / 2, Math.max(top, above) + down / 2);
          if (stack.includes(text.element) && stack.includes(other.element)) faults.add(`${words(text.element)} and ${words(other.element)} lie on each other`);
        }
      }
    });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    return [...faults];
  });
}
