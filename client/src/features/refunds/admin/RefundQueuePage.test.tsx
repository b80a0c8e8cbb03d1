import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminRefundView } from '#shared/refunds/refunds.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectText, fill, press } from '#tests/components/screen.tsx';
import { Page, Refused, type SentCall } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

type Refund = ReturnType<typeof aRefund>;

const refundId = crypto.randomUUID();
const customerId = crypto.randomUUID();
const aRefund = (changes: Partial<ReturnType<typeof blankOf<typeof adminRefundView>>> = {}) => ({
  ...blankOf(adminRefundView),
  id: refundId,
  userId: customerId,
  state: 'due' as const,
  cryptoId: 'usdt-erc20',
  amount: 3,
  address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  version: 4,
  reason: 'Too much.',
  ...changes,
});
const openQueue = (refund: Refund | object) =>
  renderAdmin('/admin/refunds', {
    'GET /api/admin/refunds': [{ ...aRefund(), ...refund }],
    'GET /api/admin/chains': [],
  });
const text = (key: string) => t(`refunds.admin:${key}` as 'refunds.admin:reason');
const route = (verb: 'approve' | 'sent' | 'reset' | 'cancel' | 'confirm') =>
  `POST /api/admin/refunds/:id/${verb}` as const;

test('a reviewer who approves a refund to another person is warned, and gives a reason', async () => {
  const server = await openQueue({ findings: ['other_person'] });
  await press(text('action.approve'));
  const dialog = await dialogOf(text('action.approve'));
  expect(dialog.getByText(text('finding.other_person'))).toBeTruthy();
  expect(dialog.getByText(/0x7E5F/)).toBeTruthy();
  const approve = () => dialog.getAllByRole('button', { name: text('action.approve') })[0]?.click();
  approve();
  await expectText(t('errors:refund_other_person'));
  await fill(text('reason'), 'Both accounts are hers.');
  server.answer({ [route('approve')]: aRefund({ state: 'approved' }) });
  approve();
  await waitFor(() =>
    expect(server.sent(route('approve')).map(({ body }) => body)).toEqual([
      { version: 4, reason: 'Both accounts are hers.' },
    ]),
  );
});

test('a reviewer reads in the open dialog why an approval is refused', async () => {
  const server = await openQueue({});
  server.answer({ [route('approve')]: new Refused('not_enough', 'refund_coins_gone') });
  await press(text('action.approve'));
  const dialog = await dialogOf(text('action.approve'));
  dialog.getByRole('button', { name: text('action.approve') }).click();
  expect(await dialog.findByText(t('errors:refund_coins_gone'))).toBeTruthy();
});

test('a reviewer whose refund has changed presses again for the new version', async () => {
  const server = await openQueue({});
  await press(text('action.cancel'));
  await fill(text('reason'), 'Asked by phone.');
  server.answer({
    'GET /api/admin/refunds': [aRefund({ version: 5, amount: 2 })],
    [route('cancel')]: new Refused('conflict', 'refund_changed'),
  });
  const dialog = await dialogOf(text('action.cancel'));
  const cancel = () => dialog.getByRole('button', { name: text('action.cancel') }).click();
  cancel();
  await expectText(t('errors:refund_changed'));
  await expectText(/^2 USDT/);
  server.answer({ [route('cancel')]: aRefund({ version: 6 }) });
  cancel();
  await waitFor(() =>
    expect(server.sent(route('cancel')).map(({ body }) => body)).toMatchObject([{ version: 4 }, { version: 5 }]),
  );
});

test('a payer enters the hash of an approved refund, and the fee in the coin of the chain', async () => {
  const server = await openQueue({ state: 'approved' });
  await press(text('action.sent'));
  await fill(text('hash'), 'ab'.repeat(32));
  await fill(new RegExp(t('refunds.admin:fee', { symbol: 'ETH' })), '0.0021');
  server.answer({ [route('sent')]: aRefund({ state: 'sent' }) });
  (await dialogOf(text('action.sent'))).getByRole('button', { name: text('action.sent') }).click();
  await waitFor(() =>
    expect(server.sent(route('sent')).map(({ body }) => body)).toEqual([
      { transactionHash: 'ab'.repeat(32), networkFee: '0.0021', version: 4 },
    ]),
  );
});

test.each([
  ['approved', 'reset', 'takeBack'],
  ['sent', 'reset', 'reset'],
  ['approved', 'cancel', 'cancel'],
  ['due', 'cancel', 'cancel'],
  ['sent', 'confirm', 'confirm'],
] as const)('a refund that is %s can be moved by %s, whose button is %s', async (state, verb, action) => {
  const server = await openQueue({ state, findings: ['address_shared'] });
  await press(text(`action.${action}`));
  const dialog = await dialogOf(text(`action.${action}`));
  if (verb !== 'confirm') await fill(text('reason'), 'It was not sent.');
  server.answer({ [route(verb)]: aRefund() });
  dialog.getByRole('button', { name: text(`action.${action}`) }).click();
  const reason = verb === 'confirm' ? {} : { reason: 'It was not sent.' };
  await waitFor(() => expect(server.sent(route(verb)).map(({ body }) => body)).toEqual([{ version: 4, ...reason }]));
});

test('a customer who named no address in time is asked again, and until then the row says from when', async () => {
  const refundAsked = (hours: number) => ({
    address: null,
    askedAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
    userName: 'Ada Okafor',
    orderId: null,
  });
  const server = await openQueue(refundAsked(25));
  await press(text('action.ask'));
  const dialog = await dialogOf(text('action.ask'));
  const route = 'POST /api/admin/refunds/:id/ask';
  server.answer({ 'GET /api/admin/refunds': [aRefund(refundAsked(0))], [route]: aRefund(refundAsked(0)) });
  dialog.getByRole('button', { name: text('action.ask') }).click();
  await waitFor(() => expect(server.sent(route).map(({ body }) => body)).toEqual([{ version: 4 }]));
  await expectText(/^Ask again from /);
  await expectText(text('next.due'));
  await expectText(t('admin.common:askRule', { count: 24 }));
  await waitFor(() => expect(screen.queryByRole('button', { name: text('action.ask') })).toBeNull());
  // The next step is the customer’s, so the link that writes to them is in the menu.
  const message = await screen.findByRole('link', { name: t('admin.common:messageTo', { name: 'Ada Okafor' }) });
  expect(message.getAttribute('href')).toBe(`/admin/agent-chat?user=${customerId}`);
  expect(message.closest('[popover]')).not.toBeNull();
});

test('a reviewer reads how many refunds wait in each open state, and opens those of one', async () => {
  const totals: Record<string, number> = { due: 12, approved: 3, sent: 0 };
  const server = await renderAdmin('/admin/refunds', {
    'GET /api/admin/refunds': ({ query }: SentCall) =>
      new Page([aRefund()], totals[(query as { state?: string }).state ?? ''] ?? 15),
    'GET /api/admin/chains': [],
  });
  const chip = (state: string, count: number) => new RegExp(`^${text(`state.${state}`)}\\s*${count}$`);
  await screen.findByRole('button', { name: chip('sent', 0) });
  await screen.findByRole('button', { name: chip('approved', 3) });
  await press(chip('due', 12));
  await waitFor(() =>
    expect(server.sent('GET /api/admin/refunds').map(({ query }) => query)).toContainEqual(
      expect.objectContaining({ state: 'due', pageSize: 20 }),
    ),
  );
});

test('a reviewer reads the open refunds first, and what is still to be sent of each coin', async () => {
  const other = aRefund({ id: crypto.randomUUID(), cryptoId: 'litecoin', amount: 1.2, valueUsd: 172.28 });
  const server = await renderAdmin('/admin/refunds', {
    'GET /api/admin/refunds': [aRefund({ valueUsd: 3 }), other, aRefund({ id: crypto.randomUUID(), state: 'sent' })],
    'GET /api/admin/chains': [],
  });
  const sums = '3\u00a0USDT + 1.2\u00a0LTC ≈ $175.28\u00a0USD';
  await screen.findByText(t('refunds.admin:stillToSend', { sums }), { normalizer: (shown) => shown });
  const listQueries = () => server.sent('GET /api/admin/refunds').map(({ query }) => query);
  expect(listQueries()).toContainEqual(expect.objectContaining({ state: 'open', pageSize: 20 }));
  await press(t('refunds.admin:view.all'));
  await waitFor(() => expect(listQueries().some((query) => !('state' in (query as object)))).toBe(true));
});

test('a payer copies the address of a refund and the hash of its transfer each with its own button', async () => {
  const hash = 'ab'.repeat(32);
  const refund = aRefund({ state: 'sent', transactionHash: hash });
  await renderAdmin('/admin/refunds', { 'GET /api/admin/refunds': [refund], 'GET /api/admin/chains': [] });
  const copied: string[] = [];
  const clipboard = {
    writeText: (copiedText: string) => {
      copied.push(copiedText);
      return Promise.resolve();
    },
  };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  await press(text('copyAddress'));
  await press(t('admin.common:copyHash'));
  expect(copied).toEqual([refund.address, hash]);
});

test('a customer who has named an address is not asked for one', async () => {
  await openQueue({});
  await screen.findByRole('button', { name: text('action.approve') });
  expect(screen.queryByRole('button', { name: text('action.ask') })).toBeNull();
});

test.each(['confirmed', 'cancelled'] as const)('a refund that is %s has no button', async (state) => {
  await openQueue({ state, valueUsd: null });
  await expectText(new RegExp(text('noPrice')));
  for (const action of ['approve', 'sent', 'cancel', 'reset', 'takeBack', 'confirm'])
    expect(screen.queryByRole('button', { name: text(`action.${action}`) })).toBeNull();
});

test('a reviewer who opens another step does not see the refusal of the previous one', async () => {
  const server = await openQueue({});
  server.answer({ [route('approve')]: new Refused('not_enough', 'refund_coins_gone') });
  await press(text('action.approve'));
  const first = await dialogOf(text('action.approve'));
  first.getByRole('button', { name: text('action.approve') }).click();
  await first.findByText(t('errors:refund_coins_gone'));
  first.getAllByRole('button', { name: t('common:action.cancel') })[0]?.click();
  await press(text('action.cancel'));
  const secondDialog = await dialogOf(text('action.cancel'));
  expect(secondDialog.queryByText(t('errors:refund_coins_gone'))).toBeNull();
});

test('a reviewer reads on which day a refund was confirmed, not since when it was due', async () => {
  const confirmedAt = '2026-11-21T10:00:00.000Z';
  await openQueue({ state: 'confirmed', dueAt: '2026-11-18T10:00:00.000Z', confirmedAt });
  await waitFor(() => expect(document.querySelector(`time[datetime="${confirmedAt}"]`)).not.toBeNull());
  expect(document.querySelector('time[datetime="2026-11-18T10:00:00.000Z"]')).toBeNull();
});

test('a reviewer whose page of refunds has emptied reads the first page, and not that there are none', async () => {
  await renderAdmin('/admin/refunds?page=2', {
    'GET /api/admin/refunds': ({ query }: SentCall) =>
      new Page((query as { page: number }).page === 2 ? [] : [aRefund()], 1),
    'GET /api/admin/chains': [],
  });
  await screen.findByRole('button', { name: text('action.approve') });
  expect(screen.queryByText(text('list.noneText'))).toBeNull();
});
