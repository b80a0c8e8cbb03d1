import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { inTx, type Database } from '#server/db/connection.ts';
import { setRowKey } from '#server/db/signing/signed-rows.ts';
import { setAuditKey } from '#server/features/audit/audit.signature.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { anOrder, bankDetails } from '#tests/factories/orders.ts';
import { customerRights } from '#tests/factories/rights.ts';
import type { BenchDatabases } from '../cluster.ts';
import { interleave } from '../load.ts';
import { openPool, startProduct } from '../programs.ts';
import { seededId } from '../seed.ts';
import { atLeast, type Measurement } from '../statistics.ts';

const writers = 8;
const seconds = 2;

/** One order with its file, event, audit and job rows in one transaction, against the bare five statements. */
export async function submissionLine(databases: BenchDatabases): Promise<Measurement[]> {
  const url = await databases.fresh('bench_submission');
  // The product seeds coins and settings; the orders below are then written without it, as its services write them.
  const product = await startProduct({ DATABASE_URL: url });
  await product.stop();
  const encryptionKey = randomBytes(32).toString('hex');
  setAuditKey(encryptionKey);
  setRowKey(encryptionKey);
  const database = openPool(url, writers);
  const submitOwn = () => repeat((number) => submitAsWeDo(database, number));
  const submitPlain = () => repeat((number) => submitBare(database.pool, number));
  const { ratio, note } = await interleave(submitOwn, submitPlain);
  return [atLeast('an order in one transaction, against the bare five statements', ratio, 0.8, note)];
}

/** Each writer submits for its own customers, as users do. */
async function repeat(submit: (customer: number) => Promise<void>) {
  const startedAt = performance.now();
  let doneCount = 0;
  const work = async (writer: number): Promise<void> => {
    for (let turn = 0; performance.now() < startedAt + seconds * 1000; turn += 1) {
      await submit(100 + writer * 50 + (turn % 50));
      doneCount += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => work(writer)));
  return { perSecond: (doneCount * 1000) / (performance.now() - startedAt) };
}

async function submitAsWeDo(database: Database, number: number): Promise<void> {
  const userId = seededId(number);
  const ids = { userId, sessionId: randomUUID(), requestId: randomUUID() };
  const actor: Actor = { ...ids, role: 'customer', email: '', ...customerRights };
  const deps: Parameters<typeof anOrder>[0] = { inTx: (work) => inTx(database, work), now: () => new Date() };
  const names = { filename: `${randomUUID()}.jpg`, originalName: 'proof.jpg', type: 'image/jpeg', size: 1000 };
  const picture = {
    pictureHash: null,
    picturePieces: null,
    fullFilename: null,
    fullSize: null,
    sentHash: randomBytes(32),
  };
  await anOrder(deps, actor, { proof: { ...names, ...picture, purpose: 'payment_proof', ownerId: userId } });
}

// Writes the five rows, column by column, without the product's other work: the customer's lock, the unique reference,
// the outbox row, the audit row's signature and the notification of other processes.
const bareStatements = {
  order: `insert into orders (id, reference, type, user_id, crypto_id, crypto_name, crypto_symbol, crypto_color, amount,
    rate, rate_at, rate_source, payout_currency, gross_amount, fee_percent, fee_amount, payout_amount, value_usd,
    proof_at, payment_details, deposit_address, deposit_network, created_at, updated_at)
    values ($1, $2, 'sell', $3, 'bitcoin', 'Bitcoin', 'BTC', '#f7931a', 0.05, 60451158, $4, 'sample', 'NGN',
    3022557.90, 5, 151127.90, 2871430.00, 1957.26, $4, $5::jsonb, 'sample-address', 'Bitcoin Network', $4, $4)`,
  file: `insert into files (filename, original_name, type, size, sent_hash, purpose, owner_id, order_id)
    values ($1, 'proof.jpg', 'image/jpeg', 1000, $2, 'payment_proof', $3, $4)`,
  event: `insert into order_events (order_id, at, to_status, actor_id, actor_kind)
    values ($1, $2, 'pending', $3, 'customer')`,
  audit: `insert into audit_log (actor_id, actor_role, action, subject_type, subject_id, details, request_id, signature)
    values ($1, 'customer', 'transaction.created', 'transaction', $2, $3::jsonb, $4, $5)`,
  job: `select graphile_worker.add_job('bench.none', json_build_object('id', $1::text), priority := 10)`,
};

async function submitBare(pool: Pool, number: number): Promise<void> {
  const userId = seededId(number);
  const id = randomUUID();
  const now = new Date();
  const reference = `LF-${randomBytes(6).toString('hex')}`;
  const client = await pool.connect();
  const run = async (name: keyof typeof bareStatements, values: unknown[]) =>
    client.query({ name: `bare-${name}`, text: bareStatements[name], values });
  try {
    await client.query('begin');
    await run('order', [id, reference, userId, now, JSON.stringify(bankDetails)]);
    await run('file', [`${randomUUID()}.jpg`, randomBytes(32), userId, id]);
    await run('event', [id, now, userId]);
    await run('audit', [userId, id, JSON.stringify({ reference, type: 'sell' }), randomUUID(), randomBytes(44)]);
    await run('job', [id]);
    await client.query('commit');
  } finally {
    client.release();
  }
}
