import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from './listening.ts';

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

/** Whether this machine has PgBouncer, as `apt-get install pgbouncer` puts it there. */
export const hasPgBouncer = program !== undefined;

const unprivilegedId = 65_534;

const accepts = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(void socket.destroy()));
    socket.once('error', reject);
  });

/**
 * A real PgBouncer in front of the server of `url`, with few sessions and nothing ignored; `urlOf` gives the pooled
 * address of a database there.
 */
export async function startPgBouncer(url: string, mode: 'transaction' | 'session' = 'transaction') {
  const { hostname, port: serverPort, username, password } = new URL(url);
  const [folder, port] = await Promise.all([mkdtemp(join(tmpdir(), 'landfall-pgbouncer-')), freePort()]);
  const config = join(folder, 'pgbouncer.ini');
  const target = `host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}`;
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    default_pool_size: mode === 'session' ? 20 : 3,
    max_client_conn: 200,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await writeFile(config, `[databases]\n* = ${target}\n[pgbouncer]\n${lines.join('\n')}\n`, { mode: 0o644 });
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const owner = process.getuid?.() === 0 ? { uid: unprivilegedId, gid: unprivilegedId } : {};
  const child = spawn(program ?? 'pgbouncer', ['-q', config], { stdio: 'ignore', ...owner });
  await vi.waitFor(() => accepts(port), 10_000);
  return {
    urlOf: (database: string) => {
      const pooled = new URL(database);
      pooled.host = `127.0.0.1:${port}`;
      return pooled.href;
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
