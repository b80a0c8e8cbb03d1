import { Refusal } from '#server/http/refusal.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { storeStaged, type FilePurpose, type FilesDeps, type StoredFile } from './files.service.ts';

/** A result, and whether the files got their rows with it. */
export type UploadOutcome<Result> = { result: Result; areFilesUsed: boolean };

/**
 * Stores files, runs `work`, and removes the bytes again when it refused or did without them. `keep` unwraps what the
 * transaction made and remembers whether the files belong to it. After any other failure the commit may have
 * happened: then the sweeper decides, by whether there is a row.
 */
export async function withUploads<Answer>(
  deps: FilesDeps,
  staged: readonly StagedFile[],
  about: { purpose: FilePurpose; ownerId: string | null },
  work: (stored: StoredFile[], unwrap: <Result>(outcome: UploadOutcome<Result>) => Result) => Promise<Answer>,
): Promise<Answer> {
  const stored: StoredFile[] = [];
  let areFilesUsed = false;
  const discard = () => Promise.all(stored.map(({ filename }) => deps.storage.remove(filename)));
  try {
    for (const file of staged) stored.push(await storeStaged(deps, file, about));
    const answer = await work(stored, (outcome) => {
      areFilesUsed = outcome.areFilesUsed;
      return outcome.result;
    });
    if (!areFilesUsed) await discard();
    return answer;
  } catch (error) {
    if (error instanceof Refusal) await discard();
    throw error;
  }
}
