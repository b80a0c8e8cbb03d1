import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { column } from '#server/db/rows.ts';
import { signChanged, signedTables } from '#server/db/signing/signed-rows.ts';
import { readStatement, sqlList, writeStatement } from '#server/db/statements.ts';
import { refusedStatuses } from '#shared/orders/orders.lifecycle.ts';
import type { LockedOrder } from '../orders.queries.ts';

const nameHash = writeStatement({ version: column.integer })`
  update orders set transaction_hash = $2, signature = $4, version = version + 1, updated_at = $3
  where id = $1 and transaction_hash is distinct from $2 returning version`;

/** Stores the transaction that the customer named; undefined when it is on record already. */
export async function setTransactionHash(
  tx: Tx,
  order: LockedOrder,
  { hash, now }: { hash: string; now: Date },
): Promise<number | undefined> {
  const signature = signChanged(signedTables.order, order, { transactionHash: hash });
  return (await tx.run(nameHash, [order.id, hash, now, signature]))[0]?.version;
}

/** How often the transaction of an order was replaced by another. */
export const countRenames = readStatement({ count: column.integer }).only<[id: string]>()`
  select count(*)::int as count from audit_log
  where subject_type = 'transaction' and subject_id = $1 and action = 'transaction.hash_named' and details ? 'from'`;

const hashUses = ['deposit', 'settlement'] as const;

/** As what other live orders of this coin name the hash; `exceptId` is an order that does not count. */
export const listHashUses = readStatement({ use: column.oneOf(hashUses), userId: column.uuid }).rows<
  [cryptoId: string, hash: string, exceptId: string | null]
>()`
  select 'deposit' as use, user_id as "userId" from orders
  where transaction_hash is not null and lower(transaction_hash) = lower($2) and crypto_id = $1
    and status not in (${sqlList(refusedStatuses)}) and id is distinct from $3::uuid
  union all
  select 'settlement', user_id from orders
  where admin_transaction_id is not null and lower(admin_transaction_id) = lower($2) and crypto_id = $1
    and status not in (${sqlList(refusedStatuses)}) and id is distinct from $3::uuid`;

type HashUse = { use: (typeof hashUses)[number]; userId: string };

/** The same under a lock on the hash until the transaction ends, so that two orders cannot both find it free. */
export async function lockHash(tx: Tx, cryptoId: string, hash: string, exceptId: string | null): Promise<HashUse[]> {
  await lockName(tx, `chain hash ${cryptoId} ${hash.toLowerCase()}`);
  return listHashUses(tx, cryptoId, hash, exceptId);
}
