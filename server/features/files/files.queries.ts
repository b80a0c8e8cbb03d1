import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { sent, type Blanks, type Drizzle, type Sends } from '#server/db/query.ts';
import { column } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';
import { caseFiles, files, unlinkedFiles } from './files.tables.ts';

export type FileRow = typeof files.$inferSelect;
export type FilePurpose = FileRow['purpose'];

export type NewFile = Omit<FileRow, 'createdAt'>;

const insertFile = sent((db: Drizzle, file: Blanks<NewFile>) =>
  db.insert(files).values({
    id: file.id,
    filename: file.filename,
    originalName: file.originalName,
    type: file.type,
    size: file.size,
    sentHash: file.sentHash,
    pictureHash: file.pictureHash,
    // Null where there are none, which Drizzle's own array does not take.
    picturePieces: sql`${file.picturePieces}::bigint[]`,
    purpose: file.purpose,
    ownerId: file.ownerId,
    orderId: file.orderId,
  }),
);

const deleteLinked = sent((db: Drizzle, { filename }: Blanks<Pick<FileRow, 'filename'>>) =>
  db.delete(unlinkedFiles).where(eq(unlinkedFiles.filename, filename)),
);

/** Writes the row of stored bytes, whose name is then no longer one without a row. */
export async function insertFileRow(tx: Sends<Drizzle>, file: NewFile): Promise<void> {
  await insertFile(tx, file);
  await deleteLinked(tx, { filename: file.filename });
}

export async function findFile(db: Db, filename: string): Promise<FileRow | undefined> {
  const [row] = await db.select().from(files).where(eq(files.filename, filename));
  return row;
}

/** Bytes that a user stores. */
export const sumOfOwner = readStatement({ bytes: column.float }).only<
  [ownerId: string, purposes: readonly FilePurpose[]]
>()`
  select coalesce(sum(size), 0)::float8 as bytes from files where owner_id = $1 and purpose = any($2::text[])`;

/** Stores a name before its bytes are stored. */
export const insertUnlinked = writeStatement({}).send<[filename: string]>()`
  insert into unlinked_files (filename) values ($1)`;

/** Names without a row whose time is up, oldest first. */
export const listUnlinked = readStatement({ filename: column.text }).values<[graceSeconds: number, limit: number]>()`
  select u.filename from unlinked_files u
  where u.since < now() - make_interval(secs => $1) and not exists (select from files f where f.filename = u.filename)
  order by u.since limit $2`;

/** Removes names whose bytes are gone. */
export const deleteUnlinked = writeStatement({}).send<[filenames: readonly string[]]>()`
  delete from unlinked_files where filename = any($1::text[])`;

/** Removes rows, stores the names of their bytes as ones without a row, and returns them. */
export const deleteFileRows = writeStatement({ filename: column.text }).values<[ids: readonly string[]]>()`
  with deleted as (delete from files where id = any($1::uuid[]) returning filename)
  insert into unlinked_files (filename) select filename from deleted
  on conflict (filename) do update set since = now() returning filename`;

export const fileIdsOfOwner = readStatement({ id: column.uuid }).values<
  [ownerId: string, purposes: readonly FilePurpose[]]
>()`
  select id from files where owner_id = $1 and purpose = any($2::text[])`;

/** Files of a purpose that are older than this: what belongs to nothing by then can go. */
export const filesOlderThan = readStatement({ id: column.uuid, filename: column.text }).rows<
  [purpose: FilePurpose, before: Date]
>()`
  select id, filename from files where purpose = $1 and created_at < $2`;

export const findCustomer = readStatement({ userId: column.uuid }).value<[orderId: string]>()`
  select user_id as "userId" from orders where id = $1`;

/** Makes this the picture of its order that the member sees, unless there is one; returns which one it is. */
export async function chooseCaseFile(
  tx: Tx,
  chosen: { orderId: string; memberId: string; fileId: string },
): Promise<string | undefined> {
  await tx.insert(caseFiles).values(chosen).onConflictDoNothing();
  const [row] = await tx
    .select({ fileId: caseFiles.fileId })
    .from(caseFiles)
    .where(and(eq(caseFiles.orderId, chosen.orderId), eq(caseFiles.memberId, chosen.memberId)));
  return row?.fileId;
}
