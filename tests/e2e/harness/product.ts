import { inject } from 'vitest';

type Product = { url: string; dataDir: string };
let ownProduct: Product | undefined;

/**
 * Makes this file's journeys walk through a product of their own, whose orders no other file sees; `undefined` ends
 * that, because another file comes after this one in the same process.
 */
export function useOwnProduct(product: Product | undefined): void {
  ownProduct = product;
}

/** Where the product under test answers. */
export const productUrl = (): string => ownProduct?.url ?? inject('productUrl');

/** Its data folder. */
export const productDataDir = (): string => ownProduct?.dataDir ?? inject('productDataDir');
