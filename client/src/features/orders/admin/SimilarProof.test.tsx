import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fileForReview } from '#shared/files/files.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook, type AdminOrder } from '#tests/components/order-book.ts';
import { press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const aProof = (name: string) => ({
  paymentProofFiles: [{ ...blankOf(fileForReview), filename: name, originalName: name, type: 'image/png' }],
});
const picture = () => new Response('picture', { headers: { 'Content-Type': 'image/png' } });

/** Opens the review of an order whose proof resembles that of another order. */
async function openReview(other: AdminOrder, as = anAdmin()) {
  const order = anAdminOrder({ ...aProof('own.png'), similarProofReferences: [other.reference] });
  const answers = { ...orderBook(order, other).answers, 'GET /api/files/:filename': picture };
  const server = await renderAdmin(`/admin/transactions?tx=${order.id}`, answers, as);
  return { server, order };
}

test('a reviewer sees a proof and the one it looks like beside one another, zoomed together', async () => {
  const other = anAdminOrder(aProof('other.png'));
  await openReview(other);
  const own = await screen.findByRole('img', { name: 'own.png' });
  const alike = await screen.findByRole('img', {
    name: t('orders.admin:similarProof.picture', { reference: other.reference }),
  });
  const [first, second] = [own.closest('figure'), alike.closest('figure')];
  expect(first?.parentElement).toBe(second?.parentElement);
  if (!first || !second) return;
  within(first).getByText(t('orders.admin:similarProof.own'));
  within(second).getByRole('link', { name: other.reference });
  const before = own.style.transform;
  await press(t('admin.common:zoomOut'));
  expect(own.style.transform).not.toBe(before);
  expect(alike.style.transform).toBe(own.style.transform);
});

test('a reviewer reads that the picture of the other order is gone', async () => {
  await openReview(anAdminOrder());
  await screen.findByText(t('orders.admin:similarProof.none'));
  expect(screen.queryByRole('img', { name: /^Proof of/ })).toBeNull();
});
