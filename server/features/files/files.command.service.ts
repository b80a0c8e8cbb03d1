import type { Tx } from '#server/db/connection.ts';
import type { Idempotency, Outcome } from '#server/http/idempotency.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { hasRow, storeStaged, type FilePurpose, type FilesDeps, type StoredFile } from './files.service.ts';

type Staged = readonly (StagedFile | undefined)[];

/** The files of a command; what was not sent is undefined and keeps its position. */
export type Uploads<Files extends Staged> = { files: Files; purpose: FilePurpose; ownerId: string | null };

/** The same list with each file stored. */
export type Stored<Files extends Staged> = {
  [Position in keyof Files]: undefined extends Files[Position] ? StoredFile | undefined : StoredFile;
};

/**
 * The one shape of a write that a customer may repeat: stores the uploads, runs `work` in one transaction together with
 * the answer for the Idempotency-Key, and removes the bytes that `work` gave no row. Throws what storing and `work`
 * refuse; after a refusal neither a row nor the bytes are left.
 */
export async function idempotentCommand<Result, const Files extends Staged = []>(
  deps: FilesDeps,
  { idempotency, uploads }: { idempotency: Idempotency<Result>; uploads?: Uploads<Files> },
  work: (tx: Tx, stored: Stored<Files>) => Promise<Result>,
): Promise<Outcome<Result>> {
  return withUploads(deps, uploads, (stored) => idempotency.run((tx) => work(tx, stored)));
}

/** The same for a write with uploads whose endpoint takes no Idempotency-Key. */
export async function uploadCommand<Result, const Files extends Staged>(
  deps: FilesDeps & { inTx: <Value>(work: (tx: Tx) => Promise<Value>) => Promise<Value> },
  uploads: Uploads<Files>,
  work: (tx: Tx, stored: Stored<Files>) => Promise<Result>,
): Promise<Result> {
  return withUploads(deps, uploads, (stored) => deps.inTx((tx) => work(tx, stored)));
}

/** After a failure that is no refusal the commit may have happened: then the sweeper decides, by whether there is a row. */
async function withUploads<Answer, Files extends Staged>(
  deps: FilesDeps,
  uploads: Uploads<Files> | undefined,
  run: (stored: Stored<Files>) => Promise<Answer>,
): Promise<Answer> {
  const stored: (StoredFile | undefined)[] = [];
  const remove = (isUnused: (file: StoredFile) => boolean) =>
    Promise.all(stored.flatMap((file) => (file && isUnused(file) ? [deps.storage.remove(file.filename)] : [])));
  try {
    if (uploads) for (const file of uploads.files) stored.push(file && (await storeStaged(deps, file, uploads)));
    const answer = await run(stored as unknown as Stored<Files>);
    await remove((file) => !hasRow(file));
    return answer;
  } catch (error) {
    if (error instanceof Refusal) await remove(() => true);
    throw error;
  }
}
