import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { expect, test } from 'vitest';
import { rightsOf } from '#shared/team/team.roles.ts';
import { accountCalls } from '#tests/factories/account-calls.ts';
import { signedIn } from '#tests/factories/accounts.ts';
import { aSession } from '#tests/factories/members.ts';
import { adminPassword, testJwtSecret, type TestApp } from '#tests/setup/app.ts';
import { forgeriesOf } from '#tests/setup/callers.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { revokeSessions } from '../auth.service.ts';
import { createSessions } from './auth.sessions.ts';

const testbed = openTestbed();
const { rows } = testbed;
const { call, me, aUser, theAdmin } = accountCalls(testbed);
const meStatus = async (token: string, app: TestApp = testbed.app) => (await me(token, app)).status;
const sessionOf = (token: string) => (jwt.decode(token) as { sid: string }).sid;
const signOut = async (token?: string) => (await call('POST', '/api/logout', token ? { token } : {})).status;
/** Ends the sessions of a user as the product does. */
const revoke = (userId: string, reason: 'blocked' | 'deleted') =>
  testbed.app.deps.inTx((tx) => revokeSessions(tx, testbed.app.deps, { userId }, reason));
const otherProcess = fixture(() => testbed.another());
/** A process that gets no events, and so reads a session again for each request. */
const forgetful = fixture(async () => {
  const app = await testbed.another();
  await app.deps.events.close();
  return app;
});
const expectSoon = async (status: number, token: string) => {
  await expect.poll(() => meStatus(token, otherProcess), { timeout: onThisMachine(2_000) }).toBe(status);
};
/** Moves the times of a session into the past by this interval. */
const age = (token: string, by: string, ...columns: string[]) =>
  rows(`update sessions set ${columns.map((name) => `${name} = ${name} - interval '${by}'`).join()} where id = $1`, [
    sessionOf(token),
  ]);

test('a token names only its session, and ends with it', async () => {
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
  const sign = (payload: object, changes: object = {}, key = testJwtSecret) => {
    const text = `${part({ alg: 'HS256', typ: 'JWT', ...changes })}.${part(payload)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  const without = (name: keyof typeof good) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const forgedRows = [
    ...forgeriesOf(token),
    token.slice(0, -2),
    sign(good, { alg: 'HS512' }),
    sign(good, {}, publicKey.export({ type: 'spki', format: 'pem' }).toString()),
    jwt.sign(good, privateKey, { algorithm: 'RS256' }),
    sign(good, { kid: '../../dev/null' }),
    sign(good, { jku: 'https://evil.example/keys' }),
    sign(good, { jwk: { kty: 'oct', k: 'AA' } }),
    sign(good, { crit: ['b64'], b64: false }),
    sign({ ...good, exp: String(good.exp) }),
    sign({ ...good, nbf: good.exp }),
    ...(['sub', 'aud'] as const).map((name) => sign(without(name))),
    ...[randomUUID(), `${sid}' or '1'='1`, [sid]].map((stolen) => sign({ ...good, sid: stolen })),
    sign({ ...good, sub: randomUUID() }),
    ...['landfall step-up', 'file'].map((aud) => sign({ ...good, aud })),
  ];
  expect(forgedRows.length).toBeGreaterThanOrEqual(30);
  // Proof that only the fault of each token is refused: a token by the rules opens.
  expect(await meStatus(sign(good))).toBe(200);
  const statuses = await Promise.all(
    forgedRows.flatMap((item) => [
      me(item),
      call('POST', '/api/auth/extend', { token: item }),
      call('POST', '/api/admin/step-up', { token: item, json: { password: adminPassword } }),
    ]),
  );
  expect([...new Set(statuses.map(({ status }) => status))]).toEqual([401]);
  expect(await meStatus(token)).toBe(200);
});

test('signing out ends this session at once on every process, and no other one', async () => {
  const { token, email } = await aUser();
  const second = await signedIn(call, email);
  expect([await meStatus(token, otherProcess), await meStatus(second, otherProcess)]).toEqual([200, 200]);
  expect(await signOut(token)).toBe(200);
  expect(await meStatus(token)).toBe(401);
  await expectSoon(401, token);
  expect([await meStatus(second), await meStatus(second, otherProcess)]).toEqual([200, 200]);
  expect([await signOut(token), await signOut()]).toEqual([200, 200]);
});

test('each of twenty sign-outs ends its token at once', async () => {
  const { id } = await aUser();
  for (let round = 0; round < 20; round++) {
    const { token } = await aSession(testbed.app.deps, { id, role: 'customer' });
    expect(await meStatus(token)).toBe(200);
    await signOut(token);
    expect(await meStatus(token)).toBe(401);
  }
});

test.each([
  ['blocked', 403],
  ['deleted', 401],
] as const)('a user who is %s has no session left on any process, and is answered %i', async (status, answer) => {
  const { token, id } = await aUser();
  await me(token, otherProcess);
  const email = status === 'deleted' ? 'null' : 'email';
  await rows(`update users set status = $2, email = ${email} where id = $1`, [id, status]);
  await revoke(id, status);
  expect(await meStatus(token)).toBe(answer);
  await expectSoon(answer, token);
  await rows(`update users set status = 'active' where id = $1 and status = 'blocked'`, [id]);
  expect(await meStatus(token)).toBe(401);
});

test('a session ends at its time, and the administrator’s after thirty idle minutes too', async () => {
  const admin = await theAdmin();
  const { token: customer } = await aUser();
  for (const token of [admin, customer]) await age(token, '29 minutes', 'last_seen_at');
  expect(await meStatus(admin, forgetful)).toBe(200);
  for (const token of [admin, customer]) await age(token, '31 minutes', 'last_seen_at');
  expect([await meStatus(admin, forgetful), await meStatus(customer, forgetful)]).toEqual([401, 200]);
  await age(customer, '7 days', 'expires_at');
  expect(await meStatus(customer, forgetful)).toBe(401);
});

test('polls of an unattended tab do not keep the administrator signed in, an action does', async () => {
  const token = await theAdmin();
  const poll = async (app: TestApp) =>
    (await app.call('GET', '/api/admin/transactions', { token, headers: { 'X-Background': '1' } })).status;
  const minutesLater = (minutes: number) => age(token, `${minutes} minutes`, 'last_seen_at');
  for (let minute = 5; minute <= 25; minute += 5) {
    await minutesLater(5);
    expect(await poll(forgetful)).toBe(200);
  }
  // The member is present right after a poll too, whose response this process has cached.
  const attended = await testbed.another();
  expect([await poll(attended), await meStatus(token, attended)]).toEqual([200, 200]);
  await minutesLater(29);
  expect(await poll(forgetful)).toBe(200);
  await minutesLater(1);
  expect(await poll(forgetful)).toBe(401);
});

test('staying signed in gives a customer seven more days, thirty in all, and an administrator none', async () => {
  const { token } = await aUser();
  const extend = async (item: string) => {
    const { body } = await call('POST', '/api/auth/extend', { token: item });
    const days = (Date.parse(String(body.expiresAt)) - Date.now()) / 86_400_000;
    return { days, token: String(body.token) };
  };
  const older = (days: number) => age(token, `${days} days`, 'created_at', 'expires_at');
  await older(5);
  const extension = await extend(token);
  expect(extension.days).toBeCloseTo(7, 1);
  expect(await meStatus(extension.token)).toBe(200);
  for (let week = 0; week < 3; week += 1) {
    await older(6);
    await extend(token);
  }
  await older(4);
  expect((await extend(token)).days).toBeCloseTo(3, 1);
  expect((await extend(await theAdmin())).days * 24).toBeCloseTo(8, 0);
});

test('the last use of a session is written at most once a minute', async () => {
  const { token } = await aUser();
  const readUse = async () =>
    (await rows('select last_seen_at as at, xmin::text from sessions where id = $1', [sessionOf(token)]))[0];
  const lastUseBefore = await readUse();
  const { sessions } = forgetful.deps;
  await sessions.authenticate(token);
  expect(await readUse()).toEqual(lastUseBefore);
  await age(token, '61 seconds', 'last_seen_at');
  await Promise.all([1, 2, 3].map(() => sessions.authenticate(token)));
  expect((await readUse())?.at).toSatisfy((at: Date) => at > (lastUseBefore?.at as Date));
});

/** The session store with events that a test controls: none is received; `connected` is set by the test. */
function aStore(connected: boolean) {
  const { db, inTx, auth } = testbed.app.deps;
  const events = { connected, on: () => () => undefined };
  const store = createSessions({ db, inTx, events, tokens: auth.tokens, env: { production: false }, rightsOf });
  return { events, store, opens: async (token: string) => (await store.authenticate(token)) !== null };
}

test('cached sessions count only while events can be received', async () => {
  const { token } = await aUser();
  const disconnected = aStore(false);
  const listening = aStore(true);
  expect([await disconnected.opens(token), await listening.opens(token)]).toEqual([true, true]);
  // Changes the row without an event, so that the cache does not notice.
  await rows(`update sessions set revoked_at = now(), revoked_reason = 'signed_out' where id = $1`, [sessionOf(token)]);
  expect([await disconnected.opens(token), await listening.opens(token)]).toEqual([false, true]);
  listening.events.connected = false;
  expect(await listening.opens(token)).toBe(false);
});

test('a session that ends while it is read is not cached, even before the event arrives', async () => {
  const { token } = await aUser();
  const { store, opens } = aStore(true);
  await testbed.app.deps.inTx(async (tx) => {
    await revokeSessions(tx, { sessions: store }, { sessionIds: [sessionOf(token)] }, 'signed_out');
    expect(await opens(token)).toBe(true);
  });
  expect(await opens(token)).toBe(false);
});
