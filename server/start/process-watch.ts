import { statfs } from 'node:fs/promises';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { readDifferences } from '../db/processes.ts';
import type { Env } from '../env/env.ts';
import type { Metrics } from '../http/serving/metrics.ts';
import type { Installation } from '../installation/installation.ts';
import { pauseFor } from '../lib/retry.ts';
import { describeError } from '../lib/safe-error.ts';
import { productVersion } from '../lib/version.ts';
import type { Platform } from '../platform.ts';

const everyMs = minuteMs;

/** Logs, at the start and on each change, the settings in which another living process differs. */
export function watchProcesses({ db, env, log }: Pick<Platform, 'db' | 'env' | 'log'>): { stop: () => void } {
  const stopController = new AbortController();
  let lastOutput = '';
  const compare = async () => {
    const newDifferences = await readDifferences(db, env);
    const differences = JSON.stringify(newDifferences);
    if (differences !== lastOutput)
      for (const { setting, address: peer } of newDifferences)
        log.warn({ peer }, `another process runs with another ${setting}`);
    lastOutput = differences;
  };
  const watch = async () => {
    while (!stopController.signal.aborted) {
      await compare().catch((error: unknown) => log.debug(describeError(error), 'other processes were not compared'));
      await pauseFor(everyMs, stopController.signal);
    }
  };
  void watch();
  return { stop: () => stopController.abort() };
}

type ObservedProcess = { env: Pick<Env, 'dataDir' | 'storage'>; installation: Pick<Installation, 'writeAgeSeconds'> };

/**
 * Gauges that this process alone knows: its build, how full its disks are, and
 * when database and storage last took a write.
 */
export function observeProcess(
  { env: { dataDir, storage }, installation }: ObservedProcess,
  { Gauge, registry }: Metrics,
): void {
  const build = new Gauge({
    name: 'landfall_build_info',
    help: 'Always 1; the label is the build of this process',
    labelNames: ['version'],
    registers: [registry],
  });
  build.set({ version: productVersion }, 1);
  registry.registerMetric(
    new Gauge({
      name: 'landfall_write_age_seconds',
      help: 'Seconds since the database and the file storage last took the write of each minute',
      registers: [],
      collect() {
        this.set(installation.writeAgeSeconds);
      },
    }),
  );
  const disks = { data: dataDir, ...(storage.kind === 'file' && { files: storage.folder }) };
  registry.registerMetric(
    new Gauge({
      name: 'landfall_disk_free_ratio',
      help: 'How much of the disk of DATA_DIR, and of the folder of STORAGE_URL, is free for this process',
      labelNames: ['disk'],
      registers: [],
      async collect() {
        for (const [disk, folder] of Object.entries(disks)) {
          const diskStats = await statfs(folder).catch(() => undefined);
          if (diskStats) this.set({ disk }, diskStats.bavail / diskStats.blocks);
          else this.remove({ disk });
        }
      },
    }),
  );
}
