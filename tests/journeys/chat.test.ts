import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { aDataDir, Program } from '#tests/setup/program.ts';
import type { ChatMessage, ChatSocketEvent } from '#shared/chat/chat.socket.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const rooms = 8;
const messagesEach = 40;
const reconnects = 10;

/** A browser on a bad line: keeps what it wants to say until it is acknowledged, and what it heard by its number. */
class Visitor {
  readonly label = `room_${randomUUID()}`;
  readonly acknowledged = new Map<string, number>();
  readonly heard = new Map<number, ChatMessage>();
  roomId = this.label;
  #token: string | null = null;
  #ws: WebSocket | undefined;
  #waiting: string[] = [];
  #said = 0;

  connect(url: string): void {
    const ws = new WebSocket(url);
    this.#ws = ws;
    ws.on('open', () => {
      const after = this.heard.size === 0 ? {} : { after: this.last };
      ws.send(JSON.stringify({ type: 'join_as_user', roomId: this.roomId, roomToken: this.#token, ...after }));
    });
    ws.on('message', (data: Buffer) => this.#hear(ws, JSON.parse(data.toString()) as ChatSocketEvent));
    ws.on('error', () => undefined); // The server is about to be killed.
  }

  /** The highest number before the first gap. */
  get last(): number {
    let seq = 0;
    while (this.heard.has(seq + 1)) seq += 1;
    return seq;
  }
  get done(): boolean {
    return this.acknowledged.size === messagesEach;
  }
  get hasRoom(): boolean {
    return this.#token !== null;
  }
  /** The line breaks, and is taken up again. */
  reconnect(url: string): void {
    this.#ws?.terminate();
    this.connect(url);
  }
  end(): void {
    const ws = this.#ws;
    this.#ws = undefined;
    ws?.terminate();
  }

  #hear(ws: WebSocket, event: ChatSocketEvent): void {
    if (ws !== this.#ws) return;
    if (event.type === 'room_status') {
      this.roomId = event.roomId;
      this.#token ??= event.roomToken;
      for (const message of event.messages) this.#keep(message);
      for (const text of this.#waiting) this.#send(text);
      if (this.#waiting.length === 0) this.#sayNext();
    } else if (event.type === 'message_stored') {
      const { clientMessageId: text, seq } = event;
      if (text === null || this.acknowledged.has(text)) return;
      this.acknowledged.set(text, seq);
      this.#keep({ ...event, roomId: this.roomId, text, sender: 'user', senderName: 'Visitor', isBot: false });
      this.#waiting = this.#waiting.filter((waiting) => waiting !== text);
      this.#sayNext();
    } else if (event.type === 'new_message') this.#keep(event.message);
  }
  #keep(message: ChatMessage): void {
    const known = this.heard.get(message.seq)?.text ?? message.text;
    if (known !== message.text) throw new Error(`Number ${message.seq} is '${known}' and '${message.text}'`);
    this.heard.set(message.seq, message);
  }
  #sayNext(): void {
    if (this.#said === messagesEach) return;
    this.#said += 1;
    const text = `${this.label} ${this.#said}`;
    this.#waiting.push(text);
    this.#send(text);
  }
  #send(text: string): void {
    this.#ws?.send(JSON.stringify({ type: 'send_message', roomId: this.roomId, text, clientMessageId: text }));
  }
}

const socketOf = (url: string) => `${url.replace('http', 'ws')}/ws`;

test('ten lost connections and a killed server lose, double and mix up no message that was acknowledged', async () => {
  const { path, remove } = await aDataDir();
  cleanups.push(remove);
  const admin = { ADMIN_EMAIL: 'desk@landfall.test', ADMIN_PASSWORD: 'the desk signs in with this' };
  const settings = { DATA_DIR: path, RATE_LIMIT_FACTOR: '1000', ...admin };
  const first = new Program(settings);
  cleanups.push(() => first.end('SIGKILL'));
  const { url } = await first.ready();
  const visitors = Array.from({ length: rooms }, () => new Visitor());
  cleanups.push(async () => visitors.forEach((visitor) => visitor.end()));
  for (const visitor of visitors) visitor.connect(socketOf(url));
  await expect.poll(() => visitors.every((visitor) => visitor.hasRoom), { timeout: 20_000 }).toBe(true);

  const acknowledged = () => visitors.reduce((sum, visitor) => sum + visitor.acknowledged.size, 0);
  for (let n = 1; n <= reconnects; n += 1) {
    await expect.poll(acknowledged, { timeout: 20_000, interval: 5 }).toBeGreaterThan(n * rooms);
    for (const visitor of visitors) visitor.reconnect(socketOf(url));
  }
  const before = new Map(visitors.flatMap((visitor) => [...visitor.acknowledged]));
  await first.end('SIGKILL');
  expect(visitors.some((visitor) => !visitor.done)).toBe(true);
  const second = new Program(settings);
  cleanups.push(() => second.end());
  const { url: newUrl } = await second.ready();
  for (const visitor of visitors) visitor.reconnect(socketOf(newUrl));
  await expect.poll(() => visitors.every((visitor) => visitor.done), { timeout: 30_000 }).toBe(true);

  const signIn = await fetch(`${newUrl}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }),
  });
  const { token } = (await signIn.json()) as { token: string };
  for (const visitor of visitors) {
    const answer = await fetch(`${newUrl}/api/admin/chat-rooms/${visitor.roomId}/messages?limit=500`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const stored = (await answer.json()) as ChatMessage[];
    const spoken = Array.from({ length: messagesEach }, (_, n) => `${visitor.label} ${n + 1}`);
    expect(stored.map(({ text }) => text)).toEqual(spoken);
    expect(stored.map(({ seq }) => seq)).toEqual(spoken.map((_, n) => n + 1));
    for (const { text, seq } of stored) expect(visitor.acknowledged.get(text)).toBe(seq);
    for (const { text, seq } of stored) expect(before.get(text) ?? seq).toBe(seq);
  }
}, 120_000);
