import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { entriesOf } from '#shared/kernel/records.ts';
import { rowCallsOf } from '#tests/factories/row-calls.ts';
import { aSeller, type Seller } from '#tests/factories/sales.ts';
import { declaredEndpoints, nameOf } from '#tests/setup/callers.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, rows } = testbed;
const rowCalls = rowCallsOf(testbed);
const ownedCalls = entriesOf(rowCalls).flatMap(([call, kind]) => (kind ? [[call, kind] as const] : []));

/** Their rows change while mails and notices are delivered, whoever calls. */
const deliveries = ['outbox', 'team_notices', 'test_mail'];

/** Every stored row that names one of these ids, in any table. */
async function rowsAbout(...ids: readonly string[]) {
  const tables = await rows(`select tablename as name from pg_tables where schemaname = 'public' order by 1`);
  const tableNames = tables.map(({ name }) => String(name)).filter((name) => !deliveries.includes(name));
  const about = tableNames.map((name) => `select '${name}' as name, to_jsonb(t) as row from "${name}" t`);
  const patterns = ids.map((id) => `%${id}%`);
  return rows(`select * from (${about.join(' union all ')}) a where row::text like any($1) order by 1, row::text`, [
    patterns,
  ]);
}

test('each path of a customer with a name of a row in it is tried as a stranger', () => {
  const named = declaredEndpoints.filter(({ access, path }) => access !== 'admin' && path.includes('/:'));
  expect(Object.keys(rowCalls).toSorted()).toEqual(named.map(nameOf).toSorted());
});

test.each(ownedCalls)(
  'a stranger gets from %s what a row that does not exist gets, and stores nothing',
  async (call, kind) => {
    const [ada, eve] = await Promise.all([aSeller(app, database.pool), aSeller(app, database.pool)]);
    const { name, unknown = randomUUID() } = await kind.row(ada);
    const [method = '', path = ''] = call.split(' ');
    const send = async ({ token }: Seller, row: string) => {
      const { status, body } = await app.call(method, path.replace(/:\w+/, row), {
        token,
        ...(kind.json && { json: kind.json }),
        ...(kind.form && { form: kind.form() }),
      });
      return { status, body };
    };

    const before = await rowsAbout(ada.id, name);
    const asStranger = await send(eve, name);
    expect(await rowsAbout(ada.id, name)).toEqual(before);
    expect(asStranger).toEqual(await send(eve, unknown));
    expect(asStranger.status).toBe(404);
    const asOwner = await send(ada, name);
    expect(asOwner).not.toEqual(asStranger);
    // A failure of ours is no answer to the owner either.
    expect(asOwner.status).toBeLessThan(500);
  },
);
