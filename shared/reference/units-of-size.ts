/** One megabyte, counted as phones show it. */
export const megabyteBytes = 1_048_576;

export const megapixelPixels = 1_000_000;
