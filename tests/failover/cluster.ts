import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, chmod, chown, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rootDir } from '#server/env/paths.ts';
import { aFolder, atTheEnd } from '#tests/setup/endings.ts';
import { accepting, freePort, listen } from '#tests/setup/listening.ts';
import { hasPgBouncer, unprivileged } from '#tests/setup/pgbouncer.ts';

const run = promisify(execFile);

const versions = '/usr/lib/postgresql';
const installedVersions = existsSync(versions) ? readdirSync(versions) : [];
const newestVersion = installedVersions.toSorted((a, b) => Number(a) - Number(b)).at(-1) ?? 'none';
/** A program of the newest PostgreSQL here; '' returns their folder. */
export const postgres = (name: string) => join(versions, newestVersion, 'bin', name);
const nginx = '/usr/sbin/nginx';

/** The programs that are missing on this machine, by their package names for `apt-get install`. */
export const missing = [
  existsSync(postgres('postgres')) ? [] : 'postgresql',
  hasPgBouncer ? [] : 'pgbouncer',
  existsSync(nginx) ? [] : 'nginx',
].flat();

/** A folder that the unprivileged programs may write into. */
export async function anOpenFolder(): Promise<string> {
  const folder = aFolder();
  if (unprivileged.uid) await chown(folder, unprivileged.uid, unprivileged.gid);
  await chmod(folder, 0o700);
  return folder;
}

const settingsOf = (port: number) => `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = ${port}
wal_level = replica
max_wal_senders = 4
hot_standby = on
`;

const control = (folder: string, ...args: string[]) =>
  run(postgres('pg_ctl'), ['-D', folder, '-w', '-l', join(folder, 'server.log'), ...args], unprivileged);

/** Starts the server of a folder. */
async function serverIn(folder: string, port: number) {
  await appendFile(join(folder, 'postgresql.conf'), settingsOf(port));
  await control(folder, 'start');
  const kill = () => control(folder, '-m', 'immediate', 'stop');
  atTheEnd(() => kill().catch(() => undefined)); // A primary may have been killed before.
  const restart = () => control(folder, '-m', 'fast', 'restart');
  return { port, folder, url: `postgres://landfall@127.0.0.1:${port}/postgres`, restart, kill };
}

/** A primary whose commits wait for its replica, as set in `synchronous_standby_names`. */
export async function startPrimary() {
  const folder = await anOpenFolder();
  const options = ['-U', 'landfall', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  await run(postgres('initdb'), ['-D', folder, ...options], unprivileged);
  return serverIn(folder, await freePort());
}

/** Copies the primary and follows it; from now on the primary acknowledges only what the replica has stored. */
export async function startReplica(primary: Awaited<ReturnType<typeof startPrimary>>) {
  const folder = await anOpenFolder();
  const from = `host=127.0.0.1 port=${primary.port} user=landfall application_name=replica`;
  await run(postgres('pg_basebackup'), ['-D', folder, '-R', '-X', 'stream', '-c', 'fast', '-d', from], unprivileged);
  const replica = await serverIn(folder, await freePort());
  await appendFile(join(primary.folder, 'postgresql.conf'), `synchronous_standby_names = 'replica'\n`);
  await control(primary.folder, 'reload');
  return {
    ...replica,
    // A promoted server waits for no replica of its own.
    promote: async () => {
      await appendFile(join(folder, 'postgresql.conf'), `synchronous_standby_names = ''\n`);
      await control(folder, 'reload');
      await control(folder, 'promote');
    },
  };
}

/** The address that follows the primary, like that of Patroni or a hosted service. */
export async function followingAddress(first: number) {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1');
    for (const socket of [from, to]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        from.destroy();
        to.destroy();
      });
    }
    from.pipe(to).pipe(from);
  });
  const port = await listen(server);
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  atTheEnd(() => server.close());
  atTheEnd(breakAll);
  const moveTo = (next: number) => {
    target = next;
    breakAll();
  };
  return { port, moveTo };
}

/** deploy/nginx.conf for these processes on a port without TLS; `edit` changes it as an operator would. */
export function proxyServers(ports: readonly number[], port: number, edit = (text: string) => text): string {
  const config = edit(readFileSync(join(rootDir, 'deploy', 'nginx.conf'), 'utf8'));
  const [line = '', options = ''] = / *server 127\.0\.0\.1:3000(.*);\n/.exec(config) ?? [];
  return config
    .replace(/ *server 127\.0\.0\.1:3001.*\n/, '')
    .replace(line, ports.map((serverPort) => `server 127.0.0.1:${serverPort}${options};\n`).join(''))
    .replace(/server \{\s*listen 80;[^}]*\}/, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*\n/gm, '');
}

/** nginx in front of the two processes, by deploy/nginx.conf; returns its address. */
export async function startProxy(ports: readonly number[], edit?: (text: string) => string): Promise<string> {
  const folder = await anOpenFolder();
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 2000; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  ${proxyServers(ports, port, edit).replaceAll('/var/log/nginx', folder)}
}
`,
    { mode: 0o644 },
  );
  await chmod(folder, 0o755);
  const child = spawn(nginx, ['-c', file, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...unprivileged,
  });
  const exitPromise = once(child, 'exit');
  atTheEnd(async () => {
    child.kill('SIGTERM');
    await exitPromise;
  });
  await accepting(port);
  return `http://127.0.0.1:${port}`;
}
