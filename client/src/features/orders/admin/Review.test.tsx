import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getSettlement } from '#shared/settlements/settlements.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook, type AdminOrder } from '#tests/components/order-book.ts';
import { chooseFile, expectText, field, fill, press, pressFirst } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const email = 'ada@customers.test';
const decision = 'PATCH /api/admin/transactions/:id/status';
const start = t('orders.admin:start');
const approval = /^Approve \$[\d.,]+\sUSD$/;
const outside = t('orders.admin:outside.title');

const row = ({ reference }: AdminOrder) => screen.findByRole('link', { name: t('orders.admin:open', { reference }) });
const title = ({ reference }: AdminOrder) => screen.findByRole('heading', { name: new RegExp(`${reference}$`) });
const pathOf = ({ id }: AdminOrder) => `/api/admin/transactions/${id}/status`;
const noTitle = ({ reference }: AdminOrder) =>
  expect(screen.queryByRole('heading', { name: new RegExp(`${reference}$`) })).toBeNull();
const noButton = (name: string | RegExp) => expect(screen.queryByRole('button', { name })).toBeNull();
const search = (text: string) => fill(t('orders.admin:filter.search'), text);

/** Narrows the queue to a status, or to all orders that need work again. */
async function show(status: 'pending' | 'processing' | 'open') {
  await pressFirst(/filter/i);
  await fill(t('orders.admin:filter.status'), status);
  await press(t('admin.common:filters.done'));
}

/** Waits until the address names this search, page or order. */
const expectAddress = (part: RegExp) => waitFor(() => expect(decodeURIComponent(location.search)).toMatch(part));

/** The queue with these orders, of which two are pending by default. */
async function openQueue({ orders = [anAdminOrder(), anAdminOrder()], address = `?q=${email}` } = {}) {
  const [first, secondOrder] = orders;
  if (!first || !secondOrder) throw new Error('A queue needs two orders.');
  const book = orderBook(...orders);
  const server = await renderAdmin(`/admin/transactions${address}`, book.answers);
  return { ...book, server, first, second: secondOrder };
}

/** The order is marked in the list, and open beside it. */
async function expectOpen(order: AdminOrder): Promise<void> {
  await waitFor(async () => expect((await row(order)).getAttribute('aria-current')).toBe('true'));
  await title(order);
}

/** Expects no button on the screen that decides about an order. */
const expectNothingToDecide = () =>
  waitFor(() => {
    for (const name of [start, approval, t('orders.admin:reject')]) noButton(name);
  });

test('an administrator who searches for another order pays only the found one, also by keys', async () => {
  const orders = [anAdminOrder({ status: 'processing' }), anAdminOrder()];
  const { server, first, second, hold } = await openQueue({ orders });
  await fill(t('orders.admin:field.finalId'), 'FOR-THE-FIRST');
  await screen.findByRole('button', { name: approval });

  const release = hold(({ q }) => q === second.reference);
  await search(second.reference);
  await expectAddress(new RegExp(`q=${second.reference}`));
  await expectNothingToDecide();
  noTitle(first);
  for (const key of ['s', 'r', 'a', 'j', 's', 'r']) fireEvent.keyDown(document.body, { key });
  const typedAt = performance.now();
  expect(screen.queryByRole('dialog')).toBeNull();
  release();

  await expectOpen(second);
  expect(screen.queryByRole('link', { name: t('orders.admin:open', { reference: first.reference }) })).toBeNull();
  noButton(approval);
  await screen.findByRole('button', { name: start });
  expect(server.sent(decision)).toEqual([]);
  // A key that follows others at once belongs to a word, and decides nothing.
  await waitFor(() => expect(performance.now() - typedAt).toBeGreaterThan(1_000));
  fireEvent.keyDown(document.body, { key: 's' });
  await screen.findByRole('button', { name: approval });
  expect(server.sent(decision)).toMatchObject([{ path: pathOf(second), body: { status: 'processing' } }]);
  expect((await field(t('orders.admin:field.finalId'))).value).toBe('');
  await fill(t('orders.admin:field.finalId'), 'FOR-THE-SECOND');

  await search(email);
  await expectOpen(first);
  expect((await field(t('orders.admin:field.finalId'))).value).toBe('FOR-THE-FIRST');
});

test('an administrator whose search finds nothing reads why no order is open', async () => {
  const { first } = await openQueue();
  await expectOpen(first);
  await search('nobody-has-such-a-name');
  await expectText(t('admin.common:empty.search', { q: 'nobody-has-such-a-name' }));
  await expectNothingToDecide();
  noTitle(first);
  await pressFirst(t('admin.common:empty.clearSearch'));
  await expectOpen(first);
  expect(location.search).not.toContain('q=');

  await press(t('admin.common:filters.button'));
  await fill(t('orders.admin:filter.status'), 'completed');
  await expectAddress(/show=completed/);
  await expectText(t('admin.common:empty.filtered'));
  await expectNothingToDecide();
});

test('an administrator who filters or sorts the queue sees the first order of the new list', async () => {
  const { first, second } = await openQueue({ orders: [anAdminOrder({ status: 'processing' }), anAdminOrder()] });
  await screen.findByRole('button', { name: approval });
  await show('pending');
  await expectOpen(second);
  noButton(approval);

  await show('processing');
  await expectOpen(first);
  noButton(start);

  await show('open');
  await press(t('admin.common:filters.button'));
  await fill(t('admin.common:sort.label'), 'newest');
  await press(t('admin.common:filters.done'));
  await expectOpen(second);
  expect(location.search).toMatch(/sort=newest/);
  noButton(approval);
});

test('an administrator who turns the page decides about an order of that page', async () => {
  const orders = [anAdminOrder({ status: 'processing' }), ...Array.from({ length: 25 }, () => anAdminOrder())];
  const { first, hold } = await openQueue({ orders });
  const lastOrder = orders[25] ?? first;
  await screen.findByRole('button', { name: approval });

  const release = hold(({ page }) => page === 2);
  await press(t('common:paging.next'));
  await expectAddress(/page=2/);
  await expectNothingToDecide();
  noTitle(first);
  // A row of the page that is being left opens nothing any more.
  expect((await row(first)).closest('[inert]')).not.toBeNull();
  release();
  await expectOpen(lastOrder);
  noTitle(first);
  noButton(approval);

  await press(t('common:paging.previous'));
  await expectOpen(first);
  await screen.findByRole('button', { name: approval });
});

test('an order opened by a link is shown as outside the list, and the next search closes it', async () => {
  const order = anAdminOrder({ userEmail: 'elsewhere@customers.test' });
  const listedOrder = anAdminOrder();
  const book = orderBook(order, listedOrder);
  const release = book.hold(({ q }) => q === email);
  await renderAdmin(`/admin/transactions?q=${email}&tx=${order.id}`, book.answers);
  await title(order);
  await expectNothingToDecide();
  release();

  const region = within(await screen.findByRole('region', { name: outside }));
  expect(region.getByRole('link').getAttribute('aria-current')).toBe('true');
  // The list below it has a heading of its own.
  expect(screen.getByText(t('orders.admin:total', { count: 1 }))).toBeTruthy();
  expect((await row(listedOrder)).getAttribute('aria-current')).toBeNull();
  await screen.findByRole('button', { name: start });
  fireEvent.click(await row(listedOrder));
  await expectOpen(listedOrder);
  expect(screen.queryByRole('region', { name: outside })).toBeNull();

  await search(order.reference);
  await expectOpen(order);
  await search(listedOrder.reference);
  await expectOpen(listedOrder);
  expect(screen.queryByRole('region', { name: outside })).toBeNull();
});

test('an order that leaves its list when it is started stays on screen', async () => {
  const { server, first, second } = await openQueue({ address: '?show=pending' });
  await press(start);
  const region = await screen.findByRole('region', { name: outside });
  expect(region.textContent).toContain(t('common:status.processing'));
  await fill(t('orders.admin:field.finalId'), 'FCB/7');
  await press(t('orders.admin:template.confirmed.word'));
  chooseFile(await field(new RegExp(`${t('orders.admin:field.screenshots')}$`)), 'receipt.png', 'image/png');
  await press(approval);
  await expectOpen(second);
  const next = await row(second);
  await waitFor(() => expect(document.activeElement).toBe(next));
  expect(screen.queryByRole('region', { name: outside })).toBeNull();
  await screen.findByRole('button', { name: start });
  const path = pathOf(first);
  expect(server.sent(decision)).toMatchObject([
    { path, body: { status: 'processing' } },
    { path, body: { status: 'completed', adminTransactionId: 'FCB/7' } },
  ]);
});

test('a support member reads in one place which roles decide about coins', async () => {
  const order = anAdminOrder({ stage: 'question', type: 'sell' });
  const settlement = blankOf(getSettlement.response);
  const computedSettlement = { ...settlement.computed, asks: 'desk' as const, outcome: 'over_far' as const };
  const answers = {
    ...orderBook(order).answers,
    'GET /api/admin/transactions/:id/settlement': { ...settlement, computed: computedSettlement },
  };
  await renderAdmin(`/admin/transactions?tx=${order.id}`, answers, anAdmin('support'));
  const owner = t('team:role.owner');
  const reviewer = t('team:role.reviewer');
  await expectText(t('admin.common:notPermitted.approve', { roles: `${owner}, ${reviewer}` }));
  expect(screen.queryByText(t('settlements.admin:asksDesk'))).toBeNull();
});

test('the verdict on a decided order shows no warning', async () => {
  const order = anAdminOrder({ stage: 'approved', type: 'sell', status: 'processing' });
  const findings = [{ code: 'unconfirmed' as const, params: {} }];
  await renderAdmin(`/admin/transactions?tx=${order.id}`, {
    ...orderBook(order).answers,
    'GET /api/admin/transactions/:id/verdict': {
      level: 'amber',
      findings,
      transfers: [],
      checkedAt: null,
      source: 'litecoin',
    },
  });
  const title = await screen.findByRole('heading', { level: 2, name: t('deposits.admin:level.amber') });
  expect(title.className).not.toContain('text-pending');
});
