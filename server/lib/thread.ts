import { join } from 'node:path';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { rootDir } from '#server/env/paths.ts';

interface ThreadOptions {
  resourceLimits: ResourceLimits;
  workerData?: unknown;
}

/**
 * Starts a thread: with the built program at `path`, relative to server/ and without its ending, where this runs built; with
 * `source`, through the loader of the tests, where it does not.
 */
export function startThread(path: string, source: URL, options: ThreadOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(join(rootDir, 'dist', 'server', `${path}.js`), options);
  // A thread does not inherit the loader of its process.
  const load = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(source.href)})));`;
  return new Worker(load, { ...options, eval: true });
}
