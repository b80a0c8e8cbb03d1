import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { rootDir } from '#server/env/paths.ts';

export interface RunningProduct {
  url: string;
  dataDir: string;
  /** All output so far; the tests search it for secrets. */
  output: () => string;
  stop: () => Promise<void>;
}

/** The administrator of every product under test. */
export const administrator = { email: 'admin@landfall.test', password: 'the desk keeps its own key 9417' };

const timeoutMs = 60_000;

/** Starts the built product as an operator would: one process, local mode, a free port, an empty data folder. */
export async function startProduct(settings: Record<string, string> = {}): Promise<RunningProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'landfall-e2e-'));
  const child = spawn(process.execPath, [join(rootDir, 'dist', 'server', 'main.js')], {
    cwd: rootDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      RATE_LIMIT_FACTOR: '1000',
      PASSWORD_COST: '4',
      LOG_LEVEL: 'info',
      ...settings,
    },
  });
  let messages = '';
  const ready = new Promise<string>((resolve, reject) => {
    const onLine = (line: string) => {
      messages += `${line}\n`;
      const url = /Landfall is ready at (\S+)/.exec(line)?.[1];
      if (url) resolve(url);
    };
    createInterface({ input: child.stdout }).on('line', onLine);
    createInterface({ input: child.stderr }).on('line', onLine);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The product ended with ${code} before it was ready:\n${messages}`)));
    AbortSignal.timeout(timeoutMs).addEventListener('abort', () => {
      reject(new Error(`The product was not ready after ${timeoutMs / 1000} s:\n${messages}`));
    });
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await ready;
    await ratesAreThere(url);
    return { url, dataDir, output: () => messages, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const currencies = z.array(z.object({ unitsPerUsd: z.number().nullable() }));

/** A test must not find out how soon after a start the first rates come. */
async function ratesAreThere(url: string): Promise<void> {
  for (const giveUpAt = Date.now() + timeoutMs; Date.now() < giveUpAt;) {
    const answer = currencies.parse(await (await fetch(`${url}/api/payout-currencies`)).json());
    if (answer.every(({ unitsPerUsd }) => unitsPerUsd !== null)) return;
  }
  throw new Error(`The product had no rates after ${timeoutMs / 1000} s.`);
}
