import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { EntryKind } from '#shared/book/book.accounts.ts';
import { entryView, getReconciliation, listPositions, listProfit } from '#shared/books/books.contract.ts';
import { periodView } from '#shared/books/books.periods.contract.ts';
import { deskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import { anAdmin, askingFirst, proveAgain, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectLink, expectText, fill, press, pressFirst } from '#tests/components/screen.tsx';
import { Page, Refused, type Answers, type SentCall } from '#tests/components/server.ts';
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

const agreed: Reconciliation = { accounts: [], coins: [] };
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
  'GET /api/admin/books/reconciliation': agreed,
  'GET /api/admin/books/positions': [],
  'GET /api/admin/books/journal': [],
  'GET /api/admin/books/profit': [],
  'GET /api/admin/books/periods': [month],
  'GET /api/admin/books/periods/:month': month,
  'GET /api/admin/desk-accounts': [],
};
const openTab = (tab: string, extraAnswers: Answers = {}, as = anAdmin()) =>
  renderAdmin(`/admin/books?tab=${tab}`, { ...answers, ...extraAnswers }, as);

describe('positions', () => {
  test('show no zero dollars for a sum without any rate', async () => {
    await openTab('positions', { 'GET /api/admin/books/positions': [{ ...position, base: null }] });
    await expectText(t('books.admin:positions.unknown', { units: 'BTC' }));
    const sums = [...document.querySelectorAll('dl dd')].map(({ textContent }) => textContent);
    expect(sums.slice(0, 5)).toEqual(['–', '$0.00 USD', '–', '$0.00 USD', '–']);
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
  };
  const bank = { ...position, unit: 'KES', bank: '100', held: '0', owed: '150', cost: null, base: null };
  delete (bank as { coins?: string }).coins;

  test('show the assets, their owners, and the units without a rate', async () => {
    await openTab('positions', { 'GET /api/admin/books/positions': [position, bank] });
    await expectText(t('books.admin:positions.sum.customers'));
    const sums = [...document.querySelectorAll('dl dd')].map(({ textContent }) => textContent);
    expect(sums.slice(0, 5)).toEqual(['$80,000.00 USD', '–', '$20,000.00 USD', '$0.00 USD', '$60,000.00 USD']);
    await expectText(t('books.admin:positions.unknown', { units: 'KES' }));
    expect(document.querySelector('.text-rejected')?.textContent).toContain('50.00');
  });

  test('of a past day ask for the rate of that day and unit', async () => {
    await openTab('positions', { 'GET /api/admin/books/positions': [position, bank] });
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
    const amounts = [...(table?.querySelectorAll('dd') ?? [])]
      .slice(1)
      .map(({ textContent }) => textContent.replaceAll('\u00A0', ' '));
    expect(amounts).toEqual(['2 BTC', '0.5 BTC', '0.25 BTC', '1.5 BTC', '$37,910.44 USD', '$80,000.00 USD']);
  });

  test('link to differences and to the month to close', async () => {
    await openTab('positions', {
      'GET /api/admin/books/positions': [position],
      'GET /api/admin/books/reconciliation': { accounts: [account], coins: [{ ...coin, id: 'bitcoin' }] },
    });
    const list = within(await screen.findByRole('list', { name: t('books.admin:attention.title') }));
    expect(list.getByText(/Naira account differs by/)).toBeTruthy();
    const [first] = list.getAllByRole('link', { name: t('books.admin:attention.look') });
    expect(first?.getAttribute('href')).toBe('/admin/books?tab=reconciliation');
    await expectLink(t('books.admin:attention.close'), '/admin/books?tab=months&month=2026-10');
    await expectLink(t('books.admin:reconciliation.differs'), '/admin/books?tab=reconciliation');
  });

  test('are requested by the chosen day', async () => {
    const server = await openTab('positions');
    await expectText(t('books.admin:none.entries'));
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
    await expectText(t('books.admin:none.entries'));
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
    const sent = () => server.sent('POST /api/admin/books/entries/:id/reverse');
    await waitFor(() => expect(sent()).toMatchObject([{ body: { note: 'Entered twice' } }]));
    expect(sent()[0]?.path).toContain(bankCost.id);
    expect(sent()[0]?.idempotencyKey).toBeTruthy();
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

describe('profit', () => {
  const row = blankOf(listProfit.response.element);
  const days = [
    { ...row, key: '2026-11-02', fees: '10.10', costs: '1.00' },
    { ...row, key: '2026-11-04', fees: '5.05', result: '-30.00', costs: '0.50' },
  ];
  const units = {
    coin: [{ ...row, key: 'bitcoin', fees: '15.15', result: '-30.00', costs: '1.50' }],
    currency: [{ ...row, key: 'NGN', fees: '15.15', costs: null }],
  };
  const profit = ({ query }: SentCall) => {
    const { by } = query as { by: 'day' | 'coin' | 'currency' };
    return by === 'day' ? days : units[by];
  };

  test('of the month is one figure, with its best day, its days, coins and currencies', async () => {
    const server = await openTab('profit', { 'GET /api/admin/books/profit': profit });
    const figures = within(await screen.findByRole('region', { name: t('books.admin:tab.profit') }));
    expect(figures.getByText('−$16.35')).toBeTruthy();
    await expectText(t('books.admin:profit.best', { day: '2 Nov', amount: '$9.10 USD' }));
    const [, ...listed] = within(screen.getByRole('table', { name: t('books.admin:profit.byDay') })).getAllByRole(
      'row',
    );
    expect(listed.map(({ textContent }) => /^\d+ Nov 2026/.exec(textContent)?.[0])).toEqual([
      '4 Nov 2026',
      '2 Nov 2026',
    ]);
    const coins = within(await screen.findByRole('region', { name: t('books.admin:profit.byCoin') }));
    expect((await coins.findByText('BTC')).closest('li')?.textContent).toContain('−$16.35');
    await expectText(t('books.admin:positions.unknown', { units: 'NGN' }));
    const sent = server.sent('GET /api/admin/books/profit').map(({ query }) => query);
    expect(new Set(sent.map((query) => (query as { from: string }).from)).size).toBe(1);
  });

  test('of other days is asked for by its first and last day', async () => {
    const server = await openTab('profit');
    await expectText(t('books.admin:profit.none'));
    await press(t('books.admin:profit.range'));
    await fill(t('books.admin:filter.from'), '2026-10-05');
    await fill(t('books.admin:filter.to'), '2026-10-07');
    const query = { from: '2026-10-05', to: '2026-10-07', by: 'day' };
    await waitFor(() => expect(server.sent('GET /api/admin/books/profit').at(-1)?.query).toMatchObject(query));
  });

  test('of many days shows the newest, and the others with a press', async () => {
    const many = Array.from({ length: 12 }, (_none, at) => ({
      ...row,
      key: `2026-11-${String(at + 1).padStart(2, '0')}`,
      fees: '1.00',
      costs: '0.00',
    }));
    await openTab('profit', { 'GET /api/admin/books/profit': many });
    const table = within(await screen.findByRole('table', { name: t('books.admin:profit.byDay') }));
    expect(table.getAllByRole('row')).toHaveLength(1 + 8);
    await press(t('books.admin:profit.allDays', { shown: 12 }));
    expect(table.getAllByRole('row')).toHaveLength(1 + 12);
  });
});

describe('reconciliation', () => {
  test('counts the differences on its tab, and links to the entries', async () => {
    await openTab('reconciliation', {
      'GET /api/admin/books/reconciliation': {
        accounts: [account],
        coins: [coin, { ...coin, id: 'tron', chain: null, difference: null, gap: 'no_balances' }],
      },
    });
    await expectText(/Name one that does in CHAIN_TRON\./);
    await expectLink(/−₦1,240\.50/, `/admin/books?tab=journal&account=bank:${bankId}`);
    await expectLink(/20.XRP/, '/admin/books?tab=journal&account=coins:ripple');
    const tab = screen.getByRole('link', { name: new RegExp(t('books.admin:tab.reconciliation')) });
    expect(tab.textContent).toContain('2');
  });

  test('enters missing coins as lost, and surplus coins as added', async () => {
    await openTab('reconciliation', {
      'GET /api/admin/books/reconciliation': {
        accounts: [],
        coins: [coin, { ...coin, id: 'litecoin', chain: '1', difference: '-0.5' }],
      },
    });
    await press(t('books.admin:reconciliation.lostOf', { account: 'LTC' }));
    await expectText('0.5 LTC: Our addresses → Lost');
    await press(t('common:action.cancel'));
    await press(t('books.admin:reconciliation.capitalOf', { account: 'XRP' }));
    await expectText('20 XRP: The owner → Our addresses');
  });

  test('tells what agrees from what was not read, which is never shown as agreeing', async () => {
    const read = { ...coin, chain: coin.book, difference: '0', readAt: new Date().toISOString() };
    const unread = { ...coin, id: 'tron', chain: null, difference: null, gap: 'no_answer' as const, readAt: null };
    const bank = { ...account, asOf: null, statement: null, difference: null };
    const server = await openTab('reconciliation', {
      'GET /api/admin/books/reconciliation': { accounts: [bank], coins: [read, unread] },
    });
    const counts = [...(await screen.findAllByRole('definition'))].slice(0, 3).map(({ textContent }) => textContent);
    expect(counts).toEqual(['0', '1', '2']);
    const wordsIn = (name: string) =>
      [...screen.getByRole('table', { name }).querySelectorAll('tbody tr')].map(
        (item) => /Agrees|Not read|Differs/.exec(item.textContent)?.[0],
      );
    expect(wordsIn(t('books.admin:positions.coins'))).toEqual(['Agrees', 'Not read']);
    expect(wordsIn(t('books.admin:positions.banks'))).toEqual(['Not read']);
    await expectLink(t('books.admin:reconciliation.import'), '/admin/statements');
    await expectText(new RegExp(t('books.admin:reconciliation.neverRead')));
    server.answer({ 'GET /api/admin/books/reconciliation': { accounts: [], coins: [read] } });
    await press(t('books.admin:reconciliation.readAgain'));
    await waitFor(() => expect(screen.queryByText(new RegExp(t('books.admin:reconciliation.neverRead')))).toBeNull());
  });

  test('shows the part that payouts on their way explain', async () => {
    const accountRow = { ...account, inTransit: '-1240.50' };
    await openTab('reconciliation', { 'GET /api/admin/books/reconciliation': { accounts: [accountRow], coins: [] } });
    await expectText(t('books.admin:reconciliation.explained'));
    expect(screen.queryByRole('button', { name: /Enter the difference/ })).toBeNull();
  });

  test('an owner enters the bank’s fee beside a payout on its way as a cost', async () => {
    const short = { ...account, inTransit: '100.00', difference: '95.00' };
    await openTab('reconciliation', { 'GET /api/admin/books/reconciliation': { accounts: [short], coins: [] } });
    await expectText(/The bank has ₦5\.00 NGN less than the book/);
    await press(t('books.admin:reconciliation.costOf', { account: 'Naira account' }));
    await expectText(/^₦5\.00 NGN/);
  });

  test('an owner reads that a bank account differs by more than the payout on its way', async () => {
    const gone = { ...account, inTransit: '100.00', difference: '0.00' };
    await openTab('reconciliation', { 'GET /api/admin/books/reconciliation': { accounts: [gone], coins: [] } });
    await expectText(/The bank has ₦100\.00 NGN less than the book/);
    expect(screen.queryByText(t('books.admin:reconciliation.agrees'))).toBeNull();
  });

  test('enters a charge of the bank as a cost, on the day of the statement', async () => {
    const enter = 'POST /api/admin/books/entries';
    const server = await openTab('reconciliation', {
      'GET /api/admin/books/reconciliation': { accounts: [account], coins: [] },
      [enter]: askingFirst(bankCost),
      'GET /api/admin/desk-accounts': [{ ...blankOf(deskAccountView), id: bankId, name: 'Naira account' }],
    });
    await press(t('books.admin:reconciliation.costOf', { account: 'Naira account' }));
    await fill(t('books.admin:note'), 'SMS charge of October');
    await press(t('books.admin:manual.enter'));
    await proveAgain();
    const line = { from: 'cost:bank', to: `bank:${bankId}`, unit: 'NGN', amount: '1240.50' };
    const body = { kind: 'cost', lines: [line], note: 'SMS charge of October' };
    await waitFor(() => expect(server.sent(enter).at(-1)).toMatchObject({ body }));
  });
});
