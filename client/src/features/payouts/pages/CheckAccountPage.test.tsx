import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { maskedAccount } from '#client/lib/format/format.ts';
import { getDeposit } from '#shared/deposits/deposits.contract.ts';
import { listPayoutCurrencies } from '#shared/rates/rates.contract.ts';
import { anOrder, aSessionUser } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, field, fill, press, renderScreen, selectedIn } from '#tests/components/screen.tsx';
import { Refused, type SentCall } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const rightCode = '305917';
const order = anOrder({ stage: 'details_needed' });
const isRight = ({ body }: SentCall) => (body as { code: string }).code === rightCode;

test('a customer cannot send a mistyped IBAN, and can send one of an unknown country', async () => {
  const inEuro = { ...order, payoutCurrency: 'EUR' };
  const server = await renderScreen(
    `/transactions/${order.id}/account`,
    {
      'GET /api/transactions/:id': inEuro,
      'GET /api/transactions/:id/deposit': blankOf(getDeposit.response),
      'GET /api/payout-accounts': [],
      'PUT /api/transactions/:id/payout-details': inEuro,
      'POST /api/transactions/:id/payout-details/code': { expiresAt: '2026-03-01T12:10:00.000Z' },
    },
    { as: aSessionUser() },
  );
  await fill(t('sell:payment.bankName'), 'Bank of Berlin');
  await fill(t('sell:payment.accountName'), 'Ada Obi');
  await fill(t('sell:payment.number.EUR'), 'DE89370400440532013001');
  await expectText(t('sell:payment.problem.ibanCheck'));
  const mail = screen.getByRole('button', { name: t('payouts.details:sendCode') });
  expect(mail.getAttribute('aria-disabled')).toBe('true');
  await fill(t('sell:payment.number.EUR'), 'XX89370400440532013000');
  await expectText(t('sell:payment.problem.ibanCountry', { code: 'XX' }));
  await press(t('payouts.details:sendCode'));
  await fill(t('auth:code.label'), rightCode);
  await waitFor(() => expect(server.sent('PUT /api/transactions/:id/payout-details')).toHaveLength(1));
});

test('a customer whose code for another account was wrong types the right one over it', async () => {
  const refusal = new Refused('invalid_code', 'one_time_code_wrong');
  const server = await renderScreen(
    `/transactions/${order.id}/account`,
    {
      'GET /api/transactions/:id': order,
      'GET /api/transactions/:id/deposit': blankOf(getDeposit.response),
      'GET /api/payout-accounts': [],
      'POST /api/transactions/:id/payout-details/code': { expiresAt: '2026-03-01T12:10:00.000Z' },
      'PUT /api/transactions/:id/payout-details': (sentCall) => (isRight(sentCall) ? order : refusal),
    },
    { as: aSessionUser() },
  );
  await fill(t('sell:payment.bankName'), 'Bank of Lagos');
  await fill(t('sell:payment.accountNumber'), '0123456789');
  await fill(t('sell:payment.accountName'), 'Ada Obi');
  await press(t('payouts.details:sendCode'));
  // Six digits submit themselves.
  await fill(t('auth:code.label'), '000000');
  await expectText(t('errors:one_time_code_wrong'));
  await waitFor(async () => expect(selectedIn(await field(t('auth:code.label')))).toBe('000000'));
  // An Arabic keyboard types these digits.
  await fill(t('auth:code.label'), '٣٠٥٩١٧');
  await waitFor(() => expect(server.sent('PUT /api/transactions/:id/payout-details')).toHaveLength(2));
  expect(server.sent('PUT /api/transactions/:id/payout-details').at(-1)).toMatchObject({ body: { code: rightCode } });
});

test('a customer whose money was returned from M-Pesa reads about M-Pesa and not about a bank', async () => {
  const payout = { state: 'returned', at: order.updatedAt, endToEndId: null, mayChangeDetails: true } as const;
  const names = { accountName: 'Ada Obi', accountNumber: '+254712345678', bankName: 'M-Pesa' };
  const paymentDetails = { ...names, method: 'ke-mpesa' } as const;
  await renderScreen(
    `/transactions/${order.id}/account`,
    {
      'GET /api/transactions/:id': {
        ...order,
        payoutCurrency: 'KES',
        paymentDetails,
        payout: { ...payout, returnedBecause: 'wrong_account' },
      },
      'GET /api/transactions/:id/deposit': blankOf(getDeposit.response),
      'GET /api/payout-accounts': [],
    },
    { as: aSessionUser() },
  );
  await expectText(/^M-Pesa says the number .*5678 can’t receive money\. Nothing is lost\.$/);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('orders.line:chip.number'));
  expect(document.body.textContent).not.toMatch(/your bank/i);
});

test('a customer whose M-Pesa number was refused reads that beside the number', async () => {
  const payout = { state: 'returned', at: order.updatedAt, endToEndId: null, mayChangeDetails: true } as const;
  const refused = {
    accountName: 'Ada Obi',
    accountNumber: '+254712345678',
    bankName: 'M-Pesa',
    method: 'ke-mpesa',
  } as const;
  const paidBy = listPayoutCurrencies.response.element;
  const mPesa = {
    ...blankOf(paidBy.shape.rails.element),
    id: 'ke-mpesa',
    kind: 'mobile_money',
    name: 'M-Pesa',
  } as const;
  const usable = {
    ...refused,
    id: '22222222-2222-4222-8222-222222222222',
    origin: 'own' as const,
    currency: 'KES',
    accountNumber: '+254733000111',
    lastUsedAt: order.updatedAt,
    createdAt: order.createdAt,
    returned: null,
  };
  await renderScreen(
    `/transactions/${order.id}/account`,
    {
      'GET /api/transactions/:id': {
        ...order,
        payoutCurrency: 'KES',
        paymentDetails: refused,
        payout: { ...payout, returnedBecause: 'account_closed' },
      },
      'GET /api/transactions/:id/deposit': blankOf(getDeposit.response),
      'GET /api/payout-accounts': [usable],
      'GET /api/payout-currencies': [{ ...blankOf(paidBy), code: 'KES', rails: [mPesa] }],
    },
    { as: aSessionUser() },
  );
  const gone = await screen.findByRole('radio', { name: /5678.*Number refused, returned/ });
  expect((gone as HTMLInputElement).disabled).toBe(true);
});

test('a customer whose money was returned from M-Pesa without a reason is asked to check the number', async () => {
  const payout = { state: 'returned', at: order.updatedAt, endToEndId: null, mayChangeDetails: true } as const;
  const names = { accountName: 'Ada Obi', accountNumber: '+254712345678', bankName: 'M-Pesa' };
  await renderScreen(
    `/transactions/${order.id}/account`,
    {
      'GET /api/transactions/:id': {
        ...order,
        payoutCurrency: 'KES',
        paymentDetails: { ...names, method: 'ke-mpesa' },
        payout: { ...payout, returnedBecause: 'other' },
      },
      'GET /api/transactions/:id/deposit': blankOf(getDeposit.response),
      'GET /api/payout-accounts': [],
    },
    { as: aSessionUser() },
  );
  await expectText(/^It came back from M-Pesa.*Please check the number\.$/);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('payouts.details:titleNumber'));
});

test('a customer whose bank account is closed reads that, and cannot name it again', async () => {
  const payout = { state: 'returned', at: order.updatedAt, endToEndId: null, mayChangeDetails: true } as const;
  const paymentDetails = {
    accountName: 'Ada Obi',
    accountNumber: '0123456789',
    bankName: 'Bank of Lagos',
    method: 'bank',
  } as const;
  await renderScreen(
    `/transactions/${order.id}/account`,
    {
      'GET /api/transactions/:id': {
        ...order,
        paymentDetails,
        payout: { ...payout, returnedBecause: 'account_closed' },
      },
      'GET /api/transactions/:id/deposit': blankOf(getDeposit.response),
      'GET /api/payout-accounts': [],
    },
    { as: aSessionUser() },
  );
  await expectText(/^Your bank says the account Bank of Lagos .*6789 is closed\. Nothing is lost\.$/);
  expect((await field(t('sell:payment.bankName'))).value).toBe('');
  await fill(t('sell:payment.bankName'), 'Bank of Lagos');
  await fill(t('sell:payment.accountNumber'), '0123 456-789');
  await expectText(t('errors:payee_account_returned'));
  const submit = () => screen.getByRole('button', { name: t('payouts.details:sendCode') });
  expect(submit().getAttribute('aria-disabled')).toBe('true');
  await fill(t('sell:payment.accountNumber'), '0123456788');
  await waitFor(() => expect(screen.queryByText(t('errors:payee_account_returned'))).toBeNull());
});

test('a customer chooses a saved account with two taps and a code, and not the returned one', async () => {
  const payout = { state: 'returned', at: order.updatedAt, endToEndId: null, mayChangeDetails: true } as const;
  const paymentDetails = {
    accountName: 'Ada Obi',
    accountNumber: '0123456789',
    bankName: 'Bank of Lagos',
    method: 'bank',
  } as const;
  const savedAccount = {
    origin: 'own' as const,
    currency: order.payoutCurrency,
    lastUsedAt: order.updatedAt,
    createdAt: order.createdAt,
  };
  const accountClosed = { reason: 'account_closed', at: order.updatedAt } as const;
  const savedAccounts = [
    { ...paymentDetails, ...savedAccount, id: '11111111-1111-4111-8111-111111111111', returned: accountClosed },
    {
      ...paymentDetails,
      ...savedAccount,
      id: '22222222-2222-4222-8222-222222222222',
      accountNumber: '9876543210',
      returned: null,
    },
  ];
  const server = await renderScreen(
    `/transactions/${order.id}/account`,
    {
      'GET /api/transactions/:id': {
        ...order,
        paymentDetails,
        payout: { ...payout, returnedBecause: 'account_closed' },
      },
      'GET /api/transactions/:id/deposit': blankOf(getDeposit.response),
      'GET /api/payout-accounts': savedAccounts,
      'POST /api/transactions/:id/payout-details/code': { expiresAt: '2026-03-01T12:10:00.000Z' },
      'PUT /api/transactions/:id/payout-details': order,
    },
    { as: aSessionUser() },
  );
  const returnedOption = await screen.findByRole('radio', { name: /6789/ });
  expect((returnedOption as HTMLInputElement).disabled).toBe(true);
  await press(t('payouts.details:sendTo', { account: `Bank of Lagos ${maskedAccount('9876543210')}` }));
  await fill(t('auth:code.label'), rightCode);
  await waitFor(() => expect(server.sent('PUT /api/transactions/:id/payout-details')).toHaveLength(1));
  expect(server.sent('PUT /api/transactions/:id/payout-details')[0]).toMatchObject({
    body: { code: rightCode, paymentDetails: { accountNumber: '9876543210' } },
  });
});
