import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull } from '#server/db/rows.ts';
import { signedColumns, signedTables } from '#server/db/signing/signed-rows.ts';
import { batchedWrite, readStatement } from '#server/db/statements.ts';

const noId = '00000000-0000-0000-0000-000000000000';
const chunk = 1_000;

const payouts = readStatement(
  { ...signedTables.payout.fields, signature: orNull(column.bytes), reference: column.text },
  `select ${signedColumns(signedTables.payout, 'p')}, t.reference from payouts p join orders t on t.id = p.order_id
   where p.id > $1 order by p.id limit ${chunk}`,
);
const attempts = readStatement(
  {
    ...signedTables.payoutAttempt.fields,
    signature: orNull(column.bytes),
    reference: column.text,
    orderId: column.uuid,
  },
  `select ${signedColumns(signedTables.payoutAttempt, 'a')}, t.reference, t.id as "orderId" from payout_attempts a
   join payouts p on p.id = a.payout_id join orders t on t.id = p.order_id
   where a.id > $1 order by a.id limit ${chunk}`,
);

/** All rows of a statement that answers them by id, a chunk at a time. */
async function* inChunks<Row extends { id: string }>(read: (after: string) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let after = noId; ;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return;
    after = last.id;
  }
}

/** Every payout with its signature. */
export const readSignedPayouts = (db: Pick<Db, 'run'>) => inChunks((after) => db.run(payouts, [after]));

/** Every attempt with its signature. */
export const readSignedAttempts = (db: Pick<Db, 'run'>) => inChunks((after) => db.run(attempts, [after]));

const changedFiles = readStatement(
  { seq: column.integer, orderId: column.uuid, sha256: column.text },
  `select b.seq, f.sha256, (select p.order_id from payout_attempts a join payouts p on p.id = a.payout_id
     where a.batch_id = b.id order by a.end_to_end_id limit 1) as "orderId"
   from payout_files f join payout_batches b on b.id = f.batch_id
   where encode(sha256(f.bytes), 'hex') <> f.sha256 and b.count > 0`,
);

/** Files of batches whose bytes are not those of the release. */
export async function readChangedFiles(db: Pick<Db, 'run'>) {
  return db.run(changedFiles);
}

const clearLines = batchedWrite(
  `update statement_lines set text = '', counterparty_name = null, counterparty_account = null
   where booked_on < ($1::timestamptz - make_interval(years => $2))::date
     and (text <> '' or counterparty_name is not null or counterparty_account is not null)`,
);
const clearStatements = batchedWrite(
  `update statements set bytes = null
   where bytes is not null and imported_at < $1::timestamptz - make_interval(years => $2)`,
);

/** Removes what statements say of third persons, once the retention has ended. */
export async function clearOldStatements(tx: Tx, now: Date, years: number): Promise<void> {
  await tx.run(clearLines, [now, years]);
  await tx.run(clearStatements, [now, years]);
}
