import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables } from '#server/db/signing/signed-rows.ts';
import { batchedWrite, readStatement, runBatch } from '#server/db/statements.ts';

const changedFile = { id: column.uuid, seq: column.integer, sha256: column.text, found: column.text };
const changedFiles = readStatement(
  changedFile,
  `select b.id, b.seq, f.sha256, encode(sha256(f.bytes), 'hex') as found
   from payout_files f join payout_batches b on b.id = f.batch_id where encode(sha256(f.bytes), 'hex') <> f.sha256`,
);

/** Files of batches that are not what was written at the release. */
export async function readChangedFiles(db: Pick<Db, 'run'>): Promise<RowOf<typeof changedFile>[]> {
  return db.run(changedFiles);
}

const signedPayout = { ...signedTables.payout.fields, signature: orNull(column.bytes), reference: column.text };
const livePayouts = readStatement(
  signedPayout,
  `select ${signedColumns(signedTables.payout, 'p')}, t.reference from payouts p join orders t on t.id = p.order_id
   where p.state in ('due', 'held', 'batched', 'released', 'sent', 'returned') order by p.id`,
);

/** The payouts that can still be paid or come back, with their signatures. */
export async function readLivePayouts(db: Pick<Db, 'run'>): Promise<RowOf<typeof signedPayout>[]> {
  return db.run(livePayouts);
}

const anyPayout = readStatement(
  { id: column.uuid },
  `select p.id from payouts p join orders t on t.id = p.order_id where t.user_id = $1 limit 1`,
);

export async function hasPayouts(db: Pick<Db, 'run'>, userId: string): Promise<boolean> {
  return (await db.run(anyPayout, [userId])).length > 0;
}

const eraseAttempts = batchedWrite(
  `update payout_attempts a set details = null from payouts p join orders t on t.id = p.order_id
   where a.payout_id = p.id and t.user_id = $1`,
);
const erasePayouts = batchedWrite(
  `update payouts p set details = null from orders t where t.id = p.order_id and t.user_id = $1`,
);

/** Removes the payees of a customer's payouts. */
export async function erasePayeesOf(tx: Tx, userId: string): Promise<void> {
  await runBatch(tx, async (all) => {
    await all.run(eraseAttempts, [userId]);
    await all.run(erasePayouts, [userId]);
  });
}
