import { createHash } from 'node:crypto';
import bcrypt from 'bcrypt';
import type { Client } from 'pg';
import { migrateDatabase } from '#server/db/migrate.ts';
import { withClient } from '#tests/setup/client.ts';

/** The password of every seeded user. */
export const seededPassword = 'ninety quiet harbours 31';

export function seededEmail(number: number): string {
  return `customer${number}@bench.test`;
}

/** The id of a seeded user. */
export function seededId(number: number): string {
  const hex = createHash('md5').update(`user${number}`).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** The first users are heavy customers, with this many orders each; the rest is spread evenly. */
const heavyCustomers = 20;
const ordersOfHeavy = 200;
const orderChunk = 100_000;

/** Fills an empty database with users and decided orders of two years; 0.2 % of the orders await a decision. */
export async function seed(url: string, size: { users: number; orders: number }): Promise<void> {
  await migrateDatabase(url);
  const hash = await bcrypt.hash(seededPassword, 10);
  await withClient(url, async (client) => {
    // One statement for all rows, on purpose: other tests cover guards and keys, which would take minutes here.
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '256MB'`,
    );
    const indexes = await dropIndexes(client, ['users', 'orders', 'order_events']);
    await client.query(insertUsers, [size.users, hash]);
    for (let from = 1; from <= size.orders; from += orderChunk) {
      const to = Math.min(size.orders, from + orderChunk - 1);
      await client.query(insertOrders, [from, to, size.users, size.orders]);
      await client.query(insertEvents, [from, to]);
    }
    for (const definition of indexes) await client.query(definition);
    // The triggers that fill these were off meanwhile.
    await client.query('select recount_order_days()');
    await client.query('update users set search_text = search_text_of(users)');
    await client.query('vacuum (analyze)');
  });
}

/** Indexes are made once at the end instead of row by row. Returns the statements that create them again. */
async function dropIndexes(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = any($1)
       and indexname not in (select conname from pg_constraint)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index "${name}"`);
  return rows.map(({ definition }) => definition);
}

/** A version 4 id made from a text, as responses of the API contain no other kind. */
const uuidOf = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

const insertUsers = `
  insert into users (id, email, email_verified_at, password_hash, first_name, last_name, country, country_code,
  mobile_number, kyc_status, created_at)
  select ${uuidOf("'user' || n")}, 'customer' || n || '@bench.test', now(), $2,
    (array['Ada', 'Bode', 'Chidi', 'Dana', 'Eno', 'Farid', 'Grace', 'Hana'])[1 + n % 8],
    (array['Okafor', 'Mensah', 'Santos', 'Wong', 'Reyes', 'Adeyemi', 'Lim'])[1 + n % 7] || '-' || to_hex(n),
    'Nigeria', '+234', '+23480' || lpad(n::text, 8, '0'), 'approved', now() - (n % 730) * interval '1 day'
  from generate_series(1, $1::int) n`;

const insertOrders = `
  insert into orders (id, reference, type, status, stage, user_id, crypto_id, crypto_name, crypto_symbol, crypto_color,
    amount, rate, rate_at, rate_source, payout_currency, gross_amount, fee_percent, fee_amount, payout_amount,
    value_usd, payment_details, deposit_address, deposit_network, transaction_hash, proof_at, admin_notes,
    admin_transaction_id, created_at, updated_at, decided_at)
  select ${uuidOf("'order' || n")}, 'LF-' || lpad(upper(to_hex(n)), 8, '0'), 'sell', status,
    case when status = 'completed' then 'settled' when status in ('rejected', 'failed') then 'closed'
    else 'by_hand' end,
    ${uuidOf(`'user' || case when n <= ${heavyCustomers * ordersOfHeavy} then 1 + (n - 1) / ${ordersOfHeavy}
      else 1 + (n::bigint * 7919) % $3::int end`)},
    'bitcoin', 'Bitcoin', 'BTC', '#f7931a',
    0.05, 60451158, at, 'sample', (array['NGN', 'USD', 'PHP', 'HKD'])[1 + n % 4],
    3022557.90, 5, 151127.90, 2871430.00, 1957.26,
    jsonb_build_object('method', 'bank', 'accountName', 'Ada Okafor', 'accountNumber', lpad(n::text, 10, '0'),
    'bankName', 'Bench Bank'), 'sample-address-' || n % 9, 'Bitcoin Network', md5('hash' || n) || md5('more' || n), at,
    case when decided is null then null else 'Paid out as asked' end,
    case when status = 'completed' then 'PAY-' || n end,
    at, coalesce(decided, at), decided
  from (
    select n, status, at, case when status in ('pending', 'processing') then null
    else at + interval '40 minutes' end as decided
    from (
      select n,
        case when n % 500 = 0 then 'pending' when n % 4000 = 1 then 'processing' when n % 20 = 3 then 'rejected'
          when n % 25 = 4 then 'failed' else 'completed' end as status,
        now() - interval '730 days' + n * (interval '730 days' / $4::int) as at
      from generate_series($1::int, $2::int) n
    ) dated
  ) orders`;

const insertEvents = `
  insert into order_events (order_id, at, from_status, to_status, actor_kind)
  select id, event.at, event.before, event.after, event.by from orders cross join lateral (values
    (created_at, null, 'pending', 'customer'), (decided_at, 'pending', status, 'desk')) event (at, before, after, by)
  where event.at is not null and reference between
    'LF-' || lpad(upper(to_hex($1::int)), 8, '0') and 'LF-' || lpad(upper(to_hex($2::int)), 8, '0')`;
