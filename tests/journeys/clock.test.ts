import { afterAll, expect, test } from 'vitest';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import { aRegistration, signedIn } from '#tests/factories/accounts.ts';
import { orderOf, someBitcoin, submit } from '#tests/factories/sales.ts';
import { adminEmail, adminPassword, startTestApp, testSettings } from '#tests/setup/app.ts';
import { callerOf, type Call } from '#tests/setup/call.ts';
import { callsOf, outcome, teamCalls } from '#tests/setup/calls.ts';
import { aDataDir, Program } from '#tests/setup/program.ts';
import { skewedClock } from '#tests/setup/skewed-clock.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { fixture, openDatabase } from '#tests/setup/testbed.ts';

const minuteMs = 60_000;
const quoteMs = 15 * minuteMs;
/** The time between a response and the database query, on a busy machine. */
const nearlyMs = 20_000;

const database = openDatabase();
const smtp = fixture(() => startSmtp());
const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  await smtp.close();
});
const settings = () => ({ ...testSettings, SMTP_URL: smtp.url, WALLET_COOLOFF_HOURS: '1' });

/** The built product on a machine whose clock is this many minutes ahead of the database's. */
async function aServer(minutesAhead: number) {
  const { path, remove } = await aDataDir();
  const serverSettings = { ...settings(), ...skewedClock(minutesAhead), DATA_DIR: path, DATABASE_URL: database.url };
  const program = new Program(serverSettings);
  cleanups.push(remove, () => program.end());
  const { url } = await program.ready();
  return { url, call: callerOf(url), program };
}

const lateServer = fixture(() => aServer(-60));

/** Registers; returns the address and the code that was mailed to it. */
async function register(call: Call): Promise<{ email: string; otp: string }> {
  const sentRegistration = aRegistration();
  await bodyOf(call('POST', '/api/register', { json: sentRegistration }));
  const code = () => {
    const mail = smtp.taken.find(({ recipients }) => recipients.includes(sentRegistration.email));
    return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  };
  await expect.poll(code).toMatch(/^\d{6}$/);
  return { email: sentRegistration.email, otp: code() ?? '' };
}

/** The body of a call that succeeds. */
async function bodyOf<Body extends object>(responsePromise: Promise<{ status: number; body: Body }>): Promise<Body> {
  const answer = await responsePromise;
  expect(await outcome(answer)).toMatch(/^20[01]$/);
  return answer.body;
}

const confirm = async (call: Call, json: { email: string; otp: string }) =>
  String((await bodyOf(call('POST', '/api/verify-otp', { json }))).token);

async function aQuote(call: Call, token: string): Promise<SellQuoteView> {
  const json = { ...someBitcoin, cryptoAmount: 0.001 };
  return (await bodyOf(call('POST', '/api/sell-quotes', { token, json }))) as unknown as SellQuoteView;
}

/** Returns by how many ms an instant differs from the database's time, minus the wanted difference. */
async function offsetFrom(moment: string, wantedMs = 0): Promise<number> {
  const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
  return Math.abs(Date.parse(moment) - (rows[0]?.now.getTime() ?? Number.NaN) - wantedMs);
}

test.each([
  ['eleven minutes ahead', 11],
  ['an hour behind', -60],
])('a customer on a server whose clock is %s registers, signs in, locks a rate and sells', async (_name, minutes) => {
  const { url, call, program } = minutes < 0 ? lateServer : await aServer(minutes);
  const registration = await register(call);
  await confirm(call, registration);
  const token = await signedIn(call, registration.email);

  const quote = await aQuote(call, token);
  expect(Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)).toBe(quoteMs);
  expect(await offsetFrom(quote.expiresAt, quoteMs)).toBeLessThan(nearlyMs);
  expect(await offsetFrom(quote.serverTime)).toBeLessThan(nearlyMs);

  const order = await bodyOf(submit({ url }, { token }, orderOf(quote)));
  expect(await offsetFrom(order.createdAt)).toBeLessThan(nearlyMs);
  const { rows } = await database.pool.query<{ at: Date }>(
    `select created_at as at from files union all select at from order_events union all select at from audit_log
     union all select created_at from orders`,
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const { at } of rows) expect(await offsetFrom(at.toISOString())).toBeLessThan(2 * minuteMs);
  expect(program.stderr).toContain(`"aheadSeconds":${minutes * 60},`);
});

test('two servers whose clocks are an hour apart agree on every deadline', async () => {
  const onTime = await startTestApp(database, settings());
  cleanups.push(onTime.stop);
  const token = await confirm(onTime.call, await register(lateServer.call));
  const otherToken = await confirm(lateServer.call, await register(onTime.call));
  for (const { call } of [lateServer, onTime]) {
    for (const sessionToken of [token, otherToken])
      await bodyOf(call('GET', '/api/auth/user', { token: sessionToken }));
  }

  const quotes = [
    await aQuote(lateServer.call, token),
    await aQuote(onTime.call, token),
    await aQuote(lateServer.call, token),
  ];
  for (const { call } of [lateServer, onTime]) {
    const open = (await callsOf({ call }, { token }).get<SellQuoteView[]>('sell-quotes')).body;
    expect(open.map(({ quoteId }) => quoteId)).toEqual(quotes.map(({ quoteId }) => quoteId).toReversed());
    for (const { expiresAt, serverTime } of open) {
      const leftMs = Date.parse(expiresAt) - Date.parse(serverTime);
      expect(leftMs).toBeLessThanOrEqual(quoteMs);
      expect(leftMs).toBeGreaterThan(quoteMs - 2 * minuteMs);
    }
  }
  const orders: string[] = [];
  for (const [at, quote] of quotes.entries())
    orders.push((await bodyOf(submit(at === 1 ? lateServer : onTime, { token }, orderOf(quote)))).id);
  expect(await callsOf(lateServer, { token }).ids('transactions')).toEqual(orders.toReversed());

  const admin = await signedIn(onTime.call, adminEmail, adminPassword);
  const proof = await lateServer.call('POST', '/api/admin/step-up', {
    token: admin,
    json: { password: adminPassword },
  });
  expect(await offsetFrom(String(proof.body.expiresAt), 5 * minuteMs)).toBeLessThan(nearlyMs);
  const headers = { 'X-Step-Up': String(proof.body.stepUpToken) };
  const putWallet = (at: { call: Call }, coin: string, json: object) =>
    bodyOf(teamCalls(at, { token: admin, headers }).put(`wallets/${coin}`, json));
  await putWallet(onTime, 'litecoin', { minimumDeposit: 0.5 });
  const { waiting } = await putWallet(lateServer, 'bitcoin', { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' });
  expect(await offsetFrom((waiting as { liveAt: string }).liveAt, 60 * minuteMs)).toBeLessThan(nearlyMs);
});
