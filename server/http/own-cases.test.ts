import { expect, test } from 'vitest';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import { aColleague, approvalCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { aLitecoinSale, review } from '#tests/factories/deposits.ts';
import { adminList, decide, submitDocuments } from '#tests/factories/kyc.ts';
import { anOffer } from '#tests/factories/offers.ts';
import { bankDetails, completedOrder } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls } from '#tests/factories/payouts.ts';
import { aDueRefund } from '#tests/factories/refunds.ts';
import { aQuote } from '#tests/factories/sales.ts';
import { outcomeOf } from '#tests/setup/call.ts';
import { declaredEndpoints, nameOf } from '#tests/setup/callers.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { approve, refuse, listed } = approvalCalls(testbed);
const { ada, aPayout, aBatch } = payoutCalls(testbed);
const evidence = { adminNotes: 'Paid.', adminTransactionId: 'WIRE-1' };

const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
const owner = fixture(async () => {
  const [admin] = await testbed.rows(`select id, email from users where role = 'admin'`);
  return { ...(await theOwner(testbed)), id: String(admin?.id), email: String(admin?.email) };
});

type Case = { id: string; json?: object; form?: Record<string, string> };

const anOwnSale = async (valueUsd = '1') => (await aLitecoinSale(testbed, { userId: owner.id, valueUsd })).id;
const sale = async (json?: object): Promise<Case> => ({ id: await anOwnSale(), json });
const aboutMyself = async (json?: object): Promise<Case> => ({ id: owner.id, json });
/** A payout to the owner that a reviewer approved. */
const payout = async (json: object = { reason: 'It is mine.' }): Promise<Case> => {
  const { id } = await aPayout(inEuro(), { ...ada, userId: owner.id });
  return { id, json };
};
/** A batch with a payout to the owner, which a reviewer made. */
const batch = async (): Promise<Case> => {
  const { id, digest } = await aBatch([(await payout()).id]);
  return { id: String(id), json: { digest, reason: 'It is mine.' } };
};
/** Coins that go back to the owner. */
const refund = async (json: object = {}): Promise<Case> => {
  const terms = { userId: owner.id, cryptoId: 'litecoin', amount: '0.01' };
  const { id } = await aDueRefund(testbed.app, { orderId: await anOwnSale(), ...terms });
  return { id, json: { version: 1, ...json } };
};

/** Body of each call about the owner's own case; the routes without an entry are not about the case of a user. */
const cases: Record<string, () => Promise<Case>> = {
  'PUT /api/admin/transactions/:id/status': () => sale({ status: 'completed', ...evidence }),
  'PATCH /api/admin/transactions/:id/status': () => sale(),
  'POST /api/admin/transactions/:id/amendments': async () => {
    const { id } = await sale();
    await completedOrder(testbed.app.deps, id);
    return { id };
  },
  'POST /api/admin/transactions/:id/undo': () => sale({ version: 1 }),
  'POST /api/admin/transactions/:id/play': () => sale({ play: 'exact' }),
  'POST /api/admin/sell-quotes/:id/order': async () => {
    const { quoteId } = await aQuote(testbed.app, owner);
    return { id: quoteId, json: { reason: 'The coins are here.', terms: 'quote' } };
  },
  'DELETE /api/admin/offers/:id': async () => ({ id: await offerToMe() }),
  'POST /api/admin/offers/:id/order': async () => {
    const form = { userId: owner.id, paymentDetails: JSON.stringify(bankDetails), transactionHash: 'ab'.repeat(32) };
    return { id: await offerToMe(), form };
  },
  'PUT /api/admin/kyc-requests/:id/review': async () => {
    return { id: await ownRequest(), json: { status: 'approved', notes: 'That is me.' } };
  },
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
  'POST /api/admin/users/:id/invite': () => aboutMyself({}),
  'POST /api/admin/users/:id/sign-out': () => aboutMyself({}),
  'POST /api/admin/users/:id/second-factor/removal': () => aboutMyself({ reason: 'It is me.' }),
  'DELETE /api/admin/users/:id/second-factor/removal': () => aboutMyself(),
  'POST /api/admin/transactions/:id/settlement': () => sale({ action: 'accept', reason: 'It arrived.', version: 1 }),
  'POST /api/admin/transactions/:id/question': () => sale({ text: 'Whose account is this?', version: 1 }),
  'POST /api/admin/transactions/:id/payout': () => sale({}),
  'POST /api/admin/payouts/:id/hold': payout,
  'POST /api/admin/payouts/:id/resume': payout,
  'POST /api/admin/payouts/:id/again': payout,
  'POST /api/admin/payouts/:id/ask': payout,
  'POST /api/admin/payouts/:id/return': () => payout({ reason: 'other', note: 'It came back.' }),
  'POST /api/admin/payouts/:id/settle': payout,
  'DELETE /api/admin/payout-batches/:id': batch,
  'POST /api/admin/payout-batches/:id/release': batch,
  'POST /api/admin/payout-batches/:id/refuse': batch,
  'POST /api/admin/refunds/:id/approve': refund,
  'POST /api/admin/refunds/:id/ask': refund,
  'POST /api/admin/refunds/:id/sent': () => refund({ transactionHash: 'ab'.repeat(32) }),
  'POST /api/admin/refunds/:id/cancel': () => refund({ reason: 'No more.' }),
  'POST /api/admin/refunds/:id/reset': () => refund({ reason: 'Again.' }),
  'POST /api/admin/refunds/:id/confirm': refund,
  'POST /api/admin/approvals/:id/approve': async () => ({ id: await requestAboutMe() }),
  'POST /api/admin/approvals/:id/refuse': async () => ({ id: await requestAboutMe() }),
};

/** An offer that a reviewer made the owner. */
const offerToMe = async () => (await anOffer(reviewer, { userId: owner.id })).id;

/** The owner's identity request that waits, made once. */
async function ownRequest(): Promise<string> {
  const waiting = async () => (await adminList(testbed.app, owner.token)).find(({ userId }) => userId === owner.id);
  if (!(await waiting())) await submitDocuments(testbed.app, owner);
  return (await waiting())?.id ?? '';
}

/** A large payout of the owner's own sale, which a reviewer asked for. */
async function requestAboutMe(): Promise<string> {
  expect((await setRules(testbed, { payoutOverUsd: 300 })).status).toBe(200);
  const decision = { status: 'completed', reason: 'Seen in an explorer.', ...evidence };
  const { body } = await review(testbed, reviewer.token, await anOwnSale('391.45'), decision);
  return String(body.approvalId);
}

/** Notes, marks and assignments decide nothing; the rest names no user's case. */
const harmless = [
  // A picture of their order may be seen by a member, and each view is recorded.
  /^POST \/api\/admin\/files\/:filename\/case-link$/,
  /^\w+ \/api\/admin\/(transactions|users|chat-rooms|notes)\/.*(notes|tags|assignee|:id|note|messages|files|close|reopen)$/,
  /^\w+ \/api\/admin\/transactions\/:id\/check$/,
  // A member who leaves, a request that is withdrawn and a second invitation concern no customer's money.
  /^DELETE \/api\/admin\/(team|approvals)\/:id$/,
  /^POST \/api\/admin\/team\/:id\/resend$/,
  // Their own tests have the statements, transfers and quotes of a simulated chain that show which of them are refused.
  /^\w+ \/api\/admin\/(statements|statement-lines|unmatched|sell-quotes\/:id\/play)/,
  // A line about a member is skipped.
  /^\w+ \/api\/admin\/imports\//,
  // Entries by hand move no account of a customer; rates and months are about no user.
  /^\w+ \/api\/admin\/books\//,
  // Those payouts were released by another member, or the file was not handed over.
  /^POST \/api\/admin\/payout-batches\/:id\/(sent|withdraw)$/,
  /^\w+ \/api\/admin\/(wallets|deposit-sources|desk-accounts|payout-profiles|setup|payment-methods|fiat-|held-rates|price-sources|blog-|ready-texts|mail-texts|agent-requests)/,
];

const namesCase = ({ access, method, path }: Endpoint) => access === 'admin' && method !== 'GET' && path.includes('/:');
const named = declaredEndpoints.filter(namesCase).map(nameOf);

test('every call of the team about a case is refused for the own case, or is listed as harmless', () => {
  const unknownCalls = named.filter((name) => !(name in cases) && !harmless.some((rule) => rule.test(name)));
  expect(unknownCalls).toEqual([]);
  expect(Object.keys(cases).filter((name) => !named.includes(name))).toEqual([]);
});

test.for(Object.keys(cases))('an owner with the password is refused their own case: %s', async (name) => {
  const [method = '', path = ''] = name.split(' ');
  const { id, json, form: sentForm } = (await cases[name]?.()) ?? { id: '' };
  const { token, headers } = owner;
  const defaultForm = json || method === 'DELETE' ? undefined : { status: 'completed', kind: 'note', note: 'Mine.' };
  const answer = await testbed.app.call(method, path.replace(':id', id), {
    token,
    headers,
    json,
    form: sentForm ?? defaultForm,
  });
  expect(outcomeOf(answer)).toEqual([403, 'own_case']);
});

test('another member decides the owner’s case, and the list has the reason', async () => {
  const id = await requestAboutMe();
  const listedRequest = (await listed(owner.token)).find((request) => request.id === id);
  expect(listedRequest).toMatchObject({ isOwnCase: true, mayDecide: false });
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
