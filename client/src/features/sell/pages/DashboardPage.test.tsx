import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { getDeposit } from '#shared/deposits/deposits.contract.ts';
import type { Need } from '#shared/orders/orders.needs.ts';
import { settlementView } from '#shared/orders/orders.settlement.ts';
import { sellQuoteView } from '#shared/sell/sell.contract.ts';
import { anOrder, aSessionUser, assets } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, renderScreen } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const agreedSum = '395,126.18';

/** The dashboard of a customer with these orders. */
const openDashboard = (...orders: ReturnType<typeof anOrder>[]) => openWith({}, [], ...orders);

/** Opens the dashboard with these open quotes and orders, each with this deposit. */
const openWith = (deposit: object, quotes: z.output<typeof sellQuoteView>[], ...orders: ReturnType<typeof anOrder>[]) =>
  renderScreen(
    '/dashboard',
    {
      'GET /api/transactions': orders,
      'GET /api/transactions/:id/deposit': { ...blankOf(getDeposit.response), ...deposit },
      'GET /api/sell-quotes': quotes,
      'GET /api/crypto-assets': assets,
    },
    { as: aSessionUser() },
  );

test('a customer who accepted the arrived amount reads the sum to be paid on the dashboard', async () => {
  const settlement = {
    ...blankOf(settlementView),
    outcome: 'short' as const,
    received: 1.2,
    paidFor: 1.2,
    gross: 249_553.37,
    fee: 12_477.67,
    net: 237_075.7,
  };
  await openDashboard(
    anOrder({ status: 'pending', stage: 'confirmed', payoutCurrency: 'NGN', payoutAmount: 395_126.18, settlement }),
  );
  await expectText(/237,075\.70/);
  expect(document.body.textContent).not.toContain(agreedSum);
});

const isFilled = ({ className }: HTMLElement) => /\bbg-tide(?![\w-])/.test(className);
const waitsFor = (need: Need, arrived: number | null = null) => ({
  needs: { what: need, arrived, since: arrived === null ? null : new Date().toISOString() },
});
const naira = { payoutCurrency: 'NGN', payoutAmount: 395_126.18 } as const;

const ofShort = {
  agreed: 0.01,
  received: 0.004,
  missing: 0.006,
  choiceUntil: new Date(Date.now() + 3_600_000).toISOString(),
};

test('a customer who still has to choose reads the arrived amount and the deadline, and no sum', async () => {
  const order = anOrder({ status: 'pending', stage: 'short', ...naira, ...waitsFor('choice', 0.004) });
  await openWith(ofShort, [], order);
  await expectText(/^0\.004.BTC of 0\.01.BTC arrived\. What now\?$/);
  await expectText(/^Choose by /);
  expect(document.body.textContent).not.toContain(agreedSum);
});

test.each([
  ['another account', 'account', { status: 'completed', stage: 'details_needed' }, /\/account$/],
  ['an address for a refund', 'address', { status: 'failed', stage: 'refund_due' }, /^\/transactions\?tx=/],
  ['the rest of the coins', 'top_up', { status: 'pending', stage: 'short' }, /^\/transactions\?tx=/],
  ['a proof', 'proof', { type: 'fiat', status: 'pending', stage: 'by_hand' }, /^\/fiat-exchange\?order=/],
] as const)(
  'a customer whose order needs %s has one filled button that leads there',
  async (_name, need, state, to) => {
    await openDashboard(anOrder({ ...state, ...naira, ...waitsFor(need) }));
    const card = await screen.findByRole('region', { name: new RegExp(`^${t('sell.dashboard:needs')}`) });
    expect(within(card).getByRole('link').getAttribute('href')).toMatch(to);
    const sell = screen.getByRole('link', { name: t('sell.dashboard:ready.action') });
    expect([within(card).getByRole('link'), sell].map(isFilled)).toEqual([true, false]);
  },
);

test('a customer without an order is offered to sell, and reads what the list will show', async () => {
  await openDashboard();
  await expectText(t('sell.dashboard:empty'));
  await expectText(/Your first sale shows here, from the first coin to your payout\.$/);
  expect(screen.queryByText(t('sell.dashboard:way'))).toBeNull();
});

test('the reference of a canceled sale is shown once, and not to the next customer of the tab', async () => {
  const answers = { 'GET /api/crypto-assets': assets };
  await renderScreen('/dashboard', answers, { as: aSessionUser(), state: { canceled: 'LF-AAAA-AA' } });
  await expectText(/LF-AAAA-AA/);
  await waitFor(() => expect(JSON.stringify(history.state)).not.toContain('LF-AAAA-AA'));
  await expectText(/LF-AAAA-AA/);
});

test('payouts on their way are added up by currency, and finished orders are listed below', async () => {
  const paidOrder = (changes: Parameters<typeof anOrder>[0]) =>
    anOrder({ id: crypto.randomUUID(), status: 'processing', stage: 'approved', payoutCurrency: 'NGN', ...changes });
  await openDashboard(
    paidOrder({ payoutAmount: 1_000.1 }),
    paidOrder({ payoutAmount: 2_000.2 }),
    paidOrder({ status: 'completed', stage: 'settled', payoutAmount: 700 }),
  );
  const paidSoon = await screen.findByRole('region', { name: t('sell.dashboard:way') });
  expect(paidSoon.textContent).toContain('3,000.30');
  expect(screen.getByRole('region', { name: t('sell.dashboard:finished') }).textContent).toContain('700.00');
});

test('a customer with a sale to finish sees one filled button, and it finishes that sale', async () => {
  const quote = { ...blankOf(sellQuoteView), cryptoSymbol: 'BTC', currency: 'USD' };
  await openWith({}, [quote]);
  const resume = await screen.findByRole('link', { name: t('sell:open.resume') });
  const sell = screen.getByRole('link', { name: t('sell.dashboard:ready.action') });
  expect([resume, sell].map(isFilled)).toEqual([true, false]);
});
