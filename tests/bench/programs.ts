import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { rootDir } from '#server/env/paths.ts';
import { callerOf } from '#tests/setup/call.ts';
import { seededEmail, seededPassword } from './seed.ts';

export interface Program {
  url: string;
  pid: number;
  /** From the launch of the process to its first sentence that it serves. */
  startedInMs: number;
  /** Where it was started with --inspect. */
  inspectorUrl: string | undefined;
  /** What it has printed so far. */
  readLog: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

export const megabyte = 1024 * 1024;
export const admin = { email: 'admin@landfall.test', password: 'the desk keeps its own key 9417' };

/** Each line restarts the product on databases that are reused. */
export const benchEncryptionKey = 'a key for the bench alone, long enough to be taken';

const endings: (() => unknown)[] = [];

/** Has this done when the line that is being measured is over, whether it failed or not. */
export function atTheEnd(work: () => unknown): void {
  endings.push(work);
}

/** Stops and closes all that the line has started and opened, the last first. */
export async function endAll(): Promise<void> {
  for (const work of endings.splice(0).toReversed()) await work();
}

/** A folder that is removed at the end. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-bench-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A connection to a database, closed at the end. */
export async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  atTheEnd(() => client.end());
  return client;
}

/** How the image starts the product: its memory and its speed are measured so. */
function flagsOfTheImage(): string[] {
  const command = /^CMD (\[.*\])$/m.exec(readFileSync(join(rootDir, 'Dockerfile'), 'utf8'))?.[1] ?? '[]';
  return (JSON.parse(command) as string[]).filter((word) => word.startsWith('--'));
}

/** The built product. Its log goes to a file, so that reading it does not affect the measurement. */
export async function startProduct(settings: Record<string, string>, dataDir = aFolder()): Promise<Program> {
  const command = [...flagsOfTheImage(), join(rootDir, 'dist', 'server', 'main.js')];
  return start(command, /Landfall is ready at (\S+)/, {
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

async function start(command: string[], ready: RegExp, settings: Record<string, string>): Promise<Program> {
  const log = join(aFolder(), 'output');
  const output = openSync(log, 'w');
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...settings };
  const launched = performance.now();
  const child = spawn(process.execPath, command, { cwd: rootDir, stdio: ['ignore', output, output], env });
  closeSync(output);
  const stop = (signal?: NodeJS.Signals) => end(child, signal);
  atTheEnd(stop);
  const readLog = () => readFileSync(log, 'utf8');
  for (const giveUpAt = launched + 60_000; ; await pause(5)) {
    const messages = readLog();
    const url = ready.exec(messages)?.[1];
    const inspectorUrl = /Debugger listening on (ws:\S+)/.exec(messages)?.[1];
    if (url)
      return { url, pid: child.pid ?? 0, startedInMs: performance.now() - launched, inspectorUrl, readLog, stop };
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`${command.join(' ')} did not start:\n${messages}`);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

type Session = { token: string; headers: { authorization: string } };

/** A session of a seeded customer, by number from 1, or of the administrator. */
export async function signIn(url: string, who: number | 'admin'): Promise<Session> {
  const json = who === 'admin' ? admin : { email: seededEmail(who), password: seededPassword };
  const { status, body } = await callerOf(url)('POST', '/api/login', { json });
  if (status !== 200) throw new Error(`POST /api/login answered ${status}: ${JSON.stringify(body)}`);
  const token = String(body.token);
  return { token, headers: { authorization: `Bearer ${token}` } };
}

/** Waits until something holds; after two minutes it throws what does not. */
export async function until(holds: () => boolean | Promise<boolean>, otherwise: string, everyMs = 50): Promise<void> {
  for (const giveUpAt = performance.now() + 120_000; !(await holds()); await pause(everyMs))
    if (performance.now() > giveUpAt) throw new Error(otherwise);
}

/** Resident memory of a process, in bytes. */
export function residentBytes({ pid }: Pick<Program, 'pid'>): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Does some work; by how many MiB the memory of the process rose meanwhile at most. */
export async function memoryTaken(program: Program, work: () => Promise<unknown>): Promise<number> {
  const before = residentBytes(program);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentBytes(program))), 5);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return (peak - before) / megabyte;
}

/** Does some work; how long another call takes meanwhile, again and again, in milliseconds. */
export async function waitsDuring({ url }: Program, work: () => Promise<unknown>, everyMs: number): Promise<number[]> {
  const state = { isDone: false };
  const ended = work().finally(() => (state.isDone = true));
  const waits: number[] = [];
  while (!state.isDone) {
    const sent = performance.now();
    await (await fetch(new URL('/api/crypto-assets', url))).arrayBuffer();
    waits.push(performance.now() - sent);
    await pause(everyMs);
  }
  await ended;
  return waits;
}

/** CPU time of a process: unlike the clock, that does not depend on what else the machine does. */
export function processorMs({ pid }: Program): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
