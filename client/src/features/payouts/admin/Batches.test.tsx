import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { deskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import { batchView, type BatchView } from '#shared/payouts/payouts.batches.contract.ts';
import { payoutFigures } from '#shared/payouts/payouts.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectLink, expectText } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const reference = 'B-000007';
type DeskAccount = ReturnType<typeof blankOf<typeof deskAccountView>>;

async function openBatch(changes: Partial<BatchView>, tab = 'release', accounts: DeskAccount[] = []) {
  const batch: BatchView = { ...blankOf(batchView), reference, state: 'prepared', mayRelease: true, ...changes };
  await renderAdmin(
    `/admin/payouts?tab=${tab}`,
    {
      'GET /api/admin/payouts': [],
      'GET /api/admin/payout-batches': [batch],
      'GET /api/admin/payout-batches/:id': { ...batch, lines: [] },
      'GET /api/admin/desk-accounts': accounts,
      'GET /api/admin/payout-profiles': [],
    },
    anAdmin('owner'),
  );
  return within(await screen.findByRole('region', { name: t('payouts.admin:batches') }));
}

describe('a member at a batch that waits for its release', () => {
  test('reads the sum above which a rule asks for a second member', async () => {
    await openBatch({ needsSecond: true, secondRule: { overUsd: 500 } });
    await expectText(t('payouts.admin:needsSecond'));
    await expectText(t('payouts.admin:secondRule.over', { limit: '$500.00 USD' }));
  });

  test('is told, as its maker, that a rule asks for another member at every batch', async () => {
    const whyNot = 'own_request' as const;
    await openBatch({ needsSecond: true, mayRelease: false, whyNot, secondRule: { overUsd: null } });
    await expectText(t('payouts.admin:ownBatch'));
    await expectText(t('payouts.admin:secondRule.release'));
  });

  test('reads in the menu how a refusal differs from a cancellation', async () => {
    const card = await openBatch({});
    for (const name of ['refuse', 'cancel'] as const) {
      const action = t(`payouts.admin:batchAction.${name}`);
      const act = await card.findByRole('button', { name: t('payouts.admin:actionOf', { action, reference }) });
      expect(act.closest('[popover]')?.textContent).toContain(t(`payouts.admin:batchText.${name}`));
    }
  });
});

test('a payer reads the next step once a released batch is handed to the bank', async () => {
  await openBatch({ state: 'released', mayRelease: false, fileName: 'B-000007.csv' });
  await expectText(t('payouts.admin:batchNext'));
});

test('a payer reads how many payouts of a batch at the bank are on the way, and how many came back', async () => {
  const card = await openBatch({ state: 'sent', count: 3, states: { sent: 2, returned: 1 } }, 'sent');
  await card.findByText(new RegExp(`^${t('payouts.admin:onTheWay')}`));
  await expectLink(`${t('payouts.admin:state.returned')} 1`, '/admin/payouts?tab=returned');
  expect(card.queryByText(new RegExp(`^${t('payouts.admin:state.settled')}`))).toBeNull();
});

test('a payer reads what an account has after a batch, before they release it', async () => {
  const id = crypto.randomUUID();
  const batch = { currency: 'NGN', total: '14020.00', account: { id, name: 'Naira account' } };
  const account = { ...blankOf(deskAccountView), id, balance: '20000.00', balanceOn: '2026-11-28' };
  const card = await openBatch(batch, 'release', [account]);
  fireEvent.click(await card.findByRole('button', { name: /^Release ₦14,020/ }));
  const dialog = await dialogOf(t('payouts.admin:batchAction.release'));
  const left = await dialog.findByText(t('payouts.admin:leftIn', { account: 'Naira account' }));
  expect(left.parentElement?.textContent).toMatch(/28 Nov 2026; other batches are not subtracted₦5,980\.00/);
});

test('a payer marks a released batch as handed to the bank, and names its reference there', async () => {
  const card = await openBatch({ state: 'released', mayRelease: false, fileName: 'B-000007.csv', methods: ['bank'] });
  const action = t('payouts.admin:batchSend');
  fireEvent.click(await card.findByRole('button', { name: t('payouts.admin:actionOf', { action, reference }) }));
  const dialog = await dialogOf(t('payouts.admin:batchAction.sent'));
  expect(dialog.getByLabelText(new RegExp(`^${t('payouts.admin:bankReference')}`))).toBeTruthy();
  expect(dialog.getByRole('button', { name: t('payouts.admin:batchAction.sent') })).toBeTruthy();
});

test('a payer finds the SHA-256 of a batch at the bank with its payouts, and the statement that settles it', async () => {
  const sha256 = 'ab'.repeat(32);
  const card = await openBatch({ state: 'sent', sha256, states: { sent: 1 } }, 'sent');
  const show = await card.findByRole('button', { name: t('payouts.admin:showLines') });
  expect(card.queryByText(sha256)).toBeNull();
  fireEvent.click(show);
  await card.findByText(sha256);
  const copied: string[] = [];
  const clipboard = { writeText: (text: string) => Promise.resolve(void copied.push(text)) };
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  fireEvent.click(card.getByRole('button', { name: t('payouts.admin:copyDigest'), hidden: true }));
  expect(copied).toEqual([sha256]);
});

test('a payer without due payouts is led to the batches that they can release, and reads their sum', async () => {
  const batch = { ...blankOf(batchView), reference: 'B-000001', state: 'prepared' as const, mayRelease: true };
  const ready = { ...batch, currency: 'NGN', total: '5.00' };
  const none = { payouts: 0, amount: '0.00' };
  const parts = { due: none, held: none, released: none, returned: none, batched: { payouts: 1, amount: '5.00' } };
  const figures = { ...blankOf(payoutFigures.response.shape.currencies.element), ...parts, cashNeeded: '0.00' };
  await renderAdmin(
    '/admin/payouts?tab=due',
    {
      'GET /api/admin/payouts': [],
      'GET /api/admin/payouts/figures': { currencies: [figures] },
      'GET /api/admin/payout-batches': [ready],
      'GET /api/admin/desk-accounts': [],
      'GET /api/admin/payout-profiles': [],
    },
    anAdmin('owner'),
  );
  const review = t('payouts.admin:reviewBatch', { reference: 'B\u2011000001', amount: '₦5.00\u00a0NGN' });
  await expectLink(review, '/admin/payouts?tab=release');
  expect(screen.getByText(t('payouts.admin:none.due'))).toBeTruthy();
});

const layout = {
  direction: 'payout' as const,
  isReady: false,
  isVerified: true,
  tampered: false,
  encoding: 'utf-8',
  separator: ';',
  columns: [],
};

test('an owner reads which layout the files of an account have', async () => {
  const profile = { id: crypto.randomUUID(), name: 'M-Pesa layout', ...layout };
  const account = { ...blankOf(deskAccountView), format: 'csv' as const, profileId: profile.id };
  await renderAdmin(
    '/admin/payouts?tab=accounts',
    { 'GET /api/admin/desk-accounts': [account], 'GET /api/admin/payout-profiles': [profile] },
    anAdmin('owner'),
  );
  await expectText(t('payouts.admin:format.csvOf', { layout: 'M-Pesa layout' }));
});

test('an owner reads which way of paying the files of a ready layout are for, not its id', async () => {
  const profile = { id: crypto.randomUUID(), name: 'ke-transfer', ...layout, isReady: true };
  const account = { ...blankOf(deskAccountView), format: 'csv' as const, profileId: profile.id };
  await renderAdmin(
    '/admin/payouts?tab=accounts',
    { 'GET /api/admin/desk-accounts': [account], 'GET /api/admin/payout-profiles': [profile] },
    anAdmin('owner'),
  );
  await screen.findByRole('table', { name: t('payouts.admin:tab.accounts') });
  expect(document.body.textContent).not.toContain(t('payouts.admin:format.csvOf', { layout: 'ke-transfer' }));
});

test('an owner whose account has no statement is led to the import of one', async () => {
  const account = { ...blankOf(deskAccountView), id: crypto.randomUUID(), name: 'M-Pesa till', balance: null };
  await renderAdmin(
    '/admin/payouts?tab=accounts',
    { 'GET /api/admin/desk-accounts': [account], 'GET /api/admin/payout-profiles': [] },
    anAdmin('owner'),
  );
  await expectLink(t('payouts.admin:account.importStatement'), '/admin/statements');
  expect(screen.getByText(t('payouts.admin:account.noStatement'))).toBeTruthy();
});
