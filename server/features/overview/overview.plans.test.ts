import { Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpointsByFeature } from '#shared/api.ts';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import { seed } from '#tests/bench/seed.ts';
import { signedIn } from '#tests/factories/accounts.ts';
import { adminEmail, adminPassword, startTestApp, type TestApp } from '#tests/setup/app.ts';
import { openDatabase } from '#tests/setup/testbed.ts';

/** The count ends at 10,000 rows, so a table has to be longer for that to differ from reading three quarters of it. */
const rowsOfATable = 20_000;

const database = openDatabase();
let app: TestApp;
let token: string;
/** The rows of each table; some have several for each order. */
let sizes: Map<string, number>;

/** Rows beside the orders of the bench: each function fills one table with rows of two years. */
const otherPaths = [
  `insert into audit_log (at, actor_id, actor_role, action, subject_type, subject_id, signature)
   select o.created_at, o.user_id, case when o.payout_currency = 'NGN' then 'admin'
   else 'customer' end, 'transaction.submitted', 'transaction', o.id::text, '\\x00' from orders o`,
  `insert into audit_checkpoints (seq, audit_id, hash) select 1_000_000, max(id), '\\x00' from audit_log`,
  `insert into files (id, filename, original_name, type, size, sent_hash, purpose, owner_id, order_id)
   select o.id, o.reference || '.webp', 'proof.webp', 'image/webp', 1000, o.reference::bytea, 'payment_proof',
  o.user_id, o.id from orders o`,
  `insert into chat_rooms (id, user_id, last_seq, closed_at, last_activity, created_at)
   select 'room-' || u.id, u.id, 2, u.created_at, u.created_at, u.created_at from users u where u.role = 'customer'`,
  `insert into chat_messages (id, room_id, seq, sender, sender_name, text, created_at)
   select gen_random_uuid(), r.id, 1, 'user', 'Ada', 'Where?', r.created_at from chat_rooms r`,
  `insert into agent_requests (email, message, created_at, handled_at)
   select u.email, 'Please call me', u.created_at, u.created_at from users u where u.role = 'customer'`,
  `insert into kyc_requests (user_id, status, document_type, submitted_at, reviewed_at)
   select u.id, 'approved', 'passport', u.created_at, u.created_at from users u where u.role = 'customer'`,
  `insert into outbox (template, data, created_at, sent_at)
   select 'order_approved', '{}', o.created_at, o.created_at from orders o`,
  `insert into sell_quotes (user_id, reference, crypto_id, amount, currency, buying_rate, gross_amount, fee_percent,
     fee_amount, net_amount, value_usd, rate_at, rate_source, deposit_address, deposit_network, created_at,
     expires_at, used_at)
   select o.user_id, o.reference, o.crypto_id, 1, 'NGN', 1, 2, 50, 1, 1, 1, o.created_at, 'sample', 'somewhere',
     'Bitcoin Network', o.created_at, o.created_at + interval '15 minutes', o.created_at from orders o`,
  `insert into chain_transfers (id, chain, tx_hash, out_index, coin_id, to_address, from_addresses, amount, by_contract,
     block_height, block_hash, block_at, first_seen_at, state)
   select o.id, 'bitcoin', o.transaction_hash, 0, 'bitcoin', 'somewhere', '{}', 1, false, 1, 'a', o.created_at,
   o.created_at, 'final'
   from orders o`,
  `insert into transfer_claims (transfer_id, order_id, grade) select o.id, o.id, 'shared' from orders o
  where o.status = 'completed'`,
  `insert into order_verdicts (order_id, level, findings, transfers, decision)
   select o.id, 'pale', '[]', '[]', 'completed' from orders o where o.status = 'completed'`,
  `insert into book_accounts (kind, subject, unit, guarded) values ('coins', 'bitcoin', 'bitcoin', false)`,
  `insert into book_accounts (kind, subject, unit, guarded)
   select k, o.id::text, case k when 'owed' then 'NGN' else 'bitcoin' end, true
   from orders o, unnest(array['arrived', 'held', 'owed']) k`,
  // A few transfers wait for a decision.
  `insert into book_balances (account_id, guarded, amount)
   select a.id, a.guarded, case when a.kind = 'arrived' and a.subject < '004' then 1 else 0 end from book_accounts a`,
  `insert into book_entries (id, key, kind, subject, at, booked_in, signature)
   select o.id, 'transfer.arrived:' || o.id, 'transfer.arrived', o.id::text, o.created_at,
   to_char(o.created_at, 'YYYY-MM'), '\\x00'
   from orders o`,
  `insert into book_lines (entry_id, line, from_account, to_account, unit, amount)
   select o.id, 0, c.id, a.id, 'bitcoin', 1 from book_accounts c, orders o
     join book_accounts a on a.kind = 'arrived' and a.subject = o.id::text where c.kind = 'coins'`,
  // Most offers are over, withdrawn or ordered; a few are open, or taken at this moment.
  `insert into sell_quotes (id, user_id, reference, crypto_id, amount, currency, buying_rate, gross_amount, fee_percent,
     fee_amount, net_amount, value_usd, rate_at, rate_source, deposit_address, deposit_network, created_at,
     expires_at, used_at)
   select o.id, o.user_id, o.reference || 'O', o.crypto_id, 1, 'NGN', 1, 2, 50, 1, 1, 1, o.created_at, 'sample',
     'somewhere', 'Bitcoin Network', o.created_at,
     case when o.id::text > 'fe' then now() + interval '1 hour' else o.created_at end,
     case when o.id::text < 'fe' then o.created_at end
   from orders o where o.id::text between 'd' and 'ff'`,
  `insert into offers (code, terms, made_by, created_at, expires_at, state, quote_id, taken_by, signature)
   select o.reference, jsonb_build_object('coinId', 'bitcoin', 'amount', '1', 'net', '1', 'currency', 'NGN',
      'rate', '1',
     'gross', '1', 'feePercent', '0', 'fee', '0', 'valueUsd', '1', 'rateAt', now(), 'rateSource', 'sample',
     'spreadPercent', '0'), o.user_id, o.created_at,
     case when o.id::text > 'fe' then now() + interval '1 hour' else o.created_at end, kinds.state,
     case kinds.state when 'taken' then o.id end, case kinds.state when 'taken' then o.user_id end, '\\x00'
   from orders o cross join lateral (select case when o.id::text > 'ff' then 'open' when o.id::text > 'd' then 'taken'
     when o.id::text > 'c' then 'ordered' when o.id::text > '8' then 'withdrawn' else 'open' end as state) kinds`,
  `insert into sessions (user_id, ip, user_agent, created_at, last_seen_at, expires_at, revoked_at, revoked_reason)
   select u.id, '127.0.0.1', 'test', u.created_at, u.created_at, u.created_at + interval '7 days', u.created_at,
   'signed_out'
   from users u where u.role = 'customer'`,
  `insert into subscribers (email, language, status, asked_at, created_at, confirmed_at)
   select u.email, 'en', 'subscribed', u.created_at, u.created_at, u.created_at from users u where u.role = 'customer'`,
];

beforeAll(async () => {
  await seed(database.url, { users: rowsOfATable, orders: rowsOfATable });
  // Without the time limit of the product's own connections.
  const client = new Client({ connectionString: database.url });
  await client.connect();
  // Plans as the product's own server makes them; the one of the tests makes them without looking at values.
  const name = escapeIdentifier(new URL(database.url).pathname.slice(1));
  await client.query(`alter database ${name} set plan_cache_mode = auto`);
  // Triggers and keys between tables are tested elsewhere.
  await client.query('set session_replication_role = replica; set synchronous_commit = off');
  for (const statement of otherPaths) await client.query(statement);
  // Statistics of all rows instead of some: plans must not depend on which rows were drawn.
  await client.query('set default_statistics_target = 1000');
  await client.query('vacuum (analyze)');
  const { rows } = await client.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::int as rows from pg_class where relkind = 'r'`,
  );
  sizes = new Map(rows.map((table) => [table.name, table.rows]));
  await client.end();
  app = await startTestApp(database);
  token = await signedIn(app.call, adminEmail, adminPassword);
  // Some hundred thousand rows, on a machine that may be busy.
}, 300_000);
afterAll(() => app.stop());

type SentQuery = { text: string; values: unknown[] };

/** The reads that an address causes, each with its values. */
async function readsOf(path: string): Promise<SentQuery[]> {
  const { pool } = database;
  const query = vi.spyOn(pool, 'query');
  try {
    const { status } = await app.call('GET', path, { token });
    expect([path, status]).toEqual([path, 200]);
    return query.mock.calls.flatMap((given) => {
      const [statement, values] = given as unknown as [string | (SentQuery & { values?: unknown[] }), unknown[]?];
      const { text, values: ownValues } = typeof statement === 'string' ? { text: statement, values } : statement;
      return /^\s*(select|with)\b/i.test(text) ? [{ text, values: ownValues ?? values ?? [] }] : [];
    });
  } finally {
    query.mockRestore();
  }
}

type PlanNode = {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

/** The tables of which a statement reads more than three quarters, though they grow: one sentence for each. */
async function fullReads({ text, values }: SentQuery): Promise<string[]> {
  const { pool } = database;
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${text}`,
    values,
  );
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  return rows.flatMap(({ 'QUERY PLAN': [{ Plan: plan }] }) =>
    nodesOf(plan).flatMap((node) => {
      const seenQuery =
        node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      const table = node['Relation Name'];
      if (table === undefined || mayBeCounted.includes(table)) return [];
      const isFull = seenQuery * node['Actual Loops'] > Math.max(rowsOfATable, sizes.get(table) ?? 0) * 0.75;
      return isFull ? [`${node['Node Type']} on ${table}: ${text}`] : [];
    }),
  );
}

const planned = new Set<string>();
/** Most addresses send some statements that others have sent with the same values. */
function isNew(sent: SentQuery): boolean {
  const key = JSON.stringify(sent);
  return !planned.has(key) && Boolean(planned.add(key));
}

/** Each order and each filter that a list offers, without the search, which has indexes of its own. */
function variantsOf({ path, query }: Endpoint): string[] {
  const choices = query instanceof z.ZodObject ? Object.entries(query.shape) : [];
  const requestedPaths = choices.flatMap(([key, schema]) =>
    valuesOf(schema as z.ZodType).map((value) => `${path}?${key}=${value}`),
  );
  return [path, ...requestedPaths];
}

function valuesOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return valuesOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodEnum ? schema.options.map(String) : [];
}

const reads = endpointsByFeature
  .flatMap(({ endpoints }) => endpoints)
  .filter(
    ({ method, access, path, response }) =>
      method === 'GET' && access === 'admin' && response !== 'file' && !path.includes(':'),
  );

/** Its page counts all of them exactly, which one index answers. */
const mayBeCounted = ['subscribers'];

describe('an administrator who opens a screen reads no growing table in full', () => {
  test.each([...reads.flatMap(variantsOf), '/api/admin/overview?days=90'])('%s', async (path) => {
    const sent = (await readsOf(path)).filter(isNew);
    expect((await Promise.all(sent.map(fullReads))).flat()).toEqual([]);
  });
});

test('a statement that reads a growing table in full is found', async () => {
  const text = 'select count(*) from orders where admin_notes is not null';
  expect(await fullReads({ text, values: [] })).toEqual([`Seq Scan on orders: ${text}`]);
});
