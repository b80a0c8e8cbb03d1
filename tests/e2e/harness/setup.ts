import type { TestProject } from 'vitest/node';
import { launchBrowser } from './browser.ts';
import { startProduct } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The product under test, and its data folder (mails are in `outbox`). */
    productUrl: string;
    productDataDir: string;
    browserEndpoint: string;
  }
}

/** A coin that no other test sells: an order of a coin that is checked on chain is approved otherwise. */
const chains = { CHAIN_BITCOIN_CASH: 'simulated' };

/** One product and one browser for all files of the browser tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await launchBrowser();
  const product = await startProduct(chains).catch(async (error: unknown) => {
    await browser.close();
    throw error;
  });
  project.provide('productUrl', product.url);
  project.provide('productDataDir', product.dataDir);
  project.provide('browserEndpoint', browser.wsEndpoint());
  return async () => {
    await Promise.all([browser.close(), product.stop()]);
  };
}
