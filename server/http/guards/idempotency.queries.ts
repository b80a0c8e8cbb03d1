import { eq, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column, filtered, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { idempotencyKeys } from './idempotency.tables.ts';

/** A request that carries an Idempotency-Key: whose, for which endpoint, and what was asked. */
export type Ticket = { userId: string; endpoint: string; key: string; bodyHash: Buffer };

/** An answer as it was sent; `answer` is JSON text, or null for an answer without a body. */
const storedAnswer = {
  /** The row that takes a key and the answer are written in one transaction. */
  status: filtered(column.integer),
  answer: orNull(column.text),
};
export type StoredAnswer = RowOf<typeof storedAnswer>;

const find = readStatement({ ...storedAnswer, body_hash: column.bytes })`
  select body_hash, status, answer from idempotency_keys
  where user_id = $1 and endpoint = $2 and key = $3 and created_at > now() - interval '24 hours'`;

// While another transaction holds the key, this waits for it. Then either that one has committed (no row comes back)
// or it has failed, and the key is ours.
const take = writeStatement({ key: column.text })`
  insert into idempotency_keys as existing (user_id, endpoint, key, body_hash) values ($1, $2, $3, $4)
  on conflict (user_id, endpoint, key) do update
    set body_hash = excluded.body_hash, status = null, answer = null, created_at = now()
    where existing.created_at <= now() - interval '24 hours'
  returning key`;

const insertAnswer = writeStatement({})`
  update idempotency_keys set status = $4, answer = $5 where user_id = $1 and endpoint = $2 and key = $3`;

/** The answer stored under this key, with the hash of the body it was given for. */
export async function findAnswer(db: Db, { userId, endpoint, key }: Ticket) {
  const [row] = await db.run(find, [userId, endpoint, key]);
  return row;
}

/** True when the key is this transaction's now; false when an answer is stored already. */
export async function takeKey(tx: Tx, { userId, endpoint, key, bodyHash }: Ticket): Promise<boolean> {
  const rows = await tx.run(take, [userId, endpoint, key, bodyHash]);
  return rows.length === 1;
}

export async function storeAnswer(tx: Tx, { userId, endpoint, key }: Ticket, { status, answer }: StoredAnswer) {
  await tx.run(insertAnswer, [userId, endpoint, key, status, answer]);
}

/** Deletes keys older than 24 hours; returns how many. */
export async function deleteOldKeys(tx: Tx): Promise<number> {
  const rows = await tx
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`))
    .returning({ key: idempotencyKeys.key });
  return rows.length;
}

export async function deleteKeysOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
}
