import { randomUUID } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test } from 'vitest';
import { asksOn } from '#server/db/connection.ts';
import type { Reads } from '#server/db/query.ts';
import { closeMonth, lockMonth } from '#server/features/book/book.periods.service.ts';
import { post as enter } from '#server/features/book/book.service.ts';
import { arrivalPosting } from '#shared/book/book.postings.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { someOffer } from '#tests/factories/offers.ts';
import { litecoinSource, tronAddresses } from '#tests/factories/own-addresses.ts';
import { payoutCalls } from '#tests/factories/payouts.ts';
import { aDueRefund } from '#tests/factories/refunds.ts';
import { aQuote, aSeller, plainOrder, submit } from '#tests/factories/sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import * as schema from '../../schema.ts';
import {
  columnOf,
  isSignedRow,
  signChanged,
  signedFieldsOf,
  signedTables,
  signRow,
  type SignedRow,
  type SignedTable,
} from './signed-rows.ts';

const chains = { CHAIN_LITECOIN: 'simulated', CHAIN_TRON: 'simulated' };
const testbed = openTestbed({ ...chains, WALLET_COOLOFF_HOURS: '24' });
const { database, app, rows } = testbed;
const { aPayout, aBatch } = payoutCalls(testbed);

beforeAll(async () => {
  // The first row of its table: a month that is open has no signature.
  const author = { at: new Date('2026-01-31T12:00:00Z'), actorId: null };
  const coins = { transferId: randomUUID(), coin: 'bitcoin', amount: '0.01' };
  const closing = { closedAt: author.at, closedBy: randomUUID(), entries: 1, late: 0, totals: [], holdings: [] };
  await app.deps.inTx(async (tx) => {
    await enter(tx, [arrivalPosting(coins, 'block', author)]);
    await lockMonth(tx, '2026-01');
    await closeMonth(tx, '2026-01', { ...closing, sha256: 'ab', reason: null });
  });
  const ada = await aSeller(app, database.pool);
  await submit(app, ada, plainOrder({ transactionHash: 'ab'.repeat(32) }));
  await aQuote(app, ada);
  const { put, post } = await theAdmin(app);
  await put('wallets/tron', { address: 'TXCR7GPKzYdenAwQNJcbL3FFFCrizn8oZw' });
  const pool = { kind: 'pool', chain: 'tron', coinIds: ['tron'], addresses: tronAddresses(20) };
  for (const source of [litecoinSource, pool]) await post('deposit-sources', source);
  const stopped = { address: 'TTzP3RTvuD6NESM2niwYEkearBrnHc7uAB', memo: null, reason: 'The key was stolen' };
  await post('wallets/tron/stop', stopped);
  await post('offers', someOffer);
  const [order] = await rows(`select id as "orderId", user_id as "userId" from orders limit 1`);
  const dueOrder = { ...(order as { orderId: string; userId: string }), cryptoId: 'bitcoin', amount: '0.001' };
  await aDueRefund(app, dueOrder);
  await aBatch([(await aPayout()).id]);
});

const changeByType: Record<string, (column: string) => string> = {
  uuid: () => `'${randomUUID()}'`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `${column} + 1`,
  boolean: (column) => `not ${column}`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 second'`,
  json: () => `'[{"Account number":"666"}]'`,
  jsonb: () => `'{"accountNumber":"666"}'`,
};

/** Source of a field that is no column of its table. */
const editsOfExpressions: Record<string, string[]> = {
  'deposit_wallets network': [`update crypto_assets set network = network || 'x'`],
  'deposit_sources keyHash': [`update deposit_sources set key_hash = decode(repeat('00', 32), 'hex')`],
  'book_entries lines': [
    'update book_lines set amount = amount + 1',
    `update book_accounts set subject = subject || 'x'`,
    'delete from book_lines',
  ],
  'orders proof': [
    `update files set sent_hash = decode(repeat('00', 32), 'hex')`,
    `update files set filename = 'f0000000-0000-4000-8000-000000000000.png'`,
    'delete from files',
  ],
};

const storedTables = Object.values<SignedTable>(signedTables).filter(({ isStored }) => isStored);
const edits = storedTables.flatMap(({ table, fields, sql }) =>
  Object.entries(fields).flatMap(([field, { type }]) => {
    const sameValueUpdate = `update ${table} set ${columnOf(field)} = ${changeByType[type]?.(columnOf(field))}`;
    const edits = sql[field] ? (editsOfExpressions[`${table} ${field}`] ?? ['']) : [sameValueUpdate];
    return edits.map((edit) => ({ table, field, edit }));
  }),
);

const tables = Object.values(schema).filter((table) => table instanceof PgTable);

/** The query of the only row of a signed table, as the product reads it. */
const rowOfTable = (signedTable: SignedTable) => (db: Reads) => {
  const table = tables.find((item) => getTableName(item) === signedTable.table);
  if (!table) throw new Error(`${signedTable.table} is no table.`);
  return db.select(signedFieldsOf(signedTable, table)).from(table);
};

/** A row of a signed table after an edit by the owner of the tables; the edit is undone. */
async function rowAfter(signedTable: SignedTable, edit: string): Promise<SignedRow<SignedTable>> {
  const client = await database.pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    const checks = `select conname as name from pg_constraint where contype = 'c'
      and conrelid = '${signedTable.table}'::regclass`;
    for (const { name } of (await client.query<{ name: string }>(checks)).rows)
      await client.query(`alter table ${signedTable.table} drop constraint ${name}`);
    // One row of each table, so that the edit needs no condition.
    await client.query(
      `delete from ${signedTable.table} t where t.ctid <> (select min(ctid) from ${signedTable.table})`,
    );
    await client.query(edit);
    const [found] = await asksOn(client).ask(rowOfTable(signedTable));
    if (!found) throw new Error(`There is no row in ${signedTable.table}.`);
    return found;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.each(storedTables)('a row that the product wrote to $table has a valid signature', async (signed) => {
  expect(isSignedRow(signed, await rowAfter(signed, 'select'))).toBe(true);
});

test.each(edits)('an attacker who edits $field of $table in the database is noticed: $edit', async (forged) => {
  const signed = storedTables.find(({ table }) => table === forged.table);
  if (!signed) throw new Error(`${forged.table} is not signed.`);
  expect(isSignedRow(signed, await rowAfter(signed, forged.edit))).toBe(false);
});

test('a row without its signature, or with that of another table, is not valid', async () => {
  const { quote, wallet } = signedTables;
  const row = await rowAfter(wallet, 'update deposit_wallets set signature = signature');
  expect(isSignedRow(wallet, { ...(row as SignedRow<typeof wallet>), signature: null })).toBe(false);
  const signature = signRow({ ...wallet, table: quote.table }, row as SignedRow<typeof wallet>);
  expect(isSignedRow(wallet, { ...(row as SignedRow<typeof wallet>), signature })).toBe(false);
});

test('a forged row stays forged, even if the product changes it later', async () => {
  const { order } = signedTables;
  const row = (await rowAfter(order, 'update orders set payout_amount = payout_amount + 1')) as SignedRow<typeof order>;
  const change = { transactionHash: 'cd'.repeat(32) };
  expect(isSignedRow(order, { ...row, ...change, signature: signChanged(order, row, change) })).toBe(false);
  const ownRow = (await rowAfter(order, 'select')) as SignedRow<typeof order>;
  expect(isSignedRow(order, { ...ownRow, ...change, signature: signChanged(order, ownRow, change) })).toBe(true);
});

test('a row signed before a field was added stays valid only while that field is empty', async () => {
  const { order } = signedTables;
  const ownRow = (await rowAfter(order, 'select')) as SignedRow<typeof order>;
  const { openedBy: _, ...before } = order.fields;
  const signature = signRow({ ...order, fields: before } as unknown as typeof order, ownRow);
  expect(isSignedRow(order, { ...ownRow, signature })).toBe(true);
  expect(isSignedRow(order, { ...ownRow, openedBy: randomUUID(), signature })).toBe(false);
});

test('a request for a second member is void once any of its fields changes', () => {
  const { approval } = signedTables;
  const about = {
    kind: 'payout',
    details: { payout: '371.88' },
    input: { adminNotes: 'Paid' },
    subjectState: '1 pending',
  };
  const ids = { id: randomUUID(), subjectId: randomUUID(), askedBy: randomUUID() };
  const row = { ...about, ...ids, expiresAt: new Date() };
  const signature = signRow(approval, row);
  expect(isSignedRow(approval, { ...row, signature })).toBe(true);
  const unnoticed = Object.keys(approval.fields).filter((field) => {
    const date = field === 'expiresAt' ? new Date(0) : 'another';
    return isSignedRow(approval, { ...row, [field]: date, signature });
  });
  expect(unnoticed).toEqual([]);
});
