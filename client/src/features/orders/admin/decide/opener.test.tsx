import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { anAdminOrder, orderBook, type AdminOrder } from '#tests/components/order-book.ts';
import { t } from '#tests/components/texts.ts';

/** The review of an order that this member opened at the counter. */
async function openReview(openedBy: AdminOrder['openedBy'], admin = anAdmin()) {
  const order = anAdminOrder({ status: 'processing', openedBy });
  await renderAdmin('/admin/transactions', orderBook(order).answers, admin);
  await screen.findByRole('heading', { name: new RegExp(`${order.reference}$`) });
}

const openedText = t('orders.admin:openedBy', { name: 'Rita Bello' });
const whyNot = new RegExp(`^${t('admin.common:notPermitted.ownSale')}`);

test('a member who opened an order at the counter reads why they cannot approve it, and who can', async () => {
  const rita = anAdmin();
  const openedBy = { id: rita.id, name: 'Rita Bello', mayApprove: false };
  await openReview(openedBy, rita);
  await screen.findByText(openedText);
  const approve = await screen.findByRole('button', { name: /^Approve \$/, description: whyNot });
  expect(approve.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(whyNot).textContent).toContain(t('team:role.reviewer'));
  expect(screen.queryByRole('button', { name: /pay in a batch/ })).toBeNull();
});

test('another member reads who opened an order at the counter, and which inputs are missing', async () => {
  const openedBy = { id: crypto.randomUUID(), name: 'Rita Bello', mayApprove: false };
  await openReview(openedBy);
  await screen.findByText(openedText);
  const evidence = new RegExp(t('errors:admin_transaction_id_required'));
  screen.getByRole('button', { name: /^Approve \$/, description: evidence });
  expect(screen.queryByText(whyNot)).toBeNull();
});
