import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import { dialogOf, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

type Verdict = Api['GET /api/admin/transactions/:id/verdict']['output'];

const noTransferVerdict: Verdict = { level: 'red', findings: [], transfers: [], checkedAt: null, source: null };
const doubtfulVerdict: Verdict = {
  ...noTransferVerdict,
  findings: [{ code: 'not_found', params: { cause: 'reorganised' } }],
};
const arrived: Verdict['transfers'][number] = {
  chain: 'bitcoin',
  txHash: 'ab'.repeat(32),
  outIndex: 0,
  amount: 0.58,
  confirmations: 6,
  required: 6,
  state: 'final',
  blockHeight: 100,
  seenAt: '2026-11-28T08:47:00.000Z',
};
const reasonForBatch = t('orders.admin:forPayout.reason');
const reasonForDoubt = t('deposits.admin:reason');

/** Opens the review of an order whose verdict comes when the returned function is called. */
async function openBeforeTheVerdict(verdict: Verdict) {
  const order = anAdminOrder();
  let answer: (came: Verdict) => void = () => undefined;
  const verdictPromise = new Promise<Verdict>((resolve) => (answer = resolve));
  const book = { ...orderBook(order).answers, 'GET /api/admin/transactions/:id/verdict': () => verdictPromise };
  await renderAdmin('/admin/transactions', book);
  await screen.findByRole('button', { name: /^Approve .*, pay in a batch/ });
  return { order, come: () => answer(verdict) };
}

test('a reviewer loses no letter of a reason when the verdict comes while it is typed', async () => {
  const { come } = await openBeforeTheVerdict(doubtfulVerdict);
  await press(/^Approve .* pay in a batch$/);
  const dialog = await dialogOf(t('orders.admin:forPayout.button'));
  const reasonField = dialog.getByLabelText(new RegExp(`^${reasonForBatch}`));
  fireEvent.change(reasonField, { target: { value: 'Seen in an explorer' } });
  reasonField.focus();
  come();
  const doubtField = await dialog.findByLabelText<HTMLTextAreaElement>(reasonForDoubt);
  expect(doubtField.value).toBe('Seen in an explorer');
  expect(document.activeElement).toBe(doubtField);
  fireEvent.change(doubtField, { target: { value: '' } });
  await dialog.findByRole('button', { name: /^Approve/, description: t('orders.admin:missing.reason') });
});

test('a reviewer is asked for the reason of a rejection only once the verdict is known', async () => {
  const { order, come } = await openBeforeTheVerdict({ ...noTransferVerdict, transfers: [arrived] });
  await press(t('orders.admin:reject'));
  const rejectDialog = await dialogOf(t('orders.admin:quick.rejectTitle', { reference: order.reference }));
  expect(rejectDialog.queryByRole('textbox')).toBeNull();
  come();
  const choice = await screen.findByRole('radio', { name: new RegExp(t('orders.admin:arrived.back')) });
  await waitFor(() => expect(document.activeElement).toBe(choice));
});
