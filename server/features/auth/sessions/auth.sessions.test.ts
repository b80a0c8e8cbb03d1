import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import jwt from 'jsonwebtoken';
import { expect, test } from 'vitest';
import { users } from '#server/features/users/users.tables.ts';
import type { SignedIn } from '#server/http/guards/actor.ts';
import { rightsOf } from '#shared/team/team.roles.ts';
import { aCustomer, signedIn } from '#tests/factories/accounts.ts';
import { adminEmail, adminPassword, testJwtSecret, type TestApp } from '#tests/setup/app.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import type { Call } from '#tests/setup/platform.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { revokeSessions } from '../auth.service.ts';
import { createSessions, openSession } from './auth.sessions.ts';

const testbed = openTestbed();
const call: Call = (...sent) => testbed.app.call(...sent);
const aUser = () => aCustomer(call, testbed.mailbox);
const me = (token: string, app: TestApp = testbed.app) => app.call('GET', '/api/auth/user', { token });
const sessionOf = (token: string) => (jwt.decode(token) as { sid: string }).sid;
/** A process that gets no events, and so reads a session again for each request. */
const forgetful = fixture(async () => {
  const app = await testbed.another();
  await app.deps.events.close();
  return app;
});
const signOut = (token: string) => call('POST', '/api/logout', { token });

test('a token names the session and nothing else, and ends with it', async () => {
  const { token, id } = await aUser();
  const { header, payload } = jwt.decode(token, { complete: true }) as jwt.Jwt;
  expect(header).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(Object.keys(payload).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
  const { exp = 0, iat = 0, sub } = payload as jwt.JwtPayload;
  expect(sub).toBe(id);
  expect(Math.abs(exp - iat - 7 * 86_400)).toBeLessThan(60);
  const { body } = await me(token);
  expect(Date.parse(String(body.sessionExpiresAt)) / 1000).toBeCloseTo(exp, -1);
  expect(Math.abs(Date.parse(String(body.serverTime)) - Date.now())).toBeLessThan(5_000);
});

test('thirty forged tokens open nothing', async () => {
  const { token, id: sub } = await aUser();
  const sid = sessionOf(token);
  const iat = Math.floor(Date.now() / 1000);
  const good = { sub, sid, iss: 'landfall', aud: 'landfall session', iat, exp: iat + 3600 };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [head, body, mac] = token.split('.') as [string, string, string];
  const sign = (
    payload: object,
    header: object = { alg: 'HS256', typ: 'JWT' },
    hash = 'sha256',
    key = testJwtSecret,
  ) => {
    const text = `${part(header)}.${part(payload)}`;
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
  };
  const without = (name: keyof typeof good) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const forged = [
    `${part({ alg: 'none', typ: 'JWT' })}.${part(good)}.`,
    `${part({ alg: 'None', typ: 'JWT' })}.${part(good)}.${mac}`,
    `${head}.${part(good)}.${mac}`,
    `${head}.${body}.`,
    `${head}.${body}`,
    `${head}.${body}.${mac}x`,
    `${head}.${body}.${mac.slice(0, -2)}`,
    sign(good, { alg: 'HS512', typ: 'JWT' }, 'sha512'),
    sign(good, { alg: 'HS384', typ: 'JWT' }, 'sha384'),
    sign(good, { alg: 'HS512', typ: 'JWT' }),
    sign(good, undefined, undefined, 'secret'),
    sign(good, undefined, undefined, ''),
    sign(good, undefined, undefined, publicKey.export({ type: 'spki', format: 'pem' }).toString()),
    jwt.sign(good, privateKey, { algorithm: 'RS256' }),
    sign(good, { alg: 'HS256', typ: 'JWT', kid: '../../dev/null' }),
    sign(good, { alg: 'HS256', typ: 'JWT', jku: 'https://evil.example/keys' }),
    sign(good, { alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'AA' } }),
    sign(good, { alg: 'HS256', typ: 'JWT', crit: ['b64'], b64: false }),
    sign(without('exp')),
    sign({ ...good, exp: iat - 1 }),
    sign({ ...good, exp: String(good.exp) }),
    sign({ ...good, nbf: good.exp }),
    sign(without('sid')),
    sign(without('sub')),
    sign({ ...good, sid: randomUUID() }),
    sign({ ...good, sub: randomUUID() }),
    sign({ ...good, aud: 'landfall step-up' }),
    sign({ ...good, aud: 'file' }),
    sign(without('aud')),
    sign({ ...good, iss: 'somebody else' }),
    sign({ ...good, sid: `${sid}' or '1'='1` }),
    sign({ ...good, sid: [sid] }),
    'null',
    '..',
    'a'.repeat(5000),
  ];
  expect(forged.length).toBeGreaterThanOrEqual(30);
  // Proof that they are refused for what is wrong with them: the same by the rules opens.
  expect((await me(sign(good))).status).toBe(200);
  const statuses = await Promise.all(
    forged.flatMap((item) => [
      me(item),
      call('POST', '/api/auth/extend', { token: item }),
      call('POST', '/api/admin/step-up', { token: item, json: { password: adminPassword } }),
    ]),
  );
  expect([...new Set(statuses.map(({ status }) => status))]).toEqual([401]);
  expect((await me(token)).status).toBe(200);
});

test('signing out ends this session at once, here and on every process, and no other one', async () => {
  const other = await testbed.another();
  const { token, email } = await aUser();
  const second = await signedIn(call, email);
  expect([(await me(token, other)).status, (await me(second, other)).status]).toEqual([200, 200]);
  expect(await signOut(token)).toMatchObject({ status: 200 });
  expect((await me(token)).status).toBe(401);
  await expect.poll(async () => (await me(token, other)).status, { timeout: onThisMachine(2_000) }).toBe(401);
  expect([(await me(second)).status, (await me(second, other)).status]).toEqual([200, 200]);
  expect(await signOut(token)).toMatchObject({ status: 200 });
  expect(await call('POST', '/api/logout')).toMatchObject({ status: 200 });
});

test('fifty sign-outs, fifty tokens that are worth nothing the moment after', async () => {
  const { id } = await aUser();
  const { deps } = testbed.app;
  const from = { ip: '127.0.0.1', userAgent: 'test', requestId: 'test' };
  for (let round = 0; round < 50; round++) {
    const { token } = await deps.inTx((tx) => openSession(deps, tx, { id, role: 'customer' }, from));
    expect((await me(token)).status).toBe(200);
    await signOut(token);
    expect((await me(token)).status).toBe(401);
  }
});

test('blocking ends every session on every process, and says so', async () => {
  const other = await testbed.another();
  const { token, id } = await aUser();
  await me(token, other);
  await testbed.app.deps.inTx(async (tx) => {
    await tx.update(users).set({ status: 'blocked' }).where(eq(users.id, id));
    await revokeSessions(testbed.app.deps, tx, { userId: id }, 'blocked');
  });
  expect(await me(token)).toMatchObject({ status: 403, body: { code: 'blocked' } });
  await expect.poll(async () => (await me(token, other)).status, { timeout: onThisMachine(2_000) }).toBe(403);
  await testbed.rows(`update users set status = 'active' where id = $1`, [id]);
  expect((await me(token)).status).toBe(401);
});

test('the token of a deleted person opens nothing', async () => {
  const { token, id } = await aUser();
  await testbed.app.deps.inTx(async (tx) => {
    await tx.update(users).set({ status: 'deleted', email: null }).where(eq(users.id, id));
    await revokeSessions(testbed.app.deps, tx, { userId: id }, 'deleted');
  });
  expect((await me(token)).status).toBe(401);
});

test('all sessions of a user but one can be ended', async () => {
  const { token, id, email } = await aUser();
  const others = [await signedIn(call, email), await signedIn(call, email)];
  const ended = await testbed.app.deps.inTx((tx) =>
    revokeSessions(testbed.app.deps, tx, { userId: id, except: sessionOf(token) }, 'signed_out_elsewhere'),
  );
  expect(ended).toBe(2);
  const statuses = await Promise.all([token, ...others].map(async (item) => (await me(item)).status));
  expect(statuses).toEqual([200, 401, 401]);
});

test('a session ends by the clock, the administrator’s also after thirty idle minutes', async () => {
  const { token: admin } = { token: await signedIn(call, adminEmail, adminPassword) };
  const { token: customer } = await aUser();
  const age = (token: string, column: string, by: string) =>
    testbed.rows(`update sessions set ${column} = ${column} - interval '${by}' where id = $1`, [sessionOf(token)]);
  for (const token of [admin, customer]) await age(token, 'last_seen_at', '29 minutes');
  expect((await me(admin, forgetful)).status).toBe(200);
  for (const token of [admin, customer]) await age(token, 'last_seen_at', '31 minutes');
  expect([(await me(admin, forgetful)).status, (await me(customer, forgetful)).status]).toEqual([401, 200]);
  await age(customer, 'expires_at', '7 days');
  expect((await me(customer, forgetful)).status).toBe(401);
});

test('polls of a tab that nobody is at do not keep the administrator signed in, an action does', async () => {
  const token = await signedIn(call, adminEmail, adminPassword);
  const poll = (app: TestApp) =>
    app.call('GET', '/api/admin/transactions', { token, headers: { 'X-Background': '1' } });
  const minutesLater = (minutes: number) =>
    testbed.rows(`update sessions set last_seen_at = last_seen_at - make_interval(mins => $2) where id = $1`, [
      sessionOf(token),
      minutes,
    ]);
  for (let minute = 5; minute <= 25; minute += 5) {
    await minutesLater(5);
    expect((await poll(forgetful)).status).toBe(200);
  }
  // Also right after a poll, whose response this process has cached.
  const attended = await testbed.another();
  expect((await poll(attended)).status).toBe(200);
  expect((await me(token, attended)).status).toBe(200);
  await minutesLater(29);
  expect((await poll(forgetful)).status).toBe(200);
  await minutesLater(1);
  expect((await poll(forgetful)).status).toBe(401);
}, 60_000);

test('staying signed in gives a customer seven more days, thirty in all, and an administrator no more than the eight hours', async () => {
  const { token } = await aUser();
  const extend = async (item: string) =>
    (await call('POST', '/api/auth/extend', { token: item })).body as { token: string; expiresAt: string };
  const inDays = ({ expiresAt }: { expiresAt: string }) => (Date.parse(expiresAt) - Date.now()) / 86_400_000;
  const older = (days: number) =>
    testbed.rows(
      `update sessions set created_at = created_at - make_interval(days => $2), expires_at = expires_at - make_interval(days => $2) where id = $1`,
      [sessionOf(token), days],
    );
  await older(5);
  const extended = await extend(token);
  expect(inDays(extended)).toBeCloseTo(7, 1);
  expect((await me(extended.token)).status).toBe(200);
  await older(6);
  await extend(token);
  await older(6);
  await extend(token);
  await older(6);
  await extend(token);
  await older(4);
  expect(inDays(await extend(token))).toBeCloseTo(3, 1);

  const admin = await signedIn(call, adminEmail, adminPassword);
  expect(inDays(await extend(admin)) * 24).toBeCloseTo(8, 0);
});

test('who was seen is written once a minute at most', async () => {
  const { token } = await aUser();
  const seen = async () =>
    (await testbed.rows('select last_seen_at, xmin::text from sessions where id = $1', [sessionOf(token)]))[0];
  const before = await seen();
  const { sessions } = forgetful.deps;
  await sessions.authenticate(token);
  expect(await seen()).toEqual(before);
  await testbed.rows(`update sessions set last_seen_at = now() - interval '61 seconds' where id = $1`, [
    sessionOf(token),
  ]);
  await Promise.all([1, 2, 3].map(() => sessions.authenticate(token)));
  const [row] = await testbed.rows(
    `select now() - last_seen_at < interval '10 seconds' as now from sessions where id = $1`,
    [sessionOf(token)],
  );
  expect(row).toEqual({ now: true });
});

/** The session store with events that a test controls: none is received; `connected` is set by the test. */
function aStore(connected: boolean) {
  const { db, inTx, auth } = testbed.app.deps;
  const events = { connected, on: () => () => undefined };
  return {
    events,
    store: createSessions({ db, inTx, events, tokens: auth.tokens, env: { production: false }, rightsOf }),
  };
}
const endBehindItsBack = (token: string) =>
  testbed.rows('update sessions set revoked_at = now(), revoked_reason = $2 where id = $1', [
    sessionOf(token),
    'signed_out',
  ]);
const opens = async (answer: Promise<SignedIn | null>) => (await answer) !== null;

test('memory is believed only while news would be heard', async () => {
  const { token } = await aUser();
  const [disconnected, listening] = [aStore(false), aStore(true)];
  expect([
    await opens(disconnected.store.authenticate(token)),
    await opens(listening.store.authenticate(token)),
  ]).toEqual([true, true]);
  await endBehindItsBack(token);
  expect(await opens(disconnected.store.authenticate(token))).toBe(false);
  expect(await opens(listening.store.authenticate(token))).toBe(true);
  listening.events.connected = false;
  expect(await opens(listening.store.authenticate(token))).toBe(false);
});

test('a session read while it is being ended is not kept, even before the news arrive', async () => {
  const { token } = await aUser();
  const { store } = aStore(true);
  await testbed.app.deps.inTx(async (tx) => {
    await revokeSessions({ sessions: store }, tx, { sessionIds: [sessionOf(token)] }, 'signed_out');
    expect(await opens(store.authenticate(token))).toBe(true);
  });
  expect(await opens(store.authenticate(token))).toBe(false);
});
