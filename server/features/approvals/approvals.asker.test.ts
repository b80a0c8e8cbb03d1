import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { aColleague, approvalCalls, ownerCalls, provenCalls, setRules } from '#tests/factories/approvals.ts';
import { aUser } from '#tests/factories/orders.ts';
import { outcome, outcomeOf, type Calls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { rows, row } = testbed;
const { approve, found, pendingOf } = approvalCalls(testbed);
const owner = ownerCalls(testbed);
const second = fixture(() => aColleague(testbed, 'owner'));
const idOf = async (text: string, values: unknown[] = []) => String((await row(text, values)).id);
const ids = { bank: '', layout: '' };

const layout = (name: string, separator = ';') => {
  const columns = ['accountNumber', 'accountName', 'amount', 'endToEndId'];
  const filled = columns.map((column) => ({ heading: column, value: `{${column}}` }));
  return { name, direction: 'payout', separator, columns: filled };
};
const deskAccount = (accountNumber: string, name = 'Pesos') => {
  const bank = { bankName: 'Bank', holderName: 'Landfall Exchange Ltd', profileId: ids.layout };
  return { name, currency: 'PHP', format: 'csv', accountNumber, ...bank };
};
const accountWith = (number: string) => {
  const account = { name: `Bank ${number}`, accountDetails: { 'Account number': number } };
  return { currency: 'NGN', type: 'bank', displayName: 'Bank NGN', ...account };
};
beforeAll(async () => {
  ids.layout = String((await owner.post('payout-profiles', layout('Pesos'))).body.id);
  ids.bank = String((await owner.post('desk-accounts', deskAccount('0011223344'))).body.id);
  const limits = { payoutOverUsd: 500, rateOverPercent: 5 };
  await setRules(testbed, { ...limits, liftBlock: true, eraseUser: true, addressChange: true });
});

type Case = {
  asks: (asker: Calls) => Promise<{ status: number; body: Record<string, unknown> }>;
  /** Change that another member makes meanwhile; a request about a new row has none. */
  meanwhile?: () => Promise<unknown>;
  action: string;
};

async function blocked(): Promise<Case> {
  const { userId } = await aUser(testbed.database.pool);
  const block = (reason: string) => owner.post(`users/${userId}/block`, { reason });
  await block('Stolen card.');
  const asks: Case['asks'] = (asker) => asker.post(`users/${userId}/unblock`, {});
  return { asks, meanwhile: () => block('A second card.'), action: 'user.unblocked' };
}

async function erased(): Promise<Case> {
  const { userId, email } = await aUser(testbed.database.pool);
  const meanwhile = () => owner.post(`users/${userId}/block`, { reason: 'Said so.' });
  return { asks: (asker) => asker.del(`users/${userId}`, { email }), meanwhile, action: 'user.erasure_scheduled' };
}

async function factor(): Promise<Case> {
  const { userId } = await aUser(testbed.database.pool);
  await rows(`insert into second_factors (user_id, secret, confirmed_at) values ($1, '\\x00', now())`, [userId]);
  const asks: Case['asks'] = (asker) => asker.post(`users/${userId}/second-factor/removal`, { reason: 'Seen.' });
  const meanwhile = () => owner.post(`users/${userId}/block`, { reason: 'A thief.' });
  return { asks, meanwhile, action: 'user.factor_removal_scheduled' };
}

async function invited(): Promise<Case> {
  const email = `nora.${randomUUID()}@example.com`;
  const invite = (asker: Calls, role: TeamRole) => asker.post('team', { email, role });
  const meanwhile = () => invite(owner, 'support');
  return { asks: (asker) => invite(asker, 'reviewer'), meanwhile, action: 'team.invited' };
}

async function invitedAgain(): Promise<Case> {
  const id = await idOf(
    `insert into team_invitations (member_id, email, role, hash, expires_at) values ($1, $2, 'payer', $3, now())
     returning member_id as id`,
    [randomUUID(), `nora.${randomUUID()}@example.com`, randomUUID()],
  );
  const asks: Case['asks'] = (asker) => asker.post(`team/${id}/resend`);
  return { asks, meanwhile: () => owner.del(`team/${id}`), action: 'team.invited' };
}

async function aPromotion(): Promise<Case> {
  const { id } = await aColleague(testbed, 'auditor');
  const change = (asker: Calls, role: TeamRole) => asker.put(`team/${id}`, { role });
  const meanwhile = () => change(owner, 'support');
  return { asks: (asker) => change(asker, 'payer'), meanwhile, action: 'team.role_changed' };
}

async function settings(): Promise<Case> {
  const { fourEyes } = (await owner.get<{ fourEyes: { payoutOverUsd: number } }>('settings')).body;
  const set = (asker: Calls, by: number) =>
    asker.put('settings', { fourEyes: { payoutOverUsd: fourEyes.payoutOverUsd + by } });
  return { asks: (asker) => set(asker, 1), meanwhile: () => set(owner, -1), action: 'settings.changed' };
}

async function newRate(): Promise<Case> {
  const { count } = await row('select count(*)::int as count from fiat_currencies');
  const code = `Q${String.fromCodePoint(65 + Number(count))}Q`;
  const { body: currency } = await owner.post('fiat-currencies', { code, name: code, symbol: code });
  const pair = { fromCurrency: 'USD', toCurrency: code, exchangeRate: 3, confirm: true };
  const meanwhile = () => owner.del(`fiat-currencies/${String(currency.id)}`);
  return { asks: (asker) => asker.post('fiat-exchange-rates', pair), meanwhile, action: 'fiat_rate.created' };
}

async function rate(): Promise<Case> {
  const { id, rate: now } = await row(
    `select id, exchange_rate::float as rate from fiat_exchange_rates where from_currency = 'USD'
  and to_currency = 'NGN'`,
  );
  await owner.put(`fiat-exchange-rates/${String(id)}`, { isActive: true });
  const put = (asker: Calls, json: object) => asker.put(`fiat-exchange-rates/${String(id)}`, json);
  const asks: Case['asks'] = (asker) => put(asker, { exchangeRate: Math.round(Number(now) * 1.2), confirm: true });
  return { asks, meanwhile: () => put(owner, { isActive: false }), action: 'fiat_rate.changed' };
}

const newMethod = async (): Promise<Case> => ({
  asks: (asker) => asker.post('payment-methods', accountWith(randomUUID())),
  action: 'payment_method.created',
});

async function method(): Promise<Case> {
  const id = await idOf(`select id from payment_methods where currency = 'NGN' order by sort_order limit 1`);
  const put = (asker: Calls, json: object) => asker.put(`payment-methods/${id}`, json);
  const { accountDetails } = accountWith(randomUUID());
  const meanwhile = () => put(owner, { sortOrder: 8 });
  return { asks: (asker) => put(asker, { accountDetails }), meanwhile, action: 'payment_method.changed' };
}

const newAccount = async (): Promise<Case> => ({
  asks: (asker) => asker.post('desk-accounts', deskAccount(randomUUID().slice(0, 12))),
  action: 'desk_account.created',
});

async function account(): Promise<Case> {
  const asks: Case['asks'] = (asker) =>
    asker.put(`desk-accounts/${ids.bank}`, deskAccount(randomUUID().slice(0, 12), 'Other'));
  const text = `update desk_accounts set account_number = $2 where id = $1`;
  const meanwhile = () => rows(text, [ids.bank, randomUUID().slice(0, 12)]);
  return { asks, meanwhile, action: 'desk_account.changed' };
}

const newLayout = async (): Promise<Case> => ({
  asks: (asker) => asker.post('payout-profiles', layout(`Layout ${randomUUID()}`)),
  action: 'payout_profile.created',
});

async function changedLayout(): Promise<Case> {
  const put = (asker: Calls) => asker.put(`payout-profiles/${ids.layout}`, layout(`Pesos ${randomUUID()}`, ','));
  const meanwhile = () => rows(`update payout_profiles set name = $2 where id = $1`, [ids.layout, randomUUID()]);
  return { asks: put, meanwhile, action: 'payout_profile.changed' };
}

const changing: [string, () => Promise<Case>][] = [
  ['letting a customer in again', blocked],
  ['deleting a customer', erased],
  ['removing a second factor', factor],
  ['inviting a reviewer', invited],
  ['inviting a payer again', invitedAgain],
  ['promoting an auditor', aPromotion],
  ['loosening a rule', settings],
  ['the rate of a new pair', newRate],
  ['a rate', rate],
  ['a receiving account', method],
  ['an account that money is paid from', account],
  ['the layout of a file', changedLayout],
];
const all: typeof changing = [
  ...changing,
  ['a new receiving account', newMethod],
  ['a new account that money is paid from', newAccount],
  ['a new layout of a file', newLayout],
];

/** A request of a new owner that waits, and how often they have done since what they asked for. */
async function aRequest(make: () => Promise<Case>) {
  const { asks, action, meanwhile } = await make();
  const asker = await aColleague(testbed, 'owner');
  const id = await pendingOf(asks(await provenCalls(testbed, asker)));
  const entries = 'select 1 from audit_log where actor_id = $1 and action = $2';
  const doneCount = async (actorId = asker.id) => (await rows(entries, [actorId, action])).length;
  return { id, asker, done: doneCount, meanwhile };
}

/** The answer to a second member who agrees, why the request is void then, and how often it was done. */
async function agreedTo({ id, done }: Awaited<ReturnType<typeof aRequest>>) {
  const answer = await outcomeOf(approve(id, second.token));
  return [answer, (await found(id, second.token))?.voidReason, await done()];
}
const isVoid = ['409 facts_changed', 'changed', 0];

test.each(all)('%s waits for a second member, and is done in the name of the first', async (_what, make) => {
  const { id, done: doneCount } = await aRequest(make);
  const doneBefore = await doneCount(second.id);
  expect(await doneCount()).toBe(0);
  expect(await outcome(approve(id, second.token))).toBe('200');
  expect([await doneCount(), await doneCount(second.id)]).toEqual([1, doneBefore]);
  const decisionQuery = `select actor_id from audit_log where subject_id = $1 and action = 'approval.approved'`;
  expect(await rows(decisionQuery, [id])).toEqual([{ actor_id: second.id }]);
});

test.each(all)('%s is not done for a member who may no longer ask for it', async (_what, make) => {
  const request = await aRequest(make);
  await rows(`update team_members set role = 'auditor' where user_id = $1`, [request.asker.id]);
  expect(await agreedTo(request)).toEqual(isVoid);
});

test.each(changing)('%s is not done on an earlier state once another member has changed it', async (_what, make) => {
  const request = await aRequest(make);
  await request.meanwhile?.();
  expect(await agreedTo(request)).toEqual(isVoid);
});

test('a request to promote a member does nothing after another promotion', async () => {
  const { id: memberId } = await aColleague(testbed, 'auditor');
  const id = await pendingOf(owner.put(`team/${memberId}`, { role: 'payer' }));
  await rows(`update team_members set role = 'payer' where user_id = $1`, [memberId]);
  expect(await outcomeOf(approve(id, second.token))).toBe('409 facts_changed');
  expect(await found(id, second.token)).toMatchObject({ state: 'void' });
});

test('a rate that follows the market is set as the second member saw it', async () => {
  const pairs = await owner.list('fiat-exchange-rates');
  const pairOf = (from: string) => pairs.find((pair) => pair.fromCurrency === from && pair.toCurrency === 'NGN')?.id;
  const follow = (from: string) =>
    owner.put(`fiat-exchange-rates/${pairOf(from)}`, { marketPercent: -15, confirm: true });
  const id = await pendingOf(follow('USD'));
  const approvalId = await pendingOf(follow('HKD'));
  const storedRate = async () => {
    const [pair] = await rows('select exchange_rate::text as rate from fiat_exchange_rates where id = $1', [
      pairOf('USD'),
    ]);
    return pair?.rate;
  };
  expect(await outcome(approve(approvalId, second.token))).toBe('200');
  const marketNow = async () =>
    (await owner.list('fiat-exchange-rates')).find((pair) => pair.id === pairOf('HKD'))?.exchangeRate;
  const market = await marketNow();
  await rows(`update fx_rates set units_per_usd = units_per_usd * 1.01 where currency = 'NGN'`);
  await rows(`select pg_notify('landfall_events', '{"kind":"rates_changed"}')`);
  await expect.poll(marketNow).not.toBe(market);
  const shownRate = (await found(id, second.token))?.facts?.rate;
  expect(await outcome(approve(id, second.token))).toBe('200');
  expect(Number(await storedRate())).toBe(Number(shownRate));
});

test('a member who approves the removal of a second factor gives the password too', async () => {
  const { asks } = await factor();
  const asker = await provenCalls(testbed, await aColleague(testbed, 'owner'));
  const id = await pendingOf(asks(asker));
  expect(await outcomeOf(second.post(`approvals/${id}/approve`))).toBe('403 step_up_required');
  expect(await outcomeOf(approve(id, second.token))).toBe('200');
});
