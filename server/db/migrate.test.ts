import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/database.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { migrationsDir, rootDir } from '../env/paths.ts';
import { verifyAudit } from '../features/audit/audit.verify.ts';
import { productVersion } from '../lib/version.ts';
import { migrateDatabase } from './migrate.ts';

const database = openDatabase();
const textOf = (...path: string[]) => readFileSync(join(rootDir, ...path), 'utf8');

/**
 * Every migration that was released, by its name and the hash that databases remember. A released migration is never
 * edited, renamed or removed, or their databases can neither be upgraded nor restored: a new one gets a line here.
 */
const released = {
  '20261123091619_baseline': 'c333e5c2a865a104daeb0f31713428a64194c7ceeddada2baddd2a2b196d0dab',
  '20261123113711_payouts': '0cf5797de8b3aeb8c29a7c567568d5525ec9ce3f0a0f663aea5ff9a5e37c5a82',
  '20261123114226_addresses': 'aa669fb1ca8279dcf7b8cd9a50eb5591480f02069d6b734c3fa9018f98bc65ee',
  '20261123115000_refund_findings': 'f7bc45e03bd68de39182e2f8d2e7496f65dd1a75459552176b70f7782158bcd2',
  '20261123121605_payout-account-codes': '1cbcf9511de63ea58cf2c6b0a294a88b9659c582be69603ba29823bb6528a237',
  '20261123122521_exchange-quotes': '2b56da351eb16a1ad9ff3084728ae01d25d6ec05a42fda7b7939d2d0f3da4dfa',
  '20261123145836_pair-rate-sources': '53ca26325c1d0f2eab9552a6148bf4957e580eb18cc863c5ac25af0636d85ee5',
  '20261123150811_picture_pieces': '3a184d48ba2ec85c8420d9b4604a5d3d5992c9aa5f2d24403cd3db40c3df2f40',
  '20261123151936_payout_figures': 'f8ed11a9286c43a79595b8940c6fb345e3502db4cffefcff7c7c554d371f15fb',
  '20261123152929_telegram': '5ac4296c8792993509978b80833f6ab3ce8479654f48bb0aa448a76ac2c118c9',
  '20261123185024_state_checks': '45b43c9eff517f762726dd926c26995ce119bd298a4e2d607b503d64e1b53e4b',
  '20261124014241_unpaid-addresses': 'ad34defa261bdca694f7abc5167aba5176fab9080879210db651e3b7fa12e91f',
  '20261128143244_signed-layouts': '18c7f14deb97b8d77dbcc83b19e8d9caf8b4207469c856d1623d1f86a2d90afe',
  '20261128143250_sure_sessions': '4dd39995470ddef8b60393718df399fdfc9af75767ada71a20576252875728fd',
  '20261128143357_refund_limits': '43f852c4b5cf6389c668b2eaeb4e185370ad3aae55a0a18e25a687e5e48dbae2',
  '20261128143513_payee_of_open_sale': '81ff44f21873791f6c4db79d1608e09d53b4ad55b22ca775b66ac2bc90cbda11',
  '20261128143544_lease-counts': '48eef6963350a161140ac00484e90e1d6a0b423eb68e781c90e93b9352d54cc0',
  '20261128144519_restored-copies': 'f4b22091df55b5598879f4a52b9f3be285a8d3a061bac4dcc34d4a5b280cc323',
  '20261128145812_statement-gaps': '04c5d85602614f9d61ec7d5d264cbe0fb12a4de93f83f722ff86ce97e6ad80cd',
  '20261128150454_later_rates': 'edd6af713c4fa8265ce9d9f7a07793e429f056809da7e802a47c3d0caee2380f',
  '20261128174704_the-book': 'e77215aa45ccb2222ee103a0d1e6c2003630c37e7361ef07f4fce6e257fc10ce',
  '20261128181633_stage-is-derived': '93a9f0d4c7326abb264adce0cd4475a0fd31b6e5678b9ce431898fe0ce47fdce',
  '20261128181636_reorganised-payouts': 'bb817b5beb7b4953be4a28c5efdced9105371aade71c3383c45d36545889e55f',
  '20261128183102_unmatched-accounts': '3144170923adc3585951f018e861c6d14cc3f358babe66748bc6e07786165e69',
  '20261128184212_books': 'ff2b0f3f5f38553c54bb7b49a2439e28a95a1bd46408980d2a2fd12c42ae01d9',
  '20261129002354_book-balances': '563242ee9f713258fd03dbdd0d4522938bb6a3756c3f0a3c30e561b18b6a6f3c',
  '20261129005724_approvals-upgraded': 'b2ce6aefc79d259265e7bf02e5dd5a37954410061bbcc7b88f3d759f5432b0fa',
  '20261129011726_approvals-as-typed': '862d2f0608777f23418fe310e4580eeedb11bb3b483810a69a8345c64aed09f0',
  '20261129061008_full-size': 'bd147546575b8a3d72b417e1ef88bba43bfc498b7772e02cddfeca7c35ef0900',
  '20261129061018_search-texts': 'b39be6cac602fb7486c61f31a77464d38943bdb2ca4cfa3c17a0568acd2cc19a',
  '20261129063454_price_offers': '1b7e4f86a89a611b56fb1927b5608921489b1c30854e11908c3b4801f0d3f292',
  '20261129071835_notices': '150670547c8f39878f099bf062745c50c0fcfb97932a27fd89c0695dfcfac237',
  '20261129090049_notices_unshared': '69f1c8265d3c374ca2468bb99c9550304824ce6ff9f2fb25ca4a1957688348f3',
  '20261129090549_rails': '16d736ee736f7063ec8a45ef82cfdc3059145b29b55d75ce1fb2df099337774a',
  '20261129091937_orders_by_need': '302b4df8d72412decf7e058af67c7bde424e9e28e018a9b8c4e5c214f550678b',
  '20261129100117_undone_decisions': '776fc2e05db17ba0826d08e030325a7baf57b340c337913dd3b0ca892778de8d',
  '20261129153315_brought_customers': '2b8977619325c831e0528cffc5b0ac9d7d6e1b61a1d2c2258cb347edfa2783c2',
  '20261129153539_offers': '365d47c5e1bdc3ff5e516d68207bba41fe24b5263f711409759c09298ecc4987',
  '20261129154936_imports': 'f4d853f86934fe527dfa1a8ddcc9b781c380e892f869b491795bff76955ab947',
  '20261129220311_newsletter_sendings': '55bfdcd3e8be2cd55f80909851bf8dea9512f9a9d5861a798f02ef1fe0b28450',
  '20261130012207_refunds_asked_again': 'a9a8f4594463c7f18325afc456f95539c87acc7f98639df1aa0e9e4c8a534ec1',
  '20261130063412_offers_by_state': 'e0ffb2cab03d6b460c5e4e5966ca264f240bb1aaf30aed5d82b6559bf0e0be57',
};

test('an operator can upgrade every database, because no released migration was changed', () => {
  const { entries } = JSON.parse(textOf('migrations', 'meta', '_journal.json')) as { entries: { tag: string }[] };
  const hashes = readMigrationFiles({ migrationsFolder: migrationsDir }).map(({ hash }) => hash);
  const hashByTag = Object.fromEntries(entries.map(({ tag }, index) => [tag, hashes[index]]));
  expect(Object.entries(hashByTag)).toEqual(Object.entries(released));
});

/**
 * Loads the rows of an installation of the first release: customers, sales, an exchange, addresses and the audit log.
 */
async function loadFirstRelease(pool: Pool): Promise<void> {
  const client = await pool.connect();
  await client.query('set session_replication_role = replica');
  const emptied = new Set<string>();
  for (const line of textOf('tests', 'setup', 'baseline-rows.jsonl').trim().split('\n')) {
    const { table, row } = JSON.parse(line) as { table: string; row: object };
    if (!emptied.has(table)) await client.query(`delete from ${table}`);
    emptied.add(table);
    const { rows } = await client.query<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    const names = rows[0]?.names;
    const record = `select ${names} from json_populate_record(null::${table}, $1)`;
    await client.query(`insert into ${table} (${names}) overriding system value ${record}`, [JSON.stringify(row)]);
  }
  const { rows: numbered } = await client.query<{ command: string }>(
    `select format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1) from %I',
       table_name, column_name, column_name, table_name) as command from information_schema.columns
     where table_schema = 'public' and is_identity = 'YES'`,
  );
  for (const { command } of numbered) await client.query(command);
  await client.query('set session_replication_role = default');
  client.release();
}

/** Columns, constraints, indexes, triggers and functions as PostgreSQL describes them. */
const schemaOf = ({ rows }: TestDatabase) =>
  rows(`
    select table_name as a, column_name as b,
    concat_ws(' ', data_type, is_nullable, column_default, generation_expression) as c
      from information_schema.columns where table_schema = 'public'
    union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select proname, '', pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1, 2, 3`);

test('an upgraded first release has the schema of a new one, and no row counts as forged', async () => {
  const oldTestDatabase = await createTestDatabase('template1');
  await migrateDatabase(oldTestDatabase.url, { upTo: 1 });
  await loadFirstRelease(oldTestDatabase.pool);
  await migrateDatabase(oldTestDatabase.url);
  expect(await schemaOf(oldTestDatabase)).toEqual(await schemaOf(database));

  const app = await startTestApp(oldTestDatabase);
  const { get, list } = await theAdmin(app);
  const intactOrder = { tampered: false };
  expect(await list('transactions?pageSize=100')).toMatchObject([intactOrder, intactOrder, intactOrder]);
  const { needs } = (await get('overview')).body;
  expect(needs).toMatchObject({ forgedAddresses: [], forgedAccounts: [] });
  expect((await verifyAudit(oldTestDatabase.db, testEncryptionKey)).findings).toEqual([]);
  await app.stop();
  await oldTestDatabase.drop();
});

/** Orders as the version before the stage was derived left them: by status and stage, with their rows. */
const stagedBefore = `
  with someone as (insert into users (email, email_verified_at, first_name, last_name, role)
    values ('ada@customers.test', now(), 'Ada', 'Obi', 'customer') returning id),
  made as (insert into orders (reference, type, status, stage, user_id, crypto_id, amount, rate, rate_at,
      rate_source, payout_currency, gross_amount, fee_percent, fee_amount, payout_amount, value_usd, decided_at)
    select 'LF-' || stage, 'sell', status, stage, someone.id, 'litecoin', 1, 100, now(), 'test', 'USD', 100, 0, 0,
      100, 100, case when status in ('completed', 'failed') then now() end
    from someone, (values ('pending', 'short'), ('pending', 'question'), ('completed', 'details_needed'),
      ('completed', 'returned'), ('failed', 'refund_due'), ('failed', 'refunded')) kinds (status, stage)
    returning id, user_id, stage),
  paid as (insert into payouts (order_id, kind, seq, amount, currency, state, approved_at)
    select id, 'order', 1, 100, 'USD', 'returned', now() from made where stage in ('details_needed', 'returned')
  returning id), tried as (insert into payout_attempts (payout_id, no, end_to_end_id, amount, currency, fingerprint,
  state, returned)
    select id, 1, id::text, 100, 'USD', '', 'returned', '{"reason": "name"}' from paid)
  insert into refunds (order_id, user_id, crypto_id, amount, state, tx_hash, reason, signature)
  select made.id, made.user_id, 'litecoin', 0.1, state, case state when 'confirmed' then made.id::text end, 'Late.', ''
  from made join (values ('refund_due', 'cancelled'), ('refunded', 'confirmed'), ('refunded', 'due')) sent (stage,
  state)
    using (stage)`;

test('orders of the previous version have the stage they had before, and two follow their refunds', async () => {
  const oldTestDatabase = await createTestDatabase('template1');
  await migrateDatabase(oldTestDatabase.url, {
    upTo: Object.keys(released).indexOf('20261128181633_stage-is-derived'),
  });
  const client = await oldTestDatabase.pool.connect();
  await client.query('set session_replication_role = replica');
  await client.query(stagedBefore);
  await client.query('set session_replication_role = default');
  client.release();
  await migrateDatabase(oldTestDatabase.url);
  const questions = 'select stage, asked from deposit_questions join orders on orders.id = order_id order by 1';
  expect(await oldTestDatabase.rows(questions)).toEqual([
    { stage: 'question', asked: 'team' },
    { stage: 'short', asked: 'customer' },
  ]);
  const returnedQuery = `select stage, (a.returned->>'asksCustomer')::boolean as asks from payout_attempts a
    join payouts p on p.id = a.payout_id join orders t on t.id = p.order_id order by 1`;
  expect(await oldTestDatabase.rows(returnedQuery)).toEqual([
    { stage: 'details_needed', asks: true },
    { stage: 'returned', asks: false },
  ]);
  const failedOrdersQuery = `select reference, stage, stage_version as version
    from orders where status = 'failed' order by 1`;
  expect(await oldTestDatabase.rows(failedOrdersQuery)).toEqual([
    { reference: 'LF-refund_due', stage: 'closed', version: 2 },
    { reference: 'LF-refunded', stage: 'refund_due', version: 2 },
  ]);
  await oldTestDatabase.drop();
});

const migrationsTable = 'drizzle.__drizzle_migrations';

test('a start on a database of this version changes nothing', async () => {
  expect(await migrateDatabase(database.url)).toBe(0);
});

test('a start on a database that a newer version migrated is refused', async () => {
  await database.pool.query(`insert into ${migrationsTable} (hash, created_at) values ('of tomorrow', 9e12)`);
  await expect(migrateDatabase(database.url)).rejects.toThrow(`made by a newer Landfall (${productVersion})`);
  await database.pool.query(`delete from ${migrationsTable} where hash = 'of tomorrow'`);
});

test('a start on a database of an unknown build is refused, and the operator reads what to do', async () => {
  await database.pool.query('comment on schema drizzle is null');
  await database.pool.query(`update ${migrationsTable} set hash = 'of another build'`);
  await expect(migrateDatabase(database.url)).rejects.toThrow(
    /other migrations \(its last migration is of 20\d\d-\d\d-\d\d\).*Nothing was changed.*export the data there/,
  );
});
