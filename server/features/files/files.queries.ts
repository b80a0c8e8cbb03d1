import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { column } from '#server/db/rows.ts';
import { batchedWrite, readStatement, type Runner } from '#server/db/statements.ts';
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
export async function sumOfOwner(db: Db, ownerId: string, purposes: readonly FilePurpose[]): Promise<number> {
  const [row] = await db
    .select({ bytes: sql`coalesce(sum(${files.size}), 0)`.mapWith(Number) })
    .from(files)
    .where(and(eq(files.ownerId, ownerId), inArray(files.purpose, [...purposes])));
  return row?.bytes ?? 0;
}

/** Which of these names have a row. */
export async function filenamesWithRow(db: Db, filenames: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ filename: files.filename })
    .from(files)
    .where(inArray(files.filename, [...filenames]));
  return new Set(rows.map(({ filename }) => filename));
}

/** Removes rows and returns the names of their bytes. */
export async function deleteFileRows(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .delete(files)
    .where(inArray(files.id, [...ids]))
    .returning({ filename: files.filename });
  return rows.map(({ filename }) => filename);
}

export async function fileIdsOfOwner(db: Db, ownerId: string, purposes: readonly FilePurpose[]): Promise<string[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.ownerId, ownerId), inArray(files.purpose, [...purposes])));
  return rows.map(({ id }) => id);
}

export async function filesBefore(
  db: Db,
  purpose: FilePurpose,
  before: Date,
): Promise<Pick<FileRow, 'id' | 'filename'>[]> {
  return db
    .select({ id: files.id, filename: files.filename })
    .from(files)
    .where(and(eq(files.purpose, purpose), lt(files.createdAt, before)));
}

export const findCustomer = readStatement({ userId: column.uuid }).value<
  [orderId: string]
>()`select user_id as "userId" from orders where id = $1`;

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
