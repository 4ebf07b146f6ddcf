// Two people in two browsers play a hand to its showdown, one by keyboard alone, one in the text view;
// halfway through, the second one's connection is cut for twenty seconds, and neither end is notified.

import { type Page, expect, test } from '../test.ts';
import { arrives, opens, sits } from '../people.ts';
import { Program } from '../program.ts';
import { Wire } from '../wire.ts';

/** The time for a decision, and the extra time for a lost connection, in seconds. */
const TURN = 14;
const LOST = 4;

let program: Program;
let wire: Wire;
test.beforeAll(async () => {
  program = await Program.start('[pace]\nbetween_rounds = 1000\ncut = 100\nstreet = 200\nshow = 2000\n');
  wire = await Wire.to(program.address);
});
test.afterAll(async () => {
  wire.remove();
  await program.stop();
});

const passive = (page: Page) => page.getByRole('button', { name: /^(Check|Call [\d,]+( \(all-in\))?|Show( both| all \d)?)$/ }).filter({ visible: true }).first();

/** Collects the frames sent to a page, as the socket received them. */
function collectFrames(page: Page): string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', (frame) => frames.push(String(frame.payload)));
  });
  return frames;
}

test('two people play a hand to its showdown, one by keyboard and one in the text view, through twenty seconds without a connection', async ({ browser }) => {
  test.setTimeout(180_000);
  const keys = await arrives(browser, program.address, 'keys');
  const settings = { turn_seconds: String(TURN), time_bank_seconds: '0', disconnect_seconds: String(LOST), seats: '2', blinds: '1 2' };
  const table = await opens(keys, 'Two of us', 'standard', settings);
  await sits(keys, table);
  const text = await arrives(browser, wire.address, 'reader');
  const received = collectFrames(text);
  await sits(text, table);
  await text.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('cardroom.settings') ?? '{}') as Record<string, unknown>;
    localStorage.setItem('cardroom.settings', JSON.stringify({ ...stored, text: true }));
  });
  await text.reload();

  /** Plays on: one presses C, the other takes what the text view offers. Stops once `until` is true. */
  const playOn = async (until: () => Promise<boolean>): Promise<void> => {
    for (;;) {
      await Promise.race([passive(keys).waitFor({ timeout: 60_000 }), passive(text).waitFor({ timeout: 60_000 })]).catch(() => undefined);
      if (await until()) return;
      // A button that disappears during the press belonged to the act before, so look again.
      if (await passive(text).isVisible()) await passive(text).press('Enter', { timeout: 1000 }).catch(() => undefined);
      else if (await passive(keys).isVisible()) await keys.keyboard.press('c');
    }
  };
  const frames = (event: string): string[] => received.filter((frame) => frame.includes(`"e":"${event}"`));
  // Continue from the flop to where the text-view player may check: the button acts last.
  await playOn(async () => frames('board_dealt').length > 0 && (await passive(text).isVisible()));
  const hand = (JSON.parse(frames('board_dealt').at(-1) ?? '{}') as { hand: number }).hand;
  const holding = text.getByText(/^Your cards: .* of .* of /);
  // The made hand may have changed by then.
  const cards = /^Your cards: [^.]*\./.exec((await holding.textContent()) ?? '')?.[0];

  const cutAt = Date.now();
  wire.cut();
  await expect(text.getByText(/Connection lost/).filter({ visible: true }).first()).toBeVisible({ timeout: 15_000 });
  // The other player sees that the connection is lost, and how long the rules still wait.
  const plate = keys.locator('[data-seat]').filter({ hasText: 'reader' });
  await expect(plate).toContainText(/disconnected/i, { timeout: TURN * 1000 });
  await expect(plate).toContainText(/disconnected.*0:0\d/i, { timeout: (TURN + LOST) * 1000 });
  await expect(keys.getByText('Live').first()).toBeVisible();
  // When that has run out too, the room checks for the player who is away, and the hand goes on.
  await expect(passive(keys)).toBeVisible({ timeout: (TURN + LOST) * 1000 });
  expect(Date.now() - cutAt).toBeLessThan((TURN + LOST + 4) * 1000);
  await keys.keyboard.press('c');
  await expect.poll(() => Date.now() - cutAt, { timeout: 25_000 }).toBeGreaterThan(20_000);
  wire.mend();

  await expect(text.getByText(/While you were away/).filter({ visible: true }).first()).toBeVisible({ timeout: 15_000 });
  const card = text.getByRole('note').or(text.getByRole('region')).or(text.locator('section, article, div')).filter({ hasText: /While you were away/ }).last();
  await expect(card).toContainText(/time ran out/i);
  await expect(card).toContainText(/check/i);
  await expect(card).not.toContainText(/dealt|keys/);
  // The same hand with the same cards, still in play.
  expect((JSON.parse(received.findLast((frame) => /"t":"(update|snapshot)"/.test(frame)) ?? '{}') as { hand: number | { hand: number } }).hand).toEqual(hand);
  await expect(holding).toContainText(cards ?? 'no cards were told');

  await playOn(async () => frames('awarded').length > 0);
  await expect(keys.getByRole('log')).toContainText(/Pot 1 \(main\).* wins? /);
  expect(frames('shown').length).toBeGreaterThan(0);
  await keys.context().close();
  await text.context().close();
});
