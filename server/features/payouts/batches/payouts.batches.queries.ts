import type { Db, Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables } from '#server/db/signing/signed-rows.ts';
import { batchedWrite, readStatement, writeStatement } from '#server/db/statements.ts';
import { batchFormats, batchStates, type BatchState } from '#shared/payouts/payouts.lifecycle.ts';

const batchRow = {
  id: column.uuid,
  seq: column.integer,
  state: column.oneOf(batchStates),
  format: column.oneOf(batchFormats),
  accountId: orNull(column.uuid),
  accountName: orNull(column.text),
  currency: column.text,
  count: column.integer,
  total: column.numeric,
  executeOn: column.text,
  note: orNull(column.text),
  madeBy: column.uuid,
  makerName: column.text,
  madeAt: column.moment,
  releasedBy: orNull(column.uuid),
  releaserName: orNull(column.text),
  releasedAt: orNull(column.moment),
  sentBy: orNull(column.uuid),
  senderName: orNull(column.text),
  sentAt: orNull(column.moment),
  bankReference: orNull(column.text),
  needsSecond: column.boolean,
  digest: column.text,
  fileName: orNull(column.text),
  sha256: orNull(column.text),
  bytes: orNull(column.integer),
  /** How many lines are in each state. */
  states: column.json,
};
export type BatchRow = RowOf<typeof batchRow>;

const name = (user: string) => `${user}.first_name || ' ' || ${user}.last_name`;
const select = `select b.id, b.seq, b.state, b.format, b.account_id as "accountId", d.name as "accountName", b.currency,
  b.count, b.total, b.execute_on::text as "executeOn", b.note, b.made_by as "madeBy", ${name('m')} as "makerName",
  b.made_at as "madeAt", b.released_by as "releasedBy", ${name('r')} as "releaserName", b.released_at as "releasedAt",
  b.sent_by as "sentBy", ${name('s')} as "senderName", b.sent_at as "sentAt", b.bank_reference as "bankReference",
  b.needs_second as "needsSecond", b.digest, f.file_name as "fileName", f.sha256, length(f.bytes) as bytes,
  coalesce((select json_object_agg(c.state, c.count) from (select a.state, count(*)::int as count
    from payout_attempts a where a.batch_id = b.id group by 1) c), '{}'::json) as states
  from payout_batches b join users m on m.id = b.made_by left join desk_accounts d on d.id = b.account_id
  left join users r on r.id = b.released_by left join users s on s.id = b.sent_by
  left join payout_files f on f.batch_id = b.id`;

const byId = readStatement(batchRow, `${select} where b.id = $1`);
const list = readStatement(
  batchRow,
  `${select} where b.seq in (select seq from payout_batches where $1::text[] is null or state = any($1)
     order by seq desc limit $2 offset $3) order by b.seq desc`,
);
const total = readStatement(
  { total: column.integer },
  `select count(*)::int as total from (select 1 from payout_batches where $1::text[] is null or state = any($1)
     limit 10000) counted`,
);

export async function readBatch(db: Pick<Db, 'run'>, id: string): Promise<BatchRow | undefined> {
  const [row] = await db.run(byId, [id]);
  return row;
}

/** A page of batches, newest first. */
export async function listBatchRows(
  db: Pick<Db, 'run'>,
  states: readonly BatchState[] | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: BatchRow[]; total: number }> {
  const [counted] = await db.run(total, [states]);
  return { rows: await db.run(list, [states, limit, offset]), total: counted?.total ?? 0 };
}

const lockOrders = writeStatement(
  { id: column.uuid },
  `select t.id from orders t where t.id in (select p.order_id from payout_attempts a join payouts p on p.id = a.payout_id
     where a.batch_id = $1) order by t.id for update of t`,
);
const lockRow = writeStatement(
  { state: column.oneOf(batchStates) },
  `select state from payout_batches where id = $1 for update`,
);

/** Locks the orders of a batch and the batch: the order in which every other transaction locks them. */
export async function lockBatch(tx: Tx, id: string): Promise<BatchState | undefined> {
  await tx.run(lockOrders, [id]);
  const [row] = await tx.run(lockRow, [id]);
  return row?.state;
}

const account = {
  ...signedTables.deskAccount.fields,
  signature: orNull(column.bytes),
  format: column.oneOf(batchFormats),
  town: orNull(column.text),
  country: orNull(column.text),
  batchBooking: column.boolean,
  shape: orNull(column.json),
};
export type PayingAccount = RowOf<typeof account>;
const accountById = writeStatement(
  account,
  `select ${signedColumns(signedTables.deskAccount, 'd')}, d.town, d.country, d.batch_booking as "batchBooking",
     p.shape::json as shape
   from desk_accounts d left join payout_profiles p on p.id = d.profile_id where d.id = $1 for share of d`,
);

/** An account that money is paid from, with the layout of its files; it does not change before the transaction ends. */
export async function lockPayingAccount(tx: Tx, id: string): Promise<PayingAccount | undefined> {
  const [row] = await tx.run(accountById, [id]);
  return row;
}

const insertFile = batchedWrite(
  `insert into payout_files (batch_id, bytes, sha256, file_name) values ($1, $2, $3, $4)`,
);

export async function storePayoutFile(
  tx: Tx,
  batchId: string,
  { bytes, sha256, name: fileName }: { bytes: Buffer; sha256: string; name: string },
): Promise<void> {
  await tx.run(insertFile, [batchId, bytes, sha256, fileName]);
}

const file = { bytes: column.bytes, sha256: column.text, fileName: column.text };
const fileOfBatch = readStatement(
  file,
  `select bytes, sha256, file_name as "fileName" from payout_files where batch_id = $1`,
);

/** The bytes of a batch, as they were written at its release. */
export async function readPayoutFile(db: Pick<Db, 'run'>, batchId: string): Promise<RowOf<typeof file> | undefined> {
  const [row] = await db.run(fileOfBatch, [batchId]);
  return row;
}
