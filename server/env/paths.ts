import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The checkout's top folder, the same whether the code runs from `server/` or bundled from `dist/server/`. */
export const rootDir = findRoot(import.meta.dirname);

/** SQL migrations as drizzle-kit wrote them. */
export const migrationsDir = join(rootDir, 'migrations');

/** The built browser client, made by `npm run build`. */
export const clientDir = join(rootDir, 'dist', 'client');

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parentFolder = dirname(from);
  if (parentFolder === from)
    throw new Error('Landfall must run inside its own folder: no package.json found above the server code.');
  return findRoot(parentFolder);
}
