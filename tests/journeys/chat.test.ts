import { afterEach, expect, test } from 'vitest';
import type { ChatMessage } from '#shared/chat/chat.socket.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { socketOf, Visitor } from '#tests/setup/flaky-connection.ts';
import { aDataDir, Program } from '#tests/setup/program.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const rooms = 8;
const messagesEach = 40;
const reconnects = 10;

test('ten lost connections and a killed server lose, double and mix up no message that was acknowledged', async () => {
  const database = await createTestDatabase();
  const { path, remove } = await aDataDir();
  cleanups.push(database.drop, remove);
  const admin = { ADMIN_EMAIL: 'desk@landfall.test', ADMIN_PASSWORD: 'the desk signs in with this' };
  const settings = { DATA_DIR: path, DATABASE_URL: database.url, RATE_LIMIT_FACTOR: '1000', ...admin };
  const first = new Program(settings);
  cleanups.push(() => first.end('SIGKILL'));
  const { url } = await first.ready();
  const visitors = Array.from({ length: rooms }, () => new Visitor(messagesEach));
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
    const spoken = Array.from({ length: messagesEach }, (_, n) => visitor.textOf(n + 1));
    expect(stored.map(({ text }) => text)).toEqual(spoken);
    expect(stored.map(({ seq }) => seq)).toEqual(spoken.map((_, n) => n + 1));
    for (const { text, seq } of stored) expect(visitor.acknowledged.get(text)).toBe(seq);
    for (const { text, seq } of stored) expect(before.get(text) ?? seq).toBe(seq);
  }
}, 120_000);
