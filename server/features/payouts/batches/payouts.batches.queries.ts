import type { Tx } from '#server/db/connection.ts';
import { column, orNull, type RowOf } from '#server/db/rows.ts';
import { signedColumns, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { columnsOf } from '#server/db/table-columns.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import type { Reader } from '../list/payouts.list.queries.ts';
import { payoutBatches } from '../payouts.tables.ts';

const terms = ['id', 'seq', 'state', 'format', 'accountId', 'currency', 'count', 'total', 'note', 'digest'] as const;
const steps = [
  'madeBy',
  'madeAt',
  'releasedBy',
  'releasedAt',
  'sentBy',
  'sentAt',
  'bankReference',
  'needsSecond',
] as const;
const batch = columnsOf(payoutBatches, 'b', ...terms, ...steps);
const batchRow = {
  ...batch.row,
  accountName: orNull(column.text),
  executeOn: column.text,
  makerName: column.text,
  releaserName: orNull(column.text),
  senderName: orNull(column.text),
  fileName: orNull(column.text),
  sha256: orNull(column.text),
  bytes: orNull(column.integer),
  /** How many lines are in each state. */
  states: column.json,
};
export type BatchRow = RowOf<typeof batchRow>;

const name = (user: string) => `${user}.first_name || ' ' || ${user}.last_name`;
const select = `select ${batch.sql}, d.name as "accountName", b.execute_on::text as "executeOn",
  ${name('m')} as "makerName", ${name('r')} as "releaserName", ${name('s')} as "senderName", f.file_name as "fileName",
  f.sha256, length(f.bytes) as bytes,
  coalesce((select json_object_agg(c.state, c.count) from (select a.state, count(*)::int as count
    from payout_attempts a where a.batch_id = b.id group by 1) c), '{}'::json) as states
  from payout_batches b join users m on m.id = b.made_by left join desk_accounts d on d.id = b.account_id
  left join users r on r.id = b.released_by left join users s on s.id = b.sent_by
  left join payout_files f on f.batch_id = b.id`;

const byId = readStatement(batchRow)`${select} where b.id = $1`;
const found = `from payout_batches x left join desk_accounts y on y.id = x.account_id
  where ($1::text[] is null or x.state = any($1)) and ($2::text is null
    or lower(concat_ws(' ', 'B-' || lpad(x.seq::text, 6, '0'), y.name, x.bank_reference,
      case when $3 then x.note end)) like $2)`;
const pageBy = (order: 'asc' | 'desc') =>
  readStatement(batchRow)`
    ${select} where b.seq in (select x.seq ${found} order by x.seq ${order} limit $4 offset $5) order by b.seq ${order}`;
const pages = { newest: pageBy('desc'), oldest: pageBy('asc') };
const total = readStatement({ total: column.integer }).only<
  [states: readonly BatchState[] | null, pattern: string | null, seesNotes: boolean]
>()`
  select count(*)::int as total from (select 1 ${found} limit 10000) counted`;

/** A batch; throws NotFound. */
export async function readBatch(db: Reader, id: string): Promise<BatchRow> {
  const [row] = await db.run(byId, [id]);
  if (!row) throw new NotFound('payout_batch_not_found');
  return row;
}

export type BatchFilter = {
  states: readonly BatchState[] | null;
  pattern: string | null;
  /** A note may name an account: it is searched only for those who see it. */
  seesNotes: boolean;
  sort: keyof typeof pages;
};

/** A page of the batches that fit, with the size of the whole list. */
export async function listBatchRows(
  db: Reader,
  { states, pattern, seesNotes, sort }: BatchFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: BatchRow[]; total: number }> {
  const rows = await db.run(pages[sort], [states, pattern, seesNotes, limit, offset]);
  return { rows, total: await total(db, states, pattern, seesNotes) };
}

const lockOrders = writeStatement({ id: column.uuid })`
  select t.id from orders t where t.id in (select p.order_id from payout_attempts a join payouts p on p.id = a.payout_id
    where a.batch_id = $1) order by t.id for update of t`;
const lockRow = writeStatement({ id: column.uuid })`select id from payout_batches where id = $1 for update`;

/** Locks the orders of a batch and the batch, as every other transaction does, and reads it; throws NotFound. */
export async function lockBatch(tx: Tx, id: string): Promise<BatchRow> {
  await tx.run(lockOrders, [id]);
  await tx.run(lockRow, [id]);
  return readBatch(tx, id);
}

const payoutFile = { ...signedTables.payoutFile.fields, bytes: column.bytes, signature: orNull(column.bytes) };
export type PayoutFile = RowOf<typeof payoutFile>;

const storeFile = writeStatement({})`
  insert into payout_files (batch_id, bytes, sha256, file_name, signature) values ($1, $2, $3, $4, $5)
  on conflict (batch_id) do update set bytes = $2, sha256 = $3, file_name = $4, signature = $5`;
const storeDigest = writeStatement({})`
  update payout_batches set digest = $2, execute_on = $3 where id = $1 and state = 'prepared'`;

/** Stores the file of a batch, signed; while the batch is prepared, in place of the one before. */
export async function storePayoutFile(tx: Tx, file: Omit<PayoutFile, 'signature'>): Promise<void> {
  const { batchId, bytes, sha256, fileName } = file;
  await tx.run(storeFile, [batchId, bytes, sha256, fileName, signRow(signedTables.payoutFile, file)]);
}

/** What a release of a prepared batch has to name, and on which day its file is carried out. */
export async function setDigest(tx: Tx, id: string, digest: string, executeOn: string): Promise<void> {
  await tx.run(storeDigest, [id, digest, executeOn]);
}

/** The stored bytes of a batch. */
export const readPayoutFile = readStatement(payoutFile).first<[batchId: string]>()`
  select ${signedColumns(signedTables.payoutFile, 'f')}, f.bytes from payout_files f where f.batch_id = $1`;
