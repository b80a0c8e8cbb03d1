import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { rootDir } from '#server/env/paths.ts';

const run = promisify(execFile);

/** PostgreSQL and nginx refuse to serve as root. */
const unprivilegedId = 65_534;
const isRoot = process.getuid?.() === 0;
const owner = isRoot ? { uid: unprivilegedId, gid: unprivilegedId } : {};

const versions = '/usr/lib/postgresql';
const newest = existsSync(versions)
  ? readdirSync(versions)
      .toSorted((a, b) => Number(a) - Number(b))
      .at(-1)
  : undefined;
const postgres = (name: string) => join(versions, newest ?? 'none', 'bin', name);

/** The programs that are missing on this machine, by their package names for `apt-get install`. */
export const missing = [
  ['postgresql', postgres('postgres')],
  ['pgbouncer', '/usr/sbin/pgbouncer'],
  ['nginx', '/usr/sbin/nginx'],
].flatMap(([name = '', path = '']) => (existsSync(path) ? [] : [name]));

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until something listens on the port. */
export async function accepting(port: number): Promise<void> {
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  while (!(await isOpen())) await pause(50);
}

/** A folder that the unprivileged programs may write into. */
export async function aFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `landfall-failover-${name}-`));
  if (isRoot) await chown(folder, unprivilegedId, unprivilegedId);
  await chmod(folder, 0o700);
  return folder;
}

/** A program that runs beside the product, until it is stopped and its folder removed. */
function background(command: string, args: string[], folder: string): { stop: () => Promise<void> } {
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...owner });
  const ended = once(child, 'exit');
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await removeAll([folder]);
    },
  };
}

export type Server = {
  port: number;
  folder: string;
  url: string;
  restart: () => Promise<void>;
  kill: () => Promise<void>;
};

const settingsOf = (port: number) => `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = ${port}
wal_level = replica
max_wal_senders = 4
hot_standby = on
`;

const control = (folder: string, ...args: string[]) =>
  run(postgres('pg_ctl'), ['-D', folder, '-w', '-l', join(folder, 'server.log'), ...args], owner);

function serverIn(folder: string, port: number): Server {
  return {
    port,
    folder,
    url: `postgres://landfall@127.0.0.1:${port}/postgres`,
    restart: async () => void (await control(folder, '-m', 'fast', 'restart')),
    kill: async () => void (await control(folder, '-m', 'immediate', 'stop')),
  };
}

/** A primary whose commits wait for its replica, as set in `synchronous_standby_names`. */
export async function startPrimary(): Promise<Server> {
  const [folder, port] = [await aFolder('primary'), await freePort()];
  await run(
    postgres('initdb'),
    ['-D', folder, '-U', 'landfall', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    owner,
  );
  await appendFile(join(folder, 'postgresql.conf'), settingsOf(port));
  await control(folder, 'start');
  return serverIn(folder, port);
}

/** Copies the primary and follows it; from now on the primary acknowledges nothing that the replica has not stored. */
export async function startReplica(primary: Server): Promise<Server & { promote: () => Promise<void> }> {
  const [folder, port] = [await aFolder('replica'), await freePort()];
  const from = `host=127.0.0.1 port=${primary.port} user=landfall application_name=replica`;
  await run(postgres('pg_basebackup'), ['-D', folder, '-R', '-X', 'stream', '-c', 'fast', '-d', from], owner);
  await appendFile(join(folder, 'postgresql.conf'), settingsOf(port));
  await control(folder, 'start');
  await appendFile(join(primary.folder, 'postgresql.conf'), `synchronous_standby_names = 'replica'\n`);
  await control(primary.folder, 'reload');
  return {
    ...serverIn(folder, port),
    // A promoted server waits for no replica of its own.
    promote: async () => {
      await appendFile(join(folder, 'postgresql.conf'), `synchronous_standby_names = ''\n`);
      await control(folder, 'reload');
      await control(folder, 'promote');
    },
  };
}

/** The address that follows the primary, as Patroni or a hosted service has one. */
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
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    moveTo: (port: number) => {
      target = port;
      for (const socket of open) socket.destroy();
    },
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** PgBouncer in transaction mode before the following address. */
export async function startPooler(target: number) {
  const [folder, port] = [await aFolder('pooler'), await freePort()];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]\n* = host=127.0.0.1 port=${target} user=landfall\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
unix_socket_dir =\nauth_type = any\npool_mode = transaction\nserver_login_retry = 1\ndefault_pool_size = 20\nmax_client_conn = 200\n`,
    { mode: 0o644 },
  );
  await chmod(folder, 0o755);
  const { stop } = background('/usr/sbin/pgbouncer', ['-q', file], folder);
  await accepting(port);
  return { port, stop };
}

/** nginx before the two processes, by the lines of deploy/nginx.conf that decide where a request goes. */
export async function startProxy(ports: readonly number[]) {
  const [folder, port] = [await aFolder('proxy'), await freePort()];
  const file = join(folder, 'nginx.conf');
  const given = readFileSync(join(rootDir, 'deploy', 'nginx.conf'), 'utf8');
  const [, options = ''] = /server 127\.0\.0\.1:3000(.*);/.exec(given) ?? [];
  const servers = ports.map((each) => `server 127.0.0.1:${each}${options};`).join(' ');
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 2000; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  upstream landfall { least_conn; ${servers} keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 20m;
    proxy_request_buffering off;
    location / {
      proxy_pass http://landfall;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_read_timeout 130s;
      proxy_next_upstream error timeout;
      proxy_next_upstream_tries 2;
      proxy_connect_timeout 2s;
    }
  }
}
`,
    { mode: 0o644 },
  );
  await chmod(folder, 0o755);
  const { stop } = background('/usr/sbin/nginx', ['-c', file, '-e', join(folder, 'error.log')], folder);
  await accepting(port);
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Removes the folders. */
export async function removeAll(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
