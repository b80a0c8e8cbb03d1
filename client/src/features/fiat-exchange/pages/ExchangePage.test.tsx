import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import { anOrder, aSessionUser } from '#tests/components/answers.ts';
import { chooseFile, expectText, field, fill, press, renderScreen } from '#tests/components/screen.tsx';
import { Refused, type Answers, type Sent } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const as = aSessionUser();
const at = new Date().toISOString();
const later = new Date(Date.now() + 3_600_000).toISOString();
const codes = ['USD', 'PHP', 'NGN'];
const currencies: Api['GET /api/fiat-currencies']['output'] = codes.map((code, index) => ({
  id: crypto.randomUUID(),
  code,
  name: code,
  symbol: code,
  isActive: true,
  sortOrder: index + 1,
  minorUnits: 2,
  exchangesInto: codes.filter((other) => other !== code),
  canBePaidIn: true,
}));

type Terms = { fromCurrency: string; toCurrency: string; amount?: string };
const estimateAt =
  (exchangeRate: number) =>
  ({ body }: Sent): Api['POST /api/fiat-exchange/calculate']['output'] => {
    const { fromCurrency, toCurrency, amount } = body as Terms;
    const inputAmount = Number(amount);
    return {
      fromCurrency,
      toCurrency,
      inputAmount,
      exchangeRate,
      outputAmount: inputAmount * exchangeRate,
      valueUsd: inputAmount,
      rateUpdatedAt: at,
      source: 'desk',
    };
  };
const instructionsAt =
  (exchangeRate: number, ...methods: string[]) =>
  (sent: Sent): Api['POST /api/fiat-exchange/instructions']['output'] => ({
    estimate: estimateAt(exchangeRate)(sent),
    reference: 'LF-TEST-01',
    instructions: methods.map((displayName, index) => ({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      currency: 'USD',
      type: 'bank',
      name: displayName,
      displayName,
      accountDetails: { 'Account number': '0152792740' },
      instructions: null,
      isSample: false,
    })),
    lockedUntil: later,
    proofDueAt: later,
    serverTime: at,
  });
const answers: Answers = {
  'GET /api/fiat-currencies': currencies,
  'POST /api/fiat-exchange/calculate': estimateAt(150),
  'POST /api/fiat-exchange/instructions': instructionsAt(150, 'A bank'),
};
const opened = anOrder({ type: 'fiat', awaitingProof: true, fromCurrency: 'USD', inputAmount: 100, proofDueAt: later });

/** Goes to the payment of 100 dollars that become nairas. */
async function goToPayment(): Promise<void> {
  await fill(t('fiat-exchange:currency.youSend'), '100');
  await press(/^Continue with/);
  await fill(t('sell:payment.bankName'), 'First Bank');
  await fill(t('sell:payment.accountNumber'), '0123456789');
  await press(t('fiat-exchange:bank.next'));
}

test('a visitor who wants to exchange money is asked to sign in', async () => {
  await renderScreen('/fiat-exchange');
  await expectText(t('fiat-exchange:signedOut.title'));
});

test('a customer who follows the address of an exchange that is not there is told so', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  await renderScreen(
    `/fiat-exchange?order=${id}`,
    { 'GET /api/transactions/:id': new Refused('not_found', 'order_not_found') },
    { as },
  );
  await expectText(t('fiat-exchange:done.noId'));
});

test('a customer who leaves out what an exchange needs reads it at each step, and nothing is submitted', async () => {
  const two = { ...answers, 'POST /api/fiat-exchange/instructions': instructionsAt(150, 'A bank', 'A wallet') };
  const server = await renderScreen('/fiat-exchange', two, { as });
  await press(t('fiat-exchange:currency.continuePlain'));
  await expectText(t('fiat-exchange:currency.missing'));
  await fill(t('fiat-exchange:currency.from'), 'NGN');
  await expectText(t('fiat-exchange:currency.same'));
  await fill(t('fiat-exchange:currency.from'), 'USD');
  await fill(t('fiat-exchange:currency.youSend'), '100');
  await press(/^Continue with/);
  await press(t('fiat-exchange:bank.next'));
  await expectText(t('sell:payment.bankNameMissing'));
  await fill(t('sell:payment.bankName'), 'First Bank');
  await fill(t('sell:payment.accountNumber'), '0123456789');
  await press(t('fiat-exchange:bank.next'));
  await press(t('fiat-exchange:instructions.made'));
  await expectText(t('fiat-exchange:instructions.choosing'));
  expect(server.sent('POST /api/fiat-exchange/submit')).toEqual([]);
});

test('more than may be exchanged without an identity is said on the first step', async () => {
  await renderScreen('/fiat-exchange', answers, { as });
  await fill(t('fiat-exchange:currency.youSend'), '2000');
  await expectText(t('sell:allowance.exchangeOverTitle'));
  const verify = screen.getByRole('link', { name: t('sell:allowance.verify') });
  expect(verify.getAttribute('href')).toMatch(/^\/kyc\?next=%2Ffiat-exchange/);
  expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
});

test('a customer whose rate moved after its lock had expired opens nothing until another button accepts the new one', async () => {
  const moved = new Refused('rate_changed', 'exchange_rate_changed', undefined, {
    exchangeRate: 180,
    outputAmount: 18_000,
    rateUpdatedAt: at,
  });
  const server = await renderScreen('/fiat-exchange', { ...answers, 'POST /api/fiat-exchange/submit': moved }, { as });
  await goToPayment();
  const made = t('fiat-exchange:instructions.made');
  await screen.findByRole('button', { name: made });
  server.answer({
    'POST /api/fiat-exchange/calculate': estimateAt(180),
    'POST /api/fiat-exchange/instructions': instructionsAt(180, 'A bank'),
  });
  await press(made);
  await expectText(t('fiat-exchange:changed.title'));
  await expectText(/^₦18,000\.00\sNGN$/);
  await waitFor(() => expect(screen.queryByRole('button', { name: made })).toBeNull());
  server.answer({
    'POST /api/fiat-exchange/submit': { transaction: opened, instructions: [] },
    'GET /api/transactions/:id': opened,
  });
  await press(/^Accept .* and continue$/);
  await screen.findByRole('heading', { level: 1, name: t('fiat-exchange:proof.heading') });
  expect(server.sent('POST /api/fiat-exchange/submit')).toMatchObject([
    { body: { outputAmount: '15000' } },
    { body: { outputAmount: '18000', reference: 'LF-TEST-01' } },
  ]);
});

test('a customer who uploads no proof or one that is too large reads why', async () => {
  await renderScreen(`/fiat-exchange?order=${opened.id}`, { 'GET /api/transactions/:id': opened }, { as });
  await press(t('fiat-exchange:proof.submit'));
  await expectText(new RegExp(`^${t('orders:upload.missing')}`));
  chooseFile(await field(t('common:file.chooseFile')), 'slip.pdf', 'application/pdf', 10 * 1024 * 1024 + 1);
  await expectText(new RegExp(`^${t('orders:upload.tooLarge')}`));
});
