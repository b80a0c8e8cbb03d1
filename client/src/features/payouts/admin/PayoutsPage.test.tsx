import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { deskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import { batchDetails, batchView, type BatchDetails } from '#shared/payouts/payouts.batches.contract.ts';
import { listPayouts } from '#shared/payouts/payouts.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, fill } from '#tests/components/screen.tsx';
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

/** A batch on its tab, with one payee or one more. */
async function openBatch(changes: Partial<BatchDetails>, tab = 'release', [accountName, amount] = ['', '']) {
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
  const otherLine = { ...line, id: crypto.randomUUID(), payee: { ...payee, accountName }, amount };
  const server = await renderAdmin(`/admin/payouts?tab=${tab}`, {
    'GET /api/admin/payouts': [],
    'GET /api/admin/payout-batches': [batch],
    'GET /api/admin/payout-batches/:id': { ...batch, lines: accountName ? [line, otherLine] : [line] },
    'GET /api/admin/desk-accounts': [{ ...account, profileId: profile.id }],
    'GET /api/admin/payout-profiles': [profile],
  });
  const card = within(await screen.findByRole('region', { name: t('payouts.admin:batches') }));
  await card.findByRole('heading', { name: /^B-000007/ });
  return { server, batch, card };
}

const release = 'POST /api/admin/payout-batches/:id/release';

describe('a member who releases a batch', () => {
  test('reads its SHA-256 and the gaps of the file before the file exists', async () => {
    const { server, card, batch } = await openBatch({});
    fireEvent.click(await card.findByRole('button', { name: /^Release ₦14,020\.00.*B-000007/ }));
    const dialog = within(await screen.findByRole('dialog', { name: t('payouts.admin:batchAction.release') }));
    expect(dialog.getByText(digest).closest('details')?.open).toBe(true);
    expect(dialog.getByText('?ng Obi')).toBeTruthy();
    const payee = dialog.getByText('0152792740');
    expect(payee.compareDocumentPosition(dialog.getByText(digest))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(card.queryByRole('button', { name: /B-000007\.csv/ })).toBeNull();
    server.answer({ [release]: { ...batch, state: 'released' } });
    fireEvent.click(dialog.getByRole('button', { name: /^Release ₦/ }));
    await waitFor(() => expect(server.sent(release)).toMatchObject([{ body: { digest } }]));
  });

  test('reads which payee gets most of a batch with several payees', async () => {
    const { card } = await openBatch({}, 'release', ['Ngozi Ade', '15000.00']);
    fireEvent.click(await card.findByRole('button', { name: /^Release/ }));
    const dialog = within(await screen.findByRole('dialog', { name: t('payouts.admin:batchAction.release') }));
    expect(dialog.getByText(t('payouts.admin:largest'))).toBeTruthy();
    expect(dialog.getByText('Ngozi Ade')).toBeTruthy();
    expect(dialog.getByText(/15,000/)).toBeTruthy();
  });

  test('reads that the file was rewritten, and releases the new one with the next press', async () => {
    const { server, card, batch } = await openBatch({});
    fireEvent.click(await card.findByRole('button', { name: /^Release ₦14,020\.00.*B-000007/ }));
    const dialog = within(await screen.findByRole('dialog', { name: t('payouts.admin:batchAction.release') }));
    const rewrittenBatch = { ...batch, digest: 'cd'.repeat(32), sha256: 'cd'.repeat(32) };
    server.answer({
      [release]: new Refused('batch_changed', 'batch_changed'),
      'GET /api/admin/payout-batches': [rewrittenBatch],
    });
    fireEvent.click(dialog.getByRole('button', { name: /^Release ₦/ }));
    await dialog.findByText(t('errors:batch_changed'));
    await dialog.findByText(rewrittenBatch.digest);
    server.answer({ [release]: { ...rewrittenBatch, state: 'released' } });
    fireEvent.click(dialog.getByRole('button', { name: /^Release ₦/ }));
    await waitFor(() => expect(server.sent(release).at(-1)).toMatchObject({ body: { digest: rewrittenBatch.digest } }));
  });

  test('is asked for a reason if the node did not answer about a deposit, and sends it', async () => {
    const { server, card, batch } = await openBatch({});
    fireEvent.click(await card.findByRole('button', { name: /^Release ₦14,020\.00.*B-000007/ }));
    const dialog = within(await screen.findByRole('dialog', { name: t('payouts.admin:batchAction.release') }));
    const reasonName = t('deposits.admin:reason');
    expect(dialog.queryByLabelText(reasonName)).toBeNull();
    const unread = reasonWith('payout_coins_unread', { reference: 'LF-7K3M-Q2', id: batch.id, code: 'node_away' });
    server.answer({ [release]: new Refused('verdict_needs_reason', unread, { reason: unread }) });
    fireEvent.click(dialog.getByRole('button', { name: /^Release ₦/ }));
    await dialog.findByText(t('errors:payout_coins_unread', { reference: 'LF-7K3M-Q2' }));
    fireEvent.change(await dialog.findByLabelText(reasonName), { target: { value: 'Seen in an explorer.' } });
    server.answer({ [release]: { ...batch, state: 'released' } });
    fireEvent.click(dialog.getByRole('button', { name: /^Release ₦/ }));
    await waitFor(() => expect(server.sent(release).at(-1)?.body).toEqual({ digest, reason: 'Seen in an explorer.' }));
  });

  test('releases it once by a double click', async () => {
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

test('a member reads, before the release, the name as a European file spells it', async () => {
  const { card } = await openBatch({ format: 'pain001', fileName: 'B-000007.xml' });
  expect(await card.findByText('Ang Obi')).toBeTruthy();
  expect(card.getByText(t('payouts.admin:check.replaced'))).toBeTruthy();
});

describe('a member at payouts that are due', () => {
  const payoutOf = (reference: string, bankCode: string | null) => {
    const template = {
      ...blankOf(listPayouts.response.element),
      state: 'due' as const,
      amount: '14020.00',
      currency: 'NGN',
    };
    const account = { accountName: 'Ada Obi', accountNumber: '0152792740', bankName: 'First', bankCode };
    const payee = { ...template.payee, ...account };
    return { ...template, id: crypto.randomUUID(), order: { ...template.order, reference }, payee };
  };
  const codedProfile = { ...profile, columns: [...profile.columns, { heading: 'Bank Code', value: '{bankCode}' }] };

  const openDue = (duePayouts: ReturnType<typeof payoutOf>[], member = anAdmin('reviewer')) =>
    renderAdmin(
      '/admin/payouts?tab=due',
      {
        'GET /api/admin/payouts': duePayouts,
        'GET /api/admin/desk-accounts': [{ ...account, profileId: profile.id, isActive: true }],
        'GET /api/admin/payout-profiles': [codedProfile],
        'POST /api/admin/payout-batches': { ...blankOf(batchView), reference: 'B-000008' },
      },
      member,
    );
  const make = 'POST /api/admin/payout-batches';
  const batch = (count: number) => {
    const amount = formatMoneyText(String(14_020 * count), 'NGN');
    return { name: t('admin:command.batch', { count, amount }) };
  };

  test('batches a group with one press, without payouts that would leave a column empty', async () => {
    const [payoutWithoutCode, completePayout] = [payoutOf('LF-7K3M-Q2', null), payoutOf('LF-9XW2-4B', '058')];
    const server = await openDue([payoutWithoutCode, completePayout]);
    const dueRegion = within(await screen.findByRole('region', { name: t('payouts.admin:tab.due') }));
    await dueRegion.findByText(t('payouts.admin:flag.column', { column: 'Bank Code' }));
    const box = { name: t('payouts.admin:take', { reference: 'LF-7K3M-Q2' }) };
    expect(dueRegion.queryByRole('checkbox', box)).toBeNull();
    fireEvent.click(dueRegion.getByRole('button', batch(1)));
    await waitFor(() => expect(server.sent(make)).toHaveLength(1));
    expect(server.sent(make)[0]?.body).toMatchObject({ accountId: account.id, payoutIds: [completePayout.id] });
  });

  test('pays a group by hand, even if the file would have an empty column', async () => {
    const [payoutWithoutCode, completePayout] = [payoutOf('LF-7K3M-Q2', null), payoutOf('LF-9XW2-4B', '058')];
    const server = await openDue([payoutWithoutCode, completePayout]);
    const dueRegion = within(await screen.findByRole('region', { name: t('payouts.admin:tab.due') }));
    fireEvent.change(await dueRegion.findByLabelText(t('payouts.admin:payFrom')), { target: { value: '' } });
    fireEvent.click(await dueRegion.findByRole('button', batch(2)));
    await waitFor(() => expect(server.sent(make)).toHaveLength(1));
    const payoutIds = [payoutWithoutCode.id, completePayout.id];
    expect(server.sent(make)[0]?.body).toMatchObject({ accountId: null, payoutIds });
  });

  test('reads the flags of each row, adds flagged payouts by hand, and filters by the flag', async () => {
    const amberPayout = { ...payoutOf('LF-7K3M-Q2', '058'), differs: ['accountNumber' as const, 'bankName' as const] };
    const plainPayout = { ...payoutOf('LF-9XW2-4B', '058'), differs: ['first_payout' as const] };
    await openDue([amberPayout, plainPayout]);
    const dueRegion = within(await screen.findByRole('region', { name: t('payouts.admin:tab.due') }));
    await dueRegion.findByRole('button', batch(1));
    expect(dueRegion.getByText(t('payouts.admin:flag.first_payout'))).toBeTruthy();
    expect(dueRegion.getByText(t('payouts.admin:flag.accountNumber'))).toBeTruthy();
    expect(dueRegion.getByText(t('payouts.admin:flag.bankName'))).toBeTruthy();
    fireEvent.click(dueRegion.getByRole('button', { name: new RegExp(`^${t('payouts.admin:filter.look')}`) }));
    expect(dueRegion.queryByText('LF-9XW2-4B')).toBeNull();
    fireEvent.click(dueRegion.getByRole('checkbox', { name: t('payouts.admin:take', { reference: 'LF-7K3M-Q2' }) }));
    expect(dueRegion.getByRole('button', batch(2))).toBeTruthy();
  });

  test('never batches the payout of a blocked customer, or their own one', async () => {
    const reviewer = anAdmin('reviewer');
    const blockedPayout = { ...payoutOf('LF-7K3M-Q2', '058'), customerBlocked: true };
    const ownPayout = { ...payoutOf('LF-9XW2-4B', '058'), userId: reviewer.id };
    await openDue([blockedPayout, ownPayout], reviewer);
    const dueRegion = within(await screen.findByRole('region', { name: t('payouts.admin:tab.due') }));
    expect(await dueRegion.findByText(t('payouts.admin:flag.blocked'))).toBeTruthy();
    expect(dueRegion.getByText(t('payouts.admin:flag.own'))).toBeTruthy();
    expect(dueRegion.queryAllByRole('checkbox')).toEqual([]);
  });

  test('holds the focused payout by H, with a reason', async () => {
    const [first, secondPayout] = [payoutOf('LF-7K3M-Q2', '058'), payoutOf('LF-9XW2-4B', '058')];
    const server = await openDue([first, secondPayout]);
    const dueRegion = within(await screen.findByRole('region', { name: t('payouts.admin:tab.due') }));
    const rows = await dueRegion.findAllByRole('button', { name: 'Ada Obi' });
    fireEvent.keyDown(document.body, { key: 'h' });
    expect(screen.queryByRole('dialog')).toBeNull();
    rows[1]?.focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'h' });
    const dialog = await dialogOf(t('payouts.admin:action.hold'));
    expect(dialog.getByText('LF-9XW2-4B')).toBeTruthy();
    await fill(t('payouts.admin:reason'), 'The name differs.');
    server.answer({ 'POST /api/admin/payouts/:id/hold': { ...secondPayout, state: 'held' as const } });
    fireEvent.click(dialog.getByRole('button', { name: t('payouts.admin:action.hold') }));
    await waitFor(() =>
      expect(server.sent('POST /api/admin/payouts/:id/hold')).toMatchObject([
        { path: `/api/admin/payouts/${secondPayout.id}/hold`, body: { reason: 'The name differs.' } },
      ]),
    );
  });

  test('reads of no empty column in a role that sees only the end of an account number', async () => {
    const byIban = { ...profile, columns: [...profile.columns.slice(1), { heading: 'IBAN', value: '{iban}' }] };
    const { payee, ...duePayout } = payoutOf('LF-7K3M-Q2', null);
    const maskedPayee = { ...payee, accountNumber: '\u2022\u2022\u2022\u20223000' };
    const answers = {
      'GET /api/admin/payouts': [{ ...duePayout, payee: maskedPayee }],
      'GET /api/admin/desk-accounts': [{ ...account, profileId: profile.id, isActive: true }],
      'GET /api/admin/payout-profiles': [byIban],
    };
    const server = await renderAdmin('/admin/payouts?tab=due', answers, anAdmin('auditor'));
    const dueRegion = within(await screen.findByRole('region', { name: t('payouts.admin:tab.due') }));
    await waitFor(() => expect(server.sent('GET /api/admin/payout-profiles')).toHaveLength(1));
    expect(await dueRegion.findByText('LF-7K3M-Q2')).toBeTruthy();
    expect(dueRegion.queryByText(t('payouts.admin:flag.column', { column: 'IBAN' }))).toBeNull();
  });
});

describe('a layout', () => {
  const change = 'PUT /api/admin/payout-profiles/:id';
  const openLayout = async () => {
    const server = await renderAdmin('/admin/payouts?tab=accounts', {
      'GET /api/admin/desk-accounts': [],
      'GET /api/admin/payout-profiles': [{ ...profile, tampered: true }],
    });
    const section = within(await screen.findByRole('region', { name: t('payouts.admin:profiles') }));
    await section.findByText(t('payouts.admin:profile.tampered'));
    fireEvent.click(section.getByRole('button', { name: /ng-transfer/ }));
    const dialog = within(await screen.findByRole('dialog', { name: t('payouts.admin:profile.change') }));
    return { server, dialog };
  };

  test('with a fixed number is refused beside the heading of its column', async () => {
    const { server, dialog } = await openLayout();
    server.answer({ [change]: new Refused('invalid_input', 'fixed_number', { 'columns.0.value': 'fixed_number' }) });
    fireEvent.click(dialog.getByRole('button', { name: t('payouts.admin:profile.save') }));
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('Account Number: '));
  });

  test('without a signature is saved as it is shown, with a warning', async () => {
    const { server, dialog } = await openLayout();
    server.answer({ [change]: { ...profile, tampered: false } });
    fireEvent.click(dialog.getByRole('button', { name: t('payouts.admin:profile.save') }));
    await waitFor(() => expect(server.sent(change)).toHaveLength(1));
    expect(server.sent(change)[0]?.body).toMatchObject({ columns: profile.columns, separator: ';' });
    await screen.findByText(t('payouts.admin:profile.saved'));
  });
});
