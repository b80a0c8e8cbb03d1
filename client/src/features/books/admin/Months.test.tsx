import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closePeriod, periodView } from '#shared/books/books.periods.contract.ts';
import { anAdmin, askingFirst, proveAgain, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectLink, expectText, fill, press } from '#tests/components/screen.tsx';
import { Refused, type Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';
import type { Period } from '../books.queries.ts';

const digest = 'ab'.repeat(32);
const close = 'POST /api/admin/books/periods/:month/close';
const reopen = 'POST /api/admin/books/periods/:month/reopen';
const october = {
  ...blankOf(periodView),
  month: '2026-10',
  state: 'to_close' as const,
  entries: 3184,
  late: 6,
  digest,
};
const closedPeriod = { ...blankOf(closePeriod.response), month: '2026-10' };
const closeButton = t('books.admin:close.button', { month: 'October 2026' });

/** The tab of months with this one open. */
function openMonth(changes: Partial<Period> = {}, extraAnswers: Answers = {}, admin = anAdmin()) {
  const period = { ...october, ...changes };
  const otherMonths = [{ ...october, month: '2026-11', state: 'open' as const }];
  return renderAdmin(
    '/admin/books?tab=months&month=2026-10',
    {
      'GET /api/admin/books/reconciliation': { accounts: [], coins: [] },
      'GET /api/admin/books/periods': [...otherMonths, period],
      'GET /api/admin/books/periods/:month': period,
      'GET /api/admin/desk-accounts': [],
      ...extraAnswers,
    },
    admin,
  );
}

const problem = (code: Period['problems'][number]['code'], params: Record<string, string> = {}) => ({ code, params });

test('the owner closes a month exactly as it was read, with the password', async () => {
  const totals = [{ account: 'fees', unit: 'USD', opening: '0', closing: '6480.31', base: '6480.31' }];
  const server = await openMonth({ totals }, { [close]: askingFirst(closedPeriod) });
  const passedChecks = within(await screen.findByRole('list', { name: t('books.admin:problem.done') }));
  expect(passedChecks.getAllByRole('listitem')).toHaveLength(4);
  // No chain is compared before a month is closed.
  expect(passedChecks.queryByText(/chain/i)).toBeNull();
  await expectText(digest);
  const days = 'from=2026-10-01&to=2026-10-31';
  await expectLink(t('books.admin:month.late', { shown: 6 }), `/admin/books?tab=journal&${days}&late=true`);
  await expectText(new RegExp(t('books.admin:reopen.hint')));
  await press(closeButton);
  await proveAgain();
  await waitFor(() => expect(server.sent(close).at(-1)?.body).toEqual({ digest }));
  await expectText(t('books.admin:close.done', { month: 'October 2026' }));
});

test('a month that differs is closed only with a reason', async () => {
  const problems = [problem('not_reconciled', { account: 'Naira account', unit: 'NGN', difference: '-20.00 NGN' })];
  const server = await openMonth({ problems }, { [close]: closedPeriod });
  await expectText(t('books.admin:close.reasonFirst'));
  await expectText(/The bank has ₦20\.00 NGN less than the book/);
  const name = t('books.admin:close.despite', { month: 'October 2026', count: 1, shown: 1 });
  expect((await screen.findByRole('button', { name })).getAttribute('aria-disabled')).toBe('true');
  await fill(t('books.admin:close.reason'), 'Reserve of two accounts');
  await press(name);
  await waitFor(() => expect(server.sent(close)[0]?.body).toEqual({ digest, reason: 'Reserve of two accounts' }));
});

test('a month without a rate is not closed, and the rate is entered from there', async () => {
  const problems = [problem('missing_rate', { unit: 'KES', day: '2026-10-04' })];
  const rateRoute = 'PUT /api/admin/books/rates/:day/:unit';
  const server = await openMonth({ problems }, { [rateRoute]: { day: '2026-10-04', unit: 'KES', rate: '0.0077' } });
  expect((await screen.findByRole('button', { name: closeButton })).getAttribute('aria-disabled')).toBe('true');
  await press(t('books.admin:problem.enterRate'));
  await fill(t('books.admin:rate.worth', { unit: 'KES' }), '0.0077');
  await fill(t('books.admin:note'), 'Central bank');
  await press(t('books.admin:rate.set'));
  await waitFor(() => expect(server.sent(rateRoute)[0]?.path).toContain('/2026-10-04/KES'));
});

test('the owner reads the problems that prevent closing a month, and how many there are', async () => {
  const rates = Array.from({ length: 30 }, (_, index) =>
    problem('missing_rate', { unit: 'KES', day: `2026-10-${String(index + 1).padStart(2, '0')}` }),
  );
  await openMonth({
    problems: [problem('period_order', { month: '2026-09' }), problem('books_changed', { entry: 'x' }), ...rates],
  });
  const list = within(await screen.findByRole('list', { name: t('books.admin:problem.title') }));
  expect(list.getAllByRole('listitem')).toHaveLength(11);
  expect(list.getByText(t('books.admin:problem.period_order', { month: 'September 2026' }))).toBeTruthy();
  expect(list.getByText(t('books.admin:problem.books_changed'))).toBeTruthy();
  expect(list.getByText(t('books.admin:problem.more', { shown: 22 }))).toBeTruthy();
});

test('the owner sees a month that changed in the meantime again, and closes it in its new state', async () => {
  const server = await openMonth({}, { [close]: new Refused('batch_changed', 'period_changed') });
  await screen.findByRole('button', { name: closeButton });
  const changedPeriod = { ...october, digest: 'cd'.repeat(32) };
  server.answer({ 'GET /api/admin/books/periods/:month': changedPeriod });
  await press(closeButton);
  await expectText(t('errors:period_changed'));
  await expectText(changedPeriod.digest);
  server.answer({ [close]: closedPeriod });
  await press(closeButton);
  await waitFor(() => expect(server.sent(close).at(-1)?.body).toEqual({ digest: changedPeriod.digest }));
});

test('the owner reads that closing a month waits for a second member', async () => {
  const pendingResponse = Response.json({ approvalId: crypto.randomUUID() }, { status: 202 });
  await openMonth({}, { [close]: pendingResponse, 'GET /api/admin/approvals': [] });
  await press(closeButton);
  await expectText(t('admin.common:waitsTitle'));
});

test('the owner reopens the newest closed month with a reason, and no older one', async () => {
  const member = { id: crypto.randomUUID(), name: 'Amara Cole' };
  const isClosed = { state: 'closed' as const, closedBy: member, closedAt: '2026-11-02T10:00:00.000Z', sha256: digest };
  const server = await openMonth(isClosed, { [reopen]: october });
  await expectText('Amara Cole');
  expect(screen.queryByRole('button', { name: closeButton })).toBeNull();
  await press(t('books.admin:reopen.button'));
  const title = t('books.admin:reopen.title', { month: 'October 2026' });
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  fireEvent.click(dialog.getByRole('button', { name: title }));
  await dialog.findByText(t('errors:book_reason_required'));
  fireEvent.change(dialog.getByLabelText(t('books.admin:reason')), { target: { value: 'A statement came late' } });
  fireEvent.click(dialog.getByRole('button', { name: title }));
  await waitFor(() => expect(server.sent(reopen)).toMatchObject([{ body: { reason: 'A statement came late' } }]));
});

test('an older closed month stays closed', async () => {
  const newerPeriod = { ...october, month: '2026-11', state: 'closed' as const };
  const olderPeriod = { ...october, state: 'closed' as const };
  await openMonth({ state: 'closed' }, { 'GET /api/admin/books/periods': [newerPeriod, olderPeriod] });
  await expectText(t('books.admin:tab.months'));
  await screen.findByRole('region', { name: 'October 2026' });
  expect(screen.queryByRole('button', { name: t('books.admin:reopen.button') })).toBeNull();
});

test('a payer reads a month and closes none', async () => {
  await openMonth({}, {}, anAdmin('payer'));
  await screen.findByRole('region', { name: 'October 2026' });
  expect(screen.queryByRole('button', { name: closeButton })).toBeNull();
});

test('a member reads that the book has no months yet', async () => {
  await openMonth({}, { 'GET /api/admin/books/periods': [] });
  await expectText(t('books.admin:none.entriesText'));
});
