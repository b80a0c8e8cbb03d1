import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { auditEntry, auditState } from '#shared/audit/audit.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { resizeWindow } from '#tests/components/screen.tsx';
import { Page } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';
import type { AuditEntry } from './audit.admin.queries.ts';

const nora = '8c5fea9e-e2c0-4b1e-9a2e-b982d6473de2';
const order = '732b9e9a-5490-41e6-8bc9-8ed6be9ec960';

const anEntry = (action: string, details: AuditEntry['details'], changes: Partial<AuditEntry> = {}): AuditEntry => ({
  ...blankOf(auditEntry),
  id: crypto.randomUUID(),
  actorRole: 'system',
  action,
  isCheckpointed: true,
  isOurs: true,
  detailNames: { [nora]: 'Nora Diaz' },
  ...changes,
  details,
});

/** Reads the row of one entry: its sentence, and each detail with its label. */
async function rowOf(entry: AuditEntry) {
  const log = { items: [entry], total: 1 };
  await renderAdmin('/admin/audit-log', {
    'GET /api/admin/audit-log': new Page(log.items, log.total),
    'GET /api/admin/audit-log/state': { ...blankOf(auditState.response), actions: [entry.action] },
  });
  const sentence = (await screen.findAllByTitle(entry.action))[0];
  const row = sentence?.closest('tr, li');
  if (!(row instanceof HTMLElement)) throw new Error('An entry is a row.');
  const details = within(row)
    .queryAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent ?? ''}`);
  return { row, words: [sentence?.textContent, ...details].map((text) => text?.replaceAll('\u00a0', ' ')) };
}

test.each<[kinds: string, entry: AuditEntry, words: (string | RegExp)[]]>([
  [
    'coins, an order, a hash and a reason',
    anEntry('refund.reset', { amount: '0.5', coin: 'bitcoin', orderId: order, txHash: 'ab12', reason: 'Sent wrongly' }),
    [
      'Took the hash of the refund of 0.5 BTC back',
      'Transaction: 732b9e9a…',
      'Transaction hash: ab12',
      'Reason: Sent wrongly',
    ],
  ],
  [
    'money, a kind of file, a number, yes and no, and codes',
    anEntry('payout_batch.released', {
      total: '1204.5',
      currency: 'USD',
      count: 3,
      format: 'pain001',
      needsSecond: true,
      digest: 'ff00',
      findings: ['node_away'],
      reason: null,
    }),
    [
      'Released the batch of $1,204.50 USD',
      'Payouts: 3',
      'Format: ISO 20022 file (pain.001)',
      'Second person needed: yes',
      'Checksum of the file: ff00',
      'Findings: node out of reach',
    ],
  ],
  [
    'a user and a day',
    anEntry('kyc.approved', { userId: nora, expiresOn: '2031-05-01' }),
    ['Approved the identity check of Nora Diaz', 'Valid until: 1 May 2031'],
  ],
  [
    'a moment, an address before and after',
    anEntry('wallet.change_asked', { from: 'bc1old', to: 'bc1new', memo: null, liveAt: '2026-11-22T10:00:00.000Z' }),
    ['Asked to change the deposit address', /^Change: .*bc1old.*bc1new$/, /^In use from: 22 Nov 2026, \d\d:\d\d$/],
  ],
  [
    'changed fields, each with its own kind',
    anEntry(
      'settings.changed',
      {
        from: { tiers: [{ overUsd: 0, percent: 2 }] },
        to: {
          tiers: [
            { overUsd: 0, percent: 2 },
            { overUsd: 500, percent: 1.5 },
          ],
        },
      },
      { subjectType: 'settings', subjectId: 'fees' },
    ),
    ['Changed the settings', /^Fee tiers: .*\$0\.00 USD, 2%.*\$0\.00 USD, 2%; \$500\.00 USD, 1\.5%$/],
  ],
  [
    'a rate and a per cent',
    anEntry('fiat_rate.created', {
      fromCurrency: 'USD',
      toCurrency: 'NGN',
      exchangeRate: '1560.5',
      marketPercent: '2',
      isActive: true,
    }),
    ['Added the exchange rate 1 USD = 1,560.50 NGN', 'Above the market rate: 2%', 'Active: yes'],
  ],
  [
    'lists, a month and a language',
    anEntry('book.exported', { format: 'csv', month: '2026-10-01', columns: 'hledger' }),
    ['Exported the journal of October 2026', 'Format: CSV', 'Kind: hledger'],
  ],
  [
    'an entry of an earlier version, with its details as they were stored',
    anEntry('refund.approved', { orderId: order, oldRule: true, note: { by: 'hand' } }),
    ['Approved the refund', 'Transaction: 732b9e9a…', 'oldRule: yes', 'note: by: hand'],
  ],
  [
    'an action that this version does not know, by its code',
    anEntry('wallet.renamed', { from: 'Hot', to: 'Cold' }),
    ['wallet.renamed', 'from: Hot', 'to: Cold'],
  ],
])('an administrator reads %s', async (_kinds, entry, expected) => {
  const { row, words } = await rowOf(entry);
  expect(words).toHaveLength(expected.length);
  for (const [at, text] of expected.entries()) expect(words[at]).toMatch(text);
  expect(row.textContent).not.toMatch(/\{\{|undefined|\[object/);
});

test('an administrator follows a sentence to the user that it names', async () => {
  const { row } = await rowOf(anEntry('transaction.assigned', { from: null, to: nora }));
  const link = within(row).getByRole('link', { name: 'Nora Diaz' });
  expect(link.getAttribute('href')).toBe(`/admin/users?user=${nora}`);
});

test.each([
  ['no mark on a sealed entry', {}, []],
  ['which entry waits for its seal', { isCheckpointed: false }, ['waiting']],
  ['which entry Landfall has not written', { isOurs: false }, ['foreign']],
] as const)('an administrator sees %s', async (_name, changes, marks) => {
  const { row } = await rowOf(anEntry('wallet.renamed', {}, changes));
  const shownMarks = (['waiting', 'foreign'] as const).filter((mark) =>
    within(row).queryByText(t(`audit:mark.${mark}`)),
  );
  expect(shownMarks).toEqual(marks);
});

test('a long name widens no column of the log, and is whole among the details', async () => {
  resizeWindow({ width: 1280, height: 800 });
  const actorName = 'Maximiliana Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2);
  const { row, words } = await rowOf(
    anEntry('user.blocked', { reason: 'Stolen' }, { actorName, subjectType: 'quote', subjectId: order }),
  );
  const table = row.closest('table');
  expect(table?.style.tableLayout).toBe('fixed');
  const widths = [...(table?.querySelectorAll('col') ?? [])].map((col) => Number.parseFloat(col.style.width));
  expect(widths.reduce((sum, share) => sum + share)).toBe(100);
  expect(words).toContain(`${t('audit:column.actor')}: ${actorName}`);
  expect(within(row).getByText(order)).toBeTruthy();
});

test('an administrator reads the unit and the day of a rate of the books', async () => {
  const subject = { subjectType: 'book_rate', subjectId: '2026-11-29 NGN' };
  const { row } = await rowOf(anEntry('book.rate_set', { rate: '0.00069', note: 'By hand' }, subject));
  expect(within(row).getByText('NGN, 29 Nov 2026')).toBeTruthy();
});

test('an administrator finds a quote by the reference that its customer has', async () => {
  const subject = { subjectType: 'sell_quote', subjectId: order };
  const { row } = await rowOf(anEntry('sell_quote.payout_set', { reference: 'LF-7K3M-Q2' }, subject));
  expect(within(row).getAllByTitle('LF-7K3M-Q2')).not.toEqual([]);
});

test('an auditor cannot export a log without any entry', async () => {
  await renderAdmin('/admin/audit-log?q=nothing', {
    'GET /api/admin/audit-log': new Page([], 0),
    'GET /api/admin/audit-log/state': blankOf(auditState.response),
  });
  await screen.findByText(t('admin.common:empty.search', { q: 'nothing' }));
  const exporting = screen.getByRole('button', { name: t('admin.common:export.button') });
  expect(exporting.getAttribute('title')).toBe(t('admin.common:export.nothing'));
  expect(exporting.getAttribute('aria-disabled')).toBe('true');
  exporting.click();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an auditor who verifies the log keeps the focus, and is told in one place what is broken', async () => {
  const state = { ...blankOf(auditState.response), checkpointed: 167, waiting: 0, verified: null };
  const server = await renderAdmin('/admin/audit-log', {
    'GET /api/admin/audit-log': new Page([anEntry('wallet.renamed', {})], 1),
    'GET /api/admin/audit-log/state': state,
  });
  const result = await screen.findByText(t('audit:verify.never'));
  const verified = { at: '2026-11-30T13:19:00.000Z', rows: 167, findings: 2, rowIds: ['7'] };
  server.answer({
    'POST /api/admin/audit-log/verify': verified,
    'GET /api/admin/audit-log/state': { ...state, verified },
  });
  const verify = screen.getByRole('button', { name: t('audit:verify.button') });
  verify.focus();
  fireEvent.click(verify);
  await waitFor(() => expect(result.textContent).toContain(t('audit:verify.rows', { ids: '7' })));
  expect(result.tagName).toBe('OUTPUT');
  expect([result.isConnected, document.activeElement]).toEqual([true, verify]);
});

test('an auditor opens a row of one repeated action, and reads each of its entries', async () => {
  const rates = ['0.00773395', '0.01697793', '1.16009281'].map((rate) =>
    anEntry('book.rate_set', { rate, note: 'By hand' }, { at: '2026-11-30T13:19:27.000Z' }),
  );
  await renderAdmin('/admin/audit-log', {
    'GET /api/admin/audit-log': new Page(rates, 3),
    'GET /api/admin/audit-log/state': blankOf(auditState.response),
  });
  const text = t('audit:repeated', { action: t('audit:sentence.book.rate_set'), shown: '3' });
  const toggle = await screen.findByRole('button', { name: text });
  expect(screen.queryByText(/0\.0077/)).toBeNull();
  fireEvent.click(toggle);
  expect(await screen.findByText(/0\.0077/)).toBeTruthy();
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
});
