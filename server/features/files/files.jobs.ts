import { opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { isCopyNow, type WithInstallation } from '#server/installation/installation.ts';
import { fileAgeMs } from '#server/lib/file-age.ts';
import { absentAsNull } from '#server/lib/safe-error.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import { deleteUnlinked, listUnlinked } from './files.queries.ts';
import { deleteDueFullSizes, type FilesDeps } from './files.service.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'files.remove': { filenames: string[] };
    'files.sweep': object;
    'files.delete_full_sizes': object;
  }
}

type FilesJobDeps = FilesDeps & WithInstallation & { uploadsDir: string };

/** Longer than the slowest request between storing bytes and writing their row. */
const graceMs = hourMs;
const batchSize = 500;

export const filesJobs: FeatureJobs<FilesJobDeps> = {
  tasks: {
    'files.remove': (deps, { filenames }) => removeFiles(deps, filenames),
    'files.sweep': (deps) => deleteUnusedFiles(deps),
    'files.delete_full_sizes': (deps) => deleteFullSizes(deps),
  },
  crons: [
    { task: 'files.sweep', at: '17 * * * *' },
    { task: 'files.delete_full_sizes', at: '47 * * * *' },
  ],
};

/**
 * Deletes the full size of pictures a week after the decision. A transaction removes the names from the rows; a job of
 * that transaction removes the bytes, or the sweep does if the job was cut off.
 */
export async function deleteFullSizes(deps: Pick<FilesJobDeps, 'inTx' | 'installation'>): Promise<void> {
  if (await isCopyNow(deps)) return;
  for (;;) {
    const deletedCount = await deps.inTx((tx) => deleteDueFullSizes(tx, batchSize));
    if (deletedCount < batchSize) return;
  }
}

/**
 * Removes bytes that this database stored and that have had no row for an hour, and what crashed requests left in the
 * folder of uploads. Other names are left alone: another database may share the storage.
 */
export async function deleteUnusedFiles(deps: FilesJobDeps): Promise<void> {
  if (await isCopyNow(deps)) return;
  for (;;) {
    const unlinked = await listUnlinked(deps.db, { graceSeconds: graceMs / 1000, limit: batchSize });
    const filenames = unlinked.map(({ filename }) => filename);
    await removeBytes(deps, filenames);
    if (filenames.length < batchSize) break;
  }
  await deps.storage.removeDrafts(graceMs);
  await sweepUploads(deps.uploadsDir);
}

/** The bytes of deleted rows; those that a restored copy leaves are swept once it is the installation. */
async function removeFiles(deps: FilesJobDeps, filenames: readonly string[]): Promise<void> {
  if (!(await isCopyNow(deps))) await removeBytes(deps, filenames);
}

async function removeBytes({ inTx, storage }: FilesDeps, filenames: readonly string[]): Promise<void> {
  for (const filename of filenames) await storage.remove(filename);
  if (filenames.length > 0) await inTx((tx) => deleteUnlinked(tx, { filenames }));
}

async function sweepUploads(folder: string): Promise<void> {
  const entries = await opendir(folder).catch(absentAsNull);
  for await (const { name } of entries ?? []) {
    const path = join(folder, name);
    if (((await fileAgeMs(path)) ?? 0) > graceMs) await rm(path, { recursive: true, force: true });
  }
}
