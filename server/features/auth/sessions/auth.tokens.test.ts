import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTokens } from './auth.tokens.ts';

const hourMs = 3_600_000;
const secret = 'a secret for tests alone, long enough too';
const session = { userId: '0b0e8a1e-5a52-4a57-9d1c-0d6f4f6f0a01', sessionId: '5e551000-5a52-4a57-9d1c-0d6f4f6f0a01' };
let databaseMs = Date.UTC(2026, 2, 12, 14);
const now = () => new Date(databaseMs);
const aServer = () => createTokens(secret, now);

// The machine's own clock, which must not matter.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: databaseMs + 9 * hourMs }));
afterEach(() => vi.useRealTimers());

test('a session lasts eight hours on a server whose clock is nine hours ahead', () => {
  const token = aServer().sessionToken(session, new Date(databaseMs + 8 * hourMs));
  const reader = aServer();
  expect(reader.readSessionToken(token)).toMatchObject(session);
  vi.setSystemTime(databaseMs - 9 * hourMs);
  databaseMs += 8 * hourMs - 1_000;
  expect(reader.readSessionToken(token)).toMatchObject(session);
  databaseMs += 1_000;
  // Both readers refuse the token: the one that had read it, and a new one.
  expect(reader.readSessionToken(token)).toBeUndefined();
  expect(aServer().readSessionToken(token)).toBeUndefined();
});

test("a repeated password is valid for five minutes of the database's time", () => {
  const { stepUpToken, expiresAt } = aServer().stepUpToken(session, 'a hash', now());
  expect(expiresAt.getTime() - databaseMs).toBe(5 * 60_000);
  databaseMs += 5 * 60_000 - 1_000;
  expect(aServer().readStepUpToken(stepUpToken, 'a hash')).toMatchObject(session);
  databaseMs += 1_000;
  expect(aServer().readStepUpToken(stepUpToken, 'a hash')).toBeUndefined();
});

test('sessions survive a changed JWT_SECRET while the previous one is named', () => {
  const token = aServer().sessionToken(session, new Date(databaseMs + hourMs));
  const { stepUpToken } = aServer().stepUpToken(session, 'a hash', now());
  const rotated = createTokens('the secret that comes after that one', now, secret);
  expect(rotated.readSessionToken(token)).toMatchObject(session);
  expect(rotated.readStepUpToken(stepUpToken, 'a hash')).toBeUndefined();
  expect(aServer().readSessionToken(rotated.sessionToken(session, new Date(databaseMs + hourMs)))).toBeUndefined();
  expect(createTokens('the secret that comes after that one', now).readSessionToken(token)).toBeUndefined();
});

test('a signed token over null, text, a number or garbage names no session', () => {
  const part = (text: string) => Buffer.from(text).toString('base64url');
  for (const claims of ['null', '"x"', '5', '[]', '{']) {
    const text = `${part('{"alg":"HS256","typ":"JWT"}')}.${part(claims)}`;
    const token = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    expect(aServer().readSessionToken(token)).toBeUndefined();
  }
});
