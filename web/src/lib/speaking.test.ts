import { expect, it } from 'vitest';
import { GONE_AFTER, JOIN_WITHIN, type Region, SILENT, nextAt, passed, said, withdrawn } from './speaking.ts';

/** Says things at their times and returns what was heard, with the time of each. */
function announcements(how: 'joined' | 'at-once', what: [number, string][], until = 60_000): [number, string][] {
  let region: Region = SILENT;
  const all: [number, string][] = [];
  const note = (now: number, next: Region): void => {
    if (next.count !== region.count) all.push([now, next.text]);
    region = next;
  };
  for (const [now, text] of [...what, [until, ''] as [number, string]]) {
    for (let at = nextAt(region); at !== undefined && at <= now; at = nextAt(region)) note(at, passed(region, at));
    note(now, said(region, text, now, how));
  }
  return all;
}

it('what happens within 300 ms is announced together, and what comes later separately', () => {
  expect(JOIN_WITHIN).toBe(300);
  expect(announcements('joined', [[0, 'Seat 5, Ben, folds.'], [250, 'Seat 6, Cho, checks.'], [299, 'Flop: king of diamonds.'], [310, 'Turn: ten of clubs.']])).toEqual([
    [300, 'Seat 5, Ben, folds. Seat 6, Cho, checks. Flop: king of diamonds.'],
    [610, 'Turn: ten of clubs.'],
  ]);
});

it('a stream that does not stop is not postponed forever', () => {
  const steady = Array.from({ length: 8 }, (_, at): [number, string] => [at * 100, `${String(at)}.`]);
  expect(announcements('joined', steady)).toEqual([[300, '0. 1. 2.'], [600, '3. 4. 5.'], [900, '6. 7.']]);
});

it('equal messages in a row are spoken again', () => {
  const again = announcements('joined', [[0, 'Seat 5, Ben, checks.'], [1000, 'Seat 5, Ben, checks.']]);
  expect(again).toEqual([[300, 'Seat 5, Ben, checks.'], [1300, 'Seat 5, Ben, checks.']]);
});

it('urgent messages are announced at once, and what comes right after them is not lost', () => {
  expect(announcements('at-once', [[5, 'Your turn.'], [100, 'Ten seconds.'], [2000, 'Five seconds.']])).toEqual([
    [5, 'Your turn.'],
    [305, 'Ten seconds.'],
    [2000, 'Five seconds.'],
  ]);
});

it('what was announced is removed again, and then nothing is due', () => {
  const once = passed(said(SILENT, 'Your turn.', 0, 'at-once'), 0);
  expect(once.text).toBe('Your turn.');
  expect(nextAt(once)).toBe(GONE_AFTER);
  const emptied = passed(once, GONE_AFTER);
  expect([emptied.text, emptied.count, nextAt(emptied)]).toEqual(['', 1, undefined]);
  expect(nextAt(SILENT)).toBeUndefined();
});

it('what is over is not left to be found, and not announced if it was still waiting', () => {
  const turn = said(SILENT, 'Your turn.', 0, 'at-once');
  expect(withdrawn(turn, 'Ten seconds.')).toEqual(turn);
  expect([withdrawn(turn, 'Your turn.').text, nextAt(withdrawn(turn, 'Your turn.'))]).toEqual(['', undefined]);
  // Two that are said together go together; what is still to come is announced all the same.
  const both = said(said(turn, 'Ten seconds.', 100, 'at-once'), 'Connection lost.', 150, 'at-once');
  const left = withdrawn(both, 'Ten seconds.');
  expect([left.text, left.waiting]).toEqual(['Your turn.', ['Connection lost.']]);
  expect(passed(left, 300).text).toBe('Connection lost.');
  expect(withdrawn(passed(both, 300), 'Connection lost.').text).toBe('');
});

it('an empty message is not announced', () => {
  expect(said(SILENT, '  ', 0, 'joined')).toEqual(SILENT);
});

it('sentences stay as they are, no matter who they are about', () => {
  const names: [number, string][] = [[0, 'Seat 2, Seat, folds.'], [10, 'Nobody is back.'], [20, 'You win one chip.'], [30, 'Sent: “it was 3.”']];
  expect(announcements('joined', names)).toEqual([[300, 'Seat 2, Seat, folds. Nobody is back. You win one chip. Sent: “it was 3.”']]);
});
