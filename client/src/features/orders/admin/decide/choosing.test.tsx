import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatDateTime } from '#client/lib/format/format.ts';
import { getSettlement } from '#shared/settlements/settlements.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import { expectText } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

test('a sale whose customer chooses what happens to its coins is not refused, by its button or its key', async () => {
  const order = anAdminOrder({ stage: 'short' });
  const blankSettlement = blankOf(getSettlement.response);
  const transfer = blankOf(getSettlement.response.shape.transfers.element);
  const cameAt = (seenAt: string) => ({ ...transfer, id: crypto.randomUUID(), seenAt, isNamed: true });
  const settlement = {
    ...blankSettlement,
    live: null,
    computed: { ...blankSettlement.computed, asks: 'customer' as const },
    choiceUntil: '2026-11-30T10:00:00.000Z',
    // The newest transfer came too late to count, so it gives the customer no more time.
    transfers: [cameAt('2026-11-29T10:00:00.000Z'), cameAt('2026-11-27T10:00:00.000Z')],
  };
  await renderAdmin(`/admin/transactions?q=${order.reference}`, {
    ...orderBook(order).answers,
    'GET /api/admin/transactions/:id/settlement': settlement,
  });
  await expectText(t('orders.admin:rejectWaits'));
  const at = formatDateTime(settlement.choiceUntil);
  expect(await screen.findAllByText(new RegExp(t('settlements.admin:choiceUntil', { at })))).not.toHaveLength(0);
  expect(screen.queryByRole('button', { name: t('orders.admin:reject') })).toBeNull();
  fireEvent.keyDown(document.body, { key: 'r' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
