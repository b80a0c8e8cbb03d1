import { inject } from 'vitest';

type Product = { url: string; dataDir: string };
let ownProduct: Product | undefined;

/**
 * Makes this file's journeys use a separate product, whose orders no other file sees; `undefined` ends that, because
 * another file follows in the same process.
 */
export function useOwnProduct(product: Product | undefined): void {
  ownProduct = product;
}

/** The address of the product under test. */
export const productUrl = (): string => ownProduct?.url ?? inject('productUrl');

/** Its data folder. */
export const productDataDir = (): string => ownProduct?.dataDir ?? inject('productDataDir');
