import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rootDir } from '#server/env/paths.ts';
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

export interface Product extends Program {
  dataDir: string;
}

export const admin = { email: 'admin@landfall.test', password: 'the desk keeps its own key 9417' };

/** Each line restarts the product on databases that are reused. */
export const benchEncryptionKey = 'a key for the bench alone, long enough to be taken';

/** How the image starts the product: its memory and its speed are measured so. */
function flagsOfTheImage(): string[] {
  const command = /^CMD (\[.*\])$/m.exec(readFileSync(join(rootDir, 'Dockerfile'), 'utf8'))?.[1] ?? '[]';
  return (JSON.parse(command) as string[]).filter((word) => word.startsWith('--'));
}

/** The built product. Its log goes to a file, so that reading it does not affect the measurement. */
export async function startProduct(settings: Record<string, string>, reusedDataDir?: string): Promise<Product> {
  const dataDir = reusedDataDir ?? mkdtempSync(join(tmpdir(), 'landfall-bench-'));
  const command = [...flagsOfTheImage(), join(rootDir, 'dist', 'server', 'main.js')];
  const program = await start(command, /Landfall is ready at (\S+)/, {
    PORT: '0',
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: benchEncryptionKey,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT_FACTOR: '1000000',
    ...settings,
  });
  const stop = async (signal?: NodeJS.Signals) => {
    await program.stop(signal);
    if (reusedDataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...program, dataDir, stop };
}

/** A reference program of `references/`, which prints its address as its first line. */
export async function startReference(name: string, settings: Record<string, string>): Promise<Program> {
  return start([fileURLToPath(new URL(`./references/${name}.mjs`, import.meta.url))], /(http:\S+)/, settings);
}

async function start(command: string[], ready: RegExp, settings: Record<string, string>): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-bench-log-'));
  const log = join(folder, 'output');
  const output = openSync(log, 'w');
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...settings };
  const launched = performance.now();
  const child = spawn(process.execPath, command, { cwd: rootDir, stdio: ['ignore', output, output], env });
  closeSync(output);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    await end(child, signal);
    rmSync(folder, { recursive: true, force: true });
  };
  const readLog = () => readFileSync(log, 'utf8');
  for (const giveUpAt = launched + 60_000; ; await pause(5)) {
    const messages = readLog();
    const url = ready.exec(messages)?.[1];
    const inspectorUrl = /Debugger listening on (ws:\S+)/.exec(messages)?.[1];
    if (url)
      return { url, pid: child.pid ?? 0, startedInMs: performance.now() - launched, inspectorUrl, readLog, stop };
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      await stop();
      throw new Error(`${command.join(' ')} did not start:\n${messages}`);
    }
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** The bearer header of a seeded customer, by number from 1, or of the administrator. */
export async function signIn(url: string, who: number | 'admin'): Promise<{ authorization: string }> {
  const body = who === 'admin' ? admin : { email: seededEmail(who), password: seededPassword };
  const response = await fetch(new URL('/api/login', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST /api/login answered ${response.status}: ${await response.text()}`);
  const { token } = (await response.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

/** Resident memory of a process, in bytes. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** CPU time of a process: unlike the clock, that does not depend on what else the machine does. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
