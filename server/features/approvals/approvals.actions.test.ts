import { beforeAll, describe, expect, test } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { passDayOfGrace } from '#tests/factories/accounts.ts';
import { aColleague, approvalCalls, setRules } from '#tests/factories/approvals.ts';
import { aUser } from '#tests/factories/orders.ts';
import { outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { rows } = testbed;
const calls = approvalCalls(testbed);
const { refuse, listed, audited, asOwner, pendingOf } = calls;
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
const auditor = fixture(() => aColleague(testbed, 'auditor'));

const approve = (id: string) => outcome(calls.approve(id, reviewer.token));
const approveAsOwner = (id: string) => outcome(asOwner('POST', `approvals/${id}/approve`));
const set = (fourEyes: object) => setRules(testbed, fourEyes);
const settings = async () => (await asOwner('GET', 'settings')).body;
const detailsOf = async (id: string) => (await calls.found(id, reviewer.token))?.facts;
const changedRefusal = '409 facts_changed';
const ownRefusal = '409 own_request';

test('every rule is off at first, and actions are done at once', async () => {
  const { expireHours, ...rules } = (await settings()).fourEyes as Record<string, unknown>;
  expect([expireHours, Object.keys(rules).length]).toEqual([24, 9]);
  for (const rule of Object.values(rules)) expect([null, false]).toContain(rule);
});

test('a team whose only other member is an auditor cannot switch a rule on', async () => {
  await rows(`update team_members set ends_at = now() where user_id = $1`, [reviewer.id]);
  for (const rule of [{ liftBlock: true }, { payoutOverUsd: 1_000 }])
    expect(await outcome(set(rule))).toMatch('409 second_user_needed');
  expect(await outcome(set({ expireHours: 12 }))).toBe('200');
  await rows(`update team_members set ends_at = null where user_id = $1`, [reviewer.id]);
  expect(await outcome(set({ payoutOverUsd: 1_000, liftBlock: true }))).toBe('200');
});

describe('a rule', () => {
  test('is tightened by one member, and loosened only by two', async () => {
    expect(await outcome(set({ payoutOverUsd: 500, warnedApproval: true, expireHours: 8 }))).toBe('200');
    for (const loosened of [{ payoutOverUsd: 600 }, { warnedApproval: false }, { expireHours: 9 }])
      await pendingOf(set(loosened));
    const id = await pendingOf(set({ payoutOverUsd: null }));
    const { fourEyes } = await settings();
    expect(fourEyes).toMatchObject({ payoutOverUsd: 500, warnedApproval: true, expireHours: 8 });
    // A member without the settings reads it where a sale is opened at the counter.
    expect((await asOwner('GET', 'rules')).body).toMatchObject({ payoutOverUsd: 500 });
    expect(await detailsOf(id)).toEqual({ payoutOverUsdBefore: 500, payoutOverUsd: null });
    expect(await approveAsOwner(id)).toMatch(ownRefusal);
    expect(await approve(id)).toBe('200');
    expect((await settings()).fourEyes).toMatchObject({ payoutOverUsd: null, warnedApproval: true });
  });

  test('cannot be bypassed by a member who loosens other settings that guard money', async () => {
    expect(await outcome(set({ warnedApproval: true }))).toBe('200');
    const askSettings = (json: object) => pendingOf(asOwner('PUT', 'settings', json));
    const { finality } = settingsDefaults.deposits;
    await askSettings({ deposits: { finality: { ...finality, bitcoin: [{ overUsd: 0, confirmations: 1 }] } } });
    await askSettings({ rules: { payoutEvidenceRequired: false } });
    await askSettings({ fees: { tiers: [{ overUsd: 0, percent: 0 }] } });
    const id = await askSettings({ limits: { kycUsd: 1_000_000 } });
    expect(await detailsOf(id)).toEqual({ kycUsdBefore: 1_000, kycUsd: 1_000_000, sections: 'limits' });
    const lower = asOwner('PUT', 'settings', { limits: { kycUsd: 900 }, times: { check: 'soon' } });
    expect(await outcome(lower)).toBe('200');
    expect(await approve(await askSettings({ limits: { kycUsd: 2_000 } }))).toBe('200');
    const { limits, fees, deposits } = await settings();
    expect({ limits, deposits }).toMatchObject({ limits: { kycUsd: 2_000 }, deposits: { finality } });
    expect(fees).toEqual(settingsDefaults.fees);
  });

  test('is not loosened by a request made before it changed', async () => {
    await set({ payoutOverUsd: 500 });
    const id = await pendingOf(set({ payoutOverUsd: 900 }));
    expect(await outcome(set({ payoutOverUsd: 100 }))).toBe('200');
    expect(await approve(id)).toMatch(changedRefusal);
    expect((await settings()).fourEyes).toMatchObject({ payoutOverUsd: 100 });
  });
});

describe('a customer', () => {
  const aCustomer = () => aUser(testbed.database.pool);
  const userOf = async (id: string) => (await rows(`select email, status from users where id = $1`, [id]))[0];

  test('is unblocked by two members', async () => {
    await set({ liftBlock: true });
    const { userId } = await aCustomer();
    await asOwner('POST', `users/${userId}/block`, { reason: 'Stolen card.' });
    const id = await pendingOf(asOwner('POST', `users/${userId}/unblock`, {}));
    const details = { status: 'blocked', blockedReason: 'Stolen card.', customer: 'Ada Obi' };
    expect(await detailsOf(id)).toMatchObject(details);
    expect(await userOf(userId)).toMatchObject({ status: 'blocked' });
    expect(await approve(id)).toBe('200');
    expect(await userOf(userId)).toMatchObject({ status: 'active' });
    expect(await audited(userId)).toContain('user.unblocked');
  });

  test('is never the owner or a colleague in a request to erase', async () => {
    await set({ eraseUser: true });
    const members = await rows(`select id, email from users where role = 'admin' or id = $1`, [reviewer.id]);
    expect(members).toHaveLength(2);
    for (const { id, email } of members) {
      const refusal = id === reviewer.id ? '403 forbidden' : '403 own_case';
      expect(await outcome(asOwner('DELETE', `users/${String(id)}`, { email }))).toMatch(refusal);
    }
  });

  test('is erased by two members, together with the requests about them', async () => {
    await set({ eraseUser: true, payoutOverUsd: 100 });
    const { email, userId } = await aCustomer();
    const erase = (namedEmail = email) => asOwner('DELETE', `users/${userId}`, { email: namedEmail });
    expect((await erase('other@example.com')).status).toBe(400);
    const id = await pendingOf(erase());
    expect(await detailsOf(id)).toMatchObject({ email });
    expect(await outcome(asOwner('POST', `users/${userId}/block`, { reason: 'Said so.' }))).toBe('200');
    expect(await approve(id)).toMatch(changedRefusal);
    const secondRequest = await pendingOf(erase());
    const unblock = await pendingOf(asOwner('POST', `users/${userId}/unblock`, {}));
    expect(await approve(secondRequest)).toBe('200');
    await passDayOfGrace(testbed, userId);
    expect(await userOf(userId)).toEqual({ email: null, status: 'deleted' });
    const storedRows = await rows(`select id, state, facts, input from approvals where facts ->> 'userId' = $1`, [
      userId,
    ]);
    const stateOf = Object.fromEntries(storedRows.map((row) => [String(row.id), row.state]));
    expect([stateOf[secondRequest], stateOf[unblock]]).toEqual(['approved', 'void']);
    for (const { facts, input } of storedRows) expect({ facts, input }).toEqual({ facts: { userId }, input: {} });
  });
});

describe('where money is received', () => {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  beforeAll(async () => {
    await set({ addressChange: true });
  });
  const wallet = async () => (await asOwner('GET', 'wallets/bitcoin')).body;
  const change = (json: object) => asOwner('PUT', 'wallets/bitcoin', json);
  const stop = () => asOwner('POST', 'wallets/bitcoin/stop', { address, memo: null, reason: 'The key was stolen' });
  const readAddress = async () => {
    const [row] = await rows(`select address from deposit_wallets where crypto_id = 'bitcoin'`);
    return row?.address;
  };

  /** Stops the coin's address as the owner alone; returns the request to confirm that. */
  async function stopped() {
    const { status, body } = await stop();
    expect([status, typeof body.stoppedAt, body.stopWaits]).toEqual([200, 'string', true]);
    const [request] = await listed(reviewer.token);
    return request?.id ?? '';
  }

  test('a deposit address changes by two members, and the minimum beside it by one', async () => {
    const addressBefore = await readAddress();
    const id = await pendingOf(change({ address }));
    expect(await detailsOf(id)).toMatchObject({ coin: 'Bitcoin', address, addressBefore });
    expect(await readAddress()).toBe(addressBefore);
    expect(await outcome(change({ minimumDeposit: '0.002' }))).toBe('200');
    expect((await change({ address: 'nonsense' })).status).toBe(400);
    expect(await outcome(change({ isActive: false }))).toBe('200');
    expect(await approve(id)).toMatch(changedRefusal);
    expect(await readAddress()).toBe(addressBefore);
    expect(await outcome(change({ isActive: true }))).toBe('200');
    expect(await approve(await pendingOf(change({ address })))).toBe('200');
    expect(await readAddress()).toBe(address);
    expect(await outcome(change({ address }))).toMatch(/400 .*deposit_address_current/);
  });

  test('the second member lifts a wrong stop, and may be asked again after no answer', async () => {
    expect(await outcome(refuse(await stopped(), reviewer.token))).toBe('200');
    expect(await rows(`select 1 from deposit_address_stops`)).toEqual([]);
    expect(await wallet()).toMatchObject({ stoppedAt: null, stopWaits: false });
    expect(await audited('bitcoin')).toContain('wallet.stop_lifted');
    const openRequest = await stopped();
    await asOwner('DELETE', `approvals/${openRequest}`);
    expect(await wallet()).toMatchObject({ stopWaits: true });
    const secondRequest = await stopped();
    expect(secondRequest).not.toBe(openRequest);
    expect(await outcome(refuse(secondRequest, reviewer.token))).toBe('200');
  });

  test('the stop of a deposit address applies at once, and the second member confirms it', async () => {
    const id = await stopped();
    expect(await detailsOf(id)).toMatchObject({ coin: 'Bitcoin', stops: true, address });
    const answer = testbed.app.call('POST', `/api/admin/approvals/${id}/approve`, { token: reviewer.token });
    expect(await outcome(answer)).toMatch('step_up_required');
    expect(await approveAsOwner(id)).toMatch(ownRefusal);
    expect(await approve(id)).toBe('200');
    expect(await audited('bitcoin')).toContain('wallet.stop_confirmed');
    expect(await outcome(stop())).toMatch('deposit_address_stopped');
    await expect(rows(`delete from deposit_address_stops`)).rejects.toThrow('never removed');
  });

  test('a receiving account is added and changed by two members, and switched off by one', async () => {
    const name = 'Desk Bank';
    const numbered = (number: string) => ({ accountDetails: { 'Account number': number } });
    const account = { currency: 'NGN', type: 'bank', name, displayName: 'Desk Bank NGN', ...numbered('0123456789') };
    const newRequest = await pendingOf(asOwner('POST', 'payment-methods', account));
    expect(await detailsOf(newRequest)).toMatchObject({ receivingAccount: 'Account number: 0123456789' });
    expect(JSON.stringify(await listed(auditor.token))).not.toContain('0123456789');
    expect(await approve(newRequest)).toBe('200');
    const [row] = await rows(`select id from payment_methods where name = $1`, [name]);
    const put = (json: object) => asOwner('PUT', `payment-methods/${String(row?.id)}`, json);
    expect(await outcome(put({ sortOrder: 7, isActive: false }))).toBe('200');
    const outdated = await pendingOf(put(numbered('9876543210')));
    expect(await outcome(put({ sortOrder: 8 }))).toBe('200');
    expect(await approve(outdated)).toMatch(changedRefusal);
    expect(await approve(await pendingOf(put(numbered('9876543210'))))).toBe('200');
    const details = await rows(`select account_details from payment_methods where name = $1`, [name]);
    expect(details).toEqual([{ account_details: { 'Account number': '9876543210' } }]);
  });

  test('two members replace a receiving account that was changed in the database', async () => {
    const [row = {}] = await rows(
      `update payment_methods set account_details = '{"Account number":"666"}' where currency = 'HKD'
       returning id, name, type, currency, display_name as "displayName", account_details as "accountDetails",
         instructions, is_active as "isActive"`,
    );
    const { id, isActive, ...otherColumns } = row;
    const put = (json: object) => asOwner('PUT', `payment-methods/${String(id)}`, json);
    const accounts = async () => (await asOwner('GET', 'payment-methods?currency=HKD')).body;
    expect((await put(otherColumns)).body).toMatchObject({ reason: 'receiving_account_foreign' });
    const pendingCall = await pendingOf(put({ ...otherColumns, isActive }));
    expect(await detailsOf(pendingCall)).toMatchObject({ receivingAccount: 'Account number: 666' });
    expect(await accounts()).toMatchObject([{ tampered: true }]);
    expect(await approve(pendingCall)).toBe('200');
    expect(await accounts()).toMatchObject([{ tampered: false }]);
  });
});
