// What can be measured of a page as it is drawn: contrast, sizes of controls, what is off the screen.

import type { Page } from '@playwright/test';

/** Text, and edges of controls, too faint against what is behind them. One line for each fault. */
export async function faint(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    type Colour = [red: number, green: number, blue: number, alpha: number];
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (canvas === null) throw new Error('no canvas');
    const cache = new Map<string, Colour>();
    const colour = (css: string): Colour => {
      const before = cache.get(css);
      if (before) return before;
      const numbers = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(css);
      let found: Colour;
      if (numbers) {
        found = [Number(numbers[1]), Number(numbers[2]), Number(numbers[3]), numbers[4] === undefined ? 1 : Number(numbers[4])];
      } else {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = css;
        canvas.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
        found = [red, green, blue, alpha / 255];
      }
      cache.set(css, found);
      return found;
    };
    const over = (top: Colour, under: Colour): Colour => {
      const alpha = top[3];
      const mix = (one: number, other: number): number => one * alpha + other * (1 - alpha);
      return [mix(top[0], under[0]), mix(top[1], under[1]), mix(top[2], under[2]), 1];
    };
    const light = ([red, green, blue]: Colour): number => {
      const part = (value: number): number => {
        const share = value / 255;
        return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      };
      return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
    };
    const ratio = (colour: Colour, other: Colour): number => {
      const [bright, dim] = [light(colour), light(other)].sort((a, b) => b - a) as [number, number];
      return (bright + 0.05) / (dim + 0.05);
    };
    /** What is painted at a point, from the page up to an element; the element itself only on request. */
    const behind = (element: Element, own: boolean): Colour => {
      const box = element.getBoundingClientRect();
      const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1);
      const y = Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1);
      const stack = document.elementsFromPoint(x, y);
      // It appears twice where something that it paints before its words covers them.
      const at = stack.lastIndexOf(element);
      // What is under it on the screen, parent or not; its parents where it is off the screen.
      let under: Element[];
      if (at >= 0) under = stack.slice(own ? at : at + 1);
      else {
        under = [];
        for (let up: Element | null = own ? element : element.parentElement; up; up = up.parentElement) under.push(up);
      }
      let painted: Colour = colour(getComputedStyle(document.documentElement).backgroundColor);
      if (painted[3] < 1) painted = over(painted, [255, 255, 255, 1]);
      const layers: Colour[] = [];
      for (const one of under) {
        const style = getComputedStyle(one);
        const paint = colour(style.backgroundColor);
        if (paint[3] > 0) layers.push(paint);
        if (paint[3] === 1) break;
      }
      for (const layer of layers.reverse()) painted = over(layer, painted);
      return painted;
    };
    const faded = (element: Element): number => {
      let sum = 1;
      for (let up: Element | null = element; up; up = up.parentElement) sum *= Number(getComputedStyle(up).opacity);
      return sum;
    };
    const seen = (element: Element): boolean => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) return false;
      for (let up: Element | null = element; up; up = up.parentElement) {
        if (getComputedStyle(up).clipPath !== 'none' && up.getBoundingClientRect().width <= 2) return false;
      }
      return true;
    };
    /** Under an open dialog everything else is out of reach, and dimmed on purpose. */
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const root = dialog?.matches(':modal') === true ? dialog : document.body;
    const faults = new Set<string>();
    const name = (element: Element): string => {
      const classes = typeof element.className === 'string' ? element.className.replace(/\s*svelte-\w+/g, '').trim() : '';
      return `${element.tagName.toLowerCase()}${classes === '' ? '' : `.${classes.replaceAll(/\s+/g, '.')}`}`;
    };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = (node.textContent ?? '').trim();
      const element = node.parentElement;
      if (words === '' || element === null || !seen(element)) continue;
      if (/^(SCRIPT|STYLE|OPTION|OPTGROUP|TITLE)$/.test(element.tagName)) continue;
      const style = getComputedStyle(element);
      const back = behind(element, true);
      const ink = colour(style.color);
      const shown = over([ink[0], ink[1], ink[2], ink[3] * faded(element)], back);
      const value = ratio(shown, back);
      // Rounded as the specification rounds: 4.5 means 4.50 and not 4.496.
      if (value < 4.5) faults.add(`${name(element)} "${words.slice(0, 30)}": text ${value.toFixed(2)}, ${style.color} on ${back.slice(0, 3).map(Math.round).join(' ')}`);
    }
    for (const element of root.querySelectorAll('button, a.button, input, select, textarea')) {
      if (!seen(element) || element.matches('.link, .hidden, [type=range], [type=checkbox], [type=radio]')) continue;
      const style = getComputedStyle(element);
      if (element.matches('input, textarea, select')) {
        const value = ratio(over([...colour(style.color).slice(0, 3), colour(style.color)[3] * faded(element)] as Colour, behind(element, true)), behind(element, true));
        if (value < 4.5) faults.add(`${name(element)}: text of the field ${value.toFixed(2)}`);
      }
      const around = behind(element, false);
      const fill = behind(element, true);
      const edges = Number.parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none' ? over(colour(style.borderTopColor), around) : fill;
      const shape = Math.max(ratio(edges, around), ratio(fill, around));
      // A control with neither edge nor background is text: only its words carry it, and those were measured.
      const bare = shape < 1.05;
      if (!bare && shape < 3 && !(element as HTMLButtonElement).disabled) faults.add(`${name(element)} "${(element.textContent ?? '').trim().slice(0, 30)}": edge ${shape.toFixed(2)}`);
    }
    return [...faults];
  });
}

/** What is too small for a finger: every control needs 44 by 44 px, except links inside sentences. */
export async function small(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const root = dialog?.matches(':modal') === true ? dialog : document.body;
    const all = root.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=slider], [role=switch], [role=menuitem], [role=option]',
    );
    for (const element of all) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.hidden, .skip, [aria-hidden=true]')) continue;
      if (element.matches('.skip, input[type=hidden]')) continue;
      let box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      // A checkbox can also be pressed by its label.
      const label = (element as HTMLInputElement).labels?.[0];
      if (label && element.matches('[type=checkbox], [type=radio]')) box = label.getBoundingClientRect();
      // A link or a button inside a sentence is as large as its words; so is one in a line of text.
      const beside = [...(element.parentElement?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '');
      const inline = getComputedStyle(element).display.startsWith('inline');
      if (inline && beside && element.matches('a, .link')) continue;
      if (box.width >= 43.5 && box.height >= 43.5) continue;
      // The area that takes a press may extend beyond what is drawn, and further to one side than to the
      // other: the target is the area that takes a press (WCAG 2.2, 2.5.5), with something drawn anywhere in
      // it. It must be 44 by 44 px around what is drawn, up to its corners.
      element.scrollIntoView({ block: 'center', inline: 'nearest' });
      box = element.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      /**
       * How far the target extends from its middle to one side, counting at most what a finger needs on that
       * side alone.
       */
      const reach = (right: number, down: number, half: number): number => {
        let far = half;
        while (far < 43 && element.contains(document.elementFromPoint(x + right * (far + 0.5), y + down * (far + 0.5)))) far += 0.5;
        return far;
      };
      const [wide, high] = [box.width / 2 - 0.5, box.height / 2 - 0.5];
      const [left, right, up, down] = [reach(-1, 0, wide), reach(1, 0, wide), reach(0, -1, high), reach(0, 1, high)];
      const corners = [[-left, -up], [right, -up], [-left, down], [right, down]].map(([along, off]) => document.elementFromPoint(x + (along ?? 0), y + (off ?? 0)));
      if (left + right >= 43 && up + down >= 43 && corners.every((one) => element.contains(one))) continue;
      const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30);
      faults.push(`${element.tagName.toLowerCase()} "${words}": ${box.width.toFixed(0)} x ${box.height.toFixed(0)}`);
    }
    window.scrollTo(0, 0);
    return [...new Set(faults)];
  });
}

/** Text too small to read, and amounts at the table smaller than amounts must be. */
export async function tiny(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const wide = window.innerWidth >= 900;
    const least: Record<string, number> = { '.stack, .wager, .plate .in': wide ? 18 : 16, '.lines.many [data-testid=pot]': 18, '[data-testid=pot], .dock .amount:not(.long)': 22 };
    const faults = new Set<string>();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const words = (walk.currentNode.textContent ?? '').trim();
      const element = walk.currentNode.parentElement;
      if (words === '' || !element?.checkVisibility({ visibilityProperty: true }) || element.closest('.hidden, .skip, .letter, option')) continue;
      // What is scaled up as a whole is as large as it appears.
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * element.currentCSSZoom;
      const minimum = Object.entries(least).find(([which]) => element.matches(which))?.[1] ?? 14;
      if (size < minimum) faults.add(`"${words.slice(0, 30)}" has ${String(size)} px, not ${String(minimum)}`);
    }
    return [...faults];
  });
}

/** How far the page can be scrolled sideways, and which controls are off the screen or covered. */
export async function outside(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    const root = document.documentElement;
    const wider = root.scrollWidth - root.clientWidth;
    if (wider > 0) faults.push(`the page is ${String(wider)} px too wide`);
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const within = dialog?.matches(':modal') === true ? dialog : document.body;
    if (dialog && dialog.scrollWidth > dialog.clientWidth) faults.push(`the dialog is ${String(dialog.scrollWidth - dialog.clientWidth)} px too wide`);
    for (const element of within.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches('.hidden, .skip, [type=hidden]') || element.closest('.hidden')) continue;
      const box = element.getBoundingClientRect();
      if (box.width < 2) continue;
      // What scrolls in a strip of its own, such as the list of tables, can be brought onto the screen.
      let scrolls = false;
      for (let up = element.parentElement; up && up !== root; up = up.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth) scrolls = true;
      }
      if (scrolls) continue;
      if (box.left < -0.5 || box.right > root.clientWidth + 0.5) {
        faults.push(`${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}" lies from ${box.left.toFixed(0)} to ${box.right.toFixed(0)}`);
      }
    }
    return faults;
  });
}

/** Words that do not fit where they are: cut off without any way to read them. */
export async function cut(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('button, .button, th, td, h1, h2, h3, p, dt, dd, label')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.hidden')) continue;
      // An area larger than what is drawn is there for fingers.
      if (element.matches('.why')) continue;
      const style = getComputedStyle(element);
      if (style.overflowX === 'visible' && style.overflowY === 'visible' && !element.matches('button, .button')) continue;
      if (element.title !== '' || style.overflowX === 'auto' || style.overflowY === 'auto') continue;
      if (element.scrollWidth > element.clientWidth + 1) faults.push(`${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 40)}" is ${String(element.scrollWidth - element.clientWidth)} px too long`);
    }
    return [...new Set(faults)];
  });
}

/** What the accessibility checker finds against WCAG 2.0 to 2.2, A and AA. */
export async function faults(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (context: Document, options: unknown) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const found = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'], resultTypes: ['violations'] });
    return found.violations.map((fault) => `${fault.id}: ${fault.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  });
}

/**
 * Program names visible on the page: words joined by underscores. What somebody typed is their own business.
 */
export async function raw(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found = new Set<string>();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const words = (walk.currentNode.textContent ?? '').trim();
      if (/[a-z0-9]_[a-z0-9]/i.test(words) && walk.currentNode.parentElement?.checkVisibility() === true) found.add(words.slice(0, 60));
    }
    return [...found];
  });
}
