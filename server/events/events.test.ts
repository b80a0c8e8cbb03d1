import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { whenAnnounced, connect, inTx } from '../db/connection.ts';
import { cached } from './cached.ts';
import { parseEvent } from './domain-events.ts';
import { createEvents, type Events } from './events.ts';
import { publish } from './publish.ts';

const database = openDatabase();
const silent = { info: () => undefined, warn: () => undefined };
const log = { ...silent, error: vi.fn<(details: object, message: string) => void>() };

/** The events of a process; `next` waits for one. */
async function aProcess() {
  const events: Events = createEvents({ url: database.url, log, heartbeatMs: 100 });
  onTestFinished(() => events.close());
  await events.start();
  const receivedIds: string[] = [];
  const emitter = new EventEmitter();
  events.on('session_revoked', (event) => {
    receivedIds.push(event.kind === 'resync' ? 'resync' : (event.userId ?? ''));
    emitter.emit('received');
  });
  const lists: string[] = [];
  events.on('kyc_changed', (event) => lists.push(event.kind === 'resync' ? 'read again' : event.status));
  const next = () => once(emitter, 'received', { signal: AbortSignal.timeout(10_000) });
  /** Waits for the event that this causes. */
  const awaiting = async (work: () => Promise<unknown>) => void (await Promise.all([next(), work()]));
  return { events, received: receivedIds, lists, next, awaiting };
}

const ada = '3f0f6a4e-2f6b-4a0e-9a57-1d2c3b4a5f60';
const bob = '0d3b5c58-8a3c-4a52-8f6e-7b8c9d0e1f21';
const revoke = (userId: string) => inTx(database, (tx) => publish(tx, { kind: 'session_revoked', userId }));

test('every process receives the committed events of the others, and none that was rolled back', async () => {
  const firstProcess = await aProcess();
  const otherProcess = await aProcess();
  const rolledBack = inTx(database, async (tx) => {
    await publish(tx, { kind: 'session_revoked', userId: ada });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await Promise.all([firstProcess.next(), otherProcess.next(), revoke(bob)]);
  expect([firstProcess.received, otherProcess.received]).toEqual([[bob], [bob]]);
});

const changeEvent = (status: string) => ({ kind: 'kyc_changed', id: ada, userId: bob, status }) as const;

test('every process receives announced events after the commit, and none that was rolled back', async () => {
  const firstProcess = await aProcess();
  const otherProcess = await aProcess();
  const rolledBack = inTx(database, async (tx) => {
    await publish(tx, changeEvent('lost'));
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await Promise.all(['1', '2', '3'].map((status) => inTx(database, (tx) => publish(tx, changeEvent(status)))));
  await whenAnnounced(database.pool);
  // On a busy machine a process can seem gone for a heartbeat, so lists may be read again.
  const statusesOf = ({ lists }: typeof firstProcess) => lists.filter((status) => status !== 'read again').toSorted();
  for (const process of [firstProcess, otherProcess])
    await expect.poll(() => statusesOf(process)).toEqual(['1', '2', '3']);
});

/** A process of its own that publishes one event, and is killed the moment its transaction has committed. */
async function killedAfter(event: object) {
  const program = `
    const { connect, inTx } = await import('./server/db/connection.ts');
    const { createEvents } = await import('./server/events/events.ts');
    const { publish } = await import('./server/events/publish.ts');
    const url = ${JSON.stringify(database.url)};
    const log = { info() {}, warn() {}, error() {} };
    await createEvents({ url, log }).start();
    await inTx(connect({ url }), (tx) => publish(tx, ${JSON.stringify(event)}));
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    cwd: rootDir,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  expect(signal).toBe('SIGKILL');
}

test('a blocked user is out on all processes, even if the acting process is killed', async () => {
  const { received, next } = await aProcess();
  await Promise.all([next(), killedAfter({ kind: 'session_revoked', userId: ada })]);
  expect(received).toEqual([ada]);
});

test('events that a killed process did not announce are read again by the others', async () => {
  const { lists, received } = await aProcess();
  await killedAfter(changeEvent('missed'));
  await expect.poll(() => lists).toEqual(['read again']);
  // Nothing of the transaction can be missing, so sessions are not read again.
  expect(received).toEqual([]);
});

test('a process that stops normally announces all its events first', async () => {
  const { lists } = await aProcess();
  const another = connect({ url: database.url, max: 2 });
  await inTx(another, (tx) => publish(tx, changeEvent('last')));
  await whenAnnounced(another.pool);
  await another.pool.end();
  await expect.poll(() => lists).toEqual(['last']);
});

test('a cut connection is restored, and every subscriber reads again', async () => {
  const { events, received, awaiting } = await aProcess();
  await awaiting(() =>
    database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'landfall-events' and datname = current_database()`),
  );
  expect(received).toEqual(['resync']);
  expect(events.connected).toBe(true);
  await awaiting(() => revoke(ada));
  expect(received).toEqual(['resync', ada]);
});

test('an event of a newer version and a listener that throws do not disturb others', async () => {
  const { events, received, awaiting } = await aProcess();
  events.on('session_revoked', () => {
    throw new Error('a bug');
  });
  await awaiting(async () => {
    const foreignEvents = `pg_notify('landfall_events', '{"kind":"moon_landed"}'), pg_notify('landfall_events', '{')`;
    await database.pool.query(`select ${foreignEvents}`);
    await revoke(ada);
  });
  expect(received).toEqual([ada]);
  expect(log.error).toHaveBeenCalledOnce();
});

test('a value in memory is read once, and dropped on its event', async () => {
  const { events, awaiting } = await aProcess();
  let reads = 0;
  const value = cached({ events, kinds: ['session_revoked'], load: () => Promise.resolve((reads += 1)) });
  expect(await Promise.all([value(), value(), value()])).toEqual([1, 1, 1]);
  await awaiting(() => revoke(ada));
  expect([await value(), await value()]).toEqual([2, 2]);
});

test('nothing piles up in memory while the connection of events is lost', async () => {
  let reads = 0;
  const events = { on: () => () => undefined, connected: false };
  const value = cached({ events, kinds: [], load: () => Promise.resolve((reads += 1)) });
  expect([await value(), await value()]).toEqual([1, 2]);
});

test('a process that has just committed a change reads it at once, before its event arrives', async () => {
  let storedText = 'old';
  const { events } = await aProcess();
  const readCached = cached({ events, kinds: ['rates_changed'], load: () => Promise.resolve(storedText) });
  expect(await readCached()).toBe('old');
  storedText = 'new';
  expect(await readCached()).toBe('old');
  readCached.invalidate();
  expect(await readCached()).toBe('new');
});

test.each(['by itself', 'on its event'])('a value that changed while it was read is not cached: %s', async (how) => {
  const { events, awaiting } = await aProcess();
  const answers: ((value: string) => void)[] = [];
  const load = () => new Promise<string>((resolve) => answers.push(resolve));
  const readCached = cached({ events, kinds: ['session_revoked'], load });
  const earlyRead = readCached();
  if (how === 'by itself') readCached.invalidate();
  else await awaiting(() => revoke(ada));
  const lateRead = readCached();
  answers[0]?.('old');
  answers[1]?.('new');
  expect([await earlyRead, await lateRead, await readCached()]).toEqual(['old', 'new', 'new']);
});

test('a visitor’s conversation is announced by the name that the browser gave it', () => {
  const event = { kind: 'chat_closed', roomId: 'visitor-7' } as const;
  expect(parseEvent(JSON.stringify(event))).toEqual(event);
});
