import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's top folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The parts of the program, each with its sources and its output. */
export const parts = {
  client: {
    sources: [
      'client',
      'shared',
      'vite.config.ts',
      'package-lock.json',
      'server/cli/ssr.mjs',
      'server/cli/notices.mjs',
    ],
    output: join(root, 'dist', 'client'),
  },
  server: { sources: ['server', 'shared', 'package-lock.json'], output: join(root, 'dist', 'server') },
};

/** Hash over the content of all files that a part is built from; their dates change with a checkout or a copy. */
export function contentOf({ sources }) {
  const hash = createHash('sha256');
  for (const source of sources) addToHash(hash, source);
  return hash.digest('hex');
}

/**
 * The names of the parts that are missing or older than their sources; none where there are no sources, as in an image.
 */
export function staleParts() {
  if (!existsSync(join(root, 'server', 'main.ts'))) return [];
  return Object.keys(parts).filter((name) => {
    const stamp = join(parts[name].output, '.stamp');
    return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== contentOf(parts[name]);
  });
}

// A systemd unit runs this file before the program: it refuses a build of other sources.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const stale = staleParts();
  if (stale.length > 0) {
    console.error(`dist/${stale.join(' and dist/')} was built from other sources than these: npm run build`);
    process.exit(1);
  }
}

function addToHash(hash, path) {
  const fullPath = join(root, path);
  if (!existsSync(fullPath)) return;
  if (!statSync(fullPath).isDirectory()) {
    hash.update(`${path}\0`).update(readFileSync(fullPath)).update('\0');
    return;
  }
  for (const name of readdirSync(fullPath).toSorted()) {
    if (!/\.test\.tsx?$/.test(name) && !name.startsWith('.')) addToHash(hash, `${path}/${name}`);
  }
}
