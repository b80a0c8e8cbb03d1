import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';

const customer = writeStatement({})`
  insert into erased_customers (user_id, address_hash, erased_at) values ($1, $2, $3) on conflict (user_id) do nothing`;
const proofs = writeStatement({})`
  insert into erased_proofs (order_id, sent_hash)
  select f.order_id, f.sent_hash from files f join orders t on t.id = f.order_id
  where t.user_id = $1 and f.purpose = 'payment_proof' on conflict do nothing`;

export async function insertErased(
  tx: Tx,
  { userId, addressHash, now }: { userId: string; addressHash: Buffer; now: Date },
): Promise<void> {
  await tx.run(customer, [userId, addressHash, now]);
}

/** Stores what the proofs of an erased customer were, as hashes, before the files go. */
export async function insertErasedProofs(tx: Tx, userId: string): Promise<void> {
  await tx.run(proofs, [userId]);
}

export const deleteErasedBefore = writeStatement({ userId: column.uuid }).send<[before: Date]>()`
  delete from erased_customers where erased_at < $1 returning user_id as "userId"`;

const mailbox = readStatement({ mailbox: orNull(column.text) })`
  select mailbox_of(email) as mailbox from users where id = $1`;

/** The mailbox of a user, by the address without what only labels it; null once erased. */
export async function findMailbox(db: Pick<Db, 'run'>, userId: string): Promise<string | null> {
  return (await db.run(mailbox, [userId]))[0]?.mailbox ?? null;
}
