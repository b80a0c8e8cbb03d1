import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStorage } from '#server/adapters/storage.ts';
import type { Db } from '#server/db/connection.ts';
import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import { filenamesWithRow } from './files.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'files.remove': { filenames: string[] };
    'files.sweep': object;
  }
}

type Needs = { db: Db; storage: FileStorage; uploadsDir: string; now: () => Date };

/** Long enough for the slowest request between storing bytes and writing their row. */
const restMs = 60 * 60_000;
const batchSize = 500;

export const filesJobs: FeatureJobs<Needs> = {
  tasks: {
    'files.remove': async ({ storage }, { filenames }) => {
      for (const filename of filenames) await storage.remove(filename);
    },
    'files.sweep': (needs) => sweepFiles(needs),
  },
  crons: [{ task: 'files.sweep', at: '17 * * * *' }],
};

/** Removes bytes that never got a row, and what crashed requests left in the folder of uploads, an hour after. */
export async function sweepFiles({ db, storage, uploadsDir, now }: Needs): Promise<void> {
  const before = new Date(now().getTime() - restMs);
  let batch: string[] = [];
  const removeStrays = async () => {
    const known = await filenamesWithRow(db, batch);
    for (const name of batch) if (!known.has(name)) await storage.remove(name);
    batch = [];
  };
  for await (const { name, storedAt } of storage.list()) {
    if (storedAt < before) batch.push(name);
    if (batch.length === batchSize) await removeStrays();
  }
  if (batch.length > 0) await removeStrays();
  await storage.removeDrafts(before);
  await sweepFolder(uploadsDir, before);
}

async function sweepFolder(folder: string, before: Date): Promise<void> {
  const entries = await opendir(folder).catch(absentAsNull);
  for await (const { name } of entries ?? []) {
    const found = await stat(join(folder, name)).catch(absentAsNull);
    if (found && found.mtime < before) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function absentAsNull(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
