import { column, filtered, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';

/** A request that carries an Idempotency-Key: whose, for which endpoint, and what was asked. */
export type Ticket = { userId: string; endpoint: string; key: string; bodyHash: Buffer };

/** An answer as it was sent; `answer` is JSON text, or null for an answer without a body. */
const storedAnswer = {
  /** The row that takes a key and the answer are written in one transaction. */
  status: filtered(column.integer),
  answer: orNull(column.text),
};
export type StoredAnswer = RowOf<typeof storedAnswer>;

/** The answer stored under this key, with the hash of the body it was given for. */
export const findAnswer = readStatement({ ...storedAnswer, body_hash: column.bytes }).first<
  [userId: string, endpoint: string, key: string]
>()`
  select body_hash, status, answer from idempotency_keys
  where user_id = $1 and endpoint = $2 and key = $3 and created_at > now() - interval '24 hours'`;

// While another transaction holds the key, this waits for it. Then either that one has committed (no row comes back)
// or it has failed, and the key is ours.
/** True when the key is this transaction's now; false when an answer is stored already. */
export const takeKey = writeStatement({}).exists<[userId: string, endpoint: string, key: string, bodyHash: Buffer]>()`
  insert into idempotency_keys as existing (user_id, endpoint, key, body_hash) values ($1, $2, $3, $4)
  on conflict (user_id, endpoint, key) do update
    set body_hash = excluded.body_hash, status = null, answer = null, created_at = now()
    where existing.created_at <= now() - interval '24 hours'
  returning key`;

export const storeAnswer = writeStatement({}).send<
  [userId: string, endpoint: string, key: string, status: number, answer: string | null]
>()`
  update idempotency_keys set status = $4, answer = $5 where user_id = $1 and endpoint = $2 and key = $3`;

/** Deletes keys older than 24 hours. */
export const deleteOldKeys = writeStatement({}).send()`
  delete from idempotency_keys where created_at <= now() - interval '24 hours'`;

export const deleteKeysOf = writeStatement({}).send<[userId: string]>()`
  delete from idempotency_keys where user_id = $1`;
