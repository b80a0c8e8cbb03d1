import type { TestProject } from 'vitest/node';
import { findBrowser } from './browser.ts';
import { startProduct } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The product under test, and its data folder (mails are in `outbox`). */
    productUrl: string;
    productDataDir: string;
  }
}

/** Coins that no other test sells: an order of a coin with a chain reader is approved differently. */
const chains = { CHAIN_BITCOIN_CASH: 'simulated', CHAIN_ETHEREUM: 'simulated', CHAIN_BSC: 'simulated' };

/** One product for all files of the browser tests, and the browser unpacked before two workers need it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await findBrowser();
  const product = await startProduct(chains);
  project.provide('productUrl', product.url);
  project.provide('productDataDir', product.dataDir);
  return () => product.stop();
}
