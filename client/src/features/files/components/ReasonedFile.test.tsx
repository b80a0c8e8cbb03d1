import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fileForReview } from '#shared/files/files.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import { dialogOf, expectText, fill, press } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const caseLinkRoute = 'POST /api/admin/files/:filename/case-link';

test('an auditor is shown a picture of a payment only after a reason, which is sent with the request', async () => {
  const file = { ...blankOf(fileForReview), filename: 'proof.jpg', originalName: 'proof.jpg', type: 'image/jpeg' };
  const order = anAdminOrder({ status: 'completed', paymentProofFiles: [file] });
  const answers = { ...orderBook(order).answers, [caseLinkRoute]: new Refused('not_found', 'file_not_found') };
  const server = await renderAdmin(`/admin/transactions?show=all&tx=${order.id}`, answers, anAdmin('auditor'));
  await expectText(t('orders.admin:picture.everyText'));
  await press(t('orders.admin:picture.open'));
  const dialog = await dialogOf(t('orders.admin:picture.dialogTitle', { reference: order.reference }));
  const confirm = dialog.getByRole('button', { name: t('orders.admin:picture.confirm') });
  confirm.click();
  await dialog.findByText(t('errors:view_reason_required'));
  expect(server.sent(caseLinkRoute)).toEqual([]);
  await fill(t('orders.admin:picture.reason'), 'Compared with the books of March');
  confirm.click();
  await waitFor(() =>
    expect(server.sent(caseLinkRoute)).toMatchObject([{ body: { reason: 'Compared with the books of March' } }]),
  );
  expect(screen.queryByRole('img', { name: order.reference })).toBeNull();
});

test('an auditor who gave a reason opens the full size without giving it again', async () => {
  const storedFile = { filename: 'long.png', originalName: 'long.png', type: 'image/png', fullSize: 'stored' } as const;
  const order = anAdminOrder({
    status: 'completed',
    paymentProofFiles: [{ ...blankOf(fileForReview), ...storedFile }],
  });
  const link = { url: '/api/files/long.png?token=t', token: 't', expiresAt: '2026-11-29T00:00:00.000Z' };
  const picture = () => new Response('picture', { headers: { 'Content-Type': 'image/png' } });
  const answers = { ...orderBook(order).answers, [caseLinkRoute]: link, 'GET /api/files/:filename': picture };
  const server = await renderAdmin(`/admin/transactions?show=all&tx=${order.id}`, answers, anAdmin('auditor'));
  await press(t('orders.admin:picture.open'));
  await fill(t('orders.admin:picture.reason'), 'Compared with the books of March');
  await press(t('orders.admin:picture.confirm'));
  await press(t('files:fullSize'));
  await screen.findByRole('button', { name: t('files:fullSize'), pressed: true });
  const fileQueries = server.sent('GET /api/files/:filename').map(({ query }) => query);
  expect(fileQueries).toEqual([{ token: 't' }, { token: 't', full: '1' }]);
});
