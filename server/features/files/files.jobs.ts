import { opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { markEnding, type FileStorage } from '#server/adapters/storage/storage.ts';
import type { Db } from '#server/db/connection.ts';
import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { fileAgeMs } from '#server/lib/file-age.ts';
import { hourMs } from '#server/lib/time.ts';
import { filenamesWithRow } from './files.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'files.remove': { filenames: string[] };
    'files.sweep': object;
  }
}

type FilesJobDeps = { db: Db; storage: FileStorage; uploadsDir: string };

/** Long enough for the slowest request between storing bytes and writing their row. */
const graceMs = hourMs;
const batchSize = 500;

export const filesJobs: FeatureJobs<FilesJobDeps> = {
  tasks: {
    'files.remove': async ({ storage }, { filenames }) => {
      for (const filename of filenames) await storage.remove(filename);
    },
    'files.sweep': (deps) => deleteUnusedFiles(deps),
  },
  crons: [{ task: 'files.sweep', at: '17 * * * *' }],
};

/** Removes bytes that never got a row, and what crashed requests left in the folder of uploads, an hour after. */
export async function deleteUnusedFiles({ db, storage, uploadsDir }: FilesJobDeps): Promise<void> {
  let batch: string[] = [];
  const removeOrphans = async () => {
    const known = await filenamesWithRow(db, batch);
    for (const name of batch) if (!known.has(name)) await storage.remove(name);
    batch = [];
  };
  for await (const { name, ageMs } of storage.list()) {
    if (ageMs > graceMs && !name.endsWith(`.${markEnding}`)) batch.push(name);
    if (batch.length === batchSize) await removeOrphans();
  }
  if (batch.length > 0) await removeOrphans();
  await storage.removeDrafts(graceMs);
  await sweepUploads(uploadsDir);
}

async function sweepUploads(folder: string): Promise<void> {
  const entries = await opendir(folder).catch(absentAsNull);
  for await (const { name } of entries ?? []) {
    const path = join(folder, name);
    if (((await fileAgeMs(path)) ?? 0) > graceMs) await rm(path, { recursive: true, force: true });
  }
}

function absentAsNull(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
