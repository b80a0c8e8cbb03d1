import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { accountCalls, newAddress } from '#tests/factories/account-calls.ts';
import { signedIn } from '#tests/factories/accounts.ts';
import { ownerCalls } from '#tests/factories/approvals.ts';
import { invitations } from '#tests/factories/invitations.ts';
import { openKyc } from '#tests/factories/kyc.ts';
import { aMember, aSession } from '#tests/factories/members.ts';
import { adminEmail, adminPassword } from '#tests/setup/app.ts';
import { outcomeOf, teamCalls } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, rows, row } = testbed;
const { call, aUser, changePassword, moveTo, theAdmin } = accountCalls(testbed);
const { aRequest } = openKyc(testbed);
const admin = ownerCalls(testbed);
const { invite, join, newAddress: invitedAddress } = invitations(testbed, admin);
const refusal = '403 step_up_required';

const sessionOf = async (token: string) => {
  const session = await app.deps.sessions.authenticate(token);
  if (!session) throw new Error('Nobody is signed in');
  return session;
};
const isSure = async (token: string, askedFor: true | 'recent' = true, isBackground = false) =>
  app.deps.sessions.isSure(await sessionOf(token), { asked: askedFor, token: undefined, isBackground });

const digitsOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** A member of the team who has just signed in by password and code. */
async function aSureMember() {
  const { id } = await aMember(database.pool, app.deps, 'owner');
  return { id, token: (await aSession(app.deps, { id, role: 'staff' }, 'password')).token };
}

/** Sets when the password was entered in a session and until when it is sure, in minutes from now. */
async function setSure(token: string, at: number, until: number): Promise<void> {
  const { sessionId } = await sessionOf(token);
  await rows(
    `update sessions set sure_at = now() + make_interval(mins => $1), sure_until = now() + make_interval(mins => $2)
     where id = $3`,
    [at, until, sessionId],
  );
}

/**
 * Returns for how many minutes more a session is sure, and how long ago the password was entered; null for one that is
 * not.
 */
async function sureOf(token: string) {
  const { sessionId } = await sessionOf(token);
  return row(
    `select round(extract(epoch from sure_until - now()) / 60)::int as left,
       round(extract(epoch from now() - sure_at) / 60)::int as ago from sessions where id = $1`,
    [sessionId],
  );
}

test('the administrator who just signed in by password decides without giving it again', async () => {
  const first = await aRequest();
  const second = await aRequest();
  const byToken = teamCalls(app, { token: await theAdmin() });
  const approval = { status: 'approved', notes: 'Passport and name agree.' };
  expect(await outcomeOf(byToken.put(`kyc-requests/${first.id}/review`, approval))).toBe('200');
  const [rate] = (await byToken.list('fiat-exchange-rates')) as [{ id: string; exchangeRate: number }];
  expect(await outcomeOf(byToken.put(`fiat-exchange-rates/${rate.id}`, { exchangeRate: rate.exchangeRate }))).toBe(
    '200',
  );
  const [currency] = await byToken.list('fiat-currencies');
  expect(await outcomeOf(byToken.put(`fiat-currencies/${currency?.id}`, { isActive: true }))).toBe('200');
  const [method] = await byToken.list('payment-methods');
  expect(await outcomeOf(byToken.put(`payment-methods/${method?.id}`, { isActive: true }))).toBe('200');
  for (const seed of ['seed-fiat-currencies', 'seed-payment-methods'])
    expect(await outcomeOf(byToken.post(seed))).toMatch(/^20/);

  await rows('update sessions set sure_at = null, sure_until = null');
  expect(await outcomeOf(byToken.put(`kyc-requests/${second.id}/review`, approval))).toBe(refusal);
  const rejection = { status: 'rejected', notes: 'The photo shows another name.' };
  expect(await outcomeOf(byToken.put(`kyc-requests/${second.id}/review`, rejection))).toBe('200');
});

test('a call that needs the password prolongs its proof, and a poll or a refused call does not', async () => {
  const { token } = await aSureMember();
  expect(await sureOf(token)).toEqual({ left: 15, ago: 0 });
  await setSure(token, -10, 5);
  expect(await isSure(token, true, true)).toBe(true);
  expect(await isSure(token, 'recent')).toBe(false);
  expect(await sureOf(token)).toEqual({ left: 5, ago: 10 });
  expect(await isSure(token)).toBe(true);
  expect(await sureOf(token)).toEqual({ left: 15, ago: 10 });
});

test('no session counts as proven for more than an hour after the password', async () => {
  const { token } = await aSureMember();
  await setSure(token, -52, 3);
  expect(await isSure(token)).toBe(true);
  expect(await sureOf(token)).toEqual({ left: 8, ago: 52 });
  await expect(setSure(token, -52, 9)).rejects.toThrow(/sessions_sure/);
  await setSure(token, -61, -1);
  expect(await isSure(token)).toBe(false);
  expect(await sureOf(token)).toEqual({ left: -1, ago: 61 });
});

test('a call that would prolong the proof by less than a minute writes nothing', async () => {
  const { token } = await aSureMember();
  const { sessionId } = await sessionOf(token);
  const versionOf = () => row('select xmin::text as version from sessions where id = $1', [sessionId]);
  const versionBefore = await versionOf();
  for (let round = 0; round < 3; round++) expect(await isSure(token, 'recent')).toBe(true);
  expect(await versionOf()).toEqual(versionBefore);
});

test('a thief with the token of another session of that member has to give the password', async () => {
  const here = await theAdmin();
  const there = await theAdmin();
  const stepUp = (password: string) => call('POST', '/api/admin/step-up', { token: there, json: { password } });
  await setSure(there, -20, -5);
  expect([await isSure(here), await isSure(there)]).toEqual([true, false]);
  expect((await stepUp('a guess')).status).toBe(401);
  expect(await isSure(there)).toBe(false);
  expect((await stepUp(adminPassword)).status).toBe(200);
  expect(await isSure(there, 'recent')).toBe(true);
});

test('a session from a mailed code or an invitation has to give the password', async () => {
  const email = invitedAddress();
  await invite(email);
  const customer = await aUser();
  const member = await join(email);
  expect([await isSure(customer.token), await isSure(member.token)]).toEqual([false, false]);
});

test('a new password, address or role and a block end the proof at once on every process', async () => {
  const otherProcess = await testbed.another();
  const customer = await aUser();
  const token = await signedIn(call, customer.email);
  const isSureThere = async () =>
    otherProcess.deps.sessions.isSure(await sessionOf(token), { asked: true, token: undefined });
  expect(await isSureThere()).toBe(true);
  expect((await changePassword({ token }, 'another battery staple')).status).toBe(200);
  expect([await isSure(token), await isSureThere()]).toEqual([false, false]);

  const mover = await aUser();
  const movedSession = await signedIn(call, mover.email);
  await moveTo({ token: movedSession }, newAddress());
  expect(await isSure(movedSession)).toBe(false);

  const member = await aSureMember();
  const session = await sessionOf(member.token);
  const sureThere = () => otherProcess.deps.sessions.isSure(session, { asked: true, token: undefined });
  expect(await sureThere()).toBe(true);
  expect(await outcomeOf(admin.put(`team/${member.id}`, { role: 'reviewer' }))).toBe('200');
  expect(await sureThere()).toBe(false);

  const blocked = await aUser();
  const last = await sessionOf(await signedIn(call, blocked.email));
  expect(await outcomeOf(admin.post(`users/${blocked.id}/block`, { reason: 'A test' }))).toBe('200');
  expect(await app.deps.sessions.isSure(last, { asked: true, token: undefined })).toBe(false);
});

test('a sign-in without the code proves no session, and a new factor ends the proof', async () => {
  const owner = accountCalls(testbed);
  const here = await theAdmin();
  const there = await theAdmin();
  const started = await call('POST', '/api/second-factor', { token: here, json: { password: adminPassword } });
  const code = digitsOf(String(started.body.secret));
  expect((await call('POST', '/api/second-factor/confirm', { token: here, json: { code } })).status).toBe(200);
  expect([await isSure(here), await isSure(there)]).toEqual([true, false]);
  expect((await owner.login(adminEmail, adminPassword)).status).toBe(403);
  expect((await call('POST', '/api/admin/step-up', { token: there, json: { password: adminPassword } })).status).toBe(
    403,
  );
  expect(await isSure(there)).toBe(false);
});
