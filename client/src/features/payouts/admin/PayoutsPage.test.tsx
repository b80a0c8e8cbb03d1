import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { filled } from '#shared/kernel/reason.ts';
import { deskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import { batchDetails, batchView, type BatchDetails } from '#shared/payouts/payouts.batches.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const digest = 'ab'.repeat(32);
const money = { currency: 'NGN', total: '14020.00', count: 1 };
const account = { ...blankOf(deskAccountView), name: 'Naira', currency: 'NGN', format: 'csv' as const };
const profile = {
  id: crypto.randomUUID(),
  name: 'ng-transfer',
  direction: 'payout' as const,
  isReady: false,
  isVerified: false,
  tampered: false,
  encoding: 'windows-1252',
  separator: ';',
  columns: [
    { heading: 'Account Number', value: '{accountNumber}' },
    { heading: 'Beneficiary', value: '{accountName}' },
    { heading: 'Amount', value: '{amount}' },
  ],
};
const lineSchema = batchDetails.shape.lines.element;

/** A batch on its tab, with one payee. */
async function openBatch(changes: Partial<BatchDetails>, tab = 'release') {
  const batch = {
    ...blankOf(batchView),
    ...money,
    reference: 'B-000007',
    state: 'prepared' as const,
    format: 'csv' as const,
    account: { id: account.id, name: account.name },
    fileName: 'B-000007.csv',
    digest,
    sha256: digest,
    mayRelease: true,
    ...changes,
  };
  const payee = {
    ...blankOf(lineSchema).payee,
    accountName: 'Ặng Obi',
    accountNumber: '0152792740',
    bankName: 'First',
  };
  const line = { ...blankOf(lineSchema), payee, endToEndId: 'LF-7K3M-Q2-1', amount: '14020.00', currency: 'NGN' };
  const server = await renderAdmin(`/admin/payouts?tab=${tab}`, {
    'GET /api/admin/payouts/figures': { currencies: [] },
    'GET /api/admin/payouts': [],
    'GET /api/admin/payout-batches': [batch],
    'GET /api/admin/payout-batches/:id': { ...batch, lines: [line] },
    'GET /api/admin/desk-accounts': [{ ...account, profileId: profile.id }],
    'GET /api/admin/payout-profiles': [profile],
  });
  const card = within(await screen.findByRole('region', { name: t('payouts.admin:batches') }));
  await card.findByText('B-000007');
  return { server, batch, card };
}

const release = 'POST /api/admin/payout-batches/:id/release';

describe('a member who releases a batch', () => {
  test('reads its SHA-256 and what the file cannot hold, and no file is there yet', async () => {
    const { server, card, batch } = await openBatch({});
    fireEvent.click(await card.findByRole('button', { name: /^Release ₦14,020\.00.*B-000007/ }));
    const dialog = within(await screen.findByRole('dialog', { name: t('payouts.admin:batchAction.release') }));
    expect(dialog.getByText(digest)).toBeTruthy();
    expect(dialog.getByText('?ng Obi')).toBeTruthy();
    expect(card.queryByRole('button', { name: /B-000007\.csv/ })).toBeNull();
    server.answer({ [release]: { ...batch, state: 'released' } });
    fireEvent.click(dialog.getByRole('button', { name: /^Release ₦/ }));
    await waitFor(() => expect(server.sent(release)).toMatchObject([{ body: { digest } }]));
  });

  test('whose file was rewritten reads so, and releases the new one with the next press', async () => {
    const { server, card, batch } = await openBatch({});
    fireEvent.click(await card.findByRole('button', { name: /^Release ₦14,020\.00.*B-000007/ }));
    const dialog = within(await screen.findByRole('dialog', { name: t('payouts.admin:batchAction.release') }));
    const rewritten = { ...batch, digest: 'cd'.repeat(32), sha256: 'cd'.repeat(32) };
    server.answer({
      [release]: new Refused('batch_changed', 'batch_changed'),
      'GET /api/admin/payout-batches': [rewritten],
    });
    fireEvent.click(dialog.getByRole('button', { name: /^Release ₦/ }));
    await dialog.findByText(t('errors:batch_changed'));
    await dialog.findByText(rewritten.digest);
    server.answer({ [release]: { ...rewritten, state: 'released' } });
    fireEvent.click(dialog.getByRole('button', { name: /^Release ₦/ }));
    await waitFor(() => expect(server.sent(release).at(-1)).toMatchObject({ body: { digest: rewritten.digest } }));
  });

  test('whose node did not answer about a deposit is asked for a reason, and sends it', async () => {
    const { server, card, batch } = await openBatch({});
    fireEvent.click(await card.findByRole('button', { name: /^Release ₦14,020\.00.*B-000007/ }));
    const dialog = within(await screen.findByRole('dialog', { name: t('payouts.admin:batchAction.release') }));
    const reasonName = t('deposits.admin:reason');
    expect(dialog.queryByLabelText(reasonName)).toBeNull();
    const unread = filled('payout_coins_unread', { reference: 'LF-7K3M-Q2', id: batch.id, code: 'node_away' });
    server.answer({ [release]: new Refused('verdict_needs_reason', unread, { reason: unread }) });
    fireEvent.click(dialog.getByRole('button', { name: /^Release ₦/ }));
    await dialog.findByText(t('errors:payout_coins_unread', { reference: 'LF-7K3M-Q2' }));
    fireEvent.change(await dialog.findByLabelText(reasonName), { target: { value: 'Seen in an explorer.' } });
    server.answer({ [release]: { ...batch, state: 'released' } });
    fireEvent.click(dialog.getByRole('button', { name: /^Release ₦/ }));
    await waitFor(() => expect(server.sent(release).at(-1)?.body).toEqual({ digest, reason: 'Seen in an explorer.' }));
  });

  test('by a double click releases it once, and reads of no failure', async () => {
    const { server, card, batch } = await openBatch({});
    server.answer({ [release]: { ...batch, state: 'released' } });
    fireEvent.click(await card.findByRole('button', { name: /^Release/ }));
    const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: /^Release/ });
    for (const detail of [1, 2]) fireEvent.click(confirm, { detail });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sent(release)).toHaveLength(1);
  });

  test('saves the file of a released batch', async () => {
    const { card } = await openBatch({ state: 'released', mayRelease: false });
    expect(await card.findByRole('button', { name: /B-000007\.csv/ })).toBeTruthy();
    expect(card.getByText(digest)).toBeTruthy();
  });
});

describe('a layout', () => {
  const change = 'PUT /api/admin/payout-profiles/:id';
  const openLayout = async () => {
    const server = await renderAdmin('/admin/payouts?tab=accounts', {
      'GET /api/admin/payouts/figures': { currencies: [] },
      'GET /api/admin/desk-accounts': [],
      'GET /api/admin/payout-profiles': [{ ...profile, tampered: true }],
    });
    const section = within(await screen.findByRole('region', { name: t('payouts.admin:profiles') }));
    await section.findByText(t('payouts.admin:profile.tampered'));
    fireEvent.click(section.getByRole('button', { name: /ng-transfer/ }));
    const dialog = within(await screen.findByRole('dialog', { name: t('payouts.admin:profile.change') }));
    return { server, dialog };
  };

  test('that holds a fixed number is refused beside the heading of its column', async () => {
    const { server, dialog } = await openLayout();
    server.answer({ [change]: new Refused('invalid_input', 'fixed_number', { 'columns.0.value': 'fixed_number' }) });
    fireEvent.click(dialog.getByRole('button', { name: t('payouts.admin:profile.save') }));
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('Account Number: '));
  });

  test('that nobody signed is saved as it is shown, and says so', async () => {
    const { server, dialog } = await openLayout();
    server.answer({ [change]: { ...profile, tampered: false } });
    fireEvent.click(dialog.getByRole('button', { name: t('payouts.admin:profile.save') }));
    await waitFor(() => expect(server.sent(change)).toHaveLength(1));
    expect(server.sent(change)[0]?.body).toMatchObject({ columns: profile.columns, separator: ';' });
    await screen.findByText(t('payouts.admin:profile.saved'));
  });
});
