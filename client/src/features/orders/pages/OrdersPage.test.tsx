import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOrder, aSessionUser } from '#tests/components/answers.ts';
import { expectText, fill, press, renderScreen } from '#tests/components/screen.tsx';
import { Refused, type Sent } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const as = aSessionUser();

test('a customer without orders is shown where to begin', async () => {
  await renderScreen('/transactions', {}, { as });
  await expectText(t('orders:none.title'));
  await expectText(t('orders:none.text'));
  expect(screen.getByRole('link', { name: t('orders:none.start') }).getAttribute('href')).toBe('/sell');
});

test('a customer whose filters fit nothing is told so, and can clear them', async () => {
  await renderScreen('/transactions?q=nothing', {}, { as });
  await expectText(t('orders:noneFiltered.title'));
  await screen.findByRole('button', { name: t('orders:noneFiltered.clear') });
});

test('a visitor who follows the link to an order is asked to sign in, and led back', async () => {
  await renderScreen('/transactions?status=pending');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(t('orders:signedOut.title'));
  const main = within(screen.getByRole('main'));
  const link = main.getByRole('link', { name: t('auth:login.submit') });
  expect(link.getAttribute('href')).toBe('/login?next=%2Ftransactions%3Fstatus%3Dpending');
});

test('a visitor who follows the link in a mail hears that nobody is signed in', async () => {
  await renderScreen('/transactions?tx=00000000-0000-4000-8000-000000000000');
  await expectText(t('orders:signedOut.details'));
});

test.each(['00000000-0000-4000-8000-000000000000', 'nonsense'])(
  "a customer with the address %s of somebody else's order hears that there is none",
  async (id) => {
    const refused = new Refused('not_found', 'order_not_found');
    await renderScreen(`/transactions?tx=${id}`, { 'GET /api/transactions/:id': refused }, { as });
    expect(await screen.findByRole('dialog', { name: t('orders:missing') })).toBeTruthy();
  },
);

test('a customer whose order was refused reads why and what to do, and never that the transfer was fine', async () => {
  const note = 'The photo shows another address. Please write to us.';
  const moved = { at: new Date().toISOString(), by: 'desk', note: null, stage: null, because: null } as const;
  const events = [
    { ...moved, id: '1', from: 'pending', to: 'processing' } as const,
    { ...moved, id: '2', from: 'processing', to: 'rejected' } as const,
  ];
  const order = anOrder({ status: 'rejected', adminNotes: note, events });
  const unknown = new Refused('not_found', 'order_not_found');
  const answers = { 'GET /api/transactions/:id': order, 'GET /api/transactions/:id/deposit': unknown };
  await renderScreen(`/transactions?tx=${order.id}`, answers, { as });
  await expectText(note);
  const dialog = within(screen.getByRole('dialog'));
  const { reference } = order;
  expect(dialog.getByRole('button', { name: t('orders:next.talk', { reference }) })).toBeTruthy();
  expect(dialog.getByRole('heading', { name: t('orders:next.title') })).toBeTruthy();
  expect(dialog.getByRole('link', { name: t('orders:next.sellAgain') }).getAttribute('href')).toContain(
    '/sell?crypto=',
  );
  // The reason stands once, and an amount that will not be paid is promised nowhere.
  expect(dialog.getAllByText(note)).toHaveLength(1);
  expect(dialog.queryByText(t('orders:slip.get'))).toBeNull();
  expect(dialog.getByText(t('orders:slip.notPaid'))).toBeTruthy();
  expect(dialog.getByText(t('orders:step.processing.word'))).toBeTruthy();
  expect(dialog.queryByText(t('orders:step.processing.text'))).toBeNull();
});

test('a customer whose bank returned the money is not told that it is completed, and has one thing to do', async () => {
  const payout = {
    state: 'returned',
    at: '2026-03-02T12:00:00.000Z',
    endToEndId: null,
    mayChangeDetails: true,
  } as const;
  const order = anOrder({ status: 'completed', stage: 'details_needed', payout });
  const unknown = new Refused('not_found', 'order_not_found');
  const answers = { 'GET /api/transactions/:id': order, 'GET /api/transactions/:id/deposit': unknown };
  await renderScreen(`/transactions?tx=${order.id}`, answers, { as });
  const region = within(await screen.findByRole('region', { name: t('orders:payout.returned.word') }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(t('status.returned'))).toBeTruthy();
  expect(dialog.queryByText(t('status.completed'))).toBeNull();
  expect(region.getByRole('link', { name: t('orders:checkAccount') }).getAttribute('href')).toBe(
    `/transactions/${order.id}/account`,
  );
});

test('a customer whose coins were sent back reads that, not that the sale failed, and may sell again first', async () => {
  const order = anOrder({ status: 'failed', stage: 'refunded' });
  const unknown = new Refused('not_found', 'order_not_found');
  const answers = { 'GET /api/transactions/:id': order, 'GET /api/transactions/:id/deposit': unknown };
  await renderScreen(`/transactions?tx=${order.id}`, answers, { as });
  await screen.findByRole('heading', { name: t('orders:next.title') });
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(t('status.refunded'))).toBeTruthy();
  expect(dialog.queryByText(t('status.failed'))).toBeNull();
  const [again, talk] = [
    dialog.getByRole('link', { name: t('orders:next.sellAgain') }),
    dialog.getByRole('button', { name: t('orders:next.talk', { reference: order.reference }) }),
  ];
  expect([again, talk].map(({ className }) => /\bbg-tide\b/.test(className))).toEqual([true, false]);
});

test.each([
  ['on time', new Date().toISOString(), 'arrival.open'],
  ['late', '2026-03-01T12:00:00.000Z', 'arrival.late'],
] as const)('a customer whose payout is %s reads until when it was promised', async (_when, updatedAt, key) => {
  const order = anOrder({ status: 'processing', updatedAt });
  const unknown = new Refused('not_found', 'order_not_found');
  const answers = { 'GET /api/transactions/:id': order, 'GET /api/transactions/:id/deposit': unknown };
  await renderScreen(`/transactions?tx=${order.id}`, answers, { as });
  const [start = ''] = t(`orders:${key}`).split('{{');
  expect(await screen.findByRole('heading', { level: 3, name: new RegExp(`^${start}`) })).toBeTruthy();
});

test('a customer who wants to export days without orders is told that there are none, or that they are turned round', async () => {
  const order = anOrder();
  const some = ({ query }: Sent) => ((query as { to?: string }).to ? [] : [order]);
  await renderScreen('/transactions', { 'GET /api/transactions': some }, { as });
  await press(t('orders:export.button'));
  await expectText(new RegExp(t('orders:export.count', { count: 1 })));
  await fill(new RegExp(`^${t('orders:export.to')}`), '2026-01-01');
  await expectText(new RegExp(t('orders:export.none')));
  for (const name of [t('orders:export.csv'), t('orders:export.pdf')])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
  await fill(new RegExp(`^${t('orders:export.from')}`), '2026-02-01');
  await expectText(t('orders:export.turned'));
});

test('a customer whose order is not completed is offered no receipt', async () => {
  const order = anOrder();
  const unknown = new Refused('not_found', 'order_not_found');
  const answers = { 'GET /api/transactions/:id': order, 'GET /api/transactions/:id/deposit': unknown };
  await renderScreen(`/transactions?tx=${order.id}`, answers, { as });
  await expectText(t('orders:slip.get'));
  expect(within(screen.getByRole('dialog')).queryByRole('button', { name: t('orders:receipt.save') })).toBeNull();
});
