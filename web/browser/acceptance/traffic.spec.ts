// Everything that reached one browser over several hands, searched for cards that its player was not allowed
// to see: the room itself says afterwards, from its files and its keys, which cards were dealt.

import { type Locator, type Page, expect, test } from '../test.ts';
import { arrives, opens, plays, sits } from '../people.ts';
import { Program } from '../program.ts';

const HANDS = 8;
const QUICK = '[pace]\nbetween_rounds = 200\ncut = 50\nstreet = 60\nshow = 400\nbot = 40\n';

let program: Program;
test.beforeAll(async () => {
  program = await Program.start(QUICK);
});
test.afterAll(async () => {
  await program.stop();
});

/** A hand as stored in the room's files. */
interface Dealt {
  table: string;
  hand: number;
  /** The hole cards of each seat. */
  hole: Map<number, string[]>;
  /** The seats that showed their cards. */
  shown: Set<number>;
  board: string[];
}

const cardsOf = (text: string): string[] => text.match(/../g) ?? [];

/** The hands in a PHH file. */
function dealt(text: string): Dealt[] {
  return text.split(/^\[\d+\]$/m).slice(1).map((one) => {
    const list = (name: string): string[] => (new RegExp(`^${name} = \\[([^\\]]*)\\]`, 'm').exec(one)?.[1] ?? '').split(',').map((value) => value.trim().replaceAll(/^['"]|['"]$/g, ''));
    const word = (name: string): string => new RegExp(`^${name} = "?([^"\\n]*)`, 'm').exec(one)?.[1] ?? '';
    const seats = list('seats').map(Number);
    const hand: Dealt = { table: word('table'), hand: Number(word('hand')), hole: new Map(), shown: new Set(), board: [] };
    for (const action of list('actions')) {
      const hole = /^d dh p(\d+) (\S+)/.exec(action);
      if (hole) {
        const seat = seats[Number(hole[1]) - 1] ?? 0;
        hand.hole.set(seat, [...(hand.hole.get(seat) ?? []), ...cardsOf(hole[2] ?? '')]);
      }
      const board = /^d db (\S+)/.exec(action);
      if (board) hand.board.push(...cardsOf(board[1] ?? ''));
      const shows = /^p(\d+) sm (\S+)/.exec(action);
      if (shows) hand.shown.add(seats[Number(shows[1]) - 1] ?? 0);
    }
    return hand;
  });
}

/** Records everything that reaches a page, from its first request on. */
function recordTraffic(page: Page): { frames: string[]; bodies: Promise<string>[] } {
  const traffic = { frames: [] as string[], bodies: [] as Promise<string>[] };
  page.on('websocket', (socket) => {
    socket.on('framereceived', (frame) => traffic.frames.push(String(frame.payload)));
  });
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/') && response.status() === 200) {
      traffic.bodies.push(response.text().catch(() => ''));
    }
  });
  return traffic;
}

test('over several hands nothing that reaches a browser contains a card that its player may not see, now or ever', async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await arrives(browser, program.address, 'searcher');
  const traffic = recordTraffic(page);
  const table = await opens(page, 'Searched', 'practice', { turn_seconds: '100', limit_structure: 'fixed' }, 5);
  await sits(page, table);
  const over = (hand: number): Locator => page.getByText(`Hand ${String(hand + 1)}`, { exact: true });
  for (let hand = 1; hand <= HANDS; hand += 1) {
    // Every other hand is folded, so that some hands go on with this player only watching.
    await plays(page, over(hand), hand % 2 === 0);
  }
  // Finished hands are sent over HTTP too.
  const numbers = new Set(traffic.frames.map((text) => JSON.parse(text) as { t: string; hand?: number }).filter((frame) => frame.t === 'update').map((frame) => frame.hand ?? 0));
  const files = new Map<number, string>();
  for (const hand of numbers) {
    const reply = await page.request.get(`/api/tables/${String(table)}/hands/${String(hand)}`);
    if (reply.ok()) files.set(hand, await reply.text());
  }
  const bodies = await Promise.all(traffic.bodies);
  await page.context().close();
  await program.kill();
  const hands = dealt(await program.everyCard()).filter((hand) => hand.table === 'Searched');
  expect(hands.length).toBeGreaterThanOrEqual(HANDS);

  const own = (JSON.parse(traffic.frames.find((text) => text.includes('"e":"sat"') && text.includes('"name":"searcher"')) ?? '{}') as { events: { e: string; name: string; seat: number }[] })
    .events.find((event) => event.e === 'sat' && event.name === 'searcher')?.seat ?? 0;
  expect(own).toBeGreaterThan(0);
  let hidden = 0;
  for (const hand of hands) {
    const frames = traffic.frames.filter((text) => {
      const frame = JSON.parse(text) as { t: string; table?: number; hand?: number | { hand: number } };
      const of = typeof frame.hand === 'object' && frame.hand !== null ? frame.hand.hand : frame.hand;
      return frame.table === table && of === hand.hand;
    });
    if (frames.length === 0) continue;
    for (const [seat, cards] of hand.hole) {
      if (seat === own) continue;
      for (const card of cards) {
        const first = frames.findIndex((text) => text.includes(`"${card}"`));
        if (hand.shown.has(seat)) {
          const turnedUp = frames.findIndex((text) => {
            const { events } = JSON.parse(text) as { events?: { e: string; seat?: number }[] };
            return events?.some((event) => event.e === 'shown' && event.seat === seat);
          });
          expect(first === -1 || first >= turnedUp, `hand ${String(hand.hand)}: ${card} of seat ${String(seat)} before it was shown`).toBe(true);
        } else {
          hidden += 1;
          expect(first, `hand ${String(hand.hand)}: ${card} of seat ${String(seat)} was never shown`).toBe(-1);
          const file = files.get(hand.hand) ?? '';
          const actions = file.split('\n').find((line) => line.startsWith('actions')) ?? '';
          expect(actions, `the file of hand ${String(hand.hand)}`).not.toContain(card);
        }
      }
    }
    for (const card of hand.board) {
      const first = frames.findIndex((text) => text.includes(`"${card}"`));
      const laid = frames.findIndex((text) => text.includes('"e":"board_dealt"') && text.includes(`"${card}"`));
      expect(first, `hand ${String(hand.hand)}: ${card} of the board`).toBe(laid);
    }
  }
  // There was something that could have leaked in every hand, except those where everybody showed.
  expect(hidden).toBeGreaterThan(HANDS);
  // Nothing over HTTP reveals a hand in play.
  expect(bodies.join('\n')).not.toMatch(/hole_dealt/);
});
