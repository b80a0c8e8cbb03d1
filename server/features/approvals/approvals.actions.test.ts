import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { passDayOfGrace } from '#tests/factories/accounts.ts';
import { aColleague, approvalCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { aUser } from '#tests/factories/orders.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '1000' });
const { approve, refuse, withdraw, listed, audited } = approvalCalls(testbed);
type Owner = Awaited<ReturnType<typeof theOwner>>;
let owner: Owner;

const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
const auditor = fixture(() => aColleague(testbed, 'auditor'));
beforeEach(async () => {
  owner = await theOwner(testbed);
});

const asOwner = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: object) =>
  testbed.app.call(method, `/api/admin/${path}`, { ...owner, ...(json && { json }) });
const rules = async () => (await testbed.app.call('GET', '/api/admin/settings', owner)).body.fourEyes;
const detailsOf = async (id: unknown) => (await listed(reviewer.token)).find((item) => item.id === id)?.facts;

/** The request that an action of the owner has become. */
async function pendingOf(answer: Promise<{ status: number; body: Record<string, unknown> }>): Promise<string> {
  const { status, body } = await answer;
  expect([status, typeof body.approvalId]).toEqual([202, 'string']);
  return String(body.approvalId);
}

test('every rule is off until it is switched on, and then actions are done at once', async () => {
  expect(await rules()).toEqual({
    payoutOverUsd: null,
    warnedApproval: false,
    addressChange: false,
    rateOverPercent: null,
    liftBlock: false,
    eraseUser: false,
    refundOverUsd: null,
    payoutRelease: false,
    expireHours: 24,
  });
});

test('a team whose only other member is an auditor cannot switch a rule on', async () => {
  await testbed.rows(`update team_members set ends_at = now() where user_id = $1`, [reviewer.id]);
  for (const rule of [{ liftBlock: true }, { payoutOverUsd: 1_000 }])
    expect(await setRules(testbed, rule)).toMatchObject({ status: 409, body: { code: 'second_user_needed' } });
  expect((await setRules(testbed, { expireHours: 12 })).status).toBe(200);
  await testbed.rows(`update team_members set ends_at = null where user_id = $1`, [reviewer.id]);
  expect((await setRules(testbed, { payoutOverUsd: 1_000, liftBlock: true })).status).toBe(200);
});

describe('a rule', () => {
  test('is tightened by one, and loosened only by two: higher, off or slower', async () => {
    expect((await setRules(testbed, { payoutOverUsd: 500, warnedApproval: true, expireHours: 8 })).status).toBe(200);
    for (const loosened of [{ payoutOverUsd: 600 }, { warnedApproval: false }, { expireHours: 9 }])
      await pendingOf(setRules(testbed, loosened));
    const id = await pendingOf(setRules(testbed, { payoutOverUsd: null }));
    expect(await rules()).toMatchObject({ payoutOverUsd: 500, warnedApproval: true, expireHours: 8 });
    expect(await detailsOf(id)).toEqual({ payoutOverUsdBefore: 500, payoutOverUsd: null });
    expect((await approve(id, owner.token)).body.code).toBe('own_request');
    expect((await approve(id, reviewer.token)).status).toBe(200);
    expect(await rules()).toMatchObject({ payoutOverUsd: null, warnedApproval: true });
  });

  test('is not got around by one who loosens what guards the money beside it', async () => {
    expect((await setRules(testbed, { warnedApproval: true })).status).toBe(200);
    const asked = (json: object) => pendingOf(asOwner('PUT', 'settings', json));
    const { finality } = settingsDefaults.deposits;
    await asked({ deposits: { finality: { ...finality, bitcoin: [{ overUsd: 0, confirmations: 1 }] } } });
    await asked({ rules: { payoutEvidenceRequired: false } });
    await asked({ fees: { tiers: [{ overUsd: 0, percent: 0 }] } });
    const id = await asked({ limits: { kycUsd: 1_000_000 } });
    expect(await detailsOf(id)).toEqual({ kycUsdBefore: 1_000, kycUsd: 1_000_000, sections: 'limits' });
    expect((await asOwner('PUT', 'settings', { limits: { kycUsd: 900 }, times: { check: 'soon' } })).status).toBe(200);
    const again = await asked({ limits: { kycUsd: 2_000 } });
    expect((await approve(again, reviewer.token)).status).toBe(200);
    const { body } = await testbed.app.call('GET', '/api/admin/settings', owner);
    expect(body).toMatchObject({ limits: { kycUsd: 2_000 }, fees: settingsDefaults.fees, deposits: { finality } });
  });

  test('that was changed since is not loosened on what was seen', async () => {
    await setRules(testbed, { payoutOverUsd: 500 });
    const id = await pendingOf(setRules(testbed, { payoutOverUsd: 900 }));
    expect((await setRules(testbed, { payoutOverUsd: 100 })).status).toBe(200);
    expect(await approve(id, reviewer.token)).toMatchObject({ status: 409, body: { code: 'facts_changed' } });
    expect(await rules()).toMatchObject({ payoutOverUsd: 100 });
  });
});

describe('a customer', () => {
  test('who is blocked is let in again by two members', async () => {
    await setRules(testbed, { liftBlock: true });
    const { userId } = await aUser(testbed.database.pool);
    await asOwner('POST', `users/${userId}/block`, { reason: 'Stolen card.' });
    const id = await pendingOf(asOwner('POST', `users/${userId}/unblock`, {}));
    expect(await detailsOf(id)).toMatchObject({
      status: 'blocked',
      blockedReason: 'Stolen card.',
      customer: 'Ada Obi',
    });
    const statusOf = async () => (await testbed.rows(`select status from users where id = $1`, [userId]))[0]?.status;
    expect(await statusOf()).toBe('blocked');
    expect((await approve(id, reviewer.token)).status).toBe(200);
    expect(await statusOf()).toBe('active');
    expect(await audited(userId)).toContain('user.unblocked');
  });

  test('is no member of the team: nobody is asked whether the owner or a colleague should be erased', async () => {
    await setRules(testbed, { eraseUser: true });
    const members = await testbed.rows(`select id, email from users where role = 'admin' or id = $1`, [reviewer.id]);
    expect(members).toHaveLength(2);
    for (const { id, email } of members) {
      expect(await asOwner('DELETE', `users/${String(id)}`, { email })).toMatchObject({
        status: 403,
        body: { code: id === reviewer.id ? 'forbidden' : 'own_case' },
      });
    }
  });

  test('is erased by two members, and with them what was asked about them', async () => {
    await setRules(testbed, { eraseUser: true, payoutOverUsd: 100 });
    const { email, userId } = await aUser(testbed.database.pool);
    const wrong = await asOwner('DELETE', `users/${userId}`, { email: 'other@example.com' });
    expect(wrong.status).toBe(400);
    const id = await pendingOf(asOwner('DELETE', `users/${userId}`, { email }));
    expect(await detailsOf(id)).toMatchObject({ email });
    const block = await asOwner('POST', `users/${userId}/block`, { reason: 'Said so.' });
    expect(block.status).toBe(200);
    expect((await approve(id, reviewer.token)).body.code).toBe('facts_changed');
    const again = await pendingOf(asOwner('DELETE', `users/${userId}`, { email }));
    const unblock = await pendingOf(asOwner('POST', `users/${userId}/unblock`, {}));
    expect((await approve(again, reviewer.token)).status).toBe(200);
    await passDayOfGrace(testbed, userId);
    const [user] = await testbed.rows(`select email, status from users where id = $1`, [userId]);
    expect(user).toEqual({ email: null, status: 'deleted' });
    const stored = await testbed.rows(`select id, state, facts, input from approvals where facts ->> 'userId' = $1`, [
      userId,
    ]);
    expect(stored.find((row) => row.id === again)).toMatchObject({ state: 'approved' });
    expect(stored.find((row) => row.id === unblock)).toMatchObject({ state: 'void' });
    expect(new Set(stored.map(({ facts, input }) => JSON.stringify([facts, input])))).toEqual(
      new Set([JSON.stringify([{ userId }, {}])]),
    );
  });
});

describe('where money is received', () => {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  beforeAll(async () => {
    await setRules(testbed, { addressChange: true });
  });

  const stop = () => asOwner('POST', 'wallets/bitcoin/stop', { address, memo: null, reason: 'The key was stolen' });

  /** The coin's address, stopped by the owner alone, and the request to confirm that. */
  async function stopped() {
    expect(await stop()).toMatchObject({
      status: 200,
      body: { stoppedAt: expect.any(String) as string, stopWaits: true },
    });
    const [request] = await listed(reviewer.token);
    return { approvalId: String(request?.id) };
  }

  test('a deposit address changes by two members, and the minimum beside it by one', async () => {
    const [before] = await testbed.rows(`select address from deposit_wallets where crypto_id = 'bitcoin'`);
    const id = await pendingOf(asOwner('PUT', 'wallets/bitcoin', { address }));
    expect(await detailsOf(id)).toMatchObject({ coin: 'Bitcoin', address, addressBefore: before?.address });
    expect(await testbed.rows(`select address from deposit_wallets where crypto_id = 'bitcoin'`)).toEqual([before]);
    expect((await asOwner('PUT', 'wallets/bitcoin', { minimumDeposit: '0.002' })).status).toBe(200);
    expect((await asOwner('PUT', 'wallets/bitcoin', { address: 'nonsense' })).status).toBe(400);
    expect((await approve(id, reviewer.token)).status).toBe(200);
    expect(await testbed.rows(`select address from deposit_wallets where crypto_id = 'bitcoin'`)).toEqual([
      { address },
    ]);
    expect(await asOwner('PUT', 'wallets/bitcoin', { address })).toMatchObject({
      status: 400,
      body: { reason: 'deposit_address_current' },
    });
  });

  test('the second member lifts a stop that should not be, and may be asked again where they did not answer', async () => {
    const { approvalId } = await stopped();
    expect((await refuse(approvalId, reviewer.token)).status).toBe(200);
    expect(await testbed.rows(`select 1 from deposit_address_stops`)).toEqual([]);
    expect((await asOwner('GET', 'wallets/bitcoin')).body).toMatchObject({ stoppedAt: null, stopWaits: false });
    expect(await audited('bitcoin')).toContain('wallet.stop_lifted');
    const { approvalId: unanswered } = await stopped();
    await withdraw(unanswered, owner.token);
    expect((await asOwner('GET', 'wallets/bitcoin')).body).toMatchObject({ stopWaits: true });
    const { approvalId: again } = await stopped();
    expect(again).not.toBe(unanswered);
    expect((await refuse(again, reviewer.token)).status).toBe(200);
  });

  test('the stop of a deposit address applies at once, and the second member confirms it with the password', async () => {
    const { approvalId } = await stopped();
    expect(await detailsOf(approvalId)).toMatchObject({ coin: 'Bitcoin', stops: true, address });
    const unproven = await testbed.app.call('POST', `/api/admin/approvals/${approvalId}/approve`, {
      token: reviewer.token,
    });
    expect(unproven.body.code).toBe('step_up_required');
    expect((await approve(approvalId, owner.token)).body.code).toBe('own_request');
    expect((await approve(approvalId, reviewer.token)).status).toBe(200);
    expect(await audited('bitcoin')).toContain('wallet.stop_confirmed');
    expect((await stop()).body.reason).toBe('deposit_address_stopped');
    await expect(testbed.rows(`delete from deposit_address_stops`)).rejects.toThrow('never removed');
  });

  test('a receiving account is added and changed by two, moved in the list and switched off by one; an auditor sees no number', async () => {
    const account = {
      currency: 'NGN',
      type: 'bank',
      name: 'Desk Bank',
      displayName: 'Desk Bank NGN',
      accountDetails: { 'Account number': '0123456789' },
    };
    const created = await pendingOf(asOwner('POST', 'payment-methods', account));
    expect(await detailsOf(created)).toMatchObject({ receivingAccount: 'Account number: 0123456789' });
    expect(JSON.stringify(await listed(auditor.token))).not.toContain('0123456789');
    expect((await approve(created, reviewer.token)).status).toBe(200);
    const [row] = await testbed.rows(`select id, is_active from payment_methods where name = 'Desk Bank'`);
    const path = `payment-methods/${String(row?.id)}`;
    expect((await asOwner('PUT', path, { sortOrder: 7, isActive: false })).status).toBe(200);
    const changed = await pendingOf(asOwner('PUT', path, { accountDetails: { 'Account number': '9876543210' } }));
    expect((await asOwner('PUT', path, { sortOrder: 8 })).status).toBe(200);
    expect((await approve(changed, reviewer.token)).body.code).toBe('facts_changed');
    const again = await pendingOf(asOwner('PUT', path, { accountDetails: { 'Account number': '9876543210' } }));
    expect((await approve(again, reviewer.token)).status).toBe(200);
    expect(await testbed.rows(`select account_details from payment_methods where name = 'Desk Bank'`)).toEqual([
      { account_details: { 'Account number': '9876543210' } },
    ]);
  });

  test('a receiving account that was changed in the database is replaced by two members, even with what it holds', async () => {
    const [row] = await testbed.rows(`update payment_methods set account_details = '{"Account number":"666"}'
      where currency = 'HKD' returning id, name, type, currency, display_name, account_details, instructions, is_active`);
    const { id, name, type, currency, display_name: displayName, account_details: accountDetails } = row ?? {};
    const whole = { name, type, currency, displayName, accountDetails, instructions: row?.instructions ?? null };
    const path = `payment-methods/${String(id)}`;
    expect((await asOwner('PUT', path, whole)).body).toMatchObject({ reason: 'receiving_account_foreign' });
    const asked = await pendingOf(asOwner('PUT', path, { ...whole, isActive: row?.is_active }));
    expect(await detailsOf(asked)).toMatchObject({ receivingAccount: 'Account number: 666' });
    expect((await asOwner('GET', 'payment-methods?currency=HKD')).body).toMatchObject([{ tampered: true }]);
    expect((await approve(asked, reviewer.token)).status).toBe(200);
    expect((await asOwner('GET', 'payment-methods?currency=HKD')).body).toMatchObject([{ tampered: false }]);
  });
});

test('a pair rate moves a little by one member and far by two, however many steps it takes, removed and added again too', async () => {
  const ofPair = async () => {
    const [row] = await testbed.rows(
      `select id, exchange_rate::float as rate from fiat_exchange_rates where from_currency = 'USD' and to_currency = 'NGN'`,
    );
    return { id: String(row?.id), rate: Number(row?.rate) };
  };
  const { id, rate } = await ofPair();
  const near = (factor: number) => Number((rate * factor).toFixed(4));
  const setRate = (exchangeRate: number) =>
    asOwner('PUT', `fiat-exchange-rates/${id}`, { exchangeRate, confirm: true });
  await setRules(testbed, { rateOverPercent: 5 });
  expect((await setRate(near(1.04))).status).toBe(200);
  const second = await pendingOf(setRate(near(1.08)));
  expect(await detailsOf(second)).toMatchObject({ pair: 'USD-NGN', rate: String(near(1.08)), percent: '8' });
  expect((await ofPair()).rate).toBe(near(1.04));
  expect((await approve(second, reviewer.token)).status).toBe(200);
  expect((await ofPair()).rate).toBe(near(1.08));
  expect((await asOwner('PUT', `fiat-exchange-rates/${id}`, { isActive: false })).status).toBe(200);

  expect((await asOwner('DELETE', `fiat-exchange-rates/${id}`)).status).toBe(204);
  const pair = { fromCurrency: 'USD', toCurrency: 'NGN' };
  const added = await pendingOf(
    asOwner('POST', 'fiat-exchange-rates', { ...pair, exchangeRate: near(2), confirm: true }),
  );
  expect((await ofPair()).id).toBe('undefined');
  expect((await approve(added, reviewer.token)).status).toBe(200);
  expect((await ofPair()).rate).toBe(near(2));
});
