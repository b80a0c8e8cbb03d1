import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import { expectText } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const table = '/admin/transactions?view=table';
const isBare = () => document.querySelector('main [type=search]')?.closest('[data-bare]') !== null;

test('a reviewer keeps the search of an empty queue until every view is known to be empty', async () => {
  const book = orderBook();
  const release = book.hold(({ work }) => work === 'approved');
  await renderAdmin(table, book.answers, anAdmin('reviewer'));
  await expectText(t('orders.admin:empty.text'));
  expect(isBare()).toBe(false);
  release();
  await waitFor(() => expect(isBare()).toBe(true));
});

test('a reviewer sees that a confirmed sale at an own address waits too long, though it has no photo', async () => {
  const createdAt = '2026-01-05T10:00:00.000Z';
  const sale = { awaitingProof: true, type: 'sell' as const, createdAt };
  const confirmed = anAdminOrder({ ...sale, stage: 'confirmed' });
  const confirming = anAdminOrder({ ...sale, stage: 'confirming' });
  await renderAdmin(`${table}&show=pending`, orderBook(confirmed, confirming).answers, anAdmin('reviewer'));
  await screen.findByText(confirmed.reference);
  await waitFor(() => expect(screen.getAllByText(t('orders.admin:table.late'))).toHaveLength(1));
});

test('a reviewer reads every flag of an order, and sees red only at those that have waited longest', async () => {
  const waiting = Array.from({ length: 7 }, (_, at) =>
    anAdminOrder({ type: 'sell', stage: 'confirmed', createdAt: `2026-01-0${at + 1}T10:00:00.000Z` }),
  );
  const left = waiting.map(({ id, reference }) => ({
    id,
    reference,
    reason: 'similar_proof' as const,
    also: ['other_account' as const],
  }));
  await renderAdmin(
    table,
    { ...orderBook(...waiting).answers, 'GET /api/admin/matching-transactions': { matching: [], left } },
    anAdmin('reviewer'),
  );
  await waitFor(() => expect(screen.getAllByText(t('orders.admin:table.late'))).toHaveLength(7));
  for (const reason of ['similar_proof', 'other_account'] as const)
    expect(screen.getAllByText(t(`orders.matching:reason.${reason}`))).toHaveLength(7);
  const isRed = [...document.querySelectorAll('main td time')].map(({ classList }) =>
    classList.contains('text-rejected'),
  );
  expect(isRed).toEqual([true, true, true, true, true, false, false]);
});

test('a reviewer reads beside the coins that arrived which payout was agreed', async () => {
  const order = anAdminOrder({ stage: 'question', type: 'sell', payoutAmount: 371.88, payoutCurrency: 'USD' });
  await renderAdmin(
    table,
    {
      ...orderBook(order).answers,
      'GET /api/admin/verdicts': [{ id: order.id, level: 'amber', uneven: 'short', arrived: 0.005 }],
    },
    anAdmin('reviewer'),
  );
  const agreed = t('orders.admin:slip.agreed');
  await waitFor(() =>
    expect(document.querySelector('main td.text-end')?.textContent).toContain(`USD${agreed} · 0.005`),
  );
});

test('a reviewer of all orders sees a late one in red, though decided and unsent ones are older', async () => {
  const older = { type: 'sell' as const, createdAt: '2026-01-02T10:00:00.000Z' };
  const decided = Array.from({ length: 3 }, () => anAdminOrder({ ...older, status: 'completed', stage: 'settled' }));
  const unsent = Array.from({ length: 3 }, () => anAdminOrder({ ...older, awaitingProof: true, stage: 'by_hand' }));
  const late = anAdminOrder({ type: 'sell', stage: 'confirmed', createdAt: '2026-01-05T10:00:00.000Z' });
  await renderAdmin(`${table}&show=all`, orderBook(...decided, ...unsent, late).answers, anAdmin('reviewer'));
  await screen.findByText(t('orders.admin:table.late'));
  const redAges = [...document.querySelectorAll('main td time.text-rejected')];
  expect(redAges.map((age) => age.getAttribute('datetime'))).toEqual([late.createdAt]);
});
