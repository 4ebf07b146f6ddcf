// A full hand of every game and limit, played by keyboard alone and in the text view with nothing visible:
// two people, one of each, at a table of the real room for what the room deals, and scripted hands for what
// it does not deal yet.

import { type Page, expect, test } from '../test.ts';
import { acts, arrives, opens } from '../people.ts';
import { Program } from '../program.ts';
import type { Request, Wish } from '../../src/wire/wire.ts';
import { HOUSE, ME, Script, serve, stand } from '../scripted.ts';
import { type Hand, OMAHA, OWN } from '../words/hands.ts';
import { MANILA_FIXED, PINEAPPLE } from '../words/others.ts';

/**
 * What is dealt: Hold'em in every limit, with blinds and with antes, from the full deck and from a reduced
 * one.
 */
const GAMES: readonly [name: string, settings: Record<string, string>][] = [
  ['no limit', {}],
  ['fixed limit', { limit_structure: 'fixed' }],
  ['half pot', { limit_structure: 'half_pot' }],
  ['pot limit', { limit_structure: 'full_pot' }],
  ['spread limit', { limit_structure: 'spread', max_bet: '20' }],
  ['antes', { forced_bets: 'antes', ante: '1' }],
  ['36 cards, high and low', { deck_cards: '36', showdown_mode: 'high_low' }],
];

/** Somebody without a mouse cannot use one: mouse events do nothing here. */
async function withoutMouse(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const kind of ['mousedown', 'pointerdown', 'touchstart'] as const) {
      window.addEventListener(kind, (event) => {
        event.stopImmediatePropagation();
        event.preventDefault();
      }, true);
    }
  });
}

/** The text view with everything made invisible: what remains is what assistive technology receives. */
async function hideEverything(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('cardroom.settings', JSON.stringify({ text: true }));
    new MutationObserver(() => {
      if (document.documentElement) document.documentElement.style.opacity = '0';
    }).observe(document, { childList: true });
  });
}

const heading = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('heading', { level: 1 });
const onTurn = async (page: Page): Promise<unknown> => await page.waitForFunction(() => document.title.startsWith('Your turn'), undefined, { polling: 100, timeout: 60_000 });
const line = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('textbox', { name: /^Command/ });
const log = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('log', { name: 'Log of the table' });

/** Types a command; one that costs chips is carried out by the second Enter. */
async function typeCommand(page: Page, command: string): Promise<void> {
  await line(page).fill(command);
  await line(page).press('Enter');
  if (/Press Enter again\.$/.test((await page.getByTestId('answer').textContent()) ?? '')) await line(page).press('Enter');
}

test.describe('what the room deals', () => {
  let program: Program;
  let keys: Page;
  let text: Page;
  /** What to do with each frame that the room sends to the text-view player. */
  const frames: ((frame: string) => void)[] = [];

  test.beforeAll(async ({ browser }) => {
    program = await Program.start('[pace]\nbetween_rounds = 3000\ncut = 50\nstreet = 50\nshow = 300\n');
    keys = await arrives(browser, program.address, 'keys');
    text = await arrives(browser, program.address, 'reader');
    text.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => { for (const take of frames) take(String(payload)); }));
    await withoutMouse(keys);
    await hideEverything(text);
    for (const page of [keys, text]) await page.goto('/#/');
  });
  test.afterAll(async () => {
    for (const page of [keys, text]) await page.context().close();
    await program.stop();
  });

  for (const [name, settings] of GAMES) {
    test(`a hand of Hold'em, ${name}, is played by keyboard alone against somebody in the text view`, async () => {
      const table = await opens(keys, name, 'standard', { ...settings, turn_seconds: '100', seats: '2' });
      for (const page of [keys, text]) await page.goto(`/#/table/${String(table)}`);
      await keys.getByRole('button', { name: /^Sit here/ }).first().press('Enter');
      await keys.getByRole('button', { name: /^Sit with/ }).press('Enter');
      await expect(heading(text)).toContainText(name);
      expect(await text.evaluate(() => getComputedStyle(document.documentElement).opacity)).toBe('0');
      await expect(keys.getByRole('button', { name: 'Sit out', exact: true })).toBeVisible();
      await typeCommand(text, 'sit 2 200');

      const closed = new Promise<'over'>((done) => {
        frames.push((frame) => { if (frame.includes('"e":"closed"')) done('over'); });
      });
      /** Both bet once, as soon as they may, and just stay in after that. */
      const bet = { keys: false, text: false };
      for (;;) {
        const turn = await Promise.race([onTurn(keys).then(() => 'keys' as const), onTurn(text).then(() => 'text' as const), closed]);
        if (turn === 'over') break;
        const page = turn === 'keys' ? keys : text;
        const before = (await heading(text).textContent()) ?? '';
        // A page that has not drawn the latest act yet still says that it is its turn, so look again.
        const bar = turn === 'keys' ? await acts(keys).textContent({ timeout: 1000 }).catch(() => null) : '';
        if (bar === null) continue;
        const wager = /(Bet|Raise to)/i.exec(turn === 'keys' ? bar : before)?.[1]?.toLowerCase();
        const bets = wager !== undefined && !bet[turn] && (turn === 'keys' || bet.keys);
        await page.waitForFunction((since) => performance.now() > since + 300, await page.evaluate(() => performance.now()), { polling: 50 });
        if (bets && turn === 'keys') await keys.keyboard.press('r');
        await expect(async () => {
          if (turn === 'keys') await keys.keyboard.press(bets ? 'Enter' : 'c');
          else if (bets) await typeCommand(text, wager === 'bet' ? 'bet min' : 'raise min');
          else await typeCommand(text, /check/.test(before) ? 'check' : /call/.test(before) ? 'call' : 'show');
          // Buttons that have just appeared ignore presses, so press again.
          await expect(heading(text)).not.toHaveText(before, { timeout: 1000 });
        }).toPass({ intervals: [100] });
        if (bets) bet[turn] = true;
      }
      await expect(log(keys)).toContainText(/You (bet|raise to) \d/);
      await expect(log(text)).toContainText(/keys (bets|raises to) \d/);
      await expect(text.getByText(/^Your cards: .* of .* of /)).toBeVisible();
      await typeCommand(text, 'leave');
      await expect(heading(text)).toContainText('You are watching');
    });
  }
});

/** What the player does next in a scripted hand, as its later events say. */
function next(hand: Hand, step: number): Wish | undefined {
  for (const event of hand.steps[step + 1]?.events ?? []) {
    if (!('seat' in event) || event.seat !== OWN) continue;
    if (event.e === 'folded') return { do: 'fold' };
    if (event.e === 'checked') return { do: 'check' };
    if (event.e === 'called') return { do: 'call' };
    if (event.e === 'bet' || event.e === 'raised') return { do: 'raise', to: event.to };
  }
  return undefined;
}

/** By the keys: an amount is typed, unless only one is possible. */
async function byKeys(page: Page, wish: Wish, only: boolean, everything: boolean): Promise<void> {
  if (wish.do !== 'raise') {
    await page.keyboard.press(wish.do === 'fold' ? 'f' : 'c');
    return;
  }
  if (everything) await page.keyboard.press('a');
  else await page.keyboard.press('b');
  if (!only && !everything) await page.keyboard.type(String(wish.to));
  // Two presses within 50 ms count as one, from a key that bounces.
  await page.clock.runFor(100);
  await page.keyboard.press('Enter');
}

async function byWords(page: Page, wish: Wish, isBet: boolean): Promise<void> {
  await typeCommand(page, wish.do === 'raise' ? `${isBet ? 'bet' : 'raise'} ${String(wish.to)}` : wish.do);
}

const isAct = (request: Request): request is Extract<Request, { t: 'ask' }> => request.t === 'ask' && request.wish.do !== 'contribute';

for (const [name, hand] of [['Omaha, pot limit', OMAHA], ['Manila, fixed limit', MANILA_FIXED], ['Pineapple, pot limit', PINEAPPLE]] as const) {
  for (const how of ['by the keyboard alone', 'in the text view, unseen'] as const) {
    test(`a scripted hand of ${name}, is played ${how}`, async ({ page }) => {
      await page.clock.install();
      await withoutMouse(page);
      if (how !== 'by the keyboard alone') await hideEverything(page);
      await serve(page, { '/api/me': ME, '/api/tables': { tables: [] }, '/api/room': { ...HOUSE, play_chips: hand.playChips } });
      const script = new Script((room) => room.say({ t: 'snapshot', ...hand.before }));
      await script.attach(page);
      await page.goto('http://room.test/#/table/4');
      await expect(heading(page)).toContainText('Harbour');
      await stand(page);
      let done = 0;
      for (const [at, step] of hand.steps.entries()) {
        script.say({ t: 'update', ...step });
        const wish = next(hand, at);
        if (step.turn?.seat !== OWN || wish === undefined) continue;
        await expect(page).toHaveTitle(/^Your turn/);
        // Buttons that have just appeared ignore presses.
        await page.clock.runFor(700);
        const raise = step.menu?.raise;
        const everything = wish.do === 'raise' && wish.to === raise?.all_in;
        if (how === 'by the keyboard alone') await byKeys(page, wish, raise?.min === raise?.max, everything);
        else await byWords(page, wish, raise?.is_bet === true);
        done += 1;
        const requests = (await script.request(isAct, done)).filter(isAct);
        const ask = requests.at(-1);
        expect(ask?.wish).toEqual(wish);
        expect(ask?.turn).toEqual({ hand: 12, acts: step.turn.acts, facing: step.turn.facing });
        script.say({ t: 'answer', table: 4, key: ask?.key ?? '', ok: true, number: step.number });
      }
      await expect(log(page)).toContainText(/Pot 1 \(main\).*: you win /i);
      expect(done).toBeGreaterThanOrEqual(3);
    });
  }
}
