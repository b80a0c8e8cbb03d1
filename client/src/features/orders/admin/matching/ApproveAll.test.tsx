import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { anAdminOrder, orderBook, type AdminOrder } from '#tests/components/order-book.ts';
import { dialogOf, expectText, press } from '#tests/components/screen.tsx';
import type { Answers, SentCall } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const approve = 'POST /api/admin/transactions/approve';
const undo = 'POST /api/admin/transactions/undo';
const type = (key: string, init = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });

const matchOf = ({ id, reference, version }: AdminOrder) => ({
  id,
  reference,
  version,
  given: 0.01,
  unit: 'BTC',
  account: { accountName: 'Ada Obi', accountNumber: '0123456789', bankName: 'First Bank' },
  payout: '371.88',
  currency: 'USD',
});

/** The table with three matching orders and one that got the proof of another. */
async function openTable(view = '?view=table', extraAnswers: Answers = {}) {
  const orders = [anAdminOrder(), anAdminOrder(), anAdminOrder()] as const;
  const flaggedOrder = anAdminOrder();
  const leftOrders = [
    {
      id: flaggedOrder.id,
      reference: flaggedOrder.reference,
      reason: 'same_proof' as const,
      also: ['other_account' as const],
    },
    { id: crypto.randomUUID(), reference: 'LF-7K3M-Q2', reason: 'short' as const, also: [] },
  ];
  const results = ({ body }: SentCall) => ({
    results: (body as { orders: { id: string }[] }).orders.map(({ id }, at) =>
      at === 1
        ? { id, state: 'left' as const, code: 'uncertain', version: null }
        : { id, state: 'approved' as const, code: null, version: 2 },
    ),
  });
  const server = await renderAdmin(
    `/admin/transactions${view}`,
    {
      ...orderBook(...orders, flaggedOrder).answers,
      'GET /api/admin/matching-transactions': { matching: orders.map(matchOf), left: leftOrders },
      [approve]: results,
      [undo]: ({ body }: SentCall) => ({
        results: (body as { orders: { id: string }[] }).orders.map(({ id }) => ({
          id,
          state: 'taken_back' as const,
          code: null,
        })),
      }),
      ...extraAnswers,
    },
    anAdmin('reviewer'),
  );
  await screen.findByRole('button', { name: t('orders.matching:open', { count: 3 }) });
  return { server, orders, flagged: flaggedOrder };
}

test('a reviewer approves all matching orders by two keys, reads which stay, and takes it back', async () => {
  const { server, orders, flagged } = await openTable();
  type('B', { shiftKey: true });
  const dialog = await dialogOf(t('orders.matching:dialog', { count: 3 }));
  await dialog.findByText('$1,115.64 USD');
  const listedTexts = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  for (const [at, { reference }] of orders.entries())
    expect(listedTexts[at]).toMatch(new RegExp(`^Ada Obi.*6789${reference}.*371\\.88`));
  const left = await dialog.findByRole('link', { name: flagged.reference });
  expect(left.getAttribute('href')).toBe(`/admin/transactions?show=all&tx=${flagged.id}`);
  const reasons = (['same_proof', 'other_account'] as const).map((reason) => t(`orders.matching:reason.${reason}`));
  await dialog.findByText(reasons.join(' · '));
  await dialog.findByText(t('deposits.admin:uneven.short'));
  fireEvent.keyDown(dialog.getByRole('button', { name: /^Approve 3, .*1,115\.64/ }), {
    key: 'Enter',
    ctrlKey: true,
  });
  await waitFor(() => expect(server.sent(approve)).toHaveLength(1));
  expect(server.sent(approve)).toMatchObject([
    {
      body: { orders: orders.map(({ id, version }) => ({ id, version })) },
    },
  ]);
  await expectText(new RegExp(t('orders.matching:approved', { count: 2 })));
  await expectText(new RegExp(`${orders[1].reference}.*${t('deposits.admin:level.amber')}`));
  await press(new RegExp(`^${t('orders.admin:takeBack.button')}`));
  await waitFor(() => expect(server.sent(undo)).toHaveLength(1));
  expect(server.sent(undo)).toMatchObject([{ body: { orders: [{ version: 2 }, { version: 2 }] } }]);
  await expectText(t('orders.matching:takenBack', { count: 2 }));

  // The note about orders that were taken back disappears once other orders are approved.
  await press(t('orders.matching:open', { count: 3 }));
  fireEvent.click(await screen.findByRole('button', { name: /^Approve 3, / }));
  await waitFor(() => expect(server.sent(approve)).toHaveLength(2));
  await expectText(new RegExp(t('orders.matching:approved', { count: 2 })));
  expect(screen.queryByText(t('orders.matching:takenBack', { count: 2 }))).toBeNull();
});

test('a reviewer can take approvals back while the list is still fetched', async () => {
  const orders = [anAdminOrder(), anAdminOrder(), anAdminOrder()];
  let isApproved = false;
  const { server } = await openTable('?view=table', {
    'GET /api/admin/matching-transactions': () =>
      isApproved ? new Promise(() => undefined) : { matching: orders.map(matchOf), left: [] },
  });
  await press(t('orders.matching:open', { count: 3 }));
  isApproved = true;
  await press(/^Approve 3, /);
  await expectText(new RegExp(t('orders.matching:mails', { seconds: String.raw`\d+` })));
  expect(screen.queryByRole('button', { name: t('orders.matching:open', { count: 3 }) })).toBeNull();
  await press(new RegExp(`^${t('orders.admin:takeBack.button')}`));
  await waitFor(() => expect(server.sent(undo)).toHaveLength(1));
});

test('a reviewer chooses a range by Shift or keys, and approves only its matching orders', async () => {
  const { orders, flagged } = await openTable();
  const box = ({ reference }: AdminOrder) =>
    screen.findByRole('checkbox', { name: t('orders.admin:table.select', { reference }) });
  const isChosen = async (order: AdminOrder) => ((await box(order)) as HTMLInputElement).checked;
  // A key that follows another at once belongs to a word; that includes the first key here after the last one of
  // another test.
  const afterAWord = async () => {
    const from = performance.now();
    await waitFor(() => expect(performance.now() - from).toBeGreaterThan(250));
  };
  await Promise.all(orders.map(box));
  await afterAWord();
  type('j');
  await afterAWord();
  // Orders that need a check come first.
  expect(document.activeElement?.id).toBe(`table-order-${flagged.id}`);
  type('j');
  expect(document.activeElement?.id).toBe(`table-order-${orders[0].id}`);
  await afterAWord();
  type('x');
  expect(await isChosen(orders[0])).toBe(true);
  fireEvent.click(await box(orders[2]), { shiftKey: true });
  expect(await Promise.all([...orders, flagged].map(isChosen))).toEqual([true, true, true, false]);
  fireEvent.click(await box(orders[1]));
  await press(t('orders.matching:openChosen', { count: 2 }));

  // After the approval no order is chosen: the button names all matching orders again.
  await press(/^Approve 2, /);
  await screen.findByRole('button', { name: /^Approve (all )?\d…$/ });
  expect(screen.queryByRole('button', { name: /chosen/ })).toBeNull();
  expect((await Promise.all([...orders, flagged].map(isChosen))).includes(true)).toBe(false);
});

test('a reviewer who chose only orders that do not match approves none of the others', async () => {
  const { server, flagged } = await openTable();
  fireEvent.click(
    await screen.findByRole('checkbox', { name: t('orders.admin:table.select', { reference: flagged.reference }) }),
  );
  await expectText(t('orders.matching:noneChosen'));
  expect(screen.queryByRole('button', { name: /^Approve (all )?\d/ })).toBeNull();
  type('B', { shiftKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  await press(t('orders.matching:clear'));
  await screen.findByRole('button', { name: t('orders.matching:open', { count: 3 }) });
  expect(server.sent(approve)).toEqual([]);
});

test('a reviewer takes the last approval back by its key', async () => {
  const { server } = await openTable();
  await press(t('orders.matching:open', { count: 3 }));
  await press(/^Approve 3, /);
  const name = t('orders.admin:takeBack.button');
  expect((await screen.findByRole('button', { name })).getAttribute('aria-keyshortcuts')).toBe('Z');
  const from = performance.now();
  await waitFor(() => expect(performance.now() - from).toBeGreaterThan(250));
  type('z');
  await waitFor(() => expect(server.sent(undo)).toHaveLength(1));
});

test('a link opens the bulk approval, and the address is plain once it is open', async () => {
  await openTable('?view=table&approve=1');
  await dialogOf(t('orders.matching:dialog', { count: 3 }));
  await waitFor(() => expect(location.search).toBe('?view=table'));
});

/** From here on a test advances the clock to the next poll of the list. */
function pollFaster() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

test('an order that starts to match while a linked dialog is read is not approved by it', async () => {
  pollFaster();
  const { server, orders } = await openTable('?view=table&approve=1');
  const dialog = await dialogOf(t('orders.matching:dialog', { count: 3 }));
  const matchingOrders = [...orders, anAdminOrder()].map(matchOf);
  server.answer({ 'GET /api/admin/matching-transactions': { matching: matchingOrders, left: [] } });
  await vi.advanceTimersByTimeAsync(15_000);
  await screen.findByText(t('orders.matching:title', { count: 4 }));
  fireEvent.click(dialog.getByRole('button', { name: /^Approve 3, / }));
  await waitFor(() => expect(server.sent(approve)).toHaveLength(1));
  expect(server.sent(approve)).toMatchObject([{ body: { orders: orders.map(({ id }) => ({ id })) } }]);
});

test('a linked dialog without a matching order does not open by itself later', async () => {
  pollFaster();
  const order = anAdminOrder();
  const noOrders = { matching: [], left: [] };
  const server = await renderAdmin(
    '/admin/transactions?view=table&approve=1',
    { ...orderBook(order).answers, 'GET /api/admin/matching-transactions': noOrders },
    anAdmin('reviewer'),
  );
  await screen.findByRole('link', { name: t('orders.admin:open', { reference: order.reference }) });
  await waitFor(() => expect(location.search).toBe('?view=table'));
  server.answer({ 'GET /api/admin/matching-transactions': { matching: [matchOf(order)], left: [] } });
  await vi.advanceTimersByTimeAsync(15_000);
  await screen.findByRole('button', { name: /^Approve \$371\.88.USD…$/ });
  expect(screen.queryByText(t('orders.matching:dialog', { count: 1 }))).toBeNull();
});

test('a reviewer approves all matching orders from the cards of the queue too', async () => {
  const { server } = await openTable('');
  await press(t('orders.matching:open', { count: 3 }));
  const dialog = await dialogOf(t('orders.matching:dialog', { count: 3 }));
  fireEvent.click(dialog.getByRole('button', { name: /^Approve 3, .*1,115\.64/ }));
  await waitFor(() => expect(server.sent(approve)).toHaveLength(1));
});

test('a member who may not decide is offered no bulk approval, and requests no list for it', async () => {
  const order = anAdminOrder();
  const server = await renderAdmin('/admin/transactions', orderBook(order).answers, anAdmin('payer'));
  await screen.findByRole('link', { name: t('orders.admin:open', { reference: order.reference }) });
  expect(server.sent('GET /api/admin/matching-transactions')).toEqual([]);
  expect(document.querySelector('#orders-approve-all')).toBeNull();
});

test.each([
  ['the filled button', '?view=table', true],
  ['an outlined one beside an open order', '', false],
])('approving all is %s', async (_sentence, view, isFilled) => {
  await openTable(view);
  const button = screen.getByRole('button', { name: t('orders.matching:open', { count: 3 }) });
  await waitFor(() => expect(button.classList.contains('text-on-tide')).toBe(isFilled));
});

test('a reviewer of the only matching order approves a sum to a name', async () => {
  const order = anAdminOrder();
  await renderAdmin(
    '/admin/transactions?view=table',
    {
      ...orderBook(order).answers,
      'GET /api/admin/matching-transactions': { matching: [matchOf(order)], left: [] },
      [approve]: { results: [{ id: order.id, state: 'approved', code: null, version: 2 }] },
    },
    anAdmin('reviewer'),
  );
  await press(/^Approve \$371\.88.USD…$/);
  const dialog = await dialogOf(t('orders.matching:dialog', { count: 1 }));
  await dialog.findByText(t('orders.matching:judgedOne'));
  await press(/^Approve \$371\.88.USD to Ada Obi$/);
  await expectText(new RegExp(t('orders.matching:approved', { count: 1 })));
});
