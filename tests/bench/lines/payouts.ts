import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Client } from 'pg';
import { paysExactly } from '#server/features/payouts/files/payouts.file.reader.ts';
import { fileOf } from '#server/features/payouts/files/payouts.file.ts';
import type { FileBatch } from '#server/features/payouts/files/payouts.file.types.ts';
import { matchLines, type MatchAttempt } from '#server/features/payouts/statements/payouts.matching.ts';
import { readStatementFile } from '#server/features/payouts/statements/payouts.statement.thread.ts';
import { statementIban as iban } from '#tests/factories/statements.ts';
import type { BenchDatabases } from '../cluster.ts';
import { connectedClient, signIn, startProduct, waitsDuring } from '../programs.ts';
import { atMost, type Measurement } from '../statistics.ts';

const lines = 10_000;

/** The payout at this position: the reference of its order, and its whole euros. */
const referenceOf = (place: number) => {
  const digits = String(place).padStart(5, '0');
  return `LF-9${digits.slice(0, 3)}-${digits.slice(3)}`;
};
const amountOf = (place: number) => 100 + (place % 900);

/** An MT940 that books 10,000 payouts from this position on. */
function statementFrom(from: number): Buffer {
  const places = Array.from({ length: lines }, (_, index) => from + index);
  const total = places.reduce((sum, place) => sum + amountOf(place), 0);
  const bookings = places.map(
    (place) =>
      `:61:2611241124D${amountOf(place)},00NTRFNONREF//N${place}\n:86:${referenceOf(place).replaceAll('-', '')} Ada`,
  );
  const openingBalance = `:60F:C261123EUR${total},00`;
  const closingBalance = ':62F:C261124EUR0,00';
  return Buffer.from([':20:S1', `:25:${iban}`, ':28C:1/1', openingBalance, ...bookings, closingBalance, ''].join('\n'));
}

/** A file of 5,000 payouts, and 10,000 lines of a statement, read in a thread and matched, without the database. */
export async function payoutLines(): Promise<Measurement[]> {
  return [fileLine(), ...(await matchingLines())];
}

function fileLine(): Measurement {
  const account = { holderName: 'Landfall Ltd', iban, bic: null, accountNumber: null, bankName: 'Bank', town: null };
  const payee = { method: 'bank', accountName: 'Ada Obi', accountNumber: 'NL91ABNA0417164300', bankName: 'B' } as const;
  const noBankCodes = { iban: null, bic: null, bankCode: null, country: null };
  const batch: FileBatch = {
    reference: 'B-000007',
    currency: 'EUR',
    total: '1.00',
    executeOn: '2026-11-23',
    at: new Date(),
    lines: Array.from({ length: 5_000 }, (_line, place) => {
      const reference = referenceOf(place);
      const amount = `${amountOf(place)}.00`;
      return { endToEndId: `${reference}-1`, reference, amount, currency: 'EUR', payee: { ...payee, ...noBankCodes } };
    }),
    account: { ...account, country: null, batchBooking: false },
  };
  const startedAt = performance.now();
  const { bytes } = fileOf('pain001', batch, null);
  if (!paysExactly({ format: 'pain001', bytes, shape: null }, batch.lines)) throw new Error('Another file was read.');
  return atMost('payouts: 5,000 to a file that is read again', performance.now() - startedAt, 2_000, 'ms');
}

async function matchingLines(): Promise<Measurement[]> {
  const attempts = Array.from({ length: lines }, (_attempt, index): MatchAttempt => {
    const reference = referenceOf(index);
    const payoutFields = { reference, endToEndId: `${reference}-1`, amount: `${amountOf(index)}.00`, currency: 'EUR' };
    return {
      ...payoutFields,
      id: `a${index}`,
      payoutId: `p${index}`,
      state: 'sent',
      isReleased: false,
      hasLine: false,
    };
  });
  const bytes = statementFrom(0);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const startedAt = performance.now();
  const result = await readStatementFile({ bytes, account: { currency: 'EUR', iban, accountNumber: null } });
  if ('refusal' in result) throw new Error(JSON.stringify(result.refusal));
  const references = attempts.map(({ reference }) => reference);
  const sources = { attempts, batches: [], exchanges: [], references, feeTolerance: { percent: '1', max: '5' } };
  const bookedLines = result.statement.lines.map((line, index) => ({ ...line, id: String(index) }));
  const matches = await matchLines(bookedLines, sources);
  const elapsedMs = performance.now() - startedAt;
  delay.disable();
  const exactCount = [...matches.values()].filter(({ rule }) => rule === 'exact').length;
  if (exactCount !== lines) throw new Error(`${exactCount} lines were matched.`);
  return [
    atMost('payouts: 10,000 lines read and matched', elapsedMs, 5_000, 'ms'),
    atMost('payouts: longest wait of another call meanwhile', delay.max / 1e6, 200, 'ms'),
  ];
}

const perBatch = 5_000;
const accountId = randomUUID();
/** Half of the proxy timeout in deploy/nginx.conf. */
const maxSettlingMs = 65_000;
/** The second run is measured: the first finds only cold caches. */
const statements = 2;

/** A statement of 10,000 lines imported, and all of them settled with one call, as the team does it. */
export async function statementLines(databases: BenchDatabases): Promise<Measurement[]> {
  const url = await databases.fresh('bench_statements');
  const client = await connectedClient(url);
  const product = await startProduct({ DATABASE_URL: url });
  await seedPayouts(client);
  const { ok } = await signIn(product.url, 'admin');
  const imports: MeasuredWaits[] = [];
  const settlings: MeasuredWaits[] = [];
  for (let number = 0; number < statements; number += 1) {
    const statement = { bytes: statementFrom(number * lines), name: `statement-${number}.sta` };
    const payload = { key: randomUUID(), form: { accountId, statement } };
    let importedStatement: Record<string, unknown> = {};
    const importing = async () => (importedStatement = await ok('POST', 'admin/statements', payload));
    imports.push(await waitsDuring(product, importing, 10));
    let settledLines: Record<string, unknown> = {};
    const settling = async () =>
      (settledLines = await ok('POST', `admin/statements/${String(importedStatement.id)}/settle`));
    settlings.push(await waitsDuring(product, settling, 10));
    if (importedStatement.proposed !== lines || settledLines.settled !== lines)
      throw new Error(JSON.stringify([importedStatement, settledLines]));
  }
  const lastMs = (times: MeasuredWaits[]) => times.at(-1)?.ms ?? Number.NaN;
  const slowest = (times: MeasuredWaits[]) => Math.max(...times.flatMap(({ waits }) => waits));
  const note = ` (the first ${settlings[0]?.ms.toFixed(0)} ms)`;
  return [
    atMost('payouts: a statement of 10,000 lines imported and matched', lastMs(imports), 5_000, 'ms'),
    atMost('payouts: longest wait of another call meanwhile', slowest(imports), 200, 'ms'),
    atMost('payouts: 10,000 exact lines settled with one call', lastMs(settlings), maxSettlingMs, 'ms', note),
    atMost('payouts: longest wait of another call while they are settled', slowest(settlings), 400, 'ms'),
  ];
}

type MeasuredWaits = Awaited<ReturnType<typeof waitsDuring>>;

/** Payouts of completed orders that were sent, copied from the seeded ones, in batches of 5,000. */
async function seedPayouts(client: Client): Promise<void> {
  await client.query('set session_replication_role = replica; set synchronous_commit = off');
  await client.query(
    `insert into desk_accounts (id, name, currency, format, holder_name, iban, bank_name)
     values ($1, 'Main', 'EUR', 'pain001', 'Landfall Ltd', $2, 'Bank')`,
    [accountId, iban],
  );
  await client.query(insertOrders, [lines * statements]);
  await client.query(insertPayouts);
  await client.query(insertBatches, [accountId, perBatch]);
  await client.query(insertAttempts, [perBatch]);
  await client.query('vacuum (analyze)');
}

const insertOrders = `
  insert into orders (id, reference, type, status, stage, user_id, crypto_id, crypto_name, crypto_symbol, crypto_color,
    amount, rate, rate_at, rate_source, payout_currency, gross_amount, fee_percent, fee_amount, payout_amount,
    value_usd, payment_details, deposit_address, deposit_network, proof_at, created_at, updated_at, decided_at)
  select gen_random_uuid(), 'LF-9' || lpad((n / 100)::text, 3, '0') || '-' || lpad((n % 100)::text, 2, '0'), type,
    'completed', 'sent', user_id, crypto_id, crypto_name, crypto_symbol, crypto_color, amount, rate, rate_at,
    rate_source, 'EUR', 101 + n % 900, fee_percent, 1, 100 + n % 900, value_usd, payment_details, deposit_address,
    deposit_network, proof_at, created_at, now(), now()
  from generate_series(0, $1::int - 1) n
  join (select *, row_number() over (order by reference) - 1 as place from orders) o on o.place = n % 1000`;

const insertPayouts = `
  insert into payouts (order_id, kind, seq, amount, currency, state, approved_at, details)
  select id, 'order', 1, payout_amount, 'EUR', 'sent', now(), payment_details from orders
  where reference like 'LF-9___-__'`;

const insertBatches = `
  insert into payout_batches (format, account_id, currency, count, total, state, execute_on, made_by, made_at,
    released_by, released_at, sent_by, sent_at, digest)
  select 'pain001', $1, 'EUR', $2, 1, 'sent', now(), u.id, now(), u.id, now(), u.id, now(), ''
  from (select id from users where role = 'admin' limit 1) u, generate_series(1, ${(lines * statements) / perBatch})
  where $2::int > 0`;

const insertAttempts = `
  insert into payout_attempts (payout_id, no, batch_id, end_to_end_id, amount, currency, details, fingerprint,
  state, sent_at)
  select p.id, 1, b.id, t.reference || '-1', p.amount, 'EUR', p.details, '', 'sent', now()
  from (select *, row_number() over (order by reference) - 1 as place from orders where reference like 'LF-9___-__') t
  join payouts p on p.order_id = t.id
  join (select id, row_number() over (order by seq) - 1 as place from payout_batches) b on b.place = t.place / $1::int`;
