import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatCrypto } from '#client/lib/format/format.ts';
import { followedDeposit } from '#shared/deposits/deposits.contract.ts';
import { sellQuoteView, type SellQuoteView } from '#shared/sell/sell.contract.ts';
import { quoteRules } from '#shared/sell/sell.quote-rules.ts';
import { anEstimate, aSessionUser } from '#tests/components/answers.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, press, renderScreen, resizeWindow } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const address = 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B';
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const blankQuote = blankOf(sellQuoteView);
const rules = { ...blankOf(quoteRules), graceMinutes: 10 };
const deposit = { ...blankQuote.deposit, address, uri: `ripple:${address}`, memo: '42', networkHint: 'XRP Ledger' };

const showOnPhone = () => resizeWindow({ width: 360, height: 740 });

/** A sale at an own address, opened again at its last step. */
async function openSale(change: Partial<SellQuoteView>, depositChange: object) {
  const coin = { cryptoId: 'ripple', cryptoName: 'XRP', cryptoSymbol: 'XRP', amount: 100 };
  const times = { createdAt: at(-10), serverTime: at(0), expiresAt: at(5) };
  const quoteId = '6d1f0c52-52f3-4b0c-9c3e-3f3c2a7f9b10';
  const sale = {
    ...blankQuote,
    ...anEstimate({ valueUsd: 50 }),
    ...coin,
    ...times,
    quoteId,
    isOwn: true,
    deposit,
    ...change,
  };
  const seenDeposit = { ...blankOf(followedDeposit), isOwn: true, isRead: true, address, ...depositChange };
  return renderScreen(
    `/sell?quote=${quoteId}&step=4`,
    {
      'POST /api/calculate-sell-amount': anEstimate({}),
      'GET /api/sell-quotes/:id': sale,
      'GET /api/sell-quotes/:id/deposit': seenDeposit,
    },
    { as: aSessionUser() },
  );
}

test('a customer whose rate ended gets a new one, and reads when the old one is still paid', async () => {
  await openSale({ expiresAt: at(-1), rules }, { lockedUntil: at(-1) });
  await expectText(/^You get, if we see it by /);
  expect(screen.getByRole('button', { name: t('sell:deposit.copyAddress') })).toBeTruthy();
  await press(t('orders.line:action.newRate', { amount: formatCrypto(100, 'XRP') }));
  await waitFor(() => expect(screen.queryByText(/^You get, if we see it by /)).toBeNull());
});

test('a customer whose rate has expired reads today’s sum first, with its rate and fee', async () => {
  await openSale({ expiresAt: at(-90), rules }, { state: 'expired', lockedUntil: at(-90) });
  await screen.findByRole('heading', { name: t('orders.line:sentence.expired') });
  await expectText(t('sell:changed.today'));
  await expectText(t('sell:slip.rate'));
  expect(document.querySelectorAll('[data-figures] s')).toHaveLength(0);
  expect(document.querySelectorAll('s')).toHaveLength(1);
});

test('a customer whose own address was stopped has one action', async () => {
  const stoppedAddress = { address: '', stoppedAt: at(-1) };
  await openSale({ deposit: { ...deposit, uri: '', ...stoppedAddress } }, { state: 'stopped', ...stoppedAddress });
  await expectText(t('orders.line:detail.stopped'));
  expect(screen.getByRole('button', { name: t('orders.line:action.startNew') })).toBeTruthy();
  expect(screen.queryByText(t('sell:deposit.stopped.unsent'))).toBeNull();
  expect(screen.queryByRole('button', { name: t('sell:confirm.drop') })).toBeNull();
});

test('a customer on a phone reads the address and the deadline first, then the steps of the sale', async () => {
  showOnPhone();
  await openSale({}, { lockedUntil: at(5) });
  const place = await screen.findByRole('region', { name: t('sell:deposit.label') });
  const line = screen.getByRole('region', { name: t('sell:follow.label') });
  const clock = screen.getByText(/^Send by /);
  const order = [clock, place, line];
  expect(order.toSorted((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1))).toEqual(order);
});
