import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { rootDir } from '#server/env/paths.ts';
import { atTheEnd } from '#tests/setup/endings.ts';
import { accepting, freePort } from '#tests/setup/listening.ts';
import { unprivileged } from '#tests/setup/pgbouncer.ts';
import { anOpenFolder, postgres } from './cluster.ts';

const run = promisify(execFile);
const programs = { patroni: '/usr/bin/patroni', 'etcd-server': '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' };

/** The programs that are missing on this machine, by their package names. */
export const missingForPatroni = Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));

/** A background program in its own process group; killed at the end with all its children. */
function start(home: string, command: string, ...args: string[]) {
  const child = spawn(command, args, {
    stdio: 'ignore',
    detached: true,
    env: { PATH: process.env.PATH, HOME: home },
    ...unprivileged,
  });
  const exitPromise = once(child, 'exit');
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    process.kill(-child.pid, signal);
    await exitPromise;
  };
  atTheEnd(() => kill('SIGKILL'));
  return { kill };
}

const fileOf = (name: string) => readFileSync(join(rootDir, 'deploy', name), 'utf8');

type Machine = { name: string; port: number; rest: number; folder: string };

async function startEtcd(folder: string): Promise<number> {
  const client = await freePort();
  const peer = await freePort();
  const clientUrl = `http://127.0.0.1:${client}`;
  const peerUrl = `http://127.0.0.1:${peer}`;
  const listens = ['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl];
  const peers = ['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl];
  const cluster = ['--name', 'e', '--initial-cluster', `e=${peerUrl}`];
  start(folder, programs['etcd-server'], '--data-dir', join(folder, 'etcd'), ...cluster, ...listens, ...peers);
  await accepting(client);
  return client;
}

/** Starts Patroni by deploy/patroni.yml, as this machine. */
async function startMember({ name, port, rest, folder }: Machine, etcd: number) {
  const file = join(folder, 'patroni.yml');
  const settings = fileOf('patroni.yml')
    .replace('name: db1', `name: ${name}`)
    .replaceAll('10.0.0.1:8008', `127.0.0.1:${rest}`)
    .replace(/hosts: \[.*\]/, `hosts: ['127.0.0.1:${etcd}']`)
    .replaceAll('10.0.0.1:5432', `127.0.0.1:${port}`)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
    .replace(/bin_dir: .*/, `bin_dir: ${postgres('')}`)
    .replace(/data_dir: .*/, `data_dir: ${join(folder, 'data')}\n  parameters: { unix_socket_directories: '' }`);
  await writeFile(file, settings, { mode: 0o644 });
  const killServer = async () => {
    const pidFile = join(folder, 'data', 'postmaster.pid');
    if (!existsSync(pidFile)) return;
    const [pid = ''] = readFileSync(pidFile, 'utf8').split('\n');
    await run('kill', ['-9', pid]).catch(() => undefined);
  };
  atTheEnd(killServer);
  const { kill } = start(folder, programs.patroni, file);
  await until(async () =>
    (await membersFrom(rest)).some((member) => member.name === name && /running|streaming/.test(member.state)),
  );
  /** A machine loses its power: Patroni and its PostgreSQL end at once. */
  const loseItsPower = async () => {
    await kill('SIGKILL');
    await killServer();
  };
  return { name, rest, file, loseItsPower };
}

/** Starts HAProxy by deploy/haproxy.cfg; the ports for writes and for reads. */
async function startHaProxy(folder: string, machines: readonly Machine[]) {
  const writes = await freePort();
  const readPort = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const config = fileOf('haproxy.cfg')
    .replaceAll(/.*\bdb3\b.*\n/g, '')
    .replace('127.0.0.1:5000', `127.0.0.1:${writes}`)
    .replace('127.0.0.1:5001', `127.0.0.1:${readPort}`);
  const settings = machines.reduce(
    (text, { port, rest }, at) =>
      text.replaceAll(`10.0.0.${at + 1}:5432 check port 8008`, `127.0.0.1:${port} check port ${rest}`),
    config,
  );
  await writeFile(file, settings, { mode: 0o644 });
  start(folder, programs.haproxy, '-db', '-f', file);
  await accepting(writes);
  return { writes, reads: readPort };
}

/** Two machines of Patroni with an etcd and HAProxy, each on its own ports of this one. */
export async function startPatroni() {
  const folder = await anOpenFolder();
  await chmod(folder, 0o755);
  const etcd = await startEtcd(folder);
  const aMachine = async (name: string): Promise<Machine> => ({
    name,
    port: await freePort(),
    rest: await freePort(),
    folder: await anOpenFolder(),
  });
  const machines = [await aMachine('db1'), await aMachine('db2')] as const;
  const members = [await startMember(machines[0], etcd), await startMember(machines[1], etcd)] as const;
  // Only a machine that has everything acknowledged is ever promoted.
  const isSynchronous = () =>
    until(async () => {
      const memberLists = await Promise.all(members.map(({ rest }) => membersFrom(rest).catch(() => [])));
      return memberLists.flat().some(({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state));
    });
  await isSynchronous();
  const { writes, reads } = await startHaProxy(folder, machines);
  const urlOf = (port: number) => `postgres://postgres:SUPERUSER_PASSWORD@127.0.0.1:${port}/postgres`;
  const primary = async () => {
    const memberLists = await Promise.all(members.map(({ rest }) => membersFrom(rest).catch(() => [])));
    const name = memberLists.flat().find(({ role }) => role === 'leader')?.name;
    return members.find((member) => member.name === name);
  };
  const { file } = members[0];
  return {
    url: urlOf(writes),
    replicaUrl: urlOf(reads),
    switchover: () => run('/usr/bin/patronictl', ['-c', file, 'switchover', '--force', 'landfall']),
    killPrimary: async () => {
      await isSynchronous();
      await (await primary())?.loseItsPower();
    },
  };
}

type Member = { name: string; role: string; state: string };

async function membersFrom(rest: number): Promise<Member[]> {
  const response = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2_000) });
  return ((await response.json()) as { members: Member[] }).members;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 90_000;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('Patroni did not become ready within 90 s.');
    await pause(300);
  }
}
