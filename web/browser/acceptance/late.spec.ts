// A press that reaches the room only after the next hand has begun: the room refuses it and says so, and
// nothing is bet.

import { type WebSocketRoute, expect, test } from '../test.ts';
import type { Answer, Request } from '../../src/wire/wire.ts';
import { arrives, handOf, opens, passive, sits } from '../people.ts';
import { Program } from '../program.ts';

let program: Program;
test.beforeAll(async () => {
  program = await Program.start('[pace]\nbetween_rounds = 200\ncut = 50\nstreet = 60\nshow = 400\nbot = 40\n');
});
test.afterAll(async () => {
  await program.stop();
});

test('a press delayed until the next hand is refused, and nothing was taken', async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await arrives(browser, program.address, 'latecomer');
  const delayed: string[] = [];
  const answers: Answer[] = [];
  let holding = true;
  let room: WebSocketRoute | undefined;
  await page.routeWebSocket('**/api/socket', (socket) => {
    const server = socket.connectToServer();
    room = server;
    socket.onMessage((text) => {
      const request = JSON.parse(String(text)) as Request;
      // The resend has the same key, and is held back too.
      if (holding && request.t === 'ask' && (request.wish.do === 'call' || request.wish.do === 'check')) delayed.push(String(text));
      else server.send(text);
    });
    server.onMessage((text) => {
      const frame = JSON.parse(String(text)) as { t: string };
      if (frame.t === 'answer') answers.push(frame as unknown as Answer);
      socket.send(text);
    });
  });
  const table = await opens(page, 'Late', 'practice', { turn_seconds: '10', time_bank_seconds: '0', clock_with_bots_only: 'runs' }, 1);
  await sits(page, table);
  const press = passive(page).first();
  await press.waitFor({ timeout: 30_000 });
  const hand = await handOf(page);
  // Buttons that have just appeared ignore presses.
  await expect.poll(async () => {
    if (delayed.length === 0) await press.click({ timeout: 1000 }).catch(() => undefined);
    return delayed.length;
  }).toBeGreaterThan(0);
  // The time runs out meanwhile; at a practice table the first time-out sits nobody out, and the next hand
  // begins.
  await expect.poll(async () => await handOf(page), { timeout: 60_000 }).toBe(hand + 1);
  holding = false;
  for (const text of delayed) room?.send(text);
  const key = (JSON.parse(delayed[0] ?? '{}') as { key: string }).key;
  await expect.poll(() => answers.filter((answer) => answer.key === key)).not.toEqual([]);
  for (const answer of answers.filter((answer) => answer.key === key)) expect(answer).toMatchObject({ ok: false, code: 'late' });
  const message = /^!?.*(Too late: the hand moved on\. Your (call of \d+|check) did not go through|Your (call of \d+|check) was not received; .*)\. Nothing was taken/;
  await expect(page.getByRole('note').filter({ hasText: message })).toBeVisible();
  await page.context().close();
});
