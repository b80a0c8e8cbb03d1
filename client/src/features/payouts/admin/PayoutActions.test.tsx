import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatMoneyText } from '#client/lib/format/format.ts';
import * as contract from '#shared/payouts/payouts.contract.ts';
import { payoutView, type PayoutView } from '#shared/payouts/payouts.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectLink, expectText, fill, press } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const blankPayout = blankOf(payoutView);
const sum = { amount: '14020.00', currency: 'NGN' };
const payoutIn = (state: PayoutView['state']): PayoutView => ({
  ...blankPayout,
  id: crypto.randomUUID(),
  state,
  ...sum,
  order: { ...blankPayout.order, reference: 'LF-7K3M-Q2' },
});
type Action = 'hold' | 'resume' | 'again' | 'ask' | 'settle' | 'return';
const labelOf = (action: Action) => t(`payouts.admin:action.${action}`);
const buttonOf = (action: Action) => t('payouts.admin:actionOf', { action: labelOf(action), reference: 'LF-7K3M-Q2' });

async function openedPayout(tab: string, state: PayoutView['state'], action: Action) {
  const server = await renderAdmin(
    `/admin/payouts?tab=${tab}`,
    {
      'GET /api/admin/payouts/figures': { currencies: [] },
      'GET /api/admin/payouts': [payoutIn(state)],
      'GET /api/admin/payouts/:id': { ...blankOf(contract.payoutDetails), ...payoutIn(state) },
      'GET /api/admin/payout-batches': [],
    },
    anAdmin('owner'),
  );
  await press(buttonOf(action));
  return { server, dialog: await dialogOf(labelOf(action)) };
}

test.each([
  ['sent', 'sent', 'settle', contract.settlePayout],
  ['returned', 'held', 'resume', contract.resumePayout],
  ['returned', 'returned', 'again', contract.payAgain],
] as const)('on the tab %s a %s payout is moved on by "%s", with a reason', async (tab, state, action, { path }) => {
  const { server, dialog } = await openedPayout(tab, state, action);
  // The button that moves it names its sum.
  const amount = formatMoneyText(sum.amount, sum.currency);
  const name = action === 'again' ? labelOf(action) : t(`payouts.admin:${action}Amount`, { amount });
  const confirm = dialog.getByRole('button', { name });
  fireEvent.click(confirm);
  await dialog.findByText(t('errors:payout_reason_required'));
  expect(server.sent(`POST ${path}`)).toEqual([]);
  server.answer({ [`POST ${path}`]: new Refused('conflict', 'payout_changed') });
  await fill(t('payouts.admin:reason'), 'The bank says so.');
  fireEvent.click(confirm);
  await dialog.findByText(t('errors:payout_changed'));
  server.answer({ [`POST ${path}`]: payoutIn(state) });
  fireEvent.click(confirm);
  await waitFor(() =>
    expect(server.sent(`POST ${path}`)).toMatchObject([{}, { body: { reason: 'The bank says so.' } }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a payer reads what happens to a held payout that is put back', async () => {
  const { dialog } = await openedPayout('returned', 'held', 'resume');
  expect(await dialog.findByText(t('payouts.admin:resumeText'))).toBeTruthy();
});

test('a payer gives the reason why money came back, and the customer is not asked', async () => {
  const { server, dialog } = await openedPayout('sent', 'sent', 'return');
  const route = 'POST /api/admin/payouts/:id/return';
  server.answer({ [route]: payoutIn('returned') });
  fireEvent.click(dialog.getByRole('checkbox', { name: t('payouts.admin:askCustomer') }));
  await fill(t('payouts.admin:reason'), 'Account closed.');
  fireEvent.click(dialog.getByRole('button', { name: labelOf('return') }));
  const body = { reason: 'account_closed', note: 'Account closed.', askCustomer: false };
  await waitFor(() => expect(server.sent(route)).toMatchObject([{ body }]));
});

test('the customer of a returned payout is asked for another account once', async () => {
  const returnedPayout = { ...payoutIn('returned'), userName: 'Ada Okafor' };
  const answersFor = (stage: 'returned' | 'details_needed') => ({
    'GET /api/admin/payouts/figures': { currencies: [] },
    'GET /api/admin/payouts': [{ ...returnedPayout, order: { ...returnedPayout.order, stage } }],
  });
  const server = await renderAdmin('/admin/payouts?tab=returned', answersFor('returned'), anAdmin('owner'));
  await press(buttonOf('ask'));
  const route = 'POST /api/admin/payouts/:id/ask';
  server.answer({ ...answersFor('details_needed'), [route]: returnedPayout });
  const dialog = await dialogOf(labelOf('ask'));
  fireEvent.click(dialog.getByRole('button', { name: labelOf('ask') }));
  await waitFor(() => expect(server.sent(route)).toHaveLength(1));
  await screen.findByText(t('payouts.admin:waitsForAccount'));
  await screen.findByText(t('payouts.admin:onlyCustomer'));
  expect(screen.queryByRole('button', { name: buttonOf('ask') })).toBeNull();
});

test('a customer who gave no account in time is asked again, and until then a link writes to them', async () => {
  const { returned } = blankOf(payoutView.extend({ returned: payoutView.shape.returned.unwrap() }));
  const askedPayout = (hours: number) => {
    const askedAt = new Date(Date.now() - hours * 3_600_000).toISOString();
    const order = { ...blankPayout.order, reference: 'LF-7K3M-Q2', stage: 'details_needed' as const };
    const cameBack = { ...returned, reason: 'other' as const, askedAt };
    return { ...payoutIn('returned'), userName: 'Ada Okafor', kind: 'order' as const, order, returned: cameBack };
  };
  const answersFor = (hours: number) => ({
    'GET /api/admin/payouts/figures': { currencies: [] },
    'GET /api/admin/payouts': [askedPayout(hours)],
  });
  const name = t('payouts.admin:actionOf', { action: t('payouts.admin:action.askAgain'), reference: 'LF-7K3M-Q2' });
  const server = await renderAdmin('/admin/payouts?tab=returned', answersFor(25), anAdmin('owner'));
  await press(name);
  const route = 'POST /api/admin/payouts/:id/ask';
  server.answer({ ...answersFor(0), [route]: askedPayout(0) });
  const dialog = await dialogOf(t('payouts.admin:action.askAgain'));
  fireEvent.click(dialog.getByRole('button', { name: t('payouts.admin:action.askAgain') }));
  await waitFor(() => expect(server.sent(route)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  const { id, reference } = askedPayout(0).order;
  const chat = `/admin/agent-chat?user=${blankPayout.userId}&order=${id}`;
  await expectLink(t('admin.common:messageTo', { name: 'Ada Okafor' }), chat);
  // Paying the same account once more is the exception, in the menu of the row.
  const payAgain = t('payouts.admin:actionOf', { action: labelOf('again'), reference });
  for (const button of screen.getAllByRole('button', { name: payAgain }))
    expect(button.closest('[popover]')).not.toBeNull();
  await expectText(/^Ask again from /);
  await expectText(t('admin.common:askRule', { count: 24 }));
});

test('a payer sees returned payouts in red, and reads in the row why, since when and by whom one is held', async () => {
  const heldPayout = { ...payoutIn('held'), reason: 'The bank asked.', userName: 'Ada Okafor' };
  const held = { at: '2026-11-30T13:19:00.000Z', action: 'payout.held', by: { id: crypto.randomUUID(), name: 'Nora' } };
  await renderAdmin(
    '/admin/payouts?tab=returned',
    {
      'GET /api/admin/payouts/figures': { currencies: [] },
      'GET /api/admin/payouts': [payoutIn('returned'), heldPayout],
      'GET /api/admin/payouts/:id': { ...blankOf(contract.payoutDetails), ...heldPayout, history: [held] },
      'GET /api/admin/payout-batches': [],
    },
    anAdmin('owner'),
  );
  const [reason] = await screen.findAllByText('The bank asked.');
  // The account of a held payout stands under the same heading as the one that money came back from.
  expect(screen.getByText(t('payouts.admin:notSent')).previousElementSibling?.textContent).toContain(
    heldPayout.payee.accountNumber,
  );
  const returnedLabels = screen.getAllByText(t('payouts.admin:state.returned'));
  expect(returnedLabels.map(({ className }) => className).join(' ')).toContain('text-rejected');
  expect(reason?.classList.contains('text-muted')).toBe(true);
  await screen.findByText('Nora');
  expect(document.querySelector(`time[datetime="${held.at}"]`)).not.toBeNull();
  // The answer may have come in the chat.
  expect(screen.getAllByRole('link', { name: t('admin.common:messageTo', { name: 'Ada Okafor' }) })).toHaveLength(1);
});
