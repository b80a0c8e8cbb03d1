import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatCrypto, formatDateTime, noBreak } from '#client/lib/format/format.ts';
import { getSettlement, makeSettlement, type SettlementState } from '#shared/settlements/settlements.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import { press, resizeWindow } from '#tests/components/screen.tsx';
import type { SentCall } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const make = 'POST /api/admin/transactions/:id/settlement';
const actions = ['take', 'cap', 'all', 'refund'] as const;
const transferId = crypto.randomUUID();
/** The beginning of the button of a decision, whatever its sums. */
const buttonOf = (action: (typeof actions)[number]) =>
  new RegExp(
    {
      take: `^${t('settlements.admin:action.take')}`,
      cap: `^${t('settlements.admin:do.cap', { payout: '.*', rest: '.*' })}$`,
      all: `^${t('settlements.admin:action.all')}`,
      refund: `^${t('settlements.admin:do.refund', { coins: '.*' })}$`,
    }[action],
  );
const blankSettlement = blankOf(getSettlement.response);
const transfer = {
  id: transferId,
  txHash: 'ab'.repeat(32),
  outIndex: 0,
  amount: 1.5,
  state: 'final',
  seenAt: '2026-11-28T10:00:00.000Z',
  isFinal: true,
  isLate: false,
  rateThen: null,
} as const;

/** A sale at a shared address with one transfer, and the answers about it once `coming` has resolved. */
function aSale({ isFinal = true, coming = Promise.resolve() } = {}) {
  const order = anAdminOrder({ stage: 'by_hand', settlement: null });
  const settlement = async ({ query }: SentCall): Promise<SettlementState> => {
    await coming;
    const isNamed = (query as { transferIds?: string }).transferIds !== undefined;
    const decisions = actions.map((action) => ({ action, net: 142.5, rest: 0.5 }));
    return {
      ...blankSettlement,
      computed: { ...blankSettlement.computed, asks: isNamed ? 'desk' : 'nobody' },
      decisions: isNamed && isFinal ? decisions : [],
      live: null,
      history: [],
      transfers: [{ ...transfer, isFinal, isNamed }],
    };
  };
  const answers = {
    ...orderBook(order).answers,
    'GET /api/admin/transactions/:id/settlement': settlement,
    [make]: blankOf(makeSettlement.response),
  };
  return { order, answers };
}

async function openSale({ isFinal = true } = {}) {
  const { order, answers } = aSale({ isFinal });
  const server = await renderAdmin(`/admin/transactions?q=${order.reference}`, answers);
  const box = await screen.findByRole('checkbox', { name: /1\.5/ });
  // The only transfer is named from the start, once it is final.
  if (!isFinal) fireEvent.click(box);
  await waitFor(() => expect((box as HTMLInputElement).checked).toBe(true));
  return server;
}

test.each(actions)('a reviewer decides about the transfer that came to a shared address: %s', async (action) => {
  const server = await openSale();
  fireEvent.click(await screen.findByRole('button', { name: buttonOf(action) }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(t('settlements.admin:reason')), { target: { value: 'It is theirs.' } });
  fireEvent.click(dialog.getByRole('button', { name: buttonOf(action) }));
  const body = { action, reason: 'It is theirs.', transferIds: [transferId] };
  await waitFor(() => expect(server.sent(make)).toMatchObject([{ body }]));
});

test('a reviewer finds the actions of a shared address in place of the approval', async () => {
  await openSale();
  const [first] = await screen.findAllByRole('button', { name: new RegExp(`^${t('settlements.admin:action.take')}`) });
  expect(first?.classList.contains('text-on-tide')).toBe(true);
  for (const action of actions) {
    expect(screen.getAllByRole('button', { name: buttonOf(action) })).toHaveLength(1);
  }
  expect(screen.queryByRole('button', { name: t('orders.admin:start') })).toBeNull();
  expect(screen.queryByRole('button', { name: /pay in a batch/ })).toBeNull();
  screen.getByRole('button', { name: t('orders.admin:reject') });
});

test('a reviewer starts no order by a key whose button is not in the bar', async () => {
  const server = await openSale();
  await screen.findAllByRole('button', { name: new RegExp(`^${t('settlements.admin:action.take')}`) });
  fireEvent.keyDown(document.body, { key: 's' });
  fireEvent.click(screen.getByRole('button', { name: t('orders.admin:reject') }));
  await screen.findByRole('dialog');
  expect(server.sent('PATCH /api/admin/transactions/:id/status')).toEqual([]);
});

test('a reviewer loses no typed word when coins arrive at a shared address meanwhile', async () => {
  let arrive: () => void = () => undefined;
  const { order, answers } = aSale({ coming: new Promise<void>((resolve) => (arrive = resolve)) });
  await renderAdmin(`/admin/transactions?q=${order.reference}`, answers);
  await press(/pay in a batch/);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Seen in an explorer' } });
  arrive();
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /1\.5/, hidden: true });
  await waitFor(() => expect(box().checked).toBe(true));
  await waitFor(() => expect(screen.queryByText(t('settlements.admin:asksDesk'))).toBeTruthy());
  const openDialog = within(screen.getByRole('dialog'));
  expect(openDialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Seen in an explorer');
});

test('a reviewer reads why nothing can be decided while a named transfer can still change', async () => {
  await openSale({ isFinal: false });
  await screen.findByText(t('settlements.admin:notFinal'));
  expect(screen.queryByRole('button', { name: new RegExp(t('settlements.admin:action.take')) })).toBeNull();
});

test('a reviewer finds the decisions about an own address in the bar, each with its sum', async () => {
  const order = anAdminOrder({ stage: 'question', awaitingProof: true, type: 'sell', cryptoSymbol: 'LTC' });
  const state: SettlementState = {
    ...blankSettlement,
    computed: { ...blankSettlement.computed, asks: 'desk', received: 3.9 },
    decisions: [
      { action: 'cap', net: 142.5, rest: 0.6 },
      { action: 'refund', net: 0, rest: 3.9 },
    ],
    live: null,
  };
  const answers = { ...orderBook(order).answers, 'GET /api/admin/transactions/:id/settlement': state };
  await renderAdmin(`/admin/transactions?tx=${order.id}`, answers);
  const cap = await screen.findByRole('button', { name: /142\.50/ });
  expect(cap.className).toContain('bg-');
  screen.getByRole('button', { name: /^Send all 3\.9.LTC back$/ });
  expect(screen.queryByText(t('orders.admin:ownAddress.question'))).toBeNull();
});

test('a reviewer with a phone sees the first decision about coins, and takes another one from the menu', async () => {
  resizeWindow({ width: 360, height: 740 });
  const order = anAdminOrder({ stage: 'question', awaitingProof: true, type: 'sell', cryptoSymbol: 'LTC' });
  const state: SettlementState = {
    ...blankSettlement,
    computed: { ...blankSettlement.computed, asks: 'desk', received: 3.9, net: 142.5, rest: 0.9 },
    decisions: [
      { action: 'cap', net: 142.5, rest: 0.6 },
      { action: 'refund', net: 0, rest: 3.9 },
    ],
    live: null,
  };
  const answers = {
    ...orderBook(order).answers,
    'GET /api/admin/transactions/:id/settlement': state,
    [make]: blankOf(makeSettlement.response),
  };
  const server = await renderAdmin(`/admin/transactions?tx=${order.id}`, answers);
  await screen.findByRole('button', { name: /^Pay \$142\.50.USD, send 0\.6.LTC back$/ });
  expect(screen.queryByText(t('settlements.admin:asksDesk'))).toBeNull();
  // The slip shows the payout: the panel names only the rest.
  expect(screen.queryByText(t('settlements.admin:net'))).toBeNull();
  expect(screen.getByText(t('settlements.admin:rest'))).toBeTruthy();
  await press(t('settlements.admin:others'));
  const refund = buttonOf('refund');
  await press(refund);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(t('settlements.admin:reason')), { target: { value: 'They asked for it.' } });
  fireEvent.click(dialog.getByRole('button', { name: refund }));
  await waitFor(() => expect(server.sent(make)).toMatchObject([{ body: { action: 'refund' } }]));
});

/** The text that is found on the screen, where all spaces are alike. */
const plain = (text: string) => text.replaceAll(noBreak, ' ');

test('a reviewer reads the rule and its number beside a decision about far more coins than agreed', async () => {
  const order = anAdminOrder({ stage: 'question', type: 'sell', cryptoSymbol: 'LTC', amount: 3 });
  const far = { outcome: 'over_far', asks: 'desk', received: 3.9, paidFor: 3.3, rest: 0.6, net: 142.5 } as const;
  const state: SettlementState = {
    ...blankSettlement,
    computed: { ...blankSettlement.computed, ...far },
    decisions: [{ action: 'cap', net: 142.5, rest: 0.6 }],
    live: null,
  };
  const answers = { ...orderBook(order).answers, 'GET /api/admin/transactions/:id/settlement': state };
  await renderAdmin(`/admin/transactions?tx=${order.id}`, answers);
  const rule = plain(t('settlements.admin:rule.overFar', { percent: '10%', bound: formatCrypto(3.3, 'LTC') }));
  expect(await screen.findByText(rule)).toBeTruthy();
  for (const label of ['paidFor', 'rest'] as const) screen.getAllByText(t(`settlements.admin:${label}`));
});

test('a reviewer reads what a customer can choose about missing coins, and the end of their time once', async () => {
  const order = anAdminOrder({ stage: 'short', type: 'sell', cryptoSymbol: 'LTC', amount: 3, awaitingProof: true });
  const short = { outcome: 'short', asks: 'customer', received: 1.8, missing: 1.2, net: 142.5 } as const;
  const state: SettlementState = {
    ...blankSettlement,
    computed: { ...blankSettlement.computed, ...short, choices: ['top_up', 'take', 'refund'] },
    choiceUntil: '2027-01-05T10:00:00.000Z',
    live: null,
  };
  const answers = { ...orderBook(order).answers, 'GET /api/admin/transactions/:id/settlement': state };
  await renderAdmin(`/admin/transactions?tx=${order.id}`, answers);
  await screen.findByText(t('settlements.admin:asksCustomer'));
  screen.getByText(plain(t('settlements.admin:choice.refund', { received: formatCrypto(1.8, 'LTC') })));
  const at = formatDateTime('2027-01-05T10:00:00.000Z');
  expect(screen.getAllByText(t('settlements.admin:choiceUntil', { at }))).toHaveLength(1);
});
