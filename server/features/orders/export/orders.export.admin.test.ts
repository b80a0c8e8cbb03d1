import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { visibleTo } from '#server/features/audit/audit.export.service.ts';
import { unnamedAmount } from '#shared/kernel/money.ts';
import type { Mask } from '#shared/kernel/permission.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { download, readCsv, readPdf } from '#tests/factories/documents.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { anOrder, completedOrder } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls } from '#tests/factories/payouts.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, rows } = testbed;
const { aPayout, sendAlone, giveBack, ada: payee } = payoutCalls(testbed);
const admin = fixture(() => theAdmin(app));

const someone = () => aSeller(app, database.pool);
const ask = (path: string, who: Parameters<typeof download>[1] = admin) => download(app, who, `/api/admin/${path}`);
/** The cells of an export below its header, as objects. */
async function csv(path: string): Promise<Record<string, string>[]> {
  const [header = [], ...lines] = readCsv((await ask(path)).bytes);
  return lines.map((line) => Object.fromEntries(header.map((name, index) => [name, line[index] ?? ''])));
}
const lastAudit = async () =>
  (await rows('select actor_id, action, details from audit_log order by id desc limit 1'))[0];

describe('the administrator', () => {
  test('exports the orders of a range with customers and payout accounts, without the list’s filters', async () => {
    const [ada, ben] = [await someone(), await someone()];
    for (let day = 1; day <= 6; day += 1) {
      const at = new Date(Date.UTC(2026, 1, day, 23, 59, 59));
      await anOrder(app.deps, day % 2 === 0 ? ada : ben, { at, payoutCurrency: day > 4 ? 'NGN' : 'USD' });
    }
    const february = 'from=2026-02-01&to=2026-02-28';
    const datesIn = async (query: string) =>
      (await csv(`transactions/export?format=csv&${query}`)).map((row) => String(row.Date));
    const all = await csv(`transactions/export?format=csv&${february}`);
    const customer = { Email: ada.email, Customer: 'Ada Obi', 'Account number': '0123456789', Status: 'Pending' };
    expect(all[0]).toMatchObject(customer);
    expect(all.map((row) => row.Date)).toEqual([6, 5, 4, 3, 2, 1].map((day) => `2026-02-0${day} 23:59:59`));
    for (const [filter, count] of [
      ['currency=NGN', 2],
      [`user=${ada.id}`, 3],
      [`q=${encodeURIComponent(ben.email)}`, 3],
      [`q=${all[0]?.Reference}`, 1],
      ['status=completed', 0],
      ['q=bc1qv0gmvrfg5evrjmrwqwrr346qs335yaz5scd50m&type=sell', 6],
    ] as const)
      expect([filter, (await datesIn(`${february}&${filter}`)).length]).toEqual([filter, count]);
    expect(await datesIn('from=2026-02-03&to=2026-02-04')).toHaveLength(2);
    // 3 and 4 February as a reader in Lagos counts them.
    const lagos = 'from=2026-02-02T23:00:00.000Z&to=2026-02-04T23:00:00.000Z';
    expect((await datesIn(lagos)).map((date) => date.slice(0, 10))).toEqual(['2026-02-03', '2026-02-02']);
    const report = async (query: string) =>
      (await readPdf((await ask(`transactions/export?format=pdf&${query}`)).bytes)).text;
    expect(await report(lagos)).toContain('2 Feb 2026, 23:00');
    const text = await report(february);
    expect(text).toContain('Transactions: 6');
    expect(text).toContain('Ada Obi');
  });

  test('exports the stage of an order with its batch, and when its money was returned', async () => {
    const { id } = await aPayout(inEuro(), payee);
    await sendAlone(id);
    await giveBack(id, { reason: 'name', note: 'Another name.', askCustomer: false });
    const today = new Date().toISOString().slice(0, 10);
    const [row] = await csv(`transactions/export?format=csv&from=${today}&to=${today}&user=${payee.userId}`);
    expect(row?.Stage).toBe('returned');
    expect(row?.Batch).toMatch(/^B-\d{6}$/);
    expect(row?.['Came back']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  test('exports more orders than one batch, each of them once', async () => {
    const id = await anOrder(app.deps, await someone(), { at: new Date('2025-01-01T00:00:00.000Z') });
    const [copiedColumns] = await rows(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_name = 'orders' and is_generated = 'NEVER' and column_name not in ('id', 'reference', 'created_at')`,
    );
    const names = String(copiedColumns?.names);
    // Pairs of the same moment, so that batches end between two of one.
    await rows(
      `insert into orders (reference, created_at, ${names})
       select 'LF-T' || n, created_at + make_interval(secs => n / 2), ${names}
       from orders, generate_series(1, 1200) n where id = $1`,
      [id],
    );
    const references = (await csv('transactions/export?format=csv&from=2025-01-01&to=2025-01-01')).map(
      ({ Reference }) => Reference,
    );
    expect([references.length, new Set(references).size]).toEqual([1201, 1201]);
  });

  test('exports the stored fees by day and currency', async () => {
    const seller = await someone();
    const today = new Date().toISOString().slice(0, 10);
    const grossAmount = unnamedAmount('payout', '100');
    for (const fee of ['19.57', '0.43']) {
      const feeAmount = unnamedAmount('payout', fee);
      const amounts = { feeAmount, grossAmount, payoutAmount: grossAmount.minus(feeAmount) };
      await completedOrder(app.deps, await anOrder(app.deps, seller, { payoutCurrency: 'KES', ...amounts }));
    }
    const fees = (await csv(`fees/export?from=${today}`)).filter(({ Currency }) => Currency === 'KES');
    expect(fees).toEqual([
      { 'Day (UTC)': today, Currency: 'KES', 'Completed orders': '2', Fees: '20', 'Paid out': '180' },
    ]);
  });

  test('exports users and identity decisions without formulas that a spreadsheet would run', async () => {
    const { id, email } = await someone();
    await rows(`update users set last_name = '=1+1' where id = $1`, [id]);
    await rows(
      `update kyc_requests set submitted_at = '2026-03-01', reviewed_at = '2026-03-02',
         review_notes = 'Matches, "clear"' where user_id = $1`,
      [id],
    );
    const search = `q=${encodeURIComponent(email)}`;
    const user = { Id: id, 'Last name': "'=1+1", Email: email, Status: 'active', Orders: '0' };
    expect(await csv(`users/export?${search}`)).toMatchObject([user]);
    const decision = { Decision: 'approved', 'Decided (UTC)': '2026-03-02 00:00:00', Notes: 'Matches, "clear"' };
    const decisions = await csv(`kyc-requests/export?${search}&from=2026-03-01&to=2026-03-01&status=approved`);
    expect(decisions).toMatchObject([{ 'User id': id, ...decision }]);
    expect(await csv(`kyc-requests/export?${search}&status=rejected`)).toEqual([]);
  });

  test('finds each export in the audit log, and its own entry in an export of the log', async () => {
    await csv('users/export?q=ada@example.com&status=active');
    const details = { format: 'csv', status: 'active', searched: true };
    expect(await lastAudit()).toMatchObject({ action: 'user.exported', details });
    expect(JSON.stringify(await lastAudit())).not.toContain('ada@example.com');
    const log = await csv('audit-log/export?action=user.exported');
    expect(log[0]).toMatchObject({ Action: 'user.exported', Role: 'admin', 'Signature valid': 'yes' });
    expect(await lastAudit()).toMatchObject({ action: 'audit.exported', details: { action: 'user.exported' } });
  });
});

describe('an export at the admin side', () => {
  test('hides account numbers and addresses from the auditor, and shows times', async () => {
    const email = 'ada@example.com';
    const row = { email, accountNumber: '0123456789', reviewedAt: new Date(), details: { to: email } };
    const schema = z.object({ email: markPersonal('email'), accountNumber: markPersonal('account') });
    async function* batches() {
      yield await Promise.resolve([row]);
    }
    const read = async (masks: readonly Mask[]) => {
      const rows: unknown[] = [];
      for await (const batch of visibleTo({ masks }, schema, batches())) rows.push(...batch);
      return rows;
    };
    const maskedFields = { email: 'a•••@example.com', accountNumber: '••••6789', details: { to: 'a•••@example.com' } };
    expect(await read(['accounts', 'contacts'])).toEqual([{ ...row, ...maskedFields }]);
    expect(await read([])).toEqual([row]);
  });

  const lists = ['transactions', 'fees', 'users', 'kyc-requests', 'audit-log', 'newsletter'];
  const paths = lists.map((list) => `${list}/export?format=csv`);

  test('needs the password again, and is for the administrator alone', async () => {
    const customer = { ...(await someone()), stepUp: admin.stepUp };
    for (const path of paths) {
      expect([path, (await ask(path, { token: admin.token })).status]).toEqual([path, 403]);
      expect([path, (await ask(path, customer)).status]).toEqual([path, 403]);
    }
  });

  test('is refused for a range that ends before it begins, without an audit entry', async () => {
    const lastAuditBefore = await lastAudit();
    for (const path of paths)
      expect([path, (await ask(`${path}&from=2026-02-02&to=2026-02-01`)).status]).toEqual([path, 400]);
    expect(await lastAudit()).toEqual(lastAuditBefore);
  });
});
