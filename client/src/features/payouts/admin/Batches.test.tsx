import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { deskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import { batchView, type BatchView } from '#shared/payouts/payouts.batches.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectLink, expectText } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const reference = 'B-000007';

async function openBatch(changes: Partial<BatchView>, tab = 'release') {
  const batch: BatchView = { ...blankOf(batchView), reference, state: 'prepared', mayRelease: true, ...changes };
  await renderAdmin(
    `/admin/payouts?tab=${tab}`,
    {
      'GET /api/admin/payouts': [],
      'GET /api/admin/payout-batches': [batch],
      'GET /api/admin/payout-batches/:id': { ...batch, lines: [] },
      'GET /api/admin/desk-accounts': [],
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
  expect(card.getByText(new RegExp(`^${t('payouts.admin:state.returned')}`)).textContent).toMatch(/1$/);
  expect(card.queryByText(new RegExp(`^${t('payouts.admin:state.settled')}`))).toBeNull();
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
