import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isStoredName, type FileStorage } from '#server/adapters/storage/storage.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import type { TransactionSender } from '#server/db/query.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { newId } from '#server/lib/new-id.ts';
import { NotFound, Refusal, TooLarge } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { megabyteBytes } from '#shared/reference/units-of-size.ts';
import { reencodeImage, type ComparedPart, type ImageType, type PictureHashes } from './files.images.ts';
import {
  deleteFileRows,
  filesForExport,
  filesOfOwner,
  findFile,
  insertFileRow,
  insertUnlinked,
  lockWaitingFile,
  lockDueFullSizes,
  lockFullSizesOfOwner,
  namesOf,
  sumOfOwner,
  takeFullSizes,
  type FilePurpose,
  type FileRow,
  type NewFile,
} from './files.queries.ts';

export { filesOlderThan } from './files.queries.ts';

/** A file whose bytes are stored and synced, and which has no row yet. */
export type StoredFile = Pick<
  FileRow,
  | 'filename'
  | 'originalName'
  | 'type'
  | 'size'
  | 'sentHash'
  | 'pictureHash'
  | 'picturePieces'
  | 'fullFilename'
  | 'fullSize'
  | 'purpose'
  | 'ownerId'
>;

export type FilesDeps = {
  db: Db;
  inTx: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  storage: FileStorage;
};

const endings: Record<StagedFile['type'], string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/octet-stream': 'bin',
};

const quotaBytes = 200 * megabyteBytes;
/** Customer uploads; files that an admin adds to orders and conversations do not count against them. */
const countedPurposes: readonly FilePurpose[] = ['payment_proof', 'kyc', 'avatar', 'chat'];

/** Purposes that a member reads closely: a picture that was made smaller is stored in full size too. */
const reviewedPurposes: readonly FilePurpose[] = ['payment_proof', 'payout_screenshot', 'kyc'];

/**
 * Stores the bytes of an upload under random names, before the transaction of `insertFile`. Images are re-encoded, PDFs
 * never opened. Refuses with file_too_large over 200 MB a user, file_type, ENOSPC (answered 507); no bytes remain then.
 */
export async function storeStaged(
  deps: FilesDeps,
  stagedFile: StagedFile,
  { purpose, ownerId }: { purpose: FilePurpose; ownerId: Id<'user'> | null },
): Promise<StoredFile> {
  await assertWithinQuota(deps.db, stagedFile.size, purpose, ownerId);
  const { originalName, type, sentHash, path, size } = stagedFile;
  if (type === 'application/octet-stream') throw new Error('A file of no type is never stored.');
  const fileDetails = { filename: newName(type), originalName, type, sentHash, purpose, ownerId };
  if (type !== 'application/pdf')
    return { ...fileDetails, ...(await putReencoded(deps, path, { ...fileDetails, type })) };
  await putBytes(deps, [{ filename: fileDetails.filename, path, size }]);
  return { ...fileDetails, size, pictureHash: null, picturePieces: null, fullFilename: null, fullSize: null };
}

const newName = (type: StagedFile['type']) => `${randomUUID()}.${endings[type]}`;

type Bytes = { filename: string; path: string; size: number };

/** The names come first, so that the sweep knows the files that a crash leaves behind, and touches no others. */
async function putBytes({ inTx, storage }: FilesDeps, pieces: readonly Bytes[]): Promise<void> {
  const filenames = pieces.map(({ filename }) => filename);
  await inTx((tx) => insertUnlinked(tx, { filenames }));
  try {
    for (const { filename, path, size } of pieces) await storage.put(filename, createReadStream(path), size);
  } catch (error) {
    for (const filename of filenames) await storage.remove(filename);
    throw error;
  }
}

const filesWithRow = new WeakSet<StoredFile>();

/** True if a transaction gave these bytes their row; otherwise the caller who stored them removes them. */
export function hasRow(file: StoredFile): boolean {
  return filesWithRow.has(file);
}

/**
 * Gives stored bytes their row, in the transaction of the row they belong to. Bytes without a row are swept after an
 * hour.
 */
export async function insertFile(
  tx: TransactionSender,
  file: StoredFile,
  {
    id = newId('file'),
    orderId = null,
    ownerId = file.ownerId,
  }: { id?: Id<'file'>; orderId?: Id<'order'> | null; ownerId?: Id<'user'> | null } = {},
): Promise<NewFile> {
  const row = { ...file, id, ownerId, orderId };
  await insertFileRow(tx, row);
  filesWithRow.add(file);
  return row;
}

/**
 * Removes a waiting file from its row, so that `insertFile` can store it for its order in the same transaction.
 * Undefined if this owner has no such file for this purpose, or it belongs to an order.
 */
export async function takeWaitingFile(
  tx: Tx,
  waitingFile: { id: Id<'file'>; ownerId: Id<'user'>; purpose: FilePurpose },
): Promise<StoredFile | undefined> {
  const waitingRow = await lockWaitingFile(tx, waitingFile);
  if (!waitingRow) return undefined;
  await deleteFileRows(tx, { ids: [waitingRow.id] });
  return waitingRow;
}

/** Removes files with `tx`; their bytes follow soon after the commit. */
export async function deleteFiles(tx: Tx, ids: readonly Id<'file'>[]): Promise<void> {
  const filenames = (await deleteFileRows(tx, { ids })).map(({ filename }) => filename);
  if (filenames.length > 0) await enqueue(tx, 'files.remove', { filenames });
}

/** Deletes the full size of each picture of a user; the shown picture stays. Bytes follow soon after the commit. */
export async function deleteFullSizesOf(tx: Tx, ownerId: Id<'user'>): Promise<void> {
  await deleteFullSizes(tx, await lockFullSizesOfOwner(tx, { ownerId }));
}

/** Deletes the full size of at most this many pictures whose order was decided about a week ago; returns how many. */
export async function deleteDueFullSizes(tx: Tx, limit: number): Promise<number> {
  return deleteFullSizes(tx, await lockDueFullSizes(tx, { limit }));
}

async function deleteFullSizes(tx: Tx, selection: Parameters<typeof takeFullSizes>[1]): Promise<number> {
  if (selection.length > 0) await enqueue(tx, 'files.remove', { filenames: await takeFullSizes(tx, selection) });
  return selection.length;
}

/** A user's files as the data copy lists them; the bytes are downloaded where they are shown. */
export async function exportFilesPersonalData(db: Pick<Db, 'ask'>, { id }: { id: Id<'user'> }): Promise<unknown> {
  return filesForExport(db, { ownerId: id });
}

/** Deletes a user's uploads for these purposes, e.g. when the user is deleted. */
export async function deleteFilesOf(tx: Tx, ownerId: Id<'user'>, purposes: readonly FilePurpose[]): Promise<void> {
  const ownedFiles = await filesOfOwner(tx, { ownerId, purposes });
  await deleteFiles(
    tx,
    ownedFiles.map(({ id }) => id),
  );
}

/**
 * The bytes of a picture to be shown as part of a page. Who may see it is the caller's to decide. Refuses with
 * not_found.
 */
export async function openPicture(
  { db, storage }: Pick<FilesDeps, 'db' | 'storage'>,
  filename: string,
  purpose: FilePurpose,
): Promise<FileAnswer> {
  const row = isStoredName(filename) ? await findFile(db, { filename }) : undefined;
  if (row?.purpose !== purpose || !row.type.startsWith('image/')) throw new NotFound('picture_not_found');
  const storedObject = await storage.get(filename);
  if (!storedObject) throw new Error('A file row has lost its bytes.');
  return { ...storedObject, type: row.type, downloadName: row.originalName || filename, inline: true };
}

async function assertWithinQuota(
  db: Db,
  size: number,
  purpose: FilePurpose,
  ownerId: Id<'user'> | null,
): Promise<void> {
  if (ownerId === null || !countedPurposes.includes(purpose)) return;
  if ((await sumOfOwner(db, { ownerId, purposes: countedPurposes })) + size <= quotaBytes) return;
  throw new TooLarge('file_too_large', reasonWith('files_full', { max: quotaBytes / megabyteBytes }));
}

/** Method by which files of a purpose are compared; the others are not. */
const comparedParts: Partial<Record<FilePurpose, ComparedPart>> = { kyc: 'whole', payment_proof: 'pieces' };

async function putReencoded(
  deps: FilesDeps,
  source: string,
  { filename, type, purpose, ownerId }: Pick<StoredFile, 'filename' | 'purpose' | 'ownerId'> & { type: ImageType },
): Promise<Pick<StoredFile, 'size' | 'fullFilename' | 'fullSize'> & PictureHashes> {
  const target = `${source}.reencoded`;
  const fullTarget = reviewedPurposes.includes(purpose) ? `${source}.full` : undefined;
  try {
    // Callers without an account share one turn for each purpose.
    const job = { source, type, target, fullTarget, owner: ownerId ?? purpose, compared: comparedParts[purpose] };
    const image = await reencodeImage(job);
    const { size, fullSize } = image;
    const shownFile = { filename, path: target, size };
    const fullFile = fullTarget && fullSize !== null && { filename: newName(type), path: fullTarget, size: fullSize };
    await putBytes(deps, fullFile ? [shownFile, fullFile] : [shownFile]);
    return { ...image, fullFilename: fullFile ? fullFile.filename : null };
  } finally {
    for (const path of [target, fullTarget]) if (path) await rm(path, { force: true });
  }
}

type Staged = readonly (StagedFile | undefined)[];

/** The files of a command; one that was not sent is undefined at its position. */
export type Uploads<Files extends Staged> = { files: Files; purpose: FilePurpose; ownerId: Id<'user'> | null };

/** Stores each file of a list. */
export type Stored<Files extends Staged> = {
  [Position in keyof Files]: undefined extends Files[Position] ? StoredFile | undefined : StoredFile;
};

/**
 * Runs a write that a customer may repeat: stores the uploads, then `work` and the answer for the Idempotency-Key in
 * one transaction, and removes bytes without a row. After a refusal neither a row nor the bytes are left.
 */
export async function idempotentCommand<Result, const Files extends Staged = []>(
  deps: FilesDeps,
  { idempotency, uploads }: { idempotency: Idempotency<Result>; uploads?: Uploads<Files> },
  work: (tx: Tx, stored: Stored<Files>) => Promise<Result>,
): Promise<Outcome<Result>> {
  return withUploads(deps, uploads, (storedFiles) => idempotency.run((tx) => work(tx, storedFiles)));
}

/** Runs a write with uploads whose endpoint takes no Idempotency-Key. */
export async function uploadCommand<Result, const Files extends Staged>(
  deps: FilesDeps,
  uploads: Uploads<Files>,
  work: (tx: Tx, stored: Stored<Files>) => Promise<Result>,
): Promise<Result> {
  return withUploads(deps, uploads, (storedFiles) => deps.inTx((tx) => work(tx, storedFiles)));
}

/**
 * Stores the uploads, runs `run`, and removes the bytes that it gave no row. After a failure that is no refusal the
 * commit may have happened: then the sweeper decides, by whether there is a row.
 */
export async function withUploads<Answer, const Files extends Staged>(
  deps: FilesDeps,
  uploads: Uploads<Files> | undefined,
  run: (stored: Stored<Files>) => Promise<Answer>,
): Promise<Answer> {
  const storedFiles: (StoredFile | undefined)[] = [];
  const remove = async (isUnused: (file: StoredFile) => boolean) => {
    const unusedFilenames = storedFiles.flatMap((file) => (file && isUnused(file) ? namesOf(file) : []));
    await Promise.all(unusedFilenames.map((name) => deps.storage.remove(name)));
  };
  try {
    if (uploads) for (const file of uploads.files) storedFiles.push(file && (await storeStaged(deps, file, uploads)));
    // `storedFiles` has one stored file for each of `uploads.files`, in the same order.
    const answer = await run(storedFiles as unknown as Stored<Files>);
    await remove((file) => !hasRow(file));
    return answer;
  } catch (error) {
    if (error instanceof Refusal) await remove(() => true);
    throw error;
  }
}
