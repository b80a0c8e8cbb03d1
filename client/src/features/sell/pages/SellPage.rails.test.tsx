import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { savePayoutAccount } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { checkPayeeEndpoint } from '#shared/payouts/payouts.payee.contract.ts';
import { railOf } from '#shared/reference/rails.ts';
import { anEstimate, aSessionUser, shellAnswers } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, field, fill, press, renderScreen } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const customer = aSessionUser();
const stepThree = '/sell?crypto=ripple&amount=100&currency=KES&step=3';

const methods = ['ke-mpesa', 'ke-bank'];
const viewOf = (id: string) => {
  const rail = railOf(id);
  if (!rail) throw new Error(`There is no rail ${id}`);
  const { currencies: _currencies, unverified: _unverified, min = null, max = null, ...view } = rail;
  return [{ ...view, min, max }];
};
type Currencies = Api['GET /api/payout-currencies']['output'];
const currencies = (shellAnswers['GET /api/payout-currencies'] as Currencies).map((currency) =>
  currency.code === 'KES' ? { ...currency, methods, rails: methods.flatMap(viewOf) } : currency,
);
const aSavedAccount = (method: string, bankName: string, accountNumber: string) => {
  const account = { ...blankOf(savePayoutAccount.response), currency: 'KES', accountName: 'Ada Okafor' };
  return { ...account, id: crypto.randomUUID(), method, bankName, accountNumber };
};
const answersWith = (changes: object = {}, netAmount = 1_900) => ({
  'GET /api/payout-currencies': currencies,
  'POST /api/calculate-sell-amount': anEstimate({ netAmount, currency: 'KES' }),
  // Another test covers the next step.
  'POST /api/sell-quotes': new Refused('rate_unavailable', reasonWith('sell_rate_unavailable', {})),
  'POST /api/payee-checks': blankOf(checkPayeeEndpoint.response),
  ...changes,
});

test('a customer in Kenya is offered M-Pesa first, and reads the recognised phone number', async () => {
  const check = {
    ...blankOf(checkPayeeEndpoint.response),
    findings: [],
    normalized: { accountNumber: '+254712345678' },
  };
  const server = await renderScreen(stepThree, answersWith({ 'POST /api/payee-checks': check }), { as: customer });
  expect(await screen.findByRole('radio', { name: 'M-Pesa' })).toHaveProperty('checked', true);
  expect(screen.queryByLabelText(t('sell:payment.bankName'))).toBeNull();
  // Mobile money is paid on any day.
  await expectText(/^Arrives by .+ if you send now$/);
  expect(screen.queryByText(/bank/)).toBeNull();
  await press(t('sell:payment.next'));
  await expectText(t('sell:payment.missingAccountTitle'));
  await fill(t('sell:payment.mobileNumber'), '0712 345 678');
  fireEvent.blur(await field(t('sell:payment.mobileNumber')));
  await expectText('+254712345678');
  await press(t('sell:payment.next'));
  await waitFor(() => expect(server.sent('POST /api/sell-quotes')).toHaveLength(1));
  const paymentDetails = { method: 'ke-mpesa', accountNumber: '0712345678', bankName: 'M-Pesa' };
  expect(server.sent('POST /api/sell-quotes')[0]?.body).toMatchObject({ paymentDetails });
});

test('a customer who types a landline reads that M-Pesa needs a mobile number', async () => {
  const findings = [{ code: 'not_mobile', field: 'accountNumber' }];
  const check = { ...blankOf(checkPayeeEndpoint.response), level: 'block', findings };
  await renderScreen(stepThree, answersWith({ 'POST /api/payee-checks': check }), { as: customer });
  await fill(t('sell:payment.mobileNumber'), '020 222 2222');
  fireEvent.blur(await field(t('sell:payment.mobileNumber')));
  await expectText(t('sell:payment.problem.not_mobile', { rail: 'M-Pesa' }));
});

test('a customer reads before the rate is locked that the amount is too high for M-Pesa', async () => {
  const server = await renderScreen(stepThree, answersWith({}, 250_000.01), { as: customer });
  await expectText(/^M-Pesa takes at most .*250,000\.00 KES in one payment/);
  await fill(t('sell:payment.mobileNumber'), '0712345678');
  await press(t('sell:payment.next'));
  expect(server.sent('POST /api/sell-quotes')).toEqual([]);
  fireEvent.click(screen.getByRole('radio', { name: t('sell:payment.bank') }));
  await waitFor(() => expect(screen.queryByText(/^M-Pesa takes at most/)).toBeNull());
});

test('a customer reads why a saved account with a disabled rail cannot be chosen', async () => {
  const accounts = [
    aSavedAccount('paypal', 'PayPal', 'ada@example.com'),
    aSavedAccount('ke-mpesa', 'M-Pesa', '+254712345678'),
  ];
  await renderScreen(stepThree, answersWith({ 'GET /api/payout-accounts': accounts }), { as: customer });
  await expectText(t('sell:payment.railOff', { rail: 'PayPal' }));
  expect(await screen.findByRole('radio', { name: /^PayPal/ })).toHaveProperty('disabled', true);
  expect(await screen.findByRole('radio', { name: /^M-Pesa/ })).toHaveProperty('checked', true);
});

test('a customer whose saved account is loading is not asked for another one', async () => {
  let answer: (accounts: ReturnType<typeof aSavedAccount>[]) => void = () => undefined;
  const accountsPromise = new Promise<ReturnType<typeof aSavedAccount>[]>((resolve) => (answer = resolve));
  const server = await renderScreen(stepThree, answersWith({ 'GET /api/payout-accounts': () => accountsPromise }), {
    as: customer,
  });
  const lock = await screen.findByRole('button', { name: t('sell:payment.next') });
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(lock);
  answer([aSavedAccount('ke-mpesa', 'M-Pesa', '+254712345678')]);
  expect(await screen.findByRole('radio', { name: /^M-Pesa/ })).toHaveProperty('checked', true);
  expect(server.sent('POST /api/sell-quotes')).toEqual([]);
  await press(t('sell:payment.next'));
  await waitFor(() => expect(server.sent('POST /api/sell-quotes')).toHaveLength(1));
});
