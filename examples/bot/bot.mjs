// A player without a face: signs up, finds a table or opens one with house bots, plays, checks its cards, leaves.
//
//   node bot.mjs http://127.0.0.1:7777 [hands]
//
// It is written from docs/protocol.md and the room's own /api/openapi.json, and shows how little a client needs.

import { randomBytes } from 'node:crypto';

import { holds, opens } from './deck.mjs';
import { call, connect } from './socket.mjs';

const base = process.argv[2] ?? 'http://127.0.0.1:7777';
const handsWanted = Number(process.argv[3] ?? 10);

async function must(method, path, given) {
  const answer = await call(base, method, path, given);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body?.why ?? ''}`);
  return answer;
}

/** An account of its own, with the cookie of its session. */
async function signUp() {
  const login = `bot.${randomBytes(4).toString('hex')}`;
  const account = { login, name: `Bot ${login.slice(4)}`, password: randomBytes(16).toString('hex') };
  const { cookie } = await must('POST', '/api/sign-up', { body: account });
  return cookie;
}

/** A practice table with a free seat, or a new one. */
async function findTable(cookie) {
  const { body } = await must('GET', '/api/tables', { cookie });
  const free = (table) => table.practice && table.standing.is === 'open' && table.seated.length < table.stakes.seats;
  const found = body.tables.find(free);
  if (found) return found.table;
  const wish = { name: 'Bot table', book: 'practice', settings: { seats: '4' }, bots: 2 };
  const made = await must('POST', '/api/tables', { cookie, body: wish });
  return made.body.table;
}

/** What this bot does with a menu: checks and calls mostly. */
function choose(menu) {
  const draw = Math.random();
  if (draw < 0.1 && menu.fold && !menu.check) return { do: 'fold' };
  if (draw < 0.25 && menu.raise) return { do: 'raise', to: menu.raise.min };
  if (menu.check) return { do: 'check' };
  if (menu.call !== null) return { do: 'call' };
  return menu.fold ? { do: 'fold' } : { do: 'all_in' };
}

/** The game at one table. */
class Game {
  constructor(line, table) {
    this.line = line;
    this.table = table;
    this.own = null;
    this.number = 0;
    this.hands = 0;
    this.acts = 0;
    this.checked = 0;
    this.commitment = null;
    this.answered = '';
    this.asked = new Map();
    this.stake = 0;
    this.lost = false;
    this.leaving = false;
  }

  ask(wish, turn) {
    const key = randomBytes(16).toString('hex');
    this.asked.set(key, wish);
    const name = turn && { hand: turn.hand, acts: turn.acts, facing: turn.facing };
    this.line.send({ t: 'ask', table: this.table, key, ...(name ? { turn: name } : {}), wish });
  }

  /** True when the game is over. */
  take(frame) {
    switch (frame.t) {
      case 'snapshot':
        this.snapshot(frame);
        return false;
      case 'update':
        return this.update(frame);
      case 'answer':
        return this.answer(frame);
      case 'error':
        throw new Error(`the room did not take a frame: ${frame.why}`);
      case 'ended':
      case 'elsewhere':
        throw new Error(`the table was taken away: ${frame.why ?? 'another line'}`);
      default:
        return false;
    }
  }

  snapshot(view) {
    this.number = view.number;
    this.own = view.own;
    this.commitment = view.hand?.commitment ?? null;
    this.stake = view.stakes.min_buy_in;
    for (const opening of view.hand?.openings ?? []) this.check(opening);
    if (this.own === null) {
      const taken = new Set(view.chairs.map((chair) => chair.seat));
      for (let seat = 1; seat <= view.stakes.seats; seat++) {
        if (!taken.has(seat)) return this.ask({ do: 'sit', seat, stack: view.stakes.min_buy_in });
      }
      throw new Error('no seat is free');
    }
    if (view.contribute !== null) this.contribute(view.contribute);
    this.turn(view);
  }

  update(frame) {
    if (frame.events.length > 0 && frame.number !== this.number + 1) {
      throw new Error(`update ${frame.number} came after ${this.number}`);
    }
    this.number = frame.number;
    let over = false;
    for (const event of frame.events) {
      this.count(event);
      if (event.e === 'deck') {
        if (!holds(event.commitment)) throw new Error('the commitment does not hold');
        this.commitment = event.commitment;
        if (this.own !== null) this.contribute(event.hand);
      } else if (event.e === 'opening') {
        this.check(event.opening);
      } else if (event.e === 'hole_dealt' && event.card !== null && event.seat !== this.own) {
        throw new Error("a card of somebody else's came");
      } else if (event.e === 'closed') {
        this.hands += 1;
        if (this.hands >= handsWanted && !this.leaving) {
          this.leaving = true;
          this.ask({ do: 'leave' });
        } else if (this.lost && !this.leaving) {
          this.ask({ do: 'top_up', amount: this.stake });
        }
      } else if (event.e === 'left' && event.seat === this.own) {
        over = true;
      }
    }
    if (!over) this.turn(frame);
    return over;
  }

  /** Everything is lost when all of it went in and nothing came back. */
  count(event) {
    if (event.e === 'opened') this.lost = false;
    if (event.seat !== this.own) return;
    if (event.all_in) this.lost = true;
    if (['awarded', 'odd_chips', 'returned', 'refunded'].includes(event.e)) this.lost = false;
  }

  /** Adds to the cut of the deck: with it the room alone cannot have chosen the order of the cards. */
  contribute(hand) {
    this.ask({ do: 'contribute', hand, value: randomBytes(32).toString('hex') });
  }

  check(opening) {
    if (!this.commitment || !opens(this.commitment, opening)) throw new Error(`a card was not in its place`);
    this.checked += 1;
  }

  turn({ turn, menu, may_muck }) {
    if (!turn || turn.seat !== this.own) return;
    const position = `${turn.hand}/${turn.acts}`;
    if (position === this.answered) return;
    if (turn.showing) {
      this.answered = position;
      this.ask(may_muck ? { do: 'muck' } : { do: 'show' }, turn);
    } else if (menu) {
      this.answered = position;
      this.acts += 1;
      this.ask(choose(menu), turn);
    }
  }

  answer(frame) {
    const wish = this.asked.get(frame.key);
    this.asked.delete(frame.key);
    if (frame.ok) {
      if (wish?.do === 'sit') this.own = wish.seat;
      return false;
    }
    // A value for the cut may come too late, and a clock may run out: both are told and the game goes on.
    console.error(`${wish?.do} was refused: ${frame.why}`);
    if (wish?.do === 'sit' || wish?.do === 'leave') throw new Error(frame.why);
    return false;
  }
}

const cookie = await signUp();
const table = await findTable(cookie);
const line = await connect(base, '/api/socket', cookie);
const welcome = await line.next();
if (welcome?.t !== 'welcome' || welcome.protocol !== 1) throw new Error('this bot speaks version 1 of the protocol');
const game = new Game(line, table);
line.send({ t: 'watch', table, from: null });
const beat = setInterval(() => line.send({ t: 'ping', n: Date.now() }), 10_000);
for (;;) {
  const frame = await line.next();
  if (frame === undefined) throw new Error('the line broke');
  if (game.take(frame)) break;
}
clearInterval(beat);
line.close();
const summary = { table, hands: game.hands, acts: game.acts, checked: game.checked };
console.log(JSON.stringify(summary));
