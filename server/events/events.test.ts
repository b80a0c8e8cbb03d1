import { EventEmitter, once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#tests/setup/testbed.ts';
import { inTx } from '../db/connection.ts';
import { cached } from './cached.ts';
import { createEvents, type Events } from './events.ts';
import { publish } from './publish.ts';

const database = openDatabase();
const open: Events[] = [];
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: vi.fn<(details: object, message: string) => void>(),
};

afterEach(async () => {
  await Promise.all(open.splice(0).map((events) => events.close()));
});

async function aProcess(): Promise<Events> {
  const events = createEvents({ url: database.url, log });
  open.push(events);
  await events.start();
  return events;
}

/** Records events, and lets a test wait for them. */
function recordEvents(events: Events) {
  const received: string[] = [];
  const emitter = new EventEmitter();
  events.on('session_revoked', (event) => {
    received.push(event.kind === 'resync' ? 'resync' : (event.userId ?? ''));
    emitter.emit('received');
  });
  return { received, next: () => once(emitter, 'received', { signal: AbortSignal.timeout(10_000) }) };
}

const [ada, bob] = ['3f0f6a4e-2f6b-4a0e-9a57-1d2c3b4a5f60', '0d3b5c58-8a3c-4a52-8f6e-7b8c9d0e1f21'];
const revoke = (userId: string) => inTx(database, (tx) => publish(tx, { kind: 'session_revoked', userId }));

test('every process hears what one of them committed, and nothing that was rolled back', async () => {
  const [item, other] = [recordEvents(await aProcess()), recordEvents(await aProcess())];
  const rolledBack = inTx(database, async (tx) => {
    await publish(tx, { kind: 'session_revoked', userId: ada });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  const both = Promise.all([item.next(), other.next()]);
  await revoke(bob);
  await both;
  expect([item.received, other.received]).toEqual([[bob], [bob]]);
});

test('a connection that was cut is restored, and every subscriber is asked to read again', async () => {
  const events = await aProcess();
  const { received, next } = recordEvents(events);
  const resync = next();
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'landfall-events' and datname = current_database()`);
  await resync;
  expect(received).toEqual(['resync']);
  expect(events.connected).toBe(true);
  const revoked = next();
  await revoke(ada);
  await revoked;
  expect(received).toEqual(['resync', ada]);
});

test('news of a kind from a newer version and a listener that throws disturb nobody', async () => {
  const events = await aProcess();
  events.on('session_revoked', () => {
    throw new Error('a bug');
  });
  const { received, next } = recordEvents(events);
  const revoked = next();
  await database.pool.query(
    `select pg_notify('landfall_events', '{"kind":"moon_landed"}'), pg_notify('landfall_events', '{')`,
  );
  await revoke(ada);
  await revoked;
  expect(received).toEqual([ada]);
  expect(log.error).toHaveBeenCalledOnce();
});

test('a value in memory is read once, forgotten on its event, and never kept when it was read before the change', async () => {
  const events = await aProcess();
  let stored = 1;
  const load = vi.fn<() => Promise<number>>(() => Promise.resolve(stored));
  const value = cached({ events, kinds: ['session_revoked'], load });
  const { next } = recordEvents(events);
  expect(await Promise.all([value(), value()])).toEqual([1, 1]);
  expect(load).toHaveBeenCalledTimes(1);

  let answerLate = (_value: number) => undefined as void;
  const notified = next();
  await revoke(ada);
  await notified;
  load.mockImplementationOnce(() => new Promise((resolve) => (answerLate = resolve)));
  const early = value();
  stored = 2;
  const notifiedAgain = next();
  await revoke(ada);
  await notifiedAgain;
  answerLate(1);
  expect([await early, await value()]).toEqual([1, 2]);
});

test('while events cannot be heard, nothing is kept in memory', async () => {
  const load = vi.fn<() => Promise<number>>(() => Promise.resolve(1));
  const value = cached({ events: { on: () => () => undefined, connected: false }, kinds: [], load });
  await value();
  await value();
  expect(load).toHaveBeenCalledTimes(2);
});
