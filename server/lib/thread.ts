import { join } from 'node:path';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { rootDir } from '#server/env/paths.ts';

/**
 * Starts a thread with the program at `path`, relative to server/ and without its ending: the built one where this runs
 * built; the source, through the loader of the tests, where it does not.
 */
export function startThread(path: string, resourceLimits: ResourceLimits, workerData?: unknown): Worker {
  const options = { resourceLimits, workerData };
  if (!import.meta.url.endsWith('.ts')) return new Worker(join(rootDir, 'dist', 'server', `${path}.js`), options);
  const source = JSON.stringify(new URL(`../${path}.ts`, import.meta.url).href);
  // A thread does not inherit the loader of its process.
  const load = `import('tsx/esm/api').then(({ register }) => (register(), import(${source})));`;
  return new Worker(load, { ...options, eval: true });
}
