import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { entryView, getReconciliation, listProfit } from '#shared/books/books.contract.ts';
import { periodView } from '#shared/books/books.periods.contract.ts';
import { deskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import { anAdmin, askingFirst, proveAgain, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectLink, expectText, fill, press } from '#tests/components/screen.tsx';
import type { Answers, SentCall } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const bankId = crypto.randomUUID();
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

const answers: Answers = {
  'GET /api/admin/books/reconciliation': { accounts: [], coins: [] },
  'GET /api/admin/books/profit': [],
  'GET /api/admin/books/periods': [blankOf(periodView)],
  'GET /api/admin/desk-accounts': [],
};
const openTab = (tab: string, extraAnswers: Answers = {}) =>
  renderAdmin(`/admin/books?tab=${tab}`, { ...answers, ...extraAnswers }, anAdmin());

/** The line of an account in the form of an entry. */
async function effectOf(account: string): Promise<string | undefined> {
  const effect = within(await screen.findByRole('region', { name: t('books.admin:manual.effect') }));
  return effect.getByText(account).closest('div')?.textContent;
}

describe('profit', () => {
  const row = blankOf(listProfit.response.element);
  const days = [
    { ...row, key: '2026-11-02', fees: '10.10', costs: '1.00' },
    { ...row, key: '2026-11-04', fees: '5.05', result: '-30.00', sold: true, costs: '0.50' },
  ];
  const units = {
    coin: [{ ...row, key: 'bitcoin', fees: '15.15', result: '-30.00', sold: true, costs: '1.50' }],
    currency: [{ ...row, key: 'NGN', fees: '15.15', costs: null }],
  };
  const profit = ({ query }: SentCall) => {
    const { by } = query as { by: 'day' | 'coin' | 'currency' };
    return by === 'day' ? days : units[by];
  };

  test('of the month is one figure, with its days, coins and currencies', async () => {
    const server = await openTab('profit', { 'GET /api/admin/books/profit': profit });
    const figures = within(await screen.findByRole('region', { name: t('books.admin:tab.profit') }));
    expect(figures.getByText('−$16.35')).toBeTruthy();
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

  test('is not known where coins were sold for an unknown result, and is no sum of the rest', async () => {
    const unknown = { ...row, key: '2026-11-05', fees: '2.00', result: null, sold: true, costs: '0.00' };
    await openTab('profit', { 'GET /api/admin/books/profit': [...days, unknown] });
    const figures = within(await screen.findByRole('region', { name: t('books.admin:tab.profit') }));
    expect(figures.getAllByText(t('books.admin:profit.notKnown'))).toHaveLength(2);
    expect(figures.queryByText(t('books.admin:profit.unknown'))).toBeNull();
    const table = within(screen.getByRole('table', { name: t('books.admin:profit.byDay') }));
    expect(table.getAllByText(t('books.admin:profit.notKnown'))).toHaveLength(2);
  });

  test('of days that all lost money names the largest loss, and labels its bar', async () => {
    const losses = ['6.00', '21.00', '5.00', '4.00', '3.00'].map((costs, at) => ({
      ...row,
      key: `2026-11-0${at + 2}`,
      fees: '1.00',
      result: null,
      sold: false,
      costs,
    }));
    await openTab('profit', { 'GET /api/admin/books/profit': losses });
    await expectText(t('books.admin:profit.worst', { day: '3 Nov', amount: '−$20.00 USD' }));
  });

  test('of a few days is listed without a chart of blanks, and names no day the best', async () => {
    await openTab('profit', { 'GET /api/admin/books/profit': days.slice(0, 1) });
    expect(await screen.findByRole('table', { name: t('books.admin:profit.byDay') })).toBeTruthy();
    expect(screen.queryByText(t('books.admin:profit.best', { day: '2 Nov', amount: '$9.10 USD' }))).toBeNull();
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
    const entries = (shown: number) => t('books.admin:reconciliation.entries', { shown });
    await expectLink(entries(12), `/admin/books?tab=journal&account=bank:${bankId}`);
    await expectLink(entries(3), '/admin/books?tab=journal&account=coins:ripple');
    // Each difference appears once, and the entry that ends it is in its menu.
    expect(screen.getAllByText(/₦1,240\.50/)).toHaveLength(1);
    for (const button of screen.getAllByRole('button', { name: /Enter the difference/ }))
      expect(button.closest('[popover]')).not.toBeNull();
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
    expect(await effectOf('Lost')).toMatch(/\+\u2060?0\.5\sLTC/);
    await press(t('common:action.cancel'));
    await press(t('books.admin:reconciliation.capitalOf', { account: 'XRP' }));
    expect(await effectOf('The owner')).toMatch(/−\u2060?20\sXRP/);
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
    await expectText(new RegExp(t('books.admin:reconciliation.justRead')));
    expect(wordsIn(t('books.admin:positions.banks'))).toEqual(['Not read']);
    await expectLink(t('books.admin:reconciliation.import'), '/admin/statements');
    await expectText(new RegExp(t('books.admin:reconciliation.neverRead')));
    server.answer({ 'GET /api/admin/books/reconciliation': { accounts: [], coins: [read] } });
    await press(t('books.admin:reconciliation.readAgain'));
    await waitFor(() => expect(screen.queryByText(new RegExp(t('books.admin:reconciliation.neverRead')))).toBeNull());
  });

  test('names the likely cause of a coin that no address holds, and leads to its addresses', async () => {
    const gone = { ...coin, id: 'litecoin', book: '10.6', chain: '0', difference: '-10.6' };
    await openTab('reconciliation', {
      'GET /api/admin/books/reconciliation': { accounts: [], coins: [coin, gone] },
    });
    await expectText(t('books.admin:reconciliation.notHere', { coin: 'LTC' }));
    await expectLink(t('books.admin:reconciliation.addresses', { coin: 'LTC' }), '/admin/deposit-sources');
    expect(screen.queryByText(t('books.admin:reconciliation.notHere', { coin: 'XRP' }))).toBeNull();
  });

  test('says once why no coin was read', async () => {
    const unread = { ...coin, chain: null, difference: null, gap: 'no_transfers' as const };
    const coins = ['tron', 'bitcoin', 'litecoin'].map((id) => ({ ...unread, id }));
    await openTab('reconciliation', { 'GET /api/admin/books/reconciliation': { accounts: [], coins } });
    await expectText(new RegExp(t('books.admin:reconciliation.gap.no_transfers')));
    expect(screen.getAllByText(new RegExp(t('books.admin:reconciliation.gap.no_transfers')))).toHaveLength(1);
  });

  test('shows the part that payouts on their way explain', async () => {
    const accountRow = { ...account, inTransit: '-1240.50' };
    await openTab('reconciliation', { 'GET /api/admin/books/reconciliation': { accounts: [accountRow], coins: [] } });
    await expectText(t('books.admin:reconciliation.explained'));
    expect(screen.queryByRole('button', { name: /Enter the difference/ })).toBeNull();
  });

  test('an owner books the bank’s fee as a cost beside a payout on its way', async () => {
    const short = { ...account, inTransit: '100.00', difference: '95.00' };
    await openTab('reconciliation', { 'GET /api/admin/books/reconciliation': { accounts: [short], coins: [] } });
    await expectText(/The bank has ₦5\.00 NGN less than the book/);
    await press(t('books.admin:reconciliation.costOf', { account: 'Naira account' }));
    expect(await effectOf('Bank costs')).toMatch(/\+\u2060?₦5\.00\sNGN/);
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
      [enter]: askingFirst(blankOf(entryView)),
      'GET /api/admin/desk-accounts': [{ ...blankOf(deskAccountView), id: bankId, name: 'Naira account' }],
    });
    await press(t('books.admin:reconciliation.costOf', { account: 'Naira account' }));
    await fill(t('books.admin:note'), 'SMS charge of October');
    await press(t('books.admin:manual.enterSum', { amount: '₦1,240.50\u00A0NGN' }));
    await proveAgain();
    const line = { from: 'cost:bank', to: `bank:${bankId}`, unit: 'NGN', amount: '1240.50' };
    const body = { kind: 'cost', lines: [line], note: 'SMS charge of October' };
    await waitFor(() => expect(server.sent(enter).at(-1)).toMatchObject({ body }));
  });
});
