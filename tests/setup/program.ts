import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rootDir } from '#server/env/paths.ts';

type Command = [string, ...string[]];

/** The program that `npm start` runs: it reads all sources first, and builds outdated parts. */
export const npmStart: Command = [process.execPath, join(rootDir, 'server', 'cli', 'start.mjs')];

/** A program of the existing build. */
export const builtCommand = (name: string, ...args: string[]): Command => [
  process.execPath,
  '--enable-source-maps',
  join(rootDir, 'dist', 'server', `${name}.js`),
  ...args,
];

type Ending = { code: number | null; signal: NodeJS.Signals | null; ms: number };

/** The product as an operator runs it: a process of its own. */
export class Program {
  stdout = '';
  stderr = '';
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  readonly #started = Date.now();

  /** `command` may be npm itself, for tests with a process between the operator and the program. */
  constructor(settings: Record<string, string>, [command, ...args]: Command = builtCommand('main'), cwd = rootDir) {
    this.child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: tmpdir(), PORT: '0', ...settings },
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((resolve) => {
      // 'close' and not 'exit': only then has all output been read.
      this.child.on('close', (code, signal) => resolve({ code, signal, ms: Date.now() - this.#started }));
    });
  }

  /** Waits for the ready line; returns the address that the pattern finds, and the duration of the start. */
  async ready(pattern = /^Landfall is ready at (\S+)/m): Promise<{ url: string; ms: number }> {
    const readyUrl = new Promise<string>((resolve) => {
      this.child.stdout?.on('data', () => {
        const url = pattern.exec(this.stdout)?.[1];
        if (url) resolve(url);
      });
    });
    const url = await Promise.race([readyUrl, this.ended.then(() => undefined)]);
    if (!url) throw new Error(`The program ended before it was ready: ${this.stderr}`);
    return { url, ms: Date.now() - this.#started };
  }

  /** Sends a signal and waits for the end; `ms` counts from the signal. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ending> {
    const from = Date.now();
    this.child.kill(signal);
    return { ...(await this.ended), ms: Date.now() - from };
  }
}

/** An empty folder for one program's data. */
export async function aDataDir(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'landfall-journey-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The process id, port and password of the embedded database in a data folder. */
export function embeddedOf(dataDir: string): { pid: number; url: string } {
  const [pid, , , port] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  return { pid: Number(pid), url: `postgres://landfall:${password}@127.0.0.1:${port}/landfall` };
}

/** The server of a cluster's folder with all its children, found by their working folder. */
export function processesIn(folder: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => worksIn(pid) === folder);
}

function worksIn(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return ''; // The process ended in between.
  }
}
