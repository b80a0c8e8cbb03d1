import { and, eq, lt, notExists, sql, sum } from 'drizzle-orm';
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
  type Sends,
} from '#server/db/query.ts';
import { orders } from '#server/features/orders/orders.tables.ts';
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

export const findFile = first((db: Reads, { filename }: Blanks<Pick<FileRow, 'filename'>>) =>
  db.select().from(files).where(eq(files.filename, filename)),
);

type OfOwner = { ownerId: string; purposes: readonly FilePurpose[] };
const ownedFor = ({ ownerId, purposes }: Blanks<OfOwner>) =>
  and(eq(files.ownerId, ownerId), isOneOf(files.purpose, purposes));

const sumOfFiles = one((db: Reads, owned: Blanks<OfOwner>) =>
  db
    .select({ bytes: sum(files.size).mapWith(Number) })
    .from(files)
    .where(ownedFor(owned)),
);

/** Bytes that a user stores. */
export const sumOfOwner = async (db: Pick<Db, 'ask'>, owner: OfOwner): Promise<number> =>
  (await sumOfFiles(db, owner)).bytes ?? 0;

type Named = { filename: string };

/** Stores a name before its bytes are stored. */
export const insertUnlinked = sent((db: Drizzle, { filename }: Blanks<Named>) =>
  db.insert(unlinkedFiles).values({ filename }),
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
        ),
      )
      .orderBy(unlinkedFiles.since)
      .limit(limit),
);

/** Removes names whose bytes are gone. */
export const deleteUnlinked = sent((db: Drizzle, { filenames }: Blanks<{ filenames: readonly string[] }>) =>
  db.delete(unlinkedFiles).where(isOneOf(unlinkedFiles.filename, filenames)),
);

/** Removes rows, stores the names of their bytes as ones without a row, and returns them. */
export const deleteFileRows = rows((db: Drizzle, { ids }: Blanks<{ ids: readonly string[] }>) => {
  const deleted = db
    .$with('deleted')
    .as(db.delete(files).where(isOneOf(files.id, ids)).returning({ filename: files.filename }));
  return db
    .with(deleted)
    .insert(unlinkedFiles)
    .select((select) => select.select({ filename: deleted.filename, since: now.as('since') }).from(deleted))
    .onConflictDoUpdate({ target: unlinkedFiles.filename, set: { since: now } })
    .returning({ filename: unlinkedFiles.filename });
});

export const filesOfOwner = rows((db: Reads, owned: Blanks<OfOwner>) =>
  db.select({ id: files.id }).from(files).where(ownedFor(owned)),
);

/** Files of a purpose that are older than this: what belongs to nothing by then can go. */
export const filesOlderThan = rows((db: Reads, { purpose, before }: Blanks<{ purpose: FilePurpose; before: Date }>) =>
  db
    .select({ id: files.id, filename: files.filename })
    .from(files)
    .where(and(eq(files.purpose, purpose), lt(files.createdAt, before))),
);

type OfOrder = { orderId: string };

/** The customer of an order. */
export const findCustomer = first((db: Reads, { orderId }: Blanks<OfOrder>) =>
  db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId)),
);

type Chosen = typeof caseFiles.$inferSelect;

const chooseOnce = sent((db: Drizzle, { orderId, memberId, fileId }: Blanks<Chosen>) =>
  db.insert(caseFiles).values({ orderId, memberId, fileId }).onConflictDoNothing(),
);
const findChosen = first((db: Reads, { orderId, memberId }: Blanks<Pick<Chosen, 'orderId' | 'memberId'>>) =>
  db
    .select({ fileId: caseFiles.fileId })
    .from(caseFiles)
    .where(and(eq(caseFiles.orderId, orderId), eq(caseFiles.memberId, memberId))),
);

/** Makes this the picture of its order that the member sees, unless there is one; returns which one it is. */
export async function chooseCaseFile(tx: Tx, chosen: Chosen): Promise<string | undefined> {
  await chooseOnce(tx, chosen);
  return (await findChosen(tx, chosen))?.fileId;
}
