import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import { listPayouts, payoutFigures } from '#shared/payouts/payouts.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectLink, expectText, fill, press, resizeWindow } from '#tests/components/screen.tsx';
import type { Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const blankPayout = blankOf(listPayouts.response.element);
const payout = {
  ...blankPayout,
  id: crypto.randomUUID(),
  state: 'due' as const,
  amount: '14020.00',
  currency: 'NGN',
  order: { ...blankPayout.order, reference: 'LF-7K3M-Q2' },
  payee: { ...blankPayout.payee, accountName: 'Ada Obi', accountNumber: '0152792740', bankName: 'First' },
};
const account = {
  ...blankOf(deskAccountView),
  name: 'Naira account',
  currency: 'NGN',
  format: 'by_hand' as const,
  isActive: true,
};

type Figures = NonNullable<Answers['GET /api/admin/payouts/figures']>;

const openDue = (changes: object = {}, extraAnswers: object = {}, figures: Figures = { currencies: [] }) =>
  renderAdmin(
    '/admin/payouts?tab=due',
    {
      'GET /api/admin/payouts/figures': figures,
      'GET /api/admin/payouts': [{ ...payout, ...changes }],
      'GET /api/admin/desk-accounts': [{ ...account, ...extraAnswers }],
      'GET /api/admin/payout-profiles': [],
    },
    anAdmin('reviewer'),
  );

test('a reviewer holds a payout with a warning by its button, and reads why no batch is possible', async () => {
  const server = await openDue({ customerBlocked: true });
  await expectText(t('payouts.admin:noneReady'));
  const group = t('payouts.admin:takeGroup', { currency: 'NGN' });
  expect(screen.queryByRole('checkbox', { name: group })).toBeNull();
  expect(screen.queryByText(t('payouts.admin:keys.batch'))).toBeNull();
  const name = t('payouts.admin:actionOf', { action: t('payouts.admin:holdIt'), reference: 'LF-7K3M-Q2' });
  fireEvent.click(await screen.findByRole('button', { name }));
  const dialog = await dialogOf(t('payouts.admin:action.hold'));
  await fill(t('payouts.admin:reason'), 'Blocked on Friday.');
  server.answer({ 'POST /api/admin/payouts/:id/hold': { ...payout, state: 'held' as const } });
  fireEvent.click(dialog.getByRole('button', { name: t('payouts.admin:action.hold') }));
  await waitFor(() => expect(server.sent('POST /api/admin/payouts/:id/hold')).toHaveLength(1));
});

test('a reviewer who has chosen no payout reads that the button needs one, and a press leads to it', async () => {
  await openDue();
  const box = await screen.findByRole('checkbox', { name: t('payouts.admin:take', { reference: 'LF-7K3M-Q2' }) });
  fireEvent.click(box);
  const button = await screen.findByRole('button', { name: /^Batch 0 payouts/ });
  await expectText(t('payouts.admin:chooseFirst'));
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  expect(document.activeElement).toBe(box);
  fireEvent.click(box);
  await screen.findByRole('button', { name: /^Batch 1 payout/ });
  expect(screen.queryByText(t('payouts.admin:chooseFirst'))).toBeNull();
});

test('a reviewer reads by how much a batch exceeds the last known balance of its account', async () => {
  await openDue({}, { balance: '1.00', balanceOn: '2026-11-28' });
  await expectText(t('payouts.admin:moreThanThere', { amount: '₦14,019.00 NGN', account: account.name }));
});

test('a reviewer leaves out the one payout by which a batch exceeds its account', async () => {
  const other = {
    ...payout,
    id: crypto.randomUUID(),
    amount: '900000.00',
    order: { ...payout.order, reference: 'LF-2' },
  };
  await renderAdmin(
    '/admin/payouts?tab=due',
    {
      'GET /api/admin/payouts': [payout, { ...other, payee: { ...payout.payee, accountName: 'Kemi Lawal' } }],
      'GET /api/admin/desk-accounts': [{ ...account, balance: '20000.00', balanceOn: '2026-11-28' }],
      'GET /api/admin/payout-profiles': [],
    },
    anAdmin('reviewer'),
  );
  await expectText(t('payouts.admin:moreThanHas', { amount: '₦894,020.00 NGN', account: account.name }));
  expect(screen.queryByText(t('payouts.admin:enoughForBatch'))).toBeNull();
  await press('Leave out Kemi Lawal');
  const button = await screen.findByRole('button', { name: /^Batch 1 payout, ₦14,020\.00/ });
  expect(document.activeElement).toBe(button);
  await expectText(t('payouts.admin:enoughForBatch'));
});

test('a reviewer reads which payouts make up the needed cash, with a way to those of other tabs', async () => {
  const none = { payouts: 0, amount: '0.00' };
  const one = { payouts: 1, amount: '14020.00' };
  const figures = { ...blankOf(payoutFigures.response.shape.currencies.element), currency: 'NGN', inAccounts: null };
  const parts = { due: none, held: none, expected: none, batched: one, released: one, returned: one };
  await openDue({}, {}, { currencies: [{ ...figures, ...parts, cashNeeded: '42060.00' }] });
  await expectLink(`${t('payouts.admin:state.batched')} 2`, '/admin/payouts?tab=release');
  await expectLink(`${t('payouts.admin:state.returned')} 1`, '/admin/payouts?tab=returned');
  expect(screen.queryByRole('link', { name: new RegExp(`^${t('payouts.admin:state.held')} `) })).toBeNull();
});

test('a reviewer reads no balance if no statement has one', async () => {
  await openDue();
  await screen.findByRole('button', { name: /^Batch 1 payout/ });
  expect(screen.queryByText(new RegExp(`more than ${account.name}`))).toBeNull();
});

test('a payer reads a row for each currency that is owed: the need, the balance, and if that is enough', async () => {
  const sum = { payouts: 0, amount: '0.00' };
  const parts = { due: sum, batched: sum, released: sum, held: sum, returned: sum, expected: sum };
  const none = { ...blankOf(payoutFigures.response.shape.currencies.element), ...parts };
  const rowOf = (currency: string, cashNeeded: string, inAccounts: string | null) => {
    return { ...none, currency, cashNeeded, inAccounts };
  };
  const currencies = [
    rowOf('NGN', '14020.00', '14020.00'),
    rowOf('KES', '21451.84', '15251.84'),
    rowOf('GHS', '12.00', null),
    rowOf('USD', '0.00', '5.00'),
  ];
  await renderAdmin('/admin/payouts?tab=release', {
    'GET /api/admin/payout-batches': [],
    'GET /api/admin/desk-accounts': [],
    'GET /api/admin/payouts/figures': { currencies },
  });
  const cash = within(await screen.findByRole('region', { name: t('payouts.admin:cash') }));
  const rows = cash.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain(t('payouts.admin:enough'));
  expect(rows[1]).toMatch(new RegExp(`6,200\\.00 KES ${t('payouts.admin:missing')}`));
  expect(rows[2]).toContain(t('payouts.admin:byHand'));
  // An empty cell would read as a zero.
  expect(rows[2]).toContain(t('payouts.admin:noAccount'));
  const toAccounts = cash.getByRole('link', { name: t('payouts.admin:noAccount') });
  expect(toAccounts.getAttribute('href')).toBe('/admin/payouts?tab=accounts');
  expect(rows[2]).not.toContain(t('payouts.admin:enough'));
});

test('a reviewer reads how much waits for approval, even if the same amount is due', async () => {
  const noPayouts = { payouts: 0, amount: '0.00' };
  const parts = { due: noPayouts, batched: noPayouts, released: noPayouts, held: noPayouts, returned: noPayouts };
  const figures = { ...blankOf(payoutFigures.response.shape.currencies.element), ...parts, currency: 'NGN' };
  const duePart = { payouts: 1, amount: '14020.00' };
  await renderAdmin(
    '/admin/payouts?tab=release',
    {
      'GET /api/admin/payout-batches': [],
      'GET /api/admin/desk-accounts': [],
      'GET /api/admin/payouts/figures': {
        currencies: [{ ...figures, cashNeeded: duePart.amount, due: duePart, expected: duePart }],
      },
    },
    anAdmin('reviewer'),
  );
  const cash = await screen.findByRole('region', { name: t('payouts.admin:cash') });
  expect(cash.textContent).toMatch(new RegExp(`14,020\\.00 NGN${t('payouts.admin:expected')}`));
});

test('a reviewer holds a payout whose number is wrong in its row, or asks its customer there', async () => {
  await openDue({ checks: [{ code: 'length', level: 'block', field: 'accountNumber' }], userName: 'Ada Obi' });
  const name = t('payouts.admin:actionOf', { action: t('payouts.admin:holdIt'), reference: 'LF-7K3M-Q2' });
  await screen.findByRole('button', { name });
  expect(screen.getByText(payout.payee.accountNumber).className).toContain('text-rejected');
  const { id } = payout.order;
  const chat = `/admin/agent-chat?user=${payout.userId}&order=${id}`;
  await expectLink(`${t('payouts.admin:askCustomerNow')}: Ada Obi`, chat);
  // No batch takes it: in the place of its box stands the reason.
  expect(screen.queryByRole('checkbox', { name: t('payouts.admin:take', { reference: 'LF-7K3M-Q2' }) })).toBeNull();
  expect(screen.getByLabelText(t('payouts.admin:flag.length'))).toBeTruthy();
});

test('a reviewer holds a payout without a warning from the menu of its row', async () => {
  await openDue();
  const name = t('payouts.admin:actionOf', { action: t('payouts.admin:holdIt'), reference: 'LF-7K3M-Q2' });
  const hold = await screen.findByRole('button', { name });
  expect(hold.closest('[popover]')).not.toBeNull();
  fireEvent.click(hold);
  await dialogOf(t('payouts.admin:action.hold'));
});

test('a reviewer on a phone reads in one line how much cash is missing, above the payouts', async () => {
  const none = { payouts: 0, amount: '0.00' };
  const parts = { due: none, held: none, expected: none, batched: none, released: none, returned: none };
  const figures = { ...blankOf(payoutFigures.response.shape.currencies.element), ...parts, currency: 'NGN' };
  resizeWindow({ width: 360, height: 740 });
  await openDue({}, {}, { currencies: [{ ...figures, cashNeeded: '14020.00', inAccounts: '14000.00' }] });
  const cash = await screen.findByRole('region', { name: t('payouts.admin:cash') });
  expect(cash.querySelector('details')?.open).toBe(false);
  expect(cash.querySelector('summary')?.textContent).toMatch(new RegExp(`20\\.00 NGN ${t('payouts.admin:missing')}`));
});
