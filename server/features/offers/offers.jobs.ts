import { deleteFiles } from '#server/features/files/files.service.ts';
import type { FeatureJobs } from '#server/features/jobs/jobs.service.ts';
import type { Platform } from '#server/platform.ts';
import { listUnusedPictures } from './offers.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'offers.delete_unused_pictures': object;
  }
}

/** Deletes the pictures of counter sales whose request was refused, withdrawn, overtaken or not decided in time. */
export async function deleteUnusedPictures({ inTx }: Pick<Platform, 'inTx'>): Promise<void> {
  await inTx(async (tx) => {
    const unusedPictures = await listUnusedPictures(tx);
    await deleteFiles(
      tx,
      unusedPictures.map(({ id }) => id),
    );
  });
}

export const offersJobs: FeatureJobs<Pick<Platform, 'inTx'>> = {
  tasks: { 'offers.delete_unused_pictures': (deps) => deleteUnusedPictures(deps) },
  crons: [{ task: 'offers.delete_unused_pictures', at: '*/5 * * * *' }],
};
