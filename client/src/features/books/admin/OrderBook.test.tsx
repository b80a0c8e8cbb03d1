import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { entryView } from '#shared/books/books.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import { expectText, press } from '#tests/components/screen.tsx';
import { Refused, type Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';
import type { Entry } from '../books.queries.ts';

const title = t('books.admin:order.title');
const route = 'GET /api/admin/books/orders/:id';
const order = anAdminOrder({ stage: 'by_hand' });
const heldAccount = `held:${order.id}`;

const anEntry = (kind: Entry['kind'], ...lines: Entry['lines']): Entry => ({
  ...blankOf(entryView),
  id: crypto.randomUUID(),
  order: { id: order.id, reference: order.reference },
  kind,
  lines,
});
const line = (from: string, to: string, unit: string, amount: string) => ({ from, to, unit, amount, base: null });

const openOrder = (answers: Answers) =>
  renderAdmin(`/admin/transactions?q=${order.reference}`, { ...orderBook(order).answers, ...answers });

test('a reviewer reads where the money of an order is and how it got there', async () => {
  const boughtEntry = anEntry(
    'settled',
    line(heldAccount, 'position', 'bitcoin', '0.011'),
    line('position', `owed:${order.id}`, 'USD', '409.07'),
    line('position', 'fees', 'USD', '21.53'),
  );
  await openOrder({
    [route]: {
      entries: [anEntry('claim', line('arrived:x', heldAccount, 'bitcoin', '0.0125')), boughtEntry],
      accounts: [
        { account: `attempt:${order.id}`, unit: 'USD', amount: '409.07' },
        { account: `refund:${order.id}`, unit: 'bitcoin', amount: '0.0015' },
      ],
    },
  });
  const panel = within(await screen.findByRole('region', { name: title }));
  expect(panel.getByText(t('books.admin:account.attempt')).parentElement?.textContent).toContain('$409.07');
  expect(panel.getByText(t('books.admin:account.refund')).parentElement?.textContent).toContain('0.0015');
  const settledText = '0.011 BTC bought for $430.60 USD: $409.07 USD owed, $21.53 USD fee';
  expect(panel.getByText(settledText)).toBeTruthy();
});

test('a reviewer reads that an order whose money has all been paid out holds nothing', async () => {
  await openOrder({ [route]: { entries: [anEntry('claim')], accounts: [] } });
  await expectText(t('books.admin:order.nothing'));
});

test('an order that received nothing has no section about its money', async () => {
  const server = await openOrder({ [route]: { entries: [], accounts: [] } });
  await expect.poll(() => server.sent(route).length).toBeGreaterThan(0);
  expect(screen.queryByRole('region', { name: title })).toBeNull();
});

test('a reviewer can try again after the money of an order failed to load', async () => {
  const server = await openOrder({ [route]: new Refused('forbidden', 'admin_only') });
  await expectText(t('books.admin:failed.load'));
  server.answer({ [route]: { entries: [anEntry('claim')], accounts: [] } });
  await press(t('common:action.tryAgain'));
  await expectText(t('books.admin:order.nothing'));
});
