import { beforeAll, expect, test } from 'vitest';
import { openRefund } from '#server/features/refunds/refunds.service.ts';
import { endpointsByFeature } from '#shared/api.ts';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import { aColleague, approvalCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { aLitecoinSale, review } from '#tests/factories/deposits.ts';
import { adminList, decide, submitDocuments } from '#tests/factories/kyc.ts';
import { completed } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls } from '#tests/factories/payouts.ts';
import { aQuote } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '1000', CHAIN_LITECOIN: 'simulated' });
const { approve, refuse, listed } = approvalCalls(testbed);
const { ada, aPayout, aBatch } = payoutCalls(testbed);
const ownCase = { status: 403, body: { code: 'own_case' } };
const evidence = { adminNotes: 'Paid.', adminTransactionId: 'WIRE-1' };
let owner: Awaited<ReturnType<typeof theOwner>> & { id: string; email: string };

const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
beforeAll(async () => {
  const [admin] = await testbed.rows(`select id, email from users where role = 'admin'`);
  owner = { ...(await theOwner(testbed)), id: String(admin?.id), email: String(admin?.email) };
});

const anOwnSale = async (valueUsd = '1') => (await aLitecoinSale(testbed, { userId: owner.id, valueUsd })).id;

/** What each call sends about the owner's own case; the routes without an entry are not about the case of a user. */
const cases: Record<string, () => Promise<{ id: string; json?: object }>> = {
  'PUT /api/admin/transactions/:id/status': async () => ({
    id: await anOwnSale(),
    json: { status: 'completed', ...evidence },
  }),
  'PATCH /api/admin/transactions/:id/status': async () => ({ id: await anOwnSale() }),
  'POST /api/admin/transactions/:id/amendments': async () => {
    const id = await anOwnSale();
    await completed(testbed.app.deps, id);
    return { id };
  },
  'POST /api/admin/transactions/:id/play': async () => ({ id: await anOwnSale(), json: { play: 'exact' } }),
  'POST /api/admin/sell-quotes/:id/order': async () => {
    const { quoteId } = await aQuote(testbed.app, owner);
    return { id: quoteId, json: { reason: 'The coins are here.', terms: 'quote' } };
  },
  'PUT /api/admin/kyc-requests/:id/review': async () => ({
    id: await ownRequest(),
    json: { status: 'approved', notes: 'That is me.' },
  }),
  'PUT /api/admin/kyc-requests/:id/revoke': async () => {
    const id = await ownRequest();
    expect((await decide(testbed.app, reviewer.token, id)).status).toBe(200);
    return { id, json: { reason: 'No more.' } };
  },
  'PUT /api/admin/users/:id': () => aboutMyself({ firstName: 'Other' }),
  'POST /api/admin/users/:id/block': () => aboutMyself({ reason: 'Because.' }),
  'POST /api/admin/users/:id/unblock': () => aboutMyself({}),
  'DELETE /api/admin/users/:id': () => aboutMyself({ email: owner.email }),
  'DELETE /api/admin/users/:id/erasure': () => aboutMyself(),
  'PUT /api/admin/team/:id': () => aboutMyself({ role: 'auditor' }),
  'POST /api/admin/users/:id/reset-link': () => aboutMyself({}),
  'POST /api/admin/users/:id/sign-out': () => aboutMyself({}),
  'POST /api/admin/users/:id/second-factor/removal': () => aboutMyself({ reason: 'It is me.' }),
  'DELETE /api/admin/users/:id/second-factor/removal': () => aboutMyself(),
  'POST /api/admin/transactions/:id/settlement': async () => ({
    id: await anOwnSale(),
    json: { action: 'accept', reason: 'It arrived.', version: 1 },
  }),
  'POST /api/admin/transactions/:id/payout': async () => ({ id: await anOwnSale(), json: {} }),
  'POST /api/admin/payouts/:id/hold': () => anOwnPayout(),
  'POST /api/admin/payouts/:id/resume': () => anOwnPayout(),
  'POST /api/admin/payouts/:id/again': () => anOwnPayout(),
  'POST /api/admin/payouts/:id/return': () => anOwnPayout({ reason: 'other', note: 'It came back.' }),
  'POST /api/admin/payouts/:id/settle': () => anOwnPayout(),
  'DELETE /api/admin/payout-batches/:id': () => anOwnBatch(),
  'POST /api/admin/payout-batches/:id/release': () => anOwnBatch(),
  'POST /api/admin/payout-batches/:id/refuse': () => anOwnBatch(),
  'POST /api/admin/refunds/:id/approve': () => anOwnRefund({ version: 1 }),
  'POST /api/admin/refunds/:id/sent': () => anOwnRefund({ version: 1, transactionHash: 'ab'.repeat(32) }),
  'POST /api/admin/refunds/:id/cancel': () => anOwnRefund({ version: 1, reason: 'No more.' }),
  'POST /api/admin/refunds/:id/reset': () => anOwnRefund({ version: 1, reason: 'Again.' }),
  'POST /api/admin/refunds/:id/confirm': () => anOwnRefund({ version: 1 }),
  'POST /api/admin/approvals/:id/approve': async () => ({ id: await requestAboutMe() }),
  'POST /api/admin/approvals/:id/refuse': async () => ({ id: await requestAboutMe() }),
};

const aboutMyself = (json?: object) => Promise.resolve({ id: owner.id, ...(json && { json }) });

/** A payout to the owner that a reviewer approved. */
const anOwnPayout = async (json: object = { reason: 'It is mine.' }) => ({
  id: (await aPayout(inEuro(), { ...ada, userId: owner.id })).id,
  json,
});

/** A batch with a payout to the owner, which a reviewer made. */
async function anOwnBatch() {
  const { id, digest } = await aBatch([(await anOwnPayout()).id]);
  return { id: String(id), json: { digest, reason: 'It is mine.' } };
}

/** Coins that go back to the owner. */
async function anOwnRefund(json: object) {
  const terms = {
    orderId: await anOwnSale(),
    transferId: null,
    userId: owner.id,
    cryptoId: 'litecoin',
    amount: '0.01',
  };
  const { deps } = testbed.app;
  const { id } = await deps.inTx((tx) => openRefund(tx, deps, 'system', { ...terms, reason: 'Too much.' }));
  return { id, json };
}

/** The owner's identity request that waits, made once. */
async function ownRequest(): Promise<string> {
  const waiting = async () => (await adminList(testbed.app, owner.token)).find(({ userId }) => userId === owner.id);
  if (!(await waiting())) await submitDocuments(testbed.app, owner);
  return (await waiting())?.id ?? '';
}

/** A large payout of the owner's own sale, which a reviewer asked for. */
async function requestAboutMe(): Promise<string> {
  expect((await setRules(testbed, { payoutOverUsd: 300 })).status).toBe(200);
  const asked = await review(testbed, reviewer.token, await anOwnSale('391.45'), {
    status: 'completed',
    reason: 'Seen in an explorer.',
    ...evidence,
  });
  return String(asked.body.approvalId);
}

/** Notes, marks and assignments decide nothing; the rest names no user's case. */
const harmless = [
  // A picture of their order may be seen by a member, and each view is recorded.
  /^POST \/api\/admin\/files\/:filename\/case-link$/,
  /^\w+ \/api\/admin\/(transactions|users|chat-rooms|notes)\/.*(notes|tags|assignee|:id|note|messages|files|close|reopen)$/,
  /^\w+ \/api\/admin\/transactions\/:id\/check$/,
  // Leaving the team, withdrawing a request of theirs and inviting again concern no customer's money.
  /^DELETE \/api\/admin\/(team|approvals)\/:id$/,
  /^POST \/api\/admin\/team\/:id\/resend$/,
  // Which of them are refused is tried where statements, transfers and quotes of a simulated chain are at hand.
  /^\w+ \/api\/admin\/(statements|statement-lines|unmatched|sell-quotes\/:id\/play)/,
  // Those payouts were released by another member, or the file was not handed over.
  /^POST \/api\/admin\/payout-batches\/:id\/(sent|withdraw)$/,
  /^\w+ \/api\/admin\/(wallets|deposit-sources|desk-accounts|payout-profiles|setup|payment-methods|fiat-|held-rates|blog-|ready-texts|mail-texts|agent-requests)/,
];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const named = endpointsByFeature
  .flatMap(({ endpoints }): Endpoint[] => [...endpoints])
  .filter(({ access, method, path }) => access === 'admin' && method !== 'GET' && path.includes('/:'));

test('every call of the team that names a case is tried on the own one, or is listed as harmless', () => {
  const unknown = named.map(nameOf).filter((name) => !(name in cases) && !harmless.some((rule) => rule.test(name)));
  expect(unknown).toEqual([]);
  expect(Object.keys(cases).filter((name) => !named.some((endpoint) => nameOf(endpoint) === name))).toEqual([]);
});

test.for(Object.keys(cases))('an owner with the password at hand is refused their own case: %s', async (name) => {
  const [method = '', path = ''] = name.split(' ');
  const { id, json } = (await cases[name]?.()) ?? { id: '' };
  const form = new FormData();
  form.set('status', 'completed');
  form.set('kind', 'note');
  form.set('note', 'Mine.');
  const response = await fetch(`${testbed.app.url}${path.replace(':id', id)}`, {
    method,
    headers: {
      Authorization: `Bearer ${owner.token}`,
      ...owner.headers,
      ...(json && { 'Content-Type': 'application/json' }),
    },
    ...(method === 'DELETE' && !json ? {} : { body: json ? JSON.stringify(json) : form }),
  });
  expect({ status: response.status, body: (await response.json()) as unknown }).toMatchObject(ownCase);
});

test('a colleague decides what the owner may not, and the list says why the owner cannot', async () => {
  const id = await requestAboutMe();
  const seen = (await listed(owner.token)).find((request) => request.id === id);
  expect(seen).toMatchObject({ isOwnCase: true, mayDecide: false });
  const second = await aColleague(testbed, 'reviewer');
  expect((await approve(id, owner.token)).status).toBe(403);
  expect((await refuse(id, owner.token)).status).toBe(403);
  expect((await approve(id, second.token)).status).toBe(200);
});

test('a reviewer who takes the next order never gets their own', async () => {
  const { id } = await aLitecoinSale(testbed, { userId: reviewer.id });
  await testbed.rows(`update orders set assignee_id = $1 where id <> $2 and assignee_id is null`, [owner.id, id]);
  const take = (token: string) => testbed.app.call('POST', '/api/admin/transactions/take-next', { token });
  expect(JSON.stringify((await take(reviewer.token)).body)).not.toContain(id);
  expect((await take(owner.token)).body).toMatchObject({ id });
});
