import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import { dialogOf, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

type Verdict = Api['GET /api/admin/transactions/:id/verdict']['output'];

const nothing: Verdict = { level: 'red', findings: [], transfers: [], checkedAt: null, source: null };
const doubtful: Verdict = { ...nothing, findings: [{ code: 'not_found', params: { cause: 'reorganised' } }] };
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

/** The review of an order whose verdict comes when the returned function is called. */
async function openBeforeTheVerdict(verdict: Verdict) {
  const order = anAdminOrder();
  let answer: (came: Verdict) => void = () => undefined;
  const coming = new Promise<Verdict>((resolve) => (answer = resolve));
  const book = { ...orderBook(order).answers, 'GET /api/admin/transactions/:id/verdict': () => coming };
  await renderAdmin('/admin/transactions', book);
  await screen.findByRole('button', { name: /^Approve .*, pay in a batch/ });
  return { order, come: () => answer(verdict) };
}

test('a reviewer loses no letter of a reason when the verdict comes while it is typed', async () => {
  const { come } = await openBeforeTheVerdict(doubtful);
  await press(/^Approve .* pay in a batch$/);
  const dialog = await dialogOf(t('orders.admin:forPayout.button'));
  const typed = dialog.getByLabelText(new RegExp(`^${reasonForBatch}`));
  fireEvent.change(typed, { target: { value: 'Seen in an explorer' } });
  typed.focus();
  come();
  const asked = await dialog.findByLabelText<HTMLTextAreaElement>(reasonForDoubt);
  expect(asked.value).toBe('Seen in an explorer');
  expect(document.activeElement).toBe(asked);
  fireEvent.change(asked, { target: { value: '' } });
  await dialog.findByRole('button', { name: /^Approve/, description: t('orders.admin:missing.reason') });
});

test('a reviewer is asked for no reason of a rejection before it is known that coins came', async () => {
  const { order, come } = await openBeforeTheVerdict({ ...nothing, transfers: [arrived] });
  await press(t('orders.admin:reject'));
  const waiting = await dialogOf(t('orders.admin:quick.rejectTitle', { reference: order.reference }));
  expect(waiting.queryByRole('textbox')).toBeNull();
  come();
  const choice = await screen.findByRole('radio', { name: new RegExp(t('orders.admin:arrived.back')) });
  await waitFor(() => expect(document.activeElement).toBe(choice));
});
