import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user PostgreSQL runs as; absent means the user of this process. */
export type Owner = { uid: number; gid: number } | undefined;

const unprivilegedUser = { uid: 65_534, gid: 65_534 };

/** PostgreSQL refuses root, so root runs it as the owner of the data, else as `nobody`. */
export function ownerFor(dataFolder: string): Owner {
  if (process.getuid?.() !== 0) return undefined;
  if (!existsSync(dataFolder)) return unprivilegedUser;
  const { uid, gid } = statSync(dataFolder);
  return uid === 0 ? unprivilegedUser : { uid, gid };
}

/** A name by which the owner can reach `folder` below a closed home: Linux gives the start folder a fixed one. */
export function reachableName(folder: string, owner: Owner): string {
  if (!owner || process.platform !== 'linux' || allowTraverse(dirname(folder))) return folder;
  return '/proc/self/cwd';
}

function allowTraverse(folder: string): boolean {
  const othersMayEnter = 0o001;
  if ((statSync(folder).mode & othersMayEnter) === 0) return false;
  return dirname(folder) === folder || allowTraverse(dirname(folder));
}

/**
 * Lets the owner of `dataFolder` pass through the folder above it, if this process is root. Others still cannot read
 * that one.
 */
export async function letPass(dataFolder: string): Promise<void> {
  if (!ownerFor(dataFolder)) return;
  const parent = dirname(dataFolder);
  await chmod(parent, statSync(parent).mode | 0o011);
}

/** Runs one of PostgreSQL's programs inside `folder` as `owner`; returns its exit code and output. */
export async function runAs(
  owner: Owner,
  folder: string,
  program: string,
  args: string[],
): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, {
    cwd: folder,
    ...owner,
    // A clean environment: PGPORT, PGOPTIONS and their like must not reach it, and its messages stay in English.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // The event has the exit code first, null after a signal.
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code: code ?? 1, output: output.trim() };
}
