import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { EntryKind } from '#shared/book/book.accounts.ts';
import { entryView, getReconciliation, listPositions } from '#shared/books/books.contract.ts';
import { periodView } from '#shared/books/books.periods.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectLink, expectText, fill, press, pressFirst } from '#tests/components/screen.tsx';
import { Page, Refused, type Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';
import type { Entry, Reconciliation } from '../books.queries.ts';

const bankId = crypto.randomUUID();
const orderId = crypto.randomUUID();
const order = { id: orderId, reference: 'LF-7K3M-Q2' };

const anEntry = (kind: EntryKind, changes: Partial<Entry> = {}): Entry => ({
  ...blankOf(entryView),
  id: crypto.randomUUID(),
  kind,
  key: `${kind}:x:1`,
  bookedIn: '2026-11',
  ...changes,
});

const arrivalEntry = anEntry('transfer.arrived', {
  order,
  lines: [{ from: 'coins:bitcoin', to: `arrived:${orderId}`, unit: 'bitcoin', amount: '0.0125', base: '489.32' }],
});
const bankCost = anEntry('cost', {
  actor: { id: crypto.randomUUID(), name: 'Ruth Okafor' },
  reason: 'Charge of October',
  lines: [{ from: 'cost:bank', to: `bank:${bankId}`, unit: 'NGN', amount: '1240.50', base: null }],
});

const agreedBalances: Reconciliation = { accounts: [], coins: [] };
const account = {
  ...blankOf(getReconciliation.response.shape.accounts.element),
  id: bankId,
  name: 'Naira account',
  currency: 'NGN',
  asOf: '2026-10-31',
  book: '5119642.60',
  statement: '5118402.10',
  inTransit: '0',
  difference: '-1240.50',
  entries: 12,
};
const coin = { id: 'ripple', book: '9412.6', chain: '9432.6', difference: '20', gap: null, entries: 3, readAt: null };
const month = { ...blankOf(periodView), month: '2026-10', state: 'to_close' as const, digest: 'ab'.repeat(32) };

const answers: Answers = {
  'GET /api/admin/books/reconciliation': agreedBalances,
  'GET /api/admin/books/positions': [],
  'GET /api/admin/books/journal': [],
  'GET /api/admin/books/profit': [],
  'GET /api/admin/books/periods': [month],
  'GET /api/admin/books/periods/:month': month,
  'GET /api/admin/desk-accounts': [],
};
const openTab = (tab: string, extraAnswers: Answers = {}, admin = anAdmin()) =>
  renderAdmin(`/admin/books?tab=${tab}`, { ...answers, ...extraAnswers }, admin);

describe('positions', () => {
  test('appear together with the differences that stand above them', async () => {
    let compare = (_reconciliation: Reconciliation) => {};
    const server = await openTab('positions', {
      'GET /api/admin/books/positions': [position],
      'GET /api/admin/books/reconciliation': () => new Promise<Reconciliation>((resolve) => (compare = resolve)),
    });
    await waitFor(() => expect(server.sent('GET /api/admin/books/positions')).toHaveLength(1));
    await waitFor(() => expect(server.sent('GET /api/admin/books/reconciliation')).toHaveLength(1));
    expect(screen.queryByText(t('books.admin:positions.sum.ours'))).toBeNull();
    compare({ accounts: [], coins: [coin] });
    await expectText(t('books.admin:positions.sum.ours'));
    await expectLink(t('books.admin:attention.look', { account: 'XRP' }), '/admin/books?tab=reconciliation');
  });

  test('show no zero dollars for a sum without any rate', async () => {
    await openTab('positions', { 'GET /api/admin/books/positions': [{ ...position, base: null, rate: null }] });
    await expectText(t('books.admin:positions.unknown', { units: 'BTC' }));
    const sums = [...document.querySelectorAll('dl dd')].map(({ textContent }) => textContent);
    expect(sums.slice(0, 5)).toEqual(['–', '$0.00 USD', '–', '$0.00 USD', '–without BTC']);
  });

  const position = {
    ...blankOf(listPositions.response.element),
    unit: 'bitcoin',
    coins: '2',
    arrived: '0',
    held: '0.5',
    refund: '0',
    owed: '0',
    attempt: '0',
    position: '1.5',
    cost: '37910.44',
    base: '80000.00',
    rate: '40000',
  };
  const bank = { ...position, unit: 'KES', bank: '100', held: '0', owed: '150', cost: null, base: null, rate: null };
  delete (bank as { coins?: string }).coins;

  test('say of a coin without a transfer that there is nothing to read', async () => {
    const unread = { ...coin, id: 'bitcoin', chain: null, difference: null, gap: 'no_transfers' as const };
    await openTab('positions', {
      'GET /api/admin/books/positions': [position],
      'GET /api/admin/books/reconciliation': { accounts: [], coins: [unread] },
    });
    const text = await screen.findByText(t('books.admin:reconciliation.nothingYet'));
    expect(text.closest('a')).toBeNull();
  });

  test('show the assets, their owners, and the units without a rate', async () => {
    await openTab('positions', { 'GET /api/admin/books/positions': [position, bank] });
    await expectText(t('books.admin:positions.sum.customers'));
    const sums = [...document.querySelectorAll('dl dd')].map(({ textContent }) => textContent);
    expect(sums.slice(0, 5)).toEqual([
      '$80,000.00 USD',
      '–',
      '$20,000.00 USD',
      '$0.00 USD',
      '$60,000.00 USDwithout KES',
    ]);
    await expectText(t('books.admin:positions.unknown', { units: 'KES' }));
    expect(document.querySelector('.text-rejected')?.textContent).toContain('50.00');
  });

  test('show what belongs to the business, adding up to the cent from the figures beside it', async () => {
    const cent = { held: '0', owed: '0', rate: '10.004', base: '10.00' };
    const shown = [
      { ...position, ...cent, coins: '1' },
      { ...bank, ...cent, bank: '1' },
    ];
    await openTab('positions', { 'GET /api/admin/books/positions': shown });
    const label = await screen.findByText(t('books.admin:positions.sum.ours'));
    // The rest of the exact figures would round to a cent more.
    expect(label.nextElementSibling?.textContent).toBe('$20.00 USD');
  });

  test('count a debt in a currency that no bank account holds, at its rate', async () => {
    const debt = { ...bank, unit: 'EUR', bank: '0', owed: '45', base: '0.00', rate: '1.16' };
    await openTab('positions', { 'GET /api/admin/books/positions': [position, debt] });
    await expectText(t('books.admin:positions.sum.customers'));
    const sums = [...document.querySelectorAll('dl dd')].map(({ textContent }) => textContent);
    expect(sums.slice(0, 5)).toEqual(['$80,000.00 USD', '$0.00 USD', '$20,052.20 USD', '$0.00 USD', '$59,947.80 USD']);
    expect(screen.queryByText(t('books.admin:positions.unknown', { units: 'EUR' }))).toBeNull();
    await expectLink(t('books.admin:positions.noAccount', { currency: 'EUR' }), '/admin/payouts?tab=accounts');
  });

  test('of a past day ask for the rate of that day and unit', async () => {
    await openTab('positions', { 'GET /api/admin/books/positions': [position, bank] });
    await press(t('books.admin:positions.otherDay'));
    await fill(new RegExp(`^${t('books.admin:positions.at')}`), '2026-10-04');
    await press(t('books.admin:problem.enterRate'));
    const dialog = await dialogOf(t('books.admin:rate.title'));
    expect(dialog.getByLabelText<HTMLInputElement>(t('books.admin:rate.day')).value).toBe('2026-10-04');
    expect(dialog.getByLabelText<HTMLSelectElement>(t('books.admin:column.unit')).value).toBe('KES');
  });

  test('are shown by account on request', async () => {
    await openTab('positions', { 'GET /api/admin/books/positions': [{ ...position, held: '0.5', owed: '0.25' }] });
    await expectText(t('books.admin:column.customers'));
    await press(t('books.admin:positions.shown.accounts'));
    await expectText(t('books.admin:column.position'));
    const [table] = screen.getAllByRole('list', { name: t('books.admin:positions.coins') });
    const amounts = [...(table?.querySelectorAll('dd') ?? [])].map(({ textContent }) =>
      textContent.replaceAll('\u00A0', ' '),
    );
    expect(amounts).toEqual(['2 BTC', '$80,000.00 USD', '0.5 BTC', '0.25 BTC', '1.5 BTC', '$37,910.44 USD']);
  });

  test('link to differences and to the month to close', async () => {
    await openTab('positions', {
      'GET /api/admin/books/positions': [position],
      'GET /api/admin/books/reconciliation': { accounts: [account], coins: [{ ...coin, id: 'bitcoin' }] },
    });
    const list = within(await screen.findByRole('list', { name: t('books.admin:attention.title') }));
    expect(list.getByText(/The bank has ₦1,240\.50 NGN less than the book/)).toBeTruthy();
    const [first] = list.getAllByRole('link', { name: t('books.admin:attention.look', { account: 'Naira account' }) });
    expect(first?.getAttribute('href')).toBe('/admin/books?tab=reconciliation');
    await expectLink(t('books.admin:attention.close'), '/admin/books?tab=months&month=2026-10');
    await expectLink(t('books.admin:reconciliation.differs'), '/admin/books?tab=reconciliation');
  });

  test('are requested by the chosen day', async () => {
    const server = await openTab('positions');
    await expectText(t('books.admin:none.entriesText'));
    await press(t('books.admin:positions.otherDay'));
    await fill(new RegExp(t('books.admin:positions.at')), '2026-10-31');
    await waitFor(() =>
      expect(server.sent('GET /api/admin/books/positions').at(-1)?.query).toEqual({ at: '2026-10-31' }),
    );
  });

  test('have a button to try again after a failed request', async () => {
    const server = await openTab('positions', {
      'GET /api/admin/books/positions': new Refused('forbidden', 'admin_only'),
    });
    await expectText(t('books.admin:failed.load'));
    server.answer({ 'GET /api/admin/books/positions': [position] });
    await press(t('common:action.tryAgain'));
    await expectText(t('books.admin:positions.sum.ours'));
  });
});

describe('the journal', () => {
  test('shows each entry as a sentence, without debit and credit', async () => {
    await openTab('journal', { 'GET /api/admin/books/journal': [arrivalEntry, bankCost] });
    await expectText(/^0\.0125\sBTC arrived for/);
    await expectText(t('books.admin:byItself'));
    await expectText('₦1,240.50 NGN: Bank → Bank costs');
    await expectText(t('books.admin:noRate'));
    await expectLink('LF-7K3M-Q2', `/admin/transactions?show=all&tx=${orderId}`);
  });

  test('can be filtered, searched and sorted the other way', async () => {
    const server = await openTab('journal', { 'GET /api/admin/books/journal': new Page([arrivalEntry], 120) });
    await expectText(/arrived for/);
    await press(t('books.admin:filter.open'));
    await fill(new RegExp(t('books.admin:filter.kind')), 'refund.sent');
    await fill(new RegExp(t('books.admin:filter.account')), 'held');
    await pressFirst(t('books.admin:filter.late'));
    await pressFirst(t('books.admin:filter.oldest'));
    const open = await screen.findByRole('button', { name: t('books.admin:filter.openCount', { shown: 4 }) });
    expect(open.getAttribute('aria-expanded')).toBe('true');
    await fill(t('books.admin:filter.search'), 'B-000007');
    const query = { kind: 'refund.sent', account: 'held', late: 'true', sort: 'oldest', q: 'B-000007', page: 1 };
    await waitFor(() => expect(server.sent('GET /api/admin/books/journal').at(-1)?.query).toMatchObject(query));
    await press(t('common:paging.next'));
    await waitFor(() => expect(server.sent('GET /api/admin/books/journal').at(-1)?.query).toMatchObject({ page: 2 }));
    server.answer({ 'GET /api/admin/books/journal': [] });
    await press(t('books.admin:clear'));
    await expectText(t('books.admin:none.entriesText'));
  });

  test('shows each filter that is set, which goes with a press', async () => {
    const server = await renderAdmin(
      '/admin/books?tab=journal&kind=refund.sent&order=' + orderId,
      { ...answers, 'GET /api/admin/books/journal': [arrivalEntry] },
      anAdmin(),
    );
    await screen.findByRole('button', { name: t('books.admin:filter.openCount', { shown: 2 }) });
    await press(t('books.admin:filter.order'));
    await waitFor(() => expect(server.sent('GET /api/admin/books/journal').at(-1)?.query).not.toHaveProperty('order'));
    await press(t('books.admin:kind.refundSent'));
    await screen.findByRole('button', { name: t('books.admin:filter.open') });
  });

  test('lets the owner reverse a manual entry with a note, and no other entry', async () => {
    const server = await openTab('journal', {
      'GET /api/admin/books/journal': [arrivalEntry, bankCost],
      'POST /api/admin/books/entries/:id/reverse': bankCost,
    });
    const buttons = await screen.findAllByRole('button', {
      name: new RegExp(`^${t('books.admin:reverse.button').replace('…', '')}`),
    });
    expect(buttons).toHaveLength(1);
    fireEvent.click(buttons[0] ?? document.body);
    const dialog = await dialogOf(t('books.admin:reverse.title'));
    const confirm = dialog.getByRole('button', { name: t('books.admin:reverse.title') });
    fireEvent.click(confirm);
    await dialog.findByText(t('errors:book_reason_required'));
    fireEvent.change(dialog.getByLabelText(t('books.admin:note')), { target: { value: 'Entered twice' } });
    fireEvent.click(confirm);
    const reversalCalls = () => server.sent('POST /api/admin/books/entries/:id/reverse');
    await waitFor(() => expect(reversalCalls()).toMatchObject([{ body: { note: 'Entered twice' } }]));
    expect(reversalCalls()[0]?.path).toContain(bankCost.id);
    expect(reversalCalls()[0]?.idempotencyKey).toBeTruthy();
  });

  test('offers an auditor no change', async () => {
    await openTab('journal', { 'GET /api/admin/books/journal': [bankCost] }, anAdmin('auditor'));
    await expectText('Charge of October');
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    for (const key of ['reverse', 'manual', 'rate', 'disposals'] as const)
      expect(names).not.toContain(t(`books.admin:${key}.button`));
    expect(names).toContain(t('books.admin:export.button'));
  });
});
