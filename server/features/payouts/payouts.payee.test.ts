import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { payeeProviderOf } from '#server/adapters/payees/payees.ts';
import { aSession } from '#tests/factories/members.ts';
import { aUser } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls } from '#tests/factories/payouts.ts';
import { callsOf, codeOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000', PAYEE_CHECK: 'simulated' });
const { app, database, mailbox } = testbed;
/** A customer who is signed in. */
const signedIn = async () => {
  const user = await aUser(database.pool);
  return { ...user, ...(await aSession(app.deps, { id: user.userId, role: 'customer' })) };
};
const ada = fixture(signedIn);
const eve = fixture(signedIn);

const naira = { currency: 'NGN', method: 'bank', accountName: 'Ada Obi', bankName: 'GTBank', bankCode: '058' };
const check = async (json: object) => (await callsOf(app, ada).post('payee-checks', { ...naira, ...json })).body;

describe('the check of an account', () => {
  test('refuses an impossible account number before the order', async () => {
    expect(await check({ accountNumber: '0152792741' })).toMatchObject({
      level: 'block',
      scheme: 'nuban',
      findings: [{ code: 'checksum', field: 'accountNumber' }, { code: 'name_unknown' }],
      name: 'unknown',
      resolved: null,
    });
    const euro = { currency: 'EUR', accountName: 'Ada', accountNumber: 'gb82 west 1234 5698 7654 32' };
    const read = { normalized: { iban: 'GB82WEST12345698765432' }, scheme: 'iban' };
    expect(await check({ ...euro, bankName: undefined, bankCode: undefined })).toMatchObject(read);
  });

  test('asks the bank for the name, and never shows its answer', async () => {
    const accountNumber = '0152792740';
    expect(await check({ accountNumber })).toMatchObject({ resolved: { state: 'match' } });
    const otherCheck = await check({ bankCode: '011', accountNumber: '0000014579' });
    expect(otherCheck).toMatchObject({ resolved: { state: 'other' }, level: 'warn' });
    expect(JSON.stringify(otherCheck)).not.toContain('Blessing');
    expect(await check({ bankCode: undefined, accountNumber })).toMatchObject({ resolved: null });
  });

  test.each([
    ['a name', 200, { status: true, data: { account_name: 'ADA OBI' } }, 'ADA OBI'],
    ['a refusal', 422, { status: false }, null],
    ['too many requests', 429, {}, null],
    ['something else', 200, { hello: 1 }, null],
  ])('treats a provider that answers %s as no error', async (_name, status, body, name) => {
    const seenNames: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seenNames.push(request.url, request.headers.authorization);
      response.writeHead(status).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = payeeProviderOf({ provider: 'paystack', key: 'sk', url });
    const account = { currency: 'NGN', accountName: 'x', accountNumber: '0152792740', bankCode: '058' };
    expect(await provider.nameOf(account)).toBe(name);
    expect(seenNames).toEqual(['/bank/resolve?account_number=0152792740&bank_code=058', 'Bearer sk']);
    server.close();
  });
});

describe('another account for a returned payout', () => {
  const { aPayout, sendAlone, giveBack, payoutOf } = payoutCalls(testbed);
  const payout = { id: '', orderId: '' };
  const { paymentDetails } = inEuro();
  const german = 'DE89370400440532013000';
  const ofOrder = (who: { token: string }) => callsOf(app, who, `/api/transactions/${payout.orderId}/`);
  const askForCode = (who = ada) => ofOrder(who).post('payout-details/code');
  const change = (code: string, accountNumber = german, who = ada) =>
    ofOrder(who).put('payout-details', { code, paymentDetails: { ...paymentDetails, accountNumber } });
  const codes = async () => (await mailbox.to(ada.email, 'payout_details_code')).map(({ data }) => String(data.code));

  beforeAll(async () => {
    Object.assign(payout, await aPayout(inEuro(), ada));
    await sendAlone(payout.id);
    await giveBack(payout.id, { reason: 'wrong_account', note: 'Closed' });
  });

  test('is confirmed by a code for its customer alone, and no other customer sees the order', async () => {
    expect((await askForCode(eve)).status).toBe(404);
    expect((await change('123456', german, eve)).status).toBe(404);
    expect((await askForCode()).body).toHaveProperty('expiresAt');
    expect(await codes()).toHaveLength(1);
  });

  test('is not the one that returned it, which is marked among the saved ones', async () => {
    const listed = async (who: { token: string }) => {
      const calls = callsOf(app, who);
      await calls.post('payout-accounts', { ...paymentDetails, currency: 'EUR' });
      await calls.post('payout-accounts', { ...paymentDetails, accountNumber: german, currency: 'EUR' });
      const accounts = await calls.list('payout-accounts');
      return accounts.map(({ accountNumber, returned }) => [accountNumber === german, returned]);
    };
    const gone = { reason: 'wrong_account', at: expect.any(String) as string };
    expect(await listed(ada)).toEqual(
      expect.arrayContaining([
        [false, gone],
        [true, null],
      ]),
    );
    expect(await listed(eve)).toEqual(
      expect.arrayContaining([
        [false, null],
        [true, null],
      ]),
    );
  });

  test('may have that number in another currency', async () => {
    const calls = callsOf(app, ada);
    await calls.post('payout-accounts', { ...paymentDetails, currency: 'GBP' });
    const accounts = await calls.list('payout-accounts');
    const marks = accounts.map(({ currency, accountNumber, returned }) => [currency, accountNumber, returned !== null]);
    const { accountNumber } = paymentDetails;
    expect(marks).toEqual(
      expect.arrayContaining([
        ['EUR', accountNumber, true],
        ['GBP', accountNumber, false],
      ]),
    );
  });

  test('is paid with the right code, and five wrong ones end the code', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await codeOf(change('000000'))).toBe('invalid_code');
    const [first = ''] = await codes();
    expect(await codeOf(change(first))).toBe('invalid_code');
    await testbed.ageCodes(120);
    await askForCode();
    const code = (await codes()).at(-1) ?? '';
    expect(await codeOf(change(code, 'DE89370400440532013001'))).toBe('payee_blocked');
    const { accountNumber } = paymentDetails;
    expect(await codeOf(change(code, accountNumber.toLowerCase()))).toBe('payee_blocked');
    const body = { status: 'completed', paymentDetails: { accountNumber: german } };
    expect(await change(code)).toMatchObject({ status: 200, body });
    const changedDetails = { detailsChanged: true, tampered: false, payee: { accountNumber: german } };
    expect(await payoutOf(payout.id)).toMatchObject({
      state: 'due',
      ...changedDetails,
      order: { stage: 'approved_again' },
    });
    const mails = await mailbox.to(ada.email, 'payout_details_changed');
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails)).not.toContain(german);
    expect(await codeOf(change(code))).toBe('conflict');
  });
});
