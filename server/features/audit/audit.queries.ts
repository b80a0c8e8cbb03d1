import { and, asc, desc, eq, getTableColumns, gt, lte, max, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import {
  first,
  one,
  rows,
  sent,
  textQuery,
  type Blanks,
  type Drizzle,
  type Reads,
  type RowOf,
  type TransactionSender,
} from '#server/db/query.ts';
import { publish } from '#server/events/publish.ts';
import { auditCheckpoints, auditLog, auditTexts } from './audit.tables.ts';

const auditLists = manyOf(
  auditLog,
  'actorId',
  'actorRole',
  'action',
  'subjectType',
  'subjectId',
  'details',
  'requestId',
  'signature',
);

const insertEntries = sent((db: Drizzle, lists: ListsOf<typeof auditLists>) =>
  db.insert(auditLog).select(auditLists.rowsOf(lists)),
);

/**
 * Appends rows to the log, in their order; nothing ever changes or removes one. Notifies the process that writes
 * checkpoints.
 */
export async function insertAuditRows(
  tx: TransactionSender,
  rows: Parameters<typeof auditLists.listsOf>[0],
): Promise<void> {
  await insertEntries(tx, auditLists.listsOf(rows));
  await publish(tx, { kind: 'audit_written' });
}

type NewText = typeof auditTexts.$inferSelect;

/** Stores a text about a user beside the log. */
export const insertAuditText = sent((db: Drizzle, { id, userId, text }: Blanks<NewText>) =>
  db.insert(auditTexts).values({ id, userId, text }),
);

export const deleteAuditTexts = sent((db: Drizzle, { userId }: Blanks<Pick<NewText, 'userId'>>) =>
  db.delete(auditTexts).where(eq(auditTexts.userId, userId)),
);

const { actorId, actorRole, action, subjectType, subjectId, requestId, signature } = getTableColumns(auditLog);

/** A row of the log as the chain sees it: every column as the exact text of the database. */
export const loggedFields = {
  id: sql`${auditLog.id}::text`.mapWith(String),
  at: sql`to_char(${auditLog.at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`.mapWith(String),
  actorId,
  actorRole,
  action,
  subjectType,
  subjectId,
  details: sql`${auditLog.details}::text`.mapWith(String),
  requestId,
  signature,
};
const selectLog = (db: Reads) => db.select(loggedFields).from(auditLog);
export type LoggedRow = RowOf<typeof selectLog>;

const checkpointFields = {
  seq: sql`${auditCheckpoints.seq}::text`.mapWith(String),
  auditId: sql`${auditCheckpoints.auditId}::text`.mapWith(String),
  hash: auditCheckpoints.hash,
};
const checkpoints = (db: Reads) => db.select(checkpointFields).from(auditCheckpoints);
export type Checkpoint = RowOf<typeof checkpoints>;

const tryLock = one(textQuery<{ taken: boolean }>(() => sql`select pg_try_advisory_xact_lock(7205322) as taken`));

/** Takes the lock under which one process at a time writes checkpoints, until `tx` ends; false if another holds it. */
export const tryCheckpointLock = async (tx: Tx): Promise<boolean> => (await tryLock(tx)).taken;

export const readLastCheckpoint = first((db: Reads) => checkpoints(db).orderBy(desc(auditCheckpoints.seq)).limit(1));

/** The checkpoint of this number. */
export const findCheckpoint = first((db: Reads, { seq }: Blanks<{ seq: string }>) =>
  checkpoints(db).where(sql`${auditCheckpoints.seq} = ${seq}::bigint`),
);

/** True where a row has a checkpoint. */
export const isCheckpointed = sql`exists (select from ${auditCheckpoints} where ${auditCheckpoints.auditId} = ${auditLog.id})`;

type PendingRange = { afterId: number; throughId: number; except: readonly string[]; limit: number };

/** Rows without a checkpoint with an id above `afterId` and up to `throughId`, except those in `except`, by id. */
export const readPending = rows((db: Reads, { afterId, throughId, except, limit }: Blanks<PendingRange>) =>
  selectLog(db)
    .where(
      and(
        gt(auditLog.id, afterId),
        lte(auditLog.id, throughId),
        sql`${auditLog.id} <> all(${except}::bigint[])`,
        sql`not ${isCheckpointed}`,
      ),
    )
    .orderBy(asc(auditLog.id))
    .limit(limit),
);

const writtenCheckpoints = manyOf(auditCheckpoints, 'seq', 'auditId', 'hash');
const addCheckpoints = sent((db: Drizzle, lists: ListsOf<typeof writtenCheckpoints>) =>
  db.insert(auditCheckpoints).select(writtenCheckpoints.rowsOf(lists)),
);

/** Stores checkpoints of the hash chain. */
export async function insertCheckpoints(tx: Tx, addedCheckpoints: readonly Checkpoint[]): Promise<void> {
  const numberedCheckpoints = addedCheckpoints.map(({ seq, auditId, hash }) => ({
    seq: Number(seq),
    auditId: Number(auditId),
    hash,
  }));
  await addCheckpoints(tx, writtenCheckpoints.listsOf(numberedCheckpoints));
}

type AfterSeq = { afterSeq: string; limit: number };
const afterCheckpoint = (db: Reads, { afterSeq, limit }: Blanks<AfterSeq>) =>
  db
    .select({ ...checkpointFields, row: sql`${auditLog.id} is not null`.mapWith(Boolean), ...loggedFields })
    .from(auditCheckpoints)
    .leftJoin(auditLog, eq(auditLog.id, auditCheckpoints.auditId))
    .where(sql`${auditCheckpoints.seq} > ${afterSeq}::bigint`)
    .orderBy(asc(auditCheckpoints.seq))
    .limit(limit);
export type CheckpointWithRow = RowOf<typeof afterCheckpoint>;

/** Checkpoints above `afterSeq` in order, each with its row or, where it is gone, with `row` false. */
export const readCheckpoints = rows(afterCheckpoint);

/** True for a checkpoint whose audit row is still there. */
export function hasRow(checkpoint: CheckpointWithRow): checkpoint is CheckpointWithRow & LoggedRow {
  return checkpoint.row;
}

const newestId = one((db: Reads) => db.select({ id: max(auditLog.id) }).from(auditLog));

/** The highest id there is, 0 in an empty log. */
export const readNewestId = async (db: Pick<Db, 'ask'>): Promise<number> => (await newestId(db)).id ?? 0;

/** The newest row that is older than this many seconds. */
export const findRowBefore = first((db: Reads, { seconds }: Blanks<{ seconds: number }>) =>
  db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(sql`${auditLog.at} < now() - make_interval(secs => ${seconds})`)
    .orderBy(desc(auditLog.at))
    .limit(1),
);

// A sixteenth at a time: sorting ten million signatures at once would take longer than a query may.
const copiedIds = rows((db: Reads, { part }: Blanks<{ part: number }>) => {
  const copyNumber = sql`row_number() over (partition by ${auditLog.signature} order by ${auditLog.id})`.as('nth');
  const copies = db
    .select({ id: auditLog.id, nth: copyNumber })
    .from(auditLog)
    .where(sql`get_byte(${auditLog.signature}, 0) % 16 = ${part}::int`)
    .as('copies');
  return db.select({ id: copies.id }).from(copies).where(gt(copies.nth, 1));
});

/** Rows that carry the signature of an earlier row, by number. */
export async function readCopies(db: Pick<Db, 'ask'>): Promise<string[]> {
  const ids: number[] = [];
  for (let part = 0; part < 16; part++) ids.push(...(await copiedIds(db, { part })).map(({ id }) => id));
  return ids.toSorted((a, b) => a - b).map(String);
}
