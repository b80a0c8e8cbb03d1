import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { manyOf, type ListsOf } from '#server/db/many.ts';
import { sent, type Blanks, type Drizzle, type Sends } from '#server/db/query.ts';
import { allOrNull, column, orNull, type RowOf } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { channel } from '#server/events/publish.ts';
import { auditLog, auditTexts } from './audit.tables.ts';

const written = manyOf(
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

// One round trip: the rows, and the notification of the process that writes checkpoints.
const insertEntries = sent((db: Drizzle, lists: ListsOf<typeof written>) =>
  db
    .insert(auditLog)
    .values(written.values(lists))
    .returning({ notified: sql`pg_notify(${sql.raw(`'${channel}'`)}, '{"kind":"audit_written"}')` }),
);

/** Adds rows to the log, in their order; nothing ever changes or removes one. */
export async function insertAuditRows(tx: Sends<Drizzle>, rows: Parameters<typeof written.listsOf>[0]): Promise<void> {
  await insertEntries(tx, written.listsOf(rows));
}

type NewText = typeof auditTexts.$inferSelect;

/** Stores a text about a user beside the log. */
export const insertAuditText = sent((db: Drizzle, { id, userId, text }: Blanks<NewText>) =>
  db.insert(auditTexts).values({ id, userId, text }),
);

export const deleteAuditTexts = writeStatement({}).send<[userId: string]>()`delete from audit_texts where user_id = $1`;

/** A row of the log as the chain sees it: every column as the exact text of the database. */
export const loggedRow = {
  id: column.text,
  at: column.text,
  actor_id: orNull(column.text),
  actor_role: column.text,
  action: column.text,
  subject_type: orNull(column.text),
  subject_id: orNull(column.text),
  details: column.text,
  request_id: orNull(column.text),
  signature: column.bytes,
};
export type LoggedRow = RowOf<typeof loggedRow>;
const checkpoint = {
  seq: column.text,
  audit_id: column.text,
  hash: column.bytes,
};
export type Checkpoint = RowOf<typeof checkpoint>;

/** Every column of row `l` as the exact text of the database. */
export const loggedColumns = `l.id::text, to_char(l.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at,
  l.actor_id::text, l.actor_role, l.action, l.subject_type, l.subject_id, l.details::text, l.request_id, l.signature`;

/** Only one process writes checkpoints at a time; the lock is released when `tx` ends. */
export const tryCheckpointLock = writeStatement({ taken: column.boolean }).only()`
  select pg_try_advisory_xact_lock(7205322) as taken`;
export const readLastCheckpoint = readStatement(checkpoint).first()`
  select s.seq::text, s.audit_id::text, s.hash from audit_checkpoints s order by s.seq desc limit 1`;
/** The hash of one checkpoint; undefined when there is none of this number. */
export const readCheckpointHash = readStatement({ hash: column.bytes }).value<[seq: string]>()`
  select s.hash from audit_checkpoints s where s.seq = $1`;
/** Rows without a checkpoint whose id is above `afterId` and at most `throughId`, but for `except`, by id. */
export const readPending = readStatement(loggedRow).rows<
  [afterId: number, throughId: number, except: readonly string[], limit: number]
>()`
  select ${loggedColumns} from audit_log l
  where l.id > $1 and l.id <= $2 and l.id <> all($3::bigint[])
    and not exists (select 1 from audit_checkpoints s where s.audit_id = l.id)
  order by l.id limit $4`;
const addCheckpoints = writeStatement({})`
  insert into audit_checkpoints (seq, audit_id, hash)
  select * from unnest($1::bigint[], $2::bigint[], $3::bytea[])`;
const checkpointWithRow = { ...checkpoint, row: column.boolean, ...allOrNull(loggedRow) };
export type CheckpointWithRow = RowOf<typeof checkpointWithRow>;
/** Checkpoints above `afterSeq` in order, each with its row or, where it is gone, with `row` false. */
export const readCheckpoints = readStatement(checkpointWithRow).rows<[afterSeq: string, limit: number]>()`
  select s.seq::text, s.audit_id::text, s.hash, l.id is not null as row, ${loggedColumns}
  from audit_checkpoints s left join audit_log l on l.id = s.audit_id
  where s.seq > $1 order by s.seq limit $2`;
// A sixteenth at a time: sorting ten million signatures at once would take longer than a statement may.
const copiedIds = readStatement({ id: column.text }).values<[part: number]>()`
  select c.id::text from (
    select id, row_number() over (partition by signature order by id) as copy
    from audit_log where get_byte(signature, 0) % 16 = $1) c
  where c.copy > 1`;
/** The highest id there is, 0 in an empty log. */
export const readNewestId = readStatement({ id: column.float }).only()`
  select coalesce(max(l.id), 0)::float8 as id from audit_log l`;
/** The id of the newest row that is older than so many seconds. */
export const readIdBefore = readStatement({ id: column.float }).value<[seconds: number]>()`
  select l.id::float8 from audit_log l where l.at < now() - make_interval(secs => $1) order by l.at desc limit 1`;

export async function insertCheckpoints(tx: Tx, checkpoints: readonly Checkpoint[]): Promise<void> {
  await tx.run(addCheckpoints, [
    checkpoints.map(({ seq }) => seq),
    checkpoints.map(({ audit_id }) => audit_id),
    checkpoints.map(({ hash }) => hash),
  ]);
}

export function hasRow(checkpoint: CheckpointWithRow): checkpoint is CheckpointWithRow & LoggedRow {
  return checkpoint.row;
}

/** Rows that carry the signature of an earlier row, by id. */
export async function readCopiedIds(db: Db): Promise<string[]> {
  const ids: string[] = [];
  for (let part = 0; part < 16; part++) ids.push(...(await copiedIds(db, part)));
  return ids.toSorted((a, b) => Number(a) - Number(b));
}
