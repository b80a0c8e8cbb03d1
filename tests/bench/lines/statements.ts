import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { BenchDatabases } from '../cluster.ts';
import { signIn, startProduct, type Product } from '../programs.ts';
import { atMost, type Measurement } from '../statistics.ts';

const lines = 10_000;
const perBatch = 5_000;
const account = { id: randomUUID(), iban: 'DE89370400440532013000' };
/** Half of what the proxy of deploy/nginx.conf waits for an answer. */
const maxSettlingMs = 65_000;
/** The second is measured: the first finds nothing in any cache. */
const statements = 2;

/** A statement of 10,000 lines imported, and all of them settled with one call, as the team does it. */
export async function statementLines(databases: BenchDatabases): Promise<Measurement[]> {
  const url = await databases.fresh('bench_statements');
  const client = new Client({ connectionString: url });
  await client.connect();
  const product = await startProduct({ DATABASE_URL: url });
  try {
    await seedPayouts(client);
    const headers = await signIn(product.url, 'admin');
    const took: { imported: Timed; settled: Timed }[] = [];
    for (let number = 0; number < statements; number += 1) {
      const [id, imported] = await timed(product, () => importStatement(product, headers, number));
      const [, settled] = await timed(product, () => settle(product, headers, id));
      took.push({ imported, settled });
    }
    const [first, last] = [took[0], took.at(-1)];
    if (!first || !last) throw new Error('No statement was imported.');
    const note = ` (the first ${first.settled.ms.toFixed(0)} ms)`;
    const waits = (phase: 'imported' | 'settled') => Math.max(...took.map((times) => times[phase].maxWaitMs));
    return [
      atMost('payouts: a statement of 10,000 lines imported and matched', last.imported.ms, 5_000, 'ms'),
      atMost('payouts: longest wait of another call meanwhile', waits('imported'), 200, 'ms'),
      atMost('payouts: 10,000 exact lines settled with one call', last.settled.ms, maxSettlingMs, 'ms', note),
      atMost('payouts: longest wait of another call while they are settled', waits('settled'), 400, 'ms'),
    ];
  } finally {
    await client.end();
    await product.stop();
  }
}

type Timed = { ms: number; maxWaitMs: number };

async function timed<Result>(product: Product, work: () => Promise<Result>): Promise<[Result, Timed]> {
  const waits = watchWaits(product);
  const began = performance.now();
  try {
    const result = await work();
    return [result, { ms: performance.now() - began, maxWaitMs: await waits.stop() }];
  } finally {
    await waits.stop();
  }
}

/** Sent payouts of completed orders, copied from the seeded ones, in batches of 5,000. */
async function seedPayouts(client: Client): Promise<void> {
  await client.query('set session_replication_role = replica; set synchronous_commit = off');
  await client.query(
    `insert into desk_accounts (id, name, currency, format, holder_name, iban, bank_name)
     values ($1, 'Main', 'EUR', 'pain001', 'Landfall Ltd', $2, 'Bank')`,
    [account.id, account.iban],
  );
  await client.query(insertOrders, [lines * statements]);
  await client.query(insertPayouts);
  await client.query(insertBatches, [account.id, perBatch]);
  await client.query(insertAttempts, [perBatch]);
  await client.query('vacuum (analyze)');
}

const insertOrders = `
  insert into orders (id, reference, type, status, stage, user_id, crypto_id, crypto_name, crypto_symbol, crypto_color,
    amount, rate, rate_at, rate_source, payout_currency, gross_amount, fee_percent, fee_amount, payout_amount, value_usd,
    payment_details, deposit_address, deposit_network, proof_at, created_at, updated_at, decided_at)
  select gen_random_uuid(), 'LF-9' || lpad((n / 100)::text, 3, '0') || '-' || lpad((n % 100)::text, 2, '0'), type,
    'completed', 'sent', user_id, crypto_id, crypto_name, crypto_symbol, crypto_color, amount, rate, rate_at, rate_source,
    'EUR', 101 + n % 900, fee_percent, 1, 100 + n % 900, value_usd, payment_details, deposit_address,
    deposit_network, proof_at, created_at, now(), now()
  from generate_series(0, $1::int - 1) n
  join (select *, row_number() over (order by reference) - 1 as place from orders) o on o.place = n % 1000`;

const insertPayouts = `
  insert into payouts (order_id, kind, seq, amount, currency, state, approved_at, details)
  select id, 'order', 1, payout_amount, 'EUR', 'sent', now(), payment_details from orders where reference like 'LF-9___-__'`;

const insertBatches = `
  insert into payout_batches (format, account_id, currency, count, total, state, execute_on, made_by, made_at, released_by,
    released_at, sent_by, sent_at, digest)
  select 'pain001', $1, 'EUR', $2, 1, 'sent', now(), u.id, now(), u.id, now(), u.id, now(), ''
  from (select id from users where role = 'admin' limit 1) u, generate_series(1, ${(lines * statements) / perBatch})
  where $2::int > 0`;

const insertAttempts = `
  insert into payout_attempts (payout_id, no, batch_id, end_to_end_id, amount, currency, details, fingerprint, state, sent_at)
  select p.id, 1, b.id, t.reference || '-1', p.amount, 'EUR', p.details, '', 'sent', now()
  from (select *, row_number() over (order by reference) - 1 as place from orders where reference like 'LF-9___-__') t
  join payouts p on p.order_id = t.id
  join (select id, row_number() over (order by seq) - 1 as place from payout_batches) b on b.place = t.place / $1::int`;

async function importStatement({ url }: Product, headers: Record<string, string>, number: number): Promise<string> {
  let total = 0;
  const bookings = Array.from({ length: lines }, (_line, at) => {
    const place = number * lines + at;
    const amount = 100 + (place % 900);
    total += amount;
    const reference = `LF9${String(Math.floor(place / 100)).padStart(3, '0')}${String(place % 100).padStart(2, '0')}`;
    return `:61:2611241124D${amount},00NTRFNONREF//N${place}\n:86:${reference} Ada`;
  });
  const [opening, closing] = [`:60F:C261123EUR${total},00`, ':62F:C261124EUR0,00'];
  const content = [':20:S1', `:25:${account.iban}`, ':28C:1/1', opening, ...bookings, closing, ''].join('\n');
  const body = new FormData();
  body.set('accountId', account.id);
  body.set('statement', new Blob([content]), `statement-${number}.sta`);
  const response = await fetch(new URL('/api/admin/statements', url), {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body,
  });
  const answer = (await response.json()) as { id: string; proposed: number };
  if (answer.proposed !== lines) throw new Error(`The import answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer.id;
}

async function settle({ url }: Product, headers: Record<string, string>, id: string): Promise<void> {
  const response = await fetch(new URL(`/api/admin/statements/${id}/settle`, url), { method: 'POST', headers });
  const answer = (await response.json()) as { settled: number };
  if (answer.settled !== lines) throw new Error(`Settling answered ${response.status}: ${JSON.stringify(answer)}`);
}

/** Calls the product again and again; `stop` gives the longest that one of the calls took. */
function watchWaits({ url }: Product): { stop: () => Promise<number> } {
  const stopping = new AbortController();
  const maxWait = (async () => {
    let wait = 0;
    while (!stopping.signal.aborted) {
      const sent = performance.now();
      await fetch(new URL('/api/crypto-assets', url)).then((answer) => answer.text());
      wait = Math.max(wait, performance.now() - sent);
      await pause(10);
    }
    return wait;
  })();
  return {
    stop: () => {
      stopping.abort();
      return maxWait;
    },
  };
}
