import type { QueryMeta } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../api/call-error.ts';
import { queryClient } from '../api/query-client.ts';
import { clearWhenExpired, sessionQuery, type SessionUser } from '../session/session.ts';
// The product loads it on demand, which the stopped clock of a test does not wait for.
import './persisted-store.ts';
import { clearTabStorage, readTabItem, writeTabItem } from './tab-storage.ts';

/** A stand-in for a browser's storage: its keys are its own properties. */
function aStorage(): Storage {
  const storage = {};
  const method = (value: unknown) => ({ value, enumerable: false });
  return Object.defineProperties(storage, {
    getItem: method((key: string) => (Reflect.get(storage, key) as string | undefined) ?? null),
    setItem: method((key: string, value: string) => Reflect.set(storage, key, value)),
    removeItem: method((key: string) => Reflect.deleteProperty(storage, key)),
  }) as Storage;
}

function signedInAs(id: string, isAdmin = false): void {
  const claims = btoa(JSON.stringify({ sub: id, exp: Date.now() / 1000 + 60 }));
  localStorage.setItem('auth_token', `head.${claims}.seal`);
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, { id, isAdmin } as SessionUser);
}

const orderKey = (id: string) => ['GET /api/transactions/:id', { params: { id } }];
const persist: QueryMeta = { persist: (order: object) => ({ ...order, deposit: null }) };
const storedOrders = () => Object.keys(localStorage).filter((key) => key.includes('/api/transactions'));

/** Reads an order from the server on a screen; the response is stored if its query allows it. */
async function readOnline(id: string, order: object): Promise<void> {
  await queryClient.fetchQuery({ queryKey: orderKey(id), queryFn: () => order, meta: persist });
  // The code is written after the screens have updated.
  await vi.advanceTimersByTimeAsync(10);
}

/** Returns the data of a screen after a page load without a server, whose request fails with this error. */
async function readOffline(id: string, status = 0): Promise<unknown> {
  queryClient.removeQueries({ queryKey: orderKey(id) });
  const queryFn = () => Promise.reject(new CallError(status, 'offline', 'Nobody answers.'));
  await expect(queryClient.fetchQuery({ queryKey: orderKey(id), queryFn, meta: persist })).rejects.toThrow('Nobody');
  return queryClient.getQueryData(orderKey(id));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', aStorage());
  vi.stubGlobal('navigator', { onLine: true });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    queryClient.clear();
  };
});

test('a customer sees a stored order again, and another person on that phone does not', async () => {
  signedInAs('ada');
  await readOnline('one', { status: 'pending', deposit: 'an address' });
  const { dataUpdatedAt } = queryClient.getQueryState(orderKey('one')) ?? {};
  expect(await readOffline('one')).toEqual({ status: 'pending', deposit: null });
  expect(queryClient.getQueryState(orderKey('one'))).toMatchObject({ dataUpdatedAt, isInvalidated: true });
  signedInAs('bela');
  expect(await readOffline('one')).toBeUndefined();
});

test('a refusal of the server is not answered with a stored copy', async () => {
  signedInAs('ada');
  await readOnline('one', { status: 'pending' });
  expect(await readOffline('one', 404)).toBeUndefined();
  expect(await readOffline('one', 502)).toBeDefined();
});

test('an answer that arrives after another user has signed in is not stored', async () => {
  signedInAs('ada');
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  signedInAs('bela');
  queryClient.setQueryData(sessionQuery.queryKey, session);
  await readOnline('one', { status: 'pending' });
  expect(Object.keys(localStorage)).toEqual(['auth_token']);
});

test('no data of the team is stored on its device', async () => {
  signedInAs('desk', true);
  await readOnline('one', { status: 'pending' });
  expect(Object.keys(localStorage)).toEqual(['auth_token']);
});

test('a device stores the thirty orders seen last, and deletes older ones', async () => {
  signedInAs('ada');
  for (let order = 0; order < 33; order += 1) {
    await readOnline(String(order), { order });
    vi.advanceTimersByTime(1_000);
  }
  expect(storedOrders()).toHaveLength(30);
  expect(await readOffline('2')).toBeUndefined();
  expect(await readOffline('3')).toEqual({ order: 3, deposit: null });
});

test('a customer is never shown an incomplete copy', async () => {
  signedInAs('ada');
  await readOnline('one', { status: 'pending' });
  const [key = ''] = storedOrders();
  localStorage.setItem(key, localStorage.getItem(key)?.slice(0, 20) ?? '');
  expect(await readOffline('one')).toBeUndefined();
});

test('a customer’s stored data leaves the device when the session expires', async () => {
  vi.stubGlobal('window', new EventTarget());
  for (const isOpen of [true, false]) {
    signedInAs('ada');
    await readOnline('one', { status: 'pending' });
    const stop = isOpen ? clearWhenExpired() : undefined;
    expect(storedOrders()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(storedOrders()).toHaveLength(isOpen ? 0 : 1);
    stop?.();
    // The next page load clears it at once.
    clearWhenExpired()();
    expect(storedOrders()).toEqual([]);
  }
});

test('a browser that blocks storage keeps a draft until it is emptied or the session ends', () => {
  vi.stubGlobal('sessionStorage', undefined);
  writeTabItem('note:a', 'Asked for a receipt');
  expect(readTabItem('note:a')).toBe('Asked for a receipt');
  writeTabItem('note:a', '');
  // An empty text would hide the team's stored note.
  expect(readTabItem('note:a')).toBeNull();

  writeTabItem('note:a', 'Asked for a receipt');
  clearTabStorage();
  expect(readTabItem('note:a')).toBeNull();
});
