import { describe, expect, test } from 'vitest';
import { aColleague, approvalCalls, setRules } from '#tests/factories/approvals.ts';
import { bookCalls, capitalOf, monthsAgo, noonOf } from '#tests/factories/books.ts';
import { outcome, outcomes } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { admin, aBoughtSale, byHand, period, close, journal, setRate } = bookCalls(testbed);
const earlier = monthsAgo(2);
const last = monthsAgo(1);
const now = monthsAgo(0);

/** Enters cash that the owner put in. */
const cash = (amount: string, month: string, day?: string) => byHand(capitalOf('USD', amount, month, day));

const reopen = (month: string) => admin.post(`books/periods/${month}/reopen`, { reason: 'A bill came late' });

describe('a month of the books', () => {
  test('is closed exactly as it was read, after every earlier month', async () => {
    expect((await cash('100', earlier)).status).toBe(201);
    expect((await cash('50.5', last)).status).toBe(201);
    expect(await period(last)).toMatchObject({ problems: [{ code: 'period_order', params: { month: earlier } }] });
    expect(await outcome(close(last))).toBe('409 period_order');
    const { digest } = await period(earlier);
    await cash('1', earlier, '16');
    expect(await outcome(admin.post(`books/periods/${earlier}/close`, { digest }))).toBe(
      '409 batch_changed period_changed',
    );
    const response = await close(earlier);
    expect(response).toMatchObject({ status: 200, body: { month: earlier, entries: 2, closedBy: {} } });
    const ownRowText = { account: 'cash', unit: 'USD', opening: '0', closing: '101', base: '101.00' };
    expect(response.body.totals).toContainEqual(ownRowText);
    expect(await period(earlier)).toMatchObject({ state: 'closed', sha256: response.body.sha256, problems: [] });
    expect((await period(last)).totals).toContainEqual({
      ...ownRowText,
      opening: '101',
      closing: '151.5',
      base: '50.50',
    });
    expect(await testbed.audit('book.closed')).toMatchObject([{ subject_id: earlier }]);
  });

  test('refuses entries, reversals and new values once it is closed', async () => {
    expect(await outcome(cash('5', earlier))).toBe('409 period_closed');
    const [entry] = await journal(`?sort=oldest&from=${earlier}-01&to=${earlier}-28`);
    const undo = admin.post(`books/entries/${String(entry?.id)}/reverse`, { note: 'Twice' });
    expect(await outcome(undo)).toBe('409 period_closed');
    expect(await outcome(setRate(`${earlier}-15`, 'EUR', '1.1'))).toBe('409 period_closed');
    expect(await outcome(close(earlier))).toBe('409 already_decided period_decided');
  });

  test('takes late entries of a closed month with their own time, marked late', async () => {
    const at = noonOf(earlier, '20');
    await aBoughtSale({ at });
    const lateEntries = await journal('?late=true');
    expect(lateEntries).toHaveLength(3);
    expect(lateEntries.every(({ bookedIn }) => bookedIn === last)).toBe(true);
    expect(lateEntries[0]).toMatchObject({ at: at.toISOString(), late: true });
    expect(await period(earlier)).toMatchObject({ state: 'closed', entries: 2 });
    expect(await period(last)).toMatchObject({ entries: 4, late: 3 });
  });

  test('needs a rate for each line to be closed, and a late entry takes the rate of the first day', async () => {
    const missingRate = { code: 'missing_rate', params: { unit: 'bitcoin', day: `${last}-01` } };
    expect((await period(last)).problems).toEqual([missingRate]);
    expect(await outcome(close(last))).toBe('422 missing_rate');
    expect((await setRate(`${last}-01`, 'bitcoin', '39145.28')).status).toBe(200);
    expect((await period(last)).problems).toEqual([]);
  });

  test('is closed once by two members at once, and reopened once', async () => {
    const { digest } = await period(last);
    const closing = () => admin.post(`books/periods/${last}/close`, { digest });
    expect(await outcomes([closing(), closing()])).toEqual(['200', '409 already_decided period_decided']);
    expect(await outcome(reopen(earlier))).toBe('409 period_order period_not_newest');
    expect(await outcomes([reopen(last), reopen(last)])).toEqual(['200', '409 already_decided period_decided']);
    expect(await period(last)).toMatchObject({ state: 'to_close', digest, closedBy: null });
  });

  test('is not closed before its end, or if it does not exist', async () => {
    expect(await outcome(close(now))).toBe('409 period_order period_not_over');
    expect(await outcome(admin.get('books/periods/2999-01'))).toBe('404 not_found period_not_found');
    expect(await outcome(admin.get('books/periods/0000-00'))).toContain('400 invalid_input');
    const closing = admin.post('books/periods/2999-01/close', { digest: 'x' });
    expect(await outcome(closing)).toBe('409 period_order period_not_over');
  });
});

test('an entry that arrives while its month is being closed is booked in that month or in the next one', async () => {
  const { digest, entries } = await period(last);
  const coins = Array.from({ length: 8 }, () => aBoughtSale({ at: noonOf(last, '21') }));
  const closing = admin.post(`books/periods/${last}/close`, { digest });
  await Promise.all([closing, ...coins]);
  const outcomeThen = await outcome(closing);
  const storedPeriod = await period(last);
  const inLast = await testbed.rows(`select count(*)::int as count from book_entries where booked_in = $1`, [last]);
  expect(inLast).toEqual([{ count: outcomeThen === '200' ? entries : entries + 24 }]);
  expect(storedPeriod.entries).toBe(inLast[0]?.count);
  const all = await testbed.rows(`select late from book_entries where at = $1`, [noonOf(last, '21')]);
  expect(all).toHaveLength(24);
});

describe('a month under the rule of dual approval', () => {
  const { approve, listed } = approvalCalls(testbed);
  const askAnswer = async (call: Promise<{ status: number; body: Record<string, unknown> }>) => {
    const { status, body } = await call;
    expect(status).toBe(202);
    return String(body.approvalId);
  };

  test('is closed and reopened only when another member agrees', async () => {
    await reopen(last);
    await setRate(`${last}-21`, 'bitcoin', '40000');
    const payer = await aColleague(testbed, 'payer');
    expect((await setRules(testbed, { booksClose: true })).status).toBe(200);
    const closing = await askAnswer(close(last));
    expect(await listed(payer.token)).toMatchObject([{ id: closing, kind: 'books', facts: { month: last } }]);
    expect((await period(last)).state).toBe('to_close');
    expect(await outcome(approve(closing, payer.token))).toBe('200');
    expect((await period(last)).state).toBe('closed');
    const opening = await askAnswer(reopen(last));
    expect(await outcome(approve(opening, payer.token))).toBe('200');
    expect((await period(last)).state).toBe('to_close');
  });

  test('is not closed by an approval from before it changed', async () => {
    const payer = await aColleague(testbed, 'payer');
    const closing = await askAnswer(close(last));
    await cash('7', last);
    expect(await outcome(approve(closing, payer.token))).toBe('409 facts_changed approval_changed');
    expect((await period(last)).state).toBe('to_close');
  });
});
