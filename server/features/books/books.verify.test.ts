import { describe, expect, test } from 'vitest';
import { bookCalls, capitalOf, monthsAgo, noonOf } from '#tests/factories/books.ts';
import { openStatements, statementWith } from '#tests/factories/statements.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { verifyBook } from './books.verify.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, rows, mailbox } = testbed;
const { admin, aBoughtSale, byHand, close, period, enter, accounts } = bookCalls(testbed);
const { upload } = openStatements(testbed);
const last = monthsAgo(1);
const now = monthsAgo(0);

const alarms = async () => (await testbed.audit('book.changed')).map(({ subject_id }) => String(subject_id));
const stopped = async () => {
  const { body } = await admin.get<{ needs: { stopped: { what: string; since: string | null }[] } }>('overview');
  return body.needs.stopped.filter(({ what }) => what === 'books_changed');
};

/** Changes rows in the database, as an attacker with access to it alone could. */
async function past(table: string, statement: string): Promise<void> {
  await rows(`alter table ${table} disable trigger user`);
  await rows(statement);
  await rows(`alter table ${table} enable trigger user`);
}

describe('a book that was changed in the database', () => {
  test('is found the next night and shown in an alarm, a mail and the overview', async () => {
    const orderId = await aBoughtSale({ at: noonOf(last) });
    await verifyBook(app.deps);
    expect(await alarms()).toEqual([]);
    expect(await stopped()).toEqual([]);
    const [entry] = await rows(`select id, key from book_entries where kind = 'settled' and subject = $1`, [orderId]);
    const change = (factor: string) =>
      past('book_lines', `update book_lines set amount = amount * ${factor} where entry_id = '${String(entry?.id)}'`);
    await change('2');
    await verifyBook(app.deps);
    expect(await alarms()).toContain(String(entry?.key));
    expect(await alarms()).toContain(`held:${orderId}`);
    expect(await stopped()).toMatchObject([{ what: 'books_changed', since: /T/ }]);
    expect((await mailbox.of('order_alarm', app.deps.env.admin.email)).length).toBeGreaterThan(0);
    const known = (await alarms()).length;
    await verifyBook(app.deps);
    expect(await alarms()).toHaveLength(known);
    await change('0.5');
    await verifyBook(app.deps);
    expect(await stopped()).toEqual([]);
  });

  test('is found by a balance, by an entry without a signature and by a closed month', async () => {
    const otherSale = await aBoughtSale({ at: noonOf(now, '01') });
    await past(
      'book_balances',
      `update book_balances b set amount = amount + 1 from book_accounts a where a.id = b.account_id
    and a.subject = '${otherSale}'`,
    );
    await verifyBook(app.deps);
    expect(await alarms()).toContain(`owed:${otherSale}`);
    await past(
      'book_balances',
      `update book_balances b set amount = amount - 1 from book_accounts a where a.id = b.account_id
    and a.subject = '${otherSale}'`,
    );
    await verifyBook(app.deps);
    await admin.put(`books/rates/${last}-15/bitcoin`, { rate: '40000', note: 'Market' });
    expect(await outcome(close(last))).toBe('200');
    await verifyBook(app.deps);
    expect(await stopped()).toEqual([]);
    await past('book_rates', `update book_rates set rate = 1`);
    await verifyBook(app.deps);
    expect(await alarms()).toContain(last);
    await past('book_rates', `update book_rates set rate = 40000`);
    await past('book_periods', `update book_periods set totals = '[]' where month = '${last}'`);
    await verifyBook(app.deps);
    expect(await stopped()).toHaveLength(1);
  });

  test('does not allow a month to be closed', async () => {
    await byHand(capitalOf('USD', '5', now, '01'));
    expect((await period(now)).problems).toContainEqual({ code: 'books_changed', params: { entry: last } });
  });
});

describe('the book beside a statement', () => {
  type Account = Record<'id' | 'book' | 'statement' | 'inTransit' | 'difference' | 'asOf', string>;
  const account = async () => {
    const { body } = await admin.get<{ accounts: Account[]; coins: object[] }>('books/reconciliation');
    return body.accounts[0];
  };

  test('differs by the unbooked lines', async () => {
    expect(await account()).toMatchObject({ asOf: null, statement: null, difference: null, book: '0.00' });
    const text = statementWith({ opening: '0,00', closing: '100,00' }, ['C100,00', 'Own money']);
    expect((await upload(text)).status).toBe(201);
    const id = String((await account())?.id);
    expect(await account()).toMatchObject({
      asOf: '2026-11-23',
      statement: '100.00',
      book: '0.00',
      difference: '100.00',
    });
    await enter({
      kind: 'opening',
      subject: crypto.randomUUID(),
      orderId: null,
      at: new Date('2026-11-23T23:00:00Z'),
      actorId: null,
      lines: [{ from: accounts.bank(id, 'EUR'), to: { kind: 'capital', subject: '', unit: 'EUR' }, amount: '100' }],
    });
    expect(await account()).toMatchObject({ book: '100.00', difference: '0.00', inTransit: '0.00', entries: 1 });
  });
});
