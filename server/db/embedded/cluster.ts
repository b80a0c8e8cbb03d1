import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { portOf } from '#server/lib/port-of.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { fileAgeMs } from '../../lib/file-age.ts';
import type { Binaries } from './binaries.ts';
import { ownerFor, reachableName, runAs } from './run-as.ts';

export type Cluster = {
  binaries: Binaries;
  /** PGDATA, absolute. */
  folder: string;
  password: string;
  /** False only for throw-away test data: a crash of the machine may then lose it. */
  durable: boolean;
};

export const clusterUser = 'landfall';

/** Makes the cluster when its folder does not exist. A half-made one is never left under the final name. */
export async function createIfMissing({ binaries, folder, password }: Cluster): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  await deleteDrafts(folder);
  const owner = ownerFor(folder);
  const draft = `${folder}.draft-${randomUUID()}`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const passwordFile = join(draft, 'password');
  const dataFolder = join(draft, 'data');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await mkdir(dataFolder, { mode: 0o700 });
  if (owner) for (const path of [draft, passwordFile, dataFolder]) await chown(path, owner.uid, owner.gid);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const auth = ['--username', clusterUser, '--auth=scram-sha-256', '--pwfile=../password'];
  const { code, output } = await runAs(owner, dataFolder, binaries.initdb, [
    '-D',
    reachableName(dataFolder, owner),
    ...auth,
    ...locale,
  ]);
  if (code === 0) await rename(dataFolder, folder);
  await rm(draft, { recursive: true, force: true });
  if (code !== 0) throw new Error(`The embedded database could not be made in ${folder}: ${output}`);
}

/** Starts the server, or returns the port of one that still runs because only Node was killed. */
export async function startOrAttach(
  cluster: Cluster,
  preferredPort?: number,
): Promise<{ port: number; attached: boolean }> {
  for (const deadline = performance.now() + 15_000; ; await pause(100)) {
    const server = await runningServer(cluster.folder);
    if (server) return { port: server.port, attached: true };
    const port = preferredPort ?? (await freePort());
    const options = serverOptions(port, cluster.durable);
    const { code, output } = await control(cluster, ['start', '-w', '-t', '120', '-l', 'startup.log', '-o', options]);
    if (code === 0) return { port, attached: false };
    // The start may succeed when it is repeated: a second Landfall started the server at the same moment, another
    // program took the port, or the children of a killed server have not ended yet.
    if (performance.now() > deadline) {
      throw new Error(
        `The embedded database did not start: ${output}\nIts own words are in ${join(cluster.folder, 'startup.log')}.`,
      );
    }
  }
}

/** Stops the server within `timeoutMs`, after its clients have left; safe to call when it is already gone. */
export async function stop(cluster: Cluster, timeoutMs: number): Promise<void> {
  if (!(await runningServer(cluster.folder))) return;
  const seconds = Math.max(1, Math.floor(timeoutMs / 1000) - 1);
  const { code } = await control(cluster, ['stop', '-w', '-m', 'fast', '-t', String(seconds)]);
  // An immediate stop, so that the program ends: the next start recovers, and no committed row is lost.
  if (code !== 0) await control(cluster, ['stop', '-w', '-m', 'immediate', '-t', '1']);
}

function control({ binaries, folder }: Cluster, args: string[]) {
  const owner = ownerFor(folder);
  return runAs(owner, folder, binaries.pgCtl, [...args, '-D', reachableName(folder, owner)]);
}

function serverOptions(port: number, durable: boolean): string {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    max_connections: durable ? 100 : 300,
    jit: 'off',
    timezone: 'UTC',
    // Seven log files in turn, one for each weekday, without the values of rows, because those are personal data.
    logging_collector: durable ? 'on' : 'off',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_size: 0,
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
}

const pidFile = (folder: string) => join(folder, 'postmaster.pid');

/** The server of this folder, if it runs; removes a postmaster.pid that a crash left, as it blocks a start. */
export async function runningServer(folder: string): Promise<{ port: number } | undefined> {
  for (
    const deadline = performance.now() + 5_000;
    performance.now() < deadline && existsSync(pidFile(folder));
    await pause(20)
  ) {
    const [pid, , , port] = readFileSync(pidFile(folder), 'utf8').split('\n').map(Number);
    if (!pid || !isRunning(pid)) return undefined;
    if (!worksIn(pid, folder)) {
      await rm(pidFile(folder), { force: true });
      return undefined;
    }
    // The port is written a moment after the process id.
    if (port) return { port };
  }
  return undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // The process ended or belongs to another user, so it is not ours: PostgreSQL judges it the same way.
  }
}

/** Recognizes our server by the folder it works in. */
function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}

async function deleteDrafts(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (!existsSync(parent)) return;
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(folder)}.draft-`)) continue;
    const path = join(parent, name);
    if (((await fileAgeMs(path)) ?? 0) > 10 * minuteMs) await rm(path, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = portOf(probe);
  await once(probe.close(), 'close');
  return port;
}
