import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { visibleTo } from '#server/features/audit/audit.export.service.ts';
import { amountOf } from '#shared/kernel/money.ts';
import type { Mask } from '#shared/kernel/permission.ts';
import { personal } from '#shared/kernel/personal.ts';
import { readCsv, readPdf } from '#tests/factories/documents.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { anOrder, completed } from '#tests/factories/orders.ts';
import { customerRights } from '#tests/factories/rights.ts';
import { aSeller, type Seller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();

const admin = fixture(() => theAdmin(testbed.app));

const ask = (path: string, headers: Record<string, string> = admin.stepUp, token = admin.token) =>
  fetch(`${testbed.app.url}/api/admin/${path}`, { headers: { Authorization: `Bearer ${token}`, ...headers } });
const bytes = async (path: string) => new Uint8Array(await (await ask(path)).arrayBuffer());
/** The cells of an export below its header, as objects. */
async function csv(path: string): Promise<Record<string, string>[]> {
  const [header = [], ...rows] = readCsv(await bytes(path));
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])));
}
const actorOf = ({ id, email }: Seller) =>
  ({ userId: id, role: 'customer', email, ...customerRights, sessionId: '', requestId: '' }) as const;
const lastAudit = async () => {
  const [row] = await testbed.rows('select actor_id, action, details from audit_log order by id desc limit 1');
  return row;
};

describe('the administrator', () => {
  test('takes the orders of a range out with their customers and payout accounts, whatever the filters of the list', async () => {
    const [ada, ben] = [
      await aSeller(testbed.app, testbed.database.pool),
      await aSeller(testbed.app, testbed.database.pool),
    ];
    const { deps } = testbed.app;
    for (let day = 1; day <= 6; day += 1) {
      await anOrder(deps, actorOf(day % 2 === 0 ? ada : ben), {
        at: new Date(Date.UTC(2026, 1, day, 23, 59, 59)),
        payoutCurrency: day > 4 ? 'NGN' : 'USD',
      });
    }
    const february = 'transactions/export?format=csv&from=2026-02-01&to=2026-02-28';
    const all = await csv(february);
    expect(all.map((row) => row.Date)).toEqual([6, 5, 4, 3, 2, 1].map((day) => `2026-02-0${day} 23:59:59`));
    expect(all[0]).toMatchObject({
      Email: ada.email,
      Customer: 'Ada Obi',
      'Account number': '0123456789',
      Status: 'Pending',
    });
    const count = async (filter: string) => (await csv(`${february}${filter}`)).length;
    expect(await count('&currency=NGN')).toBe(2);
    expect(await count(`&user=${ada.id}`)).toBe(3);
    expect(await count(`&q=${encodeURIComponent(ben.email)}`)).toBe(3);
    expect(await count(`&q=${String(all[0]?.Reference)}`)).toBe(1);
    expect(await count('&status=completed')).toBe(0);
    expect(await count('&q=bc1qv0gmvrfg5evrjmrwqwrr346qs335yaz5scd50m&type=sell')).toBe(6);
    expect((await csv('transactions/export?format=csv&from=2026-02-03&to=2026-02-04')).length).toBe(2);
    // 3 and 4 February as a reader in Lagos counts them.
    const lagos = 'from=2026-02-02T23:00:00.000Z&to=2026-02-04T23:00:00.000Z';
    const days = (await csv(`transactions/export?format=csv&${lagos}`)).map((row) => String(row.Date).slice(0, 10));
    expect(days).toEqual(['2026-02-03', '2026-02-02']);
    const report = await readPdf(await bytes(`transactions/export?format=pdf&${lagos}`));
    expect(report.text).toContain('2 Feb 2026, 23:00');
    const { text } = await readPdf(await bytes('transactions/export?format=pdf&from=2026-02-01&to=2026-02-28'));
    expect(text).toContain('Transactions: 6');
    expect(text).toContain('Ada Obi');
  });

  test('takes more orders out than one batch holds, each of them once', async () => {
    const seller = await aSeller(testbed.app, testbed.database.pool);
    const id = await anOrder(testbed.app.deps, actorOf(seller), { at: new Date('2025-01-01T00:00:00.000Z') });
    const copied = (
      await testbed.rows(
        `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_name = 'orders' and is_generated = 'NEVER' and column_name not in ('id', 'reference', 'created_at')`,
      )
    )[0]?.names;
    // Pairs of the same moment, so that batches end between two of one.
    await testbed.database.pool.query(
      `insert into orders (reference, created_at, ${String(copied)})
       select 'LF-T' || n, created_at + make_interval(secs => n / 2), ${String(copied)}
       from orders, generate_series(1, 1200) n where id = $1`,
      [id],
    );
    const rows = await csv('transactions/export?format=csv&from=2025-01-01&to=2025-01-01');
    expect(rows.length).toBe(1201);
    expect(new Set(rows.map((row) => row.Reference)).size).toBe(1201);
  });

  test('takes out the fees by day and currency as they were kept', async () => {
    const seller = await aSeller(testbed.app, testbed.database.pool);
    const today = new Date().toISOString().slice(0, 10);
    for (const fee of ['19.57', '0.43']) {
      const id = await anOrder(testbed.app.deps, actorOf(seller), {
        payoutCurrency: 'KES',
        feeAmount: amountOf('payout', fee),
        grossAmount: amountOf('payout', '100'),
        payoutAmount: amountOf('payout', '100').minus(amountOf('payout', fee)),
      });
      await completed(testbed.app.deps, id);
    }
    const fees = (await csv(`fees/export?from=${today}`)).filter(({ Currency }) => Currency === 'KES');
    expect(fees).toEqual([
      { 'Day (UTC)': today, Currency: 'KES', 'Completed orders': '2', Fees: '20', 'Paid out': '180' },
    ]);
  });

  test('takes out users and identity decisions, without formulas a spreadsheet would run', async () => {
    const seller = await aSeller(testbed.app, testbed.database.pool);
    await testbed.database.pool.query(`update users set last_name = '=1+1' where id = $1`, [seller.id]);
    await testbed.database.pool.query(
      `update kyc_requests set submitted_at = '2026-03-01', reviewed_at = '2026-03-02',
         review_notes = 'Matches, "clear"' where user_id = $1`,
      [seller.id],
    );
    const search = `q=${encodeURIComponent(seller.email)}`;
    expect(await csv(`users/export?${search}`)).toMatchObject([
      { Id: seller.id, 'Last name': "'=1+1", Email: seller.email, Status: 'active', Orders: '0' },
    ]);
    expect(await csv(`kyc-requests/export?${search}&from=2026-03-01&to=2026-03-01&status=approved`)).toMatchObject([
      { 'User id': seller.id, Decision: 'approved', 'Decided (UTC)': '2026-03-02 00:00:00', Notes: 'Matches, "clear"' },
    ]);
    expect(await csv(`kyc-requests/export?${search}&status=rejected`)).toEqual([]);
  });

  test('leaves a record in the audit log with each export, which the export of the log holds too', async () => {
    await csv('users/export?q=ada@example.com&status=active');
    expect(await lastAudit()).toMatchObject({
      action: 'user.exported',
      details: { format: 'csv', status: 'active', searched: true },
    });
    expect(JSON.stringify(await lastAudit())).not.toContain('ada@example.com');
    const log = await csv('audit-log/export?action=user.exported');
    expect(log[0]).toMatchObject({ Action: 'user.exported', Role: 'admin', 'Signature valid': 'yes' });
    expect(await lastAudit()).toMatchObject({ action: 'audit.exported', details: { action: 'user.exported' } });
  });
});

describe('an export at the admin side', () => {
  test('hides account numbers and addresses from the auditor, and leaves moments as they are', async () => {
    const at = new Date();
    const row = {
      email: 'ada@example.com',
      accountNumber: '0123456789',
      reviewedAt: at,
      details: { to: 'ada@example.com' },
    };
    const schema = z.object({ email: personal('email'), accountNumber: personal('account') });
    async function* batches() {
      yield await Promise.resolve([row]);
    }
    const read = async (masks: readonly Mask[]) => {
      for await (const rows of visibleTo({ masks }, schema, batches())) return rows;
      return [];
    };
    expect(await read(['accounts', 'contacts'])).toEqual([
      { email: 'a•••@example.com', accountNumber: '••••6789', reviewedAt: at, details: { to: 'a•••@example.com' } },
    ]);
    expect(await read([])).toEqual([row]);
  });

  const lists = ['transactions', 'fees', 'users', 'kyc-requests', 'audit-log', 'newsletter'];
  const paths = lists.map((list) => `${list}/export?format=csv`);

  test('needs the password again, and is for nobody but the administrator', async () => {
    const customer = await aSeller(testbed.app, testbed.database.pool);
    for (const path of paths) {
      expect([path, (await ask(path, {})).status]).toEqual([path, 403]);
      expect([path, (await ask(path, admin.stepUp, customer.token)).status]).toEqual([path, 403]);
    }
  });

  test('of a range that ends before it begins is refused, and nothing is recorded', async () => {
    const before = await lastAudit();
    for (const path of paths) {
      const { status } = await ask(`${path}&from=2026-02-02&to=2026-02-01`);
      expect([path, status]).toEqual([path, 400]);
    }
    expect(await lastAudit()).toEqual(before);
  });
});
