import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { aDataDir, Program } from '#tests/setup/program.ts';
import { useOwnProduct } from './product.ts';

/** The administrator of every product under test. */
export const administrator = { email: 'admin@landfall.test', password: 'the desk keeps its own key 9417' };

/** Starts the built product as an operator would: one process, local mode, a free port, an empty data folder. */
export async function startProduct(settings: Record<string, string> = {}) {
  const { path: dataDir, remove } = await aDataDir();
  const program = new Program({
    DATA_DIR: dataDir,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    RATE_LIMIT_FACTOR: '1000',
    PASSWORD_COST: '4',
    LOG_LEVEL: 'info',
    ...settings,
  });
  let isStopping = false;
  const reportEnd = async () => {
    const { code, signal } = await program.ended;
    if (isStopping) return;
    const how = String(signal ?? code);
    console.error(`The product ended by itself, with ${how}:\n${program.stdout.slice(-2_000)}${program.stderr}`);
  };
  void reportEnd();
  const stop = async () => {
    isStopping = true;
    await program.end();
    await remove();
  };
  try {
    const { url } = await program.ready();
    await ratesAreThere(url);
    return { url, dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts a product for this file alone: what its journeys do or change is met in no other file, nor the other way
 * round.
 */
export function startOwnProduct(settings: Record<string, string> = {}): void {
  let stop = () => Promise.resolve();
  beforeAll(async () => {
    const { stop: end, ...own } = await startProduct(settings);
    stop = end;
    useOwnProduct(own);
  });
  afterAll(async () => {
    useOwnProduct(undefined);
    await stop();
  });
}

const currencies = z.array(z.object({ unitsPerUsd: z.number().nullable() }));
const timeoutMs = 60_000;

/** A test must not find out how soon after a start the first rates come. */
async function ratesAreThere(url: string): Promise<void> {
  for (const giveUpAt = Date.now() + timeoutMs; Date.now() < giveUpAt;) {
    const answer = currencies.parse(await (await fetch(`${url}/api/payout-currencies`)).json());
    if (answer.every(({ unitsPerUsd }) => unitsPerUsd !== null)) return;
  }
  throw new Error(`The product had no rates after ${timeoutMs / 1000} s.`);
}
