import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery, type SessionUser } from '../session/session.ts';
import { cachedEntry, cacheEntry } from './persisted-queries.ts';

/** A browser's storage, as far as it is asked here: its keys are its own properties. */
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
  queryClient.setQueryData(sessionQuery.queryKey, { id, isAdmin } as SessionUser);
}

beforeEach(() => {
  vi.stubGlobal('localStorage', aStorage());
  return () => {
    vi.unstubAllGlobals();
    queryClient.clear();
  };
});

test('a customer reads an order again as it was seen, and another person on the same phone does not', () => {
  signedInAs('ada');
  cacheEntry('order', ['one'], { status: 'pending' });
  expect(cachedEntry('order', ['one'])?.data).toEqual({ status: 'pending' });
  signedInAs('bela');
  expect(cachedEntry('order', ['one'])).toBeUndefined();
});

test('an answer that comes in after somebody else has signed in is kept for nobody', () => {
  signedInAs('ada');
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  signedInAs('bela');
  queryClient.setQueryData(sessionQuery.queryKey, session);
  cacheEntry('order', ['one'], { status: 'pending' });
  expect(Object.keys(localStorage)).toEqual(['auth_token']);
});

test('nothing the desk sees stays on its device', () => {
  signedInAs('desk', true);
  cacheEntry('order', ['one'], { status: 'pending' });
  expect(cachedEntry('order', ['one'])).toBeUndefined();
});

test('the thirty orders seen last are kept, and the others go', () => {
  signedInAs('ada');
  vi.useFakeTimers();
  for (let order = 0; order < 33; order += 1) {
    cacheEntry('order', [order], { order });
    vi.advanceTimersByTime(1_000);
  }
  vi.useRealTimers();
  expect(Object.keys(localStorage).filter((key) => key.includes('order'))).toHaveLength(30);
  expect(cachedEntry('order', [2])).toBeUndefined();
  expect(cachedEntry('order', [3])?.data).toEqual({ order: 3 });
});

test('a copy that was cut off half-way is as good as none', () => {
  signedInAs('ada');
  cacheEntry('order', ['one'], { status: 'pending' });
  const key = Object.keys(localStorage).find((name) => name.includes('order')) ?? '';
  localStorage.setItem(key, localStorage.getItem(key)?.slice(0, 20) ?? '');
  expect(cachedEntry('order', ['one'])).toBeUndefined();
});
