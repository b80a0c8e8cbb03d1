import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createRefund } from '#shared/refunds/refunds.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import { dialogOf, field, fill, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const route = 'POST /api/admin/refunds';
const label = t('refunds.admin:onOrder');

test('a reviewer sends back a part of the coins of a refused sale', async () => {
  const order = anAdminOrder({ status: 'failed', stage: 'closed', settlement: null, amount: 1.5 });
  const server = await renderAdmin(`/admin/transactions?q=${order.reference}`, {
    ...orderBook(order).answers,
    [route]: blankOf(createRefund.response),
  });
  await press(label);
  const dialog = await dialogOf(label);
  const amount = t('refunds.admin:amount', { symbol: order.cryptoSymbol });
  expect((await field(amount)).value).toBe('1.5');
  await fill(amount, '0.5');
  await fill(t('refunds.admin:reason'), 'A part.');
  dialog.getByRole('button', { name: label }).click();
  const body = { orderId: order.id, amount: '0.5', reason: 'A part.' };
  await waitFor(() => expect(server.sent(route)).toMatchObject([{ body }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
