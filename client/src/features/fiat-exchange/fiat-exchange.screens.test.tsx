import { screen, waitFor, fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import {
  adminListExchangeRates,
  exchangeEstimate,
  fiatCurrencyView,
} from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { paymentInstruction } from '#shared/payment-methods/payment-methods.contract.ts';
import { askingFirst, proveAgain, renderAdmin } from '#tests/components/admin.ts';
import { anOrder, aSessionUser } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import {
  chooseFile,
  expectLink,
  expectText,
  field,
  fill,
  press,
  pressFirst,
  renderScreen,
  dialogOf,
} from '#tests/components/screen.tsx';
import { Refused, type Answers, type SentCall } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const customer = aSessionUser();
const at = new Date().toISOString();
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const aCurrency = (code: string, exchangesInto: string[] = []) => {
  const id = crypto.randomUUID();
  return { ...blankOf(fiatCurrencyView), id, code, exchangesInto, canBePaidIn: true, isActive: true, minorUnits: 2 };
};
const currenciesOf = (...codes: string[]) =>
  codes.map((code) =>
    aCurrency(
      code,
      codes.filter((otherCode) => otherCode !== code),
    ),
  );

type Terms = { fromCurrency: string; toCurrency: string; amount?: string };
const estimateAt =
  (exchangeRate: number) =>
  ({ body }: SentCall): Api['POST /api/fiat-exchange/calculate']['output'] => {
    const { fromCurrency, toCurrency, amount } = body as Terms;
    const pair = { ...blankOf(exchangeEstimate), fromCurrency, toCurrency, exchangeRate };
    const [inputAmount, outputAmount] = [Number(amount), Number(amount) * exchangeRate];
    return { ...pair, inputAmount, outputAmount, valueUsd: inputAmount };
  };
const method = { ...blankOf(paymentInstruction), currency: 'USD', accountDetails: { 'Account number': '0152792740' } };
const instructionsAt =
  (exchangeRate: number, ...methods: string[]) =>
  (call: SentCall): Api['POST /api/fiat-exchange/instructions']['output'] => ({
    estimate: estimateAt(exchangeRate)(call),
    reference: 'LF-TEST-01',
    instructions: methods.map((name) => ({ ...method, id: crypto.randomUUID(), name, displayName: name })),
    lockedUntil: inAnHour,
    proofDueAt: inAnHour,
    serverTime: at,
  });
const answers: Answers = {
  'GET /api/fiat-currencies': currenciesOf('USD', 'PHP', 'NGN'),
  'POST /api/fiat-exchange/calculate': estimateAt(150),
  'POST /api/fiat-exchange/instructions': instructionsAt(150, 'A bank'),
};
const openedOrder = anOrder({
  type: 'fiat',
  awaitingProof: true,
  fromCurrency: 'USD',
  inputAmount: 100,
  proofDueAt: inAnHour,
});

const accepting: Answers = {
  ...answers,
  'POST /api/fiat-exchange/submit': { transaction: openedOrder, instructions: [] },
  'GET /api/transactions/:id': openedOrder,
};

/** Continues with 100 dollars that become nairas. */
async function goToBank(): Promise<void> {
  await fill(t('fiat-exchange:currency.youSend'), '100');
  await press(/^Continue with/);
}

/** Gives the account and goes to the payment. */
async function goToPayment(): Promise<void> {
  await fill(t('sell:payment.bankName'), 'First Bank');
  await fill(t('sell:payment.accountNumber'), '0123456789');
  await press(t('fiat-exchange:bank.next'));
}

test('a customer who follows the address of a missing exchange reads that there is none', async () => {
  const unknownOrder = { 'GET /api/transactions/:id': new Refused('not_found', 'order_not_found') };
  await renderScreen('/fiat-exchange?order=00000000-0000-4000-8000-000000000000', unknownOrder, { as: customer });
  await expectText(t('fiat-exchange:done.noId'));
});

test('a customer reads at each step which field is missing, and nothing is submitted', async () => {
  const twoInstructions = {
    ...answers,
    'POST /api/fiat-exchange/instructions': instructionsAt(150, 'A bank', 'A wallet'),
  };
  const server = await renderScreen('/fiat-exchange', twoInstructions, { as: customer });
  await press(t('fiat-exchange:currency.continuePlain'));
  await expectText(t('errors:fields_missing'));
  await fill(t('fiat-exchange:currency.from'), 'NGN');
  await expectText(t('errors:currencies_equal'));
  await fill(t('fiat-exchange:currency.from'), 'USD');
  await goToBank();
  await press(t('fiat-exchange:bank.next'));
  await expectText(t('sell:payment.bankNameMissing'));
  await goToPayment();
  await press(t('fiat-exchange:instructions.made'));
  await expectText(t('fiat-exchange:instructions.choosing'));
  expect(server.sent('POST /api/fiat-exchange/submit')).toEqual([]);
});

test('a customer who changes the currency does not send the code of the previous bank', async () => {
  const server = await renderScreen('/fiat-exchange', accepting, { as: customer });
  await goToBank();
  await fill(t('sell:payment.bankName'), 'Lagos Building Society');
  await fill(new RegExp(t('sell:payment.code.NGN').replaceAll(/[()]/g, '.')), '50515');
  await press(t('fiat-exchange:back'));
  await fill(t('fiat-exchange:currency.to'), 'PHP');
  await press(/^Continue with/);
  await goToPayment();
  await press(t('fiat-exchange:instructions.made'));
  await waitFor(() => expect(server.sent('POST /api/fiat-exchange/submit')).toHaveLength(1));
  const [{ body } = { body: {} }] = server.sent('POST /api/fiat-exchange/submit');
  expect(body).toMatchObject({ toCurrency: 'PHP', bankDetails: { accountNumber: '0123456789' } });
  expect(body).not.toHaveProperty('bankDetails.bankCode');
});

test('a customer without an identity check reads on the first step that an amount is too high', async () => {
  await renderScreen('/fiat-exchange', answers, { as: customer });
  await fill(t('fiat-exchange:currency.youSend'), '2000');
  await expectText(t('sell:allowance.exchangeOverTitle'));
  await expectLink(t('sell:allowance.verify'), /^\/kyc\?next=%2Ffiat-exchange/);
  expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
});

test('a customer whose rate changed after its lock expired accepts the new one by its own button', async () => {
  const figures = { exchangeRate: 180, outputAmount: 18_000, rateUpdatedAt: at };
  const rateRefusal = new Refused('rate_changed', 'exchange_rate_changed', undefined, figures);
  const server = await renderScreen(
    '/fiat-exchange',
    { ...answers, 'POST /api/fiat-exchange/submit': rateRefusal },
    { as: customer },
  );
  await goToBank();
  await goToPayment();
  const madeLabel = t('fiat-exchange:instructions.made');
  await screen.findByRole('button', { name: madeLabel });
  server.answer({
    'POST /api/fiat-exchange/calculate': estimateAt(180),
    'POST /api/fiat-exchange/instructions': instructionsAt(180, 'A bank'),
  });
  await press(madeLabel);
  await expectText(t('fiat-exchange:changed.title'));
  await expectText(/^₦18,000\.00\sNGN$/);
  await waitFor(() => expect(screen.queryByRole('button', { name: madeLabel })).toBeNull());
  server.answer({
    'POST /api/fiat-exchange/submit': { transaction: openedOrder, instructions: [] },
    'GET /api/transactions/:id': openedOrder,
  });
  await press(/^Accept .* and continue$/);
  await screen.findByRole('heading', { level: 1, name: t('fiat-exchange:proof.heading') });
  expect(server.sent('POST /api/fiat-exchange/submit')).toMatchObject([
    { body: { outputAmount: '15000' } },
    { body: { outputAmount: '18000', reference: 'LF-TEST-01' } },
  ]);
});

test('a customer who uploads no proof or one that is too large reads why', async () => {
  await renderScreen(
    `/fiat-exchange?order=${openedOrder.id}`,
    { 'GET /api/transactions/:id': openedOrder },
    { as: customer },
  );
  await press(t('fiat-exchange:proof.submit'));
  await expectText(new RegExp(`^${t('orders:upload.missing')}`));
  chooseFile(await field(t('files:chooseFile')), 'slip.pdf', 'application/pdf', 10 * 1024 * 1024 + 1);
  await expectText(new RegExp(`^${t('orders:upload.tooLarge')}`));
});

const pair = { fromCurrency: 'HKD', toCurrency: 'USD' };
const rate = { ...blankOf(adminListExchangeRates.response.element), ...pair, exchangeRate: 0.128, isActive: true };
const adminAnswers = {
  'GET /api/admin/fiat-currencies': currenciesOf('USD', 'HKD', 'PHP', 'NGN'),
  'GET /api/admin/fiat-exchange-rates': [rate],
};

test('the administrator reads why a rate cannot be set or added', async () => {
  const server = await renderAdmin('/admin/dashboard?tab=fiat-exchange', adminAnswers);
  await press(t('fiat-exchange.admin:rates.edit', { pair: 'HKD → USD' }));
  await fill(t('fiat-exchange.admin:rates.newRate', { from: 'HKD', to: 'USD' }), '0');
  await press(t('fiat-exchange.admin:save'));
  await expectText(t('errors:exchange_rate_invalid'));
  await press(t('common:action.cancel'));

  await press(t('fiat-exchange.admin:rates.add'));
  await expectText(t('errors:fields_missing'));
  expect(server.sent('POST /api/admin/fiat-exchange-rates')).toEqual([]);
});

test('the administrator reads the rate that a percentage makes of the market before saving it', async () => {
  const rates = [{ ...rate, marketRate: 0.128 }];
  await renderAdmin('/admin/dashboard?tab=fiat-exchange', {
    ...adminAnswers,
    'GET /api/admin/fiat-exchange-rates': rates,
  });
  await press(t('fiat-exchange.admin:rates.edit', { pair: 'HKD → USD' }));
  fireEvent.change(await field(t('fiat-exchange.admin:rates.source')), { target: { value: 'market' } });
  await fill(t('fiat-exchange.admin:rates.market'), '-2.5');
  await expectText(/^1\sHKD = 0\.1248\sUSD$/);
});

test('the administrator reads what a currency lacks, and why one in use cannot be removed', async () => {
  const inUse = reasonWith('currency_in_use', { code: 'USD', rates: 6, methods: 1, orders: 0 });
  const server = await renderAdmin('/admin/dashboard?tab=fiat-currencies', {
    ...adminAnswers,
    'DELETE /api/admin/fiat-currencies/:id': askingFirst(new Refused('in_use', inUse)),
  });
  await press(t('fiat-exchange.admin:currencies.add'));
  await press(t('fiat-exchange.admin:currencies.create'));
  await expectText(t('errors:fields_required'));
  await pressFirst(t('common:action.cancel'));
  expect(server.sent('POST /api/admin/fiat-currencies')).toEqual([]);

  await press(t('fiat-exchange.admin:currencies.delete', { code: 'USD' }));
  const question = await dialogOf(t('fiat-exchange.admin:currencies.deleteAsk', { code: 'USD' }));
  const confirmLabel = t('fiat-exchange.admin:currencies.deleteYes', { code: 'USD' });
  fireEvent.click(question.getByRole('button', { name: confirmLabel }));
  await proveAgain();
  await question.findByText(/USD is in use \(exchange rates: 6, payment methods: 1/);
  fireEvent.click(question.getByRole('button', { name: t('common:action.cancel') }));

  await press(t('fiat-exchange.admin:currencies.seed'));
  await expectText(t('fiat-exchange.admin:currencies.seedNothing'));
});
