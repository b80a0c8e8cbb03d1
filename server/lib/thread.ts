import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { buildSync } from 'esbuild';
import { rootDir } from '#server/env/paths.ts';
import { remembered } from './remembered.ts';

interface ThreadOptions {
  resourceLimits: ResourceLimits;
  workerData?: unknown;
}

/**
 * Starts a thread: with the built program at `path`, relative to server/ and without its ending, where this runs built;
 * with a bundle of `source` where it does not, because a thread does not inherit the loader of its process.
 */
export function startThread(path: string, source: URL, options: ThreadOptions): Worker {
  const isBuilt = !import.meta.url.endsWith('.ts');
  return new Worker(isBuilt ? join(rootDir, 'dist', 'server', `${path}.js`) : bundleOf(source), options);
}

const bundles = new Map<string, string>();

/** CommonJS asks for the modules of Node with `require`, which a module does not have. */
const requireOfModule = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;

/**
 * Bundles each program with its libraries once a process: a loader in each thread, or hundreds of files, would take
 * several times as long as most of their work.
 */
const bundleOf = (source: URL): string => remembered(bundles, source.href, () => bundle(source));

function bundle(source: URL): string {
  // A build has no esbuild, so it is loaded here and not with the file.
  const esbuild = createRequire(import.meta.url)('esbuild') as { buildSync: typeof buildSync };
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    write: false,
    // It reads fonts from its own folder.
    external: ['pdfkit'],
    banner: { js: requireOfModule },
    minifyWhitespace: true,
    platform: 'node',
    format: 'esm',
  });
  const text = outputFiles[0]?.text ?? '';
  // The bundle is below the sources, where libraries are found, and is moved into place, because other processes do the
  // same.
  const folder = join(rootDir, '.cache', 'threads');
  const path = join(folder, `${createHash('sha256').update(text).digest('hex')}.mjs`);
  const draft = `${path}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, text);
  renameSync(draft, path);
  return path;
}
