import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accepting, freePort } from './listening.ts';

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

/** True if this machine has PgBouncer (`apt-get install pgbouncer`). */
export const hasPgBouncer = program !== undefined;

/** User of programs that refuse to run as root. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const smallPool = { pool_mode: 'transaction', default_pool_size: 3 };

/**
 * A real PgBouncer in front of the server of `url`, with few sessions and no ignored parameters; `urlOf` returns the
 * pooled address of a database there.
 */
export async function startPgBouncer(url: string, changes: Record<string, string | number> = {}) {
  const { hostname, port: serverPort, username, password } = new URL(url);
  const [folder, port] = await Promise.all([mkdtemp(join(tmpdir(), 'landfall-pgbouncer-')), freePort()]);
  const config = join(folder, 'pgbouncer.ini');
  // An empty password would be an error in its file.
  const secret = password && ` password=${decodeURIComponent(password)}`;
  const target = `host=${hostname} port=${serverPort} user=${username}${secret}`;
  const listening = { listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '' };
  const settings = { ...listening, auth_type: 'any', max_client_conn: 200, ...smallPool, ...changes };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await writeFile(config, `[databases]\n* = ${target}\n[pgbouncer]\n${lines.join('\n')}\n`, { mode: 0o644 });
  await chmod(folder, 0o755);
  const child = spawn(program ?? 'pgbouncer', ['-q', config], { stdio: 'ignore', ...unprivileged });
  await accepting(port);
  return {
    urlOf: (database: string) => Object.assign(new URL(database), { host: `127.0.0.1:${port}` }).href,
    stop: async () => {
      const exitPromise = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await exitPromise;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
