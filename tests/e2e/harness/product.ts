import { inject } from 'vitest';

/** Where the product under test answers. */
export const productUrl = (): string => inject('productUrl');

/** Its data folder. */
export const productDataDir = (): string => inject('productDataDir');
