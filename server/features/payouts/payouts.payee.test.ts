import { createServer } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { payeeProviderOf } from '#server/adapters/payees/payees.ts';
import { aColleague, theOwner } from '#tests/factories/approvals.ts';
import { aSession, steppedUp } from '#tests/factories/members.ts';
import { anOrder, aUser, bankDetails, worth } from '#tests/factories/orders.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

type Body = Record<string, unknown>;
const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000', PAYEE_CHECK: 'simulated' });
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
const payer = fixture(() => aColleague(testbed, 'payer'));
/** A customer who is signed in. */
const signedIn = async () => {
  const user = await aUser(testbed.database.pool);
  return { ...user, ...(await aSession(testbed.app.deps, { id: user.userId, role: 'customer' })) };
};
const ada = fixture(signedIn);
const eve = fixture(signedIn);

const naira = { currency: 'NGN', method: 'bank', accountName: 'Ada Obi', bankName: 'GTBank', bankCode: '058' };
const check = async (json: object) =>
  (await testbed.app.call('POST', '/api/payee-checks', { token: ada.token, json })).body;

describe('the check of an account', () => {
  test('a number that cannot be right is told before the order', async () => {
    expect(await check({ ...naira, accountNumber: '0152792741' })).toMatchObject({
      level: 'block',
      scheme: 'nuban',
      findings: [{ code: 'checksum', field: 'accountNumber' }, { code: 'name_unknown' }],
      name: 'unknown',
      resolved: null,
    });
    const euro = { currency: 'EUR', method: 'bank', accountName: 'Ada', accountNumber: 'gb82 west 1234 5698 7654 32' };
    expect(await check(euro)).toMatchObject({ normalized: { iban: 'GB82WEST12345698765432' }, scheme: 'iban' });
  });

  test('the bank is asked for the name, and its answer is never shown', async () => {
    const answer = await check({ ...naira, accountNumber: '0152792740' });
    expect(answer).toMatchObject({ resolved: { state: 'match' } });
    const other = await check({ ...naira, bankCode: '011', accountNumber: '0000014579' });
    expect(other).toMatchObject({ resolved: { state: 'other' }, level: 'warn' });
    expect(JSON.stringify(other)).not.toContain('Blessing');
    expect(await check({ ...naira, bankCode: undefined, accountNumber: '0152792740' })).toMatchObject({
      resolved: null,
    });
  });

  test.each([
    ['a name', 200, { status: true, data: { account_name: 'ADA OBI' } }, 'ADA OBI'],
    ['a refusal', 422, { status: false }, null],
    ['too many requests', 429, {}, null],
    ['something else', 200, { hello: 1 }, null],
  ])('a provider that answers %s is no error', async (_name, status, body, name) => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url, request.headers.authorization);
      response.writeHead(status).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const provider = payeeProviderOf({ provider: 'paystack', key: 'sk', url });
    const account = { currency: 'NGN', accountName: 'x', accountNumber: '0152792740', bankCode: '058' };
    expect(await provider.nameOf(account)).toBe(name);
    expect(seen).toEqual(['/bank/resolve?account_number=0152792740&bank_code=058', 'Bearer sk']);
    server.close();
  });
});

describe('another account for a payout that came back', () => {
  const order = { id: '', payoutId: '' };
  const euro = { ...bankDetails, accountNumber: 'NL91ABNA0417164300', bankName: 'ABN AMRO' };
  const call = (method: 'POST' | 'PUT', path: string, { token }: { token: string } = ada, json?: object) =>
    testbed.app.call(method, `/api/transactions/${order.id}/${path}`, { token, ...(json && { json }) });
  const change = (code: string, details: object = {}, who = ada) =>
    call('PUT', 'payout-details', who, {
      code,
      paymentDetails: { ...euro, accountNumber: 'DE89370400440532013000', ...details },
    });
  const codes = async () =>
    (await testbed.mailbox.to(ada.email)).filter(({ template }) => template === 'payout_details_code');
  const codeIn = (mail: { data: Body } | undefined) => String(mail?.data.code);

  beforeAll(async () => {
    const as = async (member: { token: string }, path: string, json: object) => {
      const headers = await steppedUp(testbed.app.deps, member.token);
      return (await testbed.app.call('POST', `/api/admin/${path}`, { token: member.token, headers, json })).body;
    };
    await testbed.app.call('PUT', '/api/admin/settings', {
      ...(await theOwner(testbed)),
      json: { rules: { payoutEvidenceRequired: false } },
    });
    order.id = await anOrder(testbed.app.deps, ada, { ...worth('93.02'), payoutCurrency: 'EUR', paymentDetails: euro });
    order.payoutId = String((await as(reviewer, `transactions/${order.id}/payout`, {})).id);
    const batch = await as(reviewer, 'payout-batches', { accountId: null, payoutIds: [order.payoutId] });
    await as(payer, `payout-batches/${String(batch.id)}/release`, { digest: batch.digest });
    await as(payer, `payout-batches/${String(batch.id)}/sent`, {});
    await as(payer, `payouts/${order.payoutId}/return`, { reason: 'wrong_account', note: 'Closed' });
  });

  test('only the customer of the order gets a code, and no other customer learns that it exists', async () => {
    expect((await call('POST', 'payout-details/code', eve)).status).toBe(404);
    expect((await change('123456', {}, eve)).status).toBe(404);
    expect((await call('POST', 'payout-details/code')).body).toHaveProperty('expiresAt');
    expect(await codes()).toHaveLength(1);
  });

  test('five wrong codes end it, an account that cannot be right is refused, and the right code sends it again', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await change('000000')).body.code).toBe('invalid_code');
    const first = codeIn((await codes())[0]);
    expect((await change(first)).body.code).toBe('invalid_code');
    await testbed.ageCodes(120);
    await call('POST', 'payout-details/code');
    const code = codeIn((await codes()).at(-1));
    expect((await change(code, { accountNumber: 'DE89370400440532013001' })).body.code).toBe('payee_blocked');
    const changed = await change(code);
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { status: 'completed', paymentDetails: { accountNumber: euro.accountNumber } },
    ]);
    const headers = await steppedUp(testbed.app.deps, reviewer.token);
    const payout = await testbed.app.call('GET', `/api/admin/payouts/${order.payoutId}`, {
      token: reviewer.token,
      headers,
    });
    expect(payout.body).toMatchObject({
      state: 'due',
      detailsChanged: true,
      tampered: false,
      payee: { accountNumber: 'DE89370400440532013000' },
      order: { stage: 'approved_again' },
    });
    const mails = (await testbed.mailbox.to(ada.email)).filter(({ template }) => template === 'payout_details_changed');
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails[0]?.data)).not.toContain('DE89370400440532013000');
    expect((await change(code)).body.code).toBe('conflict');
  });
});
