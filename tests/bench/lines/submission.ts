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
import { seededEmail, seededId } from '../seed.ts';
import { atLeast, type Measurement } from '../statistics.ts';

const writers = 8;
const seconds = 2;

/**
 * One order with its file, event, audit and job rows in one transaction, against the bare five statements, and against
 * bare statements of every row that the product writes: the lock, the reference, the mail and the notice as well.
 */
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
  const five = await interleave(submitOwn, () => repeat((number) => submitBare(database.pool, number)));
  const all = await interleave(submitOwn, () => repeat((number) => submitAllBare(database.pool, number)));
  const note = `${five.note}, ${all.ratio.toFixed(2)} x bare statements of the same rows${all.note}`;
  return [atLeast('an order in one transaction, against the bare five statements', five.ratio, 0.8, note)];
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

// Write their rows column by column, without the product's checks and signatures.
const fiveStatements = {
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

// The rows that an order has besides: as many statements as the product has rows.
const otherStatements = {
  lock: `select id, email from users where id = $1 for no key update`,
  reference: `insert into order_references (reference) values ($1)`,
  mail: `insert into outbox (id, template, recipient, user_id, data) values ($1, 'order_received', $2, $3, $4::jsonb)`,
  notice: `insert into team_notices (id, name, data, audience) values ($1, 'new_order_notice', $2::jsonb, $3::jsonb)`,
};
const bareStatements = { ...fiveStatements, ...otherStatements };

type Order = { id: string; userId: string; reference: string };
type Run = (name: keyof typeof bareStatements, values: unknown[]) => Promise<unknown>;

async function inBareTransaction(pool: Pool, number: number, write: (run: Run, order: Order) => Promise<void>) {
  const reference = `LF-${randomBytes(6).toString('hex')}`;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await write(async (name, values) => client.query({ name: `bare-${name}`, text: bareStatements[name], values }), {
      id: randomUUID(),
      userId: seededId(number),
      reference,
    });
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function writeFive(run: Run, { id, userId, reference }: Order): Promise<void> {
  const now = new Date();
  await run('order', [id, reference, userId, now, JSON.stringify(bankDetails)]);
  await run('file', [`${randomUUID()}.jpg`, randomBytes(32), userId, id]);
  await run('event', [id, now, userId]);
  await run('audit', [userId, id, JSON.stringify({ reference, type: 'sell' }), randomUUID(), randomBytes(44)]);
  await run('job', [id]);
}

const submitBare = async (pool: Pool, number: number) => inBareTransaction(pool, number, writeFive);

async function submitAllBare(pool: Pool, number: number): Promise<void> {
  await inBareTransaction(pool, number, async (run, order) => {
    const { id, userId, reference } = order;
    await run('lock', [userId]);
    await run('reference', [reference]);
    await writeFive(run, order);
    const data = JSON.stringify({ id, reference, gives: '0.05 BTC', pays: '2,871,430.00 NGN', kind: 'sell' });
    await run('mail', [randomUUID(), seededEmail(number), userId, data]);
    await run('notice', [randomUUID(), data, JSON.stringify({ by: userId, about: userId })]);
  });
  await pool.query({ name: 'bare-notify', text: `select pg_notify('bench', $1)`, values: [String(number)] });
}
