// A WebSocket client (RFC 6455) of text frames, and requests with JSON bodies: Node alone, no packages.

import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';

/** One request to the room: gives status, cookie and body. */
export function call(base, method, path, { cookie, body } = {}) {
  const url = new URL(path, base);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = { origin: url.origin };
  if (cookie) headers.cookie = cookie;
  if (text !== undefined) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = Buffer.byteLength(text);
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const all = Buffer.concat(parts).toString('utf8');
        const given = response.headers['set-cookie']?.[0]?.split(';')[0];
        const json = all !== '' && (response.headers['content-type'] ?? '').includes('json');
        resolve({ status: response.statusCode, cookie: given, body: json ? JSON.parse(all) : all });
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** A line to the room: `send(value)` and, for what comes, `next()`, which gives a frame, or undefined at the end. */
export function connect(base, path, cookie) {
  const url = new URL(path, base);
  const key = randomBytes(16).toString('base64');
  const headers = {
    origin: url.origin,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': key,
  };
  if (cookie) headers.cookie = cookie;
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers });
    asked.on('error', reject);
    asked.on('response', (response) => reject(new Error(`no line to the room: ${response.statusCode}`)));
    asked.on('upgrade', (response, socket, head) => {
      const proof = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      if (response.headers['sec-websocket-accept'] !== proof) return reject(new Error('this is no socket'));
      resolve(new Line(socket, head));
    });
    asked.end();
  });
}

class Line {
  constructor(socket, head) {
    this.socket = socket;
    this.bytes = head;
    this.frames = [];
    this.waiting = [];
    this.ended = false;
    this.pieces = [];
    socket.setNoDelay(true);
    socket.on('data', (part) => this.take(part));
    socket.on('close', () => this.end());
    socket.on('error', () => this.end());
    this.take(Buffer.alloc(0));
  }

  send(value) {
    this.write(TEXT, Buffer.from(JSON.stringify(value)));
  }

  close() {
    this.write(CLOSE, Buffer.from([0x03, 0xe8]));
    this.socket.end();
  }

  next() {
    if (this.frames.length > 0) return Promise.resolve(this.frames.shift());
    if (this.ended) return Promise.resolve(undefined);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  // What a client sends is masked.
  write(kind, payload) {
    if (this.ended) return;
    const mask = randomBytes(4);
    const length = payload.length;
    const short = length < 126 ? [length] : length < 65536 ? [126, length >> 8, length & 255] : undefined;
    if (!short) throw new Error('the room takes no frame as long as this');
    const head = Buffer.from([0x80 | kind, 0x80 | short[0], ...short.slice(1)]);
    const masked = Buffer.from(payload.map((byte, at) => byte ^ mask[at % 4]));
    this.socket.write(Buffer.concat([head, mask, masked]));
  }

  take(part) {
    this.bytes = Buffer.concat([this.bytes, part]);
    for (;;) {
      if (this.bytes.length < 2) return;
      const last = (this.bytes[0] & 0x80) !== 0;
      const kind = this.bytes[0] & 0x0f;
      let length = this.bytes[1] & 0x7f;
      let at = 2;
      if (length === 126) {
        if (this.bytes.length < 4) return;
        length = this.bytes.readUInt16BE(2);
        at = 4;
      } else if (length === 127) {
        if (this.bytes.length < 10) return;
        length = Number(this.bytes.readBigUInt64BE(2));
        at = 10;
      }
      if (this.bytes.length < at + length) return;
      const payload = this.bytes.subarray(at, at + length);
      this.bytes = this.bytes.subarray(at + length);
      if (kind === PING) this.write(PONG, payload);
      else if (kind === CLOSE) return this.end();
      else if (kind === TEXT || kind === 0) {
        this.pieces.push(payload);
        if (last) {
          const frame = JSON.parse(Buffer.concat(this.pieces).toString('utf8'));
          this.pieces = [];
          const waits = this.waiting.shift();
          if (waits) waits(frame);
          else this.frames.push(frame);
        }
      }
    }
  }

  end() {
    if (this.ended) return;
    this.ended = true;
    this.socket.destroy();
    for (const waits of this.waiting) waits(undefined);
    this.waiting = [];
  }
}
