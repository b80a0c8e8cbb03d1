import { and, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { batchedWrite, readStatement, writeStatement, type Runner } from '#server/db/statements.ts';
import { caseFiles, files } from './files.tables.ts';

export type FileRow = typeof files.$inferSelect;
export type FilePurpose = FileRow['purpose'];

// Prepared, because it is part of the transaction of every order.
const insertFile = batchedWrite(
  `insert into files (id, filename, original_name, type, size, sent_hash, picture_hash, picture_pieces, purpose, owner_id,
     order_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8::bigint[], $9, $10, $11)`,
);

export type NewFile = Omit<FileRow, 'createdAt'>;

export async function insertFileRow(tx: Runner<'batched'>, file: NewFile): Promise<void> {
  const { id, filename, originalName, type, size, sentHash, pictureHash, picturePieces, purpose } = file;
  const pieces = picturePieces?.map(String) ?? null;
  const stored = [id, filename, originalName, type, size, sentHash, pictureHash, pieces, purpose];
  await tx.run(insertFile, [...stored, file.ownerId, file.orderId]);
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

/** Which of these names have a row. */
export async function filenamesWithRow(db: Db, filenames: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ filename: files.filename })
    .from(files)
    .where(inArray(files.filename, [...filenames]));
  return new Set(rows.map(({ filename }) => filename));
}

/** Removes rows and returns the names of their bytes. */
export const deleteFileRows = writeStatement({ filename: column.text }).values<[ids: readonly string[]]>()`
  delete from files where id = any($1::uuid[]) returning filename`;

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
