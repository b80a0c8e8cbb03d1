import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { connect, type Database } from '#server/db/connection.ts';
import { rootDir } from '#server/env/paths.ts';
import { signedIn } from '#tests/factories/accounts.ts';
import { callerOf } from '#tests/setup/call.ts';
import { aFolder, atTheEnd } from '#tests/setup/endings.ts';
import { seededEmail, seededPassword } from './seed.ts';

export type Program = Awaited<ReturnType<typeof start>>;

export const megabyte = 1024 * 1024;
const admin = { email: 'admin@landfall.test', password: 'the desk keeps its own key 9417' };

/** Each line restarts the product on reused databases. */
export const benchEncryptionKey = 'a key for the bench alone, long enough to be taken';

/** A connection to a database, closed at the end. */
export async function connectedClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  atTheEnd(() => client.end());
  return client;
}

/** Opens the product's database, whose pool is closed at the end. */
export function openPool(url: string, max = 4): Database {
  const database = connect({ url, max });
  atTheEnd(() => database.pool.end());
  return database;
}

/** The command by which the image starts the product, for measurements of memory and speed. */
function startOfTheImage() {
  const image = readFileSync(join(rootDir, 'Dockerfile'), 'utf8');
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]') as string[];
  const MALLOC_ARENA_MAX = /\bMALLOC_ARENA_MAX=(\d+)$/m.exec(image)?.[1] ?? '';
  return { flags: command.filter((word) => word.startsWith('--')), environment: { MALLOC_ARENA_MAX } };
}

/** The built product. Its log goes to a file, so that reading it does not affect the measurement. */
export async function startProduct(settings: Record<string, string>, dataDir = aFolder()): Promise<Program> {
  const { flags, environment } = startOfTheImage();
  const command = [...flags, join(rootDir, 'dist', 'server', 'main.js')];
  return start(command, /Landfall is ready at (\S+)/, {
    ...environment,
    PORT: '0',
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: benchEncryptionKey,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT_FACTOR: '1000000',
    ...settings,
  });
}

/** A reference program of `references/`, which prints its address as its first line. */
export async function startReference(name: string, settings: Record<string, string> = {}): Promise<Program> {
  return start([fileURLToPath(new URL(`./references/${name}.mjs`, import.meta.url))], /(http:\S+)/, settings);
}

async function start(command: string[], ready: RegExp, settings: Record<string, string>) {
  const log = join(aFolder(), 'output');
  const output = openSync(log, 'w');
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...settings };
  const launchedAt = performance.now();
  const child = spawn(process.execPath, command, { cwd: rootDir, stdio: ['ignore', output, output], env });
  closeSync(output);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exitPromise = once(child, 'exit');
    child.kill(signal);
    await exitPromise;
  };
  atTheEnd(() => stop());
  const readLog = () => readFileSync(log, 'utf8');
  for (const giveUpAt = launchedAt + 60_000; ; await pause(5)) {
    const messages = readLog();
    const url = ready.exec(messages)?.[1];
    const inspectorUrl = /Debugger listening on (ws:\S+)/.exec(messages)?.[1];
    const startedInMs = performance.now() - launchedAt;
    if (url) return { url, pid: child.pid ?? 0, startedInMs, inspectorUrl, readLog, stop };
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`${command.join(' ')} did not start:\n${messages}`);
  }
}

/** A session of a seeded customer, by number from 1, or of the administrator. */
export async function signIn(url: string, account: number | 'admin') {
  const { email, password } = account === 'admin' ? admin : { email: seededEmail(account), password: seededPassword };
  const call = callerOf(url);
  const token = await signedIn(call, email, password);
  /** Answer to a call that must succeed. */
  const ok = async (method: string, path: string, options: Parameters<typeof call>[2] = {}) => {
    const { status, body } = await call(method, `/api/${path}`, { token, ...options });
    if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return { token, headers: { authorization: `Bearer ${token}` }, ok };
}

/** Waits until a condition holds; after two minutes it throws the given text. */
export async function until(holds: () => boolean | Promise<boolean>, failureText: string, everyMs = 50): Promise<void> {
  for (const giveUpAt = performance.now() + 120_000; !(await holds()); await pause(everyMs))
    if (performance.now() > giveUpAt) throw new Error(failureText);
}

/** Resident memory of a process, in bytes. */
export function residentBytes({ pid }: Pick<Program, 'pid'>): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Runs some work; returns the peak increase of the process's memory in MiB. */
export async function memoryTaken(program: Program, work: () => Promise<unknown>): Promise<number> {
  const bytesBefore = residentBytes(program);
  let peak = bytesBefore;
  const watch = setInterval(() => (peak = Math.max(peak, residentBytes(program))), 5);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return (peak - bytesBefore) / megabyte;
}

/**
 * Runs some work; returns its duration, and the durations of another call that is repeated meanwhile, in milliseconds.
 */
export async function waitsDuring({ url }: Program, work: () => Promise<unknown>, everyMs: number) {
  const startedAt = performance.now();
  const state = { ms: 0 };
  const workPromise = work().finally(() => (state.ms = performance.now() - startedAt));
  workPromise.catch(() => undefined); // The error is thrown below.
  const waitsMs: number[] = [];
  while (state.ms === 0) {
    const sentAt = performance.now();
    await (await fetch(new URL('/api/crypto-assets', url))).arrayBuffer();
    waitsMs.push(performance.now() - sentAt);
    await pause(everyMs);
  }
  await workPromise;
  return { ...state, waits: waitsMs };
}

/** CPU time of a process, which is independent of other load on the machine. */
export function processorMs({ pid }: Program): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
