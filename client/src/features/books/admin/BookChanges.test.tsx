import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { entryView, getReconciliation } from '#shared/books/books.contract.ts';
import { periodView } from '#shared/books/books.periods.contract.ts';
import { deskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { chooseFile, dialogOf, expectText, field, fill, press } from '#tests/components/screen.tsx';
import { Refused, type Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';
import type { Reconciliation } from '../books.queries.ts';

const enteredEntry = blankOf(entryView);

const openBooks = (answers: Answers, path = '/admin/books') =>
  renderAdmin(path, {
    'GET /api/admin/books/reconciliation': { accounts: [], coins: [] },
    'GET /api/admin/books/positions': [],
    'GET /api/admin/books/periods': [{ ...blankOf(periodView), month: '2026-10' }],
    'GET /api/admin/desk-accounts': [],
    ...answers,
  });

describe('the owner', () => {
  test('finds everything that is entered by hand behind one button', async () => {
    await openBooks({});
    await press(t('books.admin:new'));
    await press(t('books.admin:rate.button'));
    expect(await dialogOf(t('books.admin:rate.title'))).toBeTruthy();
  });

  const enterRoute = 'POST /api/admin/books/entries';

  test('moves coins to an exchange, and reads the entry before it is made', async () => {
    const server = await openBooks({ [enterRoute]: enteredEntry });
    await press(t('books.admin:manual.button'));
    await fill(t('books.admin:manual.kind'), 'transfer');
    await fill(t('books.admin:column.unit'), 'bitcoin');
    await fill(t('books.admin:manual.amount'), '0.5');
    const lacks = [t('books.admin:exchange'), t('books.admin:note')].join(', ');
    await expectText(t('admin.common:stillMissing', { fields: lacks }));
    const enterSum = t('books.admin:manual.enterSum', { amount: '0.5\u00A0BTC' });
    await press(enterSum);
    const exchange = await field(t('books.admin:exchange'));
    await waitFor(() => expect(document.activeElement).toBe(exchange));
    expect(exchange.getAttribute('maxlength')).toBe('40');
    await fill(t('books.admin:exchange'), 'K!');
    await fill(t('books.admin:note'), 'Sold next week');
    await press(enterSum);
    await expectText(t('errors:exchange_name_invalid'));
    await fill(t('books.admin:exchange'), 'Kraken');
    const effect = within(await screen.findByRole('region', { name: t('books.admin:manual.effect') }));
    expect(effect.getByText('Kraken').closest('div')?.textContent).toMatch(/\+\u2060?0\.5\sBTC/);
    expect(effect.getByText(t('books.admin:account.coins')).closest('div')?.textContent).toMatch(/−\u2060?0\.5\sBTC/);
    await press(enterSum);
    const line = { from: 'exchange:kraken', to: 'coins:bitcoin', unit: 'bitcoin', amount: '0.5' };
    await waitFor(() => expect(server.sent(enterRoute)).toMatchObject([{ body: { kind: 'transfer', lines: [line] } }]));
    await expectText(t('books.admin:manual.done'));
  });

  test('reads what a bank account has, and the unit follows its currency', async () => {
    const bank = { id: crypto.randomUUID(), name: 'Naira account' };
    const account = {
      ...blankOf(getReconciliation.response.shape.accounts.element),
      ...bank,
      currency: 'NGN',
      book: '3967943.75',
    };
    await openBooks({
      'GET /api/admin/books/reconciliation': { accounts: [account], coins: [] },
      'GET /api/admin/desk-accounts': [{ ...blankOf(deskAccountView), ...bank }],
    });
    await press(t('books.admin:manual.button'));
    const [bankOption] = await screen.findAllByRole('option', { name: 'Naira account' });
    expect(bankOption?.getAttribute('value')).toBe(`bank:${bank.id}`);
    await fill(t('books.admin:column.unit'), 'EUR');
    await fill(t('books.admin:manual.left'), 'cash');
    await fill(t('books.admin:manual.left'), `bank:${bank.id}`);
    expect((await field(t('books.admin:column.unit'))).value).toBe('NGN');
    await expectText(t('books.admin:manual.balance', { amount: '₦3,967,943.75 NGN' }));
  });

  test('begins a cost at the most used bank account, and reads what it has afterwards', async () => {
    const bank = { id: crypto.randomUUID(), name: 'Naira account' };
    const account = {
      ...blankOf(getReconciliation.response.shape.accounts.element),
      ...bank,
      currency: 'NGN',
      book: '3967943.75',
      statement: '3966693.75',
      inTransit: '0',
      entries: 4,
      difference: '-1250.00',
    };
    await openBooks({
      'GET /api/admin/books/reconciliation': {
        accounts: [{ ...account, id: crypto.randomUUID(), entries: 0 }, account],
        coins: [],
      },
      'GET /api/admin/desk-accounts': [{ ...blankOf(deskAccountView), ...bank }],
    });
    // The head counts the difference as soon as the balances are there.
    await screen.findByRole('link', { name: /^Reconciliation\s*2$/ });
    fireEvent.keyDown(document.body, { key: 'n' });
    await dialogOf(t('books.admin:manual.title'));
    expect((await field(t('books.admin:manual.left'))).value).toBe(`bank:${bank.id}`);
    expect((await field(t('books.admin:column.unit'))).value).toBe('NGN');
    await fill(t('books.admin:manual.amount'), '1250');
    await expectText(t('books.admin:manual.balanceAfter', { amount: '₦3,966,693.75 NGN' }));
  });

  test('adds a line and removes it again', async () => {
    await openBooks({});
    await press(t('books.admin:manual.button'));
    await press(t('books.admin:manual.add'));
    expect(await screen.findAllByLabelText(t('books.admin:manual.amount'))).toHaveLength(2);
    await press(t('books.admin:manual.remove', { line: 2 }));
    await waitFor(() => expect(screen.getAllByLabelText(t('books.admin:manual.amount'))).toHaveLength(1));
  });

  test('reads that an entry falls into a closed month, and loses nothing typed', async () => {
    await openBooks({
      [enterRoute]: new Refused('period_closed', { reason: 'period_closed', params: { month: '2026-09' } }),
    });
    await press(t('books.admin:manual.button'));
    await fill(t('books.admin:manual.amount'), '1');
    await fill(t('books.admin:note'), 'Late');
    await press(t('books.admin:manual.enterSum', { amount: '$1.00\u00A0USD' }));
    await expectText(t('errors:period_closed', { month: '2026-09' }));
    expect((await field(t('books.admin:note'))).value).toBe('Late');
  });

  test('sets the rate of a day', async () => {
    const rateRoute = 'PUT /api/admin/books/rates/:day/:unit';
    const server = await openBooks({ [rateRoute]: { day: '2026-10-04', unit: 'KES', rate: '0.0077' } });
    await press(t('books.admin:rate.button'));
    await fill(t('books.admin:rate.day'), '2026-10-04');
    await fill(t('books.admin:column.unit'), 'KES');
    await fill(t('books.admin:rate.worth', { unit: 'KES' }), '0.0077');
    await fill(t('books.admin:note'), 'Central bank');
    await press(t('books.admin:rate.set'));
    await waitFor(() =>
      expect(server.sent(rateRoute)).toMatchObject([{ body: { rate: '0.0077', note: 'Central bank' } }]),
    );
    expect(server.sent(rateRoute)[0]?.path).toBe('/api/admin/books/rates/2026-10-04/KES');
  });

  test('imports the sales of an exchange, and reads which lines were refused', async () => {
    const send = 'POST /api/admin/books/disposals';
    const problems = [{ line: 3, why: 'coin_unknown' as const }];
    const server = await openBooks({ [send]: { added: 2, known: 1, problems } });
    await press(t('books.admin:disposals.button'));
    await fill(t('books.admin:exchange'), 'Kraken');
    await press(t('books.admin:disposals.enter'));
    await expectText(t('errors:disposals_missing'));
    chooseFile(await field(t('books.admin:disposals.file')), 'kraken.csv', 'text/csv');
    await press(t('books.admin:disposals.enter'));
    await expectText(t('books.admin:disposals.done', { added: 2, known: 1 }));
    await expectText(t('books.admin:disposals.problem', { line: 3, why: t('books.admin:disposals.why.coin_unknown') }));
    expect(server.sent(send)).toMatchObject([
      { body: { exchange: 'kraken' }, files: { disposals: [{ name: 'kraken.csv' }] } },
    ]);
  });

  test('exports a month for an accounting program, and reads which columns are unverified', async () => {
    const save = 'GET /api/admin/books/journal/export';
    const saveClick = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    onTestFinished(() => saveClick.mockRestore());
    const server = await openBooks({
      [save]: new Response('', { headers: { 'Content-Type': 'text/csv' } }),
    });
    await press(t('books.admin:export.button'));
    const dialog = within(await screen.findByRole('dialog', { name: t('books.admin:export.title') }));
    fireEvent.change(await dialog.findByLabelText(t('books.admin:export.month')), { target: { value: '2026-10' } });
    fireEvent.change(dialog.getByLabelText(t('books.admin:export.format')), { target: { value: 'xero' } });
    await dialog.findByText(t('books.admin:export.unverifiedText', { name: 'Xero' }));
    fireEvent.click(dialog.getByRole('button', { name: t('books.admin:export.save') }));
    await waitFor(() => expect(server.sent(save)[0]?.query).toEqual({ month: '2026-10', format: 'xero' }));
    await waitFor(() => expect(saveClick).toHaveBeenCalledOnce());
  });

  test('reads that an entry was reversed even after it has left the list', async () => {
    const lines = [{ from: 'cost:bank', to: 'bank', unit: 'USD', amount: '12.50', base: '12.50' }];
    const listedEntry = { ...enteredEntry, id: crypto.randomUUID(), kind: 'cost' as const, lines };
    const journal = 'GET /api/admin/books/journal';
    const reverse = 'POST /api/admin/books/entries/:id/reverse';
    const server = await openBooks({ [journal]: [listedEntry], [reverse]: enteredEntry }, '/admin/books?tab=journal');
    await press(new RegExp(`^${t('books.admin:reverse.label', { sentence: '' })}`));
    await fill(t('books.admin:note'), 'Entered twice');
    // The journal is read before the reconciliation, which asks nodes and takes longer.
    let answer: (found: Reconciliation) => void = () => undefined;
    const lateAnswer = new Promise<Reconciliation>((resolve) => (answer = resolve));
    server.answer({ [journal]: [], 'GET /api/admin/books/reconciliation': () => lateAnswer });
    await press(t('books.admin:reverse.title'));
    await expectText(t('books.admin:none.entriesText'));
    answer({ accounts: [], coins: [] });
    await expectText(t('books.admin:reverse.done'));
  });
});
