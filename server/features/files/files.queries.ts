import { and, eq, isNotNull, lt, notExists, sql, sum, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/connection.ts';
import { now } from '#server/db/fragments.ts';
import {
  first,
  isOneOf,
  one,
  rows,
  sent,
  type Blanks,
  type Drizzle,
  type Reads,
  type TransactionSender,
} from '#server/db/query.ts';
import { kycRequests } from '#server/features/kyc/kyc.tables.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
import { fullSizeDays } from '#shared/files/files.rules.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { caseFiles, files, fullSizeOf, unlinkedFiles } from './files.tables.ts';

export type FileRow = typeof files.$inferSelect;
export type FilePurpose = FileRow['purpose'];

export type NewFile = Omit<FileRow, 'createdAt' | 'fullDeletedAt'>;

/** Returns the names of a picture's files: the shown one and the full size. */
export const namesOf = ({ filename, fullFilename }: Pick<FileRow, 'filename' | 'fullFilename'>): string[] =>
  fullFilename === null ? [filename] : [filename, fullFilename];

const insertFile = sent((db: Drizzle, file: Blanks<NewFile>) =>
  db.insert(files).values({
    id: file.id,
    filename: file.filename,
    originalName: file.originalName,
    type: file.type,
    size: file.size,
    sentHash: file.sentHash,
    pictureHash: file.pictureHash,
    // The array is null where there are no values, which Drizzle's own array type does not allow.
    picturePieces: sql`${file.picturePieces}::bigint[]`,
    fullFilename: file.fullFilename,
    fullSize: file.fullSize,
    purpose: file.purpose,
    ownerId: file.ownerId,
    orderId: file.orderId,
  }),
);

/** Removes names whose bytes have a row, or are gone. */
export const deleteUnlinked = sent((db: Drizzle, { filenames }: Blanks<{ filenames: readonly string[] }>) =>
  db.delete(unlinkedFiles).where(isOneOf(unlinkedFiles.filename, filenames)),
);

/** Writes the row of stored bytes, whose names are then no longer ones without a row. */
export async function insertFileRow(tx: TransactionSender, file: NewFile): Promise<void> {
  await insertFile(tx, file);
  await deleteUnlinked(tx, { filenames: namesOf(file) });
}

export const findFile = first((db: Reads, { filename }: Blanks<Pick<FileRow, 'filename'>>) =>
  db.select().from(files).where(eq(files.filename, filename)),
);

type WaitingFile = Pick<FileRow, 'id' | 'ownerId' | 'purpose'>;

/** A file of an owner that belongs to no order, held until the transaction ends. */
export const lockWaitingFile = first((db: Drizzle, { id, ownerId, purpose }: Blanks<WaitingFile>) =>
  db
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.ownerId, ownerId), eq(files.purpose, purpose), sql`${files.orderId} is null`))
    .for('update'),
);

type OwnerFiles = { ownerId: Id<'user'>; purposes: readonly FilePurpose[] };
const ownedFor = ({ ownerId, purposes }: Blanks<OwnerFiles>) =>
  and(eq(files.ownerId, ownerId), isOneOf(files.purpose, purposes));

const sumOfFiles = one((db: Reads, owner: Blanks<OwnerFiles>) =>
  db
    .select({ bytes: sum(sql`${files.size} + coalesce(${files.fullSize}, 0)`).mapWith(Number) })
    .from(files)
    .where(ownedFor(owner)),
);

/** Returns the number of bytes that a user stores. */
export const sumOfOwner = async (db: Pick<Db, 'ask'>, owner: OwnerFiles): Promise<number> =>
  (await sumOfFiles(db, owner)).bytes ?? 0;

/** Stores names before their bytes are stored, or when their row no longer has them. */
export const insertUnlinked = sent((db: Drizzle, { filenames }: Blanks<{ filenames: readonly string[] }>) =>
  db.insert(unlinkedFiles).select(sql`select name, ${now} from unnest(${filenames}::text[]) as name`),
);

/** Names without a row whose time is up, oldest first. */
export const listUnlinked = rows(
  (db: Reads, { graceSeconds, limit }: Blanks<{ graceSeconds: number; limit: number }>) =>
    db
      .select({ filename: unlinkedFiles.filename })
      .from(unlinkedFiles)
      .where(
        and(
          lt(unlinkedFiles.since, sql`now() - make_interval(secs => ${graceSeconds})`),
          notExists(db.select().from(files).where(eq(files.filename, unlinkedFiles.filename))),
          notExists(db.select().from(files).where(eq(files.fullFilename, unlinkedFiles.filename))),
        ),
      )
      .orderBy(unlinkedFiles.since)
      .limit(limit),
);

/** Removes rows, stores the names of their bytes as ones without a row, and returns them. */
export const deleteFileRows = rows((db: Drizzle, { ids }: Blanks<{ ids: readonly Id<'file'>[] }>) => {
  const { filename, fullFilename } = files;
  const deleted = db
    .$with('deleted')
    .as(db.delete(files).where(isOneOf(files.id, ids)).returning({ filename, fullFilename }));
  const names = sql`unnest(array_remove(array[${deleted.filename}, ${deleted.fullFilename}], null))`;
  return db
    .with(deleted)
    .insert(unlinkedFiles)
    .select((select) => select.select({ filename: names.as('filename'), since: now.as('since') }).from(deleted))
    .onConflictDoUpdate({ target: unlinkedFiles.filename, set: { since: now } })
    .returning({ filename: unlinkedFiles.filename });
});

/** A picture that is stored in full size as well. */
type WithFullSize = { id: Id<'file'>; fullFilename: string };
const fullSizes = (db: Drizzle, condition: SQL | undefined) =>
  db
    .select({ id: files.id, fullFilename: sql`${files.fullFilename}`.mapWith(String) })
    .from(files)
    .where(and(isNotNull(files.fullFilename), condition));

const weekAgo = sql`${now} - make_interval(days => ${sql.raw(String(fullSizeDays))})`;
/** Time at which the order of a picture, or the identity check of a document, was decided; null while it is open. */
const decidedAt = sql`coalesce(
  (select ${orders.decidedAt} from ${orders} where ${orders.id} = ${files.orderId}),
  (select ${kycRequests.reviewedAt} from ${kycRequests} where ${kycRequests.userId} = ${files.ownerId}
    and ${files.id} in (${kycRequests.documentFile}, ${kycRequests.backFile}, ${kycRequests.selfieFile})))`;

/** Locks the pictures whose full size is no longer needed; what another transaction holds waits for the next run. */
export const lockDueFullSizes = rows((db: Drizzle, { limit }: Blanks<{ limit: number }>) =>
  fullSizes(db, and(lt(files.createdAt, weekAgo), lt(decidedAt, weekAgo)))
    .limit(limit)
    .for('update', { skipLocked: true }),
);

/** Locks a user's pictures that have a full size. */
export const lockFullSizesOfOwner = rows((db: Drizzle, { ownerId }: Blanks<{ ownerId: Id<'user'> }>) =>
  fullSizes(db, eq(files.ownerId, ownerId)).for('update'),
);

const clearFullSizes = sent((db: Drizzle, { ids }: Blanks<{ ids: readonly Id<'file'>[] }>) =>
  db.update(files).set({ fullFilename: null, fullSize: null, fullDeletedAt: now }).where(isOneOf(files.id, ids)),
);

/** Clears the full-size names of these pictures and returns them; no row refers to those files any more. */
export async function takeFullSizes(tx: Tx, files: readonly WithFullSize[]): Promise<string[]> {
  const filenames = files.map(({ fullFilename }) => fullFilename);
  await clearFullSizes(tx, { ids: files.map(({ id }) => id) });
  await insertUnlinked(tx, { filenames });
  return filenames;
}

/** A user's files, oldest first, for the data copy. */
export const filesForExport = rows((db: Reads, { ownerId }: Blanks<{ ownerId: Id<'user'> }>) => {
  const { filename, originalName, purpose, type, size, createdAt } = files;
  return db
    .select({ filename, originalName, purpose, type, size, createdAt, fullSize: fullSizeOf })
    .from(files)
    .where(eq(files.ownerId, ownerId))
    .orderBy(createdAt, files.id);
});

export const filesOfOwner = rows((db: Reads, owner: Blanks<OwnerFiles>) =>
  db.select({ id: files.id }).from(files).where(ownedFor(owner)),
);

/** Files of a purpose that were stored before a moment; one that no row uses by then may be deleted. */
export const filesOlderThan = rows((db: Reads, { purpose, before }: Blanks<{ purpose: FilePurpose; before: Date }>) =>
  db
    .select({ id: files.id, filename: files.filename })
    .from(files)
    .where(and(eq(files.purpose, purpose), lt(files.createdAt, before))),
);

type OrderId = { orderId: Id<'order'> };

/** The customer of an order. */
export const findCustomer = first((db: Reads, { orderId }: Blanks<OrderId>) =>
  db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId)),
);

type CaseFileRow = typeof caseFiles.$inferSelect;

const chooseOnce = sent((db: Drizzle, { orderId, memberId, fileId }: Blanks<CaseFileRow>) =>
  db.insert(caseFiles).values({ orderId, memberId, fileId }).onConflictDoNothing(),
);
const findChosen = first((db: Reads, { orderId, memberId }: Blanks<Pick<CaseFileRow, 'orderId' | 'memberId'>>) =>
  db
    .select({ fileId: caseFiles.fileId })
    .from(caseFiles)
    .where(and(eq(caseFiles.orderId, orderId), eq(caseFiles.memberId, memberId))),
);

/** Chooses this picture of its order for the member, unless one is chosen already; returns the chosen one. */
export async function chooseCaseFile(tx: Tx, caseFile: CaseFileRow): Promise<Id<'file'> | undefined> {
  await chooseOnce(tx, caseFile);
  return (await findChosen(tx, caseFile))?.fileId;
}
