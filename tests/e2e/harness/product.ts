import { afterAll, beforeAll, inject } from 'vitest';
import { startProduct, type RunningProduct } from './server.ts';

let own: RunningProduct | undefined;

/** Where the product under test answers. */
export const productUrl = (): string => own?.url ?? inject('productUrl');

export const productDataDir = (): string => own?.dataDir ?? inject('productDataDir');

/** Gives the tests of this file a product of their own: they change rules that hold for all users. */
export function openOwnProduct(): void {
  beforeAll(async () => {
    own = await startProduct();
  });
  afterAll(async () => {
    await own?.stop();
    own = undefined;
  });
}
