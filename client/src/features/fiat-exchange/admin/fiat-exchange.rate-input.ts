import { normaliseAmount } from '#client/lib/format/amount-input.ts';

/** A typed rate as plain decimal text: above zero, at most 8 decimals and 15 digits in all, which a JSON number keeps. */
export function readRate(typed: string, language: string): string | undefined {
  const rate = normaliseAmount(typed, language);
  if (!rate || !/[1-9]/.test(rate) || (rate.split('.')[1] ?? '').length > 8) return undefined;
  return rate.replace('.', '').replace(/^0+|0+$/g, '').length > 15 ? undefined : rate;
}
