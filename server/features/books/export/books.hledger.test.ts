import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bookCalls, capitalOf, monthsAgo, noonOf } from '#tests/factories/books.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { admin, aBoughtSale, byHand } = bookCalls(testbed);
const month = monthsAgo(1);
const isMissing = spawnSync('hledger', ['--version']).status !== 0;

/** Reads the debits of each account in the book less its credits, as text. */
const inTheBook = () =>
  testbed.rows(
    `select * from (
       select a.kind || case when a.subject = '' then '' else ':' || a.subject end as account, a.unit,
         trim_scale(sum(case when a.id = l.from_account then l.amount else -l.amount end))::text as debit
       from book_lines l join book_entries e on e.id = l.entry_id
         join book_accounts a on a.id in (l.from_account, l.to_account)
       where e.booked_in = $1 group by 1, 2) s where debit <> '0' order by account, unit`,
    [month],
  );

describe.skipIf(isMissing)(`the journal for hledger${isMissing ? ', which is missing' : ''}`, () => {
  const folder = openFolder();

  test('is read back with the balances of the book', async () => {
    await aBoughtSale({ at: noonOf(month) });
    await byHand({ ...capitalOf('usdt-trc20', '12.345678', month), note: 'Two lines;\n2020-01-01 * forged' });
    await byHand(capitalOf('USD', '1000', month));
    const path = join(folder, 'book.journal');
    const { body } = await admin.get<string>(`books/journal/export?month=${month}&format=hledger`);
    writeFileSync(path, body);
    const hledger = (...args: string[]) => spawnSync('hledger', ['-f', path, ...args], { encoding: 'utf8' });
    expect(hledger('check', '--strict')).toMatchObject({ status: 0, stderr: '' });
    const { stdout } = hledger('balance', '--flat', '--no-total', '--layout=bare', '-O', 'csv');
    const [, ...lines] = stdout.trim().split('\n');
    const read = lines.map((line) => line.replaceAll('"', '').split(','));
    const sorted = (rows: unknown[][]) => rows.map((row) => row.join(' ')).toSorted();
    const plain = (amount = '') => amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
    expect(sorted(read.map(([account, unit, amount]) => [account, unit, plain(amount)]))).toEqual(
      sorted((await inTheBook()).map(({ account, unit, debit }) => [account, unit, debit])),
    );
  });
});
