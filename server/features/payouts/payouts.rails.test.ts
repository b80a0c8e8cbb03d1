import { beforeAll, expect, test } from 'vitest';
import type { MailMessage } from '#server/features/mail/mail.service.ts';
import { aColleague, theOwner } from '#tests/factories/approvals.ts';
import { download } from '#tests/factories/documents.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { anOrder, aUser, bankDetails, completedOrder, worthUsd } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls, type Body } from '#tests/factories/payouts.ts';
import { outcome } from '#tests/setup/calls.ts';
import { renderedMail } from '#tests/setup/mails.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { seedProfiles } from './accounts/payouts.profiles.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, database, mailbox, rows } = testbed;
const { payer, reviewer, as, ok, aPayout, aBatch, release, payoutOf, markSent, giveBack } = payoutCalls(testbed);
const owner = fixture(() => theOwner(testbed));
const auditor = fixture(() => aColleague(testbed, 'auditor'));

const mpesa = { method: 'ke-mpesa', accountName: 'Ada Obi', accountNumber: '+254712345678', bankName: 'M-Pesa' };
const inShillings = (paymentDetails: object = mpesa) => ({
  ...worthUsd('1200.50'),
  payoutCurrency: 'KES',
  paymentDetails,
});
const bankOf = (method: string) => inShillings({ ...bankDetails, method });

const account = { till: '', bank: '' };
beforeAll(async () => {
  await seedProfiles(app.deps);
  const { body } = await as(owner, 'GET', 'payout-profiles');
  const idOf = (name: string) => (body as unknown as Body[]).find((profile) => profile.name === name)?.id;
  const paying = { currency: 'KES', format: 'csv', holderName: 'Landfall Exchange Ltd', bankName: 'Safaricom' };
  const add = async (name: string, accountNumber: string, profile: string) =>
    String((await ok(owner, 'POST', 'desk-accounts', { ...paying, name, accountNumber, profileId: idOf(profile) })).id);
  account.till = await add('Till', 'till 552 100', 'ke-mpesa');
  account.bank = await add('Bank', '0011223344', 'ke-transfer');
});

const fileOf = async (batch: Body) => {
  expect(await outcome(release(batch))).toBe('200');
  const member = { token: payer.token, stepUp: await steppedUp(app.deps, payer.token) };
  const { bytes } = await download(app, member, `/api/admin/payout-batches/${String(batch.id)}/file`);
  return Buffer.from(bytes).toString();
};

const profileOf = async (id: string): Promise<string> => {
  const [row] = await rows('select profile_id from desk_accounts where id = $1', [id]);
  return String(row?.profile_id);
};

test('the file of a till has each number in the dialled form, without an apostrophe', async () => {
  const { id } = await aPayout(inShillings());
  const text = await fileOf(await aBatch([id], { accountId: account.till }));
  const { endToEndId } = await payoutOf(id);
  expect(text).toBe(
    `Phone Number,Name,Amount,Currency,Reference\r\n+254712345678,Ada Obi,1200.50,KES,${String(endToEndId)}\r\n`,
  );
});

test('a layout with rails pays no other rail, and an older order is paid to its bank', async () => {
  const toPhone = await aPayout(inShillings());
  const toBank = await aPayout(bankOf('ke-bank'));
  const older = await aPayout(bankOf('bank'));
  const batchOf = (accountId: string, ...payouts: Body[]) =>
    as(reviewer, 'POST', 'payout-batches', { accountId, payoutIds: payouts.map(({ id }) => id) });
  for (const payouts of [[toBank], [toPhone, older]]) {
    const { status, body } = await batchOf(account.till, ...payouts);
    expect([status, body]).toMatchObject([400, { code: 'invalid_input', reason: 'payout_method_differs' }]);
  }
  const profileId = await profileOf(account.bank);
  await ok(owner, 'PUT', `payout-profiles/${profileId}`, {
    name: 'ke-transfer',
    direction: 'payout',
    columns: [
      { heading: 'Account', value: '{accountNumber}' },
      { heading: 'Amount', value: '{amount}' },
    ],
    rails: ['bank', 'ke-bank'],
  });
  expect(await outcome(batchOf(account.bank, toPhone))).toMatch('400 invalid_input');
  expect(await outcome(batchOf(account.bank, toBank, older))).toBe('201');
});
test('a layout accepts only existing rails', async () => {
  const columns = [
    { heading: 'Account', value: '{accountNumber}' },
    { heading: 'Amount', value: '{amount}' },
  ];
  for (const rails of [[], ['mpesa']]) {
    const layout = { name: 'With rails', direction: 'payout', columns, rails };
    expect(await outcome(as(owner, 'POST', 'payout-profiles', layout))).toMatch('400 invalid_input');
  }
});

test('the team filters by rail, and support reads only the end of a phone number', async () => {
  const toPhone = await aPayout(inShillings());
  const toBank = await aPayout(bankOf('bank'));
  const listPayouts = async (method: string, member: { token: string } = reviewer) => {
    const { body } = await as(member, 'GET', `payouts?state=due&pageSize=100&method=${method}`);
    return body as unknown as (Body & { payee: Body })[];
  };
  const phones = await listPayouts('ke-mpesa');
  expect(phones.map(({ id }) => id)).toContain(toPhone.id);
  expect(phones.every(({ payee }) => payee.method === 'ke-mpesa')).toBe(true);
  expect((await listPayouts('bank')).map(({ id }) => id)).toContain(toBank.id);
  expect(await outcome(as(reviewer, 'GET', 'payouts?method=mpesa'))).toMatch('400 invalid_input');
  const [listedPayout] = await listPayouts('ke-mpesa', auditor);
  expect(listedPayout?.payee.accountNumber).toBe('••••5678');
});

const sendByPhone = async (customer: Awaited<ReturnType<typeof aUser>>) => {
  const { id } = await aPayout(inShillings(), customer);
  const batch = await aBatch([id], { accountId: account.till });
  expect([await outcome(release(batch)), await outcome(markSent(batch))]).toEqual(['200', '200']);
  return id;
};

test('the reviewer reads that a payout uses another rail than the last one', async () => {
  const customer = await aUser(database.pool);
  await sendByPhone(customer);
  const { id } = await aPayout(bankOf('ke-bank'), customer);
  expect((await payoutOf(id)).differs).toContain('method');
});

test('a payout is compared with the last one in its currency, whatever was paid since in another', async () => {
  const customer = await aUser(database.pool);
  await completedOrder(app.deps, await anOrder(app.deps, customer, inEuro()));
  await sendByPhone(customer);
  expect(await payoutOf((await aPayout(inEuro(), customer)).id)).toMatchObject({ differs: [] });
});

test('a customer whose M-Pesa payout was returned reads of M-Pesa and of the number, and of no bank', async () => {
  const customer = await aUser(database.pool);
  const id = await sendByPhone(customer);
  const [completedMail] = await mailbox.of('order_completed', customer.email);
  const completionMail =
    completedMail && renderedMail({ template: 'order_completed', data: completedMail } as MailMessage);
  expect(completionMail?.text.replaceAll(/\s+/g, ' ')).toContain('How soon it arrives depends on M-Pesa');
  await giveBack(id, { reason: 'account_closed', note: 'The number takes no money', askCustomer: true });
  const [returnedMail] = await mailbox.of('payout_returned', customer.email);
  const mail = returnedMail && renderedMail({ template: 'payout_returned', data: returnedMail } as MailMessage);
  expect(mail?.subject).toMatch(/^M-Pesa sent back the payout for LF-/);
  expect(mail?.text).toContain('check your number');
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('M-Pesa says the number can’t receive money');
  expect(mail?.text).toContain('Choose another number');
  expect(mail?.text).not.toMatch(/\bbank|account is closed|another account/i);
  expect(mail?.text).not.toContain('+254712345678');
});
